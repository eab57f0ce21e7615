"""The operator's view of a host: its health, its metrics, its log; and how it ends."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import psycopg
import pytest
import sqlalchemy as sa
from aiohttp import WSMsgType

from gipf_meta.base.clock import CalendarClock
from gipf_meta.host.database import database_errors
from gipf_meta.host.identity.mail_server import MailServer, OutgoingMail
from gipf_meta.host.identity.mailer import Letter
from gipf_meta.host.process import SILENT_MS
from gipf_meta.web.access import ADDRESS
from tests.host.conftest import make_tables
from tests.host.hosting import hosted, visitor
from tests.host.mail_servers import mail_server
from tests.web.pages import LIMIT_S

WHERE = 'connection to server at "192.0.2.9", port 5432 failed: Connection refused'
NAME = {"do": "submit", "screen": "settings", "about": {}, "values": {"name": "Bob"}}


async def test_a_host_that_is_well_says_so_and_one_that_is_not_says_what_is_wrong(url: str) -> None:
    async with hosted(url) as host:
        assert await host.get("health") == (200, "ok\n")
        host.clock.ms += SILENT_MS + 5_000
        status, text = await host.get("health")
        assert (status, text) == (503, "The last beat was 8 s ago.\n")


async def test_the_figures_count_moves_and_measure_their_parts(url: str) -> None:
    async with hosted(url) as host, visitor(host) as ann:
        room = host.open_room("r", ann.person, ann.person)
        *_, done = await ann.page.watch(room, want="scene")
        await ann.page.play(room, "claim", done["number"])
        status, text = await host.get("metrics")
        assert status == 200
        figures = dict(line.rsplit(" ", 1) for line in text.splitlines() if line[0] != "#")
        assert figures["gipf_meta_moves_total"] == "1.0"
        assert figures["gipf_meta_rooms"] == figures["gipf_meta_sockets"] == "1.0"
        for part in ("judging", "drawing", "commit", "sending"):
            assert float(figures[f'gipf_meta_part_seconds_total{{part="{part}"}}']) > 0


async def test_a_mail_server_that_fails_is_told_of_and_takes_no_process_out_of_service(
    file_url: str,
) -> None:
    async with mail_server(wants_user=True) as sink:
        server = MailServer(ADDRESS, sink.port, "none", "ann", "opensesame")
        mail = OutgoingMail(server, "host@games.example", "https://games.example")
        async with hosted(file_url, mail=mail, is_behind_proxy=True) as host:
            mailer = host.served.mailer
            assert mailer is not None
            sink.to_recipient["bad@example.org"] = "550 <bad@example.org> is nobody"
            mailer.post(Letter("bad@example.org", "s", "t", 1000))
            await mailer.send_due()
            sink.to_sender = "451 not now for host@games.example"
            mailer.post(Letter("ann@example.org", "s", "t", 600_000))
            await mailer.send_due()
            told = "The mail server 127.0.0.1 fails: it answers 451."
            assert await host.get("health") == (200, f"ok\n{told}\n")
            assert await host.get("health", **{"X-Forwarded-For": "203.0.113.7"}) == (200, "ok\n")
            text = (await host.get("metrics"))[1]
            figures = dict(line.rsplit(" ", 1) for line in text.splitlines() if line[0] != "#")
            assert figures['gipf_meta_mails_total{result="failed"}'] == "1.0"
            assert figures["gipf_meta_mails_waiting"] == "1.0"
            assert figures["gipf_meta_mail_failing"] == "1.0"
            lines = [line for line in host.log if line["event"] == "mail"]
            assert [(line["failure"], line["code"]) for line in lines] == [
                ("recipient", 550),
                ("SMTPSenderRefused", 451),
            ]
            assert "@" not in host.lines.getvalue()
            assert "opensesame" not in host.lines.getvalue()


@pytest.mark.parametrize("path", ["metrics", "health"])
async def test_what_is_for_whoever_runs_the_host_is_not_told_outside(path: str, url: str) -> None:
    async with hosted(url, is_behind_proxy=True) as host:
        host.clock.ms += SILENT_MS + 5_000
        told = {"X-Forwarded-For": "203.0.113.7"}
        assert (
            await host.get(path, **told)
            == {
                "metrics": (404, "There is nothing here."),
                "health": (503, "This server is not well.\n"),
            }[path]
        )


async def test_the_log_says_where_something_failed_and_nothing_that_was_sent(url: str) -> None:
    async with hosted(url) as host, visitor(host, name="Ann") as ann:

        def fail(*_about: object) -> None:
            raise ZeroDivisionError(ann.hello["secret"])

        host.served.hub.receive = fail  # type: ignore[method-assign]
        told = await ann.page.ask({"do": "watch", "room": "r", "want": "scene"})
        assert told[-1]["why"] == "The server has failed; its log says why."
        line = host.log[-1]
        assert (line["event"], line["error"]) == ("failure", "ZeroDivisionError")
        assert line["where"][-1].startswith("test_metrics_operations.py:")
        assert ann.hello["secret"] not in host.lines.getvalue()


@pytest.mark.parametrize("is_told", [True, False], ids=["as sentence", "as defect"])
@pytest.mark.parametrize(
    ("place", "message"),
    [
        ("gipf_meta.host.people.DatabasePeople.identify", {"do": "hello", "version": 1}),
        ("gipf_meta.host.database_ledger.DatabaseLedger.read", {"do": "watch", "room": "r"}),
        ("gipf_meta.host.written_rows.Writing.write", {"do": "leave", "room": "s"}),
        ("gipf_meta.host.people.DatabasePeople.keep_settings", NAME),
        ("gipf_meta.desk.desk.Desk._open", {"do": "open", "screen": "launcher", "about": {}}),
    ],
    ids=["hello", "read", "write", "settings", "desk"],
)
@pytest.mark.sample(4, "slow")
async def test_no_sentence_to_players_has_the_words_of_an_error(
    place: str,
    message: dict[str, Any],
    is_told: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_about: object, **_more: object) -> None:
        if not is_told:
            raise RuntimeError(WHERE)
        with database_errors():
            raise sa.exc.OperationalError("SELECT", {}, psycopg.OperationalError(WHERE))

    url = make_tables(f"sqlite:///{tmp_path / 'rooms.sqlite'}")
    async with hosted(url) as host, visitor(host, name="Ann") as ann:
        host.open_room("r", ann.person, ann.person)
        host.open_room("s", ann.person, "bob")
        host.served.hub.close_room("r")
        monkeypatch.setattr(place, fail)
        if message["do"] == "hello":  # it is refused by name
            await ann.page.socket.send_json(message)
            told = str(await ann.page.next())
        else:
            told = str(await ann.page.ask(message))
        assert "refused" in told or "notice" in told
        assert "failed" in told or "The database cannot be used" in told
        assert not any(secret in told for secret in ("192.0.2.9", "5432", ".py"))
        monkeypatch.undo()


def test_a_host_that_ends_answers_what_it_has_heard_and_pages_know_that_it_comes_back(
    url: str,
) -> None:
    async def visit() -> None:
        async with hosted(url) as host:
            socket = await host.connect()
            await socket.send_json({"do": "hello", "version": 1, "language": "en", "name": "Ann"})
            hello = (await socket.receive_json())["hello"]
            room = host.open_room("r", hello["person"], hello["person"])
            await socket.send_json(
                {"do": "play", "room": room, "text": "claim", "seen": 3, "id": "last"}
            )
            # the frame has arrived when an answer to a later ping has
            await socket.ping()
            told = asyncio.create_task(_rest_of(socket))
            await asyncio.sleep(0)
        messages, code = await told
        async with (
            hosted(url, begin_ms=60_000) as again,
            visitor(again, secret=hello["secret"]) as ann,
        ):
            assert ann.person == hello["person"]
            *events, _done = await ann.page.watch(room)
            is_kept = [each.get("text") for each in events][-1] == "claim"
            assert is_kept == any("done" in each for each in messages)
        assert code == 1012

    async def _rest_of(socket: object) -> tuple[list[dict[str, object]], int | None]:
        messages = []
        async with asyncio.timeout(LIMIT_S):
            while (message := await socket.receive()).type is WSMsgType.TEXT:  # type: ignore[attr-defined]
                messages.append(message.json())
        return messages, socket.close_code  # type: ignore[attr-defined]

    asyncio.run(visit())


async def test_time_in_which_nobody_served_is_charged_to_nobody(url: str) -> None:
    """The fuse of five seconds burns on only while a host runs."""

    now_ms = CalendarClock().now_ms()
    async with hosted(url, begin_ms=now_ms) as host, visitor(host) as ann:
        room = host.open_room("r", ann.person, ann.person, game="fuse", fuse_ms=60_000)
        await ann.page.watch(room)
        await ann.page.ask({"do": "go_on", "room": room})
    async with (
        hosted(url, begin_ms=now_ms + 3_600_000) as host,
        visitor(host, secret=ann.hello["secret"]) as ann,
    ):
        assert len(host.served.hub.open_rooms) == 0, "it serves at once"
        *events, _done = await ann.page.watch(room)
        assert "over" not in [each.get("event") for each in events]
        stopped = [each for each in events if each.get("event") == "stopped"]
        assert [(each["from_ms"], each["to_ms"]) for each in stopped] == [
            (now_ms, now_ms + 3_600_000)
        ]
