"""The names of places are legible: on the board, and apart from pieces and each other."""

from __future__ import annotations

from itertools import combinations
from math import dist
from xml.etree import ElementTree

from gipf_meta import HexLattice, Piece, Point, View
from gipf_meta.render.board import draw_board


def test_the_names_of_taken_spaces_stand_on_the_board_between_the_pieces() -> None:
    lattice = HexLattice((3, 4, 5, 4, 3), 2)
    drawing = draw_board(
        View(
            points=tuple(Point(cell, *lattice.xy[cell], "space") for cell in lattice.cells),
            pieces=tuple(Piece(cell, "disc", "p1", "W") for cell in lattice.cells),
        )
    )
    assert drawing is not None
    unit, spots = drawing.brush.unit, drawing.spots
    names: list[tuple[float, float]] = []
    for cell, (x, y) in spots.items():
        (word,) = ElementTree.fromstring(f"<g>{drawing.points[cell]}</g>").iter("text")
        names.append((x + float(word.attrib["x"]), y + float(word.attrib["y"])))
    left, right = min(x for x, _ in spots.values()), max(x for x, _ in spots.values())
    assert all(left - 0.4 * unit < x < right + 0.4 * unit for x, _ in names)
    assert min(dist(name, spot) for name in names for spot in spots.values()) > 0.5 * unit
    assert min(dist(one, other) for one, other in combinations(names, 2)) > 0.4 * unit
