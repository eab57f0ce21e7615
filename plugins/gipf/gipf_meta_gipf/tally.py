"""Counts the uses of potentials in many matches (docs/reference/gipf.md §12)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from gipf_meta import N_
from gipf_meta_gipf.kind import Kind

#: the use of a potential inside a turn: power, target if it worked (``-``: not used after all),
#: outcome if it was challenged
_USE: Final = re.compile(
    r"(?:^|(?<=;))(?P<power>(?P<letter>[A-Z])[a-i][1-9]\^|\+(?P<due>[A-Z]?))"
    r"(?P<target>[^;?]*)(?P<duel>\?\([^()]*\))?"
)
NAMES: Final = (
    N_("TAMSK-potential"),
    N_("ZÈRTZ-potential"),
    N_("DVONN-potential"),
    N_("PÜNCT-potential"),
    N_("YINSH-potential"),
)
"""The names of the counts for the kinds that come with GIPF, for translation."""


def tally(turns: Iterable[str], kinds: Sequence[Kind]) -> dict[str, dict[str, int]]:
    """The numbers of uses of potentials in the texts *turns*, by kind and by what came of the use.

    Declining a power that is due (``+-``) is no use; declining a power after a won duel is one that
    was announced, but not used.
    """
    names = {kind.letter: f"{kind.name}-potential" for kind in kinds}
    due = [kind.letter for kind in kinds if kind.timing == "due"]
    counts: dict[str, dict[str, int]] = {}
    for text in turns:
        for use in _USE.finditer(text):
            letter = use["letter"] or use["due"] or due[0]
            if (use["target"] == "-" and not use["duel"]) or letter not in names:
                continue
            events = {
                N_("announced"): True,
                N_("challenged"): bool(use["duel"]),
                N_("won"): bool(use["duel"] and use["target"]),
                N_("lost"): bool(use["duel"] and not use["target"]),
                N_("used"): use["target"] not in ("", "-"),
            }
            own = counts.setdefault(names[letter], dict.fromkeys(events, 0))
            for event, happened in events.items():
                own[event] += happened
    return counts
