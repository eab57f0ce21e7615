"""The application: one library, one set of looks, screens on top of each other."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace as changed
from typing import Any, ClassVar

from rich.text import Text
from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.screen import Screen

from gipf_meta.base.clock import RealClock
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.sentences import failure, one_line
from gipf_meta.base.texts import _
from gipf_meta.library.settings import Settings, save_settings
from gipf_meta.library.statistics import statistics
from gipf_meta.library.store import Library, LibraryError, LibraryKeeper
from gipf_meta.match.match import DuelUnavailable, Match
from gipf_meta.match.timecontrol import TimeControl
from gipf_meta.narration import story
from gipf_meta.plugins.loading import Installed
from gipf_meta.protocol.game import AnyGame, title_of
from gipf_meta.protocol.hookspecs import Showcase
from gipf_meta.protocol.options import options_told
from gipf_meta.records.models import RecordError, Seat
from gipf_meta.records.reader import replay
from gipf_meta.table.players import players_of, seats_of
from gipf_meta.table.table import Table, playable
from gipf_meta.tui.parts import tab
from gipf_meta.tui.parts.board import Board
from gipf_meta.tui.parts.counts import statistics_page
from gipf_meta.tui.parts.dialogs import Pick
from gipf_meta.tui.parts.help import KEYS
from gipf_meta.tui.parts.looks import TECHNIQUES, THEMES, looks_of
from gipf_meta.tui.parts.side import WIDE_SCREEN
from gipf_meta.tui.screens.launcher import Launcher
from gipf_meta.tui.screens.play import PlayScreen
from gipf_meta.tui.screens.preferences import Preferences
from gipf_meta.tui.screens.reading import Read, ReadRules
from gipf_meta.tui.screens.replay import Replay
from gipf_meta.tui.screens.saving import Saving
from gipf_meta.tui.screens.setup import SetUp

HIGH_SCREEN = 32
"""From so many rows on, all panels have room beside each other."""
HANDED_OVER_S = 0.0005
"""How long a bot that thinks keeps the interpreter to itself, while somebody presses keys."""


class GipfApp(App[None]):
    """Everything that is installed, played in a terminal."""

    CSS_PATH = "app.tcss"
    TITLE = "gipf_meta"
    HORIZONTAL_BREAKPOINTS = [(0, "-tiny"), (72, "-narrow"), (WIDE_SCREEN, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (HIGH_SCREEN, "-high")]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "quit", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", show=False, priority=True),
    ]

    def __init__(
        self,
        installed: Installed,
        library: Library | None,
        settings: Settings,
        *,
        graphics: str = "",
        table: Table | None = None,
        first: Screen[Any] | None = None,
    ) -> None:
        super().__init__()
        self.installed = installed
        self.library = library
        self.settings = settings
        self.looks = looks_of(graphics or settings.graphics, settings.theme, settings.motion)
        self.table = table
        self.first = first

    def on_mount(self) -> None:
        self.theme = THEMES[self.looks.theme][0]
        for name in ("SIGTERM", "SIGHUP", "SIGINT"):
            # not on Windows, and not beside another program's main thread
            with suppress(AttributeError, NotImplementedError, ValueError, RuntimeError):
                loop = asyncio.get_running_loop()
                loop.add_signal_handler(getattr(signal, name), self.exit)
        self.push_screen(Launcher())
        if self.table is not None:
            self.sit_down(self.table)
        elif (number := tab.remembered()) is not None:
            self.resume(number)
        if self.first is not None:
            self.push_screen(self.first)

    def action_suspend_process(self) -> None:
        """Ctrl-Z: back to the shell; no time passes until the program is there again."""
        if self._driver is None or not self._driver.can_suspend or not hasattr(os, "killpg"):
            return
        if os.getpgrp() == os.getsid(0):
            # nobody could ever make it go on
            self.notify(_("There is no shell here to go back to."), markup=False)
            return
        table = self.table if self.table is not None and not self.table.paused else None
        if table is not None:
            table.pause()
        with self.suspend():
            # what has started the program stops too, as make does: else its shell sees nothing of
            # it; and only now, for a shell takes the terminal as soon as one of them has stopped
            before = signal.signal(signal.SIGTSTP, signal.SIG_IGN)
            os.killpg(0, signal.SIGTSTP)
            os.kill(os.getpid(), signal.SIGSTOP)
            signal.signal(signal.SIGTSTP, before)
        if table is not None:
            table.go_on()

    def action_help_quit(self) -> None:
        """Ctrl-C ends other programs; here it says what does."""
        self.notify(_("ctrl+q leaves the program; the match is kept."), markup=False)

    # ---- matches ------------------------------------------------------------------------------

    def showcase(self) -> Showcase | None:
        """A way of playing that is worth an entry of its own."""
        with suppress(Exception):  # a plugin that fails is no reason to show nothing
            show = self.installed.showcase()
            if isinstance(show, Showcase) and show.game.id in self.installed.games:
                return show
        return None

    def set_up(self, game: type[AnyGame], show: Showcase | None = None) -> None:
        """Asks who plays *game*, and how; as in *show*, if nothing was chosen before."""
        key, title, preset = game.id, title_of(game), {}
        if show is not None:
            key, title, preset = "showcase", show.title, {"options": options_told(show.game)}
        self.push_screen(SetUp(game, title, key, self.settings.set_ups.get(key, preset)))

    def begin(self, game: AnyGame, key: str, told: Mapping[str, Any]) -> None:
        """Begins a match in the place of the form, which *told* who plays and with what clock."""
        self.remember(self.settings.remembering(key, told))
        clock = told.get("clock")
        control = TimeControl.read(clock) if clock else None
        table = self._new_table(game, told["seats"], told["names"], control)
        if table is not None:
            self.pop_screen()
            self.sit_down(table)

    def _new_table(
        self,
        game: AnyGame,
        seats: Sequence[str],
        names: Sequence[str],
        control: TimeControl | None,
    ) -> Table | None:
        """The table of a new match; says why, if there can be none."""
        try:
            game, notices = playable(game, self.installed)
            for notice in notices:
                self.notify(notice, markup=False)
            players = players_of(seats, names)
            find, library = self.installed.find, self.library
            return Table.begin(game, players, find, RealClock(), control=control, library=library)
        except GipfMetaError as error:
            self.complain(str(error))
            return None

    def sit_down(self, table: Table) -> None:
        """Plays at *table*."""
        self.table = table
        self.push_screen(PlayScreen(table))

    def resume(self, number: int) -> None:
        """Goes on with a match of the library."""
        if self.library is None:
            return
        try:
            record, keeper = self.library.go_on(number)
        except LibraryError as error:
            self.complain(str(error))
            return
        try:
            table = Table.resume(record, self.installed.find, RealClock(), keeper)
        except Exception as error:  # a game may fail in any way while its match is replayed
            keeper.close()
            self.complain(one_line(str(error)))
            return
        self.sit_down(table)

    def play_on(self, match: Match, names: Sequence[str], kinds: Sequence[str]) -> None:
        """Plays *match*, which branches off another, as one of its own."""
        players = players_of(kinds, names)
        keeper = LibraryKeeper(self.library, seats_of(players)) if self.library else None
        table = Table(match, players, RealClock(), keeper=keeper)
        table.keep()
        self.leave_match()
        self.sit_down(table)

    def finished(self, table: Table) -> None:
        """The match is over: what now?"""
        bottom = table.match.sessions[0]
        assert table.over is not None
        names = story.names_of(table.seats, table.match)

        def then(answer: str | None) -> None:
            if answer == "rematch":
                self._rematch(table)
            elif answer == "replay":
                self.replay(table.match, table.seats)
            elif answer == "save":
                self.push_screen(Saving(table.match, table.seats), self.saved)
            elif answer == "leave":
                self.leave_match()

        words = story.result(bottom.game, table.over, story.seated(bottom, names))
        answers = {
            "rematch": _("Rematch, sides swapped"),
            "replay": _("Look at it again from the beginning"),
            "save": _("Save it, or a picture of the board"),
            "look": _("Look at the board"),
            "leave": _("To the games"),
        }
        self.push_screen(Pick(title_of(bottom.game), words, list(answers.items())), then)

    def _rematch(self, table: Table) -> None:
        """The same people again, everybody one seat further."""
        game, players = table.match.sessions[0].game, table.players
        turned = [*players[1:], players[0]]
        own = game.seat_names[: len(players)]
        named = [player.name for player in players] != list(own)
        names = [player.name for player in turned] if named else own
        self.leave_match()
        kinds = [player.kind for player in turned]
        new = self._new_table(game, kinds, names, table.match.control)
        if new is not None:
            self.sit_down(new)

    def leave_match(self) -> None:
        """Back to the launcher; the match is kept as it stands."""
        self.get_up()
        self.note_match()
        while len(self.screen_stack) > 2:
            self.pop_screen()

    def note_match(self) -> None:
        """A browser that loads its tab anew comes back to the match that is being played."""
        keeper = self.table.keeper if self.table is not None else None
        tab.remember(keeper.place if keeper is not None else "")

    def get_up(self) -> None:
        """Keeps the match as it stands, with the time that has passed, and lets others play it."""
        if self.table is not None:
            self.table.tick()
            self.table.keep()
            self.table.close()
            self.table = None

    def failed(self, why: str) -> None:
        """A game cannot go on."""
        self.leave_match()
        self.complain(why)

    def complain(self, why: str) -> None:
        """Says what cannot be done, and leaves time to read it."""
        self.notify(why, severity="error", markup=False, timeout=20)

    # ---- matches that were played -------------------------------------------------------------

    def replay(self, match: Match, people: Sequence[Seat], *, at_end: bool = False) -> None:
        """Looks at a match again."""
        self.push_screen(Replay(match, tuple(people), at_end=at_end))

    def replay_kept(self, number: int) -> None:
        """Looks again at a match of the library."""
        if kept := self._kept(number):
            self.replay(*kept)

    def save_kept(self, number: int) -> None:
        """Saves a match of the library in a file."""
        if kept := self._kept(number):
            self.push_screen(Saving(*kept), self.saved)

    def _kept(self, number: int) -> tuple[Match, tuple[Seat, ...]] | None:
        """A match of the library as far as it can be replayed; says what is wrong with it."""
        if self.library is None:
            return None
        try:
            record = self.library.record(number)
            return replay(record, self.installed.find), record.people
        except DuelUnavailable as error:
            return error.match, record.people
        except Exception as error:  # a game may fail in any way while its match is replayed
            self.complain(one_line(str(error)))
            if isinstance(error, RecordError) and error.match is not None:
                return error.match, record.people
            return None

    def saved(self, place: str | None) -> None:
        """Says where something was saved."""
        if place:
            self.notify(_("Saved in {place}.").format(place=place), markup=False)

    def show_statistics(self) -> None:
        """How often each game was played, and who won."""
        if self.library is None:
            return
        try:
            counts, troubles = statistics(self.library, self.installed.games)
        except LibraryError as error:
            self.complain(str(error))
            return
        self.push_screen(Read(_("Statistics"), statistics_page(counts, troubles, self.installed)))

    def show_rules(self, game: AnyGame) -> None:
        """The rules of *game*."""
        self.push_screen(ReadRules(game))

    def action_keys(self) -> None:
        """All keys."""
        self.push_screen(Read(_("Keys"), _(KEYS)))

    # ---- looks --------------------------------------------------------------------------------

    def remember(self, settings: Settings) -> None:
        """Keeps settings for the next time."""
        self.settings = settings
        if why := save_settings(settings):
            self.notify(why, severity="warning", markup=False)

    def prefer(self, settings: Settings) -> None:
        """Takes over settings, and shows everything as they say."""
        if settings == self.settings:
            return
        self.remember(settings)
        self.looks = looks_of(settings.graphics, settings.theme, settings.motion)
        self.theme = THEMES[self.looks.theme][0]
        for screen in self.screen_stack:
            for board in screen.query(Board):
                board.look(self.looks)

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        yield SystemCommand(
            _("Settings"), _("colours, graphics, language, motion"), self.action_preferences
        )
        for theme in THEMES:
            yield SystemCommand(
                _("Colours: {name}").format(name=theme), _("of boards and screens"),
                lambda theme=theme: self.prefer(changed(self.settings, theme=theme)),
            )  # fmt: skip
        for technique in TECHNIQUES:
            yield SystemCommand(
                _("Graphics: {name}").format(name=technique), _("how finely boards are drawn"),
                lambda name=technique: self.prefer(changed(self.settings, graphics=name)),
            )  # fmt: skip
        yield SystemCommand(_("Quit"), _("matches are kept"), self.exit)

    def action_preferences(self) -> None:
        self.push_screen(Preferences())

    # ---- the end ------------------------------------------------------------------------------

    def _fatal_error(self) -> None:
        """Textual would print a page of its insides; one sentence says where it failed."""
        error = self._exception
        self.panic(Text(failure(error) if isinstance(error, Exception) else ""))


def run(
    installed: Installed, library: Library | None, settings: Settings, graphics: str = "",
    table: Table | None = None, first: Screen[Any] | None = None,
) -> int:  # fmt: skip
    """Opens the interface, with *first* in front; returns the exit status when it is left.

    A closed terminal and a request to end leave the match as ctrl+q does: kept, with its time.
    """
    app = GipfApp(installed, library, settings, graphics=graphics, table=table, first=first)
    sys.setswitchinterval(HANDED_OVER_S)
    try:
        app.run()
    finally:
        app.get_up()
    return app.return_code or 0
