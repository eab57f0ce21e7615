"""Rooms that cannot be read or stored for a while concern few people, and lose nothing."""

from __future__ import annotations

from copy import deepcopy

import pytest

from gipf_meta.host.host_hub import reload_lost_rooms
from gipf_meta.hub.hub import Hub
from gipf_meta.hub.open_rooms import OpenRoom
from gipf_meta.match.plans import Plan
from gipf_meta.rooms.events import Played
from gipf_meta.rooms.ledger import Batch, Conflict, LedgerEntry, LedgerError, MemoryLedger
from tests.hub.test_held_commands_fair_time import wager
from tests.hub.test_hub import find, opening

PEOPLE = ("ann", "bob")


class Half(MemoryLedger):
    """A ledger in which *away* can neither be read nor appended to: others were first there. Of
    *halfway* only the plans cannot be read; in *unplanned* no plan decides."""

    away = halfway = unplanned = ""

    def read(self, room: str, since: int = 0) -> list[LedgerEntry]:
        """Returns the entries after event *since*, unless the room is away."""
        if room == self.away:
            raise LedgerError("away")
        return super().read(room, since)

    def append(self, batch: Batch) -> None:
        """Appends, unless the room is away."""
        if batch.room == self.away or (batch.plan and batch.room == self.unplanned):
            raise Conflict
        super().append(batch)

    def plans(self, room: str) -> list[Plan]:
        """Returns the plans, unless these or the room are away."""
        if room in (self.away, self.halfway):
            raise LedgerError("away")
        return super().plans(room)


def hub_of(ledger: MemoryLedger, *rooms: str) -> Hub:
    """A hub at which time runs in *rooms*, at which Ann and Bob look."""
    hub = Hub(ledger, find, patience_ms=None, pauses_alone=False)
    for person in PEOPLE:
        hub.connect(person, person, "")
    for room in rooms:
        hub.open_room(room, wager("60s"), "ann", others={1: "bob"})
        for do in ("watch", "go_on"):
            for person in PEOPLE:
                about = {"want": "scene", "since": 0} if do == "watch" else {}
                hub.receive(person, {"do": do, "id": f"{do}{room}", "room": room, **about}, 0)
    return hub


def unread(hub: Hub) -> list[OpenRoom]:
    """The rooms that wait for being read again."""
    return [*hub.open_rooms.unread.values()]


def test_a_room_that_cannot_be_read_holds_up_the_time_of_no_other() -> None:
    ledger = Half()
    hub = hub_of(ledger, "r", "s")
    ledger.away = "r"
    hub.pass_time(70_000)
    assert [entry.state.id for entry in unread(hub)] == ["r"]
    assert hub.room("s").is_ended
    ledger.away = ""
    hub.pass_time(72_000)
    assert hub.room("r").is_ended
    assert not unread(hub)


def test_who_watches_a_room_whose_plans_cannot_be_read_is_told_when_they_can() -> None:
    ledger = Half()
    hub = hub_of(ledger, "r")
    entry, ledger.halfway = hub.rooms.find("r"), "r"
    with pytest.raises(LedgerError):
        hub.rooms.reload(entry)
    assert [each.state.id for each in unread(hub)] == ["r"]
    hub.pass_time(1_000)
    assert [each.state.id for each in unread(hub)] == ["r"], "it is read again as long as need be"
    ledger.halfway = ""
    hub.pass_time(2_000)
    assert not unread(hub)
    hub.take_outbox()
    seen = hub.room("r").number
    hub.receive("ann", {"do": "play", "id": "p", "room": "r", "text": "claim", "seen": seen}, 2_000)
    assert {link for link, message in hub.take_outbox() if "scene" in message} == {"ann", "bob"}


def test_a_plan_that_cannot_be_played_holds_up_the_time_of_no_other_room() -> None:
    ledger = Half()
    hub = hub_of(ledger, "r", "s")
    ledger.unplanned = "r"
    hub.receive("bob", {"do": "premove", "id": "m", "room": "r", "text": "allow"}, 0)
    played = {"do": "play", "id": "p", "text": "claim", "seen": hub.room("r").number}
    hub.receive("ann", {**played, "room": "r"}, 1_000)
    assert hub.room("r").planned, "it waits"
    ledger.away = "r"
    hub.pass_time(70_000)
    assert hub.room("s").is_ended
    assert [entry.state.id for entry in unread(hub)] == ["r"]
    ledger.away = ledger.unplanned = ""
    hub.pass_time(72_000)
    assert not unread(hub)
    assert [each.event.text for each in ledger.read("r") if isinstance(each.event, Played)] == [
        "claim",
        "allow",
    ]


def test_who_goes_while_his_room_cannot_be_read_is_gone() -> None:
    ledger = Half()
    hub = hub_of(ledger, "r")
    ledger.away = "r"
    hub.pass_time(70_000)
    hub.disconnect("bob", 70_500)
    assert hub.audience.people("r") == {"ann"}
    hub.disconnect("ann", 71_000)
    assert hub.audience.people("r") == set()
    assert not unread(hub), "nobody waits for it"
    ledger.away = ""
    hub.connect("ann", "ann", "")
    hub.receive("ann", {"do": "watch", "id": "w", "room": "r", "want": "scene"}, 72_000)
    assert hub.audience.gone_since_ms("r", "bob") == 70_500
    assert list(hub.rooms.find("r").watchers) == ["ann"]


class Hasty(MemoryLedger):
    """A ledger that may lose what was appended since *kept*, as where a commit fails."""

    def keep(self) -> None:
        """Keeps all that is there."""
        self.kept = deepcopy((self._entries, self._commands))

    def lose(self) -> None:
        """Loses the entries after *kept*."""
        self._entries, self._commands = self.kept


def test_a_command_that_waited_is_judged_again_if_its_judgement_was_not_kept() -> None:
    ledger = Hasty()
    hub = hub_of(ledger, "r")
    late = {"do": "play", "id": "late", "room": "r", "text": "claim", "seen": hub.room("r").number}
    hub.receive("ann", late, 60_100)
    wait_ms = hub.wait_ms(60_100)
    assert wait_ms, "it waits for the flag"
    hub.take_outbox()
    ledger.keep()
    hub.pass_time(60_100 + wait_ms)
    ledger.lose()
    reload_lost_rooms(hub, ["r"])
    assert not hub.room("r").is_ended
    hub.take_outbox()
    hub.pass_time(60_100 + wait_ms)
    told = [message for link, message in hub.take_outbox() if link == "ann"]
    assert [message["refused"] for message in told if "refused" in message] == ["late"]
    hub.pass_time(80_000)
    assert not hub.take_outbox(), "it is answered once"


def test_a_bot_whose_answer_was_not_kept_is_asked_again_at_once() -> None:
    ledger = Hasty()
    hub = hub_of(ledger)
    hub.open_room("r", opening("wager", "human", "random"), "ann")
    hub.receive("ann", {"do": "watch", "id": "w", "room": "r", "want": "scene"}, 0)
    played = {"do": "play", "id": "p", "text": "claim", "seen": hub.room("r").number}
    hub.receive("ann", {**played, "room": "r"}, 1000)
    hub.take_outbox()
    ledger.keep()
    (thought,) = hub.take_thoughts()
    hub.take_answer(thought, thought.run, 1100)
    ledger.lose()
    reload_lost_rooms(hub, ["r"])
    hub.take_answer(thought, thought.run, 1100)
    assert len(hub.take_thoughts()) == 1
