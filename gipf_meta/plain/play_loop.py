"""The loop of a match in line mode, here or at a host: for pipes, screen readers, two people at a
keyboard."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

from gipf_meta.base.addresses import screen_at
from gipf_meta.base.clock import StillClock
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.signals import Interrupted, leave_out_stops, raise_on_signals
from gipf_meta.base.stops import ctrl_c
from gipf_meta.base.texts import _
from gipf_meta.line.line import BACK, GONE, JoinError, Message, OfferLinks, RoomLine
from gipf_meta.line.local_line import LocalLine
from gipf_meta.line.people_actions import gone, missed
from gipf_meta.line.played_match import PlayedMatch, telling
from gipf_meta.line.study_commands import file_notice
from gipf_meta.match.match import Match
from gipf_meta.match.partial_decision import play_with_completion
from gipf_meta.narration.vocabulary import FORCES
from gipf_meta.plain.announcer import Announcer
from gipf_meta.plain.line_editor import Typing
from gipf_meta.plain.next_match import NextMatch
from gipf_meta.plain.pasting import PastedLines
from gipf_meta.plain.saving import Saving
from gipf_meta.plain.terminal import LOOK_MS, Terminal, accepts
from gipf_meta.plain.typed_commands import OF_WHO_IS_ASKED, Commands, LineQuestions, ends_fault
from gipf_meta.plugins.loading import Installed
from gipf_meta.protocol.failures import GameFailed
from gipf_meta.protocol.game import MoveError
from gipf_meta.rooms.events import DrawAgreed, DrawRefused, Event, TookBack
from gipf_meta.rooms.ledger import LedgerError

WAIT_S: Final = 10.0
"""The most seconds of one wait for the host."""


class PlainMatch:
    """The match of *room*, which a *line* leads to, played or watched at *terminal*.

    On a pipe a line is read only when a decision or an answer of its writer is needed, so that a
    script plays its own turns and not those of others. *offer_links* makes invitation links to the
    match. *next_room* is the room to which the match leads on, *next_screen* a screen of the desk,
    *pasted* a text to be opened there.
    """

    def __init__(
        self,
        line: RoomLine,
        room: str,
        installed: Installed,
        terminal: Terminal,
        offer_links: OfferLinks | None = None,
    ) -> None:
        self.line, self.terminal, self.installed = line, terminal, installed
        seen, self._waits_for = line.watch(room)
        self.played = PlayedMatch(line, seen, self._send)
        self.announcer = Announcer(self.played, terminal)
        saving = self.saving = Saving(self.played, terminal)
        way = self.way = NextMatch(line, terminal, self.take)
        self.commands = Commands(self.played, terminal, saving, self.announcer, way, offer_links)
        self.questions = LineQuestions(self.played, installed, self.commands, self.announcer)
        self._paste = PastedLines(self)
        self.next_room = self.pasted = ""
        self.next_screen: tuple[str, dict[str, str]] | None = None
        self.is_refused = False
        self._told: Match | None = None
        self._asked: int | None = None
        self._seen, self._shown_turn = 0, -1
        self._told_waiting: list[str] = []

    def run(self) -> int:
        """Plays to the end, or until the person leaves. Returns the exit status: 2 if broken off.

        At a host raises ``JoinError``, and ``EOFError`` when the input ends.
        """
        if not isinstance(self.line, LocalLine):
            self._play()
            return 0
        with raise_on_signals(), leave_out_stops(self.line.clock, self.line.leave_out):
            try:
                self._play()
            except (EOFError, ctrl_c(), Interrupted, OSError) as why:
                return self.saving.break_off(why)
            except GipfMetaError as error:
                if not self.played.seen.is_there:
                    raise
                return self.saving.break_off(GameFailed.of(self.played.match.top.game, error))
        return 0

    def _play(self) -> None:
        self._begin()
        self.played.plan.learn()
        with telling(self.played):
            self._tell_beginning()
        while self.played.over is None and not self.commands.is_leaving:
            with telling(self.played):
                if not (typed := self._next_line()):
                    continue
                if not self._paste.take(typed):
                    self.execute(typed)
                self._paste.leave_rest_out()
        if self.played.over is not None:
            with telling(self.played):
                self.announcer.announce_result()
            self.saving.update_file()
            with suppress(EOFError, ctrl_c()):  # they leave; nothing is lost any more
                lead_on(self)

    def _tell_beginning(self) -> None:
        """Prints the match as it is so far, and lets time begin."""
        self.announcer.announce_match()
        if notice := file_notice(self.played):
            self.terminal.tell(notice)
        if self.played.is_far and self.questions.is_to_answer:  # an older question
            question = self.played.question()
            self.terminal.tell(question.question.words if question is not None else "")
        self._begin_time()

    # ---- messages from the line -----------------------------------------------------------------

    def _send(self, do: str, **fields: Any) -> None:
        """Sends a command; the next line is read when the command is answered."""
        self._waits_for = self.line.send(do, room=self.played.seen.id, **fields)
        if not self.line.is_far:
            self._hear(0)

    def _begin(self) -> None:
        """Receives the match as it is so far. Raises ``JoinError`` if the room refuses."""
        while self._waits_for:
            said = self.line.receive(WAIT_S)
            if said is not None and said.get("refused") == self._waits_for:
                raise JoinError(str(said["why"]))
            if said is not None:
                self.take(said)
        self._catch_up()
        self._told = self.played.match

    def _hear(self, wait_s: float) -> bool:
        """Handles and prints the messages that come within *wait_s* seconds; returns whether there
        were any."""
        said = self.line.receive(wait_s)
        heard = said is not None
        while said is not None:
            self.take(said)
            said = self.line.receive()
        self._catch_up()
        return heard

    def take(self, said: Message) -> None:
        if said in (GONE, BACK):
            if not self.played.seen.is_there or self.played.over is None:
                away = _("The host is away; the match goes on as soon as it is back.")
                self.terminal.tell(away if said == GONE else _("The host is back."))
        elif self.played.seen.receive(said) or self.played.plan.take(said):
            pass
        elif "go" in said:
            kind, _slash, place = str(said["go"]).partition("/")
            if kind == "screen":
                self.next_screen, self.commands.is_leaving = screen_at(place), True
            else:
                self.next_room, self.commands.is_leaving = place, True
        elif "notice" in said:
            self.terminal.tell_notice(said)
        elif "refused" in said:
            self.is_refused = True
            self.terminal.tell(str(said["why"]))
        walk = said.get("id") if "imagined" in said else None  # it comes without ``done``
        if self._waits_for and self._waits_for in (said.get("done"), said.get("refused"), walk):
            self._waits_for = ""
            self.played.is_sending = False
            self.played.plan.take_answer("refused" not in said)

    def _catch_up(self) -> None:
        """Applies the events that have come, and prints them. Raises ``JoinError`` if they cannot
        be applied."""
        seen = self.played.seen
        if seen.is_whole:
            if notice := seen.take_notice():  # of a deed that has led to no event
                self.terminal.tell(notice)
            return
        try:
            events = seen.catch_up()
        except LedgerError as error:
            raise JoinError(str(error)) from error
        if not events:
            return
        before, self._told = self._told, self.played.match
        self.played.follow(())
        if before is None or self.announcer.tell_study(events):
            return
        if any(isinstance(event, TookBack) for event in events):
            self._shown_turn = -1
            self.announcer.show_turn_again()
            self.terminal.say(_("Taken back."))
        self.announcer.tell_news(before)
        for sentence in self.played.announce(_to_announce(self.played, events)):
            self.terminal.tell(sentence)
        self.announcer.tell_notices()

    # ---- what is asked --------------------------------------------------------------------------

    def _begin_time(self) -> None:
        """Starts the clock at once on a pipe of a lone player; a person at a terminal is asked
        first."""
        played = self.played
        if not played.paused or not (played.is_alone or not played.holds_seat):
            return
        if not self.questions.clock_runs_here:
            played.go_on()
        elif not played.is_untouched:
            self.commands.has_paused = True

    def _next_line(self) -> str | None:
        """Prints the state of the match, and waits for a line; ``None`` if the match goes on before
        one is typed.

        Raises ``EOFError`` when the input ends.
        """
        played = self.played
        self._catch_up()  # events that came with the answer to an invitation
        while self._waits_for or not played.seen.is_whole:
            self._hear(WAIT_S)
        if played.over is not None or self.commands.is_leaving:
            return None
        self.saving.tell_notices()
        played.follow(())  # that no move waits any more is a notice without an event
        self.announcer.tell_notices()
        if self.commands.has_paused:
            self.questions.wait_for_continue()
            return None
        if played.paused and played.is_alone:
            self.questions.ask_ready()
            return None
        if self.questions.draw_is_asked_here:
            self.questions.ask_about_draw()
            return None
        waits = not self.questions.is_asked and not (
            self.terminal.is_interactive and (played.is_far or played.time_acts)
        )
        if played.is_far or not waits:
            self._show()
        if waits and not (isinstance(self.line, LocalLine) and self.line.is_idle):
            self._hear(WAIT_S)
            return None
        return self.announcer.complete(self.ask(self.questions.prompt()))

    def ask(self, prompt: str) -> str | None:
        """Waits for the next line; ``None`` if the match goes on before it is complete."""
        played, turn = self.played, self.played.room.turn_since
        self.note_player_to_move()
        typing = Typing("match", self.commands.completions)
        was_due = played.is_due if played.is_far else self._asked is not None
        if not (played.is_far or self.questions.clock_runs_here):
            return self.terminal.ask(prompt, typing)
        before, known = played.match, gone(played)
        try:
            typed = self.terminal.ask_while(
                prompt,
                typing,
                lambda: LOOK_MS if played.is_far else played.wait_ms(),
                lambda: self._has_gone_on(before) or self._is_missed_now(known),
            )
        except EOFError:
            self._let_time_pass()
            raise
        if typed is not None:
            self._let_time_pass()
        elif was_due and played.room.turn_since != turn:  # else it is typed in advance
            self.terminal.drop_half_typed()
        return typed

    def wait_for_answer(self) -> None:
        """Waits until the command sent last is answered."""
        while self._waits_for:
            self._hear(WAIT_S)

    def note_player_to_move(self) -> None:
        """Notes the number of the last event, and the player to move, at the time when a line is
        typed."""
        self._seen = self.played.room.number
        self._asked = None if self.played.bot_is_due else self.played.match.player

    def _has_gone_on(self, before: Match) -> bool:
        """Whether something has happened since the match was *before*; prints it then."""
        played = self.played
        if played.is_far:
            if (said := self.line.receive()) is None:
                return False
            self.terminal.say("")
            self.take(said)
            self._hear(0)
            return True
        played.tick()
        if not (any(self.announcer.news(before)) or played.over or played.fault):
            return False
        self.terminal.say("")
        told_before = self._told
        self._hear(0)
        if self._told is told_before:  # it was no event
            self.announcer.tell_news(before)
        return True

    def _is_missed_now(self, known: tuple[int, ...]) -> bool:
        """Whether the players who have been away too long are others than those *known*."""
        if not missed(self.played):
            return False
        self.played.tick()
        if gone(self.played) == known:
            return False
        self.terminal.say("")
        return True

    def _show(self) -> None:
        """Prints the board at a new turn, the question, and the people for whom the match waits."""
        played = self.played
        played.tick()
        if not played.is_far or self._shown_turn != played.room.turn_since:
            self._shown_turn = played.room.turn_since
            if not (played.trouble or played.fault) or played.is_far:
                self.announcer.show_turn(self.announcer.seen_view())
        waiting = [*played.waiting(), *missed(played)]
        if waiting != self._told_waiting:
            self._told_waiting = waiting
            for sentence in waiting:
                self.terminal.tell(sentence)
            if gone(played):
                self.terminal.tell(_("Type people: it lists what you can do."))
        if played.fault is not None:
            self.terminal.tell(str(played.fault))
        elif played.trouble:
            self.terminal.tell(played.trouble)

    # ---- what is typed --------------------------------------------------------------------------

    def execute(self, typed: str) -> None:
        """Runs a command, answers a question about the board, or plays a decision."""
        played = self.played
        played.tick()
        self._hear(0)
        self._shown_turn = -1  # the prompt and the clocks are printed again
        if (text := self._pass_typed_time(typed)) is None or not text:
            return
        accepted = accepts(text.lower())
        if self.questions.is_to_answer and accepted is not None:
            played.answer(accepted)
        elif played.fault is not None and ends_fault(played, text):
            pass
        elif played.trouble and played.has_say and not self.commands.words.find(text):
            played.choose_duel(text)
        elif (
            _is_late(self.commands, self._seen, text)
            or self._has_run(text)
            or self.announcer.answer(text)
        ):
            pass
        elif why := self.commands.words.why_mistyped(text):
            self.is_refused = True
            self.terminal.tell(why)
        else:
            self._decide(text.removeprefix(FORCES).strip())

    def _decide(self, text: str) -> None:
        """Plays *text*: for the player who was to move when it was typed, if his turn has ended
        meanwhile."""
        played, seen = self.played, self._seen
        match, player = played.match, self._asked
        if played.room.turn_since > seen and player is not None and not played.is_far:
            try:
                play_with_completion(lambda said: match.play(said, player), match, [player], text)
            except MoveError as error:
                self.is_refused = True
                self.terminal.tell(str(error))
                return
            seen = played.room.number
        self._send("play", text=text, seen=seen)

    def _has_run(self, text: str) -> bool:
        """Carries out the word *text*; returns whether it is one."""
        number = self.played.room.number
        if not self.commands.run(text):
            return False
        if not self._waits_for and self.played.room.number == number:
            self.announcer.note_look()
        return True

    def _pass_typed_time(self, typed: str) -> str | None:
        """Reads the time before a move, ``@15200 a1-b2``, and advances the clock to it; returns the
        move.

        A line without a time is returned as it is. ``None``: the clock cannot be advanced, and the
        reason was printed.
        """
        if self.played.is_far or not typed.startswith("@") or typed.startswith("@@"):
            return typed
        at = re.match(r"@(\d{1,8})(?![\d.])\s*", typed, re.ASCII)
        if at is None:
            self.terminal.tell(_("Write a time in whole milliseconds, a day at most: @15200"))
            return None
        return typed[at.end() :] if self._pass_until(int(at[1])) else None

    def _pass_until(self, ms: int) -> bool:
        """Advances the clock until the game on top is *ms* milliseconds old; if it cannot, prints
        why and returns ``False``."""
        clock = self.line.clock if isinstance(self.line, LocalLine) else None
        is_told = isinstance(clock, StillClock) and not self.terminal.is_interactive
        if clock is None or not is_told or not self.played.clock_runs:
            why = (
                _("the clock runs by itself")
                if self.terminal.is_interactive
                else _("no clock runs in this game")
            )
            self.terminal.tell(_("Leave @{ms} out: {why}.").format(ms=ms, why=why))
            return False
        age = self.played.match.top.time_ms
        if ms < age:
            words = _("Time must not go backwards: it is {age} ms already.")
            self.terminal.tell(words.format(age=age))
            return False
        assert isinstance(clock, StillClock)
        clock.ms += ms - age
        self._let_time_pass()
        return True

    def _let_time_pass(self) -> None:
        """Advances the match of this process to the present, and prints at once all changes, also
        those without an event; a host advances its own."""
        if self.played.is_far:
            return
        before = self.played.match
        self.played.tick()
        while (said := self.line.receive()) is not None:
            self.take(said)
        self.played.follow(self.played.seen.catch_up())
        self._told = self.played.match
        self.announcer.tell_news_now(before)


def _to_announce(played: PlayedMatch, events: Sequence[Event]) -> list[Event]:
    """The *events* to announce: all, but for a lone player only a bot's answer to a draw that is
    offered, because he knows what he has typed."""
    if not played.is_alone:
        return [*events]
    return [
        event
        for event in events
        if isinstance(event, DrawAgreed)
        or (isinstance(event, DrawRefused) and event.player not in played.players_here)
    ]


def _is_late(commands: Commands, seen: int, text: str) -> bool:
    """Whether *text*, typed after event number *seen*, is a word that was meant for a turn which is
    over meanwhile; says so."""
    played = commands.played
    if played.is_far or played.room.turn_since <= seen:
        return False
    if not commands.words.is_typed(text, *OF_WHO_IS_ASKED):
        return False
    words = _("The turn was over before you said {command}; say it again.")
    commands.terminal.say(words.format(command=text))
    return True


def lead_on(match: PlainMatch) -> None:
    """Offers a review, a rematch and more after the end of *match*, until the person leaves it or
    another match begins."""
    played, questions, commands = match.played, match.questions, match.commands
    while match.terminal.is_interactive:
        if commands.wants_rematch and played.room.rematch:
            match.next_room = played.room.rematch
            return
        if (typed := match.ask(questions.offered_at_end())) is None:
            continue
        accepted = accepts(typed.lower()) if questions.is_to_answer else None
        if accepted:
            commands.wants_rematch = True
            played.rematch()
        elif commands.words.is_typed(typed, "study"):
            played.do("study")
            return
        elif not typed or accepted is False or commands.words.is_typed(typed, "quit"):
            if questions.is_to_answer:  # a person who leaves must not keep others waiting
                played.answer(False)
            return
        elif not (commands.run(typed) or match.announcer.answer(typed)):
            over = _("The match is over: help lists what can be typed, Enter leaves.")
            match.terminal.tell(commands.words.why_mistyped(typed) or over)
        match.wait_for_answer()
        if commands.is_leaving:
            return
