"""A second program that follows plans, written from docs/rooms.md alone.

It knows nothing of the program: it is told the lines that were acknowledged as they are on the
wire, and the steps of a game in plain data, and says what the plan may decide now.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

Lines = Sequence[dict[str, Any]]


NOBODY = -1
"""The winner of a duel that was drawn."""


class Made(NamedTuple):
    """A step of a game: what was decided, and by which player (``None``: luck, or a duel, of which
    *winner* is the player who has won it)."""

    text: str
    by: int | None
    winner: int | None = None

    def is_said(self, node: dict[str, Any], player: int) -> bool:
        """Whether the *node* of a plan of *player* says this."""
        if self.winner is None:
            return bool(node["do"] == self.text)
        end = "drawn" if self.winner == NOBODY else "lost"
        return bool(node["do"] == ("won" if self.winner == player else end))


@dataclass(frozen=True)
class SecondPlan:
    """The *lines* that *player* has planned from the place on at which *begun* was made, after
    event *number* of the room."""

    player: int
    lines: Lines
    begun: tuple[Made, ...]
    number: int

    def answers(self, made: Sequence[Made], on_turn: int | None) -> set[str]:
        """The decisions that it may make now that *made* was made, and *on_turn* is to
        decide."""
        begun = len(self.begun)
        if tuple(made[:begun]) != self.begun or on_turn != self.player or len(made) == begun:
            return set()
        places = [(self.lines, False)]
        for step in made[begun:]:
            places = [after for place in places for after in self._after(place, step)]
        return {str(node["do"]) for lines, _any in places for node in lines if node["do"]}

    def _after(self, place: tuple[Lines, bool], step: Made) -> Iterator[tuple[Lines, bool]]:
        lines, is_any = place
        if is_any and step.by != self.player:
            if step.winner is None:  # whatever comes is no end of a duel
                yield lines, True
            return
        for node in lines:
            if node["do"] is not None and step.is_said(node, self.player):
                yield node["then"], False
            elif node["do"] is None and step.winner is None and step.by != self.player:
                yield node["then"], True
