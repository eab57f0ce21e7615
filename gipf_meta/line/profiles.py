"""The profile of who sits at a match at a host: the screen of the desk that shows it, and its
lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from gipf_meta.base.texts import _
from gipf_meta.desk.parts import Screen
from gipf_meta.line.desk_lines import words_of_row
from gipf_meta.line.people_actions import seat_named
from gipf_meta.line.played_match import PlayedMatch
from gipf_meta.narration.typed_answers import NO_SEAT

PROFILE: Final = "profile"
"""The screen with the profile of a person."""


def seat_of_profile(played: PlayedMatch, typed: str) -> tuple[dict[str, str] | None, str]:
    """The parameters of the screen for the seat that *typed* names, without it that of the only
    other player; or ``None``, and why there is none."""
    player = seat_named(played, typed) if typed else None
    if not typed:
        others = [n for n in range(len(played.names)) if n not in played.players_here]
        player = others[0] if len(others) == 1 else None
    if player is None:
        return None, _(NO_SEAT)
    return {"room": played.room.id, "player": str(player)}, ""


def lines_of_profile(screen: Screen) -> Iterator[str]:
    """The lines of a profile that can be read where nothing is chosen."""
    yield screen.title
    for part in screen.parts:
        if part.part in ("heading", "text", "warning"):
            yield part.text
        elif part.part == "rows":
            for row in part.rows:
                yield f"  {words_of_row(row, part.columns)}"
    yield _("What can be done with people is in the lobby, under People.")
