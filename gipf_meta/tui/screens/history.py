"""The list of all matches: play on, replay, save, delete."""

from __future__ import annotations

from typing import ClassVar

from rich.cells import cell_len, set_cell_size
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import DataTable, Input, Static

from gipf_meta.base.clock import local_date
from gipf_meta.base.texts import _
from gipf_meta.library.entry_words import has_words, reason_of_entry, winner_words
from gipf_meta.library.store import Entry, LibraryError
from gipf_meta.tui.parts.key_bar import KeyBar
from gipf_meta.tui.parts.keys_page import MATCHES_KEYS, KeysPage
from gipf_meta.tui.parts.status import Status
from gipf_meta.tui.screens.dialogs import Ask
from gipf_meta.tui.screens.interface import InterfaceScreen

LEAST_WIDTH = 12
"""Columns that the players, the winner and the game keep at least."""


class History(InterfaceScreen[None]):
    """The list, with a line that narrows it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("g", "go_on", _("go on")),
        Binding("r", "replay", _("replay")),
        Binding("S", "save", _("save")),
        Binding("delete", "delete", _("delete")),
        Binding("slash", "find", _("find")),
        Binding("question_mark", "app.keys", _("keys")),
        Binding("escape", "leave", _("back")),
    ]
    own_keys: ClassVar[KeysPage] = MATCHES_KEYS

    def __init__(self) -> None:
        super().__init__()
        self.entries: list[Entry] = []

    def compose(self) -> ComposeResult:
        """The line to narrow the list, the list, a status line."""
        yield Static(_("Matches"), id="heading", markup=False)
        yield Input(placeholder=_("a game, a name, a day …"), id="find", compact=True)
        yield DataTable(cursor_type="row", id="matches")
        yield Static(id="about", markup=False)
        yield Status()
        yield KeyBar(show_command_palette=False)

    def on_mount(self) -> None:
        """Gives the list its columns and the keys."""
        table = self._table
        table.focus()

    def on_screen_resume(self) -> None:
        """Lists the matches anew, after one was played or deleted."""
        self.fill()

    @property
    def _table(self) -> DataTable[Text]:
        return self.query_one("#matches", DataTable)

    def fill(self) -> None:
        """Lists the matches whose rows contain every word of the line."""
        library = self.interface.library
        try:
            entries = library.entries() if library is not None else []
        except LibraryError as error:
            entries = []
            self.say(str(error))
        typed, games = self.query_one("#find", Input).value, self.interface.installed.games
        own = self.interface.settings.name
        self.entries = [entry for entry in entries if has_words(entry, typed, games, own)]
        self._show_rows()
        if not entries:
            self.say(_("No match has been played yet."))
        elif not self.entries:
            self.say(_("No match has these words."))

    def on_resize(self) -> None:
        """Fits the columns to the window."""
        self._show_rows()

    def _show_rows(self) -> None:
        """Fills the table; the widest columns give up what the window has no room for."""
        table, here = self._table, self._table.cursor_row
        titles = (_("no."), _("last played"), _("game"), _("players"), _("turns"), _("winner"))
        rows = [self._row(entry) for entry in self.entries]
        widths = [max(map(cell_len, column)) for column in zip(titles, *rows, strict=True)]
        paddings = 2 * table.cell_padding * len(titles)
        free = self.app.size.width - paddings - table.styles.scrollbar_size_vertical
        while sum(widths) > free:
            column = max((3, 5, 2), key=widths.__getitem__)  # players, winner, game
            if widths[column] <= LEAST_WIDTH:
                break
            widths[column] -= 1
        table.clear(columns=True)
        for title, width in zip(titles, widths, strict=True):
            table.add_column(Text(title), width=width)
        for entry, row in zip(self.entries, rows, strict=True):
            cells = zip(row, widths, strict=True)
            table.add_row(*(_cell(words, width) for words, width in cells), key=str(entry.id))
        table.move_cursor(row=min(here, max(len(rows) - 1, 0)))

    def _row(self, entry: Entry) -> tuple[str, ...]:
        """What the columns say."""
        title = self.interface.installed.title(entry.game)
        day = local_date(entry.changed).partition(" ")[0]
        return (
            str(entry.id),
            day,
            title,
            self.sides_of(entry),
            str(entry.turns),
            self._winner(entry),
        )

    def _winner(self, entry: Entry) -> str:
        return winner_words(entry, self.interface.installed.games, self.interface.settings.name)

    def on_data_table_row_highlighted(self) -> None:
        """Says all about the match with the cursor, also what the columns have no room for."""
        entry = self.entry
        if entry is not None:
            reason = reason_of_entry(entry, self.interface.installed.games)
            end = f"{self._winner(entry)} ({reason})" if reason else ""
            parts = (self.sides_of(entry), end, local_date(entry.changed))
            self.query_one("#about", Static).update(" · ".join(part for part in parts if part))

    def say(self, words: str) -> None:
        """Shows one sentence in the status line."""
        self.query_one(Status).say(words)

    @property
    def entry(self) -> Entry | None:
        """The match with the cursor; ``None`` in an empty list."""
        row = self._table.cursor_row
        return self.entries[row] if 0 <= row < len(self.entries) else None

    def on_input_changed(self) -> None:
        """Narrows the list."""
        self.say("")
        self.fill()

    def on_input_submitted(self) -> None:
        """Gives the keys back to the list."""
        self._table.focus()

    def action_find(self) -> None:
        """Gives the keys to the line."""
        self.query_one("#find", Input).focus()

    def on_data_table_row_selected(self) -> None:
        """Replays the match, or plays on if it is not over."""
        if self.entry is not None:
            self.action_replay() if self.entry.over else self.action_go_on()

    def action_go_on(self) -> None:
        """Plays on, unless the match is over."""
        if self.entry is None:
            return
        if self.entry.over:
            self.say(_("Match {n} is over; r shows it again.").format(n=self.entry.id))
        else:
            self.interface.resume_match(self.entry.id)

    def action_replay(self) -> None:
        """Opens the replay of the match."""
        if self.entry is not None:
            self.interface.replay_match(self.entry.id)

    def action_save(self) -> None:
        """Asks for a file name, and saves the match there."""
        if self.entry is not None:
            self.interface.save_match(self.entry.id)

    def action_delete(self) -> None:
        """Deletes the match from the library, once that is confirmed."""
        entry, library = self.entry, self.interface.library
        if entry is None or library is None:
            return

        def delete(answer: str | None) -> None:
            if answer != "yes":
                return
            try:
                library.delete(entry.id)
            except LibraryError as error:
                self.say(str(error))
            else:
                self.say(_("Match {n} is deleted.").format(n=entry.id))
            self.fill()

        words = _("Match {n} of {game} is deleted for ever.").format(n=entry.id, game=entry.game)
        answers = {"no": _("Keep it"), "yes": _("Delete it")}
        self.app.push_screen(Ask(_("Delete?"), words, answers), delete)

    def action_leave(self) -> None:
        """Leaves the line, or the list."""
        if self.query_one("#find", Input).has_focus:
            self._table.focus()
        else:
            self.dismiss(None)


def _cell(words: str, width: int) -> Text:
    """A cell of the table: *words* as they are, ``…`` at their end where they are too long."""
    if cell_len(words) > width:
        words = set_cell_size(words, width - 1) + "…"
    return Text(words, no_wrap=True)
