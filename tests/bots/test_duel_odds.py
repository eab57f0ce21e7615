"""Bots challenge where it is worth it, by the odds they know, and play the duels they ask for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any, ClassVar, NamedTuple

import pytest

from gipf_meta.base.clock import StillClock
from gipf_meta.bots.bot import Request
from gipf_meta.bots.duel_odds import STRENGTHS, Contests, Strength, contests, duel_odds
from gipf_meta.bots.levels import COOL, LEVELS, SearchingBot, Temper
from gipf_meta.match.match import Match
from gipf_meta.match.session import Session
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.capabilities import Measured
from gipf_meta.protocol.game import (
    Duel,
    Game,
    Over,
    Status,
    Turn,
    turn,
)
from gipf_meta.protocol.options import configure
from gipf_meta.search.mcts import Odds
from gipf_meta.table.players import Player
from gipf_meta.table.table import Table
from tests.gipf.words import decided, game, position
from tests.search.test_mcts import reached
from tests.tiers import slow, soak

INSTALLED = load_plugins()
EVEN = (0.5, 0.5)


class Claimed(NamedTuple):
    """The number of uses decided, the owner's points, the challenges left, whether one is on."""

    done: int = 0
    gained: int = 0
    left: int = 1
    fought: bool = False


class Claims(Game[Claimed, Any]):
    """Seat 0 uses its powers one by one and needs *goal* points; seat 1 has one challenge."""

    id: ClassVar[str] = "claims"
    title: ClassVar[str] = "Claims"
    seat_names: ClassVar[tuple[str, ...]] = ("Owner", "Other")

    gains: tuple[int, ...]
    goal: int

    def start(self, seats: int) -> Claimed:
        return Claimed()

    def status(self, state: Claimed) -> Status[Any]:
        if state.fought:
            return Duel(f"duel{state.done}", (0, 1), 0)
        if state.done == len(self.gains):
            return Over((0,) if state.gained >= self.goal else (1,), "done")
        return turn(1, state.done + 1)

    def legal_moves(self, state: Claimed, seat: int) -> Sequence[Any]:
        return ("allow", "challenge") if state.left else ("allow",)

    def apply(self, state: Claimed, move: Any) -> Claimed:
        if move == "challenge":
            return state._replace(left=0, fought=True)
        gain = self.gains[state.done] if move in ("allow", 0) else 0
        return Claimed(state.done + 1, state.gained + gain, state.left)

    def settle(self, state: Claimed, winner: int | None, game: str) -> Any:
        return winner


def answers(claims: Claims, odds: Odds | None) -> list[str]:
    """The bot's answers to the first use, by different seeds."""
    bot = SearchingBot(nodes=60)
    begun = claims.start(2)
    return [bot.choose(Request(claims, begun, 1, 2, Random(seed), odds)) for seed in range(8)]


def test_a_challenge_is_kept_for_the_use_that_is_worth_it() -> None:
    assert set(answers(Claims(gains=(1, 9), goal=9), None)) == {"allow"}
    assert set(answers(Claims(gains=(9, 1), goal=9), None)) == {"challenge"}


def test_a_challenge_is_kept_for_the_duel_that_is_likely_to_be_won() -> None:
    """Both uses are needed, so it is enough to stop one of them."""
    claims = Claims(gains=(1, 1), goal=2)
    assert set(answers(claims, lambda duel: (0.9, 0.1) if duel.game == "duel0" else EVEN)) == {
        "allow"
    }
    assert set(answers(claims, lambda duel: (0.1, 0.9) if duel.game == "duel0" else EVEN)) == {
        "challenge"
    }


LINKED = game(tamsk_potentials=3, zertz_potentials=3, challenges_enabled="on")
#: White's jump makes a row and takes two pieces; he has one piece left to play with
ROW = position(LINKED, "Zc3 c4 d5 e5 f4", "g3 h2 e8 b2 b3", reserves="1,5", supply="T0Z1,T0Z0")
#: White's jump brings him little
IDLE = position(LINKED, "Zb2 c3 e6 f4 g5", "g3 h2 e8 f7 d3 h4", reserves="8,8", supply="T0Z1,T0Z0")


@pytest.mark.parametrize("nodes", [*slow(25), *soak(150)])
def test_a_jump_that_makes_a_row_is_challenged_unless_the_odds_are_poor(nodes: int) -> None:
    def poor(duel: Duel) -> list[float]:
        return [0.97 if seat == duel.claimant else 0.03 for seat in duel.seats]

    announced = decided(LINKED, ROW, "Zc3^")
    for seed in range(5):
        bot = SearchingBot(nodes)
        move = bot.choose(Request(LINKED, announced, 1, 2, Random(seed)))
        assert LINKED.format(announced, move) == "challenge"
        move = bot.choose(Request(LINKED, announced, 1, 2, Random(seed), poor))
        assert LINKED.format(announced, move) == "allow"


@pytest.mark.slow
def test_no_challenge_is_spent_on_a_use_that_helps_little() -> None:
    announced = decided(LINKED, IDLE, "Zb2^")
    for seed in range(5):
        move = SearchingBot(150).choose(Request(LINKED, announced, 1, 2, Random(seed)))
        assert LINKED.format(announced, move) == "allow"


def test_a_duel_is_played_by_the_search_through_its_own_game() -> None:
    """The duel stands where one capture wins it, and the bot whose turn it is takes it."""
    zertz = configure(INSTALLED.find("zertz"), {})
    seat, state, won = a_win_at_hand()
    match = Match.begin(LINKED, 2, INSTALLED.find, seed=1)
    match = replace(match, sessions=(Session(LINKED, decided(LINKED, ROW, "Zc3^"), (0, 1)),))
    table = Table(match, [Player(name, SearchingBot(150)) for name in "WB"], StillClock())
    table.play_bot()
    assert [session.game.id for session in table.match.sessions] == ["gipf", "zertz"]
    below, duel = table.match.sessions
    winner = duel.players[seat]
    table.match = replace(table.match, sessions=(below, replace(duel, state=state)))
    table.play_bot()
    step = table.match.sessions[0].steps[-1]
    assert isinstance(step.duel, Session)
    assert step.duel.steps[-1].move in won
    assert step.move.winner == winner
    assert zertz.id == step.move.game


def a_win_at_hand() -> tuple[int, Any, set[Any]]:
    """A state of ZÈRTZ, who is on turn there, and the moves that win: some, but not all."""
    zertz = configure(INSTALLED.find("zertz"), {})
    for seed in range(200):
        *_, last = reached(zertz, 2, Random(seed))
        now = zertz.status(last)
        assert isinstance(now, Turn)
        moves = zertz.turn_moves(last, now.seat)
        ends = {move: zertz.status(zertz.apply(last, move)) for move in moves}
        won = {
            move
            for move, end in ends.items()
            if isinstance(end, Over) and end.winners == (now.seat,)
        }
        if won and len(won) < len(moves):
            return now.seat, last, won
    raise AssertionError("random games end so")


# ---- tempers -----------------------------------------------------------------------------------


class Dared(NamedTuple):
    """The number of decisions made, whether the power was used, whether that must be answered."""

    done: int = 0
    used: bool = False
    asked: bool = False
    fought: bool = False


class Dares(Game[Dared, Any]):
    """Seat 0 may use a power, which makes him worse off by *price*; seat 1 may challenge it, in the
    same turn or in the *next* one. Too many decisions follow to see the end."""

    id: ClassVar[str] = "dares"
    title: ClassVar[str] = "Dares"
    seat_names: ClassVar[tuple[str, ...]] = ("Owner", "Other")

    price: float = 0.1
    next: bool = False

    def start(self, seats: int) -> Dared:
        return Dared()

    def status(self, state: Dared) -> Status[Any]:
        if state.fought:
            return Duel("duel", (0, 1), 0)
        if state.asked:
            return turn(1, 2 if self.next else 1)
        if state.done == 40:
            return Over((), "done")
        return turn(state.done % 2, state.done + 1)

    def legal_moves(self, state: Dared, seat: int) -> Sequence[Any]:
        if state.asked:
            return ("allow", "challenge")
        return (1, 2) if state.done else ("pass", "use")

    def apply(self, state: Dared, move: Any) -> Dared:
        if move == "use":
            return state._replace(used=True, asked=True)
        if move == "challenge":
            return state._replace(fought=True)
        return Dared(state.done + 1, state.used)

    def settle(self, state: Dared, winner: int | None, game: str) -> Any:
        return winner

    def evaluate(self, state: Dared, seat: int) -> float:
        worth = -self.price if state.used else 0.0
        return -worth if seat else worth


def decided_by(temper: Temper, game: Any, state: Any, seat: int) -> set[Any]:
    """The decisions of bots of *temper*, by different seeds."""
    bot = SearchingBot(nodes=30, temper=temper)
    return {bot.choose(Request(game, state, seat, 2, Random(seed))) for seed in range(4)}


def test_what_others_may_challenge_in_the_same_turn_is_told_apart() -> None:
    begun = Dared()
    assert contests(Dares(), begun, ("pass", "use")) == Contests([], ["use"])
    assert contests(Dares(next=True), begun, ("pass", "use")) == Contests([], [])
    asked = Dares().apply(begun, "use")
    assert contests(Dares(), asked, ("allow", "challenge")) == Contests(["challenge"], [])


def test_who_likes_duels_uses_a_power_that_costs_little() -> None:
    fond = Temper(announces=0.2)
    assert decided_by(COOL, Dares(), Dared(), 0) == {"pass"}
    assert decided_by(fond, Dares(), Dared(), 0) == {"use"}
    assert decided_by(fond, Dares(price=0.5), Dared(), 0) == {"pass"}
    assert decided_by(fond, Dares(next=True), Dared(), 0) == {"pass"}


@pytest.mark.parametrize("level", ["medium", "hard", "expert"])
def test_no_level_challenges_where_the_odds_are_better_later(level: str) -> None:
    """One of two uses has to be stopped, so the challenge belongs where a duel is likelier won."""
    claims = Claims(gains=(1, 1), goal=2)
    later = partial(odds_of, {"duel0": 0.44, "duel1": 0.5})
    now = partial(odds_of, {"duel0": 0.5, "duel1": 0.44})
    assert answer_of(level, claims, later) == "allow"
    assert answer_of(level, claims, now) == "challenge"


def odds_of(chances: dict[str, float], duel: Duel) -> list[float]:
    """The odds of *duel* by which who challenges wins with these *chances*."""
    return [1 - chances[duel.game], chances[duel.game]]


def answer_of(level: str, claims: Claims, odds: Odds) -> str:
    """The answer of a bot of *level* to the first use."""
    bot = LEVELS[level](nodes=150)
    return str(bot.choose(Request(claims, claims.start(2), 1, 2, Random(1), odds)))


def test_who_likes_duels_jumps_though_it_brings_little() -> None:
    at_rest = position(
        LINKED, "Zb2 c3 e6 f4 g5", "g3 h2 e8 f7 d3 h4", reserves="8,8", supply="T0Z0,T0Z0"
    )
    jump = LINKED.parse(at_rest, 0, "Zb2^")
    assert decided_by(Temper(announces=0.3), LINKED, at_rest, 0) == {jump}
    assert jump not in decided_by(COOL, LINKED, at_rest, 0)


# ---- odds --------------------------------------------------------------------------------------


def duel(name: str, seats: tuple[int, int] = (0, 1), claimant: int = 0, **options: Any) -> Duel:
    return Duel(name, seats, claimant, options)


def test_equal_players_have_equal_odds_and_stronger_ones_better() -> None:
    assert duel_odds(("easy", "easy"))(duel("unheard")) == EVEN
    first, second = duel_odds(("hard", "easy:500"))(duel("unheard"))
    assert first > 0.8
    assert first + second == pytest.approx(1)
    assert duel_odds(("hard", "easy"))(duel("unheard", seats=(1, 0))) == pytest.approx(
        (second, first)
    )


def test_nobody_knows_how_strong_a_person_is() -> None:
    assert duel_odds(("human", "hard"))(duel("unheard")) == EVEN


def test_what_decides_a_game_comes_before_what_is_assumed() -> None:
    """200 points of Elo are 76 %, and so is a first move that is worth as much."""
    told = {"chess": Strength({"easy": 0, "hard": 200}), "first": Strength(first=200)}
    assert duel_odds(("hard", "easy"), strengths=told)(duel("chess"))[0] == pytest.approx(
        0.76, abs=0.01
    )
    assert duel_odds(("easy", "easy"), strengths=told)(duel("first"))[0] == pytest.approx(
        0.76, abs=0.01
    )


def test_a_duel_is_as_likely_won_as_its_own_game_has_measured() -> None:
    """The same two levels are further apart in one game than in another."""
    odds = duel_odds(("hard", "easy"), INSTALLED.find)
    assert odds(duel("zertz"))[0] > 0.9 > odds(duel("zatre"))[0] > 0.8
    assert odds(duel("unheard")) == duel_odds(("hard", "easy"))(duel("unheard"))


@pytest.mark.parametrize("name", [name for name, game in INSTALLED.games.items() if game.levels])
def test_a_game_that_says_how_levels_play_says_how_strong_they_are(name: str) -> None:
    kind = INSTALLED.find(name)
    assert isinstance(kind, Measured)
    strengths = kind.strengths
    levels = [strengths[level] for level in LEVELS]
    assert levels == sorted(set(levels))
    assert levels[0] == 0 < strengths["greedy"]


def test_even_rolls_of_the_die_are_the_claimants() -> None:
    assert "die" in STRENGTHS
    odds = duel_odds(("easy", "easy"))
    assert odds(duel("die", claimant=0)) == pytest.approx((21 / 36, 15 / 36))
    assert odds(duel("die", claimant=1)) == pytest.approx((15 / 36, 21 / 36))


def test_a_handicap_among_the_options_counts_if_the_game_can_be_looked_at() -> None:
    more = duel("gipf", variant="basic", extra_pieces="3/0")
    less = duel("gipf", variant="basic", extra_pieces="0/3")
    odds = duel_odds(("easy", "easy"), INSTALLED.find)
    assert odds(more)[0] > 0.6
    assert odds(less)[0] == pytest.approx(1 - odds(more)[0], abs=0.08)  # White begins
    assert odds(duel("gipf", variant="basic")) == pytest.approx(EVEN, abs=0.03)
    assert duel_odds(("easy", "easy"))(more) == EVEN
    assert odds(duel("unheard", handicap=3)) == EVEN
