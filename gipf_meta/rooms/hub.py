"""The hub: the open rooms, and who watches them. Its driver brings messages and time, and fetches
what is to be sent and what is to be thought about; the hub itself waits for nothing."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from pydantic import ValidationError

from gipf_meta.base.stops import stops
from gipf_meta.base.texts import _, spoken
from gipf_meta.match.match import GameFinder, Match
from gipf_meta.rooms.commands import COMMAND
from gipf_meta.rooms.deadlines import HeldCommand, HeldCommands, Waits
from gipf_meta.rooms.deeds.agreements import Rematch
from gipf_meta.rooms.deeds.decisions import Premove
from gipf_meta.rooms.deeds.deed import Deed
from gipf_meta.rooms.deeds.looking import Analyse, Branch, Hint, LeaveOff, Review, Unwatch, Watch
from gipf_meta.rooms.deeds.seating import Enter, no_such_invitation
from gipf_meta.rooms.events import Event, Opening
from gipf_meta.rooms.ledger import Conflict, Ledger, LedgerError
from gipf_meta.rooms.lessons import Lessons, is_lesson
from gipf_meta.rooms.links import Link, Links, Message, RememberedAnswers, why
from gipf_meta.rooms.next_rooms import NextRooms
from gipf_meta.rooms.open_rooms import MOST_IDLE, TRIES, OpenRoom, OpenRooms
from gipf_meta.rooms.pictures import Watcher
from gipf_meta.rooms.readings import READINGS
from gipf_meta.rooms.reseating import welcome_back
from gipf_meta.rooms.room import Room
from gipf_meta.rooms.running import RunningRooms
from gipf_meta.rooms.seats import Refused
from gipf_meta.rooms.studies import Studies
from gipf_meta.rooms.thoughts import AskedThought, BotThought, Thought
from gipf_meta.table.patience import PATIENCE_MS


class Hub(RunningRooms):
    """The rooms of a *ledger*. *finder* finds games.

    *new_room* and *new_seed* make the ids of rooms and the seeds of matches that are opened without
    one. Bots use at most *patience_ms* for a turn where time does not act; ``None``: positions
    count. A room that nobody watches stops its clock if it *pauses_alone*; ``False``: its clocks go
    on, its bots are asked, and other hubs may serve the same ledger. *explain* makes the sentence
    on an error that people are told. Only one thread touches a hub.
    """

    def __init__(
        self,
        ledger: Ledger,
        finder: GameFinder,
        *,
        new_room: Callable[[], str] = lambda: secrets.token_hex(8),
        new_seed: Callable[[], int] = lambda: secrets.randbits(63),
        patience_ms: int | None = PATIENCE_MS,
        most_idle: int = MOST_IDLE,
        pauses_alone: bool = True,
        explain: Callable[[BaseException], str] = why,
    ) -> None:
        rooms = OpenRooms(ledger, finder, patience_ms, most_idle, pauses_alone)
        super().__init__(rooms, Links(explain))
        self.lessons = Lessons(finder)
        self._next = NextRooms(self._rooms, new_room, new_seed)
        self._studies = Studies()
        self._remembered = RememberedAnswers()
        self._held = HeldCommands()

    # ---- rooms ------------------------------------------------------------------------------

    def change_patience(self, patience_ms: int | None) -> None:
        """Lets bots use at most *patience_ms* for a turn from now on, in every room."""
        self._rooms.patience_ms = patience_ms
        for entry in self._rooms:
            entry.room.table.patience.ms = patience_ms

    def open_room(
        self,
        room_id: str,
        opening: Opening,
        person: str,
        at_ms: int = 0,
        others: Mapping[int, str] | None = None,
        read: Match | None = None,
    ) -> Room:
        """A new room of that id, in which *person* holds the seats that none of *others* holds; a
        seat that ``""`` holds is free. *read* is the match as far as the record of *opening* tells
        it, if it was read already. Raises ``GipfMetaError``."""
        self.charge_opening(person, is_table=opening.is_open and "" in (others or {}).values())
        return self._next.open(room_id, opening, person, at_ms, others, read=read)

    def charge_opening(self, person: str, is_table: bool = False) -> None:
        """Notes that *person* is about to open a room, or even a table that waits for somebody. A
        hub may raise ``GipfMetaError`` here."""

    def close_room(self, room_id: str) -> None:
        """Holds the room open no longer; who watches it hears nothing more until he asks again."""
        self._presence.note(room_id, (), self.now_ms)
        self._rooms.close(room_id)

    def room(self, room_id: str) -> Room:
        """The room of that id, open or rebuilt. Raises ``Refused`` and ``LedgerError``."""
        return self._rooms.find(room_id).room

    # ---- links ------------------------------------------------------------------------------

    def connect(self, link: str, person: str, language: str, name: str = "") -> None:
        """Notes a new connection of *person*, who reads *language* (``cs``; ``""``: as set) and is
        called *name* (``""``: as the seat that he takes)."""
        self._links.add(link, Link(person, language, name))

    def disconnect(self, link: str, at_ms: int) -> None:
        """Notes the end of a connection. Rooms that nobody watches any more stop their clocks."""
        self._links.remove(link)
        self.lessons.leave(link)
        self._studies.forget(link)
        for entry in [each for each in self._rooms if self._stop_watching(each, link)]:
            self._leave_alone(entry, at_ms)

    def _stop_watching(self, entry: OpenRoom, link: str) -> bool:
        self._studies.leave_off(link, entry.room.id)
        return super()._stop_watching(entry, link)

    def _leave_alone(self, entry: OpenRoom, at_ms: int) -> None:
        """Pauses a room that nobody watches, if its clock runs."""
        if self._rooms.pauses_alone and not entry.watchers and entry.room.is_running:
            self._try(entry, lambda: entry.room.pause(at_ms))
        self._rooms.close_idle()

    def take_outbox(self) -> list[tuple[str, Message]]:
        """The messages to be sent since the last call, in order, each with its link."""
        return self._links.take_outbox()

    # ---- what comes in ----------------------------------------------------------------------

    def hear(self, link: str, message: Mapping[str, Any], at_ms: int, lag_ms: int = 0) -> None:
        """Does what a client's *message* asks, or answers with a sentence why not.

        The message arrived at *at_ms*; its way there, and that of what it answers, took *lag_ms*.
        """
        self.now_ms = at_ms
        asker = self._links.get(link)
        if asker is None:
            return
        with spoken(asker.language):
            try:
                command = _read(message)
            except Refused as error:
                self._links.refuse(link, message, error)
                return
        self._obey(link, asker, command, at_ms, lag_ms)
        self._judge_held()

    def _obey(self, link: str, asker: Link, command: Deed, at_ms: int, lag_ms: int) -> None:
        """Does what *command* asks, or answers with a sentence why not."""
        with spoken(asker.language):
            try:
                self._leave_out_held(command.room)
                answers = self._answer(link, asker, command, at_ms, lag_ms)
            except stops():
                raise
            except Waits as wait:
                entry = self._rooms.get(command.room)
                told = (link, asker, at_ms, lag_ms, wait.until_ms, entry.kept if entry else 0)
                self._held.add(HeldCommand(command, *told))
                return
            except BaseException as error:  # a game may fail in any way
                answers = [{"refused": command.id, "why": self._links.explain(error)}]
                if not isinstance(error, Conflict | LedgerError):  # else he may try again
                    self._remembered.keep(asker.person, command, answers)
            self._links.send(link, *answers)

    def _answer(
        self, link: str, asker: Link, command: Deed, at_ms: int, lag_ms: int
    ) -> list[Message]:
        """The answers to a *command* that has been understood, or has come again. Raises
        ``GipfMetaError``, and whatever a game raises."""
        person = asker.person
        if is_lesson(command.room):
            return self.lessons.answer(link, person, command)
        known = self._remembered.get(person, command)
        if known is not None:
            return known
        if isinstance(command, Enter):
            if not self._rooms.is_known(command.room):  # it is not told from a wrong key
                raise Refused(no_such_invitation())
            return [_done(command, self._hear(command, asker, at_ms))]
        entry = self._find_for(command.room, person, command.id)
        reading = READINGS.get(type(command))
        if isinstance(command, Watch) or reading is not None:
            self._try(entry, lambda: entry.room.pass_time(at_ms))
            entry = self._rooms.find(command.room)
        if isinstance(command, Watch):
            return self._watch(entry, link, command)
        if reading is not None:
            if why_not := command.why_not(entry.room, person):
                raise Refused(why_not)
            return [reading(entry.room, command, person)]
        if isinstance(command, Unwatch):
            self._stop_watching(entry, link)
            self._leave_alone(entry, at_ms)
            return [_done(command, entry.room.number)]
        if isinstance(command, Hint | Analyse | Review):
            self._studies.ask(entry.room, link, person, asker.language, command)
            return []
        if isinstance(command, LeaveOff):
            self._studies.leave_off(link, entry.room.id, command.what)
            return [_done(command, entry.room.number)]
        if isinstance(command, Branch):
            answers = self._branch(entry, command, person, at_ms)
            self._remembered.keep(person, command, answers)
            return answers
        if isinstance(command, Rematch):
            entry = self._read_on(entry)  # the others may have answered by another process
            is_new = (person, command.id) not in entry.done and not entry.room.rematch
            if is_new and not command.why_not(entry.room, person):
                self.charge_opening(person)
        answers = [_done(command, self._hear(command, asker, at_ms, lag_ms))]
        to = self._rooms.find(command.room).room.rematch
        if to and isinstance(command, Rematch):
            answers.append({"go": f"room/{to}"})
        if (person, command.id) not in self._rooms.find(command.room).done:
            self._remembered.keep(person, command, answers)  # a copy that comes later does nothing
        return answers

    def _branch(self, entry: OpenRoom, command: Branch, person: str, at_ms: int) -> list[Message]:
        """Opens a branch, and shows it to the others if it asks so. Raises ``GipfMetaError``."""
        number, to = 0, ""
        if (person, command.id) not in entry.done:
            if why_not := command.why_not(entry.room, person):
                raise Refused(why_not)
            self.charge_opening(person)
            to = self._next.open_branch(entry.room, command, person, at_ms)
        if command.together:
            number = self._change(command, person, partial(self._lead, command, person, to))
            shown = self._rooms.find(command.room).room.shown
            to = shown.to if shown is not None else to  # it was opened before
        return [_done(command, number), {"go": f"room/{to}"}]

    @staticmethod
    def _lead(command: Branch, person: str, to: str, room: Room) -> list[Event]:
        """Shows the others the room *to*. Raises ``Refused``."""
        if why_not := command.why_not(room, person):
            raise Refused(why_not)
        command.lead(room, person, to)
        return room.take_emitted()

    def _hear(self, command: Deed, asker: Link, at_ms: int, lag_ms: int = 0) -> int:
        """Lets the room of *command* hear it; the number of the last event of it.

        Raises ``Refused``, ``LedgerError``, and ``Waits`` if it must wait for a deadline.
        """
        told = (command, asker.person, at_ms, asker.name, lag_ms)

        def hear(room: Room) -> list[Event]:
            room.gone_since_ms = partial(self._presence.gone_since_ms, room.id)
            room.new_room = self._next.new_room
            return room.hear(*told)

        entry = self._rooms.get(command.room)
        is_led = entry is not None and entry.room.rematch and not isinstance(command, Rematch)
        number = self._change(command, asker.person, hear)
        room = self._rooms.find(command.room).room
        if room.rematch and not is_led:  # all have agreed, or it was only announced before
            self._next.open_rematch(room, asker.person, at_ms)
        return number

    def _change(self, command: Deed, person: str, act: Callable[[Room], list[Event]]) -> int:
        """Lets *act* change the room of *command*; the number of the last event of it.

        Raises ``Refused`` and ``LedgerError``.
        """
        for _attempt in range(TRIES):
            entry = self._rooms.find(command.room)
            if (command.seen or 0) > entry.room.number:  # it went on elsewhere
                entry = self._read_on(entry)
            if (person, command.id) in entry.done:
                return entry.done[person, command.id]
            try:
                self._keep(entry, entry.room.pass_time(self.now_ms))
                self._keep(entry, act(entry.room), person, command.id)
            except Conflict:
                self._reload(entry)
            except LedgerError:
                # it may have been written although nobody could say so
                if (person, command.id) not in self._rooms.find(command.room).done:
                    raise
            else:
                if isinstance(command, Premove):
                    said = "" if command.text else _("Nothing waits for your turn any more.")
                    self._tell_alone(entry, person, said)
                number = entry.done.get((person, command.id), entry.room.number)
                self._follow_up(command.room, self.now_ms)
                return number
        raise Conflict

    # ---- what waits for a deadline ----------------------------------------------------------

    def _judge_held(self) -> None:
        """Judges anew the commands whose deadline has passed, or whose room has changed."""

        def waits_no_longer(held: HeldCommand) -> bool:
            entry = self._rooms.get(held.command.room)
            return entry is None or entry.kept != held.number or held.until_ms <= self.now_ms

        for held in self._held.take(waits_no_longer):
            self._obey(held.link, held.asker, held.command, held.arrived_ms, held.lag_ms)

    def pass_time(self, at_ms: int) -> None:
        """Lets time pass in all rooms where something is due."""
        super().pass_time(at_ms)
        self._judge_held()

    def due_ms(self, at_ms: int) -> int | None:
        """In how many ms ``pass_time`` must be called; ``None``: nothing is going to happen."""
        held_ms = self._held.due_ms()
        due = super().due_ms(at_ms), None if held_ms is None else max(0, held_ms - at_ms)
        return min((ms for ms in due if ms is not None), default=None)

    def hear_news(self, room_id: str, number: int, at_ms: int | None = None) -> None:
        """Reads on in a room to which another process has appended up to event *number*.

        Who watches it is shown how it stands at *at_ms*; ``None``: after that event. A room that
        is not open here is left alone. Raises ``LedgerError``; then the room is not open any more.
        """
        super().hear_news(room_id, number, at_ms)
        self._judge_held()

    # ---- who watches ------------------------------------------------------------------------

    def _watch(self, entry: OpenRoom, link: str, command: Watch) -> list[Message]:
        """Lets *link* watch from now on, and sends what it has missed. The answer comes last."""
        watcher = entry.watchers[link] = Watcher(command.want)
        self._note_here(entry)
        missed: list[Event] = []
        if command.want == "events":
            # what another process has appended, and is not read here yet, is told as news
            told = self._rooms.read(command.room, command.since)
            missed = [each.event for each in told if each.event.number <= entry.kept]
        self._tell(link, watcher, self._telling(entry.room, missed))
        self._keep(entry, entry.room.notice_failures())
        if (asker := self._links.get(link)) is not None:
            self._try(entry, lambda: welcome_back(entry.room, asker.person, self.now_ms))
            entry = self._rooms.find(command.room)
        return [_done(command, entry.room.number)]

    # ---- what is thought about -----------------------------------------------------------------

    def take_thoughts(self) -> list[Thought]:
        """The bots, hints and studies that are to be thought about now, each only once.

        Bots are asked where somebody watches; if rooms do not pause alone, by the hub that made
        them due.
        """
        self._studies.drop_stale(self._rooms)
        thoughts: list[Thought] = [*self._studies.take_thoughts()]
        for entry in self._rooms.take_used("thoughts"):
            if entry.thought is not None and not entry.room.waits_for(entry.thought.thinking):
                entry.drop_thought()
            if entry.thought is None and self._rooms.asks_bots(entry):
                thinking = entry.room.thinking()
                if thinking is not None:
                    self._rooms.get(entry.room.id)  # it waits for the bot from now on
                    entry.thought = BotThought(entry.room.id, thinking)
                    thoughts.append(entry.thought)
        return thoughts

    def take_answer(self, thought: Thought, answer: Callable[[], Any], at_ms: int) -> None:
        """Takes what a *thought* has come to: what *answer* returns or raises."""
        self.now_ms = at_ms
        if isinstance(thought, BotThought):
            self._leave_out_held(thought.room)
        entry = self._rooms.get(thought.room)
        if not isinstance(thought, BotThought):
            self._give(thought, answer)
            self._studies.note_end(thought)
        elif entry is not None and entry.thought is thought:
            entry.thought = None
            self._try(entry, lambda: entry.room.take_answer(thought.thinking, answer, at_ms))
            self._follow_up(thought.room, at_ms)

    def take_part(self, thought: Thought, part: Any) -> None:
        """Takes a *part* of the answer of a *thought* that goes on."""
        if not isinstance(thought, BotThought):
            self._give(thought, lambda: part)

    def _give(self, thought: AskedThought, answer: Callable[[], Any]) -> None:
        """Sends to who asked for it what a *thought* has come to, so far or at its end."""
        with spoken(thought.language):
            try:
                if not thought.is_cancelled:
                    self._links.send(thought.link, thought.message(answer()))
            except stops():
                raise
            except BaseException as error:  # a game may fail in any way
                self._links.refuse(thought.link, {"id": thought.id}, error)


def _done(command: Deed, number: int) -> Message:
    return {"done": command.id, "number": number}


def _read(message: Mapping[str, Any]) -> Deed:
    """The command that a *message* is. Raises ``Refused``."""
    try:
        return COMMAND.validate_python(message)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"]) or "do"
        raise Refused(
            _("The message is not understood: {where}: {why}.").format(
                where=where, why=first["msg"]
            )
        ) from None
