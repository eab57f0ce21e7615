"""The numbers of ZÈRTZ's decisions, and what a seat sees."""

from __future__ import annotations

from gipf_meta_zertz.game import Zertz
from tests.numbers_of import after, legal_texts, number, planes

GAME = Zertz()
PLACES = 56


def test_a_marble_on_a_ring_has_the_same_number_in_every_state() -> None:
    start, later = after(GAME), after(GAME, "Wd4,a1", "Bg1,a2")
    d5 = GAME.rules.board.lattice.bit_of["d5"]
    for state in (start, later):
        numbers = [number(GAME, state, f"{colour}d5") for colour in "WGB"]
        assert numbers == [d5, PLACES + d5, 2 * PLACES + d5]


def test_a_ring_to_remove_has_the_number_after_all_marbles() -> None:
    state = GAME.apply(after(GAME), GAME.parse(after(GAME), 0, "Wd4"))
    assert number(GAME, state, "a1") == 3 * PLACES
    assert len(legal_texts(GAME, state)) == 18


def test_captures_are_the_only_numbers_where_they_are_forced() -> None:
    state = after(GAME, "Wd4,a1", "Gd5,a2")
    assert {*legal_texts(GAME, state)} == {*map(str, _captures(state))}


def _captures(state: object) -> list[str]:
    return [GAME.format(state, move) for move in GAME.legal_moves(state, 0)]  # type: ignore[arg-type]


def test_each_seat_sees_its_own_marbles_before_those_of_the_other() -> None:
    state = GAME.from_text("Wd4,d5 0/0/0 1/2/3 4/0/1 1")
    first, second = planes(GAME, state, 0), planes(GAME, state, 1)
    assert [plane.bit_count() for plane in first[7:13]] == [1, 2, 3, 4, 0, 1]
    assert second[7:13] == first[10:13] + first[7:10]


def test_whether_a_capture_may_be_demanded_is_seen() -> None:
    """docs/reference/zertz.md, capture_enforcement."""
    game = Zertz(capture_enforcement="on_demand")
    missed = after(game, "Wd4,a1", "Gd5,a2", "Gg1,g2")
    assert "takeback" in legal_texts(game, missed)
    assert planes(game, missed, 1)[18].bit_count() == PLACES
    assert planes(game, after(game, "Wd4,a1", "Gd5,a2"), 0)[18] == 0
