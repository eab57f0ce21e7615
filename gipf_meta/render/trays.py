"""The things in trays, drawn with the pieces of the board."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from gipf_meta.protocol.view import Piece, TrayItem
from gipf_meta.render.brush import Brush, variable
from gipf_meta.render.elements import SMALL, Block, text, text_width, translate
from gipf_meta.render.theme import LETTERS

SIZE: Final = 26
"""The height of a heap, and the width of a thing in it that lies free, in pixels."""
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

    Behind each goal but the last is a gap. Where there is no room, things lie on each other; tiles
    do not: one is drawn with their number.
    """
    piece, most = piece_of(item), max((item.count, *item.goals))
    brush = Brush(SIZE / 0.84, "hex" if tile == "hex" else "square")
    gaps = [goal for goal in item.goals if goal < most]
    step = min(SIZE, (ROOM - SIZE - GOAL_GAP * len(gaps)) / max(most - 1, 1))
    middle = SIZE / 2
    if item.kind == "tile" and step < SIZE and item.count:
        words = f"×{item.count}"
        face = translate(brush.piece(piece), middle, middle)
        face += text(words, SIZE + 4, middle, SMALL, variable("ink"), "start", bold=True)
        return Block(SIZE + 4 + text_width(words, SMALL), SIZE, face)
    step = max(step, CLOSEST)
    most = min(most, int((ROOM - SIZE - GOAL_GAP * len(gaps)) // step) + 1)
    drawn, x = [], middle
    for n in range(most):
        x = middle + n * step + GOAL_GAP * sum(n >= goal for goal in gaps)
        if n >= item.count:
            look = brush.line(0.04, variable("line"), stroke_dasharray="2 2")
            thing = brush.circle(0.3, **look)
        elif step < FREE and n + 1 < min(item.count, most):
            thing = brush.body(piece.kind, piece.role)
        else:
            thing = brush.piece(piece)
        drawn.append(translate(thing, x, middle))
    return Block(x + middle if most else 0, SIZE, "".join(drawn))
