"""Time as an input: deadlines, duels that time ends, bots that react, pauses, saving, undo."""

from __future__ import annotations

from typing import Any

import pytest

from gipf_meta import IllegalMove, Over, Turn
from gipf_meta.base.clock import StillClock
from gipf_meta.bots.levels import UnknownBot, make_bot
from gipf_meta.match.match import Match
from gipf_meta.narration.news import news
from gipf_meta.narration.story import session_story, turn_words
from gipf_meta.protocol.capabilities import timed
from gipf_meta.records.models import RecordError
from gipf_meta.records.reader import replay
from gipf_meta.records.record_files import dumps, loads
from gipf_meta.records.writer import to_record
from gipf_meta.table.new_table import resume_table
from gipf_meta.table.players import Player
from gipf_meta.table.table import Table
from tests.small_games.finding import find, played
from tests.small_games.fuse import Fuse
from tests.small_games.wager import Wager
from tests.tables import table


def fuse(**options: Any) -> Match:
    return Match.begin(Fuse(**options), 2, find, 1)


def duel_by_fuse() -> Match:
    """A match of Wager whose first claim was challenged after 300 ms: Right plays first."""
    match = Match.begin(Wager(duel="fuse"), 2, find, 1).advance(300)
    return played(match, "claim", "challenge")


def sit(match: Match, *kinds: str) -> tuple[Table, StillClock]:
    clock = StillClock()
    names = match.sessions[0].game.seat_names
    players = [Player.of_kind(kind, name) for kind, name in zip(kinds, names, strict=True)]
    return Table(match, players, clock), clock


# ---- matches -----------------------------------------------------------------------------------


@pytest.mark.parametrize("steps", [(999,), (1, 998), (400, 400, 199)])
def test_time_in_pieces_is_time_in_one(steps: tuple[int, ...]) -> None:
    match = fuse()
    for ms in steps:
        match = match.advance(ms)
    assert match == fuse().advance(999)
    assert match.result is None
    assert match.advance(1).result == Over((1,), "burnt")


def test_time_that_ends_a_duel_leaves_the_rest_to_the_game_below() -> None:
    match = duel_by_fuse().advance(1250)
    (wager,) = match.sessions
    assert wager.time_ms == 300 + 250
    duel = wager.steps[-1].duel
    assert (duel.time_ms, duel.status) == (1000, Over((1,), "burnt"))
    assert wager.state.phase == "name"


def test_only_the_game_on_top_ages() -> None:
    assert [session.time_ms for session in duel_by_fuse().advance(900).sessions] == [300, 900]


def test_a_game_in_which_no_time_acts_only_gets_older() -> None:
    match = fuse(lit=False).advance(10**9)
    assert match.top.state == Fuse().start(2)
    assert match.top.time_ms == 10**9
    assert timed(match.top.game) is None


def test_a_decision_out_of_turn_belongs_to_the_turn_it_falls_into() -> None:
    match = fuse().advance(100).play("trim", 1)
    assert match.top.status == Turn(0, 1)
    match = match.advance(50).play("pass")
    assert [(step.seat, step.at_ms) for step in match.top.steps] == [(1, 100), (0, 150)]
    assert [match.top.turn_text(turn) for turn in match.top.turns()] == ["@100 trim @150 pass"]
    # lists tell people the time as clocks do
    assert [turn_words(match.top, turn) for turn in match.top.turns()] == [
        "0:00.1 trim 0:00.1 pass"
    ]
    with pytest.raises(IllegalMove, match="Left cannot pass now"):
        match.play("pass", 0)


def test_undo_restores_state_and_time() -> None:
    before = fuse().advance(400)
    after = before.play("pass").advance(77)
    assert after.undo() == before


def test_time_is_never_taken_back_before_a_duel() -> None:
    match = duel_by_fuse().advance(10).play("pass").advance(20).undo()
    assert [session.time_ms for session in match.sessions] == [300, 10]


# ---- records -----------------------------------------------------------------------------------


def test_a_match_saved_in_a_duel_goes_on_at_the_same_millisecond() -> None:
    match = duel_by_fuse().advance(400).play("trim", 0).advance(123)
    again = replay(loads(dumps(to_record(match))), find)
    assert again == match
    assert again.top.game.deadline(again.top.state) == 300 - 123
    assert again.advance(177) == match.advance(177)
    assert again.advance(177).sessions[0].state.phase == "name"


def test_a_record_that_runs_past_an_end_by_time_is_refused() -> None:
    match = fuse().advance(10).play("pass")
    record = to_record(match)
    late = record.model_copy(update={"time": 5000})
    with pytest.raises(RecordError, match="another result"):
        replay(late, find)
    with pytest.raises(RecordError, match="ended before its last turn"):
        replay(record.model_copy(update={"time": 9}), find)


# ---- what is told ------------------------------------------------------------------------------


def test_what_happens_by_itself_is_told() -> None:
    before = duel_by_fuse()
    told = list(news(before.sessions, before.advance(1001).sessions, ["Ann", "Bob"]))
    assert told[0] == "The fuse is burnt down."
    assert told[1] == "Ann won the duel in Fuse: burnt."
    story = list(session_story(fuse().advance(10).play("pass").advance(1000).top, ["Ann", "Bob"]))
    assert story == [
        "  1. Ann as Left: @10 pass",
        "    The fuse is burnt down.",
        "Fuse: Ann as Left won (burnt).",
    ]


def test_nothing_is_told_twice() -> None:
    before = fuse().advance(999)
    after = before.advance(1)
    assert list(news(before.sessions, after.sessions, ["Ann", "Bob"])) == [
        "The fuse is burnt down."
    ]
    assert list(news(after.sessions, after.advance(5).sessions, ["Ann", "Bob"])) == []


# ---- the table ---------------------------------------------------------------------------------


def test_who_waits_may_act_at_one_keyboard() -> None:
    table, clock = sit(fuse(), "human", "human")
    clock.ms = 200
    table.play("trim")
    assert table.match.top.steps[-1].seat == 1
    assert table.wait_ms() == 400


def test_a_person_never_acts_for_a_bot() -> None:
    table, _ = sit(fuse(), "human", "random")
    with pytest.raises(IllegalMove, match="Left cannot trim"):
        table.play("trim")
    table.play("pass")
    with pytest.raises(IllegalMove, match="Left cannot pass"):
        table.play("pass")


def test_a_bot_needs_its_reaction_time() -> None:
    table, clock = sit(fuse(), "human", "random:300")
    table.play("pass")
    assert table.wait_ms() == 300
    clock.ms = 299
    table.tick()
    assert table.player == 1
    clock.ms = 300
    table.tick()
    assert table.player == 0
    assert table.match.top.steps[-1].at_ms == 300


def test_a_late_tick_finds_the_bot_having_answered_in_time() -> None:
    """However seldom the screen looks, the bot moves at its own moment."""
    table, clock = sit(fuse(), "greedy:300", "greedy:300")
    clock.ms = 950
    table.tick()
    assert [step.at_ms for step in table.match.top.steps if step.text == "pass"] == [300, 600, 900]


def test_a_bot_that_is_too_slow_loses() -> None:
    table, clock = sit(fuse(), "random:1001", "human")
    clock.ms = 5000
    table.tick()
    assert table.over == Over((1,), "burnt")
    assert table.match.top.time_ms == 1000


def test_a_bot_acts_out_of_turn_when_that_looks_better() -> None:
    table, clock = sit(fuse(), "human", "greedy:250")
    assert table.wait_ms() == 250
    clock.ms = 250
    table.tick()
    assert [(step.seat, step.text, step.at_ms) for step in table.match.top.steps] == [
        (1, "trim", 250)
    ]
    assert table.player == 0


def test_a_plan_for_a_turn_that_is_over_is_dropped() -> None:
    table, clock = sit(fuse(), "human", "greedy:250")
    assert table.wait_ms() == 250
    clock.ms = 249
    table.play("pass")
    clock.ms = 498
    table.tick()
    assert [step.text for step in table.match.top.steps] == ["pass"]
    clock.ms = 499
    table.tick()
    assert [step.text for step in table.match.top.steps] == ["pass", "pass"]


def test_bots_play_in_virtual_time_the_same_way_every_time() -> None:
    def play() -> str:
        table, _ = sit(fuse(turns=20), "random:200", "greedy:300")
        while table.over is None:
            table.play_bot()
        assert table.match.top.time_ms >= 20 * 200
        return dumps(table.record())

    assert play() == play()


def test_a_duel_between_bots_runs_in_virtual_time() -> None:
    match = duel_by_fuse()
    table, clock = sit(match, "greedy", "random:1500")
    while len(table.match.sessions) == 2:
        table.play_bot()
    assert table.match.sessions[0].time_ms == 300
    assert clock.ms == 0


def test_a_pause_stops_the_fuse() -> None:
    table, clock = sit(fuse(), "human", "human")
    clock.ms = 100
    table.tick()
    table.paused = True
    clock.ms = 90_000
    table.tick()
    table.go_on()
    clock.ms = 90_050
    table.tick()
    assert table.match.top.time_ms == 150


def test_a_resumed_table_waits() -> None:
    table, clock = sit(fuse(), "human", "human")
    clock.ms = 400
    again = resume_table(table.record(), find, clock)
    clock.ms = 100_000
    again.tick()
    assert again.match.top.time_ms == 400
    again.go_on()
    clock.ms += 600
    again.tick()
    assert again.over == Over((1,), "burnt")


def test_undo_takes_back_what_time_did_since() -> None:
    table, clock = sit(fuse(), "human", "human")
    clock.ms = 400
    table.play("pass")
    clock.ms = 900
    table.undo()
    assert table.wait_ms() == 600
    clock.ms = 1000
    table.tick()
    assert table.match.top.time_ms == 500


@table("""
    words         | sentence
    greedy:fast   | a time in ms, as in greedy:500
    greedy:       | a time in ms
    greedy:0      | reacts in 1 to 60000 ms
    greedy:60001  | reacts in 1 to 60000 ms
    expert:ms=0   | a level thinks for 1 to 20000 ms, as in expert:ms=200
    Hard:MS=20001 | a level thinks for 1 to 20000 ms, as in hard:ms=200
    expert:ms=    | a level thinks for 1 to 20000 ms
    random:ms=5   | only levels think for so many ms; the levels are: beginner
    greedy:ms=5   | only levels think for so many ms
    clever:5      | no bot 'clever:5'
""")
def test_reaction_times_that_cannot_be(words: str, sentence: str) -> None:
    with pytest.raises(UnknownBot, match=sentence):
        make_bot(words)


def test_what_is_due_now_happens_as_soon_as_time_goes_on() -> None:
    table, clock = sit(fuse(), "human", "human")
    clock.ms = 999
    table.play("trim")
    assert table.match.top.game.deadline(table.match.top.state) == 0
    clock.ms = 1000
    table.tick()
    assert table.over == Over((1,), "burnt")
