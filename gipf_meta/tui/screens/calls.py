"""What somebody else has caused waits until who sits here turns to it: it moves no focus and takes
no key. What follows from his own doing is there at once."""

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
    """A thing that waits: what it is *about*, its *words*, and what opens it; *holds_time*: no time
    passes here until then."""

    about: object
    words: str
    open: Callable[[], object]
    holds_time: bool


class HeldTime:
    """The time of a match *played* here, which does not pass while somebody looks at something.
    *guarded* does what may fail."""

    def __init__(self, guarded: Callable[[Callable[[], Any]], Any], played: PlayedMatch) -> None:
        self._guarded, self._played = guarded, played
        self.is_held = False

    def begin(self) -> bool:
        """Lets no time pass; whether any did. At a host the others go on."""
        played = self._played
        if played.is_far or not played.clock_runs or played.paused:
            return False
        self.is_held = True
        self._guarded(played.pause)
        return True

    def end(self) -> None:
        """Lets time pass again."""
        self.is_held = False
        self._guarded(self._played.go_on)


class Calls:
    """The calls for whoever sits at *screen*, where *time* may be held meanwhile."""

    def __init__(self, screen: InterfaceScreen[Any], time: HeldTime) -> None:
        self.screen, self.time = screen, time
        self._waiting: list[Call] = []
        self._is_own = False

    @contextmanager
    def as_own(self, is_own: bool = True) -> Iterator[None]:
        """All that is called meanwhile follows from what was done here, if *is_own*."""
        before, self._is_own = self._is_own, is_own
        try:
            yield
        finally:
            self._is_own = before

    def call(
        self, about: object, question: Question, open_it: Callable[[], object], *,
        holds_time: bool = False,
    ) -> None:  # fmt: skip
        """Opens what *question* asks or tells at once, if it follows from what was done here; else
        says that it waits."""
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
        """Lets what is *about* that wait no more; whether it did."""
        found = [each for each in self._waiting if each.about == about]
        for each in found:
            self._take(each)
        return bool(found)

    def open_last(self) -> bool:
        """Opens what came last; whether anything waits."""
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
    """Whether the last of *events* that somebody did was done by one of *players*."""
    actors = [each.player for each in events if hasattr(each, "player")]
    return bool(actors) and actors[-1] in players


class AskedQuestion:
    """The question that is asked for somebody else, among *calls*: as long as it is about
    something."""

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
        """Shows *dialog* as long as *about* is asked, and calls *then* with an answer."""
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
        """Ends a question that nobody asks any more: it is about none of those *still_asked*. Who
        is just about to answer it is told: were it closed, his next key would mean another thing.
        """
        if self._asked is None or self._asked[0] in still_asked:
            return
        about, dialog = self._asked
        if self._calls.drop(about):
            self._asked = None
        else:
            self._is_withdrawn = True
            dialog.change_words(_("This is not asked any more."))
