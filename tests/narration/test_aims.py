"""How a duel is won, said when it begins."""

from __future__ import annotations

import pytest

from gipf_meta.match.match import Match
from gipf_meta.narration.story import duel_head
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.protocol.capabilities import Aimed, aim_of
from gipf_meta.protocol.options import configure
from tests.specimens import bundled_games


def duel_games() -> list[str]:
    """The games that a duel of the installed kinds of potentials can be played in."""
    return [name for name, game in bundled_games().items() if isinstance(game(), Aimed)]


def test_every_game_that_a_potential_names_says_how_it_is_won() -> None:
    show = installed_plugins().showcase()
    assert show is not None
    assert {name for name, _options in show.game.duels()} <= {*duel_games()}


@pytest.mark.parametrize("name", duel_games())
def test_each_way_to_play_says_its_aim_and_what_it_differs_in(name: str) -> None:
    game = installed_plugins().find(name)
    aims = [aim_of(configure(game, preset.options)) for preset in game.presets]
    assert all(aim.endswith(".") for aim in aims)


@pytest.mark.needs("zertz")
@pytest.mark.parametrize(
    ("goals", "aim"),
    [
        ("1/1/1/1", "Whoever captures the first marble wins."),
        (
            "4/5/6/3",
            "Whoever first captures 4 white, 5 grey or 6 black marbles, or 3 of each colour, wins.",
        ),
    ],
)
def test_a_duel_opens_with_its_aim(goals: str, aim: str) -> None:
    finder = installed_plugins().find
    match = Match.begin(configure(finder("zertz"), {"goals": goals}), 2, finder, 1)
    assert duel_head(match.top, ("Ann", "Ben")).endswith(f". {aim}")
