"""What takes time is done beside the interface, which never waits for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import Future
from contextlib import suppress
from threading import Event
from typing import Any, Generic, TypeVar

from textual.app import App

from gipf_meta.base.timelimit import run_in_thread

T = TypeVar("T")
U = TypeVar("U")


def beside(app: App[Any], work: Callable[[], T], then: Callable[[Future[T]], None]) -> None:
    """Does *work* in a thread of its own, *then* what follows in the interface."""
    run_in_thread(work, lambda answer: _told(app, then, answer))


def _told(app: App[Any], then: Callable[[T], None], found: T) -> None:
    """Calls *then* in the interface, from another thread."""
    with suppress(RuntimeError):  # the program has been left meanwhile
        app.call_from_thread(then, found)


class Findings(Generic[T]):
    """Things found out one by one in a thread of its own, until all are or ``cancel`` is called.

    *search* is given what says that it is not wanted any more. *tell* is called in the interface
    for each thing, *end* at last with what went wrong, if anything; neither after ``cancel``.
    """

    def __init__(
        self,
        app: App[Any],
        search: Callable[[Event], Iterable[T]],
        tell: Callable[[T], None],
        end: Callable[[BaseException | None], None],
    ) -> None:
        self.cancelled = Event()
        self._app, self._search, self._tell, self._end = app, search, tell, end
        run_in_thread(self._work, lambda answer: self._say(self._end, answer.exception()))

    def cancel(self) -> None:
        """Nothing more is wanted."""
        self.cancelled.set()

    def _work(self) -> None:
        for found in self._search(self.cancelled):
            self._say(self._tell, found)
            if self.cancelled.is_set():
                return

    def _say(self, then: Callable[[U], None], found: U) -> None:
        def say(found: U) -> None:
            if not self.cancelled.is_set():  # it may have been meanwhile
                then(found)

        if not self.cancelled.is_set():
            _told(self._app, say, found)
