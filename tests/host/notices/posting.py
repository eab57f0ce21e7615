"""Matches of weeks whose people want notices: two processes that deliver them, and die at it.

Each step, people act as in ``weeks``, and each process looks at the outbox. The other servers are
the test's own: they accept, fail, are slow, or refuse. A process may die at any of its steps:
before and after each statement, and before and after the other server's acceptance. ``second_post``
counts what must stand in the outbox, and what may be delivered.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from random import Random
from typing import Any, Final

import sqlalchemy as sa

from gipf_meta.base.clock import StillClock
from gipf_meta.host.database import Database
from gipf_meta.host.notice_tables import NOTICE_WAY, OUTBOX
from gipf_meta.host.notices.dispatcher import Dispatcher
from gipf_meta.host.notices.notice_outbox import LEASE_MS, NoticeOutbox
from gipf_meta.host.notices.reconciliation import SETTLED_MS, Reconciliation
from gipf_meta.host.notices.sending import SENT, DeliveryEnd, NoticeParcel, NoticeWay
from gipf_meta.host.plan_rows import PlanWatch
from gipf_meta.host.process import SharedPresence
from gipf_meta.host.tables import BEAT
from gipf_meta.match.match import GameFinder
from gipf_meta.rooms.ledger import LedgerEntry
from gipf_meta.rooms.state import RoomState
from tests.host.leaping import LeapingLoop
from tests.host.referee import Follower
from tests.host.second_post import ASKED, TURN, Place, Row, SecondPost, Want
from tests.host.weeks import DAY_MS, HOUR_MS, MINUTE_MS, Face, Machine, Weeks

WAYS: Final = {
    "ann": ("push", "mail", "feed"),
    "bob": ("push", "push"),
    "cyd": ("mail",),
    "dan": ("push", "mail"),
}
"""The ways of people; the others have none."""
BUNDLE_HOURS: Final = (7, 19)
"""The hours of the day, UTC, at which the mails of a bundle are sent."""
AGAIN_MS: Final = 8 * HOUR_MS
"""Milliseconds within which what failed is tried again, however often it has failed."""
AT_ONCE_MS: Final = 15 * MINUTE_MS
"""Milliseconds within which the rest is delivered, however often a process died."""
BLINK_S: Final = 30.0
"""Seconds that a slow server takes."""
PLANNING: Final = 0.3
"""How often somebody decides in advance."""
PLANNED: Final = (
    [{"do": None, "then": [{"do": "allow"}]}],
    [{"do": None, "then": [{"do": "claim"}]}],
    [{"do": None, "then": [{"do": "challenge"}]}],
    [{"do": "allow", "then": [{"do": "one"}]}],
    [{"do": "one", "then": [{"do": "claim", "then": [{"do": "allow", "then": [{"do": "two"}]}]}]}],
)
"""The lines that people plan; what does not fit is refused."""
MOODS: Final = ("", "fails", "slow", "never")
"""How another server may take a parcel; it accepts it unless something is said."""
ENDLESS_S: Final = 100_000.0
"""Seconds that a server takes which never answers."""


class Died(BaseException):
    """The process was killed."""


class Fuse:
    """Kills a process at one of its steps: after so many of them, *left*; ``None``: at none.

    *where* tells at which step it was.
    """

    def __init__(self) -> None:
        self.left: int | None = None
        self.where, self.steps = "", 0
        self.is_live = False

    def burn(self, where: str) -> None:
        """Notes one step of the process. Raises ``Died``, and again whatever it does after that."""
        if not self.is_live:
            return
        if self.where:
            raise Died
        self.steps += 1
        if self.left is None:
            return
        self.left -= 1
        if self.left < 0:
            self.where = where
            raise Died


class FusedDatabase:
    """Lets the *fuse* of a process burn at each statement of its *database*, before and after the
    commit."""

    def __init__(self, database: Database, fuse: Fuse) -> None:
        self._database, self._fuse = database, fuse

    def read(self, ask: Callable[[Any], Any]) -> Any:
        """As ``Database.read``."""
        self._fuse.burn("before a look")
        return self._database.read(ask)

    def write(self, change: Callable[[Any], Any], **about: Any) -> Any:
        """As ``Database.write``."""

        def change_and_burn(db: Any) -> Any:
            result = change(db)
            self._fuse.burn("before a commit")
            return result

        self._fuse.burn("before a write")
        result = self._database.write(change_and_burn, **about)
        self._fuse.burn("after a commit")
        return result

    def __getattr__(self, name: str) -> Any:
        """Everything else is as it is."""
        return getattr(self._database, name)


class Server:
    """Another server, to which the notices of one kind of ways are sent, and its sender."""

    def __init__(self, kind: str, machine: PostedMachine, weeks: PostedWeeks) -> None:
        self._kind, self._machine, self._weeks = kind, machine, weeks

    def due_ms(self, way: NoticeWay, created_ms: int, now_ms: int) -> int:
        """When something is sent: mails twice a day."""
        return next_ms(self._kind, created_ms)

    async def send(self, parcel: NoticeParcel) -> DeliveryEnd:
        """Accepts *parcel*, or fails, and may be slow."""
        weeks, fuse = self._weeks, self._machine.fuse
        told = [(each.room, each.number, each.kind) for each in parcel.notices]
        fuse.burn("before a delivery")
        weeks.catch_up()
        weeks.post.begin(parcel.way.id, told)
        mood = weeks.moods(parcel)
        if mood == "slow":
            await asyncio.sleep(BLINK_S)
        if mood == "never":
            weeks.post.fail(parcel.way.id, told, weeks.now_ms + AGAIN_MS)
            await asyncio.sleep(ENDLESS_S)
        fuse.burn("before its acceptance")
        if mood == "fails":
            weeks.post.fail(parcel.way.id, told, weeks.now_ms + AGAIN_MS)
            return DeliveryEnd("later", "It does not answer.")
        if mood == "dead":
            weeks.post.end_way(parcel.way.id)
            return DeliveryEnd("dead", "It is no more.")
        weeks.post.accept(parcel.way.id, parcel.id, told)
        weeks.accepted.setdefault(parcel.id, self._machine)
        fuse.burn("after its acceptance")
        return SENT


def next_ms(kind: str, created_ms: int) -> int:
    """The time at which a notice of *created_ms* is sent: a mail at the next hour of bundles."""
    if kind != "mail":
        return created_ms
    day_ms = created_ms - created_ms % DAY_MS
    hours_ms = (day_ms + hour * HOUR_MS for hour in (*BUNDLE_HOURS, 24 + BUNDLE_HOURS[0]))
    return next(ms for ms in hours_ms if ms >= created_ms)


class DriverAtOnce:
    """Does at once what a process does in its own time."""

    def do_in(self, room: str, act: Callable[[], object]) -> None:
        """Calls *act*."""
        act()


class PostedMachine(Machine):
    """A process that serves the database at *url*, shares presence, and delivers notices."""

    def __init__(
        self, url: str, find: GameFinder, new_room: Callable[[], str], name: str, weeks: PostedWeeks
    ) -> None:
        super().__init__(url, find, new_room)
        self.name, self.fuse = name, Fuse()
        self.presence = SharedPresence(self.database, name)
        self.beat()
        fused: Any = FusedDatabase(self.database, self.fuse)
        note: Any = weeks.failures.append
        self.plans = PlanWatch(self.database, self.hub, DriverAtOnce(), weeks.clock, note)
        audience = self.hub.audience
        self.reconciliation = Reconciliation(fused, weeks.clock, audience.people)
        audience.call_when_gone(self.reconciliation.note_left)
        self.outbox = NoticeOutbox(fused, name, lambda room: f"https://here/{room}", 1_000_000)
        senders: Any = {kind: Server(kind, self, weeks) for kind in ("push", "mail")}
        self.dispatcher = Dispatcher(self.outbox, senders, weeks.clock, weeks.failures.append)

    def beat(self) -> None:
        """Beats once for all: time passes otherwise for the database."""
        self.database.beat(self.name, self.database.now_ms())
        far = {"told_ms": self.database.now_ms() + 1000 * DAY_MS}
        mine = BEAT.c.process == self.name
        self.database.write(lambda db: db.execute(sa.update(BEAT).where(mine).values(far)))


class PostedWeeks(Weeks):
    """Matches of weeks as ``Weeks``, with notices. *killing* is how often a process dies at its
    deliveries."""

    def __init__(
        self, url: str, seed: int, find: GameFinder, begin_ms: int, killing: float = 0.1
    ) -> None:
        self.post, self.failures = SecondPost(next_ms=next_ms), list[BaseException]()
        self.accepted = dict[str, PostedMachine]()
        self.killing, self._names = killing, count()
        self._post_rng = Random(seed)
        self.clock = StillClock()
        self.kills_at = dict[str, int]()
        self.weights = 80, 8, 10, 2
        self.tally_planned = self.by_plan = 0
        super().__init__(url, seed, find, begin_ms)
        self._add_ways()

    def _add_ways(self) -> None:
        rows = list[dict[str, Any]]()
        for person, kinds in WAYS.items():
            for number, kind in enumerate(kinds):
                way = f"{person}-{kind}-{number}"
                self.post.ways[way] = person, kind
                empty = {"about": "{}", "device": "", "label": "", "trouble": ""}
                none = {"used_ms": 0, "failures": 0, "created_ms": self.now_ms}
                rows.append(
                    {"id": way, "person": person, "kind": kind, "key": way, **empty, **none}
                )
        self.machines[0].database.write(lambda db: db.execute(sa.insert(NOTICE_WAY), rows))

    # ---- processes ------------------------------------------------------------------------------

    def _machine(self) -> PostedMachine:
        name = f"p{next(self._names)}"
        return PostedMachine(self.url, self._find_now, lambda: f"n{next(self._ids)}", name, self)

    def kill(self, machine: Machine) -> None:
        """Another process takes the place of *machine*, and the others note that it is gone."""
        assert isinstance(machine, PostedMachine)
        self.catch_up()
        gone = [face for face in self.faces if face.machine is machine]
        machine.database.write(
            lambda db: db.execute(sa.delete(BEAT).where(BEAT.c.process == machine.name))
        )
        super().kill(machine)
        for face in gone:
            self.post.leave(face.person, face.room)
        self.share_presence()

    def end(self) -> None:
        """All processes die."""
        self.catch_up()
        for face in self.faces:
            self.post.leave(face.person, face.room)
        super().end()

    def share_presence(self) -> None:
        """Tells each process who sits at boards of the others, as ``Process`` does."""
        for _again in range(2):
            for machine in self.machines:
                assert isinstance(machine, PostedMachine)
                audience = machine.hub.audience
                with audience.presence_changes() as changes:
                    news = machine.presence.exchange(changes)
                for process in news.gone:
                    audience.forget_process(process)
                for change in news.changes:
                    audience.note_elsewhere(change.process, change.room, change.people)
                if news.gone:
                    machine.presence.forget(news.gone)

    # ---- people ---------------------------------------------------------------------------------

    def look(self, person: str, room: str, want: str | None = None) -> Face:
        """*person* looks at *room*."""
        self.catch_up()
        before = len(self.faces)
        face = super().look(person, room, want)
        self.catch_up()
        if len(self.faces) > before:
            self.post.sit(person, room)
        return face

    def leave(self, face: Face) -> None:
        """Closes the page or the terminal."""
        self.catch_up()
        super().leave(face)
        self.catch_up()
        self.post.leave(face.person, face.room)

    # ---- what the second post is told -----------------------------------------------------------

    def catch_up(self) -> None:
        """Tells the second post all commands that are in the ledger."""
        Weeks.check(self)

    def _follow(self, room: str, follower: Follower) -> None:
        for sender, entries in batches(self.machines[0].ledger.read(room, follower.number)):
            before = follower.number
            self._follow_entries(room, follower, entries)
            state = self.state(room)
            self.by_plan += not sender and any(each.event.event == "played" for each in entries)
            by = sender or (state.admission.by if not before else "")
            self.post.take(place_of(state, before + 1, by), self.now_ms)

    def rows(self) -> list[Row]:
        """The rows of the outbox."""
        columns = (OUTBOX.c[name] for name in Row._fields)
        database = self.machines[0].database
        return database.read(lambda db: [Row(*row) for row in db.execute(sa.select(*columns))])

    def check_post(self) -> None:
        """Raises ``AssertionError`` unless the law of notices holds."""
        self.catch_up()
        self.post.check(self.rows())
        self.post.check_delivered(self.now_ms - AT_ONCE_MS)
        assert not self.failures, self.failures

    # ---- deliveries -----------------------------------------------------------------------------

    def moods(self, parcel: NoticeParcel) -> str:
        """How the other server takes *parcel*."""
        return self._post_rng.choices(MOODS, self.weights)[0]

    def step(self, spans_ms: Any) -> None:
        """Time passes, people act, and what is due is delivered."""
        super().step(spans_ms)
        if self._post_rng.random() < PLANNING:
            self._plan()
        self.share_presence()
        self.pass_time(SETTLED_MS)
        self.deliver_notices()

    def _plan(self) -> None:
        """Somebody who is not on turn in a match of the wager makes his next decision in advance,
        or a whole turn, if others do what he expects, and leaves."""
        rooms = [room for room in self.running() if self.state(room).opening.game == "wager"]
        if not rooms:
            return
        rng = self._post_rng
        room = rng.choice(rooms)
        state = self.state(room)
        held = {one: who for one, who in state.seats.holders.items() if one != state.table.player}
        if not held:
            return
        face = self.look(rng.choice([*held.values()]), room)
        self.say(face, "plan", lines=rng.choice(PLANNED))
        self.leave(face)
        self.tally_planned += 1

    def deliver_notices(self, left: int | None = None) -> None:
        """Each process looks at the outbox; one of them may die at it, at the step after *left*
        others."""
        rng = self._post_rng
        if left is None and rng.random() < self.killing:
            left = rng.randrange(25)
        dying = self._post_rng.choice(self.machines)
        assert isinstance(dying, PostedMachine)
        dying.fuse.left = left
        self.look_at_outbox()
        if dying.fuse.where:
            self.bury(dying)
            self.look_at_outbox()
        dying.fuse.left = None
        self.check_post()

    def look_at_outbox(self, by: Sequence[PostedMachine] = ()) -> None:
        """All processes look after who has left a board, and at the outbox, at the same time."""

        async def work(machine: PostedMachine) -> None:
            await machine.plans.look()
            await machine.reconciliation.look_after_left()
            await machine.reconciliation.look_after_all()
            await machine.dispatcher.look("push")
            await machine.dispatcher.look("mail")

        async def look() -> None:
            looks = [work(each) for each in by or self.posted()]
            for result in await asyncio.gather(*looks, return_exceptions=True):
                if isinstance(result, BaseException) and not isinstance(result, Died):
                    raise result

        self.catch_up()
        self.post.remind_all(self.now_ms)
        self.post.look(self.now_ms)
        with self._burning(), asyncio.Runner(loop_factory=LeapingLoop) as runner:
            runner.run(look())

    def posted(self) -> list[PostedMachine]:
        """The processes."""
        return [each for each in self.machines if isinstance(each, PostedMachine)]

    @contextmanager
    def _burning(self) -> Iterator[None]:
        self.accepted.clear()
        for machine in self.posted():
            machine.fuse.is_live = True
        yield
        for machine in self.posted():
            machine.fuse.is_live = False

    def bury(self, machine: PostedMachine) -> None:
        """Notes what a process that has died at a delivery had not noted, and begins another."""
        where = machine.fuse.where
        self.kills_at[where] = self.kills_at.get(where, 0) + 1
        done = {row.parcel for row in self._finished()}
        for parcel, whose in self.accepted.items():
            if whose is machine and parcel not in done:
                self.post.died(parcel, where)
        self.kill(machine)
        self.pass_time(LEASE_MS + 1000)

    def _finished(self) -> Any:
        query = sa.select(OUTBOX.c.parcel).where(OUTBOX.c.result != "")
        return self.machines[0].database.read(lambda db: db.execute(query).all())


def batches(entries: Iterable[LedgerEntry]) -> Iterator[tuple[str, list[LedgerEntry]]]:
    """The entries of each command among *entries*, with its sender."""
    found, sender = list[LedgerEntry](), ""
    for entry in entries:
        if entry.letters and found:
            yield sender, found
            found = []
        sender = entry.sender
        found.append(entry)
    if found:
        yield sender, found


def place_of(state: RoomState, first: int, by: str) -> Place:
    """How a room stands, in plain data."""
    return Place(
        room=state.id,
        first=first,
        last=state.number,
        by=by,
        holders=dict(state.seats.holders),
        wants=wants_of(state),
        invited={one: each.person for one, each in state.admission.invited.items()},
        hour_ms=None if state.hour is None or state.is_ended else state.pause_ends_ms,
        is_over=state.is_ended,
    )


def wants_of(state: RoomState) -> dict[int, tuple[Want, ...]]:
    """The wants of a room of each player, in plain data."""
    found = dict[int, tuple[Want, ...]]()
    if state.is_ended or (state.free_seats and not state.has_begun):
        return found

    def want(player: int, sort: str, since: object, number: int = 0) -> None:
        if state.table.players[player].bot is None:
            found[player] = (*found.get(player, ()), Want(sort, str(since), number))

    for player in state.players_to_agree:
        want(player, ASKED, f"wish {state.request_number}")
    if state.offer is not None:
        for player in set(state.table.match.top.players) - state.accepted:
            want(player, ASKED, f"draw {state.request_number}")
    since = max(state.turn_since, state.filled_since)
    if state.is_paused:
        if state.hour is None:
            for player in state.unready:
                want(player, ASKED, f"ready {since}", since)
    elif state.table.player is not None:
        want(state.table.player, TURN, since)
    return found
