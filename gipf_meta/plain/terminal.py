"""The terminal or pipe that plain mode talks to: lines in and out, waiting, signals."""

from __future__ import annotations

import os
import select
import signal
import sys
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from types import FrameType
from typing import TextIO

with suppress(ImportError):
    import readline  # noqa: F401  # makes input() a line that can be edited and recalled

from gipf_meta.base.clock import Clock
from gipf_meta.base.sentences import one_line
from gipf_meta.render import text

LONGEST = 10_000
"""Letters of a line that are read; the longest turns need a hundredth of it."""


class Interrupted(BaseException):
    """The terminal was closed or the program told to end."""


@dataclass
class Line:
    """Where lines come from and go to. On a pipe each line read is shown, so that a transcript
    can be followed."""

    stdin: TextIO = field(default_factory=lambda: sys.stdin)
    out: TextIO = field(default_factory=lambda: sys.stdout)

    @property
    def live(self) -> bool:
        """Whether a person sits there."""
        return self.stdin.isatty()

    def say(self, *lines: str) -> None:
        for line in lines:
            print(line, file=self.out)
        self.out.flush()

    def say_on(self, words: str) -> None:
        """Says *words* and stays on their line."""
        print(words, end="", file=self.out, flush=True)

    def tell(self, sentence: str) -> None:
        """Says a sentence, on as many lines as it needs."""
        self.say(textwrap.fill(one_line(sentence), text.WIDTH))

    def waited(self, ms: int | None) -> bool:
        """Whether a line, or the end of the input, came within *ms*; ``None``: no limit.

        A line is read as soon as it is complete; what is half typed stays in the terminal.
        """
        try:
            ready, _, _ = select.select([self.stdin], [], [], None if ms is None else ms / 1000)
        except (OSError, ValueError):
            return True  # no stream that can be waited for: reading it will wait
        return bool(ready)

    def drop_half_typed(self) -> None:
        """Forgets what stands in the terminal without its Enter: it was for a turn that is over."""
        with suppress(ImportError, OSError, ValueError):
            import termios

            termios.tcflush(self.stdin.fileno(), termios.TCIFLUSH)

    def ask(self, prompt: str) -> str:
        """The next line. Raises ``EOFError`` when there is none."""
        if self.live and self.stdin is sys.stdin:
            return input(prompt).strip()
        self.say_on(prompt)
        return self.read()

    def read(self) -> str:
        """The next line, as it comes from the terminal or the pipe. Raises ``EOFError``."""
        line = self.stdin.readline(LONGEST)
        if not line:
            print(file=self.out, flush=True)
            raise EOFError
        if not self.live:
            print(line.strip(), file=self.out, flush=True)
        return line.strip()


@contextmanager
def signals_raised() -> Iterator[None]:
    """A closed terminal and a request to end become ``Interrupted``, so that nothing is lost."""

    names = [name for name in ("SIGHUP", "SIGTERM") if hasattr(signal, name)]

    def interrupt(number: int, frame: FrameType | None) -> None:
        # a closed terminal tells it twice, and the second time must not disturb the saving
        for name in names:
            signal.signal(getattr(signal, name), signal.SIG_IGN)
        raise Interrupted

    before = {name: signal.signal(getattr(signal, name), interrupt) for name in names}
    try:
        yield
    finally:
        for name, handler in before.items():
            signal.signal(getattr(signal, name), handler)


@contextmanager
def stops_uncounted(clock: Clock, leave_out: Callable[[int], None]) -> Iterator[None]:
    """While the program is stopped (Ctrl-Z) no time passes: *leave_out* is told how much did."""

    def stop(number: int, frame: FrameType | None) -> None:
        stopped = clock.now_ms()
        try:
            os.kill(os.getpid(), signal.SIGSTOP)
        finally:
            leave_out(clock.now_ms() - stopped)

    if not hasattr(signal, "SIGTSTP"):
        yield
        return
    before = signal.signal(signal.SIGTSTP, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTSTP, before)
