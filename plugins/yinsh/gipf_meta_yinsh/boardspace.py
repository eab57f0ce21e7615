"""YINSH as boardspace.net writes it.

``place wr G 2`` places a white ring. ``place w B 1`` puts a white marker into the ring on b1, and
``drop board B 5`` moves that ring; ``move B 1 B 5`` says both. ``remove w B 1 B 5`` removes the row
between two points, ``remove wr F 2`` a ring. ``pick`` takes back a piece that was put down.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from gipf_meta import BadNotation, Boardspace, SiteGesture, SiteStart, site_place
from gipf_meta_yinsh.board import NAME_OF
from gipf_meta_yinsh.state import (
    MOVING,
    PASS,
    PLACING,
    TAKING_ROW,
    State,
    first_of,
    kind_of,
    last_of,
)
from gipf_meta_yinsh.texts import _

BLITZ: Final = "yinsh-blitz"


def options_of(start: SiteStart) -> Mapping[str, Any]:
    """Returns the options of a game with this *start*. Raises ``BadNotation`` for a board set up
    by hand."""
    if start.gestures:
        raise BadNotation(_("Its board was set up by hand."))
    return {"variant": "blitz"} if start.words[0].lower() == BLITZ else {}


class _Turn:
    """The parts of one turn, gesture by gesture: the finished *parts*, and the part in progress."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.placed = self.origin = self.target = ""

    def take(self, gesture: SiteGesture) -> None:
        """Updates the turn by *gesture*. Raises ``BadNotation`` for a gesture that YINSH does
        not have."""
        gesture = (gesture[0], *(word.lower() for word in gesture[1:]))
        match gesture:
            case ("place", "wr" | "br", *point):
                self.placed = site_place(point)
            case ("place", "w" | "b", *point):
                self.origin, self.target = site_place(point), ""
            case ("drop", "board", *point):
                if self.origin:
                    self.target = site_place(point)
                else:
                    self.placed = site_place(point)
            case ("move", column, row, *point):
                self.origin, self.target = site_place((column, row)), site_place(point)
            case ("remove", "w" | "b", column, row, *point):
                self._finish()
                self.parts.append(f"x{site_place((column, row))}-{site_place(point)}")
            case ("remove", "wr" | "br", *point):
                self._finish()
                self.parts.append(f"x{site_place(point)}")
            case ("pick", "board", *point):
                self._pick(site_place(point))
            case ("pick", "w" | "b", *_words) | ("drop", "w" | "b", *_words):
                self.origin = self.target = ""
            case ("pick", *_words) | ("drop", *_words):
                self.placed = ""
            case ("pass", *_words):
                self.parts.append("-")
            case _:
                raise BadNotation(
                    _("{gesture!r} is no gesture of YINSH.").format(gesture=" ".join(gesture))
                )

    def _pick(self, point: str) -> None:
        if point == self.placed:
            self.placed = ""
        elif point == self.target:
            self.target = ""

    def _finish(self) -> None:
        """Adds the part in progress to the finished *parts*."""
        if self.origin and self.target:
            self.parts.append(f"{self.origin}-{self.target}")
        elif self.placed:
            self.parts.append(self.placed)
        self.placed = self.origin = self.target = ""

    def text(self) -> str:
        """The turn, or the part of one, in the notation of the game."""
        self._finish()
        return ";".join(self.parts)


# ---- writing -------------------------------------------------------------------------------------


def start_of(game: Any) -> SiteStart:
    """Returns the site's description of the start of *game*."""
    return SiteStart(("Yinsh-Blitz" if game.variant == "blitz" else "Yinsh",))


def write_turn(game: Any, played: Sequence[tuple[State, int]]) -> list[SiteGesture]:
    """The gestures of one turn, with a Done between its parts."""
    gestures: list[SiteGesture] = []
    for state, move in played:
        if gestures:
            gestures.append(("Done",))
        gestures.append(_gesture(move, "wb"[state.seat]))
    return gestures


def _gesture(move: int, colour: str) -> SiteGesture:
    if move == PASS:
        return ("Pass",)
    kind = kind_of(move)
    last = Boardspace.words(NAME_OF[last_of(move)])
    if kind == PLACING:
        return ("place", f"{colour}r", *last)
    if kind == MOVING:
        return ("move", *Boardspace.words(NAME_OF[first_of(move)]), *last)
    if kind == TAKING_ROW:
        return ("remove", colour, *Boardspace.words(NAME_OF[first_of(move)]), *last)
    return ("remove", f"{colour}r", *last)


EXAMPLE: Final = ((("place", "wr", "E", "5"),), (("place", "br", "F", "6"),))
BOARDSPACE: Final = Boardspace(
    "24", ("yinsh", BLITZ), options_of, Boardspace.each_turn(_Turn), start_of, write_turn, EXAMPLE
)
