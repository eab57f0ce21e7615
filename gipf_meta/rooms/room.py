"""A room: a table that several people reach. It hears commands and says events."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from gipf_meta.base.clock import StillClock
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _
from gipf_meta.match.match import GameFinder, Match
from gipf_meta.protocol.game import NOBODY, Turn
from gipf_meta.protocol.view import Choice, View
from gipf_meta.rooms import events as told
from gipf_meta.rooms.commands import Command
from gipf_meta.rooms.effects import EFFECTS
from gipf_meta.rooms.events import Event, Opening
from gipf_meta.rooms.following import following
from gipf_meta.rooms.openings import table_of
from gipf_meta.rooms.requests import ANSWERS
from gipf_meta.rooms.seats import Refused, Seats
from gipf_meta.rooms.table import TableOfRoom
from gipf_meta.table.live_match import have_same_decisions
from gipf_meta.table.pilots import Thinking
from gipf_meta.table.players import BotFailed

_DECISIONS: Final = (told.Played, told.Resigned, told.DrawAgreed)
"""The events that have not happened if the duel on top failed instead."""


class Room:
    """A *table* that people reach by commands, each with the moment at which it arrived.

    *seats* says who holds which player's seat. *number* is that of the last event. *offer* is the
    player who offers a draw, ``None`` without an offer; *accepted* are those who would take it.
    *turn_since* is the number of the event with which the turn that is due began.

    A room keeps nothing: whoever calls it appends the events that it says to a ledger and, if that
    fails, throws the room away and rebuilds it. Only one thread touches it.
    """

    def __init__(self, id: str, opening: Opening, table: TableOfRoom, clock: StillClock) -> None:
        """Use ``open``, or ``retell`` of ``rooms.retelling``."""
        self.id = id
        self.opening = opening
        self.table = table
        self.seats = Seats()
        self.number = 0
        self.offer: int | None = None
        self.accepted: frozenset[int] = frozenset()
        self.turn_since = 0
        self._clock = clock
        self._turn: object = None
        self._said: list[Event] = []
        self._known_trouble, self._known_fault = "", table.fault
        self._say(told.Opened, opening=opening)
        self._say_following(None, table.match)
        self._end_group()

    @classmethod
    def open(
        cls, id: str, opening: Opening, finder: GameFinder, person: str, at_ms: int = 0
    ) -> tuple[Room, list[Event]]:
        """A new room in which *person* holds every seat that no bot has, and its first events.

        Raises ``GipfMetaError``, a sentence on why this match cannot be played.
        """
        clock = StillClock()
        clock.ms = at_ms
        room = cls(id, opening, table_of(opening, finder, clock), clock)
        room.say_failures()
        for player, seated in enumerate(room.table.players):
            if seated.bot is None:
                room.make_true(told.SeatGiven, player=player, person=person)
        if room.table.clock_runs and not room.table.paused:
            room.make_true(told.Paused)  # until somebody is ready
        return room, room.take_said()

    # ---- what comes from outside ------------------------------------------------------------

    @property
    def at_ms(self) -> int:
        """The last moment that the room has heard of."""
        return self._clock.ms

    def pass_time(self, at_ms: int) -> list[Event]:
        """Lets time pass until *at_ms*, and says what happened. A game that fails pauses it."""
        self.reach(at_ms)
        return self.take_said()

    def reach(self, at_ms: int) -> None:
        """Lets time pass until *at_ms*."""
        self._clock.ms = max(at_ms, self._clock.ms)
        before, has_failed = self.table.match, False
        try:
            self.table.tick()
        except BotFailed:
            pass  # it is the table's fault now
        except GipfMetaError:
            has_failed = True
        for change in self.table.take_changes():
            if change.player is None:
                self._say(told.Happened, change.at_ms)
                self._say_following(before, change.after, change.at_ms)
            else:
                self._say_decision(change.player, before, change.after, change.at_ms)
            self._end_group(before)
            before = change.after
        self.say_failures(self.table.reached_ms)
        if has_failed:
            self.table.paused = True
            self._say(told.Paused, self.table.reached_ms)
            self._end_group()

    def due_ms(self) -> int | None:
        """In how many ms, from *at_ms* on, something happens by itself; ``None``: never."""
        table = self.table
        if table.paused or not table.clock_runs:
            return None
        wait_ms = table.wait_ms()
        return 0 if table.fault is not self._known_fault else wait_ms

    def hear(self, command: Command, sender: str, at_ms: int) -> list[Event]:
        """Does what *sender* asks, and says what happened.

        Raises ``Refused``; then nothing has happened, but for what time did: ``take_said`` has it.
        """
        self.reach(at_ms)
        answer = ANSWERS.get(type(command))
        if answer is None:
            raise Refused(_("That changes nothing in a match."))
        try:
            answer(self, command, sender)
        except GipfMetaError as error:
            raise error if isinstance(error, Refused) else Refused(str(error)) from error
        self.say_failures()
        return self.take_said()

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
        if not have_same_decisions(before, self.table.match):
            self._say_decision(player, before, self.table.match, self.at_ms)
            self._end_group(before)
        self.say_failures()
        return self.take_said()

    def waits_for(self, thinking: Thinking) -> bool:
        """Whether the match still stands where the bot was asked."""
        return self.table.is_waiting_for(thinking) and not self.table.paused

    def pause(self, at_ms: int) -> list[Event]:
        """Stops all time, because nobody is there to play."""
        self.reach(at_ms)
        if not self.table.paused:
            self.make_true(told.Paused)
        return self.take_said()

    # ---- who sees what ----------------------------------------------------------------------

    def deciders(self, person: str) -> list[int]:
        """The players of the game on top for whom *person* may decide, first the one asked."""
        table, held = self.table, self.seats.held_by(person)
        if not held:
            return []
        due = table.player
        return [p for p in table.people if p in held or (p == due and not table.bot_is_due)]

    def viewer(self, person: str) -> int | None:
        """The player as whom *person* sees the game on top; ``None``: as a spectator."""
        players = self.deciders(person)
        return players[0] if players else None

    def view(self, person: str) -> View:
        """The game on top as *person* may see it. Raises ``GameFailed``."""
        viewer = self.viewer(person)
        return self.table.view(NOBODY if viewer is None else viewer)

    def choices(self, person: str) -> tuple[Choice, ...]:
        """What *person* may decide now, for any of the seats that he holds."""
        if self.table.over is not None or self.table.trouble:
            return ()
        top = self.table.match.top
        found = (each for one in self.deciders(person) for each in top.view(one).choices)
        return tuple(dict.fromkeys(found))

    # ---- events -----------------------------------------------------------------------------

    def make_true(self, kind: type[Any], /, **values: Any) -> None:
        """Lets an event come true now, and says it and what follows from it.

        Raises whatever its effect raises; then nothing has happened.
        """
        before = self.table.match
        event = kind(number=self.number + 1, at_ms=self._clock.ms, **values)
        EFFECTS[kind](self, event)
        self.table.take_changes()
        after = self.table.match
        if kind in _DECISIONS and have_same_decisions(before, after):
            return  # the duel on top has failed
        self._say(kind, **values)
        if kind not in (told.TookBack, told.PlayedAgain):
            self._say_following(before, after, skipped=1 if kind is told.Played else 0)
        self._end_group(before)

    def _say_decision(self, player: int, before: Match, after: Match, at_ms: int) -> None:
        """Says the decision of a bot that has changed the match, and what followed."""
        text = following(before, after)[0][1]["text"]
        self._say(told.Played, at_ms, player=player, text=text)
        self._say_following(before, after, at_ms, skipped=1)

    def _say_following(
        self, before: Match | None, after: Match, at_ms: int | None = None, skipped: int = 0
    ) -> None:
        """Says what followed between two matches, but for the first *skipped* things."""
        for kind, values in following(before, after)[skipped:]:
            self._say(kind, at_ms, **values)

    def _say(self, kind: type[Any], at_ms: int | None = None, /, **values: Any) -> None:
        """Says the next event; it happened now, unless *at_ms* is given."""
        self.number += 1
        at_ms = self._clock.ms if at_ms is None else at_ms
        self._said.append(kind(number=self.number, at_ms=at_ms, **values))

    def _end_group(self, before: Match | None = None) -> None:
        """Notes after an event, and what followed, whether another turn is due.

        *before* is the match before the event, if that may have changed the match.
        """
        table, now = self.table, self.table.match.top.status
        below = tuple(len(session.steps) for session in table.match.sessions[:-1])
        turn = (below, now if isinstance(now, Turn) else None, table.taken_back)
        if turn != self._turn:
            self._turn, self.turn_since = turn, self.number
        if before is not None and not have_same_decisions(before, table.match):
            self.withdraw_offer()

    def say_failures(self, at_ms: int | None = None) -> None:
        """Says what has failed since it was said last: the duel on top, or a bot."""
        table = self.table
        if table.is_retold:
            return  # the ledger says so
        if table.trouble and table.trouble != self._known_trouble:
            self._say(told.DuelUnplayable, at_ms, sentence=table.trouble)
            self._end_group()
        if table.fault is not None and table.fault is not self._known_fault:
            fault = table.fault
            self._say(told.BotFailed, at_ms, player=fault.player, sentence=str(fault))
            self._end_group()
        self.know_failures()

    def know_failures(self) -> None:
        """Takes what has failed as said."""
        self._known_trouble, self._known_fault = self.table.trouble, self.table.fault

    def take_said(self) -> list[Event]:
        """The events that were said since the last call."""
        said, self._said = self._said, []
        return said

    def withdraw_offer(self) -> None:
        """No draw is offered any more."""
        self.offer, self.accepted = None, frozenset()
