"""The looks of boards of each material: hues, grains, edges, and contrasts as painted."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from math import hypot

import pytest

from gipf_meta import Point, View
from gipf_meta.protocol.view import BOARDS, BoardMaterial
from gipf_meta.render.board import draw_board
from gipf_meta.render.material import definitions_of
from gipf_meta.render.plain_bodies import PLAIN_BODIES
from gipf_meta.render.plates import around, border
from gipf_meta.render.svg import png
from gipf_meta.render.svg_elements import tag
from gipf_meta.render.theme import THEMES, Theme, luminance, variables, write_colours

SIDE = 150
"""The side of the square that is painted from the middle of a board, in pixels."""
EDGE_OF_BOARD = [(x, y) for x in (-4, 0, 4) for y in (-8, -4, 4, 8) if abs(x) + abs(y) == 8]


def colours_in(picture: bytes) -> Iterator[tuple[int, int, int]]:
    """The colours of the pixels of a PNG with eight bits a channel."""
    wide, _high = struct.unpack(">II", picture[16:24])
    channels, data, at = 4 if picture[25] == 6 else 3, b"", 8
    while at < len(picture):
        (size,) = struct.unpack(">I", picture[at : at + 4])
        if picture[at + 4 : at + 8] == b"IDAT":
            data += picture[at + 8 : at + 8 + size]
        at += size + 12
    raw, step = zlib.decompress(data), wide * channels + 1
    above = bytearray(wide * channels)
    for begin in range(0, len(raw), step):
        row = bytearray(raw[begin + 1 : begin + step])
        for n, given in enumerate(row):
            left, up = row[n - channels] if n >= channels else 0, above[n]
            corner = above[n - channels] if n >= channels else 0
            guess = left + up - corner
            nearest = min((left, up, corner), key=lambda each: abs(guess - each))
            row[n] = (given + (0, left, up, (left + up) // 2, nearest)[raw[begin]]) & 255
        for n in range(0, len(row), channels):
            yield row[n], row[n + 1], row[n + 2]
        above = row


def painted_lightness(board: BoardMaterial, theme: Theme) -> float:
    """How light the middle of an empty *board* is, on average."""
    view = View(tuple(Point(f"{n}", x, y) for n, (x, y) in enumerate(EDGE_OF_BOARD)), board=board)
    drawing = draw_board(view, is_bare=True)
    assert drawing is not None
    left, top, width, height = drawing.box
    x, y = SIDE / 2 - left - width / 2, SIDE / 2 - top - height / 2
    drawn = tag("g", drawing.under, transform=f"translate({x} {y})", data_board=board)
    coloured = write_colours(drawn, theme)
    size = f'width="{SIDE}" height="{SIDE}"'
    whole = f"{definitions_of(coloured)}{coloured}"
    picture = png(f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{whole}</svg>')
    seen = [*colours_in(picture)][::7]
    return sum(luminance("#{:02x}{:02x}{:02x}".format(*each)) for each in seen) / len(seen)


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.sample(8)
def test_grain_and_light_keep_the_contrast_of_a_board(board: BoardMaterial, theme: Theme) -> None:
    pytest.importorskip("resvg_py")
    ground, colours = painted_lightness(board, theme), variables(theme, board)

    def seen(name: str) -> float:
        darker, lighter = sorted((luminance(colours[name]), ground))
        return (lighter + 0.05) / (darker + 0.05)

    assert seen("on-plate") >= 4.5
    assert seen("groove") >= 3
    for role in (name for name in colours if name.startswith("role-")):
        assert max(seen("rim"), seen(role)) >= 3, role


def test_a_line_around_a_hull_is_everywhere_as_far_from_it() -> None:
    square = [(-10.0, -10.0), (10.0, -10.0), (10.0, 10.0), (-10.0, 10.0)]
    for step in (0, 5):
        spots = around(square, 4, step)
        far = [max(abs(x) - 10, 0) ** 2 + max(abs(y) - 10, 0) ** 2 for x, y in spots]
        assert far == pytest.approx([16] * len(spots))
    assert len(around(square, 4, 5)) > len(around(square, 4))


def test_the_border_of_cells_runs_around_all_of_them_and_around_a_hole() -> None:
    def cell(x: float, y: float) -> list[tuple[float, float]]:
        return [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]

    (line,) = border([cell(0, 0), cell(1, 0)], 0.5)
    assert len(line) == 12  # its corners are round
    for x, y in line:
        assert hypot(x - min(max(x, 0), 2), y - min(max(y, 0), 1)) == pytest.approx(0.5)
    ring = [cell(x, y) for x in range(3) for y in range(3) if (x, y) != (1, 1)]
    outside, inside = sorted(border(ring, 0.25), key=min)
    assert min(outside) == (-0.25, 0)
    assert sorted(inside) == [(1.25, 1.25), (1.25, 1.75), (1.75, 1.25), (1.75, 1.75)]


def test_plain_pieces_have_a_rim_and_the_colour_of_their_role() -> None:
    for drawn in PLAIN_BODIES.values():
        assert 'fill="currentColor"' in drawn
        assert "stroke-width" in drawn
    assert len({*PLAIN_BODIES.values()}) == len(PLAIN_BODIES)
