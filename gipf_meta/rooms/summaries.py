"""The summary of a room for lists: for whom it waits, and until when."""

from __future__ import annotations

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.protocol.game import Turn
from gipf_meta.rooms.conditions import answering
from gipf_meta.rooms.ledger import RoomSummary
from gipf_meta.rooms.notices import NOTHING, Demand, Known, NoticeKind
from gipf_meta.rooms.slow_time import later_ms
from gipf_meta.rooms.state import RoomState


def summary_of(state: RoomState, due_ms: int | None) -> RoomSummary:
    """Returns the summary of a room in that *state*, in which something happens by itself at
    *due_ms*; ``None``: nothing does."""
    admission, control, is_ended = state.admission, state.table.match.control, state.is_ended
    goes_on = not is_ended and state.study is None
    return RoomSummary(
        state.table.match,
        state.table.seats,
        state.seats.holders,
        due_ms,
        admission.by,
        admission.admitted,
        is_ended,
        frozenset(player for player in admission.keys if player is not None),
        None if state.study is None else state.study.record,
        state.opening.notes,
        is_slow=control is not None and control.is_slow,
        flag_ms=_running_flag_ms(state) if goes_on else None,
        hour_ms=None if state.hour is None else state.pause_ends_ms,
        invited={} if is_ended else _invited(state),
        known=known_of(state),
        rests=state.rests.first(state.at_ms),
        deciders=state.seats.deciders,
        winners=None if goes_on else _winners(state),
    )


def known_of(state: RoomState) -> Known:
    """Returns what notices tell of a room in that *state*; nothing of a study."""
    if state.study is not None:
        return NOTHING
    is_ended = state.is_ended
    return Known(
        frozenset(_demand_on(state, player) for player in _players_waited_for(state)),
        dict(state.seats.holders),
        {} if is_ended else {one: who for one, (who, _ms) in state.admission.invited.items()},
        None if state.hour is None or is_ended else state.pause_ends_ms,
        is_ended,
    )


def _invited(state: RoomState) -> dict[int, tuple[str, int | None]]:
    """The persons who are invited by name, and until when, by player; where an invitation ended
    without its sender, ``""`` and since when."""
    if not (state.admission.ended_ms or state.admission.invited):
        return {}
    ended = {player: ("", at_ms) for player, at_ms in state.admission.ended_ms.items()}
    return {**ended, **state.admission.invited}


def _winners(state: RoomState) -> tuple[int, ...] | None:
    """The players who won the match; ``None``: it has no result, or was no match of several
    people."""
    match, bottom = state.table.match, state.table.match.sessions[0]
    if state.study is not None or match.result is None or len(state.seats.people) < 2:
        return None
    return tuple(bottom.players[seat] for seat in match.result.winners)


def _running_flag_ms(state: RoomState) -> int | None:
    """The time at which the flag falls in a match that goes on; ``None``: no clock runs."""
    if state.table.match.control is None or not state.is_running:
        return None
    try:
        wait_ms = state.table.match.ms_to_flag()
    except GipfMetaError:  # the game fails: nobody's flag falls
        return None
    return None if wait_ms is None else later_ms(state, wait_ms)


def slow_flag_ms(state: RoomState) -> int | None:
    """The time at which the flag of the player on turn falls, in milliseconds since 1970 at a host,
    where a turn may take a day or more; ``None`` elsewhere, as where no clock runs."""
    control = state.table.match.running_control
    if control is None or not control.is_slow or state.is_ended or state.study is not None:
        return None
    return _running_flag_ms(state)


def _players_waited_for(state: RoomState) -> frozenset[int]:
    """The players of people for whom a match waits that goes on: to decide, to answer, or to be
    ready. Before it has begun it waits for nobody who sits, as long as a seat is free."""
    if state.is_ended or state.study is not None:
        return frozenset()
    if state.free_seats and not state.has_begun:
        return frozenset()
    people = {one for one, each in enumerate(state.table.players) if each.bot is None}
    return frozenset(people & _who_must_act(state))


def _who_must_act(state: RoomState) -> set[int]:
    """The players who must do something before the match goes on."""
    waited_for = set(state.players_to_agree)
    if state.offer is not None:
        waited_for |= set(state.table.match.top.players) - state.accepted
    if state.is_paused:
        return waited_for if state.hour is not None else waited_for | set(state.unready)
    if state.table.player is not None:
        waited_for.add(state.table.player)
    return waited_for


def _demand_on(state: RoomState, player: int) -> Demand:
    """Returns what the room waits for, of a *player* for whom it waits. It follows from the events
    alone, so that every process finds the same."""
    if _is_asked(state, player):
        return Demand(player, "offer", state.request_number)
    # who waited for somebody to sit down does not wait before that
    since = max(state.turn_since, state.filled_since)
    if player == state.table.player and not state.is_paused:
        return Demand(player, _kind_of_turn(state), since)
    return Demand(player, "offer", since)  # to be ready


def _is_asked(state: RoomState, player: int) -> bool:
    """Whether *player* has to answer an offer of a draw, or what another player wishes."""
    has_to_answer = state.offer is not None and player not in state.accepted
    return player in state.players_to_agree or (
        has_to_answer and player in state.table.match.top.players
    )


def _kind_of_turn(state: RoomState) -> NoticeKind:
    """Returns whether the player on turn begins a duel, answers within another's turn, or is on
    turn himself."""
    match = state.table.match
    top, now = match.top, match.top.status
    if len(match.sessions) > 1 and isinstance(now, Turn):
        own = now.seat, now.number
        if all(step.seat is None or (step.seat, step.number) == own for step in top.steps):
            return "duel"  # he may have decided a part of his first turn
    if isinstance(now, Turn) and top.steps and top.steps[-1].number == now.number:
        whose = next((step.seat for step in top.last_turn if step.seat is not None), now.seat)
        return "turn" if whose == now.seat else "answer"
    return "turn"


def question_for(state: RoomState, person: str) -> str:
    """The request that *person* has to answer: ``draw``, ``ready`` or what somebody wishes; ``""``:
    there is none."""
    if state.is_ended or state.study is not None:
        return ""
    own = set(state.seats.held_by(person))
    if state.offer is not None and own & (set(state.table.match.top.players) - state.accepted):
        return "draw"
    if state.request is not None and answering(state, person):
        return state.request.what
    return "ready" if state.is_paused and own & set(state.unready) else ""
