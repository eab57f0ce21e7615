"""Games to look through are read from files, without those against bots of another strength."""

from __future__ import annotations

import json
from typing import Any

import pytest

from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.options import configure
from gipf_meta.records.decoded_file import FoundFile
from gipf_meta.workshop.puzzles.source_games import (
    GamesUnread,
    games_in,
    games_of_bots,
    states_of,
)
from tests.workshop.puzzles.heaps import HEAP


def keys(*lines: dict[str, Any]) -> list[tuple[str, ...]]:
    """The turns of the games that are looked through, of a file with these *lines*."""
    installed = load_plugins()
    game = configure(installed.find("zertz"), {})
    text = "".join(json.dumps(line) + "\n" for line in lines)
    return [each.turns for each in games_in([FoundFile("games.jsonl", text)], game, installed)]


@pytest.mark.parametrize(
    ("more", "is_taken"),
    [
        ({}, True),
        ({"players": ["person", "guest"]}, True),
        ({"players": ["bot", "bot"]}, True),
        ({"players": ["person", "bot"]}, False),
        ({"ratings": ["1500", "1650"]}, True),
        ({"ratings": ["1500", "1750"]}, False),
        ({"ratings": ["1500", None]}, True),
        ({"isolation_claim": "automatic"}, True),
        ({"isolation_claim": "manual"}, False),
        ({"options": {"goals": "short"}}, False),
        ({"setup": "drawn"}, False),
    ],
)
def test_a_game_is_taken_of_even_players_with_the_same_options(
    more: dict[str, Any], is_taken: bool
) -> None:
    assert keys({"moves": ["Wa1,b1"], **more}) == ([("Wa1,b1",)] if is_taken else [])


def test_a_file_that_could_not_be_read_says_why() -> None:
    installed = load_plugins()
    game = configure(installed.find("zertz"), {})
    with pytest.raises(GamesUnread, match="no such file"):
        [*games_in([FoundFile("x", why="no such file")], game, installed)]


def test_bots_play_the_same_game_from_the_same_seed() -> None:
    one, other = games_of_bots(2, 7)
    assert (one.key, other.key) == ("bots-7-1", "bots-7-2")
    assert states_of(HEAP, one) == states_of(HEAP, one)
    assert all(HEAP.turn_moves(state, state.seat) for state in states_of(HEAP, one))
