"""The one mutable object: a match, its players, a clock. Only one thread touches it.

Interfaces call a table and show its match; they contain no rules.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, TypeVar

from gipf_meta.base.addressee import Addressee, addressee, told_to
from gipf_meta.base.clock import Clock
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.sentences import error_text
from gipf_meta.base.texts import _
from gipf_meta.base.timelimit import time_limit
from gipf_meta.match.match import DuelUnavailable, Match
from gipf_meta.match.session import Session, valid_status
from gipf_meta.protocol.capabilities import timed
from gipf_meta.protocol.failures import GameFailed
from gipf_meta.protocol.game import IllegalMove, MoveError, Over, Turn
from gipf_meta.protocol.gate import Gate
from gipf_meta.protocol.view import View
from gipf_meta.records.models import Record, Seat
from gipf_meta.records.writer import session_record, to_record, turn_records
from gipf_meta.render.text import page
from gipf_meta.render.written_parts import require_parts
from gipf_meta.table.history import History, have_same_decisions
from gipf_meta.table.pilots import ANSWER_MS, Pilots, Thinking
from gipf_meta.table.players import BotFailed, Player
from gipf_meta.table.present_turn import PresentTurn

T = TypeVar("T")
LONGEST: Final = 10_000
"""The most decisions that bots make in one match; real matches end long before."""


class Stopwatch:
    """Measures, by a *clock*, the milliseconds since it was read last."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._read_at_ms = clock.now_ms()

    def read_ms(self) -> int:
        """The milliseconds since the last reading or restart. Starts from zero again."""
        before = self._read_at_ms
        self.restart()
        return self._read_at_ms - before

    def restart(self) -> None:
        """Starts from zero again: the time that has passed does not count."""
        self._read_at_ms = self._clock.now_ms()


@dataclass(frozen=True, slots=True)
class MatchChange:
    """A change of the match to *after*, at *at_ms*; *player* is the bot that planned it."""

    after: Match
    at_ms: int
    player: int | None


class Table:
    """A match between *players*, which ages as its *clock* says.

    *trouble* is the sentence why the next duel cannot be played, or ``""``; ``choose_duel`` must
    follow it. *fault* is the error of a bot that failed, or ``None``. While there is a fault, no
    bot decides and no time passes; ``ask_again``, ``seat`` and each change of the match end it.
    While *paused* no time passes.

    Bots choose by the match's seed and the number of decisions so far, so a match that was saved
    and resumed goes on as it would have. Where time acts they need their reaction time: they make
    plans, which are played when their time comes. *pilots* sends them requests, with time limits.

    A table that *is_in_room* notes its changes (``take_changes``), and nothing waits in it for a
    bot's plan: ``thinking`` has the request. While a match *is_retold*, its events happen again:
    no bot decides, and no view is drawn to see whether it can be shown.

    *behind_ms* are the milliseconds of the clock that have not passed in the match: those after
    the present event or, after a failure, those that did not pass. *times_acted* counts how often
    time has changed the board without a decision or an end.
    """

    def __init__(
        self,
        match: Match,
        players: Sequence[Player],
        clock: Clock,
        trouble: str = "",
        *,
        is_in_room: bool = False,
    ) -> None:
        self.match, self.trouble, self.clock = match, trouble, clock
        self.fault: BotFailed | None = None
        self.paused = self.is_retold = False
        self.behind_ms = self.times_acted = 0
        self.is_in_room = is_in_room
        #: the reader to whom a player's view is shown, so that it is made only once for both
        self.reader_at: Callable[[int | None], Addressee | None] = lambda player: None
        self.pilots = Pilots(players, match.finder, clock, plans_elsewhere=is_in_room)
        self._turn = PresentTurn(match, self.pilots.players, trouble)
        self._history = History()
        self._stopwatch = Stopwatch(clock)
        self._changes: list[MatchChange] = []

    # ---- how it stands ------------------------------------------------------------------------

    @property
    def players(self) -> tuple[Player, ...]:
        """The players of the match."""
        return self.pilots.players

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The players of the match as a record holds them."""
        return self.pilots.seats

    @property
    def turn(self) -> PresentTurn:
        """The players who decide now; what follows from the match alone is found once."""
        turn, players = self._turn, self.pilots.players
        is_same = turn.match is self.match and turn.players is players
        if not is_same or turn.trouble != self.trouble:
            self._turn = turn = PresentTurn(self.match, players, self.trouble)
        return turn

    @property
    def over(self) -> Over | None:
        """The end of the match; ``None`` while it goes on."""
        return self.turn.over

    @property
    def player(self) -> int | None:
        """The player who decides next; ``None`` after the end, or during *trouble*."""
        return self.turn.player

    @property
    def bot_is_due(self) -> bool:
        """Whether a bot decides next. In games that need people, a person decides for it."""
        return self.turn.bot_is_due

    @property
    def time_acts(self) -> bool:
        """Whether time acts in the game that is being played."""
        return self.over is None and not self.trouble and timed(self.match.top.game) is not None

    @property
    def clock_runs(self) -> bool:
        """Whether anything depends on time: the game, or the players' clock."""
        return self.time_acts or self.match.ms_to_flag() is not None

    @property
    def is_untouched(self) -> bool:
        """Whether nothing has happened in the match yet, and a person plays it."""
        bottom, *duels = self.match.sessions
        return bool(self.turn.persons) and not (duels or bottom.steps or bottom.time_ms)

    def view(self, player: int | None = None) -> View:
        """The game on top as *player* may see it; ``None``: as the player who decides next.

        Raises ``GameFailed`` if the match's own game cannot make a view. If a duel cannot, that
        becomes *trouble*, and the view is that of the game below.
        """
        try:
            return self.match.top.view(player)
        except GipfMetaError as error:
            self._take_fault_of(self.match, error)
            return self.match.sessions[-2].view(player)

    def record(self) -> Record:
        """The match as a record, up to now."""
        self.tick()
        return to_record(self.match, self.seats)

    # ---- what is done -------------------------------------------------------------------------

    def play(self, text: str, by: int | None = None) -> None:
        """Plays *text* for player *by*.

        ``None``: the player who decides next, or else another person who may play it. Raises
        ``MoveError``; then nothing but the time has changed.
        """
        self.tick()
        if self.trouble:
            raise IllegalMove(
                _("{trouble} Choose another game for the duel first.").format(trouble=self.trouble)
            )
        first: MoveError | None = None
        for player in self.turn.people if by is None else [by]:
            try:
                return self._change(lambda: self.match.play(text, player))  # noqa: B023
            except MoveError as error:
                first = first or error
        raise first or IllegalMove(_("No person is on turn now."))

    def choose_duel(self, game: str) -> None:
        """Moves the duel to *game*. If that cannot be played either, *trouble* says why."""
        self.trouble = ""
        self._change(lambda: self.match.with_duel(game))

    def resign(self, player: int, to: int | None = None) -> None:
        """Lets *player* give up the game on top, or lose it to *to*. Raises ``IllegalMove``."""
        self.pilots.drop_plans()
        match = self.match
        self._change(lambda: match.resign(player) if to is None else match.forfeit(player, to))

    def agree_draw(self) -> None:
        """Ends the game on top as a draw. Raises ``IllegalMove`` if that game is over."""
        self.pilots.drop_plans()
        self._change(self.match.agree_draw)

    @property
    def taken_back(self) -> tuple[Match, ...]:
        """The matches that were taken back and can be played again, the last one last."""
        return self._history.taken_back

    def before_undo(self, of: Collection[int] = ()) -> Match:
        """The match to which ``undo`` returns now. Raises ``CannotUndo``."""
        return self.turn.before_undo(of)

    def undo(self, of: Collection[int] = ()) -> None:
        """Takes back the last decision of one of the players *of* (of any person), and all after.
        Raises ``CannotUndo``."""
        self.tick()
        before = self.before_undo(of)
        self._history.remember(self.match)
        self.go_to(before)

    def redo(self) -> None:
        """Takes the last undo back. Raises ``CannotUndo``."""
        self.tick()
        self.go_to(self._history.restore())

    def go_to(self, match: Match) -> None:
        """Replaces the match by another one, of its history or of a study."""
        self.match, self.trouble = match, ""
        self.ask_again()
        self.pilots.drop_plans()

    def ask_again(self) -> None:
        """Ends the *fault*, if there is one; the time that it lasted does not count."""
        if self.fault:
            self.fault = None
            self._stopwatch.restart()

    def seat(self, player: int, newcomer: Player) -> None:
        """Seats *newcomer* in place of *player*; ends the *fault*."""
        self.pilots.seat(player, newcomer)
        self.ask_again()

    def _change(self, change: Callable[[], Match], planner: int | None = None) -> None:
        """Replaces the match by the one that *change* returns, which *planner* has planned.

        If only time has passed, draws nothing. Raises ``MoveError``, and ``GameFailed`` if the game
        fails or if the new match cannot be shown or saved. If a duel fails, its error becomes
        *trouble*.
        """
        match = before = self.match
        try:
            with time_limit(ANSWER_MS, _("Its answer")):
                with Gate(before.top.game):
                    match = change()
                with Gate(match.top.game):
                    if self.is_retold:
                        pass
                    elif have_same_decisions(before, match):
                        check_status(match.top)
                    else:  # so he is shown what was made for this
                        player = match.player if self.is_in_room else None
                        with told_to(self.reader_at(player) or addressee()):
                            check_can_be_shown(match, player, is_written=not self.is_in_room)
            if not have_same_decisions(before, match):
                self.trouble = ""  # the duel that could not be played is over
            self.match = match
        except MoveError as error:
            if error_text(error):
                raise
            self._take_fault_of(match, error)  # a refusal that says nothing
        except DuelUnavailable as error:
            self.match, self.trouble = error.match, str(error)
        except GipfMetaError as error:
            self._take_fault_of(match, error)
        if not have_same_decisions(before, self.match):
            self._history.forget()
            self.ask_again()
            if self.is_in_room:
                self._changes.append(MatchChange(self.match, self.reached_ms, planner))

    def _take_fault_of(self, match: Match, error: BaseException) -> None:
        """Turns *error* of the duel on top of *match* into *trouble*.

        Raises ``GameFailed`` if the game on top is no duel.
        """
        failure = GameFailed.of(match.top.game, error)
        if len(match.sessions) > len(self.match.sessions):
            # the duel that has just begun cannot even be shown
            self.match = match
        if len(self.match.sessions) == 1:
            raise failure
        self.trouble = str(failure)

    def take_changes(self) -> list[MatchChange]:
        """The changes since the last call, in the order in which they happened."""
        changes, self._changes = self._changes, []
        return changes

    # ---- bots ---------------------------------------------------------------------------------

    def thinking(self) -> Thinking | None:
        """The request to the bot that decides next or, where time acts, to one that plans outside
        the table; ``None`` if there is no such bot."""
        if self.time_acts and self.is_in_room:
            self.wait_ms()  # where time acts bots are asked after every decision
            return None if self.fault else self.pilots.planning(self.match)
        now = self.match.top.status
        if not isinstance(now, Turn) or self.fault or not self.bot_is_due:
            return None
        return self.pilots.thinking(self.match, now.seat)

    def is_waiting_for(self, thinking: Thinking) -> bool:
        """Whether the match still stands where the bot was asked."""
        if self.is_in_room and timed(thinking.match.top.game) is not None:
            return self.pilots.planning(self.match) is thinking
        seated = self.players[thinking.match.top.players[thinking.seat]]
        stands = have_same_decisions(thinking.match, self.match) and not self.trouble
        return stands and seated.bot is thinking.bot

    def take_answer(self, thinking: Thinking, answer: Callable[[], Any]) -> None:
        """Plays the decision that *answer* returns; the time that has passed was the bot's.

        Where time acts, the decision is played when its time comes. Ignores it if the match has
        gone on without the bot, or if the request was cancelled. Raises ``BotFailed``, also for
        whatever *answer* raises.
        """
        self.tick()
        if not self.is_waiting_for(thinking) or thinking.cancelled.is_set():
            return
        if self.is_in_room and timed(thinking.match.top.game) is not None:
            self._ask_bots(lambda: self.pilots.take_planned(self.match, thinking, answer))
            return
        move = self._ask_bots(lambda: self.pilots.take_decision(self.match, thinking, answer))
        self._change(lambda: self.match.play_move(thinking.seat, move))

    def play_bot(self) -> None:
        """Lets the bot that decides next play once; where time acts, its reaction time passes.
        Raises ``BotFailed``, and again as long as the *fault* lasts."""
        self.tick()
        if self.fault:
            raise self.fault
        if self.trouble:
            return
        if self.time_acts:
            self.pass_time(max(1, self.wait_ms() or 1))
            if self.fault:
                raise self.fault
        elif (thinking := self.thinking()) is not None:
            self.take_answer(thinking, thinking.choose)

    def play_bots(self, most: int = LONGEST) -> None:
        """Lets bots play to the end of the match, until there is *trouble*, or *most* decisions.
        Raises ``BotFailed``."""
        for _decision in range(most):
            if self.over is not None or self.trouble:
                break
            self.play_bot()

    def _ask_bots(self, ask: Callable[[], T]) -> T:
        """Sends requests to bots by *ask*. Sets *fault*, raises ``BotFailed`` if one fails."""
        try:
            return ask()
        except BotFailed as fault:
            self.fault = fault
            raise

    # ---- time ---------------------------------------------------------------------------------

    @property
    def reached_ms(self) -> int:
        """The time of the clock up to which the match has aged, in milliseconds."""
        return self.clock.now_ms() - self.behind_ms

    def tick(self) -> None:
        """Reads the clock and lets the match age by the time since the last reading.

        Raises ``GameFailed``.
        """
        elapsed_ms, self.behind_ms = self._stopwatch.read_ms(), 0
        if elapsed_ms > 0 and not self.trouble and not self.paused:
            self.pass_time(elapsed_ms)

    def go_on(self) -> None:
        """Lets time pass again from now on."""
        self._stopwatch.restart()
        self.paused = False

    def go_back(self, match: Match) -> None:
        """Goes back to *match*, in which less time has passed; it goes on from now."""
        self.match, self.behind_ms = match, 0
        self._stopwatch.restart()

    def wait_ms(self) -> int | None:
        """The milliseconds until something happens unless a person acts; ``None``: never."""
        waits = [self.ms_to_plan(), self.ms_to_deadline()]
        return min((wait for wait in waits if wait is not None), default=None)

    def ms_to_plan(self) -> int | None:
        """The milliseconds until a bot plays its plan; ``None``: no bot has a plan.

        While the match is retold, no plan is played: the decisions of bots are in its events.
        """
        if self.is_retold:
            return None
        if not self.fault:
            with suppress(BotFailed):  # *fault* holds it
                self._ask_bots(lambda: self.pilots.make_plans(self.match))
        if self.over or self.trouble or self.fault:
            return None
        return self.pilots.ms_to_plan(self.match)

    def ms_to_deadline(self) -> int | None:
        """The milliseconds until a flag falls, or time acts in the game; ``None``: never."""
        if self.over or self.trouble or self.fault:
            return None
        dues = [self.match.ms_to_flag(), _ms_to_act(self.match)]
        # what is due now happens as soon as time goes on
        return min((max(1, ms) for ms in dues if ms is not None), default=None)

    def pass_time(self, ms: int) -> None:
        """Lets *ms* milliseconds pass, in which bots play their plans. Stops when a bot fails."""
        while ms > 0 and self.over is None and not self.trouble:
            self.behind_ms = ms
            wait = self.wait_ms()
            if self.fault:
                break
            step = ms if wait is None else min(ms, wait)
            if step:
                self._grow_older(step)
                ms -= step
            if self.trouble or self.is_retold:
                continue
            if plan := self.pilots.take_due_plan(self.match, self.player):
                planner = self.match.top.players[plan.seat]
                self._change(partial(self.match.play_move, plan.seat, plan.move), planner)

    def _grow_older(self, ms: int) -> None:
        """Lets *ms* milliseconds pass, at the end of which something may happen."""
        before, behind_ms, due_ms = self.match, self.behind_ms, _ms_to_act(self.match)
        self.behind_ms -= ms
        try:
            self._change(lambda: self.match.advance(ms))
        except GameFailed:
            self.behind_ms = behind_ms
            raise
        if self.match is before:  # the duel has failed
            self.behind_ms = behind_ms
        # a lost turn, say: no decision, and yet the board is another one
        if due_ms is not None and due_ms <= ms and have_same_decisions(before, self.match):
            self.times_acted += 1


def _ms_to_act(match: Match) -> int | None:
    """The milliseconds until time acts in the game on top of *match*; ``None``: never."""
    return match.top.deadline_ms()


def check_status(session: Session) -> None:
    """Raises ``TypeError`` if the status of the session's state is no status."""
    if session.ended is None:
        valid_status(session.game, session.state, len(session.players))


def check_can_be_shown(match: Match, player: int | None = None, *, is_written: bool = True) -> None:
    """Records the game on top of *match*, and draws it as *player* sees it; ``None``: as the player
    who decides. Where it is drawn as a scene next, the text is not written. Raises whatever the
    game raises."""
    top = match.top
    check_status(top)
    look = page if is_written else require_parts
    look(top.view(player))
    if top.steps:
        last = replace(top, steps=top.steps[-1:])
        if len(top.steps) == 1 or isinstance(top.status, Over):
            session_record(last)
        else:  # the rest is what it was
            turn_records(last, [last.steps])
