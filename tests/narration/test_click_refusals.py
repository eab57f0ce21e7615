"""A click that is refused gets the game's own reason, or what stands in the way, and what is
possible in an order that people know."""

from __future__ import annotations

from typing import Any

import pytest

from gipf_meta.match.session import Session
from gipf_meta.narration.click_refusals import why_no_click
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.game import Turn
from gipf_meta.protocol.options import configure

GAMES = load_plugins().games


def refused(name: str, *path: str, position: str = "", **options: Any) -> str:
    """The sentence on the last click of *path*, in a *position* of a game."""
    game: Any = configure(GAMES[name], options)
    state = game.from_text(position) if position else game.start(2)
    now = game.status(state)
    assert isinstance(now, Turn)
    view = game.view(state, now.seat)
    return why_no_click(Session(game, state, (0, 1)), (now.seat,), view, path)


PLACED = (
    "Wa1,a2,Ba3,a4,b1,b2,b3,b4,b5,c1,c2,c3,c4,c5,c6,d1,d2,d3,d4,d5,d6,d7,e1,e2,e3,e4,e5,e6,f1,f2,f3,"
    "f4,f5,g1,g2,g3 5/8/9 0/0/0 0/0/0 1"
)
"""A board of ZÈRTZ without g4."""


@pytest.mark.parametrize("before", [(), ("pool:W",)])
def test_an_occupied_place_is_called_occupied(before: tuple[str, ...]) -> None:
    why = refused("zertz", *before, "a3", position=PLACED)
    assert why.startswith("a3 is occupied.")
    assert "not possible" not in why


def test_a_place_that_is_gone_is_called_gone() -> None:
    assert "gone" in refused("zertz", "g4", position=PLACED).split(".")[0]


def test_what_is_possible_is_told_in_runs_of_places_after_the_words_beside_the_board() -> None:
    assert refused("zertz", "nowhere", position=PLACED) == (
        "Nowhere is not possible here."
        " Possible: white, grey, black; a2, a4, b1 to b5, c1 to c6, d1 to d7, e1 to e6, f1 to f5,"
        " g1 to g3."
    )


def test_the_game_says_why_where_it_knows() -> None:
    assert refused("gipf", "e5").startswith("A piece is entered from a dot at the border")
    assert refused("tamsk", "c3", level=1).startswith("No glass of Red stands on c3.")


def test_a_reason_names_nothing_that_nobody_has_clicked() -> None:
    """Each landing has a reason of its own: none is the reason why the marble on a3 is none that
    can jump."""
    jumps = PLACED.replace("b2,b3", "Gb2,b3").replace("5/8/9", "5/7/9")
    why = refused("zertz", "a3", position=jumps)
    assert why == "a3 is not possible here. Possible: a1, c3."


@pytest.mark.parametrize("name", ["zertz", "gipf", "tamsk"])
def test_what_can_be_clicked_is_not_refused(name: str) -> None:
    game: Any = GAMES[name]()
    state = game.start(2)
    first = game.view(state, 0).choices[0].path
    assert refused(name, first[0]) == ""
    assert refused(name) == ""
    assert refused(name, "nowhere", first[0]) == ""
