"""Words beside a board: the view's own labels, or the letters and numbers of its points' names."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from operator import itemgetter
from typing import NamedTuple

from gipf_meta.protocol.view import Label, Point, View


class SideLabel(NamedTuple):
    """A word at (*x*, *y*) of the lattice; *beside* is the point that it belongs to, if one is."""

    text: str
    x: int
    y: int
    beside: str | None = None


def side_labels(view: View) -> tuple[SideLabel, ...]:
    """The words beside the board of *view*; none if it has no labels and its names no lines."""
    px, py = view.pitch
    if view.labels:
        return tuple(
            SideLabel(label.text, label.x, label.y, _nearest(view.points, label, px, py))
            for label in view.labels
        )
    return tuple(_coordinates(view.points, view.tile == "square"))


def _nearest(points: Sequence[Point], label: Label, px: float, py: float) -> str | None:
    """The point nearest to *label*, if it is about one place away or nearer.

    Of two that are as near, it is the one whose name has the label in it.
    """
    x, y = label.x, label.y
    near = [
        (round(((p.x - x) * px) ** 2 + ((p.y - y) * py) ** 2, 6), label.text not in p.id, p.id)
        for p in points
    ]
    squared, _, name = min(near, default=(9.0, True, ""))
    return name if squared < 1.3 else None


def _coordinates(points: Sequence[Point], flush: bool) -> list[SideLabel]:
    """Every letter and every number of the names, one step before the first point that bears it.

    *flush* puts all letters in one row and all numbers in one column. Empty if the names are no
    coordinates, or do not name lines.
    """
    labels = []
    taken = {(point.x, point.y) for point in points}
    for part in (1, 2):
        lines: dict[str, list[tuple[int, Point]]] = {}
        for point in points:
            name = re.fullmatch(r"([A-Za-z])([0-9]+)", point.id)
            if name is None:
                return []
            at = int(name[2]) if part == 1 else ord(name[1])
            lines.setdefault(name[part], []).append((at, point))
        runs = [(text, [p for _, p in sorted(ps, key=itemgetter(0))]) for text, ps in lines.items()]
        steps = Counter((b.x - a.x, b.y - a.y) for _, run in runs for a, b in pairwise(run))
        if not steps or len(runs) < 2:
            return []
        usual = steps.most_common(1)[0][0]
        for text, run in runs:
            dx, dy = (run[1].x - run[0].x, run[1].y - run[0].y) if run[1:] else usual
            x, y = run[0].x - dx, run[0].y - dy
            if flush:
                x, y = _before_board(points, x, y, *usual)
            if (x, y) not in taken:
                labels.append(SideLabel(text, x, y, None if flush else run[0].id))
    return labels


def _before_board(points: Sequence[Point], x: int, y: int, dx: int, dy: int) -> tuple[int, int]:
    """(*x*, *y*) moved against the step (*dx*, *dy*) until it lies beside the whole board."""
    if dx == 0:
        ys = [point.y for point in points]
        return x, min(ys) - 1 if dy > 0 else max(ys) + 1
    xs = [point.x for point in points]
    return (min(xs) - 1 if dx > 0 else max(xs) + 1), y
