"""A line whose person becomes another one: which secret it says, keeps, and when it connects."""

from __future__ import annotations

import asyncio
import json
import stat
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from yarl import URL

from gipf_meta.base.clock import StillClock
from gipf_meta.deeds.messages import answering
from gipf_meta.line.joining import Address, Joining
from gipf_meta.line.known_hosts import KnownHosts
from gipf_meta.line.line import ANEW, RENEWED, DeviceForgotten, JoinError, Message
from tests.host.hosting import HELLO
from tests.small_games.finding import find

OLD, NEW = "an-old-secret_of_letters", "a-new-secret_of_letters"
FRESH = "a-fresh-secret_of_letters"
"""Another one of the person with the old secret."""
LATER_S = 20.0


class HostOfTwo:
    """A host that knows who says ``OLD`` and ``NEW``; *forgotten* are secrets that it does not know
    any more."""

    def __init__(self) -> None:
        self.hellos = list[dict[str, Any]]()
        self.said = list[list[str]]()
        self.forgotten = set[str]()
        self.sockets = list[web.WebSocketResponse]()
        self.waits = asyncio.Event()
        self.goes_on = asyncio.Event()
        self.goes_on.set()

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        hello = await socket.receive_json()
        self.hellos.append(hello)
        self.said.append(here := [])
        if hello["secret"] in self.forgotten:
            await socket.send_json({"refused": "hello", "why": "It is gone.", "unknown": True})
            return socket
        person = "new" if hello["secret"] == NEW else "old"
        self.sockets.append(socket)
        await socket.send_json({"hello": {**HELLO, "person": person, "name": person.title()}})
        async for frame in socket:
            message = frame.json()
            here.append(message["do"])
            if message["do"] == "submit":
                self.waits.set()
                await self.goes_on.wait()
            done = {"done": message["id"], "number": 0}
            for each in answering(message["id"], [done]):
                await socket.send_json(each)
        return socket

    @property
    def application(self) -> web.Application:
        application = web.Application()
        application.router.add_get("/socket", self.serve)
        return application


def secrets_in(file: Path) -> dict[str, str]:
    """The content of *file*, without the dates of visits."""
    stored: dict[str, str] = json.loads(file.read_text())
    return {name: each for name, each in stored.items() if not name.endswith(" visit")}


def wait_for(line: Any, wanted: Message = ANEW) -> None:
    """Receives messages until the *wanted* one, by default that the line has connected anew."""
    heard = list[Message]()
    while (said := line.receive(LATER_S)) is not None:
        heard.append(said)
        if said == wanted:
            return
    raise AssertionError(heard)


async def test_a_line_says_hello_anew_by_the_fresh_secret_and_keeps_it(tmp_path: Path) -> None:
    host, file = HostOfTwo(), tmp_path / "hosts.json"
    async with TestServer(host.application) as server, asyncio.timeout(200):
        address = Address.parse(str(server.make_url("/")))
        known = KnownHosts(file)
        known.keep(address.site, OLD)
        joining = Joining(known, find, StillClock(), "Somebody", comes_back=True)

        def come_back() -> None:
            with joining.open_line(address) as line:
                line.say_when_anew({"do": "enter", "room": "r", "key": "k"})
                line.become(NEW)
                site = str(address.site)
                kept = secrets_in(file)
                assert kept in ({site: NEW, f"{site} before": OLD}, {site: NEW})
                wait_for(line)
                assert (line.person, line.name) == ("new", "New")
                line.ask("play", room="r")

        await asyncio.to_thread(come_back)
        assert [each["secret"] for each in host.hellos] == [OLD, NEW]
        assert all(each["known"] and "name" not in each for each in host.hellos)
        assert host.hellos[0]["device"].startswith("A terminal")
        assert host.said == [[], ["enter", "play"]]
        assert secrets_in(file) == {str(address.site): NEW}


async def test_the_desk_has_answered_everything_before_the_person_changes(tmp_path: Path) -> None:
    """It would sign in once more, as somebody else."""
    host = HostOfTwo()
    host.goes_on.clear()
    async with TestServer(host.application) as server, asyncio.timeout(200):
        address = Address.parse(str(server.make_url("/")))
        joining = Joining(KnownHosts(tmp_path / "hosts.json"), find, StillClock())
        loop = asyncio.get_running_loop()

        def come_back() -> None:
            with joining.open_line(address) as line:
                line.send("submit", screen="by_words")
                asyncio.run_coroutine_threadsafe(host.waits.wait(), loop).result(LATER_S)
                line.become(NEW)
                line.receive(0.05)
                assert len(host.hellos) == 1
                loop.call_soon_threadsafe(host.goes_on.set)
                wait_for(line)

        await asyncio.to_thread(come_back)
        assert host.said == [["submit"], []]


async def test_a_person_whose_key_is_changed_goes_on_in_his_room(tmp_path: Path) -> None:
    host = HostOfTwo()
    async with TestServer(host.application) as server, asyncio.timeout(200):
        address = Address.parse(str(server.make_url("/")))
        known = KnownHosts(tmp_path / "hosts.json")
        joining = Joining(known, find, StillClock())

        def play_on() -> None:
            with joining.open_line(address) as line:
                _seen, id = line.watch("r")
                wait_for(line, {"done": id, "id": id, "number": 0})
                line.become(FRESH)
                wait_for(line, RENEWED)
                line.ask("play", room="r")

        await asyncio.to_thread(play_on)
        assert host.said == [["watch"], ["watch", "play"]]
        assert known.secret_at(address.site) == FRESH


@pytest.mark.parametrize("is_before", [False, True])
async def test_a_secret_that_the_host_forgot_is_dropped_and_the_one_before_holds_again(
    tmp_path: Path, is_before: bool
) -> None:
    host, file = HostOfTwo(), tmp_path / "hosts.json"
    host.forgotten = {NEW}
    async with TestServer(host.application) as server:
        address = Address.parse(str(server.make_url("/")))
        known = KnownHosts(file)
        for secret in (OLD, NEW) if is_before else (NEW,):
            known.keep(address.site, secret)
        joining = Joining(known, find, StillClock())

        def come() -> None:
            with joining.open_line(address):
                pass

        with pytest.raises(DeviceForgotten, match=r"It is gone. .* join http.* --sign-in"):
            await asyncio.to_thread(come)
        assert known.secret_at(address.site) == (OLD if is_before else None)
        assert NEW not in file.read_text()


async def test_a_device_that_is_taken_away_is_told_so_at_whatever_it_does(tmp_path: Path) -> None:
    host = HostOfTwo()
    async with TestServer(host.application) as server:
        address = Address.parse(str(server.make_url("/")))
        known, loop = KnownHosts(tmp_path / "hosts.json"), asyncio.get_running_loop()
        known.keep(address.site, OLD)
        joining = Joining(known, find, StillClock())

        def stay() -> None:
            with joining.open_line(address) as line:
                host.forgotten = {OLD}
                asyncio.run_coroutine_threadsafe(host.sockets[0].close(), loop).result(LATER_S)
                line._thread.join(LATER_S)
                line.unwatch()
                for _time in range(2):
                    with pytest.raises(DeviceForgotten, match="It is gone"):
                        line.ask("open", screen="me")

        await asyncio.to_thread(stay)
        assert joining.was_let_in


async def test_a_line_follows_no_host_to_another_one_which_would_be_told_the_secret(
    tmp_path: Path,
) -> None:
    other = HostOfTwo()
    async with TestServer(other.application) as elsewhere:

        async def lead_away(request: web.Request) -> web.Response:
            raise web.HTTPFound(elsewhere.make_url("/socket"))

        application = web.Application()
        application.router.add_get("/socket", lead_away)
        async with TestServer(application) as server:
            address = Address.parse(str(server.make_url("/")))
            joining = Joining(KnownHosts(tmp_path / "hosts.json"), find, StillClock())

            def come() -> None:
                with joining.open_line(address):
                    pass

            with pytest.raises(JoinError, match="no host"):
                await asyncio.to_thread(come)
        assert other.hellos == []


def test_hosts_are_forgotten_one_by_one_and_nobody_else_reads_them(tmp_path: Path) -> None:
    file = tmp_path / "new" / "hosts.json"
    known, here, there = KnownHosts(file), URL("http://here:1"), URL("http://there:1")
    known.keep(here, OLD)
    known.keep(there, OLD)
    known.keep(here, NEW)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    known.accept(here)
    assert json.loads(file.read_text()) == {str(here): NEW, str(there): OLD}
    known.forget(here)
    assert json.loads(file.read_text()) == {str(there): OLD}
    assert [each.name for each in file.parent.iterdir()] == ["hosts.json"]


@pytest.mark.parametrize(
    ("words", "screen", "about", "hidden"),
    [
        ("http://h/#me", "me", {}, ""),
        ("http://h/#sign-in", "sign_in", {}, ""),
        (f"http://h/#sign-in/{NEW}", "sign_in", {"token": NEW}, NEW),
        ("http://h/#pair/BCDF-GHJK", "pair", {}, "BCDF-GHJK"),  # it has to be typed
        (f"http://h/#person/{NEW}", "", {}, NEW),
        ("http://h/#room/r1", "", {}, ""),
    ],
)
def test_addresses_lead_to_the_screens_about_oneself(
    words: str, screen: str, about: dict[str, str], hidden: str
) -> None:
    address = Address.parse(words)
    assert (address.screen, address.about, address.hidden) == (screen, about, hidden)


@pytest.mark.parametrize("words", ["http://h/#sign-in/abc", "http://h/#enter/r1/short"])
def test_a_link_that_was_cut_is_said_to_be_incomplete(words: str) -> None:
    with pytest.raises(JoinError, match="not complete"):
        Address.parse(words)
    with pytest.raises(JoinError, match="is no address of a host"):
        Address.parse("http://h/#elsewhere")


@pytest.mark.parametrize(
    ("is_back", "words", "asked"),
    [
        (False, "http://h/", ["whether", "name"]),
        (True, "http://h/", ["whether"]),
        (True, f"http://h/#sign-in/{NEW}", []),  # that says it
        (False, f"http://h/#person/{NEW}", []),
    ],
)
def test_who_is_new_at_a_host_is_asked_whether_he_comes_back(
    tmp_path: Path, is_back: bool, words: str, asked: list[str]
) -> None:
    known, address, questions = (
        KnownHosts(tmp_path / "hosts.json"),
        Address.parse(words),
        list[str](),
    )

    def answer(question: str, value: Any) -> Any:
        questions.append(question)
        return value

    joining = Joining(known, find, StillClock())
    joining.ask_whether_back = lambda: answer("whether", is_back)
    joining.ask_name = lambda: answer("name", "Bob")
    hello = joining._hello(address)
    assert questions == asked
    assert ("name" in hello) is ("name" in asked)
    assert joining.first_screen(address) == (("sign_in", {**address.about}) if is_back else None)
    questions.clear()
    Joining(known, find, StillClock(), ask_name=lambda: answer("name", ""))._hello(address)
    assert questions == []  # he is known now


@pytest.mark.parametrize(
    ("words", "is_exposed"),
    [
        ("http://games.example:8064", True),
        ("http://8.8.8.8:8064", True),
        ("https://games.example", False),
        ("http://192.168.1.5:8064", False),
        ("http://127.0.0.1:8064", False),
        ("http://[::1]:8064", False),
        ("http://thinkpad:8064", False),
        ("http://thinkpad.local:8064", False),
    ],
)
def test_a_key_that_goes_through_the_internet_as_it_is_is_warned_of(
    words: str, is_exposed: bool
) -> None:
    assert Address.parse(words).is_exposed is is_exposed
