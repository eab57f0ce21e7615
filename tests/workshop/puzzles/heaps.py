"""A game so small that a search proves all of it."""

from __future__ import annotations

from gipf_meta import BadNotation, Over
from gipf_meta.workshop.puzzles.source_games import SourceGame
from tests.small_games.stones import State, Stones


class Heap(Stones):
    """Stones, with positions: ``14 3`` are 14 stones, in turn 3."""

    def to_text(self, state: State, ended: Over | None = None) -> str:
        return f"{state.stones} {state.number}"

    def from_text(self, text: str) -> State:
        try:
            stones, number = map(int, text.split(" "))
        except ValueError:
            raise BadNotation("A position is written as 14 3 here.") from None
        return State(stones, number)


HEAP = Heap(stones=29, last="wins")
BLUNDER = SourceGame("blunder", ("1", "3", "2", "1", "1", "1", "3", "2", "1", "1", "3", "3"))
"""A game in which both leave the other what he wants, again and again."""
EVEN_PLAY = SourceGame("even", ("1", "1", "3", "1", "3", "1", "3", "1", "3", "1", "3", "1", "3"))
"""A game in which only the first turn could be better."""
