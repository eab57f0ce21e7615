"""Matches whose process is killed: ``python -m tests.kill --matches 200``.

Bots play in a child process that says each decision after it has been written. The child is killed
at a random instant, also inside a write, and another goes on with what the library holds, until the
match is over. Counted are matches that cannot be read or resumed, decisions that were shown and are
not kept, and decisions that stand twice or elsewhere.
"""

from __future__ import annotations

import argparse
import os
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, fields
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from gipf_meta.base.clock import RealClock, StillClock
from gipf_meta.bots.levels import UnknownBot
from gipf_meta.library.rows import hash_of
from gipf_meta.library.store import (
    Library,
    LibraryError,
    LibraryKeeper,
)
from gipf_meta.match.match import DuelUnavailable, Match
from gipf_meta.match.session import Session
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.options import configure
from gipf_meta.records.models import RecordError
from gipf_meta.records.reader import replay
from gipf_meta.records.writer import to_record
from gipf_meta.table.players import Player, seats_of
from gipf_meta.table.table import Table
from tests.kept_table import KeptTable


class Sort(NamedTuple):
    """A kind of match: game, options, number of players."""

    game: str
    options: dict[str, str]
    seats: int


CHALLENGES = {
    "variant": "tournament",
    "tamsk_potentials": "3",
    "zertz_potentials": "3",
    "challenges_enabled": "on",
}
BASIC = {"variant": "basic", "challenges_enabled": "on"}
SORTS = {
    "zertz": Sort("zertz", {}, 2),
    "gipf": Sort("gipf", CHALLENGES, 2),
    "tamsk": Sort("tamsk", {"level": "3"}, 2),
    "zatre2": Sort("zatre", {}, 2),
    "gipf-tamsk": Sort("gipf", {**BASIC, "tamsk_potentials": "3"}, 2),
    "gipf-zatre": Sort("gipf", {**BASIC, "zertz_potentials": "3", "zertz_duel": "zatre"}, 2),
    "zatre3": Sort("zatre", {"preset": "amigo"}, 3),
    "zatre4": Sort("zatre", {"teams": "on"}, 4),
}
AT_ONCE = 2
"""Children that run at the same time."""
LONGER = 1.1
"""A child is killed at the latest when it has had so many times what a whole match takes."""


# ---- the child ---------------------------------------------------------------------------------


def new_match(name: str, seed: int) -> tuple[Match, list[Player]]:
    """The match of that seed, and the bots that play it, who bear its number in their names."""
    sort, find = SORTS[name], load_plugins().find
    match = Match.begin(configure(find(sort.game), sort.options), sort.seats, find, seed)
    return match, [Player.of_kind("random", f"{seed}.{n}") for n in range(sort.seats)]


def decisions(match: Match) -> list[str]:
    """Every decision in the order it was made, in and out of duels: depth, seat, moment, move."""
    return [line for depth, session in enumerate(match.sessions) for line in _made(session, depth)]


def _made(session: Session, depth: int) -> Iterator[str]:
    for step in session.steps:
        if isinstance(step.duel, Session):
            yield from _made(step.duel, depth + 1)
        yield f"{depth} {step.seat} {step.at_ms} {step.text}"


def played_whole(name: str, seed: int) -> list[str]:
    """The decisions of the match that nobody kills."""
    match, players = new_match(name, seed)
    table = Table(match, players, StillClock())
    table.play_bots()
    return decisions(table.match)


def with_duel(name: str, seed: int) -> int:
    """The first seed from that one on whose match, if it is GIPF's, has a duel in it."""
    while SORTS[name].game == "gipf" and not any(
        line.startswith("1 ") for line in played_whole(name, seed)
    ):
        seed += 1
    return seed


def child(path: Path, name: str, seed: int, number: int | None) -> None:
    """Plays a match, or match *number*, to its end, and says what is kept."""
    library = Library(path)
    if number is None:
        match, players = new_match(name, seed)
        keeper = LibraryKeeper(library, seats_of(players))
        table = KeptTable(match, players, StillClock(), keeper=keeper)
    else:
        record, keeper = library.go_on(number)
        table = KeptTable.resume(record, load_plugins().find, StillClock(), keeper)
        table.go_on()
    said = 0 if number is None else len(decisions(table.match))
    print("ready", flush=True)
    while table.over is None:
        table.play_bot()
        if table.trouble or table.keep_error:
            sys.exit(table.trouble or table.keep_error)
        made = decisions(table.match)
        for n in range(said, len(made)):
            sys.stdout.write(f"{n} {made[n]}\n")
            sys.stdout.flush()
        said = len(made)
    keeper.close()


def die_in_write(statement: int, late_us: int) -> None:
    """Kills this process while SQLite works on that statement, if there will be so many."""
    left = statement

    def die() -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    def traced(sql: str) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            threading.Timer(late_us / 1e6, die).start() if late_us else die()

    connect = sqlite3.connect

    def opened(*what: Any, **how: Any) -> sqlite3.Connection:
        db: sqlite3.Connection = connect(*what, **how)
        db.set_trace_callback(traced)
        return db

    setattr(sqlite3, "connect", opened)  # noqa: B010


# ---- who kills it ------------------------------------------------------------------------------


@dataclass
class Kills:
    """The counts of matches and kills, and of faults, which should be 0."""

    matches: int = 0
    kills: int = 0
    faults: list[str] = field(default_factory=list)


@dataclass
class Tally(Kills):
    """Counts of events in the matches. Those of lost, repeated or misplaced events should be 0."""

    kills_in_a_write: int = 0
    decisions: int = 0
    decisions_in_duels: int = 0
    went_another_way: int = 0
    matches_lost: int = 0
    shown_decisions_lost: int = 0
    decisions_twice_or_out_of_order: int = 0

    def __iadd__(self, other: Tally) -> Tally:
        for each in fields(self):
            setattr(self, each.name, getattr(self, each.name) + getattr(other, each.name))
        return self

    @property
    def sound(self) -> bool:
        return not (
            self.matches_lost or self.shown_decisions_lost or self.decisions_twice_or_out_of_order
        )


class Ended(NamedTuple):
    """The lines of a child, and how it ended."""

    said: list[str]
    status: int
    complaint: str
    ready_ms: int
    played_ms: int


@dataclass(frozen=True)
class Death:
    """The moment at which a child dies: so long after its start or its first word, or at a
    statement."""

    after_s: float | None = None
    when_ready: bool = False
    statement: int = 0
    late_us: int = 0

    @classmethod
    def drawn(cls, rng: Random, whole: Whole) -> Death:
        """Any instant up to a little more than a *whole* match takes."""
        how = rng.random()
        if how < 0.4:
            late_us = rng.choice([0, rng.randrange(300)])
            return cls(statement=rng.randint(1, int(LONGER * whole.statements)), late_us=late_us)
        if how < 0.6:
            return cls(LONGER * rng.uniform(0, whole.start_s + whole.play_s))
        return cls(LONGER * rng.uniform(0, whole.play_s), when_ready=True)


@dataclass(frozen=True)
class Whole:
    """The figures of a match that nobody kills."""

    start_s: float
    play_s: float
    statements: int


def run(path: Path, name: str, seed: int, number: int | None, death: Death) -> Ended:
    """One child, killed or not."""
    words = [sys.executable, "-m", "tests.kill", "--child", str(path), name, str(seed)]
    words += [] if number is None else [str(number)]
    if death.statement:
        words += ["--die-in-write", str(death.statement), str(death.late_us)]
    clock = RealClock()
    started = clock.now_ms()
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0, cwd=_root()
    ) as process:
        assert process.stdout is not None
        ready = process.stdout.readline() if death.when_ready else b""
        begun = clock.now_ms()
        try:
            out, err = process.communicate(timeout=death.after_s)
        except subprocess.TimeoutExpired:
            process.kill()
            out, err = process.communicate()
    # a line without its end was not said yet
    *lines, _ = (ready + out).decode().split("\n")
    said = [line for line in lines if line != "ready"]
    times = (begun - started, clock.now_ms() - begun)
    return Ended(said, process.returncode, err.decode().strip(), *times)


def _root() -> Path:
    return Path(__file__).parent.parent


def whole(name: str) -> Whole:
    """Measures a match that nobody kills."""
    with TemporaryDirectory() as folder:
        ended = run(Path(folder) / "library.sqlite", name, 1, None, Death(when_ready=True))
        assert ended.status == 0, ended.complaint
    return Whole(ended.ready_ms / 1000, ended.played_ms / 1000, 20 + 5 * len(ended.said))


class Kill:
    """One match, killed and gone on with until it is over."""

    def __init__(self, path: Path, name: str, seed: int) -> None:
        self.path, self.name, self.seed = path, name, seed
        self.tally = Tally(matches=1)
        self.number: int | None = None
        self.kept: list[str] = []

    def fault(self, kind: str, why: str, times: int = 1) -> None:
        setattr(self.tally, kind, getattr(self.tally, kind) + times)
        self.tally.faults.append(f"{self.name}, seed {self.seed}: {why}")

    def survived(self, rng: Random, whole: Whole, kills: int | None = None) -> Tally:
        """Plays, kills and resumes the match; returns its counts. After *kills* it is left
        alone."""
        over = False
        while not (over or self.tally.matches_lost):
            spared = kills is not None and self.tally.kills >= kills
            death = Death() if spared else Death.drawn(rng, whole)
            ended = run(self.path, self.name, self.seed, self.number, death)
            if ended.status == -signal.SIGKILL:
                self.tally.kills += 1
                self.tally.kills_in_a_write += death.statement > 0
            elif ended.status != 0:
                self.fault("matches_lost", f"it cannot go on: {ended.complaint}")
                break
            try:
                over = self.looked_at(ended.said)
            except (LibraryError, RecordError, DuelUnavailable, UnknownBot) as error:
                self.fault("matches_lost", f"it cannot be read: {error}")
            if ended.status == 0 and not over:
                self.fault("matches_lost", "it was played to its end, and is not over")
        return self.tally

    def looked_at(self, said: Sequence[str]) -> bool:
        """Compares the library with what was said; whether the match is over."""
        with Library(self.path) as library:
            if library.notice:
                self.fault("matches_lost", library.notice)
                return True
            name = f"{self.seed}.0"
            numbers = [e.id for e in library.entries(name=name) if name in e.names]
            if len(numbers) > 1:
                why = f"it stands {len(numbers)} times in the library"
                self.fault("decisions_twice_or_out_of_order", why)
            if not numbers:
                if said or self.kept:
                    self.fault("matches_lost", "it is not in the library")
                return False
            self.number = numbers[-1]
            record = library.record(self.number)
            match = replay(record, load_plugins().find)
            again = hash_of(to_record(match, record.people))
            if len({library.hash(self.number), hash_of(record), again}) != 1:
                why = "its hash is not that of its decisions"
                self.fault("decisions_twice_or_out_of_order", why)
        before, self.kept = self.kept, decisions(match)
        self.compare(before, said)
        if match.result is None:
            return False
        self.tally.decisions += len(self.kept)
        self.tally.decisions_in_duels += sum(not line.startswith("0 ") for line in self.kept)
        self.compare_with_a_whole_one()
        return True

    def compare(self, before: Sequence[str], said: Sequence[str]) -> None:
        """Checks that the decisions in the library *before* and those *said* since are all
        there."""
        shown = [*before]
        for line in said:
            number, _, decision = line.partition(" ")
            if int(number) != len(shown):
                why = f"{line!r} was played as decision {len(shown)}"
                self.fault("decisions_twice_or_out_of_order", why)
            shown.append(decision)
        if missing := shown[len(self.kept) :]:
            self.fault("shown_decisions_lost", f"{missing} are not kept", len(missing))
        for n, (one, other) in enumerate(zip(shown, self.kept, strict=False)):
            if one != other:
                why = f"decision {n} was {one!r} and is kept as {other!r}"
                self.fault("decisions_twice_or_out_of_order", why)

    def compare_with_a_whole_one(self) -> None:
        """Bots that are killed decide what they would have decided, unless sand runs.

        Where time acts, what a bot had planned is forgotten with its process.
        """
        whole = played_whole(self.name, self.seed)
        if whole == self.kept:
            return
        if any(line.split()[2] != "0" for line in whole):
            self.tally.went_another_way += 1
        else:
            why = "it went another way than the match that nobody killed"
            self.fault("decisions_twice_or_out_of_order", why)


def worked_off(
    path: Path, matches: Sequence[tuple[str, int]], wholes: dict[str, Whole], seed: int
) -> Tally:
    """Kills some matches of one library, one after the other."""
    tally, rng = Tally(), Random(seed)
    for name, number in matches:
        tally += Kill(path, name, with_duel(name, number)).survived(rng, wholes[name])
    return tally


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=200, metavar="N")
    parser.add_argument("--seed", type=int, default=1, help="of the instants; time varies anyhow")
    parser.add_argument("--child", nargs="+", help="LIBRARY GAME SEED [ID]: plays, for the parent")
    parser.add_argument("--die-in-write", nargs=2, type=int, help="STATEMENT and us to wait there")
    asked = parser.parse_args()
    if asked.child:
        if asked.die_in_write:
            die_in_write(*asked.die_in_write)
        path, name, seed, *number = asked.child
        child(Path(path), name, int(seed), int(number[0]) if number else None)
        return 0
    names = list(SORTS)
    wholes = {name: whole(name) for name in names}
    todo = [(names[n % len(names)], 1000 * (asked.seed + n)) for n in range(asked.matches)]
    tally = Tally()
    with TemporaryDirectory() as folder, ThreadPoolExecutor(AT_ONCE) as pool:
        for done in [
            pool.submit(
                worked_off, Path(folder) / f"{n}.sqlite", todo[n::AT_ONCE], wholes, asked.seed + n
            )
            for n in range(AT_ONCE)
        ]:
            tally += done.result()
    for fault in tally.faults:
        print(fault)
    for words, value in vars(tally).items():
        if words != "faults":
            print(f"{words.replace('_', ' ')}: {value}")
    return 0 if tally.sound else 1


if __name__ == "__main__":
    sys.exit(main())
