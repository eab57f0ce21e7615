"""A parcel that the dispatcher takes out of the outbox is delivered, tried again, or given up."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
import sqlalchemy as sa

from gipf_meta.host.database import Database
from gipf_meta.host.database_ledger import DatabaseLedger
from gipf_meta.host.notices import notice_outbox
from gipf_meta.host.notices.dispatcher import AT_ONCE, Dispatcher
from gipf_meta.host.notices.notice_outbox import GIVE_UP_MS, LEASE_MS, WITHHELD_MS, pause_ms
from gipf_meta.host.notices.reconciliation import LEFT_MS, Reconciliation
from gipf_meta.host.notices.sending import SENT, DeliveryEnd, NoticeParcel
from gipf_meta.host.outbox_rows import write_notices
from gipf_meta.host.process import SharedPresence
from gipf_meta.host.tables import ROOM
from gipf_meta.hub.hub import Hub
from gipf_meta.match.timecontrol import DAY_MS
from gipf_meta.rooms.notices import Notice
from tests.host.notices.post import (
    NOW_MS,
    FakeSender,
    Office,
    add_way,
    hub_of_host,
    rows_of,
    ways_of,
)
from tests.hub.test_hub import opening, play, say

SOON_MS = 10_000


@pytest.fixture
def hub(database: Database) -> Hub:
    """A hub where ann has opened a match with eve, and is on turn."""
    hub = hub_of_host(DatabaseLedger(database))
    hub.open_room("r", opening("wager", "human", "human"), "ann", NOW_MS, others={1: "eve"})
    return hub


@pytest.fixture
def office(database: Database) -> Office:
    """A post office with a way of eve."""
    add_way(database, "eve")
    return Office(database)


async def test_who_has_to_answer_is_told_once(hub: Hub, office: Office) -> None:
    play(hub, "claim", "ann", NOW_MS)
    assert rows_of(office.database) == [("push-eve", "r", 4, "answer", "")]
    assert await office.look() == 0  # there are some seconds to answer
    assert await office.look(SOON_MS) == 1
    (parcel,) = office.push.parcels
    (notice,) = parcel.notices
    assert (notice.kind, notice.room, notice.number) == ("answer", "r", 4)
    assert notice.link == "https://host.example/#room/r"
    assert len(notice.others) == 1
    assert rows_of(office.database) == [("push-eve", "r", 4, "answer", "sent")]
    assert await office.look(SOON_MS) == 0
    assert office.counted == [("push", "sent", 1)]
    assert ways_of(office.database, "used_ms", "failures") == [(NOW_MS + SOON_MS, 0)]


async def test_what_was_answered_meanwhile_is_told_to_nobody(hub: Hub, office: Office) -> None:
    play(hub, "claim", "ann", NOW_MS)
    play(hub, "allow", "eve", NOW_MS + 1)
    assert await office.look(SOON_MS) == 0
    assert rows_of(office.database) == [("push-eve", "r", 4, "answer", "gone")]


async def test_who_sits_at_the_board_is_told_nothing(hub: Hub, office: Office) -> None:
    assert "done" in say(hub, "watch", "eve", NOW_MS)[-1]
    play(hub, "claim", "ann", NOW_MS)
    assert rows_of(office.database) == []


async def test_a_failed_delivery_is_tried_again_in_the_same_parcel_after_growing_pauses(
    hub: Hub, office: Office
) -> None:
    office.push.answer = lambda parcel: DeliveryEnd("later", "It is away.")
    play(hub, "claim", "ann", NOW_MS)
    await office.look(SOON_MS)
    assert ways_of(office.database, "failures", "trouble") == [(1, "")]
    assert await office.look(pause_ms(1) - 1) == 0
    assert await office.look(1) == 1
    assert await office.look(pause_ms(1)) == 0
    assert await office.look(pause_ms(2) - pause_ms(1)) == 1
    assert len({parcel.id for parcel in office.push.parcels}) == 1
    office.push.answer = lambda parcel: SENT
    assert await office.look(pause_ms(3)) == 1
    assert ways_of(office.database, "failures", "trouble") == [(0, "")]
    assert [result for _kind, result, _count in office.counted] == [*["later"] * 3, "sent"]


async def test_the_pause_is_as_long_as_the_other_server_wishes(hub: Hub, office: Office) -> None:
    office.push.answer = lambda parcel: DeliveryEnd("later", "", after_ms=900_000)
    play(hub, "claim", "ann", NOW_MS)
    await office.look(SOON_MS)
    assert await office.look(899_999) == 0
    assert await office.look(1) == 1


async def test_what_fails_for_days_is_given_up_and_its_owner_reads_why(
    hub: Hub, office: Office
) -> None:
    office.push.answer = lambda parcel: DeliveryEnd("later", "It is away.")
    play(hub, "claim", "ann", NOW_MS)
    await office.look(SOON_MS)
    await office.look(GIVE_UP_MS)
    assert rows_of(office.database) == [("push-eve", "r", 4, "answer", "given_up")]
    assert ways_of(office.database, "failures", "trouble") == [(2, "It is away.")]
    play(hub, "allow", "eve", office.clock.ms)
    play(hub, "one", "ann", office.clock.ms)
    assert len(rows_of(office.database)) == 1  # nothing is written for a way without use


async def test_a_way_that_is_dead_takes_all_with_it(hub: Hub, office: Office) -> None:
    office.push.answer = lambda parcel: DeliveryEnd("dead", "The browser wants no more notices.")
    play(hub, "claim", "ann", NOW_MS)
    hub.open_room(
        "s", opening("wager", "human", "human"), "ann", NOW_MS + SOON_MS, others={0: "eve"}
    )
    await office.look(SOON_MS)
    assert [row[-1] for row in rows_of(office.database)] == ["given_up"] * 2
    assert ways_of(office.database, "trouble") == [("The browser wants no more notices.",)]


async def test_a_parcel_that_is_refused_is_not_tried_again(hub: Hub, office: Office) -> None:
    office.push.answer = lambda parcel: DeliveryEnd("refused", "It is too long.")
    play(hub, "claim", "ann", NOW_MS)
    await office.look(SOON_MS)
    assert await office.look(DAY_MS) == 0
    assert rows_of(office.database)[0][-1] == "refused"
    assert ways_of(office.database, "failures", "trouble") == [(1, "")]


async def test_a_sender_with_a_defect_or_without_an_end_is_tried_again(
    hub: Hub, office: Office
) -> None:
    def fail(parcel: NoticeParcel) -> DeliveryEnd:
        raise ZeroDivisionError

    office.push.answer = fail
    play(hub, "claim", "ann", NOW_MS)
    await office.look(SOON_MS)
    assert [type(each) for each in office.failures] == [ZeroDivisionError]
    office.push.answer = lambda parcel: SENT
    assert await office.look(pause_ms(1)) == 1


async def test_what_a_dead_process_held_is_delivered_in_the_same_parcel_after_its_lease(
    hub: Hub, office: Office
) -> None:
    play(hub, "claim", "ann", NOW_MS)
    (lost,) = office.outbox.claim("push", NOW_MS + SOON_MS, office.push.due_ms)
    other = Office(office.database, "two")
    other.clock.ms = NOW_MS + SOON_MS
    assert await other.look(LEASE_MS - 1) == 0
    assert await other.look(1) == 1
    assert other.push.parcels[0].id == lost.id
    office.outbox.finish(lost, SENT, other.clock.ms)  # it was only asleep
    assert office.counted == []


async def test_the_day_has_so_many_parcels_for_a_person(hub: Hub, database: Database) -> None:
    add_way(database, "eve")
    office = Office(database, most=1)
    play(hub, "claim", "ann", NOW_MS)
    await office.look(SOON_MS)
    play(hub, "allow", "eve", office.clock.ms)
    play(hub, "one", "ann", office.clock.ms)
    assert await office.look(SOON_MS) == 0
    assert [row[-1] for row in rows_of(database)] == ["sent", ""], "it waits"
    assert office.counted[-1] == ("push", "withheld", 1)
    assert await office.look(DAY_MS - SOON_MS - 1) == 0
    assert await office.look(WITHHELD_MS) == 1
    assert [row[-1] for row in rows_of(database)] == ["sent", "sent"]


async def test_what_the_host_itself_puts_off_is_no_failure_however_long_that_lasts(
    hub: Hub, office: Office
) -> None:
    office.push.answer = lambda parcel: DeliveryEnd("withheld", after_ms=DAY_MS)
    play(hub, "claim", "ann", NOW_MS)
    for wait_ms in (SOON_MS, DAY_MS, DAY_MS, DAY_MS):
        assert await office.look(wait_ms) == 1
    assert office.counted == [("push", "withheld", 1)] * 4
    office.push.answer = lambda parcel: DeliveryEnd("later", "It is away.")
    await office.look(DAY_MS)
    assert ways_of(office.database, "failures", "trouble") == [(1, "")]
    assert await office.look(pause_ms(1)) == 1
    assert len({parcel.id for parcel in office.push.parcels}) == 1


async def test_a_host_that_stood_still_for_days_tries_more_than_once(
    hub: Hub, office: Office
) -> None:
    office.push.answer = lambda parcel: DeliveryEnd("later", "It is away.")
    play(hub, "claim", "ann", NOW_MS)
    await office.look(GIVE_UP_MS * 2)
    assert ways_of(office.database, "failures", "trouble") == [(1, "")]
    await office.look(GIVE_UP_MS)
    assert ways_of(office.database, "failures", "trouble") == [(2, "It is away.")]


async def test_mails_of_several_rooms_come_in_one_parcel_at_their_hour(
    hub: Hub, office: Office
) -> None:
    add_way(office.database, "eve", "mail")
    office.mail.due = lambda way, created_ms, now_ms: NOW_MS + DAY_MS
    play(hub, "claim", "ann", NOW_MS)
    hub.open_room("s", opening("wager", "human", "human"), "ann", NOW_MS, others={0: "eve"})
    await office.look(SOON_MS)
    assert len(office.push.told) == 2
    assert office.mail.told == []
    await office.look(DAY_MS - SOON_MS)
    (parcel,) = office.mail.parcels
    assert {notice.room for notice in parcel.notices} == {"r", "s"}


async def test_a_feed_has_its_rows_at_once(hub: Hub, database: Database) -> None:
    add_way(database, "eve", "feed")
    add_way(database, "eve", "calendar")
    play(hub, "claim", "ann", NOW_MS)
    assert rows_of(database, "way", "kind", "result", "done_ms") == [
        ("feed-eve", "answer", "kept", NOW_MS)
    ]


# ---- leases, and what belongs together ----------------------------------------------------------


async def test_who_stood_still_for_longer_than_its_lease_sends_nothing(
    hub: Hub, office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    other, claim = Office(office.database, "two"), office.outbox.claim
    play(hub, "claim", "ann", NOW_MS)

    def claim_and_sleep(*about: Any) -> list[NoticeParcel]:
        if parcels := claim(*about):
            office.clock.ms += LEASE_MS
            other.clock.ms = office.clock.ms
            asyncio.run(other.look())
        return parcels

    monkeypatch.setattr(office.outbox, "claim", claim_and_sleep)
    await office.look(SOON_MS)
    assert (len(office.push.parcels), len(other.push.parcels)) == (0, 1)
    assert rows_of(office.database)[0][-1] == "sent"


async def test_who_stood_still_and_holds_the_lease_renews_it_before_the_send(
    hub: Hub, office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    other, claim = Office(office.database, "two"), office.outbox.claim
    play(hub, "claim", "ann", NOW_MS)

    def claim_and_sleep(*about: Any) -> list[NoticeParcel]:
        parcels = claim(*about)
        office.clock.ms += LEASE_MS - 1 if parcels else 0
        return parcels

    def take_long(parcel: NoticeParcel) -> DeliveryEnd:
        office.clock.ms += 4_000
        other.clock.ms = office.clock.ms
        assert other.outbox.claim("push", other.clock.ms, other.push.due_ms) == []
        return SENT

    monkeypatch.setattr(office.outbox, "claim", claim_and_sleep)
    office.push.answer = take_long
    assert await office.look(SOON_MS) == 1
    assert rows_of(office.database)[0][-1] == "sent"


async def test_a_parcel_that_is_tried_again_stays_whole_however_much_is_due(
    hub: Hub, office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_way(office.database, "ann")
    for nth in range(3):
        hub.open_room(f"s{nth}", opening("wager", "human", "human"), "ann", NOW_MS, {0: "eve"})
        hub.open_room(f"t{nth}", opening("wager", "human", "human"), "eve", NOW_MS, {0: "ann"})
    office.push.answer = lambda parcel: DeliveryEnd("later", "It is away.")
    await office.look(SOON_MS)
    first = {parcel.id: len(parcel.notices) for parcel in office.push.parcels}
    assert [*first.values()] == [3, 3]
    office.push.parcels.clear()
    monkeypatch.setattr(notice_outbox, "MOST_CLAIMED", 4)
    await office.look(pause_ms(1))
    await office.look(1)
    assert {parcel.id: len(parcel.notices) for parcel in office.push.parcels} == first


async def test_what_left_a_parcel_that_went_on_without_it_comes_in_another_parcel(
    hub: Hub, office: Office
) -> None:
    """It would seem to have come already."""
    hub.open_room("s", opening("wager", "human", "human"), "ann", NOW_MS, others={0: "eve"})
    play(hub, "claim", "ann", NOW_MS)
    office.push.answer = lambda parcel: DeliveryEnd("later", "It is away.")
    await office.look(SOON_MS)
    office.database.beat("other", 0)
    presence = SharedPresence(office.database, "other")
    presence.exchange({"r": ["eve"]})
    office.push.answer = lambda parcel: SENT
    await office.look(pause_ms(1))
    presence.exchange({"r": []})
    await Reconciliation(office.database, office.clock, lambda room: ()).look_after_all()
    await office.look(LEFT_MS)
    _failed, one, other = office.push.parcels
    assert [[notice.room for notice in each.notices] for each in (one, other)] == [["s"], ["r"]]
    assert one.id != other.id


async def test_an_hour_is_told_beside_what_is_newer_in_its_room(hub: Hub, office: Office) -> None:
    play(hub, "claim", "ann", NOW_MS)
    hour_ms = NOW_MS + 600_000
    hour = Notice("hour", "eve", 1, 3, hour_ms)
    office.database.write(lambda db: write_notices(db, [("r", hour)], NOW_MS))
    agreed = sa.update(ROOM).values(hour_ms=hour_ms)
    office.database.write(lambda db: db.execute(agreed))
    await office.look(SOON_MS)
    (parcel,) = office.push.parcels
    assert {notice.kind for notice in parcel.notices} == {"hour", "answer"}


async def test_so_many_parcels_are_on_their_way_at_once(office: Office, hub: Hub) -> None:
    for nth in range(2 * AT_ONCE):
        add_way(office.database, "eve", id=f"way{nth}", key=f"way{nth}")
    busy, most, gone = 0, 0, asyncio.Event()

    class Slow(FakeSender):
        async def send(self, parcel: NoticeParcel) -> DeliveryEnd:
            nonlocal busy, most
            busy += 1
            most = max(most, busy)
            if busy == AT_ONCE:
                gone.set()
            await gone.wait()
            busy -= 1
            return await super().send(parcel)

    slow = Slow()
    dispatcher = Dispatcher(office.outbox, {"push": slow}, office.clock)
    play(hub, "claim", "ann", NOW_MS)
    office.clock.ms += SOON_MS
    assert await dispatcher.look("push") == len(slow.parcels) == 2 * AT_ONCE + 1
    assert most == AT_ONCE


async def test_who_waits_for_company_is_told_each_time_somebody_sits_down(
    database: Database,
) -> None:
    hub = hub_of_host(DatabaseLedger(database))
    table = opening("wager", "human", "human", control="2880m+720m", is_open=True)
    hub.open_room("r", table, "ann", NOW_MS, others={1: ""})
    hub.connect("bob", "bob", "en")
    add_way(database, "ann")
    office = Office(database)
    for who in ("bob", "eve"):
        say(hub, "sit", who, office.clock.ms, player=1)
        await office.look(SOON_MS)
        say(hub, "leave", who, office.clock.ms)
    told = [(kind, number) for _way, kind, number in office.push.told]
    assert [kind for kind, _number in told] == ["turn", "turn"]
    assert told[0] < told[1]


async def test_strangers_do_not_use_up_the_notices_of_a_day(database: Database) -> None:
    hub = hub_of_host(DatabaseLedger(database))
    hub.connect("bob", "bob", "en")
    play_on = opening("wager", "human", "human", control="2880m+720m")
    hub.open_room("s", play_on, "ann", NOW_MS, others={1: "bob"})
    table = opening("wager", "human", "human", control="2880m+720m", is_open=True)
    hub.open_room("r", table, "ann", NOW_MS, others={1: ""})
    add_way(database, "ann")
    office = Office(database, most=8 * 3)
    say(hub, "play", "ann", NOW_MS, room="s", text="claim", seen=hub.room("s").number)
    for _time in range(10):
        say(hub, "sit", "eve", office.clock.ms, player=1)
        await office.look(SOON_MS)
        say(hub, "leave", "eve", office.clock.ms)
        await office.look(SOON_MS)
    assert len(office.push.told) == 3
    say(hub, "play", "bob", office.clock.ms, room="s", text="allow", seen=hub.room("s").number)
    await office.look(SOON_MS)
    assert len(office.push.told) == 4
    say(hub, "sit", "eve", office.clock.ms, player=1)
    await office.look(SOON_MS)
    assert len(office.push.told) == 4
    await office.look(DAY_MS)  # who still sits there is told then
    assert len(office.push.told) == 5
