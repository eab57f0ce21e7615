"""TAMSK as boardspace.net writes it: glasses moved at the times of the game.

``pickb A 1`` and ``dropb B 2``, or ``move A 1 B 2``, move a glass, which drops a ring by itself;
``fifteen`` turns the small glass. A glass that is put down may be moved on until Done. The
expiry of a glass follows from the times. The site moves no glass without a ring: this program
writes ``delay 0`` before such a move, which the site's viewers ignore.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from gipf_meta import BadNotation, Boardspace, SiteGesture, SiteStart, SiteTurn, site_place
from gipf_meta_tamsk.board import NAMES
from gipf_meta_tamsk.notation import decision_text
from gipf_meta_tamsk.state import FLIP, LIFT, MOVE, PLACE, PUT_BACK, Move, State
from gipf_meta_tamsk.texts import _

#: the setups, and the levels that they are
LEVELS: Final = {"tamsk-u": 1, "tamsk": 2, "tamsk-f": 3}
NAME_OF_LEVEL: Final = {level: name for name, level in LEVELS.items()}
SAY_NOTHING: Final = ("timeexpired", "stop", "restart", "delay", "pass", "gameover")
WITHOUT_RING: Final = ("delay", "0")


def options_of(start: SiteStart) -> Mapping[str, Any]:
    """The options of a game that begins so. Raises ``BadNotation`` for a board made by hand."""
    if start.gestures:
        raise BadNotation(_("Its board was set up by hand."))
    level = LEVELS[start.words[0].lower()]
    options: dict[str, Any] = {"level": level, "tie": "draw", "zero_rings": "stop"}
    return options | ({"two_phase": "off"} if level == 3 else {})


class _Turn:
    """The glass that moves in a turn, gesture by gesture."""

    def __init__(self) -> None:
        self.origin = self.target = self.dry = ""
        self.flips = False

    def take(self, gesture: SiteGesture) -> None:
        """Adds *gesture* to the turn. Raises ``BadNotation`` for one that TAMSK does not have."""
        match gesture:
            case ("pickb", *space):
                if site_place(space) != self.target:
                    self.origin = site_place(space)
                self.target = ""
            case ("dropb", *space):
                self.target = site_place(space)
                if self.target == self.origin:
                    self.origin = self.target = ""
            case ("move", column, row, *space):
                self.origin, self.target = site_place((column, row)), site_place(space)
            case ("fifteen", *_words):
                self.flips = True
            case ("delay", "0"):
                self.dry = "/"
            case (verb, *_words) if verb in SAY_NOTHING:
                pass
            case _:
                raise BadNotation(
                    _("{gesture!r} is no gesture of TAMSK.").format(gesture=" ".join(gesture))
                )

    def text(self) -> str:
        """The turn as far as it was played, in the notation of the game."""
        moved = f"{self.origin}-{self.target}{self.dry}" if self.origin and self.target else ""
        return " ".join(filter(None, ("F" if self.flips else "", moved)))


def read_turns(game: Any, turns: Iterable[SiteTurn]) -> Iterator[str | Sequence[str]]:
    """Each turn in the notation of the game. Raises ``BadNotation``.

    A player who turns the small glass interrupts the other, who may hold a glass meanwhile.
    """
    held = _Turn()
    for turn in turns:
        if game.rules.two_phase:
            yield list(_steps(turn.gestures))
            continue
        if any(gesture[0] == "fifteen" for gesture in turn.gestures):
            flipping = _Turn()
            for gesture in turn.gestures:
                flipping.take(gesture)
            yield flipping.text()
            continue
        for gesture in turn.gestures:
            held.take(gesture)
        yield held.text()
        if held.target or not turn.gestures:
            held = _Turn()


def _steps(gestures: Iterable[SiteGesture]) -> Iterator[str]:
    """Each gesture of a game in which a glass is lifted, and placed later."""
    dry = ""
    for gesture in gestures:
        match gesture:
            case ("pickb", *space):
                yield f"^{site_place(space)}"
            case ("dropb", *space):
                yield f">{site_place(space)}{dry}"
            case ("drop", *_words):
                yield "<"
            case ("delay", "0"):
                dry = "/"
                yield ""
            case _:
                turn = _Turn()
                turn.dry = dry
                turn.take(gesture)
                yield turn.text()


# ---- writing -------------------------------------------------------------------------------------


def start_of(game: Any) -> SiteStart:
    """The start of *game* in the site's words. Raises ``BadNotation`` if it does not play it."""
    if game.start_position != "corners" or game.rules.beat_ms:
        raise BadNotation(
            _("boardspace.net plays TAMSK from the corners, and without a metronome.")
        )
    return SiteStart((NAME_OF_LEVEL[game.level], "2", "0", "100"))


def write_turn(game: Any, played: Sequence[tuple[State, Move]]) -> list[SiteGesture]:
    """The gestures of one player's turn. Raises ``BadNotation`` for a move that the site lacks."""
    gestures: list[SiteGesture] = []
    for _state, move in played:
        if move.kind in (MOVE, PLACE) and not move.ring:
            gestures.append(WITHOUT_RING)
        gestures.append(_gesture(move))
    return gestures


def _gesture(move: Move) -> SiteGesture:
    if move.kind == MOVE:
        return ("Move", *Boardspace.words(NAMES[move.at]), *Boardspace.words(NAMES[move.to]))
    if move.kind == LIFT:
        return ("Pickb", *Boardspace.words(NAMES[move.at]))
    if move.kind == PLACE:
        return ("Dropb", *Boardspace.words(NAMES[move.to]))
    if move.kind == PUT_BACK:
        return ("Drop", "Neutral")
    if move.kind == FLIP:
        return ("Fifteen",)
    raise BadNotation(_("boardspace.net cannot write {text}.").format(text=decision_text(move)))


EXAMPLE: Final = ((("move", "A", "1", "B", "2"),), (("move", "D", "1", "D", "2"),))
BOARDSPACE: Final = Boardspace(
    "tamsk", tuple(LEVELS), options_of, read_turns, start_of, write_turn, EXAMPLE, tells_time=True
)
