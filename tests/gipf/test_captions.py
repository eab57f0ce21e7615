"""The captions of what a power does (`docs/reference/gipf.md` §9, §10): to its owner, to who has
allowed or challenged it, and to others."""

from __future__ import annotations

from typing import Any, Final

import pytest

from gipf_meta_gipf import Gipf
from gipf_meta_gipf.state import Outcome, State
from tests.gipf.boards import T2, drawn
from tests.gipf.test_challenge import CENTRED, JUMPER, challenged, linked
from tests.gipf.test_told_to_you import told
from tests.gipf.words import decided, decisions, game, played, position

KINDS: Final[dict[str, tuple[str, str, str, str]]] = {
    "zertz": ("b2 Zc3 d4", "b3 e5", "Zc3^", "jump"),
    "yinsh": ("Yc3 b2", "e2", "Yc3^", "run"),
    "dvonn": ("Dc3 b4 d3", "c4", "Dc3^", "jump"),
    "punct": ("Pc3 Gh5", "Gc4 Gg4", "Pc3^", "jump"),
    "tamsk": ("Te5", "e2 e3", "+", "extra move"),
}
"""For each kind a board of White and of Black, how White announces its power, and what it is."""


def captions(g: Gipf, state: State, move: Any, you: int | None) -> list[str]:
    """The captions of *move*, as Anna (0), Mia (1) or somebody who watches reads them."""
    with told(you):
        return [motion.words for motion in g.moved(state, move, g.apply(state, move))]


def announced(kind: str) -> tuple[Gipf, State, str, str]:
    """A game with potentials of *kind*, in which White has announced its power; the power, and the
    spot of its potential."""
    white, black, text, power = KINDS[kind]
    options = {f"{kind}_potentials": 6, "challenges_enabled": "on", "variant": "standard"}
    g = game(**options)
    state = decided(g, position(g, white, black), text)
    return g, state, power, "e5" if text == "+" else text[1:3]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("is_won", [False, True], ids=["allowed", "won"])
def test_a_power_that_is_made_says_whose_it_is_and_where_it_goes(kind: str, is_won: bool) -> None:
    g, state, power, spot = announced(kind)
    if is_won:
        due = decided(g, state, "challenge", "White begins")
        won = g.settle(due, 0, kind)
        assert captions(g, due, won, 0) == []  # nothing moves yet
        state = g.apply(due, won)
    else:
        state = decided(g, state, "allow")
    target = decisions(g, state)[0]
    move, end = g.parse(state, 0, target), target.rpartition("-")[2]
    made = f"{power} is made: {spot} → {end}."
    heads = {0: f"Your {made}", 1: f"Anna's {made}", None: f"Anna's {made}"}
    for you, head in heads.items():
        said = captions(g, state, move, you)
        assert said[-1] == head
        assert said[:-1] == (["The piece on c4 is captured."] if kind == "punct" else [])


@pytest.mark.parametrize("kind", KINDS)
def test_a_power_that_is_lost_says_so(kind: str) -> None:
    g, state, power, spot = announced(kind)
    due = decided(g, state, "challenge", "White begins")
    name = {"zertz": "ZÈRTZ", "punct": "PÜNCT"}.get(kind, kind.upper())
    lost = f"{power} is not made: the {name}-potential on {spot} is lost."
    move = g.settle(due, 1, kind)
    assert captions(g, due, move, 0) == [f"Your {lost}"]
    assert captions(g, due, move, 1) == captions(g, due, move, None) == [f"Anna's {lost}"]


def test_a_draw_that_another_duel_follows_moves_nothing_and_the_last_one_counts() -> None:
    g = linked()
    due = challenged(g, drawn(g, JUMPER))
    assert captions(g, due, Outcome(None, "zertz"), 0) == []
    other = linked(duel_draw_policy="challenger_wins")
    due = challenged(other, drawn(other, JUMPER))
    (said,) = captions(other, due, Outcome(None, "zertz"), 0)
    assert said == "Your jump is not made: the ZÈRTZ-potential on c3 is lost."


def test_an_extra_move_that_is_declined_is_not_made() -> None:
    g = game(tamsk_potentials=3)
    state = played(g, drawn(g, CENTRED))
    assert captions(g, state, g.parse(state, 0, "+-"), 1) == [
        "Anna's extra move is not made: the TAMSK-potential on e5 is lost."
    ]


def test_the_rows_that_follow_a_power_have_captions_and_those_of_a_push_have_none() -> None:
    g = game(tamsk_potentials=3)
    state = decided(g, drawn(g, T2), "e1-e2", "+")
    move = g.parse(state, 0, "e9-e8")
    taken = "e2, e3, e4, e5 off the board."
    assert captions(g, state, move, 0) == [
        "Your extra move is made: e5 → e8.",
        f"You take {taken}",
    ]
    assert captions(g, state, move, 1)[1] == f"Anna takes {taken}"
    plain = game()
    state = position(plain, "b4 c4 d3 e4", "d2 f3")
    (push,) = (m for m in plain.legal_moves(state, 0) if plain.format(state, m) == "d1-d2")
    assert captions(plain, state, push, 0) == ["", ""]
