"""Terminals that are closed at any moment: ``python -m tests.tui.closings --closings 200``.

The program runs in a terminal of its own, which is taken away: while the program begins, while a
bot thinks, while pieces move, behind a dialog, while a shell has stopped it. Counted are programs
that are there after ``GONE_S``, and decisions that were seen on the screen and are not kept.
"""

from __future__ import annotations

import argparse
import os
import select
import signal
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import cycle, islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from timeit import default_timer
from typing import Final, TypeAlias

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.library.store import Library
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.records.reader import replay
from gipf_meta.records.record_files import save
from gipf_meta.records.writer import to_record
from gipf_meta.table.players import seats_of
from tests.kill import decisions, new_match
from tests.tui.terminal import Terminal, terminal

GONE_S: Final = 3.0
"""The most seconds from the end of a terminal to that of the program in it."""
SIZE: Final = (100, 30)
AT_ONCE: Final = 2
JOB: Final = '"$@"; echo "in the shell"; read line; fg'
"""The program as a job of a shell, which reads a line when the program is stopped."""
MATCH: Final = ("play", "zertz", "--seats", "human", "greedy", "--seed", "1")
TOLD: Final = "FILE"
"""The placeholder of a file with a match."""

Moment: TypeAlias = Callable[[Terminal, Random], Sequence[str]]
"""Plays up to a moment; the decisions that have been seen until then."""
Closing: TypeAlias = Callable[[Terminal], object]


# ---- moments -----------------------------------------------------------------------------------


def beginning(there: Terminal, rng: Random) -> Sequence[str]:
    there.settle_for(rng.uniform(0, 2.5))
    return ()


def shown(there: Terminal, rng: Random) -> Sequence[str]:
    """Waits until something is on the screen."""
    there.until("\x1b[?2004h")
    there.settle_for(rng.uniform(0.3, 2.0))
    return ()


def thinking(there: Terminal, rng: Random) -> Sequence[str]:
    there.until("Choose a marble")
    typed(there, "Wd4")
    there.until("Remove a free ring")
    typed(there, "d1")
    there.settle_for(rng.uniform(0.0, 1.2))
    return ("Wd4",)


def dialog(there: Terminal, rng: Random) -> Sequence[str]:
    there.until("Choose a marble")
    there.send(rng.choice([b"\x10", b"S", b"?", b"m", b":"]))
    there.settle_for(rng.uniform(0.0, 0.5))
    return ()


def stopped(there: Terminal, rng: Random) -> Sequence[str]:
    seen = thinking(there, rng)
    there.send(b"\x1a")
    there.until("in the shell")
    return seen


def prompted(there: Terminal, rng: Random) -> Sequence[str]:
    there.until("> ")
    there.send(b"Wd4\nd1\n")
    there.settle_for(rng.uniform(0.0, 0.5))
    return ()


def serving(there: Terminal, rng: Random) -> Sequence[str]:
    there.until("ends the server")
    return ()


def typed(there: Terminal, move: str) -> None:
    there.send(b":")
    there.until("Tab completes")
    there.send(f"{move}\r".encode())


# ---- ends --------------------------------------------------------------------------------------


def hang_up(there: Terminal) -> None:
    there.hang_up()


def hang_up_by_hand(there: Terminal) -> None:
    """Hangs up as a server of ssh does that is ended: it signals all, and the terminal is gone."""
    with suppress(ProcessLookupError):
        os.killpg(there.pid, signal.SIGHUP)
    there.hang_up()


def go_on_and_hang_up(there: Terminal) -> None:
    """Hangs up as some shells do: a program that was not stopped is told to continue."""
    with suppress(ProcessLookupError):
        os.killpg(there.pid, signal.SIGCONT)
    there.hang_up()


def hang_up_twice(there: Terminal) -> None:
    for _n in range(2):
        with suppress(ProcessLookupError):
            os.killpg(there.pid, signal.SIGHUP)
    there.hang_up()


def tell_to_end(there: Terminal) -> None:
    for _n in range(2):
        with suppress(ProcessLookupError):
            os.killpg(there.pid, signal.SIGTERM)


def stop_and_hang_up(there: Terminal) -> None:
    with suppress(ProcessLookupError):
        os.killpg(there.pid, signal.SIGSTOP)
    there.hang_up()


CLOSINGS: Final[Sequence[Closing]] = (
    hang_up, hang_up_by_hand, go_on_and_hang_up, hang_up_twice, tell_to_end, stop_and_hang_up,
)  # fmt: skip


@dataclass(frozen=True)
class Scene:
    """The program with *words*, played up to a *moment*, perhaps as a job of the shell *script*."""

    words: Sequence[str]
    moment: Moment
    script: str = ""

    def __str__(self) -> str:
        return f"{self.moment.__name__} in gipf-meta {' '.join(self.words)}"


SCENES: Final = (
    Scene(MATCH, thinking),
    Scene(MATCH, stopped, JOB),
    Scene(MATCH, thinking),
    Scene(MATCH, beginning),
    Scene(MATCH, thinking),
    Scene(MATCH, dialog),
    Scene((), shown),
    Scene(("play", "tamsk"), shown),
    Scene(("study", "zertz"), shown),
    Scene(("resume", TOLD), shown),
    Scene(("learn", "zertz"), shown),
    Scene((*MATCH, "--plain"), prompted),
    Scene(("serve", "--no-browser"), serving),
)


@dataclass
class Tally:
    """The counts of closed terminals, the longest time, and the failures."""

    closings: int = 0
    longest: tuple[float, str] = 0.0, ""
    faults: list[str] = field(default_factory=list)


def closed(
    scene: Scene, close: Closing, rng: Random, told: Path, tally: Tally, within_s: float = GONE_S
) -> None:
    """Closes the terminal of a program; checks whether it is gone, and which decisions it has
    saved."""
    how = f"{close.__name__} while {scene}"
    words = [str(told) if word == TOLD else word for word in scene.words]
    with TemporaryDirectory() as folder:
        home = Path(folder)
        with terminal(SIZE, *words, home=home, script=scene.script) as there:
            try:
                seen = scene.moment(there, rng)
            except TimeoutError as error:
                tally.faults.append(f"{how}: {error}")
                return
            begun = default_timer()
            close(there)
            is_gone = gone(there, within_s)
            tally.closings += 1
            tally.longest = max(tally.longest, (default_timer() - begun, how))
            if not is_gone:
                tally.faults.append(f"{how}: it is there after {within_s} s")
                leave_none(there)
        if seen:
            try:
                made = kept(home)
            except GipfMetaError as error:
                tally.faults.append(f"{how}: {error}")
                return
            if made[: len(seen)] != [*seen]:
                tally.faults.append(f"{how}: {made} is kept, {seen} was seen")


def gone(there: Terminal, within_s: float) -> bool:
    """Whether all that was started is gone in that time; the terminal is read on meanwhile."""
    latest = default_timer() + within_s
    while (left := latest - default_timer()) > 0:
        ends = [there.alive, *([there.end] if there.end >= 0 else [])]
        ready = select.select(ends, [], [], left)[0]
        if there.alive in ready:
            return True
        if ready:
            try:
                there.written += os.read(there.end, 1 << 16)
            except OSError:
                there.hang_up()
    return False


def leave_none(there: Terminal) -> None:
    """Ends all in the session of that terminal."""
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if os.getsid(int(entry.name)) == there.pid:
                os.kill(int(entry.name), signal.SIGKILL)


def kept(home: Path) -> list[str]:
    """The decisions of people in the one match in the library, which nobody holds any more."""
    with Library(home / "DATA" / "gipf-meta" / "library.sqlite") as library:
        record, keeper = library.go_on(1)
        keeper.close()
    made = [line.split() for line in decisions(replay(record, load_plugins().find))]
    return [move for _depth, seat, _at, *_, move in made if seat == "0"]


def saved_match(folder: Path) -> Path:
    """Saves an unfinished match in a file; returns its path."""
    path = folder / "match.json"
    match, players = new_match("zertz", 1)
    save(to_record(match, seats_of(players)), path)
    return path


def close_many(closings: int, seed: int) -> Tally:
    """Closes so many terminals, two at a time."""
    tally, rng = Tally(), Random(seed)
    with TemporaryDirectory() as folder, ThreadPoolExecutor(AT_ONCE) as pool:
        told = saved_match(Path(folder))
        each = [
            pool.submit(closed, scene, rng.choice(CLOSINGS), Random(rng.random()), told, tally)
            for scene in islice(cycle(SCENES), closings)
        ]
        for one in each:
            one.result()
    return tally


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--closings", type=int, default=200, metavar="N")
    parser.add_argument("--seed", type=int, default=1, help="of the moments; time varies anyhow")
    asked = parser.parse_args()
    tally = close_many(asked.closings, asked.seed)
    for fault in tally.faults:
        print(fault)
    seconds, how = tally.longest
    print(f"{tally.closings} closings; the longest took {seconds:.1f} s: {how}")
    return 1 if tally.faults else 0


if __name__ == "__main__":
    sys.exit(main())
