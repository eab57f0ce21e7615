"""A person with a browser: keys without a click, a match, a reload, and no request outside."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import pytest

from gipf_meta.plugins.loading import load_plugins
from tests.web.chromium import Page, page

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)

#: what the page says when it has ended
ENDED = """new Promise((tell) => {
    const look = () => document.querySelector("#end").open
        ? tell(document.querySelector("#why").textContent) : setTimeout(look, 5);
    look();
})"""


async def begin_zertz(browser: Page) -> None:
    """From the launcher to the board of a new match, by keys."""
    games = [game.id for game in load_plugins().sorted_games()]
    await browser.shows("gipf_meta", "quit")
    await browser.press("ArrowDown", *["ArrowDown"] * games.index("zertz"))
    await browser.shows("Place marbles, take rings away")
    await browser.press("Enter")
    await browser.shows("Options: as usual")
    await browser.press("Enter")
    await browser.shows("Place a marble from the pool")


OPENED = """#!/bin/sh
echo "$1" > "$0.asked"
"""
"""A browser that notes what it is given."""


class Serving(NamedTuple):
    """``gipf-meta serve``: the process, the address that it prints, the file that it opens."""

    process: Process
    told: str
    file: str

    @property
    def address(self) -> str:
        """The address without the token."""
        return self.told.partition("/?")[0]


@asynccontextmanager
async def serving(folder: Path, *words: str) -> AsyncIterator[Serving]:
    """``gipf-meta serve`` with a library of its own."""
    homes = {f"XDG_{name}_HOME": str(folder / name) for name in ("DATA", "CONFIG")}
    opener, asked = folder / "opener", folder / "opener.asked"
    opener.write_text(OPENED)
    opener.chmod(0o755)
    asked.unlink(missing_ok=True)
    os.mkfifo(asked)
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "gipf_meta", "serve", *words),
        env={**os.environ, **homes, "LANGUAGE": "en", "DISPLAY": ":9", "BROWSER": f"{opener} %s"},
        stdout=PIPE,
        stderr=PIPE,
    )
    try:
        assert process.stdout is not None
        said = (await process.stdout.readline()).decode()
        address = re.search(r"http://127\.0\.0\.1:\d+/\S+", said)
        assert address
        file = await asyncio.to_thread(asked.read_text)
        yield Serving(process, address[0], file.strip())
    finally:
        with suppress(ProcessLookupError):
            process.terminate()
        await process.wait()


def needs_chromium(test: Callable[[Path], None]) -> Callable[[Path], None]:
    return pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium")(test)


@needs_chromium
def test_a_match_is_played_by_keys_and_a_reload_comes_back_to_it(tmp_path: Path) -> None:
    async def visit() -> None:
        assert CHROMIUM
        async with (
            serving(tmp_path) as served,
            page(CHROMIUM, tmp_path / "browser") as browser,
        ):
            # the file leads on to the program, and the token leaves no trace
            await browser.open(served.file, f"{served.address}/1")
            assert not Path(served.file.removeprefix("file://")).exists()
            visited = await browser.do("Page.getNavigationHistory")
            assert "token" not in str(visited["entries"])
            await begin_zertz(browser)
            await browser.press(":")
            await browser.shows("as the game writes it")
            await browser.press(*"Wd4,d1", "Enter")
            await browser.shows("Turn 2")

            await browser.do("Page.reload")
            await browser.until(lambda: browser.sockets == 2)
            await browser.shows("Turns", "Wd4,d1")
            assert await browser.evaluate("location.href") == f"{served.address}/1"
            await browser.press("?")
            await browser.shows("take back, play again")

            served.process.terminate()
            assert await browser.evaluate(ENDED) == "The connection is lost. Matches are kept."
            assert await served.process.wait() == 0
            assert not browser.errors
            ours = (served.address, served.address.replace("http:", "ws:"), served.file)
            assert [asked for asked in browser.asked if not asked.startswith(ours)] == []
            assert sum("woff2" in asked for asked in browser.asked) == 4, "both fonts, twice"

    asyncio.run(visit())


@needs_chromium
@pytest.mark.slow
def test_a_restarted_browser_and_a_restarted_server_let_the_same_person_in_again(
    tmp_path: Path,
) -> None:
    async def visit() -> None:
        assert CHROMIUM
        profile = tmp_path / "browser"
        async with serving(tmp_path) as served:
            start = f"{served.address}/1"
            async with page(CHROMIUM, profile) as browser:
                await browser.open(served.file, start)
                await begin_zertz(browser)
                await browser.press(":")
                await browser.shows("as the game writes it")
                await browser.press(*"Wd4,d1", "Enter")
                await browser.shows("Turn 2")

            # the browser is started again with the same profile: the cookie is gone
            async with page(CHROMIUM, profile) as browser:
                await browser.open(start, start)
                await browser.says("Open the address that gipf-meta serve")
                await browser.open(served.told, start)
                await browser.shows("Turns", "Wd4,d1")

                # the server is killed, and started again at the same port
                served.process.kill()
                assert await browser.evaluate(ENDED) == "The connection is lost. Matches are kept."
                await browser.evaluate('document.querySelector("#again").click()')
                await browser.says("The server does not answer. Start gipf-meta serve again")
                assert served.process.stderr is not None
                assert b"rror" not in await served.process.stderr.read()
                port = served.address.rpartition(":")[2]
                async with serving(tmp_path, "--port", port) as again:
                    await browser.evaluate('document.querySelector("#again").click()')
                    await browser.says("Open the address that gipf-meta serve has printed")
                    await browser.open(served.told, served.told)
                    await browser.says("Open the address that")
                    await browser.open(again.file, start)
                    await browser.shows("Matches that wait")
                    await browser.shows("ZÈRTZ")

    asyncio.run(visit())
