"""The line of the desk: names of games, numbers of matches, words, files and positions to open."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Final, Protocol

from textual.widget import Widget

from gipf_meta.base.normal_forms import without_accents
from gipf_meta.base.numbers import read_whole
from gipf_meta.base.sentences import did_you_mean, one_line
from gipf_meta.base.texts import N_, _
from gipf_meta.line.desk_lines import word_of
from gipf_meta.line.typed_completion import Completion, Completions, desk_completions
from gipf_meta.line.typed_words import Action, WordsAtPrompt
from gipf_meta.narration import vocabulary
from gipf_meta.narration.vocabulary import FORCES, PromptKind
from gipf_meta.tui.parts.desk_parts import FRONT, DeskParts, ListLine, about_in, deed_of
from gipf_meta.tui.parts.forms import FoldedFields
from gipf_meta.tui.parts.prompt import Prompt
from gipf_meta.tui.screens.answer_page import AnswerPage
from gipf_meta.tui.screens.base_screens import Interface
from gipf_meta.tui.screens.way_to_next import go_to_next

AT: Final[frozenset[PromptKind]] = frozenset({"desk"})
HELP: Final = N_("""\
Type the name of a game, the number of a match or the words of any line here, a file
to be opened, a position or a link; or:""")


class TypedDesk(Protocol):
    """A screen of the desk, as its line uses it."""

    place: str

    @property
    def interface(self) -> Interface:
        """The app."""
        ...

    @property
    def parts(self) -> DeskParts:
        """The parts of the screen."""
        ...

    def say(self, why: str) -> None:
        """Shows a sentence."""
        ...

    def choose(self, line: ListLine) -> None:
        """Does the main action of *line*."""
        ...

    def action_submit(self) -> None:
        """Submits the form."""
        ...

    def action_options(self) -> None:
        """Unfolds or folds the options."""
        ...


class DeskTyping(Prompt):
    """The line of *desk*, hidden until a colon opens it."""

    def __init__(self, desk: TypedDesk) -> None:
        placeholder = _("a game, a match, a word or a file (Tab completes)")
        super().__init__(self.completions, desk.interface.typed_lines, placeholder, id="prompt")
        self._desk = desk
        self._before: Widget | None = None
        actions: dict[str, Action] = {
            "help": lambda _words: self._help(),
            "list": lambda _words: desk.say(_("The list is shown all the time here.")),
            "play": lambda _words: self._play(),
            "options": lambda _words: self._options(),
            "waiting": lambda _words: go_to_next(self.app),
            "quit": lambda _words: self._quit(),
        }
        self.words = WordsAtPrompt(lambda: AT, lambda: (), actions, desk.say)

    def completions(self, typed: str) -> Completions:
        """The completions of the *typed* text: the lines of the screen, words, and files."""
        lines = (Completion(name, words) for name, words, _line in self._lines())
        return desk_completions(typed, lines)

    def on_prompt_typed(self, event: Prompt.Typed) -> None:
        """Chooses the line of the screen, carries out the word, or opens the text."""
        event.stop()
        self._leave()
        text, desk = event.text, self._desk
        wanted = without_accents(text)
        found = next((line for name, _words, line in self._lines() if name == wanted), None)
        if found is not None and found.first is not None:
            desk.choose(found)
        elif not self.words.run(text):
            if why := self._why_not(text):
                desk.say(why)
            else:
                desk.interface.open_text(text)

    def on_prompt_left(self, event: Prompt.Left) -> None:
        """Closes the line."""
        event.stop()
        self._leave()

    def ask(self) -> None:
        """Opens the line; what had the focus gets it back."""
        if not self.display:
            self._before = self.screen.focused
            super().ask()

    def _leave(self) -> None:
        if self.close():
            self.screen.set_focus(self._before)

    def _lines(self) -> Iterator[tuple[str, str, ListLine]]:
        """The lines of the screen that can be chosen, each with the name by which it is typed, and
        its words."""
        for line in self._desk.parts.lines.values():
            if line.first is None or not line.cells[0]:
                continue
            about = about_in(line.first)
            name = without_accents(line.cells[0])
            if deed_of(line.first.do) in ("at_once", "setup") and "game" in about:
                name = about["game"]
            name = about.get("match", name)
            yield name, line.cells[0], line
            change = line.button("setup")
            if change is not None and change is not line.first:
                words = word_of(change)
                yield f"{name} {without_accents(words)}", words, ListLine(line.cells, (change,))

    def _why_not(self, text: str) -> str:
        """A sentence on *text* that is mere words, which no record and no position is, and that
        chooses nothing here; ``""``: it may be opened."""
        written = without_accents(text.strip(FORCES))
        is_words = all(word.isalpha() or read_whole(word) is not None for word in written.split())
        if os.path.isfile(text) or not is_words:
            return ""
        if why := self.words.why_mistyped(text):
            return why
        names = [name for name, _words, line in self._lines() if line.first is not None]
        hint = did_you_mean(written, names) or did_you_mean(written.partition(" ")[0], names)
        return _("{typed} is no game, match or word here, and no file.{hint}").format(
            typed=one_line(text), hint=hint or _(" help lists what can be typed.")
        )

    # ---- the words ----------------------------------------------------------------------------

    def _help(self) -> None:
        page = AnswerPage(
            _("What can be typed"), [*_(HELP).split("\n"), *vocabulary.help_lines(AT)]
        )

        def go_on(_answer: object) -> None:
            if page.wants_line:
                self.ask()

        self.app.push_screen(page, go_on)

    def _play(self) -> None:
        if self._desk.parts.submission() is None:
            self._desk.say(_("There is no form here: choose a game first."))
        else:
            self._desk.action_submit()

    def _options(self) -> None:
        if self.screen.query(FoldedFields):
            self._desk.action_options()
        else:
            self._desk.say(_("There is no form here: choose a game first."))

    def _quit(self) -> None:
        if self._desk.place == FRONT:
            self._desk.interface.exit()
        else:
            self.screen.dismiss(None)
