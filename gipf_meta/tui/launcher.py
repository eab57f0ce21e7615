"""The first screen: what can be played, with a look at each board, and matches that wait."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from gipf_meta.plugins import trial
from gipf_meta.store import Entry, LibraryError
from gipf_meta.tui.board import Board
from gipf_meta.tui.dialogs import Read
from gipf_meta.tui.help import KEYS
from gipf_meta.tui.texts import _
from gipf_meta.view import View

if TYPE_CHECKING:
    from gipf_meta.tui.app import GipfApp

LAST_MATCHES = 8


class Launcher(Screen[None]):
    """Choose a game, or a match to go on with."""

    app: GipfApp

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "keys", _("keys")),
        Binding("ctrl+q", "app.quit", _("quit")),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.waiting: list[Entry] = []

    def compose(self) -> ComposeResult:
        yield Static("gipf_meta", id="heading", markup=False)
        with Horizontal(id="middle"):
            yield OptionList(id="list")
            with Vertical(id="preview"):
                board = Board(self.app.looks, id="board")
                board.can_focus = False
                yield board
                yield Static(id="about", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        self.query_one("#list", OptionList).focus()

    def on_screen_resume(self) -> None:
        self.fill()

    def fill(self) -> None:
        """Lists games, matches, and plugins that are not used."""
        things = self.query_one("#list", OptionList)
        here = things.highlighted
        things.clear_options()
        for game in self.app.games():
            things.add_option(Option(game.title, id=f"game:{game.id}"))
        self.waiting, trouble = self._waiting()
        if self.waiting or trouble:
            things.add_option(None)
            things.add_option(Option(_("Matches that wait"), disabled=True))
        for entry in self.waiting:
            players = " - ".join(entry.names)
            line = f"{entry.id}  {entry.game}  {players}"
            things.add_option(Option(line, id=f"match:{entry.id}"))
        faults = [plugin for plugin in self.app.installed.plugins if plugin.fault]
        if faults:
            things.add_option(None)
        for plugin in faults:
            things.add_option(Option(f"✗ {plugin.name}", id=f"fault:{plugin.name}"))
        if trouble:
            self.notify(trouble, severity="warning", markup=False)
        things.highlighted = 0 if here is None else min(here, things.option_count - 1)

    def _waiting(self) -> tuple[list[Entry], str]:
        if self.app.library is None:
            return [], ""
        try:
            return self.app.library.entries(over=False, most=LAST_MATCHES), ""
        except LibraryError as error:
            return [], str(error)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        kind, _colon, name = (event.option.id or "").partition(":")
        about = self.query_one("#about", Static)
        board = self.query_one(Board)
        view, words = View(()), ""
        if kind == "game":
            game = self.app.installed.games[name]
            why = trial(game)
            words = game.tagline if not why else _("It cannot be played: {why}").format(why=why)
            if not why:
                configured = game()
                view = configured.view(configured.start(game.seat_counts[0]))
        elif kind == "match":
            entry = next(each for each in self.waiting if str(each.id) == name)
            game_of = self.app.installed.games.get(entry.game)
            title = game_of.title if game_of else entry.game
            words = f"{title}: {' - '.join(entry.names)}\n{entry.changed}, {entry.turns}"
        elif kind == "fault":
            plugin = next(p for p in self.app.installed.plugins if p.name == name)
            words = f"{plugin.name} ({plugin.source}): {plugin.fault}"
        board.show(view)
        board.display = bool(view.points)
        about.update(words)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        kind, _colon, name = (event.option.id or "").partition(":")
        if kind == "game":
            self.app.set_up(self.app.installed.games[name])
        elif kind == "match":
            self.app.resume(int(name))

    def action_keys(self) -> None:
        self.app.push_screen(Read(_("Keys"), KEYS))
