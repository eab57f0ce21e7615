"""How often players used potentials in many matches (docs/reference/gipf.md §12)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from gipf_meta import N_

#: the use of a potential inside a turn: power, target if it worked (``-``: not used after all),
#: outcome if it was challenged
_USE: Final = re.compile(
    r"(?:^|(?<=;))(?P<power>Z[a-i]\d\^|\+)(?P<target>[a-i]\d(?:-[a-i]\d)?|-)?(?P<duel>\?\([^()]*\))?"
)


def tally(turns: Iterable[str]) -> dict[str, dict[str, int]]:
    """The numbers of uses of potentials in the texts *turns*, by kind and by what came of the use.

    Declining an extra move (``+-``) is no use; declining a power after a won duel is one that was
    announced, but not used.
    """
    counts: dict[str, dict[str, int]] = {}
    for text in turns:
        for use in _USE.finditer(text):
            if use["target"] == "-" and not use["duel"]:
                continue
            kind = N_("TAMSK-potential") if use["power"] == "+" else N_("ZÈRTZ-potential")
            events = {
                N_("announced"): True,
                N_("challenged"): bool(use["duel"]),
                N_("won"): bool(use["duel"] and use["target"]),
                N_("lost"): bool(use["duel"] and not use["target"]),
                N_("used"): use["target"] not in (None, "-"),
            }
            own = counts.setdefault(kind, dict.fromkeys(events, 0))
            for event, happened in events.items():
                own[event] += happened
    return counts
