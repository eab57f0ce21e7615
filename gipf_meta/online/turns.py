"""What came within one turn of the loop is done together, in one commit, and only then answered."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Collection
from contextlib import AbstractContextManager
from itertools import groupby
from operator import attrgetter
from typing import Final, NamedTuple, Protocol

from gipf_meta.base.clock import measured_s
from gipf_meta.online.figures import Figures
from gipf_meta.rooms.ledger import LedgerError


class _Act(NamedTuple):
    """What is to be done, *alone* or not, and when it came."""

    act: Callable[[], object]
    alone: bool
    came_s: float


class Group(Protocol):
    """What is committed at once; *lost* are the rooms of what could not be kept."""

    lost: set[str]


MOST_TOGETHER: Final = 32
"""How much is done in one turn of the loop; the sockets are heard in between."""
LONGEST_S: Final = 0.02
"""Seconds after which a turn of the loop begins nothing more that is done alone."""


class GroupedTurns:
    """The turns of a driver: *together* encloses what is committed at once, *settle* answers it.

    Where something could not be kept, *forget* gets the rooms that were lost and undoes it here.
    Then everything is done again, each alone, so that each is answered for itself; what was kept
    is not done twice.
    """

    def __init__(
        self,
        figures: Figures,
        together: Callable[[], AbstractContextManager[Group]],
        forget: Callable[[Collection[str]], None],
        settle: Callable[[], None],
    ) -> None:
        self._together, self._forget, self._settle = together, forget, settle
        self._figures = figures
        self._waiting = deque[_Act]()
        self._handle: asyncio.Handle | None = None

    def add(self, act: Callable[[], object], *, alone: bool) -> None:
        """Does *act* in the next turn of the loop, after what was added before."""
        self._waiting.append(_Act(act, alone, measured_s()[0]))
        if self._handle is None:
            self._handle = asyncio.get_running_loop().call_soon(self._work)

    def finish(self) -> None:
        """Does at once whatever waits."""
        while self._waiting:
            self._work_once()

    def _work(self) -> None:
        self._handle = None
        self._work_once()
        if self._waiting and self._handle is None:
            self._handle = asyncio.get_running_loop().call_soon(self._work)

    def _work_once(self) -> None:
        count = min(len(self._waiting), MOST_TOGETHER)
        some = [self._waiting.popleft() for _ in range(count)]
        begun_s, _cpu_s = measured_s()
        for alone, group in groupby(some, key=attrgetter("alone")):
            acts = [*group]
            if alone:
                for each in acts:
                    if measured_s()[0] - begun_s > LONGEST_S and each is not some[0]:
                        self._waiting.extendleft(reversed(some[some.index(each) :]))
                        return
                    self._do_each([each])
                    self._figures.answers.observe(measured_s()[0] - each.came_s)
                continue
            self._do_together(acts)
            now_s, _cpu_s = measured_s()
            for each in acts:
                self._figures.answers.observe(now_s - each.came_s)

    def _do_each(self, acts: list[_Act]) -> None:
        for each in acts:
            with self._figures.part("judging"):
                each.act()
            self._settle()

    def _do_together(self, acts: list[_Act]) -> None:
        lost: Collection[str] = ()
        try:
            with self._figures.part("judging"), self._together() as group:
                lost = group.lost
                for each in acts:
                    each.act()
        except LedgerError:
            self._forget(lost)
            self._do_each(acts)
        else:
            self._settle()
