"""When the callbacks of a driver run, and when what follows from them is sent and drawn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol


class AfterActs(Protocol):
    """The steps of a driver after a callback, or after a group of them, in this order."""

    def hold_answers(self) -> None:
        """Withholds the answers so far until ``send_answers``, while their events are committed; no
        room is drawn meanwhile that has changed with them."""
        ...

    def send_answers(self) -> None:
        """Sends the answers, and all else that need not be drawn."""
        ...

    def draw_next(self, waited_ms: int = 0) -> bool:
        """Draws the room that has waited longest for that, and sends what has changed; returns
        whether there was one that has waited for *waited_ms*."""
        ...

    def go_on(self) -> None:
        """Starts thoughts, and sets the timer for the next deadline."""
        ...


class Scheduler(Protocol):
    """Decides when a callback runs, and when the steps after it are done."""

    def add(self, act: Callable[[], object], *, alone: bool) -> None:
        """Runs *act* after all that were added before; *alone*: in no group with others."""
        ...

    def finish(self) -> None:
        """Runs all waiting callbacks at once, and draws all rooms that wait."""
        ...


class ImmediateScheduler:
    """Runs each callback at once, and then all steps *after* it."""

    def __init__(self, after: AfterActs) -> None:
        self._after = after

    def add(self, act: Callable[[], object], *, alone: bool) -> None:
        """Runs *act*, and the steps after it."""
        act()
        self._after.send_answers()
        while self._after.draw_next():
            pass
        self._after.go_on()

    def finish(self) -> None:
        """Does nothing: nothing waits."""
