"""PostgreSQL is killed while a host runs, and comes back."""

from __future__ import annotations

import os
import signal

import pytest

from gipf_meta.host.database import Database
from gipf_meta.host.database_ledger import DatabaseLedger
from gipf_meta.host.group_commit import Group
from gipf_meta.rooms.ledger import Batch, Conflict, LedgerError
from tests.host import postgres
from tests.host.test_database_ledger import open_room, went_on


@pytest.mark.slow
def test_nothing_that_was_kept_is_lost_and_all_works_when_it_is_back() -> None:
    server = postgres.server_of(f"killed-{os.getpid()}")
    postgres.start_again(server)
    database = Database.open(server.get_uri())
    ledger = DatabaseLedger(database)
    room = open_room(ledger)
    number = room.state.number

    def append_while_it_dies() -> None:
        with ledger.together() as group:
            ledger.append(Batch("r", [went_on(room, number + 1)], room.summary(), "ann", "lost"))
            master = server.get_postmaster_info().process
            master.send_signal(signal.SIGQUIT)  # it says goodbye to nobody
            master.wait(60)
            groups.append(group)

    groups: list[Group] = []
    with pytest.raises(LedgerError, match="The database cannot be used"):
        append_while_it_dies()
    assert groups[0].lost == {"r"}
    for _try in range(2):
        with pytest.raises(LedgerError, match="The database cannot be used"):
            ledger.read("r")
        with pytest.raises(LedgerError, match="The database cannot be used"):
            ledger.append(Batch("r", [went_on(room, number + 1)], room.summary(), "ann", "c"))

    postgres.start_again(server)
    assert len(ledger.read("r")) == number
    ledger.append(Batch("r", [went_on(room, number + 1)], room.summary(), "ann", "c"))
    with ledger.together() as group:
        ledger.append(Batch("r", [went_on(room, number + 2)], room.summary(), "ann", "d"))
    assert not group.lost
    with pytest.raises(Conflict):
        ledger.append(Batch("r", [went_on(room, number + 3)], room.summary(), "ann", "d"))
    assert [entry.id for entry in ledger.read("r", number)] == ["c", "d"]
    database.close()
    server.cleanup()
