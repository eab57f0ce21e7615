"""What came within one turn of the loop is done together, in one commit, and only then answered."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Collection
from contextlib import AbstractContextManager
from itertools import groupby
from typing import Final, Protocol

from gipf_meta.rooms.ledger import LedgerError


class Group(Protocol):
    """What is committed at once; *lost* are the rooms of what could not be kept."""

    lost: set[str]


MOST_TOGETHER: Final = 32
"""How much is done in one turn of the loop; the sockets are heard in between."""


class GroupedTurns:
    """The turns of a driver: *together* encloses what is committed at once, *settle* answers it.

    Where something could not be kept, *forget* gets the rooms that were lost and undoes it here.
    Then everything is done again, each alone, so that each is answered for itself; what was kept
    is not done twice.
    """

    def __init__(
        self,
        together: Callable[[], AbstractContextManager[Group]],
        forget: Callable[[Collection[str]], None],
        settle: Callable[[], None],
    ) -> None:
        self._together, self._forget, self._settle = together, forget, settle
        self._waiting = deque[tuple[Callable[[], object], bool]]()
        self._handle: asyncio.Handle | None = None

    def add(self, act: Callable[[], object], *, alone: bool) -> None:
        """Does *act* in the next turn of the loop, after what was added before."""
        self._waiting.append((act, alone))
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
        for alone, group in groupby(some, key=lambda each: each[1]):
            acts = [act for act, _alone in group]
            if alone:
                self._do_each(acts)
            else:
                self._do_together(acts)

    def _do_each(self, acts: list[Callable[[], object]]) -> None:
        for act in acts:
            act()
            self._settle()

    def _do_together(self, acts: list[Callable[[], object]]) -> None:
        lost: Collection[str] = ()
        try:
            with self._together() as group:
                lost = group.lost
                for act in acts:
                    act()
        except LedgerError:
            self._forget(lost)
            self._do_each(acts)
        else:
            self._settle()
