"""No time runs before somebody is ready; who has never played is offered a gentle start."""

from __future__ import annotations

import asyncio
import io
from pathlib import Path

import pytest

from gipf_meta.base.clock import StillClock
from gipf_meta.commands import play as command
from gipf_meta.library.store import Library
from gipf_meta.match.timecontrol import TimeControl
from gipf_meta.plain.play import PlainGame
from gipf_meta.plain.terminal import Line
from gipf_meta.plugins.loading import Installed, load_plugins
from gipf_meta.protocol.first_match import gentle_game, gentle_words_of
from gipf_meta.protocol.options import configure
from gipf_meta.table.players import players_of
from gipf_meta.table.table import Table
from gipf_meta.tui.app import GipfApp
from gipf_meta.tui.screens.dialogs import Ask
from gipf_meta.tui.screens.play import PlayScreen
from tests.tui.conftest import Driver, Hands, Keys, Mouse, playing, table_of, typed, words
from tests.tui.test_walks import COMBINED

LEVEL_2 = {"level": "2"}
HANDS = [Keys, Mouse]


def question(app: GipfApp) -> Ask:
    assert isinstance(app.screen, Ask)
    return app.screen


def passed(table: Table, ms: int) -> None:
    assert isinstance(table.clock, StillClock)
    table.clock.ms += ms


@pytest.mark.parametrize("hands", HANDS)
@pytest.mark.fast
def test_no_time_runs_before_somebody_is_ready(
    driven: Driver, library: Library, hands: type[Hands]
) -> None:
    async def walk() -> None:
        table = table_of(library, "tamsk", LEVEL_2, ["human", "easy"])
        async with driven(table=table, is_ready=False) as (app, pilot):
            assert question(app).heading == "TAMSK: ready?"
            passed(table, 60_000)
            await hands(app, pilot).button("I am ready")
            assert isinstance(app.screen, PlayScreen)
            playing(app).read_clock()
            assert table.match.top.time_ms == 0
            passed(table, 700)
            playing(app).read_clock()
            assert table.match.top.time_ms == 700

    asyncio.run(walk())


def test_a_players_clock_waits_too(driven: Driver, library: Library) -> None:
    async def walk() -> None:
        installed = load_plugins()
        game = configure(installed.find("zertz"), {})
        players = players_of(["human", "human"], ["Ann", "Bob"])
        control = TimeControl.read("5m")
        table = Table.begin(game, players, installed.find, StillClock(), seed=1, control=control)
        async with driven(table=table, is_ready=False) as (app, pilot):
            assert question(app).heading == "ZÈRTZ: ready?"
            passed(table, 60_000)
            await pilot.press("enter")
            await pilot.pause()
            assert table.match.control is not None
            assert table.match.control.left_ms(table.match.top) == (300_000, 300_000)

    asyncio.run(walk())


def test_where_no_clock_runs_nothing_is_asked(driven: Driver, library: Library) -> None:
    async def walk() -> None:
        table = table_of(library, "zertz", {}, ["human", "human"])
        async with driven(table=table, is_ready=False) as (app, _pilot):
            assert isinstance(app.screen, PlayScreen)

    asyncio.run(walk())


def test_bots_alone_are_always_ready(driven: Driver, library: Library) -> None:
    async def walk() -> None:
        table = table_of(library, "tamsk", LEVEL_2, ["easy", "easy"])
        async with driven(table=table, is_ready=False) as (app, _pilot):
            assert isinstance(app.screen, PlayScreen)

    asyncio.run(walk())


@pytest.mark.parametrize("hands", HANDS)
def test_a_newcomer_is_offered_a_gentle_start(
    driven: Driver, library: Library, hands: type[Hands]
) -> None:
    """At 80x24, from the command: the words are whole, Enter keeps what was set up, and once
    played it is not offered again."""

    async def walk() -> None:
        table = table_of(library, "tamsk", {"rings": "9"}, ["human", "easy"])
        async with driven(table=table, is_ready=False) as (app, pilot):
            asked = question(app)
            assert asked.heading == "Your first match of TAMSK"
            assert "At level 1 no sand runs" in asked.words
            assert str(getattr(app.focused, "label", "")) == "As it was set up"
            await hands(app, pilot).button("A gentle start")
            assert app.table is not None
            gentle = app.table.match.top.game.model_dump(mode="json")
            assert (gentle["level"], gentle["rings"]) == (1, 9)
            assert words(app, "heading").endswith("Black (easy)   level: 1: no clock, …")
            assert [player.kind for player in app.table.players] == ["human", "easy"]
            assert playing(app).table is app.table
            assert not app.table.clock_runs
            await typed(pilot, "a1-b2")
            assert app.table.match.top.steps[0].text == "R:a1-b2"
            assert len(library.entries(game="tamsk")) == 1, "the first table leaves nothing behind"
            assert not app.is_first_match(table.match.top.game)

    asyncio.run(walk())


def test_who_wants_the_whole_game_gets_it_and_time_waited(driven: Driver, library: Library) -> None:
    async def walk() -> None:
        table = table_of(library, "tamsk", {}, ["human", "easy"])
        async with driven(table=table, is_ready=False) as (app, pilot):
            passed(table, 60_000)
            await Keys(app, pilot).button("As it was set up")
            playing(app).read_clock()
            assert app.table is table
            assert (table.match.top.time_ms, table.paused) == (0, False)

    asyncio.run(walk())


def test_time_waits_while_a_duel_is_announced(driven: Driver, library: Library) -> None:
    """The bot's first answer in a TAMSK duel comes after a second and a half, not before."""

    async def walk() -> None:
        options = {**COMBINED, "zertz_potentials": "2", "zertz_duel": "tamsk"}
        table = table_of(library, "gipf", options, ["human", "human"])
        async with driven(table=table) as (app, pilot):
            for text in ("Za1-b2", "i5-h5", "Zb2^"):
                await typed(pilot, text)
            await typed(pilot, "challenge")
            assert "Time runs in it as soon as you are ready." in question(app).words
            passed(table, 90_000)
            await pilot.press("enter")
            await pilot.pause()
            playing(app).read_clock()
            assert len(table.match.sessions) == 2
            assert table.match.top.time_ms == 0
            passed(table, 250)
            playing(app).read_clock()
            assert table.match.top.time_ms == 250

    asyncio.run(walk())


# ---- line by line --------------------------------------------------------------------------------


class Keyboard(Line):
    """A person at a terminal, who has typed everything beforehand."""

    @property
    def is_interactive(self) -> bool:
        return True

    def wait_for_line(self, ms: int | None) -> bool:
        return True


class Slow(Keyboard):
    """One who thinks a minute before each line."""

    clock: StillClock

    def read(self) -> str:
        self.clock.ms += 60_000
        return super().read()


def test_line_by_line_time_waits_for_enter(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    installed, out = load_plugins(), io.StringIO()
    game = configure(installed.find("tamsk"), LEVEL_2)
    line = Slow(io.StringIO("\nquit\n"), out)
    line.clock = clock = StillClock()  # type: ignore[misc]
    players = players_of(["human", "human"], game.seat_names)
    table = Table.begin(game, players, installed.find, clock, seed=1)
    PlainGame(table, Installed([], {}), line).run()
    assert out.getvalue().count("Ready? ") == 1
    assert (clock.ms, table.match.top.time_ms) == (120_000, 60_000), "the first minute is free"


def test_line_by_line_quit_is_heard_before_time_runs(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    installed, out = load_plugins(), io.StringIO()
    game = configure(installed.find("tamsk"), LEVEL_2)
    players = players_of(["human", "human"], game.seat_names)
    table = Table.begin(game, players, installed.find, StillClock(), seed=1)
    PlainGame(table, Installed([], {}), Keyboard(io.StringIO("quit\n"), out)).run()
    assert "go on with: gipf-meta resume" in " ".join(out.getvalue().split())


@pytest.mark.parametrize(("answer", "level"), [("gentle", 1), ("", 3)])
def test_line_by_line_a_gentle_start_is_offered(library: Library, answer: str, level: int) -> None:
    out = io.StringIO()
    game = configure(load_plugins().find("tamsk"), {})
    line = Keyboard(io.StringIO(f"{answer}\n"), out)
    chosen = command._offer_gentle_start(line, library, game)
    assert chosen.model_dump()["level"] == level
    assert out.getvalue().startswith("Your first match of TAMSK.\nAt level 1 no sand runs")


def test_it_is_not_offered_to_who_has_played_or_chosen(library: Library) -> None:
    game = configure(load_plugins().find("tamsk"), {})
    chosen = configure(load_plugins().find("tamsk"), LEVEL_2)
    silent = Keyboard(io.StringIO(), io.StringIO())
    assert command._offer_gentle_start(silent, library, chosen) is chosen
    given = configure(load_plugins().find("tamsk"), {"level": "3"})  # the usual value, but chosen
    assert command._offer_gentle_start(silent, library, given) is given
    assert command._offer_gentle_start(silent, None, game) is game
    table = table_of(library, "tamsk", {"level": "1"}, ["human", "human"])
    table.play("a1-b2")
    assert command._offer_gentle_start(silent, library, game) is game


def test_every_gentle_start_can_be_played_and_says_what_is_gentle() -> None:
    starts = 0
    for kind in load_plugins().games.values():
        gentle = gentle_game(kind())
        assert bool(kind.gentle_start) == bool(kind.gentle_words) == (gentle is not None)
        if gentle is not None:
            starts += 1
            gentle.start(gentle.seat_counts[0])
            assert gentle_game(gentle) is None
            assert gentle_words_of(gentle).endswith(".")
    assert starts >= 1
