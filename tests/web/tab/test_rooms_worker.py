"""The worker of the rooms, with a browser's storage that stands in memory."""

from __future__ import annotations

import asyncio
import json
import pickle
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from gipf_meta.practice.entries import Tried
from gipf_meta.practice.keeping import PracticeKeeper
from gipf_meta.web.parcels import PART, do
from gipf_meta.web.tab import rooms_worker
from gipf_meta.web.tab.kept_rows import KeptRow, RowChange, RowKey
from gipf_meta.web.tab.rooms_worker import LAST, Tab
from gipf_meta.web.thought_queue import TakeAnswer

LIMIT_S = 150
ZERTZ = {"game": "zertz"}


class Browser:
    """The storage that all tabs of a browser share. A write raises ``failure`` while it is set."""

    def __init__(self) -> None:
        self.rows: dict[RowKey, Any] = {}
        self.held: set[int] = set()
        self.tabs: list[Storage] = []
        self.failure: Exception | None = None
        self.may_write = asyncio.Event()
        self.may_write.set()


class Storage:
    """The storage as one tab sees it."""

    def __init__(self, browser: Browser) -> None:
        self.browser, self.stale = browser, set[int]()
        self.own = set[int]()
        browser.tabs.append(self)

    async def read(self, room: int | None = None) -> list[KeptRow]:
        rows = self.browser.rows
        return [(key, rows[key]) for key in sorted(rows) if room is None or key[0] == room]

    async def write(self, changes: Iterable[RowChange]) -> None:
        await self.browser.may_write.wait()
        if self.browser.failure is not None:
            raise self.browser.failure
        told = list(changes)
        rows = dict(self.browser.rows)
        for each in told:
            if each.columns is None:
                rows.pop(each.key, None)
                continue
            if each.is_new and each.key in rows:
                raise KeyError(each.key)
            rows[each.key] = json.loads(json.dumps(each.columns))
        self.browser.rows = rows
        for tab in self.browser.tabs:
            if tab is not self:
                tab.stale |= {each.key[0] for each in told}

    async def reserve(self, least: int) -> int:
        key = (0, LAST, 0)
        number: int = max(self.browser.rows.get(key, 0), least) + 1
        self.browser.rows[key] = number
        return number

    def take_stale(self) -> set[int]:
        stale, self.stale = self.stale, set()
        return stale

    async def hold(self, room: int) -> bool:
        if room in self.browser.held - self.own:
            return False
        self.browser.held.add(room)
        self.own.add(room)
        return True

    def release(self, room: int) -> None:
        self.browser.held.discard(room)
        self.own.discard(room)


How = Callable[[bytes, TakeAnswer], bytes | None]
"""How a worker does a parcel, and tells parts of the answer."""


class BotWorker:
    """A worker of bots, which answers at once unless it crashes or hangs."""

    def __init__(self, tell: TakeAnswer, how: How) -> None:
        self._tell, self._how = tell, how
        self.is_ended = False

    def ask(self, parcel: bytes) -> None:
        asyncio.get_running_loop().call_soon(lambda: self._tell(self._how(parcel, self._tell)))

    def end(self) -> None:
        self.is_ended = True


class Page:
    """A page at a tab, with all messages to it."""

    def __init__(self, tab: Tab, name: str) -> None:
        self.tab, self.name, self.prefix = tab, name, f"{id(tab):x}"
        self.told: list[Any] = []
        self.is_closed = False
        self._ids = 0
        self._news = asyncio.Event()

    def take(self, text: str) -> None:
        if text:
            self.told.append(json.loads(text))
        else:
            self.is_closed = True
        self._news.set()

    def say(self, **message: Any) -> str:
        self._ids += 1
        id = f"{self.prefix}-{self._ids}"
        self.tab.receive(self.name, json.dumps({**message, "id": id}))
        return id

    async def wait(self, found: Callable[[], Any]) -> Any:
        async with asyncio.timeout(LIMIT_S):
            while not (what := found()):
                self._news.clear()
                await self._news.wait()
        return what

    async def ask(self, **message: Any) -> Any:
        """Sends a message, and returns the answer that ends its answers."""
        id = self.say(**message)
        return await self.wait(
            lambda: next((m for m in self.told if id in (m.get("done"), m.get("refused"))), None)
        )

    def last(self, what: str) -> Any:
        return next((m[what] for m in reversed(self.told) if what in m), None)

    async def play(self, room: str, text: str) -> Any:
        """The answer to a turn at the board as it was shown last."""
        seen = self.last("scene")["number"]
        return await self.ask(do="play", room=room, text=text, seen=seen)

    async def begin(self, opponent: str = "human") -> str:
        """Begins a match of ZÈRTZ and watches it; its room."""
        await self.ask(do="open", screen="setup", about=ZERTZ)
        form = next(part for part in self.last("screen")["parts"] if part["part"] == "form")
        fields = _values(form) | {"opponent": opponent}
        answer = await self.ask(do="submit", screen="setup", about=ZERTZ, values=fields)
        assert "done" in answer, answer
        room = self.last("go").removeprefix("room/")
        assert "done" in await self.ask(do="watch", room=room, since=0, want="scene")
        return str(room)


def _values(part: Any) -> dict[str, Any]:
    """The fields of a form with what they hold."""
    if isinstance(part, list):
        return {name: value for each in part for name, value in _values(each).items()}
    if not isinstance(part, dict):
        return {}
    found = {part["name"]: part["value"]} if {"name", "value"} <= part.keys() else {}
    return found | {n: v for each in part.values() for n, v in _values(each).items()}


@asynccontextmanager
async def opened(folder: Path, browser: Browser | None, how: How = do) -> AsyncIterator[Page]:
    """A page at a new tab of *browser*; ``None``: of one that keeps nothing."""
    pages: dict[str, Page] = {}
    storage = None if browser is None else Storage(browser)

    def say(name: str, text: str) -> None:
        pages[name].take(text)

    tab = Tab(
        folder / str(id(storage)) / "library.sqlite",
        say,
        lambda tell: BotWorker(tell, how),
        storage,
        [].append,
    )
    await tab.open()
    page = pages["1"] = Page(tab, "1")
    tab.join("1")
    tab.receive("1", '{"do": "hello", "version": 1, "language": "en"}')
    await page.wait(lambda: page.last("hello"))
    try:
        yield page
    finally:
        tab.close()
        if storage is not None:
            for room in list(storage.own):
                storage.release(room)
            assert browser is not None
            browser.tabs.remove(storage)


async def test_what_was_acknowledged_is_there_after_the_tab_was_closed(tmp_path: Path) -> None:
    browser = Browser()
    async with opened(tmp_path, browser) as page:
        room = await page.begin()
        assert "done" in await page.play(room, "Wd4,a1")
    async with opened(tmp_path, browser) as page:
        answer = await page.ask(do="watch", room=room, since=0, want="events")
        assert "done" in answer
        assert "Wd4,a1" in json.dumps(page.told)


@pytest.mark.needs("zertz")
async def test_what_was_deleted_here_is_in_no_storage_and_in_no_later_tab(tmp_path: Path) -> None:
    browser = Browser()
    async with opened(tmp_path, browser) as page:
        await page.ask(do="submit", screen="me", values={"step": "name", "name": "Xaver"})
        room = await page.begin()
        assert "done" in await page.play(room, "Wd4,d1")
        assert "Xaver" in json.dumps([*browser.rows.values()])
        await page.ask(do="submit", screen="me", values={"step": "data"})
        (match,) = json.loads(page.last("file")["text"])["matches"]
        assert match["record"]["game"] == "zertz"
        values = {"step": "delete", "confirmed": "delete"}
        assert "done" in await page.ask(do="submit", screen="delete_me", values=values)
        assert "Xaver" not in json.dumps([*browser.rows.values()])
    async with opened(tmp_path, browser) as page:
        await page.ask(do="submit", screen="me", values={"step": "data"})
        kept = json.loads(page.last("file")["text"])
        assert (kept["matches"], kept["settings"]["name"]) == ([], "")
        assert await page.begin() != room


@pytest.mark.needs("zertz")
async def test_a_lesson_goes_on_in_another_tab_and_is_remembered_when_it_is_done(
    tmp_path: Path,
) -> None:
    room, last = "lesson-zertz-first", 13

    async def turn(page: Page, number: int) -> None:
        await page.ask(do="watch", room=room, since=number, want="scene")
        assert "done" in await page.ask(do="turn_page", room=room, seen=number)
        assert page.last("scene")["number"] == number + 1

    browser = Browser()
    async with opened(tmp_path, browser) as page:
        await turn(page, 8)
    async with opened(tmp_path, browser) as page:
        await turn(page, last)
    async with opened(tmp_path, browser) as page:
        await page.ask(do="open", screen="lessons", about=ZERTZ)
        rows = [each for part in page.last("screen")["parts"] for each in part.get("rows", ())]
        assert [row["cells"][2] for row in rows if row["cells"][0] == "Your first game"] == ["Done"]


def practice_of(page: Page) -> PracticeKeeper:
    return page.tab._memory.context.practice


async def test_the_practice_is_kept_and_two_tabs_add_to_it(tmp_path: Path) -> None:
    first, second, third = (Tried(at_ms=n, puzzle=f"zertz-{n}") for n in (1, 2, 3))
    browser = Browser()
    async with opened(tmp_path, browser) as page, opened(tmp_path, browser) as other:
        practice_of(page).add(first)
        await page.ask(do="open", screen="home")
        practice_of(other).add(second)
        await other.ask(do="open", screen="home")
        assert practice_of(other).entries() == [first, second]
        practice_of(page).add(third)
        await page.ask(do="open", screen="home")
        await page.ask(do="open", screen="home")
        assert practice_of(page).entries() == [first, second, third]
    async with opened(tmp_path, browser) as page:
        assert practice_of(page).entries() == [first, second, third]
        values = {"step": "delete", "confirmed": "delete"}
        assert "done" in await page.ask(do="submit", screen="delete_me", values=values)
        assert practice_of(page).entries() == []
    assert "zertz-1" not in json.dumps([*browser.rows.values()])


async def test_nothing_is_said_before_it_is_kept(tmp_path: Path) -> None:
    browser = Browser()
    async with opened(tmp_path, browser) as page:
        room = await page.begin()
        browser.may_write.clear()
        told = len(page.told)
        seen = page.last("scene")["number"]
        id = page.say(do="play", room=room, text="Wd4,a1", seen=seen)
        for _turn in range(50):
            await asyncio.sleep(0)
        assert len(page.told) == told
        browser.may_write.set()
        await page.wait(lambda: [m for m in page.told if m.get("done") == id])


async def test_what_cannot_be_kept_has_not_happened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms_worker, "AFTER_FAILURE_S", 0)

    browser = Browser()
    async with opened(tmp_path, browser) as page:
        room = await page.begin()
        kept = browser.rows
        browser.failure = OSError("QuotaExceededError")
        answer = await page.play(room, "Wd4,a1")
        assert answer["why"] == "The browser has no room to keep this, so it has not happened."
        await page.wait(lambda: page.is_closed)
        assert browser.rows == kept
        browser.failure = None
        page.tab.join("1")
        page.tab.receive("1", '{"do": "hello", "version": 1, "language": "en"}')
        await page.wait(lambda: page.last("notice"))
        assert "done" in await page.ask(do="watch", room=room, since=0, want="scene")
        assert "done" in await page.play(room, "Wd4,a1")


async def test_a_match_is_open_in_one_tab_at_a_time(tmp_path: Path) -> None:
    browser = Browser()
    async with opened(tmp_path, browser) as first, opened(tmp_path, browser) as second:
        room = await first.begin()
        await first.play(room, "Wd4,a1")
        refused = await second.ask(do="watch", room=room, since=0, want="scene")
        assert refused["why"] == (
            f"Match {room} is open in another tab; close it there to play it here."
        )
        await second.ask(do="open", screen="library")
        assert "ZÈRTZ" in json.dumps(second.last("screen"), ensure_ascii=False)
        delete = await second.ask(do="submit", screen="delete", about={"match": room})
        assert "another tab" in delete["why"]
        await first.ask(do="unwatch", room=room)
        assert "done" in await second.ask(do="watch", room=room, since=0, want="scene")
        assert "done" in await second.play(room, "Wd3,a2")


async def test_two_tabs_give_different_numbers(tmp_path: Path) -> None:
    browser = Browser()
    async with opened(tmp_path, browser) as first, opened(tmp_path, browser) as second:
        rooms = [await first.begin(), await second.begin(), await first.begin()]
        assert rooms == ["1", "2", "3"]


async def test_without_storage_it_is_said_once(tmp_path: Path) -> None:
    async with opened(tmp_path, None) as page:
        room = await page.begin()
        assert "done" in await page.play(room, "Wd4,a1")
        [notice] = [m["notice"] for m in page.told if "notice" in m]
        assert notice.startswith("This browser keeps nothing here:")


def crash(parcel: bytes, tell: TakeAnswer) -> bytes | None:
    return None


async def test_a_bot_answers_from_its_worker(tmp_path: Path) -> None:
    async with opened(tmp_path, Browser()) as page:
        room = await page.begin("greedy")
        assert "done" in await page.play(room, "Wd4,a1")
        await page.wait(lambda: page.last("scene")["number"] > 5)
        hint = page.say(do="hint", room=room)
        await page.wait(lambda: (page.last("hint") or {}).get("id") == hint)


async def test_inquiries_are_told_part_by_part_and_take_no_place_from_a_hint(
    tmp_path: Path,
) -> None:
    asked: list[bytes] = []

    def answer(parcel: bytes, tell: TakeAnswer) -> bytes | None:
        asked.append(parcel)
        if parcel in asked[:2]:  # the inquiries, which go on and on
            told = {"whole": True, "over": False, "set": {"progress": len(asked)}}
            return PART + pickle.dumps(told)
        return do(parcel, tell)

    async with opened(tmp_path, Browser(), answer) as page:
        room = await page.begin()
        await page.play(room, "Wd4,a1")
        page.say(do="review", room=room)
        page.say(do="analyse", room=room)
        await page.wait(lambda: page.last("review") and page.last("analysis"))
        hint = page.say(do="hint", room=room)
        await page.wait(lambda: (page.last("hint") or {}).get("id") == hint)
        # the inquiry that has left its worker begins again
        await page.wait(lambda: asked.count(asked[1]) == 2)


async def test_a_worker_that_crashes_is_a_bot_that_has_failed_and_can_be_asked_again(
    tmp_path: Path,
) -> None:
    ways = [crash, do]
    browser = Browser()
    async with opened(tmp_path, browser, lambda parcel, tell: ways.pop(0)(parcel, tell)) as page:
        room = await page.begin("greedy")
        await page.play(room, "Wd4,a1")
        await page.wait(lambda: "has crashed" in json.dumps(page.told))
        assert "done" in await page.ask(do="ask_again", room=room)
        await page.wait(lambda: not ways)
