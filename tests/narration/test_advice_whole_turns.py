"""Analysis and hints speak of whole turns, in every game, and say why."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from gipf_meta.narration.advice import Advice, advise
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.capabilities import timed
from gipf_meta.protocol.game import AnyGame, Turn
from gipf_meta.protocol.options import configure
from gipf_meta.search.analysis import deepen_analysis, split_turns
from gipf_meta.search.budget import Budget
from tests.search.test_mcts import reached
from tests.specimens import of_all

GAMES: list[tuple[str, dict[str, Any]]] = of_all(
    lambda game, said: [(game, dict(options)) for options in said.clicked.values() or ({},)]
)


def positions(name: str, told: dict[str, Any], most: int) -> tuple[AnyGame, list[Any]]:
    """A game, and some of the positions of a random match in which somebody decides."""
    game = configure(load_plugins().find(name), told)
    states = reached(game, game.seat_counts[0], Random(5))
    return game, Random(6).sample(states, min(most, len(states)))


@pytest.mark.parametrize(("name", "told"), GAMES)
@pytest.mark.sample(3)
def test_the_first_turn_of_each_line_ends(name: str, told: dict[str, Any]) -> None:
    game, states = positions(name, told, 4)
    seats, ended = game.seat_counts[0], 0
    for state in states:
        now = game.status(state)
        assert isinstance(now, Turn)
        *_, found = deepen_analysis(game, state, seats, Budget(30), Random(1))
        for line in found.lines:
            moves: list[Any] = []
            after = state
            for text in line.decisions:
                due = game.status(after)
                if not isinstance(due, Turn):
                    break
                moves.append(game.parse(after, due.seat, text))
                after = game.apply(after, moves[-1])
            first = split_turns(game, state, moves)[0]
            then = game.status(first.after)
            assert first.over or not isinstance(then, Turn) or then.seat != now.seat
            assert line.turn == line.turns[0]
            assert str(line).endswith(" ".join(line.turns))
            if first.over and not timed(game):
                ended += line.turn == game.format_turn(first.before, first.moves)
    assert ended or timed(game)


def test_a_placement_is_listed_with_the_ring_that_it_takes_away() -> None:
    game = configure(load_plugins().find("zertz"), {})
    *_, found = deepen_analysis(game, game.start(2), 2, Budget(20), Random(1))
    for line in found.lines:
        placed, ring = line.turn.split(",")
        assert line.decisions[:2] == (placed, ring)


@pytest.mark.parametrize(("name", "told"), GAMES)
@pytest.mark.sample(3, "slow")
def test_a_hint_says_the_whole_turn_in_words_and_why(name: str, told: dict[str, Any]) -> None:
    game, states = positions(name, told, 4)
    for state in states:
        now = game.status(state)
        assert isinstance(now, Turn)
        advice = advise(game, state, game.seat_counts[0], Budget(30), Random(1))
        for n, (decision, places) in enumerate(advice.steps):
            due = game.status(state)
            assert isinstance(due, Turn)
            view = game.view(state, due.seat)
            (choice,) = [each for each in view.choices if each.notation == decision]
            assert set(places) == set(choice.path) & {point.id for point in view.points}
            if n == 0:
                assert advice.words.lower().startswith(choice.label.lower())
            state = game.apply(state, game.parse(state, due.seat, decision))
            if game.status(state) == due:
                break
        # the turn in words, why, and what it is worth
        assert advice.words.count(". ") >= 1


def told_of(name: str, told: dict[str, Any], *moves: str) -> Advice:
    game = configure(load_plugins().find(name), told)
    state = game.start(2)
    for text in moves:
        for move in game.parse_turn(state, text):
            state = game.apply(state, move)
    return advise(game, state, 2, Budget(60), Random(1))


def test_a_hint_says_what_is_captured() -> None:
    advice = told_of("zertz", {}, "Wd4,d1", "Gd5,a1")
    captured = "white" if advice.steps[0][0].endswith("d3") else "grey"
    assert f"capturing the {captured} marble" in advice.words
    assert f"It brings you {captured}." in advice.words
    assert advice.taken


def test_a_hint_says_how_the_game_ends() -> None:
    words = told_of("zertz", {"goals": "1/5/6/3"}, "Wd4,d1", "Bd5,a1").words
    assert "Player 1 wins: a goal set is complete. x d5Wd3 wins." in words


def test_what_is_left_of_a_hint_after_a_decision() -> None:
    hint = Advice(("Play.",), steps=(("Wd4", ("d4",)), ("d1", ("d1",))), taken=("b2",))
    assert hint.places == ("d4", "d1")
    rest = hint.after("Wd4")
    assert rest is not None
    assert (rest.places, rest.taken) == (("d1",), ("b2",))
    assert rest.after("d1") is None
    assert hint.after("Wd5") is None
