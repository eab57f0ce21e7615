"""The bundled games pass the kit that other authors' games pass."""

from __future__ import annotations

from typing import Any

from gipf_meta import AnyGame
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.options import configure
from gipf_meta.testing import GameConformance

_INSTALLED = load_plugins()


def game(name: str, **options: Any) -> AnyGame:
    found: AnyGame = configure(_INSTALLED.find(name), options)
    return found


class TestDuels(GameConformance):
    games = (game("die"), game("die", sides=2, claimant=0), game("elsewhere"))


class TestZertz(GameConformance):
    games = (game("zertz"), game("zertz", variant="blitz", board="61"))
    random_games = 3


class TestGipf(GameConformance):
    games = (
        game("gipf", variant="basic"),
        game(
            "gipf",
            tamsk_potentials="2",
            zertz_potentials="2",
            challenges_enabled="on",
            tamsk_duel="die",
        ),
    )
    random_games = 2


class TestTamsk(GameConformance):
    games = (game("tamsk"), game("tamsk", level="1"), game("tamsk", two_phase="on"))
    random_games = 3


class TestZatre(GameConformance):
    games = (game("zatre", short_game="3"), game("zatre", short_game="6", teams="on"))
    random_games = 1
