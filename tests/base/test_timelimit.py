"""Time limits: they interrupt what is slow, thousands of times, and end what does not stop."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from timeit import default_timer

import pytest

from gipf_meta.base import timelimit
from gipf_meta.base.timelimit import LONGEST_WAIT, TimeLimit, TookTooLong, time_limit, work_limit
from gipf_meta.testing.trial.findings import Hung, guard

TIMES = 1000
LIMITS: dict[str, Callable[[], AbstractContextManager[None]]] = {
    "a limit": lambda: time_limit(1, "It"),
    "the guard of the kit": lambda: guard("It", "Be fast.", 1),
}


def work(ms: float) -> None:
    """Keeps the processor busy for *ms* milliseconds, on a fast machine as on a slow one."""
    end = default_timer() + ms / 1000
    while default_timer() < end:
        str(end)


@pytest.mark.parametrize("limit", LIMITS.values(), ids=LIMITS)
@pytest.mark.slow
def test_no_alarm_gets_past_a_limit_that_is_left(
    limit: Callable[[], AbstractContextManager[None]],
) -> None:
    before, late = signal.getsignal(signal.SIGALRM), 0
    for time in range(TIMES):
        try:
            with limit():
                work(0.7 + time % 50 * 0.012)
        except (TookTooLong, Hung):
            late += 1
    assert late > 0
    assert signal.getsignal(signal.SIGALRM) == before


@pytest.mark.parametrize("outer", [1, 3])
@pytest.mark.sample(1)
def test_limits_hold_inside_limits(outer: int) -> None:
    late: list[str] = []
    for time in range(TIMES // 10):
        try:
            with time_limit(outer, "outer"):
                with suppress(TookTooLong), time_limit(2, "inner"):
                    work(0.2 + time % 50 * 0.1)
                work(1.5)
        except TookTooLong as error:
            late.append(str(error))
    assert {*late} == {f"outer took longer than {outer / 1000:g} s."}


def test_results_after_the_interruption_do_not_count() -> None:
    def swallow() -> str:
        try:
            while True:
                work(0.01)
        except BaseException as error:
            raise KeyError("late") from error

    with pytest.raises(TookTooLong), time_limit(1, "It"):
        swallow()
    with pytest.raises(TookTooLong), time_limit(1, "It"), suppress(BaseException):
        swallow()


def test_a_timer_that_runs_already_goes_on_afterwards() -> None:
    class Rang(Exception):
        pass

    def ring(number: int, frame: object) -> None:
        raise Rang

    before = signal.signal(signal.SIGALRM, ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.02)
        with pytest.raises(TookTooLong), time_limit(5, "It"):
            work(10_000)
        with pytest.raises(Rang):
            work(10_000)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


# ---- what does not stop ------------------------------------------------------------------------

PROGRAM = """
from gipf_meta.base import timelimit
from gipf_meta.base.timelimit import time_limit

def swallow():
    try:
        while True:
            pass
    except BaseException:
        swallow()

timelimit.turn_on(grace_s=0.1)
{before}
print("shown", flush=True)
with time_limit(50, "It's answer"):
    {block}
"""
BLOCKS = {"a loop that catches everything": "swallow()"}
if sys.platform == "linux":
    BLOCKS["a call in C"] = "sum(range(10**14))"
SENTENCE = (
    "gipf-meta: It's answer took longer than 0.05 s. It did not stop, so the program ends;"
    " every decision is kept."
)


@pytest.mark.parametrize("block", BLOCKS.values(), ids=BLOCKS)
@pytest.mark.slow
def test_work_that_does_not_stop_ends_with_the_program(block: str) -> None:
    program = PROGRAM.format(before="", block=block)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (2, "shown\n", SENTENCE + "\n")


@pytest.mark.skipif(sys.platform != "linux", reason="only there the C library has such timers")
@pytest.mark.slow
def test_where_the_timers_come_first_the_sentence_is_said_once() -> None:
    """As on a machine so busy that Python came to its alarm no more."""
    program = PROGRAM.format(before="timelimit.LEAD_S = -0.05", block="swallow()")
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (2, "shown\n", SENTENCE + "\n")


@pytest.mark.parametrize("block", BLOCKS.values(), ids=BLOCKS)
@pytest.mark.sample(1, "slow")
def test_the_terminal_is_given_back(block: str) -> None:
    termios = pytest.importorskip("termios")
    full_screen = r"import tty; tty.setraw(0); print('\x1b[?1049h', flush=True)"
    program = PROGRAM.format(before=full_screen, block=block)
    pid, terminal = pty.fork()
    if pid == 0:
        os.execv(sys.executable, [sys.executable, "-c", program])
    shown = b""
    with suppress(OSError):  # the end, on Linux
        while piece := os.read(terminal, 1 << 16):
            shown += piece
            is_cooked = bool(termios.tcgetattr(terminal)[3] & termios.ICANON)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 2
    entered, left = shown.index(b"\x1b[?1049h"), shown.index(b"\x1b[?1049l")
    assert entered < left < shown.index(SENTENCE.encode())
    assert is_cooked
    os.close(terminal)


def test_a_library_user_is_never_ended() -> None:
    program = PROGRAM.format(before="timelimit._watchdog = None", block="swallow(3)")
    program = program.replace("def swallow():", "def swallow(times):").replace(
        "        swallow()", "        times and swallow(times - 1)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.endswith("TookTooLong: It's answer took longer than 0.05 s.\n")


# ---- work, on a machine that does other work, too ------------------------------------------------


@pytest.fixture
def alarms(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds for which timers were set; none goes off by itself."""
    seconds: list[float] = []

    def set_timer(which: int, after_s: float, again_s: float = 0.0) -> tuple[float, float]:
        seconds.append(after_s)
        return 0.0, 0.0

    monkeypatch.setattr(signal, "setitimer", set_timer)
    return seconds


def after_working(limit: TimeLimit, ms: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its timer goes off when its thread has worked for *ms*. Raises what interrupts the block."""
    monkeypatch.setattr(timelimit, "thread_ms", lambda: limit._begun_ms + ms)
    limit._expire(signal.SIGALRM, sys._getframe())


def test_a_work_is_not_late_because_others_work_too(
    alarms: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    limit = work_limit(20_000, "It")
    with limit:
        after_working(limit, 3_700, monkeypatch)
        after_working(limit, 15_000, monkeypatch)
        assert alarms[-3:] == pytest.approx([20, 16.3, 5])


def test_a_work_that_sleeps_is_late_in_the_end(
    alarms: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    limit = work_limit(20_000, "It")

    def sleep() -> None:
        with limit:
            while sum(alarms) <= 20 * LONGEST_WAIT:
                after_working(limit, 1, monkeypatch)

    with pytest.raises(TookTooLong, match=r"^It took longer than 20 s\.$"):
        sleep()
    assert sum(alarms) == pytest.approx(20 * LONGEST_WAIT)


def test_a_work_is_late_when_its_thread_has_worked_for_its_time(
    alarms: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    limit = work_limit(20_000, "It")
    with pytest.raises(TookTooLong), limit:
        after_working(limit, 20_000, monkeypatch)


def test_a_block_that_is_left_meanwhile_is_not_entered_again(
    alarms: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    limit = work_limit(20_000, "It")
    monkeypatch.setattr(timelimit, "thread_ms", lambda: 0.0)

    def leave() -> None:
        limit._expire(signal.SIGALRM, sys._getframe())

    monkeypatch.setattr(timelimit, "_NEVER", {leave.__code__})
    with limit:
        leave()
    assert [each for each in alarms if each] == [20]


def test_time_passes_in_a_limit_whether_its_thread_works_or_not(
    alarms: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    limit = time_limit(20_000, "It")
    with pytest.raises(TookTooLong), limit:
        after_working(limit, 0, monkeypatch)


@pytest.mark.slow
def test_a_work_ends_when_its_thread_has_worked_for_its_time() -> None:
    with pytest.raises(TookTooLong), work_limit(50, "It"):
        work(10_000)
