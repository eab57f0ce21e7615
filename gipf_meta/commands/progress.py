"""The bar on standard error for the progress of a long command."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from gipf_meta.base.sentences import terminal_below


@contextmanager
def progress_bar(
    count: Callable[[], int], words: str = "", done: int = 0
) -> Iterator[Callable[[], None]]:
    """Shows a bar, if standard error is a terminal; yields the function that advances it by one.

    *count* returns the number of steps, of which so many are *done*; *words* name them.
    """
    if not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console  # slow, and every command would wait for it
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    bar = Progress(
        *([TextColumn("{task.description}")] if words else []),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(file=terminal_below(sys.stderr)),
        redirect_stdout=False,
        redirect_stderr=False,
        transient=True,
    )
    with bar:
        task = bar.add_task(words, total=count(), completed=done)
        yield lambda: bar.advance(task)
