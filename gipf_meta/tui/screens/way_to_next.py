"""The way from a screen of the terminal to the next match that waits, here or at another host."""

from __future__ import annotations

from typing import Any, Final, Protocol, cast

from textual.app import App

from gipf_meta.base.texts import _
from gipf_meta.line.conversation import Conversation
from gipf_meta.line.line import Message
from gipf_meta.tui.parts.clicking import Habit

NEXT: Final = "next"
"""The screen of the desk whose submission leads to the next match that waits."""


class Leavable(Protocol):
    """The app, as a way to the next match uses it."""

    habit: Habit
    talk: Conversation

    def exit(self) -> None:
        """Ends the program here."""


def go_to_next(app: App[Any]) -> None:
    """Leads the person at *app* to the next match that waits: at the host that he is at, else at
    one of his other hosts. Until its board is there no key reaches any board or list."""
    here = cast("Leavable", app)
    if not here.habit.is_held:
        _Way(app, here.talk, here.habit, here.talk.room).go()


class _Way:
    """The way from the room *here*, ``""`` from none."""

    def __init__(self, app: App[Any], talk: Conversation, habit: Habit, here: str) -> None:
        self._app, self._talk, self._habit, self._here = app, talk, habit, here
        self._is_asking = True

    def go(self) -> None:
        """Asks the host."""
        self._habit.hold(self._is_under_way)
        about = {"room": self._here} if self._here else {}
        message = {"do": "submit", "screen": NEXT, "about": about, "values": {}}
        self._talk.tell(message, self._take_answer)

    def _is_under_way(self) -> bool:
        return self._is_asking or self._talk.is_coming

    def _take_answer(self, answer: Message) -> None:
        if self._talk.room != self._here:
            self._is_asking = False
        else:
            self._app.run_worker(lambda: self._look_elsewhere(answer), thread=True)

    def _look_elsewhere(self, answer: Message) -> None:
        """Goes to another host where something waits; in a thread of its own, for it may take
        seconds."""
        sentence = self._talk.line.choose_elsewhere()
        self._app.call_from_thread(self._leave if sentence else self._stay, answer)

    def _leave(self, _answer: Message) -> None:
        cast("Leavable", self._app).exit()

    def _stay(self, answer: Message) -> None:
        self._is_asking = False
        if "refused" in answer:  # a host until 0.2.0
            self._app.notify(_("This host does not say what waits."), markup=False)
