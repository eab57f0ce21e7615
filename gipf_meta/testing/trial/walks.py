"""Plays random games over the bare protocol, without any other code of the host."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Any

from gipf_meta.protocol.capabilities import timed
from gipf_meta.protocol.game import Chance, Duel, MoveError, Over, Turn
from gipf_meta.testing.trial.findings import Broken, GuardedGame, move_text

Chooser = Callable[[Any, int, Random], Any]
"""Takes a state, the seat on turn and a generator; returns the move to play."""


@dataclass(frozen=True, slots=True)
class WalkState:
    """The *index*-th state of a game, its status *now*, and the next event.

    *offers* are the legal moves of each seat. The event is *move*, with its *text*, of *seat*
    (``None``: luck, or the end of a duel); or *ms* milliseconds pass; the last moment has none.
    """

    index: int
    state: Any
    now: Any
    offers: tuple[tuple[Any, ...], ...] = ()
    seat: int | None = None
    move: Any = None
    text: str = ""
    ms: int = 0

    @property
    def has_move(self) -> bool:
        """Whether the event is a move, and not time that passes."""
        return self.text != ""

    @property
    def event(self) -> str:
        """The next event as text."""
        return self.text or (f"@+{self.ms}ms" if self.ms else "nothing")


@dataclass(frozen=True, slots=True)
class Walk:
    """One random game, the *number*-th for *seats*, from the start or from a *position*.

    *stopped* says why it did not come to an end; ``None`` if it did.
    """

    seats: int
    number: int
    moments: tuple[WalkState, ...]
    stopped: Broken | None = None
    position: str = ""

    def steps(self) -> Iterator[tuple[WalkState, WalkState]]:
        """Each moment with the one after it."""
        return pairwise(self.moments)

    def begins_turn(self, moment: WalkState) -> bool:
        """Whether a turn begins at *moment*. Luck and duels have no turn number."""
        numbers = [getattr(earlier.now, "number", None) for earlier in self.moments[: moment.index]]
        known = [number for number in numbers if number is not None]
        return not known or getattr(moment.now, "number", None) not in (None, known[-1])

    def turns(self) -> Iterator[tuple[list[WalkState], WalkState]]:
        """The finished turns in which no time passed, each with the moment after it.

        Luck and duels belong to the turn in which they were due.
        """
        turn: list[WalkState] = []
        number, paused = 1, False
        for before, after in self.steps():
            begins = getattr(before.now, "number", None)
            if begins is not None and begins != number:
                turn, number, paused = [], begins, False
            paused = paused or not before.has_move
            turn.append(before)
            follows = getattr(after.now, "number", None)
            ended = isinstance(after.now, Over) or follows not in (None, number)
            if ended and not paused:
                yield turn, after


def is_sound(now: object, seats: int) -> bool:
    """Whether the status *now* is sound enough to play on."""
    if isinstance(now, Turn):
        return type(now.seat) is int and now.seat in range(seats) and type(now.number) is int
    if isinstance(now, Chance):
        pairs = now.outcomes
        return (
            isinstance(pairs, tuple)
            and bool(pairs)
            and all(isinstance(pair, tuple | list) and len(pair) == 2 for pair in pairs)
        )
    if isinstance(now, Duel):
        return bool(now.seats) and all(seat in range(seats) for seat in now.seats)
    return isinstance(now, Over)


def offers_of(game: GuardedGame, state: Any, seats: int) -> tuple[tuple[Any, ...], ...]:
    """The legal moves of each seat. Raises ``Broken``."""
    return tuple(moves_of(game, "legal_moves", state, seat) for seat in range(seats))


def moves_of(game: GuardedGame, method: str, state: Any, seat: int) -> tuple[Any, ...]:
    """The moves of *method*, ``legal_moves`` or ``turn_moves``. Raises ``Broken``."""
    moves = getattr(game, method)(state, seat)
    if not isinstance(moves, Sequence) or isinstance(moves, str):
        raise Broken(
            f"{method} answered a {type(moves).__name__}, which is no tuple and no list.",
            f"Let {method} return a tuple or a list of moves; () where there are none.",
        )
    return tuple(moves)


def random_walk(
    game: GuardedGame,
    seats: int,
    rng: Random,
    most: int,
    number: int = 0,
    choose: Chooser | None = None,
) -> Walk | None:
    """Plays a random game of at most *most* events; ``None`` if the game is not for *seats*.

    *choose* decides for the seat on turn. Where time acts, no time passes in every third game; in
    the others it passes up to deadlines and beyond them.
    """
    try:
        state = game.start(seats)
    except ValueError:
        return None
    except Broken as broken:
        return Walk(seats, number, (), broken)
    return continue_walk(game, seats, state, rng, most, number, choose)


def continue_walk(
    game: GuardedGame,
    seats: int,
    state: Any,
    rng: Random,
    most: int,
    number: int = 0,
    choose: Chooser | None = None,
    position: str = "",
) -> Walk:
    """Plays on at random from *state*: the start, or the state of a *position*."""
    walker = _Walker(game, seats, rng, number, choose)
    stopped: Broken | None = None
    try:
        for _ in range(most):
            following = walker.step(state)
            if following is None:
                break
            (state,) = following
        else:
            last = ", ".join(moment.event for moment in walker.moments[-6:])
            stopped = Endless(
                f"After {most} random decisions the game is not over; the last: {last}.",
                "Let status answer Over in the end, also when nobody makes headway (a limit of"
                " turns, a repeated position), or let the kit play longer (most_decisions).",
            )
    except Broken as broken:
        stopped = broken
    return Walk(seats, number, tuple(walker.moments), stopped, position)


class Endless(Broken):
    """A game has too many decisions."""


class _Walker:
    def __init__(
        self, game: GuardedGame, seats: int, rng: Random, number: int, choose: Chooser | None
    ) -> None:
        self.game, self.seats, self.rng, self.choose = game, seats, rng, choose
        self.clock = timed(game.game)
        self.waits = (0.0, 0.15, 0.5)[number % 3] if choose is None else 0.2
        self.duels = number
        self.moments: list[WalkState] = []

    def step(self, state: Any) -> tuple[Any] | None:
        """Adds the moment of *state*; returns the next state, or ``None`` at the end."""
        index = len(self.moments)
        try:
            return self._step(state, index)
        except Broken as broken:
            if index == 0 or len(self.moments) > index:
                raise
            last = self.moments[-1]
            name = "apply" if last.has_move else "advance"
            raise type(broken)(
                f"{broken.what.rstrip('.')}, after {last.event!r}.",
                f"{broken.advice} Or look at {name}: it made this state.",
            ) from broken.__cause__

    def _step(self, state: Any, index: int) -> tuple[Any] | None:
        game = self.game
        now = game.status(state)
        if not is_sound(now, self.seats):
            self.moments.append(WalkState(index, state, now))
            raise Broken(
                f"status answered {now!r}, so the game cannot go on.",
                "Let status answer a Turn of an existing seat, a Chance with outcomes ((move,"
                " weight), …), a Duel between existing seats, or Over.",
            )
        offers = offers_of(game, state, self.seats)
        self.moments.append(
            WalkState(index, state, now, offers)
        )  # kept, even if nothing can follow
        if isinstance(now, Over):
            return None
        seat: int | None = None
        if isinstance(now, Turn):
            wait = self._waiting_time(state)
            seat, move = self._decide(state, now.seat, offers, wait is not None)
            if seat is None:
                assert wait is not None
                self.moments[-1] = WalkState(index, state, now, offers, ms=wait)
                return (game.advance(state, wait),)
        elif isinstance(now, Chance):
            move = self._draw(now)
        else:
            self.duels += 1
            winners = (*now.seats, None)
            move = game.settle(state, winners[self.duels % len(winners)], now.game)
        text = self._text(state, move)
        self.moments[-1] = WalkState(index, state, now, offers, seat, move, text)
        return (game.apply(state, move),)

    def _decide(
        self, state: Any, mover: int, offers: tuple[tuple[Any, ...], ...], can_wait: bool
    ) -> tuple[int | None, Any]:
        """A seat and its move; no seat if time passes instead."""
        rng = self.rng
        if can_wait and rng.random() < self.waits:
            return None, None
        turn_moves = moves_of(self.game, "turn_moves", state, mover)
        own = offers[mover]
        extra = [] if turn_moves == own else [move for move in turn_moves if move not in own]
        if extra:
            raise Broken(
                f"turn_moves names {move_text(self.game.game, state, extra[0])!r} for seat {mover},"
                " which legal_moves does not.",
                "Let turn_moves return a part of legal_moves.",
            )
        beside = () if turn_moves == own else [m for m in own if m not in turn_moves]
        aside = [
            (seat, move)
            for seat, moves in enumerate(offers)
            for move in (beside if seat == mover else moves)
        ]
        if aside and (rng.random() < 0.3 or not turn_moves):
            return rng.choice(aside)
        if turn_moves:
            chosen = self.choose or (lambda state, seat, rng: rng.choice(turn_moves))
            return mover, chosen(state, mover, rng)
        if can_wait:
            return None, None
        raise Broken(
            f"Seat {mover} is on turn and has no legal move.",
            "Let legal_moves offer it one (passing, too, is a move), or let status answer who acts"
            " instead.",
        )

    def _waiting_time(self, state: Any) -> int | None:
        """The milliseconds that could pass; ``None`` where time does not act."""
        if self.clock is None:
            return None
        deadline_ms = self.game.deadline(state)
        if type(deadline_ms) is not int or deadline_ms < 1:
            return self.rng.choice((1, 1000, 60_000))
        return max(
            1,
            self.rng.choice(
                (
                    1,
                    deadline_ms // 3,
                    deadline_ms - 1,
                    deadline_ms,
                    deadline_ms,
                    deadline_ms + 1,
                    3 * deadline_ms,
                )
            ),
        )

    def _draw(self, luck: Chance[Any]) -> Any:
        outcomes = [pair[0] for pair in luck.outcomes]
        weights = [pair[1] if type(pair[1]) is int and pair[1] > 0 else 1 for pair in luck.outcomes]
        return self.rng.choices(outcomes, weights)[0]

    def _text(self, state: Any, move: Any) -> str:
        """*move* as text; another law examines whether the game can write it."""
        try:
            text = self.game.format(state, move)
        except (Broken, MoveError):
            text = ""
        return text if isinstance(text, str) and text else repr(move)
