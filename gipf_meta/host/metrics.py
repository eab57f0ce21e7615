"""What whoever runs a host is told of a process: its figures, in the format of Prometheus, and its
log, a line of JSON for each event, which programs read. No key is ever in it."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import Any, Final, TextIO, TypeAlias

import structlog
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from gipf_meta.base.clock import Clock, measured_s
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.sentences import one_line
from gipf_meta.base.texts import _
from gipf_meta.host.tables import DatabaseError
from gipf_meta.hub.audience import LONGEST_WHY
from gipf_meta.protocol.failures import failing_method
from gipf_meta.web.link import Allowance

PARTS: Final = ("judging", "drawing", "commit", "sending")
"""What a move costs: the rules, what is shown, what is kept, what is sent."""
WAITED_S: Final = 0.005
"""Seconds after which sending was waiting."""
SECONDS: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)


class _Measured(AbstractContextManager[None]):
    """The context of ``Figures.part``: ten of them measure a move, so they must cost nothing."""

    __slots__ = ("_begun", "_figures", "_name", "_others", "_outer")

    def __init__(self, figures: Figures, name: str) -> None:
        self._figures, self._name = figures, name
        self._others = (0.0, 0.0)

    def __enter__(self) -> None:
        self._outer, self._figures.measured = self._figures.measured, self
        self._begun = measured_s()

    def __exit__(self, *_error: object) -> None:
        now_s, now_cpu_s = measured_s()
        took_s, took_cpu_s = now_s - self._begun[0], now_cpu_s - self._begun[1]
        others_s, others_cpu_s = self._others
        self._figures.count(self._name, took_s - others_s, took_cpu_s - others_cpu_s)
        self._figures.measured = outer = self._outer
        if outer is not None:
            outer._others = outer._others[0] + took_s, outer._others[1] + took_cpu_s


class Figures:
    """What is counted and measured in one process."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self.frames = self._counter("frames", "Messages of pages that were heard.")
        self.refused = self._counter("refused_frames", "Messages that were too many.")
        self.moves = self._counter("moves", "Decisions that were played here.")
        self.commits = self._counter("commits", "Commits of one or more commands.")
        self.conflicts = self._counter("conflicts", "Commands for which another process was first.")
        self.thoughts = self._counter("thoughts", "Bots, hints and inquiries that were asked.")
        self.failures = self._counter("failures", "Errors that are no sentences.")
        self.answers = Histogram(
            "gipf_meta_answer_seconds",
            "From the arrival of a message to its answer.",
            buckets=SECONDS,
            registry=self._registry,
        )
        wall = self._counter("part_seconds", "Seconds that parts of the work took.", "part")
        cpu = self._counter("part_cpu_seconds", "Processor seconds of parts of the work.", "part")
        self._wall = {part: wall.labels(part) for part in PARTS}
        self._cpu = {part: cpu.labels(part) for part in PARTS}
        self.measured: _Measured | None = None

    def _counter(self, name: str, words: str, *labels: str) -> Counter:
        return Counter(f"gipf_meta_{name}", words, labels, registry=self._registry)

    def watch(self, name: str, words: str, find: Callable[[], float]) -> None:
        """Tells under *name* what *find* finds whenever somebody asks."""
        gauge = Gauge(f"gipf_meta_{name}", words, registry=self._registry)
        gauge.set_function(find)

    def part(self, name: str) -> AbstractContextManager[None]:
        """Measures what is done inside as part *name*, without the parts inside that."""
        return _Measured(self, name)

    def count(self, name: str, wall_s: float, cpu_s: float) -> None:
        """Adds seconds, and processor seconds, to part *name*."""
        self._wall[name].inc(max(0.0, wall_s))
        self._cpu[name].inc(max(0.0, cpu_s))

    def note(self, name: str, before_s: tuple[float, float]) -> None:
        """Adds to part *name* what has passed since *before_s*; nothing if something was waited
        for."""
        now_s, now_cpu_s = measured_s()
        if now_s - before_s[0] < WAITED_S:
            self.count(name, now_s - before_s[0], now_cpu_s - before_s[1])

    def tell(self) -> tuple[bytes, str]:
        """All figures, and the kind of that text."""
        return generate_latest(self._registry), CONTENT_TYPE_LATEST


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
