"""Notices: what a person is told who does not sit at the board. They follow from what a command has
changed: from what the room demands of whom, before it and after it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple, TypeAlias

NoticeKind: TypeAlias = Literal["turn", "answer", "duel", "offer", "hour", "invitation", "end"]
"""It is one's turn; one has to answer within another's turn, as whether to challenge; a duel has
begun; others wish something, as a draw; an hour was agreed for a duel; one is invited by name; the
match is over."""
DEMANDS: Final[tuple[NoticeKind, ...]] = ("offer", "answer", "duel", "turn")
"""The kinds of notices for whom the room waits, the one first that is told if there are several."""


@dataclass(frozen=True, slots=True)
class Notice:
    """Tells *person*, at the seat of *player*, what follows from event *number* of a room.

    *hour_ms* is the hour that is announced, milliseconds since 1970; ``None`` for the other kinds.
    """

    kind: NoticeKind
    person: str
    player: int
    number: int
    hour_ms: int | None = None


class Demand(NamedTuple):
    """A room waits for *player*, for what a notice of *kind* tells, since event *number*."""

    player: int
    kind: NoticeKind
    number: int


@dataclass(frozen=True, slots=True)
class Known:
    """A room as notices tell of it, at one moment: its *demands*, the persons who are *holders* of
    seats and those who are *invited* to them by name, by player, the agreed hour of a duel, and
    whether the match is over."""

    demands: frozenset[Demand] = frozenset()
    holders: Mapping[int, str] = field(default_factory=dict)
    invited: Mapping[int, str] = field(default_factory=dict)
    hour_ms: int | None = None
    is_over: bool = False

    def demands_on(self) -> list[Notice]:
        """Returns the notices to the persons for whom the room waits, whether they were told or
        not."""
        return [
            Notice(kind, person, player, number)
            for player, kind, number in sorted(self.demands, key=_urgency)
            if (person := self.holders.get(player))
        ]


NOTHING: Final = Known()
"""The knowledge of a room that is not there, or of a study."""


def _urgency(demand: Demand) -> tuple[int, int]:
    return DEMANDS.index(demand.kind), demand.player


def notices_between(
    before: Known, after: Known, number: int, by: str = "", here: Collection[str] = ()
) -> tuple[Notice, ...]:
    """Returns the notices of a command whose last event is *number*, which has led from *before* to
    *after*: one at most to each person, and perhaps one more of an hour, which comes before it.

    Who caused the command (*by*, ``""``: nobody) and who sits at the board, is *here*, is told
    nothing but of an hour.
    """
    firsts = dict[str, Notice]()
    if after.is_over:
        found = [] if before.is_over else _everywhere(after, "end", number)
    else:
        known = {*before.demands_on()}
        found = [each for each in after.demands_on() if each not in known]
        found += [
            Notice("invitation", person, player, number)
            for player, person in after.invited.items()
            if person not in before.invited.values()
        ]
    for each in found:
        if each.person not in (by, *here):
            firsts.setdefault(each.person, each)
    hours = list[Notice]()
    if after.hour_ms is not None and after.hour_ms != before.hour_ms:
        hours = _everywhere(after, "hour", number, after.hour_ms)
    return *firsts.values(), *{each.person: each for each in hours}.values()


def _everywhere(
    known: Known, kind: NoticeKind, number: int, hour_ms: int | None = None
) -> list[Notice]:
    """Returns a notice to each person who holds a seat."""
    return [
        Notice(kind, person, player, number, hour_ms)
        for player, person in sorted(known.holders.items())
        if person
    ]
