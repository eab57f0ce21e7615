"""Matches of weeks in simulated time: two processes on one database, people who come and go.

People look at their matches as a page does (scenes), as a terminal does (a replica made of events),
or line by line (views). They play at random, sleep for days, ask for pauses and draws, and forget a
match for good. Processes are killed, all of them for days; rooms leave memory. After each step the
law holds:

* each clock is what the second clock counts, at both processes, in each replica and scene, and in
  the room that the ledger rebuilds;
* a flag falls at its millisecond, and nothing that was due is left undone;
* the rows of the lists are those of the rebuilt room.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Any, NamedTuple

import sqlalchemy as sa

from gipf_meta.base.clock import StillClock
from gipf_meta.deeds.weeks import tell_vacations
from gipf_meta.host.database import Database
from gipf_meta.host.database_ledger import DatabaseLedger
from gipf_meta.host.tables import ROOM, SEAT
from gipf_meta.host.written_rows import COLUMNS, row_of_room, rows_of_seats, seat_row
from gipf_meta.hub.hub import Hub
from gipf_meta.line.replica import Replica
from gipf_meta.match.match import GameFinder
from gipf_meta.protocol.options import configure
from gipf_meta.records.models import Seat
from gipf_meta.rooms.events import WentOn
from gipf_meta.rooms.ledger import LedgerEntry
from gipf_meta.rooms.state import RoomState
from gipf_meta.table.openings import Opening
from tests.host.playing import DUELS, EAGER
from tests.host.referee import Follower, left_in
from tests.rooms.simulation import changed_scene

MINUTE_MS, HOUR_MS, DAY_MS = 60_000, 3_600_000, 86_400_000
OVERDUE_MS = 500
"""Milliseconds by which a room is overdue when a sweep opens it."""
GRACE_MS = 2000
"""The longest time for which a room waits for a decision from before a deadline."""
FACES = ("scene", "events", "view")
PEOPLE = ("ann", "bob", "cyd", "dan", "eve")


class Pairing(NamedTuple):
    """A match to be played: its game with options, its clocks, and who sits where."""

    game: str
    options: dict[str, Any]
    control: str
    duel_control: str | None
    people: tuple[str, ...]


@dataclass
class Tally:
    """The numbers of what has happened in simulated time."""

    steps: int = 0
    events: int = 0
    decisions: int = 0
    duels: int = 0
    flags: int = 0
    duel_flags: int = 0
    over: int = 0
    kills: int = 0
    stops: int = 0
    looks: int = 0
    vacations: int = 0
    live: int = 0


class Machine:
    """A process that serves the database at *url*."""

    def __init__(self, url: str, find: GameFinder, new_room: Callable[[], str]) -> None:
        self.database = Database.open(url)
        self.ledger = DatabaseLedger(self.database)
        self.hub = Hub(
            self.ledger,
            find,
            patience_ms=None,
            pauses_alone=False,
            idle_ms=MINUTE_MS,
            new_room=new_room,
            new_seed=lambda: 7,
        )

    def die(self) -> None:
        """Ends at once, without a word to anybody."""
        self.database.close()


@dataclass
class Face:
    """How somebody looks at a room: a *link* to *machine*, by *want*; *scene* and *replica* are
    made of what has come."""

    link: str
    person: str
    room: str
    want: str
    machine: Machine
    replica: Replica
    scene: dict[str, Any] = field(default_factory=dict)
    at_ms: int = 0
    refused: list[str] = field(default_factory=list)

    def take(self, message: Any) -> None:
        """Takes a message of the hub, by way of JSON."""
        told = json.loads(json.dumps(message))
        if "scene" in told and told["scene"]["room"] == self.room:
            self.scene = changed_scene(self.scene, told["scene"])
            self.at_ms = told["scene"]["at_ms"]
        elif self.want == "events":
            self.replica.receive(told)
        if "refused" in told:
            self.refused.append(told["why"])


class Weeks:
    """Matches of weeks on the database at *url*, from *seed*; *find* finds games. Time begins at
    *begin_ms*."""

    def __init__(self, url: str, seed: int, find: GameFinder, begin_ms: int) -> None:
        self.url, self.rng, self.find = url, Random(seed), find
        self.now_ms = begin_ms
        self.clock = StillClock()
        self.tally = Tally()
        self._ids = count()
        self.followers: dict[str, Follower] = {}
        self.faces: list[Face] = []
        self.forgotten: set[tuple[str, str]] = set()
        self.has_vacations = True
        self.machines = [self._machine(), self._machine()]

    # ---- processes ------------------------------------------------------------------------------

    def _machine(self) -> Machine:
        return Machine(self.url, self._find_now, lambda: f"n{next(self._ids)}")

    def _find_now(self, game: str) -> Any:
        return self.find(game)

    def kill(self, machine: Machine) -> None:
        """Another process takes the place of *machine*, which dies."""
        self.tally.kills += 1
        machine.die()
        self.faces = [each for each in self.faces if each.machine is not machine]
        self.machines[self.machines.index(machine)] = self._machine()

    def stand_still(self, ms: int) -> None:
        """All processes die; the first begins again after so many ms."""
        self.tally.stops += 1
        self.end()
        from_ms = self.now_ms
        self.now_ms += ms
        self.begin_again(from_ms)

    def end(self) -> None:
        """All processes die."""
        for machine in self.machines:
            machine.die()
        self.faces.clear()

    def begin_again(self, from_ms: int) -> None:
        """Processes begin again, after nobody has served since *from_ms*."""
        self.machines = [self._machine(), self._machine()]
        if self.now_ms > from_ms:
            self.machines[0].database.note_stop(from_ms, self.now_ms)

    def move_to(self, url: str) -> None:
        """The processes serve another database from now on."""
        self.end()
        self.url = url
        self.begin_again(self.now_ms)

    # ---- matches --------------------------------------------------------------------------------

    def open(self, pairing: Pairing) -> str:
        """Opens a match; the room."""
        room, kind = f"w{next(self._ids)}", self.find(pairing.game)
        opening = Opening(
            game=pairing.game,
            players=tuple(Seat(name=each.title(), player="human") for each in pairing.people),
            options=configure(kind, pairing.options).model_dump(mode="json"),
            seed=self.rng.randrange(2**63),
            control=pairing.control,
            duel_control=pairing.duel_control,
            rules=kind.rules_version,
        )
        machine = self.rng.choice(self.machines)
        machine.hub.open_room(
            room, opening, pairing.people[0], self.now_ms, dict(enumerate(pairing.people))
        )
        return room

    def announce(self, person: str, spans: Sequence[tuple[int, int]]) -> None:
        """Tells all rooms the vacations of *person*, as the host does."""
        self.tally.vacations += 1
        hub = self.rng.choice(self.machines).hub
        for room in self.running():
            entry = hub.rooms.read_on(hub.rooms.find(room))
            hub.rooms.attempt(entry, lambda each: tell_vacations(each, person, spans, self.now_ms))
        self.deliver()

    def state(self, room: str) -> RoomState:
        """The room as the ledger rebuilds it, at its last event."""
        found = self.followers[room].room
        assert found is not None
        return found.state

    def running(self) -> list[str]:
        """The rooms of matches that go on."""
        return [room for room in self.followers if not self.state(room).is_ended]

    # ---- people ---------------------------------------------------------------------------------

    def look(self, person: str, room: str, want: str | None = None) -> Face:
        """*person* looks at *room*, at one of the processes; he may be there already."""
        for face in self.faces:
            if (face.person, face.room) == (person, room) and want in (None, face.want):
                return face
        machine, link = self.rng.choice(self.machines), f"l{next(self._ids)}"
        replica = Replica(room, person, self._find_now, self.clock)
        want = want or self.rng.choice(FACES)
        face = Face(link, person, room, want, machine, replica)
        self.faces.append(face)
        self.tally.looks += 1
        machine.hub.connect(link, person, "en", person.title())
        self.say(face, "watch", want=want, since=0)
        return face

    def leave(self, face: Face) -> None:
        """Closes the page or the terminal."""
        self.faces.remove(face)
        face.machine.hub.disconnect(face.link, self.now_ms)
        self.deliver()

    def say(self, face: Face, do: str, **values: Any) -> None:
        """Sends a command."""
        lag_ms = self.rng.choice((0, 30, 300))
        message = {"do": do, "id": f"c{next(self._ids)}", "room": face.room, **values}
        face.machine.hub.receive(face.link, message, self.now_ms, lag_ms)
        self.deliver()

    def deliver(self) -> None:
        """Brings all messages to those who look, and news to the other process."""
        self.clock.ms = self.now_ms
        for _again in range(2):
            for machine in self.machines:
                for link, message in machine.hub.take_outbox():
                    for face in self.faces:
                        if face.link == link and face.machine is machine:
                            face.take(message)
            for machine in self.machines:
                for room in list(self.followers):
                    self._tell(machine, room)

    def _tell(self, machine: Machine, room: str) -> None:
        query = sa.select(ROOM.c.number).where(ROOM.c.id == room)
        number = self.machines[0].database.read(lambda db: db.execute(query).scalar())
        if number is not None and machine.hub.time.is_news(room, number):
            machine.hub.read_news(room, number, self.now_ms)

    # ---- time -----------------------------------------------------------------------------------

    def pass_time(self, ms: int) -> None:
        """Lets so many milliseconds pass, and what is due happen."""
        self.now_ms += ms
        self.clock.ms = self.now_ms
        for machine in self.machines:
            machine.hub.open_rooms.now_ms = self.now_ms
            machine.hub.pass_time(self.now_ms)
        self.sweep()
        for machine in self.machines:
            machine.hub.open_rooms.let_go(self.now_ms)
        self.deliver()

    def sweep(self) -> None:
        """One of the processes looks for what is overdue, as each does every second."""
        machine = self.rng.choice(self.machines)
        for rooms in machine.ledger.due_rooms(self.now_ms - OVERDUE_MS, 5):
            failed = machine.hub.time.sweep(rooms, self.now_ms)
            assert not failed, failed
            entries = [each for room in rooms if (each := machine.hub.open_rooms.get(room))]
            found = {each.state.id: (each.last, each.room.summary()) for each in entries}
            machine.ledger.correct(found, self.now_ms - OVERDUE_MS)

    # ---- the law --------------------------------------------------------------------------------

    def check(self) -> None:
        """Raises ``AssertionError`` unless the law holds now."""
        database = self.machines[0].database
        database.commit_unfinished()
        numbers = dict(
            database.read(
                lambda db: [(*row,) for row in db.execute(sa.select(ROOM.c.id, ROOM.c.number))]
            )
        )
        for room, number in numbers.items():
            follower = self.followers.get(room) or Follower(room, self._find_now)
            if follower.number < number:
                self.followers[room] = follower
                self._follow(room, follower)
                self.check_rows(room)
        for room in self.running():
            self._check_due(room)
            self._check_now(room)
        for face in self.faces:
            self._check_face(face)

    def _follow(self, room: str, follower: Follower) -> None:
        entries = self.machines[0].ledger.read(room, follower.number)
        self._follow_entries(room, follower, entries)

    def _follow_entries(self, room: str, follower: Follower, entries: list[LedgerEntry]) -> None:
        was_over = follower.room is not None and follower.room.state.is_ended
        flags = len(follower.clock.flags)
        follower.follow(each.event for each in entries)
        kinds = [each.event.event for each in entries]
        self.tally.events += len(kinds)
        self.tally.decisions += kinds.count("played")
        self.tally.duels += kinds.count("duel_began")
        went_on = [each.event for each in entries if isinstance(each.event, WentOn)]
        self.tally.live += sum(each.live not in (None, "none") for each in went_on)
        self.tally.flags += len(follower.clock.flags) - flags
        self.tally.duel_flags += sum(each.depth > 0 for each in follower.clock.flags[flags:])
        self.tally.over += self.state(room).is_ended and not was_over

    def check_rows(self, room: str) -> None:
        """The rows of the lists are those of the rebuilt room."""
        found = self.followers[room].room
        assert found is not None
        found.state.gives_back = True
        summary = found.summary()
        rows = sa.select(*(ROOM.c[name] for name in COLUMNS)).where(ROOM.c.id == room)
        of_seats = sa.select(SEAT).where(SEAT.c.room == room)
        database = self.machines[0].database
        row = database.read(lambda db: db.execute(rows).mappings().one())
        said = row_of_room(summary)
        if summary.is_over:  # an update of the tables leaves these alone
            said["is_slow"] = row["is_slow"]
        assert dict(row) == said, (room, dict(row), said)
        written = frozenset(
            database.read(lambda db: [seat_row(each) for each in db.execute(of_seats)])
        )
        assert written == rows_of_seats(summary), (room, written, rows_of_seats(summary))
        clock = self.followers[room].clock
        if not clock.games[0].standing.acts:
            assert row["flag_ms"] == clock.flag_ms, (room, row["flag_ms"], clock.flag_ms)

    def _check_due(self, room: str) -> None:
        """Nothing that was due is left undone."""
        flag_ms = self.followers[room].clock.flag_ms
        assert flag_ms is None or flag_ms + GRACE_MS + OVERDUE_MS >= self.now_ms, (room, flag_ms)

    def _check_now(self, room: str) -> None:
        """Each process that has the room open says the clocks of now."""
        clock = self.followers[room].clock
        for machine in self.machines:
            entry = machine.hub.open_rooms.get(room)
            if entry is not None and entry.last == clock.number:
                entry.room.pass_time(self.now_ms)
                state = entry.state
                assert left_in(state) == clock.left_ms(state.at_ms), (room, left_in(state))

    def _check_face(self, face: Face) -> None:
        """Somebody who looks is shown the clocks that the second clock counts."""
        clock = self.followers[face.room].clock
        if face.want == "events":
            face.replica.catch_up()
            assert face.replica.number == clock.number, (face.room, face.replica.number)
            state = face.replica.room
            assert left_in(state) == clock.left_ms(state.at_ms)
        elif face.want == "scene" and not clock.is_over and len(clock.games) == 1:
            left_ms = clock.left_ms(face.at_ms)[0]
            for player, ms in left_ms.items():
                assert face.scene[f"player:{player}"]["clock_ms"] == ms, (face.room, player)

    def check_whole(self) -> None:
        """Each room is what the whole ledger rebuilds, and its clocks are counted from there."""
        for room in self.machines[0].ledger.rooms():
            again = Follower(room, self._find_now)
            again.follow(each.event for each in self.machines[0].ledger.read(room))
            now = self.followers[room]
            assert again.number == now.number
            assert again.clock.left_ms(self.now_ms) == now.clock.left_ms(self.now_ms), room

    # ---- what people do -------------------------------------------------------------------------

    def act(self) -> None:
        """Somebody does something in one of the matches, if he has not forgotten it."""
        running = [room for room in self.running() if self.followers[room].room]
        if not running:
            return
        room = self.rng.choice(running)
        state = self.state(room)
        person = self._whose(state)
        if person is None or (room, person) in self.forgotten:
            return
        face = self.look(person, room)
        self._do(face, face.machine.hub.room(room))
        if self.rng.random() < 0.5 and face in self.faces:
            self.leave(face)

    def _whose(self, state: RoomState) -> str | None:
        """Somebody for whom the match waits."""
        holders = state.seats.holders
        waiting = state.players_to_agree or (state.unready if state.is_paused else [])
        if not waiting and state.table.player is not None:
            waiting = [state.table.player]
        people = [holders[each] for each in waiting if each in holders]
        return self.rng.choice(people) if people else None

    def _do(self, face: Face, state: RoomState) -> None:
        rng = self.rng
        if state.players_to_agree:
            self.say(face, "answer", accept=rng.random() < 0.7)
        elif state.is_paused:
            self.say(face, "go_on")
        elif len(state.table.match.sessions) > 1 and rng.random() < 0.15:
            at_ms = self.now_ms + round(rng.uniform(0.3, 30) * HOUR_MS)
            clock = rng.choice(("10m+5s", "30m", "1m/turn"))
            self.say(face, "live", at_ms=at_ms, clock=clock)
        elif rng.random() < 0.03:
            self.say(face, "pause", ms=rng.choice((HOUR_MS, DAY_MS)))
        elif rng.random() < 0.03:
            self.say(face, "take_back")
        else:
            self._play(face, state)

    def _play(self, face: Face, state: RoomState) -> None:
        choices = [each.notation for each in state.choices(face.person)]
        if not choices:
            return
        eager = [each for each in choices if DUELS.search(each)]
        text = self.rng.choice(eager if eager and self.rng.random() < EAGER else choices)
        self.say(face, "play", text=text, seen=state.number)

    def step(self, spans_ms: Sequence[int]) -> None:
        """Time passes, something happens, and the law is checked."""
        rng = self.rng
        self.tally.steps += 1
        self.pass_time(round(rng.choice(spans_ms) * rng.uniform(0.2, 1.8)))
        self.check()
        if rng.random() < 0.02:
            self.kill(rng.choice(self.machines))
        if rng.random() < 0.01 and (running := self.running()):
            room = rng.choice(running)
            if holders := [*self.state(room).seats.holders.values()]:
                self.forgotten.add((room, rng.choice(holders)))
        if self.has_vacations and rng.random() < 0.03:
            self._rest_or_not(rng.choice(PEOPLE))
        self.act()
        self.check()

    def _rest_or_not(self, person: str) -> None:
        """*person* announces a vacation, announces it otherwise, or comes back early."""
        rng = self.rng
        if rng.random() < 0.3:
            self.announce(person, ())
            return
        from_ms = self.now_ms + round(rng.uniform(1, 4) * DAY_MS)
        self.announce(person, [(from_ms, from_ms + round(rng.uniform(1, 6) * DAY_MS))])

    def outlast(self, ms: int) -> None:
        """Nobody does anything any more, for so long: each match with a clock that runs ends."""
        until_ms = self.now_ms + ms
        while self.now_ms < until_ms and self.waiting():
            flags_ms = (self.followers[room].clock.flag_ms for room in self.running())
            next_ms = min((ms for ms in flags_ms if ms is not None), default=self.now_ms + DAY_MS)
            self.pass_time(max(next_ms - self.now_ms - 1, 0))
            self.check()
            self.pass_time(GRACE_MS + OVERDUE_MS)
            self.check()

    def waiting(self) -> dict[str, str]:
        """The rooms of matches that still wait, and why, but for duels without a clock of days:
        there whoever is there says that he is ready, or claims the win."""
        found = {}
        for room in self.running():
            state, clock = self.state(room), self.followers[room].clock
            if clock.top.clock is None and len(clock.games) > 1:
                assert state.opening.away_ms or state.opening.away_ms is None
                continue
            control = state.table.match.running_control
            if state.is_paused and len(clock.games) > 1 and control and not control.is_slow:
                assert state.opening.away_ms or state.opening.away_ms is None
                continue
            found[room] = f"paused: {state.is_paused}, unready: {state.unready}, {clock.games}"
        return found
