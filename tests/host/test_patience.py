"""How long people wait for a bot: bounded for a whole turn, and told where it costs strength."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from gipf_meta.base.clock import StillClock
from gipf_meta.bots.bot import Request
from gipf_meta.bots.greedy import GreedyBot
from gipf_meta.bots.levels import BOTS, SearchingBot
from gipf_meta.library.settings import Settings
from gipf_meta.match.match import Match
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.game import AnyGame
from gipf_meta.protocol.options import configure
from gipf_meta.search.budget import Budget
from gipf_meta.table.pilots import PATIENCE_MS
from gipf_meta.table.players import Player
from gipf_meta.table.table import Table
from tests.host import lines

ENDLESS = 10**9


def table_of(bot: Any, game: str = "zertz", seed: int = 3) -> Table:
    installed = load_plugins()
    match = Match.begin(configure(installed.find(game), {}), 2, installed.find, seed)
    return Table(match, [Player("Ann", bot, "expert"), Player("Bob")], StillClock())


class Thinker:
    """Uses all the time that it is given, as the clock of the table says, to the last ms."""

    reaction_ms = 1500

    def __init__(self) -> None:
        self.clock = StillClock()
        self.limits: list[int | None] = []

    def choose(self, request: Request) -> Any:
        self.limits.append(request.limit_ms)
        self.clock.ms += request.limit_ms or 20_000
        return request.game.turn_moves(request.state, request.seat)[0]

    def beside(self, request: Request) -> None:
        return None


def thinking_at(table: Table, bot: Thinker) -> Table:
    bot.clock = table.clock  # type: ignore[assignment]
    return table


@pytest.mark.parametrize("game", ["zertz", "gipf", "zatre"])
def test_a_whole_turn_is_within_the_patience_however_many_decisions_it_has(game: str) -> None:
    """A turn of ZÈRTZ is a marble and a ring: 20 s for each were 27 s."""
    bot = Thinker()
    table = thinking_at(table_of(bot, game), bot)
    table.pilots.patience.ms = PATIENCE_MS
    while not table.bot_is_due:  # Bob may begin
        table.play(table.view().choices[0].notation)
    while table.bot_is_due:
        table.play_bot()
    assert table.clock.now_ms() <= PATIENCE_MS * 0.9, "the rest is for pauses and slow machines"
    assert bot.limits[0] is not None
    assert bot.limits[0] > PATIENCE_MS / 2, "the first decision gets most of it"


def test_each_turn_has_the_whole_patience_also_one_that_is_played_again() -> None:
    bot = Thinker()
    table = thinking_at(table_of(bot), bot)
    table.pilots.patience.ms = 1000
    while table.bot_is_due:
        table.play_bot()
    limits = tuple(bot.limits)
    for text in [choice.notation for choice in table.view().choices][:1]:
        table.play(text)
    table.undo()
    table.thinking()
    table.play(table.view().choices[0].notation)
    while not table.bot_is_due:
        table.play(table.view().choices[0].notation)
    while table.bot_is_due:
        table.play_bot()
    assert tuple(bot.limits[len(limits) :]) == limits


def test_without_people_bots_count_positions() -> None:
    """The arena, bench, a pipe and `Match.play_out` set no patience."""
    bot = Thinker()
    table = thinking_at(table_of(bot), bot)
    table.play_bot()
    assert bot.limits == [None]


@pytest.mark.parametrize("bot", [SearchingBot(ENDLESS), GreedyBot(ENDLESS)], ids=["search", "turn"])
def test_a_bot_keeps_the_limit_and_says_that_time_ended_its_search(bot: Any) -> None:
    game = configure(load_plugins().find("zertz"), {})
    request = Request(game, game.start(2), 0, 2, Random(1), limit_ms=1)
    assert bot.choose(request) in game.turn_moves(request.state, 0)
    assert request.cut_short.is_set()


def test_positions_that_end_a_search_are_no_haste() -> None:
    game = configure(load_plugins().find("zertz"), {})
    request = Request(game, game.start(2), 0, 2, Random(1), limit_ms=600_000)
    SearchingBot(20).choose(request)
    assert not request.cut_short.is_set()
    answers = {
        SearchingBot(20).choose(Request(game, game.start(2), 0, 2, Random(1), limit_ms=limit))
        for limit in (None, 600_000)
    }
    assert len(answers) == 1, "the limit changes nothing where positions end the search"


def with_boards_for_searches() -> AnyGame:
    """A game that is searched on boards that take moves back."""
    kinds = load_plugins().games.values()
    kind = next((kind for kind in kinds if hasattr(kind, "search_board")), None)
    return configure(kind, {}) if kind else pytest.skip("No installed game has such boards.")


@pytest.mark.parametrize(("is_eager", "is_cut_short"), [(True, False), (False, True)])
def test_an_eager_bot_uses_the_time_that_is_granted_and_says_nothing_of_it(
    is_eager: bool, is_cut_short: bool
) -> None:
    game = with_boards_for_searches()
    bot = SearchingBot(ENDLESS, eager=is_eager)
    request = Request(game, game.start(2), 0, 2, Random(1), limit_ms=20)
    assert bot.choose(request) in game.turn_moves(request.state, 0)
    assert request.cut_short.is_set() == is_cut_short


def test_an_eager_bot_for_whom_nobody_waits_counts_positions() -> None:
    game = with_boards_for_searches()
    bot = SearchingBot(20, eager=True)
    request = Request(game, game.start(2), 0, 2, Random(1))
    assert bot.choose(request) == bot.choose(replace(request, rng=Random(1)))


def test_time_ends_a_search_by_the_clock_it_is_given() -> None:
    clock = StillClock()
    budget = Budget(100, 50, clock=clock)
    meter = budget.start()
    clock.ms = 49
    assert (meter.is_spent(5), budget.cut_short.is_set()) == (False, False)
    assert (meter.is_spent(100), budget.cut_short.is_set()) == (True, False)
    clock.ms = 50
    assert (meter.is_spent(5), budget.cut_short.is_set()) == (True, True)


def test_line_by_line_it_is_said_once_that_a_bot_could_be_stronger(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(BOTS, "expert", lambda: SearchingBot(ENDLESS))
    line, terminal = lines.open_line(patience_ms=1), lines.Typist("W a1 a2", "quit")
    game = configure(line.installed.find("zertz"), {})
    lines.begin(
        line, Match.begin(game, 2, line.installed.find, 3), ["expert", "human"], ["Ann", "Bob"]
    )
    lines.play(line, terminal)
    told = "Ann had to stop thinking and could be stronger with more time."
    assert terminal.said.count(told) == 1


def test_it_is_said_once_for_each_bot() -> None:
    table = table_of(SearchingBot(ENDLESS))
    table.pilots.patience.ms = 1
    table.play_bot()
    assert table.pilots.take_notice().startswith("Ann had to stop")
    assert table.pilots.take_notice() == ""
    table.play_bot()
    assert table.pilots.take_notice() == ""
    table.seat(0, Player("Eve", SearchingBot(ENDLESS), "hard"))
    while not table.bot_is_due:
        table.play(table.view().choices[0].notation)
    table.play_bot()
    assert table.pilots.take_notice().startswith("Eve had to stop")


def test_the_default_is_eight_seconds_and_no_setting_reaches_the_limit_of_hangs() -> None:
    assert Settings().patience_ms == PATIENCE_MS == 8_000
    assert Settings(thinking_s=-3).patience_ms == 1_000
    assert Settings(thinking_s=10**6).patience_ms == 25_000


def test_no_level_has_another_limit_where_positions_are_counted() -> None:
    """The arena and the bench measure these; their strengths were measured with these limits."""
    levels = {name: bot() for name, bot in BOTS.items()}
    limits = {name: getattr(bot, "ms", None) for name, bot in levels.items()}
    assert limits == {**dict.fromkeys(BOTS), "hard": 10_000, "expert": 20_000}
