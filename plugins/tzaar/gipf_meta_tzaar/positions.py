"""Positions as one line of text (docs/reference/tzaar.md §8).

    <side> <hand> W:<items> B:<items> [second]

*side* is ``w``, ``b``, or after the end ``-w`` or ``-b``, by the winner; *hand* the pieces that
White and Black still have to place, ``-`` after that. An item is a stack, its pieces from the
bottom to the top and its space: ``TAZe4``. The last field is there where the first capture of a
turn is made.
"""

from __future__ import annotations

import re
from typing import Final

from gipf_meta import (
    BadNotation,
    height,
    numbers_of_set,
    pieces,
    read_stack,
    split_fields,
    stack_text,
    understood,
)
from gipf_meta_tzaar.board import BOARD, FULL, NAME_OF, SPACES
from gipf_meta_tzaar.rules import (
    CAPTURED,
    NO_CAPTURE,
    Rules,
    can_capture,
    has_all_kinds,
    over,
    pieces_left,
)
from gipf_meta_tzaar.state import (
    BLACK,
    DRAWING,
    FIRST,
    KINDS,
    PIECES,
    PLACING,
    SECOND,
    WHITE,
    State,
)
from gipf_meta_tzaar.texts import _

LETTERS: Final = "-ZAT"
"""The letter of each kind of pieces, by its number."""
COLOURS: Final = "WB"
SIDES: Final = ("w", "b", "-w", "-b")
SECOND_FIELD: Final = "second"
_HAND: Final = re.compile(r"Z(\d\d?)A(\d\d?)T(\d\d?)/Z(\d\d?)A(\d\d?)T(\d\d?)", re.ASCII)
_ITEM: Final = re.compile(r"([ZAT]{1,30})([a-z][0-9]{1,2})", re.ASCII)

Board = tuple[tuple[int, ...], int, int]
"""The stacks, and the sets of spaces with stacks of White and of Black."""
Hand = tuple[tuple[int, ...], tuple[int, ...]]
"""The numbers of pieces that White and Black still have to place, by the kind's number."""


# -- writing -----------------------------------------------------------------------------------


def items_text(stacks: tuple[int, ...], own: int) -> str:
    """The stacks on *own* with their spaces, by column, then number."""
    listed = numbers_of_set(own)
    return ",".join(stack_text(stacks[space], LETTERS) + NAME_OF[space] for space in listed)


def board_text(state: State) -> str:
    """Both colours' stacks: ``W:Ze4 B:Ta1``."""
    white, black = (items_text(state.stacks, state.owned(seat)) for seat in (WHITE, BLACK))
    return f"W:{white} B:{black}"


def position_text(state: State) -> str:
    """Returns the position string of §8."""
    side = SIDES[state.seat] if state.ending is None else f"-{SIDES[1 - state.seat]}"
    hand = "-"
    if state.phase <= PLACING:
        hand = "/".join(
            "".join(f"{LETTERS[piece]}{pieces_left(state, seat, piece)}" for piece in KINDS)
            for seat in (WHITE, BLACK)
        )
    last = f" {SECOND_FIELD}" if state.phase == SECOND else ""
    return f"{side} {hand} {board_text(state)}{last}"


# -- reading -----------------------------------------------------------------------------------


def read_position(rules: Rules, text: str) -> State:
    """The position that *text* describes, in turn 1. Raises ``BadNotation``."""
    fields = split_fields(
        text,
        (4, 5),
        _(
            "A position has four fields: the side to move, the pieces still to be placed or -,"
            " W: with White's stacks, B: with Black's, and inside a turn second; this one has"
            " {count}."
        ),
    )
    side, hand_field = fields[:2]
    if side not in SIDES:
        raise BadNotation(
            _(
                "The side to move is w or b, after the end -w or -b by who has won, not {side!r}."
            ).format(side=side)
        )
    if fields[4:] not in ([], [SECOND_FIELD]):
        raise BadNotation(
            _("{field!r} is not understood: the last field is second, or is left out.").format(
                field=fields[4]
            )
        )
    is_second = len(fields) == 5
    board = read_board(fields[2], fields[3])
    if hand_field != "-":
        return _setting_up(rules, board, side, _read_hand(hand_field), is_second)
    _check_counts(board, ((0, 0, 0, 0), (0, 0, 0, 0)))
    if side.startswith("-"):
        return _finished(board, SIDES.index(side) - 2, is_second)
    return _playing(board, SIDES.index(side), is_second)


def read_board(white_field: str, black_field: str) -> Board:
    """The stacks of both colours: ``W:Ze4``, ``B:Ta1``. Raises ``BadNotation``."""
    stacks = [0] * len(SPACES)
    owned = []
    for letter, field in zip(COLOURS, (white_field, black_field), strict=True):
        head, colon, listed = field.partition(":")
        if head != letter or not colon:
            raise BadNotation(
                _("{field!r} should begin with {letter}: and list its stacks.").format(
                    field=field, letter=letter
                )
            )
        own = 0
        for item in listed.split(",") if listed else ():
            space, stack = _read_item(item)
            if stacks[space]:
                raise BadNotation(_("The space {name} is named twice.").format(name=NAME_OF[space]))
            stacks[space] = stack
            own |= 1 << space
        owned.append(own)
    return tuple(stacks), owned[WHITE], owned[BLACK]


def _read_item(item: str) -> tuple[int, int]:
    """A space and the stack on it. Raises ``BadNotation``."""
    found = understood(
        _ITEM.fullmatch(item),
        _(
            "{item!r} is no stack: write its pieces (Z, A, T) from the bottom to the top, then"
            " its space, as in TAZe4."
        ).format(item=item),
    )
    return read_space(found[2]), read_stack(found[1], LETTERS)


def read_space(name: str) -> int:
    """The space of that *name*. Raises ``BadNotation``."""
    space = BOARD.place_of.get(name)
    if space is None:
        raise BadNotation(
            _("There is no space {name}.").format(name=name)
            if name != "e5"
            else _("e5 is no space: it is the hole in the middle of the board.")
        )
    return space


def _read_hand(field: str) -> Hand:
    """The numbers of pieces that each player still has to place. Raises ``BadNotation``."""
    found = understood(
        _HAND.fullmatch(field),
        _("{field!r} should be the pieces still to be placed, as in Z6A9T15/Z6A9T15.").format(
            field=field
        ),
    )
    counts = tuple(map(int, found.groups()))
    return (0, *counts[:3]), (0, *counts[3:])


def _count_pieces(board: Board, seat: int) -> list[int]:
    """The numbers of pieces of *seat* on the board, by kind; pieces inside stacks count, too."""
    stacks, *owned = board
    found = [piece for space in numbers_of_set(owned[seat]) for piece in pieces(stacks[space])]
    return [found.count(kind) for kind in range(len(PIECES))]


def _check_counts(board: Board, hand: Hand) -> None:
    """Raises ``BadNotation`` if there are more pieces of a kind than there can be (§2)."""
    for seat in (WHITE, BLACK):
        counts = _count_pieces(board, seat)
        for kind in KINDS:
            count = counts[kind] + hand[seat][kind]
            if count > PIECES[kind]:
                raise BadNotation(
                    _("{letter}: has {count} pieces {kind}, but only {most} in the game.").format(
                        letter=COLOURS[seat], count=count, kind=LETTERS[kind], most=PIECES[kind]
                    )
                )


def _setting_up(rules: Rules, board: Board, side: str, hand: Hand, is_second: bool) -> State:
    """A position before the first turn of the game. Raises ``BadNotation``."""
    stacks, white, black = board
    if is_second or side.startswith("-"):
        raise BadNotation(_("While pieces are still to be placed nobody captures or wins."))
    if any(height(stack) > 1 for stack in stacks):
        raise BadNotation(_("While pieces are still to be placed there are no stacks of several."))
    _check_counts(board, hand)
    for seat in (WHITE, BLACK):
        counts = _count_pieces(board, seat)
        for kind in KINDS:
            if counts[kind] + hand[seat][kind] != PIECES[kind]:
                raise BadNotation(
                    _(
                        "On the board and in the hand together {letter} has {count} pieces {kind},"
                        " not {all}."
                    ).format(
                        letter=COLOURS[seat],
                        count=counts[kind] + hand[seat][kind],
                        kind=LETTERS[kind],
                        all=PIECES[kind],
                    )
                )
    if white | black == FULL:
        raise BadNotation(_("Where all pieces are placed, - stands for the hand."))
    if rules.setup == "place":
        return _placing(board, side)
    placed = (white | black).bit_count()
    if rules.setup != "random" or side != "w" or white | black != (1 << placed) - 1:
        raise BadNotation(
            _("With setup={setup} nobody sets the board up so.").format(setup=rules.setup)
        )
    return State(stacks, white, black, DRAWING, WHITE, 1)


def _placing(board: Board, side: str) -> State:
    """A position in which pieces are placed in turn. Raises ``BadNotation``."""
    stacks, white, black = board
    ahead = white.bit_count() - black.bit_count()
    if ahead not in (WHITE, BLACK) or side != SIDES[ahead]:
        raise BadNotation(
            _(
                "Nobody places so: White begins, and the players place one piece each in turn; w is"
                " on turn when both have placed as many, b when White has placed one more."
            )
        )
    return State(stacks, white, black, PLACING, ahead, 1)


def _playing(board: Board, seat: int, is_second: bool) -> State:
    """A position of the game, *seat* on turn. Raises ``BadNotation``."""
    stacks, *owned = board
    for other in (WHITE, BLACK):
        if not has_all_kinds(stacks, owned[other]):
            raise BadNotation(
                _(
                    "{letter}: has not all three kinds on top, so the game is over: the side must"
                    " be {side}."
                ).format(letter=COLOURS[other], side=f"-{SIDES[1 - other]}")
            )
    if owned[WHITE] | owned[BLACK] == FULL and (is_second or seat == BLACK):
        raise BadNotation(
            _("On a full board White is on turn, with the first capture of the game.")
        )
    if not is_second and not can_capture(stacks, owned[seat], owned[1 - seat]):
        raise BadNotation(
            _("The side to move has no capture, so the game is over: it must be {side}.").format(
                side=f"-{SIDES[1 - seat]}"
            )
        )
    phase = SECOND if is_second else FIRST
    return State(stacks, owned[WHITE], owned[BLACK], phase, seat, 1)


def _finished(board: Board, winner: int, is_second: bool) -> State:
    """A position after the end. Raises ``BadNotation``."""
    stacks, *owned = board
    if is_second:
        raise BadNotation(_("After the end nothing follows, so second may not be said."))
    loser = 1 - winner
    if not has_all_kinds(stacks, owned[winner]):
        raise BadNotation(
            _("{letter}: has not all three kinds on top, so it has not won.").format(
                letter=COLOURS[winner]
            )
        )
    if not has_all_kinds(stacks, owned[loser]):
        return over(stacks, owned[WHITE], owned[BLACK], winner, CAPTURED, 1)
    if can_capture(stacks, owned[loser], owned[winner]):
        raise BadNotation(
            _(
                "{letter}: has all three kinds on top and can capture, so the game is not over."
            ).format(letter=COLOURS[loser])
        )
    return over(stacks, owned[WHITE], owned[BLACK], winner, NO_CAPTURE, 1)
