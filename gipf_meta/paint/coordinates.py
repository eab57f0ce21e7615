"""Words beside a board: the labels of the view, or else the letters and numbers of its names."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from gipf_meta.protocol.view import Point, View


class Beside(NamedTuple):
    """A word at (*x*, *y*) of the lattice, one step off the point *beside* if there is one."""

    text: str
    x: int
    y: int
    beside: str | None = None


def beside(view: View) -> tuple[Beside, ...]:
    """The words beside the board of *view*."""
    px, py = view.pitch
    if view.labels:
        return tuple(
            Beside(label.text, label.x, label.y, _nearest(view.points, label.x, label.y, px, py))
            for label in view.labels
        )
    return tuple(_coordinates(view.points, view.tile == "square"))


def _nearest(points: Sequence[Point], x: int, y: int, px: float, py: float) -> str | None:
    """The only point one place away, or the nearest of several."""
    near = [(((p.x - x) * px) ** 2 + ((p.y - y) * py) ** 2, p.id) for p in points]
    away, name = min(near, default=(9.0, ""))
    return name if away < 1.3 else None


def _coordinates(points: Sequence[Point], flush: bool) -> list[Beside]:
    """Every letter and every number one step before the first point named by it.

    *flush*: all letters in one row, all numbers in one column. Empty if the names are no
    coordinates, or do not name lines.
    """
    found = []
    taken = {(point.x, point.y) for point in points}
    for part in (1, 2):
        lines: dict[str, list[tuple[int, Point]]] = {}
        for point in points:
            name = re.fullmatch(r"([A-Za-z])([0-9]+)", point.id)
            if name is None:
                return []
            at = int(name[2]) if part == 1 else ord(name[1])
            lines.setdefault(name[part], []).append((at, point))
        runs = [(text, [p for _, p in sorted(ps, key=_first)]) for text, ps in lines.items()]
        steps = Counter((b.x - a.x, b.y - a.y) for _, run in runs for a, b in pairwise(run))
        if not steps or len(runs) < 2:
            return []
        usual = steps.most_common(1)[0][0]
        for text, run in runs:
            dx, dy = (run[1].x - run[0].x, run[1].y - run[0].y) if run[1:] else usual
            x, y = run[0].x - dx, run[0].y - dy
            if flush:
                x, y = _flush(points, x, y, *usual)
            if (x, y) not in taken:
                found.append(Beside(text, x, y, None if flush else run[0].id))
    return found


def _first(pair: tuple[int, Point]) -> int:
    return pair[0]


def _flush(points: Sequence[Point], x: int, y: int, dx: int, dy: int) -> tuple[int, int]:
    """The place beside the whole board that lies against the step (*dx*, *dy*) from (*x*, *y*)."""
    if dx == 0:
        ys = [point.y for point in points]
        return x, min(ys) - 1 if dy > 0 else max(ys) + 1
    xs = [point.x for point in points]
    return (min(xs) - 1 if dx > 0 else max(xs) + 1), y
