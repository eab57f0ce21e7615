"""The boards that are painted in tests: positions reached by playing, and odd views."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Final

from docs.draw import PICTURES, find_games, match_of
from gipf_meta import Edge, Mark, Piece, Point, View
from gipf_meta.paint.fitting import fit_layout
from gipf_meta.paint.layout import Layout, Technique
from gipf_meta.protocol.view import MarkKind, PointKind
from tests.specimens import Picture, find_specimens

SIZES: Final = ((52, 22), (88, 38), (168, 57))
"""The board's share of terminals of 80x24, 120x40 and 200x60."""
KINDS: Final[tuple[PointKind, ...]] = (
    "ring",
    "spot",
    "dot",
    "space",
    "cell",
    "special",
    "gone",
)
MARKS: Final[tuple[MarkKind, ...]] = ("legal", "selected", "last", "danger", "capture")
GAMES: Final = tuple(game for game, said in find_specimens().items() if game in said.boards)
"""The games whose boards are recorded as they are painted in each size."""


@cache
def views() -> dict[str, View]:
    """Boards by name."""
    found = {
        name: _picture(shown) if isinstance(shown, str) else _view(shown)
        for said in find_specimens().values()
        for name, shown in said.boards.items()
    }
    found |= {
        "elsewhere": _view(Picture("elsewhere", "elsewhere", "")),
        "die": _view(Picture("die", "die", "", ("roll",), ("4",))),
        "tictactoe": _picture("tictactoe"),
        "pig": _picture("pig"),
    }
    return found | _odd()


def fitted(board: str, size: tuple[int, int], technique: Technique = "sextant") -> Layout:
    """The cells of the points of a *board* on so many columns and rows."""
    layout = fit_layout(views()[board], *size, technique)
    assert layout is not None, f"{board} does not fit into {size}"
    return layout


def _picture(name: str) -> View:
    picture = next(picture for picture in PICTURES if picture.name == name)
    return _view(picture)


def _view(picture: Picture) -> View:
    return match_of(picture, find_games()).top.view(None)


def _odd() -> dict[str, View]:
    """Views that no bundled game has."""
    six = [Point(f"p{n}", n, n % 2, kind) for n, kind in enumerate(KINDS)]
    kinds = View(
        points=tuple(replace(p, level=3, load=2) if p.kind == "space" else p for p in six),
        pieces=(Piece("p0", "disc", "blue", "XY", stack=3), Piece("p4", "tile", "??", "Qu")),
        edges=(Edge("p0", "p1"), Edge("p1", "p2")),
        marks=tuple(Mark(f"p{n}", kind) for n, kind in enumerate(MARKS)),
    )
    return {
        "every-kind": kinds,
        "one-point": View((Point("only", 7, -3),)),
        "long": View(
            tuple(Point(f"x{n}", n, 0, "cell") for n in range(24)), tile="square", pitch=(1, 1)
        ),
        "hexagons": View(
            tuple(Point(f"h{x}{y}", x, 2 * y + x % 2, "cell") for x in range(5) for y in range(4)),
            pieces=(Piece("h11", "tile", "white", "12"), Piece("h22", "disc", "p1", "W")),
        ),
    }
