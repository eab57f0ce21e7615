"""The materials of boards: the colours, the grain and the edge of each.

A board of wood has the colours of its theme. Every other material has a colour of its own by day
and one by night; from it come those of its places and grooves (``SHADES``). Where contrast is to be
high, all boards are as black as their theme says, and differ by their grain. A grain is a pattern
of light and shadow that fits any colour. It meets itself again on all sides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from math import cos, inf, pi, sin
from random import Random
from typing import Final, TypeAlias

from gipf_meta.protocol.view import BoardMaterial
from gipf_meta.render.svg_elements import format_number, tag

_Spot: TypeAlias = tuple[float, float]
_Spots: TypeAlias = Sequence[_Spot]


@dataclass(frozen=True, slots=True)
class BoardLook:
    """The colours of a board: its plate by *day* and by *night*, and the *hue* of a page about it,
    on which white words can be read. *own* are colours that are not made from the plate."""

    day: str
    night: str
    hue: str
    own: Mapping[str, str] = field(default_factory=dict, hash=False)


LOOKS: Final[Mapping[BoardMaterial, BoardLook]] = {
    "slate": BoardLook("#616e77", "#5e6b74", "#46596a", {"groove": "#f8efdc"}),
    "night": BoardLook("#425ea4", "#4863a8", "#33509c", {"groove": "#e4ebfa", "place": "#4863a8"}),
    "sand": BoardLook("#e6c797", "#bd9a62", "#85601c", {"inlay": "#7c2a08", "special": "#f0d29a"}),
    "moss": BoardLook("#7c9752", "#79934f", "#4a6a20", {"special": "#a8904a", "inlay": "#fff6d8"}),
    "terracotta": BoardLook("#ab5735", "#a75534", "#a14a23"),
    "bronze": BoardLook("#8a6a30", "#87672f", "#76560d"),
    "felt": BoardLook("#92557a", "#905379", "#7b2f5a", {"cloth": "#6b3a5c"}),
    "stone": BoardLook("#d3cec4", "#b4afa5", "#625d52", {"inlay": "#7a3f0a", "special": "#dcc79d"}),
    "leather": BoardLook("#2c736c", "#2b726b", "#1d685f"),
}
"""The looks of boards that are not of wood."""

SHADES: Final[Mapping[str, tuple[str, int]]] = {
    "place": ("#000000", 3),
    "special": ("#9a6524", 40),
    "groove": ("#0c0806", 88),
    "cloth": ("#000000", 0),
}
"""The colours that are made from that of a plate: by another one, and how many percent of it."""
LOOSE: Final = "#e3c391"
"""The colour of loose rings, which lie on a plate of another material than wood."""
PALE: Final = 45
"""The percentage of white in the hue of a page in a dark theme."""


# ---- grains --------------------------------------------------------------------------------------


def _points(*numbers: float) -> str:
    """Numbers of a path, as short as can be."""
    return " ".join(format_number(round(number, 1)) for number in numbers)


def _whole(*numbers: float) -> str:
    """Numbers of a path, rounded."""
    return " ".join(str(round(number)) for number in numbers)


def draw_line(d: str, width: float, colour: str, dense: float, **look: str | float) -> str:
    """A line of that *width* along the path *d*, as *dense* as said (0 to 1)."""
    return tag(
        "path", d=d, fill="none", stroke=colour, stroke_width=width, stroke_opacity=dense, **look
    )


def _area(d: str, colour: str, dense: float) -> str:
    return tag("path", d=d, fill=colour, fill_opacity=dense)


def _lit(d: str, width: float, dark: float, light: float, x: float = 1, y: float = 1) -> str:
    """Lines that are dark, with light on their lower right."""
    shifted = f"translate({format_number(x)} {format_number(y)})"
    return draw_line(d, width, "#fff", light, transform=shifted) + draw_line(d, width, "#000", dark)


def _all_around(spots: _Spots, size: _Spot, reach: float) -> Iterator[_Spot]:
    """The *spots*, and those beyond the border that are seen within a pattern of that *size*."""
    for x, y in spots:
        for dx in (-size[0], 0, size[0]):
            for dy in (-size[1], 0, size[1]):
                if -reach < x + dx < size[0] + reach and -reach < y + dy < size[1] + reach:
                    yield x + dx, y + dy


def _scattered(chance: Random, count: int, size: _Spot) -> list[_Spot]:
    """As many spots at random, each as far from the others as it can."""
    found: list[_Spot] = []
    for _n in range(count):
        tries = [(chance.random() * size[0], chance.random() * size[1]) for _try in range(12)]
        best, farthest = tries[0], -1.0
        for at in tries:
            if (apart := _apart(at, found, size, farthest)) > farthest:
                best, farthest = at, apart
        found.append(best)
    return found


def _apart(at: _Spot, others: _Spots, size: _Spot, least: float) -> float:
    """The square of how far *at* is from the nearest of *others*, across the border of the pattern,
    too; or of how far from one of them, if that is not more than *least*."""
    (x, y), (wide, high) = at, size
    nearest = inf if others else 0.0
    for other_x, other_y in others:
        dx, dy = abs(x - other_x), abs(y - other_y)
        dx, dy = min(dx, wide - dx), min(dy, high - dy)
        apart = dx * dx + dy * dy
        if apart < nearest:
            nearest = apart
            if nearest <= least:
                break
    return nearest


def _slate(chance: Random, wide: float, high: float) -> str:
    """Layers that have split: jagged ledges with light on them, and chips."""
    ledges, chips = "", ""
    for n in range(6):
        y = (n + 0.5) * high / 6
        steps = [0.0]
        while steps[-1] < wide - 34:
            steps.append(steps[-1] + 9 + 22 * chance.random())
        heights = [y + 15 * (chance.random() - 0.5) for _x in steps]
        ledges += f"M{_points(0, heights[0])}"
        for x, at in zip(steps[1:], heights[1:], strict=True):
            ledges += f"L{_points(x, at)}" if chance.random() < 0.86 else f"M{_points(x, at)}"
        ledges += f"L{_points(wide, heights[0])}"
    for x, y in _scattered(chance, 16, (wide - 24, high - 20)):
        turn = 2 * pi * chance.random()
        radii = [4 + 7 * chance.random() for _corner in range(4)]
        corners = [
            (x + 12 + r * cos(turn + n * pi / 2), y + 10 + 0.6 * r * sin(turn + n * pi / 2))
            for n, r in enumerate(radii)
        ]
        chips += f"M{'L'.join(_whole(*corner) for corner in corners)}Z"
    flat = _area(chips, "#000", 0.13) + draw_line(
        chips, 1, "#fff", 0.22, transform="translate(.8 1)"
    )
    return flat + _lit(ledges, 1.7, 0.42, 0.3, 0.4, 1.7)


def _night(chance: Random, wide: float, high: float) -> str:
    """Stars, small and large."""
    dots, large = "", ""
    for n, (left, top) in enumerate(_scattered(chance, 78, (wide - 12, high - 12))):
        x, y = left + 6, top + 6
        if n % 11 == 0:
            r, s = 5 + 3 * chance.random(), 1.1
            large += f"M{_points(x, y - r)}l{_points(s, r - s, r - s, s)} {_points(s - r, s)} "
            large += f"{_points(-s, r - s, -s, s - r)} {_points(s - r, -s, r - s, -s)}Z"
        else:
            dots += f"M{_whole(x, y)}h0"
    many = draw_line(dots, 1.8, "#fff", 0.55, stroke_linecap="round")
    return many + _area(large, "#fff", 0.85)


def _sand(chance: Random, wide: float, high: float) -> str:
    """Ripples that the wind has made, and single grains."""
    d = ""
    for n in range(7):
        y, bend = (n + 0.4) * high / 7, 8 + 5 * chance.random()
        d += f"M0 {_points(y)}C{_points(wide * 0.2, y - bend, wide * 0.3, y - bend)} "
        d += f"{_points(wide * 0.5, y)}S{_points(wide * 0.8, y + bend, wide, y)}"
    grains = "".join(f"M{_whole(*at)}h0" for at in _scattered(chance, 70, (wide, high)))
    return (
        draw_line(d, 7, "#5a3206", 0.1)
        + draw_line(d, 3, "#5a3206", 0.22)
        + draw_line(d, 3.5, "#fff", 0.4, transform="translate(0 5)")
        + draw_line(grains, 1.6, "#4a2a06", 0.36, stroke_linecap="round")
    )


def _moss(chance: Random, wide: float, high: float) -> str:
    """Cushions, dark between them, with the light on their small leaves."""
    size = wide, high
    cushions, dark, light = "", "", ""
    for x, y in _all_around(_scattered(chance, 34, size), size, 17):
        r = 13 + 3 * sin(_turn_of(x % wide, y % high))
        cushions += tag("circle", cx=round(x), cy=round(y), r=round(r))
    for n, (x, y) in enumerate(_scattered(chance, 170, (wide - 8, high - 8))):
        turn, far = 2 * pi * chance.random(), 3.4 + 2 * chance.random()
        leaf = f"M{_whole(x + 4, y + 4)}l{_whole(far * cos(turn), far * sin(turn))}"
        if n % 3:
            light += leaf
        else:
            dark += leaf
    ends: dict[str, str | float] = {"stroke_linecap": "round"}
    return (
        tag("g", cushions, fill="url(#m-hollow)")
        + draw_line(dark, 2, "#0c1c00", 0.34, **ends)
        + draw_line(light, 1.7, "#f0ffc0", 0.36, **ends)
    )


def _turn_of(x: float, y: float) -> float:
    """An angle that looks as if by chance, the same for the same spot."""
    return (x * 12.9898 + y * 78.233) % (2 * pi)


def _terracotta(chance: Random, wide: float, high: float) -> str:
    """Fired clay: grit, pits, a bloom of lime, and fine cracks."""
    spots = _scattered(chance, 150, (wide - 10, high - 10))
    grit = "".join(f"M{_whole(x + 5, y + 5)}h0" for x, y in spots[:70])
    pits = "".join(f"M{_whole(x + 5, y + 5)}h{n % 4}" for n, (x, y) in enumerate(spots[70:]))
    bloom = "".join(
        tag("circle", cx=round(x + 40), cy=round(y + 40), r=round(22 + 18 * chance.random()))
        for x, y in _scattered(chance, 7, (wide - 80, high - 80))
    )
    cracks = ""
    for x, y in _scattered(chance, 4, (wide - 90, high - 60)):
        cracks += f"M{_whole(x + 10, y + 30)}"
        for _n in range(6):
            cracks += f"l{_whole(5 + 8 * chance.random(), 17 * (chance.random() - 0.5))}"
    return (
        tag("g", bloom, fill="url(#m-polish)", fill_opacity=0.22)
        + draw_line(grit, 2.6, "#ffdcb8", 0.5, stroke_linecap="round")
        + _lit(pits, 3, 0.32, 0.22)
        + _lit(cracks, 1.1, 0.5, 0.24, 0.7, 1)
    )


def _bronze(chance: Random, wide: float, high: float) -> str:
    """The dents of a hammer, one beside the other: dark above, light below."""
    spots = _scattered(chance, 44, (wide, high))
    parts = ""
    for x, y in _all_around(spots, (wide, high), 22):
        r = 16 + 4 * sin(_turn_of(x % wide, y % high))
        parts += tag("circle", cx=round(x), cy=round(y), r=round(r))
    return tag("g", parts, fill="url(#m-dent)", fill_opacity=0.5)


def _felt(chance: Random, wide: float, high: float) -> str:
    """Wool that was pressed: short curly hairs in all directions."""
    hairs = ["", ""]
    for n, (x, y) in enumerate(_scattered(chance, 140, (wide, high))):
        turn, far = chance.random() * 2 * pi, 5 + 6 * chance.random()
        dx, dy, bend = far * cos(turn), far * sin(turn), 3 if chance.random() < 0.5 else -3
        curl = _whole(dx / 2 - bend * sin(turn), dy / 2 + bend * cos(turn), dx, dy)
        for at in _all_around([(x, y)], (wide, high), 12):
            hairs[n % 2] += f"M{_whole(*at)}q{curl}"
    ends: dict[str, str | float] = {"stroke_linecap": "round"}
    return draw_line(hairs[0], 1.3, "#000", 0.3, **ends) + draw_line(
        hairs[1], 1.1, "#fff", 0.26, **ends
    )


def _stone(chance: Random, wide: float, high: float) -> str:
    """Granite: flecks of dark, grey and white."""
    flecks = {"#1d1b18": "", "#6b665c": "", "#fff": ""}
    for n, at in enumerate(_scattered(chance, 105, (wide, high))):
        size, turn = 2.4 + 3.6 * chance.random() ** 2, chance.random() * pi
        radii = [size * (0.7 + 0.6 * chance.random()) for _corner in range(4)]
        corners = [
            (r * cos(turn + k * pi / 2), r * sin(turn + k * pi / 2)) for k, r in enumerate(radii)
        ]
        pairs = pairwise(corners)
        ways = " ".join(_points(bx - ax, by - ay) for (ax, ay), (bx, by) in pairs)
        colour = ("#1d1b18", "#6b665c", "#fff", "#6b665c", "#fff")[n % 5]
        for x, y in _all_around([at], (wide, high), 7):
            flecks[colour] += f"M{_whole(x + corners[0][0], y + corners[0][1])}l{ways}Z"
    dense = {"#1d1b18": 0.62, "#6b665c": 0.5, "#fff": 0.8}
    return "".join(_area(d, colour, dense[colour]) for colour, d in flecks.items())


def _leather(chance: Random, wide: float, high: float) -> str:
    """The pores of a hide: small cushions, which creases part."""
    columns, rows = 8, 8
    step_x, step_y = wide / columns, high / rows
    at: dict[tuple[int, int], _Spot] = {}
    for row in range(rows):
        for column in range(2 * columns):
            at[column, row] = ((chance.random() - 0.5) * 5, (chance.random() - 0.5) * 5)

    def corner(column: int, row: int) -> _Spot:
        """A corner of a honeycomb that is a little crooked: two in each row for each cushion."""
        dx, dy = at[column % (2 * columns), row % rows]
        lift = step_y / 6 if (column + row) % 2 else -step_y / 6
        return column * step_x / 2 + dx, row * step_y + lift + dy

    creases = ""
    for row in range(rows):
        creases += f"M{_whole(*corner(0, row))}"
        for column in range(1, 2 * columns + 1):
            creases += f"L{_whole(*corner(column, row))}"
        for column in range(2 * columns):
            if (column + row) % 2:
                creases += f"M{_whole(*corner(column, row))}L{_whole(*corner(column, row + 1))}"
    joined: dict[str, str | float] = {"stroke_linejoin": "round", "stroke_linecap": "round"}
    light = draw_line(creases, 2, "#fff", 0.24, transform="translate(1.3 1.5)", **joined)
    return light + draw_line(creases, 2, "#000", 0.4, **joined)


_MAKERS: Final[Mapping[str, tuple[Callable[[Random, float, float], str], int, int]]] = {
    "slate": (_slate, 220, 190),
    "night": (_night, 250, 230),
    "sand": (_sand, 200, 168),
    "moss": (_moss, 132, 132),
    "terracotta": (_terracotta, 220, 200),
    "bronze": (_bronze, 180, 170),
    "felt": (_felt, 96, 96),
    "stone": (_stone, 150, 150),
    "leather": (_leather, 128, 104),
}
"""The makers of the grains, and the sizes of their patterns in pixels."""


@cache
def grain_of(board: str) -> str:
    """The pattern of a *board*, the same every time; ``""`` for what is none, and for wood.

    It is made when somebody needs it first: to make all takes as long as many a command.
    """
    if board not in _MAKERS:
        return ""
    make, wide, high = _MAKERS[board]
    drawn = make(Random(65), wide, high)
    turned = {"patternTransform": "rotate(-19)"} if board == "slate" else {}
    return tag(
        "pattern",
        drawn,
        id=f"m-{board}",
        width=wide,
        height=high,
        patternUnits="userSpaceOnUse",
        **turned,
    )


GRAINED: Final = tuple(_MAKERS)
"""The materials of boards that have a grain: all but wood."""
