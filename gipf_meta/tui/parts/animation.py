"""Motion in a terminal: the views that are shown between two views of a board, one by one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from math import hypot
from typing import Final

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.match.lesson_progress import marks_of_position
from gipf_meta.match.session import Session
from gipf_meta.narration.moment_motion import MovedStep, steps_between
from gipf_meta.protocol.gate import Gate
from gipf_meta.protocol.motion import Motion, Way
from gipf_meta.protocol.view import Mark, Piece, Point, View
from gipf_meta.render.animated_board import StandingPieces

MOST: Final = 4
"""The most views of one motion."""
REST: Final = 18
"""The number of views for which a board stands that another board follows."""
MOST_AT_EASE: Final = 6
"""The number of consecutive motions above which each has a single view."""


def frames_between(
    seen: Sequence[Session], now: Sequence[Session], viewer: int | None
) -> list[View]:
    """The views to show before the game on top of the sessions *now*, where *seen* were shown last;
    none if nothing has moved, or the game fails to describe the motion."""
    steps = steps_between(seen, now, viewer).steps
    if steps:  # a board stands without
        with suppress(GipfMetaError), Gate(now[-1].game):
            count = sum(len(step.motions) for step in steps)
            most = MOST if count <= MOST_AT_EASE else 1
            return [frame for step in steps for frame in _frames(step, most)]
    return []


def captions_between(
    seen: Sequence[Session], now: Sequence[Session], viewer: int | None
) -> list[str]:
    """The captions of the motions of ``frames_between``, in order."""
    with suppress(GipfMetaError), Gate(now[-1].game):
        steps = steps_between(seen, now, viewer).steps
        return [motion.words for step in steps for motion in step.motions if motion.words]
    return []


def frames_to_the_end(
    seen: Sequence[Session], now: Sequence[Session], rest: int = REST
) -> list[View]:
    """The views of ``frames_between``, and then the board of *now* for *rest* views, because
    another board follows."""
    with suppress(GipfMetaError), Gate(now[-1].game):
        view = now[-1].view(None)
        resting = replace(view, marks=marks_of_position(view), choices=())
        return [*frames_between(seen, now, None), *[resting] * rest]
    return []


def _frames(step: MovedStep, most: int) -> Iterator[View]:
    """The views between those before and after *step*, *most* for each of its motions."""
    board = step.view_before
    places = {point.id: point for point in board.points}
    for motion, standing, after in step.stages():
        for shown in _lit(motion.row, most):
            lit = tuple(Mark(at, "selected") for at in shown if at in places)
            standing_now = tuple(standing.values())
            yield replace(board, pieces=standing_now, marks=lit, choices=())
        marks = tuple(_marks(motion, places))
        for pieces in _on_the_way(motion, standing, after, places, most):
            yield replace(board, pieces=tuple(pieces.values()), marks=marks, choices=())


def _lit(row: Sequence[str], most: int) -> Iterator[Sequence[str]]:
    """The places of a *row* that are lit at each of its views, *most* of them: one more after the
    other."""
    steps = min(most, len(row))
    for n in range(1, steps + 1):
        yield row[: n * len(row) // steps]


def _marks(motion: Motion, places: Mapping[str, Point]) -> Iterator[Mark]:
    """Marks on the places where pieces leave the board, and on those where pieces come or turn."""
    leaving = [way.start for way in (*motion.taken, *motion.ways) if way.end not in places]
    for at in (*leaving, *motion.gone):
        if at in places:
            yield Mark(at, "capture")
    coming = [way.end for way in (*motion.ways, *motion.laid)]
    for at in (*coming, *motion.turned):
        if at in places:
            yield Mark(at, "last")


def _on_the_way(
    motion: Motion,
    standing: StandingPieces,
    after: StandingPieces,
    places: Mapping[str, Point],
    most: int,
) -> Iterator[dict[str, Piece]]:
    """The pieces at each view of *motion*: those on their way, over those that stay."""
    ways = [(way, _places_of(way, places)) for way in motion.ways]
    starts = {way.start for way in motion.ways}
    staying = {at: piece for at, piece in standing.items() if at not in starts}
    steps = max(1, min(most, max((len(way) for _, way in ways), default=2) - 1))
    for n in range(1, steps + 1):
        pieces = dict(staying)
        for way, spots in ways:
            piece = standing.get(way.start) or after.get(way.end)
            if spots and piece is not None:
                at = spots[n * (len(spots) - 1) // steps]
                pieces[at] = replace(piece, at=at)
        yield pieces


def _places_of(way: Way, places: Mapping[str, Point]) -> list[str]:
    """The visible places of a piece on its *way*, from the first to the last."""
    named = [at for at in (way.start, *way.over, way.end) if at in places]
    if way.end not in places:
        return named[:-1]  # it leaves from where it stood last
    if way.start not in places:
        return [way.end]
    return [named[0], *(at for a, b in pairwise(named) for at in _straight(a, b, places))]


def _straight(start: str, end: str, places: Mapping[str, Point]) -> list[str]:
    """The places on the straight line from *start*, which is left out, to *end*."""
    a, b = places[start], places[end]
    dx, dy = b.x - a.x, b.y - a.y
    on = [
        (hypot(point.x - a.x, point.y - a.y), name)
        for name, point in places.items()
        if (point.x - a.x) * dy == (point.y - a.y) * dx
        and 0 < (point.x - a.x) * dx + (point.y - a.y) * dy < dx * dx + dy * dy
    ]
    return [*(name for _, name in sorted(on)), end]
