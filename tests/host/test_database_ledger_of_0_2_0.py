"""Ledgers that version 0.2.0 has written are the same rooms today, and have the same clocks.

``ledgers_of_0_2_0.txt`` is run by that version, out of its wheel, and says of each room how it
stands; ``ledgers_of_0_2_0.json`` has some rooms of it: their events, and what was said of them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from gipf_meta.host.backups import verify
from gipf_meta.host.database import Database
from gipf_meta.host.database_ledger import DatabaseLedger
from gipf_meta.hub.revisions import FIRST_REVISION, as_read_by
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.records.models import Record
from gipf_meta.rooms.events import Event
from gipf_meta.rooms.ledger import read_events
from gipf_meta.rooms.rebuilding import rebuild
from gipf_meta.rooms.recount import recount
from gipf_meta.rooms.room import Room
from tests.host.program_of_before import said_by_script
from tests.host.test_written_rows_of_before import as_noted, as_old, differing, later
from tests.rooms.wire_of_before import event_faults

HERE = Path(__file__).parent
ROOMS = 5
"""How many rooms are written anew."""
NEEDED = pytest.mark.needs()
find = installed_plugins().find


def clocks(room: Room) -> dict[str, Any]:
    """How much time each game and each player has had, and what is due when."""
    match = room.state.table.match
    control = match.control
    return {
        "times": [session.time_ms for session in match.sessions],
        "left": [[*control.left_ms(each)] for each in match.sessions] if control else [],
        "flag": match.ms_to_flag(),
        "deadline": room.state.table.ms_to_deadline(),
    }


def check(noted: dict[str, Any], events: Iterable[Event]) -> None:
    """Raises ``AssertionError`` unless the room of *events* is as version 0.2.0 has *noted* it."""
    was, events = {**noted}, [*events]
    name, tree, counted = was.pop("room"), was.pop("study"), was.pop("counted")
    room = rebuild(name, events, find)
    room.state.gives_back = True
    now = {**as_noted(room), **clocks(room)}
    now["later"] = later(room)
    now["record"] = as_old(now["record"], was["record"])
    changed = differing(was, now)
    assert not changed, (name, changed)
    study = room.state.study
    assert (None if study is None else study.record) == (tree and Record.model_validate(tree)), name
    again = recount(name, events, find)
    assert counted in (None, [str(again.left_ms), str(again.given_ms), str(again.quotas)]), name


@NEEDED
def test_rooms_of_0_2_0_are_what_they_were() -> None:
    kept = json.loads((HERE / "ledgers_of_0_2_0.json").read_text(encoding="utf-8"))
    for room in kept:
        check(room["noted"], read_events(json.dumps(room["events"])))


@pytest.mark.slow
@NEEDED
def test_many_rooms_that_0_2_0_writes_today_are_what_it_says(url: str, tmp_path: Path) -> None:
    noted = said_by_script("ledgers_of_0_2_0.txt", url, str(ROOMS), "1", data=tmp_path)
    assert len(noted) > ROOMS
    database = Database.open(url)
    ledger = DatabaseLedger(database)
    for each in noted:
        events = [entry.event for entry in ledger.read(each["room"])]
        check(each, events)
        for event in events:
            assert event_faults(as_read_by(event, FIRST_REVISION)) == [], each["room"]
    assert [fault for _room, fault in verify(database, find) if fault] == []
    database.close()
