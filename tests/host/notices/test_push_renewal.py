"""A worker tells the new address of its pushes: who knows the old secret may, and nobody else."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from gipf_meta.host.database import Database
from gipf_meta.host.notice_tables import NOTICE_WAY
from gipf_meta.host.notices.push_keys import PushKeys
from gipf_meta.host.notices.push_renewal import AT_ONCE, LONGEST
from tests.host.hosting import visited, visitor
from tests.host.notices.push_servers import BrowserKeys
from tests.host.notices.test_notice_ways import BROWSER, ENDPOINT, Host
from tests.host.serving.test_site_pushes import FIREFOX, push

NEW = "https://push.example/send/new"
ANEW = BrowserKeys()
AUTH, NEW_AUTH = BROWSER.auth, ANEW.auth


@pytest.fixture
def host(database: Database) -> Host:
    """A host with Ann, who gets pushes."""
    host = Host(database)
    host.come("ann")
    host.push("ann")
    return host


def rows(database: Database) -> list[tuple[str, str, str]]:
    """Person, endpoint and secret of each push."""
    query = sa.select(NOTICE_WAY.c.person, NOTICE_WAY.c.key, NOTICE_WAY.c.about)
    found = database.read(lambda db: list(db.execute(query.order_by(NOTICE_WAY.c.key))))
    return [(person, key, json.loads(about)["auth"]) for person, key, about in found]


def renew(host: Host, was: str = ENDPOINT, was_auth: str = AUTH, endpoint: str = NEW) -> bool:
    return host.ways.renew_push(was, was_auth, endpoint, ANEW.p256dh, NEW_AUTH)


def test_who_knows_the_old_secret_leads_pushes_elsewhere(host: Host) -> None:
    (before,) = host.ways.own("ann")
    assert renew(host)
    assert rows(host.database) == [(host.askers["ann"].person, NEW, NEW_AUTH)]
    assert host.ways.own("ann") == [before]  # the same way, on the same device
    assert not renew(host)  # the old one is none any more


def test_a_way_that_was_given_up_works_again(host: Host) -> None:
    broken = sa.update(NOTICE_WAY).values(trouble="It is gone.", failures=6)
    host.database.write(lambda db: db.execute(broken))
    assert renew(host)
    (way,) = host.ways.own("ann")
    assert (way.trouble, way.failures) == ("", 0)


@pytest.mark.parametrize(
    "secret",
    ["", "A", NEW_AUTH, AUTH + "A", "ž" * 22],
    ids=["none", "short", "another", "longer", "strange"],
)
def test_the_address_alone_is_no_proof(host: Host, secret: str) -> None:
    """A push service knows it; the secret it does not."""
    assert not renew(host, was_auth=secret)
    assert [key for _person, key, _auth in rows(host.database)] == [ENDPOINT]


def test_nobody_takes_the_address_of_another(host: Host) -> None:
    host.come("eve")
    host.push("eve", NEW)
    before = rows(host.database)
    assert not renew(host)
    assert rows(host.database) == before


def test_a_device_that_was_taken_away_leads_nothing_anywhere(host: Host) -> None:
    gone = sa.update(NOTICE_WAY).values(device="d-gone")
    host.database.write(lambda db: db.execute(gone))
    assert not renew(host)


async def test_a_worker_tells_it_without_a_page(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'rooms.sqlite'}"
    old, new = BrowserKeys(), BrowserKeys()
    async with visited(url) as host, visitor(host) as visit:
        database = Database.open(url)
        try:
            await push(visit, FIREFOX, old.about, PushKeys(database).public())

            async def say(**said: Any) -> int:
                url, origin = host.url / "push-renewed", {"Origin": str(host.url.origin())}
                text = json.dumps(said)
                async with host.client.post(url, data=text, headers=origin) as answer:
                    return answer.status

            was = {"endpoint": FIREFOX, "keys": old.about}
            now = {"endpoint": f"{FIREFOX}-new", "keys": new.about}
            inner = {**now, "endpoint": "https://127.0.0.1/a"}
            for wrong in (
                {}, {"was": [], "now": 3}, {"was": was, "now": inner}, {"was": now, "now": was},
                {"was": {**was, "keys": new.about}, "now": now}, {"was": was, "x": "x" * LONGEST},
            ):  # fmt: skip
                assert await say(**wrong) == 404
            assert [key for _person, key, _auth in rows(database)] == [FIREFOX]
            assert await say(was=was, now=now) == 204
            (renewed,) = rows(database)
            assert renewed[1:] == (f"{FIREFOX}-new", new.auth)
            assert {await say() for _time in range(AT_ONCE)} == {404, 429}
        finally:
            database.close()
