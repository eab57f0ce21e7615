"""The application: one library, one set of looks, screens on top of each other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import ClassVar

from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.screen import Screen

from gipf_meta import story
from gipf_meta.clock import RealClock
from gipf_meta.game import AnyGame
from gipf_meta.patience import TookTooLong
from gipf_meta.plugins import Installed, UnknownGame
from gipf_meta.render.text import one_line
from gipf_meta.store import Library, LibraryError
from gipf_meta.table import GameFailed, Table, playable, players_of
from gipf_meta.tui.board import Board
from gipf_meta.tui.dialogs import Ask
from gipf_meta.tui.launcher import Launcher
from gipf_meta.tui.looks import TECHNIQUES, THEMES, Looks, looks_of
from gipf_meta.tui.play import PlayScreen
from gipf_meta.tui.settings import Settings, save_settings
from gipf_meta.tui.setup import SetUp
from gipf_meta.tui.texts import _


class GipfApp(App[None]):
    """Everything that is installed, played in a terminal."""

    CSS_PATH = "app.tcss"
    TITLE = "gipf_meta"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (110, "-wide")]
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+q", "quit", show=False)]

    def __init__(
        self,
        installed: Installed,
        library: Library | None,
        settings: Settings,
        *,
        graphics: str = "",
        table: Table | None = None,
    ) -> None:
        super().__init__()
        self.installed = installed
        self.library = library
        self.settings = settings
        self.looks = looks_of(graphics or settings.graphics, settings.theme, settings.motion)
        self.table = table
        self._stopped = False

    def on_mount(self) -> None:
        self.theme = THEMES[self.looks.theme][0]
        self.app_suspend_signal.subscribe(self, lambda _app: self._stop_time())
        self.app_resume_signal.subscribe(self, lambda _app: self._go_on())
        self.push_screen(Launcher())
        if self.table is not None:
            self.sit_down(self.table)

    def _stop_time(self) -> None:
        """Ctrl-Z: no time passes while the program is stopped."""
        if self.table is not None and not self.table.paused:
            self.table.pause()
            self._stopped = True

    def _go_on(self) -> None:
        if self.table is not None and self._stopped:
            self.table.go_on()
        self._stopped = False

    def games(self) -> list[type[AnyGame]]:
        """What can be played; the host's own little duels behind the games one comes for."""
        games = self.installed.games.values()
        return sorted(games, key=lambda g: (g.__module__.startswith("gipf_meta."), g.id))

    # ---- matches ------------------------------------------------------------------------------

    def set_up(self, game: type[AnyGame]) -> None:
        """Asks who plays *game*, and how."""
        self.push_screen(SetUp(game, self.settings.set_ups.get(game.id, {})))

    def begin(self, game: AnyGame, seats: Sequence[str]) -> None:
        """Begins a match in the place of the form."""
        default = type(game)().model_dump(mode="json")
        told = game.model_dump(mode="json")
        options = {name: value for name, value in told.items() if value != default[name]}
        self.remember(self.settings.remembering(game.id, options, list(seats)))
        try:
            table = self._new_table(game, seats)
        except (ValueError, UnknownGame, GameFailed, TookTooLong) as error:
            self.notify(str(error), severity="error", markup=False)
            return
        self.pop_screen()
        self.sit_down(table)

    def _new_table(self, game: AnyGame, seats: Sequence[str]) -> Table:
        game, notices = playable(game, self.installed)
        for notice in notices:
            self.notify(notice, markup=False)
        players = players_of(seats, game.seat_names)
        return Table.begin(game, players, self.installed.find, RealClock(), library=self.library)

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
            self.notify(str(error), severity="error", markup=False)
            return
        try:
            table = Table.resume(record, self.installed.find, RealClock(), keeper)
        except Exception as error:  # a game may fail in any way while its match is replayed
            keeper.close()
            self.notify(one_line(str(error)), severity="error", markup=False)
            return
        self.sit_down(table)

    def finished(self, table: Table) -> None:
        """The match is over: what now?"""
        match, bottom = table.match, table.match.sessions[0]
        assert table.over is not None
        names = story.seated(bottom, [player.name for player in table.players])

        def then(answer: str | None) -> None:
            if answer == "rematch":
                kinds = [player.kind for player in table.players]
                self.leave_match()
                self.sit_down(self._new_table(bottom.game, [*kinds[1:], kinds[0]]))
            elif answer == "leave":
                self.leave_match()

        words = story.result(bottom.game, table.over, names)
        answers = {
            "rematch": _("Rematch, sides swapped"),
            "look": _("Look at the board"),
            "leave": _("To the games"),
        }
        self.push_screen(Ask(match.sessions[0].game.title, words, answers), then)

    def leave_match(self) -> None:
        """Back to the launcher; the match is kept as it stands."""
        if self.table is not None:
            self.table.tick()
            self.table.keep()
            self.table.close()
            self.table = None
        while len(self.screen_stack) > 2:
            self.pop_screen()

    def failed(self, why: str) -> None:
        """A game cannot go on."""
        self.leave_match()
        self.notify(why, severity="error", markup=False, timeout=20)

    # ---- looks --------------------------------------------------------------------------------

    def remember(self, settings: Settings) -> None:
        """Keeps settings for the next time."""
        self.settings = settings
        if why := save_settings(settings):
            self.notify(why, severity="warning", markup=False)

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        for theme in THEMES:
            yield SystemCommand(
                _("Theme: {name}").format(name=theme), _("colours of the boards"),
                lambda theme=theme: self.look(replace(self.looks, theme=theme)),
            )  # fmt: skip
        for technique in TECHNIQUES:
            yield SystemCommand(
                _("Graphics: {name}").format(name=technique), _("how finely boards are drawn"),
                lambda technique=technique: self.look(replace(self.looks, technique=technique)),
            )  # fmt: skip
        yield SystemCommand(_("Quit"), _("matches are kept"), self.exit)

    def look(self, looks: Looks) -> None:
        """Changes how everything looks, now and the next time."""
        self.looks = looks
        self.theme = THEMES[looks.theme][0]
        for screen in self.screen_stack:
            for board in screen.query(Board):
                board.look(looks)
        self.remember(replace(self.settings, theme=looks.theme, graphics=looks.technique))


def run(
    installed: Installed, library: Library | None, settings: Settings, graphics: str = "",
    table: Table | None = None,
) -> None:  # fmt: skip
    """Opens the interface and returns when it is left."""
    app = GipfApp(installed, library, settings, graphics=graphics, table=table)
    try:
        app.run()
    finally:
        if app.table is not None:
            app.table.close()
