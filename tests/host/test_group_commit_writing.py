"""A group is written beside the loop: other rooms are drawn meanwhile, nobody learns what is not
durable yet, and whatever becomes of the commit, every command gets one answer that is true."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Literal, TypeVar, cast

import pytest

from gipf_meta.base.clock import StillClock
from gipf_meta.host import group_commit
from gipf_meta.host.database import Database, DatabaseError
from gipf_meta.host.database_ledger import MeasuredLedger
from gipf_meta.host.group_commit import GroupScheduler
from gipf_meta.host.host_hub import reload_lost_rooms
from gipf_meta.host.metrics import Figures
from gipf_meta.hub.hub import Hub
from gipf_meta.rooms.rebuilding import rebuild
from gipf_meta.table.history import have_same_decisions
from gipf_meta.web.driver import Driver, Thinkers
from tests.host.conftest import make_tables
from tests.host.test_group_commit_drawing import NoDesk, NoThinkers
from tests.hub.test_hub import find, opening
from tests.tiers import slow, soak

End = Literal["written", "refused", "unheard", "conflict", "away"]
"""The end of a group: it is written; nothing is; it is, and nobody hears of it; another process was
first in a room; the database is away, also when the rooms are read again."""
ENDS: tuple[End, ...] = ("written", "written", "refused", "unheard", "conflict", "away")
ROOMS = ("a", "b", "c")
STEPS = 80
_Result = TypeVar("_Result")


class Moody(Database):
    """A database that refuses all, or writes and then says that it did not."""

    mood: End = "written"

    def _run(self, *about: Any) -> Any:
        self._refuse()
        found = super()._run(*about)
        if self.mood == "unheard":
            raise DatabaseError("The database cannot be used: it was not heard.")
        return found

    def begin(self) -> Any:
        self._refuse()
        return super().begin()

    def _refuse(self) -> None:
        if self.mood in ("refused", "away"):
            raise DatabaseError("The database cannot be used: it is away.")


class Later(Future[None]):
    """The work of the other thread, which is done when the test says so, or somebody waits."""

    def __init__(self, work: Callable[[], None], begin: Callable[[], None]) -> None:
        super().__init__()
        self._work, self._begin = work, begin

    def do(self) -> None:
        if not self.done():
            self._begin()
            self._work()
            self.set_result(None)

    def exception(self, timeout: float | None = None) -> BaseException | None:
        self.do()
        return super().exception(timeout)


class Link:
    """A page of *person* in *room*, which checks that all it is sent is durable."""

    language, lag_ms = "", 0

    def __init__(self, served: Served, room: str, person: str) -> None:
        self.name, self.room, self.person = f"{room} {person}", room, person
        self._served = served
        self.said: list[dict[str, Any]] = []

    def say(self, message: Any) -> None:
        text = message.text(json.dumps) if callable(getattr(message, "text", None)) else None
        told = json.loads(text or json.dumps(message))
        self.said.append(told)
        about = told.get("scene", told)
        if "number" in about:
            assert about["number"] <= self._served.count(self.room), told

    def charge_message(self, letters: int) -> bool:
        return True

    def drop(self) -> None:
        raise AssertionError("nobody is cut off")

    def answers(self) -> list[str]:
        """The ids of the commands that are answered."""
        return [each.get("done") or each["refused"] for each in self.said if _is_answer(each)]


def _is_answer(told: dict[str, Any]) -> bool:
    return bool(told.get("done") or told.get("refused"))


class Served:
    """A host's rooms on a database in *folder*; groups are written when the test says so."""

    def __init__(self, folder: Path) -> None:
        self.clock, self.flights = StillClock(), list[Later]()
        url = make_tables(f"sqlite:///{folder / 'rooms.sqlite'}")
        self.database = cast("Moody", Moody.open(url))
        self.beside = Database.open(url)
        self.ledger = MeasuredLedger(self.database, Figures())
        self._there = MeasuredLedger(self.beside, Figures())
        self.hub, self.other = (
            Hub(cast("Any", ledger), find, patience_ms=None, pauses_alone=False)
            for ledger in (self.ledger, self._there)
        )
        self.begin: Callable[[], None] = lambda: None
        scheduler = partial(
            GroupScheduler,
            Figures(),
            self.ledger,
            self._submit,
            partial(reload_lost_rooms, self.hub),
        )
        self.driver = Driver(
            self.hub,
            cast("Any", NoDesk()),
            self.clock,
            _fail,
            lambda _on_end, _on_part: cast("Thinkers", NoThinkers()),
            make_scheduler=cast("Any", scheduler),
        )
        self.links = {(room, who): Link(self, room, who) for room in ROOMS for who in "xy"}
        for (room, who), link in self.links.items():
            if who == "x":
                self.hub.open_room(room, opening("wager", "human", "human"), "x", 0, {1: "y"})
                self.other.connect(f"{room} z", "x", "")
            self.driver.join(cast("Any", link))
            self.hub.connect(link.name, who, "")

    def _submit(self, work: Callable[[], None]) -> Future[None]:
        self.flights.append(Later(work, lambda: self.begin()))
        return self.flights[-1]

    def count(self, room: str) -> int:
        """The number of events of a room that are durable."""
        return self._there.count(room)

    async def settle(self) -> None:
        """Lets the loop run until nothing is left to do without the other thread."""
        for _turn in range(20):
            await asyncio.sleep(0)

    async def land(self, end: End = "written") -> None:
        """Lets the group that is being written have that *end*."""

        def begin() -> None:
            if end == "conflict":
                for room in random_rooms:
                    self.play_beside(room)
            else:
                self.database.mood = end

        random_rooms = [room for room in ROOMS if room in self.hub.audience._listed][:1]
        self.begin = begin
        flight = self.flights[-1]
        flight.do()
        self.database.mood = "away" if end == "away" else "written"
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        self.database.mood = "written"
        self.begin = lambda: None
        await self.settle()

    def play_beside(self, room: str) -> None:
        """Lets another process decide first in a room."""
        message = {"do": "watch", "id": "w", "room": room, "want": "events"}
        self.other.receive(f"{room} z", message, 0)
        self.other.read_news(room, self.count(room))
        state = self.other.room(room)
        texts = [each.notation for each in state.choices("x")]
        if texts:
            id = f"z{state.number}"
            message = {"do": "play", "id": id, "room": room, "text": texts[0], "seen": state.number}
            self.other.receive(f"{room} z", message, 0)

    def send(self, room: str, who: str, do: str, id: str, **about: Any) -> None:
        """Sends a command."""
        message = {"do": do, "room": room, "id": id, **about}
        self.driver.receive(cast("Any", self.links[room, who]), json.dumps(message))

    def play(self, room: str, who: str, id: str, choose: Callable[[list[str]], str]) -> None:
        """Sends a decision: one that is legal as the room stands in memory."""
        state = self.hub.room(room)
        texts = [each.notation for each in state.choices(who)] or ["claim"]
        self.send(room, who, "play", id, text=choose(texts), seen=state.number)

    async def watch(self, want: str = "scene") -> None:
        """Lets all see their rooms, with seats x as scenes and y as *want*."""
        for room, who in self.links:
            self.send(room, who, "watch", f"w{room}{who}", want="scene" if who == "x" else want)
        await self.settle()

    def close(self) -> None:
        self.driver.finish()
        self.database.close()
        self.beside.close()


def _fail(error: object) -> None:
    raise AssertionError(error) from cast("BaseException", error)


@pytest.mark.parametrize("is_long", [True, False])
async def test_while_a_group_is_written_others_are_drawn_and_commands_wait(
    is_long: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rooms are drawn only where writing takes long: the answers come first."""
    monkeypatch.setattr(group_commit, "LONG_FLIGHT_S", 0 if is_long else 1000)
    served = Served(tmp_path)
    await served.watch()
    for link in served.links.values():
        link.said.clear()
    served.play("a", "x", "p1", lambda texts: texts[0])
    await asyncio.sleep(0)
    assert len(served.flights) == 1
    served.hub.audience.tell_all(served.hub.open_rooms.look("b"))  # type: ignore[arg-type]
    served.hub.audience.tell_events()  # b has waited for its drawing since before
    served.hub.audience.tell_all(served.hub.open_rooms.look("a"))  # type: ignore[arg-type]
    served.play("c", "x", "p2", lambda texts: texts[0])
    await served.settle()
    drawn = {link.name for link in served.links.values() if link.said}
    assert drawn == ({"b x", "b y"} if is_long else set())
    assert len(served.flights) == 1
    await served.land()
    assert served.links["a", "x"].answers() == ["p1"]
    assert not served.links["c", "x"].said
    assert len(served.flights) == 2
    await served.land()
    assert served.links["c", "x"].answers() == ["p2"]
    assert "scene" in served.links["c", "y"].said[-1]
    served.close()


async def test_whatever_is_being_written_is_answered_before_the_end(tmp_path: Path) -> None:
    served = Served(tmp_path)
    await served.watch()
    served.play("a", "x", "p1", lambda texts: texts[0])
    await asyncio.sleep(0)
    served.play("b", "x", "p2", lambda texts: texts[0])
    served.driver.finish()
    assert served.links["a", "x"].answers()[-1] == "p1"
    assert served.links["b", "x"].answers()[-1] == "p2"
    assert len(served.flights) == 2
    served.close()


async def test_a_conflict_costs_two_commits_and_no_other_command_its_answer(
    tmp_path: Path,
) -> None:
    served = Served(tmp_path)
    await served.watch()
    for room in ROOMS:
        served.play(room, "x", f"p{room}", lambda texts: texts[0])
    await asyncio.sleep(0)
    await served.land("conflict")
    answers = {room: served.links[room, "x"].said for room in ROOMS}
    assert [told for told in answers["a"] if "refused" in told]  # the other one has claimed
    for room in "bc":
        assert [told["done"] for told in answers[room] if "done" in told][-1] == f"p{room}"
        assert len(served.ledger.read(room)) == served.hub.room(room).number
    served.close()


@pytest.mark.parametrize("seed", [*range(4), *slow(*range(4, 16)), *soak(*range(16, 200))])
async def test_whatever_the_ends_every_command_has_one_answer_that_is_true(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    random, served = Random(seed), Served(tmp_path)
    monkeypatch.setattr(group_commit, "LONG_FLIGHT_S", random.choice([0, 1000]))
    await served.watch(random.choice(["scene", "events", "view"]))
    sent: dict[str, list[str]] = {link.name: [] for link in served.links.values()}
    for link in served.links.values():
        link.said.clear()
    for step in range(STEPS):
        room, who, id = random.choice(ROOMS), random.choice("xy"), f"c{step}"
        match random.random():
            case dice if dice < 0.5:
                served.play(room, who, id, random.choice)
                sent[f"{room} {who}"].append(id)
            case dice if dice < 0.6:
                served.send(room, who, "takeback", id)
                sent[f"{room} {who}"].append(id)
            case dice if dice < 0.8:
                if served.flights and not served.flights[-1].done():
                    await served.land(random.choice(ENDS))
            case _:
                served.clock.ms += random.randrange(300)
                for _turn in range(random.randrange(4)):
                    await asyncio.sleep(0)
    while served.flights and not served.flights[-1].done():
        await served.land()
    await served.settle()
    served.driver.finish()
    done = Counter[tuple[str, str]]()
    for link in served.links.values():
        assert link.answers() == sent[link.name]
        done.update((link.room, each["done"]) for each in link.said if "done" in each)
    for room in ROOMS:
        entries = served.ledger.read(room)
        ids = {entry.id for entry in entries}
        assert {id for where, id in done if where == room} <= ids
        served.hub.read_news(room, served.count(room))
        state = served.hub.room(room)
        assert state.number == len(entries)
        again = rebuild(room, [entry.event for entry in entries], find)
        assert have_same_decisions(again.state.table.match, state.table.match)
    served.close()
