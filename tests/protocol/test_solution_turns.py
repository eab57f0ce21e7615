"""Solutions as whole turns (gipf_meta/protocol/solution_turns.py)."""

from __future__ import annotations

from typing import Any

from gipf_meta.protocol.solution_turns import PlayedSolution
from gipf_meta_gipf import Gipf
from gipf_meta_zertz.game import Zertz
from tests.gipf.boards import drawn
from tests.gipf.test_challenge import JUMPER, linked


def played(game: Any, state: Any, *decisions: str) -> PlayedSolution[Any, Any]:
    states, moves = [state], []
    for text in decisions:
        moves.append(game.parse(states[-1], game.status(states[-1]).seat, text))
        states.append(game.apply(states[-1], moves[-1]))
    return PlayedSolution.of(game, states, moves)


def test_decisions_of_a_turn_are_one_turn() -> None:
    game = Zertz()
    solution = played(game, game.start(2), "Wd4", "a1", "Ga4", "g1", "Bg4")
    assert [(turn.seat, len(turn.moves)) for turn in solution.turns] == [(0, 2), (1, 2), (0, 1)]
    assert solution.solver == 0
    assert [turn.seat for turn in solution.own] == [0, 0]
    assert [turn.seat for turn in solution.answers] == [1]
    first = solution.turns[0]
    assert first.before == game.start(2)
    assert first.after == solution.turns[1].before
    assert solution.after == solution.turns[-1].after


def test_an_answer_within_a_turn_is_one_of_the_other_seat() -> None:
    game: Gipf = linked()
    solution = played(game, drawn(game, JUMPER), "Zc3^", "allow", "f5")
    assert [(turn.seat, len(turn.moves)) for turn in solution.turns] == [(0, 1), (1, 1), (0, 1)]


def test_themes_are_asked_in_order_and_nothing_has_none() -> None:
    game = Zertz()
    solution = played(game, game.start(2), "Wd4", "a1")
    assert solution.themes({"b": lambda turns: True, "c": lambda turns: False}) == ["b"]
    assert played(game, game.start(2)).themes({"b": lambda turns: True}) == []
