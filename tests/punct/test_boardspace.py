"""PÜNCT as boardspace.net writes it, read turn by turn (docs/reference/punct.md §7)."""

from __future__ import annotations

import pytest

from gipf_meta import BadNotation, SiteTurn
from gipf_meta_punct.board import KINDS, SPACE_OF
from gipf_meta_punct.boardspace import BOARDSPACE, ORDER, placement_at


def read(*turns: str) -> list[str]:
    """The notation of each of *turns*, which are gestures with semicolons between them."""
    said = [tuple(tuple(each.split()) for each in turn.split(";") if each) for turn in turns]
    site = [SiteTurn(n % 2, n % 2, gestures) for n, gestures in enumerate(said)]
    return list(BOARDSPACE.read(None, site))


@pytest.mark.parametrize(
    ("gesture", "text"),
    [
        ("dropb 1 E 5 0", "Te5:d4,e4"),
        ("dropb 1 E 5 3", "Te5:e6,f6"),
        ("dropb 7 E 5 0", "Ce5:e4,e6"),
        ("dropb 9 E 5 1", "Ee5:c3,d4"),
        ("dropb 13 E 5 0", "Re5:d3,e4"),
        ("dropb 15 E 5 0", "Me5:d4,e6"),
        ("dropb 17 E 5 0", "Le5:f6,f7"),
        ("dropb 36 E 5 1", "Le5:f5,g6"),
    ],
)
def test_a_piece_lies_as_its_number_and_its_turns_say(gesture: str, text: str) -> None:
    assert read(gesture) == [text]


def test_a_piece_that_lies_on_the_board_has_moved() -> None:
    turns = ["dropb 1 E 5 0", "dropb 20 K 9 0", "pickb E 5; dropb 1 E 9 3", "move J 8 K 12 0"]
    assert read(*turns)[2:] == ["e5-e9:e10,f10", "k9-k12:j11,k11"]


def test_what_goes_back_beside_the_board_has_not_been_laid() -> None:
    assert read("dropb 1 E 5 0; pickb E 5; drop W 1; dropb 7 A 5 0") == ["Ca5:a4,a6"]


def test_the_piece_on_top_is_moved() -> None:
    turns = ["dropb 1 E 5 0", "dropb 20 K 9 0", "dropb 2 C 3 0", "", "move C 3 D 4 0", ""]
    assert read(*turns, "move D 4 D 10 0")[-1] == "d4-d10:c9,d9"


def test_the_numbers_are_those_of_the_set() -> None:
    assert "".join(ORDER) == "TTTTTTCCEEEERRMMLL"
    assert len(ORDER) == 18


@pytest.mark.parametrize("gesture", ["dropb 1 A 2 0", "dropb 1 Z 2 0", "move E 5 E 6 0", "hop"])
def test_what_cannot_be_is_no_turn(gesture: str) -> None:
    with pytest.raises(BadNotation):
        read(gesture)


def test_a_piece_off_the_board_is_refused() -> None:
    with pytest.raises(BadNotation, match="does not lie on the board"):
        placement_at(KINDS[0], SPACE_OF["a2"], 0)
