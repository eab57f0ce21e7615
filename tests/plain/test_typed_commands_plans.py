"""Moves made in advance, typed line by line at a host: ``if … then …`` and ``plan``."""

from __future__ import annotations

from tests.line.test_played_match_nobody_waits import Table


def test_a_line_is_planned_told_and_played_when_it_comes() -> None:
    table = Table()
    told = table.told("claim", "if allow then one", "plan", table.plays("allow"), "score", "quit")
    assert told.count("If allow comes, you play one.") == 2
    assert "Your plan is played to its end." in told
    assert [step.text for step in table.room.table.match.top.steps] == ["claim", "allow", "one"]


def test_a_second_line_stands_beside_the_first_and_a_better_answer_takes_its_place() -> None:
    table = Table(duel="wager")
    told = table.told(
        "claim", "if allow then one", "if challenge if won then one", "if allow then two",
        "if won then one", "if challenge then one", "plan", table.plays("allow"), "score", "quit",
    )  # fmt: skip
    assert "If allow comes, you play two. If challenge comes and you win the duel, you" in told
    assert "'won' is no word of this game." in told
    assert "A duel comes there: say whether you have won, lost or drawn it." in told
    assert [step.text for step in table.room.table.match.top.steps][-1] == "two"


def test_a_plan_is_gone_when_something_else_comes() -> None:
    table = Table(duel="wager")
    told = table.told("claim", "if allow then one", table.plays("challenge"), "plan", "quit")
    assert "plan" in told
    assert table.room.plans.pending == {}


def test_a_plan_is_withdrawn() -> None:
    table = Table()
    told = table.told("claim", "if allow then one", "plan of", "plan off", "plan", "quit")
    assert "Type plan, or plan off." in told
    assert told.count("You have planned nothing any more.") == 1
    assert "You have planned nothing." in told
    assert table.room.plans.pending == {}


def test_whatever_comes_is_a_move_for_the_next_turn() -> None:
    table = Table()
    told = table.told("claim", "if anything then one", "plan", table.plays("allow"), "quit")
    assert "Whatever comes, you play one." in told
    assert "one is played as soon as your turn comes" in told
    assert [step.text for step in table.room.table.match.top.steps][-1] == "one"
    assert "played to its end" not in told


def test_a_move_that_is_not_possible_then_is_told() -> None:
    table = Table()
    told = table.told("claim", "next three", table.plays("allow"), "score", "quit")
    assert "three was said beforehand, but is not possible now: decide anew." in told


def test_who_comes_back_is_told_what_was_planned_before() -> None:
    table = Table()
    table.told("claim", "if allow then one", "quit")
    told = table.told("plan", table.plays("allow"), "score", "quit")
    assert told.count("If allow comes, you play one.") == 1
    assert "Your plan is played to its end." in told


def test_nothing_is_planned_on_ones_own_turn_or_of_what_cannot_be() -> None:
    table = Table()
    told = table.told("if allow then one", "claim", "if three then one", "if allow then", "quit")
    assert "It is your turn: play." in told
    assert "Say what may come and what you play then" in told
    assert table.room.plans.pending == {}
