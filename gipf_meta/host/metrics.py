"""The metrics of a host's process, in the format of Prometheus, and its log, a line of JSON for
each event. No key of a person is ever written to them."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from platform import python_version
from typing import Any, Final, TextIO, TypeAlias

import structlog
from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from gipf_meta.base.clock import Clock, measured_s
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.sentences import one_line
from gipf_meta.base.texts import _
from gipf_meta.base.version import __version__
from gipf_meta.host.refusal_reasons import REASONS, reason_of
from gipf_meta.host.tables import DatabaseError
from gipf_meta.hub.audience import LONGEST_WHY
from gipf_meta.protocol.failures import failing_method
from gipf_meta.web.link import Allowance

PARTS: Final = ("judging", "drawing", "commit", "sending")
"""The parts of the work of a move: rules, drawing, commit to the database, sending."""
WAITED_S: Final = 0.005
"""Seconds from which on sending counts as waiting, not as work."""
SECONDS: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10)
"""The bounds of what is counted by its duration."""

KEYS: Final = {False: "new", True: "known"}
"""The labels of pages that come, by whether their key is known."""

MAIL_RESULTS: Final = ("sent", "failed", "withheld")
"""The labels of mails: taken by the mail server, given up, or more than the host sends."""

NOTICE_WAYS: Final = ("push", "mail")
"""The labels of the ways by which notices are sent."""
NOTICE_RESULTS: Final = ("sent", "later", "refused", "given_up", "gone", "seen", "withheld")
"""The labels of notices: taken by the other server, tried again later, never taken, given up with
their way; not true any more, or seen at the board, when they were due; more than a person gets in a
day."""


async def _nothing() -> None:
    """Brings nothing up to date."""


class _Measured(AbstractContextManager[None]):
    """The context of ``Figures.part``; a move enters ten of them, so they must be cheap."""

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
    """The metrics of one process."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self.frames = self._counter("frames", "Messages of pages that were heard.")
        self.refused = self._counter("refused_frames", "Messages that were too many.")
        self.moves = self._counter("moves", "Decisions that were played here.")
        self.commits = self._counter("commits", "Commits of one or more commands.")
        self.conflicts = self._counter("conflicts", "Commands for which another process was first.")
        self.thoughts = self._counter("thoughts", "Bots, hints and inquiries that were asked.")
        self.failures = self._counter("failures", "Errors that are no sentences.")
        self.commands = self._counter("commands", "Commands that were committed, with others.")
        self.events = self._counter("events", "Events that were committed.")
        mails = self._counter("mails", "Mails, by what became of them.", "result")
        self._mails = {result: mails.labels(result) for result in MAIL_RESULTS}
        notices = self._counter(
            "notices", "Notices, by their way and what became of them.", "way", "result"
        )
        self._notices = {
            (way, result): notices.labels(way, result)
            for way in NOTICE_WAYS
            for result in NOTICE_RESULTS
        }
        self.cut = self._counter("cut_pages", "Pages that were cut off, and come again.")
        arrivals = self._counter("arrivals", "Pages that came by a new or a known key.", "key")
        self._arrivals = {is_known: arrivals.labels(key) for is_known, key in KEYS.items()}
        refusals = self._counter("refusals", "What was refused, by the reason.", "reason")
        self._refusals = {reason: refusals.labels(reason) for reason in REASONS}
        self.answers = self._durations("answer", "From the arrival of a message to its answer.")
        self.lag = self._durations("loop_lag", "How late a timer of the loop runs.")
        self._drawn = self._durations("drawing_delay", "From a change to the drawing of it.")
        self._due = self._gauge("drawings_due", "Rooms whose newest scene is not drawn yet.")
        about = self._gauge("build_info", "The version that runs; always 1.", "version", "python")
        about.labels(__version__, python_version()).set(1)
        ProcessCollector(registry=self._registry)
        #: awaited before the metrics are rendered: brings those up to date that take long
        self.refresh: Callable[[], Awaitable[object]] = _nothing
        wall = self._counter("part_seconds", "Seconds that parts of the work took.", "part")
        cpu = self._counter("part_cpu_seconds", "Processor seconds of parts of the work.", "part")
        self._wall = {part: wall.labels(part) for part in PARTS}
        self._cpu = {part: cpu.labels(part) for part in PARTS}
        self.measured: _Measured | None = None

    def _counter(self, name: str, words: str, *labels: str) -> Counter:
        return Counter(f"gipf_meta_{name}", words, labels, registry=self._registry)

    def _gauge(self, name: str, words: str, *labels: str) -> Gauge:
        return Gauge(f"gipf_meta_{name}", words, labels, registry=self._registry)

    def _durations(self, name: str, words: str) -> Histogram:
        return Histogram(
            f"gipf_meta_{name}_seconds", words, buckets=SECONDS, registry=self._registry
        )

    def watch(self, name: str, words: str, find: Callable[[], float]) -> None:
        """Adds a gauge *name* with the description *words*; *find* returns its value."""
        self._gauge(name, words).set_function(find)

    def arrive(self, is_known: bool) -> None:
        """Counts a page that says hello by a key, which *is_known* or new."""
        self._arrivals[is_known].inc()

    def refuse(self, reason: str) -> None:
        """Counts a refusal with that *reason*, one of ``REASONS``."""
        self._refusals[reason].inc()

    def note_refusal(self, error: BaseException) -> None:
        """Counts a refusal with *error*, by its class."""
        self.refuse(reason_of(error))

    def note_mail(self, result: str) -> None:
        """Counts a mail with that *result*, one of ``MAIL_RESULTS``."""
        self._mails[result].inc()

    def note_notices(self, way: str, result: str, count: int) -> None:
        """Counts *count* notices on a *way* with that *result*, one of ``NOTICE_RESULTS``."""
        self._notices[way, result].inc(count)

    def drawn(self, delay_s: float) -> None:
        """Counts a room that is drawn *delay_s* after its change."""
        self._drawn.observe(delay_s)

    def watch_due(self, find: Callable[[], float]) -> None:
        """Shows what *find* returns as the number of rooms whose newest scene is not drawn yet."""
        self._due.set_function(find)

    def part(self, name: str) -> AbstractContextManager[None]:
        """Returns a context that adds its time to part *name*, without the parts nested in it."""
        return _Measured(self, name)

    def count(self, name: str, wall_s: float, cpu_s: float) -> None:
        """Adds *wall_s* and *cpu_s* to part *name*; negative ones count as 0."""
        self._wall[name].inc(max(0.0, wall_s))
        self._cpu[name].inc(max(0.0, cpu_s))

    def note(self, name: str, before_s: tuple[float, float]) -> None:
        """Adds the time since *before_s* to part *name*; nothing if it is ``WAITED_S`` or more."""
        now_s, now_cpu_s = measured_s()
        if now_s - before_s[0] < WAITED_S:
            self.count(name, now_s - before_s[0], now_cpu_s - before_s[1])

    async def render(self) -> tuple[bytes, str]:
        """Returns all metrics as text, and its content type."""
        await self.refresh()
        return generate_latest(self._registry), CONTENT_TYPE_LATEST


DEEPEST: Final = 6
"""The number of innermost stack frames of an error that are logged."""

Log: TypeAlias = structlog.typing.FilteringBoundLogger


def make_log(process: str, stream: TextIO | None = None) -> Log:
    """Returns a log of *process* on *stream*, by default on standard error."""
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
    """Writes lines to *stream*; ignores that it was closed."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def msg(self, line: str) -> None:
        """Writes *line*, and flushes."""
        with suppress(OSError, ValueError):
            print(line, file=self._stream, flush=True)

    info = warning = error = msg


class Failures:
    """Logs errors that are no sentences for people, and counts them in *figures*.

    The log gets the place of an error but not its message, which may hold text of a client; only of
    ``DatabaseError`` it gets the full message. By *clock*, at most 20 are logged at once, and one
    each second in the long run.
    """

    def __init__(self, log: Log, figures: Figures, clock: Clock) -> None:
        self._log, self._figures = log, figures
        self._allowance = Allowance(clock, at_once=20, per_second=1)

    def note(self, error: object) -> None:
        """Counts and logs *error*: its class, where it arose, and the game's method that failed."""
        self._figures.failures.inc()
        if self._allowance.take() and isinstance(error, BaseException):
            frames = traceback.extract_tb(error.__traceback__)[-DEEPEST:]
            where = [f"{Path(frame.filename).name}:{frame.lineno}" for frame in frames]
            found = failing_method(error)
            game = {"game": found[0].id, "method": found[1]} if found else {}
            said = {"database": error.in_full} if isinstance(error, DatabaseError) else {}
            self._log.error("failure", error=type(error).__name__, **said, **game, where=where)

    def explain(self, error: BaseException) -> str:
        """Returns the sentence for strangers about *error*: its own, or that the log says why."""
        self._figures.note_refusal(error)
        if isinstance(error, GipfMetaError):
            return one_line(str(error), LONGEST_WHY)
        self.note(error)
        return host_failed()


def host_failed() -> str:
    """Returns the answer after an error that is no sentence for people."""
    return _("The server has failed; its log says why.")


def writing_to(log: Log) -> Callable[[str], Any]:
    """Returns a function that writes a sentence of the server to *log*."""
    return lambda sentence: log.warning("notice", sentence=sentence)
