"""The picture of LYNGK, and what happens in words (docs/reference/lyngk.md §2, §4, §5)."""

from __future__ import annotations

import pytest

from gipf_meta.base.texts import spoken
from gipf_meta.match.partial_decision import PartialDecision
from gipf_meta.paint.pieces import sign_of
from gipf_meta.render.board import changed_places
from gipf_meta.render.text import tray
from gipf_meta.render.theme import is_obvious
from gipf_meta_lyngk.game import Lyngk
from tests.lyngk.boards import GAME, L1, SIX, TAKEN, stacks


def test_a_stack_tells_its_pieces_and_whose_it_is() -> None:
    pieces = {piece.at: piece for piece in GAME.view(stacks("RJGa1 Bb2", "G/K"), None).pieces}
    stack = pieces["a1"]
    assert (stack.role, stack.label, stack.badge, stack.stack) == ("green", "G", "w", 3)
    assert stack.layers == ("red", "grey", "green")
    assert stack.spoken == "White's green stack of 3 (red, joker, green)"
    assert (pieces["b2"].label, pieces["b2"].spoken) == ("B", "blue")


def test_a_colour_is_claimed_beside_the_board_then_a_stack_moves() -> None:
    view = GAME.view(stacks(L1), None)
    (choice,) = (each for each in view.choices if each.notation == "R,a1-b2")
    assert choice.path == ("claim:R", "a1", "b2")
    assert choice.label == "claim red and move a1 onto b2"
    assert {item.id for tray in view.trays for item in tray.items} >= {"claim:R", "claim:K"}


@pytest.mark.parametrize("language", ["en", "cs"])
def test_the_claims_of_all_colours_stand_on_one_line_of_a_small_terminal(language: str) -> None:
    """Whole, with their keys, at 80 columns: below them the question needs the other lines."""
    with spoken(language):
        names = [name for word, name in GAME.view(stacks(L1), None).names if "claim:" in word]
    assert len(names) == 5
    assert len("".join(f"  {key} {name} " for key, name in enumerate(names))) <= 78


def test_the_sheet_counts_what_decides_in_its_order() -> None:
    (sheet,) = GAME.view(stacks("GKRa1 IBc1 Re1", "R/B", "1,0", "-"), None).sheets
    assert sheet.rows == (
        ("taken", "1", "0"), ("4 high", "0", "0"), ("3 high", "1", "0"), ("2 high", "0", "1"),
        ("1 high", "1", "0"),
    )  # fmt: skip
    (sheet,) = SIX.view(stacks("GKRa1 IBc1 Re1", "R/B", side="-", game=SIX), None).sheets
    assert sheet.rows[0] == ("5 high", "0", "0")


def told(listed: str, turn: str, game: Lyngk = GAME) -> list[str]:
    state = stacks(listed, game=game)
    return [*game.happenings(state, game.parse(state, 0, turn))]


def prompt(listed: str, game: Lyngk = GAME) -> str:
    return game.view(stacks(listed, "R/B", side="-", game=game), None).prompt


def test_what_is_left_decides_by_number_where_no_more_was_taken() -> None:
    """Where the variant takes none, the sentence does not speak of it."""
    decides = "White has more stacks of the greatest height at which they differ."
    assert prompt("Ra1") == f"Nobody can move, and both have taken 0: {decides}"
    assert prompt("RIa1 Ic1 Be1") != prompt("Ra1")
    assert prompt("Ra1", SIX) == f"Nobody can move: {decides}"


def test_what_a_move_takes_is_told_and_its_claim_with_the_move() -> None:
    five = "BIKGa1 Rb2 Kc3 Id2"
    assert told(five, "G,a1-b2") == ["White takes a stack of five."]
    assert told(five, "a1-b2") == ["The stack on b2 is full and nobody's: it stays there for good."]
    assert told(five, "a1-b2", SIX) == []
    assert told(five, "a1-b2", TAKEN) == [
        "The stack on b2 is full and nobody's: who claims its colour takes it."
    ]
    assert told("RBIKGb2 IKRBGe4 Kc6 Ic7", "G,c6-c7", TAKEN) == [
        "With the colour White takes 2 stacks of five.",
    ]


def test_a_colour_is_claimed_only_after_it_was_chosen() -> None:
    """§4.1: a claim is for good, so clicks that were meant for another move never make one."""
    state = stacks(L1)
    view = GAME.view(state, None)
    marked = {mark.at for mark in view.marks}
    begun = PartialDecision(view.choices)
    for first in marked:
        after = begun.with_word(first)
        assert after is not None
        assert not any(choice.notation[0].isupper() for choice in after.open)
    assert not {word for word in begun.words if ":" not in word} - marked
    claimed = begun.with_word("claim:R")
    assert claimed is not None
    assert all(choice.notation.startswith("R,") for choice in claimed.open)


def test_every_colour_bears_its_letter_claimed_or_not() -> None:
    """Red, too, which other games show by its colour alone."""
    pieces = {piece.at: piece for piece in GAME.view(stacks("Ra1 Bb2 Kc3 Ie4", "R/B"), None).pieces}
    assert [sign_of(pieces[at]) for at in ("a1", "b2", "c3", "e4")] == ["Rw", "Bb", "K", "I"]
    assert not any(map(is_obvious, pieces.values()))


def test_a_colour_beside_the_board_has_no_number() -> None:
    """There is one piece for each (§2): a 1 would read as a count of stacks."""
    trays = GAME.view(stacks("Ra1 Bb2", "R/B"), None).trays
    assert [tray(each) for each in trays] == [
        "Claimed by White: red", "Claimed by Black: blue", "Nobody's colours: ivory, green, black",
    ]  # fmt: skip


def test_a_turn_with_a_claim_has_changed_the_places_of_its_move_alone() -> None:
    """Not every stack of the colour: interfaces mark what has changed as the last turn."""
    state = stacks(L1)
    after = GAME.apply(state, GAME.parse(state, 0, "R,a1-b2"))
    assert changed_places(GAME.view(state, None), GAME.view(after, None)) == ("a1", "b2")


def test_each_column_has_its_letter_below_and_its_last_number_above() -> None:
    """§1: in every column the points are numbered from its letter on."""
    view = GAME.view(stacks(L1), None)
    for column in "abcdefghi":
        points = [point for point in view.points if point.id[0] == column]
        below, above = sorted(
            (label for label in view.labels if label.x == points[0].x), key=lambda one: -one.y
        )
        assert (below.text, above.text) == (column, str(len(points)))
        assert below.y == max(point.y for point in points) + 2
        assert above.y == min(point.y for point in points) - 2
