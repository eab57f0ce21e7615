"""The picture of TZAAR, and what happens in words (docs/reference/tzaar.md §2, §5)."""

from __future__ import annotations

from gipf_meta.match.match import Match
from gipf_meta.narration.questions import answer, scene_of
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.render import speech
from gipf_meta_tzaar.view import endangered
from tests.tzaar.boards import FIXED, GAME, PLACE, play, stacks

FEW = "TZc3,AAe1,Zi2,TTi3 B:Ta5,Ab5,Tb6,Zc4,Ah6,Zi5"


def test_a_stack_shows_its_kind_and_its_height() -> None:
    pieces = {piece.at: piece for piece in GAME.view(stacks(FEW), None).pieces}
    stack = pieces["c3"]
    assert (stack.label, stack.glyph, stack.stack, len(stack.layers)) == ("WZ", "Z", 2, 2)
    assert stack.spoken == "white Tzaar, stack of 2"
    assert pieces["b6"].spoken == "black Tott"
    assert len({piece.emblem for piece in pieces.values()}) == 3


def test_the_sheet_counts_tops_alone() -> None:
    (sheet,) = GAME.view(stacks(FEW), None).sheets
    assert sheet.rows == (("Tzaars", "2", "2"), ("Tzarras", "1", "2"), ("Totts", "1", "2"))


def test_the_sheet_is_told_without_a_word_for_the_kinds() -> None:
    (sheet,) = GAME.view(stacks(FEW), None).sheets
    assert "Tzaars, White 2, Black 2." in [*speech.score_sheet(sheet)]


def test_the_last_stack_of_a_kind_is_marked_where_it_can_be_captured() -> None:
    state = stacks("Aa5,Zc3,Te4,Ti1 B:Tc4,TZe9,TAg3,TTg7", "b")
    marked = [mark.at for mark in GAME.view(state, None).marks if mark.kind == "danger"]
    assert marked == ["a5", "c3"]
    assert not endangered(FIXED.start(2))


def test_the_last_but_one_is_told() -> None:
    state = stacks("Tc2,Zc3,Ae1,Ti3 B:Aa5,Zb6,Tc4,Tc5,Ah6,Zi5")
    first = GAME.parse(state, 0, "c3xc4")
    assert [*GAME.happenings(state, first)] == ["Black has one Tott left."]
    inside = GAME.apply(state, first)
    assert not GAME.happenings(inside, GAME.parse(inside, 0, "c4xc5"))
    joined = stacks("Tc2,Zc3,TZc4,Ae1,Ti3 B:Aa5,Zb6,Te3,Tc5,Ah6,Zi5")
    inside = GAME.apply(joined, GAME.parse(joined, 0, "c3xe3"))
    assert [*GAME.happenings(inside, GAME.parse(inside, 0, "c2-c4"))] == [
        "White has one Tzaar left."
    ]


def test_a_piece_is_taken_from_a_hand_and_put_on_a_space() -> None:
    view = PLACE.view(play(PLACE.start(2), "Ze4", game=PLACE), None)
    (choice,) = (each for each in view.choices if each.notation == "Aa1")
    assert choice.path == ("hand:BA", "a1")
    assert choice.label == "place a Tzarra on a1"
    assert [item.count for item in view.trays[0].items] == [5, 9, 15]


def test_what_can_be_captured_is_told_in_both_moves_of_a_turn() -> None:
    """No mark says it: at the start it would be on half of the board."""
    text = "w - W:Tc2,Zc3,Ae1,Ti3 B:Aa5,Zb6,Tc4,Tc5,Ah6,Zi5"
    match = Match.begin(GAME, 2, load_plugins().find, position=text)
    for told in (
        ["c4 black Tott; i5 black Tzaar.", "c3xc4: capture c4 with c3"],
        ["c5 black Tott; h6 black Tzarra; i5 black Tzaar.", "c4xc5: capture c5 with c4"],
    ):
        said = answer(scene_of(match, ["Ann", "Bob"], 0), "what can I capture") or ""
        assert said.splitlines()[:2] == [f"To be captured: {told[0]}", told[1]]
        match = match.play(told[1].partition(":")[0])
