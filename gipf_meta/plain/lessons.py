"""Lessons in line mode: words, the board as text, a move to type."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from typing import Final

from gipf_meta.base.numbers import read_whole
from gipf_meta.base.texts import N_, _
from gipf_meta.line.typed_completion import arguments_at, completions
from gipf_meta.line.typed_words import Action, WordsAtPrompt, asking_lines
from gipf_meta.match.lesson_progress import (
    Astray,
    LessonProgress,
    end_of_page,
    is_answered,
)
from gipf_meta.match.lesson_words import words_in_full
from gipf_meta.match.match import Match
from gipf_meta.match.puzzle_lessons import is_puzzle
from gipf_meta.narration import questions, rulebook
from gipf_meta.narration.answers import QuestionContext, spoken_seats
from gipf_meta.narration.lesson_requests import request_to_type
from gipf_meta.narration.move_lists import move_lines
from gipf_meta.narration.news import news
from gipf_meta.narration.puzzle_words import (
    after_wrong_turn,
    solution_in_words,
    why_it_solves,
)
from gipf_meta.narration.vocabulary import FORCES, help_lines
from gipf_meta.plain.line_editor import Typing
from gipf_meta.plain.terminal import Terminal
from gipf_meta.plain.told_aloud import ToldAloud
from gipf_meta.protocol.game import MoveError, seat_name
from gipf_meta.protocol.view import Choice, View
from gipf_meta.records.models import MOST_DECISIONS
from gipf_meta.render import text

HELP_READ: Final = N_("Enter alone goes on, where a page is only read.")


class Tutor:
    """One lesson in line mode. *note_page* is called with the number of each page that is turned.
    While *is_drawing* is false, no board is drawn."""

    def __init__(
        self, progress: LessonProgress, terminal: Terminal, note_page: Callable[[int], None]
    ) -> None:
        self.progress = progress
        self.note_page = note_page
        self.terminal = terminal
        self.is_drawing = True
        self._is_leaving = False
        self._aloud = ToldAloud()
        actions: dict[str, Action] = {
            "help": lambda _words: self.tell_help(),
            "hint": lambda _words: self.tell_hint(),
            "moves": self.tell_moves,
            "board": self.show_board_or_not,
            "score": lambda _words: self.tell_score(),
            "back": self.go_back,
            "rules": lambda _words: self.show_rules(),
            "quit": lambda _words: self.leave(),
        }
        self.words = WordsAtPrompt(
            lambda: {"lesson"}, lambda: self._choices, actions, terminal.tell, self._deciding
        )

    def run(self) -> bool:
        """Goes from page to page; returns whether the pupil reached the end of the lesson."""
        shown: LessonProgress | None = None
        while self.progress.page is not None:
            if self.progress is not shown:
                self.show(shown)
                if shown is not None and shown.number != self.progress.number:
                    self.note_page(self.progress.number)
                shown = self.progress
            try:
                typed = self.terminal.ask(self.prompt(), Typing("lesson", self._completions))
            except EOFError:
                return False
            self.execute(typed)
            if self._is_leaving:
                return False
        self.tell_over()
        return True

    def tell_over(self) -> None:
        """Prints that the lesson is over; of a puzzle the solution and why it is one, for the desk
        says what it was worth."""
        lesson = self.progress.lesson
        if is_puzzle(lesson.id):
            self.terminal.say("", text.wrap_lines([*solution_in_words(self.progress)]))
            if why := why_it_solves(self.progress):
                self.terminal.tell(why)
        else:
            self.terminal.tell(f"✓ {lesson.title}: {lesson.summary}")
            self.terminal.say(_("The lesson is over."))

    def show(self, before: LessonProgress | None) -> None:
        """Prints a new page and its board; on the same page only the news since *before*."""
        now = self.progress
        assert now.page is not None
        if before is not None and (ended := end_of_page(before, now)) is not None:
            self.tell_end(before, ended)
        elif before is not None and is_answered(before, now):
            self._tell_news(before.match, now.match)
        if before is None or before.number != now.number:
            pages = len(now.lesson.pages)
            of = _("{n} of {all}").format(n=now.number + 1, all=pages)
            title = f"{now.lesson.title}, {of}" if pages > 1 else now.lesson.title
            self.terminal.say("", title)
            self.terminal.say(text.reflow(words_in_full(now.page.words)))
            if before is None and now.has_to_be_found and now.page.hints:
                steps = len(now.page.hints) + 1
                self.terminal.say(_("hint helps, in {count} steps.").format(count=steps))
        if before is None or before.match is not now.match:
            self.show_board()
        self.tell_request()

    def tell_end(self, before: LessonProgress, ended: Match) -> None:
        """Prints how the page of *before* has *ended*, because the next page sets the board up
        anew."""
        self._tell_news(before.match, ended)
        self._show_match(ended)

    def _tell_news(self, before: Match, after: Match) -> None:
        """Prints what was played between *before* and *after*."""
        seen, now, names = before.sessions, after.sessions, self.progress.names
        lines = news(seen, now, names, in_words=True, again=True, with_notation=True)
        self.terminal.say("", text.wrap_lines([line for line in lines if line]))

    def tell_request(self) -> None:
        """Prints what to choose and to type, unless the pupil is to find it."""
        if request := request_to_type(self.progress):
            self.terminal.say(text.reflow(request))

    def tell_astray(self, error: Astray) -> None:
        """Prints what came of the move of *error*, why the page does not ask for it, and the board
        with the move taken back."""
        self._tell_news(self.progress.match, error.match)
        if self.is_drawing:
            self._show_match(error.match)
        self.progress = after_wrong_turn(self.progress, error)
        self.terminal.tell(self.progress.why + " " + _("The move is taken back."))
        if self.is_drawing:
            self.show_board()

    def prompt(self) -> str:
        """The prompt: the player to move or, on a page without a task, how to go on."""
        match = self.progress.match
        if self.progress.asks_nothing or match.player is None:
            return _("Enter goes on> ")
        return f"{seat_name(match.top.game, match.top.seat_of(match.player))}> "

    def execute(self, typed: str) -> None:
        """Carries out a word, answers a question, turns the page, or plays a decision."""
        if self.words.run(typed) or self.answer(typed):
            return
        if why := self.words.why_mistyped(typed):
            self.terminal.tell(why)
            return
        typed = typed.removeprefix(FORCES).strip()
        try:
            if not typed and self.progress.asks_nothing:
                self.progress = self.progress.turn_page()
            elif typed:
                self.progress = self.progress.play(typed)
        except Astray as error:
            self.tell_astray(error)
        except MoveError as error:
            self.terminal.tell(str(error))

    @property
    def _choices(self) -> Sequence[Choice]:
        """The legal decisions; the page may ask for fewer."""
        return self.progress.match.top.view(None).choices

    def _completions(self, begun: str) -> list[str]:
        """The lines that begin with *begun*."""
        view = self.progress.match.top.view(None)
        choices = view.choices if begun else ()
        return completions(begun, choices, {"lesson"}, arguments_at(lambda: view)).lines

    def _deciding(self) -> tuple[Match, Sequence[int]]:
        match = self.progress.match
        return match, match.sessions[0].players  # the pupil sits at all seats

    @property
    def _scene(self) -> QuestionContext:
        match = self.progress.match
        return questions.scene_of(match, self.progress.names, match.player)

    def tell_help(self) -> None:
        """Prints what can be typed."""
        first = _("Type the move that the page asks for, in the game's notation. Or:")
        self.terminal.say(first, *help_lines({"lesson"}), *asking_lines(), _(HELP_READ))

    def tell_hint(self) -> None:
        """Prints the decision to type."""
        if self.progress.has_to_be_found:
            self.progress = self.progress.take_hint()
            if self.progress.has_to_be_found:
                self.terminal.tell(words_in_full(self.progress.hints_given[-1]))
            return
        wanted = _(" or ").join(self.progress.wanted)
        self.terminal.tell(_("Type {move}.").format(move=wanted or _("nothing but Enter")))

    def tell_moves(self, place_name: str) -> None:
        """Prints the legal moves of the game, all or those that concern a place; the page may ask
        for fewer."""
        self.terminal.say(*move_lines(self.progress.match.top.view(None), place_name))

    def tell_score(self) -> None:
        """Prints what stands beside the board."""
        self.terminal.say(text.wrap_lines(self._scene.beside()))

    def show_rules(self) -> None:
        """Prints the rules of the game on top."""
        game = self.progress.match.top.game
        self.terminal.say(rulebook.rules_page(game, drawn=self.is_drawing))

    def go_back(self, steps: str) -> None:
        """Goes one step back, or so many *steps*."""
        if (count := read_whole(steps or "1", 1, MOST_DECISIONS)) is None:
            self.terminal.tell(_("Type back, or back 3 for three steps."))
            return
        for _step in range(count):
            if (before := self.progress.go_back()) is self.progress:
                self.terminal.tell(_("The lesson begins here."))
                return
            self.progress = before

    def leave(self) -> None:
        """Leaves the lesson before its end."""
        self._is_leaving = True

    def answer(self, typed: str) -> bool:
        """Prints the answer to a question about the board; ``False`` if *typed* is no question."""
        answer = questions.answer(self._scene, typed)
        if answer is not None:
            self.terminal.say(text.wrap_lines(answer.split("\n")))
        return answer is not None

    def show_board_or_not(self, argument: str) -> None:
        """Prints the board; ``on`` and ``off`` set whether it is drawn on each page."""
        if argument.lower() in ("on", "off"):
            self.is_drawing = argument.lower() == "on"
            if not self.is_drawing:
                self._show_match(self.progress.match)
        elif argument:
            self.terminal.say(_("Type board, board off or board on."))
        else:
            self.show_board(drawn=True)

    def show_board(self, *, drawn: bool = False) -> None:
        """Prints the board and the trays beside it, or what has changed there; with *drawn* always
        as a drawing."""
        view = self._show_match(self.progress.match, drawn=drawn)
        if self.progress.asks_nothing or not view.prompt:
            return
        is_known = not self._aloud.question(view.prompt, view.prompt, view.prompt)
        if drawn or self.is_drawing or not is_known:
            self.terminal.say(textwrap.fill(view.prompt, text.WIDTH))

    def _show_match(self, match: Match, *, drawn: bool = False) -> View:
        """Prints the board of *match*, as ``show_board`` does; returns its view."""
        top = match.top
        view = top.view(None)
        if drawn or self.is_drawing:
            self.terminal.say("", text.page(view))
            return view
        seats = spoken_seats(top.game)
        context = QuestionContext(view, top.game.seat_names, seats, called=seats)
        if lines := self._aloud.changes(len(match.sessions), context):
            self.terminal.say(text.wrap_lines(lines))
        return view
