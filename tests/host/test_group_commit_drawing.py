"""Answers go out before anything is drawn; rooms are drawn one by one, and what comes meanwhile is
answered first, however slow a drawing is."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from functools import partial
from types import SimpleNamespace
from typing import Any, cast

import pytest

from gipf_meta.base.clock import StillClock
from gipf_meta.host.group_commit import LATE_MS, MOST_TOGETHER, Group, GroupScheduler
from gipf_meta.host.metrics import Figures
from gipf_meta.hub.hub import Hub
from gipf_meta.rooms.ledger import MemoryLedger
from gipf_meta.web.driver import Driver, Thinkers
from gipf_meta.web.scheduling import AfterActs, ImmediateScheduler
from tests.hub.test_hub import find, opening

ROOMS = ("a", "b", "c", "d")
SLOW_MS = 150
"""The time that each drawing takes for one who watches."""


class Link:
    """A page of *person* in *room*; what is said to it is added to *said*."""

    language, lag_ms = "", 0

    def __init__(self, room: str, person: str, said: list[tuple[str, str, str]]) -> None:
        self.name, self.room, self.person, self._said = f"{room} {person}", room, person, said

    def say(self, message: Any) -> None:
        self._said.append((self.room, self.person, next(iter(message))))

    def charge_message(self, letters: int) -> bool:
        return True

    def drop(self) -> None:
        raise AssertionError("nobody is cut off")


class NoThinkers:
    """Nobody thinks here."""

    def think(self, thought: object) -> None:
        raise AssertionError

    def fill_places(self) -> None:
        pass

    def cancel_all(self) -> None:
        pass


class NoDesk:
    """A desk at which nobody asks."""

    def note_lesson(self, *_about: object) -> None:
        pass

    def note_lesson_done(self, *_about: object) -> tuple[str, ...]:
        return ()

    def find_next_puzzle(self, *_about: object) -> str:
        return ""

    def find_own(self, *_about: object) -> None:
        pass

    def note_review(self, *_about: object) -> None:
        pass


class Groups:
    """A ledger of groups of which nothing is lost. Where they *take_long*, each is in flight until
    it *lands*."""

    def __init__(self) -> None:
        self.take_long = False
        self.flights: list[Future[None]] = []

    @contextmanager
    def collecting(self) -> Iterator[Group]:
        rooms = {"r"} if self.take_long else set[str]()
        yield cast("Group", SimpleNamespace(lost=(), error=None, rooms=rooms))

    def commit(self, group: Group) -> None:
        pass

    def submit(self, commit: Callable[[], None]) -> Future[None]:
        self.flights.append(Future())
        return self.flights[-1]

    def land(self) -> None:
        """Ends the first flight."""
        self.flights.pop(0).set_result(None)


class Served:
    """Four rooms in which two people play, and a driver; each drawing takes ``SLOW_MS``."""

    def __init__(self, is_grouped: bool = True) -> None:
        self.clock, self.said = StillClock(), list[tuple[str, str, str]]()
        self.groups = Groups()
        self.hub = Hub(MemoryLedger(), find, patience_ms=None, pauses_alone=False)
        grouped = partial(
            GroupScheduler,
            Figures(),
            self.groups,
            self.groups.submit,
            lambda _lost: None,
            measure_s=lambda: self.clock.ms / 1000,
        )
        self.driver = Driver(
            self.hub,
            cast("Any", NoDesk()),
            self.clock,
            _fail,
            lambda _on_end, _on_part: cast("Thinkers", NoThinkers()),
            make_scheduler=cast("Any", grouped) if is_grouped else ImmediateScheduler,
        )
        self.after_drawing: Callable[[], object] = lambda: None
        self.hub.audience.drawing = self._drawing
        self.links = {(room, who): Link(room, who, self.said) for room in ROOMS for who in "xy"}
        for (room, who), link in self.links.items():
            if who == "x":
                self.hub.open_room(room, opening("wager", "human", "human"), "x", 0, {1: "y"})
            self.driver.join(link)
            self.hub.connect(link.name, who, "")

    @contextmanager
    def _drawing(self) -> Iterator[None]:
        yield
        self.clock.ms += SLOW_MS
        self.after_drawing()

    async def settle(self) -> None:
        """Lets the loop run until nothing is left to do."""
        for _turn in range(40):
            await asyncio.sleep(0)

    async def watch(self) -> None:
        """Lets all see their rooms."""
        for (room, who), link in self.links.items():
            self.send(link, do="watch", want="scene", id=f"w{room}{who}")
        await self.settle()
        self.said.clear()

    def send(self, link: Link, **message: Any) -> None:
        """Sends a command."""
        self.driver.receive(link, json.dumps({"room": link.room, **message}))

    def play(self, room: str) -> None:
        """Plays the first decision in a room."""
        seen = self.hub.room(room).number
        self.send(self.links[room, "x"], do="play", id=f"p{room}", text="claim", seen=seen)


def _fail(error: object) -> None:
    raise AssertionError(error)


def scenes(room: str) -> Sequence[tuple[str, str, str]]:
    """The scenes of a room for those who see it."""
    return [(room, who, "scene") for who in "xy"]


def done(room: str) -> tuple[str, str, str]:
    """The answer to the one who has played in a room."""
    return room, "x", "done"


async def test_no_answer_waits_for_the_drawing_of_another_room() -> None:
    served = Served()
    await served.watch()
    first = [lambda: served.play("d")]

    def hear_once() -> None:
        while first:
            asyncio.get_running_loop().call_soon(first.pop())  # as a socket would

    served.after_drawing = hear_once
    for room in "abc":
        served.play(room)
    await served.settle()
    assert served.said == [
        *map(done, "abc"),
        *scenes("a"),
        done("d"),
        *scenes("b"),
        *scenes("c"),
        *scenes("d"),
    ]


async def test_rooms_are_drawn_though_commands_come_all_the_time() -> None:
    served = Served()
    await served.watch()
    asked: list[int] = []

    def ask() -> None:
        asked.append(len(asked))
        link, id = served.links["d", "y"], f"l{len(asked)}"
        if len(asked) < 30:
            served.send(link, do="ask", id=id, question="help")
            asyncio.get_running_loop().call_soon(ask)

    for room in "abc":
        served.play(room)
    ask()
    await served.settle()
    drawn = [n for n, (_room, _who, what) in enumerate(served.said) if what == "scene"]
    answered = [n for n, (_room, _who, what) in enumerate(served.said) if what == "answer"]
    assert len(drawn) == 6
    assert drawn[-1] < answered[10], "one room after each group, at least"


async def test_a_room_alone_is_answered_before_it_is_drawn() -> None:
    served = Served(is_grouped=False)
    await served.watch()
    served.play("a")
    assert served.said == [done("a"), *scenes("a")]
    served.driver.close()


async def test_while_a_group_is_written_only_rooms_are_drawn_of_which_it_knows_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("gipf_meta.host.group_commit.LONG_FLIGHT_S", 0)
    served = Served()
    await served.watch()
    for room in "ab":
        served.play(room)
    await asyncio.sleep(0)
    assert served.said == [*map(done, "ab"), *scenes("a")]
    served.said.clear()
    served.groups.take_long = True
    for room in "cd":
        served.play(room)
    await served.settle()
    assert served.said == scenes("b"), "no answer, and no scene, before it is kept"
    served.play("a")
    await served.settle()
    assert served.said == scenes("b"), "commands wait, too"
    served.groups.take_long = False
    served.groups.land()
    await served.settle()
    assert served.said[2:4] == [*map(done, "cd")]
    assert sorted(served.said[4:]) == sorted([done("a"), *scenes("c"), *scenes("d")])


class Rooms:
    """Rooms that wait to be drawn, each for so many ms; a drawing takes *took_ms*."""

    def __init__(self, waiting_ms: list[int], took_ms: int) -> None:
        self.waiting_ms, self._took_ms, self.now_ms = waiting_ms, took_ms, 0
        self.steps: list[str] = []

    def hold_answers(self) -> None:
        raise AssertionError("nothing is written")

    def send_answers(self) -> None:
        self.steps.append("answers")

    def draw_next(self, waited_ms: int = 0) -> bool:
        if not self.waiting_ms or self.waiting_ms[0] < waited_ms:
            return False
        self.waiting_ms.pop(0)
        self.now_ms += self._took_ms
        self.steps.append("drawing")
        return True

    def go_on(self) -> None:
        pass


@pytest.mark.parametrize(
    ("waiting_ms", "took_ms", "drawings"),
    [
        ([0, 0, 0], 1, [1, 1, 1]),
        ([0, LATE_MS, 0], 1, [2, 1, 0]),
        ([LATE_MS] * 3, 1, [3, 0, 0]),
        ([LATE_MS] * 3, 15, [2, 1, 0]),
        ([LATE_MS] * 3, 50, [1, 1, 1]),
    ],
)
async def test_late_rooms_are_drawn_before_the_next_group_as_long_as_there_is_time(
    waiting_ms: list[int], took_ms: int, drawings: list[int]
) -> None:
    rooms = Rooms(waiting_ms, took_ms)
    scheduler = GroupScheduler(
        Figures(),
        Groups(),
        Groups().submit,
        lambda _lost: None,
        cast("AfterActs", rooms),
        lambda: rooms.now_ms / 1000,
    )
    for _act in range(3 * MOST_TOGETHER):
        scheduler.add(lambda: None, alone=False)
    for _turn in range(6):
        await asyncio.sleep(0)
    turns = " ".join(rooms.steps).split("answers")
    assert [turn.split().count("drawing") for turn in turns[1:]] == drawings
