"""What is called later: not once the widget that it is about is being closed."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

from textual.widget import Widget

P = ParamSpec("P")


def while_open(widget: Widget, call: Callable[P, object]) -> Callable[P, None]:
    """*call*, which does nothing once *widget* is being closed.

    What Textual calls after a refresh, or for another thread, it calls from the screen that is seen
    then, or from the app. *widget* may have been left by then, and its parts may be gone.
    """

    @wraps(call)
    def call_while_open(*args: P.args, **kwargs: P.kwargs) -> None:
        if widget.is_attached and not widget._pruning:
            call(*args, **kwargs)

    return call_while_open
