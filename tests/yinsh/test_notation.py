"""Decisions and turns as people type them, and the answers to mistakes."""

from __future__ import annotations

import pytest

from gipf_meta import BadNotation, IllegalMove, MoveError
from gipf_meta_yinsh.game import Yinsh
from tests.tables import table
from tests.whole_turns import play

from .boards import OPENING, WHITE_RINGS, place

GAME = Yinsh()
OPENED = play(GAME, GAME.start(2), *OPENING.split())
WAITING = play(
    GAME,
    place(GAME.rules, f"{WHITE_RINGS} e4", markers=("g6", "g2 g3 g4 g5")),
    "e4-h7",
)
"""Black has the row g2-g6."""
JUMP = place(GAME.rules, f"{WHITE_RINGS} f3", markers=("f5", "f6 f7"))


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("xg6-g2;xk7;k8-i6", "xg2-g6;xk7;k8-i6"),
        ("xk7; k8-i6", "xg2-g6;xk7;k8-i6"),
        ("12. XG2-G6,K7;k8 - i6", "xg2-g6;xk7;k8-i6"),
        ("xg2-g6,xk7;k8-i6", "xg2-g6;xk7;k8-i6"),
    ],
)
def test_turns_are_read_leniently(text: str, canonical: str) -> None:
    assert GAME.format_turn(WAITING, GAME.parse_turn(WAITING, text)) == canonical


MISTAKES = [
    ("nonsense", "is no move of YINSH"),
    ("f1", "f1 is no point of the board"),
    ("e5", "e5 cannot be: a ring must move"),
    ("e4-e5", "you have no ring on e4; yours are on b5, d6, e3, g3, h7"),
    ("e3-f5", "e3 and f5 are not in one line"),
    ("e3-e4", "e4 is occupied"),
    ("e3-e6", "cannot pass over the ring on e4"),
    ("xe3", "a ring must move"),
    ("xe3-e7", "a ring must move"),
    ("-", "You cannot pass while a ring can move"),
    ("pass", "You cannot pass while a ring can move"),
    ("h7-g7;xe3", "'xe3' is too much"),
    ("h7-g7;h7-g7", "'h7-g7' is too much"),
]


@pytest.mark.parametrize(("text", "answer"), MISTAKES, ids=[text for text, _ in MISTAKES])
def test_mistakes_are_explained(text: str, answer: str) -> None:
    with pytest.raises(MoveError, match=answer):
        GAME.parse_turn(OPENED, text)


def test_a_jump_stops_behind_its_markers() -> None:
    with pytest.raises(IllegalMove, match=r"stops on the first vacant point .* here f8"):
        GAME.parse(JUMP, 0, "f3-f9")


@table("""
    text         | answer
    xg2-g5;xk7   | does not name the two ends of five points
    xg1-g5       | g1 is no point
    xg3-g7       | these are not five markers of your colour .*Possible: xg2-g6
    xg2-g6;xa2   | no ring on a2; yours are on j5, k7, k8, k9, k10
    xg2-g6;k8-i6 | k8-i6 cannot be: a ring must be removed
    xg2-g6;xk7   | not the whole turn: a ring must move
    k8-i6        | k8-i6 cannot be: a row must be removed .*Possible: xg2-g6
""")
def test_mistakes_with_rows(text: str, answer: str) -> None:
    with pytest.raises(MoveError, match=answer):
        GAME.parse_turn(WAITING, text)


def test_several_decisions_are_no_single_one() -> None:
    with pytest.raises(BadNotation, match="more than one decision"):
        GAME.parse(WAITING, 1, "xg2-g6;xk7")
    with pytest.raises(IllegalMove, match="It is Black's turn, not White's"):
        GAME.parse(WAITING, 0, "xg2-g6")


@pytest.mark.parametrize(
    ("markers", "paths"),
    [
        ("f6 f7 f8 f9", {"xf5-f9": ("f7",)}),
        ("f4 f6 f7 f8 f9", {"xf4-f8": ("f4",), "xf5-f9": ("f9",)}),
        ("f3 f4 f6 f7 f8 f9", {"xf3-f7": ("f3",), "xf4-f8": ("f4", "f8"), "xf5-f9": ("f9",)}),
    ],
)
def test_rows_are_chosen_by_a_marker_of_their_own(
    markers: str, paths: dict[str, tuple[str, ...]]
) -> None:
    state = place(GAME.rules, f"{WHITE_RINGS} f5", markers=(markers, ""))
    due = GAME.apply(state, GAME.parse(state, 0, "f5-e5"))
    view = GAME.view(due, None)
    assert {choice.notation: choice.path for choice in view.choices} == paths
    assert ("choose f7 to remove it" in view.prompt) == (len(paths) == 1)
