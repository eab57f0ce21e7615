"""The motions between two scenes, which a page plays before it shows the later one."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NotRequired

from typing_extensions import TypedDict

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.match.session import Session
from gipf_meta.narration.moment_motion import MovedStep, steps_between
from gipf_meta.protocol.game import NOBODY
from gipf_meta.protocol.gate import Gate
from gipf_meta.protocol.motion import Motion, Way
from gipf_meta.protocol.view import View
from gipf_meta.render.board import lifted_places, pieces_by_place
from gipf_meta.render.scene import SceneDrawer
from gipf_meta.render.scene_elements import PieceElement


class WayElement(TypedDict):
    """The way of a piece from *start* *over* places to *end*: places, words of trays, or ``""``."""

    start: str
    end: str
    over: list[str]


class PieceChanges(TypedDict):
    """The changes of pieces by place: those to *set*, and the places that became empty, *gone*."""

    set: dict[str, PieceElement]
    gone: list[str]


class MotionElement(TypedDict):
    """The simultaneous motions of pieces, as in ``Motion``, with its caption, *words*; empty fields
    are left out.

    *pieces* are the changes of pieces after it; without them the pieces of the scene follow.
    """

    ways: NotRequired[list[WayElement]]
    taken: NotRequired[list[WayElement]]
    turned: NotRequired[list[str]]
    laid: NotRequired[list[WayElement]]
    gone: NotRequired[list[str]]
    words: NotRequired[str]
    row: NotRequired[list[str]]
    pieces: NotRequired[PieceChanges]


class MovedElement(TypedDict):
    """The *motions* that lead to a scene, in order.

    They begin with the pieces of the scene before or, where that was of another board, with those
    in *begins*.
    """

    motions: list[MotionElement]
    begins: NotRequired[dict[str, PieceElement]]


def moved_element(
    seen: Sequence[Session], now: Sequence[Session], viewer: int | None, drawer: SceneDrawer
) -> MovedElement | None:
    """The motions from the sessions *seen* to those *now*, for *viewer*; ``None``: there are none,
    or the game fails to find them: then its board is shown without.

    *drawer* draws the game on top.
    """
    try:
        with Gate(now[-1].game):
            return _moved_element(seen, now, viewer, drawer)
    except GipfMetaError:
        return None


def _moved_element(
    seen: Sequence[Session], now: Sequence[Session], viewer: int | None, drawer: SceneDrawer
) -> MovedElement | None:
    moved = steps_between(seen, now, NOBODY if viewer is None else viewer)
    motions = [motion for step in moved.steps for motion in step.motions]
    if not motions:
        return None
    element: MovedElement = {"motions": [_motion(motion) for motion in motions]}
    if moved.returns or len(motions) > 1:
        # after the last motion the scene's own pieces stand
        views = [moved.steps[0].view_before, *_views_after(moved.steps)][:-1]
        if moved.returns:
            element["begins"] = drawer.draw_pieces(views[0])
        for shown, (before, after) in zip(element["motions"], pairwise(views), strict=False):
            shown["pieces"] = _changes(before, after, drawer)
    return element


def _views_after(steps: Sequence[MovedStep]) -> Iterator[View]:
    """The views after each motion of *steps*; those inside a step are made by moving its pieces."""
    for step in steps:
        stages = [after for *_, after in step.stages()]
        for after in stages[:-1]:
            yield replace(step.view_before, pieces=tuple(after.values()))
        if stages:
            yield step.view_after


def _motion(motion: Motion) -> MotionElement:
    element: MotionElement = {}
    if motion.ways:
        element["ways"] = _ways(motion.ways)
    if motion.taken:
        element["taken"] = _ways(motion.taken)
    if motion.turned:
        element["turned"] = list(motion.turned)
    if motion.laid:
        element["laid"] = _ways(motion.laid)
    if motion.gone:
        element["gone"] = list(motion.gone)
    if motion.words:
        element["words"] = motion.words
    if motion.row:
        element["row"] = list(motion.row)
    return element


def _ways(ways: Sequence[Way]) -> list[WayElement]:
    return [
        {"start": way.start, "end": way.end, "over": list(way.over)}
        for way in ways
        if not way.stays
    ]


def _changes(before: View, after: View, drawer: SceneDrawer) -> PieceChanges:
    """The changes from the pieces of the view *before* to those *after*: the same as if all were
    drawn, but only the other ones are."""
    old, new = pieces_by_place(before), pieces_by_place(after)
    lifted = lifted_places(before) ^ lifted_places(after)
    others = {at for at, piece in new.items() if at in lifted or old.get(at) != piece}
    drawn_before = drawer.draw_pieces(_with_pieces(before, others))
    drawn_after = drawer.draw_pieces(_with_pieces(after, others))
    return {
        "set": {at: piece for at, piece in drawn_after.items() if drawn_before.get(at) != piece},
        "gone": [at for at in old if at not in new],
    }


def _with_pieces(view: View, places: Collection[str]) -> View:
    """*view* with its pieces on *places* alone."""
    return replace(view, pieces=tuple(piece for piece in view.pieces if piece.at in places))
