"""The log of a host: a line of JSON for each event, which programs read. No key is ever in it."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, TextIO, TypeAlias

import structlog

from gipf_meta.base.clock import Clock
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.sentences import one_line
from gipf_meta.base.texts import _
from gipf_meta.online.figures import Figures
from gipf_meta.online.tables import DatabaseError
from gipf_meta.protocol.failures import failing_method
from gipf_meta.rooms.links import LONGEST_WHY
from gipf_meta.web.allowance import Allowance

DEEPEST: Final = 6
"""How many places in the code are told of an error, the innermost ones."""

Log: TypeAlias = structlog.typing.FilteringBoundLogger


def make_log(process: str, stream: TextIO | None = None) -> Log:
    """A log of *process* on *stream*, by default where errors are written."""
    lines = _Lines(stream or sys.stderr)
    log: Log = structlog.wrap_logger(
        lines,
        wrapper_class=structlog.make_filtering_bound_logger("info"),
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ],
        process=process,
    )
    return log


class _Lines:
    """Writes lines, for as long as somebody is there to read them."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def msg(self, line: str) -> None:
        """Writes a *line*."""
        with suppress(OSError, ValueError):
            print(line, file=self._stream, flush=True)

    info = warning = error = msg


class Failures:
    """Notes errors that are no sentences in *log* and *figures*: where they arose, not their words.

    What an error says may be what somebody has sent; what a database says is written, for nobody
    else is told. By *clock*, no more than one a second is
    written for long.
    """

    def __init__(self, log: Log, figures: Figures, clock: Clock) -> None:
        self._log, self._figures = log, figures
        self._allowance = Allowance(clock, at_once=20, per_second=1)

    def note(self, error: object) -> None:
        """Notes that something has failed with this *error*."""
        self._figures.failures.inc()
        if self._allowance.take() and isinstance(error, BaseException):
            frames = traceback.extract_tb(error.__traceback__)[-DEEPEST:]
            where = [f"{Path(frame.filename).name}:{frame.lineno}" for frame in frames]
            found = failing_method(error)
            game = {"game": found[0].id, "method": found[1]} if found else {}
            said = {"database": error.in_full} if isinstance(error, DatabaseError) else {}
            self._log.error("failure", error=type(error).__name__, **said, **game, where=where)

    def explain(self, error: BaseException) -> str:
        """What strangers are told of *error*: its sentence, or that its words are in the log."""
        if isinstance(error, GipfMetaError):
            return one_line(str(error), LONGEST_WHY)
        self.note(error)
        return host_failed()


def host_failed() -> str:
    """What is answered after an error that is no sentence."""
    return _("The server has failed; its log says why.")


def writing_to(log: Log) -> Callable[[str], Any]:
    """What writes the sentences of a server to *log*."""
    return lambda sentence: log.warning("notice", sentence=sentence)
