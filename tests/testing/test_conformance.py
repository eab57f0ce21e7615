"""The bundled games pass the kit that other authors' games pass."""

from __future__ import annotations

from typing import Any

import pytest

from gipf_meta import AnyGame
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.options import configure
from gipf_meta.testing.laws.option_values import other_games
from tests.bundled import Bundled, cover
from tests.conftest import MISSING

_INSTALLED = load_plugins()


def games(name: str, *options: dict[str, Any]) -> tuple[AnyGame, ...]:
    """The game under each of the *options*; none if its plugin's folder is not there."""
    if name in MISSING:
        return ()
    return tuple(configure(_INSTALLED.find(name), each) for each in options)


def test_each_other_value_of_an_option_is_in_a_set_of_the_cover() -> None:
    game = TestGipf.games[0]
    covered = [each.model_dump(mode="json") for each in cover(game)]
    values = [
        (name, value)
        for other in other_games(game)
        for name, value in other.model_dump(mode="json").items()
        if value != game.model_dump(mode="json")[name]
    ]
    assert len(values) > 30
    assert all(any(each[name] == value for each in covered) for name, value in values)
    assert len(covered) < 10


class TestDuels(Bundled):
    games = (*games("die", {}, {"sides": 2, "claimant": 0}), *games("elsewhere", {}))


class TestZertz(Bundled):
    games = games("zertz", {})
    random_games = 1


class TestGipf(Bundled):
    games = games(
        "gipf",
        {
            "tamsk_potentials": "2",
            "zertz_potentials": "2",
            "challenges_enabled": "on",
            "tamsk_duel": "die",
        },
    )
    random_games = 1


class TestTamsk(Bundled):
    games = games("tamsk", {"two_phase": "on"})
    random_games = 1


@pytest.mark.slow
class TestZatre(Bundled):
    games = games("zatre", {"short_game": "2"})
    random_games = 1


@pytest.mark.soak
class TestWithOtherOptions(Bundled):
    games = (
        *games("zertz", {"variant": "blitz", "board": "61"}),
        *games("gipf", {"variant": "basic"}),
        *games("tamsk", {}, {"level": "1"}),
    )
    random_games = 3
    # TestZertz and its like ask with every option
    test_laws_hold_with_covered_options = test_laws_hold_with_other_options = None


@pytest.mark.soak
class TestLongerZatre(Bundled):
    games = games("zatre", {"short_game": "3", "teams": "on"}, {"short_game": "6"})
    random_games = 1
    # TestZertz and its like ask with every option
    test_laws_hold_with_covered_options = test_laws_hold_with_other_options = None
