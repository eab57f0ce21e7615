"""The events that follow from other events, and a function that finds those between two matches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from gipf_meta.match.match import Match
from gipf_meta.match.session import Session
from gipf_meta.protocol.game import Over
from gipf_meta.records.models import LONGEST_NAME, Extended, PlayerNumber, Text
from gipf_meta.rooms.state import RoomState
from gipf_meta.table.openings import GameId

MOMENT_MOST: Final = 2**53
"""The limit of every time of a room, in milliseconds: JavaScript counts exactly below it."""

MomentMs: TypeAlias = Annotated[int, Field(strict=True, ge=0, lt=MOMENT_MOST)]
EventNumber: TypeAlias = Annotated[int, Field(strict=True, ge=1)]
PersonId: TypeAlias = Annotated[str, Field(max_length=LONGEST_NAME)]
Sentence: TypeAlias = Annotated[str, Field(max_length=4000)]
PlayerKind: TypeAlias = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]


class RoomEvent(BaseModel):
    """An event of a room: its *number*, counted from 1, and the time *at_ms* at which it
    happened."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)

    number: EventNumber
    at_ms: MomentMs

    def apply(self, room: RoomState) -> None:
        """Makes the event's change in *room*: when a command emits it, and in every replay.

        Not called where time or a bot has changed the table already: such an event is only recorded
        (``Room._pass_all_time``, ``Room.take_answer``). Does nothing for an event that follows from
        another one, or that time caused; a replay makes these changes by playing and passing time.
        Raises the errors of the game; then nothing has changed.
        """


class ExtendedEvent(RoomEvent, Extended):
    """An event with optional fields that ledgers of earlier versions do not have."""


class Decided(RoomEvent):
    """*player* decided *text*, which he had chosen earlier: in the same input, or in an answer
    before. Follows from another event."""

    event: Literal["decided"] = "decided"
    player: PlayerNumber
    text: Text


class Drawn(RoomEvent):
    """Luck drew *text*. Follows from another event."""

    event: Literal["drawn"] = "drawn"
    text: Text


class DuelBegan(ExtendedEvent):
    """A duel in *game* began, by that version of its *rules*; ``None``: by those of the reader.
    Follows from another event."""

    event: Literal["duel_began"] = "duel_began"
    game: GameId
    rules: Annotated[int, Field(strict=True, ge=1)] | None = None

    later = frozenset({"rules"})


class DuelEnded(RoomEvent):
    """The duel in *game* ended: player *winner* won it; ``None``: nobody. Follows from another
    event."""

    event: Literal["duel_ended"] = "duel_ended"
    winner: PlayerNumber | None
    game: GameId


class Ended(RoomEvent):
    """The match is over: *winners* won, for *reason*. *seed* is no longer secret. Follows from
    another event."""

    event: Literal["over"] = "over"
    winners: tuple[PlayerNumber, ...]
    reason: Text
    seed: Annotated[int, Field(strict=True)] | None


FOLLOWING: Final = (Decided, Drawn, DuelBegan, DuelEnded, Ended)
"""The events that follow from other events."""
Consequence: TypeAlias = tuple[
    type[Decided | Drawn | DuelBegan | DuelEnded | Ended], dict[str, Any]
]
"""An event that follows: its class, and its fields without the number and the time."""


def consequences(before: Match | None, after: Match) -> list[Consequence]:
    """The events that led from the match *before* to *after*, which goes on from it.

    *before* is ``None`` for a match that has just begun.
    """
    found = list(_stack(() if before is None else before.sessions, after.sessions, ()))
    end = after.result
    if end is not None and (before is None or before.result is None):
        bottom = after.sessions[0]
        winners = tuple(bottom.players[seat] for seat in end.winners)
        found.append((Ended, {"winners": winners, "reason": end.reason, "seed": after.seed}))
    return found


def _stack(
    old: Sequence[Session], new: Sequence[Session], below: tuple[Session, ...]
) -> Iterator[Consequence]:
    """The events of the sessions *new*, which lie on those *below* and were *old* before."""
    first = new[0]
    known = old[0] if old and _goes_on(old[0], first) else None
    if known is None and below:
        yield DuelBegan, _begun(first)
    yield from _session(known, first, old[1:] if known else ())
    if new[1:]:
        is_same = known is not None and len(known.steps) == len(first.steps)
        yield from _stack(old[1:] if is_same else (), new[1:], (*below, first))


def _session(
    old: Session | None, new: Session, old_above: Sequence[Session]
) -> Iterator[Consequence]:
    """The events of one session. *old_above* are the duels that were running on it."""
    for step in new.steps[len(old.steps) if old else 0 :]:
        if isinstance(step.duel, Session):
            duel = step.duel
            running = old_above[0] if old_above and _goes_on(old_above[0], duel) else None
            if running is None:
                yield DuelBegan, _begun(duel)
            yield from _session(running, duel, old_above[1:] if running else ())
            yield DuelEnded, {"winner": _winner(duel), "game": duel.game.id}
        elif step.seat is None:
            yield Drawn, {"text": step.text}
        else:
            yield Decided, {"player": new.players[step.seat], "text": step.text}
        old_above = ()


def _begun(duel: Session) -> dict[str, Any]:
    """The fields of the event with which *duel* began."""
    return {"game": duel.game.id, "rules": duel.game.rules_version}


def _goes_on(old: Session, new: Session) -> bool:
    """Whether *new* is a later state of *old*."""
    made = len(old.steps)
    if old.game != new.game or len(new.steps) < made:
        return False
    return old.steps == new.steps[:made]


def _winner(duel: Session) -> int | None:
    """The player who alone won *duel*; ``None`` where nobody or several did."""
    end = duel.status
    if isinstance(end, Over) and len(end.winners) == 1:
        return duel.players[end.winners[0]]
    return None
