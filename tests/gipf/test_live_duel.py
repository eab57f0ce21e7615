"""A challenge in a match of GIPF for days, whose duel in ZÈRTZ or TAMSK is played at an hour."""

from __future__ import annotations

from typing import Any

import pytest

from gipf_meta.match.timecontrol import DAY_MS, TimeControl
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.records.reader import read_match
from gipf_meta.records.record_files import dumps, loads
from tests.deeds.test_weeks_live_duels import agree, on_turn
from tests.hub import test_held_commands_fair_time
from tests.hub.test_held_commands_fair_time import Far
from tests.hub.test_hub import opening
from tests.hub.test_passing_time_nobody_waits import watch_both

TURNS = ("Ga1-b2", "Gi5-h5", "Za1-b2", "i5-h5", "Zb2^", "challenge")


@pytest.fixture
def far(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Far:
    """A match of days at the beginning of a duel, with the options that are the parameter."""
    monkeypatch.setattr(test_held_commands_fair_time, "find", installed_plugins().find)
    options: dict[str, Any] = {"zertz_potentials": 3, "challenges_enabled": "on", **request.param}
    seats = ("human", "human")
    far = Far(opening("gipf", *seats, control="4320m/turn", options=options, rules=1))
    watch_both(far)
    for n, text in enumerate(TURNS):
        far.play(on_turn(far), text, 1000 * (n + 1))
    return far


@pytest.mark.needs("gipf", "zertz")
@pytest.mark.parametrize("far", [{}], indirect=True)
def test_a_duel_in_zertz_is_played_live_and_the_match_goes_on_for_days(far: Far) -> None:
    assert not far.room.is_paused, "by a clock of days it begins at once"
    agree(far, 8000)
    far.say("ann", "go_on", 9000)
    far.say("bob", "go_on", 10_000)
    assert far.room.table.match.running_control == TimeControl.read("10m+5s")
    far.play(on_turn(far), "Wd4,a1", 20_000)
    record = loads(dumps(far.room.record()))
    assert read_match(record, installed_plugins().find).top.live is not None
    far.say("ann", "resign", 30_000, by=0)
    match = far.room.table.match
    assert [session.game.id for session in match.sessions] == ["gipf"]
    assert match.running_control == match.control
    assert not far.room.is_paused
    far.check()


@pytest.mark.needs("gipf", "tamsk", "zertz")
@pytest.mark.parametrize("far", [{"zertz_duel": "tamsk"}], indirect=True)
def test_a_duel_in_tamsk_waits_for_its_hour(far: Far) -> None:
    assert far.room.table.match.top.game.id == "tamsk"
    assert far.room.goes_on_ms == 6000 + 3 * DAY_MS
    far.say("bob", "go_on", 7000)
    far.hub.pass_time(6000 + 3 * DAY_MS)
    assert not far.room.is_paused
    assert far.room.table.match.running_control is None
    far.check()
