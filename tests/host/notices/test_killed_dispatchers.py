"""Two dispatchers on one database, of which one dies or loses the database between each pair of
steps: everything is delivered, and only what happens between the acceptance and our commit repeats
it, in the same parcel."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress

import pytest

from gipf_meta.host.database import Database
from gipf_meta.host.database_ledger import DatabaseLedger
from gipf_meta.host.notices.notice_outbox import LEASE_MS, STRANGERS
from gipf_meta.host.notices.sending import SENT
from gipf_meta.host.tables import DatabaseError
from gipf_meta.hub.hub import Hub
from tests.host.faults import Fault, Faults
from tests.host.notices.post import NOW_MS, Office, add_way, hub_of_host, rows_of
from tests.hub.test_hub import opening
from tests.tiers import slow

SOON_MS = 10_000
MOST_CALLS = 60
MOST_LOOKS = 1_000
ENOUGH = 2 * MOST_CALLS * STRANGERS
"""So many parcels of a day leave those of all these matches, which have not begun, to strangers."""


@pytest.fixture
def offices(url: str, database: Database) -> Iterator[tuple[Office, Office]]:
    """Two processes; eve has two ways."""
    add_way(database, "eve")
    add_way(database, "eve", "mail")
    second = Database.open(url)
    yield Office(database, "one", ENOUGH), Office(second, "two", ENOUGH)
    second.close()


def open_room(hub: Hub, id: str, at_ms: int) -> None:
    """Opens a room that waits for eve."""
    hub.open_room(id, opening("wager", "human", "human"), "ann", at_ms, others={0: "eve"})


async def look_until_done(office: Office) -> None:
    """Looks until all is delivered: PostgreSQL holds rows for a moment that a connection had which
    has broken off, and a look leaves out what is held."""
    for _look in range(MOST_LOOKS):
        await office.look()
        if all(row[-1] for row in rows_of(office.database)):
            return


@pytest.mark.parametrize("how", ["refused", *slow("lost", "unheard")])
async def test_a_database_that_fails_at_any_statement_repeats_only_what_was_not_noted(
    how: Fault, offices: tuple[Office, Office], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = offices
    hub = hub_of_host(DatabaseLedger(one.database))
    repeated = 0
    for nth in range(MOST_CALLS):
        room = f"r{nth}"
        open_room(hub, room, one.clock.ms)
        one.clock.ms += SOON_MS
        accepted, faults = set[str](), Faults()
        for sender in (one.push, one.mail, two.push, two.mail):
            sender.parcels.clear()

        def fails(number: int, place: str, nth: int = nth, accepted: set[str] = accepted) -> bool:
            if number == nth:
                accepted |= {parcel.id for parcel in (*one.push.parcels, *one.mail.parcels)}
            return number == nth

        faults.how, faults.fails = how, fails
        with faults.installed(monkeypatch), suppress(DatabaseError):
            await one.look()
        monkeypatch.setattr(one.database, "_away_until_ms", 0)
        two.clock.ms = one.clock.ms + LEASE_MS
        await look_until_done(two)
        one.clock.ms = two.clock.ms
        ones, twos = (
            Counter(parcel.id for parcel in (*each.push.parcels, *each.mail.parcels))
            for each in (one, two)
        )
        sent = [*one.push.parcels, *one.mail.parcels, *two.push.parcels, *two.mail.parcels]
        assert len(ones + twos) == 2, "one parcel a way, however often"
        assert {parcel.way.id for parcel in sent} == {"push-eve", "mail-eve"}
        assert {notice.room for parcel in sent for notice in parcel.notices} == {room}
        again = {id for id, count in (ones + twos).items() if count > 1}
        assert again <= accepted, faults.failed
        assert len(again) <= 1
        repeated += len(again)
        assert all(row[-1] == "sent" for row in rows_of(one.database))
        if nth >= len(faults.asked):
            break
    else:
        raise AssertionError("there is always another statement")
    assert nth > 20
    if how == "refused":
        assert repeated > 0


async def test_a_death_between_two_steps_repeats_only_what_was_accepted_and_not_noted(
    offices: tuple[Office, Office],
) -> None:
    one, two = offices
    hub = hub_of_host(DatabaseLedger(one.database))
    for nth, dies in enumerate(("before", "claimed", "accepted", "noted")):
        open_room(hub, f"r{nth}", one.clock.ms)
        at_ms = one.clock.ms + SOON_MS
        accepted = list[str]()
        if dies != "before":
            (parcel,) = one.outbox.claim("push", at_ms, one.push.due_ms)
            if dies != "claimed":
                await one.push.send(parcel)
                accepted.append(parcel.id)
            if dies == "noted":
                one.outbox.finish(parcel, SENT, at_ms)
        two.clock.ms = at_ms + (LEASE_MS - 1 if dies != "before" else 0)
        known = len(two.push.parcels)
        await two.look()
        assert len(two.push.parcels) == known + (dies == "before"), "it may be alive"
        await two.look(1)
        accepted += [parcel.id for parcel in two.push.parcels[known:]]
        assert len({*accepted}) == 1
        assert len(accepted) == (2 if dies == "accepted" else 1), dies
        one.clock.ms = two.clock.ms
    assert {row[-1] for row in rows_of(one.database)} == {"sent"}


async def test_two_that_look_at_once_share_what_is_due(
    offices: tuple[Office, Office],
) -> None:
    one, two = offices
    hub = hub_of_host(DatabaseLedger(one.database))
    for nth in range(20):
        open_room(hub, f"r{nth:02}", NOW_MS)
    first = one.outbox.claim("push", NOW_MS + SOON_MS, one.push.due_ms)
    second = two.outbox.claim("push", NOW_MS + SOON_MS, two.push.due_ms)
    told = [notice.room for parcel in (*first, *second) for notice in parcel.notices]
    assert len(told) == len({*told}) == 20
