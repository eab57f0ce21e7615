"""The one mutable object: a match, who plays it, a clock. Only one thread touches it.

Interfaces drive a table and show what it says; no rule hides in them.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from random import Random
from threading import Event
from typing import Any

from gipf_meta.base.clock import Clock
from gipf_meta.base.texts import _
from gipf_meta.base.timelimit import TookTooLong, patience
from gipf_meta.bots import Bot
from gipf_meta.bots.dueling import duel_odds
from gipf_meta.library.store import (
    Keeper,
    Library,
    LibraryError,
    LibraryKeeper,
)
from gipf_meta.match.match import (
    BEGINNING_MS,
    CannotUndo,
    DuelUnavailable,
    GameFinder,
    Match,
)
from gipf_meta.match.session import Step, checked_status
from gipf_meta.match.timecontrol import TimeControl
from gipf_meta.narration.story import names_of
from gipf_meta.plugins.loading import Installed
from gipf_meta.protocol.capabilities import Adaptable, Evaluated, timed
from gipf_meta.protocol.game import (
    AnyGame,
    IllegalMove,
    MoveError,
    Over,
    Turn,
    title_of,
)
from gipf_meta.protocol.options import configure
from gipf_meta.protocol.view import View
from gipf_meta.records.models import Record, Seat
from gipf_meta.records.reader import replay
from gipf_meta.records.writer import session_record, to_record
from gipf_meta.render.text import page
from gipf_meta.search.analysis import analysed, hint
from gipf_meta.search.budget import Budget
from gipf_meta.table.players import (
    BotFailed,
    GameFailed,
    Plan,
    Player,
    Thinking,
    failed,
    seats_of,
)

HINT_NODES, HINT_MS = 1000, 3000
"""How many positions a hint looks at, and how long it may take."""
ANSWER_MS = 30_000
"""How long a game, or a bot, may take for one decision."""
PLAN_MS = 5_000
"""How long a bot may take where time acts and does not wait for it."""
LONGEST = 10_000
"""So many decisions are enough for bots to end any match."""


class Table:
    """A match being played.

    *match* is how it stands. *trouble* says why the duel that is due cannot be played, if it
    cannot: then ``choose_duel`` is asked for. *fault* says which bot failed, if one did: no bot is
    asked and no time passes until ``ask_again`` or ``seat``, or until somebody ends the game on top
    (``resign``, ``agree_draw``), chooses another duel or takes something back. It may fail whenever
    time passes.

    Bots choose by the match's seed and the number of decisions so far, so a match that was saved
    and resumed goes on as it would have.

    Where time acts, bots need their reaction time: they make plans, and ``tick`` carries them out
    when their moment has come. *paused* stops all time.

    *keeper* writes every decision into the library before anybody sees it; *unkept* says why it
    could not.
    """

    def __init__(
        self,
        match: Match,
        players: Sequence[Player],
        clock: Clock,
        trouble: str = "",
        keeper: Keeper | None = None,
    ) -> None:
        self.match = match
        self.keeper = keeper
        self.unkept = ""
        self.players = tuple(players)
        self._tell_odds()
        self.clock = clock
        self.trouble = trouble
        self.fault: BotFailed | None = None
        self.paused = False
        self._plans: dict[int, Plan] = {}
        self._undone: tuple[Match, ...] = ()
        self._seen_ms = clock.now_ms()

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

        Raises ``ValueError`` with a sentence for options that are impossible, ``GameFailed``,
        ``TookTooLong``.
        """
        seed = secrets.randbelow(2**31) if seed is None else seed
        try:
            with patience(BEGINNING_MS, _("Beginning {title}").format(title=title_of(game))):
                match = Match.begin(game, len(players), finder, seed, control)
                page(game.view(match.top.state, None))
        except (ValueError, TookTooLong):
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
    def over(self) -> Over | None:
        """How the match ended, ``None`` while it goes on."""
        return self.match.result

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
        return self.time_acts or self.match.flag_in() is not None

    # ---- time -----------------------------------------------------------------------------

    def tick(self) -> None:
        """Lets the time pass that has passed."""
        now = self.clock.now_ms()
        elapsed, self._seen_ms = now - self._seen_ms, now
        if elapsed > 0 and not self.trouble and not self.paused:
            self.pass_time(elapsed)

    def pause(self) -> None:
        """Stops all time until ``go_on``."""
        self.tick()
        self.paused = True

    def go_on(self) -> None:
        """Lets time pass again from now on."""
        self._seen_ms = self.clock.now_ms()
        self.paused = False

    def do_not_count(self, ms: int) -> None:
        """Leaves *ms* out that have passed on the clock since the last ``tick``."""
        self._seen_ms += ms

    def wait_ms(self) -> int | None:
        """In how many ms something happens without anybody at the keyboard; ``None``: never."""
        if not self.fault:
            with suppress(BotFailed):  # told by *fault*: nobody here asked for a decision
                self._make_plans()
        top = self.match.top
        if self.over or self.trouble or self.fault:
            return None
        clock = timed(top.game)
        waits = [plan.at_ms - top.time_ms for plan in self._plans.values()]
        for due in (self.match.flag_in(), clock.deadline(top.state) if clock else None):
            if due is not None:
                waits.append(max(1, due))  # what is due now happens as soon as time goes on
        return max(0, min(waits)) if waits else None

    def pass_time(self, ms: int) -> None:
        """The match *ms* milliseconds later, with what bots do in the meantime."""
        while ms > 0 and self.over is None and not self.trouble:
            wait = self.wait_ms()
            if self.fault:
                break
            step = ms if wait is None else min(ms, wait)
            if step:
                self._change(lambda step=step: self.match.advance(step))  # type: ignore[misc]
                ms -= step
            self._carry_out_plans()

    def pass_until(self, ms: int) -> None:
        """The game on top when it is *ms* old. Raises ``IllegalMove`` if it is older."""
        age = self.match.top.time_ms
        if ms < age:
            raise IllegalMove(
                _("Time must not go backwards: it is {age} ms already.").format(age=age)
            )
        self.pass_time(ms - age)

    def _make_plans(self) -> None:
        """Every bot that has something to do and no plan for it makes one.

        A decision of anybody else makes it think anew, so plans follow from the match alone and a
        match that was broken off goes on as it would have.
        """
        top, now = self.match.top, self.match.top.status
        clock, depth = timed(top.game), len(self.match.sessions)
        if clock is None or not isinstance(now, Turn):
            self._plans.clear()
            return
        for player, plan in list(self._plans.items()):
            if (plan.number, plan.depth, plan.made) != (now.number, depth, len(top.steps)):
                del self._plans[player]
        for seat, player in enumerate(top.players):
            bot = self.players[player].bot
            if bot is None or player in self._plans:
                continue
            state = clock.advance(top.state, bot.reaction_ms)
            then = top.game.status(state)
            if not isinstance(then, Turn) or then.number != now.number:
                continue  # it will all be different before the bot can answer
            rng = self._rng(player)
            move = self._planned(bot, state, seat, seat == now.seat, rng)
            if move is not None:
                at_ms = top.time_ms + bot.reaction_ms
                made = len(top.steps)
                self._plans[player] = Plan(seat, move, at_ms, now.number, depth, made)

    def _planned(self, bot: Bot, state: Any, seat: int, is_due: bool, rng: Random) -> Any | None:
        """What the bot at *seat* will do in *state*; ``None``: it waits. Raises ``BotFailed``."""
        game, seats = self.match.top.game, len(self.match.top.players)
        bot.cancelled = Event()

        def beside() -> Any | None:
            return bot.beside(game, state, seat, rng)

        def choose() -> Any:
            return bot.choose(game, state, seat, rng, seats)

        move = self._answered(seat, beside, lambda: (None, *game.legal_moves(state, seat)), PLAN_MS)
        if move is None and is_due:
            move = self._answered(seat, choose, lambda: game.turn_moves(state, seat), PLAN_MS)
        return move

    def _answered(
        self, seat: int, answer: Callable[[], Any], possible: Callable[[], Sequence[Any]], ms: int
    ) -> Any:
        """The *answer* of the bot at *seat*, one of the *possible*. Raises ``BotFailed``, also for
        an error of the game: nobody can tell the two apart."""
        try:
            with patience(ms, _("Its answer")):
                move = answer()
                if move in possible():
                    return move
                raise ValueError(f"{move!r} cannot be played")
        except (Exception, SystemExit) as error:
            player = self.match.top.players[seat]
            name = names_of(self.seats, self.match)[player]
            self.fault = BotFailed(failed(name, error), player)
            raise self.fault from error

    def _carry_out_plans(self) -> None:
        """The bot whose moment has come does what it planned: first the one that is on turn."""
        top = self.match.top
        due = self.player
        for player, plan in sorted(self._plans.items(), key=lambda item: item[0] != due):
            if plan.at_ms > top.time_ms or plan.depth != len(self.match.sessions):
                continue
            del self._plans[player]
            if plan.move in top.game.legal_moves(top.state, plan.seat):
                seat, move = plan.seat, plan.move
                self._change(lambda: self.match.chosen(seat, move))  # noqa: B023
                return

    def _rng(self, player: int) -> Random:
        made = sum(len(session.steps) for session in self.match.sessions)
        words = (self.match.seed, self.match.draws, len(self.match.sessions), made)
        return Random("/".join(map(str, words)) + (f"/{player}" if self.time_acts else ""))

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
        top, now = self.match.top, self.match.top.status
        if not isinstance(now, Turn) or self.fault or not self.bot_is_due:
            return None
        player = top.players[now.seat]
        bot = self.players[player].bot
        assert bot is not None
        thinking = Thinking(self.match, bot, now.seat, self._rng(player))
        bot.cancelled = thinking.cancelled
        return thinking

    def bot_chose(self, thinking: Thinking, answer: Callable[[], Any]) -> None:
        """The bot has thought; its *answer*, its decision or what it failed with, is forgotten if
        the match has gone on without it, or it was cancelled. Time may have passed: it was the
        bot's. Raises ``BotFailed``.
        """
        self.tick()
        if self._waits_for(thinking) and not thinking.cancelled.is_set():
            top, seat = self.match.top, thinking.seat

            def possible() -> Sequence[Any]:
                return top.game.turn_moves(top.state, seat)

            move = self._answered(seat, answer, possible, ANSWER_MS)
            self._change(lambda: self.match.chosen(seat, move))

    def give_up(self, thinking: Thinking) -> None:
        """Nobody waits any longer for a bot that was asked. Raises ``BotFailed``, unless the match
        has gone on without it."""
        thinking.cancel()

        def late() -> None:
            raise TimeoutError(f"no answer in {ANSWER_MS // 1000} s")

        if self._waits_for(thinking):
            self._answered(thinking.seat, late, tuple, ANSWER_MS)

    def _waits_for(self, thinking: Thinking) -> bool:
        return _decisions(thinking.match) == _decisions(self.match) and not self.trouble

    def ask_again(self) -> None:
        """The bot that failed is asked once more."""
        self._seen_to()

    def _seen_to(self) -> None:
        """No bot is at fault any more; the time it took somebody to say so was nobody's."""
        if self.fault:
            self.fault = None
            self._seen_ms = self.clock.now_ms()

    def seat(self, player: int, newcomer: Player) -> None:
        """*newcomer* plays for *player* from here on."""
        players = list(self.players)
        players[player] = newcomer
        self.players = tuple(players)
        self._tell_odds()
        self._seen_to()
        self._plans.clear()
        if self.keeper is not None:
            self.keeper.people = self.seats
        self.keep()

    def _tell_odds(self) -> None:
        """Tells the bots what their players' strengths make of a duel."""
        odds = duel_odds([player.kind for player in self.players], self.match.finder)
        for player in self.players:
            if player.bot is not None:
                player.bot.odds = odds

    def advice(self) -> Callable[[], str] | None:
        """What finds a hint for the person who decides next, in any thread; ``None``: nobody is."""
        top, now = self.match.top, self.match.top.status
        if not isinstance(now, Turn) or self.bot_is_due or self.trouble:
            return None
        rng, seats = self._rng(top.players[now.seat]), len(top.players)
        budget = Budget(HINT_NODES, HINT_MS)
        return lambda: hint(analysed(top.game, top.state, seats, budget, rng))

    def undo(self) -> None:
        """Takes back to the last decision a person made. Raises ``CannotUndo``."""
        self.tick()
        match, people = self.match, any(player.bot is None for player in self.players)
        while True:
            last = match.top.steps[-1:]
            match = match.undone()
            if not people or self._person_made(match, last):
                break
        self._undone = (*self._undone, self.match)
        self._stand(match)

    def redo(self) -> None:
        """Plays again what was taken back last. Raises ``CannotUndo``."""
        self.tick()
        if not self._undone:
            raise CannotUndo(_("Nothing was taken back."))
        *rest, match = self._undone
        self._undone = tuple(rest)
        self._stand(match)

    def _stand(self, match: Match) -> None:
        self.match, self.trouble = match, ""
        self._seen_to()
        self._plans.clear()
        self.keep()

    def _person_made(self, match: Match, last: tuple[Step, ...]) -> bool:
        seats = [step.seat for step in last if step.seat is not None]
        return all(self.players[match.top.players[seat]].bot is None for seat in seats)

    def resign(self, player: int) -> None:
        """*player* gives up the game on top."""
        self._plans.clear()
        self._change(lambda: self.match.resign(player))

    def agree_draw(self) -> None:
        """The game on top is drawn by agreement."""
        self._plans.clear()
        self._change(lambda: self.match.draw_agreed())

    def bots_accept_draw(self, asker: int) -> bool:
        """Whether every bot but *asker* would rather have the draw."""
        top = self.match.top
        for seat, player in enumerate(top.players):
            if player == asker or self.players[player].bot is None:
                continue
            game = top.game
            worth = game.evaluate(top.state, seat) if isinstance(game, Evaluated) else 0.0
            if worth >= 0:
                return False
        return True

    def choose_duel(self, game: str) -> None:
        """Plays the duel in *game* instead; if that cannot be either, *trouble* says why."""
        self.trouble = ""
        self._change(lambda: self.match.with_duel(game))

    def record(self) -> Record:
        """The match as it can be saved."""
        self.tick()
        return to_record(self.match, self.seats)

    def keep(self) -> None:
        """Writes the match into the library; *unkept* says why, if that fails."""
        if self.keeper is None:
            return
        try:
            self.keeper.keep(self.match)
            self.unkept = ""
        except LibraryError as error:
            self.unkept = str(error)

    def close(self) -> None:
        """Everybody leaves: other processes may play the match."""
        if self.keeper is not None:
            self.keeper.close()

    def view(self) -> View:
        """What the player who decides next is to see of the game on top."""
        top = self.match.top
        return top.game.view(top.state, None)

    def _change(self, change: Callable[[], Match]) -> None:
        """Takes over the match that *change* makes; a duel that fails becomes trouble instead.

        Fails, too, if what the game says of its new state is nothing that can be shown or saved.
        """
        match = before = self.match
        try:
            with patience(ANSWER_MS, _("Its answer")):
                match = change()
                _check_shown(match)
            self.match = match
        except MoveError:
            raise
        except DuelUnavailable as error:
            self.match, self.trouble = error.match, str(error)
        except (Exception, SystemExit) as error:
            failed = GameFailed.of(match.top.game, error)
            if len(match.sessions) > len(self.match.sessions):
                # the duel that has just begun cannot even be shown
                self.match = match
            if len(self.match.sessions) == 1:
                raise failed from error
            self.trouble = str(failed)
        if _decisions(before) != _decisions(self.match):
            self._undone = ()
            self._seen_to()
            self.keep()


def _decisions(match: Match) -> object:
    """What was decided in each session, whatever the time: written down when it changes."""
    sessions = [(session.game, session.steps, session.ended) for session in match.sessions]
    return sessions, match.result


def _check_shown(match: Match) -> None:
    top = match.top
    if top.ended is None:
        checked_status(top.game, top.state, len(top.players))
    page(top.game.view(top.state, None))
    if top.steps:
        session_record(replace(top, steps=top.steps[-1:]))


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
