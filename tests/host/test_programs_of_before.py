"""The program of 0.2.0 itself at a host of today, and programs of today beside it."""

from __future__ import annotations

import asyncio
import json
import os
import re
import secrets
import sqlite3
import subprocess
import sys
from asyncio.subprocess import DEVNULL, PIPE, STDOUT, Process
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from yarl import URL

from gipf_meta.hub.revisions import FIRST_REVISION, REVISION, as_read_by
from gipf_meta.match.match import Match
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.records.models import Seat
from gipf_meta.rooms.events import without_secrets
from gipf_meta.rooms.ledger import read_events
from gipf_meta.rooms.rebuilding import rebuild
from gipf_meta.rooms.state import RoomState
from gipf_meta.table.openings import Opening
from tests.host.conftest import make_tables
from tests.host.hosting import Hosted, hosted, visitor
from tests.host.program_of_before import environment_of_before, said_by_script, unpacked
from tests.host.test_written_rows_of_before import as_old
from tests.kill import BASIC
from tests.rooms.simulation import ROOM, Simulation
from tests.rooms.wire_of_before import event_faults
from tests.tiers import soak

pytestmark = pytest.mark.slow

DUELS = ("^", "challenge")
"""The marks of decisions that lead to duels in GIPF: announcing a potential, and challenging it."""
EAGER = 0.6
"""How often such a decision is taken where it can be."""
OFTEN_S = 0.02
REPLAYED = 20
"""How many rooms of today 0.2.0 rebuilds."""
NAMES = ("Ann", "Bob")
ENDS = {"You won.", "You lost."}


class Program:
    """``gipf-meta join`` line by line, of 0.2.0 or of today, for a person with a *secret*."""

    def __init__(self, folder: Path, name: str, *, is_old: bool) -> None:
        self.name, self.is_old = name, is_old
        self.data, self.out = folder / name, folder / f"{name}.txt"
        self.secret = secrets.token_urlsafe(24)
        self.process: Process

    async def come(self, host: Hosted) -> str:
        """The person, as the host knows him before he joins."""
        self.keep_secret(host.url)
        async with visitor(host, secret=self.secret, name=self.name) as known:
            return known.person

    def keep_secret(self, url: URL) -> None:
        """Keeps by which secret the host at *url* knows the person."""
        hosts = self.data / "gipf-meta" / "hosts.json"
        hosts.parent.mkdir(parents=True)
        hosts.write_text(json.dumps({str(url.origin()): self.secret}))

    async def join(self, url: URL, place: str = f"room/{ROOM}") -> None:
        """Opens the room, or another *place*, at the host of *url*."""
        environment: Mapping[str, str] = {
            **os.environ, "XDG_DATA_HOME": str(self.data), "LANGUAGE": "en",
        }  # fmt: skip
        if self.is_old:
            environment = environment_of_before(self.data)
        with open(self.out, "wb") as out:
            self.process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "gipf_meta", "join", "--plain"),
                str(url.with_fragment(place)),
                env=environment,
                cwd=self.data if self.is_old else None,
                stdin=PIPE,
                stdout=out,
                stderr=STDOUT,
            )

    async def type(self, line: str) -> None:
        """Types a *line*."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n".encode())
        await self.process.stdin.drain()

    async def end(self) -> str:
        """Ends the program; what it has shown."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        if self.process.returncode is None:
            self.process.kill()
        await self.process.wait()
        return self.shown

    @property
    def shown(self) -> str:
        """The output so far."""
        return self.out.read_text(encoding="utf-8")


async def play_on(
    room: Callable[[], RoomState], people: Sequence[str], programs: Sequence[Program], rng: Random
) -> None:
    """Lets those who are on turn type decisions until the match is over."""

    async def until(holds: Callable[[], bool]) -> None:
        while not holds():
            ended = [each for each in programs if each.process.returncode is not None]
            assert not ended, ended[0].shown[-2000:]
            await asyncio.sleep(OFTEN_S)

    while room().table.over is None:
        if room().is_paused:
            for program in programs:
                await program.type("ready")
            await until(lambda: not room().is_paused)
        player, number = room().table.player, room().number
        assert player is not None
        texts = [choice.notation for choice in room().choices(people[player])]
        eager = [each for each in texts if any(sign in each for sign in DUELS)]
        text = rng.choice(eager if eager and rng.random() < EAGER else texts)
        await programs[player].type(text)
        await until(lambda: room().number > number)  # noqa: B023
    await until(lambda: {ending(each.shown) for each in programs} == ENDS)


def ending(shown: str) -> str:
    """Whether the last of the lines *shown* that says who has won tells of a win or a loss: one of
    ``ENDS``, which programs of before say; those of today name who has won, and why."""
    for line in reversed(shown.splitlines()):
        if line in ENDS:
            return line
        if line.startswith("You won"):
            return "You won."
        if line.startswith(tuple(f"{name} won" for name in NAMES)):
            return "You lost."
    return ""


def play(tmp_path: Path, are_old: Sequence[bool], seed: int, **about: Any) -> list[dict[str, Any]]:
    """Plays a match at a host of today; returns the events that a new page gets."""
    unpacked()

    async def visit() -> list[dict[str, Any]]:
        url = make_tables(f"sqlite:///{tmp_path / 'rooms.sqlite'}")
        programs = [
            Program(tmp_path, name, is_old=is_old)
            for name, is_old in zip(NAMES, are_old, strict=True)
        ]
        async with hosted(url, installed=installed_plugins()) as host, asyncio.timeout(300):
            people = [await each.come(host) for each in programs]
            players = tuple(Seat(name=name) for name in NAMES)
            opening = Opening(players=players, seed=seed, **about)
            host.served.hub.open_room(ROOM, opening, people[0], 0, dict(enumerate(people)))
            for program in programs:
                await program.join(host.url)
            try:
                room = lambda: host.served.hub.room(ROOM)  # noqa: E731
                await play_on(room, people, programs, Random(seed))
            finally:
                shown = [await each.end() for each in programs]
            assert {ending(each) for each in shown} == ENDS
            told = []
            for revision in (1, REVISION):
                async with visitor(host, revision=revision) as watching:
                    found = await watching.page.watch(ROOM)
                    told.append([each for each in found if "event" in each])
            for each in told[0]:
                assert event_faults({k: v for k, v in each.items() if k != "room"}) == []
            assert [each["number"] for each in told[0]] == [each["number"] for each in told[1]]
            return told[1]

    return asyncio.run(visit())


@pytest.mark.parametrize("are_old", [(False, True), *soak((True, True))])
def test_programs_of_before_play_a_whole_match_with_challenges_and_duels(
    tmp_path: Path, are_old: tuple[bool, bool]
) -> None:
    options = {**BASIC, "zertz_potentials": "4"}
    told = play(tmp_path, are_old, 5, game="gipf", options=options)
    events = [each["event"] for each in told]
    assert events.count("over") == 1
    assert events.count("duel_began") >= 1
    assert any(sign in each.get("text", "") for each in told for sign in DUELS)
    assert told[0]["opening"]["thinking"]


def test_programs_of_before_play_where_clocks_run(tmp_path: Path) -> None:
    told = play(tmp_path, (True, True), 5, game="zertz", control="5m+3s")
    assert [each["event"] for each in told].count("over") == 1


async def test_a_program_of_before_is_not_confused_by_what_is_said_about_oneself(
    tmp_path: Path,
) -> None:
    """It keeps no key that it gets later, so nothing is done that would leave it with an old one;
    it goes on in the lobby."""
    url = make_tables(f"sqlite:///{tmp_path / 'rooms.sqlite'}")
    program = Program(tmp_path, "Ann", is_old=True)
    async with hosted(url) as host, asyncio.timeout(60):
        await program.come(host)
        await program.join(host.url, "")
        for row in ("who i am", "come back", "another device", "show the code"):
            await program.type(row)
        while program.shown.count("Your program is too old for this") < 2:
            assert program.process.returncode is None, program.shown
            await asyncio.sleep(OFTEN_S)
        await program.type("q")
        assert await program.process.wait() == 0, program.shown


# ---- at a host of before -------------------------------------------------------------------------

OPEN = f"""\
import sys
from gipf_meta.host.database import Database
from gipf_meta.host.ledger import DatabaseLedger
from gipf_meta.host.people import DatabasePeople
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.records.models import Seat
from gipf_meta.rooms.hub import Hub
from gipf_meta.rooms.openings import Opening

database = Database.open(sys.argv[1])
people = [DatabasePeople(database).identify({{"secret": each}})[0] for each in sys.argv[2:]]
hub = Hub(DatabaseLedger(database), installed_plugins().find, pauses_alone=False)
opening = Opening(game="zertz", players=(Seat(name="Ann"), Seat(name="Bob")), seed=1)
hub.open_room("{ROOM}", opening, people[0], database.now_ms(), dict(enumerate(people)))
hub.close_room("{ROOM}")
database.close()
print(*people)
"""
"""Opens a match, in the words of 0.2.0."""


def room_in(file: Path) -> RoomState:
    """The room in the database of a host of before, which is running."""
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as db:
        told = db.execute("SELECT told FROM entry ORDER BY number").fetchall()
    events = [event for (text,) in told for event in read_events(text)]
    return rebuild(ROOM, events, installed_plugins().find).state


@pytest.mark.parametrize("are_old", [(False, True), *soak((False, False))])
async def test_programs_of_today_play_a_whole_match_at_a_host_of_before(
    tmp_path: Path, are_old: tuple[bool, bool]
) -> None:
    environment, file = environment_of_before(tmp_path), tmp_path / "host" / "rooms.sqlite"
    file.parent.mkdir()
    programs = [
        Program(tmp_path, name, is_old=is_old) for name, is_old in zip(NAMES, are_old, strict=True)
    ]
    keys = [each.secret for each in programs]
    opened = subprocess.run(
        [sys.executable, "-c", OPEN, f"sqlite:///{file}", *keys],
        env=environment, cwd=tmp_path, capture_output=True, text=True, check=True,
    )  # fmt: skip
    people = opened.stdout.split()

    host = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "gipf_meta", "host", "--port", "0"),
        *("--address", "127.0.0.1", "--folder", str(file.parent)),
        env=environment,
        cwd=tmp_path,
        stdout=PIPE,
        stderr=DEVNULL,
    )
    try:
        assert host.stdout is not None
        while not (address := re.search(rb"http://127[0-9.:]+", await host.stdout.readline())):
            assert host.returncode is None
        url = URL(address[0].decode())
        for program in programs:
            program.keep_secret(url)
            await program.join(url)
        try:
            async with asyncio.timeout(300):
                await play_on(lambda: room_in(file), people, programs, Random(1))
        finally:
            shown = [await each.end() for each in programs]
        assert {ending(each) for each in shown} == ENDS
    finally:
        host.terminate()
        await host.wait()


# ---- what today's rooms tell ---------------------------------------------------------------------


class SimulationForBoth(Simulation):
    """A room of the games and bots that either version has."""

    def _draw_opening(self) -> Opening:
        while True:
            with suppress(KeyError):
                opening = super()._draw_opening()
                if all(seat.player != "clumsy" for seat in opening.players):
                    return opening


def test_0_2_0_rebuilds_the_rooms_of_today_from_what_it_is_told(tmp_path: Path) -> None:
    unpacked()
    games, told, wanted = installed_plugins().games, tmp_path / "told.jsonl", []
    with told.open("w", encoding="utf-8") as file:
        for seed in range(REPLAYED):
            simulation = SimulationForBoth(seed, games)
            simulation.run()
            events = [without_secrets(each.event) for each in simulation.ledger.read(ROOM)]
            file.write(json.dumps([as_read_by(each, FIRST_REVISION) for each in events]) + "\n")
            table = rebuild(ROOM, events, installed_plugins().find).state.table
            wanted.append((table.record().model_dump(mode="json"), left_ms(table.match)))
    lines = said_by_script("replay_of_0_2_0.txt", str(told), data=tmp_path)
    assert len(lines) == REPLAYED
    for (record, left), (now, left_now) in zip(lines, wanted, strict=True):
        assert as_old(now, record) == record
        assert left_now == left


def left_ms(match: Match) -> list[list[int]]:
    """Returns the time that each player has left in each game, ms."""
    control = match.control
    return [[*control.left_ms(each)] for each in match.sessions] if control else []
