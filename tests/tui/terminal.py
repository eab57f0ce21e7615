"""The program in a pseudoterminal of its own, as it is in a window."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir
from timeit import default_timer
from typing import Final

COMPILED: Final = Path(gettempdir()) / "gipf-meta-compiled"
"""The folder of the compiled program, outside of its source."""
PATIENCE_S: Final = 200.0
LEFT: Final = {
    25: True,
    7: True,
    **dict.fromkeys((1000, 1003, 1004, 1006, 1015, 1049, 2004), False),
}
"""The modes of a terminal that nobody plays in: a cursor and wrapped lines; no mouse, no second
screen, nothing told of the focus and of what is pasted."""


class Terminal:
    """A program in a terminal: what it has *written*, and the *status* with which it has ended.

    *alive* can be read when all that was started is gone.

    It is ``gipf-meta`` with *words*, or what the *script* of a shell makes of it, which knows it as
    ``"$@"``. *home* is its user's. Raises ``TimeoutError`` when what is waited for does not come.
    """

    def __init__(
        self, words: Sequence[str], size: tuple[int, int], home: Path, script: str = ""
    ) -> None:
        self.begun = default_timer()
        self.written = bytearray()
        self.status: int | None = None
        self._read_to = 0
        # its other end is closed when all that was started is gone, whatever became of the terminal
        self.alive, alive = os.pipe()
        self.pid, self.end = pty.fork()
        if not self.pid:
            os.set_inheritable(alive, True)
            _sized(0, size)
            xdg = {f"XDG_{name}_HOME": str(home / name) for name in ("DATA", "CONFIG", "STATE")}
            # compiled, as whatever is installed: the first start of all compiles it
            xdg |= {"PYTHONPYCACHEPREFIX": str(COMPILED), "PYTHONDONTWRITEBYTECODE": ""}
            look = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8"}
            command = [sys.executable, "-m", "gipf_meta", *words]
            command = ["/bin/sh", "-mc", script, "sh", *command] if script else command
            os.execve(command[0], command, {**os.environ, **xdg, **look})
        os.close(alive)
        os.set_inheritable(self.end, False)  # another program would keep this terminal open
        self.modes_before = termios.tcgetattr(self.end)

    # ---- what it writes -----------------------------------------------------------------------

    def read(self, seconds: float) -> bytes:
        """Reads the next bytes that the program writes; none if it writes nothing for so long."""
        if not select.select([self.end], [], [], max(0.0, seconds))[0]:
            return b""
        try:
            found = os.read(self.end, 1 << 16)
        except OSError as error:
            raise TimeoutError(f"The program has ended with status {self.ended()}.") from error
        self.written += found
        return found

    def until(self, word: str) -> float:
        """Waits until it writes *word*; the seconds from its start."""
        wanted, latest = word.encode(), default_timer() + PATIENCE_S
        while (at := self.written.find(wanted, self._read_to)) < 0:
            self.read(latest - default_timer())
            if default_timer() > latest:
                raise TimeoutError(f"{word!r} has not appeared: {bytes(self.written[-300:])!r}")
        self._read_to = at + len(wanted)
        return default_timer() - self.begun

    def settle_for(self, seconds: float) -> None:
        """Reads for so long, whether it is quiet or not."""
        end = default_timer() + seconds
        while (left := end - default_timer()) > 0:
            self.read(left)

    @property
    def modes(self) -> dict[int, bool]:
        """The modes of the terminal that it has set, by their numbers, and whether they are on."""
        told = re.findall(rb"\x1b\[\?(\d+)([hl])", self.written)
        return {int(number): how == b"h" for number, how in told}

    @property
    def is_left(self) -> bool:
        """Whether the terminal is as it was before the program."""
        pushed, popped = (
            len(re.findall(sign, self.written)) for sign in (rb"\x1b\[>\d+u", rb"\x1b\[<u")
        )
        return (
            {**LEFT, **{n: on for n, on in self.modes.items() if n in LEFT}} == LEFT
            and pushed == popped
            and termios.tcgetattr(self.end) == self.modes_before
        )

    # ---- what is done to it -------------------------------------------------------------------

    def send(self, keys: bytes) -> None:
        os.write(self.end, keys)

    def resize(self, width: int, height: int) -> None:
        """Changes the size of the window; the program gets its SIGWINCH."""
        _sized(self.end, (width, height))

    def kill(self, number: signal.Signals) -> None:
        os.kill(self.pid, number)

    def hang_up(self) -> None:
        """Closes the window."""
        os.close(self.end)
        self.end = -1

    def ended(self) -> int:
        """Waits until it has ended; its exit status, or the signal as a negative number."""
        written, latest = self.end, default_timer() + PATIENCE_S
        while self.status is None:
            open_ends = [self.alive] + ([written] if written >= 0 else [])
            ready = select.select(open_ends, [], [], max(0.0, latest - default_timer()))[0]
            if not ready:
                raise TimeoutError("The program does not end.")
            if written in ready:
                try:
                    self.written += os.read(written, 1 << 16)
                except OSError:
                    written = -1  # nobody has the terminal open any more
            else:
                self.status = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        return self.status

    def close(self) -> None:
        """Ends it, if it has not ended."""
        if self.status is None:
            with suppress(ProcessLookupError):
                os.killpg(self.pid, signal.SIGKILL)
            self.status = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        if self.end >= 0:
            os.close(self.end)
        os.close(self.alive)


def _sized(end: int, size: tuple[int, int]) -> None:
    fcntl.ioctl(end, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))


@contextmanager
def terminal(
    size: tuple[int, int], *words: str, home: Path | None = None, script: str = ""
) -> Iterator[Terminal]:
    """A program that is ended afterwards, with a *home* of its own."""
    with TemporaryDirectory() as folder:
        there = Terminal(words, size, home or Path(folder), script)
        try:
            yield there
        finally:
            there.close()
