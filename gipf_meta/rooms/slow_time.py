"""Time in matches of weeks: vacations, in which no slow clock runs, and clocks of days, which wait
for nobody's word.

A vacation passes without an event as long as nothing else happens. Before the next event comes a
``Stopped`` for each span: so each replay, and each client that knows no vacations, counts the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gipf_meta.match.timecontrol import DAY_MS
from gipf_meta.rooms import events
from gipf_meta.rooms.events import Event
from gipf_meta.rooms.state import RoomState


def may_rest(state: RoomState) -> bool:
    """Whether the clock that runs now stands during a vacation: a slow one, where no sand runs."""
    control = state.table.match.running_control
    return (
        state.is_running and control is not None and control.is_slow and not state.table.time_acts
    )


def is_resting(state: RoomState) -> bool:
    """Whether no clock runs now because somebody is on vacation."""
    return bool(state.rests.ahead) and may_rest(state) and state.rests.is_any(state.at_ms)


def next_rest_change_ms(state: RoomState) -> int | None:
    """The time at which the next vacation begins or ends; ``None``: nobody has one."""
    spans = (span for spans in state.rests.ahead.values() for span in spans)
    return min((ms for span in spans for ms in span if ms > state.at_ms), default=None)


def later_ms(state: RoomState, wait_ms: int) -> int:
    """The time at which the clocks will have run for *wait_ms* more."""
    if not state.rests.ahead or not may_rest(state):
        return state.at_ms + wait_ms
    return state.rests.later(state.at_ms, wait_ms)


def pass_but_rests(state: RoomState, to_ms: int, run: Callable[[int], object]) -> None:
    """Lets time pass until *to_ms*: *run* lets the clocks run until a time, where nobody is on
    vacation."""
    while state.rests.ahead and may_rest(state):
        if (span := state.rests.next(state.at_ms, to_ms)) is None:
            break
        if span[0] > state.at_ms:
            run(span[0])
        else:
            _rest(state, span[1])
    run(to_ms)


def _rest(state: RoomState, until_ms: int) -> None:
    """Leaves out the time until *until_ms*, in which somebody is on vacation."""
    left_out, from_ms = state.rests.left_out, state.at_ms
    if left_out and left_out[-1][1] == from_ms:
        from_ms = left_out.pop()[0]
    left_out.append((from_ms, until_ms))
    state.leave_out(until_ms)


def emit_rests(state: RoomState, emitted: list[Event]) -> None:
    """Adds an event to *emitted* for each of the spans that were left out since the last event."""
    left_out, state.rests.left_out = state.rests.left_out, []
    for from_ms, to_ms in left_out:
        state.number += 1
        stop = events.Stopped(number=state.number, at_ms=to_ms, from_ms=from_ms, to_ms=to_ms)
        emitted.append(stop)
        state.note_stop(from_ms, to_ms)
        state.happened_ms = to_ms


def apply_after_rests(
    state: RoomState, emitted: list[Event], kind: type[Any], values: dict[str, Any]
) -> None:
    """Applies a new event of this *kind*, after those of the spans that were left out, which are
    added to *emitted*; if it raises an error, nothing was added."""
    if not state.rests.left_out:
        kind(number=state.number + 1, at_ms=state.at_ms, **values).apply(state)
        return
    count, left_out = len(emitted), [*state.rests.left_out]
    before = state.number, state.happened_ms, state.waits_since_ms, state.vacant_since_ms
    emit_rests(state, emitted)
    try:
        kind(number=state.number + 1, at_ms=state.at_ms, **values).apply(state)
    except BaseException:
        del emitted[count:]
        state.rests.left_out = left_out
        state.number, state.happened_ms, state.waits_since_ms, state.vacant_since_ms = before
        raise


def runs_slowly(state: RoomState) -> bool:
    """Whether the clock of the game on top gives a day or more for the first turn, and no time acts
    in that game: nobody must be ready before it runs."""
    control = state.table.match.running_control
    if control is None or state.table.time_acts:
        return False
    return (control.turn_ms or control.total_ms) >= DAY_MS


def begins_by_itself(state: RoomState) -> bool:
    """Whether time begins as soon as every seat is taken: in a new match that runs slowly. One that
    goes on from a record may have little time left, and waits for its players."""
    is_new = state.opening.record is None and not state.has_begun
    return is_new and state.study is None and runs_slowly(state)


def waits_at_first(state: RoomState) -> bool:
    """Whether time waits for people when the match begins: until they are ready or, where it begins
    by itself, until every seat is taken."""
    table = state.table
    if not table.clock_runs or all(player.bot is not None for player in table.players):
        return False
    return bool(state.free_seats) or not begins_by_itself(state)


def may_begin(state: RoomState) -> bool:
    """Whether time must begin by itself now: every seat is taken."""
    return state.table.paused and not state.free_seats and begins_by_itself(state)


def needs_nobody_ready(state: RoomState) -> bool:
    """Whether time runs or will begin by itself in a match in which nobody has decided yet."""
    return begins_by_itself(state) and (bool(state.free_seats) or not state.table.paused)


def waits_before_game(state: RoomState) -> bool:
    """Whether time waits for people before the game that is on top now."""
    return state.table.clock_runs and bool(state.seats.holders) and not runs_slowly(state)
