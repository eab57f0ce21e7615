"""The view: levels and covered pieces, and the clicks of a turn step by step."""

from __future__ import annotations

from gipf_meta import Edge
from gipf_meta_punct.game import Punct
from gipf_meta_punct.state import State

from .boards import at

GAME = Punct()
JUMPED = "WEe9:e10,e11 BEf10:f11,f12 WTe9:e10,f10^1"


def paths(state: State) -> set[tuple[str, ...]]:
    return {choice.path for choice in GAME.view(state, None).choices}


def test_labels_stand_apart_and_beside_the_board() -> None:
    view = GAME.view(GAME.start(2), None)
    places = [(label.x, label.y) for label in view.labels]
    places += [(point.x, point.y) for point in view.points]
    assert len(view.labels) == 34
    assert len(places) == len(set(places))


def test_levels_can_be_read() -> None:
    view = GAME.view(at(JUMPED, "b"), None)
    shown = {piece.at: (piece.label, piece.badge) for piece in view.pieces}
    assert shown["e9"] == ("WT", "^1")
    assert shown["e10"] == shown["f10"] == ("W1", "1")
    assert shown["e11"] == ("W", "")
    assert shown["f11"] == ("B", "")
    (sheet,) = view.sheets
    assert sheet.rows == (("WTe9:e10,f10^1", "e9 WE, e10 WE, f10 BE"),)
    (spoken,) = [piece.spoken for piece in view.pieces if piece.at == "f10"]
    assert (
        spoken
        == "dot of the white piece on e9, level 1; below it: PÜNCT of a black straight piece E"
    )


def test_the_space_under_a_bridge_is_told() -> None:
    view = GAME.view(at("WTe5:d4,d5 BTe7:e8,f8 WEe5:e6,e7^1"), None)
    assert view.sheets[0].rows == (("WEe5:e6,e7^1", "e5 WT, e6 -, e7 BT"),)


def test_dots_of_a_piece_are_joined() -> None:
    edges = GAME.view(at("WEe5:e6,e7 BTm9:m10,n10"), None).edges
    assert set(edges) == {
        Edge("e5", "e6"), Edge("e6", "e7"), Edge("m9", "m10"), Edge("m9", "n10"),
        Edge("m10", "n10"),
    }  # fmt: skip


def test_a_turn_is_clicked_step_by_step() -> None:
    state = at("WTe5:e6,f6")
    assert paths(state) == {("w:T",), ("w:C",), ("w:E",), ("w:M",), ("w:R",), ("w:L",), ("e5",)}
    state = GAME.apply(state, GAME.parse(state, 0, "e5"))
    assert {("e5",), ("e9",), ("m13",)} <= paths(state)
    marks = {(mark.at, mark.kind) for mark in GAME.view(state, None).marks}
    assert {("e9", "legal"), ("e5", "selected")} <= marks
    state = GAME.apply(state, GAME.parse(state, 0, "e9"))
    assert ("e10", "f10") in paths(state)
    assert len(paths(state)) == 6
