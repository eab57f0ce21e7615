"""The terminal driver of the interface, which tolerates any input and the loss of the terminal.

Textual's driver decodes input strictly, is re-entered at a signal, and waits for a thread that an
error may have ended. Here no input ends the program, a signal does not repeat a start or an end
that is in progress, and nothing waits for a terminal that is gone. Not for Windows.
"""

from __future__ import annotations

import os
import re
import select
import termios
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any, Final, TextIO, cast

from textual import events
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message

from gipf_meta.base.signals import hang_up

LOOK_S: Final = 0.1
"""The seconds between two checks whether the interface has ended."""
READ: Final = 4096
"""The most bytes of one read."""
WIDEST, HIGHEST = 2_000, 1_000
"""The most columns and rows that are drawn: a larger size that a terminal reports is ignored."""
OLD_MOUSE: Final = re.compile(rb"\x1b\[M[\x20-\xff]{3}")
"""The position of the mouse in the oldest encoding of terminals, which is ignored: from column 95
on its bytes are no valid text."""
OLD_MOUSE_BEGUN: Final = re.compile(rb"\x1b\[M[\x20-\xff]{0,2}\Z")
PARSED: Final = ("last_x", "last_y", "mouse_pixels", "terminal_size", "terminal_pixel_size")
"""The attributes of Textual's parser that describe the terminal."""


class TerminalOutput:
    """Writes to the terminal *file*; ignores errors, because a text that cannot be written has no
    reader."""

    def __init__(self, file: TextIO) -> None:
        self._fileno, self._encoding = file.fileno(), file.encoding or "utf-8"

    def fileno(self) -> int:
        """The number of the file."""
        return self._fileno

    def write(self, text: str) -> None:
        """Writes *text*, if the terminal is there."""
        left = text.encode(self._encoding, "replace")
        while left:
            try:
                left = left[os.write(self._fileno, left) :]
            except BlockingIOError:  # another program has made it so
                select.select([], [self._fileno], [], LOOK_S)
            except OSError:
                return

    def flush(self) -> None:
        """Does nothing: there is no buffer."""


class TerminalInput:
    """Parses the input of a terminal into messages of Textual; drops impossible ones."""

    def __init__(self) -> None:
        self._decode = getincrementaldecoder("utf-8")("replace").decode
        self._parser = XTermParser()
        self._begun = b""

    def feed(self, sent: bytes) -> Iterator[Message]:
        """The messages in the bytes *sent*."""
        sent, self._begun = OLD_MOUSE.sub(b"", self._begun + sent), b""
        if begun := OLD_MOUSE_BEGUN.search(sent):
            sent, self._begun = sent[: begun.start()], begun[0]
        for letter in self._decode(sent):  # one by one: only a letter that fails is lost
            yield from self._understood(partial(self._parser.feed, letter))

    def tick(self) -> Iterator[Message]:
        """The messages that become complete when no more input has come."""
        return self._understood(self._parser.tick)

    def _understood(self, parse: Callable[[], Iterable[Message]]) -> Iterator[Message]:
        try:
            found = [*parse()]
        except Exception:  # a number that is no letter and no place
            before, self._parser = self._parser, XTermParser()
            for name in PARSED:
                setattr(self._parser, name, getattr(before, name))
            return
        yield from filter(_can_be_meant, found)


def _can_be_meant(message: Message) -> bool:
    """Whether *message* is valid: a letter that can be encoded, a size that can be drawn, or
    another message."""
    if isinstance(message, events.Key):
        return not any("\ud800" <= letter <= "\udfff" for letter in message.character or "")
    if isinstance(message, events.Resize):
        return 0 < message.size.width <= WIDEST and 0 < message.size.height <= HIGHEST
    return True


class TerminalDriver(LinuxDriver):
    """Connects an application with the terminal on standard input, as long as it exists."""

    def __init__(
        self,
        app: App[Any],
        *,
        debug: bool = False,
        mouse: bool = True,
        size: tuple[int, int] | None = None,
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        if self._file is not None:
            self._file = cast(Any, TerminalOutput(self._file))
        self._is_wanted = self._is_inside = self._has_cursor = False
        self._modes: list[Any] | None = None

    # ---- coming and going -----------------------------------------------------------------------

    def start_application_mode(self) -> None:
        """Switches the terminal to application mode, once. A process in the background does not get
        it."""
        self._is_wanted = True
        if self._is_inside:
            return
        super().start_application_mode()  # type: ignore[no-untyped-call]
        self._has_cursor = False
        self._is_inside = self._is_writing
        with suppress(termios.error):
            self._modes = termios.tcgetattr(self.fileno)

    def stop_application_mode(self) -> None:
        """Gives the terminal back."""
        self._is_wanted = False
        super().stop_application_mode()
        self._is_inside = False

    @property
    def _is_writing(self) -> bool:
        return self._writer_thread is not None and self._writer_thread.is_alive()

    def write(self, data: str) -> None:
        """Writes *data*, if the application has the terminal."""
        if self._is_writing:
            super().write(data)

    def show_cursor(self, is_shown: bool) -> None:
        """Shows the terminal's cursor, which is hidden at the start, or hides it again."""
        if is_shown != self._has_cursor:
            self._has_cursor = is_shown
            self.write("\x1b[?25h" if is_shown else "\x1b[?25l")

    def close(self) -> None:
        """Waits until everything is written."""
        if self._is_writing:
            super().close()

    def _get_terminal_size(self) -> tuple[int, int]:
        width, height = super()._get_terminal_size()
        return min(width, WIDEST), min(height, HIGHEST)

    # ---- signals --------------------------------------------------------------------------------

    def _sigtstp_application(self, *_signal: object) -> None:
        """Suspends the program as ctrl+z does, after what the signal has interrupted."""
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._app.call_later, self._app.action_suspend_process)

    def _sigcont_application(self, *_signal: object) -> None:
        """Resumes the program, whether it was suspended or not: closing a terminal sends this
        signal, too."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._app.call_later, self._go_on)

    def _go_on(self) -> None:
        """Draws anew, because a shell may have used the terminal, unless the application is
        ending."""
        if not self._is_wanted:
            return
        if not self._is_inside:  # it was in the background the last time
            self.start_application_mode()
        elif self._modes is not None:
            with suppress(termios.error):
                termios.tcsetattr(self.fileno, termios.TCSANOW, self._modes)
        self._app.refresh(layout=True)

    # ---- what comes in --------------------------------------------------------------------------

    def run_input_thread(self) -> None:
        """Passes input on until the application ends, or the terminal is gone."""
        typed = TerminalInput()
        while not self.exit_event.is_set():
            if select.select([self.fileno], [], [], LOOK_S)[0]:
                try:
                    sent = os.read(self.fileno, READ)
                except BlockingIOError:
                    continue
                except OSError:
                    sent = b""
                if not sent:
                    hang_up()
                    return
                for message in typed.feed(sent):
                    self.process_message(message)
            for message in typed.tick():
                self.process_message(message)
