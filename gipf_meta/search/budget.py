# mypyc: compile
"""The budget of a search: how many nodes, how much time, and a flag that ends it."""

from __future__ import annotations

from dataclasses import dataclass, field
from threading import Event
from typing import Final, Protocol

from gipf_meta.base.clock import Clock, RealClock

MOST_NODES: Final = 1_000_000
"""The most positions that one search may look at: its tree takes memory."""


class Flag(Protocol):
    """A flag that tells a search whether it is cancelled: an ``Event``, for example."""

    def is_set(self) -> bool:
        """Whether the search is cancelled."""
        ...


class TimeFlag:
    """A flag that is set when another one is, and *ms* milliseconds after it was made."""

    def __init__(self, cancelled: Flag, ms: int, clock: Clock | None = None) -> None:
        self._cancelled = cancelled
        self._clock = clock or RealClock()
        self._until = self._clock.now_ms() + ms

    def is_set(self) -> bool:
        """Whether the search is to end."""
        return self._cancelled.is_set() or self._clock.now_ms() >= self._until


@dataclass(frozen=True)
class Budget:
    """At most *nodes* nodes and *ms* milliseconds, whichever is used up first; ``None``: no limit.

    Another thread ends the search by setting *cancelled*. Where time ends it, the search sets
    *cut_short*. A search that its nodes end is the same
    for the same seed on every machine. Raises ``ValueError`` without any limit.
    """

    nodes: int | None = None
    ms: int | None = None
    cancelled: Flag = field(default_factory=Event, compare=False)
    clock: Clock = field(default_factory=RealClock, compare=False)
    cut_short: Event = field(default_factory=Event, compare=False)

    def __post_init__(self) -> None:
        if self.nodes is None and self.ms is None:
            raise ValueError("A search needs a limit: nodes, or milliseconds.")

    def start(self) -> Meter:
        """A meter whose time starts now."""
        return Meter(self)


class Meter:
    """Measures whether a budget is used up."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._until = None if budget.ms is None else budget.clock.now_ms() + budget.ms

    def is_spent(self, nodes: int) -> bool:
        """Whether the search must end, after *nodes* nodes."""
        budget = self._budget
        if budget.nodes is not None and nodes >= budget.nodes:
            return True
        if budget.cancelled.is_set():
            return True
        if self._until is None or budget.clock.now_ms() < self._until:
            return False
        budget.cut_short.set()
        return True
