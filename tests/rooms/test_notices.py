"""Notices follow from what a command has changed: whoever newly has to act, and did not cause it
himself, gets exactly one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from gipf_meta.hub.hub import Hub
from gipf_meta.rooms.events import Opened
from gipf_meta.rooms.ledger import Batch, MemoryLedger
from gipf_meta.rooms.notices import NOTHING, Demand, Known, Notice, notices_between
from gipf_meta.rooms.rebuilding import rebuild
from gipf_meta.rooms.state import RoomState
from tests.hub.test_hub import new_hub, opening, play, say
from tests.rooms.far_simulation import MachineLedger
from tests.rooms.months import MonthsSimulation
from tests.rooms.test_room_simulations import simulate
from tests.tiers import slow, soak

HOLDERS = {0: "ann", 1: "eve"}


def known(*demands: Demand, **values: Any) -> Known:
    """A room that ann and eve play."""
    return Known(frozenset(demands), HOLDERS, **values)


def test_who_has_to_act_is_told_but_for_who_caused_it_and_who_sits_there() -> None:
    before, after = known(Demand(0, "turn", 3)), known(Demand(1, "turn", 4))
    told = (Notice("turn", "eve", 1, 4),)
    assert notices_between(before, after, 5, "ann") == told
    assert notices_between(before, after, 5) == told
    assert notices_between(before, after, 5, "eve") == ()
    assert notices_between(before, after, 5, "ann", {"eve"}) == ()
    assert notices_between(after, after, 6, "ann") == ()


def test_of_two_things_at_once_a_person_is_told_the_more_urgent_one() -> None:
    after = Known(frozenset({Demand(0, "offer", 9), Demand(1, "turn", 4)}), {0: "eve", 1: "eve"})
    assert notices_between(NOTHING, after, 9, "ann") == (Notice("offer", "eve", 0, 9),)


def test_seats_of_nobody_are_told_nothing() -> None:
    after = Known(frozenset({Demand(0, "turn", 1), Demand(1, "turn", 1)}), {0: ""})
    assert notices_between(NOTHING, after, 1) == ()


def test_who_is_invited_by_name_is_told_once() -> None:
    before, after = known(), known(invited={2: "bob"})
    assert notices_between(before, after, 7, "ann") == (Notice("invitation", "bob", 2, 7),)
    assert notices_between(after, known(invited={3: "bob"}), 8, "ann") == ()


def test_the_end_is_told_to_all_but_who_ended_it() -> None:
    after = known(is_over=True)
    assert notices_between(known(), after, 9, "ann") == (Notice("end", "eve", 1, 9),)
    assert len(notices_between(known(), after, 9)) == 2
    assert notices_between(after, after, 10) == ()


def test_an_hour_is_told_to_both_wherever_they_are() -> None:
    after = known(hour_ms=1000)
    both = tuple(Notice("hour", person, player, 5, 1000) for player, person in HOLDERS.items())
    assert notices_between(known(), after, 5, "ann", {"ann", "eve"}) == both
    assert notices_between(after, after, 6) == ()
    moved = known(hour_ms=2000)
    assert [each.hour_ms for each in notices_between(after, moved, 7)] == [2000, 2000]


# ---- rooms --------------------------------------------------------------------------------------


class TellingLedger(MemoryLedger):
    """Keeps the notices of all batches."""

    def __init__(self) -> None:
        super().__init__()
        self.told = list[Notice]()

    def append(self, batch: Batch) -> None:
        super().append(batch)
        self.told += batch.notices

    def take(self) -> list[tuple[str, str, int]]:
        """The kind, person and number of each notice since the last call."""
        told, self.told = self.told, []
        return [(each.kind, each.person, each.number) for each in told]


@pytest.fixture
def ledger() -> TellingLedger:
    """A ledger that keeps notices."""
    return TellingLedger()


@pytest.fixture
def hub(ledger: TellingLedger) -> Hub:
    """A hub of a host, where ann has opened a match with eve; nobody sits there."""
    hub = new_hub(ledger, pauses_alone=False)
    hub.open_room("r", opening("wager", "human", "human"), "ann", others={1: "eve"})
    assert ledger.take() == []
    return hub


def test_a_challenge_a_duel_and_a_turn_are_told_as_what_they_are(
    hub: Hub, ledger: TellingLedger
) -> None:
    play(hub, "claim", "ann", 1)
    assert ledger.take() == [("answer", "eve", 4)]
    play(hub, "allow", "eve", 2)
    play(hub, "one", "ann", 3)
    kinds = [(kind, person) for kind, person, _number in ledger.take()]
    assert kinds == [("turn", "ann"), ("turn", "eve")]


def test_an_offer_is_told_and_the_turn_after_it_is_not_told_again(
    hub: Hub, ledger: TellingLedger
) -> None:
    play(hub, "claim", "ann", 1)
    play(hub, "allow", "eve", 2)
    assert [each[:2] for each in ledger.take()] == [("answer", "eve"), ("turn", "ann")]
    assert "done" in say(hub, "offer", "eve", 3)[-1]
    assert ledger.take() == [("offer", "ann", hub.room("r").number)]
    assert "done" in say(hub, "answer", "ann", 4, accept=False)[-1]
    assert ledger.take() == []


def test_a_program_of_one_machine_tells_nobody(ledger: TellingLedger) -> None:
    hub = new_hub(ledger)
    hub.open_room("r", opening("wager", "human", "human"), "ann", others={1: "eve"})
    play(hub, "claim", "ann", 1)
    assert ledger.take() == []


def test_news_of_another_process_and_a_room_that_is_rebuilt_tell_nothing_anew(
    hub: Hub, ledger: TellingLedger
) -> None:
    other = new_hub(ledger, pauses_alone=False)
    assert other.room("r").number == 3
    play(hub, "claim", "ann", 1)
    ledger.take()
    other.read_news("r", hub.room("r").number, 2)
    say(other, "watch", "eve", 3)
    other.close_room("r")
    say(other, "watch", "eve", 4)
    assert ledger.take() == []
    play(other, "allow", "eve", 5)
    assert [each[:2] for each in ledger.take()] == [("turn", "ann")]


# ---- the law ------------------------------------------------------------------------------------


class Judge(MemoryLedger):
    """Holds each batch to the law, by rooms that are rebuilt before and after it."""

    def __init__(self, find: Callable[[str], Any]) -> None:
        super().__init__()
        self._find = find
        self._before: dict[str, tuple[Known, dict[str, set[int]]]] = {}
        self.told = Counter[str]()

    def append(self, batch: Batch) -> None:
        super().append(batch)
        events = [entry.event for entry in self.read(batch.room)]
        room = rebuild(batch.room, events, self._find)
        before, waited_before = self._before.get(batch.room, (NOTHING, {}))
        now, waited = room.summary().known, _waited_for(room.state)
        self._before[batch.room] = now, waited
        assert now == batch.summary.known, "every process knows the same"
        first = batch.events[0]
        by = first.by if isinstance(first, Opened) else batch.sender
        told = Counter(each.person for each in batch.notices if each.kind != "hour")
        self.told.update(each.kind for each in batch.notices)
        assert by not in told
        assert max(told.values(), default=0) <= 1
        if now.is_over:
            ends = {*now.holders.values()} - {by, ""} if not before.is_over else set()
            assert {*told} == ends
            return
        invited = {*now.invited.values()} - {*before.invited.values()}
        for person in {*waited, *told, *invited} - {by}:
            is_new = bool(waited.get(person, set()) - waited_before.get(person, set()))
            if is_new or person in invited:
                assert told[person] == 1, (person, batch)
            elif person not in waited:
                assert told[person] == 0, (person, batch)


def _waited_for(state: RoomState) -> dict[str, set[int]]:
    """The players for whom the match waits, by the persons who hold their seats."""
    found = dict[str, set[int]]()
    if state.study is None and not state.is_ended:
        for player in state.table.match.top.players:
            person = state.seats.holders.get(player, "")
            if person and _must_act(state, player, person):
                found.setdefault(person, set()).add(player)
    return found


def _must_act(state: RoomState, player: int, person: str) -> bool:
    """Whether *player* must decide, answer, or be ready, as his scene says."""
    if state.free_seats and not state.has_begun:
        return False
    is_asked = state.offer is not None and player not in state.accepted
    is_asked |= player in state.players_to_agree
    is_unready = state.is_paused and state.hour is None and player in state.unready
    is_on_turn = not state.is_paused and player in state.deciders(person)
    return is_asked or is_unready or (is_on_turn and state.table.player == player)


class Telling(MonthsSimulation):
    """Months of a room in which nobody seems to sit at the board, under the law."""

    def _make_hub(self, ledger: MachineLedger) -> Hub:
        if not isinstance(self.ledger, Judge):
            self.ledger = ledger.ledger = Judge(self.find)
        ledger.ledger = self.ledger
        hub = super()._make_hub(ledger)
        hub.rooms.people_at = lambda room: ()
        return hub


@pytest.mark.usefixtures("clumsy")
@pytest.mark.parametrize(
    "first", [*range(0, 4, 2), *slow(*range(4, 60, 2)), *soak(*range(60, 2000, 2))]
)
def test_who_newly_has_to_act_and_did_not_cause_it_gets_exactly_one(first: int) -> None:
    for seed in range(first, first + 2):
        simulate(Telling, seed)
