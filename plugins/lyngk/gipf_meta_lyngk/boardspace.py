"""LYNGK as boardspace.net writes it, by published parts of its programs; no game was at hand.

``claim R F`` claims red for the first player (``S``: the second), as ``pick R`` with ``drop F``
does; ``move A 1 B 2`` moves a stack, as ``pickb A 1 0`` with ``dropb B 2`` does. Done alone passes,
or ``pass``. A picked piece may be put back: only the claim and the stack's place at the end
count. ``N``, noir, are the black pieces.

``SU[lyngk 2 12345 100]`` names the players, the key of the lot that drew the board, and a revision.
Ours draws other boards, so none of our matches is written for the site.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from gipf_meta import BadNotation, Boardspace, SiteGesture, SiteStart, site_place, site_shuffled
from gipf_meta_lyngk.board import NAME_OF, POINTS
from gipf_meta_lyngk.texts import _

_SETUPS: Final = {"lyngk": {"obstacles": "taken"}, "lyngk-6": {"variant": "stack6"}}
"""The options by the word of the site; at the site, claims take neutral stacks of five."""
_COLOURS: Final = {"N": "K", "R": "R", "G": "G", "B": "B", "I": "I"}
"""Our letter for each colour of the site, in the order in which its lot takes the pieces."""
_OWNERS: Final = "FS"
_JOKERS: Final = 3
_EACH: Final = 8
_ROUNDS: Final = 4
"""The number of times that the site shuffles the pieces."""
_KEY: Final = 2
"""The index of the word of ``SU`` that is the key of the lot."""


def options_of(start: SiteStart) -> Mapping[str, Any]:
    """Returns the options of a game with this *start*.

    Raises ``BadNotation`` for a board made by hand.
    """
    if start.gestures:
        raise BadNotation(_("Its board was set up by hand."))
    return _SETUPS[start.words[0].lower()]


def luck_of(game: Any, start: SiteStart) -> list[str]:
    """Returns the draws of the site's lot, point by point.

    The pieces are shuffled, and the last lies on the last point. Raises ``BadNotation`` where
    the file does not name the lot.
    """
    if len(start.words) <= _KEY:
        raise BadNotation(_("Its board was drawn by lot, and its file does not say by which."))
    pieces = "J" * _JOKERS + "".join(_COLOURS.values()) * _EACH
    drawn = site_shuffled(pieces, start.words[_KEY], _ROUNDS)
    return [drawn[point] + NAME_OF[point] for point in POINTS]


class _Turn:
    """The claim and the move of one turn, gesture by gesture."""

    def __init__(self) -> None:
        self.claimed = self.picked = self.lifted = self.move = ""

    def take(self, gesture: SiteGesture) -> None:
        """Updates the turn by *gesture*. Raises ``BadNotation`` for a gesture that LYNGK does
        not have."""
        match gesture:
            case ("claim", colour, _owner):
                self.claimed = _COLOURS[colour.upper()]
            case ("pick", place) if place.upper() in _OWNERS:
                self.picked, self.claimed = self.claimed, ""
            case ("pick", colour):
                self.picked = _COLOURS[colour.upper()]
            case ("drop", place):
                if place.upper() in _OWNERS:
                    self.claimed = self.picked
                self.picked = ""
            case ("move", column, row, *space):
                self.move = f"{site_place((column, row))}-{site_place(space)}"
            case ("pickb", column, row, *_level):
                self._lift(site_place((column, row)))
            case ("dropb", column, row):
                self._drop(site_place((column, row)))
            case ("pass",):
                self.claimed = self.move = ""
            case _:
                raise BadNotation(
                    _("{gesture!r} is no gesture of LYNGK.").format(gesture=" ".join(gesture))
                )

    def _lift(self, point: str) -> None:
        """Takes up the stack on *point*, and takes the move back if it ended there."""
        origin, _hyphen, target = self.move.partition("-")
        self.lifted, self.move = (origin, "") if target == point else (point, self.move)

    def _drop(self, point: str) -> None:
        if self.lifted and point != self.lifted:
            self.move = f"{self.lifted}-{point}"
        self.lifted = ""

    def text(self) -> str:
        """The turn in the notation of the game."""
        return ",".join(filter(None, (self.claimed, self.move))) or "-"


EXAMPLE: Final = (
    (("Move", "A", "1", "B", "2"),),
    (("Claim", "N", "S"), ("Move", "H", "3", "H", "4")),
)
BOARDSPACE: Final = Boardspace(
    "lyngk",
    tuple(_SETUPS),
    options_of,
    Boardspace.each_turn(_Turn),
    None,
    None,
    EXAMPLE,
    luck=luck_of,
    example_start=("lyngk", "2", "12345", "100"),
)
