"""Motions on a board as data: which piece goes where, in order, however it is shown."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Way:
    """The way of all that stands on *start* to *end*, *over* the places between them, in order.

    Start and end are points of the view, or ids of the items of its trays, of which one piece goes:
    *start* in the view before the move, *end* in the one after it. ``""`` is out of sight: a
    piece from there appears, one that goes there leaves. A piece that comes to an occupied place
    lies on top. All that stands on a place goes, unless several ways start there at one time: then
    it parts, and what stays has a way from the place to itself.
    """

    start: str
    end: str = ""
    over: tuple[str, ...] = ()

    @property
    def stays(self) -> bool:
        """Whether this is the part that stays on a place from which another part goes."""
        return self.start == self.end


@dataclass(frozen=True, slots=True)
class Motion:
    """All that moves at one time.

    *ways* are the pieces that go, all together. Then the pieces that are *taken* leave, those on
    places that are *turned* turn over, things are *laid* down in places that count them (the
    ``load`` of a ``Point``) or taken up there, and the places that are *gone* leave the board.
    Before all that, the places of a *row* light up one after the other, in this order: something
    was made there that counts, as the row that leaves now. An ordinary capture has no row.
    *words* are its caption: a sentence for the reader on what it does. Only a motion that he might
    not understand otherwise has one, as the consequences of a duel.
    """

    ways: tuple[Way, ...] = ()
    taken: tuple[Way, ...] = ()
    turned: tuple[str, ...] = ()
    laid: tuple[Way, ...] = ()
    gone: tuple[str, ...] = ()
    words: str = ""
    row: tuple[str, ...] = ()
