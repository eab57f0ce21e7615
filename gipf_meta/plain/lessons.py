"""Lessons line by line: words, the board as text, a move to type."""

from __future__ import annotations

import textwrap
from collections.abc import Callable

from gipf_meta.base.texts import N_, _
from gipf_meta.match.lesson_progress import Progress
from gipf_meta.narration import questions
from gipf_meta.narration.answers import Scene
from gipf_meta.plain.terminal import Line
from gipf_meta.protocol.game import MoveError, seat_name
from gipf_meta.render import text

HELP = N_("""\
Type the move that the page asks for, in the game's notation. Or:
  hint   what to type       moves  what can be played now
  back   one step back      board  the board again
  quit   leave the lesson   board off, board on  without the drawing, and with it
You can ask, too: what is on d4, around d4, what can I do.
Enter alone goes on, where a page is only read.""")


class Tutor:
    """One lesson, taken line by line. ``run`` returns whether it was taken to its end."""

    def __init__(self, progress: Progress, line: Line) -> None:
        self.progress = progress
        self.line = line
        self.drawn = True
        self.commands: dict[str, Callable[[], None]] = {
            "help": lambda: line.say(_(HELP)),
            "hint": self.hint,
            "board": lambda: self.board(drawn=True),
            "board off": lambda: self.draw(False),
            "board on": lambda: self.draw(True),
            "moves": self.moves,
            "back": self.back,
        }

    def run(self) -> bool:
        """Goes from page to page until the last, or until somebody leaves."""
        shown: Progress | None = None
        while self.progress.page is not None:
            if self.progress is not shown:
                self.show(shown)
                shown = self.progress
            try:
                typed = self.line.ask(self.prompt())
            except EOFError:
                return False
            if typed.lower() == "quit":
                return False
            self.obey(typed)
        self.line.say(_("The lesson is over."))
        return True

    def show(self, before: Progress | None) -> None:
        """A new page and its board; on the same page only what has changed since *before*."""
        now = self.progress
        assert now.page is not None
        if before is None or before.number != now.number:
            pages = len(now.lesson.pages)
            of = _("{n} of {all}").format(n=now.number + 1, all=pages)
            self.line.say("", f"=== {now.lesson.title}, {of} ===")
            self.line.say(text.reflowed(now.page.words))
        if before is None or before.match is not now.match:
            self.board()

    def prompt(self) -> str:
        """Who is asked; on a page to read, how to go on."""
        match = self.progress.match
        if self.progress.asks_nothing or match.player is None:
            return _("Enter goes on> ")
        return f"{seat_name(match.top.game, match.top.seat_of(match.player))}> "

    def obey(self, typed: str) -> None:
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
            self.line.tell(str(error))

    def hint(self) -> None:
        wanted = _(" or ").join(self.progress.wanted)
        self.line.tell(_("Type {move}.").format(move=wanted or _("nothing but Enter")))

    def moves(self) -> None:
        """What the game allows now; the page asks for less."""
        top = self.progress.match.top
        told = ", ".join(choice.notation for choice in top.view(None).choices)
        self.line.say(text.filled([told or _("Nothing can be played now.")]))

    def back(self) -> None:
        self.progress = self.progress.go_back()

    def answer(self, typed: str) -> bool:
        """Answers a question about the board; ``False`` if it is none."""
        match = self.progress.match
        bottom = match.sessions[0]
        names = [seat_name(bottom.game, seat) for seat in bottom.players]
        told = questions.answer(questions.scene_of(match, names, match.player), typed)
        if told is not None:
            self.line.say(text.filled(told.split("\n")))
        return told is not None

    def draw(self, drawn: bool) -> None:
        """From now on boards are shown, or left out."""
        self.drawn = drawn

    def board(self, *, drawn: bool = False) -> None:
        """The board and what lies beside it; the drawing only if it is wanted."""
        top = self.progress.match.top
        view = top.view(None)
        if drawn or self.drawn:
            self.line.say("", text.page(view))
        else:
            self.line.say(text.filled(Scene(view, top.game.seat_names).beside()))
        if not self.progress.asks_nothing and view.prompt:
            self.line.say(textwrap.fill(view.prompt, text.WIDTH))
