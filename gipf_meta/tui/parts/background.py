"""Slow work in threads, so that the interface never waits; and deferred calls, which are dropped
once the widget that they concern is being closed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import Future
from contextlib import suppress
from functools import wraps
from threading import Event
from typing import Any, Generic, ParamSpec, TypeVar

from textual.app import App
from textual.widget import Widget

from gipf_meta.base.timelimit import run_in_thread

T = TypeVar("T")
U = TypeVar("U")


def run_in_background(
    widget: Widget, work: Callable[[], T], on_end: Callable[[Future[T]], None]
) -> None:
    """Does *work* in a separate thread; then calls *on_end* in the interface.

    *on_end* is not called once *widget* is being closed.
    """
    app = widget.app
    run_in_thread(work, lambda answer: _call_in_interface(app, while_open(widget, on_end), answer))


def _call_in_interface(app: App[Any], call: Callable[[T], None], value: T) -> None:
    """Calls *call* with *value* in the interface, from another thread."""
    with suppress(RuntimeError):  # the program has been left meanwhile
        app.call_from_thread(call, value)


class BackgroundSearch(Generic[T]):
    """A search in a separate thread; it begins at once and runs to its end or to ``cancel``.

    *search* yields its results, and stops once the event that it gets as its argument is set. In
    the interface, *on_find* is called for each result, and *on_end* once, with the error that ended
    the search or ``None``; neither is called after ``cancel``, or once *widget* is being closed.
    """

    def __init__(
        self,
        widget: Widget,
        search: Callable[[Event], Iterable[T]],
        on_find: Callable[[T], None],
        on_end: Callable[[BaseException | None], None],
    ) -> None:
        self.cancelled = Event()
        self._app, self._search = widget.app, search
        self._on_find, self._on_end = while_open(widget, on_find), while_open(widget, on_end)
        run_in_thread(self._work, lambda answer: self._report(self._on_end, answer.exception()))

    def cancel(self) -> None:
        """Ends the search; nothing more is reported."""
        self.cancelled.set()

    def _work(self) -> None:
        for found in self._search(self.cancelled):
            self._report(self._on_find, found)
            if self.cancelled.is_set():
                return

    def _report(self, call: Callable[[U], None], value: U) -> None:
        def call_unless_cancelled(value: U) -> None:
            if not self.cancelled.is_set():  # the interface may have cancelled it meanwhile
                call(value)

        if not self.cancelled.is_set():
            _call_in_interface(self._app, call_unless_cancelled, value)


P = ParamSpec("P")


def while_open(widget: Widget, call: Callable[P, object]) -> Callable[P, None]:
    """Wraps *call* so that it does nothing once *widget* is being closed.

    Textual calls what was deferred until after a refresh, or came from another thread, from the
    screen that is visible then, or from the app. *widget* may be closed by then, and its parts
    removed.
    """

    @wraps(call)
    def call_while_open(*args: P.args, **kwargs: P.kwargs) -> None:
        if widget.is_attached and not widget._pruning:
            call(*args, **kwargs)

    return call_while_open
