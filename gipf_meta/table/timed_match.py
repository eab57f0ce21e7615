"""A match with players and a clock: time passes in it, and bots play their plans."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import ClassVar, TypeVar

from gipf_meta.base.clock import Clock
from gipf_meta.base.texts import _
from gipf_meta.library.store import Keeper
from gipf_meta.match.match import Match
from gipf_meta.protocol.capabilities import timed
from gipf_meta.protocol.game import IllegalMove
from gipf_meta.records.models import Seat
from gipf_meta.table.live_match import LiveMatch
from gipf_meta.table.patience import Patience
from gipf_meta.table.pilots import Pilots, Plan
from gipf_meta.table.players import BotFailed, GameFailed, Player, seats_of
from gipf_meta.table.stopwatch import Stopwatch

T = TypeVar("T")


class TimedMatch(LiveMatch):
    """A match between *players*, which ages as its *clock* says.

    *fault* is the error of a bot that failed, or ``None``. While there is a fault, no bot is asked
    and no time passes. Every decision, undo or redo ends it. A bot may fail whenever time passes.

    Where time acts, bots need their reaction time: they make plans, and ``tick`` plays those that
    are due. While *paused* no time passes. *patience* limits the time of bots where nobody's time
    acts: a host for people sets its ``ms``.

    With *plans_elsewhere* nothing here waits for the plan of the bot on turn: it is asked for by
    ``Pilots.planning``, and time passes meanwhile.

    *behind_ms* is how many of the milliseconds that the clock says have not passed in the match:
    those that follow what happens now or, after a failure, those that did not pass.
    """

    plans_elsewhere: ClassVar[bool] = False

    def __init__(
        self,
        match: Match,
        players: Sequence[Player],
        clock: Clock,
        trouble: str = "",
        keeper: Keeper | None = None,
    ) -> None:
        super().__init__(match, trouble, keeper)
        self.players = tuple(players)
        self.clock = clock
        self.fault: BotFailed | None = None
        self.paused = False
        self.behind_ms = 0
        self._pilots = Pilots(self.players, match.finder, self.plans_elsewhere)
        self._stopwatch = Stopwatch(clock)
        self.patience = Patience(clock)
        self._seats: tuple[tuple[Player, ...], tuple[Seat, ...]] | None = None
        self._notice = ""
        self._hasty: set[int] = set()

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats of the table as a record holds them."""
        # asked many times for each decision, and seldom changed
        if self._seats is None or self._seats[0] is not self.players:
            self._seats = self.players, seats_of(self.players)
        return self._seats[1]

    @property
    def player(self) -> int | None:
        """The player who decides next; ``None``: nobody does, or the duel must be chosen first."""
        return None if self.trouble else self.match.player

    @property
    def bot_is_due(self) -> bool:
        """Whether a bot decides next. In games that need people, a person decides for it."""
        player = self.player
        if player is None or self.players[player].bot is None:
            return False
        somebody = any(other.bot is None for other in self.players)
        return not (self.match.top.game.needs_people and somebody)

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
        bottom = self.match.sessions[0]
        somebody = any(player.bot is None for player in self.players)
        return somebody and len(self.match.sessions) == 1 and not (bottom.steps or bottom.time_ms)

    # ---- time -----------------------------------------------------------------------------

    def tick(self) -> None:
        """Reads the clock and lets the match age by the time since the last reading.

        Raises ``GameFailed``.
        """
        elapsed_ms, self.behind_ms = self._stopwatch.read_ms(), 0
        if elapsed_ms > 0 and not self.trouble and not self.paused:
            self.pass_time(elapsed_ms)

    def pause(self) -> None:
        """Stops all time until ``go_on``."""
        self.tick()
        self.paused = True

    def go_on(self) -> None:
        """Lets time pass again from now on."""
        self._stopwatch.restart()
        self.paused = False

    def leave_out(self, ms: int) -> None:
        """Does not count *ms* milliseconds of those since the last ``tick``."""
        self._stopwatch.leave_out(ms)

    def wait_ms(self) -> int | None:
        """In how many milliseconds something happens unless a person acts; ``None``: never."""
        waits = [self.ms_to_plan(), self.ms_to_deadline()]
        return min((wait for wait in waits if wait is not None), default=None)

    def ms_to_plan(self) -> int | None:
        """In how many milliseconds a bot plays what it has planned; ``None``: none has a plan.

        While the match is retold, no plan is played: what bots did is told.
        """
        if self.is_retold:
            return None
        if not self.fault:
            with suppress(BotFailed):  # *fault* holds it
                self._ask_bots(lambda: self._pilots.make_plans(self.match))
        if self.over or self.trouble or self.fault:
            return None
        now_ms = self.match.top.time_ms
        return min((max(0, at - now_ms) for at in self._pilots.plan_times()), default=None)

    def ms_to_deadline(self) -> int | None:
        """In how many milliseconds a flag falls, or time acts in the game; ``None``: never."""
        if self.over or self.trouble or self.fault:
            return None
        top = self.match.top
        clock = timed(top.game)
        dues = [self.match.ms_to_flag(), clock.deadline(top.state) if clock else None]
        # what is due now happens as soon as time goes on
        return min((max(1, due) for due in dues if due is not None), default=None)

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
            if not (self.trouble or self.is_retold):
                self._play_due_plan()

    def _grow_older(self, ms: int) -> None:
        """Lets *ms* milliseconds pass, at the end of which something may happen."""
        before, behind_ms = self.match, self.behind_ms
        self.behind_ms -= ms
        try:
            self._change(lambda: self.match.advance(ms))
        except GameFailed:
            self.behind_ms = behind_ms
            raise
        if self.match is before:  # the duel has failed
            self.behind_ms = behind_ms

    def _play_due_plan(self) -> None:
        """Plays the decision that a bot has planned for now, if there is one."""
        if plan := self._pilots.take_due_plan(self.match, self.player):
            self._play_plan(plan)

    def _play_plan(self, plan: Plan) -> None:
        """Plays the decision that a bot has planned for now."""
        self._change(lambda: self.match.play_move(plan.seat, plan.move))

    def pass_until(self, ms: int) -> None:
        """Lets time pass until the game on top is *ms* milliseconds old.

        Raises ``IllegalMove`` if that game is older.
        """
        age = self.match.top.time_ms
        if ms < age:
            raise IllegalMove(
                _("Time must not go backwards: it is {age} ms already.").format(age=age)
            )
        self.pass_time(ms - age)

    def _ask_bots(self, ask: Callable[[], T]) -> T:
        """Calls *ask*, which asks bots. Sets *fault* and raises ``BotFailed`` if one fails."""
        try:
            return ask()
        except BotFailed as fault:
            self.fault = fault
            raise

    def _end_fault(self) -> None:
        """Ends the *fault*, if there is one; the time that it lasted does not count."""
        if self.fault:
            self.fault = None
            self._stopwatch.restart()

    def _go_to(self, match: Match) -> None:
        super()._go_to(match)
        self._end_fault()
        self._pilots.drop_plans()

    def _note_decision(self) -> None:
        self._end_fault()
