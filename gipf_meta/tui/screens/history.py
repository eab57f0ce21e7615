"""Every match that was played here: go on with one, look at it again, save it, delete it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import DataTable, Footer, Input, Static

from gipf_meta.base.texts import _
from gipf_meta.library.store import Entry, LibraryError
from gipf_meta.tui.parts.dialogs import Ask
from gipf_meta.tui.parts.status import Status

if TYPE_CHECKING:
    from gipf_meta.tui.app import GipfApp


class History(Screen[None]):
    """The list, with a line that narrows it."""

    app: GipfApp

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("g", "go_on", _("go on")),
        Binding("r", "replay", _("replay")),
        Binding("S", "save", _("save")),
        Binding("delete", "delete", _("delete")),
        Binding("slash", "find", _("find")),
        Binding("question_mark", "app.keys", _("keys")),
        Binding("escape", "leave", _("back")),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.entries: list[Entry] = []

    def compose(self) -> ComposeResult:
        yield Static(_("Matches"), id="heading", markup=False)
        yield Input(placeholder=_("a game, a name, a day …"), id="find", compact=True)
        yield DataTable(cursor_type="row", id="matches")
        yield Status()
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        table = self._table
        for title in (_("no."), _("last played"), _("game"), _("players"), _("turns"), _("result")):
            table.add_column(title)
        table.focus()

    def on_screen_resume(self) -> None:
        self.fill()

    @property
    def _table(self) -> DataTable[str]:
        return self.query_one("#matches", DataTable)

    def fill(self) -> None:
        """Lists the matches that have what is looked for in any of their words."""
        library = self.app.library
        try:
            entries = library.entries() if library is not None else []
        except LibraryError as error:
            entries = []
            self.say(str(error))
        table, here = self._table, self._table.cursor_row
        wanted = self.query_one("#find", Input).value.casefold().split()
        rows = [(entry, self._row(entry)) for entry in entries]
        rows = [
            (entry, row)
            for entry, row in rows
            if all(any(word in cell.casefold() for cell in row) for word in wanted)
        ]
        self.entries = [entry for entry, _row in rows]
        table.clear()
        for entry, row in rows:
            table.add_row(*row, key=str(entry.id))
        table.move_cursor(row=min(here, max(len(rows) - 1, 0)))
        if not entries:
            self.say(_("No match has been played yet."))
        elif not rows:
            self.say(_("No match has these words."))

    def _row(self, entry: Entry) -> tuple[str, ...]:
        result = entry.result if entry.over else _("goes on")
        title = self.app.installed.title(entry.game)
        players = " - ".join(entry.names)
        return str(entry.id), entry.changed[:-3], title, players, str(entry.turns), result

    def say(self, words: str) -> None:
        self.query_one(Status).say(words)

    @property
    def entry(self) -> Entry | None:
        """The match of the line with the cursor."""
        row = self._table.cursor_row
        return self.entries[row] if 0 <= row < len(self.entries) else None

    def on_input_changed(self) -> None:
        self.say("")
        self.fill()

    def on_input_submitted(self) -> None:
        self._table.focus()

    def action_find(self) -> None:
        self.query_one("#find", Input).focus()

    def on_data_table_row_selected(self) -> None:
        if self.entry is not None:
            self.action_replay() if self.entry.over else self.action_go_on()

    def action_go_on(self) -> None:
        if self.entry is None:
            return
        if self.entry.over:
            self.say(_("Match {n} is over; r shows it again.").format(n=self.entry.id))
        else:
            self.app.resume(self.entry.id)

    def action_replay(self) -> None:
        if self.entry is not None:
            self.app.replay_kept(self.entry.id)

    def action_save(self) -> None:
        if self.entry is not None:
            self.app.save_kept(self.entry.id)

    def action_delete(self) -> None:
        entry, library = self.entry, self.app.library
        if entry is None or library is None:
            return

        def answered(answer: str | None) -> None:
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
        self.app.push_screen(Ask(_("Delete?"), words, answers), answered)

    def action_leave(self) -> None:
        if self.query_one("#find", Input).has_focus:
            self._table.focus()
        else:
            self.dismiss(None)
