"""The first screen: the games, each with its board, and the matches that are not over."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Static
from textual.widgets.option_list import Option

from gipf_meta.base.clock import local_date
from gipf_meta.base.stops import stops
from gipf_meta.base.texts import _
from gipf_meta.library.store import Entry, LibraryError
from gipf_meta.plugins.loading import try_game
from gipf_meta.protocol.game import AnyGame, tagline_of, title_of
from gipf_meta.protocol.hookspecs import Showcase
from gipf_meta.protocol.view import View
from gipf_meta.records.reader import replay
from gipf_meta.tui.parts.board import Board
from gipf_meta.tui.parts.key_bar import KeyBar
from gipf_meta.tui.parts.keys_page import LAUNCHER_KEYS, KeysPage
from gipf_meta.tui.parts.menu import Menu, MenuLine
from gipf_meta.tui.parts.open_widgets import while_open
from gipf_meta.tui.screens.interface import InterfaceScreen

KEYS_OF_GAMES = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""The keys of the games and plugins, in the order of the list; those that follow have none."""
KEYS_OF_PAGES = {"history": "h", "statistics": "s", "settings": "p"}
"""The keys of the pages."""
KEYS_OF_MATCHES = "abcdefgijkmnoqrtuvwxyz"
"""The keys of the matches that wait: letters without another meaning here."""
LAST_MATCHES = len(KEYS_OF_MATCHES)
"""How many matches to play on are listed."""


class Launcher(InterfaceScreen[None]):
    """Lists of games, matches and pages, and a preview of the line with the cursor.

    Only the matches scroll far; the pages stay in sight. Each line has its key beside it.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("l", "lessons", _("lessons")),
        Binding("f1", "rules", _("rules")),
        Binding("question_mark", "app.keys", _("keys")),
        Binding("ctrl+q", "app.quit", _("quit"), priority=True),
    ]
    own_keys: ClassVar[KeysPage] = LAUNCHER_KEYS

    def __init__(self) -> None:
        super().__init__()
        self.waiting: list[Entry] = []
        self.showcase: Showcase | None = None
        self._trouble = ""
        self._keys: dict[str, str] = {}

    def compose(self) -> ComposeResult:
        """The lists below each other, and the preview beside them."""
        words = _("Choose a game; ? explains this list.")
        yield Static(f"gipf_meta   {words}", id="heading", markup=False)
        with Horizontal(id="middle"):
            with Vertical(id="lists"):
                yield Menu(id="list", markup=False)
                yield Static(_("Matches that wait"), id="waiting-title", markup=False)
                yield Menu(id="waiting", markup=False)
                yield Menu(id="pages", markup=False)
            with Vertical(id="preview"):
                board = Board(self.interface.looks, id="board")
                board.can_focus = False
                yield board
                yield Static(id="about", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        """Gives the list the keys."""
        self.showcase = self.interface.showcase()
        self.query_one("#list", Menu).focus()

    def on_screen_resume(self) -> None:
        """Lists everything anew, after a match was played."""
        self.fill()

    # ---- the lists ----------------------------------------------------------------------------

    def fill(self) -> None:
        """Lists games, matches, pages, and plugins that could not be used."""
        self.waiting = self._waiting()
        matches = [
            (f"match:{entry.id}", self._describe(entry), key)
            for entry, key in zip(self.waiting, KEYS_OF_MATCHES, strict=False)
        ]
        words = {
            "history": _("All matches, replay"),
            "statistics": _("Statistics"),
            "settings": _("Settings"),
        }
        pages = [(f"page:{page}", words[page], key) for page, key in KEYS_OF_PAGES.items()]
        self._keys = {}
        for name, lines in (("list", self._games()), ("waiting", matches), ("pages", pages)):
            self._keys |= {key: line for line, _words, key in lines if key}
            options = [Option(MenuLine(words, key), id=line) for line, words, key in lines]
            self.query_one(f"#{name}", Menu).show(options)
        self.query_one("#waiting-title").display = bool(matches)
        if not matches and self.focused is self.query_one("#waiting"):
            self.query_one("#list", Menu).focus()
        self._preview()

    def _games(self) -> list[tuple[str, str, str]]:
        """The id, the words and the key of each game, and of each plugin that is not used."""
        installed = self.interface.installed
        lines = [(f"game:{game.id}", title_of(game)) for game in installed.sorted_games()]
        if self.showcase is not None:
            lines.insert(0, ("showcase:", self.showcase.title))
        faults = [plugin for plugin in installed.plugins if plugin.fault]
        lines += [(f"fault:{plugin.name}", f"✗ {plugin.name}") for plugin in faults]
        keys = KEYS_OF_GAMES.ljust(len(lines))
        return [(line, words, key.strip()) for (line, words), key in zip(lines, keys, strict=False)]

    def _describe(self, entry: Entry) -> str:
        title = self.interface.installed.title(entry.game)
        return f"{entry.id}  {title}  {self.sides_of(entry)}"

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
        menu = self.focused
        option = menu.highlighted_option if isinstance(menu, Menu) else None
        kind, _colon, name = ((option.id if option else "") or "").partition(":")
        return kind, name

    # ---- the preview --------------------------------------------------------------------------

    def on_option_list_option_highlighted(self) -> None:
        """Shows what the line with the cursor means."""
        self._preview()

    def on_descendant_focus(self) -> None:
        """Shows what the line with the cursor means, in the list that has the keys now."""
        self._preview()

    def on_resize(self) -> None:
        """Shows or hides the board: a narrow window has room for the words alone."""
        self._preview()

    def _preview(self) -> None:
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
            view = _first_view(self.showcase.game)
            words = self.showcase.tagline or tagline_of(self.showcase.game)
        elif kind == "match":
            entry = next(each for each in self.waiting if str(each.id) == name)
            title, who = self.interface.installed.title(entry.game), self.sides_of(entry)
            words = _("{title}: {who}\nLast played {date}, turn {turns}.").format(
                title=title, who=who, date=local_date(entry.changed), turns=entry.turns
            )
            view = self._view_of_match(entry.id)
        elif kind == "fault":
            plugin = next(p for p in self.interface.installed.plugins if p.name == name)
            words = f"{plugin.name} ({plugin.source}): {plugin.fault}"
        elif kind == "page":
            words = {
                "history": _("Every match that was played here: go on, look at it again, save it."),
                "statistics": _("How often each game was played, and who won."),
                "settings": _("Your name, colours, graphics, language, motion."),
            }[name]
        self.query_one("#about", Static).update(words)
        # the list can be used before the board is painted
        self.call_after_refresh(while_open(self, self._show_board), view)

    def _show_board(self, view: View) -> None:
        board = self.query_one(Board)
        board.show(view)
        board.display = bool(view.points) and not self.has_class("-tiny")

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

    def on_key(self, event: events.Key) -> None:
        """Chooses the line that has the key beside it."""
        line = self._keys.get(event.character or "")
        for menu in self.query(Menu) if line is not None else ():
            for number, option in enumerate(menu.options):
                if option.id == line:
                    event.stop()
                    menu.focus()
                    menu.highlighted = number
                    menu.action_select()

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
        if (game := self._game_or_sentence()) is not None:
            self.interface.show_lessons(game)

    def action_rules(self) -> None:
        """Opens the rules of the game."""
        if (game := self._game_or_sentence()) is not None:
            self.interface.show_rules(game())

    def _game_or_sentence(self) -> type[AnyGame] | None:
        """The game of the line with the cursor; says that there is none, and is ``None``."""
        game = self._game()
        if game is None:
            self.notify(_("Lead the cursor to a game first; then its lessons and rules open."),
                        markup=False)  # fmt: skip
        return game


def _first_view(game: AnyGame) -> View:
    """The view of *game* before the first decision."""
    return game.view(game.start(game.seat_counts[0]), None)
