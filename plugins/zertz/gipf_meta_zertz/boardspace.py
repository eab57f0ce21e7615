"""ZÈRTZ as boardspace.net writes it: gestures of the mouse, and the turns that they make.

``rtob 2 1 D 4`` puts a grey marble of the pool (2; 0 and 1 are what the players have captured) on
d4, ``r- A 1`` takes ring a1 away, ``btob D 4 D 2`` jumps. Much is done and undone within a turn:
``btor`` takes the marble up again, ``r+`` puts the ring back, ``btob`` moves the marble that was
just put, or goes back. What counts is where everything lies at the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from gipf_meta import BadNotation, Boardspace, SiteGesture, site_place
from gipf_meta_zertz.boardspace_start import (
    BOARDS,
    CUSTOM,
    POOL,
    SET_UP,
    options_of,
    position_of,
    set_up,
    start_of,
)
from gipf_meta_zertz.notation import decision_text, jump_cells
from gipf_meta_zertz.positions import LETTERS
from gipf_meta_zertz.state import AFTER_JUMPS, JUMP, REMOVE, State, cell_of, kind_of
from gipf_meta_zertz.texts import _


class _Turn:
    """A turn of the site, followed gesture by gesture: where its marble and its ring lie."""

    def __init__(self) -> None:
        self.marble = self.ring = ""
        self.colour = ""
        self.path: list[str] = []

    def take(self, gesture: SiteGesture) -> None:
        """Adds *gesture* to the turn. Raises ``BadNotation`` for one that ZÈRTZ does not have."""
        match gesture:
            case ("rtob", _rack, colour, *cell):
                self.colour, self.marble = LETTERS[int(colour)], site_place(cell)
            case ("btor", *_words):
                self.marble = ""
            case ("r-", *cell):
                self.ring = site_place(cell)
            case ("r+", *_words):
                self.ring = ""
            case ("btob", column, row, *cell):
                self._move(site_place((column, row)), site_place(cell))
            case ("rtor", *_words) | ("pick", *_words) | ("pickb", *_words):
                pass
            case _:
                raise BadNotation(
                    _("{gesture!r} is no gesture of ZÈRTZ.").format(gesture=" ".join(gesture))
                )

    def _move(self, start: str, target: str) -> None:
        if start == self.marble:
            self.marble = target
        elif self.path[-2:] == [target, start]:
            self.path.pop()  # back again
        elif start != target and len(self.path) > 1:
            self.path.append(target)
        elif start != target:
            self.path = [start, target]

    def text(self) -> str:
        """The turn in the publisher's notation, without the marbles that it captures."""
        if len(self.path) > 1:
            return "x " + "".join(self.path)
        if not self.marble:
            return ""  # who stops in the middle of a turn may have taken a ring only
        return ",".join(filter(None, (self.colour + self.marble, self.ring)))


# ---- writing -------------------------------------------------------------------------------------


def write_turn(game: Any, played: Sequence[tuple[State, int]]) -> list[SiteGesture]:
    """The gestures of one turn. Raises ``BadNotation`` for a turn that the site does not have."""
    lattice = game.rules.board.lattice
    gestures: list[SiteGesture] = []
    for state, move in played:
        kind = kind_of(move)
        cell = Boardspace.words(lattice.name_of[cell_of(move)])
        if kind < REMOVE:
            rack = str(POOL if state.pool else state.seat)
            gestures.append(("RtoB", rack, str(kind), *cell))
        elif kind == REMOVE:
            gestures.append(("R-", *cell))
        elif JUMP <= kind < AFTER_JUMPS:
            _over, landing = jump_cells(game.rules, move)
            gestures.append(("BtoB", *cell, *Boardspace.words(lattice.name_of[landing])))
        else:
            raise BadNotation(
                _("boardspace.net cannot write {text}.").format(
                    text=decision_text(game.rules, state, move)
                )
            )
    return gestures


EXAMPLE: Final = (
    (("rtob", "2", "0", "D", "4"), ("r-", "D", "1")),
    (("rtob", "2", "2", "D", "7"), ("r-", "B", "1")),
)
BOARDSPACE: Final = Boardspace(
    "22",
    (*BOARDS, SET_UP, CUSTOM),
    options_of,
    Boardspace.each_turn(_Turn),
    start_of,
    write_turn,
    EXAMPLE,
    position=position_of,
    set_up=set_up,
)
