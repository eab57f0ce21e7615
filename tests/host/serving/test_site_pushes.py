"""The worker that shows notices, as the site of a host serves it, and where a page may let pushes
go."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from gipf_meta.host.database import Database
from gipf_meta.host.notice_tables import NOTICE_WAY
from gipf_meta.host.notices.push_keys import PushKeys
from gipf_meta.host.serving.site import worker_code
from tests.host.hosting import Visitor, visited, visitor
from tests.host.notices.push_servers import BrowserKeys

FIREFOX = "https://updates.push.services.mozilla.com/wpush/v2/gAAAA"


@pytest.fixture
def database(tmp_path: Path) -> str:
    """The address of a database that begins empty."""
    return f"sqlite:///{tmp_path / 'rooms.sqlite'}"


async def test_the_worker_is_one_for_the_whole_site_and_never_kept(database: str) -> None:
    async with visited(database) as host, host.client.get(host.url / "notice-worker.js") as answer:
        assert answer.status == 200
        assert answer.content_type == "text/javascript"
        assert answer.headers["Cache-Control"] == "no-store"
        assert "script-src 'self'" in answer.headers["Content-Security-Policy"]
        assert "Service-Worker-Allowed" not in answer.headers  # at the root it has all pages anyway
        assert await answer.text() == worker_code()


def test_the_worker_answers_no_request_and_keeps_no_file() -> None:
    """It must not stand between a page and its host, nor before the worker of a tab."""
    code = worker_code()
    assert '"push"' in code
    for word in ('"fetch"', "caches", "importScripts", "respondWith"):
        assert word not in code


async def push(visit: Visitor, endpoint: str, keys: dict[str, str], key: str) -> dict[str, Any]:
    """Has a page tell the host where the pushes of its browser go; the answer."""
    said = json.dumps({"endpoint": endpoint, "keys": keys, "key": key})
    values = {"step": "push", "answer": said}
    message = {"do": "submit", "id": "1", "screen": "notices", "values": values}
    await visit.page.socket.send_json(message)
    while True:
        told = await visit.page.next()
        if told.get("refused") or told.get("screen"):
            return told


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://127.0.0.1/a", "https://[::1]/a", "https://169.254.169.254/latest",
        "https://localhost:8064/health", "http://fcm.googleapis.com/a", "https://evil.example/a",
        "https://fcm.googleapis.com@127.0.0.1/a", "https://fcm.googleapis.com./a",
    ],
)  # fmt: skip
async def test_no_page_leads_the_host_into_its_own_network(database: str, endpoint: str) -> None:
    async with visited(database) as host, visitor(host) as visit:
        opened = Database.open(database)
        try:
            key = PushKeys(opened).public()
            told = await push(visit, endpoint, BrowserKeys().about, key)
            assert "service that this server does not know" in told["why"]
            ways = sa.select(sa.func.count()).select_from(NOTICE_WAY)
            assert opened.read(lambda db: db.execute(ways).scalar_one()) == 0
        finally:
            opened.close()


async def test_a_browser_is_bound_to_the_key_of_the_host(database: str) -> None:
    async with visited(database) as host, visitor(host) as visit:
        opened = Database.open(database)
        try:
            key, keys = PushKeys(opened).public(), BrowserKeys()
            told = await push(visit, FIREFOX, keys.about, BrowserKeys().p256dh)
            assert "refused" in told
            assert "screen" in await push(visit, FIREFOX, keys.about, key)
            query = sa.select(NOTICE_WAY.c.key, NOTICE_WAY.c.about)
            endpoint, about = opened.read(lambda db: db.execute(query).one())
            assert endpoint == FIREFOX
            assert {**json.loads(about)}.items() >= {**keys.about, "host_key": key}.items()
        finally:
            opened.close()
