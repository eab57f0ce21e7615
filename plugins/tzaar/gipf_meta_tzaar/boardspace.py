"""TZAAR as boardspace.net writes it.

``capture E 9 E 8`` and ``move F 4 F 5`` move a stack, as ``pickb E 9`` with ``dropcap E 8`` or
``dropb`` does; ``pass`` ends a turn, or takes that back; ``pick wr 0`` with ``dropb C 3`` places a
Tott (0; 1 a Tzarra, 2 a Tzaar), as ``onboard wr 0 C 3`` does. A piece that is picked may be put
back: only where it lies at the end counts.

``SU[Tzaar-random 12345]`` is a board that the site's lot with that key drew. How the lot works is
known from published parts of the site's programs, without a game to compare.
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
    site_shuffled,
    target_of,
)
from gipf_meta_tzaar.board import NAME_OF, SPACES
from gipf_meta_tzaar.positions import COLOURS, LETTERS
from gipf_meta_tzaar.state import CAPTURE, PASS, PIECES, PLACE, State, piece_of
from gipf_meta_tzaar.texts import _

_SETUPS: Final = {"tzaar-standard": "fixed", "tzaar-custom": "place", "tzaar-random": "random"}
_PIECES: Final = "TAZ"
"""The kinds in the order of the site's numbers, 0 to 2."""
_RACKS: Final = ("wr", "br")
_ROUNDS: Final = 5
"""The number of times that the site shuffles the pieces."""
_NEW_LOTS: Final = "2013-10-25"
"""The date from which on the site draws as it does today."""


def options_of(start: SiteStart) -> Mapping[str, Any]:
    """Returns the options of a game with this *start*.

    Raises ``BadNotation`` for a board made by hand.
    """
    if start.gestures:
        raise BadNotation(_("Its board was set up by hand."))
    return {"setup": _SETUPS[start.words[0].lower()]}


def luck_of(game: Any, start: SiteStart) -> list[str]:
    """Returns the draws of the site's lot, space by space.

    The pieces, rack by rack, are shuffled, and the last lies on the last space. Raises
    ``BadNotation`` where the file does not name the lot.
    """
    if game.setup != "random":
        return []
    if len(start.words) < 2:
        raise BadNotation(_("Its board was drawn by lot, and its file does not say by which."))
    racks = [
        colour + kind
        for colour in COLOURS
        for kind in _PIECES
        for _each in range(PIECES[LETTERS.index(kind)])
    ]
    is_old = "" < start.date < _NEW_LOTS
    drawn = site_shuffled(racks, start.words[1], _ROUNDS, is_old=is_old)
    return [drawn[space] + NAME_OF[space] for space in SPACES]


class _Turn:
    """The moves of one turn, gesture by gesture. *is_first*: the turn is one capture only (§4)."""

    def __init__(self, is_first: bool) -> None:
        self.is_first = is_first
        self.moves: list[tuple[str, str]] = []
        self.lifted = self.rack = self.placed = ""
        self.passes = False

    def take(self, gesture: SiteGesture) -> None:
        """Updates the turn by *gesture*. Raises ``BadNotation`` for a gesture that TZAAR does
        not have."""
        match gesture:
            case ("pick", _rack, piece):
                self.rack = _PIECES[int(piece)]
                self.placed = ""
            case ("drop", *_words):
                self.rack = ""
            case ("onboard", _rack, piece, column, row):
                self.rack = _PIECES[int(piece)]
                self.placed = self.rack + site_place((column, row))
            case ("pickb", column, row, *_kind):
                self._lift(site_place((column, row)))
            case ("dropb" | "dropcap", *space):
                self._drop(site_place(space))
            case ("move" | "capture", column, row, *space):
                self.moves.append((site_place((column, row)), site_place(space)))
            case ("pass", *_words):
                self.passes = not self.passes
            case _:
                raise BadNotation(
                    _("{gesture!r} is no gesture of TZAAR.").format(gesture=" ".join(gesture))
                )

    def _lift(self, space: str) -> None:
        """Takes up the piece or stack on *space*, and takes back a move that ended there.

        A placement is always taken back, a move only if the turn is whole.
        """
        if self.placed:
            self.placed = ""
            return
        self.lifted = space
        is_whole = len(self.moves) == (1 if self.is_first else 2)
        if is_whole and self.moves[-1][1] == space:
            self.lifted = self.moves.pop()[0]

    def _drop(self, space: str) -> None:
        if self.lifted:
            if space != self.lifted:
                self.moves.append((self.lifted, space))
            self.lifted = ""
        elif self.rack:
            self.placed = self.rack + space

    def text(self) -> str:
        """The turn in the notation of the game; the board tells captures from strengthenings."""
        parts = [origin + target for origin, target in self.moves]
        return self.placed or ";".join([*parts, "-"] if self.passes else parts)


def read_turns(game: Any, turns: Iterable[SiteTurn]) -> Iterator[str]:
    """Yields each turn in the notation of the game. Raises ``BadNotation``."""
    is_first = True
    for turn in turns:
        played = _Turn(is_first)
        for gesture in turn.gestures:
            played.take(gesture)
        is_first = is_first and not played.moves
        yield played.text()


# ---- writing -------------------------------------------------------------------------------------


def start_of(game: Any) -> SiteStart:
    """Returns the site's description of the start. Raises ``BadNotation`` for one drawn by lot."""
    if game.setup == "random":
        raise BadNotation(_("boardspace.net shows no other board drawn by lot than its own."))
    words = next(words for words, setup in _SETUPS.items() if setup == game.setup)
    return SiteStart((words, "0"))


def write_turn(game: Any, played: Sequence[tuple[State, int]]) -> list[SiteGesture]:
    """The gestures of one turn."""
    return [_gesture(state, move) for state, move in played]


def _gesture(state: State, move: int) -> SiteGesture:
    if move == PASS:
        return ("Pass",)
    target = Boardspace.words(NAME_OF[target_of(move)])
    if kind_of(move) == PLACE:
        piece = len(_PIECES) - piece_of(move)
        return ("OnBoard", _RACKS[state.seat], str(piece), *target)
    verb = "Capture" if kind_of(move) == CAPTURE else "Move"
    return (verb, *Boardspace.words(NAME_OF[origin_of(move)]), *target)


EXAMPLE: Final = (
    (("capture", "D", "5", "D", "4"),),
    (("capture", "A", "4", "A", "5"), ("pass",)),
)
BOARDSPACE: Final = Boardspace(
    "Tzaar", tuple(_SETUPS), options_of, read_turns, start_of, write_turn, EXAMPLE, luck=luck_of
)
