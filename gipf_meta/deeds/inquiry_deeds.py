"""Deeds whose answers take time to find: hints, analyses, reviews."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Literal

from gipf_meta.base.addressee import Addressee
from gipf_meta.base.names import fold
from gipf_meta.base.texts import _
from gipf_meta.deeds.boards import addressee_in
from gipf_meta.deeds.deed import Inquiring, MomentNumber, RoomFacts
from gipf_meta.deeds.messages import HintBody, RoomMessage, Said
from gipf_meta.deeds.thoughts import (
    AnalysisThought,
    AskedThought,
    Cancelling,
    ChancesThought,
    HintThought,
    ReviewThought,
)
from gipf_meta.match.lesson_progress import LessonProgress
from gipf_meta.match.lesson_words import places_in_brackets
from gipf_meta.match.playback import moments
from gipf_meta.protocol.game import MoveError
from gipf_meta.records.models import Seat
from gipf_meta.records.player_names import PERSON
from gipf_meta.rooms.conditions import why_no_match, why_no_moment
from gipf_meta.rooms.state import RoomState
from gipf_meta.search.effort import BY_TIME, Effort
from gipf_meta.table.new_table import advice


class Hint(Inquiring):
    """Asks for a hint: a good decision for the sender, and the reasons for it."""

    do: Literal["hint"]

    @classmethod
    def is_open(cls, facts: RoomFacts) -> bool:
        return facts.is_over or not facts.is_shared

    def _why_not(self, state: RoomState, person: str) -> str:
        return _why_no_help(state, person)

    def thought(self, state: RoomState, said: Said) -> AskedThought:
        cancelled = Cancelling()
        find = advice(state.table, cancelled)
        assert find is not None, "why_not has made sure"
        about = *_about(self, state, said), state.table.match
        return HintThought(*about, find, cancelled)

    def in_lesson(self, progress: LessonProgress) -> RoomMessage:
        if progress.has_to_be_found and progress.hints_given:
            return {"hint": self._given(progress, progress.hints_given[-1])}
        wanted = progress.wanted
        if not wanted:
            raise MoveError(_("This page asks for no move: go on."))
        view = progress.match.top.view(None)
        meant = [choice for choice in view.choices if choice.notation in wanted]
        points = {point.id for point in view.points}
        places = meant[0].path if meant else ()
        labels = [f"{choice.notation}: {choice.label}" for choice in meant] or list(wanted)
        hint: HintBody = {
            "room": self.room,
            "id": self.id,
            "places": [word for word in dict.fromkeys(places) if word in points],
            "taken": [],
            "sentences": [_(" or ").join(labels)],
            "notation": wanted[0],
        }
        return {"hint": hint}

    def _given(self, progress: LessonProgress, words: str) -> HintBody:
        """The places of the hint *words* of a page that still has to be found: its card says
        them."""
        points = {point.id for point in progress.match.top.view(None).points}
        return {
            "room": self.room,
            "id": self.id,
            "places": [*places_in_brackets(words, points)],
            "taken": [],
            "sentences": [],
            "notation": "",
        }


class Analyse(Inquiring):
    """Asks for the best lines of moment *at*, better ones as they are found; ``None``: of now.

    An analysis or a review ends when it is complete, when the match goes on, and by ``leave_off``.
    """

    after_closing: ClassVar[bool] = True

    do: Literal["analyse"]
    at: MomentNumber | None = None

    @classmethod
    def is_open(cls, facts: RoomFacts) -> bool:
        return facts.is_ended or facts.is_study or not facts.is_shared

    def _why_not(self, state: RoomState, person: str) -> str:
        return _why_no_inquiry(state, person) or why_no_moment(state, self.at)

    def thought(self, state: RoomState, said: Said) -> AskedThought:
        match = state.table.match
        session = match.top if self.at is None else moments(match)[self.at].sessions[-1]
        return AnalysisThought(*_about(self, state, said), session, self.at)


class TellChances(Inquiring):
    """Asks for the chances of all players as the match stands, by a short look: against bots alone,
    where the sender could ask for an analysis."""

    do: Literal["chances"]

    @classmethod
    def is_open(cls, facts: RoomFacts) -> bool:
        return facts.is_over or not facts.is_shared

    def _why_not(self, state: RoomState, person: str) -> str:
        if why := _why_no_inquiry(state, person) or _why_no_help(state, person):
            return why
        if sum(player.kind == PERSON for player in state.table.players) > 1:
            return _("Another person plays this match, too: nobody is helped in it.")
        return ""

    def thought(self, state: RoomState, said: Said) -> AskedThought:
        return ChancesThought(*_about(self, state, said), state.table.match.top)


class Review(Inquiring):
    """Asks for the worth of each turn of the match, and for a better one, turn by turn."""

    after_closing: ClassVar[bool] = True

    do: Literal["review"]

    def _why_not(self, state: RoomState, person: str) -> str:
        return _why_no_inquiry(state, person)

    def thought(self, state: RoomState, said: Said) -> AskedThought:
        about = _about(self, state, said)
        by_time = state.table.pilots.patience.ms is not None
        effort = BY_TIME if by_time else Effort()
        own = own_players(state, said.person, said.asker.name)
        return ReviewThought(*about, state.table.match, effort, own)


def own_players(state: RoomState, person: str, name: str) -> tuple[int, ...]:
    """The players in *state* whose turns are those of *person*, who is called *name*: those whose
    seats he holds, as ``own_among`` narrows them."""
    return own_among(state.seats.held_by(person), state.table.seats, name)


def own_among(held: tuple[int, ...], people: Sequence[Seat], name: str) -> tuple[int, ...]:
    """The players *held* by a person; where these are several of *people*, the one who bears his
    *name*, if there is one."""
    named = [player for player in held if name and fold(people[player].name) == fold(name)]
    return tuple(named) if len(named) == 1 else held


def _about(deed: Inquiring, state: RoomState, said: Said) -> tuple[str, str, str, str, Addressee]:
    """The room, the link, the command, the language and the reader of a thought."""
    reader = addressee_in(state, said.person, "mouse")
    return state.id, said.link, deed.id, said.asker.language, reader


def _why_no_help(state: RoomState, person: str) -> str:
    """Why not: it is not the turn of *person*, or another person plays, too."""
    if why := why_no_match(state):
        return why
    if state.table.over is None and not state.is_played_by(person):
        return _("Another person plays this match, too: nobody is helped in it.")
    if advice(state.table) is None or state.table.player not in state.deciders(person):
        return _("It is not your turn: there is nothing to advise.")
    return ""


def _why_no_inquiry(state: RoomState, person: str) -> str:
    """Why not: the match goes on, and a clock runs in it or *person* may have no help. ``""`` after
    its end, and in a study."""
    if state.is_ended or state.study is not None:
        return ""
    if state.table.clock_runs:
        return _("Nothing is analysed while a clock runs; H gives a hint.")
    return _why_no_help(state, person)
