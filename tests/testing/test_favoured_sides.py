"""A judgement with a swapped sign is found in every game; one that is right, weak or worth nothing
is not taken for one."""

from __future__ import annotations

from typing import Any

import pytest

from docs.draw import find_games
from gipf_meta import AnyGame, Over
from gipf_meta.protocol.capabilities import Evaluated
from gipf_meta.testing import check
from gipf_meta.testing.laws.option_values import other_games
from tests.specimens import find_specimens
from tests.testing.broken.signs import Adding, Sums
from tests.tiers import slow, soak

CHEAP = ("gipf", "zertz")
LAW = "better_positions_are_won"
OTHERS = sorted({*find_specimens()} - {*CHEAP})


def swapped(game: AnyGame) -> AnyGame:
    """*game*, whose judgement has the wrong sign until the game is over."""

    def evaluate(self: Any, state: Any, seat: int) -> float:
        right: float = super(kind, self).evaluate(state, seat)
        return right if isinstance(self.status(state), Over) else -right

    kind: Any = type(f"Swapped{type(game).__name__}", (type(game),), {"evaluate": evaluate})
    return kind(**game.model_dump())  # type: ignore[no-any-return]


def is_kept(game: AnyGame, seed: int = 1) -> bool:
    """Whether *game* keeps the law."""
    (finding,) = check(game, laws=[LAW], games=1, seed=seed)
    return finding.ok


@pytest.mark.parametrize("name", [*CHEAP, *soak(*OTHERS)])
def test_a_swapped_sign_is_found(name: str) -> None:
    game = find_games()(name)()
    assert is_kept(game)
    assert not is_kept(swapped(game))


@pytest.mark.soak
@pytest.mark.parametrize("name", [*CHEAP, *OTHERS, "pig", "cairn"])
def test_a_right_sign_is_never_taken_for_a_swapped_one(name: str) -> None:
    game = find_games()(name)()
    for each in (game, *other_games(game)):
        if isinstance(each, Evaluated):
            assert all(is_kept(each, seed) for seed in range(3)), each


class Worthless(Adding):
    """Judges by what has nothing to do with the game, or not at all."""

    factor: int = 0

    def evaluate(self, state: Sums, seat: int) -> float:
        """Noise, times the factor."""
        noise = sum(7**place * each for place, each in enumerate(state, 1)) % 11 - 5
        return self.factor * noise * (-1) ** seat / 10


@pytest.mark.parametrize("factor", [0, 1])
@pytest.mark.parametrize("seed", [1, *slow(*range(2, 6))])
def test_a_judgement_that_is_worth_nothing_has_no_wrong_sign(factor: int, seed: int) -> None:
    assert is_kept(Worthless(factor=factor), seed)
