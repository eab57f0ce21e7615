"""A cache of the matches of recently visited lines of a study, so that a return to one of them does
not replay it from the beginning."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile
from operator import eq
from typing import Final, NamedTuple, Self, TypeAlias

from gipf_meta.match.match import Match
from gipf_meta.match.playback import count_draws
from gipf_meta.match.session import Session
from gipf_meta.records.models import PlayedTurn

MOST_LINES: Final = 4
"""The most lines in the cache: each has the states of a whole match."""

_Said: TypeAlias = list[tuple[str | None, int]]
"""The decisions of a line with their times in ms, up to the first duel: another duel may have ended
alike."""


class _Line(NamedTuple):
    """A *match*, and the decisions in its bottom game."""

    match: Match
    said: _Said


class KnownLines:
    """A cache of the matches of some lines of one study, the one that was used last at the end."""

    def __init__(self) -> None:
        self._lines: list[_Line] = []

    @classmethod
    def of(cls, match: Match) -> Self:
        """The line of *match* alone."""
        lines = cls()
        lines.note(match)
        return lines

    def note(self, match: Match) -> None:
        """Adds *match*, in place of those that it continues."""
        own = match.sessions[0]
        for n, (other, _said) in enumerate(self._lines):
            if _begins(own, other.sessions[0]):
                self._lines.append(self._lines.pop(n))
                return
        longer = [each for each in self._lines if not _begins(each.match.sessions[0], own)]
        said = [(s.text, s.at_ms) for s in takewhile(lambda s: s.duel is None, own.steps)]
        self._lines = [*longer, _Line(match, [*said])][-MOST_LINES:]

    def begin(self, line: Sequence[PlayedTurn]) -> Match | None:
        """The match after the most first turns of *line* that are in the cache, without duels;
        ``None``: no turn is."""
        said, ends = _said_in(line)
        found, most = None, 0
        for each in self._lines:
            same = sum(1 for _same in takewhile(bool, map(eq, each.said, said)))
            turns = bisect_right(ends, same)
            if turns and ends[turns - 1] >= most:
                found, most = each, ends[turns - 1]
        if found is None:
            return None
        self._lines.remove(found)
        self._lines.append(found)
        return _up_to(found.match, most)


def _begins(one: Session, other: Session) -> bool:
    """Whether *other* is *one*, or goes on from it."""
    count = len(one.steps)
    return count <= len(other.steps) and (not count or other.steps[count - 1] is one.steps[-1])


def _said_in(line: Sequence[PlayedTurn]) -> tuple[_Said, list[int]]:
    """The decisions of *line*, and their number at the end of each turn."""
    said, ends = _Said(), list[int]()
    for turn in line:
        if any(each.move is None or each.duel is not None for each in turn.decisions):
            break
        said += [(each.move, each.at) for each in turn.decisions]
        ends.append(len(said))
    return said, ends


def _up_to(match: Match, count: int) -> Match:
    """The bottom game of *match* after so many steps, none of which was a duel."""
    bottom = match.sessions[0]
    last = bottom.steps[count - 1]
    state = bottom.state_after(last)
    session = replace(
        bottom, state=state, steps=bottom.steps[:count], time_ms=last.at_ms, ended=None
    )
    return replace(match, sessions=(session,), draws=count_draws(session), known_luck=())
