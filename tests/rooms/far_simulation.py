"""Whole matches served by two processes on one ledger, with clocks that are apart; from a seed.

Beside what ``simulation`` has: each client is linked to one of two machines. What one of them
appends the other hears of late, or only when it looks by itself. A machine dies at any instant,
also between two events and before or after the ledger has them; another one takes its place, now
and then after a time in which nobody served. The network takes its time, and says so or lies.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import count
from random import Random
from typing import Any, ClassVar

from gipf_meta import Game
from gipf_meta.base.stops import StopRequested
from gipf_meta.base.texts import spoken
from gipf_meta.hub.hub import Hub
from gipf_meta.hub.scenes import room_scene
from gipf_meta.match.plans import Plan
from gipf_meta.rooms import events as told
from gipf_meta.rooms.deadlines import TAKE_OVER_MS
from gipf_meta.rooms.events import Event
from gipf_meta.rooms.ledger import Batch, LedgerEntry, MemoryLedger
from gipf_meta.rooms.recount import recount
from gipf_meta.rooms.state import RoomState
from tests.rooms.law_of_answers import AskedHub
from tests.rooms.simulation import (
    RESEND_STEPS,
    ROOM,
    Client,
    Message,
    Simulation,
    _forget,
    grow_as_old,
    snapshot,
)

APART_MS = (0, 0, 40, 3000, -3000, 700)
"""The lead of the second machine's clock over the first one's."""
LAGS_MS = (0, 0, 30, 300, 1500, 60_000)
"""The lags of the network, in ms, that the pings of a server measure."""
POLL_STEPS = 9
"""Steps after which a machine looks by itself for events that others have appended."""
DECISIONS = {"play", "choose", "resign"}
"""Commands that are in the ledger when they are done."""
NOT_TO_BE_ENDED = {"brittle", "blast"}
"""Games that fail, so that nothing may end them."""


class Killed(StopRequested):
    """A machine died."""


class MachineLedger:
    """The *ledger* as one machine reaches it, which dies *before* or *after* it appends."""

    def __init__(self, ledger: MemoryLedger) -> None:
        self.ledger = ledger
        self.dies = ""

    def append(self, batch: Batch) -> None:
        """Adds *batch*, unless the machine dies before. Raises ``Conflict`` and ``Killed``."""
        if self.dies == "before":
            raise Killed
        self.ledger.append(batch)
        if self.dies == "after":
            raise Killed

    def read(self, room: str, since: int = 0) -> list[LedgerEntry]:
        """Returns the entries after event *since*."""
        return self.ledger.read(room, since)

    def rooms(self) -> list[str]:
        """The rooms that were opened."""
        return self.ledger.rooms()

    def stops(self, since_ms: int) -> Sequence[tuple[int, int]]:
        """The times in which nobody served that ended after *since_ms*."""
        return self.ledger.stops(since_ms)

    def release(self, room: str) -> None:
        """Does nothing."""

    def plans(self, room: str) -> list[Plan]:
        """Returns the plans that were made in *room*."""
        return self.ledger.plans(room)

    def keep_plan(self, room: str, key: tuple[int, int], plan: Plan | None) -> None:
        """Stores *plan*, unless the machine dies before; it may die after it. Raises ``Killed``."""
        if self.dies == "before":
            raise Killed
        self.ledger.keep_plan(room, key, plan)
        if self.dies == "after":
            raise Killed


class Machine:
    """A machine that serves the rooms, whose clock is *apart_ms* ahead of the true time."""

    def __init__(self, ledger: MemoryLedger, new_hub: Callable[[MachineLedger], Hub]) -> None:
        self.apart_ms = 0
        self.door = MachineLedger(ledger)
        self.hub = new_hub(self.door)


class FarSimulation(Simulation):
    """One room that two machines serve, from *seed*. ``run`` plays it; then ``check`` compares."""

    wants = ("scene", "view", "events", "events", "events")
    clocks_apart_ms: ClassVar[Sequence[int]] = APART_MS
    lags_ms: ClassVar[Sequence[int]] = LAGS_MS

    def __init__(self, seed: int, games: Mapping[str, type[Game[Any, Any]]]) -> None:
        self.machines: list[Machine] = []
        self.at: dict[str, Machine] = {}
        self.sent_ms: dict[str, int] = {}
        self.news: list[tuple[int, Machine, int]] = []
        self.asked: dict[str, str] = {}
        self.numbers = count()
        self.holds = Random(seed)
        super().__init__(seed, games)
        self.machines[1].apart_ms = self.rng.choice(self.clocks_apart_ms)

    def _new_hub(self) -> Hub:
        while len(self.machines) < 2:
            self.machines.append(Machine(self.ledger, self._make_hub))
        return self.machines[0].hub

    def _make_hub(self, ledger: MachineLedger) -> Hub:
        return AskedHub(
            ledger,
            self.find,
            new_room=lambda: f"n{next(self.numbers)}",
            new_seed=lambda: self.rng.randrange(2**63),
            patience_ms=None,
            pauses_alone=False,
        )

    @property
    def room(self) -> RoomState:
        """The room as the machine has it that knows most of it."""
        return max((each.hub.room(ROOM) for each in self.machines), key=lambda room: room.number)

    # ---- machines -----------------------------------------------------------------------------

    def _now_ms(self, machine: Machine) -> int:
        return max(0, self.now_ms + machine.apart_ms)

    def _on(self, machine: Machine, act: Callable[[Hub, int], object]) -> None:
        """Lets a machine do something, if it has not died. It may die of it."""
        if machine not in self.machines:
            return
        known = len(self.ledger.read(ROOM))
        try:
            act(machine.hub, self._now_ms(machine))
        except Killed:
            self._replace(machine)
        self._deliver()
        if (number := len(self.ledger.read(ROOM))) > known:
            for other in self.machines:
                if other is not machine and self.rng.random() < 0.9:
                    self.news.append((self.steps + self.rng.choice((0, 0, 1, 3)), other, number))

    def _replace(self, dead: Machine) -> None:
        """Puts another machine in place of one that is *dead*. What it had not sent is lost."""
        machine = Machine(self.ledger, self._make_hub)
        machine.apart_ms = dead.apart_ms
        self.machines[self.machines.index(dead)] = machine
        self.hub = self.machines[0].hub
        self.news = [each for each in self.news if each[1] is not dead]
        for client in self.clients:
            if self.at[client.link] is dead:
                self._connect(client)

    def _connect(self, client: Client) -> None:
        """Connects *client* to any machine, and watches from the last event that he knows."""
        self.links += 1
        client.link = f"l{self.links}"
        client.language = self.rng.choice(("", "", "cs"))
        machine = self.at[client.link] = self.rng.choice(self.machines)
        since = client.known
        if client.want == "events":
            since = next(n for n in count(1) if n not in client.events) - 1
        self.ids += 1
        watch = {"do": "watch", "id": f"w{self.ids}", "room": ROOM, "since": since}

        def begin(hub: Hub, now_ms: int) -> None:
            hub.connect(client.link, client.person, client.language)
            hub.receive(client.link, {**watch, "want": client.want}, now_ms)

        self._on(machine, begin)

    def _deliver(self) -> None:
        """Brings the messages of the machines to the clients that are still connected."""
        by_link = {client.link: client for client in getattr(self, "clients", ())}
        for machine in self.machines:
            for link, message in self.outbox_of(machine.hub):
                if link in by_link:
                    by_link[link].take(message)

    def _post(self, link: str, message: Message) -> None:
        self.sent_ms[message["id"]] = self.now_ms
        super()._post(link, message)

    # ---- a step -------------------------------------------------------------------------------

    def _settle(self) -> None:
        """Lets everybody be answered, end the match, and hear what he has missed."""
        self.on_the_way = []
        self._end()
        self.now_ms = max(self.now_ms, *(each.hub.room(ROOM).at_ms for each in self.machines))
        for machine in self.machines:
            machine.apart_ms = 0
        for client in self.clients:
            self._on(self.at[client.link], lambda hub, now: hub.disconnect(client.link, now))  # noqa: B023
            self._connect(client)
        self._spread_news()

    def _arrive(self) -> None:
        """Brings arrived commands to the machines, in any order; and their news to each other."""
        arrived = [each for each in self.on_the_way if each[0] <= self.steps]
        self.on_the_way = [each for each in self.on_the_way if each[0] > self.steps]
        self.rng.shuffle(arrived)
        for _at, link, message in arrived:
            took_ms = self.now_ms - self.sent_ms[message["id"]]
            self._tell(link, message, self.rng.choice((took_ms, *self.lags_ms)))
        for client in self.clients:
            for sent, message in list(client.unanswered.values()):
                if self.steps - sent >= RESEND_STEPS:
                    client.unanswered[message["id"]] = (self.steps, message)
                    self._post(client.link, message)
        heard = [each for each in self.news if each[0] <= self.steps]
        self.news = [each for each in self.news if each[0] > self.steps]
        for _at, machine, number in heard:
            self._on(machine, lambda hub, now: hub.read_news(ROOM, number, now))  # noqa: B023
        if self.steps % POLL_STEPS == 0:
            self._spread_news()

    def _tell(self, link: str, message: Message, lag_ms: int) -> None:
        self._on(self.at[link], lambda hub, now_ms: hub.receive(link, message, now_ms, lag_ms))

    def _spread_news(self) -> None:
        """Lets each machine read what the ledger has, until none of them adds to it."""
        told = 0
        while told < (number := len(self.ledger.read(ROOM))):
            told = number
            for machine in list(self.machines):
                number = len(self.ledger.read(ROOM))
                self._on(machine, lambda hub, now: hub.read_news(ROOM, number, now))  # noqa: B023

    def _pass_time(self) -> None:
        """Lets time pass on each machine, sometimes long; answers for bots."""
        rng = self.rng
        if rng.random() < 0.03:
            self.now_ms += rng.choice((TAKE_OVER_MS, 20_000))
        for machine in list(self.machines):
            self._hold_up(machine)
            due_ms = machine.hub.wait_ms(self._now_ms(machine))
            if due_ms is not None and due_ms < 50 and rng.random() < 0.7:
                self.now_ms += due_ms
            if rng.random() < 0.6:
                self._on(machine, lambda hub, now_ms: hub.pass_time(now_ms))
            if rng.random() < 0.3:
                due = self.ledger.due_rooms(self._now_ms(machine), 10)
                self._on(machine, lambda hub, now_ms: hub.time.sweep(due, now_ms))  # noqa: B023
            for thought in machine.hub.take_thoughts():
                answer = partial(thought.run, repr) if rng.random() < 0.9 else _forget
                self.now_ms += rng.choice(self.times_ms[:4])
                self._on(
                    machine,
                    lambda hub, now: hub.take_answer(thought, answer, now),  # noqa: B023
                )

    def _hold_up(self, machine: Machine) -> None:
        """Something holds everybody up at a machine now and then, also several times in a row."""
        rng = self.holds
        for _time in range(rng.choice((0, 0, 0, 0, 1, 3))):
            begun_ms = self._now_ms(machine)
            self.now_ms += rng.choice((51, 80, 900))
            machine.hub.time.note_held(begun_ms, self._now_ms(machine))
            self.now_ms += rng.choice((0, 0, 1, 30))

    def _have_accidents(self) -> None:
        """Cuts a connection, or lets one machine die, or both for a time."""
        rng = self.rng
        for machine in self.machines:
            machine.door.dies = ""
        if rng.random() < 0.06:
            client = rng.choice(self.clients)
            link = client.link
            self._on(self.at[link], lambda hub, now_ms: hub.disconnect(link, now_ms))
            self._connect(client)
        if rng.random() < 0.05:
            rng.choice(self.machines).door.dies = rng.choice(("before", "after"))
        if rng.random() < 0.03:
            self._replace(rng.choice(self.machines))
        if rng.random() < 0.02:
            self._stand_still()

    def _stand_still(self) -> None:
        """Both machines die; the first one that serves again notes the time between."""
        beat_ms = self.now_ms
        self.now_ms += self.rng.choice((2000, 40_000))
        from_ms, to_ms = beat_ms, self.now_ms
        dead, self.machines = self.machines, []
        self._new_hub()
        for machine, before in zip(self.machines, dead, strict=True):
            machine.apart_ms = before.apart_ms
        self.hub = self.machines[0].hub
        self.news = []
        self.ledger.note_stop(from_ms, to_ms)
        for client in self.clients:
            self._connect(client)

    def _end(self) -> None:
        """Lets the players end the match, and raises ``AssertionError`` if they cannot."""
        for machine in self.machines:
            machine.door.dies = ""
        for _second in range(60):
            self.now_ms += 1100
            self._spread_news()
            for machine in self.machines:
                self._on(machine, lambda hub, now_ms: hub.pass_time(now_ms))
            self._spread_news()
            for client in self.clients:
                for _sent, message in list(client.unanswered.values()):
                    self._tell(client.link, message, 0)
            waits = any(client.unanswered for client in self.clients)
            if not waits and (self.room.table.over is not None or not self._give_up()):
                return
        raise AssertionError("the match does not end")

    def _give_up(self) -> bool:
        """Lets a client bring the match nearer to its end; returns whether any can."""
        room = self.room
        table, holders = room.table, room.seats.holders
        if not holders or NOT_TO_BE_ENDED & {s.game.id for s in table.match.sessions}:
            return False
        client = self._client_of(next(iter(holders.values())))
        if table.trouble:
            self._say(client, {"do": "choose_duel", "game": "elsewhere"})
        for player, person in holders.items():
            if player in table.match.top.players:
                self._say(self._client_of(person), {"do": "resign", "by": player})
                return True
        return False

    def _say(self, client: Client, message: Message) -> None:
        self.ids += 1
        message = {"id": f"e{self.ids}", "room": ROOM, **message}
        client.unanswered[message["id"]] = (self.steps, message)
        self._tell(client.link, message, 0)

    # ---- what must be true afterwards ---------------------------------------------------------

    def check(self) -> None:
        """Raises ``AssertionError`` unless everything fits together."""
        super().check()
        events = [entry.event for entry in self.ledger.read(ROOM)]
        for machine in self.machines:
            best = max(self.machines, key=lambda each: each.hub.room(ROOM).number)
            assert self._grown(machine) == self._grown(best)
        counted = recount(ROOM, events, self.find)
        control = self.room.table.match.control
        if control is not None:
            bottom = self.room.table.match.sessions[0]
            assert len(counted.left_ms) == len(bottom.players)
        self._check_acknowledged()

    def _grown(self, machine: Machine) -> Any:
        """A snapshot of the room on *machine*, when all time has passed there."""
        room = machine.hub.rooms.find(ROOM).room
        room.go_back()
        grow_as_old(room, room.state.at_ms)
        return snapshot(room.state)

    def _check_acknowledged(self) -> None:
        """Asserts that acknowledged decisions are in the ledger, and that refused ones are not."""
        entries = self.ledger.read(ROOM)
        kept = {(entry.sender, entry.id) for entry in entries}
        for client in self.clients:
            for id, answers in client.answers.items():
                for answer in answers:
                    assert answer.get("number", 0) <= len(entries)
                    if self.asked.get(id) in DECISIONS:
                        assert ("done" in answer) == ((client.person, id) in kept), (id, answer)

    def send(self, client: Client, message: Message) -> None:
        """Sends a command over the bad network."""
        super().send(client, message)
        self.asked[f"c{self.ids}"] = message["do"]

    def _check_clients(self, room: RoomState, events: Sequence[Event]) -> None:
        """Asserts that each client knows as much as the machine to which he is linked."""
        for client in self.clients:
            if client.want == "scene" and room.may_watch(client.person):
                client.scene.pop("here", None)
                hub = self.at[client.link].hub
                here = hub.rooms.find(ROOM).room
                with spoken(client.language):
                    if client.scene != room_scene(here.state, client.person):
                        # what was refused has led back in time, and is told to nobody
                        grow_as_old(here, hub.open_rooms.now_ms)
                    assert client.scene == room_scene(here.state, client.person)
            if client.want == "events" and room.may_watch(client.person):
                numbers = sorted(client.events)
                assert numbers == [event.number for event in events]
                heard = [client.events[number] for number in numbers]
                self._replay_elsewhere(room, heard)


def gave_back(simulation: FarSimulation) -> int:
    """The number of decisions that were charged less than they took to arrive."""
    entries = simulation.ledger.read(ROOM)
    return sum(isinstance(e.event, told.Played) and bool(e.event.given_ms) for e in entries)
