"""Blunders of one's own line by line: a review lists them, and each is tried once more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.numbers import read_whole
from gipf_meta.base.texts import _
from gipf_meta.line.line import JoinError, Message
from gipf_meta.line.own_lessons import lesson_to_take
from gipf_meta.line.own_reviews import OwnTurns
from gipf_meta.line.played_match import PlayedMatch
from gipf_meta.line.puzzle_messages import puzzle_done
from gipf_meta.match.lesson_progress import begin
from gipf_meta.plain.lessons import Tutor
from gipf_meta.plain.terminal import Terminal
from gipf_meta.render import text
from gipf_meta.search.verdict import Verdict


class TriedAgain:
    """The blunders of the person here in the match that is *played*, by its last review."""

    def __init__(self, played: PlayedMatch, terminal: Terminal) -> None:
        self.played, self.terminal = played, terminal
        self._own = OwnTurns({}, ())
        self._blunders: list[Verdict] = []

    def note(self, verdicts: Iterable[Verdict]) -> Iterator[Verdict]:
        """Yields the *verdicts* of a review; when all are there, notes them."""
        found = []
        for verdict in verdicts:
            found.append(verdict)
            yield verdict
        self._own = OwnTurns.of_played(self.played)
        self._blunders = self._own.blunders(found)
        losses = self._own.telling_losses(found)
        if losses is not None and self.played.over is not None:
            with suppress(JoinError):  # the review is worth as much without
                self._ask(losses)

    def tell(self) -> None:
        """Prints what can be tried again."""
        if self._blunders:
            words = _("A blunder of yours can be tried once more; it comes back as a puzzle:")
            self.terminal.tell(words)
        for n, each in enumerate(self._blunders, 1):
            self.terminal.say(_("  retry {n}: turn {turn}, {played}").format(
                n=n, turn=each.turn, played=each.played
            ))  # fmt: skip

    def take(self, typed: str) -> None:
        """Tries the blunder with the number *typed* once more, the first one without a number."""
        count = len(self._blunders)
        if not count:
            words = _("No blunder of yours is known here: review looks for them.")
            self.terminal.tell(words)
            return
        number = read_whole(typed or "1", 1, count)
        if number is None:
            words = _("Type retry with a number from 1 to {count}.").format(count=count)
            self.terminal.tell(words)
            return
        try:
            self._take(self._blunders[number - 1])
        except GipfMetaError as error:
            self.terminal.tell(str(error))

    def _take(self, blunder: Verdict) -> None:
        """Runs the lesson in which *blunder* is mended, and says what it was worth. Raises
        ``GipfMetaError``."""
        find = self.played.match.finder
        for said in self._ask(self._own.trying_again(blunder)):
            if "mistake" not in said:
                continue
            _kind, game_id, lesson_id = str(said["go"]).split("/")
            game = find(game_id)
            progress = begin(lesson_to_take(game, lesson_id, said["mistake"]), game, find)
            tutor = Tutor(progress, self.terminal, lambda number: None)
            if tutor.run() or tutor.progress.was_helped:
                self._tell_worth(self._ask(puzzle_done(tutor.progress)))

    def _tell_worth(self, answers: Iterable[Message]) -> None:
        """Prints the sentences of the screen among *answers*."""
        for said in answers:
            screen: Mapping[str, Any] = said.get("screen", {})
            for part in screen.get("parts", ()):
                if part["part"] == "text":
                    self.terminal.say(text.wrap_lines([part["text"]]))

    def _ask(self, message: Message) -> list[Message]:
        """Sends *message*; returns what is answered. Raises ``JoinError``."""
        fields = {name: value for name, value in message.items() if name != "do"}
        return self.played.line.ask(str(message["do"]), **fields)
