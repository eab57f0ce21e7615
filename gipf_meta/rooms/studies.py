"""What people ask for that takes time, and is theirs alone: hints, analyses, reviews."""

from __future__ import annotations

from typing import NamedTuple

from gipf_meta.match.match import Match
from gipf_meta.match.playback import moments
from gipf_meta.match.session import Session
from gipf_meta.narration.story import names_of
from gipf_meta.rooms.deeds.looking import Analyse, Hint, Review
from gipf_meta.rooms.open_rooms import OpenRooms
from gipf_meta.rooms.room import Room
from gipf_meta.rooms.seats import Refused
from gipf_meta.rooms.thoughts import (
    AnalysisThought,
    AskedThought,
    HintThought,
    ReviewThought,
    Study,
)
from gipf_meta.table.live_match import have_same_decisions


class _Running(NamedTuple):
    """A *thought* about *match* that *person* has asked for."""

    thought: Study
    match: Match
    person: str


class Studies:
    """The hints and studies that are asked for. Each link has one study of a kind in a room."""

    def __init__(self) -> None:
        self._waiting: list[AskedThought] = []
        self._studies: dict[tuple[str, str, str], _Running] = {}

    # ---- asking -----------------------------------------------------------------------------

    def ask(
        self,
        room: Room,
        link: str,
        person: str,
        language: str,
        command: Hint | Analyse | Review,
    ) -> None:
        """Lets a hint be found for *person* at *link*, or a study begin. Raises ``Refused``."""
        match = room.table.match
        if why := command.why_not(room, person):
            raise Refused(why)
        if isinstance(command, Hint):
            find = room.table.advice()
            assert find is not None, "there is no why"
            self._waiting.append(HintThought(room.id, link, command.id, language, match, find))
            return
        names = tuple(names_of(room.table.seats, match))
        about = (room.id, link, command.id, language, names)
        if isinstance(command, Review):
            self._begin(ReviewThought(*about, match), match, person)
        else:
            session = _session(match, command.at)
            self._begin(AnalysisThought(*about, command.at, session), match, person)

    def _begin(self, thought: Study, match: Match, person: str) -> None:
        self.leave_off(thought.link, thought.room, thought.kind)
        self._studies[thought.link, thought.room, thought.kind] = _Running(thought, match, person)
        self._waiting.append(thought)

    # ---- ending -----------------------------------------------------------------------------

    def leave_off(self, link: str, room: str | None = None, kind: str | None = None) -> None:
        """Ends what *link* has asked for in *room*, of that *kind*; ``None``: all of them."""
        for key in [*self._studies]:
            if key[0] == link and room in (None, key[1]) and kind in (None, key[2]):
                self._studies.pop(key).thought.cancel()

    def forget(self, link: str) -> None:
        """Ends all that *link*, which is gone, has asked for."""
        self.leave_off(link)
        for thought in self._waiting:
            if thought.link == link:
                thought.cancel()

    def drop_stale(self, rooms: OpenRooms) -> None:
        """Ends the studies of matches that have gone on since, or that are not open any more."""
        for (link, room_id, kind), study in [*self._studies.items()]:
            entry = rooms.get(room_id)
            if entry is not None and study.match is not entry.room.table.match:
                if have_same_decisions(study.match, entry.room.table.match):
                    self._studies[link, room_id, kind] = study._replace(
                        match=entry.room.table.match
                    )
                else:
                    entry = None
            if entry is None or Review.of().why_not(entry.room, study.person):
                self.leave_off(link, room_id, kind)

    # ---- thinking ---------------------------------------------------------------------------

    def take_thoughts(self) -> list[AskedThought]:
        """What is to be thought about now, each thought only once."""
        waiting, self._waiting = self._waiting, []
        return [thought for thought in waiting if not thought.is_cancelled]

    def note_end(self, thought: AskedThought) -> None:
        """Notes that a *thought* has ended."""
        for key, study in [*self._studies.items()]:
            if study.thought is thought:
                del self._studies[key]


def _session(match: Match, at: int | None) -> Session:
    """The game on top at moment *at*; ``None``: now."""
    return match.top if at is None else moments(match)[at].sessions[-1]
