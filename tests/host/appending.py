"""A process that appends to the same rooms as others: ``python -m tests.host.appending``.

It says each command as ``room number id`` when it is durable, and some commands twice.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress
from random import Random

from gipf_meta.host.database import Database
from gipf_meta.host.database_ledger import DatabaseLedger
from gipf_meta.rooms import events as told
from gipf_meta.rooms.ledger import Batch, Conflict, LedgerError
from gipf_meta.rooms.room import Room
from tests.hub.test_hub import find, opening

ROOMS = ("r0", "r1", "r2")


def open_rooms(url: str) -> None:
    """Opens the rooms."""
    database = Database.open(url)
    for id in ROOMS:
        room = Room.open(id, opening("wager", "human", "human"), find, "ann")
        DatabaseLedger(database).append(
            Batch(id, room.take_emitted(), room.summary(), "ann", "open")
        )
    database.close()


def append(url: str, name: str, commands: int, most_together: int) -> None:
    """Appends *commands* commands of *name*, some of them together."""
    random, ledger = Random(name), DatabaseLedger(Database.open(url))
    summary = Room.open("r", opening("wager", "human", "human"), find, "ann").summary()
    last = {id: len(ledger.read(id)) for id in ROOMS}

    def command(id: str) -> str:
        """Appends a command, again after each conflict; returns its line for the output."""
        while True:
            room, count = random.choice(ROOMS), random.randint(1, 3)
            numbers = range(last[room] + 1, last[room] + count + 1)
            events = [told.WentOn(number=number, at_ms=0) for number in numbers]
            try:
                ledger.append(Batch(room, events, summary, name, id))
            except Conflict:
                last[room] = len(ledger.read(room))
                continue
            last[room] += count
            if random.random() < 0.2:
                say_again(room, id)
            return f"{room} {last[room]} {id}"

    def say_again(room: str, id: str) -> None:
        again = told.WentOn(number=last[room] + 1, at_ms=0)
        try:
            ledger.append(Batch(room, [again], summary, name, id))
        except Conflict:
            return
        raise AssertionError(f"{id} stands in {room} twice")

    def append_together(ids: Sequence[str], said: list[str]) -> list[str]:
        """Appends the commands of those *ids* as a group; returns those that are lost, and adds the
        lines of the others to *said*."""
        lines: dict[str, str] = {}
        with suppress(LedgerError), ledger.together() as group:
            for id in ids:
                lines[id] = command(id)
        for room in group.lost:
            last[room] = len(ledger.read(room))
        durable = {id: line for id, line in lines.items() if line.split()[0] not in group.lost}
        said += durable.values()
        return [id for id in ids if id not in durable]

    done = 0
    while done < commands:
        count = random.randint(1, most_together)
        ids, said = [f"c{done + number}" for number in range(count)], list[str]()
        if most_together == 1:
            said = [command(id) for id in ids]
        else:
            while ids:
                ids = append_together(ids, said)
        done += count
        print(*said, sep="\n", flush=True)


def main(arguments: Sequence[str]) -> None:
    """Appends as the *arguments* say: address, name, commands, most of them together."""
    url, name, commands, most_together = arguments
    append(url, name, int(commands), int(most_together))


if __name__ == "__main__":
    main(sys.argv[1:])
