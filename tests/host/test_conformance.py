"""The bundled games pass the kit that other authors' games pass."""

from __future__ import annotations

from typing import Any

import pytest

from gipf_meta import AnyGame
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.options import configure
from gipf_meta.testing import GameConformance
from tests.conftest import MISSING

_INSTALLED = load_plugins()


def games(name: str, *options: dict[str, Any]) -> tuple[AnyGame, ...]:
    """The game under each of the *options*; none if its plugin's folder is not there."""
    if name in MISSING:
        return ()
    return tuple(configure(_INSTALLED.find(name), each) for each in options)


class Bundled(GameConformance):
    """What begins a process, and means of many random games, are left to ``make test-slow``: the
    ``test_playout.py`` of each game compares its short cut game by game."""

    @pytest.mark.slow
    def test_every_process_plays_alike(self, examined_game: int, request: Any) -> None:
        super().test_every_process_plays_alike(examined_game, request)

    @pytest.mark.slow
    def test_playouts_are_random_games(self, examined_game: int, request: Any) -> None:
        super().test_playouts_are_random_games(examined_game, request)

    @pytest.mark.slow
    def test_playouts_end_as_games_end(self, examined_game: int, request: Any) -> None:
        super().test_playouts_end_as_games_end(examined_game, request)

    @pytest.mark.slow
    @pytest.mark.timeout(900)
    def test_laws_hold_with_other_options(self, examined_game: int, request: Any) -> None:
        super().test_laws_hold_with_other_options(examined_game, request)

    test_options_have_an_effect = None  # many matter seldom; tests of each game show that they do


class TestDuels(Bundled):
    games = (*games("die", {}, {"sides": 2, "claimant": 0}), *games("elsewhere", {}))


class TestZertz(Bundled):
    games = games("zertz", {})
    random_games = 3


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
    random_games = 2


class TestTamsk(Bundled):
    games = games("tamsk", {"two_phase": "on"})
    random_games = 3


class TestZatre(Bundled):
    games = games("zatre", {"short_game": "2"})
    random_games = 1


@pytest.mark.slow
class TestDvonn(Bundled):
    games = games(
        "dvonn",
        {},
        {"setup": "symmetric"},
        {"setup": "random", "random_balance": "on"},
    )
    random_games = 2


@pytest.mark.slow
class TestPunct(Bundled):
    games = games("punct", {}, {"variant": "basic", "middle_bridge": "free"})
    random_games = 2


@pytest.mark.slow
class TestWithOtherOptions(Bundled):
    games = (
        *games("zertz", {"variant": "blitz", "board": "61"}),
        *games("gipf", {"variant": "basic"}),
        *games("tamsk", {}, {"level": "1"}),
    )
    random_games = 3
    test_laws_hold_with_other_options = None  # TestZertz and its like ask with every option


@pytest.mark.slow
class TestLongerZatre(Bundled):
    games = games("zatre", {"short_game": "3", "teams": "on"}, {"short_game": "6"})
    random_games = 1
    test_laws_hold_with_other_options = None  # TestZertz and its like ask with every option
