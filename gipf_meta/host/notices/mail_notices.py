"""Notices by mail: what waits, in the person's language, with a link that stops such mails.

A mail is plain text that nobody answers, and no program: it says so in its head. It goes to an
address that its person has confirmed as a way back, and only as long as it is one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from email.message import EmailMessage
from typing import Final
from urllib.parse import urlsplit

import sqlalchemy as sa

from gipf_meta.base.dates import in_zone
from gipf_meta.base.texts import N_, _, spoken
from gipf_meta.host.identity.identity_tables import WAY_BACK, Store
from gipf_meta.host.identity.mailer import Mailer
from gipf_meta.host.identity.tickets import Tickets
from gipf_meta.host.notices.bundles import due_ms
from gipf_meta.host.notices.notice_ways import hours_of
from gipf_meta.host.notices.notice_words import heading_of, headline, notice_sentence
from gipf_meta.host.notices.sending import SENT, DeliveryEnd, NoticeParcel, NoticeWay, ToldNotice
from gipf_meta.host.notices.stop_links import StopLinks, stop_links_of
from gipf_meta.match.timecontrol import DAY_MS
from gipf_meta.rooms.ledger import LedgerError

HOUR_MS: Final = DAY_MS // 24
EACH_DAY: Final = 2_000
"""The mails with notices that a host sends in a day, by all its processes together."""
EACH_DAY_OF_WAY: Final = 40
"""The mails in a day to one address, however often its person makes that way anew."""
REFUSALS: Final = 3
"""The failed deliveries after which an address that is refused once more is given up."""
AFTER_REFUSAL_MS: Final = 6 * HOUR_MS
"""Milliseconds until a refused address is tried again: its server may be in trouble itself."""
AFTER_LIMIT_MS: Final = HOUR_MS
"""Milliseconds until a mail is tried again for which the host has sent too many."""
AFTER_DATABASE_MS: Final = 60_000
"""Milliseconds until a mail is tried again if the database has failed."""
NO_ADDRESS: Final = N_("This address is no way back of yours any more.")
SERVER_FAILS: Final = N_("The mail server could not take a mail; it is tried again.")
REFUSED: Final = N_("The mail server has refused this mail.")
NOBODY_YET: Final = N_("The mail server says that nobody has this address; it is tried again.")
NOBODY: Final = N_("The mail server says again and again that nobody has this address.")
MOST_LINES: Final = 50
"""The most notices that a mail tells; of the others it tells the number."""


class MailNotices:
    """Sends notices by *mailer* to the people in *database*, with links of *stop_links*.

    It is a ``Sender``. *origin* is the address of the host, *title* returns how a game is called;
    at most *each_day* mails are sent in a day by all processes together.
    """

    def __init__(
        self,
        database: Store,
        mailer: Mailer,
        stop_links: StopLinks,
        origin: str,
        title: Callable[[str], str],
        each_day: int = EACH_DAY,
    ) -> None:
        self._database, self._mailer, self._stop_links = database, mailer, stop_links
        self._origin, self._title, self._each_day = origin, title, each_day
        self._tickets = Tickets(database)

    def due_ms(self, way: NoticeWay, created_ms: int, now_ms: int) -> int:
        """Returns when a notice of *created_ms* is due on *way*: at the next hour of its bundles,
        or now, after its quiet hours."""
        when = hours_of(way.about)
        return due_ms(when.hours, when.quiet, when.zone, created_ms, now_ms)

    async def send(self, parcel: NoticeParcel) -> DeliveryEnd:
        """Delivers *parcel* as one mail. Never raises for a failure of the mail server or of the
        database."""
        outcome = await self._send(parcel)
        with spoken(parcel.language):
            return replace(outcome, why=_(outcome.why))

    async def _send(self, parcel: NoticeParcel) -> DeliveryEnd:
        """Returns the outcome, with its reason in English."""
        if pause_ms := self._mailer.pause_ms:  # nothing is charged for what is not even tried
            return DeliveryEnd("later", SERVER_FAILS, pause_ms)
        try:
            to = await asyncio.to_thread(self._address_of, parcel.way)
            if not to:
                return DeliveryEnd("dead", NO_ADDRESS)
            if not await asyncio.to_thread(self._charge, parcel.way):
                return DeliveryEnd("withheld", after_ms=AFTER_LIMIT_MS)
        except LedgerError:
            return DeliveryEnd("withheld", after_ms=AFTER_DATABASE_MS)
        delivery = await self._mailer.deliver(self.write(parcel, to), to)
        if delivery.result == "sent":
            return SENT
        if delivery.result == "refused":
            return DeliveryEnd("refused", REFUSED)
        if delivery.result == "later":
            return DeliveryEnd("later", SERVER_FAILS, delivery.after_ms)
        if parcel.way.failures >= REFUSALS:
            return DeliveryEnd("dead", NOBODY)
        return DeliveryEnd("later", NOBODY_YET, AFTER_REFUSAL_MS)

    def _address_of(self, way: NoticeWay) -> str:
        """Returns the address of *way*; ``""``: its person has it no more."""
        now = self._database.now
        stays = sa.or_(WAY_BACK.c.ends_ms == 0, WAY_BACK.c.ends_ms > now)
        own = WAY_BACK.c.id == way.key, WAY_BACK.c.person == way.person
        query = sa.select(WAY_BACK.c.key).where(*own, WAY_BACK.c.kind == "mail", stays)
        return self._database.read(lambda db: db.execute(query).scalar()) or ""

    def _charge(self, way: NoticeWay) -> bool:
        """Charges a mail to the address of *way* and to the host; returns whether both had one
        left."""
        of_way = f"notices by mail {way.key}", EACH_DAY_OF_WAY, DAY_MS
        of_host = "notices by mail", self._each_day, DAY_MS
        return self._tickets.try_charge(*of_way) and self._tickets.try_charge(*of_host)

    # ---- writing --------------------------------------------------------------------------------

    def write(self, parcel: NoticeParcel, to: str) -> EmailMessage:
        """Returns the mail of *parcel* to that address."""
        site = urlsplit(self._origin).hostname or ""
        stop = self._stop_links.link(parcel.way.id)
        with spoken(parcel.language), in_zone(parcel.zone):
            subject = headline(parcel.notices, self._title)
            text = "\n\n".join(self._paragraphs(parcel.notices, stop))
        id = f"<notices.{parcel.id}@{site}>"
        message = self._mailer.write_message(to, subject, f"{text}\n", id)
        message["List-Id"] = f"<notices.{site}>"
        message["List-Unsubscribe"] = f"<{stop}>"
        if stop.startswith("https:"):  # programs may press no other link
            message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        message["Precedence"] = "bulk"
        return message

    def _paragraphs(self, notices: Sequence[ToldNotice], stop: str) -> Iterator[str]:
        """Yields the paragraphs of a mail with *notices*."""
        for notice in notices[:MOST_LINES]:
            yield f"{notice_sentence(notice, heading_of(notice, self._title))}\n{notice.link}"
        if (more := len(notices) - MOST_LINES) > 0:
            yield _.many("And {count} more.", "And {count} more.", more).format(count=more)
        yield "-- \n" + _(
            "You get this mail because you asked {site} for it. There you can change when such"
            " mails come; here you stop them:"
        ).format(site=urlsplit(self._origin).netloc)
        yield stop


def mail_sender(
    database: Store,
    mailer: Mailer,
    origin: str,
    title: Callable[[str], str],
    each_day: int = EACH_DAY,
) -> MailNotices:
    """Returns the sender of mails of a host at *origin*; see ``MailNotices``. Raises
    ``LedgerError``."""
    return MailNotices(database, mailer, stop_links_of(database, origin), origin, title, each_day)
