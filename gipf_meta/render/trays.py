"""The things in trays, drawn with the pieces of the board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from math import hypot
from typing import Final

from gipf_meta.protocol.view import HEX_PITCH, Material, Piece, TileShape, TrayItem
from gipf_meta.render.brush import Brush, variable
from gipf_meta.render.emblems import draw_emblem
from gipf_meta.render.material import gradient
from gipf_meta.render.svg_elements import (
    SMALL,
    Block,
    escape_text,
    format_number,
    tag,
    text,
    text_width,
    translate,
)
from gipf_meta.render.theme import LETTERS, role_name

SIZE: Final = 26
"""The height of a heap, and the width of a thing in it that lies free, in pixels."""
UNIT: Final = SIZE / 0.84
"""The distance of two places of a board whose tiles are as high as a heap, in pixels."""
GOAL_GAP: Final = 7
"""The gap behind the things that make a goal, in pixels."""
CLOSEST: Final = 3
"""The least distance of two things of a heap, in pixels."""
FREE: Final = 16
"""The least distance of things that lie on each other at which their words can be read, in
pixels."""
ROOM, ROOM_OF_GOALS = 104, 190
"""The most width of a heap, in pixels; and of one with goals, whose places are counted."""


def count_of(item: TrayItem) -> str:
    """The number of things in a heap; where there are goals, of how many: ``2/4``; ``""``:
    endless."""
    if item.is_endless:
        return ""
    return f"{item.count}/{item.goals[-1]}" if item.goals else str(item.count)


def piece_of(item: TrayItem) -> Piece:
    """A thing of a heap as it would stand on the board."""
    if item.kind == "tile":
        return Piece("", "tile", item.role, item.label if len(item.label) < 3 else "")
    known = item.glyph or LETTERS.get(item.role, "")
    return Piece("", item.kind, item.role, (known or item.label[:1]) + item.badge, badge=item.badge,
                 emblem=item.emblem)  # fmt: skip


def label_beside(item: TrayItem) -> str:
    """The words beside a heap; ``""`` where its things show the same."""
    if item.brief:
        return item.brief
    if item.kind == "tile" and len(item.label) < 3:
        return ""
    return "" if item.label == LETTERS.get(item.role) else item.label


@lru_cache(maxsize=1024)
def draw_heap(
    item: TrayItem,
    tile: TileShape = "square",
    material: Material = "wood",
    pitch: tuple[float, float] = HEX_PITCH,
) -> Block:
    """The things of a heap side by side in a groove of wood, and the free places up to the last of
    its goals.

    An empty heap has a free place with a small sign of the thing. Behind each goal but the last is
    a gap. Where there is no room, things lie on each other, the first on top: it alone may be
    shown. Tiles do not, nor things that cover several places: one is drawn with their number.
    """
    brush = Brush(UNIT, tile, False, material, pitch)
    if item.shape:
        return _shaped(item, brush)
    most = max((item.count, *item.goals, 1))
    gaps = GOAL_GAP * sum(goal < most for goal in item.goals)
    room = (ROOM_OF_GOALS if item.goals else ROOM) - SIZE - gaps
    step = min(float(SIZE), room / max(most - 1, 1))
    if item.kind == "tile" and step < SIZE and item.count:
        return _numbered_tile(item, brush)
    step = max(step, CLOSEST)
    most = min(most, int(room // step) + 1)
    places = [
        SIZE / 2 + n * step + GOAL_GAP * sum(n >= goal for goal in item.goals if goal < most)
        for n in range(most)
    ]
    taken, free = places[: item.count], places[item.count :]
    width = places[-1] + SIZE / 2 if places else 0
    markup = _groove(width)
    if free:
        look = brush.line(0.04, variable("groove"), stroke_dasharray="2 2")
        markup += _circles(free, 0.3, **look)
    if item.kind in ("disc", "marble", "ring"):
        markup += _round_things(item, taken, step, brush)
    else:
        thing = brush.piece(piece_of(item))
        markup += "".join(translate(thing, x, SIZE / 2) for x in taken)
    if not item.count:
        markup += _sign_of_empty(item)
    return Block(width, SIZE, markup)


def first_width(item: TrayItem, heap: Block) -> float:
    """The width of the part of the picture *heap* of *item* that shows its first thing alone, in
    pixels."""
    return heap.width if item.shape or item.kind == "tile" else min(heap.width, float(SIZE))


def _groove(width: float, height: float = SIZE) -> str:
    """The groove in which the things of a heap lie."""
    look: dict[str, str | float] = {"rx": 6, "fill": variable("place")}
    wood = tag("rect", width=width, height=height, **look)
    look = {"rx": 5.5, "fill": gradient("hollow"), "stroke": gradient("dent")}
    return wood + tag("rect", x=0.5, y=0.5, width=width - 1, height=height - 1, **look)


def _sign_of_empty(item: TrayItem) -> str:
    """The sign on an empty heap: the letter of its things, else a dot of their colour."""
    middle, ink = SIZE / 2, variable("on-place")
    drawn = draw_emblem(item.emblem, UNIT, ink)
    if drawn:
        return translate(drawn, middle, middle)
    word = item.badge or (item.label if item.kind == "tile" and len(item.label) < 3 else "")
    if word:
        return text(word, middle, middle, SMALL, ink, bold=True)
    rim: dict[str, str | float] = {"stroke": variable("rim"), "stroke_width": 1}
    return _circles([middle], 0.14, fill=variable(f"role-{role_name(item.role)}"), **rim)


def _numbered_tile(item: TrayItem, brush: Brush) -> Block:
    """One tile of a heap, and how many there are."""
    words, middle = f"×{item.count}", SIZE / 2
    face = _groove(SIZE) + translate(brush.piece(piece_of(item)), middle, middle)
    face += text(words, SIZE + 4, middle, SMALL, variable("ink"), "start", bold=True)
    return Block(SIZE + 4 + text_width(words, SMALL), SIZE, face)


def _shaped(item: TrayItem, brush: Brush) -> Block:
    """One thing of a heap that covers several places, in its shape; pale where none is left."""
    (px, py), spots = brush.pitch, item.shape
    xs, ys = [x * px for x, _ in spots], [y * py for _, y in spots]
    wide, high = max(xs) - min(xs) + 1, max(ys) - min(ys) + 1
    unit = min((SIZE - 2) / high, 1.6 * (SIZE - 2) / wide)
    small = replace(brush, unit=unit)
    width = wide * unit + 4
    left, top = (
        2 + (0.5 - min(xs)) * unit,
        1 + (0.5 - min(ys)) * unit + (SIZE - 2 - high * unit) / 2,
    )
    parts = []
    for n, (x, y) in enumerate(spots):
        near = tuple(
            (a - x, b - y) for a, b in spots if 0 < hypot((a - x) * px, (b - y) * py) < 1.1
        )
        part = Piece("", item.kind, item.role, "", emblem=item.emblem if not n else "", arms=near)
        parts.append(translate(small.piece(part), left + x * px * unit, top + y * py * unit))
    look = {} if item.count else {"opacity": 0.35}
    return Block(width, SIZE, _groove(width) + tag("g", *parts, **look))


def _round_things(item: TrayItem, places: Sequence[float], step: float, brush: Brush) -> str:
    """Round things at *places*, *step* pixels apart, with their letters where these are seen.

    The first lies on top. What all have is written once: there may be many.
    """
    if not places:
        return ""
    piece, role = piece_of(item), role_name(item.role)
    look: dict[str, str | float] = {
        "transform": f"scale({format_number(UNIT)})",
        "color": variable(f"role-{role}"),
        "stroke": variable("rim"),
        "fill": variable(f"role-{role}"),
    }
    href, middle = f"#m-{brush.body_name(item.kind)}", SIZE / 2 / UNIT
    first, *others = (tag("use", href=href, x=x / UNIT, y=middle) for x in places)
    rest = tag("g", *reversed(others), class_="rest") if others else ""
    markup = tag("g", rest, first, **look)
    seen, ink = places if step >= FREE else places[:1], variable(f"on-{role}")
    if drawn := draw_emblem(item.emblem, UNIT, ink):
        return markup + "".join(translate(drawn, x, SIZE / 2) for x in seen)
    word = item.badge or piece.label
    if word and item.kind != "ring":
        size = min(0.34, 0.6 / len(word)) * UNIT
        look = {"fill": ink, "font_size": size, "text_anchor": "middle", "font_weight": "bold"}
        if not (item.badge or item.glyph) and piece.label == LETTERS.get(item.role):
            look["visibility"] = variable("letters")
        base = SIZE / 2 + 0.36 * size
        words = "".join(tag("text", escape_text(word), x=x, y=base) for x in seen)
        markup += tag("g", words, **look)
    return markup


def _circles(places: Sequence[float], radius: float, y: float = 0, /, **look: str | float) -> str:
    """Circles at *places*, *y* units below the middle of the heap."""
    middle = SIZE / 2 + y * UNIT
    each = "".join(tag("circle", cx=x, cy=middle, r=radius * UNIT) for x in places)
    return tag("g", each, **look)
