"""A headless Chromium, spoken to in the DevTools protocol."""

from __future__ import annotations

import asyncio
import base64
import itertools
import re
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from aiohttp import ClientSession, ClientWebSocketResponse

FLAGS = (
    *("--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update", "--disable-extensions"),
    *(
        "--disable-default-apps",
        "--disable-quic",
        "--window-size=1200,800",
        "--remote-debugging-port=0",
    ),
)
ESCAPES = re.compile(r"\x1b(?:\[[0-9;?<>=$ ]*[A-Za-z~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[()#].|.)")
LIMIT_S = 30
CODES = {"Enter": 13, "ArrowDown": 40, "ArrowRight": 39, "Escape": 27}


class Page:
    """A page; *asked* are the addresses of all it has asked for, *said* what its last socket got.

    *sockets* counts the sockets that it has opened.
    """

    def __init__(self, line: ClientWebSocketResponse) -> None:
        self.asked: list[str] = []
        self.errors: list[str] = []
        self.said = ""
        self.sockets = 0
        self._line = line
        self._numbers = itertools.count(1)
        self._answers: dict[int, asyncio.Future[Any]] = {}
        self._session = ""
        self._news = asyncio.Event()

    async def listen(self) -> None:
        """Hears what the browser says until it ends."""
        async for message in self._line:
            told = message.json()
            if "id" in told:
                answer = self._answers.pop(told["id"])
                if "error" in told:
                    answer.set_exception(RuntimeError(str(told["error"])))
                else:
                    answer.set_result(told["result"])
            else:
                self._hear(told["method"], told["params"])
            self._news.set()

    def _hear(self, event: str, about: Any) -> None:
        if event == "Network.requestWillBeSent":
            self.asked.append(about["request"]["url"])
        elif event == "Network.webSocketCreated":
            self.asked.append(about["url"])
            self.said = ""
            self.sockets += 1
        elif event == "Network.webSocketFrameReceived":
            frame = about["response"]
            if frame["opcode"] == 2:
                self.said += base64.b64decode(frame["payloadData"]).decode()
        elif event == "Log.entryAdded":
            if about["entry"]["level"] == "error":
                self.errors.append(str(about["entry"]))
        elif event == "Runtime.exceptionThrown":
            self.errors.append(str(about["exceptionDetails"]))

    async def do(self, method: str, **about: Any) -> Any:
        """A command of the protocol, and its answer."""
        number = next(self._numbers)
        answer = self._answers[number] = asyncio.get_running_loop().create_future()
        session = {"sessionId": self._session} if self._session else {}
        await self._line.send_json({"id": number, "method": method, "params": about, **session})
        return await answer

    async def attach(self) -> None:
        """Begins to hear of the one page."""
        target = await self.do("Target.createTarget", url="about:blank")
        found = await self.do("Target.attachToTarget", targetId=target["targetId"], flatten=True)
        self._session = found["sessionId"]
        for domain in ("Page", "Network", "Runtime", "Log"):
            await self.do(f"{domain}.enable")

    async def until(self, true: Callable[[], bool]) -> None:
        """Waits for news until something is true."""
        while not true():
            self._news.clear()
            await self._news.wait()

    async def shows(self, *words: str) -> None:
        """Waits until the terminal has been sent all *words*."""
        try:
            async with asyncio.timeout(LIMIT_S):
                await self.until(lambda: all(word in self.text for word in words))
        except TimeoutError:
            raise AssertionError(f"{words} are not shown, but {self.text[-2000:]}") from None

    async def says(self, words: str) -> None:
        """Waits until the page, beside the terminal, says *words*."""
        try:
            async with asyncio.timeout(LIMIT_S):
                while words not in str(await self.evaluate("document.body.innerText")):
                    await asyncio.sleep(0.02)
        except TimeoutError:
            raise AssertionError(await self.evaluate("document.body.innerText")) from None

    @property
    def text(self) -> str:
        """All that the terminal has been sent on this socket, without colours and places."""
        return ESCAPES.sub("", self.said)

    async def open(self, address: str, wanted: str) -> None:
        """Goes to *address*, and waits until the page at *wanted* is there."""
        await self.do("Page.navigate", url=address)
        try:
            async with asyncio.timeout(LIMIT_S):
                while await self.evaluate("location.href + document.readyState") != (
                    f"{wanted}complete"
                ):
                    await asyncio.sleep(0.02)
        except TimeoutError:
            raise AssertionError(f"it is at {await self.evaluate('location.href')}") from None

    async def press(self, *keys: str) -> None:
        """Presses keys: letters, or names such as ``Enter``."""
        for key in keys:
            text = {"Enter": "\r"}.get(key, key if len(key) == 1 else "")
            code = {"windowsVirtualKeyCode": CODES[key]} if key in CODES else {}
            await self.do("Input.dispatchKeyEvent", type="keyDown", key=key, text=text, **code)
            await self.do("Input.dispatchKeyEvent", type="keyUp", key=key, **code)

    async def evaluate(self, expression: str) -> Any:
        """What a line of JavaScript gives."""
        try:
            found = await self.do("Runtime.evaluate", expression=expression, awaitPromise=True)
        except RuntimeError:
            return None  # another page has come meanwhile
        return found["result"].get("value")

    async def picture(self, file: Path) -> None:
        """Takes a screenshot."""
        shot = await self.do("Page.captureScreenshot", format="png")
        file.write_bytes(base64.b64decode(shot["data"]))


@asynccontextmanager
async def page(program: str, folder: Path) -> AsyncIterator[Page]:
    """A page in a new browser, whose files are in *folder*."""
    browser = await asyncio.create_subprocess_exec(
        program, *FLAGS, f"--user-data-dir={folder}", stdout=DEVNULL, stderr=PIPE, stdin=DEVNULL
    )
    try:
        assert browser.stderr is not None
        address = None
        while address is None:
            said = await browser.stderr.readline()
            assert said, "Chromium ended at once"
            address = re.search(r"DevTools listening on (ws://\S+)", said.decode())
        async with (
            ClientSession() as client,
            client.ws_connect(address[1], max_msg_size=0) as line,
        ):
            opened = Page(line)
            listening = asyncio.create_task(opened.listen())
            await opened.attach()
            yield opened
            listening.cancel()
    finally:
        with suppress(ProcessLookupError):
            browser.kill()
        await browser.wait()
