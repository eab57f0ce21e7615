"""Positions as one line of text (docs/reference/dvonn.md §8).

    <side> D<n>W<n>B<n> <stacks>

*side* is ``w``, ``b`` or ``-`` (the game is over); then the pieces that are still to be placed;
then the stacks, each its pieces from the bottom to the top and its space, or ``-`` for none.
"""

from __future__ import annotations

import re
from typing import Final

from gipf_meta import BadNotation, height, pieces, read_stack, split_fields, stack_text, understood
from gipf_meta_dvonn.board import BITS, CENTRE, NAME_OF, PAIRS, SPACE_OF, SPACES
from gipf_meta_dvonn.rules import Rules, pieces_left, position
from gipf_meta_dvonn.state import BLACK, DRAWING, OVER, PIECES, PLACING, RED, STACKING, WHITE, State
from gipf_meta_dvonn.texts import _

LETTERS: Final = "-WBD"
"""The letter of each piece, by its number."""
SIDES: Final = "wb"
_HAND: Final = re.compile(r"D(\d)W(\d\d?)B(\d\d?)", re.ASCII)
_STACK: Final = re.compile(r"([WBD]{1,49})([a-k][1-5])", re.ASCII)


def position_text(state: State) -> str:
    """Returns the position string of §8."""
    side = "-" if state.phase == OVER else SIDES[state.seat]
    _none, white, black, red = pieces_left(state)
    stacks = [stack_text(state.stacks[space], LETTERS) + NAME_OF[space] for space in SPACES
              if state.stacks[space]]  # fmt: skip
    return f"{side} D{red}W{white}B{black} {','.join(stacks) or '-'}"


def read_position(rules: Rules, text: str) -> State:
    """The position that *text* describes, with no past. Raises ``BadNotation``."""
    fields = split_fields(
        text,
        (3,),
        _(
            "A position has three fields: the side to move, the pieces still to be placed and"
            " the stacks, as in 'w D1W23B23 Da1,Df3'; this one has {count}."
        ),
    )
    side, hand_field, stacks_field = fields
    if side not in ("w", "b", "-"):
        raise BadNotation(
            _("The side to move is w, b, or - after the end, not {side!r}.").format(side=side)
        )
    hand = _read_hand(hand_field)
    stacks = _read_stacks(stacks_field)
    return _stacking(stacks, side) if not any(hand) else _setting_up(rules, stacks, side, hand)


def _read_hand(field: str) -> tuple[int, int, int, int]:
    """The pieces still to be placed, by colour. Raises ``BadNotation``."""
    found = understood(
        _HAND.fullmatch(field),
        _("{field!r} should be the pieces still to be placed, as in D3W23B23.").format(field=field),
    )
    return 0, int(found[2]), int(found[3]), int(found[1])


def _read_stacks(field: str) -> tuple[int, ...]:
    """The stack on each bit number. Raises ``BadNotation``."""
    stacks = [0] * BITS
    for item in field.split(",") if field != "-" else ():
        found = _STACK.fullmatch(item)
        space = SPACE_OF.get(found[2]) if found else None
        if not found or space is None:
            raise BadNotation(
                _(
                    "{item!r} is no stack: write its pieces (W, B, D) from the bottom to the top,"
                    " then its space, as in BDWh5."
                ).format(item=item)
            )
        name = found[2]
        if stacks[space]:
            raise BadNotation(_("The space {name} is named twice.").format(name=name))
        if len(found[1]) > 1 and found[1][-1] == "D":
            raise BadNotation(
                _("{item!r} cannot be: a DVONN piece is never on top of another piece.").format(
                    item=item
                )
            )
        stacks[space] = read_stack(found[1], LETTERS)
    return tuple(stacks)


def _count(stacks: tuple[int, ...]) -> list[int]:
    """The number of pieces of each colour in *stacks*, by colour."""
    found = [piece for stack in stacks for piece in pieces(stack)]
    return [0, *(found.count(piece) for piece in (WHITE, BLACK, RED))]


def _stacking(stacks: tuple[int, ...], side: str) -> State:
    """A position of the second phase. Raises ``BadNotation``."""
    for piece, count in enumerate(_count(stacks)):
        if count > PIECES[piece]:
            raise BadNotation(
                _("There are {count} pieces {letter}, but only {most} in the game.").format(
                    count=count, letter=LETTERS[piece], most=PIECES[piece]
                )
            )
    state = position(stacks, STACKING, SIDES.find(side) if side != "-" else 0)
    if (state.phase == OVER) != (side == "-"):
        raise BadNotation(
            _("Neither player can move, so the game is over: the side must be -.")
            if side != "-"
            else _("The game is not over: the side to move must be w or b, not -.")
        )
    return state


def _setting_up(
    rules: Rules, stacks: tuple[int, ...], side: str, hand: tuple[int, int, int, int]
) -> State:
    """A position before the second phase. Raises ``BadNotation``."""
    if any(height(stack) > 1 for stack in stacks):
        raise BadNotation(_("While pieces are still to be placed there are no stacks of several."))
    counts = _count(stacks)
    for piece in (RED, WHITE, BLACK):
        if counts[piece] + hand[piece] != PIECES[piece]:
            raise BadNotation(
                _(
                    "On the board and in the hand together there are {count} pieces {letter}, not"
                    " {most}."
                ).format(
                    count=counts[piece] + hand[piece], letter=LETTERS[piece], most=PIECES[piece]
                )
            )
    if rules.setup != "place":
        state = position(stacks, DRAWING, 0)
        if side != "w" or not _is_drawn(rules, state):
            raise BadNotation(
                _("With setup={setup} luck does not set the board up so.").format(setup=rules.setup)
            )
        return state
    turn = sum(counts)
    reds = min(turn, PIECES[RED])
    whites = max(0, turn - PIECES[RED]) // 2
    if counts != [0, whites, turn - reds - whites, reds] or side != SIDES[turn % 2]:
        raise BadNotation(
            _(
                "Nobody places so: White, Black and White place a DVONN piece each, then Black"
                " begins with his own, and then they take turns."
            )
        )
    return position(stacks, PLACING, turn % 2)


def _is_drawn(rules: Rules, state: State) -> bool:
    """Whether draws of luck can have put all pieces of *state* where they are (§9)."""
    filled = [space for space in SPACES if state.stacks[space]]
    if rules.setup == "random":
        return filled == [*SPACES[: len(filled)]]
    if not state.dvonn >> CENTRE & 1:
        return False
    red = [(a, b) for a, b in PAIRS if state.dvonn >> a & 1 or state.dvonn >> b & 1]
    if not red:
        return filled == [CENTRE]
    if len(red) > 1 or not state.dvonn >> red[0][0] & state.dvonn >> red[0][1] & 1:
        return False
    others = [pair for pair in PAIRS if pair != red[0]]
    done = [(a, b) for a, b in others if state.stacks[a] or state.stacks[b]]
    return done == others[: len(done)] and all(
        {state.stacks[a], state.stacks[b]} == {WHITE, BLACK} for a, b in done
    )
