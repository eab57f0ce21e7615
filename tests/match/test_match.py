"""A match is a stack of sessions; a duel is pushed, decided, popped and settled."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from gipf_meta import BadNotation, IllegalMove, Over
from gipf_meta.match.match import CannotUndo, DuelUnavailable, Match
from tests.small_games.finding import find, played

Begin = Callable[..., Match]


def test_a_challenge_suspends_the_game_and_its_result_settles_it(begin: Begin) -> None:
    match = played(begin(duel="elsewhere"), "claim", "challenge")
    assert [session.game.id for session in match.sessions] == ["wager", "elsewhere"]
    suspended = match.sessions[0]
    # the challenger sits at the duel's first seat, the claimant at its second
    assert match.top.players == (1, 0)
    match = match.play("second")
    assert match.sessions[0] == suspended
    match = match.play("confirm")
    assert len(match.sessions) == 1
    assert match.top.state.phase == "name"
    assert match.top.steps[-1].text == "elsewhere:0"
    assert match.top.steps[-1].duel.status == Over((1,), "agreed")


def test_a_lost_duel_costs_the_claim_and_the_turn_is_over(begin: Begin) -> None:
    match = played(begin(duel="elsewhere"), "claim", "challenge", "first", "confirm")
    assert match.top.state.points == (0, 0)
    assert match.player == 1
    assert [len(turn) for turn in match.top.turns()] == [3]


def test_a_drawn_duel_is_told_to_the_game_which_asks_again(begin: Begin) -> None:
    match = played(begin(duel="elsewhere"), "claim", "challenge", "draw", "confirm")
    assert match.sessions[0].state.attempts == 1
    assert match.top.game.id == "elsewhere"
    assert match.top.steps == ()


def test_resigning_the_duel_loses_only_the_duel(begin: Begin) -> None:
    match = played(begin(duel="elsewhere"), "claim", "challenge").resign(0)
    assert match.result is None
    assert match.top.state.points == (0, 0)
    assert match.top.steps[-1].duel.status == Over((0,), "resign")


def test_resigning_the_match_ends_it(begin: Begin) -> None:
    match = begin().resign(0)
    assert match.result == Over((1,), "resign")
    with pytest.raises(IllegalMove, match="over"):
        match.play("claim")


def test_a_whole_turn_keeps_the_number_hidden_until_the_claim_is_allowed(begin: Begin) -> None:
    match = begin().play("claim+one")
    assert match.player == 1
    assert [step.text for step in match.top.steps] == ["claim"]
    match = match.play("allow")
    assert match.top.state.points == (1, 0)


def test_an_answer_given_beforehand_survives_a_won_duel(begin: Begin) -> None:
    match = played(begin(duel="elsewhere"), "claim+two", "challenge", "second", "confirm")
    assert match.top.state.points == (2, 0)


def test_an_answer_given_beforehand_is_dropped_with_a_lost_duel(begin: Begin) -> None:
    match = played(begin(duel="elsewhere"), "claim+two", "challenge", "first", "confirm")
    assert match.top.state.points == (0, 0)
    assert match.player == 1


def test_taking_back_also_takes_back_what_was_said_beforehand(begin: Begin) -> None:
    match = played(begin(), "claim+one", "allow")
    match = match.undo().undo()
    assert match.player == 1
    assert match.top.premoves(0) == ()
    assert match.play("allow").player == 0


def test_undo_never_crosses_a_duels_end(begin: Begin) -> None:
    match = played(begin(duel="elsewhere"), "claim", "challenge", "second", "confirm")
    with pytest.raises(CannotUndo, match="result stands"):
        match.undo()
    named = match.play("one")
    with pytest.raises(CannotUndo, match="result stands"):
        named.undo().undo()


def test_undo_stays_inside_a_duel(begin: Begin) -> None:
    match = played(begin(duel="elsewhere"), "claim", "challenge")
    with pytest.raises(CannotUndo, match="challenge stands"):
        match.undo()
    assert match.play("first").undo() == match


def test_undo_gives_back_the_very_match(begin: Begin) -> None:
    start = begin()
    assert start.play("claim").undo() == start
    with pytest.raises(CannotUndo, match="nothing to take back"):
        start.undo()


def test_draws_of_luck_cannot_be_taken_back_alone(begin: Begin) -> None:
    match = played(begin(duel="die"), "claim", "challenge", "roll")
    with pytest.raises(CannotUndo, match="luck"):
        match.undo()


def test_the_same_seed_draws_the_same_luck(begin: Begin) -> None:
    def rolls(seed: int) -> list[str]:
        match = played(begin(seed, duel="die"), "claim", "challenge", "roll", "roll")
        return [step.text for step in match.top.steps[-1].duel.steps]

    assert rolls(5) == rolls(5)
    assert len({tuple(rolls(seed)) for seed in range(20)}) > 5


def test_the_claimant_of_a_die_wins_an_equal_roll(begin: Begin) -> None:
    seen = set()
    for seed in range(60):
        match = played(begin(seed, duel="die"), "claim", "challenge", "roll", "roll")
        duel = match.top.steps[-1].duel
        challenger, claimant = (int(step.text) for step in duel.steps if step.seat is None)
        seen.add(challenger == claimant)
        assert match.top.steps[-1].text == f"die:{0 if claimant >= challenger else 1}"
    assert seen == {True, False}


def test_a_duel_in_a_missing_game_asks_for_another(begin: Begin) -> None:
    match = begin(duel="tamsk").play("claim")
    with pytest.raises(DuelUnavailable, match="no game 'tamsk'") as caught:
        match.play("challenge")
    match = caught.value.match.with_duel("elsewhere")
    match = played(match, "second", "confirm")
    assert match.top.steps[-1].text == "elsewhere:0"


def test_a_duel_with_impossible_options_asks_for_another(begin: Begin) -> None:
    match = begin(duel="die", duel_options={"sides": "1"}).play("claim")
    with pytest.raises(DuelUnavailable, match="sides"):
        match.play("challenge")


def test_a_running_duel_can_be_played_in_another_game(begin: Begin) -> None:
    match = played(begin(duel="elsewhere"), "claim", "challenge").with_duel("die")
    assert [session.game.id for session in match.sessions] == ["wager", "die"]


def test_nonsense_and_untimely_moves_are_told_apart(begin: Begin) -> None:
    with pytest.raises(BadNotation, match="no word"):
        begin().play("hello")
    with pytest.raises(IllegalMove, match="not asked now"):
        begin().play("allow")
    with pytest.raises(IllegalMove):
        begin().play("claim", player=1)


def test_only_the_game_on_top_ages(begin: Begin) -> None:
    match = played(begin(duel="elsewhere").advance(300), "claim", "challenge").advance(50)
    assert [session.time_ms for session in match.sessions] == [300, 50]
    assert [step.at_ms for step in match.sessions[0].steps] == [300, 300]


def test_a_match_needs_as_many_players_as_its_game() -> None:
    with pytest.raises(ValueError, match="for 2 players, not for 3"):
        Match.begin(find("wager")(), 3, find)
