"""The terminal of the interface: whatever it sends, and whenever it goes away."""

from __future__ import annotations

import asyncio
import os
import pty
import signal
import threading
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from random import Random
from typing import Any, cast

import pytest
from textual import events
from textual.message import Message

from gipf_meta.tui.terminal_driver import TerminalDriver, TerminalInput
from tests.fuzz.terminals import letters, make_bytes, why_broken
from tests.tiers import slow

MANY_WRITES = 100
"""More than Textual holds back for a terminal."""
LIMIT_S = 200


# ---- what comes in -----------------------------------------------------------------------------


def heard(*sent: bytes) -> list[Message]:
    """The messages in what was *sent*, piece by piece."""
    typed = TerminalInput()
    return [message for piece in sent for message in typed.feed(piece)]


@pytest.mark.parametrize(
    ("sent", "typed"),
    [
        (b"a\xe9b", "a\ufffdb"),
        (b"\x1b[M \xe9\xa1b", "b"),  # where an old mouse is, right of column 95
        ("é".encode("latin-1") + b"b", "\ufffdb"),
        (b"a\xf0\x9f\x98b", "a\ufffdb"),
        (b"\x1b[99999999ub", "b"),  # a key that is none
        (b"\x1b[97;1;99999999ub", "b"),
        (b"\x1b[55296ub", "b"),  # half a letter: nothing can write it
        (b"\x1b[48;0;0;0;0t\x1b[<0;1;1Mb", "b"),
        (b"\x1b[48;900000;900000;1;1tb", "b"),
    ],
)
def test_bytes_that_nobody_can_mean_are_left_out_and_what_follows_is_read(
    sent: bytes, typed: str
) -> None:
    assert letters(heard(sent)) == typed
    assert not any(isinstance(message, events.Resize) for message in heard(sent))


def test_an_old_report_of_the_mouse_is_left_out_wherever_it_is_cut() -> None:
    report = b"\x1b[M \xc3\xa9"
    for cut in range(3, len(report)):
        assert letters(heard(report[:cut], report[cut:] + b"b")) == "b"


def test_a_letter_that_comes_in_two_pieces_is_one_letter() -> None:
    assert letters(heard("é".encode()[:1], "é".encode()[1:])) == "é"


def test_a_paste_in_another_encoding_is_a_paste() -> None:
    (paste,) = heard(b"\x1b[200~caf\xe9\x1b[201~\x1b[I")[:1]
    assert isinstance(paste, events.Paste)
    assert paste.text == "caf\ufffd"


@pytest.mark.parametrize("seed", [*range(3), *slow(*range(3, 100))])
def test_after_any_bytes_of_a_terminal_keys_are_read(seed: int) -> None:
    assert not why_broken(make_bytes(Random(seed)))


# ---- a terminal that comes and goes ------------------------------------------------------------


class Stage:
    """An application as a driver knows it. It counts how often it is drawn anew and stopped."""

    def __init__(self) -> None:
        self.notes: Counter[str] = Counter()
        self.heard: list[Message] = []

    async def _post_message(self, message: Message) -> bool:
        self.heard.append(message)
        return True

    def call_later(self, call: Callable[[], object]) -> None:
        call()

    def refresh(self, *, layout: bool) -> None:
        self.notes["drawn"] += layout

    def action_suspend_process(self) -> None:
        self.notes["stopped"] += 1


class Window:
    """A terminal in which this process is; *end* is that of the window."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.end, here = pty.openpty()
        self.files = os.fdopen(here), os.fdopen(os.dup(here), "w")
        monkeypatch.setattr("sys.__stdin__", self.files[0])
        monkeypatch.setattr("sys.__stderr__", self.files[1])

    def close(self) -> None:
        """Closes the window."""
        if self.end >= 0:
            os.close(self.end)
            self.end = -1


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    numbers = (signal.SIGTSTP, signal.SIGCONT, signal.SIGWINCH)
    before = {number: signal.getsignal(number) for number in numbers}
    there = Window(monkeypatch)
    yield there
    for number, handler in before.items():
        signal.signal(number, handler)
    there.close()
    for file in there.files:
        file.close()


def inside(visit: Callable[[TerminalDriver, Stage], Awaitable[None]]) -> None:
    """Calls *visit* with a driver that has the terminal."""

    async def run() -> None:
        stage = Stage()
        driver = TerminalDriver(cast(Any, stage))
        driver.start_application_mode()
        try:
            await visit(driver, stage)
        finally:
            driver.stop_application_mode()
            driver.close()

    asyncio.run(asyncio.wait_for(run(), LIMIT_S))


def threads() -> Counter[str]:
    """The threads of Textual's drivers, by their names."""
    names = (thread.name for thread in threading.enumerate())
    return Counter(name for name in names if name.startswith("textual-"))


async def until(is_so: Callable[[], bool]) -> None:
    while not is_so():
        await asyncio.sleep(0)


ONE_EACH = Counter({"textual-input": 1, "textual-output": 1})


@pytest.mark.usefixtures("window")
def test_who_is_told_to_go_on_and_was_not_stopped_draws_anew_and_takes_the_terminal_once() -> None:
    async def visit(driver: TerminalDriver, stage: Stage) -> None:
        before = len(stage.heard)
        signal.raise_signal(signal.SIGCONT)
        await until(lambda: stage.notes["drawn"] > 0)
        assert threads() == ONE_EACH
        assert len(stage.heard) == before  # it was not begun anew

    inside(visit)


@pytest.mark.usefixtures("window")
def test_a_signal_to_stop_is_heard_in_the_loop_and_not_inside_of_what_it_interrupts() -> None:
    async def visit(driver: TerminalDriver, stage: Stage) -> None:
        signal.raise_signal(signal.SIGTSTP)
        assert threads() == ONE_EACH
        await until(lambda: stage.notes["stopped"] == 1)

    inside(visit)


@pytest.mark.parametrize("goes_on", [False, True])
def test_nobody_waits_for_a_terminal_that_is_gone(window: Window, goes_on: bool) -> None:
    async def visit(driver: TerminalDriver, stage: Stage) -> None:
        window.close()
        if goes_on:
            signal.raise_signal(signal.SIGCONT)
            await until(lambda: stage.notes["drawn"] > 0)
        for _n in range(MANY_WRITES):
            driver.write("x" * 10_000)

    inside(visit)
    assert not threads()


def test_nobody_waits_for_a_terminal_that_goes_while_the_program_is_stopped(
    window: Window,
) -> None:
    async def visit(driver: TerminalDriver, stage: Stage) -> None:
        driver.suspend_application_mode()
        assert not threads()
        window.close()
        for _n in range(MANY_WRITES):
            driver.write("x")
        driver.resume_application_mode()
        for _n in range(MANY_WRITES):
            driver.write("x")

    inside(visit)
    assert not threads()


@pytest.mark.usefixtures("window")
def test_a_signal_begins_nothing_that_has_ended() -> None:
    async def visit(driver: TerminalDriver, stage: Stage) -> None:
        driver.stop_application_mode()
        driver.close()
        signal.raise_signal(signal.SIGCONT)
        heard: list[bool] = []
        asyncio.get_running_loop().call_soon(heard.append, True)
        await until(lambda: bool(heard))
        assert not stage.notes["drawn"]
        assert not threads()

    inside(visit)
    signal.raise_signal(signal.SIGCONT)  # nor when the loop is closed
    assert not threads()


def test_a_terminal_that_was_gone_before_is_no_error(window: Window) -> None:
    window.close()

    async def visit(driver: TerminalDriver, stage: Stage) -> None:
        driver.write("x")

    inside(visit)


def test_what_is_typed_is_heard(window: Window) -> None:
    async def visit(driver: TerminalDriver, stage: Stage) -> None:
        os.write(window.end, b"a\xe9b")
        await until(lambda: letters(stage.heard) == "a\ufffdb")

    inside(visit)
