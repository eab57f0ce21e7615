"""Ten minutes before the hour of a live duel its players are reminded, each page once."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from gipf_meta.host.database import Database
from gipf_meta.host.reminders import Reminders
from gipf_meta.host.room_lists import Lists
from gipf_meta.host.serving import host_server
from gipf_meta.host.tables import ROOM
from tests.host.hosting import Hosted, Visitor, hosted, visitor

HOUR_MS = 3_600_000
SOON_MS = HOUR_MS - 600_000


async def notice_to(who: Visitor) -> str:
    """The next message to *who*, which is a notice."""
    told = await who.page.next()
    return str(told["notice"])


async def silence_of(who: Visitor) -> bool:
    """Whether *who* is told nothing before the answer to what he asks now."""
    told = await who.page.ask({"do": "open", "screen": "help", "about": {}})
    return not [each for each in told if "notice" in each]


async def test_both_players_are_reminded_once_a_page_by_whichever_process_they_are_at(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host_server, "REMIND_S", 0.01)
    async with (
        hosted(url) as one,
        hosted(url) as other,
        visitor(one, name="Ann") as ann,
        visitor(other, name="Bob", language="cs") as bob,
        visitor(other, name="Eve") as eve,
    ):
        one.open_room("r", ann.person, bob.person)
        database = Database.open(url)
        set_hour(database, HOUR_MS)
        assert await silence_of(ann), "it is an hour away"
        for host in (one, other):
            host.clock.ms = SOON_MS
        assert await notice_to(ann) == "Your live duel begins in 10 minutes: wager with 1."
        assert "wager" in await notice_to(bob)
        async with visitor(one, secret=ann.hello["secret"]) as page:
            assert "10 minutes" in await notice_to(page)
            assert again(one, database) == 1
            assert await silence_of(ann)
            assert await silence_of(bob)
            assert await silence_of(eve)
        set_hour(database, HOUR_MS + 1)
        one.clock.ms = SOON_MS + 1
        assert "10 minutes" in await notice_to(ann), "it was moved"
        database.close()


def set_hour(database: Database, hour_ms: int) -> None:
    """Says in the database when the duel of the room is played."""
    hour = sa.update(ROOM).where(ROOM.c.id == "r").values(hour_ms=hour_ms)
    database.write(lambda db: db.execute(hour))


def again(host: Hosted, database: Database) -> int:
    """Has the pages of *host* reminded once more; the number of hours that are near."""
    found = Reminders(Lists(database), str, host.clock.now_ms).look()
    host.served.site.remind(found)
    return len(found)
