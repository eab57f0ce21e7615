"""An engine as a process: lines go in and come out, within limits, until it ends or is ended.

An engine may crash, hang, or write far too much: all that becomes an ``EngineFailed``, and its
process, with the processes that it has started, is ended. They are ended, too, when this program
ends, even if it is killed: the engine's keeper does that (``engine_keeper``).
"""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import threading
import weakref
from contextlib import ExitStack, suppress
from queue import Empty, Full, Queue
from typing import Final

from gipf_meta.base.clock import Clock, RealClock
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.numbers import read_whole
from gipf_meta.base.sentences import one_line, system_reason
from gipf_meta.base.texts import _
from gipf_meta.base.undoing import undone_by
from gipf_meta.bots import engine_keeper
from gipf_meta.bots.engine_lines import ERROR, OK, EngineAnswer, HostCommand, Stop, split_line
from gipf_meta.search.budget import Flag

ANSWER_MS: Final = 20_000
"""The milliseconds within which an engine answers a command without a search; it may be
starting."""
GRACE_MS: Final = 2_000
"""Milliseconds within which an engine answers after it was told to stop."""
END_S: Final = 0.5
"""The seconds within which an engine ends after it has closed its output, so that its status can be
told, or after it is no longer wanted."""
LONGEST_LINE: Final = 100_000
"""The most bytes of a line."""
MOST_LINES: Final = 20_000
"""The most lines of an answer."""
MOST_AT_ONCE: Final = 300
"""The most lines that are sent before their answers are read, so that the answers fit into a
pipe."""
POLL_S: Final = 0.02
"""Seconds between two looks whether an answer is still wanted."""


class EngineFailed(GipfMetaError, RuntimeError):
    """An engine cannot be started, has ended, refuses, or breaks the protocol; one sentence."""


class EngineRefused(EngineFailed):
    """An engine refuses a command, by its own *sentence*."""

    def __init__(self, words: str, sentence: str) -> None:
        super().__init__(words)
        self.words, self.sentence = words, sentence

    def __reduce__(self) -> tuple[type[EngineRefused], tuple[str, str]]:
        return type(self), (self.words, self.sentence)  # a bot may think in another process


class EngineProcess:
    """A running engine. Its own errors are thrown away, or go with ours if they are *shown*."""

    def __init__(
        self,
        command: str,
        *,
        shown: bool = False,
        clock: Clock | None = None,
        memory_mb: int | None = None,
    ) -> None:
        """Starts *command*, words as for a shell, which gets *memory_mb* megabytes of memory at
        most. Raises ``EngineFailed`` if it cannot begin."""
        self._clock: Final = clock or RealClock()
        if memory_mb is not None:
            require_memory_limits()
        try:
            errors = None if shown else subprocess.DEVNULL
            process, wanted = _begin(shlex.split(command), memory_mb, errors)
        except (OSError, ValueError, IndexError) as error:
            why = system_reason(error) if isinstance(error, OSError) else str(error)
            raise EngineFailed(
                _("{command!r} cannot be started ({why}).").format(command=command, why=why)
            ) from None
        self._process: Final = process
        self._output: Final = Queue[str | None](MOST_LINES)
        self.was_stopped = False
        """Whether the engine got ``stop`` before its last answer came."""
        self._memory_mb: Final = memory_mb
        threading.Thread(target=_read_output, args=(process, self._output), daemon=True).start()
        self.close: Final = weakref.finalize(self, _end, process, wanted)
        """Ends the process, whatever it is doing; so does the end of this program."""

    @property
    def is_alive(self) -> bool:
        """Whether the engine runs, and can be sent commands."""
        return self.close.alive and self._process.poll() is None

    def ask(
        self,
        *lines: HostCommand,
        ms: int | None = ANSWER_MS,
        cancelled: Flag | None = None,
    ) -> EngineAnswer:
        """Sends *lines*, one after the other, and returns the answer to the last one.

        It must come within *ms* milliseconds (``None``: whenever it comes), or soon after it is
        *cancelled*: then the engine gets ``stop``, and has ``GRACE_MS``. Raises ``EngineFailed``;
        then, and if anything interrupts this, the engine is ended, but for an ``EngineRefused`` of
        a single line.
        """
        texts = [each.line for each in lines]
        goes_on = False
        try:
            *before, last = texts
            for first in range(0, len(before), MOST_AT_ONCE):
                some = before[first : first + MOST_AT_ONCE]
                self._say(some)
                for line in some:
                    self._answer(line, ANSWER_MS, None)
            self._say([last])
            answer = self._answer(last, ms, cancelled)
            goes_on = True
        except EngineRefused:
            goes_on = len(lines) == 1
            raise
        finally:
            if not goes_on:
                self.close()
        return answer

    def _say(self, lines: list[str]) -> None:
        if not self._output.empty():
            said = self._output.get_nowait()
            if said is None:
                raise EngineFailed(self._end_words())
            raise EngineFailed(
                _("It says {line!r}, and nothing was asked.").format(line=one_line(said, 80))
            )
        stdin = self._process.stdin
        assert stdin is not None
        try:
            stdin.write("".join(f"{line}\n" for line in lines).encode(errors="surrogateescape"))
            stdin.flush()
        except OSError:
            raise EngineFailed(self._end_words()) from None

    def _answer(self, command: str, ms: int | None, cancelled: Flag | None) -> EngineAnswer:
        """The answer to *command*. Raises ``EngineFailed``."""
        until = None if ms is None else self._clock.now_ms() + ms
        self.was_stopped = False
        said: list[tuple[str, str]] = []
        while True:
            try:
                line = self._output.get(timeout=POLL_S)
            except Empty:
                line = ""
            now_ms = self._clock.now_ms()
            if line is None:
                raise EngineFailed(self._end_words())
            word, rest = split_line(line)
            if word == OK:
                return EngineAnswer(tuple(said))
            if word == ERROR:
                raise EngineRefused(
                    _("To {command!r} it answers: {error}").format(
                        command=one_line(command, 80), error=one_line(rest, 200)
                    ),
                    one_line(rest, 200),
                )
            if word:
                said.append((word, rest))
            if len(said) > MOST_LINES:
                raise EngineFailed(
                    _("It says more than {most} lines to {command!r}.").format(
                        most=MOST_LINES, command=one_line(command, 80)
                    )
                )
            is_late = until is not None and now_ms >= until
            if not self.was_stopped and (is_late or (cancelled is not None and cancelled.is_set())):
                self.was_stopped, until = True, now_ms + GRACE_MS
                self.tell(Stop())
            elif is_late:
                raise EngineFailed(
                    _("It does not answer {command!r} in time.").format(
                        command=one_line(command, 80)
                    )
                )

    def tell(self, command: HostCommand) -> None:
        """Sends a *command* that has no answer."""
        assert self._process.stdin is not None
        with suppress(OSError):
            self._process.stdin.write(f"{command.line}\n".encode())
            self._process.stdin.flush()

    def close_input(self) -> None:
        """Closes the input of the engine."""
        assert self._process.stdin is not None
        with suppress(OSError):
            self._process.stdin.close()

    def has_ended(self) -> bool:
        """Whether the engine ends by itself within ``GRACE_MS``."""
        until = self._clock.now_ms() + GRACE_MS
        while self._process.poll() is None and self._clock.now_ms() < until:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(POLL_S)
        return self._process.poll() is not None

    def _end_words(self) -> str:
        """Tells how the process has ended, in a sentence."""
        with suppress(subprocess.TimeoutExpired):
            return how_it_ended(self._process.wait(END_S), self._memory_mb)
        return _("It has closed its output.")


def how_it_ended(status: int, memory_mb: int | None) -> str:
    """Tells how an engine has ended by its exit *status*, in a sentence.

    *memory_mb* is its limit of memory: an engine that gets no more may end in any way, so the
    sentence names the limit as the probable reason.
    """
    if status == 0 or memory_mb is None:
        if status >= 0:
            return _("It has ended with status {status}.").format(status=status)
        return _("The signal {signal} has ended it.").format(signal=_name_of_signal(-status))
    if status > 0:
        return _(
            "It has ended with status {status}: it has probably wanted more than the {most} MB of"
            " memory that it may have."
        ).format(status=status, most=memory_mb)
    return _(
        "The signal {signal} has ended it: it has probably wanted more than the {most} MB of memory"
        " that it may have."
    ).format(signal=_name_of_signal(-status), most=memory_mb)


def _name_of_signal(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:  # those of real time have none
        return str(number)


def require_memory_limits() -> None:
    """Raises ``EngineFailed`` where the memory of an engine cannot be limited."""
    if sys.platform != "linux":  # others limit their own alone
        raise EngineFailed(_("This system cannot limit the memory of an engine."))


def _close(*handles: int) -> None:
    for handle in handles:
        os.close(handle)


def _begin(
    words: list[str], memory_mb: int | None, errors: int | None
) -> tuple[subprocess.Popen[bytes], int | None]:
    """Starts the engine of these *words*, whose own errors go to *errors*.

    Returns its process and the pipe to close when the engine is no longer wanted. A process of ours
    (``engine_keeper``) starts and ends it; where the system has no groups of processes, none does,
    and there is no such pipe. Raises ``OSError``, ``ValueError``.
    """
    if not hasattr(os, "killpg"):
        return _start(words, errors), None
    if not words:
        raise IndexError
    wanted_there, wanted = os.pipe()
    begun, begun_there = os.pipe()
    with undone_by(lambda: _close(wanted, begun)), ExitStack() as theirs:
        theirs.callback(_close, wanted_there, begun_there)
        pipes = (wanted_there, begun_there)
        keeping = [sys.executable, "-ISB", engine_keeper.__file__]
        process = _start([*keeping, *map(str, (*pipes, memory_mb or 0)), *words], errors, pipes)
    with open(begun, "rb") as reader:
        why = reader.readline().decode(errors="replace").strip()
    if why:
        _end(process, wanted)
        number = read_whole(why)
        raise ValueError(why) if number is None else OSError(number, os.strerror(number))
    return process, wanted


def _start(
    words: list[str], errors: int | None, pipes: tuple[int, ...] = ()
) -> subprocess.Popen[bytes]:
    """A process that has these *pipes*; then it leads a group. Raises ``OSError``, ``ValueError``,
    ``IndexError``."""
    return subprocess.Popen(
        words,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=errors,
        pass_fds=pipes,
        process_group=0 if pipes else None,
    )


def _read_output(process: subprocess.Popen[bytes], output: Queue[str | None]) -> None:
    """Puts the lines of *process* into the queue *output*, and ``None`` at the end."""
    assert process.stdout is not None
    with suppress(OSError, ValueError), process.stdout as stdout:
        while line := stdout.readline(LONGEST_LINE):
            if not line.endswith(b"\n") and len(line) == LONGEST_LINE:
                break  # it never ends
            if not _put(process, output, line.decode(errors="replace")):
                return
    _put(process, output, None)


def _put(process: subprocess.Popen[bytes], output: Queue[str | None], line: str | None) -> bool:
    """Puts *line* into the queue *output*, as soon as there is a place; returns whether it got one
    before *process* ended."""
    while True:
        try:
            output.put(line, timeout=1)
            return True
        except Full:
            if process.poll() is not None:
                return False


def _end(process: subprocess.Popen[bytes], wanted: int | None) -> None:
    """Ends *process*, and all that it has started: its keeper does so when *wanted* is closed."""
    if wanted is not None:
        os.close(wanted)
    elif process.poll() is None:
        with suppress(OSError):
            process.kill()
    assert process.stdin is not None
    with suppress(OSError, ValueError, subprocess.TimeoutExpired):
        process.wait(END_S)
        process.stdin.close()
