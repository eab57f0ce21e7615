"""A person with a browser: keys without a click, a match, a reload, and no request outside."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

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
    await browser.shows("A preset for board")
    await browser.press("Enter")
    await browser.shows("Place a marble from the pool")


@asynccontextmanager
async def serving(folder: Path) -> AsyncIterator[tuple[Process, str, str]]:
    """``gipf-meta serve`` with a library of its own, the address it tells, and the clean one."""
    homes = {f"XDG_{name}_HOME": str(folder / name) for name in ("DATA", "CONFIG")}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "gipf_meta", "serve", "--no-browser"),
        env={**os.environ, **homes, "LANGUAGE": "en"},
        stdout=PIPE,
    )
    try:
        assert process.stdout is not None
        said = (await process.stdout.readline()).decode()
        address = re.search(r"(http://127\.0\.0\.1:\d+)/\S+", said)
        assert address
        yield process, address[0], address[1]
    finally:
        with suppress(ProcessLookupError):
            process.terminate()
        await process.wait()


@pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium")
def test_a_match_is_played_by_keys_and_a_reload_comes_back_to_it(tmp_path: Path) -> None:
    async def visit() -> None:
        assert CHROMIUM
        async with (
            serving(tmp_path) as (process, told, address),
            page(CHROMIUM, tmp_path / "browser") as browser,
        ):
            await browser.do("Page.navigate", url=told)
            await begin_zertz(browser)
            await browser.press(":")
            await browser.shows("as the game writes it")
            await browser.press(*"Wd4,d1", "Enter")
            await browser.shows("Turn 2")

            await browser.do("Page.reload")
            await browser.until(lambda: browser.sockets == 2)
            await browser.shows("Turns", "Wd4,d1")
            assert await browser.evaluate("location.href") == f"{address}/1"
            await browser.press("?")
            await browser.shows("take back, play again")

            process.terminate()
            assert await browser.evaluate(ENDED) == "The connection is lost. Matches are kept."
            assert await process.wait() == 0
            assert not browser.errors
            ours = (address, address.replace("http:", "ws:"))
            assert [asked for asked in browser.asked if not asked.startswith(ours)] == []
            assert sum("woff2" in asked for asked in browser.asked) == 4, "both fonts, twice"

    asyncio.run(visit())
