"""The counts of the library as a page to read."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from gipf_meta.base.texts import N_, _
from gipf_meta.library.statistics import Count
from gipf_meta.plugins.loading import Installed

KINDS = {
    "game": N_("Games"), "player": N_("Players"),
    "duel": N_("Duels"), "use": N_("What was used"),
}  # fmt: skip
"""The kinds of counts, each with its heading."""
WORDS = (
    N_("played"), N_("over"), N_("won"), N_("lost"), N_("drawn"),
    N_("fought"), N_("first player won"), N_("second player won"),
)  # fmt: skip
"""The library's words for what is counted."""


def statistics_page(counts: Sequence[Count], troubles: Sequence[str], installed: Installed) -> str:
    """*counts* as Markdown, then *troubles*: a sentence for each match that is not counted."""
    page = [] if counts else [_("Nothing has been played.")]
    for kind, title in KINDS.items():
        own = [count for count in counts if count.kind == kind]
        if own:
            page += [f"## {_(title)}", ""]
            page += [f"- **{_name(count, installed)}**: {_numbers(count.counts)}" for count in own]
            page.append("")
    return "\n".join([*page, *map(_escape, troubles)])


def _name(count: Count, installed: Installed) -> str:
    """What is counted; a player may be called anything, and his name is no Markdown."""
    is_game = count.kind in ("game", "duel")
    return _escape(installed.title(count.name) if is_game else count.name)


def _escape(words: str) -> str:
    """*words* as Markdown that shows them as they are."""
    return re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", " ".join(words.split()))


def _numbers(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{_(key) if key in WORDS else _escape(key)} {n}" for key, n in counts.items())
