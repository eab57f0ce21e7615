"""The hub: messages come in, and each is answered. Its driver brings messages and time, and fetches
the messages to send and the thoughts to run; the hub itself never blocks.

From a command to its events: ``_answer`` has the answer of each command, ``_change`` carries out
those that change a match, step by step: ``deed.act``, ``room.emit``, ``event.apply``.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from pydantic import ValidationError

from gipf_meta.base.addressee import addressee, told_to
from gipf_meta.base.dates import in_zone
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.stops import stops
from gipf_meta.base.texts import _, spoken
from gipf_meta.deeds.agreements import Rematch
from gipf_meta.deeds.boards import addressee_in
from gipf_meta.deeds.commands import COMMAND
from gipf_meta.deeds.deed import Deed, Inquiring, Reading
from gipf_meta.deeds.messages import Done, LinkedPerson, RoomMessage, Said
from gipf_meta.deeds.seat_deeds import Enter, no_such_invitation, welcome_back
from gipf_meta.deeds.thoughts import BotThought, Thought
from gipf_meta.deeds.view_deeds import Branch, LeaveOff, OpenStudy, Unwatch, Watch
from gipf_meta.hub.audience import Audience, Links, RememberedAnswers, why
from gipf_meta.hub.held_commands import HeldCommand, HeldCommands, Waits, when_it_counts
from gipf_meta.hub.inquiries import Inquiries
from gipf_meta.hub.kept_rooms import TRIES, KeptRooms, random_seed
from gipf_meta.hub.lesson_rooms import Lessons
from gipf_meta.hub.next_rooms import NextRooms
from gipf_meta.hub.open_rooms import MOST_IDLE, OpenRoom, OpenRooms
from gipf_meta.hub.outbox import Addressed, Outbox
from gipf_meta.hub.passing_time import PassingTime
from gipf_meta.hub.revisions import REVISION
from gipf_meta.hub.scenes import Watcher
from gipf_meta.match.match import GameFinder, Match
from gipf_meta.rooms.ledger import Conflict, Ledger, LedgerError
from gipf_meta.rooms.room import Room
from gipf_meta.rooms.state import RoomState
from gipf_meta.table.openings import Opening, is_lesson
from gipf_meta.table.pilots import PATIENCE_MS
from gipf_meta.table.seats import NotUnderstood, Refused, SeatInvitation

MOST_PARTS: Final = 6
"""The most parts of the way to a mistake in a message that its refusal names."""


class RateLimits:
    """The rate limits of a host: each method notes an action before it is done, and may raise
    ``GipfMetaError``. Here there are no limits."""

    def __init__(self) -> None:
        #: called with a room, a deed and its person; raises ``Refused`` where he is not let in
        self.check_company: Callable[[RoomState, Deed, str], object] = lambda *about: None

    def opening(self, person: str, is_table: bool = False) -> None:
        """Notes that *person* is about to open a room; *is_table*: one with a free seat for
        anybody."""

    def change(self, entry: OpenRoom, deed: Deed, person: str) -> None:
        """Notes that *person* is about to do *deed* in a room."""


class Hub:
    """The rooms of a *ledger*. *finder* finds games.

    *new_room* and *new_seed* make ids of rooms and seeds of matches that have none. Bots use at
    most *patience_ms* for a turn where time does not act; ``None``: they count positions. A room
    that nobody watches stops its clock if it *pauses_alone*; ``False``: its clocks go on, its bots
    are asked, and other hubs may serve the same ledger. With *plans_elsewhere* nothing here waits
    for plans of bots where time acts. *explain* makes sentences on errors. One thread uses a hub.
    """

    def __init__(
        self,
        ledger: Ledger,
        finder: GameFinder,
        *,
        new_room: Callable[[], str] = lambda: secrets.token_hex(8),
        new_seed: Callable[[], int] = random_seed,
        patience_ms: int | None = PATIENCE_MS,
        most_idle: int = MOST_IDLE,
        idle_ms: int | None = None,
        pauses_alone: bool = True,
        plans_elsewhere: bool = True,
        explain: Callable[[BaseException], str] = why,
    ) -> None:
        self.open_rooms = OpenRooms(ledger.release, most_idle, idle_ms, pauses_alone)
        self.links = Links(explain)
        self.inquiries = Inquiries(self.links)
        self.open_rooms.is_thought_about = self.inquiries.is_about
        self.audience = Audience(self.open_rooms, self.links, self.inquiries.leave_off)
        watching = self.open_rooms, self.audience.tell_all, self.audience.gone_since_ms
        self.rooms = KeptRooms(ledger, finder, *watching, patience_ms, plans_elsewhere, new_seed)
        self.rooms.people_at = None if pauses_alone else self.audience.people  # others are told
        self.time = PassingTime(self.rooms, self.open_rooms, self.audience)
        self.limits = RateLimits()
        self.lessons = Lessons(finder)
        marks = self.inquiries.reviews.marks
        self._next = NextRooms(self.rooms, new_room, marks, are_private=not pauses_alone)
        self._remembered = RememberedAnswers()
        self._held = HeldCommands()
        self.outbox = Outbox(self.links, self.audience, self.rooms, self.open_rooms, self._held)

    # ---- rooms ------------------------------------------------------------------------------

    def open_room(
        self,
        room_id: str,
        opening: Opening,
        person: str,
        at_ms: int = 0,
        others: Mapping[int, str] | None = None,
        read: Match | None = None,
        invited: Mapping[int, SeatInvitation] | None = None,
    ) -> RoomState:
        """Opens a new room of that id: *person* holds the seats that none of *others* holds; those
        of ``""`` are free, perhaps for who is *invited*. *read* is the match as far as the record
        of *opening* tells it, if it was read already. Raises ``GipfMetaError``."""
        self.limits.opening(person, is_table=opening.is_open and "" in (others or {}).values())
        return self.rooms.open(room_id, opening, person, at_ms, others, (), read, "", invited).state

    def close_room(self, room_id: str) -> None:
        """Closes a room; its watchers get nothing more until they watch it again."""
        self.outbox.tell_room(room_id)
        self.audience.close(room_id)
        self.open_rooms.close(room_id)

    def room(self, room_id: str) -> RoomState:
        """The state of a room, open or rebuilt. Raises ``Refused`` and ``LedgerError``."""
        return self.rooms.find(room_id).state

    # ---- links ------------------------------------------------------------------------------

    def connect(
        self, link: str, person: str, language: str, name: str = "", revision: int = REVISION
    ) -> None:
        """Notes a new connection of *person*, who reads *language* (``cs``; ``""``: as set) and is
        called *name* (``""``: as his seat). His program reads events of *revision*."""
        self.links.add(link, LinkedPerson(person, language, name, revision))

    def disconnect(self, link: str, at_ms: int) -> None:
        """Notes the end of a connection. A room left alone stops its clock if rooms pause alone."""
        self.open_rooms.now_ms = at_ms
        self.links.remove(link)
        self.lessons.leave(link)
        self.inquiries.forget(link)
        for entry in [each for each in self.open_rooms if self.audience.leave(each, link)]:
            self._leave_alone(entry, at_ms)
        for entry in self.open_rooms.unread.values():
            if self.audience.leave(entry, link) and not entry.watchers:
                self.open_rooms.close(entry.state.id)

    def _leave_alone(self, entry: OpenRoom, at_ms: int) -> None:
        """Pauses a room that nobody watches, if its clock runs."""
        if self.open_rooms.pauses_alone and not entry.watchers and entry.state.needs_time:
            self.rooms.attempt(entry, lambda room: room.pause(at_ms))
        if not entry.watchers:
            self.open_rooms.note_left(entry, at_ms)
        self.open_rooms.close_idle()

    def take_answers(self) -> Addressed:
        """Returns the events and answers to be sent, after their commit, without any drawing."""
        return self.outbox.take_answers()

    def take_outbox(self) -> Addressed:
        """Returns all messages to be sent since the last call, after the commit of their events."""
        return self.outbox.take_all()

    def forget_answers(self) -> None:
        """Drops the answers that wait and all remembered ones: they may not be true."""
        self._held.judge_again()
        self.links.take_outbox()
        self._remembered.clear()
        self.audience.forget_joined()

    # ---- commands ---------------------------------------------------------------------------

    def receive(self, link: str, message: Mapping[str, Any], at_ms: int, lag_ms: int = 0) -> None:
        """Handles a client's *message*: carries it out, or answers with the sentence why not.

        The message arrived at *at_ms*; its way, and that of the message before, to which it reacts,
        took *lag_ms*.
        """
        self.open_rooms.now_ms = at_ms
        asker = self.links.get(link)
        if asker is None:
            return
        with spoken(asker.language):
            try:
                command = _read(message)
            except Refused as error:
                self.links.refuse(link, message, error)
                return
        self.obey(link, command, at_ms, lag_ms)

    def obey(self, link: str, command: Deed, at_ms: int, lag_ms: int = 0) -> None:
        """Handles a client's *command* as ``receive`` does."""
        self.open_rooms.now_ms = at_ms
        if (asker := self.links.get(link)) is not None:
            self._obey(command, Said(link, asker, at_ms, lag_ms))
            self._judge_held()

    def _obey(self, command: Deed, said: Said) -> None:
        """Carries out *command*, or answers with the sentence why not."""
        with spoken(said.asker.language), in_zone(said.asker.zone):
            try:
                answers = self._answer(command, said)
            except stops():
                raise
            except Waits as wait:
                entry = self.open_rooms.get(command.room)
                number = entry.last if entry else 0
                self._held.add(HeldCommand(command, said, wait.until_ms, number))
                return
            except BaseException as error:  # a defect in one room ends no other
                answers = [{"refused": command.id, "why": self.links.explain(error)}]
                if not isinstance(error, Conflict | LedgerError):  # these he may try again
                    self._remembered.keep(said.person, command, answers)
            self.links.answer(said.link, command.id, answers)

    def _answer(self, deed: Deed, said: Said) -> list[RoomMessage]:
        """Returns the answers to each command that comes, also to one that comes again. Raises
        ``GipfMetaError``."""
        if is_lesson(deed.room):
            return self.lessons.answer(deed, said)
        if (known := self._remembered.get(said.person, deed)) is not None:
            return known
        match deed:
            case Watch():
                return self.watch(deed, said)
            case Unwatch():
                entry = self._find(deed, said)
                self.audience.leave(entry, said.link)
                self._leave_alone(entry, said.at_ms)
                return [_done(deed, entry.state.number)]
            case Reading():
                room = self._find_after_time(deed, said).state
                _require(deed, room, said.person)
                with told_to(addressee_in(room, said.person, "mouse")):
                    return _answers(deed, room, deed.answer(room, said.person))
            case Inquiring():
                room = self._find(deed, said).state
                _require(deed, room, said.person)
                self.inquiries.begin(deed.thought(room, said), room, said.person)
                return []
            case LeaveOff():
                self.inquiries.leave_off(said.link, deed.room, deed.what)
                return [_done(deed, self._find(deed, said).state.number)]
            case Branch():
                return self._branch(deed, said, deed.at, together=deed.together)
            case OpenStudy():
                return self._branch(deed, said, None)
            case Rematch():
                return self._rematch(deed, said)
            case Enter():
                if not self.rooms.is_known(deed.room):  # the same answer as to a wrong key
                    raise Refused(no_such_invitation())
                return [_done(deed, self._change(deed, said))]
            case _:
                self._find(deed, said)
                return self._note(deed, said, [_done(deed, self._change(deed, said))])

    def _change(self, deed: Deed, said: Said, to: str = "") -> int:
        """Carries out *deed* in its room, step by step; returns the number of its last event. *to*
        is the room to which it leads, if that is open already.

        Raises ``GipfMetaError``, and ``Waits`` if it must wait for a deadline. Then nothing has
        happened but the changes by time.
        """
        person, command_key = said.person, (said.person, deed.id)
        before = self.open_rooms.get(deed.room)
        was_led = before is not None and before.state.rematch and not isinstance(deed, Rematch)
        for _attempt in range(TRIES):
            entry = self.rooms.find(deed.room)
            if (deed.seen or 0) > entry.state.number:  # another process has gone on
                entry = self.rooms.read_on(entry)
            entry = self.time.play_due(entry, self.open_rooms.now_ms)
            if command_key in entry.done:
                number = entry.done[command_key]
                break
            room, state = entry.room, entry.state
            try:
                self.rooms.pass_time(entry)
                began = state.number
                try:
                    self.limits.change(entry, deed, person)
                    room.new_room = partial(str, to) if to else self._next.new_room
                    with (
                        told_to(addressee() or addressee_in(state, person, "")),
                        room.handling(said.at_ms, *when_it_counts(state, deed, said)),
                    ):
                        _require(deed, state, person)
                        deed.act(room, person, said.asker.name)
                except (GipfMetaError, Waits):
                    self.rooms.keep(entry)
                    self.time.follow_up(deed.room, self.open_rooms.now_ms)
                    raise
                # a command without an event is carried out again when it comes again
                self.rooms.keep(entry, *(command_key if state.number > began else ()))
            except Conflict:
                self.rooms.reload(entry)
            except LedgerError:
                # the append may have succeeded in spite of the error
                if command_key not in self.rooms.find(deed.room).done:
                    raise
            else:
                if (notice := deed.private_notice()) is not None:
                    self.audience.tell_alone(entry, person, notice)
                number = entry.done.get(command_key, state.number)
                self.time.follow_up(deed.room, self.open_rooms.now_ms)
                break
        else:
            raise Conflict
        after = self.rooms.find(deed.room).state
        if after.rematch and not was_led:  # all have agreed, or an earlier attempt did not open it
            self._next.open_rematch(after, person, said.at_ms)
        return number

    # ---- commands that lead to other rooms, and watching --------------------------------------

    def _rematch(self, deed: Rematch, said: Said) -> list[RoomMessage]:
        # the others may have answered at another process
        entry = self.rooms.read_on(self._find(deed, said))
        is_new = (said.person, deed.id) not in entry.done and not entry.state.rematch
        if is_new and not deed.why_not(entry.state, said.person):
            self.limits.opening(said.person)
        answers: list[RoomMessage] = [_done(deed, self._change(deed, said))]
        if to := self.rooms.find(deed.room).state.rematch:
            answers.append({"go": f"room/{to}"})
        return self._note(deed, said, answers)

    def _branch(
        self, deed: Deed, said: Said, at: int | None, together: bool = False
    ) -> list[RoomMessage]:
        """Opens a room that goes on from moment *at* of the match, ``None``: a study of it, and
        leads the sender there; the others, too, if *together*."""
        entry, number, to, person = self._find(deed, said), 0, "", said.person
        if (person, deed.id) not in entry.done:
            _require(deed, entry.state, person)
            if together:
                self.limits.change(entry, deed, person)
            self.limits.opening(person)
            to = self._next.open_branch(entry.state, at, together, person, said.at_ms)
        if together:
            number = self._change(deed, said, to)
            shown = self.rooms.find(deed.room).state.shown
            to = shown.to if shown is not None else to  # it was opened before
        answers: list[RoomMessage] = [_done(deed, number), {"go": f"room/{to}"}]
        self._remembered.keep(person, deed, answers)
        return answers

    def watch(self, deed: Watch, said: Said) -> list[RoomMessage]:
        """Lets the sender watch a room from now on, and sends him the events that he missed."""
        entry = self._find_after_time(deed, said)
        # events of another process that are not read here yet come as news later
        entries = self.rooms.read(deed.room, deed.since) if deed.want == "events" else ()
        missed = [each.event for each in entries if each.event.number <= entry.last]
        self.audience.join(entry, said.link, Watcher(deed.want), missed)
        self.rooms.attempt(entry, Room.emit_failures)
        self.rooms.attempt(entry, lambda room: welcome_back(room, said.person, said.at_ms))
        return [_done(deed, self.rooms.find(deed.room).state.number)]

    def _find(self, deed: Deed, said: Said) -> OpenRoom:
        """The room of *deed*, for a sender who may watch it. Raises ``Refused`` and
        ``LedgerError``."""
        return self.rooms.find_for(deed.room, said.person, deed.id)

    def _find_after_time(self, deed: Deed, said: Said) -> OpenRoom:
        """The room of *deed*, in which time has passed until it was sent. Raises as ``_find``."""
        entry = self.time.play_due(self._find(deed, said), said.at_ms)
        self.rooms.attempt_pass_time(entry, said.at_ms)
        self.time.follow_up(deed.room, said.at_ms)  # a turn may have come by time
        return self.rooms.find(deed.room)

    def _note(self, deed: Deed, said: Said, answers: list[RoomMessage]) -> list[RoomMessage]:
        """Remembers *answers* that are in no ledger, for a later copy of *deed*."""
        if (said.person, deed.id) not in self.rooms.find(deed.room).done:
            self._remembered.keep(said.person, deed, answers)
        return answers

    # ---- time, and commands that wait for a deadline ----------------------------------------

    def _judge_held(self) -> None:
        """Handles the commands again whose deadline has passed, or whose room has changed."""
        for held in self._held.take_ready(self.open_rooms):
            self._obey(held.command, held.said)

    def pass_time(self, at_ms: int) -> None:
        """Lets time pass in all rooms with a deadline until *at_ms*."""
        self.time.pass_time(at_ms)
        self._judge_held()

    def wait_ms(self, at_ms: int) -> int | None:
        """The milliseconds until ``pass_time`` must be called; ``None``: no deadline is ahead."""
        held_ms = self._held.due_ms()
        waits_ms = self.time.wait_ms(at_ms), None if held_ms is None else max(0, held_ms - at_ms)
        return min((ms for ms in waits_ms if ms is not None), default=None)

    def read_news(self, room_id: str, number: int, at_ms: int | None = None) -> None:
        """Reads the events up to *number* of another process, as ``PassingTime.read_news``."""
        self.time.read_news(room_id, number, at_ms)
        self._judge_held()

    # ---- thoughts ------------------------------------------------------------------------------

    def take_thoughts(self) -> list[Thought]:
        """The bots, hints and inquiries to think about now, each only once.

        Bots are asked where somebody watches; if rooms do not pause alone, by the hub that brought
        their turn.
        """
        self.inquiries.drop_stale(self.open_rooms)
        return [*self.inquiries.take_thoughts(), *self.time.take_thoughts()]

    def take_answer(self, thought: Thought, answer: Callable[[], Any], at_ms: int) -> None:
        """Takes the result of a *thought*: *answer* returns it, or raises its error."""
        self.open_rooms.now_ms = at_ms
        entry = self.open_rooms.get(thought.room)
        if not isinstance(thought, BotThought):
            self.inquiries.end(thought, answer)
            if entry is not None:
                self.rooms.attempt(entry, self.inquiries.reviews.put_marks)
        elif entry is not None and entry.thought is thought:
            entry.thought = None
            take = partial(Room.take_answer, thinking=thought.thinking, answer=answer)
            self.rooms.attempt(entry, take, at_ms)
            self.time.follow_up(thought.room, at_ms)

    def take_part(self, thought: Thought, part: Any) -> None:
        """Takes a *part* of the answer of a *thought* that goes on."""
        if not isinstance(thought, BotThought):
            self.inquiries.tell(thought, lambda: part, goes_on=True)


def _require(deed: Deed, room: RoomState, person: str) -> None:
    """Raises ``Refused`` unless *person* may do *deed* in *room*."""
    if why_not := deed.why_not(room, person):
        raise Refused(why_not)


def _answers(deed: Deed, room: RoomState, answer: RoomMessage) -> list[RoomMessage]:
    """The messages that answer a reading; one that leads to an address is done then."""
    return [_done(deed, room.number), answer] if "go" in answer else [answer]


def _done(command: Deed, number: int) -> Done:
    return {"done": command.id, "number": number}


def _read(message: Mapping[str, Any]) -> Deed:
    """Reads the command in a *message*. Raises ``NotUnderstood``."""
    try:
        return COMMAND.validate_python(message)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"][:MOST_PARTS]) or "do"
        raise NotUnderstood(
            _("The message is not understood: {where}: {why}.").format(
                where=where, why=first["msg"]
            )
        ) from None
