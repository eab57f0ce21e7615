"""What is seen between two views: what moved slides, what was taken is marked. Pure.

A game says only how it stands, so what happened is read off the difference: a piece that is gone
here and stands there, equal in all it shows, went there on the shortest way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import hypot

from gipf_meta.protocol.view import (
    Mark,
    Piece,
    Point,
    View,
)

FRAME_S = 0.06
"""How long each view between two others is shown."""
MOST = 4
"""So many of them at most."""

MOST_CHANGED = 16
"""Where more changes at once, nobody could follow it."""

Way = Sequence[str]
"""The places that a piece goes through, from the first to the last."""


def changed(before: View, after: View) -> tuple[str, ...]:
    """The places where another piece stands than before, or none any more."""
    old, new = _standing(before), _standing(after)
    names = (point.id for point in after.points)
    return tuple(name for name in names if not _alike(old.get(name), new.get(name)))


def with_last(view: View, before: View | None) -> View:
    """*view*, marked where it differs from the one *before* if the game marks nothing itself."""
    if before is None or any(mark.kind == "last" for mark in view.marks):
        return view
    marked = tuple(Mark(name, "last") for name in changed(before, view))
    return replace(view, marks=(*view.marks, *marked))


def between(before: View, after: View) -> list[View]:
    """The views to show between two of the same board; none if no piece changed its place."""
    places = {point.id: point for point in after.points}
    if not before.points or places.keys() != {point.id for point in before.points}:
        return []
    old, new = _standing(before), _standing(after)
    here = changed(before, after)
    gone = [old[name] for name in here if name in old]
    come = [new[name] for name in here if name in new]
    if not 0 < len(here) <= MOST_CHANGED:
        return []
    ways = _ways(gone, come, places)
    left = {way[0] for _, way in ways}
    taken = [piece for piece in gone if piece.at not in left]
    waiting = {way[-1] for _, way in ways}
    still = [piece for piece in after.pieces if piece.at not in waiting]
    marks = (*(Mark(piece.at, "capture") for piece in taken),
             *(Mark(piece.at, "last") for piece in come))  # fmt: skip
    steps = min(MOST, max((len(way) for _, way in ways), default=2) - 1)
    frames = []
    for n in range(1, steps + 1):
        standing = {piece.at: piece for piece in (*still, *taken)}
        for piece, way in ways:
            at = way[n * (len(way) - 1) // steps]
            standing[at] = replace(piece, at=at)
        frames.append(replace(after, pieces=tuple(standing.values()), marks=marks, choices=()))
    return frames


def _standing(view: View) -> dict[str, Piece]:
    return {piece.at: piece for piece in view.pieces}


def _alike(a: Piece | None, b: Piece | None) -> bool:
    """Whether two pieces are the same to the eye, but for where they stand and running sand."""
    if a is None or b is None:
        return a is b
    return (a.kind, a.role, a.label, a.stack) == (b.kind, b.role, b.label, b.stack)


def _ways(
    gone: Sequence[Piece], come: Sequence[Piece], places: Mapping[str, Point]
) -> list[tuple[Piece, Way]]:
    """Which of the pieces that have *come* was which of the *gone*, the nearest first."""
    pairs = sorted(
        (_apart(places[old.at], places[new.at]), old.at, new.at)
        for old in gone
        for new in come
        if _alike(old, new)
    )
    arrived = {piece.at: piece for piece in come}
    left: set[str] = set()
    ways: list[tuple[Piece, Way]] = []
    for _, start, end in pairs:
        if start not in left and end in arrived:
            left.add(start)
            ways.append((arrived.pop(end), _way(start, end, places)))
    return ways


def _way(start: str, end: str, places: Mapping[str, Point]) -> Way:
    """The places on the straight line between two."""
    a, b = places[start], places[end]
    dx, dy = b.x - a.x, b.y - a.y
    on = [
        (_apart(a, point), name)
        for name, point in places.items()
        if (point.x - a.x) * dy == (point.y - a.y) * dx
        and 0 < (point.x - a.x) * dx + (point.y - a.y) * dy < dx * dx + dy * dy
    ]
    return (start, *(name for _, name in sorted(on)), end)


def _apart(a: Point, b: Point) -> float:
    return hypot(b.x - a.x, b.y - a.y)
