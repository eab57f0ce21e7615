"""Somebody is away from a host: a mail tells him that his match waits, and its link stops mails."""

from __future__ import annotations

import asyncio
import json

import sqlalchemy as sa

from gipf_meta.host.database import Database
from gipf_meta.host.identity.identity_tables import WAY_BACK
from gipf_meta.host.identity.mail_server import MailServer, OutgoingMail
from gipf_meta.web.access import ADDRESS
from tests.host.hosting import visited, visitor
from tests.host.mail_servers import mail_server
from tests.host.notices.post import add_way, ways_of

ORIGIN = "https://games.example"
EVE = "eve@example.org"


async def test_mail_comes_to_who_is_away_and_its_link_stops_them(file_url: str) -> None:
    async with mail_server() as sink:
        server = MailServer(ADDRESS, sink.port, "none")
        mail = OutgoingMail(server, "host@games.example", ORIGIN)
        async with (
            visited(file_url, mail=mail) as host,
            visitor(host, name="Ann") as ann,
        ):
            async with visitor(host, name="Eve") as eve:
                room = host.open_room("r", ann.person, eve.person)
            database = Database.open(file_url)
            about: dict[str, object] = {"mode": "each", "hours": [], "quiet": None, "zone": ""}
            add_way(database, eve.person, "mail", id="n1", key="w1", about=json.dumps(about))
            row = sa.insert(WAY_BACK).values(
                id="w1", person=eve.person, kind="mail", key=EVE, public_key="", sign_count=0,
                label="", created_ms=0, used_ms=0, ends_ms=0, added_by="",
            )  # fmt: skip
            database.write(lambda db: db.execute(row))
            *_, done = await ann.page.watch(room)
            told = await ann.page.play(room, "claim", done["number"])
            assert "done" in told[-1], told
            host.clock.ms += 10_000
            letter = await asyncio.to_thread(sink.arrived.get, True, 60)
            assert sink.recipients == [[EVE]]
            assert "The others wait for your answer" in letter["Subject"]
            stop = letter["List-Unsubscribe"].strip("<>")
            path = stop.removeprefix(str(host.url))
            assert path.startswith("stop/"), stop
            body = {"List-Unsubscribe": "One-Click"}
            async with host.client.post(f"{host.url}{path}", data=body) as answer:
                assert answer.status == 200
            assert ways_of(database, "id") == []
            database.close()
