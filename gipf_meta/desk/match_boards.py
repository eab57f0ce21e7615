"""The boards of saved matches in a list, with the faces of the opponents: drawn a few at a time."""

from __future__ import annotations

from functools import partial
from math import sqrt
from typing import Final

from gipf_meta.base.last_used import LastUsed
from gipf_meta.desk.context import Context
from gipf_meta.desk.match_cards import COMING, UNSEEN, MatchInList, standing_of
from gipf_meta.desk.parts import Picture
from gipf_meta.desk.portraits import portrait_of
from gipf_meta.library.listed_matches import match_of_library
from gipf_meta.library.store import Library, LibraryEntry
from gipf_meta.records.player_names import PERSON
from gipf_meta.render.svg_elements import tag

MOST_AT_A_TIME: Final = 4
"""The number of boards that one answer draws: the page gets the list before, without them."""
MOST_KEPT: Final = 200
"""The most boards in memory; the one that was not used for longest is dropped."""
FACE: Final = 0.46
"""The size of a face, as a share of the side of a square as large as the board."""
BEYOND: Final = 0.3
"""The share of a face that reaches beyond the right edge of its board."""


class BoardsOfList:
    """The boards of one list of the *library*: those that are known, and, where it *draws*, a few
    of the others."""

    def __init__(self, context: Context, library: Library, *, draws: bool) -> None:
        self._context, self._library = context, library
        self._left = MOST_AT_A_TIME if draws else 0
        self._known = context.cached(("match_boards",), partial(LastUsed[MatchInList], MOST_KEPT))

    def standing(self, entry: LibraryEntry) -> MatchInList:
        """The state of the match of *entry*; ``COMING`` where its board will be drawn later."""
        key = entry.id, entry.changed, entry.turns
        if (known := self._known.find(key)) is not None:
            return known
        if not self._left:
            return COMING
        self._left -= 1
        return self._known.keep(key, self._draw(entry))

    def _draw(self, entry: LibraryEntry) -> MatchInList:
        match = match_of_library(self._library, self._context.installed, entry.id)[0]
        return UNSEEN if match is None else standing_of(match, partial(match.top.view, None))


def opponent_face(
    kinds: tuple[str, ...], own: int | None, winners: tuple[int, ...]
) -> Picture | None:
    """The portrait of the bot against whom a match was played: of several, one that has won."""
    bots = [seat for seat, kind in enumerate(kinds) if kind != PERSON and seat != own]
    first = next((seat for seat in bots if seat in winners), bots[0] if bots else None)
    return None if first is None else portrait_of(kinds[first].partition(":")[0])


def with_face(board: Picture | None, face: Picture | None) -> Picture | None:
    """The *board*, with a *face* at its lower right corner; each may be missing."""
    if board is None or face is None or not board.markup:
        return board
    width, height = board.box[2:]
    size = FACE * sqrt(width * height)
    left, top, scale = width - (1 - BEYOND) * size, height - size, size / face.box[3]
    portrait = tag(
        "g", face.markup, transform=f"translate({left:.1f} {top:.1f}) scale({scale:.3f})"
    )
    return Picture(box=(0, 0, round(left + size, 1), height), markup=board.markup + portrait)
