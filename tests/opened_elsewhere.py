"""Matches that a checkout opens in a database of its own: ``python -m tests.opened_elsewhere TREE
DATABASE``, with the matches as JSON on standard input; ``opened`` asks it in a process.

So another version can be measured by the people of this one. Modules of the host are imported
inside the functions.
"""

from __future__ import annotations

import json
import secrets
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing
from dataclasses import fields
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple

from tests.hub_walk import find_module, use

HERE: Final = Path(__file__).parents[1]


class OpenedThere(NamedTuple):
    """The matches that a checkout has opened, each as a room with the secrets of its players and
    of its watcher; and the names of the *limits* that its host knows."""

    matches: list[tuple[str, list[str], str]]
    limits: list[str]


def opened(tree: Path, database: str, wanted: Sequence[dict[str, Any]]) -> OpenedThere:
    """Has *tree* open the *wanted* matches: each with the arguments of its opening, a room and its
    number of seats."""
    command = [sys.executable, "-m", "tests.opened_elsewhere", str(tree), database]
    done = subprocess.run(
        command, cwd=HERE, input=json.dumps(wanted), text=True, stdout=subprocess.PIPE, check=True
    )
    return OpenedThere(*json.loads(done.stdout))


def open_here(database: Any, wanted: Sequence[dict[str, Any]]) -> OpenedThere:
    """Opens the *wanted* matches by what this process imports."""
    ledger = find_module("gipf_meta.host.database_ledger", "gipf_meta.host.ledger")
    hub_module = find_module("gipf_meta.hub.hub", "gipf_meta.rooms.hub")
    finder = import_module("gipf_meta.plugins.loading").load_plugins().find
    hub = hub_module.Hub(
        ledger.DatabaseLedger(database), finder, patience_ms=None, pauses_alone=False
    )
    limits = fields(import_module("gipf_meta.host.limits").Limits)
    matches = [_open(database, hub, dict(each)) for each in wanted]
    return OpenedThere(matches, [each.name for each in limits])


def _open(database: Any, hub: Any, about: dict[str, Any]) -> tuple[str, list[str], str]:
    people = import_module("gipf_meta.host.people").DatabasePeople(database)
    opening = find_module("gipf_meta.table.openings", "gipf_meta.rooms.openings").Opening
    seat = import_module("gipf_meta.records.models").Seat
    room, seats = about.pop("room"), about.pop("seats")
    *keys, watcher = [secrets.token_urlsafe(24) for _person in range(seats + 1)]
    holders = [people.identify({"secret": key})[0] for key in (*keys, watcher)][:-1]
    players = tuple(seat(name=f"player {n}", player="human") for n in range(seats))
    about = {name: value for name, value in about.items() if value is not None}
    begun = opening(players=players, **about)
    hub.open_room(room, begun, holders[0], database.now_ms(), dict(enumerate(holders)))
    hub.close_room(room)
    return room, keys, watcher


def main() -> None:
    """Opens what standard input says, and prints it as JSON."""
    tree, address = sys.argv[1:]
    use(Path(tree))
    with closing(import_module("gipf_meta.host.database").Database.open(address)) as database:
        print(json.dumps(open_here(database, json.load(sys.stdin))))


if __name__ == "__main__":
    main()
