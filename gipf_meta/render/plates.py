"""The plate of a board: its ground, the light on it, its grain, and the edge of its material."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import atan2, cos, hypot, pi, sin, sqrt
from typing import Final

from gipf_meta.protocol.view import BoardMaterial
from gipf_meta.render.board_material import draw_line
from gipf_meta.render.brush import PixelPoint
from gipf_meta.render.material import gradient
from gipf_meta.render.svg_elements import format_number, tag

EDGE: Final = 1.3
"""The width by which a plate is larger than its places, in units."""
FRAME, OWN_FRAME = 0.3, 0.42
"""The same for cells that tile a board: of wood, and of another material."""


def draw_plate(
    board: BoardMaterial,
    unit: float,
    hull: Sequence[PixelPoint],
    cells: Sequence[Sequence[PixelPoint]],
    *,
    is_cloth: bool,
    is_square: bool,
) -> str:
    """The ground under the places: a frame around *cells* that tile it, else a plate of *board*
    under the places in *hull*, or a cloth under loose rings. Corners are in pixels.
    """
    edge = FRAME if board == "wood" else OWN_FRAME
    width = (edge if cells else EDGE) * unit
    d = "".join(map(closed, cells or [hull]))
    if board == "wood" and is_cloth:
        return _slab(d, width, "var(--cloth)")
    parts = [_slab(d, width, "var(--rim)", 1.5), _slab(d, width, "#fff", -0.5, opacity=0.4)]
    parts.append(_slab(d, width - 2, "var(--cloth)" if is_cloth else "var(--plate)"))
    if board == "wood" or (cells and not is_square) or len(hull) < 3:
        return "".join([*parts, _slab(d, width - 2, "var(--grain)")])

    def line(inside: float) -> str:
        """The line that runs so many pixels inside the border."""
        out = width / 2 - inside
        return "".join(map(closed, border(cells, out) if cells else [around(hull, out)]))

    def zigzag(inside: float) -> str:
        """A line that goes to and fro between there and four pixels farther inside."""
        outer, inner = (around(hull, width / 2 - far, 6) for far in (inside, inside + 4))
        pairs = zip(outer, inner, strict=False)
        return closed([pair[n % 2] for n, pair in enumerate(pairs)])

    def broken(inside: float) -> str:
        """A line as of something broken: there, or up to ten pixels farther inside."""
        lines = [around(hull, width / 2 - inside - deep, 11) for deep in (0, 6, 2, 10, 3, 8, 1)]
        return closed([lines[n * n % 7][n] for n in range(min(map(len, lines)))])

    parts.append(tag("path", d=line(1), fill="var(--grain)", opacity="var(--depth)"))
    light = tag("path", d=line(1), fill=gradient("face"), opacity=0.45)
    return "".join([*parts, tag("g", light, draw_edge(board, line, zigzag, broken), class_="edge")])


def _slab(d: str, width: float, paint: str, y: float = 0, **look: str | float) -> str:
    """The area within the outlines *d*, *width* / 2 larger to all sides, *y* pixels lower."""
    if y:
        look["transform"] = f"translate(0 {format_number(y)})"
    return tag(
        "path", d=d, fill=paint, stroke=paint, stroke_width=width, stroke_linejoin="round", **look
    )


def around(hull: Sequence[PixelPoint], far: float, step: float = 0) -> list[PixelPoint]:
    """The corners of a line that runs *far* outside of a convex *hull*, round its corners; with
    spots on it that are about *step* apart, if that is given."""
    found: list[PixelPoint] = []
    middle = sum(x for x, _y in hull) / len(hull), sum(y for _x, y in hull) / len(hull)
    for n, at in enumerate(hull):
        before, after = hull[n - 1], hull[(n + 1) % len(hull)]
        first, last = (_outwards(*side, middle) for side in ((before, at), (at, after)))
        turn = (last - first + pi) % (2 * pi) - pi
        parts = max(2, round(abs(turn) * far / (step or 9)))
        for part in range(parts + 1):
            angle = first + turn * part / parts
            found.append((at[0] + far * cos(angle), at[1] + far * sin(angle)))
        if step:
            start, end = found[-1], (after[0] + far * cos(last), after[1] + far * sin(last))
            parts = max(1, round(hypot(end[0] - start[0], end[1] - start[1]) / step))
            found += (
                (start[0] + (end[0] - start[0]) * part / parts,
                 start[1] + (end[1] - start[1]) * part / parts)
                for part in range(1, parts)
            )  # fmt: skip
    return found


def _outwards(a: PixelPoint, b: PixelPoint, middle: PixelPoint) -> float:
    """The angle of the way out of a hull across its side from *a* to *b*."""
    angle = atan2(b[1] - a[1], b[0] - a[0]) + pi / 2
    x, y = (a[0] + b[0]) / 2 - middle[0], (a[1] + b[1]) / 2 - middle[1]
    return angle if x * cos(angle) + y * sin(angle) >= 0 else angle + pi


def closed(spots: Sequence[PixelPoint]) -> str:
    """A closed line through *spots*, as a path."""
    return f"M{'L'.join(f'{format_number(x)} {format_number(y)}' for x, y in spots)}Z"


def border(cells: Sequence[Sequence[PixelPoint]], out: float) -> list[list[PixelPoint]]:
    """The lines that run *out* outside of square *cells*, which lie side by side."""
    drawn = {
        ((round(a[0], 1), round(a[1], 1)), (round(b[0], 1), round(b[1], 1)))
        for cell in cells
        for a, b in zip(cell, [*cell[1:], cell[0]], strict=True)
    }
    sides: dict[PixelPoint, list[PixelPoint]] = {}
    for a, b in sorted(drawn):
        if (b, a) not in drawn:
            sides.setdefault(a, []).append(b)
    lines: list[list[PixelPoint]] = []
    for start in sides:
        loop, at = list[PixelPoint](), start
        while sides[at]:
            loop.append(at)
            at = sides[at].pop()
        around_it = zip([*loop[-1:], *loop], loop, [*loop[1:], *loop[:1]], strict=False)
        ways = [(here, _way(before, here), _way(here, after)) for before, here, after in around_it]
        corners = [
            (here[0] + out * x, here[1] + out * y)
            for here, a, b in ways
            if a != b
            for x, y in _corner(a, b)
        ]
        if corners:
            lines.append(corners)
    return lines


def _corner(a: PixelPoint, b: PixelPoint) -> list[PixelPoint]:
    """The spots at which a line one pixel to the left turns from the way *a* to the way *b*: a
    corner that juts out is round."""
    first, last = (a[1], -a[0]), (b[1], -b[0])
    x, y = first[0] + last[0], first[1] + last[1]
    if a[0] * b[1] < a[1] * b[0]:
        return [(x, y)]
    return [first, (x * sqrt(0.5), y * sqrt(0.5)), last]


def _way(a: PixelPoint, b: PixelPoint) -> PixelPoint:
    """The direction from *a* to *b*."""
    far = hypot(b[0] - a[0], b[1] - a[1]) or 1
    return (b[0] - a[0]) / far, (b[1] - a[1]) / far


def draw_edge(
    board: BoardMaterial,
    line: Callable[[float], str],
    zigzag: Callable[[float], str],
    broken: Callable[[float], str],
) -> str:
    """The edge of a *board*: *line* is the path that runs so many pixels inside its border, and
    *zigzag* and *broken* such that are not straight."""
    black, white = "#000", "#fff"
    if board == "slate":  # flaked off
        flaked = tag(
            "path", d=line(1) + broken(4), fill=black, fill_opacity=0.3, fill_rule="evenodd"
        )
        return (
            flaked + draw_line(broken(5), 1.6, white, 0.4) + draw_line(broken(4), 1.2, black, 0.5)
        )
    if board == "night":  # two lines of silver in lacquer
        return draw_line(line(6), 2.6, "var(--groove)", 0.95) + draw_line(
            line(11), 1, "var(--groove)", 0.8
        )
    if board == "sand":  # worn round
        return "".join(draw_line(line(far), 2 * far, black, 0.07) for far in (8, 5, 3)) + draw_line(
            line(12), 2.5, white, 0.4
        )
    if board == "moss":  # it grows over
        look = {"stroke_linecap": "round", "stroke_dasharray": "0 15"}
        return (
            draw_line(line(1), 13, black, 0.4, **look)
            + draw_line(line(3), 10, white, 0.2, **look)
            + draw_line(line(9), 7, black, 0.2, stroke_linecap="round", stroke_dasharray="0 10")
        )
    if board == "terracotta":  # a thick lip
        return (
            draw_line(line(5), 9, "url(#m-edge)", 0.4)
            + draw_line(line(10), 2, black, 0.34)
            + draw_line(line(12), 1.4, white, 0.3)
        )
    if board == "bronze":  # a rolled rim
        return (
            draw_line(line(7), 13, black, 0.3)
            + draw_line(line(7), 10, "url(#m-edge)", 0.55)
            + draw_line(line(5), 1.8, white, 0.6)
            + draw_line(line(14.5), 2, black, 0.5)
        )
    if board == "felt":  # cut with pinking shears, and sewn
        return draw_line(zigzag(1), 3, black, 0.4, stroke_linejoin="round") + draw_line(
            zigzag(4), 2, white, 0.28, stroke_linejoin="round"
        )
    if board == "stone":  # a chamfer
        return draw_line(line(4.5), 9, "url(#m-edge)", 0.7) + draw_line(line(9.5), 1.3, black, 0.4)
    if board == "leather":  # a hem
        thread = {"stroke_linecap": "round", "stroke_dasharray": "7 5"}
        return (
            draw_line(line(2), 4, black, 0.28)
            + draw_line(line(7), 3.6, black, 0.42)
            + draw_line(line(6.6), 2, "var(--inlay)", 0.95, **thread)
        )
    return ""
