"""A session: one game of a match being played, with the decisions that were taken in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gipf_meta.protocol.capabilities import timed
from gipf_meta.protocol.game import (
    AnyGame,
    Chance,
    Duel,
    Over,
    Status,
    Turn,
)
from gipf_meta.protocol.view import View


@dataclass(frozen=True, slots=True)
class UnreadDuel:
    """A finished duel of a game that is not installed: kept as the record tells it."""

    record: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Step:
    """One decision that was played.

    *seat* took it (``None``: luck, or the end of a duel); *before* is the state it was taken in,
    *number* its turn, *at_ms* the session's time. *then* is what the seat said it would do next
    while another had still to answer; *duel* is what settled it.
    """

    seat: int | None
    move: Any
    text: str
    before: Any
    number: int
    at_ms: int = 0
    then: tuple[str, ...] = ()
    duel: Session | UnreadDuel | None = None


@dataclass(frozen=True, slots=True)
class Session:
    """One game being played: *players* are the match's players at its seats.

    *ended* is an end from outside the rules. *time_ms* has passed while this session was on top.
    """

    game: AnyGame
    state: Any
    players: tuple[int, ...]
    steps: tuple[Step, ...] = ()
    time_ms: int = 0
    ended: Over | None = None

    @property
    def status(self) -> Status[Any]:
        """Who acts next in this game."""
        return self.ended or self.game.status(self.state)

    def seat_of(self, player: int) -> int:
        """Where *player* sits in this game."""
        return self.players.index(player)

    def view(self, player: int | None) -> View:
        """The game as *player* of the match may see it; ``None``: as whoever decides next."""
        seat = self.players.index(player) if player in self.players else None
        return self.game.view(self.state, seat)

    def turns(self) -> list[list[Step]]:
        """The steps, turn by turn."""
        turns: list[list[Step]] = []
        for step in self.steps:
            if turns and turns[-1][0].number == step.number:
                turns[-1].append(step)
            else:
                turns.append([step])
        return turns

    def turn_text(self, turn: Sequence[Step]) -> str:
        """A turn in the game's notation, as far as it was played.

        Where time acts, each decision stands behind its moment, ``@15200 B:F``.
        """
        if timed(self.game):
            return " ".join(f"@{step.at_ms} {step.text}" for step in turn)
        return self.game.format_turn(turn[0].before, [step.move for step in turn])

    def turn_texts(self) -> tuple[str, ...]:
        """All turns in the game's notation."""
        return tuple(self.turn_text(turn) for turn in self.turns())

    def play(
        self,
        seat: int | None,
        move: Any,
        *,
        then: tuple[str, ...] = (),
        duel: Session | UnreadDuel | None = None,
    ) -> Session:
        """The session after a legal *move*."""
        now = self.game.status(self.state)
        number = now.number if isinstance(now, Turn | Chance) else None
        if number is None:
            number = self.steps[-1].number if self.steps else 1
        text = self.game.format(self.state, move)
        step = Step(seat, move, text, self.state, number, self.time_ms, then, duel)
        state, steps = self.game.apply(self.state, move), (*self.steps, step)
        # spelled out: every decision passes here, and ``replace`` takes twice as long
        return Session(self.game, state, self.players, steps, self.time_ms, self.ended)

    def intent(self, seat: int) -> tuple[str, ...]:
        """What *seat* said beforehand that it would decide next in this turn."""
        for step in reversed(self.steps):
            if step.number != self.steps[-1].number:
                break
            if step.seat == seat:
                return step.then
        return ()


def checked_status(game: AnyGame, state: Any, seats: int) -> Status[Any]:
    """The status, if it is one. Raises ``TypeError`` with a sentence about a game that fails."""
    now = game.status(state)
    here = range(seats)
    sound = (
        (isinstance(now, Turn) and now.seat in here and type(now.number) is int and now.number > 0)
        or (isinstance(now, Over) and all(seat in here for seat in now.winners))
        or (isinstance(now, Duel) and all(seat in here for seat in (*now.seats, now.claimant)))
        or (isinstance(now, Chance) and sum(weight for _, weight in now.outcomes) > 0)
    )
    if not sound:
        raise TypeError(f"its status cannot be {now!r}")
    return now
