"""The one mutable object: a match, who plays it, a clock. Only one thread touches it.

Interfaces drive a table and show what it says; no rule hides in them.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, TypeVar

from gipf_meta.base.clock import Clock
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _
from gipf_meta.base.timelimit import time_limit
from gipf_meta.library.store import Keeper, Library, LibraryKeeper
from gipf_meta.match.match import BEGINNING_MS, DuelUnavailable, GameFinder, Match
from gipf_meta.match.timecontrol import TimeControl
from gipf_meta.plugins.loading import Installed
from gipf_meta.protocol.capabilities import Adaptable, timed
from gipf_meta.protocol.game import AnyGame, IllegalMove, MoveError, Turn, title_of
from gipf_meta.protocol.options import configure
from gipf_meta.records.models import Record, Seat
from gipf_meta.records.reader import replay
from gipf_meta.records.writer import to_record
from gipf_meta.search.analysis import analysed, hint
from gipf_meta.search.budget import Budget
from gipf_meta.table.live_match import LiveMatch, check_shown, is_decided_alike
from gipf_meta.table.pilots import ANSWER_MS, Pilots, Thinking, bot_generator
from gipf_meta.table.players import BotFailed, GameFailed, Player, seats_of
from gipf_meta.table.stopwatch import Stopwatch

T = TypeVar("T")

HINT_NODES, HINT_MS = 1000, 3000
"""How many positions a hint looks at, and how long it may take."""
LONGEST = 10_000
"""The most decisions that bots make in one match; every match ends before."""


class Table(LiveMatch):
    """A match being played, with its *players* and a *clock*.

    *fault* says which bot failed, if one did: no bot is asked and no time passes until
    ``ask_again`` or ``seat``, or until somebody ends the game on top (``resign``, ``agree_draw``),
    chooses another duel or takes something back. A bot may fail whenever time passes.

    Bots choose by the match's seed and the number of decisions so far, so a match that was saved
    and resumed goes on as it would have.

    Where time acts, bots need their reaction time: they make plans, and ``tick`` carries them out
    when their moment has come. *paused* stops all time.
    """

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
        self._pilots = Pilots(self.players, match.finder)
        self._stopwatch = Stopwatch(clock)

    @classmethod
    def begin(
        cls,
        game: AnyGame,
        players: Sequence[Player],
        finder: GameFinder,
        clock: Clock,
        *,
        seed: int | None = None,
        control: TimeControl | None = None,
        library: Library | None = None,
    ) -> Table:
        """The table of a new match, which is kept in the *library* if there is one.

        Raises ``OptionError`` for options that are impossible, ``GameFailed``, ``TookTooLong``.
        """
        seed = secrets.randbelow(2**31) if seed is None else seed
        try:
            with time_limit(BEGINNING_MS, _("Beginning {title}").format(title=title_of(game))):
                match = Match.begin(game, len(players), finder, seed, control)
                check_shown(match)
        except GipfMetaError:
            raise
        except (Exception, SystemExit) as error:
            raise GameFailed.of(game, error) from error
        keeper = LibraryKeeper(library, seats_of(players)) if library else None
        return cls(match, players, clock, keeper=keeper)

    @classmethod
    def resume(
        cls,
        record: Record,
        finder: GameFinder,
        clock: Clock,
        keeper: Keeper | None = None,
    ) -> Table:
        """The table where a record left off, paused. Raises ``RecordError`` or ``UnknownBot``."""
        trouble = ""
        try:
            match = replay(record, finder)
        except DuelUnavailable as error:
            match, trouble = error.match, str(error)
        names = match.sessions[0].game.seat_names
        seats = record.people or tuple(Seat(name=names[seat]) for seat in record.players)
        players = [Player.of_kind(seat.player, seat.name) for seat in seats]
        table = cls(match, players, clock, trouble, keeper)
        table.paused = True
        return table

    # ---- who is asked ---------------------------------------------------------------------

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who sits here, as a record tells it."""
        return seats_of(self.players)

    @property
    def player(self) -> int | None:
        """The player who decides next."""
        return None if self.trouble else self.match.player

    @property
    def speaker(self) -> int:
        """Who resigns or offers a draw: who decides next, or a person, while a bot thinks."""
        player = self.match.player
        assert player is not None
        if self.bot_is_due:
            people = (p for p in self.match.top.players if self.players[p].bot is None)
            return next(people, player)
        return player

    @property
    def bot_is_due(self) -> bool:
        """Whether a bot decides next. Where only people can decide, they are asked for it."""
        player = self.player
        if player is None or self.players[player].bot is None:
            return False
        somebody = any(other.bot is None for other in self.players)
        return not (self.match.top.game.needs_people and somebody)

    @property
    def time_acts(self) -> bool:
        """Whether sand runs in the game that is being played."""
        return self.over is None and not self.trouble and timed(self.match.top.game) is not None

    @property
    def clock_runs(self) -> bool:
        """Whether anything depends on time: sand, or the players' clock."""
        return self.time_acts or self.match.ms_to_flag() is not None

    # ---- time -----------------------------------------------------------------------------

    def tick(self) -> None:
        """Lets the time pass that has passed."""
        elapsed_ms = self._stopwatch.read_ms()
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

    def do_not_count(self, ms: int) -> None:
        """Leaves *ms* out that have passed on the clock since the last ``tick``."""
        self._stopwatch.leave_out(ms)

    def wait_ms(self) -> int | None:
        """In how many ms something happens without anybody at the keyboard; ``None``: never."""
        if not self.fault:
            with suppress(BotFailed):  # told by *fault*: nobody here asked for a decision
                self._asking_bots(lambda: self._pilots.make_plans(self.match))
        top = self.match.top
        if self.over or self.trouble or self.fault:
            return None
        clock = timed(top.game)
        waits = [at_ms - top.time_ms for at_ms in self._pilots.plan_times()]
        for due in (self.match.ms_to_flag(), clock.deadline(top.state) if clock else None):
            if due is not None:
                waits.append(max(1, due))  # what is due now happens as soon as time goes on
        return max(0, min(waits)) if waits else None

    def pass_time(self, ms: int) -> None:
        """Lets *ms* milliseconds pass, with what bots do in the meantime."""
        while ms > 0 and self.over is None and not self.trouble:
            wait = self.wait_ms()
            if self.fault:
                break
            step = ms if wait is None else min(ms, wait)
            if step:
                self._change(lambda step=step: self.match.advance(step))  # type: ignore[misc]
                ms -= step
            if plan := self._pilots.take_due_plan(self.match, self.player):
                self._change(lambda plan=plan: self.match.play_move(plan.seat, plan.move))  # type: ignore[misc]

    def pass_until(self, ms: int) -> None:
        """Lets time pass until the game on top is *ms* milliseconds old.

        Raises ``IllegalMove`` if it is older.
        """
        age = self.match.top.time_ms
        if ms < age:
            raise IllegalMove(
                _("Time must not go backwards: it is {age} ms already.").format(age=age)
            )
        self.pass_time(ms - age)

    def _asking_bots(self, ask: Callable[[], T]) -> T:
        """What comes of *ask*, which asks bots; keeps the *fault* of one that fails."""
        try:
            return ask()
        except BotFailed as fault:
            self.fault = fault
            raise

    # ---- what happens ---------------------------------------------------------------------

    def play(self, text: str, by: int | None = None) -> None:
        """A person plays *text*: player *by*, else who is asked, or another who may do that now.

        Raises ``MoveError``; then nothing has changed, but for the time that has passed.
        """
        self.tick()
        if self.trouble:
            raise IllegalMove(
                _("{trouble} Choose another game for the duel first.").format(trouble=self.trouble)
            )
        first: MoveError | None = None
        for player in self._people() if by is None else [by]:
            try:
                self._change(lambda: self.match.play(text, player))  # noqa: B023
            except MoveError as error:
                first = first or error
            else:
                return
        raise first or IllegalMove(_("No person is asked now."))

    def _people(self) -> list[int]:
        """Those at the keyboard: who is asked before the others."""
        due, top = self.player, self.match.top
        people = [player for player in top.players if self.players[player].bot is None]
        if due is not None and (due in people or not self.bot_is_due):
            people = [due, *(player for player in people if player != due)]
        return people

    def play_bot(self) -> None:
        """The bot that is asked decides once; where time acts, its time to react has passed.

        Raises ``BotFailed``, and again as long as nobody has done anything about it.
        """
        self.tick()
        if self.fault:
            raise self.fault
        if self.trouble:
            return
        if self.time_acts:
            self.pass_time(max(1, self.wait_ms() or 1))
            if self.fault:
                raise self.fault
            return
        if (thinking := self.thinking()) is not None:
            self.bot_chose(thinking, thinking.choose)

    def play_bots(self, most: int = LONGEST) -> None:
        """Bots play the match to its end, or until it is in trouble or has gone on too long.

        Raises ``BotFailed``.
        """
        for _decision in range(most):
            if self.over is not None or self.trouble:
                break
            self.play_bot()

    def thinking(self) -> Thinking | None:
        """What the bot that is asked now has to think about; ``None`` if none is asked."""
        now = self.match.top.status
        if not isinstance(now, Turn) or self.fault or not self.bot_is_due:
            return None
        return self._pilots.thinking(self.match, now.seat)

    def bot_chose(self, thinking: Thinking, answer: Callable[[], Any]) -> None:
        """Plays the *answer* of a bot that has thought: its decision, or what it failed with.

        Forgets it if the match has gone on without the bot, or its thinking was cancelled. The time
        that has passed was the bot's. Raises ``BotFailed``.
        """
        self.tick()
        if self._waits_for(thinking) and not thinking.cancelled.is_set():
            move = self._checked(thinking, answer)
            self._change(lambda: self.match.play_move(thinking.seat, move))

    def give_up(self, thinking: Thinking) -> None:
        """Waits no longer for a bot that was asked.

        Raises ``BotFailed``, unless the match has gone on without the bot.
        """
        thinking.cancel()

        def late() -> None:
            raise TimeoutError(f"no answer in {ANSWER_MS // 1000} s")

        if self._waits_for(thinking):
            self._checked(thinking, late)

    def _checked(self, thinking: Thinking, answer: Callable[[], Any]) -> Any:
        return self._asking_bots(
            lambda: self._pilots.check_decision(self.match, thinking.seat, answer)
        )

    def _waits_for(self, thinking: Thinking) -> bool:
        return is_decided_alike(thinking.match, self.match) and not self.trouble

    def ask_again(self) -> None:
        """The bot that failed is asked once more."""
        self._seen_to()

    def _seen_to(self) -> None:
        """No bot is at fault any more; the time it took somebody to say so was nobody's."""
        if self.fault:
            self.fault = None
            self._stopwatch.restart()

    def seat(self, player: int, newcomer: Player) -> None:
        """*newcomer* plays for *player* from here on."""
        players = list(self.players)
        players[player] = newcomer
        self.players = tuple(players)
        self._pilots = Pilots(self.players, self.match.finder)
        self._seen_to()
        if self.keeper is not None:
            self.keeper.people = self.seats
        self.keep()

    def advice(self) -> Callable[[], str] | None:
        """What finds a hint for the person who decides next, in any thread; ``None``: nobody is."""
        top, now = self.match.top, self.match.top.status
        if not isinstance(now, Turn) or self.bot_is_due or self.trouble:
            return None
        rng, seats = bot_generator(self.match, top.players[now.seat]), len(top.players)
        budget = Budget(HINT_NODES, HINT_MS)
        return lambda: hint(analysed(top.game, top.state, seats, budget, rng))

    def undo(self) -> None:
        """Takes back to the last decision a person made. Raises ``CannotUndo``."""
        self.tick()
        self._take_back([p for p, player in enumerate(self.players) if player.bot is None])

    def redo(self) -> None:
        """Plays again what was taken back last. Raises ``CannotUndo``."""
        self.tick()
        self._play_again()

    def _go_to(self, match: Match) -> None:
        super()._go_to(match)
        self._seen_to()
        self._pilots.drop_plans()

    def _note_decision(self) -> None:
        self._seen_to()

    def resign(self, player: int) -> None:
        """*player* gives up the game on top."""
        self._pilots.drop_plans()
        self._change(lambda: self.match.resign(player))

    def agree_draw(self) -> None:
        """The game on top is drawn by agreement."""
        self._pilots.drop_plans()
        self._change(lambda: self.match.agree_draw())

    def bots_accept_draw(self, asker: int) -> bool:
        """Whether every bot but *asker* would rather have the draw."""
        return self._pilots.accept_draw(self.match, asker)

    def record(self) -> Record:
        """The match as it can be saved."""
        self.tick()
        return to_record(self.match, self.seats)


def playable(game: AnyGame, installed: Installed) -> tuple[AnyGame, tuple[str, ...]]:
    """*game* as it can be played live with the *installed* games, and a notice for each change.

    Options of a duel are checked here, not when the duel begins: raises ``OptionError``.
    """
    if not isinstance(game, Adaptable):
        return game, ()
    adapted, notices = game.adapted_to(sorted(installed.games))
    for name, options in adapted.duels() if isinstance(adapted, Adaptable) else ():
        configure(installed.find(name), options)
    return adapted, notices
