"""The first screen: the games, each with its board, and the matches that are not over."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from gipf_meta.base.stops import stops
from gipf_meta.base.texts import _
from gipf_meta.library.store import Entry, LibraryError
from gipf_meta.plugins.loading import try_game
from gipf_meta.protocol.game import AnyGame, tagline_of, title_of
from gipf_meta.protocol.hookspecs import Showcase
from gipf_meta.protocol.view import View
from gipf_meta.records.reader import replay
from gipf_meta.search.bench import how_rules_run
from gipf_meta.tui.parts.board import Board
from gipf_meta.tui.screens.interface import InterfaceScreen

LAST_MATCHES = 8
"""How many matches to play on are listed."""


class Launcher(InterfaceScreen[None]):
    """A list of games, matches and pages, and a preview of the line with the cursor."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("l", "lessons", _("lessons")),
        Binding("f1", "rules", _("rules")),
        Binding("question_mark", "app.keys", _("keys")),
        Binding("ctrl+q", "app.quit", _("quit"), priority=True),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.waiting: list[Entry] = []
        self.showcase: Showcase | None = None
        self._trouble = ""

    def compose(self) -> ComposeResult:
        """The list, and the preview beside it."""
        yield Static(f"gipf_meta   {how_rules_run()}", id="heading", markup=False)
        with Horizontal(id="middle"):
            yield OptionList(id="list", markup=False)
            with Vertical(id="preview"):
                board = Board(self.interface.looks, id="board")
                board.can_focus = False
                yield board
                yield Static(id="about", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        """Gives the list the keys."""
        self.showcase = self.interface.showcase()
        self.query_one("#list", OptionList).focus()

    def on_screen_resume(self) -> None:
        """Lists everything anew, after a match was played."""
        self.fill()

    # ---- the list -----------------------------------------------------------------------------

    def fill(self) -> None:
        """Lists games, matches, pages, and plugins that could not be used."""
        things, installed = self.query_one("#list", OptionList), self.interface.installed
        here = things.highlighted
        things.clear_options()
        things.add_options(self._games())
        self.waiting = self._waiting()
        if self.waiting:
            things.add_option(None)
            things.add_option(Option(_("Matches that wait"), disabled=True))
        for entry in self.waiting:
            line = f"{entry.id}  {installed.title(entry.game)}  {' - '.join(entry.names)}"
            things.add_option(Option(line, id=f"match:{entry.id}"))
        things.add_option(None)
        things.add_option(Option(_("All matches, replay"), id="page:history"))
        things.add_option(Option(_("Statistics"), id="page:statistics"))
        things.add_option(Option(_("Settings"), id="page:settings"))
        faults = [plugin for plugin in installed.plugins if plugin.fault]
        if faults:
            things.add_option(None)
        for plugin in faults:
            things.add_option(Option(f"✗ {plugin.name}", id=f"fault:{plugin.name}"))
        things.highlighted = 0 if here is None else min(here, things.option_count - 1)

    def _games(self) -> list[Option]:
        listed = self.interface.installed.sorted_games()
        games = [Option(title_of(game), id=f"game:{game.id}") for game in listed]
        if self.showcase is not None:
            games.insert(0, Option(self.showcase.title, id="showcase:"))
        return games

    def _waiting(self) -> list[Entry]:
        if self.interface.library is None:
            return []
        try:
            entries = self.interface.library.entries(over=False, most=LAST_MATCHES)
        except LibraryError as error:
            entries, trouble = [], str(error)
        else:
            trouble = self.interface.library.notice
        if trouble and trouble != self._trouble:
            self.notify(trouble, severity="warning", markup=False)
        self._trouble = trouble
        return entries

    def _highlighted(self) -> tuple[str, str]:
        """The kind and the name of the line with the cursor; twice ``""`` for none."""
        things = self.query_one("#list", OptionList)
        option = things.highlighted_option
        kind, _colon, name = ((option.id if option else "") or "").partition(":")
        return kind, name

    # ---- the preview --------------------------------------------------------------------------

    def on_option_list_option_highlighted(self) -> None:
        """Shows the board and the words of the line with the cursor."""
        kind, name = self._highlighted()
        view, words = View(()), ""
        if kind == "game":
            game = self.interface.installed.games[name]
            why = try_game(game)
            words = tagline_of(game) if not why else _("It cannot be played: {why}").format(why=why)
            if not why:
                view = _first_view(game())
        elif kind == "showcase" and self.showcase is not None:
            view, words = _first_view(self.showcase.game), tagline_of(self.showcase.game)
        elif kind == "match":
            entry = next(each for each in self.waiting if str(each.id) == name)
            title, who = self.interface.installed.title(entry.game), " - ".join(entry.names)
            words = _("{title}: {who}\nLast played {date}, turn {turns}.").format(
                title=title, who=who, date=entry.changed, turns=entry.turns
            )
            view = self._view_of_match(entry.id)
        elif kind == "fault":
            plugin = next(p for p in self.interface.installed.plugins if p.name == name)
            words = f"{plugin.name} ({plugin.source}): {plugin.fault}"
        elif kind == "page":
            words = {
                "history": _("Every match that was played here: go on, look at it again, save it."),
                "statistics": _("How often each game was played, and who won."),
                "settings": _("Colours, graphics, language, motion."),
            }[name]
        self.query_one("#about", Static).update(words)
        # the list can be used before the board is painted
        self.call_after_refresh(self._show_board, view)

    def _show_board(self, view: View) -> None:
        board = self.query_one(Board)
        board.show(view)
        board.display = bool(view.points)

    def _view_of_match(self, number: int) -> View:
        """The board of match *number* as it stands; empty if the match cannot be replayed."""
        assert self.interface.library is not None
        try:
            match = replay(self.interface.library.record(number), self.interface.installed.find)
            return match.top.view(None)
        except stops():
            raise
        except BaseException:  # a game may fail in any way; ``resume_match`` says why
            return View(())

    # ---- choosing -----------------------------------------------------------------------------

    def on_option_list_option_selected(self) -> None:
        """Opens what the line names."""
        kind, name = self._highlighted()
        if kind == "game":
            self.interface.set_up_match(self.interface.installed.games[name])
        elif kind == "showcase" and self.showcase is not None:
            self.interface.set_up_match(type(self.showcase.game), self.showcase)
        elif kind == "match":
            self.interface.resume_match(int(name))
        elif name == "history":
            self.interface.show_history()
        elif name == "statistics":
            self.interface.show_statistics()
        elif name == "settings":
            self.interface.action_preferences()

    def _game(self) -> type[AnyGame] | None:
        """The game of the line with the cursor; ``None`` if it names no game."""
        kind, name = self._highlighted()
        if kind == "showcase" and self.showcase is not None:
            return type(self.showcase.game)
        return self.interface.installed.games[name] if kind == "game" else None

    def action_lessons(self) -> None:
        """Opens the lessons of the game."""
        if (game := self._game()) is not None:
            self.interface.show_lessons(game)

    def action_rules(self) -> None:
        """Opens the rules of the game."""
        if (game := self._game()) is not None:
            self.interface.show_rules(game())


def _first_view(game: AnyGame) -> View:
    """The view of *game* before the first decision."""
    return game.view(game.start(game.seat_counts[0]), None)
