"""The rows of plans: decisions that people have made in advance, which nobody else sees.

A plan that was withdrawn leaves a row without text for a while, so that other processes hear of it.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Final, NamedTuple, Protocol

import sqlalchemy as sa
from sqlalchemy import Connection

from gipf_meta.base.clock import Clock
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.host.database import OVERLAP_MS, Database
from gipf_meta.host.notice_tables import PLAN
from gipf_meta.host.tables import ROOM
from gipf_meta.hub.hub import Hub
from gipf_meta.match.plan_lines import read_plan, write_plan
from gipf_meta.match.plans import Plan
from gipf_meta.rooms.ledger import Conflict
from gipf_meta.rooms.state import RoomState

PLANS_S: Final = 1.0
"""Seconds between two looks for plans that other processes have stored."""
WITHDRAWN_MS: Final = 60_000
"""Milliseconds for which the row of a plan that was withdrawn is left, so that others read it."""
WAITED_MS: Final = 1_000
"""Milliseconds for which a turn has come that a plan decides: a process that has the room open is
faster."""
ENDED_MS: Final = 10_000
"""Milliseconds after which the row of a plan is deleted that decides nothing more: until then the
command that has ended it may still turn out not to be durable."""
MOST_DUE: Final = 20
"""The most rooms that are opened at a look because plans decide in them."""
MOST_KNOWN: Final = 10_000
"""The most rooms remembered as looked at; beyond it all are looked at again."""


class PlanRow(NamedTuple):
    """The row of a plan without its text: what tells whether it has changed."""

    room: str
    player: int
    depth: int
    version: str


def _is(room: str, key: tuple[int, int]) -> sa.ColumnElement[bool]:
    """The condition that a row is of that plan."""
    return sa.and_(PLAN.c.room == room, PLAN.c.player == key[0], PLAN.c.depth == key[1])


def read_plans(db: Connection, room: str) -> list[Plan]:
    """Returns the plans of *room*. One that cannot be read is left out."""
    names = PLAN.c.text, PLAN.c.player, PLAN.c.person, PLAN.c.depth, PLAN.c.version
    plans = list[Plan]()
    for row in db.execute(sa.select(*names).where(PLAN.c.room == room, PLAN.c.text != "")):
        try:
            plans.append(read_plan(*row))
        except (ValueError, LookupError, TypeError):
            continue
    return plans


def store_plan(
    database: Database, room: str, key: tuple[int, int], plan: Plan | None, db: Connection
) -> None:
    """Writes *plan* in place of the one of that *key* in *room*; ``None``: withdraws it. Raises
    ``Conflict`` if the room has other events than when *plan* was made."""
    now = {"changed_ms": database.now}
    if plan is None:
        gone = {"text": "", "version": secrets.token_hex(8), **now}
        db.execute(sa.update(PLAN).where(_is(room, key)).values(gone))
        return
    number = sa.select(ROOM.c.number).where(ROOM.c.id == room)
    if db.execute(number).scalar() != plan.number:
        raise Conflict
    values = {"person": plan.person, "text": write_plan(plan), "version": plan.version, **now}
    row = database.insert(PLAN).values(room=room, player=key[0], depth=key[1], **values)
    where = ["room", "player", "depth"]
    db.execute(row.on_conflict_do_update(index_elements=where, set_=values))


def has_plan(db: Connection, room: str, plan: Plan) -> bool:
    """Returns whether *plan* is still there; it stays so until the end of the transaction."""
    query = sa.select(PLAN.c.version).where(_is(room, plan.key)).with_for_update()
    return db.execute(query).scalar() == plan.version


class RoomDriver(Protocol):
    """The driver of a hub."""

    def do_in(self, room: str, act: Callable[[], object]) -> None:
        """Calls *act* when *room* is open."""
        ...


class PlanWatch:
    """The plans in *database* that other processes have stored, or that decide in rooms which no
    process has open. *hub* plays them, by *driver*; *note_failure* is called with each error.

    Every process looks, by *clock*; the ledger decides which of them plays.
    """

    def __init__(
        self,
        database: Database,
        hub: Hub,
        driver: RoomDriver,
        clock: Clock,
        note_failure: Callable[[object], None],
    ) -> None:
        self._database, self._hub, self._driver, self._clock = database, hub, driver, clock
        self._note_failure = note_failure
        self._since_ms: int | None = None
        self._seen: dict[str, int] = {}
        self._ended: dict[str, tuple[RoomState, int, list[Plan]]] = {}

    async def look(self) -> None:
        """Looks once: reads plans that have changed, and opens rooms in which plans decide."""
        now_ms, changed, waiting = await asyncio.to_thread(self._database.read, self._find)
        self._since_ms = now_ms
        for room in dict.fromkeys(row.room for row in changed if self._is_new(row)):
            self._driver.do_in(room, partial(self._read, room))
        new = [each for each in waiting if self._is_due(*each)]
        if len(self._seen) + len(new) > MOST_KNOWN:
            self._seen.clear()
        for room, number in new[:MOST_DUE]:
            self._seen[room] = number
            self._driver.do_in(room, partial(self._sweep, room))
        if ended := self._take_ended(now_ms):
            await asyncio.to_thread(self._database.write, partial(_delete, ended))

    def _find(self, db: Connection) -> tuple[int, list[PlanRow], list[tuple[str, int]]]:
        """Returns the time, ms, the plans that were stored since the last look, and the rooms with
        the numbers of their last events in which the player on turn has a plan."""
        now_ms = int(db.execute(sa.select(self._database.now)).scalar_one())
        since_ms = now_ms if self._since_ms is None else self._since_ms
        columns = [PLAN.c[name] for name in PlanRow._fields]
        newly = sa.select(*columns).where(PLAN.c.changed_ms > min(since_ms, now_ms) - OVERLAP_MS)
        waiting = (
            sa.select(ROOM.c.id, ROOM.c.number)
            .join_from(PLAN, ROOM, ROOM.c.id == PLAN.c.room)
            .where(PLAN.c.text != "", PLAN.c.player == ROOM.c.player, ~ROOM.c.is_over)
            .where(ROOM.c.changed_ms < now_ms - WAITED_MS)
            .order_by(ROOM.c.changed_ms)
        )
        rows = [PlanRow(*row) for row in db.execute(newly)]
        return now_ms, rows, [(row.id, row.number) for row in db.execute(waiting)]

    def _is_new(self, row: PlanRow) -> bool:
        """Whether *row* is of a room that is open here, and not known yet."""
        entry = self._hub.open_rooms.look(row.room)
        if entry is None:
            return False
        plans = entry.state.plans
        known = plans.pending.get((row.player, row.depth))
        versions = {plan.version for plan in plans.ended}
        return row.version not in versions and (known is None or known.version != row.version)

    def _is_due(self, room: str, number: int) -> bool:
        """Whether a plan may decide in *room* after event *number*: where it could not be played,
        it is tried again."""
        if (entry := self._hub.open_rooms.look(room)) is not None:
            return entry.state.planned is not None
        return self._seen.get(room) != number

    def _read(self, room: str) -> None:
        try:
            self._hub.time.read_plans(room, self._clock.now_ms())
        except GipfMetaError as error:
            self._note_failure(error)

    def _sweep(self, room: str) -> None:
        for error in self._hub.time.sweep([room], self._clock.now_ms()).values():
            self._seen.pop(room, None)
            self._note_failure(error)

    def _take_ended(self, now_ms: int) -> list[tuple[str, Plan]]:
        """The plans that have decided nothing more for ``ENDED_MS``, in rooms that were not read
        again since then."""
        found = list[tuple[str, Plan]]()
        for entry in self._hub.open_rooms.take_used("plans"):
            if plans := entry.state.plans.ended:
                self._ended[entry.state.id] = entry.state, now_ms, plans
        for room, (state, since_ms, plans) in [*self._ended.items()]:
            if now_ms - since_ms >= ENDED_MS:
                del self._ended[room]
                open_room = self._hub.open_rooms.look(room)
                if open_room is not None and open_room.state is state:
                    found += [(room, plan) for plan in plans]
                    state.plans.ended = []
        return found


def _delete(ended: Collection[tuple[str, Plan]], db: Connection) -> None:
    """Deletes the rows of plans that have *ended*."""
    for room, plan in ended:
        is_it = _is(room, plan.key), PLAN.c.version == plan.version
        db.execute(sa.delete(PLAN).where(*is_it))


def delete_old_plans(database: Database) -> Mapping[str, int]:
    """Deletes the rows of plans that were withdrawn long ago, or whose match is over; returns how
    many."""
    is_withdrawn = sa.and_(PLAN.c.text == "", PLAN.c.changed_ms < database.now - WITHDRAWN_MS)
    over = sa.select(ROOM.c.id).where(ROOM.c.is_over)
    gone = sa.delete(PLAN).where(sa.or_(is_withdrawn, PLAN.c.room.in_(over)))
    return {"plans": database.write(lambda db: db.execute(gone).rowcount)}
