"""Alpha-beta agrees with what small positions are worth, wins the shortest way, ends when told."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from threading import Event
from typing import Any, ClassVar, NamedTuple

import pytest

from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.game import (
    AnyGame,
    Duel,
    Game,
    Over,
    Turn,
)
from gipf_meta.protocol.options import configure
from gipf_meta.search import alphabeta
from gipf_meta.search.alphabeta import AlphaBeta, Unsuited
from gipf_meta.search.budget import Budget
from gipf_meta.search.mcts import TreeSearch
from gipf_meta.search.memory import TableEntry, TranspositionTable
from gipf_meta.search.search_tree import SearchedDecision, options
from gipf_meta_gipf.game import Gipf
from gipf_meta_zertz.board import board
from gipf_meta_zertz.game import Zertz
from tests.bots.test_duel_odds import Claims
from tests.gipf.boards import LAST_GIPF, drawn
from tests.gipf.words import game as gipf
from tests.gipf.words import position as spots
from tests.search.exact import solved
from tests.search.test_mcts import Ticking, reached
from tests.search.written import END, Node, Written
from tests.testing.broken.sound import Nim, SoundFuse, Team
from tests.zertz.boards import position

ENOUGH = Budget(nodes=100_000)


def best_of(game: AnyGame, state: Any, budget: Budget = ENOUGH, seed: int = 1) -> SearchedDecision:
    return AlphaBeta(game).run(state, budget, Random(seed))[0]


def tiny_zertz(rng: Random, size: int) -> tuple[AnyGame, Any]:
    """A ZÈRTZ ending: so many rings that hang together, two marbles, and a small pool."""
    cells = board(37).lattice
    rings = {rng.choice(cells.cells)}
    while len(rings) < size:
        x, y = cells.xy[rng.choice(sorted(rings))]
        near = [name for name, (a, b) in cells.xy.items() if max(abs(a - x), abs(b - y)) <= 2]
        rings.add(rng.choice(near))
    on = rng.sample(sorted(rings), 2)
    marbles = " ".join(rng.choice("WGB") + cell for cell in on)
    text = position(marbles, rings=" ".join(sorted(rings)), pool="1/1/2", captured=("3/2/2",) * 2)
    return Zertz(), Zertz().from_text(text)


def tiny_gipf(rng: Random) -> tuple[AnyGame, Any]:
    """A GIPF ending: a few pieces about the centre, and one more each."""
    game = gipf()
    near = ["d4", "d5", "e4", "e5", "e6", "f4", "f5", "c5", "g5", "e7", "e3"]
    rng.shuffle(near)
    return game, spots(game, " ".join(near[:5]), " ".join(near[5:9]), reserves="1,1")


def test_a_game_without_luck_is_solved() -> None:
    game = Nim(size=6)
    worth = solved(game, 2)
    for seed in range(10):
        for state in reached(game, 2, Random(seed)):
            now = game.status(state)
            assert isinstance(now, Turn)
            best = best_of(game, state)
            assert best.sure
            assert best.value == worth(state)[now.seat]
            assert worth(game.apply(state, best.move)) == worth(state)


@pytest.mark.parametrize("seed", range(8))
def test_small_endings_are_worth_what_trying_everything_says(seed: int) -> None:
    rng = Random(seed)
    for game, state in (tiny_zertz(rng, 6), tiny_gipf(rng)):
        now = game.status(state)
        assert isinstance(now, Turn)
        worth = solved(game, 2)
        best = best_of(game, state)
        assert best.sure
        assert best.value == worth(state)[now.seat]
        assert worth(game.apply(state, best.move))[now.seat] == best.value


def test_every_option_is_worth_what_it_says_if_that_is_asked_for() -> None:
    game = Nim(size=4)
    worth = solved(game, 2)
    for state in reached(game, 2, Random(3)):
        now = game.status(state)
        assert isinstance(now, Turn)
        told = AlphaBeta(game).run(state, ENOUGH, Random(1), most=10)
        assert {option.move for option in told} == set(game.turn_moves(state, now.seat))
        for option in told:
            assert option.value == worth(game.apply(state, option.move))[now.seat]
            assert option.sure


class Left(NamedTuple):
    """The steps that each seat has left on each of its two ways, and the turn."""

    steps: tuple[tuple[int, int], tuple[int, int]]
    number: int = 0


class Ways(Game[Left, int]):
    """Each seat takes one step a turn on one of its ways; a seat that has none left loses."""

    id: ClassVar[str] = "ways"

    def status(self, state: Left) -> Turn | Over:
        seat = state.number % 2
        return Turn(seat, state.number) if any(state.steps[seat]) else Over((1 - seat,), "end")

    def turn_moves(self, state: Left, seat: int) -> list[int]:
        return [way for way in (0, 1) if state.steps[seat][way]]

    def apply(self, state: Left, move: int) -> Left:
        seat = state.number % 2
        one, other = state.steps[seat]
        left = (one - (move == 0), other - (move == 1))
        first, second = state.steps
        return Left((first, left) if seat else (left, second), state.number + 1)

    def evaluate(self, state: Left, seat: int) -> float:
        looks = Random(repr(state)).uniform(-0.9, 0.9)
        return -looks if seat else looks


def test_many_long_lines_through_few_states_are_seen_to_their_ends() -> None:
    """Each state is looked at a few times, not at every one of 40 depths."""
    length = 10
    states = sum(
        _with_sum(length, taken) * _with_sum(length, taken + late)
        for late in (0, 1)
        for taken in range(2 * length + 1 - late)
    )
    search = AlphaBeta(Ways())
    best, *_others = search.run(Left(((length, length), (length, length))), ENOUGH, Random(1))
    assert (best.value, best.sure) == (-1.0, True)
    assert states == 1771
    assert search.nodes < 6 * states


def _with_sum(length: int, total: int) -> int:
    """The number of pairs of numbers up to *length* with that sum."""
    return min(total, length) - max(0, total - length) + 1


@pytest.mark.interpreted
@pytest.mark.parametrize("depth", [1, 2])
def test_quiet_moves_are_worth_what_they_are_one_by_one(
    depth: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Up to two decisions nothing is reduced, so all that is told is exact."""
    monkeypatch.setattr(alphabeta, "DEEPEST", depth + 1)
    game, rng = Gipf(variant="basic"), Random(depth)
    for _ in range(4):
        state = game.start(2)
        for _ in range(rng.randrange(4, 24)):
            now = game.status(state)
            if isinstance(now, Turn):
                state = game.apply(state, rng.choice(game.turn_moves(state, now.seat)))
        if isinstance(game.status(state), Turn):
            one_by_one = AlphaBeta(game)
            one_by_one.evaluate_quiet_moves = None
            told = AlphaBeta(game).run(state, ENOUGH, Random(1), most=5)
            others = one_by_one.run(state, ENOUGH, Random(1), most=5)
            assert [each.value for each in told[:5]] == [each.value for each in others[:5]]


def chain(length: int, end: Node) -> Node:
    """So many turns in which nothing can be chosen, and an end."""
    for number in range(length, 0, -1):
        end = Node(number % 2, number, (end,))
    return end


def test_a_short_win_is_better_than_a_long_one_that_is_seen_first() -> None:
    won, lost, _draw = END
    short = Node(1, 2, (Node(0, 3, (won, lost)), Node(0, 4, (lost, won))))
    game, state = Written(), Node(0, 1, (chain(9, won), short))
    search = AlphaBeta(game)
    (seen, *_others) = search.run(state, Budget(nodes=12), Random(1))
    assert (seen.move, seen.sure, search.depth) == (0, True, 1)
    assert search.run(state, ENOUGH, Random(1))[0].line in {(1, 0, 0), (1, 1, 1)}


def test_a_move_that_can_only_be_worse_is_not_said_to_win() -> None:
    """The second move loses; all that is found out is that it wins later than the first, if at
    all."""
    won, lost, _draw = END
    game, state = Written(), Node(0, 1, (chain(2, won), Node(1, 2, (chain(4, won), lost))))
    best, other = AlphaBeta(game).run(state, ENOUGH, Random(1))
    assert (best.move, best.value, best.sure) == (0, 1.0, True)
    assert not other.sure


def test_a_forced_decision_takes_nothing_from_the_depth() -> None:
    won, lost, draw = END
    last = Node(0, 9, (lost, won))
    search = AlphaBeta(Written())
    best = search.run(Node(0, 1, (chain(6, last), draw)), ENOUGH, Random(1))[0]
    assert (best.move, best.value, search.depth) == (0, 1.0, 2)


def test_a_turn_without_end_is_not_followed_for_ever() -> None:
    class Dawdling(Written):
        def turn_moves(self, state: Node, seat: int) -> range:
            return range(2)

        def status(self, state: Node) -> Turn:
            return Turn(0, 1)

        def apply(self, state: Node, move: int) -> Node:
            return state._replace(number=state.number + 1)

    search = AlphaBeta(Dawdling())
    search.run(Node(), Budget(nodes=20), Random(1))
    assert search.depth


WON: dict[str, tuple[AnyGame, Any]] = {
    f"zertz {name}": (game := Zertz(**told), game.from_text(text))
    for name, text, told in (
        (
            "28",
            position(
                "Wb3 Bc3 Gc4 Wd3",
                rings="d4 g1 g2",
                pool="0/0/1",
                captured=("2/3/3", "2/4/5"),
            ),
            {},
        ),
        ("29", position("Wa1 Bc3", rings="a2 c4"), {}),
        ("33", position(pool="1/0/0"), {}),
        ("34", position("Wb2 Gb3 Bc3", rings="c4"), {}),
        ("35", position(rings="c3 c4"), {}),
        ("36", position("Bd4 Wd5", captured=("0/0/0", "3/0/0"), side=2), {}),
        ("37", position("Bd4 Gd5", captured=("0/0/0", "0/4/0"), side=2), {}),
        ("38", position("Wd4 Bd5", captured=("0/0/0", "0/0/5"), side=2), {}),
        ("39", position("Bd4 Gd5", captured=("0/0/0", "3/2/3"), side=2), {}),
        ("41", position("Bd4 Wd5", captured=("0/0/0", "2/0/0"), side=2), {"variant": "blitz"}),
        ("43", position("Bd1 Wd2 Gd4", captured=("3/0/0", "0/0/0")), {}),
    )
} | {
    "gipf 29": (game := gipf(), spots(game, "c3", "d3", reserves="0,3", side="b")),
    "gipf 30": (
        game := gipf(variant="standard"),
        drawn(game, LAST_GIPF, black="Gf4", reserves="1,3"),
    ),
}


@pytest.mark.parametrize("scenario", WON)
def test_the_wins_of_the_rules_are_found_by_both_searches(scenario: str) -> None:
    game, state = WON[scenario]
    now = game.status(state)
    assert isinstance(now, Turn)
    tree = options(TreeSearch(game, 2).run(state, Budget(nodes=4000), Random(1)))[0]
    for best in (best_of(game, state), tree):
        assert (best.value, best.sure) == (1.0, True)
    after = state
    for move in best_of(game, state).line:
        after = game.apply(after, move)
    end = game.status(after)
    assert isinstance(end, Over)
    assert end.winners == (now.seat,)


class Boasting(Nim):
    """Nim that likes every state in the middle of a turn, or where nothing can be chosen."""

    def evaluate(self, state: Any, seat: int) -> float:
        return 0.9 if state.pile or not all(state.piles) else 0.0


def test_a_line_does_not_end_inside_a_turn() -> None:
    game = Boasting(size=9)
    search = AlphaBeta(game)
    told = search.run(game.start(2), Budget(nodes=8), Random(1), most=2)
    assert search.depth
    assert [option.value for option in told] == [0.0, 0.0]


def test_a_line_does_not_end_before_a_forced_decision() -> None:
    """With one pile left it is that one that must be pointed at, turn after turn."""
    game = Boasting(size=5)
    state = game.start(2)._replace(piles=(0, 5))
    search = AlphaBeta(game)
    (best,) = search.run(state, ENOUGH, Random(1))
    assert search.depth == 1
    assert (best.value, best.sure) == (1.0, True)


def test_the_same_seed_thinks_the_same_and_another_one_breaks_ties_otherwise() -> None:
    zertz = configure(load_plugins().find("zertz"), {})

    def thought(game: AnyGame, seed: int) -> list[SearchedDecision]:
        return AlphaBeta(game).run(game.start(2), Budget(nodes=400), Random(seed))

    assert thought(zertz, 1) == thought(zertz, 1)
    for game, moves in ((Nim(size=3), {"a", "b"}), (Nim(size=2), {"a", "b"})):
        best = [thought(game, seed)[0] for seed in range(8)]
        assert {option.move for option in best} == moves
        assert len({option.value for option in best}) == 1


class Calls:
    """Counts what a game is asked, and sets *stop* at the call number *last*."""

    def __init__(self, last: int) -> None:
        self.last, self.number, self.stop = last, 0, Event()

    def of(self, game: type[AnyGame]) -> type[AnyGame]:
        """The same game, which counts."""

        def counting(asked: Callable[..., Any]) -> Callable[..., Any]:
            def call(*words: Any) -> Any:
                self.number += 1
                if self.number == self.last:
                    self.stop.set()
                return asked(*words)

            return call

        names = ("status", "turn_moves", "legal_moves", "apply", "evaluate")
        return type("Counted", (game,), {name: counting(getattr(game, name)) for name in names})


@pytest.mark.parametrize("name", ["zertz", "gipf"])
@pytest.mark.parametrize("last", [1, 100, 555, 1001, 3000, 7777])
def test_a_cancelled_search_asks_the_game_next_to_nothing_more(name: str, last: int) -> None:
    calls = Calls(last)
    options = {"variant": "blitz"} if name == "zertz" else {}
    game = configure(calls.of(load_plugins().find(name)), options)
    state = reached(configure(load_plugins().find(name), options), 2, Random(1))[6]
    told = AlphaBeta(game).run(state, Budget(nodes=10**9, cancelled=calls.stop), Random(1))
    now = game.status(state)
    assert isinstance(now, Turn)
    moves = game.turn_moves(state, now.seat)
    assert sorted(option.move for option in told) == sorted(moves)
    lines = sum(len(option.line) - 1 for option in told)
    # the moves at hand are all tried once, to have an answer, but not judged any more
    tried = len(moves) if last < 2 * len(moves) else 0
    assert calls.number <= last + tried + lines + 10


def test_a_search_ends_when_its_time_or_its_nodes_are_used_up() -> None:
    game = configure(load_plugins().find("gipf"), {"variant": "basic"})
    search = AlphaBeta(game)
    clock = Ticking()
    search.run(game.start(2), Budget(ms=100, clock=clock), Random(1))
    assert clock.ms == 101
    search.run(game.start(2), Budget(nodes=50), Random(1))
    assert search.nodes == 50


def test_what_is_remembered_is_bounded_and_the_newest_of_it() -> None:
    memory = TranspositionTable(entries=10)
    for state in range(95):
        memory.keep(state, TableEntry(state, 0, 0.0, None))
    assert [state for state in range(95) if memory.get(state)] == list(range(80, 95))


@pytest.mark.parametrize(("pace_ms", "worth"), [(1100, 1.0), (900, 0.0)])
def test_where_time_acts_every_decision_takes_the_time_that_was_declared(
    pace_ms: int, worth: float
) -> None:
    # a fuse burns 1000 ms for each decision; who is slower loses, and Right is the first to wait
    game = SoundFuse(turns=20)
    told = AlphaBeta(game, pace_ms=pace_ms).run(game.start(2), ENOUGH, Random(1))[0]
    assert (told.value, told.sure) == (worth, True)
    tree = TreeSearch(game, 2, pace_ms).run(game.start(2), ENOUGH, Random(1))
    assert tree.proven == (worth, -worth)


def test_the_best_chances_are_found_where_luck_decides() -> None:
    game = Nim(size=4, coin=True)
    worth = solved(game, 2)
    for state in reached(game, 2, Random(2)):
        best = best_of(game, state)
        mover = game.status(state).seat  # type: ignore[union-attr]
        assert best.value == pytest.approx(worth(state)[mover])


@pytest.mark.parametrize("chance", [0.2, 0.5, 0.9])
def test_a_duel_is_worth_what_its_ends_are_by_its_odds(chance: float) -> None:
    def odds(duel: Duel) -> tuple[float, float]:
        return (chance, 1 - chance) if duel.game == "duel1" else (0.5, 0.5)

    for gains, goal in (((1, 9), 9), ((1, 1, 1), 2), ((3, 2, 1, 4), 6)):
        claims = Claims(gains=gains, goal=goal)
        worth = solved(claims, 2, odds)
        for state in reached(claims, 2, Random(3)):
            best = AlphaBeta(claims, odds=odds).run(state, ENOUGH, Random(1))[0]
            assert best.value == pytest.approx(worth(state)[1])


def test_a_win_whatever_luck_brings_is_proven() -> None:
    # one is left in each pile: whatever the coins show, the other takes one and I the last
    game = Nim(coin=True)
    best = best_of(game, game.start(2)._replace(piles=(2, 1), pile="a", coin="heads"))
    assert (best.move, best.value, best.sure) == ("1", 1.0, True)


def test_games_of_many_and_those_that_are_over_are_refused() -> None:
    with pytest.raises(Unsuited, match="games of two, not team"):
        AlphaBeta(Team())
    game = Nim()
    with pytest.raises(Unsuited, match="Nobody decides here"):
        AlphaBeta(game).run(game.start(2)._replace(piles=(0, 0)), ENOUGH, Random(1))
