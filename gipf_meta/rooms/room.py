"""A room: a table that several people reach. It hears commands and says events."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

from gipf_meta.base.clock import StillClock
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.stops import stops
from gipf_meta.base.texts import _
from gipf_meta.match.match import GameFinder
from gipf_meta.narration.advice import Advice
from gipf_meta.rooms import events as told
from gipf_meta.rooms.commands import Command
from gipf_meta.rooms.emitting import EmittingRoom
from gipf_meta.rooms.events import MOMENT_MOST, Event, Opening
from gipf_meta.rooms.invitations import ENTRANCES
from gipf_meta.rooms.ledger import Summary
from gipf_meta.rooms.openings import table_of
from gipf_meta.rooms.requests import ANSWERS
from gipf_meta.rooms.seats import Refused
from gipf_meta.table.live_match import have_same_decisions
from gipf_meta.table.pilots import ANSWER_MS, Thinking
from gipf_meta.table.players import BotFailed

TAKE_OVER_MS: Final = 2 * ANSWER_MS
"""After how many ms another process may ask a bot, because the one that asked it may be gone."""


class Room(EmittingRoom):
    """A table that people reach by commands, each with the moment at which it arrived.

    A room keeps nothing: whoever calls it appends the events that it says to a ledger and, if that
    fails, throws the room away and rebuilds it. Only one thread touches it.
    """

    @classmethod
    def open(
        cls,
        id: str,
        opening: Opening,
        finder: GameFinder,
        person: str,
        at_ms: int = 0,
        others: Mapping[int, str] | None = None,
        number: int = 0,
        admitted: Sequence[str] = (),
    ) -> tuple[Room, list[Event]]:
        """A new room, and its first events.

        *person* opens it and holds every seat that no bot has and that none of *others* holds, who
        are people by player; ``""`` leaves a seat free. *admitted* are let in to watch. The events
        follow event *number*, which is not 0 if the match went on elsewhere.
        Raises ``GipfMetaError``, a sentence on why this match cannot be played.
        """
        clock = StillClock()
        clock.ms = at_ms
        room = cls(id, opening, table_of(opening, finder, clock), clock, number, person)
        room.emit_failures()
        for player in room.free_seats:
            if holder := (others or {}).get(player, person):
                room.make_true(told.SeatGiven, player=player, person=holder)
        for guest in admitted:
            room.make_true(told.Admitted, person=guest)
        table = room.table
        if table.clock_runs != table.paused:  # clocks wait until somebody is ready
            room.make_true(told.WentOn if table.paused else told.Paused)
        return room, room.take_emitted()

    # ---- what comes from outside ------------------------------------------------------------

    @property
    def is_running(self) -> bool:
        """Whether time passes in the room."""
        return self.table.clock_runs and not self.table.paused

    def pass_time(self, at_ms: int) -> list[Event]:
        """Lets time pass until *at_ms*, and says what happened. A game that fails pauses it."""
        self.reach(at_ms)
        return self.take_emitted()

    def due_ms(self) -> int | None:
        """In how many ms, from *at_ms* on, something happens by itself; ``None``: never."""
        table = self.table
        if not self.is_running:
            return None
        try:
            wait_ms = table.wait_ms()
        except stops():
            raise
        except BaseException:
            return 0  # the game fails: it says so when time passes
        return 0 if table.fault is not self._known_fault else wait_ms

    @property
    def take_over_ms(self) -> int | None:
        """When a process may ask the bot that is due though another one should have asked it.

        ``None``: no bot is due, or nobody plays against it.
        """
        table = self.table
        is_due = table.bot_is_due and not (table.paused or table.fault or table.time_acts)
        return self.happened_ms + TAKE_OVER_MS if is_due and self.seats.holders else None

    def summary(self) -> Summary:
        """How the room stands now, for the ledger."""
        table, wait_ms, due_ms = self.table, self.due_ms(), self.take_over_ms
        if wait_ms is not None:
            due_ms = min(due_ms or MOMENT_MOST, self.at_ms + wait_ms)
        by, admitted = self.admission.by, self.admission.admitted
        return Summary(table.match, table.seats, self.seats.holders, due_ms, by, admitted)

    def hear(self, command: Command, sender: str, at_ms: int, name: str = "") -> list[Event]:
        """Does what *sender*, who is called *name*, asks, and says what happened.

        Raises ``Refused``; then nothing has happened but for what time did, which ``take_emitted``
        has.
        """
        self.reach(at_ms)
        answer, entrance = ANSWERS.get(type(command)), ENTRANCES.get(type(command))
        if answer is None and entrance is None:
            raise Refused(_("That changes nothing in a match."))
        try:
            if answer is not None:
                answer(self, command, sender)
            if entrance is not None:
                entrance(self, command, sender, name)
        except GipfMetaError as error:
            raise error if isinstance(error, Refused) else Refused(str(error)) from error
        self.emit_failures()
        return self.take_emitted()

    def take_answer(self, thinking: Thinking, answer: Callable[[], Any], at_ms: int) -> list[Event]:
        """Plays the decision of a bot that *answer* returns, unless nobody waits for it any more.

        What fails becomes an event.
        """
        self.reach(at_ms)
        before, player = self.table.match, thinking.match.top.players[thinking.seat]
        try:
            self.table.take_answer(thinking, answer)
        except BotFailed:
            pass  # it is the table's fault now
        except GipfMetaError as error:
            self.table.fault = BotFailed(str(error), player)
        self.table.take_changes()
        self.notice = self.table.take_notice()
        if not have_same_decisions(before, self.table.match):
            self._emit_decision(player, before, self.table.match, self.at_ms)
            self._end_group(before)
            self.pause_before_game(before)
        self.emit_failures()
        return self.take_emitted()

    @property
    def has_premove(self) -> bool:
        """Whether somebody has said beforehand what he decides in the turn that is due now."""
        return self.table.over is None and self.table.player in self.premoves

    def play_premove(self, at_ms: int) -> list[Event]:
        """Plays what was said beforehand for the turn that is due now, if it is legal."""
        self.reach(at_ms)
        player = self.table.player
        if player is not None and player in self.premoves:
            text = self.premoves.pop(player)
            try:
                self.make_true(told.Played, player=player, text=text)
            except GipfMetaError:  # another turn came than he thought
                self.impossible_premoves[player] = text
        self.emit_failures()
        return self.take_emitted()

    def thinking(self) -> Thinking | None:
        """The request to the bot that is to be asked now; ``None`` without one."""
        table = self.table
        if table.paused or table.over is not None or table.trouble:
            return None
        return table.thinking()

    def advice(self, person: str) -> Callable[[], Advice]:
        """A function that finds a hint for *person*, in any thread. Raises ``Refused``."""
        if self.table.over is None and not self.is_played_by(person):
            raise Refused(_("Another person plays this match, too: nobody is helped in it."))
        find = self.table.advice()
        if find is None or self.table.player not in self.deciders(person):
            raise Refused(_("It is not your turn: there is nothing to advise."))
        return find

    def check_study(self, person: str) -> None:
        """Raises ``Refused`` unless *person* may study the match now: after its end, or where a
        hint would be given and nobody gains time."""
        if self.table.over is not None:
            return
        if self.table.clock_runs:
            raise Refused(_("Nothing is analysed while a clock runs; H gives a hint."))
        self.advice(person)

    def may_study(self, person: str) -> bool:
        """Whether *person* may study the match now."""
        with suppress(Refused):
            self.check_study(person)
            return True
        return False

    def check_rematch(self, person: str) -> None:
        """Raises ``Refused`` unless *person* may open a rematch."""
        if not self.seats.held_by(person):
            raise Refused(_("You only watch this match: you hold no seat in it."))
        if self.table.over is None:
            raise Refused(_("The match goes on: there is no rematch yet."))

    def begin_rematch(self, person: str, new_room: Callable[[], str], at_ms: int) -> list[Event]:
        """Leads to a *new_room*, unless there is a rematch already. Raises ``Refused``."""
        self.reach(at_ms)
        self.check_rematch(person)
        if not self.rematch:
            self.make_true(told.Rematched, to=new_room())
        return self.take_emitted()

    def check_branch(self, person: str) -> None:
        """Raises ``Refused`` unless *person* may go on with the match by himself elsewhere."""
        if self.table.over is None and not self.is_played_by(person):
            words = _("Others play this match: who goes on by himself waits until it is over.")
            raise Refused(words)

    def notice_failures(self) -> list[Event]:
        """Says what has failed while it was drawn or asked."""
        self.emit_failures()
        return self.take_emitted()

    def waits_for(self, thinking: Thinking) -> bool:
        """Whether the match still stands where the bot was asked."""
        return self.table.is_waiting_for(thinking) and not self.table.paused

    def stop(self, from_ms: int, to_ms: int) -> list[Event]:
        """Charges nobody for the time in which no process served the room.

        What fell due before *from_ms* has happened. Nothing is said where no time passes.
        """
        self.go_back()
        self.reach(from_ms)
        if self.is_running and self.at_ms < to_ms:
            self.make_true(told.Stopped, from_ms=self.at_ms, to_ms=to_ms)
        return self.take_emitted()

    def pause(self, at_ms: int) -> list[Event]:
        """Stops all time, because nobody is there to play."""
        self.reach(at_ms)
        if not self.table.paused:
            self.make_true(told.Paused)
        return self.take_emitted()
