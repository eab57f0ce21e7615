"""The two games every installation has."""

from __future__ import annotations

import json
from itertools import product

import pytest

from gipf_meta import BadNotation, IllegalMove, Over
from gipf_meta.duels import Die, Elsewhere
from gipf_meta.match.playthrough import playthrough


@pytest.mark.parametrize("claimant", [0, 1])
def test_the_higher_roll_wins_and_the_claimant_wins_equal_ones(claimant: int) -> None:
    die = Die(claimant=claimant)
    for first, second in product(range(1, 7), repeat=2):
        winner = claimant if first == second else int(second > first)
        assert die.status((first, second)) == Over((winner,), "roll", (first, second))


def test_a_die_is_rolled_by_each_player_in_turn() -> None:
    lines = [json.dumps(told) for told in playthrough(Die(), 2, ["3", "5"])]
    assert '"next": {"seat": 1}' in lines[1]
    assert lines[-1] == '{"result": {"winners": [1], "reason": "roll", "scores": [3, 5]}}'


@pytest.mark.parametrize("text", ["0", "7", "six", "-1"])
def test_a_roll_that_cannot_be_is_refused(text: str) -> None:
    with pytest.raises(BadNotation, match="from 1 to 6"):
        Die().parse_turn((), text)


def test_only_rolling_can_be_done_and_only_when_it_is_due() -> None:
    with pytest.raises(BadNotation, match="type roll"):
        Die().parse((), 0, "5")
    with pytest.raises(IllegalMove, match="not your turn to roll"):
        Die().parse((), 1, "roll")


def test_nothing_is_decided_elsewhere_until_both_agree() -> None:
    game = Elsewhere()
    state = game.start(2)
    for seat, word in enumerate(["first", "deny", "draw", "confirm"]):
        assert not isinstance(game.status(state), Over)
        state = game.apply(state, game.parse(state, seat % 2, word))
    assert game.status(state) == Over((), "agreed")


def test_words_elsewhere_are_refused_with_what_is_asked() -> None:
    game = Elsewhere()
    with pytest.raises(IllegalMove, match="say one of: first, second, draw"):
        game.parse(game.start(2), 0, "confirm")
    with pytest.raises(BadNotation, match="say one of: first, second, draw"):
        game.parse(game.start(2), 0, "me")
