"""The words that can be typed on the screen of a match, and what each does there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from gipf_meta.base.numbers import read_whole
from gipf_meta.base.texts import _
from gipf_meta.deeds.table_elements import all_news
from gipf_meta.line.clipboard import copied, copies_in
from gipf_meta.line.people_actions import PEOPLE_WORDS
from gipf_meta.line.played_match import telling
from gipf_meta.line.profiles import PROFILE, seat_of_profile
from gipf_meta.line.study_commands import StudyCommands
from gipf_meta.line.typed_completion import Completions, match_completions
from gipf_meta.line.typed_words import Action, TypedWords, without_words
from gipf_meta.narration import questions
from gipf_meta.narration.answers import QuestionContext
from gipf_meta.narration.clock_words import NO_PAUSE, read_pause
from gipf_meta.narration.news_so_far import NO_COUNT, ToldTurn, last_turns
from gipf_meta.narration.typed_answers import ABOUT_BOARD
from gipf_meta.narration.vocabulary import FORCES
from gipf_meta.tui.parts.below_board import Asking
from gipf_meta.tui.screens.dialogs import CopyDialog
from gipf_meta.tui.screens.pages import NewsPage
from gipf_meta.tui.screens.table_screen import TableScreen
from gipf_meta.tui.screens.typed_at_board import save_or_ask, show_answer, title_of_answer


class TypedActions:
    """The words and questions that can be typed on *screen*."""

    def __init__(self, screen: TableScreen) -> None:
        self._screen, self._played = screen, screen.played
        walking = StudyCommands(screen.played, self._show_list).actions
        self.words = TypedWords(
            screen.played,
            {**walking, **self._of_keys(), **self._of_people(), **self._in_words()},
            screen.say,
        )
        self._title = ""

    def take_or_play(self, text: str) -> bool:
        """Takes *text* as ``take`` does, or plays it, unless it is a word mistyped, which is named
        then; returns whether it was accepted."""
        if self.take(text):
            return True
        if self._may_be_word(text) and (why := self.words.why_mistyped(text)):
            self._screen.say(why)
            return False
        return self._screen.play(text.removeprefix(FORCES).strip())

    def take(self, text: str) -> bool:
        """Carries out the word *text*, or answers the question; returns whether it is either."""
        screen, self._title = self._screen, text
        if self._may_be_word(text) and self.words.find(text) is not None:
            screen.guarded(lambda: self.words.run(text))
            return True
        answer = screen.guarded(lambda: self._answer(text))
        if answer is None:
            return not screen.is_attached  # a game that fails has ended the screen
        self._show(answer.split("\n"))
        return True

    def _may_be_word(self, text: str) -> bool:
        """Whether *text* may be taken for a word: not while a decision is on its way, for nothing
        is known to be legal then, and the game comes first."""
        return not self._played.is_sending or text.startswith(FORCES)

    def completions(self, typed: str) -> Completions:
        """The completions of the *typed* text: moves and words."""
        screen, played = self._screen, self._played
        choices = screen.decision.choices
        return screen.guarded(lambda: match_completions(played, typed, choices)) or Completions()

    # ---- the words ----------------------------------------------------------------------------

    def _of_keys(self) -> dict[str, Action]:
        """The words that do what keys do."""
        keys = self._screen.keys
        done: dict[str, Callable[[], object]] = {
            "undo": keys.undo, "redo": keys.redo, "hint": keys.hint,
            "analyse": keys.analyse, "resign": keys.resign, "draw": keys.draw,
            "begin": keys.begin_here, "study": keys.study, "rules": keys.rules,
            "review": keys.review, "retry": keys.review, "rematch": keys.rematch,
            "quit": keys.leave, "people": keys.people, "waiting": keys.next_match,
        }  # fmt: skip
        return without_words(done)

    def _of_people(self) -> dict[str, Action]:
        """The words about the people at a host."""
        dialogs = self._screen.keys.people_dialogs
        return {name: partial(dialogs.do_typed, name) for name in PEOPLE_WORDS}

    def _in_words(self) -> dict[str, Action]:
        """The words that no key stands for, or that do more with what follows them."""
        screen, played = self._screen, self._played
        return {
            "help": lambda _words: self._show(self.words.help_lines(), _("What can be typed")),
            **{name: partial(self._show_about, name) for name in ABOUT_BOARD},
            "board": self._tell_of_board,
            PROFILE: self._show_profile,
            "news": self._show_news,
            "save": self._save,
            "copy": self._copy,
            "pause": self._pause,
            "live": screen.keys.live,
            "continue": lambda _words: screen.act(lambda: played.do("go_on")),
            "yes": lambda _words: screen.act(lambda: played.answer(True)),
            "no": lambda _words: screen.act(lambda: played.answer(False)),
            "next": lambda text: screen.act(lambda: played.plan.premove(text or None)),
            "if": lambda typed: self._do_with_plan(lambda: played.plan.add_typed(typed)),
            "plan": lambda words: self._do_with_plan(lambda: played.plan.answer_typed(words)),
        }

    def _show_profile(self, argument: str) -> None:
        about, why = seat_of_profile(self._played, argument)
        if about is None:
            self._screen.say(why)
        else:
            self._screen.interface.open_desk(PROFILE, about)

    def _tell_of_board(self, argument: str) -> None:
        if argument:
            words = _("The board is shown all the time here; gipf-meta --plain can do without it.")
            self._screen.say(words)
        else:
            self._show_about("board", "")

    def _show_news(self, turns: str) -> None:
        """Shows all that was said, or of the last *turns*."""
        if not turns:
            self._screen.keys.news()
        elif (count := read_whole(turns, 1)) is None:
            self._screen.say(_(NO_COUNT))
        else:
            self._screen.push_paused(NewsPage(partial(self._last_news, count)))

    def _last_news(self, count: int) -> list[ToldTurn]:
        with telling(self._played):
            return last_turns(all_news(self._played.room, self._played.person), count)

    def _do_with_plan(self, do: Callable[[], str]) -> None:
        """Changes or tells what is planned; shows why that cannot be done."""
        why = self._screen.guarded(do)
        self._screen.act(lambda: None)
        if why:
            self._screen.say(why)

    def _save(self, name: str) -> None:
        """Saves the match in the file *name*; without a name, asks for one."""
        keys, theme = self._screen.keys, self._screen.interface.looks.theme
        save_or_ask(self._screen, keys.file, theme, name, keys.save)

    def _copy(self, name: str) -> None:
        """Copies the text with that *name*; without one, asks which."""
        if not name:
            self._screen.keys.copy()
        elif copies_in(self._played).named(name.lower()) is None:
            self._show(copied(self._played, name))
        else:
            dialog = CopyDialog(copies_in(self._played))
            self._screen.push_paused(dialog)
            dialog.dismiss(name.lower())

    def _pause(self, span: str) -> None:
        """Stops the clock, at a host for the time *span*."""
        played, screen = self._played, self._screen
        if not span or not played.is_far:
            screen.keys.pause()
        elif (ms := read_pause(span)) is None:
            screen.say(_(NO_PAUSE))
        else:
            screen.act(lambda: played.pause(ms))

    # ---- what the board answers ---------------------------------------------------------------

    def _scene(self) -> QuestionContext:
        """The board as the person here asks about it, without its hidden parts."""
        played = self._played
        scene = questions.scene_of(played.match, played.names, played.asker)
        return replace(scene, view=played.view())

    def _answer(self, text: str) -> str | None:
        """The board's answer to the question *text*; ``None`` if it is no question."""
        with telling(self._played):
            return questions.answer(self._scene(), text)

    def _show_about(self, name: str, argument: str) -> None:
        with telling(self._played):
            lines = ABOUT_BOARD[name](self._scene(), argument)
        self._show(lines, title_of_answer(name))

    def _show_list(self, lines: Sequence[str]) -> None:
        self._show(lines)

    def _show(self, lines: Sequence[str], title: str = "") -> None:
        """Shows *lines* below the board if they have room there; else on a page, whose title is
        what was typed."""
        columns = self._screen.query_one(Asking).size.width
        show_answer(self._screen, columns, lines, title or self._title, self._screen.push_paused)
