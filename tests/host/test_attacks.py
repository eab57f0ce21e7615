"""Attempts on a host, as the table of ``docs/security.md`` lists them: none gets through."""

from __future__ import annotations

import asyncio
import json
import re
import zlib
from base64 import urlsafe_b64encode
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from threading import Thread, current_thread, main_thread
from typing import Any

import pytest
from aiohttp import ClientSession, WSMsgType, WSServerHandshakeError

from gipf_meta.base.clock import StillClock
from gipf_meta.deeds.seat_deeds import GONE_MS
from gipf_meta.host.admission import HostDoor
from gipf_meta.host.database import Database
from gipf_meta.host.limits import Limits, TooMany, network_of
from gipf_meta.host.people import HOUR_MS, DatabasePeople
from gipf_meta.host.serving import host_server, site
from gipf_meta.host.serving.desks import MOST_BROUGHT
from gipf_meta.match.match import GameFinder, Match
from gipf_meta.match.session import Session
from gipf_meta.match.timecontrol import TimeControl
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.records import reader
from gipf_meta.records.models import Decision, PlayedTurn, Record, RecordError, Seat
from gipf_meta.records.record_files import link_of, to_data
from gipf_meta.records.writer import to_record
from gipf_meta.rooms.events import EVENT
from gipf_meta.rooms.recount import recount
from gipf_meta.table.lag import LagQuota
from gipf_meta.table.openings import Opening
from gipf_meta.web import link
from gipf_meta.web.driver import MOST_HELD_MS
from gipf_meta.web.frames import LONGEST_MOVE, BadFrame, read_frame
from gipf_meta.web.link import LONGEST_LAG_MS, Lag
from gipf_meta.web.process_pool import in_processes
from tests.host.conftest import make_tables
from tests.host.hosting import GuestPage, Hosted, Visitor, hosted, visitor
from tests.small_games.finding import find
from tests.web.pages import LIMIT_S

DOCS = Path(__file__).parents[2] / "docs" / "security.md"
ROW = re.compile(r"\| `(test_\w+)` \|")
KEY = "k" * 22
NO_MATCH = (
    "There is no match here that you may see: ask who plays it for a link, and if your key was"
    " renewed, come by the new one."
)


@pytest.fixture
def database(tmp_path: Path) -> str:
    """The address of an empty database of SQLite; for an attacker the kind makes no difference."""
    return make_tables(f"sqlite:///{tmp_path / 'rooms.sqlite'}")


def test_every_row_of_the_table_is_a_test_here_and_the_other_way_round() -> None:
    host = DOCS.read_text("utf-8").partition("## gipf-meta host\n")[2]
    first, _rest, others = host.partition("|---|---|---|\n")[2].partition("\n\n")
    tests = [name for name in globals() if name.startswith("test_") and "table" not in name]
    assert sorted({*ROW.findall(first)}) == sorted(tests)
    texts = [path.read_text("utf-8") for path in Path(__file__).parents[1].rglob("test_*.py")]
    there = set(re.findall(r"^(?:async )?def (test_\w+)", "\n".join(texts), re.MULTILINE))
    assert {*ROW.findall(others)} - there == set()


async def why(visitor: Visitor, **message: Any) -> str:
    """Why what a visitor says is refused; empty if it is done."""
    return str((await visitor.page.ask(message))[-1].get("why", ""))


def private_room(host: Hosted, ann: Visitor, seed: int = 1) -> str:
    """A private match that Ann has opened; the second seat is free."""
    players = (Seat(name="Ann", player="human"), Seat(name="somebody", player="human"))
    opening = Opening(game="wager", players=players, seed=seed, is_private=True)
    host.served.hub.open_room("r", opening, ann.person, 0, {1: ""})
    return "r"


# ---- seats and rooms -----------------------------------------------------------------------------


async def test_nobody_decides_for_a_seat_of_somebody_else(database: str) -> None:
    async with hosted(database) as host, visitor(host) as ann, visitor(host) as bob:
        room = host.open_room("r", ann.person, bob.person)
        *_, done = await bob.page.watch(room)
        for message in (
            {"do": "play", "text": "claim"},
            {"do": "resign"},
            {"do": "premove", "text": "claim"},
            {"do": "plan", "lines": [{"do": None, "then": [{"do": "claim"}]}]},
        ):
            told = await bob.page.ask({**message, "room": room, "seen": done["number"]})
            events = [each for each in told if each.get("player") == 0]
            assert not events, message
        # he has resigned his own seat, and Ann has played nothing
        *events, _done = await ann.page.watch(room)
        assert "played" not in [each.get("event") for each in events]


async def test_what_somebody_plans_is_told_to_nobody_else(database: str) -> None:
    async with hosted(database) as host, visitor(host) as ann, visitor(host) as bob:
        room = host.open_room("r", ann.person, bob.person)
        *_, done = await bob.page.watch(room)
        lines = [{"do": None, "then": [{"do": "hiddenword", "then": []}]}]
        lines.append({"do": "claim", "then": [{"do": "allow", "then": []}]})
        told = await bob.page.ask({"do": "plan", "room": room, "lines": lines})
        assert told[-1]["number"] == done["number"], "it is no event"
        async with visitor(host) as eve:
            for other in (ann, eve):
                heard = [*await other.page.watch(room)]
                for asked in (
                    {"do": "look", "at": 0},
                    {"do": "record"},
                    {"do": "copy"},
                    {"do": "news"},
                    {"do": "imagine", "path": ["claim"]},
                    {"do": "plan", "lines": []},
                ):
                    await other.page.socket.send_json({**asked, "id": "asked", "room": room})
                    heard += await other.page.watch(room)
                assert len(heard) > 12
                assert "hiddenword" not in json.dumps(heard)
        await bob.page.socket.send_json({"do": "imagine", "id": "a", "room": room, "path": []})
        assert "hiddenword" in json.dumps(await bob.page.watch(room))


async def test_a_stranger_neither_sees_a_private_match_nor_changes_it(database: str) -> None:
    async with hosted(database) as host, visitor(host) as ann, visitor(host) as eve:
        room = private_room(host, ann)
        for message in (
            {"do": "watch", "want": "scene"},
            {"do": "watch", "want": "events", "since": 0},
            {"do": "play", "text": "claim", "seen": 3},
            {"do": "look", "at": 0},
            {"do": "record"},
            {"do": "sit", "player": 1},
            {"do": "rematch"},
            {"do": "branch", "at": 0},
        ):
            for known in (room, "unknown"):
                assert await why(eve, room=known, **message) == NO_MATCH, message
        *_, done = await ann.page.watch(room)
        assert "done" in (await ann.page.play(room, "claim", done["number"]))[-1]
        assert await why(eve, room=room, do="watch", want="scene") == NO_MATCH


async def test_a_link_that_is_guessed_opens_nothing_and_does_not_say_that_it_was_near(
    database: str,
) -> None:
    async with hosted(database) as host, visitor(host) as ann, visitor(host) as eve:
        room = private_room(host, ann)
        assert await why(ann, room=room, do="invite", player=1, key=KEY) == ""
        said = {
            await why(eve, room=known, do="enter", key=key)
            for known in (room, "unknown")
            for key in ("x" * 22, KEY[:-1] + "l", KEY + "k")
        }
        assert len(said) == 1
        assert "" not in said
        assert await why(eve, room=room, do="enter", key=KEY) == ""


@pytest.mark.parametrize("led", ["r", "unknown", "_-A0", "x" * 64])
async def test_a_room_in_the_address_of_a_socket_gives_nothing(database: str, led: str) -> None:
    async with hosted(database) as host, visitor(host) as ann:
        room = private_room(host, ann)
        async with await host.connect(f"socket/{led}") as socket:
            eve = Visitor(GuestPage(socket))
            await socket.send_json({"do": "hello", "version": 1, "language": "en"})
            assert "by_address" not in (await eve.page.next())["hello"]  # no proxy says so
            assert await why(eve, room=room, do="watch", since=0, want="events") == NO_MATCH
            open_to_all = host.open_room("o", ann.person, ann.person)
            assert "done" in (await eve.page.watch(open_to_all))[-1]
        for bad in ("x" * 65, "r/r", "r%20", "%C5%99", "r.", ""):
            with pytest.raises(WSServerHandshakeError) as refused:
                await host.connect(f"socket/{bad}")
            assert refused.value.status == 404


async def test_a_frame_that_comes_twice_is_answered_twice_and_done_once(database: str) -> None:
    async with hosted(database) as host, visitor(host) as ann:
        room = host.open_room("r", ann.person, ann.person)
        sent = {"do": "play", "room": room, "text": "claim", "seen": 3, "id": "once"}
        first = await ann.page.ask({**sent})
        async with visitor(host, secret=ann.hello["secret"]) as again:
            assert (await again.page.ask({**sent}))[-1] == first[-1]
            *events, _done = await again.page.watch(room)
            assert [each["event"] for each in events].count("played") == 1


async def test_a_decision_that_comes_late_is_not_played_in_another_turn(database: str) -> None:
    async with hosted(database) as host, visitor(host) as ann, visitor(host) as bob:
        room = host.open_room("r", ann.person, bob.person)
        await ann.page.play(room, "claim", 3)
        await bob.page.play(room, "allow", 4)
        await ann.page.play(room, "one", 5)
        # what Bob said to his first question comes once more, under another id
        told = await bob.page.play(room, "allow", 4)
        assert "refused" in told[-1]


async def test_luck_is_not_foretold_from_anything_that_a_page_is_sent(database: str) -> None:
    """The seed is in nothing that is sent before the end of the match."""
    seed = 0x5EED_5EED_5EED_5EED

    async with hosted(database) as host, visitor(host) as ann, visitor(host) as bob:
        room = private_room(host, ann, seed)
        await ann.page.ask({"do": "invite", "room": room, "player": 1, "key": KEY})
        heard = await bob.page.ask({"do": "enter", "room": room, "key": KEY})
        for want in ("events", "view", "scene"):
            heard += await bob.page.watch(room, want=want)
        heard += await ann.page.play(room, "claim", 4)
        for message in ({"do": "record"}, {"do": "look", "at": 0}, {"do": "picture"}):
            await bob.page.socket.send_json({**message, "room": room, "id": "read"})
            told = [await bob.page.next()]
            while "read" not in [
                dict(each).get("id") for each in told[-1].values() if isinstance(each, dict)
            ]:
                assert "refused" not in told[-1], told
                told.append(await bob.page.next())
            heard += told
        text = json.dumps(heard)
        assert "claim" in text
        assert not re.search(f"{seed}|{seed:x}", text)


# ---- time ----------------------------------------------------------------------------------------


def test_pongs_that_come_early_or_are_made_up_shorten_or_lengthen_nothing() -> None:
    clock = StillClock()
    lag = Lag(clock)
    said = lag.begin()
    clock.ms += 80
    assert not lag.end(b"")
    assert not lag.end(bytes(8))
    assert lag.ms is None
    assert lag.end(said)
    assert not lag.end(said)
    assert lag.ms == 80


async def test_late_pongs_gain_no_more_than_the_quota(database: str) -> None:
    """A player holds back his pongs for ten seconds, and plays a move that took eight."""

    async with hosted(database) as host, visitor(host) as ann:
        players = (Seat(name="Ann", player="human"), Seat(name="Bob", player="human"))
        opening = Opening(game="wager", players=players, seed=1, control="60s")
        host.served.hub.open_room("r", opening, ann.person, 0)
        await ann.page.ask({"do": "go_on", "room": "r"})
        hub = host.served.hub
        for lag_ms in (10_000, 10_000):
            host.clock.ms += 8_000
            number = hub.room("r").number
            texts = {"claim": "claim", "answer": "allow"}
            phase = hub.room("r").table.match.top.state.phase
            message = {"do": "play", "room": "r", "text": texts[phase], "seen": number}
            hub.receive("1", {**message, "id": f"late{number}"}, host.clock.ms, lag_ms)
        *events, _done = await ann.page.watch("r")
        played = [each for each in events if each.get("event") == "played"]
        quota = LagQuota.begin(TimeControl.read("60s"))
        assert [each["lag_ms"] for each in played] == [10_000, 10_000]
        assert [each["given_ms"] for each in played] == [quota.left_ms, quota.left_ms]


async def test_what_holds_the_host_up_is_charged_to_nobody(database: str) -> None:
    """A stranger's request takes two seconds; Ann's clock stands still meanwhile."""

    async with hosted(database) as host, visitor(host) as ann:
        players = (Seat(name="Ann", player="human"), Seat(name="Bob", player="human"))
        opening = Opening(game="wager", players=players, seed=1, control="60s")
        hub = host.served.hub
        room = hub.open_room("r", opening, ann.person, 0)
        await ann.page.ask({"do": "go_on", "room": "r"})
        *_, done = await ann.page.watch("r")

        def hold_up(ms: int) -> None:
            host.clock.ms += ms

        host.clock.ms += 1_000
        host.served.driver.do(partial(hold_up, MOST_HELD_MS))  # so much is nothing
        host.served.driver.finish()
        host.served.driver.do(partial(hold_up, 2_000))
        host.served.driver.finish()
        host.clock.ms += 500
        assert "done" in (await ann.page.play("r", "claim", done["number"]))[-1]
        match = room.table.match
        assert match.control is not None
        charged_ms = 60_000 - match.control.left_ms(match.sessions[0])[0]
        *events, _done = await ann.page.watch("r")
        (given_ms,) = [each["given_ms"] for each in events if each.get("event") == "played"]
        assert charged_ms == 1_500 + MOST_HELD_MS - given_ms
        stopped = [each for each in events if each.get("event") == "stopped"]
        assert [each["to_ms"] - each["from_ms"] for each in stopped] == [2_000]
        told = [
            EVENT.validate_python({k: v for k, v in each.items() if k != "room"})
            for each in events
            if "event" in each
        ]
        assert recount("r", told, find).left_ms[0] == 60_000 - charged_ms


async def test_a_socket_that_says_no_hello_is_closed(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(link, "HELLO_S", 0.02)
    monkeypatch.setattr(link, "PING_S", 0.01)
    async with hosted(database) as host:
        socket = await host.connect()
        async with asyncio.timeout(LIMIT_S):
            assert (await socket.receive()).type in (WSMsgType.CLOSED, WSMsgType.ERROR)


def test_a_page_that_answers_no_ping_is_gone() -> None:
    clock = StillClock()
    lag = Lag(clock)
    lag.begin()
    clock.ms += LONGEST_LAG_MS
    assert not lag.is_lost
    assert not lag.begin()
    clock.ms += 1
    assert lag.is_lost


# ---- floods --------------------------------------------------------------------------------------


async def test_a_flood_of_one_person_is_refused_on_all_his_pages_together(database: str) -> None:
    limits = Limits(frames_at_once=10, frames_per_second=0)

    async with (
        hosted(database, limits=limits) as host,
        visitor(host) as ann,
        visitor(host, secret=ann.hello["secret"]) as again,
        visitor(host) as bob,
    ):
        for _ in range(10):
            assert "much at once" not in await why(ann, do="open", screen="help", about={})
        assert "much at once" in await why(again, do="open", screen="help", about={})
        assert await why(bob, do="open", screen="help", about={}) == ""


async def test_letters_count_before_anything_is_read(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two pages of one person, then another person of the same address: nothing more is read."""
    limits, read = Limits(letters_at_once=10_000, letters_per_second=0), list[str]()
    # a page alone might say more, and an address four times as much as a person
    half = json.dumps({"do": "open", "id": "h", "screen": "none", "about": {"x": "x" * 4_800}})

    def note(text: str) -> dict[str, Any]:
        read.append(text)
        return read_frame(text)

    async with (
        hosted(database, limits=limits) as host,
        visitor(host) as ann,
        visitor(host, secret=ann.hello["secret"]) as again,
        visitor(host) as bob,
        visitor(host) as cyd,
        visitor(host) as dan,
        visitor(host) as eve,
    ):
        monkeypatch.setattr("gipf_meta.web.driver.read_frame", note)
        for one, is_read in (
            *((ann, True), (again, True), (ann, False), (again, False)),  # of one person
            *((bob, True), (bob, True), (cyd, True), (cyd, True), (dan, True), (dan, True)),
            (eve, False),  # of one address: 40,000 letters in all
        ):
            read.clear()
            await one.page.socket.send_str(half)
            told = await one.page.next()
            assert ("much at once" not in told.get("why", "")) is is_read, told
            assert bool(read) is is_read
            assert is_read or told["refused"] == "h"


@pytest.mark.parametrize(
    "text",
    [
        '{"do":"open","about":[' + "[]," * 80_000 + "[]]}",
        '{"do":"open","about":[' + '"",' * 80_000 + '""]}',
        '{"do":"open","about":"x",' + '"\\"' * 60_000,
        '{"do":"open","about":' + '""' * 100_000 + "}",
        '{"do":"open","about":"' + "x" * 5_000 + '","more":' + "[" * 5_000,
    ],
)
def test_the_work_in_a_long_message_is_measured_before_it_is_read(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(text: str, **about: Any) -> None:
        raise AssertionError(text[:80])

    monkeypatch.setattr("gipf_meta.web.frames.json.loads", fail)
    with pytest.raises(BadFrame, match="too long"):
        read_frame(text)


def test_only_what_may_bring_a_match_is_longer_than_a_move() -> None:
    match = "x" * 200_000
    assert read_frame(json.dumps({"do": "submit", "values": {"file": match}}))
    assert read_frame(json.dumps({"do": "play", "text": "x" * (LONGEST_MOVE - 50)}))
    for do in ("play", "ask", "hello", "choose", None):
        for message in ({"do": do, "text": "x" * LONGEST_MOVE}, {"text": match, "do": do}):
            with pytest.raises(BadFrame, match="too long"):
                read_frame(json.dumps(message))


def played(decisions: int) -> Record:
    """A match of so many decisions, which nobody could have played."""
    each = [Decision(by=n % 2, move="claim") for n in range(decisions)]
    turns = [PlayedTurn(number=n + 1, text="claim", decisions=(d,)) for n, d in enumerate(each)]
    return Record(game="wager", players=(0, 1), turns=tuple(turns))


def forged_link(record: Record) -> str:
    """A link to *record* that this program would not make: it is too long."""
    text = json.dumps(to_data(record), separators=(",", ":"))
    return urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


async def test_no_long_match_is_brought_and_told_again(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A link that unfolds to 19,900 decisions is not even unfolded."""
    told = list[int]()

    def note(record: Record, finder: GameFinder) -> Match:
        told.append(len(record.turns))
        raise RecordError("This was told again.")

    async with hosted(database) as host, visitor(host) as ann:
        monkeypatch.setattr("gipf_meta.desk.imported_games.read_match", note)
        for length in (MOST_BROUGHT, MOST_BROUGHT + 1, 19_900):
            match = {"match": forged_link(played(length))}
            said = [
                await why(ann, do="open", screen="shared_match", about=match),
                await why(ann, do="submit", screen="shared_match", about=match, values={}),
            ]
            if length < 10_000:
                values = {"file": json.dumps(to_data(played(length)))}
                said.append(await why(ann, do="submit", screen="open_match", values=values))
            assert ("This was told again." in said[-1]) is (length == MOST_BROUGHT), said
        assert told == [MOST_BROUGHT] * 3


async def test_nobody_brings_matches_without_end(database: str) -> None:
    async with (
        hosted(database, limits=Limits(brought_at_once=1)) as host,
        visitor(host) as ann,
        visitor(host) as bob,
        visitor(host) as cid,
        visitor(host) as dan,
        visitor(host) as eve,
    ):
        about = {"match": link_of(played(0))}
        said = [
            await why(one, do="open", screen="shared_match", about=about)
            for one in (ann, ann, bob, cid, dan, eve)
        ]
        person, address = "You have brought many matches", "brought from your address"
        assert [person in each for each in said] == [False, True, *[False] * 4]
        assert [address in each for each in said] == [*[False] * 5, True]


async def bring(ann: Visitor, link: str) -> list[dict[str, Any]]:
    """Imports a match as Ann and opens a room with it; returns all answers."""
    ask, about = ann.page.ask, {"match": link}
    told = await ask({"do": "open", "screen": "shared_match", "about": about})
    told += await ask({"do": "submit", "screen": "shared_match", "about": about, "values": {}})
    return told


async def test_a_match_that_is_brought_is_told_again_where_nobody_waits(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The loop that answers everybody tells none of it again, not to open the room either."""
    match = Match.begin(find("wager")(), 2, find, 1).play("claim").play("allow")
    record, threads = to_record(match, (Seat(name="A"), Seat(name="B"))), list[Thread]()
    read_whole = reader._Reader.read

    def read(self: reader._Reader, of: Record) -> tuple[Session, ...]:
        threads.append(current_thread())
        return read_whole(self, of)

    async with hosted(database) as host, visitor(host) as ann:
        monkeypatch.setattr(reader._Reader, "read", read)
        *_, going, done = await bring(ann, link_of(record))
        room = host.served.hub.room(going["go"].removeprefix("room/"))
        assert "done" in done
        assert room.table.record().turns == record.turns
        assert len(threads) == 2
        assert main_thread() not in threads


@pytest.mark.slow
def test_a_match_that_is_brought_is_told_again_in_a_process_until_it_takes_too_long(
    database: str,
) -> None:
    """A replay that exceeds its timeout is given up, and its process ended."""
    installed = installed_plugins()
    match = Match.begin(installed.games["zertz"](), 2, installed.find, 1).play("Wd4,d1")
    link = link_of(to_record(match, (Seat(name="A"), Seat(name="B"))))

    async def visit(answer_ms: int) -> list[dict[str, Any]]:
        make = in_processes(2, answer_ms)
        async with (
            hosted(database, installed=installed, make_replayers=make) as host,
            visitor(host) as ann,
        ):
            return await bring(ann, link)

    assert "go" in asyncio.run(visit(int(LIMIT_S * 1000)))[-2]
    assert "takes too long" in asyncio.run(visit(1))[-1]["why"]


async def raw_socket(host: Hosted) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A socket on which anything can be sent."""
    reader, writer = await asyncio.open_connection(host.url.host, host.url.port)
    head = (
        f"GET /socket HTTP/1.1\r\nHost: {host.url.authority}\r\nOrigin: {host.url.origin()}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    writer.write(head.encode())
    await reader.readuntil(b"\r\n\r\n")
    return reader, writer


async def test_frames_that_are_not_masked_end_the_socket(database: str) -> None:
    hello = b'{"do":"hello","version":1,"language":"en"}'
    masked = bytes([0x81, 0x80 | len(hello)]) + bytes(4) + hello

    async with hosted(database) as host:
        reader, writer = await raw_socket(host)
        writer.write(masked + masked[:1])
        await writer.drain()
        async with asyncio.timeout(LIMIT_S):
            await reader.readuntil(b'{"hello"')  # pings before it hold any bytes
            await reader.readuntil(b"}}")
            writer.write(bytes([len(hello)]) + hello)  # the rest of a frame, without a mask
            told = await reader.read()
        assert told.endswith(b"\x88\x02" + (1002).to_bytes(2, "big"))
        writer.close()


async def test_a_socket_that_sends_frames_without_end_is_dropped(database: str) -> None:
    """However small they are, and of a kind that no page needs: no more are read at once."""
    pong = b"\x8a\x80" + bytes(4)

    async with hosted(database) as host:
        reader, writer = await raw_socket(host)
        with suppress(ConnectionError):
            async with asyncio.timeout(LIMIT_S):
                while not reader.at_eof():
                    writer.write(pong * 100)
                    await writer.drain()
                    await asyncio.sleep(0)
        assert (await host.get("health"))[0] == 200
        writer.close()


async def test_an_address_has_so_many_pages_and_the_host_so_many_in_all(
    database: str,
) -> None:
    limits = Limits(sockets=3, sockets_each=2)
    async with hosted(database, limits=limits, is_behind_proxy=True) as host:
        open_pages = []
        for address, is_let_in in (("a", 1), ("a", 1), ("a", 0), ("b", 1), ("c", 0)):
            socket = await host.connect(**{"X-Forwarded-For": address})
            open_pages.append(socket)
            await socket.send_json({"do": "hello", "version": 1, "language": "en"})
            told = await socket.receive_json()
            assert ("hello" in told) is bool(is_let_in), told
            if not is_let_in:
                assert told["why"].endswith(("close one of them.", "in a while."))
                assert (await socket.receive()).data == 4003


async def test_no_crowd_of_new_people_comes_from_one_address(database: str) -> None:
    async with hosted(database, limits=Limits(people_per_hour=2)) as host:
        async with visitor(host) as ann, visitor(host):
            socket = await host.connect()
            await socket.send_json({"do": "hello", "version": 1, "language": "en"})
            told = await socket.receive_json()
            assert told["refused"] == "hello"
            assert told["why"].startswith("Many people have come from your address")
        async with visitor(host, secret=ann.hello["secret"]) as again:
            assert again.person == ann.person


async def test_nobody_opens_matches_without_end(database: str) -> None:
    async with (
        hosted(database, limits=Limits(rooms_per_hour=2)) as host,
        visitor(host) as ann,
        visitor(host) as bob,
    ):
        room = host.open_room("r", ann.person, ann.person)
        assert await why(ann, do="branch", room=room, at=0) == ""
        refused = await why(ann, do="branch", room=room, at=0)
        assert refused.startswith("You have opened many matches")
        host.open_room("other", bob.person, bob.person)


async def test_nobody_has_more_unfinished_matches_than_so_many(database: str) -> None:
    """To leave a match makes no room for another one; to end it does."""

    async with (
        hosted(database, limits=Limits(unfinished=2)) as host,
        visitor(host) as ann,
        visitor(host) as bob,
    ):
        for room in ("r", "s"):
            host.open_room(room, ann.person, bob.person)
        assert await why(ann, do="leave", room="r") == ""
        assert await why(bob, do="resign", room="r") == ""
        assert await why(ann, do="branch", room="r", at=0) == ""
        refused = "2 matches that you have opened are not over; end some of them first."
        assert await why(ann, do="branch", room="r", at=0) == refused
        assert await why(ann, do="leave", room="s") == ""
        assert await why(ann, do="branch", room="r", at=0) == refused
        assert await why(bob, do="branch", room="r", at=0) == ""
        assert await why(bob, do="resign", room="s") == ""
        assert await why(ann, do="branch", room="r", at=0) == ""


async def test_a_crowd_of_new_people_has_no_more_unfinished_matches_than_so_many(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits = Limits(unfinished_of_newcomers=2)

    async with (
        hosted(database, limits=limits, is_behind_proxy=True) as host,
        visitor(host, address="a") as ann,
        visitor(host, address="a") as bob,
        visitor(host, address="b") as cyd,
    ):
        room = host.open_room("r", ann.person, bob.person)
        host.open_room("s", bob.person, ann.person)
        assert await why(ann, do="resign", room=room) == ""
        assert await why(ann, do="branch", room=room, at=0) == ""
        refused = await why(bob, do="branch", room=room, at=0)
        assert refused.startswith("Many matches of new people at your address")
        assert await why(cyd, do="branch", room=room, at=0) == ""
        monkeypatch.setattr("gipf_meta.host.limits.NEW_MS", -1)
        assert await why(bob, do="branch", room=room, at=0) == ""


async def test_nobody_buries_the_lobby(database: str) -> None:
    limits = Limits(open_tables=2, open_tables_of_newcomers=3, unfinished_in_all=5)

    def open_table(host: Hosted, by: Visitor, room: str) -> str:
        players = tuple(Seat(name=name, player="human") for name in "ab")
        table = Opening(game="wager", players=players, is_open=True)
        try:
            host.served.hub.open_room(room, table, by.person, 0, {1: ""})
        except TooMany as error:
            return str(error)
        return ""

    async with (
        hosted(database, limits=limits, is_behind_proxy=True) as host,
        visitor(host, address="a") as ann,
        visitor(host, address="a") as bob,
        visitor(host, address="b") as cyd,
    ):
        assert [open_table(host, ann, each) for each in "rs"] == ["", ""]
        assert open_table(host, ann, "t").startswith("2 open tables of yours wait")
        assert await why(ann, do="leave", room="r") == ""
        assert open_table(host, ann, "t"), "it waits in the lobby all the same"
        assert open_table(host, bob, "t") == ""
        assert open_table(host, bob, "u").startswith("Many open tables of new people at your")
        assert await why(cyd, do="sit", room="s", player=1) == ""
        assert open_table(host, ann, "u") == ""
        host.open_room("v", cyd.person, cyd.person)
        host.served.hub.limits._counted_ms = -(10**9)  # type: ignore[attr-defined]
        assert open_table(host, cyd, "w").startswith("This server has as many matches")


async def test_who_is_banned_comes_back_under_no_new_name(database: str) -> None:
    async def refused(host: Hosted, address: str, **told: Any) -> str:
        socket = await host.connect(**{"X-Forwarded-For": address})
        await socket.send_json({"do": "hello", "version": 1, "language": "en", **told})
        why = str((await socket.receive_json()).get("why", ""))
        await socket.close()
        return why

    async with (
        hosted(database, is_behind_proxy=True) as host,
        visitor(host, address="203.0.113.7") as ann,
        visitor(host, address="203.0.113.7") as eve,
    ):
        with closing(Database.open(database)) as beside:
            DatabasePeople(beside).ban(eve.person, HOUR_MS)
        async with asyncio.timeout(LIMIT_S):
            assert (await eve.page.socket.receive()).type is not WSMsgType.TEXT
        assert "not come in" in await refused(host, "203.0.113.7", secret=eve.hello["secret"])
        assert "Nobody new" in await refused(host, "203.0.113.7", name="Somebody Else")
        async with visitor(host, address="203.0.113.7", secret=ann.hello["secret"]) as again:
            assert again.person == ann.person
        async with visitor(host, address="198.51.100.1"):
            pass


async def test_a_key_that_got_out_is_renewed_and_the_pages_of_the_old_one_close(
    database: str,
) -> None:
    async with hosted(database) as host, visitor(host, name="Ann") as ann:
        old, new = ann.hello["secret"], "n" * 22
        room = host.open_room("r", ann.person, ann.person)
        async with visitor(host, secret=old) as thief:
            renewing = {"do": "hello", "version": 1, "secret": old, "renew": new}
            await ann.page.socket.send_json(renewing)
            hello = (await ann.page.next())["hello"]
            assert (hello["person"], hello["renewed"]) == (ann.person, True)
            async with asyncio.timeout(LIMIT_S):
                assert (await thief.page.socket.receive()).type is not WSMsgType.TEXT
        assert await why(ann, do="resign", room=room) == "", "the page that asked goes on"
        async with visitor(host, secret=old) as thief, visitor(host, secret=new) as again:
            assert again.person == ann.person != thief.person


async def test_nobody_takes_the_seat_of_somebody_who_is_there(database: str) -> None:
    async with (
        hosted(database) as host,
        visitor(host, name="Ann") as ann,
        visitor(host, name="Bob") as bob,
    ):
        room = host.open_room("r", ann.person, bob.person)
        await bob.page.watch(room)
        host.clock.ms += GONE_MS
        invited = {"do": "invite", "room": room, "player": 1, "key": KEY}
        assert await why(ann, **invited) == "1 is here: this seat gets no new link."
        async with visitor(host) as stranger:
            assert (await why(stranger, **invited)).startswith("Only who opened")
            assert (await why(stranger, do="enter", room=room, key=KEY)).startswith("This inv")


async def test_a_body_of_100_mb_is_not_kept(database: str) -> None:
    async with hosted(database) as host:
        reader, writer = await asyncio.open_connection(host.url.host, host.url.port)
        head = f"POST /socket HTTP/1.1\r\nHost: {host.url.authority}\r\n"
        writer.write(f"{head}Content-Length: 100000000\r\n\r\n".encode())
        megabyte, before_kb = bytes(1_000_000), getrusage(RUSAGE_SELF).ru_maxrss
        with suppress(ConnectionError):
            async with asyncio.timeout(LIMIT_S):
                for _ in range(100):
                    writer.write(megabyte)
                    await writer.drain()
        assert getrusage(RUSAGE_SELF).ru_maxrss - before_kb < 50_000
        with suppress(ConnectionError):
            assert b" 405 " in await reader.readline()
        writer.close()
        assert (await host.get("health"))[0] == 200


@pytest.mark.slow
async def test_2000_idle_sockets_leave_room_for_the_next(database: str) -> None:
    async with hosted(database) as host:
        idle = []
        for _ in range(2000):
            idle.append(await asyncio.open_connection(host.url.host, host.url.port))
        async with visitor(host) as ann:
            assert ann.person
        figures = (await host.get("metrics"))[1]
        open_now = re.search(r"^gipf_meta_connections (\d+)", figures, re.MULTILINE)
        assert open_now
        assert int(open_now[1]) <= host_server.SPARE + 10
        for _reader, writer in idle:
            writer.close()


async def test_a_page_that_reads_nothing_is_dropped(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with hosted(database) as host, visitor(host) as ann:
        room = host.open_room("r", ann.person, ann.person)
        monkeypatch.setattr(site, "MOST_WAITING", 50)
        socket = await host.connect()
        await socket.send_json({"do": "hello", "version": 1, "language": "en"})
        async with asyncio.timeout(LIMIT_S):
            while (await socket.receive()).type is WSMsgType.TEXT:
                pass
        assert "done" in (await ann.page.watch(room))[-1]


# ---- the door ------------------------------------------------------------------------------------


async def test_a_page_of_yesterdays_version_is_told_to_load_again(database: str) -> None:
    async with hosted(database) as host:
        socket = await host.connect()
        await socket.send_json({"do": "hello", "version": 0, "language": "en"})
        told = await socket.receive_json()
        assert told["refused"] == "hello"
        assert told["why"].startswith("Load the page again")


@pytest.mark.parametrize("origin", ["http://elsewhere.example", "null", "http://127.0.0.1:1"])
async def test_a_page_of_another_site_asks_for_nothing(origin: str, database: str) -> None:
    async with hosted(database) as host:
        assert (await host.get("", Origin=origin))[0] == 403
        with pytest.raises(WSServerHandshakeError, match="403"):
            await host.connect(Origin=origin)


async def test_a_name_that_was_made_to_point_here_is_refused(database: str) -> None:
    async with hosted(database) as host:
        status, text = await host.get("", Host="rebound.example")
        assert (status, text.startswith("This server has another name")) == (403, True)


def test_behind_a_proxy_only_its_site_gets_in() -> None:
    door = HostDoor(("https://games.example",), is_behind_proxy=True)
    assert not door.refusal({"Host": "upstream", "Origin": "https://games.example"}, must_say=True)
    for origin in ("http://games.example", "https://upstream", "https://games.example.evil"):
        assert door.refusal({"Host": "upstream", "Origin": origin}, must_say=True)
    assert door.refusal({"Host": "games.example"}, must_say=True)


async def test_nobody_says_himself_from_where_he_comes(database: str) -> None:
    """Without a proxy the header counts for nothing; with one, what the proxy has added does."""

    limits = Limits(sockets_each=1)
    async with hosted(database, limits=limits) as host, visitor(host):
        socket = await host.connect(**{"X-Forwarded-For": "203.0.113.1"})
        assert "refused" in await socket.receive_json()
    async with hosted(database, limits=limits, is_behind_proxy=True, begin_ms=60_000) as host:
        for forged in ("203.0.113.1, 198.51.100.9", "203.0.113.2, 198.51.100.9"):
            socket = await host.connect(**{"X-Forwarded-For": forged})
            await socket.send_json({"do": "hello", "version": 1, "language": "en"})
            told = await socket.receive_json()
        assert told["refused"] == "hello"


def test_who_has_many_addresses_of_one_network_has_one() -> None:
    assert network_of("2001:db8::1") == network_of("2001:db8::ffff:1") == "2001:db8::/64"
    assert network_of("2001:db8:0:1::1") != network_of("2001:db8::1")
    assert network_of("::ffff:192.0.2.1") == network_of("192.0.2.1") == "192.0.2.1"


async def test_no_key_stands_in_the_database_or_the_log(database: str, tmp_path: Path) -> None:
    async with hosted(database) as host:
        async with visitor(host) as ann:
            room = private_room(host, ann)
            await ann.page.ask({"do": "invite", "room": room, "player": 1, "key": KEY})
            secret = str(ann.hello["secret"])
        kept = b"".join(path.read_bytes() for path in tmp_path.glob("rooms.sqlite*"))
        assert ann.person.encode() in kept
        for key in (secret, KEY):
            assert key.encode() not in kept
            assert key not in host.lines.getvalue()


async def test_what_is_no_message_is_refused_with_a_sentence(database: str) -> None:
    async with hosted(database) as host, visitor(host) as ann, ClientSession():
        for text in ("", "{", "[]", "[" * 60_000, '{"do": "\\ud800"}', "x" * 300_000):
            await ann.page.socket.send_str(text)
            told = await ann.page.next()
            assert told["refused"] == "", text[:20]
        assert await why(ann, do="open", screen="help", about={}) == ""
