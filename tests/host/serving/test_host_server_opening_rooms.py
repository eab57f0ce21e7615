"""A room that is not open is rebuilt in a thread: only messages to that room wait."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any, ClassVar

import pytest

from gipf_meta.hub.hub import Hub
from gipf_meta.protocol.game import Game
from gipf_meta.records.models import Seat
from gipf_meta.rooms.ledger import MemoryLedger
from gipf_meta.table.openings import Opening
from gipf_meta.web import pending_messages
from gipf_meta.web.pending_messages import OpeningElsewhere
from tests.host.hosting import Hosted, SmallGames, Visitor, hosted, visitor
from tests.small_games.finding import find
from tests.small_games.wager import Wager, Wagered
from tests.web.pages import LIMIT_S

WATCH = {"do": "watch", "id": "w", "room": "slow", "since": 0, "want": "events"}
ANSWERS = ("done", "refused")
DECISIONS = ("claim", "allow", "one", "claim", "allow", "one")


class Gate:
    """A gate at which each replay of a match waits while it is shut; ``retold`` counts the
    decisions that are replayed in a thread."""

    def __init__(self) -> None:
        self.opened, self.reached = threading.Event(), threading.Event()
        self.opened.set()
        self.retold = 0

    def go_through(self) -> None:
        """Waits until the gate is open. Fails in the thread of the loop, which must not wait."""
        is_aside = threading.current_thread() is not threading.main_thread()
        assert is_aside or self.opened.is_set(), "everybody waits"
        self.retold += is_aside
        self.reached.set()
        assert self.opened.wait(LIMIT_S)

    @contextmanager
    def shut(self) -> Iterator[None]:
        """Keeps the gate shut inside."""
        self.retold = 0
        self.reached.clear()
        self.opened.clear()
        try:
            yield
        finally:
            self.opened.set()


GATE = Gate()


class Gated(Wager):
    """Wager, each decision of which is made at the gate."""

    id: ClassVar[str] = "gated"

    def apply(self, state: Wagered, move: Any) -> Wagered:
        GATE.go_through()
        return super().apply(state, move)


class GatedGames(SmallGames):
    """The games of the tests, and that one."""

    is_broken = False

    def find(self, game: str) -> type[Game[Any, Any]]:
        if game == "gated" and self.is_broken:
            GATE.go_through()
            raise LookupError("It is gone.")
        return Gated if game == "gated" else find(game)


@asynccontextmanager
async def left_room(url: str) -> AsyncIterator[tuple[Hosted, Visitor, Visitor, int]]:
    """A host with the room ``slow``, in which *DECISIONS* were made and which is not open, and
    ``quick``, both of two people who have come; the number of the last event of ``slow``."""
    async with (
        hosted(url, installed=GatedGames()) as host,
        visitor(host, name="Ann") as ann,
        visitor(host, name="Bob") as bob,
    ):
        people = ann.person, bob.person
        room = host.open_room("slow", *people, game="gated", goal=9)
        host.open_room("quick", *people)
        for visited, text in zip((ann, bob) * 3, DECISIONS, strict=True):
            seen = host.served.hub.room(room).number
            *_, done = await visited.page.play(room, text, seen)
            assert "done" in done
        last = host.served.hub.room(room).number
        host.served.hub.close_room(room)
        yield host, ann, bob, last


async def reached(gate: Gate) -> None:
    """Waits until a replay has reached the gate."""
    await asyncio.to_thread(gate.reached.wait, LIMIT_S)


async def test_other_rooms_go_on_while_a_room_is_rebuilt(url: str) -> None:
    async with left_room(url) as (_host, ann, bob, _last):
        with GATE.shut():
            await ann.page.socket.send_json(WATCH)
            await reached(GATE)
            *_, done = await bob.page.watch("quick")
            assert "done" in done
            # not even who waits for the room waits with all the rest
            *_, done = await ann.page.play("quick", "claim", done["number"])
            assert "done" in done
        told = await ann.page.until("done")
        texts = [each["text"] for each in told if each.get("event") == "played"]
        assert (texts, told[-1]["done"]) == ([*DECISIONS], "w")


async def test_large_rooms_wait_for_each_other_and_small_ones_for_none_of_them(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pending_messages, "LARGE", 6)

    async with left_room(url) as (host, ann, bob, _last):
        for n in range(pending_messages.AT_A_TIME):
            room = host.open_room(f"large-{n}", ann.person, bob.person, game="gated", goal=9)
            for visited, text in zip((ann, bob, ann), DECISIONS, strict=False):
                seen = host.served.hub.room(room).number
                await visited.page.play(room, text, seen)
            host.served.hub.close_room(room)
        host.served.hub.close_room("quick")
        with GATE.shut():
            for n in range(pending_messages.AT_A_TIME):
                watch = {**WATCH, "room": f"large-{n}", "id": f"w{n}"}
                await ann.page.socket.send_json(watch)
            await reached(GATE)
            *_, done = await bob.page.watch("quick")
            assert "done" in done
        answers = [
            (await ann.page.until("done"))[-1]["done"] for n in range(pending_messages.AT_A_TIME)
        ]
        assert sorted(answers) == ["w0", "w1"]


async def test_what_is_asked_of_a_room_that_is_rebuilt_is_done_in_order_and_once(url: str) -> None:
    async with left_room(url) as (host, ann, bob, last):
        with GATE.shut():
            await ann.page.socket.send_json(WATCH)
            await reached(GATE)
            for id, text in (("c", "claim"), ("c", "claim"), ("o", "one")):
                await ann.page.socket.send_json(
                    {"do": "play", "room": "slow", "seen": last, "id": id, "text": text}
                )
            # an answer about something else comes when all of these have been heard
            await ann.page.watch("quick")
            assert GATE.retold == 1
        answers = list[str]()
        while len(answers) < 4:
            said = await ann.page.next()
            if said.get("room") != "quick" and ("done" in said or "refused" in said):
                answers.append(next(f"{key} {said[key]}" for key in said if key in ANSWERS))
        assert answers == ["done w", "done c", "done c", "refused o"]
        assert GATE.retold == len(DECISIONS)
        seen = host.served.hub.room("slow").number
        *_, done = await bob.page.play("slow", "allow", seen)
        assert "done" in done


async def test_a_room_that_cannot_be_rebuilt_is_refused_to_everybody_who_waits(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with left_room(url) as (_host, ann, bob, _last):
        monkeypatch.setattr(GatedGames, "is_broken", True)
        with GATE.shut():
            for each in (ann, bob):
                await each.page.socket.send_json(WATCH)
                await reached(GATE)
                await each.page.watch("quick")
        for each in (ann, bob):
            *_, refused = await each.page.until("refused")
            assert refused["why"] == "This match cannot be continued: It is gone."
        assert GATE.retold == 1
        monkeypatch.setattr(GatedGames, "is_broken", False)
        *_, done = await bob.page.watch("slow")
        assert "done" in done


async def test_who_waits_for_a_room_is_answered_when_the_host_ends() -> None:
    """The rebuilding that goes on elsewhere ends, and changes nothing any more."""

    hub = Hub(MemoryLedger(), GatedGames().find)
    players = tuple(Seat(name=name, player="human") for name in ("Ann", "Bob"))
    hub.open_room("slow", Opening(game="gated", players=players, seed=1), "ann")
    hub.connect("link", "ann", "en")
    for number, text in enumerate(DECISIONS[:3]):
        told = {"do": "play", "id": f"{number}", "room": "slow", "text": text, "seen": 1}
        hub.receive("link", told, 0)
    hub.close_room("slow")
    done = list[int]()
    places = OpeningElsewhere(hub, lambda act: act())
    with GATE.shut():
        places.when_open("slow", lambda: done.append(1))
        await reached(GATE)
        places.when_open("slow", lambda: done.append(2))
        assert done == []
        places.finish()
        assert done == [1, 2]
        places.when_open("slow", lambda: done.append(3))
    await asyncio.sleep(0)
    assert (done, GATE.retold) == ([1, 2, 3], 1)


async def test_a_room_for_which_there_is_no_thread_is_opened_by_who_asks_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(_work: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr("gipf_meta.web.pending_messages.run_in_thread", refuse)
    done = list[str]()
    opening = OpeningElsewhere(Hub(MemoryLedger(), find), lambda act: act())
    opening.when_open("r", lambda: done.append("first"))
    opening.when_open("r", lambda: done.append("second"))
    assert done == []
    while opening._tasks:
        await asyncio.sleep(0)
    assert done == ["first", "second"]
