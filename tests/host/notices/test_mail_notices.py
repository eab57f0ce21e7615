"""Notices by mail: one mail a parcel, with the heads of a list, to an address that is confirmed."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Coroutine
from dataclasses import replace
from email import message_from_bytes, policy
from typing import Any

import pytest
import sqlalchemy as sa

from gipf_meta.base.clock import StillClock
from gipf_meta.host.database import Database
from gipf_meta.host.database_ledger import DatabaseLedger
from gipf_meta.host.identity.identity_tables import WAY_BACK
from gipf_meta.host.identity.mail_server import MailServer
from gipf_meta.host.identity.mailer import FIRST_PAUSE_MS, LONGEST_PAUSE_MS, Mailer
from gipf_meta.host.notices.dispatcher import Dispatcher
from gipf_meta.host.notices.mail_notices import (
    AFTER_LIMIT_MS,
    AFTER_REFUSAL_MS,
    EACH_DAY_OF_WAY,
    MOST_LINES,
    REFUSALS,
    MailNotices,
)
from gipf_meta.host.notices.notice_outbox import LEASE_MS, NoticeOutbox
from gipf_meta.host.notices.sending import SENT, DeliveryEnd, NoticeParcel, NoticeWay, ToldNotice
from gipf_meta.host.notices.stop_links import StopLinks
from gipf_meta.web.access import ADDRESS
from tests.host.mail_servers import mail_server, talking
from tests.host.notices.post import NOW_MS, add_way, hub_of_host, rows_of, ways_of
from tests.hub.test_hub import opening, play

SITE = "games-of-the-people-of-a-town-with-a-long-name.example"
ORIGIN = f"https://{SITE}"
HOUR_MS = 3_600_000
SOON_MS = 10_000
ANN = "ann@example.org"
DAILY = {"mode": "daily", "hours": [18], "quiet": [22, 7], "zone": ""}
WAY = NoticeWay("nab12", "p1", "mail", "w1", DAILY)
TURN = ToldNotice(
    "turn", "r1", 7, "gipf", ("Bo",), False, 0, f"{ORIGIN}/#room/r1", left_ms=50 * HOUR_MS
)
PRIVATE = ToldNotice("duel", "r2", 3, "zertz", ("Eve",), True, 0, f"{ORIGIN}/#room/r2")
PARCEL = NoticeParcel("d1" * 16, WAY, (TURN, PRIVATE), "en", "Europe/Prague")


class Sending:
    """A sender of mails to the server at *port*, and the person whose address it has."""

    def __init__(self, database: Database, port: int, each_day: int = 50, **about: Any) -> None:
        self.database, self.clock = database, StillClock()
        server = MailServer(ADDRESS, port, "none")
        names = (
            f"host@{SITE}",
            "games-of-the-people-of-a-town-with-a-long-name.example",
        )
        self.mailer = Mailer(server, *names, self.clock, **about)
        self.links = StopLinks(database, ORIGIN, "secret")
        self.sender = MailNotices(database, self.mailer, self.links, ORIGIN, str.upper, each_day)
        values = {
            "public_key": "", "sign_count": 0, "label": "a…@example.org", "created_ms": 0,
            "used_ms": 0, "ends_ms": 0, "added_by": "",
        }  # fmt: skip
        row = sa.insert(WAY_BACK).values(id="w1", person="p1", kind="mail", key=ANN, **values)
        database.write(lambda db: db.execute(row))

    def change(self, **values: Any) -> None:
        changed = sa.update(WAY_BACK).values(**values)
        self.database.write(lambda db: db.execute(changed))

    async def send(self, parcel: NoticeParcel = PARCEL) -> DeliveryEnd:
        return await self.sender.send(parcel)


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


# ---- what is sent --------------------------------------------------------------------------------


def test_mail_tells_what_waits_with_links_and_names_nobody_of_a_private_match(
    database: Database,
) -> None:
    async def look() -> None:
        async with mail_server() as sink:
            assert await Sending(database, sink.port).send() == SENT
            (mail,) = sink.letters
            assert sink.recipients == [[ANN]]
            assert mail["Subject"] == "2 matches wait for you"
            assert mail.get_content_type() == "text/plain"
            text = mail.get_content().replace("\r\n", "\n")
            assert "It is your move: GIPF with Bo, 2 days 2 hours left." in text
            assert f"A duel waits for you: ZERTZ.\n{ORIGIN}/#room/r2\n" in text
            assert "Eve" not in str(mail)

    run(look())


def test_mail_of_one_notice_says_it_in_its_subject(database: Database) -> None:
    async def look() -> None:
        async with mail_server() as sink:
            await Sending(database, sink.port).send(replace(PARCEL, notices=(TURN,)))
            subject = sink.letters[0]["Subject"]
            assert subject == "It is your move: GIPF with Bo, 2 days 2 hours left."

    run(look())


def test_heads_are_those_of_a_list_that_one_click_ends_and_are_not_folded(
    database: Database,
) -> None:
    async def look() -> None:
        async with mail_server() as sink:
            raw = list[bytes]()
            keep = sink.handle_DATA

            async def look_first(server: Any, session: Any, envelope: Any) -> str:
                raw.append(envelope.content)
                assert envelope.mail_from == f"host@{SITE}"
                return await keep(server, session, envelope)

            sink.handle_DATA = look_first  # type: ignore[method-assign]
            sending = Sending(database, sink.port)
            await sending.send()
            link = sending.links.link(WAY.id)
            assert f"\r\nList-Unsubscribe: <{link}>\r\n".encode() in raw[0]
            mail = message_from_bytes(raw[0], policy=policy.default)
            assert mail["List-Unsubscribe"] == f"<{link}>"
            assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
            assert mail["List-Id"] == f"<notices.{SITE}>"
            assert mail["Message-ID"] == f"<notices.{PARCEL.id}@{SITE}>"
            assert mail["Auto-Submitted"] == "auto-generated"
            assert mail["X-Auto-Response-Suppress"] == "All"
            assert mail["Precedence"] == "bulk"
            assert mail["Reply-To"] is None
            assert link in raw[0].replace(b"=\r\n", b"").decode()

    run(look())


def test_mail_is_in_the_language_of_its_person(database: Database) -> None:
    async def look() -> None:
        async with mail_server() as sink:
            sending = Sending(database, sink.port)
            hour = replace(TURN, kind="hour", hour_ms=1_796_324_400_000)
            await sending.send(replace(PARCEL, notices=(hour,), language="cs"))
            assert "20:00 CET" in sink.letters[0]["Subject"]
            assert re.search(r"čt 3\.", sink.letters[0]["Subject"])

    run(look())


def test_mail_of_many_notices_ends_with_their_number(database: Database) -> None:
    async def look() -> None:
        async with mail_server() as sink:
            many = tuple(replace(TURN, room=f"r{n}") for n in range(MOST_LINES + 7))
            await Sending(database, sink.port).send(replace(PARCEL, notices=many))
            text = sink.letters[0].get_content()
            assert text.count("It is your move") == MOST_LINES
            assert "And 7 more." in text

    run(look())


def test_name_of_a_player_writes_no_heads(database: Database) -> None:
    async def look() -> None:
        async with mail_server() as sink:
            evil = replace(TURN, others=("Bo\r\nBcc: eve@example.org\r\n\r\nHello",))
            assert await Sending(database, sink.port).send(replace(PARCEL, notices=(evil,))) == SENT
            assert sink.recipients == [[ANN]]
            assert sink.letters[0]["Bcc"] is None

    run(look())


# ---- what is not ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "changed", [{"person": "p2"}, {"kind": "words"}, {"ends_ms": 1}, {"id": "w2"}]
)
def test_address_that_is_no_way_back_any_more_gets_nothing(
    database: Database, changed: dict[str, Any]
) -> None:
    async def look() -> None:
        async with mail_server() as sink:
            sending = Sending(database, sink.port)
            sending.change(**changed)
            outcome = await sending.send()
            assert outcome.result == "dead"
            assert ANN not in outcome.why
            assert sink.letters == []

    run(look())


def test_refused_address_is_tried_again_and_given_up_in_the_end(database: Database) -> None:
    async def look() -> None:
        async with mail_server() as sink:
            sink.to_recipient[ANN] = f"550 <{ANN}> no such user"
            sending = Sending(database, sink.port)
            for failures in range(REFUSALS + 1):
                way = replace(WAY, failures=failures)
                outcome = await sending.send(replace(PARCEL, way=way))
                is_last = failures == REFUSALS
                assert outcome.result == ("dead" if is_last else "later")
                assert outcome.after_ms == (0 if is_last else AFTER_REFUSAL_MS)
                assert ANN not in outcome.why
            assert sending.mailer.why_not() == ""

    run(look())


def test_address_that_is_only_slow_is_never_given_up(database: Database) -> None:
    async def look() -> None:
        async with mail_server() as sink:
            sink.to_recipient[ANN] = "450 come again"
            way = replace(WAY, failures=1000)
            outcome = await Sending(database, sink.port).send(replace(PARCEL, way=way))
            assert (outcome.result, outcome.after_ms) == ("later", LONGEST_PAUSE_MS)

    run(look())


def test_mail_that_is_refused_is_given_up_alone(database: Database) -> None:
    async def look() -> None:
        async with mail_server() as sink:
            sink.to_letter = "554 smells of bulk"
            outcome = await Sending(database, sink.port).send()
            assert outcome.result == "refused"
            assert "554" not in outcome.why

    run(look())


def test_server_that_hangs_or_dies_gets_the_mail_later_with_the_same_id(
    database: Database,
) -> None:
    async def look() -> None:
        async with mail_server() as sink:
            sending = Sending(database, sink.port)
            ids, take = list[str](), sink.handle_DATA

            async def take_and_die(server: Any, session: Any, envelope: Any) -> str:
                await take(server, session, envelope)
                ids.append(sink.letters[-1]["Message-ID"])
                if len(ids) == 1:
                    server.transport.abort()
                return "250 OK"

            sink.handle_DATA = take_and_die  # type: ignore[method-assign]
            outcome = await sending.send()
            assert (outcome.result, outcome.after_ms) == ("later", FIRST_PAUSE_MS)
            sending.clock.ms += FIRST_PAUSE_MS
            assert await sending.send() == SENT
            assert ids == [ids[0]] * 2
        is_over = asyncio.Event()
        async with talking(lambda _reader, _writer: is_over.wait()) as port:
            sending.mailer._server = MailServer(ADDRESS, port, "none")
            sending.mailer._answer_s = 0.05
            assert (await sending.send()).result == "later"
            is_over.set()

    run(look())


def test_host_sends_so_many_mails_in_a_day_and_no_more(database: Database) -> None:
    async def look() -> None:
        async with mail_server() as sink:
            sending = Sending(database, sink.port, each_day=2)
            assert [await sending.send(), await sending.send()] == [SENT, SENT]
            outcome = await sending.send()
            assert (outcome.result, outcome.after_ms) == ("withheld", AFTER_LIMIT_MS)
            assert len(sink.letters) == 2

    run(look())


def test_one_address_gets_so_many_mails_in_a_day_and_others_go_on(database: Database) -> None:
    async def look() -> None:
        async with mail_server() as sink:
            sending = Sending(database, sink.port, each_day=1000)
            for _mail in range(EACH_DAY_OF_WAY):
                assert await sending.send() == SENT
            assert (await sending.send()).result == "withheld"
            anew = replace(PARCEL, way=replace(WAY, id="nother"))  # taken away, and made again
            assert (await sending.send(anew)).result == "withheld"
            sending.change(id="w2")
            assert await sending.send(replace(PARCEL, way=replace(WAY, key="w2"))) == SENT

    run(look())


def test_mail_that_is_not_tried_while_the_server_fails_is_not_charged(database: Database) -> None:
    async def look() -> None:
        async with mail_server() as sink:
            sending = Sending(database, sink.port, each_day=2)
            sink.dies_at_letter = True
            for _try in range(20):
                assert (await sending.send()).result == "later"
            sink.dies_at_letter = False
            sending.clock.ms += FIRST_PAUSE_MS
            assert await sending.send() == SENT

    run(look())


def test_database_that_is_away_lets_the_mail_wait(database: Database) -> None:
    async def look() -> None:
        async with mail_server() as sink:
            sending = Sending(database, sink.port)
            gone = sa.text("DROP TABLE way_back")
            database.write(lambda db: db.execute(gone))
            outcome = await sending.send()
            assert outcome.result == "withheld"
            assert sink.letters == []

    run(look())


# ---- when ----------------------------------------------------------------------------------------


def test_bundle_is_due_at_the_hour_of_its_way(database: Database) -> None:
    sender = Sending(database, 1).sender
    noon = 1_796_212_800_000  # 2 Dec 2026, 12:00 UTC
    assert sender.due_ms(WAY, noon, noon) == noon + 6 * HOUR_MS + 60_000
    each = {**DAILY, "mode": "each", "hours": []}
    assert sender.due_ms(replace(WAY, about=each), noon, noon + 5) == noon + 5
    for about in ({}, {"hours": "x"}, {**DAILY, "quiet": [9]}, {**DAILY, "zone": "Mars/Olympus"}):
        assert sender.due_ms(replace(WAY, about=about), noon, noon) == noon + 6 * HOUR_MS + 60_000


# ---- out of the outbox ---------------------------------------------------------------------------


class Post:
    """A process of a host that mails to eve, who plays with ann: its outbox and its dispatcher."""

    def __init__(self, sending: Sending, name: str) -> None:
        self.outbox = NoticeOutbox(sending.database, name, f"{ORIGIN}/#room/{{}}".format)
        self.clock = sending.clock
        self.dispatcher = Dispatcher(self.outbox, {"mail": sending.sender}, self.clock)


class Dead(Exception):
    """A process has died."""


def match_with_notice(sending: Sending) -> None:
    """Opens a match in which eve has to answer, and gets a mail at once for that."""
    sending.clock.ms = NOW_MS
    sending.change(person="eve")
    about = json.dumps({**DAILY, "mode": "each", "hours": [], "quiet": None})
    add_way(sending.database, "eve", "mail", id="n1", key="w1", about=about)
    hub = hub_of_host(DatabaseLedger(sending.database))
    hub.open_room("r", opening("wager", "human", "human"), "ann", NOW_MS, others={1: "eve"})
    play(hub, "claim", "ann", NOW_MS)


def test_process_that_dies_after_the_mail_was_taken_repeats_it_with_its_id_and_none_else_does(
    database: Database,
) -> None:
    async def look() -> None:
        async with mail_server() as sink:
            sending = Sending(database, sink.port)
            match_with_notice(sending)
            one, other = Post(sending, "one"), Post(sending, "two")

            def die(*_about: object) -> None:
                raise Dead

            one.outbox.finish = die  # type: ignore[method-assign, assignment]
            sending.clock.ms += SOON_MS
            with pytest.raises(Dead):
                await one.dispatcher.look("mail")
            assert len(sink.letters) == 1  # the other server has it, and we do not know
            assert await other.dispatcher.look("mail") == 0
            sending.clock.ms += LEASE_MS
            assert await other.dispatcher.look("mail") == 1
            ids = [letter["Message-ID"] for letter in sink.letters]
            assert ids == [ids[0]] * 2
            assert rows_of(database, "result") == [("sent",)]
            sending.clock.ms += 10 * LEASE_MS
            assert await other.dispatcher.look("mail") == 0
            assert len(sink.letters) == 2

    run(look())


def test_mail_that_is_stopped_by_its_link_comes_no_more(database: Database) -> None:
    async def look() -> None:
        async with mail_server() as sink:
            sending = Sending(database, sink.port)
            match_with_notice(sending)
            post = Post(sending, "one")
            sending.clock.ms += SOON_MS
            assert await post.dispatcher.look("mail") == 1
            stop = sink.letters[0]["List-Unsubscribe"].strip("<>")
            sending.links.stop(stop.removeprefix(f"{ORIGIN}/stop/"))
            assert rows_of(database) == []

    run(look())


def test_address_that_is_refused_for_days_is_given_up_and_its_owner_reads_why(
    database: Database,
) -> None:
    async def look() -> None:
        async with mail_server() as sink:
            sink.to_recipient[ANN] = "550 no such user"
            sending = Sending(database, sink.port)
            match_with_notice(sending)
            post = Post(sending, "one")
            tries = 0
            while rows_of(database, "result") == [("",)]:
                sending.clock.ms += HOUR_MS
                tries += await post.dispatcher.look("mail")
            assert tries == REFUSALS + 1
            assert rows_of(database, "result") == [("given_up",)]
            (trouble,) = ways_of(database, "trouble")
            assert trouble == (
                "The mail server says again and again that nobody has this address.",
            )

    run(look())
