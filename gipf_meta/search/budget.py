# mypyc: compile
"""How much a search may do, and who can end it before."""

from __future__ import annotations

from dataclasses import dataclass, field
from threading import Event
from typing import Protocol

from gipf_meta.base.clock import Clock, RealClock


class Flag(Protocol):
    """What a search looks at to see whether it is still wanted: an ``Event``, say."""

    def is_set(self) -> bool:
        """Whether it is not."""
        ...


@dataclass(frozen=True)
class Budget:
    """At most *nodes* nodes and *ms* milliseconds, whichever is used up first; ``None``: no limit.

    Another thread ends the search by setting *cancelled*. A search that no time ends is the same
    for the same seed on every machine.
    """

    nodes: int | None = None
    ms: int | None = None
    cancelled: Flag = field(default_factory=Event, compare=False)
    clock: Clock = field(default_factory=RealClock, compare=False)

    def __post_init__(self) -> None:
        if self.nodes is None and self.ms is None:
            raise ValueError("A search needs a limit: nodes, or milliseconds.")

    def __reduce__(self) -> tuple[type[Budget], tuple[object, ...]]:
        return Budget, (self.nodes, self.ms, self.cancelled, self.clock)

    def begun(self) -> Meter:
        """The budget, from now on."""
        return Meter(self)


class Meter:
    """What is left of a budget."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._until = None if budget.ms is None else budget.clock.now_ms() + budget.ms

    def is_spent(self, nodes: int) -> bool:
        """Whether the search is to end, after so many *nodes*."""
        budget = self._budget
        if budget.nodes is not None and nodes >= budget.nodes:
            return True
        if budget.cancelled.is_set():
            return True
        return self._until is not None and budget.clock.now_ms() >= self._until
