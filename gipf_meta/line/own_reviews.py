"""Findings of a review in a terminal that it tells the desk: a blunder of one's own that is tried
once more, and what all of one's own turns gave away."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from gipf_meta.deeds.inquiry_deeds import own_among, own_players
from gipf_meta.line.line import Message
from gipf_meta.line.local_line import LocalLine
from gipf_meta.line.played_match import PlayedMatch
from gipf_meta.match.starting_point import why_no_positions
from gipf_meta.records.models import Seat
from gipf_meta.records.player_names import PERSON
from gipf_meta.search.verdict import Kind, Verdict

MISTAKES: Final = "mistakes"
"""The screen of one's own mistakes, to which such messages go."""


@dataclass(frozen=True)
class OwnTurns:
    """The turns of the person here in a match, which the desk knows by its *place*, a room or a
    match of the library: those of *players*."""

    place: Mapping[str, str]
    players: tuple[int, ...]

    @classmethod
    def of_played(cls, played: PlayedMatch) -> OwnTurns:
        """The person's turns in the match *played*."""
        line = played.line
        name = line.settings.name if isinstance(line, LocalLine) else ""
        return cls({"room": played.room.id}, own_players(played.room, played.seen.person, name))

    @classmethod
    def of_record(cls, number: int, people: Sequence[Seat], name: str) -> OwnTurns:
        """The turns of the user, who is called *name*, in match *number* of the library, which was
        played by *people*."""
        held = tuple(player for player, seat in enumerate(people) if seat.player == PERSON)
        return cls({"match": str(number)}, own_among(held, people, name))

    def blunders(self, verdicts: Iterable[Verdict]) -> list[Verdict]:
        """The person's blunders among *verdicts* that can be tried again, in the order in which
        they were made."""
        return [
            each
            for each in verdicts
            if each.player in self.players
            and each.kind is Kind.BLUNDER
            and not why_no_positions(each.game)
        ]

    def trying_again(self, blunder: Verdict) -> Message:
        """The message that a *blunder* is tried once more."""
        at, last = str(blunder.first - 1), str(blunder.last)
        return self._submitting(at=at, last=last, asked=blunder.best)

    def telling_losses(self, verdicts: Iterable[Verdict]) -> Message | None:
        """The message with what each turn of the person gave away in the match itself; ``None``:
        there is nothing to tell."""
        losses = [each.loss for each in verdicts if each.player in self.players and not each.depth]
        if len(self.players) != 1 or not losses:
            return None
        return self._submitting(losses=",".join(map(str, losses)))

    def _submitting(self, **about: str) -> Message:
        about = {**self.place, **about}
        return {"do": "submit", "screen": MISTAKES, "about": about, "values": {}}
