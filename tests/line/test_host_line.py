"""A cut line to a host: after the reconnect, unanswered commands alone are sent again."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from yarl import URL

from gipf_meta.base.clock import StillClock
from gipf_meta.deeds.messages import answering
from gipf_meta.line import host_line
from gipf_meta.line.host_line import HostLine
from gipf_meta.line.host_messages import ended_by
from tests.host.hosting import HELLO
from tests.small_games.finding import find

LAST = "offer"
"""The last command, which is never answered: repeated ones come before it."""


def analysis(id: str, over: bool) -> dict[str, Any]:
    told = {"headline": "", "lines": [], "positions": 1, "over": over}
    return {"analysis": {"room": "r", "id": id, "at": None, **told}}


def answers_to(do: str, id: str) -> list[dict[str, Any]]:
    """The answers of a host before the line is cut."""
    done = {"done": id, "number": 1}
    match do:
        case "analyse":
            return answering(id, [analysis(id, over=False), analysis(id, over=True)])
        case "ask":
            return answering(id, [{"answer": {"id": id, "lines": []}}])
        case "review":
            begun = {"whole": True, "over": False, "set": {}}
            return answering(id, [{"review": {"room": "r", "id": id, **begun}}], goes_on=True)
        case "branch":
            return answering(id, [done], goes_on=True)
        case "open":
            screen = {"name": "launcher", "title": "", "parts": []}
            return answering(id, [{"screen": screen}, done])
        case "play":
            return [done]  # as hosts until 0.2.0 say it
    return []


async def said_again(*commands: str) -> list[str]:
    """Returns those of *commands* that are sent again after the reconnect."""
    again, is_back = list[str](), asyncio.Event()
    came = 0

    async def serve(request: web.Request) -> web.WebSocketResponse:
        nonlocal came
        came += 1
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.receive_json()
        await socket.send_json({"hello": HELLO})
        async for frame in socket:
            message = frame.json()
            if came == 1:
                for each in answers_to(message["do"], message["id"]):
                    await socket.send_json(each)
            else:
                again.append(message["do"])
            if message["do"] == LAST:
                is_back.set() if came > 1 else await socket.close()
        return socket

    application = web.Application()
    application.router.add_get("/socket", serve)
    async with TestServer(application) as server:
        line = HostLine(URL(str(server.make_url("/"))), {}, find, StillClock())
        await asyncio.to_thread(line.__enter__)
        for command in (*commands, LAST):
            line.send(command, **({} if command == "open" else {"room": "r"}))
        await is_back.wait()
        await asyncio.to_thread(line.close)
    return again


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host_line, "AGAIN_S", (0.0,))


def test_what_was_answered_to_its_end_is_not_said_again_when_the_line_is_back() -> None:
    """Every kind of command, not only those answered by ``done``, ``refused`` or a hint."""
    assert asyncio.run(said_again("analyse", "ask", "open", "play")) == [LAST]


def test_what_was_answered_in_part_is_said_again_when_the_line_is_back() -> None:
    assert asyncio.run(said_again("review", "branch", "ask")) == ["review", "branch", LAST]


async def rooms_led_to(
    hello: dict[str, Any], *rooms: str, is_opening: bool = False
) -> list[list[str]]:
    """Watches *rooms* at a host with that *hello*; returns for each socket its address and the
    rooms that were watched there, and at last what the line told its user.

    *is_opening*: it was asked for a screen before, and says only later that this is done.
    """
    came, opening = list[list[str]](), list[str]()

    async def serve(request: web.Request) -> web.WebSocketResponse:
        here = [request.path]
        came.append(here)
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.receive_json()
        await socket.send_json({"hello": hello})
        async for frame in socket:
            message = frame.json()
            if message["do"] == "watch":
                here.append(message["room"])
                for id in opening:
                    await socket.send_json({"done": id, "id": id, "number": 0})
                opening.clear()
                await socket.send_json({"done": message["id"], "id": message["id"], "number": 1})
        return socket

    application = web.Application()
    application.router.add_get("/socket", serve)
    application.router.add_get("/socket/{room}", serve)
    async with TestServer(application) as server:
        line = HostLine(URL(str(server.make_url("/"))), {}, find, StillClock())
        await asyncio.to_thread(line.__enter__)
        told = list[str]()
        opening += [line.send("open")] if is_opening else []
        for room in rooms:
            _replica, id = line.watch(room)
            while (said := await asyncio.to_thread(line.receive, 20.0)) is not None:
                told += [str(said["line"])] if "line" in said else []
                if said.get("done") == id:
                    break
        line.unwatch()
        await asyncio.to_thread(line.close)
    return [*came, told]


def test_a_line_goes_unheard_to_the_process_that_leads_its_room() -> None:
    led = asyncio.run(rooms_led_to({**HELLO, "by_address": True}, "r1", "r2", "r2"))
    assert led == [["/socket"], ["/socket/r1", "r1"], ["/socket/r2", "r2", "r2"], []]


def test_a_line_goes_only_when_the_desk_has_answered_for_it_would_do_that_twice() -> None:
    hello = {**HELLO, "by_address": True}
    led = asyncio.run(rooms_led_to(hello, "r1", "r2", is_opening=True))
    assert led[0] == [
        "/socket",
        "r1",
    ]  # from there it may go on to r1's address, or at once to r2's
    assert led[-2:] == [["/socket/r2", "r2"], []]


def test_a_line_stays_where_one_process_leads_all_rooms() -> None:
    assert asyncio.run(rooms_led_to(HELLO, "r1", "r2")) == [["/socket", "r1", "r2"], []]


def test_the_last_answer_is_known_of_hosts_of_before_too() -> None:
    assert ended_by({"refused": "c1", "why": "No."}) == "c1"
    assert ended_by({"done": "c1", "number": 1, "more": True, "id": "c1"}) == ""
    assert ended_by({"go": "room/1", "id": "c1"}) == "c1"
    assert ended_by({"refused": "", "why": "A game has failed."}) == ""
