"""Matches for days: time begins with the last seat that is taken, and no duel waits for a word."""

from __future__ import annotations

import pytest

from gipf_meta.deeds.commands import may
from gipf_meta.hub.hub import Hub
from gipf_meta.match.timecontrol import DAY_MS
from gipf_meta.records.writer import to_record
from gipf_meta.rooms.events import Paused, WentOn
from gipf_meta.rooms.ledger import MemoryLedger
from gipf_meta.table.openings import Opening
from tests.hub.test_held_commands_fair_time import Far
from tests.hub.test_hub import find, opening
from tests.rooms.simulation import changed_scene


def slow(control: str = "4320m/turn", **values: object) -> Opening:
    """A match for days, in which a duel may begin."""
    options = {"duel": values.pop("duel", "wager")}
    return opening(
        "wager", "human", "human", control=control, options=options, is_open=True, **values
    )


def invited(asked: Opening) -> Far:
    """Ann has opened a match and gone; Bob has come to it, and does not sit yet."""
    far = Far(asked, others={1: ""})
    far.hub.connect("bob", "bob", "")
    return far


@pytest.mark.parametrize("control", ["4320m/turn", "10080m", "2880m+720m", "1440m/turn"])
def test_time_begins_by_itself_when_the_last_seat_is_taken(control: str) -> None:
    far = invited(slow(control))
    assert far.room.is_paused
    far.say("bob", "sit", 5000, player=1)
    assert not far.room.is_paused
    assert isinstance(far.events[-1], WentOn)
    far.play("ann", "claim", 5000 + DAY_MS // 2)
    assert far.room.happened_ms == 5000 + DAY_MS // 2, "nobody said ready"
    far.check()


@pytest.mark.parametrize("control", ["10m", "1439m/turn", "1m+1440m"])
def test_a_clock_with_less_than_a_day_for_the_first_turn_waits_for_both(control: str) -> None:
    far = invited(slow(control))
    far.say("bob", "sit", 5000, player=1)
    assert far.room.is_paused
    far.check()


def test_a_match_that_goes_on_from_a_record_waits_for_both() -> None:
    far = Far(slow())
    far.hub.pass_time(3 * DAY_MS - 1000)
    record = to_record(far.room.table.match, far.room.table.seats)
    again = invited(Opening.of_record(record).model_copy(update={"is_open": True}))
    again.say("bob", "sit", 5000, player=1)
    assert again.room.is_paused, "his clock has a second left"


def test_no_duel_waits_for_a_word_where_its_clock_is_slow() -> None:
    far = Far(slow())
    far.play("ann", "claim", 1000)
    far.play("bob", "challenge", 2000)
    assert len(far.room.table.match.sessions) == 2
    assert not far.room.is_paused
    far.hub.pass_time(2000 + 3 * DAY_MS + 5000)
    assert len(far.room.table.match.sessions) == 1, "its flag fell, with nobody there"
    assert not far.room.is_paused, "nor does the match wait after it"
    assert not any(isinstance(each, Paused) for each in far.events[3:])
    far.check()


@pytest.mark.parametrize(("duel", "control"), [("wager", "5m"), ("fuse", None)])
def test_a_duel_with_fast_time_waits_for_both(duel: str, control: str | None) -> None:
    far = Far(slow(duel=duel, duel_control=control))
    far.play("ann", "claim", 1000)
    far.play("bob", "challenge", 2000)
    assert len(far.room.table.match.sessions) == 2
    assert far.room.is_paused
    far.check()


def test_who_waits_for_a_guest_is_not_asked_whether_he_is_ready() -> None:
    far = Far(slow(), others={1: ""}, goes_on=False)
    told = far.say("ann", "watch", 100, want="scene")
    scene = changed_scene({}, next(each["scene"] for each in told if "scene" in each))
    assert scene["state"]["ready"] is None
    assert "go_on" not in may(far.room, "ann")


def shown_flag_ms(far: Far) -> list[int | None]:
    """The time at which each player's flag falls, as Ann is shown it."""
    told = far.say("ann", "watch", far.room.at_ms, want="scene", since=0)
    scene = changed_scene({}, next(each["scene"] for each in told if "scene" in each))
    return [scene[f"player:{player}"].get("flag_ms") for player in (0, 1)]


def test_all_are_shown_when_a_flag_falls_by_the_time_of_the_host() -> None:
    far = Far(slow("2880m+720m"))
    assert shown_flag_ms(far) == [2 * DAY_MS, None]
    far.play("ann", "claim", 1000)
    assert shown_flag_ms(far) == [None, 1000 + 2 * DAY_MS]
    entry = far.hub.rooms.find("r")
    far.hub.rooms.attempt(entry, lambda room: room.stop(2000, 2000 + DAY_MS))
    assert shown_flag_ms(far) == [None, 1000 + 3 * DAY_MS], "nobody served it for a day"


@pytest.mark.parametrize("control", ["1439m/turn", None])
def test_no_date_is_shown_where_time_is_short(control: str | None) -> None:
    far = Far(opening("wager", "human", "human", control=control))
    assert shown_flag_ms(far) == [None, None]


def test_where_time_stops_when_nobody_looks_one_lets_it_go_on_by_a_word() -> None:
    hub = Hub(MemoryLedger(), find, patience_ms=None)
    hub.connect("ann", "ann", "")
    room = hub.open_room("r", slow(), "ann")
    assert not room.is_paused
    assert "go_on" not in may(room, "ann")
    hub.receive("ann", {"do": "watch", "id": "c0", "room": "r", "since": 0, "want": "scene"}, 0)
    hub.disconnect("ann", 1000)
    hub.connect("ann", "ann", "")
    assert hub.room("r").is_paused
    assert "go_on" in may(hub.room("r"), "ann")
