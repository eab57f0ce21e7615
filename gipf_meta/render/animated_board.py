"""Boards on which pieces move: the motions between two views, and the views in between."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from gipf_meta.protocol.motion import Motion, Way
from gipf_meta.protocol.view import Piece, View
from gipf_meta.render.board import changed_places, pieces_by_place

StandingPieces = Mapping[str, Piece]
"""The pieces of a board by their places."""


class Sight:
    """The board as one viewer sees it: his *view*, and, behind a hidden heap of a tray, the names
    that its owner sees there, in the view that *view_of* makes for a seat."""

    def __init__(self, view: View, view_of: Callable[[int], View]) -> None:
        self.names = {point.id: point.id for point in view.points}
        for n, tray in enumerate(view.trays):
            self.names |= {item.id: item.id for item in tray.items}
            hidden = [item.id for item in tray.items if item.role == "hidden"]
            if len(hidden) == 1 and tray.seat is not None:
                for item in view_of(tray.seat).trays[n].items:
                    self.names.setdefault(item.id, hidden[0])

    def name(self, place: str) -> str:
        """The viewer's name for *place*, a point or a heap: the hidden heap for one that lies in
        it; ``""`` where he sees neither."""
        return self.names.get(place, "")


def motions_in_sight(declared: Sequence[Motion], before: Sight, after: Sight) -> tuple[Motion, ...]:
    """The motions *declared* by a game as a viewer sees them, who sees the board so *before* and
    *after*: which tile leaves a hand that is hidden from him stays hidden."""

    def seen(ways: Sequence[Way]) -> tuple[Way, ...]:
        named = (
            replace(way, start=before.name(way.start), end=after.name(way.end)) for way in ways
        )
        return tuple(way for way in named if way.start or way.end)

    shown = (
        replace(each, ways=seen(each.ways), taken=seen(each.taken), laid=seen(each.laid))
        for each in declared
    )
    return tuple(motion for motion in shown if motion != Motion(words=motion.words))


def motions_by_looks(before: View, after: View) -> tuple[Motion, ...]:
    """The motions guessed from two views: pieces that are gone leave, and new ones appear."""
    old, new = pieces_by_place(before), pieces_by_place(after)
    changed = changed_places(before, after)
    here = {point.id for point in before.points}
    if not changed or not here.issuperset(changed):
        return ()
    gone = tuple(Way(at) for at in changed if at in old)
    come = tuple(Way("", at) for at in changed if at in new)
    return (Motion(come, gone),)


def after_motion(
    standing: StandingPieces, motion: Motion, final: StandingPieces
) -> dict[str, Piece]:
    """The pieces after *motion*, where those *standing* were before it.

    *final* are those in the end: they tell how a piece looks that comes from beside the board or
    turns over.
    """
    starts = {way.start for way in motion.ways}
    pieces = {at: piece for at, piece in standing.items() if at not in starts}
    for way in motion.ways:
        piece = standing.get(way.start) or final.get(way.end)
        if way.end and piece is not None:
            stays = final.get(way.end, piece) if way.stays else None
            pieces[way.end] = stays or _moved(piece, way.end, pieces.get(way.end))
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
