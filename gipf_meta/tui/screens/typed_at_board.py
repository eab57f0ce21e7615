"""The words that can be typed beside a board without a room: of a lesson, or of a match shown
again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final, Protocol

from textual.screen import Screen

from gipf_meta.base.texts import N_, _
from gipf_meta.line.typed_completion import Completions, arguments_at, completions
from gipf_meta.line.typed_words import Action, WordsAtPrompt, asking_lines
from gipf_meta.match.match import Match
from gipf_meta.narration import questions, vocabulary
from gipf_meta.narration.answers import QuestionContext
from gipf_meta.narration.typed_answers import ABOUT_BOARD
from gipf_meta.narration.vocabulary import FORCES, PromptKind, TypedWord, Word
from gipf_meta.protocol.view import Choice
from gipf_meta.tui.parts.below_board import count_rows
from gipf_meta.tui.screens.answer_page import AnswerPage
from gipf_meta.tui.screens.dialogs import MatchFile

NOT_HERE: Final = N_("{word} does nothing here; help lists what can be typed.")


class TypingScreen(Protocol):
    """A screen with a line to type in, as the words typed there use it."""

    @property
    def answer_rows(self) -> int:
        """The rows that an answer may have beside the board."""
        ...

    def say(self, words: str) -> None:
        """Shows *words* beside the board."""
        ...

    def action_type(self) -> None:
        """Opens the line."""
        ...


def show_answer(
    screen: TypingScreen,
    columns: int,
    lines: Sequence[str],
    title: str,
    push: Callable[[AnswerPage, Callable[[object], None]], object],
) -> None:
    """Shows *lines* beside the board of *screen*, which is so many *columns* wide, if they have
    room there; else *push* shows a page with that *title*."""
    words = "\n".join(lines)
    if count_rows(words, columns) <= screen.answer_rows:
        screen.say(words)
        return
    page = AnswerPage(title, lines)

    def go_on(_answer: object) -> None:
        if page.wants_line:
            screen.action_type()

    push(page, go_on)


def title_of_answer(name: str) -> str:
    """The title of the page with the answer to the word *name*; ``""``: what was typed."""
    return _("Score") if name == "score" else ""


def save_or_ask(
    screen: TypingScreen, file: MatchFile, theme: str, name: str, ask: Callable[[], object]
) -> None:
    """Saves the match *file* under *name*, in the colours of *theme* if it is a picture, and tells
    on *screen* where, or why not; without a name *ask* asks for one."""
    if name:
        screen.say(file.save_as(name, theme))
    else:
        ask()


class TypedAtBoard(WordsAtPrompt):
    """The words and questions typed on *screen* beside the board of a match, which *shown* returns
    as it stands there, with the names of its players.

    The prompt is of those *kinds*; the words that *actions* do not know do nothing there. *first*
    is the beginning of the help, *choices* returns the decisions that can be played there.
    """

    def __init__(
        self,
        screen: Screen[Any],
        typing: TypingScreen,
        kinds: frozenset[PromptKind],
        shown: Callable[[], tuple[Match, Sequence[str]]],
        actions: Mapping[str, Action],
        first: str,
        choices: Callable[[], Sequence[Choice]],
    ) -> None:
        own: dict[str, Action] = {
            "help": lambda _words: self.show(self.help_lines(), _("What can be typed")),
            **{name: partial(self._show_about, name) for name in ABOUT_BOARD},
        }
        super().__init__(lambda: kinds, choices, {**own, **actions}, typing.say, self._deciding)
        self._screen, self._typing, self._shown = screen, typing, shown
        self._at, self._first, self._choices, self._title = kinds, first, choices, ""

    def take(self, text: str) -> bool:
        """Carries out the word *text*, or answers the question; returns whether it is either."""
        self._title = text
        if self.run(text):
            return True
        answer = questions.answer(self._scene, text)
        if answer is not None:
            self.show(answer.split("\n"))
        return answer is not None

    def run(self, typed: str) -> bool:
        """Carries out the word in *typed*, or says why not; returns whether it is a word."""
        found = self.find(typed)
        if found is None or self._does(found.word):
            return super().run(typed)
        self._tell(self._why_not(found))
        return True

    def why_mistyped(self, typed: str) -> str:
        """A sentence with the word that *typed* was meant to be; ``""`` where that does nothing."""
        near = vocabulary.named(vocabulary.mistyped(typed, self._at))
        return super().why_mistyped(typed) if near and self._does(near) else ""

    def completions(self, typed: str) -> Completions:
        """The completions of the *typed* text: moves, and the words that do something here."""
        game = self._shown()[0].sessions[0].game.id
        arguments = arguments_at(lambda: self._scene.view, game)
        found = completions(typed, self._choices(), self._at, arguments)
        words = [each for each in found.words if self._does_line(each.line)]
        return found._replace(words=words)

    def help_lines(self) -> list[str]:
        """The lines of the help: what can be typed here."""
        words = [word for word in vocabulary.words_at(self._at) if self._does(word)]
        return [self._first, *vocabulary.word_lines(words), *asking_lines()]

    def show(self, lines: Sequence[str], title: str = "") -> None:
        """Shows *lines* beside the board, or on a page."""
        columns, app = self._screen.size.width - 2, self._screen.app
        show_answer(self._typing, columns, lines, title or self._title, app.push_screen)

    def _show_about(self, name: str, argument: str) -> None:
        self.show(ABOUT_BOARD[name](self._scene, argument), title_of_answer(name))

    def _deciding(self) -> tuple[Match, Sequence[int]]:
        match = self._shown()[0]
        return match, match.sessions[0].players  # whoever types sits at all seats

    @property
    def _scene(self) -> QuestionContext:
        match, names = self._shown()
        return questions.scene_of(match, names, match.player)

    def _does(self, word: Word) -> bool:
        return word.name in self.actions

    def _does_line(self, line: str) -> bool:
        word = vocabulary.named(line.removeprefix(FORCES).partition(" ")[0])
        return word is not None and self._does(word)

    def _why_not(self, found: TypedWord) -> str:
        """Why not: the reason why the word does nothing here."""
        why = vocabulary.why_not_here(found, self._at)
        return why or _(NOT_HERE).format(word=found.written)
