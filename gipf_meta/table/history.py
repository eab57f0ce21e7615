"""Undo and redo: the match that an undo returns to, and the matches that were taken back."""

from __future__ import annotations

from collections.abc import Collection

from gipf_meta.base.texts import _
from gipf_meta.match.match import CannotUndo, Match


def match_before_last_decision(match: Match, people: Collection[int]) -> Match:
    """The match before the last decision of one of *people*, or of anybody if *people* is empty.

    Raises ``CannotUndo``.
    """
    while True:
        last = match.top.steps[-1:]
        match = match.undo()
        players = {match.top.players[step.seat] for step in last if step.seat is not None}
        if not people or players <= set(people):
            return match


class History:
    """The matches that were taken back, the last one last."""

    def __init__(self) -> None:
        self._taken_back: list[Match] = []

    @property
    def taken_back(self) -> tuple[Match, ...]:
        """The matches that can be restored, the last one last."""
        return tuple(self._taken_back)

    def remember(self, match: Match) -> None:
        """Keeps *match*, which an undo is about to leave."""
        self._taken_back.append(match)

    def restore(self) -> Match:
        """Removes and returns the match that was taken back last. Raises ``CannotUndo``."""
        if not self._taken_back:
            raise CannotUndo(_("Nothing was taken back."))
        return self._taken_back.pop()

    def forget(self) -> None:
        """Drops all matches: after another decision none of them can be restored."""
        self._taken_back.clear()


def have_same_decisions(one: Match, other: Match) -> bool:
    """Whether two matches differ in nothing but time."""
    if len(one.sessions) != len(other.sessions) or one.result != other.result:
        return False
    return all(
        a.steps == b.steps and a.ended == b.ended and a.game == b.game
        for a, b in zip(one.sessions, other.sessions, strict=True)
    )
