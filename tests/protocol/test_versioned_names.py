"""Games are named with the version of their rules, and found by that name while it is installed."""

from __future__ import annotations

import pytest

import gipf_meta as gm
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.protocol.versioned_names import read_versioned_name, versioned_name


def test_every_game_is_found_by_the_name_with_the_version_of_its_rules() -> None:
    for game in installed_plugins().games.values():
        name = versioned_name(game)
        assert name == f"{game.id}-v{game.rules_version}"
        assert read_versioned_name(name) == (game.id, game.rules_version)
        assert type(gm.new_match(name, seed=1).game) is type(gm.new_match(game.id, seed=1).game)


@pytest.mark.parametrize("version", [2, 999999999])
def test_rules_of_another_version_are_refused_in_a_sentence(version: int) -> None:
    with pytest.raises(gm.UnknownGame) as refused:
        gm.new_match(f"die-v{version}")
    assert str(refused.value) == (f"The rules of Die here are version 1, and not {version}.")


@pytest.mark.parametrize("words", ["die", "die-v", "die-v0", "die-v01", "die-v1.0", "Die-v1", "v1"])
def test_other_words_name_no_version(words: str) -> None:
    assert read_versioned_name(words) == (words, None)


def test_a_game_that_is_not_here_is_refused_as_always() -> None:
    with pytest.raises(gm.UnknownGame, match=r"no game 'chess-v1' here"):
        gm.new_match("chess-v1")


@pytest.mark.parametrize("game", ["die", "die-v1"])
def test_each_door_of_learners_is_called_so(game: str) -> None:
    assert gm.vector(game, matches=1).name == "die-v1"
    env = gm.pettingzoo_env(game)
    assert env.metadata["name"] == env.unwrapped.match.name == str(env) == "die-v1"


def test_the_game_of_openspiel_is_called_so() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    gm.register_open_spiel()
    for game in ("die", "die-v1"):
        loaded = pyspiel.load_game(f"gipf_meta(game={game})")
        assert loaded.get_type().long_name == "Die (die-v1)"
