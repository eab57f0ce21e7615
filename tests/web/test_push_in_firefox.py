"""A push as it comes to Firefox, which subscribes at a push server of the test, and itself decrypts
what the host has encrypted."""

from __future__ import annotations

import asyncio
import json
from base64 import urlsafe_b64encode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from queue import SimpleQueue
from typing import Any
from uuid import uuid4

import pytest
from aiohttp import WSMsgType, web

from gipf_meta.web.access import ADDRESS
from tests.host.notices.push_servers import Pushed, PushService
from tests.web.beside import beside
from tests.web.browsers import Browser, Driver
from tests.web.hosting import close
from tests.web.test_push_in_browsers import SHOWN, pushing, send, told
from tests.web.test_ways_back_in_browsers import open_table, show

DELIVERED = 100
"""How Firefox calls a push that it has decrypted and given to its worker; 101 is one that it cannot
read."""
pytestmark = [pytest.mark.slow, pytest.mark.needs("zertz")]


class Autopush:
    """A server to which Firefox keeps a line: it subscribes there, and gets what *service* got."""

    def __init__(self, service: PushService) -> None:
        self._service = service
        self.port = 0
        self.acknowledged: SimpleQueue[dict[str, Any]] = SimpleQueue()
        """Each answer of Firefox to a push that it was given."""

    @property
    def preferences(self) -> dict[str, bool | int | str]:
        """Settings that lead Firefox here, and let pages show notices."""
        return {
            "dom.push.enabled": True,
            "dom.push.connection.enabled": True,
            "dom.push.serverURL": f"ws://{ADDRESS}:{self.port}/",
            "dom.push.testing.allowInsecureServerURL": True,
            "dom.push.userAgentID": "",
            "alerts.useSystemBackend": False,  # without a desktop there is none
            "permissions.default.desktop-notification": 1,
        }

    async def answer(self, request: web.Request) -> web.WebSocketResponse:
        """Speaks the protocol with one Firefox."""
        line = web.WebSocketResponse(protocols=("push-notification",))
        await line.prepare(request)
        async for message in line:
            if message.type is not WSMsgType.TEXT:
                continue
            said = json.loads(message.data)
            kind = said.get("messageType", "ping")
            if kind == "ack":
                for each in said["updates"]:
                    self.acknowledged.put(each)
            if kind == "hello":
                about = {"uaid": uuid4().hex, "use_webpush": True, "broadcasts": {}}
                await line.send_json({"messageType": kind, "status": 200, **about})
            elif kind == "register":
                self._channel, self._line = said["channelID"], line
                self._loop = asyncio.get_running_loop()
                about = {"channelID": self._channel, "pushEndpoint": self._service.endpoint}
                await line.send_json({"messageType": kind, "status": 200, **about})
            elif kind == "unregister":
                about = {"channelID": said["channelID"]}
                await line.send_json({"messageType": kind, "status": 200, **about})
            elif kind == "ping":
                await line.send_json({})
        return line

    def pass_on(self) -> None:
        """Gives Firefox what the service has got last."""
        asyncio.run_coroutine_threadsafe(self._pass_on(self._service.got[-1]), self._loop).result()

    async def _pass_on(self, pushed: Pushed) -> None:
        data = urlsafe_b64encode(pushed.body).decode().rstrip("=")
        about = {"channelID": self._channel, "version": uuid4().hex, "data": data}
        headers = {"encoding": pushed.headers["Content-Encoding"]}
        await self._line.send_json({"messageType": "notification", **about, "headers": headers})


@asynccontextmanager
async def autopush(service: PushService) -> AsyncIterator[Autopush]:
    """A push server that runs."""
    server = Autopush(service)
    application = web.Application()
    application.router.add_get("/", server.answer)
    runner = web.AppRunner(application, shutdown_timeout=0)
    await runner.setup()
    try:
        await web.TCPSite(runner, ADDRESS, 0).start()
        server.port = runner.addresses[0][1]
        yield server
    finally:
        await runner.cleanup()


def test_firefox_decrypts_what_the_host_has_encrypted(driver: Driver, tmp_path: Path) -> None:
    with pushing(tmp_path) as (host, service), beside(autopush(service)) as server:
        firefox = Browser(driver, "firefox", tmp_path / "firefox", preferences=server.preferences)
        try:
            ann = firefox.new_page()
            room = open_table(ann, host, "Ann")
            show(ann, "screen/notices")
            ann.click("aria/Turn on: This browser")
            ann.wait_for_text("This browser tells you from now on.")
            assert send(host, service, "p1", told(host, room, "Bob")).result == "sent"
            server.pass_on()
            assert server.acknowledged.get()["code"] == DELIVERED
            ann.wait_until(f"{SHOWN}.then((all) => all.length === 1)")
            address = host.address_by_name
            assert ann.evaluate(SHOWN) == [
                ["ZÈRTZ", "It is your move: ZÈRTZ with Bob.", room, f"{address}{room}"]
            ]
            close(ann)
        finally:
            firefox.close()
