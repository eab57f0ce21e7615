"""Lessons in line mode: words, the board as text, a move to type."""

from __future__ import annotations

import textwrap
from collections.abc import Callable

from gipf_meta.base.texts import N_, _
from gipf_meta.match.lesson_progress import LessonProgress, end_of_page
from gipf_meta.match.match import Match
from gipf_meta.narration import questions
from gipf_meta.narration.answers import QuestionContext, spoken_seats
from gipf_meta.narration.news import news
from gipf_meta.plain.terminal import Terminal
from gipf_meta.plain.told_aloud import ToldAloud
from gipf_meta.protocol.game import MoveError, seat_name
from gipf_meta.protocol.view import View
from gipf_meta.render import text

HELP = N_("""\
Type the move that the page asks for, in the game's notation. Or:
  hint   what to type       moves  what can be played now
  back   one step back      board  the board again
  quit   leave the lesson   board off, board on  without the drawing, and with it
You can ask, too: what is on d4, around d4, what can I do.
Enter alone goes on, where a page is only read.""")


class Tutor:
    """One lesson in line mode. While *is_drawing* is false, no board is drawn."""

    def __init__(self, progress: LessonProgress, terminal: Terminal) -> None:
        self.progress = progress
        self.terminal = terminal
        self.is_drawing = True
        self._aloud = ToldAloud()
        self.commands: dict[str, Callable[[], None]] = {
            "help": lambda: terminal.say(_(HELP)),
            "hint": self.tell_hint,
            "board": lambda: self.show_board(drawn=True),
            "board off": lambda: self.switch_drawing(False),
            "board on": lambda: self.switch_drawing(True),
            "moves": self.tell_moves,
            "back": self.go_back,
        }

    def run(self) -> bool:
        """Goes from page to page; returns whether the pupil reached the end of the lesson."""
        shown: LessonProgress | None = None
        while self.progress.page is not None:
            if self.progress is not shown:
                self.show(shown)
                shown = self.progress
            try:
                typed = self.terminal.ask(self.prompt())
            except EOFError:
                return False
            if typed.lower() == "quit":
                return False
            self.execute(typed)
        self.terminal.say(_("The lesson is over."))
        return True

    def show(self, before: LessonProgress | None) -> None:
        """Prints a new page and its board; on the same page only the news since *before*."""
        now = self.progress
        assert now.page is not None
        if before is not None and (ended := end_of_page(before, now)) is not None:
            self.tell_end(before, ended)
        if before is None or before.number != now.number:
            pages = len(now.lesson.pages)
            of = _("{n} of {all}").format(n=now.number + 1, all=pages)
            self.terminal.say("", f"{now.lesson.title}, {of}")
            self.terminal.say(text.reflow(now.page.words))
        if before is None or before.match is not now.match:
            self.show_board()

    def tell_end(self, before: LessonProgress, ended: Match) -> None:
        """Prints how the page of *before* has *ended*, because the next page sets the board up
        anew."""
        seen, now = before.match.sessions, ended.sessions
        lines = news(seen, now, before.names, in_words=True, again=True, with_notation=True)
        self.terminal.say("", text.wrap_lines([line for line in lines if line]))
        self._show_match(ended)

    def prompt(self) -> str:
        """The prompt: the player to move or, on a page without a task, how to go on."""
        match = self.progress.match
        if self.progress.asks_nothing or match.player is None:
            return _("Enter goes on> ")
        return f"{seat_name(match.top.game, match.top.seat_of(match.player))}> "

    def execute(self, typed: str) -> None:
        """Runs a command, answers a question, turns the page, or plays a decision."""
        if typed.lower() in self.commands:
            self.commands[typed.lower()]()
            return
        if self.answer(typed):
            return
        try:
            if not typed and self.progress.asks_nothing:
                self.progress = self.progress.turn_page()
            elif typed:
                self.progress = self.progress.play(typed)
        except MoveError as error:
            self.terminal.tell(str(error))

    def tell_hint(self) -> None:
        """Prints the decision to type."""
        wanted = _(" or ").join(self.progress.wanted)
        self.terminal.tell(_("Type {move}.").format(move=wanted or _("nothing but Enter")))

    def tell_moves(self) -> None:
        """Prints the legal moves of the game; the page may ask for fewer."""
        top = self.progress.match.top
        moves = ", ".join(choice.notation for choice in top.view(None).choices)
        self.terminal.say(text.wrap_lines([moves or _("Nothing can be played now.")]))

    def go_back(self) -> None:
        """Goes one step back."""
        self.progress = self.progress.go_back()

    def answer(self, typed: str) -> bool:
        """Prints the answer to a question about the board; ``False`` if *typed* is no question."""
        match = self.progress.match
        bottom = match.sessions[0]
        names = [seat_name(bottom.game, seat) for seat in bottom.players]
        answer = questions.answer(questions.scene_of(match, names, match.player), typed)
        if answer is not None:
            self.terminal.say(text.wrap_lines(answer.split("\n")))
        return answer is not None

    def switch_drawing(self, is_drawing: bool) -> None:
        """Draws boards from now on, or leaves their drawings out."""
        self.is_drawing = is_drawing
        if not is_drawing:
            self._show_match(self.progress.match)

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
