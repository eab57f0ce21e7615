"""Real processes that append to the same rooms at once, also when one of them is killed."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from gipf_meta.host.database import Database
from gipf_meta.host.database_ledger import DatabaseLedger
from gipf_meta.host.room_lists import Lists
from tests.host.appending import ROOMS, open_rooms
from tests.tiers import soak

ROOT = Path(__file__).parents[2]
COMMANDS = 60


def start(url: str, name: str, most_together: int) -> subprocess.Popen[str]:
    """A process that appends, until it has appended all or is killed."""
    words = [url, name, str(COMMANDS), str(most_together)]
    program = [sys.executable, "-m", "tests.host.appending", *words]
    return subprocess.Popen(program, cwd=ROOT, stdout=subprocess.PIPE, text=True)


@pytest.mark.slow
@pytest.mark.parametrize("most_together", [5, *soak(1)])
def test_each_number_and_each_command_stands_once_and_nothing_said_is_lost(
    url: str, most_together: int
) -> None:
    open_rooms(url)
    processes = {name: start(url, name, most_together) for name in ("eve", "bob", "victim")}
    victim = processes["victim"]
    assert victim.stdout is not None
    said = {"victim": [victim.stdout.readline() for _command in range(COMMANDS // 3)]}
    victim.kill()
    for name, process in processes.items():
        out, _err = process.communicate(timeout=200)
        lines = out.splitlines(keepends=True)
        if name == "victim":
            lines = [line for line in lines if line.endswith("\n")]  # the last one may be torn
        else:
            assert process.returncode == 0
            assert len(lines) >= COMMANDS
        said[name] = [*said.get(name, []), *lines]

    database = Database.open(url)
    ledger = DatabaseLedger(database)
    stands: dict[tuple[str, str], set[tuple[str, int]]] = {}
    for room in ROOMS:
        entries = ledger.read(room)  # its chain of hashes is whole
        assert [entry.event.number for entry in entries] == [*range(1, len(entries) + 1)]
        for entry in entries:
            stands.setdefault((entry.sender, entry.id), set()).add((room, entry.event.number))
    rooms = Counter(
        command for command, where in stands.items() for _room in {room for room, _n in where}
    )
    assert {command for command, count in rooms.items() if count > 1} == {("ann", "open")}
    for name, lines in said.items():
        for line in lines:
            room, number, id = line.split()
            assert (room, int(number)) in stands[name, id]
    assert {listed.number for listed in Lists(database).all_rooms()} == {
        len(ledger.read(room)) for room in ROOMS
    }
    database.close()
