"""Walks in imagination: through decisions of anybody, luck and duels, and what is kept of them."""

from __future__ import annotations

import pytest

from gipf_meta.line.imagined_walk import ImaginedWalk
from gipf_meta.match.match import Match
from gipf_meta.match.plans import PlanNode
from gipf_meta.protocol.game import IllegalMove
from tests.small_games.finding import find


def walk(*played: str, planned: tuple[PlanNode, ...] = (), player: int = 0) -> ImaginedWalk:
    """A walk of *player* after the decisions *played* of Wager, whose duels are of Wager, too."""
    match = Match.begin(find("wager")(duel="wager"), 2, find, 1)
    for text in played:
        assert match.player is not None
        match = match.play(text, match.player)
    return ImaginedWalk(match, player, ["Ann", "Bob"], planned)


def words(here: ImaginedWalk) -> list[str]:
    """The words that can be clicked there."""
    return [choice.notation for choice in here.view.choices]


def test_decisions_of_everybody_are_walked_through_a_challenge_and_its_duel() -> None:
    here = walk("claim")
    assert (here.prompt, words(here)) == ("What may Bob play?", ["allow", "challenge"])
    here = here.go("challenge")
    assert here.prompt == "A duel comes: how may it end?"
    assert [(each.notation, each.label) for each in here.view.choices] == [
        ("won", "you win it"), ("lost", "you lose it"), ("drawn", "it is drawn"),
    ]  # fmt: skip
    here = here.go("won")
    assert (here.is_own, words(here)) == (True, ["one", "two"])
    here = here.go("two")
    assert here.words == "challenge · won · two"
    (line,) = here.lines()
    assert line.do == "challenge"
    assert line.then == (PlanNode("won", (PlanNode("two", own=True),)),)
    assert here.match.top.steps[-1].text == "claim"


def test_a_step_back_leads_to_another_answer_beside_the_first() -> None:
    here = walk("claim").go("allow").go("one")
    here = ImaginedWalk(here.match, 0, here.names, here.lines())
    other = here.go("challenge").go("lost")
    with pytest.raises(IllegalMove, match="Walk on to a move of yours"):
        other.lines()
    two = here.go("allow").go("two")
    assert two.lines() == (PlanNode("allow", (PlanNode("two", own=True),)),)
    assert two.back().back().path == two.first().path == here.path == ()


def test_what_is_planned_is_walked_along_and_taken_out() -> None:
    planned = (
        PlanNode("allow", (PlanNode("one", own=True),)),
        PlanNode("challenge", (PlanNode("won", (PlanNode("one", own=True),)),)),
    )
    here = walk("claim", planned=planned)
    along = here.on()
    assert along is not None
    assert [node.do for node in along.known] == ["one"]
    assert along.without() == planned[1:]
    end = along.on()
    assert end is not None
    assert end.on() is None
    assert end.without() == planned[1:]


def test_what_has_come_is_no_longer_imagined_and_something_else_ends_the_walk() -> None:
    here = walk("claim").go("allow").go("one")
    along = here.to_match(walk("claim", "allow").match)
    assert [each.text for each in along.path] == ["one"]
    assert here.to_match(walk("claim", "challenge").match).path == ()
    assert here.to_match(here.match).path == here.path


def test_what_is_not_possible_there_is_refused() -> None:
    with pytest.raises(IllegalMove, match="is not asked now"):
        walk("claim").go("one")
