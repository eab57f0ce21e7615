"""Bots and the clock of a match: a bot that takes the time granted to it never loses on time."""

from __future__ import annotations

from random import Random
from typing import Any, Final

import pytest

from gipf_meta.base.clock import StillClock
from gipf_meta.bots.bot import Request
from gipf_meta.match.match import Match
from gipf_meta.match.timecontrol import TimeControl
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.options import configure
from gipf_meta.table.pilots import PATIENCE_MS
from gipf_meta.table.players import Player
from gipf_meta.table.table import Table

AROUND_MS: Final = 30
"""Milliseconds that a decision takes besides: on its way, and until a search looks at the clock."""
CONTROLS: Final = ["10m", "1m", "10s+3s", "1s+10s", "1s/turn"]


class Spender:
    """A bot that plays at random and takes all that it may: what is *granted*, or the limit."""

    reaction_ms = 1500

    def __init__(self, clock: StillClock, seed: int, granted: bool) -> None:
        self.clock, self.rng, self.granted = clock, Random(seed), granted
        self.taken: list[int] = []

    def choose(self, request: Request) -> Any:
        ms = request.granted_ms if self.granted else request.limit_ms
        moves = request.game.turn_moves(request.state, request.seat)
        if ms is not None and len(moves) > 1:
            self.taken.append(ms)
            self.clock.ms += ms
        self.clock.ms += AROUND_MS
        return self.rng.choice(moves)

    def beside(self, request: Request) -> None:
        return None


def play_whole_match(
    game: str, seats: int, control: str, granted: bool, patience_ms: int | None = PATIENCE_MS
) -> tuple[Table, list[Spender]]:
    """A match to its end, in which each bot spends what it may."""
    installed, clock = load_plugins(), StillClock()
    time = TimeControl.read(control)
    chosen = configure(installed.find(game), {"short_game": 4} if game == "zatre" else {})
    match = Match.begin(chosen, seats, installed.find, 3, time)
    bots = [Spender(clock, seat, granted) for seat in range(seats)]
    table = Table(match, [Player(f"Bot {n}", bot, "expert") for n, bot in enumerate(bots)], clock)
    table.pilots.patience.ms = patience_ms
    table.play_bots()
    assert table.over is not None
    return table, bots


@pytest.mark.parametrize("granted", [True, False], ids=["as an expert", "as an engine"])
@pytest.mark.parametrize("control", CONTROLS)
def test_no_bot_that_keeps_to_what_it_is_granted_loses_on_time(control: str, granted: bool) -> None:
    table, _bots = play_whole_match("zertz", 2, control, granted)
    assert table.over is not None
    assert table.over.reason != "time"


@pytest.mark.parametrize(("game", "seats"), [("gipf", 2), ("zatre", 3)])
@pytest.mark.parametrize("control", ["1m", "5s/turn"])
def test_nor_does_it_in_other_games_and_among_more_players(
    game: str, seats: int, control: str
) -> None:
    table, _bots = play_whole_match(game, seats, control, granted=True)
    assert table.over is not None
    assert table.over.reason != "time"


def test_a_bot_takes_what_people_grant_where_its_clock_bears_that() -> None:
    _table, bots = play_whole_match("zertz", 2, "60m", granted=True)
    assert max(bots[0].taken) == 1999
    assert min(bots[0].taken) > 1000


def test_a_bot_uses_most_of_its_increment() -> None:
    _table, bots = play_whole_match("zertz", 2, "1s+2s", granted=True)
    per_turn = sum(bots[0].taken) / (len(bots[0].taken) / 2)
    assert 1000 < per_turn < 2000


def test_where_positions_are_counted_the_clock_of_a_match_grants_no_time() -> None:
    _table, bots = play_whole_match("zertz", 2, "10m", granted=True, patience_ms=None)
    assert bots[0].taken == []


def test_what_may_be_spent_on_a_turn_counts_from_its_beginning() -> None:
    """A turn of three decisions may not spend its increment three times."""
    installed = load_plugins()
    control = TimeControl.read("100s+10s")
    match = Match.begin(configure(installed.find("zertz"), {}), 2, installed.find, 3, control)
    assert match.ms_to_spend() == 13_000
    match = match.advance(3_000)
    assert match.ms_to_spend() == 10_000
    game, state = match.top.game, match.top.state
    match = match.play_move(0, game.turn_moves(state, 0)[0]).advance(4_000)
    assert match.ms_to_spend() == 6_000
    assert match.advance(20_000).ms_to_spend() == 0


def test_each_turn_of_a_clock_by_turns_may_be_spent_whole() -> None:
    installed = load_plugins()
    control = TimeControl.read("30s/turn")
    match = Match.begin(configure(installed.find("zertz"), {}), 2, installed.find, 3, control)
    assert match.advance(10_000).ms_to_spend() == 20_000
