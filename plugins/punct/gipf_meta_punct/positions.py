"""Positions as one line of text (docs/reference/punct.md §8).

    <side> <reserve of White> <reserve of Black> <pieces> [<turn so far>]

The fifth field belongs to a position inside a turn: ``T``, ``Ta2``, ``e5`` or ``e5-e9``.
"""

from __future__ import annotations

import re
from typing import Final

from gipf_meta import N_, BadNotation, MoveError, split_fields, understood
from gipf_meta_punct.board import (
    DOT,
    END,
    FAR_END,
    KIND,
    KINDS,
    MIDDLE,
    NAMES,
    PLACEMENT_OF,
    SET,
    SPACE_OF,
)
from gipf_meta_punct.notation import choice_text, dots_text, player_name, read_decision
from gipf_meta_punct.rules import TRIANGLE, Rules
from gipf_meta_punct.state import State, lay_out, level_of, pack, piece, placement_of, unpack
from gipf_meta_punct.texts import _

_FIELDS: Final = N_(
    "A position has four fields: side to move, reserve of White, reserve of Black and"
    " pieces; this one has {count}."
)
SIDES: Final = "wb"
COLOURS: Final = "WB"
_RESERVE: Final = re.compile("".join(f"{kind}([0-9])" for kind in KINDS))
_PIECE: Final = re.compile(
    r"([WB])([TCEMRL])([a-q][0-9]{1,2}):([a-q][0-9]{1,2}),([a-q][0-9]{1,2})(?:\^([1-9][0-9]?))?"
)
_STEPS: Final = re.compile(r"([TCEMRL]|[a-q][0-9]{1,2})(?:(?<=[A-Z])|-|$)([a-q][0-9]{1,2})?")


def reserve_text(reserve: int) -> str:
    """A reserve: ``T6C2E4M2R2L2``."""
    counts = unpack(reserve)
    return "".join(f"{letter}{count}" for letter, count in zip(KINDS, counts, strict=True))


def piece_text(one: int) -> str:
    """A piece on the board: ``WEe5:e6,e7^1``."""
    placement, level = placement_of(one), level_of(one)
    high = f"^{level}" if level else ""
    kind = KINDS[KIND[placement]]
    return f"{COLOURS[one & 1]}{kind}{NAMES[DOT[placement]]}:{dots_text(placement)}{high}"


def position_text(state: State, is_over: bool) -> str:
    """Returns the position string of §8, without the winner and without earlier positions."""
    pieces = ";".join(piece_text(one) for one in state.pieces)
    fields = [
        "-" if is_over else SIDES[state.seat],
        reserve_text(state.white),
        reserve_text(state.black),
        pieces or "-",
    ]
    if not is_over and (chosen := choice_text(state)):
        fields.append(chosen)
    return " ".join(fields)


def read_position(rules: Rules, text: str) -> State:
    """The position that *text* describes, with no past. Raises ``BadNotation``."""
    fields = split_fields(text, (4, 5), _(_FIELDS))
    side = fields[0]
    if side not in (*SIDES, "-"):
        raise BadNotation(_("The side to move is w, b or -, not {side!r}.").format(side=side))
    white, black = _read_reserve(fields[1]), _read_reserve(fields[2])
    pieces = _read_pieces(rules, fields[3])
    for seat, reserve in enumerate((white, black)):
        _check_set(pieces, seat, reserve)
    if side == "-":
        if len(fields) == 5:
            raise BadNotation(_("In a game that is over, no turn goes on."))
        return rules.position_after_end(pieces, white, black)
    state = rules.position(pieces, white, black, SIDES.index(side))
    return _read_steps(rules, state, fields[4]) if len(fields) == 5 else state


def _read_reserve(field: str) -> int:
    found = understood(
        _RESERVE.fullmatch(field),
        _("{field!r} should be a reserve such as T6C2E4M2R2L2.").format(field=field),
    )
    return pack(tuple(int(count) for count in found.groups()))


def _check_set(pieces: tuple[int, ...], seat: int, reserve: int) -> None:
    """Raises ``BadNotation`` unless *pieces* and *reserve* of *seat* are a full set."""
    counts = [*unpack(reserve)]
    for one in pieces:
        if one & 1 == seat:
            counts[KIND[placement_of(one)]] += 1
    for kind, count in enumerate(counts):
        if count != SET[kind]:
            raise BadNotation(
                _("{player} has {count} pieces {letter} on the board and in reserve, not {right}.")
                .format(
                    player=player_name(seat), count=count, letter=KINDS[kind], right=SET[kind]
                )
            )  # fmt: skip


def _read_pieces(rules: Rules, field: str) -> tuple[int, ...]:
    """The pieces, each supported by pieces before it. Raises ``BadNotation``."""
    read: list[tuple[int, str]] = []
    for item in field.split(";") if field != "-" else ():
        read.append((read_piece(item), item))
    pieces: tuple[int, ...] = ()
    for one, item in sorted(read):
        placement = placement_of(one)
        level = supported_level(lay_out(pieces), placement)
        if level != level_of(one):
            raise BadNotation(
                _("{item!r} cannot lie on that level: what is below it does not carry it so.")
                .format(item=item)
            )  # fmt: skip
        pieces = (*pieces, one)
    return pieces


def read_piece(item: str) -> int:
    """The piece that ``piece_text`` has written as *item*. Raises ``BadNotation``."""
    found = understood(
        _PIECE.fullmatch(item),
        _("{item!r} should be a piece such as WTe5:d4,d5 or BEe7:e8,e9^1.").format(item=item),
    )
    for name in found.group(3, 4, 5):
        if name not in SPACE_OF:
            raise BadNotation(_("{name} is no space of the board.").format(name=name))
    dot, one, two = (SPACE_OF[name] for name in found.group(3, 4, 5))
    placement = understood(
        PLACEMENT_OF.get((KINDS.index(found[2]), dot, min(one, two), max(one, two))),
        _("{item!r} is no shape of a {letter}.").format(item=item, letter=found[2]),
    )
    return piece(placement, COLOURS.index(found[1]), int(found[6] or 0))


def supported_level(tops: list[int], placement: int) -> int | None:
    """The level of a piece of either player on these *tops*; ``None`` without support (§4.4)."""
    end, far_end = level_of(tops[END[placement]]), level_of(tops[FAR_END[placement]])
    middle = level_of(tops[MIDDLE[placement]])
    if end != far_end or middle > end or (middle < end and KIND[placement] == TRIANGLE):
        return None
    return end + 1


def _read_steps(rules: Rules, state: State, field: str) -> State:
    """Returns *state* after the decisions of its turn in *field*. Raises ``BadNotation``."""
    found = _STEPS.fullmatch(field)
    try:
        for step in (step for step in (found.groups() if found else ()) if step):
            if state.kind < 0 or state.target < 0:
                state = rules.apply(state, read_decision(rules, state, state.seat, step))
    except MoveError:
        found = None
    if not found or choice_text(state) != field:
        raise BadNotation(_("{field!r} is no turn that has begun.").format(field=field))
    return state


__all__ = ["position_text", "read_position", "reserve_text"]
