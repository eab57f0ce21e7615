"""The tree search agrees with what small games are worth, and ends when it is told to."""

from __future__ import annotations

from random import Random
from threading import Event
from typing import Any

import pytest

from gipf_meta.base.clock import StillClock
from gipf_meta.bots.bot import Request
from gipf_meta.bots.levels import LEVELS, SearchingBot, make_bot
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.game import (
    AnyGame,
    Chance,
    Duel,
    Over,
    Turn,
)
from gipf_meta.protocol.options import configure
from gipf_meta.search import mcts
from gipf_meta.search.analysis import Line, analyse, compare
from gipf_meta.search.budget import Budget
from gipf_meta.search.mcts import TreeSearch
from gipf_meta.search.search_tree import options
from tests.search.exact import solved
from tests.small_games.wager import Wager, Wagered
from tests.specimens import find_specimens
from tests.testing.broken.sound import Nim
from tests.tiers import soak, thinned


class Ticking(StillClock):
    """A clock that is one millisecond later whenever it is looked at."""

    def now_ms(self) -> int:
        self.ms += 1
        return self.ms


def reached(game: AnyGame, seats: int, rng: Random) -> list[Any]:
    """The states of a random game in which somebody is on turn."""
    state, turns = game.start(seats), []
    while not isinstance(now := game.status(state), Over):
        if isinstance(now, Turn):
            turns.append(state)
            move = rng.choice(game.turn_moves(state, now.seat))
        elif isinstance(now, Chance):
            move = rng.choice([outcome for outcome, _ in now.outcomes])
        else:
            assert isinstance(now, Duel)
            move = game.settle(state, rng.choice(now.seats), now.game)
        state = game.apply(state, move)
    return turns


@pytest.mark.parametrize("size", [2, 4, *soak(6)])
def test_a_game_without_luck_is_solved(size: int) -> None:
    game, seats = Nim(size=size), 2
    worth = solved(game, seats)
    for seed in range(10):
        for state in reached(game, seats, Random(seed)):
            search = TreeSearch(game, seats)
            root = search.run(state, Budget(nodes=20_000), Random(seed))
            assert root.proven == worth(state)
            best = options(root)[0]
            assert best.sure
            assert worth(game.apply(state, best.move)) == worth(state)


def test_what_a_game_is_sure_of_is_a_proof() -> None:
    worth = solved(Nim(size=6), 2)

    class Known(Nim):
        def solve(self, state: Any) -> float | None:
            now = self.status(state)
            return worth(state)[now.seat] if isinstance(now, Turn) else None

    lost = 0
    for seed in range(20):
        for state in reached(Nim(size=6), 2, Random(seed)):
            root = TreeSearch(Known(size=6), 2).run(state, Budget(nodes=8), Random(seed))
            best = options(root)[0]
            assert root.proven == worth(state)
            assert best.sure
            assert best.value == root.proven[root.seat]
            lost += best.value < 0
            erring = TreeSearch(Known(size=6), 2, judge=lambda state, seat: 0.0)
            assert erring.solve is None
    assert lost


def test_a_judge_of_all_moves_is_asked_in_a_game_that_judges_none() -> None:
    class LastFirst:
        """A judge who hopes for the last move alone."""

        def __call__(self, state: Any, seat: int) -> float:
            return 0.0

        def evaluate_moves(self, state: Any, seat: int, moves: list[Any]) -> list[float]:
            return [0.0 if move == max(moves) else -2.0 for move in moves]

    game = Nim(size=6)
    state = game.start(2)
    root = TreeSearch(game, 2, judge=LastFirst(), guess=0.0).run(state, Budget(nodes=1), Random(1))
    assert root.moves[0] == max(game.turn_moves(state, 0))
    assert [*root.hopes] == [0.0, *[-2.0] * (len(root.moves) - 1)]


def test_the_best_chances_are_found_where_luck_decides() -> None:
    game, seats = Nim(size=2, coin=True), 2
    worth = solved(game, seats)
    for seed in range(6):
        for state in reached(game, seats, Random(seed)):
            now = game.status(state)
            assert isinstance(now, Turn)
            root = TreeSearch(game, seats).run(state, Budget(nodes=6000), Random(seed))
            best = options(root)[0]
            assert best.value == pytest.approx(worth(state)[now.seat], abs=0.1)
            chosen = worth(game.apply(state, best.move))[now.seat]
            assert chosen == pytest.approx(worth(state)[now.seat], abs=0.05)


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_a_duel_is_worth_what_its_odds_are(share: float) -> None:
    """A player who allows has lost at once. One who challenges and wins is the next to claim, so
    the worth of that, v, is minus the worth of answering: v = -(share * v - (1 - share))."""
    search = TreeSearch(Wager(goal=1), 2, odds=lambda _duel: (share, 1 - share))
    root = search.run(Wagered(phase="answer"), Budget(nodes=6000), Random(1))
    best = options(root)[0]
    assert best.move == "challenge"
    assert best.value == pytest.approx(-(1 - share) / (1 + share), abs=0.1)


def test_the_same_seed_thinks_the_same() -> None:
    game = configure(load_plugins().find("zertz"), {})
    state = game.start(2)

    def thought(seed: int) -> list[tuple[Any, int]]:
        root = TreeSearch(game, 2).run(state, Budget(nodes=60), Random(seed))
        return [(option.move, option.visits) for option in options(root)]

    assert thought(1) == thought(1)
    assert thought(1) != thought(2)


def test_a_search_ends_when_its_time_is_over_or_it_is_cancelled() -> None:
    game = configure(load_plugins().find("gipf"), {"variant": "basic"})
    search = TreeSearch(game, 2)
    search.run(game.start(2), Budget(ms=20, clock=Ticking()), Random(1))
    assert 5 < search.nodes <= 20
    stop = Event()
    stop.set()
    root = search.run(game.start(2), Budget(nodes=10_000, cancelled=stop), Random(1))
    assert search.nodes == 1
    assert options(root)
    with pytest.raises(ValueError, match="needs a limit"):
        Budget()


@pytest.mark.parametrize(
    ("name", "told"),
    [("zertz", {}), ("zertz", {"board": "61"}), ("gipf", {"variant": "basic"}), ("gipf", {})],
)
def test_a_win_that_is_there_is_taken(name: str, told: dict[str, Any]) -> None:
    game = configure(load_plugins().find(name), told)
    tried = 0
    for seed in range(40):
        *_, last = reached(game, 2, Random(seed))
        now = game.status(last)
        assert isinstance(now, Turn)
        won = {
            move
            for move in game.turn_moves(last, now.seat)
            if isinstance(end := game.status(game.apply(last, move)), Over)
            and end.winners == (now.seat,)
        }
        if won and len(won) < len(game.turn_moves(last, now.seat)):
            tried += 1
            move = SearchingBot(150).choose(Request(game, last, now.seat, 2, Random(seed)))
            assert move in won
    assert tried >= 3


GAMES = [
    *(game for game, said in find_specimens().items() if not said.is_long),
    *soak(*(game for game, said in find_specimens().items() if said.is_long)),
]


@pytest.mark.parametrize("level", thinned(LEVELS, 2))
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.sample(6)
def test_every_level_plays_every_game(name: str, level: str) -> None:
    game = configure(load_plugins().find(name), {})
    bot = make_bot(level)
    if isinstance(bot, SearchingBot):
        bot.nodes, bot.level = min(bot.nodes or 30, 30), ""
    for seats in game.seat_counts:
        states = reached(game, seats, Random(7))
        for state in states[:: max(1, len(states) // 4)]:
            now = game.status(state)
            assert isinstance(now, Turn)
            move = bot.choose(Request(game, state, now.seat, seats, Random(1)))
            assert move in game.turn_moves(state, now.seat)


def test_a_hint_says_what_wins_and_what_is_better_than_what() -> None:
    won, lost = Nim(size=1), Nim(size=4)
    state = won.apply(won.apply(won.start(2), "a"), "1")
    lines = analyse(won, state, 2, Budget(nodes=500), Random(1)).lines
    assert compare(lines).startswith("b-1 wins.")
    lines = analyse(lost, lost.start(2), 2, Budget(nodes=20_000), Random(1)).lines
    assert "Everything loses" in compare(lines) or "wins" in compare(lines)
    open_ = configure(load_plugins().find("zertz"), {})
    lines = analyse(open_, open_.start(2), 2, Budget(nodes=200), Random(1)).lines
    best = f"{lines[0].turn} seems best: it wins {lines[0].chances} of 100 such games"
    assert compare(lines).startswith(best)
    assert lines[1].turn in compare(lines)


def test_a_hint_does_not_put_fewer_chances_before_more() -> None:
    often = Line(("d4",), -0.3, 90, False)
    seldom = Line(("e5",), -0.12, 10, False)
    said = "d4 seems best: it wins 35 of 100 such games; e5 may be as good."
    assert compare([often, seldom]) == said


def test_a_tree_that_is_kept_is_gone_on_with() -> None:
    game = configure(load_plugins().find("gipf"), {"variant": "basic"})
    search, state = TreeSearch(game, 2, keeps=True), game.start(2)
    first = search.run(state, Budget(nodes=100), Random(1))
    assert search.run(state, Budget(nodes=10), Random(1)) is first
    assert first.visits == 110
    tried = next(kid for kid in first.children if kid.children)
    answered = tried.children[0].state
    looked_at = tried.children[0].visits
    again = search.run(answered, Budget(nodes=10), Random(1))
    assert again.visits == looked_at + 10
    assert search.nodes == 10
    anew = TreeSearch(game, 2).run(answered, Budget(nodes=10), Random(1))
    assert anew.visits == 10
    assert {option.move for option in options(again)} == {option.move for option in options(anew)}


def test_a_tree_is_left_behind_by_a_state_that_is_not_in_it() -> None:
    game, seats = Nim(size=4), 2
    search = TreeSearch(game, seats, keeps=True)
    search.run(game.start(seats), Budget(nodes=2), Random(1))
    for state in reached(game, seats, Random(2))[1:]:
        root = search.run(state, Budget(nodes=20_000), Random(1))
        assert root.state == state
        assert root.proven == solved(game, seats)(state)


@pytest.mark.interpreted
def test_a_tree_that_only_time_ends_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seconds of a quick game would fill the memory."""
    monkeypatch.setattr(mcts, "MOST_HELD", 5_000)
    game = configure(load_plugins().find("zertz"), {})
    search, held = TreeSearch(game, 2), 3 * 111
    search.run(game.start(2), Budget(ms=10**9), Random(1))
    assert 5_000 <= search.held < 5_000 + held
    search.run(game.start(2), Budget(nodes=200), Random(1))
    assert search.nodes == 200
    assert search.held > 5_000 + held, "positions end it alone"


def test_a_line_is_the_best_move_of_each_node_it_goes_through() -> None:
    game = configure(load_plugins().find("zertz"), {})
    root = TreeSearch(game, 2).run(game.start(2), Budget(400), Random(1))
    for option in options(root)[:5]:
        node, (first, *later) = root, option.line
        node = next(
            child for child, move in zip(root.children, root.moves, strict=False) if move == first
        )
        for move in later:
            assert move == options(node)[0].move
            if move not in node.moves[: len(node.children)]:
                break
            node = node.children[node.moves.index(move)]
