"""The words on vacations in a match: players read dates, spectators do not."""

from __future__ import annotations

from typing import Any

import pytest

from gipf_meta.base.addressee import told_to
from gipf_meta.base.dates import in_zone
from gipf_meta.deeds.boards import addressee_in
from gipf_meta.deeds.table_elements import announce
from gipf_meta.match.timecontrol import DAY_MS
from gipf_meta.rooms.state import RoomState
from tests.rooms.simulation import changed_scene
from tests.rooms.test_slow_time_resting import Slow

HOUR_MS = DAY_MS // 24
BEGIN_MS = 20 * DAY_MS


class Watched(Slow):
    """A slow match that Ann, Bob and Eve watch; each reads scenes."""

    def __init__(self) -> None:
        super().__init__()
        self.scenes: dict[str, Any] = {}
        self.hub.connect("eve", "eve", "")
        for person in ("ann", "bob", "eve"):
            self.hub.links.note_zone(person, "Europe/Prague")
            self.hub.receive(person, {"do": "watch", "id": "w", "room": "r", "want": "scene"}, 0)
            self.look()

    def look(self) -> None:
        """Takes the scenes that were sent."""
        for person, message in self.hub.take_outbox():
            if "scene" in message:
                told = message["scene"]
                self.scenes[person] = changed_scene(self.scenes.get(person, {}), told)

    def waiting(self, person: str) -> list[str]:
        """The lines on people for whom the match waits, without what was agreed on time."""
        self.look()
        lines = self.scenes[person]["state"]["waiting"]
        return [line for line in lines if "away" in line and "Clock" not in line]


@pytest.fixture
def watched() -> Watched:
    """Ann is away from the 21st to the 31st day on."""
    watched = Watched()
    watched.rest("ann", 1000, (BEGIN_MS, BEGIN_MS + 10 * DAY_MS))
    return watched


def test_players_read_of_a_vacation_ahead_and_spectators_do_not(watched: Watched) -> None:
    told = "p0 will be away from 21 January 1970 until 31 January 1970; no clock of days runs then."
    assert watched.waiting("bob") == [told]
    assert watched.waiting("ann") == [told.replace("p0", "You")]
    assert watched.waiting("eve") == []


def test_players_are_told_when_a_vacation_is_announced_or_called_off(watched: Watched) -> None:
    def news(person: str) -> list[str]:
        state, event = watched.room, watched.events[-1]
        with told_to(addressee_in(state, person, "")):
            return [*announce(state, person, [event])]

    ahead = (
        "p0 will be away from 21 January 1970 until 31 January 1970; no clock of days runs then."
    )
    with in_zone("Europe/Prague"):
        assert news("bob") == [ahead]
        assert news("ann") == [ahead.replace("p0", "You")]
        assert news("eve") == []
        watched.rest("ann", 2000)
        assert news("bob") == ["p0 has no vacation ahead any more; the clocks run."]
        assert news("eve") == []


def test_clocks_stand_in_every_scene_while_somebody_is_away() -> None:
    watched = Watched()
    watched.rest("bob", 1000, (DAY_MS, 10 * DAY_MS))
    watched.look()
    assert watched.scenes["eve"]["player:0"]["clock_runs"]
    assert watched.hub.wait_ms(1000) == DAY_MS - 1000
    watched.hub.pass_time(DAY_MS)
    assert watched.waiting("ann") == ["p1 is away until 11 January 1970; no clock runs."]
    assert watched.waiting("bob") == ["You are away until 11 January 1970; no clock runs."]
    assert watched.waiting("eve") == ["p1 is away; no clock runs."]
    assert not watched.scenes["eve"]["player:0"]["clock_runs"]
    assert watched.scenes["eve"]["player:0"]["clock_ms"] == 2 * DAY_MS
    assert watched.hub.wait_ms(DAY_MS) == 9 * DAY_MS
    watched.hub.pass_time(10 * DAY_MS)
    assert watched.waiting("eve") == []
    assert watched.scenes["eve"]["player:0"]["clock_runs"]


def test_each_reader_has_the_days_of_his_zone(watched: Watched) -> None:
    watched.hub.links.note_zone("bob", "America/New_York")
    watched.rest("ann", 2000, (BEGIN_MS, BEGIN_MS + 9 * DAY_MS))
    assert "from 20 January 1970 until 29 January 1970" in watched.waiting("bob")[0]
    assert "from 21 January 1970 until 30 January 1970" in watched.waiting("ann")[0]


def test_spectators_get_no_dates_as_events_until_they_play() -> None:
    watched = Watched()
    for person in ("bob", "eve"):
        watched.say(person, "watch", 0, want="events")
    watched.hub.take_outbox()
    watched.rest("ann", 1000, (BEGIN_MS, BEGIN_MS + DAY_MS))
    told: dict[str, Any] = {to: each for to, each in watched.hub.take_outbox() if "event" in each}
    assert told["bob"]["spans"] == [{"from_ms": BEGIN_MS, "until_ms": BEGIN_MS + DAY_MS}]
    assert (told["eve"]["event"], told["eve"]["to_ms"]) == ("stopped", 1000)
    again = watched.say("eve", "watch", 2000, want="events", since=0)
    assert all(each.get("event") != "rested" for each in again)
    watched.say("bob", "leave", 3000)
    watched.rest("ann", 3500, (BEGIN_MS, BEGIN_MS + 2 * DAY_MS))
    told = {to: each for to, each in watched.hub.take_outbox() if "event" in each}
    assert told["bob"]["event"] == "rested", "he knew of the one before"
    assert told["eve"]["event"] == "stopped"
    watched.say("ann", "invite", 4000, player=1, key="k" * 22)
    told_eve = watched.say("eve", "enter", 5000, key="k" * 22)
    assert [each["player"] for each in told_eve if each.get("event") == "rested"] == [0]


def test_who_is_on_vacation_is_not_away() -> None:
    """In a duel without a clock, say, where only the absence counts."""
    from gipf_meta.deeds.claims import _gone_since_ms

    watched = Watched()
    state: RoomState = watched.room
    state.gone_since_ms = lambda person: 5
    watched.rest("ann", 1000, (DAY_MS, 2 * DAY_MS))
    assert _gone_since_ms(state, 0) == 5
    watched.hub.rooms.find("r").room.pass_time(DAY_MS + HOUR_MS)
    assert _gone_since_ms(state, 0) is None
    watched.hub.rooms.find("r").room.pass_time(2 * DAY_MS + HOUR_MS)
    assert _gone_since_ms(state, 0) == 2 * DAY_MS
