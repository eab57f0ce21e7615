"""Signs over a board that show what somebody may decide: ways of pieces, places, new pieces.

A sign is drawn around the first place of its way. Where the board is turned round, a sign that
*turns* is turned with it; the others, which bear words, are only moved.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Final, Literal, NamedTuple, TypeAlias

from gipf_meta.protocol.view import View
from gipf_meta.render.board import Drawing, look_alike, pieces_by_place
from gipf_meta.render.brush import Brush, PixelPoint, variable
from gipf_meta.render.scene_elements import SignElement

SignKind: TypeAlias = Literal["best", "other", "follow", "better", "played", "announced"]
"""The meaning of a sign: the best turn, another one, one that follows, a better one, the one
played; one that is announced and waits for an answer."""


class SignLook(NamedTuple):
    """The colour of a sign, the width of its lines in units, its dashes and its opacity."""

    colour: str
    width: float
    dashes: str = ""
    opacity: float = 1.0


LOOKS: Final[Mapping[SignKind, SignLook]] = {
    "best": SignLook("mark-selected", 0.13),
    "other": SignLook("mark-selected", 0.08, opacity=0.75),
    "follow": SignLook("ink", 0.07, "7 6", 0.85),
    "better": SignLook("mark-legal", 0.13),
    "played": SignLook("mark-capture", 0.1, "10 7"),
    "announced": SignLook("mark-selected", 0.1, "9 6", 0.95),
}
CHIPS: Final[Sequence[PixelPoint]] = ((0.34, -0.34), (0.34, 0.34), (-0.34, 0.34), (-0.34, -0.34))
"""The spots for the number of a turn beside a place: there is room for four."""


class DrawnStep(NamedTuple):
    """A decision: the points that its clicks lead over, and the views *before* and *after* it."""

    places: Sequence[str]
    before: View
    after: View


def draw_signs(
    drawing: Drawing, steps: Sequence[DrawnStep], kind: SignKind, label: str = "", corner: int = 0
) -> list[SignElement]:
    """The signs of a turn's *steps* over the board of *drawing*.

    *label* stands at the end of the first of them, at one of the ``CHIPS``.
    """
    signs: list[SignElement] = []
    brush, look, chip = drawing.brush, LOOKS[kind], label
    for step in steps:
        way, alone = _split(step, drawing)
        if way:
            (x, y), *_others = spots = [drawing.spots[at] for at in way]
            markup = _arrow(brush, [(a - x, b - y) for a, b in spots], look)
            signs.append(_sign(x, y, markup, turns=True))
        for at in alone:
            x, y = drawing.spots[at]
            signs.append(_sign(x, y, _place(brush, step, at, look)))
        ends = [*way[-1:], *alone]
        if chip and ends:
            x, y = drawing.spots[ends[0]]
            signs.append(_sign(x, y, _chip(brush, chip, look, CHIPS[corner % len(CHIPS)])))
            chip = ""
    return signs


MOST_WAYS: Final = 8
"""The most ways that are shown; more would hide the board that they lead over."""
BEND: Final = 0.22
"""The bend of the arrow of an announced move, as a share of its length: a piece that goes over
others is seen to, and they are seen below it."""
STEPS: Final = 10


def draw_ways(
    brush: Brush, spots: Mapping[str, PixelPoint], ways: Sequence[Sequence[str]]
) -> dict[str, SignElement]:
    """The arrows of a move that is announced, each by its goal; none where no goal is shown."""
    shown = {way[-1]: way for way in ways if len(way) > 1}
    if len(shown) > MOST_WAYS:
        return {}
    return {goal: _way(brush, spots[way[0]], spots[goal]) for goal, way in shown.items()}


def _way(brush: Brush, start: PixelPoint, goal: PixelPoint) -> SignElement:
    """An arrow in a bow from the rim of a piece at *start* to *goal*."""
    (x, y), (dx, dy) = start, (goal[0] - start[0], goal[1] - start[1])
    if dx > 0 or (not dx and dy > 0):  # all bows bend upwards, or to one side
        nx, ny = dy * BEND, -dx * BEND
    else:
        nx, ny = -dy * BEND, dx * BEND
    bow = [
        (dx * t + nx * 4 * t * (1 - t), dy * t + ny * 4 * t * (1 - t))
        for t in (n / STEPS for n in range(STEPS + 1))
    ]
    unit = brush.unit
    rim = [
        (a, b)
        for a, b in bow[:-1]
        if a * a + b * b > (0.4 * unit) ** 2
        and (a - dx) * (a - dx) + (b - dy) * (b - dy) > (0.35 * unit) ** 2
    ]
    markup = _arrow(brush, [*(rim or [(0.0, 0.0)]), bow[-1]], LOOKS["announced"])
    return _sign(x, y, markup, turns=True)


def _sign(x: float, y: float, markup: str, turns: bool = False) -> SignElement:
    return {"x": round(x, 2), "y": round(y, 2), "markup": markup, "turns": turns}


def _split(step: DrawnStep, drawing: Drawing) -> tuple[list[str], list[str]]:
    """The places over which a piece goes, at least two or none; and those that stand alone."""
    places = [at for at in dict.fromkeys(step.places) if at in drawing.spots]
    after = pieces_by_place(step.after)
    arrivals = [n for n, at in enumerate(places) if at in after]
    if not arrivals or not arrivals[-1] or places[0] in after:
        return [], places
    end = arrivals[-1] + 1
    return places[:end], places[end:]


def _arrow(brush: Brush, spots: Sequence[PixelPoint], look: SignLook) -> str:
    """An arrow along *spots*, in pixels, with its head in the middle of the last place."""
    unit = brush.unit
    ways = [(x / unit, y / unit) for x, y in spots]
    (ax, ay), (bx, by) = ways[-2], ways[-1]
    length = sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay)) or 1.0
    dx, dy = (bx - ax) / length, (by - ay) / length
    size = 0.16 + look.width
    base = (bx - size * dx, by - size * dy)
    head = [
        (bx + 0.08 * dx, by + 0.08 * dy),
        (base[0] - 0.7 * size * dy, base[1] + 0.7 * size * dx),
        (base[0] + 0.7 * size * dy, base[1] - 0.7 * size * dx),
    ]
    shaft = [*ways[:-1], base]
    halo = brush.line(look.width + 0.06, variable("ground"), stroke_linejoin="round")
    rounded: dict[str, str | float] = {"stroke_linejoin": "round", "opacity": look.opacity}
    if look.dashes:
        rounded["stroke_dasharray"] = look.dashes
    colour = variable(look.colour)
    return (
        brush.path(shaft, False, **{**halo, "opacity": 0.7})
        + brush.path(shaft, False, **brush.line(look.width, colour, **rounded))
        + brush.path(head, fill=colour, opacity=look.opacity)
    )


def _place(brush: Brush, step: DrawnStep, at: str, look: SignLook) -> str:
    """A ring around a place, and the piece that comes there."""
    before, after = pieces_by_place(step.before).get(at), pieces_by_place(step.after).get(at)
    ring = brush.line(look.width * 0.7, variable(look.colour), opacity=look.opacity)
    if look.dashes:
        ring["stroke_dasharray"] = look.dashes
    shape = brush.circle(0.47, **ring)
    if after is not None and not look_alike(before, after):
        shape = brush.piece(after) + shape
    elif after is None:  # something is taken away
        cross = brush.line(look.width * 0.7, variable(look.colour), stroke_linecap="round")
        for way in (1, -1):
            shape += brush.path([(-0.2, -0.2 * way), (0.2, 0.2 * way)], False, **cross)
    return shape


def _chip(brush: Brush, label: str, look: SignLook, spot: PixelPoint) -> str:
    """The number of a turn beside its place."""
    x, y = spot
    ink = f"on-{look.colour}"
    rim: dict[str, str | float] = {"stroke": variable("ground"), "stroke_width": 0.03 * brush.unit}
    plate = brush.circle(0.17, x, y, fill=variable(look.colour), **rim)
    return plate + brush.word(label, 0.24, variable(ink), x, y)
