"""The interface as a process of a tab, without a server."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from gipf_meta.tui.parts import tab
from gipf_meta.web.terminal import process
from gipf_meta.web.terminal.process import Process
from tests.tiers import soak

FOCUSED = """
from textual.app import App
class Focused(App):
    def on_app_blur(self):
        self.blurred = True
    def on_app_focus(self):
        self.exit(return_code=0 if self.blurred else 1)
app = Focused()
app.run()
raise SystemExit(app.return_code)
"""


@pytest.fixture(autouse=True)
def at_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("DATA", "CONFIG", "STATE", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path))
    monkeypatch.setenv("LANGUAGE", "en")


async def until(packets: AsyncGenerator[bytes, None], words: str) -> None:
    """Waits until *words* have been shown."""
    said = ""
    async for packet in packets:
        said += packet.decode()
        if words in said:
            return
    raise AssertionError(f"it ended and has not shown {words}")


@pytest.mark.slow
def test_it_ends_well_when_the_server_is_gone(tmp_path: Path) -> None:
    async def play() -> None:
        running = await Process.start(80, 24, tmp_path / "1")
        packets = running.output()
        await until(packets, "gipf_meta")
        running._stdin.close()
        async for _ in packets:
            pass
        assert await running.has_succeeded()

    asyncio.run(play())


def test_a_tab_has_the_focus_from_the_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Textual's driver says that there is none, and what the browser says may come before that
    monkeypatch.setattr(process, "COMMAND", (sys.executable, "-c", FOCUSED))

    async def play() -> bool:
        running = await Process.start(80, 24, tmp_path / "1")
        async for _ in running.output():
            pass
        return await running.has_succeeded()

    assert asyncio.run(play())


@pytest.mark.slow
def test_its_size_is_that_of_the_window_and_a_request_to_end_ends_it_well(tmp_path: Path) -> None:
    async def play() -> None:
        running = await Process.start(80, 24, tmp_path / "1")
        packets = running.output()
        await until(packets, "\x1b[24;1H")
        await running.send_event({"type": "resize", "width": 70, "height": 30})
        await until(packets, "\x1b[30;1H")
        await packets.aclose()
        await running.stop()
        assert await running.has_succeeded()

    asyncio.run(play())


LOUD = """
import os, sys
from gipf_meta.tui import browser
load = browser.load_plugins
def load_loudly():
    print("-" * 5000, end="")
    os.write(1, PRINTED)
    return load()
browser.load_plugins = load_loudly
start = browser.TabDriver.start_application_mode
def start_loudly(driver):
    start(driver)
    print("+" * 20_000, file=sys.__stdout__, flush=True)
    os.write(1, b"D")
browser.TabDriver.start_application_mode = start_loudly
browser.main()
"""
"""The interface with plugins that print while they are loaded, and afterwards."""


@pytest.mark.parametrize("printed", ["b'x' * 200_000", *soak("b'hello'", "b'\\n' * 200_000")])
@pytest.mark.slow
def test_what_plugins_print_before_it_and_in_it_disturbs_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, printed: str
) -> None:
    loud = LOUD.replace("PRINTED", printed)
    monkeypatch.setattr(process, "COMMAND", (sys.executable, "-c", loud))

    async def play() -> None:
        running = await Process.start(80, 24, tmp_path / "1")
        async with asyncio.timeout(10):
            packets = running.output()
            await until(packets, "gipf_meta")
        await packets.aclose()
        await running.stop()
        assert await running.has_succeeded()

    asyncio.run(play())


class TestWhatATabRemembers:
    def test_is_the_match_that_was_played(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv(tab.VARIABLE, str(tmp_path / "1"))
        assert tab.read_match() is None
        tab.write_match("12")
        assert tab.read_match() == 12
        tab.write_match("")
        assert tab.read_match() is None

    @pytest.mark.parametrize("place", ["duel.json", "-", "12 13"])
    def test_is_nothing_that_the_library_does_not_number(
        self, place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv(tab.VARIABLE, str(tmp_path / "1"))
        tab.write_match(place)
        assert tab.read_match() is None

    def test_is_nothing_in_a_terminal(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv(tab.VARIABLE, raising=False)
        tab.write_match("12")
        assert tab.read_match() is None

    def test_is_no_trouble_where_nothing_can_be_written(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv(tab.VARIABLE, str(tmp_path / "gone" / "1"))
        tab.write_match("12")
        assert tab.read_match() is None
