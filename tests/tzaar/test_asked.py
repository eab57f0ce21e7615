"""Questions about a board of TZAAR: the game's own pieces, decisions and refusals."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gipf_meta.match.match import Match
from gipf_meta.narration.questions import answer, scene_of
from gipf_meta.protocol.game import NOBODY
from tests.line.rooms_here import FOUND, game_of
from tests.narration.asked import begun, piece_of


def test_a_piece_of_the_other_player_cannot_go_anywhere() -> None:
    """It was answered by the moves onto its place."""
    scene = begun("tzaar")
    at = piece_of(scene, 1)
    told = answer(scene, f"where can {at} go") or ""
    assert told.startswith(f"{at}: black ")
    assert told.endswith(" It is Black's, not yours: it cannot be moved now.")
    assert "to you" not in told


def test_what_captures_a_piece_is_what_can_take_it_and_no_more() -> None:
    scene = begun("tzaar")
    at = next(one.at for one in scene.view.pieces if scene.relations.taking(one.at))
    first, *lines = (answer(scene, f"what can capture {at}") or "").split("\n")
    assert first.startswith(f"{len(lines)} decision")
    assert all(f"x{at}: capture {at} with " in line for line in lines)
    assert len(lines) < 13 < len(scene.view.choices)


def test_a_number_comes_first() -> None:
    scene = begun("tzaar")
    assert (answer(scene, "how many tzaars do I have") or "").startswith("6.\nWhite Tzaar, 6: ")
    assert (answer(scene, "how many tzarras does Black have") or "").startswith("9.\n")
    assert (answer(begun("gipf"), "how many pieces do I have in reserve") or "")[:3] == "18."
    assert answer(begun("zertz"), "how many marbles are left in the pool") == (
        "24.\nPool: white marble 6, grey marble 8, black marble 10."
    )


def test_the_game_says_why_not() -> None:
    scene = begun("zertz")
    assert answer(scene, "can I play Wd4,d1") == "Yes: Wd4,d1."
    assert answer(scene, "why not Wd9") == (
        "No: There is no d9 on the board: the places with d are d1 to d7."
    )
    tzaar = begun("tzaar")
    mine = piece_of(tzaar, 0)
    other = piece_of(tzaar, 0, 1)
    told = answer(tzaar, f"why can't I take {other} with {mine}") or ""
    assert told.startswith("No: ")
    assert answer(tzaar, "why can't I pass").startswith("No: Each turn begins with a capture")  # type: ignore[union-attr]


def test_another_player_asks_when_it_is_not_his_turn() -> None:
    match = Match.begin(game_of("tzaar"), 2, FOUND.find, 5)
    scene = replace(scene_of(match, ("Ann", "Bob"), 1), view=match.top.view(1))
    at = piece_of(scene, 1)
    assert (answer(scene, f"where can {at} go") or "").endswith(" White is on turn.")
    move = match.top.view(0).choices[0].notation
    assert (answer(scene, f"can I play {move}") or "").startswith("No: ")


def test_a_spectator_plays_nothing() -> None:
    match = Match.begin(game_of("tzaar"), 2, FOUND.find, 5)
    scene = replace(scene_of(match, ("Ann", "Bob"), None), view=match.top.view(NOBODY))
    move = match.top.view(0).choices[0].notation
    assert answer(scene, f"can I play {move}") == "No: you only watch this game."


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("how do I win", "The rules tell that: say rules."),
        ("what does a tzarra do", "The rules tell that: say rules."),
        ("why can't I undo", "Say undo: it is done, or you are told why not."),
        ("what is the best move", "I do not know what is best: say hint."),
        ("who goes first", "White begins."),
        ("who am I", "White: Ann (you).\nBlack: Bob."),
        ("what can Black do", "What can be played is known only of White, who is on turn."),
    ],
)
def test_what_others_know_better_is_pointed_to(typed: str, told: str) -> None:
    assert answer(begun("tzaar"), typed) == told


def test_luck_that_has_set_up_the_board_is_not_what_has_changed() -> None:
    told = answer(begun("tzaar", 1), "what changed") or ""
    assert told == answer(begun("tzaar", 1), "what happened")
    assert "leaves the board" in told
    assert "comes to" not in told
