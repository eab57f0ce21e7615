"""Addresses of notices at a running host: who has the key reads, who has none learns nothing."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http.cookies import SimpleCookie

import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer
from icalendar import Calendar
from multidict import CIMultiDictProxy

from gipf_meta.base.clock import StillClock
from gipf_meta.host.database import Database, DatabaseError
from gipf_meta.host.notices.notice_routes import FETCHES, MISSES, NoticeRoutes
from gipf_meta.host.notices.stop_links import StopLinks, stop_links_of
from tests.host.hosting import Hosted, visited, visitor
from tests.host.notices.feeds_read import entries_of
from tests.host.notices.post import add_way, ways_of

KEY = secrets.token_urlsafe(24)
OTHER_KEY = secrets.token_urlsafe(24)
NOTHING = "There is nothing here."
TOO_OFTEN = "That was tried too often; wait a while."


def hash_of(key: str) -> str:
    return hashlib.sha256(f"notices {key}".encode()).hexdigest()


class Asking:
    """A host where somebody has a feed, a calendar and mails, and who asks it for them."""

    def __init__(self, host: Hosted, database: Database, person: str) -> None:
        self.host, self.database, self.person = host, database, person
        add_way(database, person, "feed", key=hash_of(KEY))
        add_way(database, person, "calendar", key=hash_of(OTHER_KEY))
        add_way(database, person, "mail", id="n1", key="w1")
        self.links: StopLinks = stop_links_of(database, str(host.url)[:-1])

    async def ask(
        self, path: str, method: str = "GET", network: str = "198.51.100.7", **headers: str
    ) -> tuple[int, str, CIMultiDictProxy[str]]:
        """Status, text and headers of an answer to a program from *network*, without cookies."""
        told = {"X-Forwarded-For": network, **{k.replace("_", "-"): headers[k] for k in headers}}
        url = f"{self.host.url}{path}"
        async with self.host.client.request(method, url, headers=told) as answer:
            assert "Set-Cookie" not in answer.headers
            assert SimpleCookie() == answer.cookies
            return answer.status, await answer.text(), answer.headers

    def stop_path(self) -> str:
        return self.links.link("n1").removeprefix(str(self.host.url))

    def kinds(self) -> list[str]:
        return [kind for (kind,) in ways_of(self.database, "kind")]


@asynccontextmanager
async def asking(url: str) -> AsyncIterator[Asking]:
    """A host behind a proxy, at a database of its own."""
    async with visited(url, is_behind_proxy=True) as host, visitor(host, name="Ann") as ann:
        database = Database.open(url)
        try:
            yield Asking(host, database, ann.person)
        finally:
            database.close()


# ---- feeds and calendars -------------------------------------------------------------------------


async def test_feed_is_fetched_by_its_key_and_only_once_while_it_is_the_same(
    file_url: str,
) -> None:
    async with asking(file_url) as here:
        status, text, headers = await here.ask(f"feed/{KEY}")
        assert status == 200
        assert entries_of(text.encode()) == []
        assert headers["Content-Type"] == "application/atom+xml; charset=utf-8"
        assert headers["Cache-Control"].startswith("private")
        assert headers["Referrer-Policy"] == "no-referrer"
        assert "noindex" in headers["X-Robots-Tag"]
        assert KEY not in text
        etag = headers["ETag"]
        for known in (etag, etag.removeprefix("W/"), f'"x", {etag}', "*"):
            status, text, headers = await here.ask(f"feed/{KEY}", If_None_Match=known)
            assert (status, text, headers["ETag"]) == (304, "", etag)
        for known in ('"x"', "x", "W/", '"' + "y" * 1500):
            assert (await here.ask(f"feed/{KEY}", If_None_Match=known))[0] == 200
        assert (await here.ask(f"feed/{KEY}", "HEAD"))[0] == 200


async def test_calendar_is_fetched_by_its_key(file_url: str) -> None:
    async with asking(file_url) as here:
        for end in (".ics", ""):
            status, text, headers = await here.ask(f"calendar/{OTHER_KEY}{end}")
            assert status == 200
            assert headers["Content-Type"] == "text/calendar; charset=utf-8"
            assert Calendar.from_ical(text).walk("VEVENT") == []
        known = headers["ETag"]
        again = await here.ask(f"calendar/{OTHER_KEY}.ics", If_None_Match=known)
        assert again[:2] == (304, "")


async def test_every_wrong_key_gets_the_same_answer(file_url: str) -> None:
    async with asking(file_url) as here:
        wrong = (
            secrets.token_urlsafe(24), KEY[:-1], f"{KEY}x", KEY.swapcase(), OTHER_KEY, "x", "",
            "x" * 1500, "%00", "%F0%9F%8E%B2", "..%2f..%2fetc%2fpasswd", f"{KEY}/", f"{KEY}%20",
            "a/b/c", "'%20OR%20''%3D'", f"{KEY}.atom",
        )  # fmt: skip
        answers = set[tuple[int, str, str]]()
        for key in wrong:
            status, text, headers = await here.ask(f"feed/{key}")
            varying = {"Date"}
            rest = sorted((k, v) for k, v in headers.items() if k not in varying)
            answers.add((status, text, str(rest)))
        assert len(answers) == 1
        assert answers.pop()[:2] == (404, NOTHING)


async def test_key_that_was_taken_away_is_one_that_never_was(file_url: str) -> None:
    async with asking(file_url) as here:
        assert (await here.ask(f"feed/{KEY}"))[0] == 200
        here.database.write(lambda db: db.exec_driver_sql("DELETE FROM notice_way"))
        gone, never = await here.ask(f"feed/{KEY}"), await here.ask(f"feed/{OTHER_KEY}")
        assert gone[:2] == never[:2] == (404, NOTHING)
        assert [*gone[2]] == [*never[2]]


async def test_guesses_of_a_network_end_and_nobody_elses_visits_with_them(file_url: str) -> None:
    async with asking(file_url) as here:
        answers = list[tuple[int, str]]()

        async def guess(times: int) -> None:
            for _time in range(times):
                kind = secrets.choice(("feed", "calendar"))
                status, text, _ = await here.ask(f"{kind}/{secrets.token_urlsafe(24)}")
                answers.append((status, text))

        await asyncio.gather(*(guess(100) for _guesser in range(10)))
        assert {*answers} == {(404, NOTHING), (429, TOO_OFTEN)}
        assert MISSES <= answers.count((404, NOTHING)) <= MISSES + 20
        # nor does the right key get an answer by which it could be told from others
        status, text, headers = await here.ask(f"feed/{KEY}")
        assert (status, text) == (429, TOO_OFTEN)
        assert int(headers["Retry-After"]) > 0
        assert (await here.ask(f"feed/{KEY}", network="203.0.113.9"))[0] == 200


@pytest.mark.slow
async def test_ten_thousand_guesses_find_nothing_and_get_two_answers(file_url: str) -> None:
    async with asking(file_url) as here:
        answers = set[tuple[int, str]]()

        async def guess(network: int) -> None:
            for _time in range(100):
                path = f"feed/{secrets.token_urlsafe(24)}"
                status, text, _ = await here.ask(path, network=f"198.51.100.{network}")
                answers.add((status, text))

        for some in range(0, 100, 10):
            await asyncio.gather(*(guess(network) for network in range(some, some + 10)))
        assert answers == {(404, NOTHING), (429, TOO_OFTEN)}


class Nothing:
    """A source that has one feed and no calendar, or whose database is away."""

    def __init__(self) -> None:
        self.is_away = False

    def feed(self, key: str) -> bytes | None:
        if self.is_away:
            raise DatabaseError("The database at 10.0.0.7 is away.")
        return b"<feed/>"

    def calendar(self, key: str) -> bytes | None:
        return None


async def test_visits_of_a_network_are_limited_whatever_they_ask_for() -> None:
    clock, stopped = StillClock(), list[str]()

    def network_of(request: web.Request) -> str:
        return request.headers["From"]

    routes = NoticeRoutes(Nothing(), stopped.append, network_of, clock)
    application = web.Application()
    application.add_routes(routes.routes())
    async with TestClient(TestServer(application)) as client:

        async def status(path: str, network: str = "a", method: str = "GET") -> int:
            async with client.request(method, path, headers={"From": network}) as answer:
                return answer.status

        for _visit in range(FETCHES - 2):
            assert await status("/feed/x") == 200
        assert await status("/stop/x") == 200
        assert await status("/stop/x", method="POST") == 200
        assert [await status(path) for path in ("/feed/x", "/calendar/x", "/stop/x")] == [429] * 3
        assert await status("/stop/y", method="POST") == 429
        assert stopped == ["x"]
        assert await status("/feed/x", "b") == 200
        clock.ms += 1000
        assert await status("/feed/x") == 200


async def test_database_that_is_away_is_one_sentence_without_its_place() -> None:
    source = Nothing()
    source.is_away = True
    routes = NoticeRoutes(source, print, lambda request: "a", StillClock())
    application = web.Application()
    application.add_routes(routes.routes())
    async with (
        TestClient(TestServer(application)) as client,
        client.get("/feed/x") as answer,
    ):
        assert answer.status == 503
        assert await answer.text() == "The host cannot answer now; try again in a while."


# ---- stop links ----------------------------------------------------------------------------------


async def test_one_click_of_a_mail_program_stops_mails(file_url: str) -> None:
    async with asking(file_url) as here:
        url = here.links.link("n1")
        told = {"X-Forwarded-For": "198.51.100.7"}
        body = {"List-Unsubscribe": "One-Click"}
        async with here.host.client.post(url, data=body, headers=told) as answer:
            assert answer.status == 200
        assert here.kinds() == ["calendar", "feed"]


async def test_who_only_looks_at_a_link_stops_nothing_and_finds_a_button(file_url: str) -> None:
    async with asking(file_url) as here:
        for method in ("GET", "HEAD"):
            status, _text, headers = await here.ask(here.stop_path(), method)
            assert status == 200
        assert len(here.kinds()) == 3
        text = (await here.ask(here.stop_path()))[1]
        assert '<form method="post">' in text
        assert headers["Cache-Control"] == "no-store"
        assert headers["Referrer-Policy"] == "same-origin"
        assert "form-action 'self'" in headers["Content-Security-Policy"]
        assert "script-src" not in headers["Content-Security-Policy"]
        assert headers["X-Frame-Options"] == "DENY"
        assert "noindex" in headers["X-Robots-Tag"]


async def test_button_on_the_page_is_pressed_from_this_origin_only(file_url: str) -> None:
    async with asking(file_url) as here:
        status, _text, _ = await here.ask(here.stop_path(), "POST", Origin="https://evil.example")
        assert status == 403
        assert len(here.kinds()) == 3
        own = str(here.host.url.origin())
        assert (await here.ask(here.stop_path(), "POST", Origin=own))[0] == 200
        assert len(here.kinds()) == 2


async def test_no_answer_tells_whether_a_link_was_ever_sent(file_url: str) -> None:
    async with asking(file_url) as here:
        token = here.stop_path()
        paths = [
            token,
            token,
            "stop/n1.AAAAAAAAAAAAAAAAAAAAAA",
            "stop/",
            "stop/x",
            f"stop/{'y' * 1500}",
        ]
        for method in ("GET", "POST"):
            answers = [await here.ask(path, method) for path in paths]
            assert {(status, text) for status, text, _ in answers} == {answers[0][:2]}
            assert answers[0][0] == 200


async def test_page_speaks_the_language_of_the_browser(file_url: str) -> None:
    async with asking(file_url) as here:
        text = (await here.ask(here.stop_path(), Accept_Language="cs-CZ,cs;q=0.9"))[1]
        assert '<html lang="cs">' in text
