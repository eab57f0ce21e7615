"""A post office for tests: ways of people, a sender that notes what it delivers, and the rows of
the outbox."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa

from gipf_meta.base.clock import StillClock
from gipf_meta.desk.own_notices import NoticeWayKind
from gipf_meta.host.database import Database
from gipf_meta.host.database_ledger import DatabaseLedger
from gipf_meta.host.notice_tables import NOTICE_WAY, OUTBOX
from gipf_meta.host.notices.dispatcher import Dispatcher
from gipf_meta.host.notices.notice_outbox import NoticeOutbox
from gipf_meta.host.notices.sending import SENT, DeliveryEnd, NoticeParcel, NoticeWay
from gipf_meta.hub.hub import Hub
from tests.hub.test_hub import new_hub

NOW_MS = 10_000_000


@dataclass
class FakeSender:
    """Notes what it is given to deliver; *answer* says what becomes of it, *due* when it is due."""

    answer: Callable[[NoticeParcel], DeliveryEnd] = lambda parcel: SENT
    due: Callable[[NoticeWay, int, int], int] = lambda way, created_ms, now_ms: now_ms
    parcels: list[NoticeParcel] = field(default_factory=list)

    def due_ms(self, way: NoticeWay, created_ms: int, now_ms: int) -> int:
        """When a notice is due."""
        return self.due(way, created_ms, now_ms)

    async def send(self, parcel: NoticeParcel) -> DeliveryEnd:
        """Notes *parcel*."""
        self.parcels.append(parcel)
        return self.answer(parcel)

    @property
    def told(self) -> list[tuple[str, str, int]]:
        """The way, kind and number of each notice that was delivered."""
        return [
            (parcel.way.id, notice.kind, notice.number)
            for parcel in self.parcels
            for notice in parcel.notices
        ]


def add_way(database: Database, person: str, kind: NoticeWayKind = "push", **values: Any) -> str:
    """Adds a way of *person*, whose id says whose it is."""
    id = f"{kind}-{person}"
    row = {
        "id": id, "person": person, "kind": kind, "key": id, "about": "{}", "device": "",
        "label": "", "created_ms": 0, "used_ms": 0, "failures": 0, "trouble": "", **values,
    }  # fmt: skip
    database.write(lambda db: db.execute(sa.insert(NOTICE_WAY).values(row)))
    return str(row["id"])


def rows_of(database: Database, *columns: str) -> list[tuple[Any, ...]]:
    """The rows of the outbox, in the order of their rooms and numbers."""
    names = columns or ("way", "room", "number", "kind", "result")
    query = sa.select(*(OUTBOX.c[name] for name in names))
    ordered = query.order_by(OUTBOX.c.room, OUTBOX.c.number, OUTBOX.c.kind, OUTBOX.c.way)
    return database.read(lambda db: [tuple(row) for row in db.execute(ordered)])


def ways_of(database: Database, *columns: str) -> list[tuple[Any, ...]]:
    """Columns of all ways, by their ids."""
    query = sa.select(*(NOTICE_WAY.c[name] for name in columns)).order_by(NOTICE_WAY.c.id)
    return database.read(lambda db: [tuple(row) for row in db.execute(query)])


def hub_of_host(ledger: DatabaseLedger) -> Hub:
    """A hub of a host, with connections of ann and eve."""
    return new_hub(ledger, pauses_alone=False)  # type: ignore[arg-type]


@dataclass
class Office:
    """An outbox of *database* for the process *name*, with a clock that a test sets."""

    database: Database
    name: str = "one"
    most: int = 100
    clock: StillClock = field(default_factory=StillClock)
    push: FakeSender = field(default_factory=FakeSender)
    mail: FakeSender = field(default_factory=FakeSender)
    counted: list[tuple[str, str, int]] = field(default_factory=list)
    failures: list[BaseException] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.clock.ms = NOW_MS
        self.outbox = NoticeOutbox(
            self.database,
            self.name,
            lambda room: f"https://host.example/#room/{room}",
            self.most,
            lambda *about: self.counted.append(about),
        )
        senders: dict[NoticeWayKind, Any] = {"push": self.push, "mail": self.mail}
        self.dispatcher = Dispatcher(
            self.outbox, senders, self.clock, self.failures.append, patience_s=5
        )

    async def look(self, later_ms: int = 0) -> int:
        """Delivers what is due *later_ms* later."""
        self.clock.ms += later_ms
        return await self.dispatcher.look("push") + await self.dispatcher.look("mail")
