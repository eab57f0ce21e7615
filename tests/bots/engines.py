"""Small engines for tests: processes that speak the protocol, and do one thing that none should."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Final

SAMPLE: Final = Path(__file__).parents[2] / "examples" / "engines" / "tictactoe_engine.py"
"""The sample engine, which plays tic-tac-toe."""
QUICK: Final = (sys.executable, "-ISB")
"""Python as it starts fastest."""
SPEAKING: Final = """
import sys
def say(*lines):
    print(*lines, sep="\\n", flush=True)
def hear():
    return sys.stdin.readline().strip()
"""
"""The first lines of every engine that is written in a test."""


def command(*words: str) -> str:
    """The *words* of a command as one text."""
    return shlex.join((*QUICK, *words))


def write_engine(folder: Path, body: str) -> str:
    """Writes an engine with the code *body* into *folder*; returns its command."""
    path = folder / "engine.py"
    path.write_text(SPEAKING + body)
    return command(str(path))


SAMPLE_COMMAND: Final = command(str(SAMPLE))


class LeapingClock:
    """A clock by which a minute passes from one look to the next: nothing is waited for."""

    def __init__(self) -> None:
        self.ms = 0

    def now_ms(self) -> int:
        self.ms += 60_000
        return self.ms


class ClockOfHangs:
    """A clock that stands still until an engine says that it hangs: then minutes pass at once."""

    def __init__(self, sign: Path) -> None:
        self._sign, self._ms = sign, 0

    def now_ms(self) -> int:
        """The time, by the sign of the engine."""
        self._ms += 60_000 if self._sign.exists() else 0
        return self._ms
