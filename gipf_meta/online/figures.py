"""The figures of a process, in the format of Prometheus."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from gipf_meta.base.clock import measured_s

PARTS: Final = ("judging", "drawing", "commit", "sending")
"""What a move costs: the rules, what is shown, what is kept, what is sent."""
WAITED_S: Final = 0.005
"""Seconds after which sending was waiting."""
SECONDS: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)


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
        self._wall = self._counter("part_seconds", "Seconds that parts of the work took.", "part")
        self._cpu = self._counter(
            "part_cpu_seconds", "Processor seconds of parts of the work.", "part"
        )
        self._inside = list[list[float]]()
        for part in PARTS:
            self._wall.labels(part)
            self._cpu.labels(part)

    def _counter(self, name: str, words: str, *labels: str) -> Counter:
        return Counter(f"gipf_meta_{name}", words, labels, registry=self._registry)

    def watch(self, name: str, words: str, find: Callable[[], float]) -> None:
        """Tells under *name* what *find* finds whenever somebody asks."""
        gauge = Gauge(f"gipf_meta_{name}", words, registry=self._registry)
        gauge.set_function(find)

    @contextmanager
    def part(self, name: str) -> Iterator[None]:
        """Measures what is done inside as part *name*, without the parts inside that."""
        wall_s, cpu_s = measured_s()
        others = [0.0, 0.0]
        self._inside.append(others)
        try:
            yield
        finally:
            self._inside.pop()
            now_s, now_cpu_s = measured_s()
            took_s, took_cpu_s = now_s - wall_s, now_cpu_s - cpu_s
            self._wall.labels(name).inc(max(0.0, took_s - others[0]))
            self._cpu.labels(name).inc(max(0.0, took_cpu_s - others[1]))
            if self._inside:
                self._inside[-1][0] += took_s
                self._inside[-1][1] += took_cpu_s

    def note(self, name: str, before_s: tuple[float, float]) -> None:
        """Adds to part *name* what has passed since *before_s*; nothing if something was waited
        for."""
        now_s, now_cpu_s = measured_s()
        if now_s - before_s[0] < WAITED_S:
            self._wall.labels(name).inc(now_s - before_s[0])
            self._cpu.labels(name).inc(now_cpu_s - before_s[1])

    def tell(self) -> tuple[bytes, str]:
        """All figures, and the kind of that text."""
        return generate_latest(self._registry), CONTENT_TYPE_LATEST
