"""From a match to its record."""

from __future__ import annotations

from collections.abc import Sequence

from gipf_meta.match.match import Match
from gipf_meta.match.session import Session, Step, UnreadDuel
from gipf_meta.match.timecontrol import TimeControl
from gipf_meta.protocol.game import (
    Over,
)
from gipf_meta.records.models import Decision, PlayedTurn, Record, Result, Seat
from gipf_meta.records.player_names import PERSON


def to_record(match: Match, people: tuple[Seat, ...] = ()) -> Record:
    """The record of a match, with the running duel inside. *people* sit at the seats, in order."""
    bottom = match.sessions[0]
    turns = turn_records(bottom, bottom.turns(), running_duel(match))
    return head(match, people).model_copy(update={"turns": tuple(turns)})


def head(match: Match, people: tuple[Seat, ...] = ()) -> Record:
    """The record of a match without its turns."""
    bottom = match.sessions[0]
    clock, duel_clock = TimeControl.texts_of(match.control)
    own = {
        "seed": match.seed,
        "people": people,
        "clock": clock,
        "duel_clock": duel_clock,
        "position": bottom.begun_from,
        "thinking": match.thinking if any(seat.player != PERSON for seat in people) else None,
    }
    return _session_head(bottom).model_copy(update=own)


def running_duel(match: Match) -> Record | None:
    """The record of the duel that runs above the bottom game; ``None`` without one."""
    inner: Record | None = None
    for session in reversed(match.sessions[1:]):
        inner = session_record(session, inner)
    return inner


def session_record(session: Session, running: Record | None = None) -> Record:
    """The record of one session; *running* is the duel that suspends it."""
    own: dict[str, object] = {"turns": tuple(turn_records(session, session.turns(), running))}
    if session.live is not None:
        own |= {"clock": str(TimeControl(*session.live.times)), "clock_from": session.live.from_ms}
    return _session_head(session).model_copy(update=own)


def _session_head(session: Session) -> Record:
    """The record of a session without its turns."""
    return Record(
        game=session.game.id,
        rules=session.game.rules_version,
        options=session.game.options_in_record(),
        parts=dict(session.game.parts),
        players=session.players,
        time=session.time_ms,
        result=result_of(session),
    )


def turn_records(
    session: Session, turns: Sequence[Sequence[Step]], running: Record | None = None
) -> list[PlayedTurn]:
    """The last *turns* of the session; *running* is the duel that suspends it."""
    records = [
        PlayedTurn(
            number=turn[0].number,
            text=session.turn_text(turn),
            decisions=tuple(_decision(step) for step in turn),
        )
        for turn in turns
    ]
    if running is not None:
        waiting = Decision(by=None, move=None, at=session.time_ms, duel=running)
        if records:
            last = records[-1]
            records[-1] = last.model_copy(update={"decisions": (*last.decisions, waiting)})
        else:
            records.append(PlayedTurn(number=1, text="", decisions=(waiting,)))
    return records


def result_of(session: Session) -> Result | None:
    """The result of the session; ``None`` while it goes on."""
    end = session.status
    if not isinstance(end, Over):
        return None
    by_rules = session.ended is None
    return Result(winners=end.winners, reason=end.reason, scores=end.scores, by_rules=by_rules)


def _decision(step: Step) -> Decision:
    duel: Record | None = None
    if isinstance(step.duel, Session):
        duel = session_record(step.duel)
    elif isinstance(step.duel, UnreadDuel):
        duel = Record.model_validate(step.duel.record)
    return Decision(by=step.seat, move=step.text, at=step.at_ms, then=step.then, duel=duel)
