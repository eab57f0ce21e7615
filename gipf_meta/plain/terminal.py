"""The terminal or pipe that plain mode talks to: lines in and out, waiting."""

from __future__ import annotations

import select
import sys
import textwrap
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TextIO

with suppress(ImportError):
    import readline  # noqa: F401  # makes input() a line that can be edited and recalled

from gipf_meta.base.sentences import one_line, show_unprintable
from gipf_meta.render import text

LONGEST = 10_000
"""The most characters of a line that are read; the longest turns need a hundredth of it."""


@dataclass
class Terminal:
    """Reads lines from *stdin* and writes lines to *out*.

    On a pipe it writes each line that it reads, too, so that a transcript makes sense.
    """

    stdin: TextIO = field(default_factory=lambda: sys.stdin)
    out: TextIO = field(default_factory=lambda: sys.stdout)

    @property
    def is_interactive(self) -> bool:
        """Whether a person sits at a terminal, and no pipe."""
        return self.stdin.isatty()

    def say(self, *lines: str) -> None:
        """Writes *lines* as they are."""
        for line in lines:
            print(line, file=self.out)
        self.out.flush()

    def show_prompt(self, prompt: str) -> None:
        """Writes *prompt* and stays on its line."""
        print(prompt, end="", file=self.out, flush=True)

    def tell(self, sentence: str) -> None:
        """Writes a sentence, on as many lines as it needs; commands and names of files in it stay
        whole, so that they can be copied."""
        words = one_line(sentence)
        self.say(textwrap.fill(words, text.WIDTH, break_on_hyphens=False, break_long_words=False))

    def wait_for_line(self, ms: int | None) -> bool:
        """Waits for a line, *ms* milliseconds at most (``None``: no limit); whether one came.

        The end of the input counts as a line. A half-typed line stays in the terminal.
        """
        try:
            ready, _, _ = select.select([self.stdin], [], [], None if ms is None else ms / 1000)
        except (OSError, ValueError):
            return True  # nobody can wait for this stream: reading it will wait
        return bool(ready)

    def drop_half_typed(self) -> None:
        """Drops what was typed without Enter: it was meant for a turn that is over."""
        with suppress(ImportError, OSError, ValueError):
            import termios

            termios.tcflush(self.stdin.fileno(), termios.TCIFLUSH)

    def ask(self, prompt: str) -> str:
        """Asks for the next line. Raises ``EOFError`` when the input ends."""
        if self.is_interactive and self.stdin is sys.stdin:
            return input(show_unprintable(prompt)).strip()  # goes past the stream to readline
        self.show_prompt(prompt)
        return self.read()

    def read(self) -> str:
        """Reads the next line. Raises ``EOFError`` when the input ends."""
        line = self.stdin.readline(LONGEST)
        if not line:
            print(file=self.out, flush=True)
            raise EOFError
        if not self.is_interactive:
            print(line.strip(), file=self.out, flush=True)
        return line.strip()
