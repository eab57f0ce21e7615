"""Every game with a board says what moves, under the options that matter to it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from gipf_meta import Moving
from gipf_meta.protocol.options import configure
from gipf_meta.testing import check
from tests.specimens import Specimens, bundled_games, of_all

LAW = "motions_lead_to_the_next_picture"


@pytest.mark.parametrize("name", bundled_games())
def test_a_game_with_a_board_says_what_moves(name: str) -> None:
    game = bundled_games()[name]()
    has_board = bool(game.view(game.start(game.seat_counts[0]), None).points)
    assert isinstance(game, Moving) == has_board


def _played(name: str, said: Specimens) -> list[tuple[str, Mapping[str, Any]]]:
    """The sets of options of a game under which much of it is met."""
    every = [said.worded, said.told, *said.inside, *said.clicked.values()]
    return [(name, options) for n, options in enumerate(every) if options not in every[:n]]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options"), of_all(_played))
def test_what_moves_leads_to_the_next_picture(name: str, options: Mapping[str, Any]) -> None:
    game = configure(bundled_games()[name], dict(options))
    (finding,) = check(game, laws=(LAW,), games=1, most_decisions=150)
    assert finding.ok, finding
    assert finding.asked
