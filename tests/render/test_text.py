"""A view as plain text."""

from __future__ import annotations

from io import BytesIO, TextIOWrapper

from gipf_meta import Label, Piece, Point, Tray, TrayItem, View
from gipf_meta.base.sentences import describe_error
from gipf_meta.render.text import (
    CELL,
    WIDTH,
    board,
    page,
    page_for,
    reflow,
    tray,
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


def test_a_stack_of_equal_pieces_shows_how_many_they_are_and_a_piece_its_badge() -> None:
    three = Piece("a1", "disc", "p1", "W", stack=3)
    two = Piece("a2", "marble", "p2", "B", stack=2)
    badged = Piece("b1", "disc", "p1", "W", badge="T")
    double = Piece("b2", "disc", "p1", "WG", stack=2, badge="G")
    shown = board(in_rows(3, (three, two, badged, double))).split()
    assert shown == ["a", "(W×3)", "(B×2)", "a3", "b", "(WT)", "(WG)", "b3"]


def test_a_wide_board_full_of_high_stacks_folds_to_a_page_and_hides_no_count() -> None:
    ids = [point.id for point in in_rows(12).points]
    text = board(in_rows(12, tuple(Piece(at, "disc", "p1", "WD", stack=12) for at in ids)))
    assert text.count("×12") == len(ids)
    assert max(map(len, text.splitlines())) <= WIDTH + 1


CASTLE = Piece("a1", "disc", "p1", "WC", glyph="♖")
CASTLES = (CASTLE, Piece("b1", "disc", "p2", "BC", glyph="♜"))


def test_a_glyph_stands_in_the_place_of_the_label() -> None:
    assert board(in_rows(2, CASTLES)).split() == ["(♖)", "a2", "(♜)", "b2"]
    heap = TrayItem("castle", "C", 3, "disc", "p1", glyph="♖")
    assert tray(Tray("Hand", (heap,))) == "Hand: ♖ 3"


def test_a_glyph_that_two_labels_share_tells_less_than_these() -> None:
    both = (CASTLE, Piece("b1", "disc", "p2", "BC", glyph="♖"))
    assert board(in_rows(2, both)).split() == ["(WC)", "a2", "(BC)", "b2"]


def test_a_label_that_holds_its_glyph_says_more() -> None:
    """A piece was drawn as its colour alone, and its label was lost."""
    assert board(in_rows(2, (Piece("a1", "disc", "white", "WT", glyph="T"),))).split()[0] == "(WT)"
    heaps = (
        TrayItem("w", "WT", 3, "disc", "white", glyph="T"),
        TrayItem("b", "BT", 2, "disc", "black", glyph="T"),
    )
    assert tray(Tray("To be put", heaps)) == "To be put: WT 3, BT 2"
    assert tray(Tray("White", heaps[:1])) == "White: T 3"


def test_a_stream_that_lacks_a_glyph_gets_labels() -> None:
    view = in_rows(2, CASTLES)
    ascii_only = TextIOWrapper(BytesIO(), encoding="ascii")
    assert page_for(view, ascii_only).split() == ["(WC)", "a2", "(BC)", "b2"]
    assert page_for(view, TextIOWrapper(BytesIO(), encoding="utf-8")) == page(view)


def test_a_board_of_many_columns_fits_a_page() -> None:
    points = tuple(Point(f"{chr(97 + x)}{10 + x % 2}", x, x % 2, "space") for x in range(17))
    lines = board(View(points)).splitlines()
    assert max(map(len, lines)) <= WIDTH
    assert lines[0].split() == [point.id for point in points[::2]]


def in_rows(wide: int, pieces: tuple[Piece, ...] = ()) -> View:
    """Two rows of *wide* places, the lower one half a place to the right."""
    points = (Point(f"{letter}{n}", 2 * n + row, row) for row, letter in enumerate("ab")
              for n in range(1, wide + 1))  # fmt: skip
    return View(tuple(points), pieces, labels=(Label("a", 0, 0), Label("b", 1, 1)))


def test_a_stack_of_different_pieces_shows_how_many_they_are() -> None:
    stack = Piece("a1", "disc", "white", "WD", stack=12, layers=(*["black"] * 11, "white"))
    one = Piece("a2", "disc", "black", "B", layers=("black",))
    text = board(in_rows(4, (stack, one)))
    assert text.split() == ["(WD12)", "(B)", "a3", "a4", "b1", "b2", "b3", "b4"]


def test_a_board_wider_than_a_page_is_drawn_narrower_and_its_texts_stay_apart() -> None:
    layers = ("black",) * 19 + ("white",)
    high = tuple(Piece(f"a{n}", "disc", "white", "WD", stack=20, layers=layers) for n in (1, 2, 11))
    text = board(in_rows(11, high))
    assert max(map(len, text.splitlines())) <= WIDTH
    assert text.split()[:4] == ["(WD20)", "(WD20)", "a3", "a4"]
    assert board(in_rows(7)).index("a2") - board(in_rows(7)).index("a1") == 2 * CELL


def test_labels_stand_beside_a_board_whose_names_are_hidden() -> None:
    pieces = tuple(Piece(f"{letter}{n}", "disc", "p1", "X") for letter in "ab" for n in (1, 2, 3))
    assert board(in_rows(3, pieces)).split() == ["a", *["(X)"] * 3, "b", *["(X)"] * 3]
    assert "a" not in board(in_rows(3, pieces[:3])).split()


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


def test_rules_are_told_without_signs_of_markdown() -> None:
    words = "**Goal.** Keep all:\n6 *Tzaars*\n*(Z)* by `setup=fixed`, 2*3 and 3*2.\n1. *One*\n* two"
    assert reflow(words) == (
        "Goal. Keep all: 6 Tzaars (Z) by setup=fixed, 2*3 and 3*2.\n1. One\n* two"
    )
