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
"""What every engine that is written in a test begins with."""


def command(*words: str) -> str:
    """The *words* of a command as one text."""
    return shlex.join((*QUICK, *words))


def write_engine(folder: Path, body: str) -> str:
    """The command of an engine in *folder* that does what *body* says."""
    path = folder / "engine.py"
    path.write_text(SPEAKING + body)
    return command(str(path))


SAMPLE_COMMAND: Final = command(str(SAMPLE))
