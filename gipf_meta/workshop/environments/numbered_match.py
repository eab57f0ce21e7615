# mypyc: compile
"""Matches in which decisions are numbers: a game, its duels, luck and time, as pure functions.

A match has the numbers of its game, then those of each game that may decide a duel in it; the bits
of observations likewise. Each decision takes a second where time acts, as in playouts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import Any, Final

from gipf_meta.base.texts import _
from gipf_meta.protocol.capabilities import Adaptable, timed
from gipf_meta.protocol.frozen_state import FrozenState
from gipf_meta.protocol.game import (
    AnyGame,
    Chance,
    Duel,
    IllegalMove,
    Over,
    Turn,
    title_of,
)
from gipf_meta.protocol.luck import draw
from gipf_meta.protocol.number_groups import DecisionGroup, PlaneGroup
from gipf_meta.protocol.numbered import Numbered
from gipf_meta.protocol.options import changed_options, configure, options_in_duel, start_state
from gipf_meta.protocol.rules_game import bound_to_rules
from gipf_meta.protocol.versioned_names import versioned_name
from gipf_meta.search.playout import A_DECISION_MS, utilities
from gipf_meta.workshop.environments.small_games import NotNumbered, small_game


def numbered(game: AnyGame, seats: int) -> Numbered:
    """Returns the numbering of the decisions of *game*: the game itself or, for a small one, one
    found by playing through it. Raises ``NotNumbered``."""
    return game if isinstance(game, Numbered) else small_game(game, seats)


class NumberedPart(FrozenState):
    """A *game* that may be played in a match, and where its numbers and its bits begin there."""

    def __init__(self, game: AnyGame, numbers: Numbered, first_number: int, first_bit: int) -> None:
        self.game: Final = game
        self.numbers: Final = numbers
        self.first_number: Final = first_number
        self.first_bit: Final = first_bit
        self.clock: Final = timed(game)
        self.decision_of: Final[Callable[..., Any]] = bound_to_rules(numbers.decision_of)
        self.legal_numbers: Final[Callable[..., int]] = bound_to_rules(numbers.legal_numbers)
        self.observe: Final[Callable[..., int]] = bound_to_rules(numbers.observe)

    def fields(self) -> tuple[object, ...]:
        return self.game, self.numbers, self.first_number, self.first_bit


class GameInMatch(FrozenState):
    """A game that is being played: its *state*, and the *players* of the match at its seats."""

    def __init__(self, part: NumberedPart, state: Any, players: tuple[int, ...]) -> None:
        self.part: Final = part
        self.state: Final[Any] = state
        self.players: Final = players

    def fields(self) -> tuple[object, ...]:
        return self.part, self.state, self.players


class MatchState(FrozenState):
    """A moment of a match. Frozen: every attribute is set once.

    *games* are being played, the bottom one first; in the one on top somebody acts *now*, and
    *due_ms* of a decision's time have still to pass there. *player* decides, who has the *seat*
    there; ``None`` while luck does, and after the end.
    """

    def __init__(
        self, games: tuple[GameInMatch, ...], now: Turn | Chance[Any] | Over, due_ms: int = 0
    ) -> None:
        self.games: Final = games
        self.now: Final = now
        self.due_ms: Final = due_ms
        self.seat: Final[int | None] = now.seat if isinstance(now, Turn) else None
        self.player: Final = None if self.seat is None else games[-1].players[self.seat]

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return isinstance(self.now, Over)

    def fields(self) -> tuple[object, ...]:
        return self.games, self.now, self.due_ms


class NumberedMatch:
    """The matches of a *game* for so many *seats*. All methods are pure functions of their states.

    *finder* finds the games of duels. Raises ``NotNumbered`` if one of the games has no numbers,
    and ``OptionError``.
    """

    def __init__(self, game: AnyGame, seats: int, finder: Callable[[str], type[AnyGame]]) -> None:
        self.game: Final = game
        self.seats: Final = seats
        self._finder: Final = finder
        self._duels: Final[dict[AnyGame, NumberedPart]] = {}
        self.decision_count = self.outcome_count = self.observation_size = 0
        self._start: Final = GameInMatch(
            self._add_part(game, seats), start_state(game, seats), tuple(range(seats))
        )
        for duel, options in game.duels() if isinstance(game, Adaptable) else ():
            kind = configure(finder(duel), options)
            if kind not in self._duels:
                self._duels[kind] = self._add_part(kind, 2)

    def __reduce__(self) -> tuple[type[NumberedMatch], tuple[object, ...]]:
        return NumberedMatch, (self.game, self.seats, self._finder)

    def _add_part(self, game: AnyGame, seats: int) -> NumberedPart:
        """The part of *game*, behind all others."""
        numbers = numbered(game, seats)
        part = NumberedPart(game, numbers, self.decision_count, self.observation_size)
        self.decision_count += numbers.decision_count
        self.observation_size += prod(numbers.observation_shape)
        self.outcome_count = max(self.outcome_count, numbers.outcome_count)
        return part

    @property
    def finder(self) -> Callable[[str], type[AnyGame]]:
        """The finder of the games of duels."""
        return self._finder

    @property
    def all_games(self) -> tuple[AnyGame, ...]:
        """The game of the match, then those that may decide duels in it."""
        return (self.game, *self._duels)

    @property
    def name(self) -> str:
        """The id of the game with the version of its rules, such as ``zertz-v1``."""
        return versioned_name(self.game)

    @property
    def observation_shape(self) -> tuple[int, ...]:
        """The shape of observations: that of the game; one row of bits where duels may come."""
        return (
            (self.observation_size,) if self._duels else self._start.part.numbers.observation_shape
        )

    def part_of(self, game: AnyGame) -> NumberedPart:
        """The part of *game*: the match's own, or one that may decide a duel in it. Raises
        ``NotNumbered``."""
        if game == self.game:
            return self._start.part
        options = changed_options(game)
        claimed = options.pop("claimant", None) is not None
        part = self._duels.get(configure(type(game), options))
        if part is None:
            raise NotNumbered(
                _("A duel in {title} is due, for which this match has no numbers.").format(
                    title=title_of(game)
                )
            )
        if not claimed:
            return part
        return NumberedPart(game, numbered(game, 2), part.first_number, part.first_bit)

    @property
    def planes(self) -> tuple[PlaneGroup, ...]:
        """The planes of each game, with the bits where they begin in an observation."""
        return tuple(
            [part.numbers.planes.within(part.game.id, part.first_bit) for part in self._parts]
        )

    @property
    def decisions(self) -> tuple[DecisionGroup, ...]:
        """The groups of the numbers of each game, with the numbers where they begin."""
        return tuple(
            [
                group.within(part.game.id, part.first_number)
                for part in self._parts
                for group in part.numbers.decisions
            ]
        )

    @property
    def _parts(self) -> tuple[NumberedPart, ...]:
        """The game of the match, then those that may decide duels in it."""
        return (self._start.part, *self._duels.values())

    # -- how a match goes on -----------------------------------------------------------------

    def begin(self) -> MatchState:
        """The match before its first decision, or before the draws of luck that come first."""
        return self._go_on((self._start,), 0)

    def resume(self, sessions: Sequence[tuple[AnyGame, Any, tuple[int, ...]]]) -> MatchState:
        """The match that stands so: each of its games that are being played, the bottom one first,
        with its state and its players. Raises ``NotNumbered`` for a duel in another game."""
        games = [
            GameInMatch(self.part_of(game), state, players) for game, state, players in sessions
        ]
        return self._go_on(tuple(games), 0)

    def after(self, state: MatchState, number: int) -> MatchState:
        """The match after the decision with that *number*. Raises ``IllegalMove``."""
        return self.after_legal(state, self.require_legal(state, number))

    def require_legal(self, state: MatchState, number: int) -> int:
        """*number* itself, that of a decision that is possible. Raises ``IllegalMove``."""
        if number < 0 or not self.legal_numbers(state) >> number & 1:
            raise IllegalMove(
                _("No decision that is possible now has the number {number}.").format(number=number)
            )
        return number

    def after_legal(self, state: MatchState, number: int) -> MatchState:
        """As ``after``, for a *number* that is trusted to be legal."""
        return self._with_move(state, self.decision_of(state, number), A_DECISION_MS)

    def after_luck(self, state: MatchState, outcome: Any) -> MatchState:
        """The match after luck has drawn *outcome*, one of those of ``state.now``."""
        return self._with_move(state, outcome, state.due_ms)

    def after_draws(self, state: MatchState, seed: int, draws: int) -> tuple[MatchState, int]:
        """The match when luck has drawn all that it draws now, as a match of that *seed* does after
        so many *draws*; and the number of draws then."""
        while isinstance(state.now, Chance):
            state = self.after_luck(state, draw(state.now, seed, draws))
            draws += 1
        return state, draws

    def _with_move(self, state: MatchState, move: Any, due_ms: int) -> MatchState:
        top = state.games[-1]
        after = GameInMatch(top.part, top.part.game.apply(top.state, move), top.players)
        below = state.games[:-1]
        return self._go_on((*below, after) if below else (after,), due_ms)

    def _go_on(self, games: tuple[GameInMatch, ...], due_ms: int) -> MatchState:
        """The match up to the next decision, draw or end: time passes, duels begin and end."""
        while True:
            top = games[-1]
            now = top.part.game.status(top.state)
            if isinstance(now, Turn):
                clock = top.part.clock
                if not due_ms or clock is None:
                    return MatchState(games, now)
                deadline = clock.deadline(top.state)
                step = due_ms if deadline is None else max(1, min(due_ms, deadline))
                aged = GameInMatch(top.part, clock.advance(top.state, step), top.players)
                games = (*games[:-1], aged)
                due_ms -= step
            elif isinstance(now, Duel):
                games = (*games, self._duel(top, now))
            elif isinstance(now, Over) and len(games) > 1:
                games = (*games[:-2], _settled(games[-2], top, now))
            else:
                return MatchState(games, now, due_ms if isinstance(now, Chance) else 0)

    def _duel(self, below: GameInMatch, now: Duel) -> GameInMatch:
        """The duel that is due, before its first decision. Raises ``NotNumbered``."""
        kind = self._finder(now.game)
        part = self.part_of(configure(kind, options_in_duel(kind, now.options, now)))
        players = tuple(below.players[seat] for seat in now.seats)
        return GameInMatch(part, part.game.start(len(players)), players)

    # -- numbers and what is seen --------------------------------------------------------------

    def decision_of(self, state: MatchState, number: int) -> Any:
        """The decision with that *number*, a move of the game on top; it is trusted to be legal."""
        top = state.games[-1]
        return top.part.decision_of(top.state, number - top.part.first_number)

    def number_of(self, state: MatchState, move: Any) -> int:
        """The number of a legal *move* of the game on top."""
        top = state.games[-1]
        return top.part.first_number + top.part.numbers.number_of(top.state, move)

    def text_of(self, state: MatchState, number: int) -> str:
        """The legal decision with that *number* in the notation of the game on top."""
        top = state.games[-1]
        return str(top.part.game.format(top.state, self.decision_of(state, number)))

    def legal_numbers(self, state: MatchState) -> int:
        """The numbers that the player on turn may choose, as bits; 0 if nobody decides."""
        if state.seat is None:
            return 0
        top = state.games[-1]
        return top.part.legal_numbers(top.state, state.seat) << top.part.first_number

    def observe(self, state: MatchState, player: int) -> int:
        """The observation of *player* as bits: his view of all games that are being played."""
        seen = 0
        for game in state.games:
            if player in game.players:
                bits = game.part.observe(game.state, game.players.index(player))
                seen |= bits << game.part.first_bit
        return seen

    def utilities(self, state: MatchState) -> tuple[float, ...]:
        """The worth of the match to each player: 1 won, -1 lost, 0 drawn or not over."""
        now = state.now
        return utilities(now, self.seats) if isinstance(now, Over) else (0.0,) * self.seats


def _settled(below: GameInMatch, duel: GameInMatch, end: Over) -> GameInMatch:
    """The game *below* after its *duel* came to its *end*."""
    winner = None
    if len(end.winners) == 1:
        winner = below.players.index(duel.players[end.winners[0]])
    game = below.part.game
    move = game.settle(below.state, winner, duel.part.game.id)
    return GameInMatch(below.part, game.apply(below.state, move), below.players)
