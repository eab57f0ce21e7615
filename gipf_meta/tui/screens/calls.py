"""Calls: questions and news that others have caused wait until the person here opens them, and take
no focus and no key. What the person's own act has caused opens at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from gipf_meta.base.texts import _
from gipf_meta.line.played_match import PlayedMatch
from gipf_meta.narration.prompts import Question
from gipf_meta.rooms.events import Event
from gipf_meta.tui.parts.call_strip import CallStrip
from gipf_meta.tui.screens.base_screens import InterfaceScreen
from gipf_meta.tui.screens.dialogs import ListDialog, QuestionDialog


class Call(NamedTuple):
    """A waiting question or piece of news: its subject *about*, its *words*, and what opens it;
    with *holds_time* the clock here is stopped until then."""

    about: object
    words: str
    open: Callable[[], object]
    holds_time: bool


class HeldTime:
    """The clock of a match *played* here, stopped while a person reads a message. *guarded* calls a
    function that may fail."""

    def __init__(self, guarded: Callable[[Callable[[], Any]], Any], played: PlayedMatch) -> None:
        self._guarded, self._played = guarded, played
        self.is_held = False

    def begin(self) -> bool:
        """Stops the clock; returns whether one ran. At a host it does nothing: the others go on."""
        played = self._played
        if played.is_far or not played.clock_runs or played.paused:
            return False
        self.is_held = True
        self._guarded(played.pause)
        return True

    def end(self) -> None:
        """Starts the clock again."""
        self.is_held = False
        self._guarded(self._played.go_on)


class Calls:
    """The calls for the person at *screen*; *time* is the clock that they may stop."""

    def __init__(self, screen: InterfaceScreen[Any], time: HeldTime) -> None:
        self.screen, self.time = screen, time
        self._waiting: list[Call] = []
        self._is_own = False

    @contextmanager
    def as_own(self, is_own: bool = True) -> Iterator[None]:
        """Within the block, calls count as caused by the person here, if *is_own*."""
        before, self._is_own = self._is_own, is_own
        try:
            yield
        finally:
            self._is_own = before

    def call(
        self, about: object, question: Question, open_it: Callable[[], object], *,
        holds_time: bool = False,
    ) -> None:  # fmt: skip
        """Calls *open_it* at once if the person's own act has caused the call; else shows
        *question* in the strip, where it waits."""
        if self._is_own and self.screen.is_on_top:
            open_it()
            return
        first = question.words.partition("\n")[0]
        sign = "" if question.title[-1:] in (*".?!", "") else "."
        words = " ".join(filter(None, (f"{question.title}{sign}", first)))
        held = holds_time and self.time.begin()
        self._waiting.append(Call(about, words, open_it, held))
        self._show()

    def drop(self, about: object) -> bool:
        """Removes the waiting calls with the subject *about*; returns whether there were any."""
        found = [each for each in self._waiting if each.about == about]
        for each in found:
            self._take(each)
        return bool(found)

    def open_last(self) -> bool:
        """Opens the latest call; returns whether there was one."""
        if not self._waiting:
            return False
        last = self._waiting[-1]
        self._take(last)
        with self.as_own():
            last.open()
        return True

    def _take(self, call: Call) -> None:
        self._waiting.remove(call)
        if call.holds_time:
            self.time.end()
        self._show()

    def _show(self) -> None:
        words = self._waiting[-1].words if self._waiting else ""
        self.screen.query_one(CallStrip).show(words)


def is_own_doing(events: Sequence[Event], players: Sequence[int]) -> bool:
    """Whether one of *players* caused the last of *events* that has a player."""
    actors = [each.player for each in events if hasattr(each, "player")]
    return bool(actors) and actors[-1] in players


class OpenQuestion:
    """A dialog for a question that another person has caused, among *calls*; it is withdrawn when
    the question no longer exists."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self._asked: tuple[object, QuestionDialog | ListDialog] | None = None
        self._is_withdrawn = False

    def ask(
        self,
        about: object,
        dialog: QuestionDialog | ListDialog,
        then: Callable[[str | None], None],
    ) -> None:
        """Shows *dialog* until the question *about* is withdrawn, and calls *then* with an
        answer."""
        if self._asked is not None:
            return
        self._asked = about, dialog

        def take(answer: str | None) -> None:
            is_withdrawn, self._is_withdrawn = self._is_withdrawn, False
            self._asked = None
            if not is_withdrawn:
                then(answer)

        question = Question(dialog.heading, dialog.words, {})

        def push() -> None:
            self._calls.screen.app.push_screen(dialog, take)

        self._calls.call(about, question, push)

    def withdraw(self, *still_asked: object) -> None:
        """Closes the dialog, unless its subject is among *still_asked*. A person who is about to
        answer gets a message in the dialog instead: if it closed, the next key would mean something
        else."""
        if self._asked is None or self._asked[0] in still_asked:
            return
        about, dialog = self._asked
        if self._calls.drop(about):
            self._asked = None
        else:
            self._is_withdrawn = True
            dialog.change_words(_("This question is over."))
