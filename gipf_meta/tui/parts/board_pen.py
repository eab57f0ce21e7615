"""Rings and arrows that somebody draws on a board of the terminal, for himself or in a study."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import atan2, floor, hypot, pi
from typing import Final

from gipf_meta.base.texts import _
from gipf_meta.paint.cells import Cell, readable_ink
from gipf_meta.paint.layout import Layout
from gipf_meta.paint.painter import Painting
from gipf_meta.paint.palette import Palette
from gipf_meta.protocol.view import View
from gipf_meta.records.own_marks import DrawnPlaces

HEADS: Final = "→↘↓↙←↖↑↗"
"""The heads of arrows, clockwise from the right."""
PLAIN_HEADS: Final = ">\\v/<\\^/"
"""The same where a terminal has letters alone."""


class BoardPen:
    """The *marks* on a board, each by its places. *send* draws one in a study, where all see it;
    ``None``: they are for oneself, until a piece moves."""

    def __init__(self) -> None:
        self.marks: tuple[DrawnPlaces, ...] = ()
        self.guide: tuple[DrawnPlaces, ...] = ()
        """The marks by which a lesson shows the way."""
        self.send: Callable[[DrawnPlaces], object] | None = None
        self.begun: str | None = None
        """The place at which an arrow was begun."""
        self._stand: object = None

    def toggle(self, places: DrawnPlaces) -> str:
        """Draws a mark on *places*, or takes it away; returns the sentence on it, or ``""`` where
        the study answers."""
        self.begun = None
        if self.send is not None:
            self.send(places)
            return ""
        if places in self.marks:
            self.marks = tuple(mark for mark in self.marks if mark != places)
            return _("It is taken away.")
        self.marks = (*self.marks, places)
        if len(places) == 1:
            return _("A ring is on {place}.").format(place=places[0])
        return _("An arrow leads from {start} to {end}.").format(start=places[0], end=places[1])

    def press_arrow(self, place: str) -> str:
        """Begins an arrow at *place*, or ends the one that was begun; returns the sentence on
        it."""
        begun, self.begun = self.begun, None
        if begun is None:
            self.begun = place
            words = _("An arrow begins on {place}: go to its end, and press - again.")
            return words.format(place=place)
        return _("It is taken away.") if begun == place else self.toggle((begun, place))

    def forget(self) -> None:
        """Takes away the marks that are for oneself."""
        if self.send is None:
            self.marks, self.begun = (), None

    def follow(self, view: View) -> None:
        """Takes away the marks that are for oneself if a piece of *view* has moved."""
        stand = [(piece.at, piece.kind, piece.role, piece.stack) for piece in view.pieces]
        if stand != self._stand:
            self._stand = stand
            self.forget()

    def study(self, marks: Sequence[DrawnPlaces], send: Callable[[DrawnPlaces], object]) -> None:
        """Shows the *marks* of a study, in which *send* draws."""
        self.marks, self.send = (*marks,), send

    def leave_study(self) -> None:
        """Draws for oneself from now on."""
        if self.send is not None:
            self.send = None
            self.forget()


def with_own_marks(
    painting: Painting, layout: Layout, marks: Sequence[DrawnPlaces], palette: Palette
) -> Painting:
    """*painting* with *marks*: brackets around the place of a ring, a dotted line for an arrow."""
    rows = [[*row] for row in painting.rows]
    for places in marks:
        if all(place in layout.centres for place in places):
            for x, y, glyph in _cells(layout, places):
                if 0 <= y < len(rows) and 0 <= x < len(rows[y]):
                    ground = rows[y][x].ground
                    rows[y][x] = Cell(glyph, readable_ink(palette.sign("lit"), ground), ground)
    return Painting(tuple(tuple(row) for row in rows))


def _cells(layout: Layout, places: DrawnPlaces) -> Iterator[tuple[int, int, str]]:
    """The columns, rows and glyphs of a mark."""
    column, row = layout.centres[places[0]]
    if len(places) == 1:
        reach = max(1.0, layout.unit * 0.42)
        yield floor(column - reach), floor(row), "("
        yield floor(column + reach), floor(row), ")"
        return
    dx, dy = layout.centres[places[1]].column - column, layout.centres[places[1]].row - row
    steps = max(round(hypot(dx, 2 * dy) / 2), 1)
    for step in range(1, steps):
        yield floor(column + dx * step / steps), floor(row + dy * step / steps), "•"
    heads = PLAIN_HEADS if layout.technique == "glyphs" else HEADS
    turn = round(atan2(2 * dy, dx) / (pi / 4)) % 8
    yield floor(column + dx), floor(row + dy), heads[turn]
