"""The views between two views: pieces that moved slide, captured pieces are marked. Pure.

A game describes only how it stands, so its moves are read off the difference: a piece that is gone
from one place and stands, looking the same, in another has moved there on the shortest way.
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
from gipf_meta.render.last_turn import changed_places, look_alike, pieces_by_place

FRAME_S = 0.06
"""How long each view between two others is shown."""
MOST = 4
"""How many views are shown between two others, at most."""
MOST_CHANGED = 16
"""When more places change at once, nothing slides: nobody could follow it."""

Way = Sequence[str]
"""The places of a piece on its way, from the first to the last."""


def frames_between(before: View, after: View) -> list[View]:
    """The views to show between two views of one board; none if no piece changed its place."""
    places = {point.id: point for point in after.points}
    if not before.points or places.keys() != {point.id for point in before.points}:
        return []
    old, new = pieces_by_place(before), pieces_by_place(after)
    here = changed_places(before, after)
    gone = [old[name] for name in here if name in old]
    come = [new[name] for name in here if name in new]
    if not 0 < len(here) <= MOST_CHANGED:
        return []
    ways = _ways(gone, come, places)
    starts, ends = {way[0] for _, way in ways}, {way[-1] for _, way in ways}
    captured = [piece for piece in gone if piece.at not in starts]
    still = [piece for piece in after.pieces if piece.at not in ends]
    marks = (*(Mark(piece.at, "capture") for piece in captured),
             *(Mark(piece.at, "last") for piece in come))  # fmt: skip
    steps = min(MOST, max((len(way) for _, way in ways), default=2) - 1)
    frames = []
    for n in range(1, steps + 1):
        standing = {piece.at: piece for piece in (*still, *captured)}
        for piece, way in ways:
            at = way[n * (len(way) - 1) // steps]
            standing[at] = replace(piece, at=at)
        frames.append(replace(after, pieces=tuple(standing.values()), marks=marks, choices=()))
    return frames


def _ways(
    gone: Sequence[Piece], come: Sequence[Piece], places: Mapping[str, Point]
) -> list[tuple[Piece, Way]]:
    """Matches the pieces that have *come* with those *gone*, nearest first; the way of each."""
    pairs = sorted(
        (_distance(places[old.at], places[new.at]), old.at, new.at)
        for old in gone
        for new in come
        if look_alike(old, new)
    )
    arrived = {piece.at: piece for piece in come}
    matched: set[str] = set()
    ways: list[tuple[Piece, Way]] = []
    for _, start, end in pairs:
        if start not in matched and end in arrived:
            matched.add(start)
            ways.append((arrived.pop(end), _way(start, end, places)))
    return ways


def _way(start: str, end: str, places: Mapping[str, Point]) -> Way:
    """The places on the straight line from *start* to *end*, both included."""
    a, b = places[start], places[end]
    dx, dy = b.x - a.x, b.y - a.y
    on = [
        (_distance(a, point), name)
        for name, point in places.items()
        if (point.x - a.x) * dy == (point.y - a.y) * dx
        and 0 < (point.x - a.x) * dx + (point.y - a.y) * dy < dx * dx + dy * dy
    ]
    return (start, *(name for _, name in sorted(on)), end)


def _distance(a: Point, b: Point) -> float:
    return hypot(b.x - a.x, b.y - a.y)
