"""Standard output and standard errors, on which foreign texts are shown and never acted on."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TextIO, cast

from gipf_meta.base.sentences import show_unprintable_lines


class _PrintableStream:
    """Writes into *stream* what ``show_unprintable_lines`` makes of each text."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Writes *text*; returns its length."""
        self._stream.write(show_unprintable_lines(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Writes all *lines*."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def terminal_below(stream: TextIO) -> TextIO:
    """The stream that *stream* writes on, for texts of our own that move the cursor."""
    return stream._stream if isinstance(stream, _PrintableStream) else stream


@contextmanager
def printable_streams() -> Iterator[None]:
    """While it lasts, all that is printed shows its unprintable characters.

    What moves the cursor itself writes on the ``terminal_below``.
    """
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (cast("TextIO", _PrintableStream(stream)) for stream in before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before
