"""Notes of people beside a match: they stay when the match goes on, and are no part of play.

A note belongs to the turn with its number and its text: where that turn was taken back and another
was played, the note is not shown, and comes back with the turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from gipf_meta.records.models import PlayedTurn, Record


@dataclass(frozen=True, slots=True)
class Notes:
    """Facts *about* a match, a *comment* on it, and its annotated *turns* by number.

    An annotated turn without a text stands for any turn of its number.
    """

    about: Mapping[str, str] = field(default_factory=dict)
    comment: str = ""
    turns: Mapping[int, PlayedTurn] = field(default_factory=dict)

    @classmethod
    def of(cls, record: Record) -> Notes:
        """The notes that *record* has."""
        turns = {turn.number: turn for turn in record.turns if has_notes(turn)}
        return cls(record.about, record.comment, turns)

    def beside(self, record: Record) -> Record:
        """*record* with these notes."""
        if not (self.about or self.comment or self.turns):
            return record
        turns = tuple(self.beside_turns(record.turns))
        own = {"about": dict(self.about), "comment": self.comment, "turns": turns}
        return record.model_copy(update=own)

    def beside_turns(self, turns: Iterable[PlayedTurn]) -> list[PlayedTurn]:
        """*turns* with their notes."""
        return [self._beside_turn(turn) for turn in turns]

    def _beside_turn(self, turn: PlayedTurn) -> PlayedTurn:
        noted = self.turns.get(turn.number)
        if noted is None or noted.text not in ("", turn.text):
            return turn
        return turn.model_copy(
            update={
                "comment": noted.comment,
                "signs": noted.signs,
                "variations": noted.variations,
            }
        )


NO_NOTES: Final = Notes()


def has_notes(turn: PlayedTurn) -> bool:
    """Whether *turn* has a comment, signs or variations."""
    return bool(turn.comment or turn.signs or turn.variations)
