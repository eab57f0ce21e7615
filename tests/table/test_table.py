"""The table: people, bots, time, undo, and duels that cannot go on."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from gipf_meta import MoveError
from gipf_meta.base.clock import StillClock
from gipf_meta.bots.bot import Request
from gipf_meta.bots.levels import UnknownBot, make_bot
from gipf_meta.match.match import Match
from gipf_meta.match.timecontrol import TimeControl
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.failures import GameFailed
from gipf_meta.protocol.options import configure
from gipf_meta.protocol.view import View
from gipf_meta.records.record_files import dumps, loads
from gipf_meta.records.writer import to_record
from gipf_meta.rooms.room import Room
from gipf_meta.table.new_table import begin_table, resume_table
from gipf_meta.table.openings import Opening
from gipf_meta.table.players import Player, players_of
from gipf_meta.table.table import Table
from tests.small_games.finding import GAMES, find
from tests.small_games.wager import Wager

Begin = Callable[..., Match]


def sit(match: Match, *kinds: str) -> Table:
    names = match.sessions[0].game.seat_names
    players = [Player.of_kind(kind, name) for kind, name in zip(kinds, names, strict=True)]
    return Table(match, players, StillClock())


def test_bots_play_a_match_to_its_end_the_same_way_every_time(begin: Begin) -> None:
    def story() -> str:
        table = sit(begin(seed=11), "random", "random")
        while table.over is None:
            assert table.bot_is_due
            table.play_bot()
        return dumps(table.record())

    assert story() == story()


def test_a_resumed_match_goes_on_as_it_would_have(begin: Begin) -> None:
    table = sit(begin(seed=5), "random", "random")
    while len(table.match.sessions) == 1:
        table.play_bot()
    resumed = resume_table(loads(dumps(table.record())), find, StillClock())
    assert resumed.players[0].kind == "random"
    while table.over is None:
        table.play_bot()
        resumed.play_bot()
        assert resumed.match == table.match


def test_the_greedy_bot_takes_the_better_number() -> None:
    game = Wager()
    state = game.start(2)._replace(phase="name")
    assert make_bot("greedy").choose(Request(game, state, 0, 2, Random(1))) == "two"


def test_the_greedy_bot_looks_to_the_end_of_its_turn() -> None:
    class Tempting(Wager):
        """A bird in the hand looks better at once, two in the bush are better in the end."""

        def legal_moves(self, state: Any, seat: int) -> Any:
            return ("rest", "claim") if state.phase == "claim" else super().legal_moves(state, seat)

        def apply(self, state: Any, move: Any) -> Any:
            if move == "rest":
                return self._passed(state, 0)
            return super().apply(state, "allow" if move == "claim" else move)

    game = Tempting()
    request = Request(game, game.start(2), 0, 2, Random(1))
    assert make_bot("greedy").choose(request) == "claim"


class Allowing:
    """A bot that allows every claim and names what it can."""

    reaction_ms = 1000

    def choose(self, request: Request) -> Any:
        return request.game.legal_moves(request.state, request.seat)[0]


def test_undo_goes_back_to_the_last_decision_of_a_person(begin: Begin) -> None:
    table = Table(begin(), [Player("Left"), Player("Right", Allowing(), "allowing")], StillClock())
    table.play("claim+one")
    assert table.bot_is_due
    table.play_bot()
    assert table.match.top.state.points == (1, 0)
    table.play_bot()
    assert table.player == 0
    answered = table.match
    table.play("allow")
    table.play_bot()
    table.undo()
    assert table.match == answered
    table.undo()
    assert table.player == 0
    assert [step.text for step in table.match.top.steps] == ["claim", "allow"]


def test_a_wrong_move_changes_nothing(begin: Begin) -> None:
    table = sit(begin(), "human", "human")
    before = table.match
    with pytest.raises(MoveError):
        table.play("nonsense")
    assert table.match is before


def test_time_is_what_the_clock_says(begin: Begin) -> None:
    table = sit(begin(), "human", "human")
    clock = table.clock
    assert isinstance(clock, StillClock)
    clock.ms = 1500
    table.play("claim")
    clock.ms = 1700
    table.tick()
    assert table.match.top.time_ms == 1700
    assert table.match.top.steps[0].at_ms == 1500


def test_people_answer_for_a_bot_where_only_people_can(begin: Begin) -> None:
    table = sit(begin(duel="elsewhere"), "human", "random")
    table.match = table.match.play("claim").play("challenge")
    assert table.player == 1
    assert not table.bot_is_due
    table.play("first")
    table.play("confirm")
    assert table.match.top.state.points == (0, 0)


def test_a_table_says_how_much_of_the_time_follows_what_happens_now() -> None:
    clock = StillClock()
    players = [Player("Left"), Player.of_kind("random:300", "Right")]
    table = Table(Match.begin(GAMES["fuse"](), 2, find), players, clock, is_in_room=True)
    table.pilots.plans_elsewhere = False
    table.play("pass")
    clock.ms = 5000
    table.tick()
    noted = [change.at_ms for change in table.take_changes()]
    assert noted == [0, 300, 600, 950]  # the bot passes it on, trims it, and it is burnt down
    assert (table.over is not None, table.behind_ms) == (True, 4050)


def test_a_bot_whose_time_is_over_when_its_plan_is_due_plays_nothing_more() -> None:
    clock = StillClock()
    players = [Player("Left"), Player.of_kind("random:300", "Right")]
    control = TimeControl(total_ms=1)
    table = Table(Match.begin(GAMES["fuse"](), 2, find, control=control), players, clock)
    table.play("pass")
    clock.ms = 1
    table.tick()
    assert table.over is not None
    assert table.over.reason == "time"
    assert [step.seat for step in table.match.top.steps] == [0]


def test_a_match_that_is_retold_asks_no_bot(begin: Begin) -> None:
    table = Table(
        Match.begin(GAMES["fuse"](), 2, find),
        [Player("Left"), Player.of_kind("random:300", "Right")],
        clock := StillClock(),
    )
    table.is_retold = True
    table.play("pass", 0)
    clock.ms = 900
    table.tick()
    assert len(table.match.top.steps) == 1
    table.play("pass", 1)
    assert len(table.match.top.steps) == 2


@pytest.mark.parametrize("is_told", [False, True])
def test_a_plan_made_before_a_match_is_retold_is_not_played_while_it_is(is_told: bool) -> None:
    clock = StillClock()
    players = [Player("Left"), Player.of_kind("random:300", "Right")]
    table = Table(Match.begin(GAMES["fuse"](), 2, find), players, clock)
    table.play("pass")
    clock.ms = 100
    table.tick()  # the bot plans its turn
    table.is_retold = True
    if is_told:  # the bot's turn, as another process has played it
        table.play("pass", 1)
    clock.ms = 900
    table.tick()
    assert len(table.match.top.steps) == 1 + is_told


def test_luck_that_is_told_is_drawn_and_nothing_else(begin: Begin) -> None:
    drawn = Match.begin(GAMES["die"](), 2, find, seed=3).play("roll")
    lot = next(step.text for step in drawn.top.steps if step.seat is None)
    other = "2" if lot != "2" else "3"
    told = Match.begin(GAMES["die"](), 2, find, seed=3, known_luck=(other,)).play("roll")
    assert [step.text for step in told.top.steps] == ["roll", other]
    assert (told.known_luck, told.draws) == ((), drawn.draws)
    with pytest.raises(MoveError, match="Luck cannot draw '9' here"):
        Match.begin(GAMES["die"](), 2, find, seed=3, known_luck=("9",)).play("roll")


def test_a_duel_that_is_missing_is_offered_to_be_replaced(begin: Begin) -> None:
    table = sit(begin(duel="tamsk"), "human", "human")
    table.play("claim")
    table.play("challenge")
    assert "no game 'tamsk'" in table.trouble
    assert table.player is None
    with pytest.raises(MoveError, match="Choose another game"):
        table.play("roll")
    resumed = resume_table(loads(dumps(table.record())), find, StillClock())
    for one in (table, resumed):
        one.choose_duel("die")
        assert one.trouble == ""
        assert one.match.top.game.id == "die"


class Failing(Wager):
    """A game whose rules raise as soon as something is played."""

    def apply(self, state: Any, move: Any) -> Any:
        raise ZeroDivisionError("a bug")


def test_a_duel_that_fails_is_offered_to_be_replaced(
    begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, "failing", Failing)
    table = sit(begin(duel="failing"), "human", "human")
    table.play("claim")
    table.play("challenge")
    table.play("claim")
    assert table.trouble == "Wager failed in apply (ZeroDivisionError: a bug)."
    table.choose_duel("elsewhere")
    assert table.match.top.game.id == "elsewhere"


def test_a_match_whose_own_game_fails_says_so_and_stays_as_it_was() -> None:
    table = sit(Match.begin(Failing(), 2, find), "human", "human")
    before = table.match
    with pytest.raises(GameFailed, match="Wager failed"):
        table.play("claim")
    assert table.match is before


def test_an_unknown_bot_is_named() -> None:
    with pytest.raises(UnknownBot, match="no player 'clever'; a seat is human or one of"):
        Player.of_kind("clever", "Left")


def test_nobody_who_has_nothing_to_choose_costs_a_view(monkeypatch: pytest.MonkeyPatch) -> None:
    installed = load_plugins()
    people = players_of(["human", "human", "random"], ["Anna", "Ben", "bot"])
    game = configure(installed.find("zatre"), {})
    table = begin_table(game, people, installed.find, StillClock(), seed=1)
    while table.bot_is_due:
        table.play_bot()
    seats = tuple(table.seats)
    record = to_record(table.match, seats)
    room = Room.open("r", Opening.of_record(record), installed.find, "owner").state
    view, looked = room.table.view(), list[int | None]()
    own = type(game).view

    def look(self: Any, state: Any, seat: int | None) -> View:
        looked.append(seat)
        return own(self, state, seat)

    monkeypatch.setattr(type(game), "view", look)
    assert room.choices("owner") == view.choices
    assert len(looked) == 1
