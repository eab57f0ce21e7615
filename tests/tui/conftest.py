"""The application, driven by keys and clicks, without waiting for any clock."""

from __future__ import annotations

import asyncio
import sys
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import (
    AbstractAsyncContextManager,
    AbstractContextManager,
    asynccontextmanager,
    closing,
)
from importlib.metadata import EntryPoint, entry_points
from math import floor
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import pytest
from textual._wait import wait_for_idle
from textual.events import MouseScrollDown
from textual.pilot import Pilot
from textual.widget import Widget
from textual.widgets import Button, Footer, OptionList, Select, Static

from gipf_meta.base.clock import StillClock
from gipf_meta.library.settings import Settings
from gipf_meta.library.store import Library, LibraryKeeper
from gipf_meta.line.local_line import LocalLine
from gipf_meta.line.played_match import PlayedMatch, telling
from gipf_meta.match.match import Match
from gipf_meta.narration.prompts import was_played
from gipf_meta.plugins.loading import Installed, load_plugins
from gipf_meta.plugins.scaffold import new_plugin
from gipf_meta.protocol.game import Turn
from gipf_meta.protocol.hookspecs import PROJECT
from gipf_meta.protocol.options import configure
from gipf_meta.rooms.events import Resigned
from gipf_meta.table.openings import Opening
from gipf_meta.table.players import Player, seats_of
from gipf_meta.table.table import Table
from gipf_meta.tui.app import GipfApp
from gipf_meta.tui.parts.board_widget import DIRECTIONS, Board
from gipf_meta.tui.parts.call_strip import CallStrip
from gipf_meta.tui.parts.forms import FoldedFields, Menu
from gipf_meta.tui.parts.word_choices import Words
from gipf_meta.tui.screens.decision_screen import DecisionScreen
from gipf_meta.tui.screens.desk_screens import DeskScreen
from gipf_meta.tui.screens.dialogs import QuestionDialog
from gipf_meta.tui.screens.play_screen import PlayScreen
from gipf_meta.tui.screens.table_screen import TableScreen
from tests.kept_table import KeptTable

HERE = Path(__file__).parent
SEED = 1
"""The seed of every match."""
ROOM = "match"
"""The room of the match that a test begins with."""
LOOK_S = 0.002
"""The seconds between two checks whether the program rests: Textual's 20 ms are most of a test."""
Driver: TypeAlias = Callable[..., AbstractAsyncContextManager[tuple[GipfApp, Pilot[None]]]]
EXAMPLES = Path(__file__).parents[2] / "examples"
STRANGERS = ("my_game", "pig", "tictactoe")
"""Games that the host has never heard of."""
STILL = Settings(motion=False, graphics="quadrant")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leaves walks to ``make test-slow``, but for those that are marked ``fast``.

    A walk takes a second and more, and what it says of rules, forms and texts is proved where they
    are made. Those that stay show once that each screen is there and leads on.
    """
    for item in items:
        is_walk = item.path.parent == HERE and "driven" in getattr(item, "fixturenames", ())
        if is_walk and not any(item.get_closest_marker(tier) for tier in ("fast", "soak")):
            item.add_marker("slow")


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(tmp_path / "library.sqlite")


@pytest.fixture
def strangers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Installed]:
    """The installed games, the examples, and a plugin made for the test."""
    new_plugin("my_game", tmp_path / "my-game")
    for folder in (tmp_path / "my-game", EXAMPLES / "pig", EXAMPLES / "tictactoe"):
        monkeypatch.syspath_prepend(folder)
    found = [EntryPoint(name, f"gipf_meta_{name}", PROJECT) for name in STRANGERS]
    yield load_plugins([*entry_points(group=PROJECT), *found])
    for name in [name for name in sys.modules if name.startswith("gipf_meta_my_game")]:
        del sys.modules[name]


@pytest.fixture
def driven(library: Library, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Driver:
    """Opens the application in a terminal of a *size*, at a *table* if one is given.

    Its clock stands still until a test moves it, and every match has the same seed.
    """
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setattr("gipf_meta.tui.app.RealClock", StillClock)
    monkeypatch.setattr("gipf_meta.table.new_table.secrets.randbelow", lambda _below: SEED)
    monkeypatch.setattr("textual._wait.SLEEP_GRANULARITY", LOOK_S)
    monkeypatch.setattr("textual._wait.SLEEP_IDLE", LOOK_S / 4)
    for waiting in ("app", "pilot"):
        monkeypatch.setattr(f"textual.{waiting}.wait_for_idle", rest)

    @asynccontextmanager
    async def driven(
        size: tuple[int, int] = (80, 24),
        table: Table | None = None,
        settings: Settings = STILL,
        installed: Installed | None = None,
        is_ready: bool = True,
    ) -> AsyncIterator[tuple[GipfApp, Pilot[None]]]:
        found = installed or load_plugins()
        clock = StillClock() if table is None else table.clock
        line = LocalLine(found, library, settings, clock, patience_ms=None, plans_elsewhere=True)
        room = "" if table is None else begun(line, table)
        app = GipfApp(found, line, settings, room=room)
        app.animation_level = "none"
        with closing(line):  # as the program does
            async with app.run_test(size=size, notifications=True) as pilot:
                await pilot.pause()
                if is_ready:
                    await ready(pilot)
                yield app, pilot

    return driven


async def rest(least_s: float = LOOK_S, most_s: float = 1.0) -> None:
    """Waits as Textual does, and until nothing is left of what the program has put off.

    Textual looks how much processor time the program takes, and on a busy machine one that is
    not let to run takes none.
    """
    await wait_for_idle(least_s, most_s)
    while asyncio.get_running_loop()._ready:  # type: ignore[attr-defined]
        await asyncio.sleep(0)


async def ready(pilot: Pilot[None]) -> None:
    """Starts the clock, without changing the match's set-up, if a dialog asks for that."""
    if isinstance(pilot.app.screen, QuestionDialog) and asks_ready(pilot.app.screen):
        pilot.app.screen.dismiss("on")
        await pilot.pause()


def asks_ready(question: QuestionDialog) -> bool:
    """Whether *question* asks if time may run, again or first, or offers a gentle start."""
    is_asked = question.heading == "Paused" or question.heading.endswith("ready?")
    return is_asked or question.heading.startswith("Your first match")


def table_of(
    library: Library, game: str, options: dict[str, Any], seats: Sequence[str], seed: int = SEED
) -> KeptTable:
    """A table at which the clock stands still until a test moves it."""
    installed = load_plugins()
    configured = configure(installed.find(game), options)
    match = Match.begin(configured, len(seats), installed.find, seed)
    players = [
        Player.of_kind(kind, name) for kind, name in zip(seats, configured.seat_names, strict=False)
    ]
    keeper = LibraryKeeper(library, seats_of(players))
    return KeptTable(match, players, StillClock(), keeper=keeper)


def begun(line: LocalLine, table: Table) -> str:
    """Opens a room of *line* in which the match of *table* is resumed, with its players; returns
    the room's id.

    From then on *table* is a ``TableInRoom``.
    """
    bottom = table.match.sessions[0]
    is_new = not any(step.seat is not None for step in bottom.steps) and not bottom.time_ms
    finder, games = table.match.finder, {bottom.game.id: type(bottom.game)}
    # a test may have made a game of its own, or a finder that lacks one
    line.hub.rooms._finder = lambda id: games.get(id) or finder(id)
    if is_new:
        seed, control = table.match.seed, table.match.control
        opening = Opening.of_match(bottom.game, table.seats, seed, control, as_chosen=True)
        line.open(ROOM, opening)
    elif not isinstance(table, KeptTable) or table.keeper is None:
        line.open(ROOM, Opening.of_record(table.record()))
    else:
        table.keep()
        line.resume(ROOM, table.record(), table.keeper)
    players = table.players
    table.__class__ = TableInRoom
    assert isinstance(table, TableInRoom)
    table.line, table.room = line, ROOM
    for player, newcomer in enumerate(players):
        if newcomer.bot is not None:  # it may be one that a test has made
            table.seat(player, newcomer)
    return ROOM


class TableInRoom(KeptTable):
    """A table whose match is played in a *room* of *line*: it shows the state of the room, and its
    actions are those of the room, as if by the person here."""

    line: LocalLine
    room: str
    _last: Table

    @property
    def in_room(self) -> Table:
        """The table of the room."""
        entry = self.line.hub.open_rooms.get(self.room)
        if entry is not None:
            self._last = entry.state.table
        return self._last  # as it was left

    def __getattr__(self, name: str) -> Any:
        return getattr(self.in_room, name)

    def play(self, text: str, by: int | None = None) -> None:
        """Decides *text* in the room."""
        self.line.send("play", room=self.room, text=text, seen=self.line.hub.room(self.room).number)

    def resign(self, player: int) -> None:
        """Lets *player* resign in the room, whoever he is."""
        entry = self.line.hub.rooms.find(self.room)
        entry.room.emit(Resigned, player=player)
        self.line.hub.rooms.keep(entry)
        self.line.pass_time()

    def seat(self, player: int, newcomer: Player) -> None:
        """Seats *newcomer* in the room."""
        self.in_room.seat(player, newcomer)


def _of_room(name: str) -> property:
    return property(
        lambda table: getattr(table.in_room, name),
        lambda table, value: setattr(table.in_room, name, value),
    )


SHOWN = ("match", "fault", "trouble", "paused", "pilots", "_stopwatch", "behind_ms")
for _name in SHOWN:
    setattr(TableInRoom, _name, _of_room(_name))


def in_room(played: PlayedMatch) -> TableInRoom:
    """The table of the match that is *played* in a room of this process."""
    table = object.__new__(TableInRoom)
    assert isinstance(played.line, LocalLine)
    table.line, table.room = played.line, played.room.id
    return table


def is_thinking(app: GipfApp) -> bool:
    """Whether a bot is thinking in the match that is open."""
    assert isinstance(app.home_line, LocalLine)
    return any(entry.thought is not None for entry in app.home_line.hub.open_rooms)


class Hands(ABC):
    """A newcomer, who does one thing after the other with what can be read on the screen."""

    def __init__(self, app: GipfApp, pilot: Pilot[None]) -> None:
        self.app, self.pilot = app, pilot

    @abstractmethod
    async def line(self, wanted: str) -> None:
        """Chooses the line of a list that begins so."""

    @abstractmethod
    async def button(self, label: str) -> None:
        """Presses a button."""

    @abstractmethod
    async def footer(self, description: str) -> None:
        """Does what the footer offers."""

    async def set_up(self, game: str) -> None:
        """Opens the form of a game: its line alone would begin a match."""
        await self.footer("change")
        await self.line(game)

    @abstractmethod
    async def word(self, word: str) -> None:
        """Says one word of a decision: a point, or a word below the board."""

    @abstractmethod
    async def unfold(self, fold: FoldedFields) -> None:
        """Unfolds a part of a form."""

    @abstractmethod
    async def open(self, field: Select[str]) -> None:
        """Opens a field of a form, to choose from its list."""

    async def field(self, name: str, value: str) -> None:
        """Sets the field of a form that is called so."""

        def found() -> list[Select[Any]]:
            return [
                select
                for row in self.app.screen.query(".field")
                for title, select in zip(row.query(".name"), row.query(Select), strict=False)
                if isinstance(title, Static) and str(title.content) == name
            ]

        # on a busy machine a form has its fields a little after it is there, and they their values
        await self.until(lambda: len(found()) == 1)
        (field,) = found()
        await self.until(lambda: isinstance(field.value, str))
        for fold in field.ancestors_with_self:
            if isinstance(fold, FoldedFields) and fold.collapsed:
                await self.unfold(fold)
        await self.open(field)
        await self.line(label_of(field, value))
        assert field.value == value

    async def play(self, notation: str, *, backwards: bool = False) -> None:
        """Says the decision with that notation, word by word, and it is the one that is played.

        *backwards* says its last word first. What remains when one choice is left is not said.
        """
        screen, table = self.app.screen, self.app.played
        assert isinstance(screen, DecisionScreen)
        assert table is not None
        depth, made = len(table.match.sessions) - 1, len(table.match.top.steps)
        choice = next(c for c in screen.decision.choices if c.notation == notation)
        path = choice.path[::-1] if backwards else choice.path
        for n, word in enumerate(path):
            assert screen.decision.path == path[:n]
            after = screen.decision.with_word(word)
            await self.word(word)
            while (
                not n
                and self.app.screen is screen
                and words(self.app, "status").endswith(was_played())
            ):
                await self.word(word)  # it was taken for a part of the decision before
            if after is not None and after.done is not None:
                break
        for session in table.match.sessions[depth : depth + 1]:
            assert session.steps[made].text == notation

    async def turn_to_call(self) -> None:
        """Opens the call of others, which waits."""
        if isinstance(self, Mouse):
            await self.pilot.click(CallStrip)
        else:
            await self.pilot.press("O")
        await self.pilot.pause()

    async def until(self, reached: Callable[[], bool]) -> None:
        """Lets bots decide, who take a moment each."""
        await until(self.pilot, reached)


class Keys(Hands):
    """Presses keys, and touches no mouse."""

    async def line(self, wanted: str) -> None:
        for _ in range(100):
            option = self._list().highlighted_option
            if option is not None and str(option.prompt).startswith(wanted):
                break
            await self.pilot.press("down")
        await self.pilot.press("enter")
        await self.pilot.pause()

    def _list(self) -> OptionList:
        things = self.app.focused
        assert isinstance(things, OptionList)
        return things

    async def button(self, label: str) -> None:
        await self._tab_to(lambda here: isinstance(here, Button) and str(here.label) == label)

    async def unfold(self, fold: FoldedFields) -> None:
        await self.footer("options")
        assert not fold.collapsed

    async def open(self, field: Select[str]) -> None:
        await self._tab_to(lambda here: here is field)

    async def _tab_to(self, meant: Callable[[Widget | None], bool]) -> None:
        for _ in range(100):
            if meant(self.app.focused):
                break
            await self.pilot.press("tab")
        assert meant(self.app.focused)
        await self.pilot.press("enter")
        await self.pilot.pause()

    async def footer(self, description: str) -> None:
        active = self.app.screen.active_bindings.values()
        await self.pilot.press(
            next(each.binding.key for each in active if each.binding.description == description)
        )
        await self.pilot.pause()

    async def word(self, word: str) -> None:
        board, words = self.app.screen.query_one(Board), self.app.screen.query_one(Words)
        if word in words.words:
            await self.pilot.press(words.keys[words.page.index(word)])
        else:
            await self.pilot.press(*_way(board, word))
            assert board.cursor == word
            await self.pilot.press("enter")
        await self.pilot.pause()


def _way(board: Board, to: str) -> list[str]:
    """The fewest keys that lead the cursor to a point."""
    layout = board._layout_now
    assert layout is not None
    if board.cursor is None:
        return ["n"] * (board.lit.index(to) + 1)
    ways: dict[str, list[str]] = {board.cursor: []}
    for here in (found := [board.cursor]):
        if here == to:
            break
        for key, direction in DIRECTIONS.items():
            there = layout.nearest(here, direction)
            if there is not None and there not in ways:
                ways[there] = [*ways[here], key]
                found.append(there)
    return ways[to]


class Mouse(Hands):
    """Clicks and turns the wheel, and presses no key."""

    async def line(self, wanted: str) -> None:
        things = self.app.focused
        menus: list[Menu] = []
        for menu in self.app.screen.query(Menu):
            for _turn in range(0 if menus else 1 + menu.max_scroll_y):
                if self._seen(wanted, menu):
                    menus.append(menu)
                    break
                await self._wheel(menu)
                await self.pilot.pause()
        inside = things if isinstance(things, OptionList) else OptionList
        await self.click(wanted, menus[0] if menus else inside)
        await self.pilot.pause()

    async def button(self, label: str) -> None:
        buttons = self.app.screen.query(Button)
        await self.click(label, next(each for each in buttons if str(each.label) == label))

    async def footer(self, description: str) -> None:
        await self.click(f" {description}", Footer)

    async def word(self, word: str) -> None:
        board, words = self.app.screen.query_one(Board), self.app.screen.query_one(Words)
        if word in words.words:
            await self.click(f" {words.keys[words.page.index(word)]} ", words)
        else:
            # what is said below the board may take another line, and the board moves then
            await self.until(lambda: _fits(board))
            assert board._layout_now is not None
            at = board._layout_now.centres[word]
            assert await self.pilot.click(board, offset=(floor(at.column), floor(at.row)))

    async def open(self, field: Select[str]) -> None:
        await self.click(label_of(field, str(field.value)), field)

    async def unfold(self, fold: FoldedFields) -> None:
        await self.click("Options:", fold)
        assert not fold.collapsed
        for _settling in range(3):  # what was unfolded is scrolled into sight after it is there
            await self.pilot.pause()

    async def click(self, words: str, within: Widget | type[Widget]) -> None:
        """Clicks where *words* stand, turning the wheel until they are seen."""
        part = within if isinstance(within, Widget) else self.app.screen.query_one(within)
        while (at := self._seen(words, part)) is None:
            scrolled = next((p for p in _outwards(part) if p.allow_vertical_scroll), None)
            await (self.pilot.pause() if scrolled is None else self._wheel(scrolled))
        await self.pilot.click(offset=at)

    async def _wheel(self, part: Widget) -> None:
        middle = part.region.width // 2, part.region.height // 2
        await self.pilot._post_mouse_events([MouseScrollDown], part, middle)

    def _seen(self, words: str, part: Widget) -> tuple[int, int] | None:
        """The column and row where a part of the screen says *words*."""
        region = part.region.intersection(self.app.screen.region)
        for y, row in enumerate(shown(self.app)):
            x = row[: region.right].find(words, region.x)
            if region.y <= y < region.bottom and x >= 0:
                return x + len(words) // 2, y
        return None


def label_of(field: Select[str], value: str) -> str:
    """The words for *value* in the list of *field*."""
    return next(str(words) for words, each in field._options if each == value)


def _fits(board: Board) -> bool:
    layout = board._layout_now
    return layout is not None and (layout.width, layout.height) == board.region.size


def _outwards(part: Widget) -> Iterator[Widget]:
    return (each for each in part.ancestors_with_self if isinstance(each, Widget))


def shown(app: GipfApp) -> list[str]:
    """The lines of the screen as they are read."""
    return [strip.text for strip in app.screen._compositor.render_strips()]


class Mind:
    """The decisions of a newcomer: random ones."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)

    def decides(self, table: Table) -> str:
        """The notation of a decision that makes up the turn."""
        top, now = table.match.top, table.match.top.status
        assert isinstance(now, Turn)
        moves = top.game.turn_moves(top.state, now.seat)
        return top.game.format(top.state, self.rng.choice(moves))


def words(app: GipfApp, name: str) -> str:
    """The text of a line of the screen."""
    return str(app.screen.query_one(f"#{name}", Static).content)


def place(app: GipfApp) -> str:
    """The screen of the desk in front; else the name of its class."""
    screen = app.screen
    return screen.place if isinstance(screen, DeskScreen) else type(screen).__name__


def told_at(app: GipfApp) -> AbstractContextManager[None]:
    """The block in which one speaks to the person at the screen."""
    screen = app.screen
    assert isinstance(screen, TableScreen)
    return telling(screen.played)


def playing(app: GipfApp) -> PlayScreen:
    """The play screen, which is in front."""
    assert isinstance(app.screen, PlayScreen)
    return app.screen


async def until(pilot: Pilot[None], reached: Callable[[], bool]) -> None:
    """Lets the program work until something is *reached*, however long that takes.

    What is never reached ends with the time of the test, as pytest is told it.
    """
    while not reached():
        await pilot.pause()


def call_waits(app: GipfApp) -> bool:
    """Whether a call of others waits above the board."""
    return isinstance(app.screen, PlayScreen) and app.screen.query_one(CallStrip).display


async def turn_to_call(pilot: Pilot[None]) -> None:
    """Opens the call of others, as soon as it waits, or was there at the beginning."""
    app = pilot.app
    assert isinstance(app, GipfApp)
    await until(pilot, lambda: call_waits(app) or app.screen.is_modal)
    if call_waits(app):
        await pilot.press("O")
        await pilot.pause()


async def typed(pilot: Pilot[None], *moves: str) -> None:
    """Types moves in the notation of the game, as people do: ``:``, the move, Enter."""
    for move in moves:
        await pilot.press("colon", *move, "enter")
        await pilot.pause()


async def set_up_for_people(app: GipfApp, pilot: Pilot[None], title: str) -> Keys:
    """Opens the form of a game, in which people sit at all seats; the hand on its keys."""
    keys = Keys(app, pilot)
    await keys.set_up(title)
    await keys.field("opponent", "each")
    return keys
