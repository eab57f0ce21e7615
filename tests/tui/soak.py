"""The interface under random keys: ``python -m tests.tui.soak --keys 10000 --seed 1``.

Keys, clicks, moves, sizes and time come at random, on every screen there is. Whatever comes, the
program goes on or ends with status 0, the library holds what was played, and there is a way back
to the launcher. ``--from`` and a screen begins there alone. Leaves with a traceback otherwise.
"""

from __future__ import annotations

import argparse
import asyncio
import os
from collections import Counter, deque
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import cache
from itertools import cycle
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final
from unittest.mock import patch

from textual.errors import NoWidget
from textual.pilot import Pilot

from gipf_meta.base.clock import StillClock
from gipf_meta.base.texts import ENGLISH, speak
from gipf_meta.desk.page_texts import words_of_people
from gipf_meta.library.settings import Settings, load_settings
from gipf_meta.library.store import Library, LibraryKeeper
from gipf_meta.line.joining import Invitation
from gipf_meta.line.local_ledger import KeptMatch
from gipf_meta.line.local_line import LocalLine, LocalRoom
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.options import configure
from gipf_meta.records.models import Record
from gipf_meta.records.reader import replay
from gipf_meta.records.writer import to_record
from gipf_meta.table.table import Table
from gipf_meta.tui.app import GipfApp
from gipf_meta.tui.screens.decision_screen import DecisionScreen
from gipf_meta.tui.screens.desk_screens import DeskScreen
from gipf_meta.tui.screens.dialogs import LinksDialog, SaveDialog, TextFile
from gipf_meta.tui.screens.lesson import LessonList
from gipf_meta.tui.screens.play_screen import PlayScreen
from tests.tui.conftest import begun, table_of, typed

KEYS: Final = [
    *("up", "down", "left", "right", "q", "w", "e", "a", "s", "d", "tab", "shift+tab"),
    *("n", "N", "enter", "space", "escape", "colon", "slash", "u", "U", "R", "D", "P", "V", "S"),
    *("f1", "question_mark", "1", "2", "3", "G", "4", "comma", "backspace", "home", "end"),
    *("ctrl+s", "ctrl+c", "ctrl+p", "ctrl+l", "delete", "g", "r", "l", "b", "o", "i", "h"),
]
OFTEN: Final = ["n", "enter", "enter", "1", "tab", "u"]
SIZES: Final = [(80, 24), (120, 40), (40, 12), (200, 60), (62, 20)]
LEAVE: Final = ("leave", "table('leave')", "pop_screen")
LEAVING: Final = 0.1
"""The share of the keys that leave the program or a whole screen that are really pressed."""
SESSION: Final = 200
"""The number of keys that are pressed from each screen on, if the program is not left before."""

DESK: Final = ("launcher", "form", "history", "statistics", "settings")
"""The screens of the desk."""

COMBINED: Final[dict[str, Any]] = {
    "variant": "basic",
    "tamsk_potentials": "1",
    "zertz_potentials": "2",
    "challenges_enabled": "on",
}
DUEL: Final = ("Za1-b2", "i5-h5", "Zb2^", "challenge")
PLAYED: Final[Mapping[str, tuple[dict[str, Any], Sequence[str], int]]] = {
    "zertz": ({}, ("random", "random"), 400),
    "gipf": (COMBINED, ("random", "random"), 60),
    "tamsk": ({}, ("random", "random"), 8),
    "zatre": ({"preset": "amigo"}, ("random", "random", "random"), 12),
}
"""Options, who plays, and the most decisions: the matches that are in the library before."""


def played(library: Library) -> None:
    """Puts a match of each game, or its beginning, into *library*."""
    for record in _records():
        library.add(record)


@cache
def _records() -> tuple[Record, ...]:
    """The matches of ``PLAYED``, which are the same in every library: this takes a second."""
    with TemporaryDirectory() as folder, Library(Path(folder) / "library.sqlite") as library:
        return tuple(_record(library, game) for game in PLAYED)


def _record(library: Library, game: str) -> Record:
    options, seats, most = PLAYED[game]
    table = table_of(library, game, options, seats)
    for _ in range(most):
        if table.over is None and (table.bot_is_due or table.time_acts):
            table.play_bot()
    table.keep()
    table.close()
    return table.record()


class Walk:
    """Random keys over *library*; *folder* is the home in which settings and files are saved."""

    def __init__(self, library: Library, folder: Path, seed: int) -> None:
        self.library, self.folder, self.seed = library, folder, seed
        self.rng = Random(seed)
        self.clock = StillClock()
        self.keys = 0
        self.screens: Counter[str] = Counter()
        self.last: deque[str] = deque(maxlen=40)
        self._here: LocalRoom | None = None
        self._kept: KeptMatch | None = None
        self._seen: object = None

    # ---- where it begins ----------------------------------------------------------------------

    def begin(self, name: str, app: GipfApp) -> None:
        """Opens the screen called *name*, one of ``screens``."""
        kind, _, what = name.partition(" ")
        game = app.installed.games.get(what)
        entries = self.library.entries()
        number = self.rng.choice(entries).id if entries else 0
        if kind == "form":
            app.open_desk("setup", {"game": what} if game is not None else {"showcase": "yes"})
        elif kind == "lessons" and game is not None:
            app.push_screen(LessonList(game))
        elif kind == "lesson" and game is not None:
            lessons = LessonList(game)
            lessons.first = self.rng.choice(lessons.lessons)
            app.push_screen(lessons)
        elif kind == "rules" and game is not None:
            app.show_rules(game())
        elif kind == "play":
            self.open_match(app, self.table(what, {}))
        elif kind == "duel":
            table = self.table("gipf", {**COMBINED, "zertz_duel": what}, ["human"])
            for move in DUEL:
                table.play(move)
            self.open_match(app, table)
        elif kind == "result":
            table = self.table(what, {})
            table.resign(0)
            self.open_match(app, table)
        elif kind == "study":
            about = {"game": what}
            app.talk.tell({"do": "submit", "screen": "study", "about": about, "values": {}})
        elif kind == "match" and number:
            app.talk.go_to(str(number))
        elif kind == "replay" and number:
            app.replay_match(number)
        elif kind == "saving" and number:
            app.save_match(number)
        elif kind == "history":
            app.open_desk("library")
        elif kind == "statistics":
            app.open_desk("statistics")
        elif kind == "settings":
            app.action_preferences()
        elif kind == "keys":
            app.action_keys()
        elif kind == "palette":
            app.action_command_palette()
        elif kind == "links":
            words = words_of_people()["link_to_watch"]
            app.push_screen(
                LinksDialog([Invitation(words, "http://localhost:8080/#enter/1/k", None)])
            )
        elif kind == "text":
            app.push_screen(SaveDialog(TextFile("mine.json", "{}")))

    def open_match(self, app: GipfApp, table: Table) -> None:
        """Opens the match of *table*."""
        assert isinstance(app.home_line, LocalLine)
        app.talk.go_to(begun(app.home_line, table))

    def table(
        self, game: str, options: dict[str, Any], others: Sequence[str] = ("human", "random")
    ) -> Table:
        """A new match of a person and *others*."""
        least = configure(load_plugins().find(game), options).seat_counts[0]
        seats = ["human", *(self.rng.choice(others) for _ in range(least - 1))]
        table = table_of(self.library, game, options, seats, seed=self.rng.randrange(2**31))
        table.clock = self.clock
        return table

    def app(self, settings: Settings) -> GipfApp:
        """The program over the walk's library and clock."""
        installed, ms = load_plugins(), settings.patience_ms
        line = LocalLine(
            installed, self.library, settings, self.clock, patience_ms=ms, plans_elsewhere=True
        )
        return GipfApp(installed, line, settings)

    # ---- what is pressed ----------------------------------------------------------------------

    async def session(self, name: str, keys: int) -> None:
        """Opens the program at a screen, presses keys, and leaves it; then looks at the library.

        Raises ``AssertionError`` and whatever the program raises, with the keys that led there.
        """
        self.last.clear()
        until = self.keys + keys
        # the language is taken over at the start, as the program does; motion only takes time
        settings = replace(load_settings(), motion=False)
        speak(settings.language or ENGLISH)
        app = self.app(settings)
        try:
            async with app.run_test(size=self.rng.choice(SIZES), notifications=True) as pilot:
                await pilot.pause()
                self.begin(name, app)
                await pilot.pause()
                kind = name.partition(" ")[0]
                opened = isinstance(app.screen, DeskScreen) == (kind in DESK)
                assert opened or app.return_code is not None, "the screen does not open"
                while self.keys < until and app.return_code is None:
                    await pilot.pause()
                    await self.step(app, pilot)
                    self.check(app)
                await self.home(app, pilot)
            assert app.return_code in (0, None), f"it ends with status {app.return_code}"
            app.own_line.close()
            self.check(app)
            self.check_library()
        except BaseException as error:
            error.add_note(f"Seed {self.seed}, from {name!r}: {' '.join(self.last)}")
            raise

    async def step(self, app: GipfApp, pilot: Pilot[None]) -> None:
        """Sends one key, click, move or size, or lets some time pass."""
        rng, screen = self.rng, app.screen
        self.screens[type(screen).__name__] += 1
        self.keys += 1
        kind = rng.random()
        if kind < 0.08:
            width, height = app.size
            x, y = rng.randrange(width), rng.randrange(height)
            self.last.append(f"({x},{y})")
            with suppress(NoWidget):  # a screen that is just coming or going
                await pilot.click(offset=(x, y))
        elif kind < 0.1:
            size = rng.choice(SIZES)
            self.last.append("{}x{}".format(*size))
            await pilot.resize_terminal(*size)
        elif kind < 0.2 and isinstance(screen, PlayScreen) and screen.played.clock_runs:
            self.clock.ms += (ms := rng.choice([1, 100, 3_000, 20_000]))
            self.last.append(f"+{ms}ms")
            screen.read_clock()
        elif kind < 0.4 and isinstance(screen, DecisionScreen) and screen.decision.choices:
            move = rng.choice(screen.decision.choices).notation
            self.last.append(f":{move}")
            self.keys += len(move) + 1
            await typed(pilot, move)
        else:
            await self.press(app, pilot, kind)

    async def press(self, app: GipfApp, pilot: Pilot[None], kind: float) -> None:
        """Presses one key: one that has an effect here, any at all, or one that leads on."""
        rng, bound = self.rng, app.screen.active_bindings
        key = rng.choice(list(bound) if kind < 0.6 else KEYS if kind < 0.75 else OFTEN)
        if key in bound:
            action = bound[key].binding.action.removeprefix("app.")
            leaves = action == "quit" or (action in LEAVE and not app.screen.is_modal)
            if leaves and rng.random() > LEAVING:
                return
        if isinstance(app.screen, SaveDialog) and key == "slash":
            return  # names of files stay in the folder
        self.last.append(key)
        await pilot.press(key)

    async def home(self, app: GipfApp, pilot: Pilot[None]) -> None:
        """Leaves every screen, as those do who have lost their way."""
        self.clock.ms += 700  # that are to be kept as well
        for key in ("escape", "ctrl+l") * 30:
            if app.return_code is not None or is_launcher(app):
                return
            self.last.append(key)
            await pilot.press(key)
            await pilot.pause()
            self.check(app)
        raise AssertionError(f"No way leads out of {app.screen_stack}.")

    # ---- what must be so ----------------------------------------------------------------------

    def check(self, app: GipfApp) -> None:
        """Checks that the program runs, and that the library holds the open match as it stands."""
        if app._exception is not None:
            raise app._exception
        here = app.played.local_room if app.played is not None else None
        if self._here is not None and here is not self._here:
            self.check_kept(self._here.room.table, self._kept, time_too=True)
            self._seen = None
        self._here = here
        if here is not None:
            self._kept = here.kept_match
            if (match := here.room.table.match) is not self._seen:
                self._seen = match
                self.check_kept(here.room.table, here.kept_match, time_too=False)

    def check_kept(self, table: Table, kept_here: KeptMatch | None, *, time_too: bool) -> None:
        """Checks that the library holds the match of *table*; its time too, once it is left."""
        assert kept_here is not None
        assert isinstance(kept_here.keeper, LibraryKeeper)
        assert not kept_here.error
        number = kept_here.keeper.number
        here = to_record(table.match, table.seats)
        if number is None:
            made = [each.by for turn in here.turns for each in turn.decisions]
            assert set(made) <= {None}, "a match that has begun is not kept"
            return
        kept = self.library.record(number)
        assert decided(kept) == decided(here)
        assert kept == here or not time_too

    def check_library(self) -> None:
        """Checks that every match is whole, can be replayed, and is open nowhere."""
        for entry in self.library.entries():
            assert self.library.is_intact(entry.id)
            record, keeper = self.library.go_on(entry.id)
            keeper.close()
            match = replay(record, load_plugins().find)
            assert to_record(match, record.people) == record


def is_launcher(app: GipfApp) -> bool:
    """Whether the launcher is in front."""
    screen = app.screen
    return isinstance(screen, DeskScreen) and screen.place == "launcher"


def decided(record: Record) -> tuple[object, ...]:
    """The decisions in *record* and its duels with their players, and the result."""
    decisions = [each for turn in record.turns for each in turn.decisions]
    told = [(each.by, each.move, each.duel and decided(each.duel)) for each in decisions]
    return record.game, record.people, told, record.result


def screens() -> list[str]:
    """Every screen of the interface, with every game where it shows one."""
    games = load_plugins().games.values()
    several = {
        "form": [game.id for game in games] + ["showcase"],
        "play": [game.id for game in games],
        "rules": [game.id for game in games],
        "lessons": [game.id for game in games],
        "lesson": [game.id for game in games if LessonList(game).lessons],
        "duel": ["zertz", "zatre", "tamsk", "die", "elsewhere"],
        "result": ["zertz", "gipf", "tamsk", "zatre"],
        "study": ["zertz"],
    }
    single = ["launcher", "settings", "statistics", "history", "keys", "palette", "links", "text"]
    return [
        *single, *("replay", "match", "saving"),
        *(f"{kind} {game}" for kind, games in several.items() for game in games),
    ]  # fmt: skip


async def at_once(*_: float) -> None:
    """Waits until the program has handled a key, and no longer."""
    await asyncio.sleep(0)


@contextmanager
def alone(walk: Walk, waits: Callable[..., Coroutine[Any, Any, None]] = at_once) -> Iterator[None]:
    """Files are saved in the folder, the clock stands, luck is the walk's; no game may fail.

    A pilot *waits* between two keys.
    """
    home = {"HOME": str(walk.folder), "XDG_CONFIG_HOME": str(walk.folder / "config")}
    before = Path.cwd()

    def fail(_app: GipfApp, why: str) -> None:
        raise AssertionError(why)

    with (
        patch.dict(os.environ, home),
        patch("gipf_meta.tui.app.RealClock", lambda: walk.clock),
        patch("secrets.randbelow", walk.rng.randrange),
        patch.object(GipfApp, "leave_failed_match", fail),
        patch("textual.app.wait_for_idle", waits),
        patch("textual.pilot.wait_for_idle", waits),
    ):
        os.chdir(walk.folder)
        try:
            yield
        finally:
            os.chdir(before)
            speak(ENGLISH)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keys", type=int, default=10_000, metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--from", dest="only", metavar="SCREEN", choices=screens())
    asked = parser.parse_args()
    with TemporaryDirectory() as folder, Library(Path(folder) / "library.sqlite") as library:
        played(library)
        walk = Walk(library, Path(folder), asked.seed)
        names = [asked.only] if asked.only else screens()
        walk.rng.shuffle(names)
        with alone(walk):
            for name in cycle(names):
                if (left := asked.keys - walk.keys) <= 0:
                    break
                asyncio.run(walk.session(name, min(SESSION, left)))
        kept = len(library.entries())
    for screen, keys in walk.screens.most_common():
        print(f"{screen:<20}{keys:6}")
    print(f"{walk.keys} keys, {kept} matches kept; nothing failed.")


if __name__ == "__main__":
    main()
