"""DVONN as boardspace.net writes it.

``dropb F 3`` places the next piece on f3. ``pickb D 1`` with ``dropb F 3`` moves a stack, as
``move D 1 F 3`` does; ``pass`` is a pass, and so is a Done without a gesture. A piece that is
picked may be put back: only where it lies at the end counts. ``pick wr 2`` and ``drop wr 2``
concern the pieces beside the board and are ignored.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from gipf_meta import (
    BadNotation,
    Boardspace,
    SiteGesture,
    SiteStart,
    SiteTurn,
    kind_of,
    origin_of,
    site_place,
    target_of,
)
from gipf_meta_dvonn.board import NAME_OF
from gipf_meta_dvonn.state import PASS, PLACE, State
from gipf_meta_dvonn.texts import _


def options_of(start: SiteStart) -> Mapping[str, Any]:
    """Returns the options of a game with this *start*. Raises ``BadNotation`` for a board set up by
    hand."""
    if start.gestures:
        raise BadNotation(_("Its board was set up by hand."))
    return {}


class _Turn:
    """The piece or stack of one turn: where it came from and where it lies, gesture by gesture."""

    def __init__(self) -> None:
        self.origin = self.target = self.lifted = ""
        self.passes = False

    def take(self, gesture: SiteGesture) -> None:
        """Updates the turn by *gesture*. Raises ``BadNotation`` for a gesture that DVONN does not
        have."""
        match gesture:
            case ("dropb", *space):
                self.target, self.lifted = site_place(space), ""
                if self.target == self.origin:
                    self.origin = self.target = ""
            case ("pickb", *space):
                name = site_place(space)
                if name not in (self.target, self.lifted):
                    self.origin = name
                self.target, self.lifted = "", name
            case ("move", column, row, *space):
                self.origin, self.target = site_place((column, row)), site_place(space)
            case ("pick", *_words) | ("drop", *_words):
                self.target = ""
            case ("pass", *_words):
                self.passes = True
            case _:
                raise BadNotation(
                    _("{gesture!r} is no gesture of DVONN.").format(gesture=" ".join(gesture))
                )

    def text(self) -> str:
        """The turn in the notation of the game."""
        if self.passes:
            return "-"
        return f"{self.origin}-{self.target}" if self.origin and self.target else self.target


def read_turns(game: Any, turns: Iterable[SiteTurn]) -> Iterator[str]:
    """Yields each turn in the notation of the game. Raises ``BadNotation``."""
    for turn in turns:
        played = _Turn()
        for gesture in turn.gestures:
            played.take(gesture)
        yield played.text() if turn.gestures else "-"


# ---- writing -------------------------------------------------------------------------------------


def start_of(game: Any) -> SiteStart:
    """Returns the site's description of the start. Raises ``BadNotation`` for one drawn by lot."""
    if game.setup != "place":
        raise BadNotation(_("At boardspace.net the players place all pieces of DVONN."))
    return SiteStart(("dvonn",))


def write_turn(game: Any, played: Sequence[tuple[State, int]]) -> list[SiteGesture]:
    """The gestures of one turn."""
    return [_gesture(move) for _state, move in played]


def _gesture(move: int) -> SiteGesture:
    if move == PASS:
        return ("Pass",)
    target = Boardspace.words(NAME_OF[target_of(move)])
    if kind_of(move) == PLACE:
        return ("Dropb", *target)
    return ("Move", *Boardspace.words(NAME_OF[origin_of(move)]), *target)


EXAMPLE: Final = ((("dropb", "F", "3"),), (("dropb", "C", "3"),))
BOARDSPACE: Final = Boardspace(
    "Dvonn", ("dvonn",), options_of, read_turns, start_of, write_turn, EXAMPLE
)
