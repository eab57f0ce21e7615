"""The bundled games pass the kit that other authors' games pass."""

from __future__ import annotations

from typing import Any

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


class TestDuels(GameConformance):
    games = (*games("die", {}, {"sides": 2, "claimant": 0}), *games("elsewhere", {}))


class TestZertz(GameConformance):
    games = games("zertz", {}, {"variant": "blitz", "board": "61"})
    random_games = 3


class TestGipf(GameConformance):
    games = games(
        "gipf",
        {"variant": "basic"},
        {
            "tamsk_potentials": "2",
            "zertz_potentials": "2",
            "challenges_enabled": "on",
            "tamsk_duel": "die",
        },
    )
    random_games = 2


class TestTamsk(GameConformance):
    games = games("tamsk", {}, {"level": "1"}, {"two_phase": "on"})
    random_games = 3


class TestZatre(GameConformance):
    games = games("zatre", {"short_game": "3"}, {"short_game": "6", "teams": "on"})
    random_games = 1
