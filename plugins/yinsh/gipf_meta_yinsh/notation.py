"""The publisher's notation, one decision or one turn at a time (docs/reference/yinsh.md §8).

Decisions: ``e3`` (place a ring), ``h7-g7`` (move one), ``xf5-f9`` (remove a row), ``xe5`` (remove a
ring), ``-`` (pass). Turns: decisions with ``;`` between them, ``f5-e5;xf5-f9;xe5``.

Reading allows a turn's number in front, upper case, white space anywhere, the ends of a row in
either order, ``pass`` for ``-``, ``,`` for ``;x`` between a row and its ring, and in turns no row
where only one can be removed: ``f5-e5;xe5``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from gipf_meta import (
    N_,
    BadNotation,
    IllegalMove,
    called,
    check_on_turn,
    list_possible,
    list_some,
    see_rule,
)
from gipf_meta_yinsh.board import BETWEEN, BIT_OF, NAME_OF, POINT_BITS, WINDOWS, names, step_towards
from gipf_meta_yinsh.rules import Rules, all_markers, row_moves, vacant_points
from gipf_meta_yinsh.state import (
    MOVE,
    MOVING,
    PASS,
    PLACE,
    PLACING,
    RING_AFTER,
    RING_BEFORE,
    ROW_AFTER,
    ROW_BEFORE,
    TAKING_ROW,
    State,
    first_of,
    kind_of,
    last_of,
    move_ring,
    place_ring,
    remove_ring,
    remove_row,
)
from gipf_meta_yinsh.texts import _

PLAYERS: Final = (N_("White"), N_("Black"))

_POINT: Final = "[a-z][0-9]{1,2}"
_NUMBER: Final = re.compile(r"\s*[0-9]+\.+")
_PLACE: Final = re.compile(f"({_POINT})")
_MOVE: Final = re.compile(f"({_POINT})-({_POINT})")
_ROW: Final = re.compile(f"x({_POINT})-({_POINT})")
_RING: Final = re.compile(f"x({_POINT})")
_ROW_AND_RING: Final = re.compile(f"(x{_POINT}-{_POINT}),x?({_POINT})")


def player_name(seat: int) -> str:
    """The player at a seat, as the reader knows him: by default the name of the seat."""
    return called(seat, _(PLAYERS[seat]))


# -- writing ---------------------------------------------------------------------------------


def decision_text(move: int) -> str:
    """One decision, as canonical text."""
    kind = kind_of(move)
    if move == PASS:
        return "-"
    last = NAME_OF[last_of(move)]
    if kind == PLACING:
        return last
    if kind == MOVING:
        return f"{NAME_OF[first_of(move)]}-{last}"
    if kind == TAKING_ROW:
        return f"x{NAME_OF[first_of(move)]}-{last}"
    return f"x{last}"


def turn_text(moves: Sequence[int]) -> str:
    """A turn, or a part of one, as canonical text."""
    return ";".join(decision_text(move) for move in moves)


# -- reading ---------------------------------------------------------------------------------


def read_decision(rules: Rules, state: State, seat: int, text: str) -> int:
    """Returns the legal decision of *seat* that *text* writes.

    Raises ``BadNotation`` or ``IllegalMove`` with the reason.
    """
    part = _squeeze(text)
    if ";" in part or "," in part:
        _check_seat(state, seat)
        with suppress(IllegalMove):  # illegal turns are reported where turns are read
            read_turn(rules, state, text)  # raises for the part that is no move, if one is
        raise BadNotation(
            _("{text!r} is more than one decision: say them one by one.").format(text=text.strip())
        )
    return _read_part(rules, state, seat, part)


def read_turn(rules: Rules, state: State, text: str) -> tuple[int, ...]:
    """Returns the decisions of the turn that *text* writes, from *state* on.

    Raises ``BadNotation`` or ``IllegalMove`` with the reason.
    """
    number = state.number
    moves: list[int] = []
    for part in _parts(_squeeze(text)):
        if moves and (state.ending is not None or state.number != number):
            raise IllegalMove(
                _("{part!r} is too much: the turn has ended before it.").format(part=part)
            )
        if state.step in (ROW_BEFORE, ROW_AFTER) and _RING.fullmatch(part):
            moves.append(_only_row(state, part))
            state = rules.apply(state, moves[-1])
        moves.append(_read_part(rules, state, state.seat, part))
        state = rules.apply(state, moves[-1])
    if state.ending is None and state.number == number:
        raise IllegalMove(
            _("{text!r} is not the whole turn: {due}.").format(
                text=text.strip(), due=_expected(state)
            )
            + _list_possible(rules, state)
        )
    return tuple(moves)


def _squeeze(text: str) -> str:
    """*text* in lower case, without the number of its turn and without white space."""
    number = _NUMBER.match(text)
    return "".join(text[number.end() if number else 0 :].split()).lower()


def _parts(flat: str) -> list[str]:
    """The parts of a turn; a row and its ring may be joined by a comma."""
    parts: list[str] = []
    for part in flat.split(";"):
        joined = _ROW_AND_RING.fullmatch(part)
        parts += [joined[1], f"x{joined[2]}"] if joined else [part]
    return parts


def _only_row(state: State, part: str) -> int:
    """The row that goes before the ring of *part*, if the text leaves it out.

    Raises ``IllegalMove`` if there are several.
    """
    rows = row_moves(state.markers[state.seat])
    if len(rows) > 1:
        raise IllegalMove(
            _("{part}: say first which row is removed ({rows}).").format(
                part=part, rows=list_some(rows, decision_text)
            )
        )
    return rows[0]


def _read_part(rules: Rules, state: State, seat: int, part: str) -> int:
    """Returns the legal decision of *seat* that *part* writes.

    Raises ``BadNotation`` or ``IllegalMove``.
    """
    if part in ("-", "pass"):
        _check_seat(state, seat)
        return _legal_pass(rules, state)
    for pattern, read in _READERS:
        if found := pattern.fullmatch(part):
            for name in found.groups():
                if name not in BIT_OF:
                    raise BadNotation(_("{name} is no point of the board.").format(name=name))
            _check_seat(state, seat)
            return read(rules, state, part, *(BIT_OF[name] for name in found.groups()))
    raise BadNotation(
        _(
            "{text!r} is no move of YINSH; write e3 (a ring placed), h7-g7 (a ring moved),"
            " xf5-f9;xe5 (a row and a ring removed)."
        ).format(text=part)
        + _list_possible(rules, state)
    )


def _check_seat(state: State, seat: int) -> None:
    """Raises ``IllegalMove`` unless *seat* is on turn."""
    check_on_turn(seat, state.seat if state.ending is None else None, player_name)


def _list_possible(rules: Rules, state: State) -> str:
    """The first legal decisions, as the end of a sentence."""
    return list_possible(rules.legal_moves(state), decision_text)


def _expected(state: State) -> str:
    """The decision that comes next, as a clause of a sentence."""
    if state.step == PLACE:
        return _("a ring must be placed")
    if state.step == MOVE:
        return _("a ring must move")
    if state.step in (RING_BEFORE, RING_AFTER):
        return _("a ring must be removed")
    return _("a row must be removed")


def _check_step(rules: Rules, state: State, part: str, *steps: int) -> None:
    """Raises ``IllegalMove`` unless the next decision is of one of *steps*."""
    if state.step not in steps:
        told = _("{part} cannot be: {due}.").format(part=part, due=_expected(state))
        if state.step not in (PLACE, MOVE):
            told = see_rule(told, _("Rows"))
        raise IllegalMove(told + _list_possible(rules, state))


def _legal_placement(rules: Rules, state: State, part: str, point: int) -> int:
    """The placement of a ring. Raises ``IllegalMove``."""
    _check_step(rules, state, part, PLACE)
    if not vacant_points(state) >> point & 1:
        raise IllegalMove(
            _("No ring can be placed on {name}: it is occupied.").format(name=NAME_OF[point])
        )
    return place_ring(point)


def _legal_move(rules: Rules, state: State, part: str, origin: int, target: int) -> int:
    """The move of a ring. Raises ``IllegalMove``."""
    _check_step(rules, state, part, MOVE)
    start, end = NAME_OF[origin], NAME_OF[target]
    if not state.rings[state.seat] >> origin & 1:
        raise IllegalMove(
            _("{part}: you have no ring on {name}; yours are on {rings}.").format(
                part=part, name=start, rings=", ".join(names(state.rings[state.seat]))
            )
        )
    passed = BETWEEN.get(origin << POINT_BITS | target)
    if passed is None:
        raise IllegalMove(
            _("{part}: {start} and {end} are not in one line.").format(
                part=part, start=start, end=end
            )
        )
    if not vacant_points(state) >> target & 1:
        raise IllegalMove(_("{part}: {name} is occupied.").format(part=part, name=end))
    if jumped := passed & (state.rings[0] | state.rings[1]):
        raise IllegalMove(
            see_rule(
                _("{part}: a ring cannot pass over the ring on {name}.").format(
                    part=part, name=names(jumped)[0]
                ),
                _("Your turn"),
            )
        )
    move = move_ring(origin, target)
    if move not in rules.legal_moves(state):
        at = _first_behind_run(state, origin, target)
        raise IllegalMove(
            see_rule(
                _(
                    "{part}: a ring stops on the first vacant point behind the markers that it"
                    " jumps, here {name}."
                ).format(part=part, name=NAME_OF[at]),
                _("Your turn"),
            )
        )
    return move


def _first_behind_run(state: State, origin: int, target: int) -> int:
    """The first vacant point behind the first run of markers between two points of a line."""
    step = step_towards(origin, target)
    at = origin + step
    while not all_markers(state) >> at & 1:
        at += step
    while all_markers(state) >> at & 1:
        at += step
    return at


def _legal_row(rules: Rules, state: State, part: str, first: int, last: int) -> int:
    """The removal of a row. Raises ``IllegalMove``."""
    _check_step(rules, state, part, ROW_BEFORE, ROW_AFTER)
    first, last = min(first, last), max(first, last)
    if first << POINT_BITS | last not in WINDOWS:
        raise IllegalMove(
            _("{part} does not name the two ends of five points in a line.").format(part=part)
            + _list_possible(rules, state)
        )
    move = remove_row(first, last)
    if move not in rules.legal_moves(state):
        raise IllegalMove(
            see_rule(
                _("{part}: these are not five markers of your colour.").format(part=part), _("Rows")
            )
            + _list_possible(rules, state)
        )
    return move


def _legal_ring(rules: Rules, state: State, part: str, point: int) -> int:
    """The removal of a ring. Raises ``IllegalMove``."""
    _check_step(rules, state, part, RING_BEFORE, RING_AFTER)
    if not state.rings[state.seat] >> point & 1:
        raise IllegalMove(
            _("{part}: you have no ring on {name}; yours are on {rings}.").format(
                part=part, name=NAME_OF[point], rings=", ".join(names(state.rings[state.seat]))
            )
        )
    return remove_ring(point)


def _legal_pass(rules: Rules, state: State) -> int:
    """The pass. Raises ``IllegalMove``."""
    _check_step(rules, state, _("A pass"), MOVE)
    if rules.legal_moves(state) != [PASS]:
        raise IllegalMove(
            _("You cannot pass while a ring can move.") + _list_possible(rules, state)
        )
    return PASS


_READERS: Final = (
    (_PLACE, _legal_placement),
    (_MOVE, _legal_move),
    (_ROW, _legal_row),
    (_RING, _legal_ring),
)
