"""The figures of a process, in the format of Prometheus."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from gipf_meta.base.clock import measured_s

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
        self.thoughts = self._counter("thoughts", "Bots, hints and studies that were asked.")
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
