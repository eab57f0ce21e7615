"""The clock of every session of a match, flags and the ends of pauses, counted again."""

from __future__ import annotations

import pytest

from gipf_meta.match.match import Match
from gipf_meta.match.timecontrol import TimeControl
from gipf_meta.rooms.events import Happened, Paused, WentOn
from gipf_meta.rooms.ledger import LedgerError
from gipf_meta.rooms.recount import SessionCount, recount
from gipf_meta.rooms.state import RoomState
from tests.hub.test_held_commands_fair_time import Far, wager
from tests.hub.test_hub import find, opening
from tests.rooms.brittle import Brittle
from tests.small_games.finding import GAMES


def in_nested_duels() -> Far:
    """A match with clocks, in whose duel another duel has begun, at 6 s; each took a second or so
    to decide, and nobody is ready for the inner duel yet."""
    options = {"duel": "wager", "duel_options": {"duel": "wager"}}
    asked = opening("wager", "human", "human", control="60s", duel_control="20s", options=options)
    far = Far(asked)
    for at_ms in (1000, 2500, 4000, 6000):
        far.go_on(at_ms)
        decides(far, at_ms + 500)
    return far


def decides(far: Far, at_ms: int) -> None:
    """Plays for the player who is to decide: he claims, or doubts a claim."""
    player = far.room.table.player
    assert player is not None
    text = (
        "claim"
        if "claim"
        in far.room.table.match.top.game.legal_moves(
            far.room.table.match.top.state, far.room.table.match.top.seat_of(player)
        )
        else "challenge"
    )
    far.play(far.room.seats.holders[player], text, at_ms)


def test_the_clocks_of_duels_in_duels_are_counted_again() -> None:
    far = in_nested_duels()
    assert len(far.room.table.match.sessions) == 3
    far.go_on(8000)
    far.hub.pass_time(8000 + 20_000 + 5000)
    assert len(far.room.table.match.sessions) == 2
    assert sum(isinstance(each, Happened) for each in far.events) == 1
    counted = far.check()
    assert tuple(counted.left_ms.values()) == far.left_ms()
    far.go_on(40_000)
    far.hub.pass_time(120_000)
    far.check()
    assert len(far.room.table.match.sessions) == 1


@pytest.mark.parametrize("early_ms", [1, -1])
def test_a_flag_that_falls_a_millisecond_too_early_or_too_late_is_found(
    early_ms: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    true_ms = TimeControl.ms_to_flag

    def wrong_ms(control: TimeControl, session: object) -> int | None:
        left_ms = true_ms(control, session)  # type: ignore[arg-type]
        left = control.left_ms(session)  # type: ignore[arg-type]
        is_asked = left_ms is not None
        return max(0, min(left) - early_ms) if is_asked and control.duels is None else left_ms

    monkeypatch.setattr(TimeControl, "ms_to_flag", wrong_ms)
    far = in_nested_duels()
    far.go_on(8000)
    far.hub.pass_time(8000 + 20_000 + 5000)
    number = next(each.number for each in far.events if isinstance(each, Happened))
    with pytest.raises(LedgerError, match=f"time of event {number} "):
        recount("r", far.events, find)


def test_the_flagged_player_is_the_one_without_time(monkeypatch: pytest.MonkeyPatch) -> None:
    far = in_nested_duels()
    far.go_on(8000)
    monkeypatch.setattr(
        "gipf_meta.rooms.room._who_was_flagged", lambda before: 1 - (before.player or 0)
    )
    far.hub.pass_time(8000 + 20_000 + 5000)
    number = next(each.number for each in far.events if isinstance(each, Happened))
    with pytest.raises(LedgerError, match=f"time of event {number} "):
        recount("r", far.events, find)


def test_time_that_passes_below_a_duel_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    true_advance = Match.advance

    def age_all(match: Match, ms: int) -> Match:
        after = true_advance(match, ms)
        if len(after.sessions) < 2 or len(after.sessions) != len(match.sessions):
            return after
        bottom = Match(match.sessions[:1], match.finder, match.seed)
        below = true_advance(bottom, ms).sessions[0]
        return Match(
            (below, *after.sessions[1:]), after.finder, after.seed, after.draws, after.control
        )

    monkeypatch.setattr(Match, "advance", age_all)
    far = in_nested_duels()
    far.go_on(8000)
    with pytest.raises(LedgerError, match="is not right"):
        recount("r", far.events, find)


def test_a_pause_that_lasts_too_long_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    far = Far(wager())
    far.play("ann", "claim", 1000)
    far.say("ann", "pause", 2000, ms=30_000)
    far.say("bob", "answer", 3000, accept=True)
    with monkeypatch.context() as patched:
        patched.setattr(
            RoomState,
            "pause_ends_ms",
            property(lambda room: None if room.goes_on_ms is None else room.goes_on_ms + 1),
        )
        far.hub.pass_time(40_000)
    went_on = far.events[-1]
    assert isinstance(went_on, WentOn)
    assert went_on.at_ms == 33_001
    with pytest.raises(LedgerError, match=f"time of event {went_on.number} "):
        recount("r", far.events, find)


def test_a_pause_may_last_for_a_newcomer_and_ends_early_when_all_are_ready() -> None:
    far = Far(wager())
    far.play("ann", "claim", 1000)
    far.say("ann", "pause", 2000, ms=30_000)
    far.say("bob", "answer", 3000, accept=True)
    far.say("bob", "leave", 4000)
    far.hub.connect("cyd", "cyd", "")
    far.say("ann", "invite", 5000, player=1, key="k" * 22)
    far.say("cyd", "enter", 32_000, key="k" * 22)
    far.hub.pass_time(50_000)
    assert far.room.is_paused
    far.go_on(60_000)
    assert not far.room.is_paused
    far.check()
    assert any(isinstance(each, Paused) and each.until_ms for each in far.events)


def test_a_decision_over_which_a_duel_fails_takes_nothing_of_what_may_be_given_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(GAMES, "brittle", Brittle)
    options = {"duel": "brittle", "duel_options": {"breaks": "apply"}}
    far = Far(opening("wager", "human", "human", control="60s", options=options))
    far.play("ann", "claim", 1000)
    far.play("bob", "challenge", 2000)
    far.go_on(3000)
    player = far.room.table.player
    assert player is not None
    far.play(far.room.seats.holders[player], "nod", 4000)
    player, number = 1 - player, far.room.number
    before = far.room.quota_of(player)
    far.say(far.room.seats.holders[player], "play", 5000, 300, text="nod", seen=number)
    assert far.room.table.trouble
    assert far.room.quota_of(player) == before
    far.check()


def test_a_count_goes_back_to_the_moment_of_the_decision() -> None:
    count = SessionCount([10, 20, 30], 5)
    count.go_back(1)
    assert (count.spans, count.pending) == ([10], 20)
