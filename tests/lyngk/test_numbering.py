"""The numbers of LYNGK's decisions, and a seat's observation."""

from __future__ import annotations

from gipf_meta_lyngk.board import BOARD
from gipf_meta_lyngk.game import Lyngk
from tests.numbers_of import first_decision, legal_texts, number, planes

GAME = Lyngk()
POINT_OF = BOARD.place_of
START = first_decision(GAME, GAME.start(2))


def test_a_turn_is_numbered_by_its_claim_its_origin_and_its_goal() -> None:
    plain = POINT_OF["b2"] * 43 + POINT_OF["c4"]
    assert number(GAME, START, "b2-c4") == plain
    assert number(GAME, START, "K,h2-h3") == (5 * 43 + POINT_OF["h2"]) * 43 + POINT_OF["h3"]


def test_a_claimed_colour_is_seen_by_both() -> None:
    text = next(text for text in legal_texts(GAME, START) if text.startswith("K,"))
    state = GAME.apply(START, GAME.parse(START, 0, text))
    everywhere = (1 << 43) - 1
    assert planes(GAME, state, 0)[18:28] == [0] * 4 + [everywhere] + [0] * 5
    assert planes(GAME, state, 1)[18:28] == [0] * 5 + [0] * 4 + [everywhere]
