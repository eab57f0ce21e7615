"""What a review has found, as marks in a study: signs, comments, better turns as variations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final, cast

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.deeds.thoughts import Inquiry, ReviewThought
from gipf_meta.match.match import Match
from gipf_meta.match.playback import ends_of_turns, moment_at
from gipf_meta.narration.analysis_words import ReviewElement, VerdictElement
from gipf_meta.records import tree
from gipf_meta.records.models import PlayedTurn
from gipf_meta.records.study import Study, StudyMark
from gipf_meta.records.writer import turn_records
from gipf_meta.rooms.room import Room
from gipf_meta.rooms.study_events import Reviewed, ReviewMark
from gipf_meta.search.verdict import Kind

MOST_REVIEWS: Final = 20
"""How many reviews are kept for studies that may be opened of their matches."""


def marks_of(study: Study, match: Match, found: Mapping[str, ReviewElement]) -> Iterator[StudyMark]:
    """The marks that a review of *match*, which has *found* verdicts, sets in *study*. Duels have
    none: their turns are no turns of the study."""
    bottom = replace(match, sessions=match.sessions[:1])
    line = turn_records(bottom.top, bottom.top.turns())
    turn_of = {end: n for n, end in enumerate(ends_of_turns(bottom))}
    for key, element in found.items():
        if not key.startswith("point:"):
            continue
        verdict = cast("VerdictElement", element)
        n = turn_of.get(verdict["last"])
        if n is None or not verdict["mark"]:
            continue
        if (node := tree.find_line(study.turns, line[: n + 1])) is not None:
            is_best = verdict["mark"] == Kind.FOUND.value
            better = () if is_best else _better(bottom, verdict["at"], n, verdict["best"])
            yield StudyMark(node, verdict["mark"], verdict["words"], better)


def _better(match: Match, at: int, n: int, text: str) -> tuple[PlayedTurn, ...]:
    """Turn *n* if *text* is decided at moment *at* of *match*; nothing if that leads to a duel."""
    moment = moment_at(match, at)
    try:
        after = replace(match, sessions=moment.sessions).play(text)
    except GipfMetaError:  # others decide in the middle of it, or the game fails
        return ()
    bottom = after.sessions[0]
    if moment.depth or len(after.sessions) > 1:
        return ()
    return tuple(turn_records(bottom, bottom.turns())[n : n + 1])


class Reviews:
    """The reviews that go on, as far as they were found, and those that have ended last."""

    def __init__(self) -> None:
        self._found: dict[Inquiry, dict[str, ReviewElement]] = {}
        self._ended: dict[str, tuple[Match, dict[str, ReviewElement]]] = {}

    def take(
        self, thought: ReviewThought, found: Mapping[str, ReviewElement], is_over: bool
    ) -> None:
        """Takes what a *thought* has *found*; *is_over*: that was all."""
        known = self._found.setdefault(thought, {})
        known.update(found)
        if is_over:
            self._ended.pop(thought.room, None)
            self._ended[thought.room] = thought.match, self._found.pop(thought)
            for room in [*self._ended][:-MOST_REVIEWS]:
                del self._ended[room]

    def forget(self, thought: Inquiry) -> None:
        """A *thought* has ended, or was left off."""
        self._found.pop(thought, None)

    def put_marks(self, room: Room) -> None:
        """Puts the marks of a review that has ended there into *room* if that is a study."""
        if (study := room.state.study) is None:
            return
        marks = self.marks(room.state.id, study)
        if study.mark(marks) != study:
            found = (ReviewMark(**mark._asdict()) for mark in marks)
            room.make_true(Reviewed, marks=tuple(found))

    def marks(self, room: str, study: Study) -> tuple[StudyMark, ...]:
        """The marks of the last review that has ended in *room*, for *study*; none without one."""
        found = self._ended.get(room)
        return () if found is None else tuple(marks_of(study, *found))
