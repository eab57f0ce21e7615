"""A page, a socket, a process: what one does the others follow."""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import suppress

import pytest
from aiohttp import ClientWebSocketResponse, WSServerHandshakeError

from gipf_meta.web.terminal import process, slots
from tests.web.conftest import entered, heard

pytestmark = pytest.mark.usefixtures("echo")


async def process_of(socket: ClientWebSocketResponse) -> int:
    """The process at the other end, from the first that it says."""
    return int((await heard(socket)).split()[0])


async def ended(number: int) -> None:
    """Waits until a process is gone, and fetched: no zombie stays."""
    with suppress(ProcessLookupError):
        while True:
            os.kill(number, 0)
            await asyncio.sleep(0.005)


def test_what_is_typed_is_passed_on_and_what_is_shown_comes_back() -> None:
    async def visit() -> None:
        async with entered() as visitor:
            page = await visitor.connect()
            assert (await heard(page)).split()[1:] == ["100x30", "+"]
            await page.send_json(["stdin", "č\r"])
            assert await heard(page) == "č\r"
            await page.send_json(["resize", {"width": 70, "height": 20000}])
            assert await heard(page) == '{"type": "resize", "width": 70, "height": 1000}'
            await page.send_json(["focus"])
            assert await heard(page) == '{"type": "focus"}'
            await page.send_json(["ping", "7"])
            assert await heard(page) == '["pong", "7"]'

    asyncio.run(visit())


def test_what_no_page_says_changes_nothing() -> None:
    async def visit() -> None:
        async with entered() as visitor:
            page = await visitor.connect()
            await heard(page)
            for words in ("", "{", "7", "[]", '["stdin"]', '["resize", 3]', '["quit"]', '["x", 1]'):
                await page.send_str(words)
            await page.send_bytes(b"\0\1")
            await page.send_json(["stdin", "still here"])
            assert await heard(page) == "still here"

    asyncio.run(visit())


def test_a_page_is_sent_nowhere() -> None:
    async def visit() -> None:
        async with entered() as visitor:
            page = await visitor.connect()
            await heard(page)
            await page.send_json(["stdin", "link"])
            assert await heard(page) == "link"

    asyncio.run(visit())


def test_a_process_ends_with_its_page() -> None:
    async def visit() -> None:
        async with entered() as visitor:
            page = await visitor.connect()
            number = await process_of(page)
            await page.close()
            await ended(number)

    asyncio.run(visit())


def test_a_process_that_will_not_end_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    stubborn = r"import os, time; os.write(1, b'__GANGLION__\nD\0\0\0\1x'); time.sleep(999)"
    monkeypatch.setattr(process, "COMMAND", (sys.executable, "-c", stubborn))
    monkeypatch.setattr(process, "GRACE_S", 0.05)

    async def visit() -> None:
        async with entered() as visitor:
            page = await visitor.connect()
            assert await heard(page) == "x"
            await page.close()
            again = await visitor.connect()
            assert await heard(again) == "x", "its place is free again"

    asyncio.run(visit())


def test_processes_end_with_the_server() -> None:
    async def visit() -> None:
        async with entered() as visitor:
            pages = [await visitor.connect(place) for place in (1, 2)]
            numbers = [await process_of(page) for page in pages]
            ending = [asyncio.create_task(page.receive()) for page in pages]
        await asyncio.wait(ending)
        assert [page.close_code for page in pages] == [1001, 1001], "they are told"
        for number in numbers:
            await ended(number)

    asyncio.run(visit())


def test_a_page_that_is_loaded_anew_gets_a_process_that_remembers() -> None:
    async def visit() -> None:
        async with entered() as visitor:
            before = await visitor.connect()
            await heard(before)
            await before.send_json(["stdin", "slow"])
            await heard(before)
            again = await visitor.connect()
            said = (await heard(again)).split()[2]
            assert said == "+-+", "one had ended before the other began"

    asyncio.run(visit())


def test_a_page_that_is_gone_before_its_turn_gets_no_process() -> None:
    async def visit() -> None:
        async with entered() as visitor:
            first = await visitor.connect()
            await heard(first)
            await first.send_json(["stdin", "slow"])
            await heard(first)
            second, third = await visitor.connect(), await visitor.connect()
            await second.receive()
            assert second.close_code == 4001
            assert (await heard(third)).split()[2] == "+-+"

    asyncio.run(visit())


def test_who_comes_later_plays_and_who_came_first_is_told() -> None:
    async def visit() -> None:
        async with entered() as visitor:
            first = await visitor.connect()
            await heard(first)
            second = await visitor.connect()
            await first.receive()
            assert first.close_code == 4001
            await heard(second)
            await second.send_json(["stdin", "mine"])
            assert await heard(second) == "mine"

    asyncio.run(visit())


@pytest.mark.parametrize(("typed", "code"), [("leave", 4000), ("fail", 4002)])
def test_a_page_is_told_whether_the_program_was_left_or_has_failed(typed: str, code: int) -> None:
    async def visit() -> None:
        async with entered() as visitor:
            page = await visitor.connect()
            await heard(page)
            await page.send_json(["stdin", typed])
            await page.receive()
            assert page.close_code == code

    asyncio.run(visit())


def test_a_program_that_cannot_start_has_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "COMMAND", (sys.executable, "-c", "raise SystemExit(2)"))

    async def visit() -> None:
        async with entered() as visitor:
            page = await visitor.connect()
            await page.receive()
            assert page.close_code == 4002

    asyncio.run(visit())


class TestTheCap:
    def test_tabs_go_to_slots_until_none_is_free(self) -> None:
        async def visit() -> None:
            async with entered(2) as visitor:
                sent = [(await visitor.get("/")).headers["Location"] for _ in range(2)]
                assert sent == ["/1", "/2"]
                full = await visitor.get("/")
                assert full.status == 503
                assert (await full.text()).startswith("No more than 2 tabs can be open")

        asyncio.run(visit())

    def test_a_place_that_does_not_exist_is_refused(self) -> None:
        async def visit() -> None:
            async with entered(2) as visitor:
                assert (await visitor.get("/2")).status == 200
                for place in (0, 3):
                    assert (await visitor.get(f"/{place}")).status == 503
                    with pytest.raises(WSServerHandshakeError, match="503"):
                        await visitor.connect(place)

        asyncio.run(visit())

    def test_a_page_can_be_loaded_anew_when_all_slots_are_taken(self) -> None:
        async def visit() -> None:
            async with entered(1) as visitor:
                page = await visitor.connect()
                assert (await visitor.get("/")).status == 503
                assert (await visitor.get("/1")).status == 200
                assert not page.closed

        asyncio.run(visit())

    def test_a_tab_that_is_closed_gives_its_place_and_its_match_to_the_next(self) -> None:
        async def visit() -> None:
            async with entered(1) as visitor:
                page = await visitor.connect()
                number = await process_of(page)
                await page.close()
                await ended(number)
                assert (await visitor.get("/")).headers["Location"] == "/1"

        asyncio.run(visit())

    def test_a_place_is_not_kept_for_ever(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(slots, "OPENING_S", 0)

        async def visit() -> None:
            async with entered(1) as visitor:
                for _ in range(3):
                    assert (await visitor.get("/")).headers["Location"] == "/1"

        asyncio.run(visit())
