"""The speed of the interface in a real terminal: ``python -m tests.tui.speed``. Linux only; no
test.

The best of some runs counts for a start and for TAMSK, since whatever else the machine does can
only slow it down; keys are a median and the 90 % below which the most lie. Leaves with 1 if a
promise is broken.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median, quantiles
from timeit import default_timer
from typing import Final, NamedTuple

from tests.tui.terminal import Terminal, terminal

SIZES: Final = ((80, 24), (120, 40))
BOARDS: Final = {
    "zertz": ("Choose a marble", ()),
    "gipf": ("GIPF ", ()),
    "zatre": ("Zatre ", ()),
    "tamsk": ("TAMSK ", ("--set", "level=1")),  # its sand would paint between the keys
}
"""A word that is on the board's screen, and options."""
KEYS: Final = {
    "arrows": (b"\x1b[C", b"\x1b[B", b"\x1b[D", b"\x1b[A", b"\x1b[C", b"\x1b[C"),
    "typing": (b"a", b"1", b"\x7f", b"\x7f"),
}
START_S, BOARD_S, KEY_MS, SHARE, MOST_MB = 0.7, 1.0, 15.0, 6.0, 80.0
"""The promises: seconds to the launcher and to a board, ms to a key, % of a core, MB."""
QUIET_S: Final = 0.25
"""A screen that has been still for so long is waiting for a key."""
UNANSWERED_S: Final = 1.0
TENTHS_S: Final = 4.0
OPENING: Final = ("R:a1-a2", "B:d1-c1", "R:d7-c6", "B:a4-a3", "R:g1-f1", "B:g4-f4", "B:F")
"""Sets all six glasses and the 15-second glass running."""


def settle(there: Terminal) -> None:
    """Reads until nothing more is written for a while."""
    while there.read(QUIET_S):
        pass


def pressed(there: Terminal, key: bytes) -> float | None:
    """The milliseconds from *key* to the first byte that answers it, ``None`` for no answer."""
    begun = default_timer()
    there.send(key)
    ms = 1000 * (default_timer() - begun) if there.read(UNANSWERED_S) else None
    settle(there)
    return ms


def type_move(there: Terminal, move: str) -> None:
    """Types a move as people do."""
    there.send(b":")
    there.settle_for(0.2)
    there.send(move.encode())
    there.settle_for(0.2)
    there.send(b"\r")
    there.settle_for(0.5)


def cpu_s(there: Terminal) -> float:
    """Processor time that the program has used, in seconds."""
    told = Path(f"/proc/{there.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")


def in_use_mb(there: Terminal) -> float:
    """Memory that the program has in use, in MB."""
    pages = int(Path(f"/proc/{there.pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


class Table:
    """The lines of the report, and whether each promise holds."""

    def __init__(self) -> None:
        self.broken = 0

    def tell(
        self, what: str, value: float, unit: str, promise: float = 0.0, more: str = ""
    ) -> None:
        """Prints a line; a *promise* is the most that *value* may be, 0 for none."""
        broken = bool(promise) and value > promise
        self.broken += broken
        said = f"at most {promise:g} {unit}" + (": BROKEN" if broken else "") if promise else ""
        print(f"{what:<34}{value:9.2f} {unit:<8}{said:<26}{more}".rstrip(), flush=True)


class Running(NamedTuple):
    """A TAMSK match: % of a core, KB/s, MB."""

    share: float
    rate: float
    mb: float


def started(size: tuple[int, int], word: str, *words: str) -> float:
    with terminal(size, *words) as there:
        return there.until(word)


def keys(size: tuple[int, int], board: str, times: int) -> dict[str, list[float]]:
    """The milliseconds to the first byte for the arrows, and while a move is typed."""
    word, options = BOARDS[board]
    spent: dict[str, list[float]] = {}
    with terminal(size, "play", board, *options) as there:
        there.until(word)
        settle(there)
        for kind, those in KEYS.items():
            if kind == "typing":
                there.send(b":")
                settle(there)
            # an arrow at the rim leads nowhere, and nothing need be painted
            answers = [pressed(there, those[n % len(those)]) for n in range(times)]
            spent[kind] = [ms for ms in answers if ms is not None]
            if 2 * len(spent[kind]) < times:
                raise TimeoutError(f"Few of the keys are answered: {kind} in {board}.")
    return spent


def running(size: tuple[int, int], seconds: float) -> Running:
    """A TAMSK match of level 3 in which all glasses run."""
    with terminal(size, "play", "tamsk") as there:
        there.until("TAMSK ")
        there.settle_for(1)
        for move in OPENING:
            type_move(there, move)
        there.settle_for(TENTHS_S)  # so that what is measured has tenths in it
        used, written, begun = cpu_s(there), len(there.written), default_timer()
        there.settle_for(seconds)
        took = default_timer() - begun
        share = 100 * (cpu_s(there) - used) / took
        return Running(share, (len(there.written) - written) / took / 1000, in_use_mb(there))


def best(do: Callable[[], float], times: int) -> tuple[float, str]:
    """The shortest of some times in s, and the longest in words."""
    spent = [do() for _ in range(times)]
    return min(spent), f"longest {max(spent):.2f}"


def main() -> int:
    """Prints a table; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5, metavar="N", help="starts of each kind")
    parser.add_argument("--keys", type=int, default=24, metavar="N", help="keys of each kind")
    parser.add_argument("--seconds", type=float, default=10, metavar="S", help="of TAMSK's sand")
    parser.add_argument("--large", action="store_true", help="also in 200x60")
    asked = parser.parse_args()
    table = Table()
    started(SIZES[0], "ZÈRTZ")
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    for size in (*SIZES, *([(200, 60)] if asked.large else [])):
        print(f"{size[0]}x{size[1]}")
        spent, more = best(lambda: started(size, "ZÈRTZ"), asked.runs)  # noqa: B023
        table.tell("start to launcher", spent, "s", START_S, more)
        zertz = ("Choose a marble", "play", "zertz")
        spent, more = best(lambda: started(size, *zertz), asked.runs)  # noqa: B023
        table.tell("start to board (zertz)", spent, "s", BOARD_S, more)
        for board in BOARDS:
            for kind, ms in keys(size, board, asked.keys).items():
                more = f"90 % {quantiles(ms, n=10)[-1]:.1f}"
                table.tell(f"key to first byte: {board}, {kind}", median(ms), "ms", KEY_MS, more)
        sand = [running(size, asked.seconds) for _ in range(2)]
        shares = ", ".join(f"{one.share:.1f}" for one in sand)
        table.tell("tamsk, all glasses", min(sand).share, "%", SHARE, f"runs {shares}")
        table.tell("tamsk, written", min(one.rate for one in sand), "KB/s")
        table.tell("tamsk, memory", max(one.mb for one in sand), "MB", MOST_MB)
    print(f"load of the machine: {os.getloadavg()[0]:.1f}; promises broken: {table.broken}")
    return 1 if table.broken else 0


if __name__ == "__main__":
    sys.exit(main())
