"""The dispatcher of a process: takes parcels out of the outbox, and hands them to their senders."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Final

from gipf_meta.base.clock import Clock
from gipf_meta.desk.own_notices import NoticeWayKind
from gipf_meta.host.notices.notice_outbox import LEASE_MS, NoticeOutbox
from gipf_meta.host.notices.sending import DeliveryEnd, NoticeParcel, Sender

LOOK_S: Final = 1.0
"""Seconds between two looks for what is due."""
PATIENCE_S: Final = 150.0
"""Seconds within which a sender must have delivered a parcel: a mail may wait behind others, and
its server has time for each answer. It is less than a lease."""
SPARE_MS: Final = 10_000
"""Milliseconds of a lease that are left when the patience with a sender ends."""
AT_ONCE: Final = 16
"""The most parcels that are on their way at once, for each kind of way: so many lines to services
are open, so many mails wait behind each other."""


class Dispatcher:
    """Delivers what is due in *outbox* by *senders*, one for each kind of way, by *clock*.

    *note_failure* is called with an error of a sender: its parcel is tried again. A sender has
    *patience_s* for each parcel.
    """

    def __init__(
        self,
        outbox: NoticeOutbox,
        senders: Mapping[NoticeWayKind, Sender],
        clock: Clock,
        note_failure: Callable[[BaseException], object] = lambda error: None,
        patience_s: float = PATIENCE_S,
    ) -> None:
        self._outbox, self._senders, self._clock = outbox, dict(senders), clock
        self._note_failure, self._patience_s = note_failure, patience_s

    def works(self) -> list[tuple[Callable[[], object], float]]:
        """Returns the periodic work for each kind of way, with its interval, s: a slow mail server
        holds up no push."""
        return [(self._work_of(kind), LOOK_S) for kind in self._senders]

    def _work_of(self, kind: NoticeWayKind) -> Callable[[], object]:
        async def look() -> None:
            await self.look(kind)

        look.__name__ = f"deliver_{kind}"  # by which /health names it
        return look

    async def look(self, kind: NoticeWayKind) -> int:
        """Delivers what is due on the ways of *kind*, ``AT_ONCE`` parcels at a time; returns their
        number. Raises ``DatabaseError``."""
        sender, now_ms = self._senders[kind], self._clock.now_ms()
        parcels = await asyncio.to_thread(self._outbox.claim, kind, now_ms, sender.due_ms)
        gate = asyncio.Semaphore(AT_ONCE)

        async def deliver(parcel: NoticeParcel) -> None:
            async with gate:
                if await self._holds(parcel, now_ms + LEASE_MS):
                    await self._deliver(sender, parcel)

        results = await asyncio.gather(*map(deliver, parcels), return_exceptions=True)
        for result in results:
            if isinstance(result, BaseException):
                raise result
        return len(parcels)

    async def _holds(self, parcel: NoticeParcel, until_ms: int) -> bool:
        """Returns whether this process holds *parcel*, which it has claimed until *until_ms*, and
        does so for as long as its sender may take: others may have come first, or the machine may
        have slept."""
        needed_ms = int(self._patience_s * 1000) + SPARE_MS
        while (now_ms := self._clock.now_ms()) > until_ms - needed_ms:
            if not await asyncio.to_thread(self._outbox.renew, parcel, now_ms):
                return False
            until_ms = now_ms + LEASE_MS
        return True

    async def _deliver(self, sender: Sender, parcel: NoticeParcel) -> None:
        """Delivers *parcel*, and notes the outcome. Raises ``DatabaseError``: then it is delivered
        once more, when the lease has ended."""
        try:
            async with asyncio.timeout(self._patience_s):
                outcome = await sender.send(parcel)
        except TimeoutError:
            outcome = DeliveryEnd("later", "")
        except Exception as error:
            self._note_failure(error)
            outcome = DeliveryEnd("later", "")
        await asyncio.to_thread(self._outbox.finish, parcel, outcome, self._clock.now_ms())
