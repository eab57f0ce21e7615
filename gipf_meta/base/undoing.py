"""A context that undoes work where its block fails."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def undone_by(undo: Callable[[], object]) -> Iterator[None]:
    """Calls *undo* if the block is left by an error, whatever it is; the error goes on."""
    try:
        yield
    except BaseException:  # a request to stop the program leaves nothing half done, either
        undo()
        raise
