"""A program that gets a signal to end ends, even if something delays its end."""

from __future__ import annotations

import signal
import sys
from itertools import product
from subprocess import PIPE, Popen

import pytest

BEGIN = """
import asyncio, signal, threading, time
from gipf_meta.base import signals, timelimit
timelimit.turn_on()
signals.END_S = 0.2
"""
HELD_UP = {
    "the interface leaves never": """
async def run():
    signals.call_on_end_signals(lambda: None, signals.END_S)
    print("ready", flush=True)
    await asyncio.Event().wait()
asyncio.run(run())
""",
    "the loop is held up": """
async def run():
    signals.call_on_end_signals(lambda: None, signals.END_S)
    print("ready", flush=True)
    while True:
        time.sleep(1)
asyncio.run(run())
""",
    "a thread waits for ever": """
async def run():
    left = asyncio.Event()
    signals.call_on_end_signals(left.set, signals.END_S)
    threading.Thread(target=threading.Event().wait).start()
    print("ready", flush=True)
    await left.wait()
asyncio.run(run())
""",
    "a game goes on whatever comes": """
with signals.raise_on_signals():
    try:
        print("ready", flush=True)
        while True:
            pass
    except BaseException:
        while True:
            pass
""",
}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("what", "name"),
    [*product(HELD_UP, ("SIGTERM", "SIGHUP")), ("the interface leaves never", "SIGINT")],
)
def test_the_end_of_a_program_waits_for_nothing_without_bound(what: str, name: str) -> None:
    with Popen([sys.executable, "-c", BEGIN + HELD_UP[what]], stdout=PIPE, stderr=PIPE) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == b"ready\n"
        for _n in range(2):
            program.send_signal(signal.Signals[name])
        _out, complaint = program.communicate()
    # where nobody hears signals any more, the second one ends it
    assert program.returncode in (1, -signal.Signals[name])
    assert complaint == b""
