"""People's waits for a bot: bounded for a whole turn, and mentioned where that costs strength."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from gipf_meta.base.clock import ProcessorClock, StillClock
from gipf_meta.bots.bot import Bot, Request
from gipf_meta.bots.greedy import GreedyBot
from gipf_meta.bots.levels import BOTS, SearchingBot, make_bot
from gipf_meta.library.settings import Settings
from gipf_meta.match.match import Match
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.capabilities import timed
from gipf_meta.protocol.game import AnyGame, Chance, Turn
from gipf_meta.protocol.options import configure
from gipf_meta.search.budget import Budget
from gipf_meta.search.search_tree import SearchedDecision
from gipf_meta.table.pilots import PATIENCE_MS
from gipf_meta.table.players import Player
from gipf_meta.table.table import Table
from tests.plain import lines
from tests.specimens import find_specimens

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


def games_for(*counts: int) -> list[tuple[AnyGame, int]]:
    """Every game of the plugins with each of these numbers of players for which it is."""
    kinds = [load_plugins().find(game) for game in find_specimens()]
    return [(configure(k, {}), n) for k in kinds for n in counts if n in k.seat_counts]


class Searches:
    """Notes the budgets of searches, each of which finds the first decision at once."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.budgets: list[Budget] = []
        monkeypatch.setattr("gipf_meta.bots.levels.search_moves", self.search)

    def search(
        self, game: AnyGame, state: Any, seats: int, budget: Budget, rng: Random, **other: Any
    ) -> list[SearchedDecision]:
        self.budgets.append(budget)
        now = game.status(state)
        assert isinstance(now, Turn)
        move = game.turn_moves(state, now.seat)[0]
        return [SearchedDecision(move, 0.0, 1, False, (move,))]


def ask(bot: Bot, game: AnyGame, seats: int, limit_ms: int | None, granted_ms: int | None) -> None:
    """Asks *bot* for a decision at the start of *game*, where there are several."""
    state = game.start(seats)
    while isinstance(now := game.status(state), Chance):
        state = game.apply(state, now.outcomes[0][0])
    assert isinstance(now, Turn)
    assert len(game.turn_moves(state, now.seat)) > 1
    request = Request(
        game, state, now.seat, seats, Random(1), limit_ms=limit_ms, granted_ms=granted_ms
    )
    assert bot.choose(request) in game.turn_moves(state, now.seat)
    assert not request.cut_short.is_set()


def test_expert_uses_the_time_that_is_granted_in_every_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    searches = Searches(monkeypatch)
    for game, seats in games_for(2, 3):
        ask(BOTS["expert"](), game, seats, 4_000, 1_700)
        budget = searches.budgets.pop()
        reacting = timed(game) is not None
        assert (budget.nodes, budget.ms) == (None, 750 if reacting else 1_700), game.id


@pytest.mark.parametrize(("limit_ms", "searched_ms"), [(None, 200), (4_000, 200), (150, 150)])
@pytest.mark.parametrize("level", ["expert", "hard"])
def test_a_level_that_is_measured_thinks_for_so_long_in_its_thread(
    monkeypatch: pytest.MonkeyPatch, level: str, limit_ms: int | None, searched_ms: int
) -> None:
    """Others that work on the same machine cost it no time."""
    searches = Searches(monkeypatch)
    for game, seats in games_for(2, 3):
        ask(make_bot(f"{level}:ms=200"), game, seats, limit_ms, 1_700)
        budget = searches.budgets.pop()
        assert (budget.nodes, budget.ms) == (None, searched_ms), game.id
        assert isinstance(budget.clock, ProcessorClock)


def test_expert_counts_positions_where_no_time_is_granted_and_the_other_levels_everywhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    searches = Searches(monkeypatch)
    for game, seats in games_for(2, 3):
        ask(BOTS["expert"](), game, seats, 4_000, None)
        for level in ("beginner", "easy", "medium", "hard"):
            ask(BOTS[level](), game, seats, 4_000, 1_700)
    assert all(budget.nodes for budget in searches.budgets)


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
