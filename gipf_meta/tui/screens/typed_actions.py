"""The words that can be typed on the screen of a match, and what each does there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from gipf_meta.base.texts import _
from gipf_meta.line.played_match import telling
from gipf_meta.line.study_commands import StudyCommands
from gipf_meta.line.typed_words import Action, TypedWords
from gipf_meta.narration import questions
from gipf_meta.narration.answers import QuestionContext, spoken_seats
from gipf_meta.narration.move_lists import move_lines
from gipf_meta.protocol.view import View
from gipf_meta.tui.screens.dialogs import QuestionDialog
from gipf_meta.tui.screens.table_screen import TableScreen


class TypedActions:
    """The words and questions that can be typed on *screen*."""

    def __init__(self, screen: TableScreen) -> None:
        self._screen, self._played = screen, screen.played
        walking = StudyCommands(screen.played, self._show).actions
        self.words = TypedWords(
            screen.played, {**walking, **self._of_keys(), **self._in_words()}, screen.say
        )

    def take(self, text: str) -> bool:
        """Carries out the word *text*, or answers the question; returns whether it is either."""
        if self.words.run(text):
            return True
        if (answer := self._answer(text)) is None:
            return False
        self._show(answer.split("\n"), text)
        return True

    def _of_keys(self) -> dict[str, Action]:
        """The words that do what keys do."""
        keys = self._screen.keys
        done: dict[str, Callable[[], object]] = {
            "news": keys.news, "undo": keys.undo, "redo": keys.redo, "hint": keys.hint,
            "analyse": keys.analyse, "resign": keys.resign, "draw": keys.draw,
            "begin": keys.begin_here, "study": keys.study, "rules": keys.rules,
            "review": keys.replay, "rematch": keys.rematch, "quit": keys.leave,
            "leave": keys.give_up,
            **dict.fromkeys(("people", "invite", "uninvite", "sit", "seat", "claim"), keys.people),
        }  # fmt: skip
        return {
            **{name: partial(_without_words, do) for name, do in done.items()},
            "save": keys.save,
            "copy": keys.copy,
        }

    def _in_words(self) -> dict[str, Action]:
        """The words that no key stands for."""
        screen, played = self._screen, self._played
        return {
            "help": lambda _words: self._show(self.words.help_lines(), _("What can be typed")),
            "moves": lambda place: self._show(move_lines(self._view, place)),
            "board": lambda _words: screen.say(_("The board is shown all the time here.")),
            "score": lambda _words: self._show(self._score()),
            "pause": lambda _words: screen.keys.pause(),
            "continue": lambda _words: screen.act(lambda: played.do("go_on")),
            "yes": lambda _words: screen.act(lambda: played.answer(True)),
            "no": lambda _words: screen.act(lambda: played.answer(False)),
            "next": lambda text: screen.act(lambda: played.premove(text or None)),
        }

    @property
    def _view(self) -> View:
        """The view of the person here, without hidden parts of the board."""
        return self._played.view()

    def _score(self) -> list[str]:
        game = self._played.match.top.game
        context = QuestionContext(self._view, game.seat_names, called=spoken_seats(game))
        return [*context.beside()]

    def _answer(self, text: str) -> str | None:
        """The board's answer to the question *text*; ``None`` if it is no question."""
        played = self._played
        with telling(played):
            scene = questions.scene_of(played.match, played.names, played.asker)
            return questions.answer(replace(scene, view=played.view()), text)

    def _show(self, lines: Sequence[str], title: str = "") -> None:
        """Shows *lines* below the board if they have room there; else on a page."""
        if len(lines) > 1 or len(lines[0]) > self._screen.size.width - 2:
            page = QuestionDialog(title, "\n".join(lines), {"on": _("Go on")})
            self._screen.app.push_screen(page)
        else:
            self._screen.say(lines[0])


def _without_words(do: Callable[[], object], _words: str) -> None:
    do()
