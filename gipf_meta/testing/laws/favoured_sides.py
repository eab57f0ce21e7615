"""The laws on signs: who takes what a game calls better does not lose again and again to who takes
what it calls worse.

Two sides play against each other. At each decision some are drawn by lot; one side takes the best
of them, the other the worst. Wins and losses that are seen at once are taken as such by both: what
a game says of an end is another law's. A sign looks swapped if the side that takes the worse wins
game after game, and if in random games, too, who loses is called better at the last decision, or
nothing can be told there. So a weak judgement breaks no law, and one that is worth nothing hardly
ever does. Where a right sign leads to bad play a swapped one is not found.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from math import fsum, log
from random import Random
from typing import Any, Final, TypeAlias

from gipf_meta.protocol.capabilities import Evaluated, Searchable
from gipf_meta.protocol.game import Chance, Duel, Over, Turn
from gipf_meta.protocol.searching import WON, SearchBoard
from gipf_meta.testing.trial.case import Case, asked_of
from gipf_meta.testing.trial.findings import NotAsked, guard, need

JudgeOfStates: TypeAlias = Callable[[Any, int], float]
"""The worth of a state to a seat, from -1 to 1."""

LOOKED_AT: Final = 3
"""The decisions of which a side takes the best or the worst."""
MOST_OUTCOMES: Final = 20
"""The most outcomes of luck of which a side takes the mean."""
SWAPPED: Final = 0.8
"""A side that heeds a swapped sign loses so many of the games that are not drawn."""
SURELY_SWAPPED: Final = log(100_000)
"""A sign is swapped if that is so many times likelier (as a logarithm) than that it is worth
nothing."""
SURELY_RIGHT: Final = -4.0
"""A sign is right if that is no likelier than so."""
GAMES: Final = 60
"""The most games between the two sides."""
DRAWN_GAMES: Final = 12
"""If so many first games are drawn nothing can be told."""
RANDOM_GAMES: Final = 30
"""The random games that may show that a sign is right, although it leads to bad play."""
NOT_CONTRARY: Final = 3
"""They show it if the loser is called better in less than one of so many."""
LONGEST: Final = 400
"""The most steps of such a game; with more it counts as drawn."""


@asked_of(Evaluated, why_not="the game has no evaluate.")
def better_positions_are_won(case: Case) -> None:
    """A side that takes what ``evaluate`` calls better does not lose game after game to one that
    takes what it calls worse."""
    game: Any = case.game
    _check_sign("evaluate", "it is asked about", Contest(case, game.evaluate))


@asked_of(Searchable, why_not="the game has no search_board.")
def better_boards_are_won(case: Case) -> None:
    """A side that takes what ``worth`` of a search board calls better does not lose game after game
    to one that takes what it calls worse."""

    game: Any = case.game

    def judge(state: Any, seat: int) -> float:
        board: SearchBoard | None = game.search_board(state)
        if board is None:
            return 0.0
        worth = int(board.worth()) / WON
        return worth if int(board.seat) == seat else -worth

    _check_sign("worth", "decides", Contest(case, judge))


def _check_sign(method: str, whose: str, contest: Contest) -> None:
    """Plays *contest* until the sign of *method* is surely right or surely swapped. Raises
    ``Broken`` if it is swapped."""
    while contest.played < GAMES and contest.likelihood > SURELY_RIGHT:
        contest.play()
        if contest.played == DRAWN_GAMES and not contest.won + contest.lost:
            return
        if contest.likelihood > SURELY_SWAPPED:
            break
    else:
        return
    at_random = Contest(contest.case, contest.judge, is_random=True)
    while at_random.played < RANDOM_GAMES:
        at_random.play()
    need(
        NOT_CONTRARY * at_random.doubted < at_random.won + at_random.lost,
        f"The side that took what {method} calls worse has won {contest.lost} of"
        f" {contest.won + contest.lost} games.",
        f"Let {method} answer more than 0 where the seat that {whose} stands better: its sign looks"
        " swapped.",
    )


@dataclass
class Contest:
    """Games of *case* between a side that takes what *judge* calls better and one that takes what
    it calls worse: how many were *played*, how many the first side has *won* and *lost*, and in how
    many of these the loser was called better at the last decision (*doubted*). In games that are
    random neither side chooses (*is_random*)."""

    case: Case
    judge: JudgeOfStates
    is_random: bool = False
    played: int = 0
    won: int = 0
    lost: int = 0
    doubted: int = 0

    @property
    def likelihood(self) -> float:
        """The logarithm of how many times likelier a swapped sign is than one worth nothing."""
        return self.won * log(2 * (1 - SWAPPED)) + self.lost * log(2 * SWAPPED)

    def play(self) -> None:
        """Plays the next game. Raises ``Broken`` where it fails."""
        seats = self._seats
        rng = self.case.rng("sides", self.is_random, self.played)
        with guard("a game between two sides", "Let every answer be soon.", 20 * self.case.ask.ms):
            self._play(seats, rng)
        self.played += 1

    @cached_property
    def _seats(self) -> int:
        """The fewest seats from two on that can start. Raises ``NotAsked`` if there are none."""
        for seats in self.case.game.seat_counts:
            with suppress(ValueError):  # not under these options
                if seats > 1:
                    self.case.ask.start(seats)
                    return seats
        raise NotAsked("nobody plays against anybody.")

    def _play(self, seats: int, rng: Random) -> None:
        game = self.case.game
        state = last = game.start(seats)
        for _step in range(LONGEST):
            now = game.status(state)
            if isinstance(now, Over):
                self._count(now, last, seats)
                return
            if isinstance(now, Turn):
                moves = list(game.turn_moves(state, now.seat))
                if not moves:  # it waits for time, or for what another may do out of turn
                    return
                last = state
                some = rng.sample(moves, 1 if self.is_random else min(LOOKED_AT, len(moves)))
                state = self._choose([game.apply(state, move) for move in some], now.seat)
            elif isinstance(now, Chance):
                outcomes, weights = zip(*now.outcomes, strict=True)
                state = game.apply(state, rng.choices(outcomes, weights)[0])
            else:
                assert isinstance(now, Duel)
                winner = rng.choice(sorted({*now.seats}))
                state = game.apply(state, game.settle(state, winner, now.game))

    def _choose(self, after: list[Any], seat: int) -> Any:
        """The first of the states *after* some decisions that the side of *seat* likes best."""
        if len(after) == 1:
            return after[0]
        side = self._side(seat)
        ranks = [self._rank(state, seat, side) for state in after]
        return after[ranks.index(max(ranks))]

    def _count(self, end: Over, last: Any, seats: int) -> None:
        """Counts a game with this *end*; the *last* decision was made in that state."""
        sides = {self._side(seat) for seat in end.winners}
        if len(sides) != 1:
            return
        (side,) = sides
        loser = next(seat for seat in range(seats) if self._side(seat) != side)
        self.won += side > 0
        self.lost += side < 0
        self.doubted += self.judge(last, end.winners[0]) < self.judge(last, loser)

    @cached_property
    def _first_side(self) -> frozenset[int]:
        """The seats of one side: the first and its allies, or every other one."""
        game = self.case.game
        allies = frozenset(game.allies(game.start(self._seats), 0))
        return allies if len(allies) > 1 else frozenset(range(0, self._seats, 2))

    def _side(self, seat: int) -> int:
        """The side of *seat*: 1 takes the better, -1 the worse; each begins every other game."""
        return 1 if (seat in self._first_side) == (self.played % 2 == 0) else -1

    def _rank(self, state: Any, seat: int, side: int, *, is_drawn: bool = False) -> float:
        """The rank of *state* for *seat* on *side*: a win before all, a loss behind all; where luck
        is next, the mean of what it may draw, unless it *is_drawn*."""
        game = self.case.game
        now = game.status(state)
        if isinstance(now, Over):
            return 0.0 if not now.winners else 2.0 if seat in now.winners else -2.0
        if isinstance(now, Chance) and len(now.outcomes) <= MOST_OUTCOMES and not is_drawn:
            return fsum(
                weight * self._rank(game.apply(state, drawn), seat, side, is_drawn=True)
                for drawn, weight in now.outcomes
            ) / fsum(weight for _drawn, weight in now.outcomes)
        return side * self.judge(state, seat)
