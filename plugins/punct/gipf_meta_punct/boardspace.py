"""PÜNCT as boardspace.net writes it.

``dropb 7 D 9 2`` lays piece 7 with its PÜNCT on d9, turned twice; ``move D 9 E 10 0`` moves the
piece that is on top there. The pieces have numbers: of White's 0 to 18 the first is no piece of
the game, then come six triangles, two straight ones with the PÜNCT in the centre, four with it
at an end, and two angular ones of each kind; Black's are numbered from 19 on. A piece that is
dropped while it lies on the board has moved. ``pick`` and ``drop`` concern pieces beside the
board.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from gipf_meta import BadNotation, Boardspace, SiteGesture, SiteStart, SiteTurn, understood
from gipf_meta_punct.board import (
    DIRECTIONS,
    DOT,
    KIND,
    KINDS,
    MINOR,
    NAMES,
    OTHER,
    PLACEMENT_OF,
    PLACES,
    SET,
    SPACE_AT,
)
from gipf_meta_punct.rules import Rules
from gipf_meta_punct.state import GO, LIE, LIFT, State, unpack
from gipf_meta_punct.texts import _

#: the shape of each kind of piece when it is not turned: the minor dots as sums of directions,
#: by their numbers; every turn adds one to each number
SHAPES: Final[Mapping[str, tuple[tuple[int, ...], tuple[int, ...]]]] = {
    "T": ((3,), (4,)),
    "C": ((3,), (0,)),
    "E": ((3,), (3, 3)),
    "R": ((3,), (3, 4)),
    "M": ((4,), (0,)),
    "L": ((1,), (1, 0)),
}
#: the kinds in the order in which the site numbers a player's pieces, from 1
ORDER: Final = "".join(kind * SET[KINDS.index(kind)] for kind in SHAPES)
#: the numbers of each player, with the one that is no piece
NUMBERS: Final = len(ORDER) + 1


def options_of(start: SiteStart) -> Mapping[str, Any]:
    """Returns the options of a game with this *start*. Raises ``BadNotation`` for a board set up
    by hand."""
    if start.gestures:
        raise BadNotation(_("Its board was set up by hand."))
    return {}


def placement_at(kind: str, space: int, turned: int) -> int:
    """The placement of a piece of *kind* whose PÜNCT is on *space*. Raises ``BadNotation``."""
    dots = sorted(_space(space, shape, turned) for shape in SHAPES[kind])
    return understood(
        PLACEMENT_OF.get((KINDS.index(kind), space, dots[0], dots[1])),
        _("A piece on {space} does not lie on the board.").format(space=NAMES[space]),
    )


def _space(space: int, shape: tuple[int, ...], turned: int) -> int:
    """The space of a dot of that *shape*, or -1 off the board."""
    column, row = PLACES[space]
    for step in shape:
        across, up = DIRECTIONS[(step + turned) % 6]
        column, row = column + across, row + up
    return SPACE_AT.get((column, row), -1)


class _Board:
    """The placements of the pieces on the board by the pieces' numbers, the last laid last."""

    def __init__(self) -> None:
        self.lying: dict[int, int] = {}

    def on_top(self, space: int) -> int:
        """The number of the piece on top of *space*. Raises ``BadNotation``."""
        for number, lies in reversed(self.lying.items()):
            if space in (DOT[lies], MINOR[lies], OTHER[lies]):
                return number
        raise BadNotation(_("There is no piece on {space}.").format(space=NAMES[space]))

    def lay(self, number: int, placement: int) -> str:
        """Lays piece *number*; returns the turn in the notation of the game."""
        before = self.lying.pop(number, None)
        self.lying[number] = placement
        at = NAMES[DOT[placement]]
        first = KINDS[KIND[placement]] + at if before is None else f"{NAMES[DOT[before]]}-{at}"
        return f"{first}:{NAMES[MINOR[placement]]},{NAMES[OTHER[placement]]}"


def read_turns(game: Any, turns: Iterable[SiteTurn]) -> Iterator[str]:
    """Yields each turn in the notation of the game. Raises ``BadNotation``."""
    board = _Board()
    for turn in turns:
        laid: tuple[int, int] | None = None
        for gesture in turn.gestures:
            match gesture:
                case ("dropb", number, *place):
                    laid = int(number), _placement(int(number), place)
                case ("move", column, row, *place):
                    top = board.on_top(_place(column, row))
                    laid = top, _placement(top, place)
                case ("pick", *_words) | ("drop", *_words):
                    laid = None
                case ("pickb", *_words) | ("rotate", *_words):
                    pass
                case _:
                    raise BadNotation(
                        _("{gesture!r} is no gesture of PÜNCT.").format(gesture=" ".join(gesture))
                    )
        yield board.lay(*laid) if laid else ""


def _placement(number: int, place: Sequence[str]) -> int:
    column, row, turned = place
    return placement_at(ORDER[number % NUMBERS - 1], _place(column, row), int(turned))


def _place(column: str, row: str) -> int:
    """The space of ``D 9``. Raises ``BadNotation``."""
    return understood(
        SPACE_AT.get((ord(column.lower()) - 96, int(row))),
        _("There is no space {name}.").format(name=column.lower() + row),
    )


# ---- writing -------------------------------------------------------------------------------------


def start_of(game: Any) -> SiteStart:
    """Returns the site's description of the start of *game*."""
    return SiteStart(("punct",))


def write_turn(game: Any, played: Sequence[tuple[State, int]]) -> list[SiteGesture]:
    """The gesture of a turn, once the turn tells how the piece lies."""
    rules: Rules = game.rules
    (before, first), (last, how) = played[0], played[-1]
    if how >= LIE:
        lies = how - LIE
    elif how >= GO and rules.apply(last, how).kind < 0:
        lies = rules.lying(last, how - GO)[0]
    else:
        return []
    to = (*Boardspace.words(NAMES[DOT[lies]]), str(_turned(lies)))
    if first >= LIFT:
        return [("Move", *Boardspace.words(NAMES[first - LIFT]), *to)]
    used = SET[first] - unpack(before.reserve)[first]
    number = before.seat * NUMBERS + 1 + ORDER.index(KINDS[first]) + used
    return [("Dropb", str(number), *to)]


def _turned(placement: int) -> int:
    """The number of steps by which the piece of *placement* is turned."""
    kind, space = KINDS[KIND[placement]], DOT[placement]
    dots = {MINOR[placement], OTHER[placement]}
    return next(
        turned
        for turned in range(6)
        if {_space(space, shape, turned) for shape in SHAPES[kind]} == dots
    )


EXAMPLE: Final = ((("dropb", "1", "E", "5", "0"),), (("dropb", "20", "N", "12", "0"),))
BOARDSPACE: Final = Boardspace(
    "25", ("punct",), options_of, read_turns, start_of, write_turn, EXAMPLE
)
