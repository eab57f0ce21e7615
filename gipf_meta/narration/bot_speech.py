"""The lines of a match's bots to the people who play it: at its start, at its end, at a slip."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from gipf_meta.base.texts import _
from gipf_meta.bots.spoken_lines import Occasion, level_of, line_of, lines_at_slips
from gipf_meta.match.match import Match
from gipf_meta.narration.shares import ChancesTold
from gipf_meta.protocol.game import Over
from gipf_meta.records.models import Seat
from gipf_meta.records.player_names import PERSON

MOST_TO_GREET: Final = 2
"""The most bots that say something at the start of a match."""
SLIP: Final = 25
"""The percent of his chances that a person loses by a slip."""


def levels_of(people: Sequence[Seat]) -> dict[int, str]:
    """The levels of our bots among the players of a match, by player."""
    return {player: level for player, seat in enumerate(people) if (level := level_of(seat.player))}


def lines_of_bots(match: Match, people: Sequence[Seat]) -> dict[int, str]:
    """The line of each bot that speaks now, by player: until a person has decided, and at the end.

    Where no person plays, nobody is spoken to. Of several bots one speaks at the end: a winner, if
    there is one.
    """
    levels = levels_of(people)
    if not levels or all(seat.player != PERSON for seat in people):
        return {}
    if (end := match.result) is not None:
        winners = [match.sessions[0].players[seat] for seat in end.winners]
        speaker = next((player for player in winners if player in levels), next(iter(levels)))
        occasion = _occasion(end, speaker in winners)
        return {speaker: line_of(levels[speaker], occasion, match.seed)}
    if _has_person_decided(match, people):
        return {}
    greeting = [*levels.items()][:MOST_TO_GREET]
    return {player: line_of(level, "start", match.seed) for player, level in greeting}


def quoted(name: str, line: str) -> str:
    """The *line* of the bot with that *name*, as news."""
    return _("{name}: “{line}”").format(name=name, line=line)


def speech_of_bots(match: Match, people: Sequence[Seat], names: Sequence[str]) -> list[str]:
    """The lines of the bots that speak now, with their *names*, as news."""
    said = lines_of_bots(match, people)
    return [quoted(names[player], line) for player, line in said.items()]


def _occasion(end: Over, has_won: bool) -> Occasion:
    """The occasion of the *end* for a bot that *has_won*, or has not."""
    if not end.winners:
        return "drawn"
    if has_won:
        return "resigned" if end.reason == "resign" else "won"
    return "lost"


def _has_person_decided(match: Match, people: Sequence[Seat]) -> bool:
    """Whether a person has decided anything in *match* or in its duels."""
    return any(
        step.seat is not None and people[session.players[step.seat]].player == PERSON
        for session in match.sessions
        for step in session.steps
    )


class SlipsNoticed:
    """The slips of a person in a match against bots, as they follow from his chances, which
    somebody has looked for anyway. At most two of them are spoken of.

    Where luck decides, too, no slip is told from bad luck.
    """

    def __init__(self) -> None:
        self._before: tuple[int, int, int] | None = None
        self._count = 0

    def note(
        self, match: Match, people: Sequence[Seat], person: int | None, found: ChancesTold
    ) -> tuple[int, str] | None:
        """Notes the chances that were *found* on a turn of *person* in *match*: the bot that
        speaks, and its line, if he has lost many of them by his last turn; else ``None``."""
        top = match.top
        percent = next((s["percent"] for s in found["shares"] if s["player"] == person), None)
        if person is None or percent is None or any(step.seat is None for step in top.steps):
            return None
        before, self._before = self._before, (len(match.sessions), len(top.steps), percent)
        levels: Mapping[int, str] = levels_of(people)
        if before is None or not levels or before[0] != len(match.sessions):
            return None
        lines = lines_at_slips(next(iter(levels.values())), match.seed)
        if before[1] >= len(top.steps) or before[2] - percent < SLIP or self._count >= len(lines):
            return None
        self._count += 1
        return next(iter(levels)), lines[self._count - 1]
