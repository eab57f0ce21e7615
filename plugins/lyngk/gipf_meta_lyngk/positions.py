"""Positions as one line of text (docs/reference/lyngk.md §8).

    <side> <claims> <taken> <stacks>

*side* is ``w``, ``b``, or ``-`` after the end; while luck sets the board up it is ``?``. *claims*
are the colours of White and of Black, ``G/RK``; *taken* the stacks that each has taken, ``1,0``.
A stack is its pieces from the bottom to the top and its point: ``RJGa1``.
"""

from __future__ import annotations

import re
from typing import Final

from gipf_meta import (
    BadNotation,
    Over,
    height,
    pieces,
    read_stack,
    split_fields,
    stack_text,
    top,
    understood,
)
from gipf_meta_lyngk.board import BOARD, NAME_OF, POINTS
from gipf_meta_lyngk.rules import BARE, FIVE, SIX, STACK_OF_SIX, Rules
from gipf_meta_lyngk.state import (
    BLACK,
    COLOURS,
    COUNTS,
    DRAWING,
    JOKER,
    OVER,
    PIECES,
    PLAYING,
    WHITE,
    State,
    colours,
)
from gipf_meta_lyngk.texts import _

LETTERS: Final = "-IBRGKJ"
"""The letter of each piece, by its number."""
SIDES: Final = ("w", "b")
ENDED: Final = "-"
LUCK: Final = "?"
NOTHING: Final = "-"
_CLAIMS: Final = re.compile(r"(-|[IBRGK]+)/(-|[IBRGK]+)", re.ASCII)
_TAKEN: Final = re.compile(r"([0-9]),([0-9])", re.ASCII)
_ITEM: Final = re.compile(r"([IBRGKJ]{1,43})([a-z][0-9]{1,2})", re.ASCII)

Claims = tuple[int, int]
"""The colours that White and Black have claimed."""


# -- writing -----------------------------------------------------------------------------------


def colours_text(mask: int) -> str:
    """The colours of a set in their order, ``-`` for none."""
    return "".join(LETTERS[colour] for colour in COLOURS if mask >> colour & 1) or NOTHING


def board_text(stacks: tuple[int, ...]) -> str:
    """The stacks with their points, by column, then number: ``RJGa1,Bb2``."""
    listed = [
        stack_text(stacks[point], LETTERS) + NAME_OF[point] for point in POINTS if stacks[point]
    ]
    return ",".join(listed) or NOTHING


def position_text(state: State) -> str:
    """Returns the position string of §8."""
    side = SIDES[state.seat]
    if state.phase != PLAYING:
        side = LUCK if state.phase == DRAWING else ENDED
    claims = "/".join(colours_text(state.claims[seat]) for seat in (WHITE, BLACK))
    taken = ",".join(str(state.taken[seat]) for seat in (WHITE, BLACK))
    return f"{side} {claims} {taken} {board_text(state.stacks)}"


# -- reading -----------------------------------------------------------------------------------


def read_position(rules: Rules, text: str) -> State:
    """The position that *text* describes, in turn 1. Raises ``BadNotation``."""
    fields = split_fields(
        text,
        (4,),
        _(
            "A position has four fields: the side to move, the colours claimed, the stacks"
            " taken and the stacks on the board, as in w G/- 1,0 RJGa1,Bb2; this one has"
            " {count}."
        ),
    )
    side, claims_field, taken_field, board_field = fields
    if side not in (*SIDES, ENDED, LUCK):
        raise BadNotation(
            _(
                "The side to move is w or b, - after the end, or ? while luck sets the board up,"
                " not {side!r}."
            ).format(side=side)
        )
    claims = _read_claims(claims_field)
    taken = _read_taken(taken_field)
    stacks = read_board(board_field)
    _check_stacks(rules, stacks)
    if side == LUCK:
        return _drawing(stacks, claims, taken)
    _check_taken(rules, stacks, claims, taken)
    if rules.to_six and taken != (0, 0):
        return _won_by_six(stacks, claims, taken, side)
    seat = SIDES.index(side) if side in SIDES else WHITE
    state = State(stacks, claims, taken, PLAYING, seat, 1)
    is_over = not (rules.has_turn(state, WHITE) or rules.has_turn(state, BLACK))
    if is_over and side != ENDED:
        raise BadNotation(_("Neither player has a turn, so the game is over: the side must be -."))
    if not is_over and side == ENDED:
        raise BadNotation(_("There are turns left, so the game is not over: the side is w or b."))
    return rules.finished(state, 1) if is_over else state


def read_board(field: str) -> tuple[int, ...]:
    """The stacks that a field lists: ``RJGa1,Bb2``. Raises ``BadNotation``."""
    stacks = [*BARE]
    for item in field.split(",") if field != NOTHING else ():
        found = _ITEM.fullmatch(item)
        if not found:
            raise BadNotation(
                _(
                    "{item!r} is no stack: write its pieces (I, B, R, G, K, J) from the bottom to"
                    " the top, then its point, as in RJGa1."
                ).format(item=item)
            )
        point = read_point(found[2])
        if stacks[point]:
            raise BadNotation(_("The point {name} is named twice.").format(name=NAME_OF[point]))
        stacks[point] = read_stack(found[1], LETTERS)
    return tuple(stacks)


def read_point(name: str) -> int:
    """The point of that *name*. Raises ``BadNotation``."""
    point = BOARD.place_of.get(name)
    if point is None:
        raise BadNotation(_("There is no point {name}.").format(name=name))
    return point


def _read_claims(field: str) -> Claims:
    """The colours that White and Black have claimed. Raises ``BadNotation``."""
    found = understood(
        _CLAIMS.fullmatch(field),
        _(
            "{field!r} should be the colours that White and Black have claimed, as in G/RK,"
            " with - for none."
        ).format(field=field),
    )
    listed = [letters.strip(NOTHING) for letters in found.groups()]
    if max(map(len, listed)) > 2:
        raise BadNotation(
            _("A player claims two colours at most, so {field!r} is wrong.").format(field=field)
        )
    both = "".join(listed)
    if len({*both}) < len(both):
        raise BadNotation(_("A colour is claimed once, so {field!r} is wrong.").format(field=field))
    white, black = (sum(1 << LETTERS.index(letter) for letter in letters) for letters in listed)
    return white, black


def _read_taken(field: str) -> tuple[int, int]:
    """The numbers of stacks that White and Black have taken. Raises ``BadNotation``."""
    found = understood(
        _TAKEN.fullmatch(field),
        _("{field!r} should be the stacks that White and Black have taken, as in 1,0.").format(
            field=field
        ),
    )
    return int(found[1]), int(found[2])


def _check_stacks(rules: Rules, stacks: tuple[int, ...]) -> None:
    """Raises ``BadNotation`` if a stack cannot be, or there are too many pieces (§8)."""
    inside = [piece for stack in stacks for piece in pieces(stack)]
    for piece in PIECES:
        if inside.count(piece) > COUNTS[piece]:
            raise BadNotation(
                _("There are {count} pieces {piece}, but only {most} in the game.").format(
                    count=inside.count(piece), piece=LETTERS[piece], most=COUNTS[piece]
                )
            )
    for point in POINTS:
        stack = stacks[point]
        if height(stack) > rules.limit:
            told = _("The stack {stack} is too high: {most} pieces are the most.")
        elif colours(stack).bit_count() < sum(piece != JOKER for piece in pieces(stack)):
            told = _("The stack {stack} has a colour twice.")
        elif top(stack) == JOKER and height(stack) > 1:
            told = _("The stack {stack} has a joker on top, and a joker never moves by itself.")
        else:
            continue
        raise BadNotation(
            told.format(stack=stack_text(stack, LETTERS) + NAME_OF[point], most=rules.limit)
        )


def _check_taken(
    rules: Rules, stacks: tuple[int, ...], claims: Claims, taken: tuple[int, int]
) -> None:
    """Raises ``BadNotation`` if these numbers of stacks cannot have been taken (§8)."""
    for seat in (WHITE, BLACK):
        if taken[seat] and not claims[seat]:
            raise BadNotation(_("Nobody takes a stack who has claimed no colour."))
    count = sum(map(height, stacks))
    gone = 0 if rules.to_six else FIVE * sum(taken)
    if count + gone > sum(COUNTS):
        raise BadNotation(
            _(
                "There are {count} pieces on the board and {gone} taken, but only {all} in all."
            ).format(count=count, gone=gone, all=sum(COUNTS))
        )


def _won_by_six(
    stacks: tuple[int, ...], claims: Claims, taken: tuple[int, int], side: str
) -> State:
    """The end by a stack of six, which stands on the board (§6.2). Raises ``BadNotation``."""
    if taken not in ((1, 0), (0, 1)):
        raise BadNotation(
            _("No stacks are taken here: the field is 1,0 or 0,1 once a stack of six has won.")
        )
    winner = taken.index(1)
    if side != ENDED:
        raise BadNotation(_("A stack of six has won, so the game is over: the side must be -."))
    if not any(height(each) == SIX and claims[winner] >> top(each) & 1 for each in stacks):
        raise BadNotation(
            _("Who has won by a stack of six has one on the board, with his colour on top.")
        )
    return State(stacks, claims, taken, OVER, 1 - winner, 1, Over((winner,), STACK_OF_SIX))


def _drawing(stacks: tuple[int, ...], claims: Claims, taken: tuple[int, int]) -> State:
    """A board that luck still fills, point by point. Raises ``BadNotation``."""
    placed = sum(map(bool, stacks))
    is_next = all(stacks[:placed]) and not all(stacks)
    if claims != (0, 0) or taken != (0, 0) or not is_next or max(map(height, stacks)) > 1:
        raise BadNotation(
            _(
                "While luck sets the board up (the side is ?) it puts single pieces on the points"
                " in their order; on any other board w or b is on turn (turn=w sets that up)."
            )
        )
    return State(stacks, claims, taken, DRAWING, WHITE, 1)
