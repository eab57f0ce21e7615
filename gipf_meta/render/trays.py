"""The things in trays, drawn with the pieces of the board."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from gipf_meta.protocol.view import Piece, TrayItem
from gipf_meta.render.brush import Brush, variable
from gipf_meta.render.elements import SMALL, Block, escape_text, tag, text, text_width, translate
from gipf_meta.render.theme import LETTERS, role_name

SIZE: Final = 26
"""The height of a heap, and the width of a thing in it that lies free, in pixels."""
UNIT: Final = SIZE / 0.84
"""The distance of two places of a board whose tiles are as high as a heap, in pixels."""
GOAL_GAP: Final = 7
"""The gap behind the things that make a goal, in pixels."""
CLOSEST: Final = 4
"""The least distance of two things of a heap, in pixels."""
FREE: Final = 16
"""From this distance on the words of things that lie on each other can be read, in pixels."""
ROOM: Final = 190
"""How wide a heap may be, in pixels."""


def count_of(item: TrayItem) -> str:
    """How many things a heap has; where there are goals, of how many: ``2/4``."""
    return f"{item.count}/{item.goals[-1]}" if item.goals else str(item.count)


def piece_of(item: TrayItem) -> Piece:
    """A thing of a heap as it would stand on the board."""
    if item.kind == "tile":
        return Piece("", "tile", item.role, item.label if len(item.label) < 3 else "")
    known = LETTERS.get(item.role, "")
    return Piece("", item.kind, item.role, (known or item.label[:1]) + item.badge, badge=item.badge)


def label_beside(item: TrayItem) -> str:
    """What stands beside a heap; nothing where its things say the same."""
    if item.brief:
        return item.brief
    if item.kind == "tile" and len(item.label) < 3:
        return ""
    return "" if item.label == LETTERS.get(item.role) else item.label


@lru_cache(maxsize=1024)
def draw_heap(item: TrayItem, tile: str = "square") -> Block:
    """The things of a heap side by side, and the free places up to the last of its goals.

    An empty heap has a free place with a small sign of the thing. Behind each goal but the last is
    a gap. Where there is no room, things lie on each other; tiles
    do not: one is drawn with their number.
    """
    most = max((item.count, *item.goals, 1))
    gaps = GOAL_GAP * sum(goal < most for goal in item.goals)
    step = min(float(SIZE), (ROOM - SIZE - gaps) / max(most - 1, 1))
    if item.kind == "tile" and step < SIZE and item.count:
        return _numbered_tile(item, tile)
    step = max(step, CLOSEST)
    most = min(most, int((ROOM - SIZE - gaps) // step) + 1)
    places = [
        SIZE / 2 + n * step + GOAL_GAP * sum(n >= goal for goal in item.goals if goal < most)
        for n in range(most)
    ]
    taken, free = places[: item.count], places[item.count :]
    if item.kind in ("disc", "marble"):
        markup = _round_things(item, taken, step)
    else:
        thing = _brush(tile).piece(piece_of(item))
        markup = "".join(translate(thing, x, SIZE / 2) for x in taken)
    if free:
        look = _brush(tile).line(0.04, variable("line"), stroke_dasharray="2 2")
        markup += _circles(free, 0.3, **look)
    if not item.count:
        markup += _sign_of_empty(item)
    return Block(places[-1] + SIZE / 2 if places else 0, SIZE, markup)


def _brush(tile: str) -> Brush:
    return Brush(UNIT, "hex" if tile == "hex" else "square")


def _sign_of_empty(item: TrayItem) -> str:
    """Tells an empty heap from others: the letter of its things, else a dot of their colour."""
    word = item.badge or (item.label if item.kind == "tile" and len(item.label) < 3 else "")
    if word:
        return text(word, SIZE / 2, SIZE / 2, SMALL, variable("ink"), bold=True)
    rim: dict[str, str | float] = {"stroke": variable("rim"), "stroke_width": 1}
    return _circles([SIZE / 2], 0.14, fill=variable(f"role-{role_name(item.role)}"), **rim)


def _numbered_tile(item: TrayItem, tile: str) -> Block:
    """One tile of a heap, and how many there are."""
    words, middle = f"×{item.count}", SIZE / 2
    face = translate(_brush(tile).piece(piece_of(item)), middle, middle)
    face += text(words, SIZE + 4, middle, SMALL, variable("ink"), "start", bold=True)
    return Block(SIZE + 4 + text_width(words, SMALL), SIZE, face)


def _round_things(item: TrayItem, places: Sequence[float], step: float) -> str:
    """Discs or marbles at *places*, *step* pixels apart, with their letters where these are seen.

    A shape is written once for all of them: there may be many.
    """
    if not places:
        return ""
    piece, role = piece_of(item), role_name(item.role)
    rim: dict[str, str | float] = {"stroke": variable("rim"), "stroke_width": 1}
    markup = _circles(places, 0.37, fill=variable(f"role-{role}"), **rim)
    if item.kind == "marble":
        shines = [x - 0.13 * UNIT for x in places]
        markup += _circles(shines, 0.09, -0.15, fill="#ffffff", fill_opacity=0.4)
    word = item.badge or piece.label
    obvious = not item.badge and piece.label == LETTERS.get(item.role)
    seen = places if step >= FREE else places[-1:]
    look: dict[str, str | float] = {
        "fill": variable(f"on-{role}"), "font_size": min(0.34, 0.6 / len(word)) * UNIT,
        "text_anchor": "middle", "font_weight": "bold",
    } if word else {}  # fmt: skip
    if obvious:
        look["visibility"] = variable("letters")
    if word:
        base = SIZE / 2 + 0.36 * float(look["font_size"])
        words = "".join(tag("text", escape_text(word), x=x, y=base) for x in seen)
        markup += tag("g", words, **look)
    return markup


def _circles(places: Sequence[float], radius: float, y: float = 0, /, **look: str | float) -> str:
    """Circles at *places*, *y* units below the middle of the heap."""
    middle = SIZE / 2 + y * UNIT
    each = "".join(tag("circle", cx=x, cy=middle, r=radius * UNIT) for x in places)
    return tag("g", each, **look)
