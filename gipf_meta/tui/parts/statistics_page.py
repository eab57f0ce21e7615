"""The counts of the library as a page to read."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from gipf_meta.base.texts import _
from gipf_meta.library.count_words import KINDS, counted_words, counts_line
from gipf_meta.library.statistics import Count
from gipf_meta.library.strength import FEWEST_RATED, FIRST_RATING, draw_in_blocks, thin_out
from gipf_meta.plugins.loading import Installed

MOST_BLOCKS: Final = 30
"""How many characters a curve has."""


def statistics_page(
    counts: Sequence[Count],
    troubles: Sequence[str],
    installed: Installed,
    strengths: Mapping[str, Sequence[float]],
) -> str:
    """*counts* as Markdown, then *troubles*: a sentence for each match that is not counted.

    *strengths* are the user's ratings in each game, the oldest first.
    """
    page = [] if counts else [_("Nothing has been played.")]
    enough = {game: all for game, all in strengths.items() if len(all) >= FEWEST_RATED}
    if enough:
        page += ["## " + _("Your strength"), ""]
        for game in sorted(enough, key=installed.title):
            curve = draw_in_blocks(thin_out(enough[game], MOST_BLOCKS))
            now = round(enough[game][-1])
            page.append(f"- **{_escape(installed.title(game))}**: {curve} {now}")
        told = _(
            "Everybody begins with {first}, and a win takes points from the other one, more from a"
            " stronger one (Elo)."
        )
        page += ["", told.format(first=round(FIRST_RATING)), ""]
    for kind, title in KINDS.items():
        own = [count for count in counts if count.kind == kind]
        if own:
            page += [f"## {_(title)}", ""]
            games = installed.games.values()
            page += [
                f"- **{_name(count, installed)}**: {_escape(counts_line(count.counts, games))}"
                for count in own
            ]
            page.append("")
    return "\n".join([*page, *map(_escape, troubles)])


def _name(count: Count, installed: Installed) -> str:
    """What is counted; a player may be called anything, and his name is no Markdown."""
    if count.kind in ("game", "duel"):
        return _escape(installed.title(count.name))
    is_use = count.kind == "use"
    return _escape(counted_words(count.name, installed.games.values()) if is_use else count.name)


def _escape(words: str) -> str:
    """*words* as Markdown that shows them as they are."""
    return re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", " ".join(words.split()))
