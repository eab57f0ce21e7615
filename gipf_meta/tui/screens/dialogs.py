"""Dialogs in front of a screen: questions, lists, links, and one for a file name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Literal, NamedTuple

import platformdirs
from textual import events
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.binding import Binding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Button, Input, OptionList, Static
from textual.widgets.option_list import Option

from gipf_meta.base import clock
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _
from gipf_meta.desk.page_texts import words_of_people
from gipf_meta.line.line import OfferedLink
from gipf_meta.match.match import Match
from gipf_meta.narration.prompts import Question
from gipf_meta.protocol.game import title_of
from gipf_meta.protocol.gate import Gate
from gipf_meta.records.copies import Copies
from gipf_meta.records.models import Record, RecordError, Seat
from gipf_meta.records.notes import NO_NOTES, Notes
from gipf_meta.records.record_files import (
    PICTURES,
    read_name,
    read_new_name,
    save,
    shown,
    write_whole,
)
from gipf_meta.records.writer import to_record
from gipf_meta.tui.parts.forms import MenuLine
from gipf_meta.tui.parts.keys import DIALOG_KEYS
from gipf_meta.tui.screens.base_screens import InterfaceModal

KEYS = {"yes": "y", "no": "n"}
"""The keys of answers that have one; it stands on the button."""


MOST_PERCENT, FRAME, LEAST_ROWS = 90, 5, 5
"""The percentage of the screen's height that a dialog has at most (``app.tcss``), the rows of its
frame and title, and the fewest rows of a list in it."""


class QuestionDialog(InterfaceModal[str]):
    """A title, some words, and a button for each of *answers*.

    The answer is the key of the button pressed, ``""`` for Escape.
    """

    BINDINGS = [
        Binding("escape", "none", show=False, tooltip=_("leave without an answer")),
        Binding("left", "app.focus_previous", show=False, tooltip=_("the answer before")),
        Binding("right", "app.focus_next", show=False, tooltip=_("the next answer")),
    ]
    own_keys = DIALOG_KEYS

    def __init__(self, title: str, words: str, answers: Mapping[str, str]) -> None:
        super().__init__()
        self.heading, self.words, self.answers = title, words, answers

    def compose(self) -> ComposeResult:
        """The buttons below the words; Enter presses the first."""
        with Vertical(classes="dialog"):
            yield Static(self.heading, classes="heading", markup=False)
            with VerticalScroll(classes="words", can_focus=False):
                yield Static(self.words, id="asked", markup=False)
            with Horizontal(classes="answers"):
                for n, (key, label) in enumerate(self.answers.items()):
                    variant: Literal["default", "primary"] = "default" if n else "primary"
                    words = f"{label} ({KEYS[key]})" if key in KEYS else label
                    yield Button(Content(words), id=f"answer-{key}", variant=variant)

    def change_words(self, words: str) -> None:
        """Says *words* instead of those before."""
        self.words = words
        self.query_one("#asked", Static).update(words)

    def on_key(self, event: events.Key) -> None:
        """Closes the question with the answer whose key was pressed."""
        for key in self.answers:
            if event.key == KEYS.get(key):
                event.stop()
                self.dismiss(key)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Closes the question with the key of the button."""
        self.dismiss((event.button.id or "").removeprefix("answer-"))

    def action_none(self) -> None:
        """Closes the question without an answer."""
        self.dismiss("")


class FittedList(OptionList):
    """The list of a dialog: at each layout, the rows below the words are counted."""

    def __init__(self, *options: Option, fit: Callable[[], None]) -> None:
        super().__init__(*options, markup=False)
        self._fit = fit

    def on_resize(self) -> None:
        """Takes the rows that are left, and keeps the chosen line visible."""
        self._fit()
        self.scroll_to_highlight()


class ListDialog(InterfaceModal[str]):
    """A title, some words, and a list of *things*, each a name and a label.

    *keys* are the keys that choose things; each stands beside its label. The answer is the name of
    the thing chosen, ``""`` for Escape.
    """

    BINDINGS = [Binding("escape", "none", show=False, tooltip=_("leave without a choice"))]

    def __init__(
        self,
        title: str,
        words: str,
        things: Sequence[tuple[str, str]],
        keys: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__()
        self.heading, self.words, self.things, self.keys = title, words, things, keys or {}

    @classmethod
    def answer(cls, question: Question, keys: Mapping[str, str] | None = None) -> ListDialog:
        """A list of the answers to *question*; *keys* choose them as well."""
        return cls(question.title, question.words, [*question.answers.items()], keys)

    def compose(self) -> ComposeResult:
        """The list below the words."""
        with Vertical(classes="dialog"):
            yield Static(self.heading, classes="heading", markup=False)
            yield self._words_above()
            options = (Option(self._line(name, label), id=name) for name, label in self.things)
            yield FittedList(*options, fit=self._fit)

    def _words_above(self) -> Static:
        """The words; without any their row is left to the list."""
        above = Static(self.words, id="asked", markup=False)
        above.display = bool(self.words)
        return above

    def _fit(self) -> None:
        words, things = self.query_one("#asked", Static), self.query_one(OptionList)
        rows = self.size.height * MOST_PERCENT // 100 - FRAME - words.outer_size.height
        if things.outer_size.height > rows:
            things.styles.max_height = max(LEAST_ROWS, rows)

    def _line(self, name: str, label: str) -> str | MenuLine:
        """The line of a thing, with its key if it has one."""
        if not self.keys:
            return label
        key = self.keys.get(name)
        shown = self.app.get_key_display(Binding(key, "")) if key is not None else ""
        return MenuLine(label, shown)

    def change_words(self, words: str) -> None:
        """Says *words* instead of those before."""
        self.words = words
        above = self.query_one("#asked", Static)
        above.update(words)
        above.display = bool(words)

    def on_key(self, event: events.Key) -> None:
        """Closes the list with the thing whose key was pressed."""
        for name, key in self.keys.items():
            if event.key == key:
                event.stop()
                self.dismiss(name)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Closes the list with the name of the thing chosen."""
        self.dismiss(event.option.id or "")

    def action_none(self) -> None:
        """Closes the list without a choice."""
        self.dismiss("")


class LinksDialog(QuestionDialog):
    """Shows the links in *offered*; a button copies each. With *new* they are new links to a seat
    that already has a holder.

    The result is the name of a button: ``link_of`` returns the link that it copies.
    """

    def __init__(self, offered: Sequence[OfferedLink], new: bool = False) -> None:
        words, numbered = words_of_people(), list(enumerate(offered, 1))
        self._links = {f"copy-{number}": each.link for number, each in numbered}
        texts = [f"\n{number}. {each.words}\n{each.link}" for number, each in numbered]
        copies = {f"copy-{number}": f"{words['copy']} {number}" for number, _each in numbered}
        what = "reseat" if new else "invite"
        every = "\n".join([words[f"{what}_words"], *texts])
        super().__init__(words[what], every, {"on": words["done"], **copies})

    def link_of(self, answer: str | None) -> str:
        """The link that the button *answer* copies; ``""`` if it copies none."""
        return self._links.get(answer or "", "")

    def copy(self, answer: str | None) -> None:
        """Copies the link that the button *answer* is for."""
        if link := self.link_of(answer):
            self.app.copy_to_clipboard(link)


class CopyDialog(ListDialog):
    """Lists the texts, *copies*, that can be copied; the chosen one is copied, and shown, so that
    it can be marked where the terminal has no clipboard."""

    def __init__(self, copies: Copies) -> None:
        things = [(copy.name, copy.words) for copy in copies.found]
        super().__init__(_("Copy"), "\n".join(copies.missing), things)
        self._copies = copies

    def dismiss(self, result: str | None = None) -> AwaitComplete:
        """Copies the chosen text, and shows it."""
        is_closed, app = super().dismiss(result), self.app
        if (copy := self._copies.named(result or "")) is not None:
            app.copy_to_clipboard(copy.text)
            note = _("It is copied, unless your terminal forbids that: then mark it here.")
            words = f"{note}\n\n{copy.text}"
            app.push_screen(QuestionDialog(copy.words, words, {"on": _("Go on")}))
        return is_closed


FORMS = (".json", *PICTURES)
"""The endings of files that can be written."""


class MatchFile(NamedTuple):
    """The *match*, played by *people*, with its *notes*, to be written into a file; or *study*
    instead."""

    match: Match
    people: Sequence[Seat]
    notes: Notes = NO_NOTES
    study: Record | None = None

    @property
    def file_name(self) -> str:
        """The name that is proposed: that of the game, and the time."""
        return f"{self.match.sessions[0].game.id}-{clock.stamp()}.json"

    def write(self, name: str, theme: str) -> Path:
        """Writes the file *name*, a picture in the colours of *theme* if it ends so; returns its
        path. Raises ``GipfMetaError``."""
        path = read_name(name)
        form = path.suffix.lower()
        if form not in FORMS:
            raise RecordError(
                _("End the name {name} in .json, .svg or .png.").format(
                    name=shown(path.name or name)
                )
            )
        path = read_new_name(path)
        if form == ".json":
            record = self.notes.beside(to_record(self.match, tuple(self.people)))
            save(self.study or record, path)
        else:
            write_whole(self._picture(path, theme), path)
        return path

    def save_as(self, name: str, theme: str) -> str:
        """Writes the file *name*; returns a sentence that says where, or why not."""
        try:
            return _("Saved in {place}.").format(place=self.write(name, theme).absolute())
        except GipfMetaError as error:
            return str(error)

    def _picture(self, path: Path, theme: str) -> bytes:
        """The picture of the board in the form that *path* ends in. Raises ``RuntimeError``."""
        # drawing is slow to import, and rarely wanted
        from gipf_meta.render.svg import picture_bytes, svg
        from gipf_meta.render.theme import DARK, LIGHT

        top = self.match.top
        with Gate(top.game):
            colours = LIGHT if theme == "light" else DARK
            drawn = svg(top.view(None), title=title_of(top.game), theme=colours)
        return picture_bytes(drawn, path)


class TextFile(NamedTuple):
    """A *text* to be written into a file, for which *file_name* is proposed."""

    file_name: str
    text: str

    def write(self, name: str, theme: str) -> Path:
        """Writes the file *name*, in no *theme*; returns its path. Raises ``RecordError``."""
        path = read_new_name(name)
        write_whole(self.text.encode(), path)
        return path


class SaveDialog(InterfaceModal[str]):
    """Asks for a file name, and saves *file* there, a match also as a picture.

    The result is the whole path of the file, ``""`` if none was written.
    """

    BINDINGS = [Binding("escape", "leave", show=False, tooltip=_("leave without saving"))]

    def __init__(self, file: MatchFile | TextFile) -> None:
        super().__init__()
        self.file = file

    def compose(self) -> ComposeResult:
        """The line for the name, a name in the folder for documents, above two or three buttons."""
        words = _("A name that ends in .json saves the match, .svg or .png a picture of the board.")
        is_match = isinstance(self.file, MatchFile)
        with Vertical(classes="dialog"):
            yield Static(_("Save as"), classes="heading", markup=False)
            if is_match:
                yield Static(words, markup=False)
            yield Input(str(_folder() / self.file.file_name), id="file")
            yield Static(id="why", markup=False)
            with Horizontal(classes="answers"):
                yield Button(_("Save"), id="save", variant="primary")
                if is_match:
                    yield Button(_("Picture"), id="picture")
                yield Button(_("Cancel"), id="cancel")

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Saves, as a picture if that button was pressed, or cancels."""
        if event.button.id == "cancel":
            self.action_leave()
            return
        if event.button.id == "picture":
            field = self.query_one(Input)
            path = Path(field.value.strip())
            if path.name:
                field.value = str(path.with_suffix(".svg"))
        self._save()

    def on_input_submitted(self) -> None:
        """Saves."""
        self._save()

    def _save(self) -> None:
        name = self.query_one(Input).value.strip()
        try:
            self.dismiss(str(self.file.write(name, self.interface.looks.theme).absolute()))
        except GipfMetaError as error:
            self.query_one("#why", Static).update(str(error))

    def action_leave(self) -> None:
        """Closes the question; no file is written."""
        self.dismiss("")


def _folder() -> Path:
    """The folder for documents."""
    with suppress(OSError, RuntimeError):  # a user's home may be missing or closed to him
        documents = platformdirs.user_documents_path()
        return documents if documents.is_dir() else Path.home()
    return Path()
