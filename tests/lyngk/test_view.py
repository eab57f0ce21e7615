"""The picture of LYNGK, and what happens in words (docs/reference/lyngk.md §2, §4, §5)."""

from __future__ import annotations

from gipf_meta.match.partial_decision import PartialDecision
from gipf_meta_lyngk.game import Lyngk
from tests.lyngk.boards import GAME, L1, SIX, TAKEN, stacks


def test_a_stack_tells_its_pieces_and_whose_it_is() -> None:
    pieces = {piece.at: piece for piece in GAME.view(stacks("RJGa1 Bb2", "G/K"), None).pieces}
    stack = pieces["a1"]
    assert (stack.role, stack.label, stack.stack) == ("green", "Gw", 3)
    assert stack.layers == ("red", "grey", "green")
    assert stack.spoken == "green stack of 3: red, joker, green, White's"
    assert (pieces["b2"].label, pieces["b2"].spoken) == ("B", "blue")


def test_a_colour_is_claimed_beside_the_board_then_a_stack_moves() -> None:
    view = GAME.view(stacks(L1), None)
    (choice,) = (each for each in view.choices if each.notation == "R,a1-b2")
    assert choice.path == ("claim:R", "a1", "b2")
    assert choice.label == "claim red and move a1 onto b2"
    assert {item.id for tray in view.trays for item in tray.items} >= {"claim:R", "claim:K"}


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


def test_claims_and_what_is_taken_are_told() -> None:
    five = "BIKGa1 Rb2 Kc3 Id2"
    assert told(five, "G,a1-b2") == ["White claims green.", "White takes a stack of five."]
    assert told(five, "a1-b2") == ["The stack on b2 is full and nobody's: it stays there for good."]
    assert told("RBIKGb2 IKRBGe4 Kc6 Ic7", "G,c6-c7", TAKEN) == [
        "White claims green.",
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
