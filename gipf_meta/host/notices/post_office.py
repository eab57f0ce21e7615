"""The post office of a host's process: its outbox, its senders, and who looks after them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

import sqlalchemy as sa

from gipf_meta.base.clock import Clock
from gipf_meta.desk.own_notices import NoticeWayKind
from gipf_meta.host.database import Database
from gipf_meta.host.identity.mailer import Mailer
from gipf_meta.host.limits import Limits
from gipf_meta.host.metrics import Figures, Log
from gipf_meta.host.notice_tables import OUTBOX
from gipf_meta.host.notices.dispatcher import Dispatcher
from gipf_meta.host.notices.mail_notices import EACH_DAY, mail_sender
from gipf_meta.host.notices.notice_outbox import NoticeOutbox
from gipf_meta.host.notices.push import Keys, PushSender
from gipf_meta.host.notices.push_addresses import PushServices
from gipf_meta.host.notices.reconciliation import ALL_S, LEAVINGS_S, Reconciliation
from gipf_meta.host.notices.sending import Sender, link_to_room
from gipf_meta.hub.hub import Hub

SWEEP_S: Final = 3_600.0
"""Seconds between two times at which rows that are done are deleted."""
COUNT_S: Final = 15.0
"""Seconds between two counts of what waits."""
FAILED: Final = ("later", "refused", "given_up")
"""The results of which the log tells."""


@dataclass(frozen=True)
class Means:
    """The means of a host to deliver notices: *origin* is its address for people, without a slash
    at its end, *title* returns the titles of games, *mailer* sends mails (``None``: nobody does),
    *mails* a day at most, and *services* take pushes, signed by *keys*."""

    database: Database
    clock: Clock
    origin: str
    title: Callable[[str], str]
    mailer: Mailer | None
    services: PushServices
    keys: Keys
    mails: int = EACH_DAY


def make_push_sender(means: Means) -> Sender:
    """Returns the sender of pushes."""
    now_ms = means.clock.now_ms
    return PushSender(means.keys, means.services, means.origin, now_ms, means.title)


def make_mail_sender(means: Means) -> Sender | None:
    """Returns the sender of mails; ``None`` where no mails are sent. Raises ``DatabaseError``."""
    if means.mailer is None:
        return None
    about = means.origin, means.title, means.mails
    return mail_sender(means.database, means.mailer, *about)


MakeSender: TypeAlias = Callable[[Means], Sender | None]
"""Makes the sender of a kind of ways; ``None``: the host has not the means."""
MAKERS: Final[Mapping[NoticeWayKind, MakeSender]] = {
    "push": make_push_sender,
    "mail": make_mail_sender,
}
"""The maker of each sender."""


class PostOffice:
    """Delivers the notices of *hub* by the *means* of the host, for the process *name*: to each
    person at most ``notices`` parcels a day, as *limits* say. *note_failure* is called with defects
    of senders."""

    def __init__(
        self,
        name: str,
        hub: Hub,
        means: Means,
        limits: Limits,
        figures: Figures,
        log: Log,
        note_failure: Callable[[BaseException], object],
        makers: Mapping[NoticeWayKind, MakeSender] | None = None,
    ) -> None:
        self._database, self._clock = means.database, means.clock
        self._figures, self._log = figures, log
        made = {kind: make(means) for kind, make in (MAKERS if makers is None else makers).items()}
        senders = {kind: sender for kind, sender in made.items() if sender is not None}

        def link_of(room: str) -> str:
            of_screen = f"{means.origin}/#screen/notices"  # for a trial
            return link_to_room(means.origin, room) if room else of_screen

        self.outbox = NoticeOutbox(means.database, name, link_of, limits.notices, self._note)
        self.dispatcher = Dispatcher(self.outbox, senders, means.clock, note_failure)
        self.reconciliation = Reconciliation(means.database, means.clock, hub.audience.people)
        hub.audience.call_when_gone(self.reconciliation.note_left)
        self.waiting, self.late_s = 0, 0.0

    def works(self) -> list[tuple[Callable[[], object], float]]:
        """Returns the periodic tasks, each with its interval, s."""
        return [
            *self.dispatcher.works(),
            (self.reconciliation.look_after_left, LEAVINGS_S),
            (self.reconciliation.look_after_all, ALL_S),
            (self.count, COUNT_S),
            (self.sweep_notices, SWEEP_S),
        ]

    async def sweep_notices(self) -> None:
        """Deletes what was done long ago. Raises ``DatabaseError``."""
        await asyncio.to_thread(self.outbox.sweep, self._clock.now_ms())

    async def count(self) -> None:
        """Counts what waits, and since when the oldest should have been delivered. Raises
        ``DatabaseError``."""
        waits = sa.select(sa.func.count(), sa.func.min(OUTBOX.c.due_ms)).where(
            OUTBOX.c.result == ""
        )
        found = await asyncio.to_thread(self._database.read, lambda db: db.execute(waits).one())
        self.waiting = int(found[0])
        due_ms = found[1]
        late_ms = 0 if due_ms is None else max(0, self._clock.now_ms() - due_ms)
        self.late_s = late_ms / 1000

    def _note(self, kind: str, result: str, count: int) -> None:
        """Counts what became of notices; the log gets failures, without any address."""
        self._figures.note_notices(kind, result, count)
        if result in FAILED:
            self._log.warning("notices", way=kind, result=result, count=count)
