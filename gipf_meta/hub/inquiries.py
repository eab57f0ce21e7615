"""The thoughts of people: hints and inquiries (analyses, reviews), from the command that begins
one to its answer, which its sender alone gets. The match does not change."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple, cast

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import spoken
from gipf_meta.deeds.inquiry_deeds import Review
from gipf_meta.deeds.messages import ReviewTold
from gipf_meta.deeds.thoughts import (
    AskedThought,
    HintThought,
    Inquiry,
    ReviewThought,
)
from gipf_meta.hub.audience import Links
from gipf_meta.hub.open_rooms import OpenRooms
from gipf_meta.match.match import Match
from gipf_meta.match.playback import ends_of_turns, moment_at
from gipf_meta.narration.analysis_words import ReviewElement, VerdictElement
from gipf_meta.protocol.gate import Gate
from gipf_meta.records import tree
from gipf_meta.records.models import PlayedTurn
from gipf_meta.records.study import Study, StudyMark
from gipf_meta.records.writer import turn_records
from gipf_meta.rooms.room import Room
from gipf_meta.rooms.state import RoomState
from gipf_meta.rooms.study_events import Reviewed, ReviewMark
from gipf_meta.search.verdict import Kind
from gipf_meta.table.history import have_same_decisions


class _Running(NamedTuple):
    """A *thought* about *match* that *person* has started."""

    thought: Inquiry
    match: Match
    person: str


class EndedReview(NamedTuple):
    """A review of *match* in *room* that has come to its end: its *verdicts*, turn by turn."""

    room: str
    match: Match
    verdicts: Sequence[VerdictElement]


class Inquiries:
    """The hints and inquiries of *links*. Each link has at most one inquiry of a kind in a room.

    *note_review* is called with the person for whom a review has come to its end.
    """

    def __init__(self, links: Links) -> None:
        self.note_review: Callable[[str, EndedReview], None] = lambda person, review: None
        self._links = links
        self._waiting: list[AskedThought] = []
        self._hints: list[HintThought] = []
        self.reviews = Reviews()
        self._inquiries: dict[tuple[str, str, str], _Running] = {}

    # ---- starting ---------------------------------------------------------------------------

    def begin(self, thought: AskedThought, room: RoomState, person: str) -> None:
        """Starts *thought*, a hint or an inquiry of *person* in *room*."""
        if isinstance(thought, HintThought):
            self._hints.append(thought)
        else:
            key = thought.link, thought.room, thought.kind
            if (running := self._inquiries.get(key)) and running.thought.id == thought.id:
                return  # a copy of the command: the first one is being answered
            self.leave_off(*key)
            self._inquiries[key] = _Running(thought, room.table.match, person)
        self._waiting.append(thought)

    def is_about(self, room: str) -> bool:
        """Whether somebody waits for a hint or an inquiry in *room*."""
        return any(key[1] == room for key in self._inquiries) or any(
            hint.room == room for hint in self._hints
        )

    # ---- ending -----------------------------------------------------------------------------

    def leave_off(self, link: str, room: str | None = None, kind: str | None = None) -> None:
        """Ends the inquiries of *link* in *room*, of that *kind*; ``None``: in all, of all. The
        link gets a last answer."""
        for key in [*self._inquiries]:
            if key[0] == link and room in (None, key[1]) and kind in (None, key[2]):
                thought = self._inquiries.pop(key).thought
                self._give_up(thought)
                self.reviews.forget(thought)  # a cancelled thought does not report its end

    def forget(self, link: str) -> None:
        """Ends all hints and inquiries of *link*, which is gone."""
        self.leave_off(link)
        for hint in [*self._hints]:
            if hint.link == link:
                self._give_up(hint)
                self._hints.remove(hint)

    def _give_up(self, thought: AskedThought) -> None:
        """Cancels a *thought*, and sends its last answer, without a result."""
        thought.cancel()
        self._links.answer(thought.link, thought.id, [{"done": thought.id, "number": 0}])

    def drop_stale(self, rooms: OpenRooms) -> None:
        """Ends the inquiries of matches that have gone on since, or that are not open any more."""
        for (link, room_id, kind), inquiry in [*self._inquiries.items()]:
            entry = rooms.get(room_id)
            if entry is not None and entry.state.study is not None and kind == "review":
                continue  # the review is of a line, wherever one walks meanwhile
            if entry is not None and inquiry.match is not entry.state.table.match:
                if have_same_decisions(inquiry.match, entry.state.table.match):
                    self._inquiries[link, room_id, kind] = inquiry._replace(
                        match=entry.state.table.match
                    )
                else:
                    entry = None
            if entry is None or Review.of().why_not(entry.state, inquiry.person):
                self.leave_off(link, room_id, kind)

    # ---- thinking ---------------------------------------------------------------------------

    def take_thoughts(self) -> list[AskedThought]:
        """Returns the thoughts to run now, each only once."""
        waiting, self._waiting = self._waiting, []
        return [thought for thought in waiting if not thought.is_cancelled]

    def tell(self, thought: AskedThought, answer: Callable[[], Any], *, goes_on: bool) -> None:
        """Sends the result of a *thought*, a part of it if it *goes_on*. An error ends it."""
        with spoken(thought.language):
            try:
                if not thought.is_cancelled:
                    with Gate(thought.game):
                        found = answer()
                        message = thought.message(found)
                    self._links.answer(thought.link, thought.id, [message], goes_on=goes_on)
                    if isinstance(thought, ReviewThought):
                        self._take_review(thought, found)
            except GipfMetaError as error:
                self._links.refuse(thought.link, {"id": thought.id}, error)
                thought.cancel()
                self.note_end(thought)

    def _take_review(self, thought: ReviewThought, found: ReviewTold) -> None:
        """Takes a part of a review; notes its end."""
        self.reviews.take(thought, found["set"], found["over"])
        running = self._inquiries.get((thought.link, thought.room, thought.kind))
        if found["over"] and running is not None and running.thought is thought:
            verdicts = self.reviews.verdicts(thought.room)
            review = EndedReview(thought.room, thought.match, verdicts)
            self.note_review(running.person, review)

    def end(self, thought: AskedThought, answer: Callable[[], Any]) -> None:
        """Sends the last result of a *thought*, which has ended."""
        self.tell(thought, answer, goes_on=False)
        self.note_end(thought)

    def note_end(self, thought: AskedThought) -> None:
        """Notes that a *thought* has ended."""
        if isinstance(thought, ReviewThought):
            self.reviews.forget(thought)
        if thought in self._hints:
            self._hints.remove(thought)
        for key, inquiry in [*self._inquiries.items()]:
            if inquiry.thought is thought:
                del self._inquiries[key]


# ---- the verdicts of a review as marks in a study ------------------------------------------------

POINT: Final = "point:"
"""The beginning of the keys of verdicts."""
MOST_REVIEWS: Final = 20
"""The most reviews that are remembered for studies that may be opened of their matches."""


def marks_of(study: Study, match: Match, found: Mapping[str, ReviewElement]) -> Iterator[StudyMark]:
    """The marks that a review of *match*, which has *found* verdicts, sets in *study*. Duels have
    none: their turns are no turns of the study."""
    bottom = replace(match, sessions=match.sessions[:1])
    line = turn_records(bottom.top, bottom.top.turns())
    turn_of = {end: n for n, end in enumerate(ends_of_turns(bottom))}
    for key, element in found.items():
        if not key.startswith(POINT):
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
    except GipfMetaError:  # others decide in the middle of the turn, or the game fails
        return ()
    bottom = after.sessions[0]
    if moment.depth or len(after.sessions) > 1:
        return ()
    return tuple(turn_records(bottom, bottom.turns())[n : n + 1])


class Reviews:
    """The reviews that go on, with the parts that were found, and those that have ended last."""

    def __init__(self) -> None:
        self._found: dict[ReviewThought, dict[str, ReviewElement]] = {}
        self._ended: dict[str, tuple[Match, dict[str, ReviewElement]]] = {}

    def take(
        self, thought: ReviewThought, found: Mapping[str, ReviewElement], is_over: bool
    ) -> None:
        """Adds the part *found* to the review of *thought*; *is_over*: it was the last."""
        known = self._found.setdefault(thought, {})
        known.update(found)
        if is_over:
            self._ended.pop(thought.room, None)
            self._ended[thought.room] = thought.match, self._found.pop(thought)
            for room in [*self._ended][:-MOST_REVIEWS]:
                del self._ended[room]

    def verdicts(self, room: str) -> Sequence[VerdictElement]:
        """The verdicts of the last review that has ended in *room*, in the order of the turns."""
        found = self._ended.get(room)
        return () if found is None else _verdicts_in(found[1])

    def verdict(self, room: str, at: int) -> tuple[Match, VerdictElement] | None:
        """The verdict on the turn that began at moment *at* of *room*, by a review that goes on
        there, or by the last one that has ended, and the match that it is about."""
        going_on = ((each.match, found) for each, found in self._found.items() if each.room == room)
        ended = (self._ended[room],) if room in self._ended else ()
        for match, found in (*going_on, *ended):
            for verdict in _verdicts_in(found):
                if verdict["at"] == at:
                    return match, verdict
        return None

    def forget(self, thought: Inquiry) -> None:
        """Drops the review of *thought*, which has ended or was left off."""
        if isinstance(thought, ReviewThought):
            self._found.pop(thought, None)

    def put_marks(self, room: Room) -> None:
        """Puts the marks of a review that has ended there into *room* if that is a study."""
        if (study := room.state.study) is None:
            return
        marks = self.marks(room.state.id, study)
        if study.mark(marks) != study:
            found = (ReviewMark(**mark._asdict()) for mark in marks)
            room.emit(Reviewed, marks=tuple(found))

    def marks(self, room: str, study: Study) -> tuple[StudyMark, ...]:
        """The marks of the last review that has ended in *room*, for *study*; none without one."""
        found = self._ended.get(room)
        return () if found is None else tuple(marks_of(study, *found))


def _verdicts_in(found: Mapping[str, ReviewElement]) -> list[VerdictElement]:
    """The verdicts among the elements of a review, in the order of the turns."""
    verdicts = [
        cast("VerdictElement", each) for key, each in found.items() if key.startswith(POINT)
    ]
    return sorted(verdicts, key=lambda verdict: verdict["at"])
