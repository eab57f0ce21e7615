"""The lines of a host, and an engine that answers them until they end."""

from __future__ import annotations

import select
from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from queue import SimpleQueue
from threading import Event, Thread
from typing import IO, Final

from gipf_meta.bots.engine_lines import ERROR, OK, split_line
from gipf_meta.bots.engine_talk import EngineTalk


def answer_host(engine: EngineTalk, says: Iterable[str], output: IO[str]) -> None:
    """Writes to *output* the answers of *engine* to the lines that a host *says*, until they
    end."""
    lines = HostLines(says, output)
    for line, cancelled in iter(lines.next, None):
        for said in engine.answer(line, cancelled):
            if split_line(said)[0] in (OK, ERROR):
                lines.note_answered()
            print(said, file=output, flush=True)


class HostLines:
    """The lines of a host, *says*, read in a separate thread, so that ``stop`` takes effect at
    once.

    After they have ended, open requests are still answered, as long as *output* has a reader.
    """

    def __init__(self, says: Iterable[str], output: IO[str]) -> None:
        self._queue: Final = SimpleQueue[tuple[str, Event] | None]()
        self._unanswered: Final = deque[tuple[str, Event]]()
        self._has_quit = False
        self._output: Final = output
        Thread(target=self._read, args=(says,), daemon=True).start()

    def next(self) -> tuple[str, Event] | None:
        """The next line, and the event that is set to cancel its answer; ``None``: no line
        follows."""
        line = self._queue.get()
        return None if self._has_quit else line

    def note_answered(self) -> None:
        """Notes that the oldest line is answered, before the host receives the answer."""
        self._unanswered.popleft()

    def _read(self, says: Iterable[str]) -> None:
        for line in map(str.strip, says):
            if line == "stop":
                searches = (each for each in tuple(self._unanswered) if each[0].startswith("go"))
                self._stop([*searches][:1])
            elif line == "quit":
                self._has_quit = True
                break
            elif line:
                self._unanswered.append((line, Event()))
                self._queue.put(self._unanswered[-1])
        self._queue.put(None)
        if not self._has_quit:  # the host is gone and cannot stop an endless search
            self._stop(each for each in tuple(self._unanswered) if "forever" in each[0].split())
        if self._has_quit or _comes_to_an_end(self._output):
            self._stop(tuple(self._unanswered))

    @staticmethod
    def _stop(lines: Iterable[tuple[str, Event]]) -> None:
        for _line, cancelled in lines:
            cancelled.set()


def _comes_to_an_end(output: IO[str]) -> bool:
    """Waits until *output* has no reader; returns ``False`` if the system cannot tell."""
    with suppress(AttributeError, OSError, ValueError):
        gone = select.poll()
        gone.register(output, 0)  # errors alone
        gone.poll()
        return True
    return False
