"""Distances on a board, in words: the steps between two places, and what lies between them."""

from __future__ import annotations

from collections import deque

from gipf_meta.base.texts import _
from gipf_meta.render.speech import SpokenBoard


def distance_lines(board: SpokenBoard, start: str, goal: str) -> list[str]:
    """Tells how many steps lie between two places, and what lies between them on a line."""
    steps = _steps(board, start, goal)
    if steps is None:
        words = _("No way of places that are still there leads from {start} to {goal}.")
        return [words.format(start=start, goal=goal)]
    words = _.many(
        "From {start} to {goal} it is {count} step.",
        "From {start} to {goal} it is {count} steps.",
        steps,
    )
    lines = [words.format(start=start, goal=goal, count=steps)]
    if (inner := _between(board, start, goal)) is None:
        lines.append(_("They are not on one line."))
    elif inner:
        lines.append(_("Between them on a line: {things}.").format(things=board.along(inner)))
    return lines


def _steps(board: SpokenBoard, start: str, goal: str) -> int | None:
    """The fewest steps from *start* to *goal* over places that are still there."""
    known, waiting = {start: 0}, deque([start])
    while waiting:
        here = waiting.popleft()
        if here == goal:
            return known[here]
        for end in board.neighbours(here):
            if end not in known and board.points[end].kind != "gone":
                known[end] = known[here] + 1
                waiting.append(end)
    return None


def _between(board: SpokenBoard, start: str, goal: str) -> list[str] | None:
    """The places between *start* and *goal* on a straight line; ``None``: there is none."""
    for towards in board.neighbours(start):
        ray = list(board.ray(start, towards))
        if goal in ray:
            return ray[: ray.index(goal)]
    return None
