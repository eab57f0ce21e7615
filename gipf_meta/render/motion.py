"""Boards on which something moves: what has changed, and how they look in between."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from gipf_meta.protocol.motion import Motion, Way
from gipf_meta.protocol.view import Piece, View
from gipf_meta.render.board import changed_places, pieces_by_place

Standing = Mapping[str, Piece]
"""The pieces of a board by their places."""


def motions_in_sight(said: Sequence[Motion], before: View, after: View) -> tuple[Motion, ...]:
    """What a game has *said* that moves, for who sees these views: a heap that is hidden from him,
    such as a tile in another's hand, is out of sight."""
    old, new = _ids(before), _ids(after)

    def seen(ways: Sequence[Way]) -> tuple[Way, ...]:
        near = (
            replace(
                way,
                start=way.start if way.start in old else "",
                end=way.end if way.end in new else "",
            )
            for way in ways
        )
        return tuple(way for way in near if way.start or way.end)

    shown = (
        replace(each, ways=seen(each.ways), taken=seen(each.taken), laid=seen(each.laid))
        for each in said
    )
    return tuple(motion for motion in shown if motion != Motion())


def _ids(view: View) -> frozenset[str]:
    """The ids of all places and heaps of *view*."""
    heaps = (item.id for tray in view.trays for item in tray.items)
    return frozenset((*(point.id for point in view.points), *heaps))


def motions_by_looks(before: View, after: View) -> tuple[Motion, ...]:
    """What has changed between two views: what is gone leaves, and what is new appears."""
    old, new = pieces_by_place(before), pieces_by_place(after)
    changed = changed_places(before, after)
    here = {point.id for point in before.points}
    if not changed or not here.issuperset(changed):
        return ()
    gone = tuple(Way(at) for at in changed if at in old)
    come = tuple(Way("", at) for at in changed if at in new)
    return (Motion(come, gone),)


def after_motion(standing: Standing, motion: Motion, final: Standing) -> dict[str, Piece]:
    """The pieces after *motion*, where those *standing* were before it.

    *final* are those in the end: they tell how a piece looks that comes from beside the board or
    turns over.
    """
    starts = {way.start for way in motion.ways}
    pieces = {at: piece for at, piece in standing.items() if at not in starts}
    for way in motion.ways:
        piece = standing.get(way.start) or final.get(way.end)
        if way.end and piece is not None:
            pieces[way.end] = _moved(piece, way.end, pieces.get(way.end))
    for way in motion.taken:
        pieces.pop(way.start, None)
    for at in motion.turned:
        if at in final and at in pieces:
            pieces[at] = final[at]
    return pieces


def _moved(piece: Piece, end: str, below: Piece | None) -> Piece:
    """*piece* on the place *end*, on top of what lies *below*."""
    if below is None or not (piece.layers or below.layers):
        return replace(piece, at=end)
    layers = (*_layers(below), *_layers(piece))
    return replace(piece, at=end, layers=layers, stack=len(layers))


def _layers(piece: Piece) -> tuple[str, ...]:
    return piece.layers or (piece.role,) * piece.stack
