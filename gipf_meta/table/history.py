"""Taking back and playing again: where a match returns to, and what was taken back."""

from __future__ import annotations

from collections.abc import Collection

from gipf_meta.base.texts import _
from gipf_meta.match.match import CannotUndo, Match


def match_before_last_decision(match: Match, people: Collection[int]) -> Match:
    """The match before the last decision that one of *people* made; if there are none, before
    the last decision of all. Raises ``CannotUndo``.
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

    def remember(self, match: Match) -> None:
        """Keeps *match*, which is about to be taken back."""
        self._taken_back.append(match)

    def restore(self) -> Match:
        """Gives back the match that was taken back last. Raises ``CannotUndo``."""
        if not self._taken_back:
            raise CannotUndo(_("Nothing was taken back."))
        return self._taken_back.pop()

    def forget(self) -> None:
        """Drops everything that was taken back: the match has gone another way."""
        self._taken_back.clear()
