"""Deeds that leave a match as it is: looking at its moments, asking about it, turning pages."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field

from gipf_meta.base.addresses import address_of_screen
from gipf_meta.base.texts import _
from gipf_meta.deeds.boards import moment_scene, moved_to, view_of
from gipf_meta.deeds.deed import (
    Deed,
    Looking,
    MomentNumber,
    Reading,
    RoomFacts,
    Seen,
    Typed,
    Want,
    changes_nothing,
)
from gipf_meta.deeds.messages import (
    AnswerBody,
    CopyBody,
    FileMessage,
    LookBody,
    RoomMessage,
    TurnNews,
)
from gipf_meta.deeds.table_elements import all_news
from gipf_meta.match.lesson_progress import LessonProgress
from gipf_meta.match.pasted_turns import PastedTurn, pasted_turns
from gipf_meta.match.playback import count_moments, moment_at
from gipf_meta.match.session import NoPosition, Session
from gipf_meta.match.starting_point import how_to_begin, why_no_positions
from gipf_meta.narration import questions
from gipf_meta.narration.story import names_told
from gipf_meta.narration.typed_answers import PromptContext, kinds_of_prompt
from gipf_meta.narration.vocabulary import names_of, words_at
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.protocol.game import title_of
from gipf_meta.records.copies import Copies, copies_of
from gipf_meta.records.models import Record
from gipf_meta.records.record_files import dumps
from gipf_meta.render.svg import svg
from gipf_meta.rooms import events
from gipf_meta.rooms.conditions import why_no_moment, why_no_seat
from gipf_meta.rooms.room import Room
from gipf_meta.rooms.state import RoomState
from gipf_meta.table.seats import Refused


class Watch(Looking):
    """Subscribes to the room from now on, and to its events after event *since*."""

    do: Literal["watch"]
    since: Seen = 0
    want: Want = "scene"


class Unwatch(Looking):
    """Ends the subscription to the room."""

    do: Literal["unwatch"]


class Branch(Looking):
    """Opens a new match that goes on from moment *at* of this one.

    *together*: all who may watch this one, which has ended, may watch the new one, and are led
    there.
    """

    do: Literal["branch"]
    at: MomentNumber
    together: Annotated[bool, Field(strict=True)] = False

    @classmethod
    def is_open(cls, facts: RoomFacts) -> bool:
        return facts.is_ended or not facts.is_shared

    @classmethod
    def examples(cls, state: RoomState, person: str) -> Iterable[Self]:
        return (cls.of(at=0),)

    def _why_not(self, state: RoomState, person: str) -> str:
        if self.together and (why := _why_not_leading(state, person)):
            return why
        if not (state.is_ended or state.is_played_by(person)):
            return _("Others play this match, too: go on by yourself when it is over.")
        return why_no_moment(state, self.at)

    def act(self, room: Room, person: str, name: str) -> None:
        player = room.state.seats.held_by(person)[0]
        room.emit(events.Shown, player=player, at=self.at, to=room.new_room())


class OpenStudy(Looking):
    """Opens a study of this match, with the marks of its review if it was reviewed."""

    in_study: ClassVar[bool] = False

    do: Literal["study"]

    @classmethod
    def is_open(cls, facts: RoomFacts) -> bool:
        return facts.is_ended or not facts.is_shared

    def _why_not(self, state: RoomState, person: str) -> str:
        if state.is_ended or state.is_played_by(person):
            return ""
        return _("Others play this match, too: study it when it is over.")


class BeginHere(Reading):
    """Leads to the form for a new match that begins in the position of moment *at* (``None``: the
    present one), without the turns before it."""

    do: Literal["begin_here"]
    at: MomentNumber | None = None

    @classmethod
    def is_open(cls, facts: RoomFacts) -> bool:
        return facts.is_ended or not facts.is_shared

    @classmethod
    def examples(cls, state: RoomState, person: str) -> Iterable[Self]:
        return (cls.of(at=0),)

    def _why_not(self, state: RoomState, person: str) -> str:
        if not (state.is_ended or state.is_played_by(person)):
            return _("Others play this match, too: go on by yourself when it is over.")
        if why := why_no_moment(state, self.at):
            return why
        return why_no_positions(self._session(state).game)

    def answer(self, state: RoomState, person: str) -> RoomMessage:
        try:
            about = how_to_begin(self._session(state))
        except NoPosition as error:
            raise Refused(str(error)) from error
        return {"go": address_of_screen("setup", about)}

    def _session(self, state: RoomState) -> Session:
        """The game on top at the moment."""
        match = state.table.match
        return match.top if self.at is None else moment_at(match, self.at).sessions[-1]


class Show(Looking):
    """Lets everybody look at moment *at* with the sender, after the match has ended; ``None``: no
    longer."""

    needs_say: ClassVar[bool] = True
    in_study: ClassVar[bool] = False

    do: Literal["show"]
    at: MomentNumber | None

    @classmethod
    def is_open(cls, facts: RoomFacts) -> bool:
        return facts.is_ended

    @classmethod
    def examples(cls, state: RoomState, person: str) -> Iterable[Self]:
        is_alone = state.is_played_by(person) and not state.admission.admitted
        return () if is_alone else (cls.of(at=0),)

    def _why_not(self, state: RoomState, person: str) -> str:
        if why := _why_not_leading(state, person):
            return why
        return why_no_moment(state, self.at)

    def act(self, room: Room, person: str, name: str) -> None:
        shown = room.state.shown
        is_his = shown is not None and room.state.seats.holders.get(shown.player) == person
        now = (shown.at, shown.to) if shown is not None and is_his else (None, "")
        if now != (self.at, ""):
            player = room.state.seats.held_by(person)[0]
            room.emit(events.Shown, player=player, at=self.at)


class LeaveOff(Looking):
    """Ends the analysis, the review or the look at the chances that the sender has asked for."""

    do: Literal["leave_off"]
    what: Literal["analysis", "chances", "review"]


def _why_not_leading(state: RoomState, person: str) -> str:
    """Why not: *person* holds no seat, or the match, which he would show the others, has not
    ended."""
    if why := why_no_seat(state, person):
        return why
    return "" if state.is_ended else _("The match goes on: look at it together when it is over.")


class Ask(Reading):
    """Asks a *question* about the board, or types a word, in English or the sender's language.

    A word that leaves the match as it is, such as ``moves``, is answered; of others the answer
    tells what they are, and the sender carries them out.
    """

    is_for_all: ClassVar[bool] = True

    do: Literal["ask"]
    question: Typed

    @classmethod
    def examples(cls, state: RoomState, person: str) -> Iterable[Self]:
        return (cls.of(question=""),)

    def answer(self, state: RoomState, person: str) -> RoomMessage:
        match, study = state.table.match, state.study
        names = names_told(state.table.seats, match)
        scene = questions.scene_of(match, names, state.viewer(person))
        scene = replace(scene, view=state.view_with_choices(person))
        # rooms of a host, and no others, give back the lag of the network
        at = kinds_of_prompt(match, study, is_over=state.is_ended, is_far=state.gives_back)
        held = state.seats.held_by(person)
        prompt = PromptContext(
            at, match, scene, names, held, study, state.free_seats, state.reached_ms
        )
        planner = next(iter(state.deciders(person)), None)
        planned = () if planner is None else state.plans.nodes_on_top(match, planner)
        return self._answer(replace(prompt, planner=planner, planned=planned))

    def in_lesson(self, progress: LessonProgress) -> RoomMessage:
        match, names = progress.match, progress.names
        scene = questions.scene_of(match, names, match.player)
        here = match.sessions[0].players  # the pupil sits at all seats
        return self._answer(PromptContext(frozenset({"lesson"}), match, scene, names, here))

    def _answer(self, prompt: PromptContext) -> RoomMessage:
        """Returns the answer, line by line. Raises ``Refused`` if it is neither a question nor a
        word."""
        answer = prompt.answer(self.question)
        if answer is None:
            raise Refused(_("That is no question about the board."))
        body: AnswerBody = {"id": self.id, "lines": [*answer.lines]}
        if answer.refuses:
            body["refuses"] = True
        if answer.command:
            body["command"] = {**answer.command}
        if answer.word:
            body["word"] = answer.word
        if answer.argument:
            body["argument"] = answer.argument
        if answer.word == "help":
            body["words"] = [
                {"names": [*names_of(each)], "shown": each.shown, "does": _(each.does)}
                for each in words_at(prompt.at)
            ]
        return {"answer": body}


class TellNews(Reading):
    """Asks for all that was said of the match since it began."""

    do: Literal["news"]

    def answer(self, state: RoomState, person: str) -> RoomMessage:
        turns = [
            TurnNews(number=each.number, depth=each.depth, sentences=[*each.sentences])
            for each in all_news(state, person)
        ]
        return {"all_news": {"id": self.id, "turns": turns}}


class Look(Reading):
    """Asks for moment *at* of the match: 0 is its beginning, each decision leads to the next."""

    is_for_all: ClassVar[bool] = True

    do: Literal["look"]
    at: MomentNumber

    @classmethod
    def examples(cls, state: RoomState, person: str) -> Iterable[Self]:
        return (cls.of(at=0),)

    def _why_not(self, state: RoomState, person: str) -> str:
        return why_no_moment(state, self.at)

    def answer(self, state: RoomState, person: str) -> RoomMessage:
        last = count_moments(state.table.match) - 1
        scene = moment_scene(state, person, self.at)
        look: LookBody = {
            "room": state.id,
            "id": self.id,
            "at": self.at,
            "last": last,
            "scene": scene,
        }
        if (moved := moved_to(state, person, self.at)) is not None:
            look["moved"] = moved
        return {"look": look}


class SaveRecord(Reading):
    """Asks for the match as a file."""

    is_for_all: ClassVar[bool] = True

    do: Literal["record"]

    def answer(self, state: RoomState, person: str) -> RoomMessage:
        record = _record_for(state, person)
        return _file(self.id, f"{record.game}.json", "application/json", dumps(record))


class CopyIt(Reading):
    """Asks for the texts that the sender may copy: the position of moment *at* (``None``: the
    present one), the match in each form that can hold it, and a link to it."""

    is_for_all: ClassVar[bool] = True

    do: Literal["copy"]
    at: MomentNumber | None = None

    def _why_not(self, state: RoomState, person: str) -> str:
        return why_no_moment(state, self.at)

    def copies(self, state: RoomState, person: str) -> Copies:
        """The texts that *person* may copy."""
        match, record = state.table.match, _record_for(state, person)
        session = match.top if self.at is None else moment_at(match, self.at).sessions[-1]
        why = ""
        if not (state.is_ended or state.is_played_by(person)):
            why = _("Others play this match: copy its position when it is over.")
        readers = installed_plugins().readers.values()
        return copies_of(session, record, match.finder, readers, why)

    def answer(self, state: RoomState, person: str) -> RoomMessage:
        copies = self.copies(state, person)
        forms = [CopyBody(name=c.name, words=c.words, text=c.text) for c in copies.found]
        return {"copies": {"id": self.id, "forms": forms, "missing": [*copies.missing]}}


class Paste(Reading):
    """Splits *text*, which the sender has pasted, into turns to play one after the other; none
    where it is a game or a position, which the desk opens."""

    is_for_all: ClassVar[bool] = True

    do: Literal["paste"]
    text: Typed

    @classmethod
    def examples(cls, state: RoomState, person: str) -> Iterable[Self]:
        return (cls.of(text=""),)

    def turns(self, state: RoomState, person: str) -> list[PastedTurn]:
        """The turns of the text, with what *person* may know of luck."""
        match, knows_luck = state.table.match, _knows_luck(state, person)
        return pasted_turns(self.text, match, knows_luck=knows_luck)

    def answer(self, state: RoomState, person: str) -> RoomMessage:
        turns = [(each.place, each.text) for each in self.turns(state, person)]
        return {"pasted": {"id": self.id, "turns": turns}}


def _knows_luck(state: RoomState, person: str) -> bool:
    """Whether *person* may learn what luck will draw: nobody else plays, or it is over."""
    is_alone = bool(state.seats.held_by(person)) and state.is_played_by(person)
    return is_alone or state.table.over is not None or state.study is not None


def _record_for(state: RoomState, person: str) -> Record:
    """The record of the match as *person* may have it."""
    record = state.record()
    return record if _knows_luck(state, person) else record.model_copy(update={"seed": 0})


class SavePicture(Reading):
    """Asks for the board as a picture, at moment *at*; ``None``: now."""

    is_for_all: ClassVar[bool] = True

    do: Literal["picture"]
    at: MomentNumber | None = None

    def _why_not(self, state: RoomState, person: str) -> str:
        return why_no_moment(state, self.at)

    def answer(self, state: RoomState, person: str) -> RoomMessage:
        view, game = state.view(person), state.table.match.top.game
        if self.at is not None:
            session = moment_at(state.table.match, self.at).sessions[-1]
            view, game = view_of(session, state.viewer(person)), session.game
        return _file(self.id, f"{game.id}.svg", "image/svg+xml", svg(view, title=title_of(game)))


def _file(id: str, name: str, type: str, text: str) -> FileMessage:
    """Returns the message with a file."""
    return {"file": {"id": id, "name": name, "type": type, "text": text}}


class Paging(Deed):
    """A deed that leads on in a lesson, and does nothing in a match."""

    def _why_not(self, state: RoomState, person: str) -> str:
        return changes_nothing()


class TurnPage(Paging):
    """Turns to the next page of the lesson. *seen* is the number of the page that was read."""

    do: Literal["turn_page"]

    def step(self, progress: LessonProgress) -> LessonProgress:
        return progress.turn_page()


class ShowMe(Paging):
    """Plays the move that the page of the lesson wants; where the pupil is to find it, shows it
    first. *seen* is the number of that page."""

    do: Literal["show_me"]

    def step(self, progress: LessonProgress) -> LessonProgress:
        if progress.has_to_be_found:
            return progress.take_hint()
        wanted = progress.wanted
        return progress.play(wanted[0]) if wanted else progress.turn_page()
