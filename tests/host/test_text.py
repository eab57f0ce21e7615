"""A view as plain text."""

from __future__ import annotations

from gipf_meta import Label, Piece, Point, Tray, TrayItem, View
from gipf_meta.base.sentences import describe_error
from gipf_meta.render.text import (
    WIDTH,
    board,
    page,
    reflow,
)


def test_an_error_is_told_on_one_line_by_its_kind_and_what_it_says() -> None:
    error = ValueError("no\nsuch  place")
    assert describe_error(error) == "ValueError: no such place"
    assert [describe_error(SystemExit(said)) for said in ("", "\n")] == ["SystemExit", "SystemExit"]


def test_empty_places_show_their_names_and_pieces_their_letters() -> None:
    view = View(
        points=(
            Point("a1", 0, 1, "dot"),
            Point("b1", 1, 0, "spot"),
            Point("b2", 1, 2, "spot"),
            Point("c1", 2, 1, "gone"),
        ),
        pieces=(Piece("b2", "disc", "p1", "WG"),),
        labels=(Label("a", 0, 5),),
    )
    assert board(view).split("\n") == [
        "      b1",
        " .a1",
        "     (WG)",
    ]


def test_what_lies_beside_the_board_is_said_below_it() -> None:
    heap = Tray(
        "Pool", (TrayItem("w", "W", 2, "marble", "white"), TrayItem("g", "G", 0, "marble", "grey"))
    )
    view = View(points=(), trays=(heap, Tray("Hand", ())), caption="So it stands.")
    assert page(view) == "Pool: W 2\nHand: nothing\nSo it stands."


def test_rules_are_wrapped_anew_whatever_lines_they_were_written_in() -> None:
    words = "# Rules\nOne line\nand its end.\n\n- first\n  goes on\n- second\n\n" + "long " * 30
    told = reflow(words).splitlines()
    assert told[:6] == ["Rules", "One line and its end.", "", "- first goes on", "- second", ""]
    assert max(map(len, told)) <= WIDTH
    assert len(told) == 8
