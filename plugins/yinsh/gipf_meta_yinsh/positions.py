"""Positions as one line of text (docs/reference/yinsh.md §9).

    <side> <pool> <removed by White>,<by Black> W:<items> B:<items> [rows | ring | ring:pre]

An item is ``O`` and a point for a ring, a point alone for a marker. The last field belongs to a
position inside a turn. ``rows:pre`` is accepted, too, although the board shows it already.
"""

from __future__ import annotations

import re
from typing import Final

from gipf_meta import N_, BadNotation, Over, split_fields, understood
from gipf_meta_yinsh.board import BIT_OF, CELLS, ROW
from gipf_meta_yinsh.rules import Rules, has_row
from gipf_meta_yinsh.state import (
    BLACK,
    MOVE,
    PLACE,
    RING_AFTER,
    RING_BEFORE,
    RINGS,
    ROW_AFTER,
    ROW_BEFORE,
    WHITE,
    State,
)
from gipf_meta_yinsh.texts import _

_FIELDS: Final = N_(
    "A position has five fields: side to move, markers in the pool, rings removed,"
    " W: with what White has, B: with what Black has; this one has {count}."
)
_PAIR: Final = re.compile(r"([0-9]),([0-9])")
_STEPS: Final = {
    "rows": ROW_AFTER,
    "ring": RING_AFTER,
    "rows:pre": ROW_BEFORE,
    "ring:pre": RING_BEFORE,
}
_WORDS: Final = {ROW_AFTER: " rows", RING_AFTER: " ring", RING_BEFORE: " ring:pre"}


def position_text(state: State, ended: Over | None = None) -> str:
    """The position string of §9; *ended* is an end from outside the rules."""
    over = ended is not None or state.ending is not None
    side = "-" if over else "wb"[state.seat]
    white, black = (_items(state, seat) for seat in (WHITE, BLACK))
    step = "" if over else _WORDS.get(state.step, "")
    first, second = state.removed
    return f"{side} {state.pool} {first},{second} W:{white} B:{black}{step}"


def _items(state: State, seat: int) -> str:
    """The rings and markers of a colour, by column, then number."""
    rings, markers = state.rings[seat], state.markers[seat]
    return ",".join(
        f"O{name}" if rings >> BIT_OF[name] & 1 else name
        for name in CELLS
        if (rings | markers) >> BIT_OF[name] & 1
    )


def read_position(rules: Rules, text: str) -> State:
    """The position that *text* describes, in turn 1. Raises ``BadNotation``."""
    fields = split_fields(text, (5, 6), _(_FIELDS))
    side, pool, pair = fields[:3]
    if side not in ("w", "b", "-"):
        raise BadNotation(_("The side to move is w, b or -, not {side!r}.").format(side=side))
    removed = _read_removed(rules, pair)
    white = _read_items(fields[3], "W", removed[WHITE])
    black = _read_items(fields[4], "B", removed[BLACK])
    both = (white[0] | white[1]) & (black[0] | black[1])
    for name in CELLS:
        if both >> BIT_OF[name] & 1:
            raise BadNotation(_("{name} is named twice.").format(name=name))
    state = State(
        (white[0], black[0]),
        (white[1], black[1]),
        _read_pool(rules, pool, (white[1] | black[1]).bit_count()),
        removed,
        BLACK if side == "b" else WHITE,
        number=1,
        step=MOVE,
    )
    step = fields[5] if len(fields) == 6 else ""
    placing = _is_placing(state, side)
    if side == "-":
        _refuse_step(step)
        return rules.finished(state)
    if max(removed) >= rules.goal:
        raise BadNotation(_("A player has removed enough rings to win, so the side to move is -."))
    if placing:
        _refuse_step(step)
        return _with_step(state, PLACE)
    return _read_step(rules, state, step)


def _with_step(state: State, step: int) -> State:
    """Returns *state* with another *step*: the next decision of the turn."""
    return State(
        state.rings, state.markers, state.pool, state.removed, state.seat, state.number, step
    )


def _read_step(rules: Rules, state: State, field: str) -> State:
    """Returns *state* inside a turn, at the step that the last *field* names. Raises
    ``BadNotation``."""
    rows = has_row(state.markers[state.seat])
    if not field:
        return _with_step(state, ROW_BEFORE) if rows else rules.await_move(state)
    if field not in _STEPS:
        raise BadNotation(
            _(
                "{field!r} is not understood: the last field is rows, ring or ring:pre, or is"
                " left out."
            ).format(field=field)
        )
    if field.startswith("rows") and not rows:
        raise BadNotation(
            _("{field} is said, but the side to move has no row.").format(field=field)
        )
    if field.startswith("ring") and state.pool < ROW:
        raise BadNotation(
            _("{field} is said, but the pool has no row of five.").format(field=field)
        )
    return _with_step(state, _STEPS[field])


def _refuse_step(field: str) -> None:
    """Raises ``BadNotation`` for a last *field* where none belongs."""
    if field:
        raise BadNotation(
            _("{field!r} belongs to a turn in which a row is removed.").format(field=field)
        )


def _read_removed(rules: Rules, field: str) -> tuple[int, int]:
    found = understood(
        _PAIR.fullmatch(field),
        _("{field!r} should be the rings removed by White and by Black, such as 0,1.").format(
            field=field
        ),
    )
    removed = int(found[1]), int(found[2])
    if max(removed) > rules.goal or min(removed) == rules.goal:
        raise BadNotation(
            _("{field} rings cannot have been removed: the game ends with ring {goal}.").format(
                field=field, goal=rules.goal
            )
        )
    return removed


def _read_pool(rules: Rules, field: str, placed: int) -> int:
    if not re.fullmatch("[0-9]{1,2}", field) or int(field) + placed != rules.markers:
        raise BadNotation(
            _(
                "{field!r} is not what the pool holds: of {all} markers {count} are on the board."
            ).format(field=field, all=rules.markers, count=placed)
        )
    return int(field)


def _read_items(field: str, letter: str, removed: int) -> tuple[int, int]:
    """The rings and the markers of one colour, as masks. Raises ``BadNotation``."""
    head, colon, listed = field.partition(":")
    if head != letter or not colon:
        raise BadNotation(
            _("{field!r} should begin with {letter}: and list its rings and markers.").format(
                field=field, letter=letter
            )
        )
    masks = [0, 0]
    for item in listed.split(",") if listed else ():
        name = item.removeprefix("O")
        bit = BIT_OF.get(name)
        if bit is None:
            raise BadNotation(_("{name!r} is no point of the board.").format(name=name))
        if (masks[0] | masks[1]) >> bit & 1:
            raise BadNotation(_("{name} is named twice.").format(name=name))
        masks[name == item] |= 1 << bit
    if masks[0].bit_count() + removed > RINGS:
        raise BadNotation(
            _("{letter}: has {count} rings and {removed} removed; there are {all}.").format(
                letter=letter, count=masks[0].bit_count(), removed=removed, all=RINGS
            )
        )
    return masks[0], masks[1]


def _is_placing(state: State, side: str) -> bool:
    """Whether rings are still to be placed. Raises ``BadNotation`` for impossible numbers of
    rings."""
    white, black = (
        RINGS - state.rings[seat].bit_count() - state.removed[seat] for seat in (WHITE, BLACK)
    )
    if not white and not black:
        return False
    if any(state.markers) or any(state.removed):
        raise BadNotation(
            _("Rings are missing: White has {white} still to place, Black {black}.").format(
                white=white, black=black
            )
        )
    if black - white not in {"w": (0,), "b": (1,), "-": (0, 1)}[side]:
        raise BadNotation(
            _(
                "The players place rings in turn, White first: White cannot have {white} still to"
                " place, and Black {black}."
            ).format(white=white, black=black)
        )
    return True
