"""All news of a match, and those that one of its players has not answered: found in the match."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from gipf_meta.match.match import Match
from gipf_meta.narration.news_so_far import ToldTurn, news_so_far, news_unanswered, told_lines
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.game import Turn
from gipf_meta.protocol.options import configure
from tests.specimens import find_specimens

INSTALLED = load_plugins()
GAMES = [(game, dict(said.told)) for game, said in find_specimens().items()]
NAMES = ["Ann", "Mia"]
TO_THE_DUEL = ("Ga1-b2", "Gi5-h5", "Za1-b2", "Zi5-h5", "Zb2^", "challenge")
POTENTIALS = {
    "variant": "tournament",
    "tamsk_potentials": 3,
    "zertz_potentials": 3,
    "challenges_enabled": "on",
    "duel_first_player": "owner",
}


def all_told(match: Match) -> list[ToldTurn]:
    return [*news_so_far(match, NAMES)]


def in_duel() -> Match:
    """GIPF, in a duel that Ann has begun by a jump, and Mia by a challenge."""
    match = Match.begin(configure(INSTALLED.find("gipf"), POTENTIALS), 2, INSTALLED.find, 4)
    for text in TO_THE_DUEL:
        match = match.play(text, match.player)
    return match


def at_random(match: Match, rng: Random) -> Match:
    """*match* after a random decision."""
    now = match.top.status
    assert isinstance(now, Turn)
    move = rng.choice(match.top.game.legal_moves(match.top.state, now.seat))
    return match.play(match.top.game.format(match.top.state, move), match.player)


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_what_was_said_once_stays_as_it_was_said_and_nothing_is_said_twice(
    game: str, options: dict[str, Any]
) -> None:
    match = Match.begin(configure(INSTALLED.find(game), options), 2, INSTALLED.find, 3).resolve()
    rng, before = Random(3), list[ToldTurn]()
    for _n in range(25):
        if not isinstance(match.top.status, Turn):
            break
        match = at_random(match, rng)
        now = all_told(match)
        assert now[: len(before) - 1] == before[:-1]
        if before:
            assert (now[len(before) - 1].number, now[len(before) - 1].depth) == before[-1][:2]
        before = now
    numbers = [turn.number for turn in before if turn.depth == 0]
    assert numbers == sorted({*numbers})
    decided = sum(turn.moments for turn in before[-1:])
    assert decided == 1 + len(match.sessions[0].steps) or len(match.sessions) > 1


@pytest.mark.needs("gipf", "zertz", "tamsk")
def test_a_duels_end_is_still_there_after_the_next_turn_of_the_other() -> None:
    match, rng = in_duel(), Random(4)
    while len(match.sessions) == 2:
        decider, match = match.player, at_random(match, rng)
    assert decider == 0  # Ann has decided it, and jumps in her turn; Mia plays at once
    end = "The jump from b2 is saved."
    assert end in news_unanswered(match.sessions, NAMES, [0])
    assert end in news_unanswered(match.sessions, NAMES, [1])
    match = match.play("d4", 0)
    assert end in news_unanswered(match.sessions, NAMES, [1])
    assert news_unanswered(match.sessions, NAMES, [0]) == ["Ann makes the jump to d4."]
    lost = in_duel()
    lost = lost.play("Wd4,d1", 0).resign(0)  # the jump is lost, and Ann must enter a piece
    lost = lost.play("i1-h2", 0).play("i5-h5", 1)
    entered = "Mia enters a basic piece from i5 onto h5."
    assert news_unanswered(lost.sessions, NAMES, [0]) == [entered]


@pytest.mark.needs("gipf", "zertz", "tamsk")
def test_a_duel_that_the_other_ends_by_his_last_move_is_told_with_that_move_and_his_next() -> None:
    match, rng = in_duel(), Random(4)
    while len(match.sessions) == 2:
        match = at_random(match, rng)
    match = match.play("d4", 0)
    unanswered = news_unanswered(match.sessions, NAMES, [1], 1)
    assert [line.partition(",")[0] for line in unanswered] == [
        "Ann jumps from e4 to e2",
        "Ann won the duel in ZÈRTZ: 3 white",
        "The jump from b2 is saved.",
        "Ann makes the jump to d4.",
    ]


@pytest.mark.needs("gipf", "zertz", "tamsk")
def test_a_duel_stands_in_the_turn_that_led_to_it() -> None:
    match = in_duel().play("Wd4,d1", 0).play("Bd3,c1", 1).resign(1).play("d4", 0)
    turns = [(turn.number, turn.depth) for turn in all_told(match)]
    assert turns == [(1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (1, 1), (2, 1), (5, 0)]
    lines = [*told_lines(all_told(match), 78)]
    assert "      1. Ann places a white marble on d4, then removes ring d1." in lines
    assert lines[-1] == "     Ann makes the jump to d4."
    assert all(len(line) <= 78 for line in lines)


def test_before_ones_first_decision_all_is_unanswered() -> None:
    match = Match.begin(configure(INSTALLED.find("zertz"), {}), 2, INSTALLED.find, 1)
    assert news_unanswered(match.sessions, NAMES, [1]) == []
    match = match.play("Wd4,d1", 0)
    (sentence,) = news_unanswered(match.sessions, NAMES, [1])
    assert sentence == "Ann places a white marble on d4, then removes ring d1."
    assert news_unanswered(match.sessions, NAMES, [0]) == [sentence]  # nobody has answered it
