"""The application: one library, one set of looks, screens in front of each other."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace as changed
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from rich.text import Text
from textual import events
from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.command import CommandPalette
from textual.filter import LineFilter
from textual.screen import Screen

from gipf_meta.base import suspension
from gipf_meta.base.ending import call_on_end_signals, call_on_hang_up
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.stops import leave_ctrl_c_to_asyncio
from gipf_meta.base.texts import _
from gipf_meta.base.timelimit import SWITCH_INTERVAL_S
from gipf_meta.library.replays import match_of_library
from gipf_meta.library.settings import Settings, save_settings
from gipf_meta.library.statistics import statistics
from gipf_meta.library.store import Library, LibraryError, is_first_match
from gipf_meta.library.strength import ratings
from gipf_meta.match.match import Match
from gipf_meta.match.timecontrol import TimeControl
from gipf_meta.narration import asking
from gipf_meta.plugins.loading import Installed
from gipf_meta.plugins.playable import playable_showcase
from gipf_meta.protocol.failures import failure
from gipf_meta.protocol.game import AnyGame, title_of
from gipf_meta.protocol.hookspecs import Showcase
from gipf_meta.protocol.options import changed_options
from gipf_meta.records.models import Seat
from gipf_meta.table.lot import Seating, draw_seats, take_seats
from gipf_meta.table.table import Table, new_seed
from gipf_meta.tui import tables
from gipf_meta.tui.parts.board import Board
from gipf_meta.tui.parts.habit import Habit
from gipf_meta.tui.parts.keys_page import PLAY_KEYS
from gipf_meta.tui.parts.looks import TECHNIQUES, THEMES, looks_of
from gipf_meta.tui.parts.printable import SHOW_UNPRINTABLE
from gipf_meta.tui.parts.side_panel import NARROW_SCREEN, WIDE_SCREEN
from gipf_meta.tui.parts.statistics_page import statistics_page
from gipf_meta.tui.parts.trays import Trays
from gipf_meta.tui.screens.decision_screen import stops_key
from gipf_meta.tui.screens.dialogs import Pick
from gipf_meta.tui.screens.history import History
from gipf_meta.tui.screens.launcher import Launcher
from gipf_meta.tui.screens.lesson import LessonList
from gipf_meta.tui.screens.pages import HelpPage, RulesPage, TextPage
from gipf_meta.tui.screens.play import PlayScreen
from gipf_meta.tui.screens.preferences import Preferences
from gipf_meta.tui.screens.replay import Replay
from gipf_meta.tui.screens.save_dialog import SaveDialog
from gipf_meta.tui.screens.setup import SetUpForm

if TYPE_CHECKING:
    from gipf_meta.tui.screens.interface import Interface

HIGH_SCREEN = 32
"""The rows of a screen from which on all panels have room beside each other."""

KEYS_AT_END = {"replay": "V", "save": "S", "look": "escape", "leave": "ctrl+l"}
"""The keys of the answers at the end of a match."""


class GipfApp(App[None]):
    """The interface: the launcher, and in front of it the screens that are open.

    *installed* is everything that can be played. Without *library*, no match is kept. *graphics*
    replaces the setting. *table* and the screen *first* are opened at once.
    """

    CSS_PATH = Path(__file__).with_name("app.tcss")
    TITLE = "gipf_meta"
    HORIZONTAL_BREAKPOINTS = [(0, "-tiny"), (NARROW_SCREEN, "-narrow"), (WIDE_SCREEN, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (HIGH_SCREEN, "-high")]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "quit", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", show=False, priority=True),
        Binding(
            "ctrl+p",
            "command_palette",
            _("palette"),
            show=False,
            priority=True,
            tooltip=_("all commands"),
        ),
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
        self.habit = Habit()

    async def on_event(self, event: events.Event) -> None:
        """Lets no key pass that was meant for a decision which has completed itself."""
        if not stops_key(event, self.habit, self):
            await super().on_event(event)

    def on_mount(self) -> None:
        """Opens the launcher, and in front of it the match or screen asked for."""
        self.theme = THEMES[self.looks.theme][0]
        call_on_end_signals(self.exit)
        if not self.is_headless:
            call_on_hang_up(self.exit)
        self.push_screen(self.home())
        if self.table is not None:
            self.open_table(self.table)
        if self.first is not None:
            self.push_screen(self.first)

    def home(self) -> Screen[Any]:
        """The screen behind all others."""
        return Launcher()

    def action_suspend_process(self) -> None:
        """Ctrl-Z: goes back to the shell; no time passes until the program goes on."""
        if self._driver is None or not self._driver.can_suspend or not suspension.can_stop():
            return
        if not suspension.has_shell():
            self.notify(_("There is no shell here to go back to."), markup=False)
            return
        table = self.table if self.table is not None and not self.table.paused else None
        if table is not None:
            table.pause()
        with self.suspend():
            suspension.stop_until_continued()
        if table is not None:
            table.go_on()

    def action_help_quit(self) -> None:
        """Ctrl-C ends other programs; here it says which key does."""
        self.notify(_("ctrl+q leaves the program; the match is kept."), markup=False)

    def show_error(self, why: str) -> None:
        """Shows what cannot be done, long enough to be read."""
        self.notify(why, severity="error", markup=False, timeout=20)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """What each line of the screen passes: Textual's own filters, and before them ours."""
        return [SHOW_UNPRINTABLE, *super().get_line_filters()]

    # ---- beginning a match --------------------------------------------------------------------

    def showcase(self) -> Showcase | None:
        """The way of playing that a plugin shows off, if one does."""
        return playable_showcase(self.installed)

    def set_up_match(self, game: type[AnyGame], show: Showcase | None = None) -> None:
        """Opens the form for a match of *game*, filled as the last time.

        *show* fills it in the first time.
        """
        key, title, preset = game.id, title_of(game), {}
        if show is not None:
            key, title, preset = "showcase", show.title, {"options": changed_options(show.game)}
        self.push_screen(SetUpForm(game, title, key, self.settings.set_ups.get(key, preset)))

    def begin_match(self, game: AnyGame, key: str, choices: Mapping[str, Any]) -> None:
        """Begins a match in the place of the form; its *choices* are kept under *key*."""
        self.keep_settings(self.settings.with_set_up(key, choices))
        clock = choices.get("clock")
        control = TimeControl.read(clock) if clock else None
        kinds, names, seed = choices["seats"], choices["names"], new_seed()
        if choices.get("lot"):
            seating = draw_seats(game, kinds, names, seed, self.settings.name)
        else:
            seating = take_seats(game, kinds, names)
        table = self._new_table(game, seating, seed, control)
        if table is not None:
            self.pop_screen()
            self.open_table(table)

    def _new_table(
        self, game: AnyGame, seating: Seating, seed: int, control: TimeControl | None
    ) -> Table | None:
        """The table of a new match; says why if the match cannot be played, and is ``None``."""
        notify = partial(self.notify, markup=False)
        try:
            return tables.new_table(
                game, seating, seed, control, self.installed, self.library, notify
            )
        except GipfMetaError as error:
            self.show_error(str(error))
            return None

    def is_first_match(self, game: AnyGame) -> bool:
        """Whether no match of *game* was ever played here; ``False`` where nothing is kept."""
        return is_first_match(self.library, game.id)

    def begin_gently(self, table: Table) -> None:
        """Begins the match of *table* anew, with the options of a gentle start."""
        gentle = tables.gentle_table(table, self.library)
        self.leave_match()
        self.open_table(gentle)

    def resume_match(self, number: int) -> None:
        """Plays on a match of the library; says why if that cannot be done."""
        if self.library is None:
            return
        try:
            table = tables.resumed_table(self.library, self.installed, number)
        except GipfMetaError as error:
            self.show_error(str(error))
        else:
            self.open_table(table)

    def begin_branch(self, match: Match, names: Sequence[str], kinds: Sequence[str]) -> None:
        """Leaves the match that is open, and plays on from *match* as a match of its own."""
        table = tables.branch_table(match, names, kinds, self.library)
        self.leave_match()
        self.open_table(table)

    def open_table(self, table: Table) -> None:
        """Plays at *table*."""
        self.table = table
        table.patience.ms = self.settings.patience_ms
        self.push_screen(PlayScreen(table))

    # ---- ending a match -----------------------------------------------------------------------

    def ask_after_end(self, table: Table) -> None:
        """Says how the match ended, and asks what to do next."""

        def do(answer: str | None) -> None:
            if answer == "rematch":
                self._begin_rematch(table)
            elif answer == "replay":
                self.open_replay(table.match, table.seats)
            elif answer == "save":
                self.push_screen(SaveDialog(table.match, table.seats), self.report_saved)
            elif answer == "leave":
                self.leave_match()

        self.push_screen(Pick.answer(self._question_at_end(table), KEYS_AT_END), do)

    def _question_at_end(self, table: Table) -> asking.Question:
        """How the match ended, and what can be done next."""
        return asking.match_ends(table.match, table.seats, table.only_person)

    def _begin_rematch(self, table: Table) -> None:
        """Begins a match of the same players, everybody one seat further."""
        game, players = table.match.sessions[0].game, table.players
        moved = [*players[1:], players[0]]
        names = ["" if player.name in game.seat_names else player.name for player in moved]
        self.leave_match()
        seating = take_seats(game, [player.kind for player in moved], names)
        new = self._new_table(game, seating, new_seed(), table.match.control)
        if new is not None:
            self.open_table(new)

    def leave_match(self) -> None:
        """Keeps the match as it stands, and goes back to the launcher."""
        self.close_table()
        while len(self.screen_stack) > 2:
            self.pop_screen()

    def leave_failed_match(self, why: str) -> None:
        """Leaves a match that a game keeps from going on; shows the sentence *why*."""
        self.leave_match()
        self.show_error(why)

    def close_table(self) -> None:
        """Keeps the match as it stands, with the time that has passed, and lets others play it."""
        if self.table is not None:
            with suppress(Exception):  # a game that fails while time passes: kept as it stood
                self.table.tick()
            self.table.keep()
            self.table.close()
            self.table = None

    # ---- matches of the library ---------------------------------------------------------------

    def open_replay(self, match: Match, people: Sequence[Seat], *, at_end: bool = False) -> None:
        """Opens the replay of *match*, played by *people*."""
        self.push_screen(Replay(match, tuple(people), at_end=at_end))

    def replay_match(self, number: int) -> None:
        """Opens the replay of a match of the library."""
        if found := self._find_match(number):
            self.open_replay(*found)

    def save_match(self, number: int) -> None:
        """Asks for a file name, and saves a match of the library there."""
        if found := self._find_match(number):
            self.push_screen(SaveDialog(*found), self.report_saved)

    def _find_match(self, number: int) -> tuple[Match, tuple[Seat, ...]] | None:
        """A match of the library as far as it can be replayed; says what is wrong with it."""
        if self.library is None:
            return None
        match, people, why = match_of_library(self.library, self.installed, number)
        if why:
            self.show_error(why)
        return None if match is None else (match, people)

    def report_saved(self, place: str | None) -> None:
        """Says where a file was saved; nothing for no *place*."""
        if place:
            self.notify(_("Saved in {place}.").format(place=place), markup=False)

    # ---- other screens ------------------------------------------------------------------------

    def show_history(self) -> None:
        """Opens the list of all matches."""
        self.push_screen(History())

    def show_statistics(self) -> None:
        """Opens the page that says how often each game was played, and who won."""
        if self.library is None:
            return
        try:
            games, own = self.installed.games, self.settings.name
            counts, troubles = statistics(self.library, games, called_by=own)
            strengths = ratings(self.library.entries(), own)
        except LibraryError as error:
            self.show_error(str(error))
            return
        page = statistics_page(counts, troubles, self.installed, strengths)
        self.push_screen(TextPage(_("Statistics"), page))

    def show_rules(self, game: AnyGame) -> None:
        """Opens the rules of *game*."""
        self.push_screen(RulesPage(game))

    def show_lessons(self, game: type[AnyGame]) -> None:
        """Opens the list of the lessons of *game*."""
        self.push_screen(LessonList(game))

    def action_keys(self) -> None:
        """Opens the page with the keys of the screen in front."""
        self.push_screen(HelpPage(getattr(self.screen, "own_keys", PLAY_KEYS)))

    def action_preferences(self) -> None:
        """Opens the settings."""
        self.push_screen(Preferences())

    # ---- settings -----------------------------------------------------------------------------

    def keep_settings(self, settings: Settings) -> None:
        """Writes *settings* into their file; says why if that cannot be done."""
        self.settings = settings
        if why := save_settings(settings):
            self.notify(why, severity="warning", markup=False)

    def apply_settings(self, settings: Settings) -> None:
        """Keeps *settings*, and draws everything by them."""
        if settings == self.settings:
            return
        self.keep_settings(settings)
        if self.table is not None:
            self.table.patience.ms = settings.patience_ms
        self.looks = looks_of(settings.graphics, settings.theme, settings.motion)
        self.theme = THEMES[self.looks.theme][0]
        for screen in self.screen_stack:
            for board in screen.query(Board):
                board.change_looks(self.looks)
            for trays in screen.query(Trays):
                trays.change_looks(self.looks)

    def action_command_palette(self) -> None:
        """Opens the palette of all commands, with words of ours in its line."""
        if self.use_command_palette and not isinstance(self.screen, CommandPalette):
            placeholder = _("Search for commands…")
            self.push_screen(CommandPalette(placeholder=placeholder, id="--command-palette"))

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """The commands of the palette."""
        yield SystemCommand(
            _("Settings"), _("colours, graphics, language, motion"), self.action_preferences
        )
        for theme in THEMES:
            yield SystemCommand(
                _("Colours: {name}").format(name=_(theme)), _("of boards and screens"),
                lambda theme=theme: self.apply_settings(changed(self.settings, theme=theme)),
            )  # fmt: skip
        for technique in TECHNIQUES:
            yield SystemCommand(
                _("Graphics: {name}").format(name=technique), _("how finely boards are drawn"),
                lambda name=technique: self.apply_settings(changed(self.settings, graphics=name)),
            )  # fmt: skip
        yield SystemCommand(_("Quit"), _("matches are kept"), self.exit)

    # ---- the end ------------------------------------------------------------------------------

    def _fatal_error(self) -> None:
        """Textual would print a page of its insides; one sentence says where it failed."""
        error = self._exception
        self.panic(Text(failure(error) if isinstance(error, Exception) else ""))


if TYPE_CHECKING:
    # screens know the app as an ``Interface``: the type checker sees that it is one
    _INTERFACE: type[Interface] = GipfApp


def run(
    installed: Installed, library: Library | None, settings: Settings, graphics: str = "",
    table: Table | None = None, first: Screen[Any] | None = None,
) -> int:  # fmt: skip
    """Opens the interface, with *first* in front; returns the exit status when it is left.

    A closed terminal and a request to end leave the match as ctrl+q does: kept, with its time.
    """
    app = GipfApp(installed, library, settings, graphics=graphics, table=table, first=first)
    sys.setswitchinterval(SWITCH_INTERVAL_S)
    leave_ctrl_c_to_asyncio()
    try:
        app.run()
    finally:
        app.close_table()
    return app.return_code or 0
