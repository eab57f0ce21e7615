"""The bots of a match: requests to them for decisions and, where time acts, for plans."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from threading import Event
from typing import Any, Final, NamedTuple

from gipf_meta.base.clock import Clock
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _
from gipf_meta.base.timelimit import time_limit
from gipf_meta.bots.bot import Bot, Request, engine_ms
from gipf_meta.bots.duel_odds import duel_odds
from gipf_meta.bots.engine_bot import EngineBot
from gipf_meta.match.match import GameFinder, Match
from gipf_meta.narration.story import names_of
from gipf_meta.protocol.capabilities import Evaluated, timed
from gipf_meta.protocol.failures import failure_sentence
from gipf_meta.protocol.game import Turn, beside_moves
from gipf_meta.protocol.gate import Gate
from gipf_meta.records.models import Seat
from gipf_meta.table.players import BotFailed, Player, seats_of

ANSWER_MS = 30_000
"""The most milliseconds of a game, or of a bot that is no engine, for one decision."""
PLAN_MS = 5_000
"""The most milliseconds of a bot where time acts and does not wait for it."""
PATIENCE_MS: Final = 8_000
"""The milliseconds that people wait for a turn of a bot, if they do not say otherwise."""
THINKING: Final = 0.85
"""The part of that time in which bots think; the rest is for pauses and for slow machines."""
SHARE: Final = 0.7
"""The part of the time left that the next decision may use: more decisions may follow it."""
LEAST_MS: Final = 100
"""The least time for a decision, in milliseconds, where no clock of the match grants less."""
EAGER: Final = 0.42
"""The part of what people wait that a bot uses which plays as well as time allows: two seconds
where they wait eight for a turn."""


def answer_ms(bot: Bot) -> int:
    """The most milliseconds of *bot* for one decision. An engine is ended before."""
    return max(ANSWER_MS, engine_ms(bot))


class GrantedTime(NamedTuple):
    """The milliseconds that a decision may take at most, and those that a bot takes which plays
    as well as time allows; ``None``: no limit, and all count positions."""

    limit_ms: int | None = None
    granted_ms: int | None = None


class Patience:
    """Divides *ms* milliseconds of each bot's turn among the decisions of that turn.

    ``None``: nobody waits, and bots count positions alone. *clock* measures the time that a bot has
    thought. The players' clock may grant less: the time left on it has to last for the game.
    """

    def __init__(self, clock: Clock, ms: int | None = None) -> None:
        self.ms = ms
        self._clock = clock
        self._turn: tuple[int, Turn] | None = None
        self._made = -1
        self._used_ms = 0
        self._begun_at_ms = 0

    def begin(self, match: Match) -> GrantedTime:
        """The time for the next decision of *match*."""
        top, now = match.top, match.top.status
        turn, made = (len(match.sessions), now) if isinstance(now, Turn) else None, len(top.steps)
        if turn != self._turn or made <= self._made:  # another turn, or the same one taken back
            self._used_ms = 0
        self._turn, self._made = turn, made
        self._begun_at_ms = self._clock.now_ms()
        if self.ms is None:
            return GrantedTime()
        limit_ms = max(LEAST_MS, int((self.ms * THINKING - self._used_ms) * SHARE))
        granted_ms, spare_ms = round(EAGER * limit_ms), match.ms_to_spend()
        if spare_ms is not None:
            most_ms = max(1, int(spare_ms * THINKING * SHARE))
            limit_ms, granted_ms = min(limit_ms, most_ms), min(granted_ms, most_ms)
        return GrantedTime(limit_ms, granted_ms if self.grants_time(match) else None)

    def grants_time(self, match: Match) -> bool:
        """Whether time ends searches in *match*, and not the number of positions alone."""
        return self.ms is not None and match.thinking != "positions"

    def to_react(self, match: Match, bot: Bot) -> GrantedTime:
        """The time for a plan of *bot* where time acts, while its reaction time passes."""
        if isinstance(bot, EngineBot):
            return GrantedTime(bot.reaction_ms)
        return GrantedTime(None, bot.reaction_ms if self.grants_time(match) else None)

    def end(self) -> None:
        """Notes that the decision of the last request has come."""
        self._used_ms += self._clock.now_ms() - self._begun_at_ms


@dataclass(frozen=True)
class Thinking:
    """A *request* for a decision in *match* to a *bot*. ``choose`` may run in any thread.

    ``cancel`` sets *cancelled*, which the request holds, too. *may_wait*: the decision may be one
    beside the turn or, where the bot is not on turn, ``None``.
    """

    match: Match
    bot: Bot
    request: Request
    cancelled: Event
    may_wait: bool = False

    @property
    def seat(self) -> int:
        """The seat in the game on top that decides."""
        return self.request.seat

    def choose(self) -> Any:
        """The bot's decision. Raises whatever the bot or the game raises."""
        return decide(self.bot, self.request, self.may_wait)

    def cancel(self) -> None:
        """Tells the bot that its decision is no longer needed."""
        self.cancelled.set()


def decide(bot: Bot, request: Request, may_wait: bool) -> Any | None:
    """The decision of *bot*; if it *may_wait*, one beside the turn or, not on turn, ``None``."""
    if may_wait:
        move = bot.beside(request)
        if move is not None or not request.game.turn_moves(request.state, request.seat):
            return move
    return bot.choose(request)


@dataclass(frozen=True)
class PlannedDecision:
    """A *move* that a bot at *seat* will play when the session on top is *at_ms* ms old; ``None``:
    the bot gets another request then.

    The plan holds for turn *number* of the session at *depth* (1: the match itself), as long as
    that session has *made* decisions.
    """

    seat: int
    move: Any
    at_ms: int
    number: int
    depth: int
    made: int

    def holds(self, match: Match) -> bool:
        """Whether the plan is for *match* as it stands now."""
        top, now = match.top, match.top.status
        stands = isinstance(now, Turn) and (now.number, len(match.sessions), len(top.steps))
        return stands == (self.number, self.depth, self.made)


def bot_seed(match: Match, player: int) -> str:
    """The seed for the bot of *player*, a word from the match's seed and its decisions so far.

    So a match that was saved and resumed goes on as it would have.
    """
    made = sum(len(session.steps) for session in match.sessions)
    words = "/".join(map(str, (match.seed, match.draws, len(match.sessions), made)))
    # where time acts several bots think at the same moment, and each needs its own numbers
    return f"{words}/{player}" if timed(match.top.game) else words


@dataclass(frozen=True)
class _Planning:
    """A request to a bot that is answered outside the table, *thinking*, for the *plan*, whose move
    is not known yet."""

    thinking: Thinking
    plan: PlannedDecision

    def holds(self, match: Match) -> bool:
        """Whether the plan is still waited for in *match*."""
        return not self.thinking.cancelled.is_set() and self.plan.holds(match)


class Pilots:
    """The players of a table: its *players* and, of them, the bots, to which this sends requests.

    *finder* finds the games of duels, whose odds bots consider. *patience* limits the time of bots
    where nobody's time acts, by *clock*: a host for people sets its ``ms``. Where time acts, the
    bot on turn, and any engine, may take long to plan: with *plans_elsewhere* they do not plan
    here, but where the caller fetches ``planning`` and brings its answer to ``take_planned``.
    """

    def __init__(
        self,
        players: Sequence[Player],
        finder: GameFinder,
        clock: Clock,
        plans_elsewhere: bool = False,
    ) -> None:
        self.patience = Patience(clock)
        self.plans_elsewhere = plans_elsewhere
        self._finder = finder
        self._hasty: set[int] = set()
        self._notice = ""
        self._sit_down(tuple(players))

    def _sit_down(self, players: tuple[Player, ...]) -> None:
        self.players = players
        self._seats: tuple[Seat, ...] | None = None
        self._odds = duel_odds([player.kind for player in players], self._finder)
        self._plans: dict[int, PlannedDecision] = {}
        self._planning: dict[int, _Planning] = {}

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The players as a record holds them; asked for often, and seldom changed."""
        if self._seats is None:
            self._seats = seats_of(self.players)
        return self._seats

    def seat(self, player: int, newcomer: Player) -> None:
        """Seats *newcomer* in place of *player*; all plan anew."""
        self.drop_plans()
        self._hasty.discard(player)
        self._sit_down((*self.players[:player], newcomer, *self.players[player + 1 :]))

    def thinking(self, match: Match, seat: int) -> Thinking:
        """A request for a decision to the bot at *seat* of the game on top."""
        bot = self.players[match.top.players[seat]].bot
        assert bot is not None
        cancelled, granted = Event(), self.patience.begin(match)
        request = self._request(match, match.top.state, seat, cancelled, granted)
        return Thinking(match, bot, request, cancelled)

    def _request(
        self,
        match: Match,
        state: Any,
        seat: int,
        cancelled: Event,
        granted: GrantedTime,
        later_ms: int = 0,
    ) -> Request:
        """The request for what *seat* does in *state* of the game on top, *later_ms* from now."""
        top = match.top
        seed = bot_seed(match, top.players[seat])
        return Request(
            top.game,
            state,
            seat,
            len(top.players),
            Random(seed),
            self._odds,
            cancelled,
            granted.limit_ms,
            granted.granted_ms,
            session=top,
            later_ms=later_ms,
            seed=seed,
            below=match.sessions[:-1],
        )

    def take_decision(self, match: Match, thinking: Thinking, answer: Callable[[], Any]) -> Any:
        """Checks that the *answer* to *thinking* is a decision of that bot's turn; returns it.

        Raises ``BotFailed``, also for errors of the game: nobody can tell the two apart.
        """
        top, seat = match.top, thinking.seat
        possible = partial(top.game.turn_moves, top.state, seat)
        move = self._check(match, seat, answer, possible, answer_ms(thinking.bot))
        self.patience.end()
        self._note_haste(thinking)
        return move

    def _note_haste(self, thinking: Thinking) -> None:
        """Notes for ``take_notice`` that time ended a bot's search; once a match for each bot."""
        player = thinking.match.top.players[thinking.seat]
        if thinking.request.cut_short.is_set() and player not in self._hasty:
            self._hasty.add(player)
            words = _("{name} had to stop thinking and could be stronger with more time.")
            self._notice = words.format(name=names_of(self.seats, thinking.match)[player])

    def take_notice(self) -> str:
        """Returns the next notice about a bot's play, once: a sentence, or ``""``."""
        notice, self._notice = self._notice, ""
        return notice

    def _check(
        self,
        match: Match,
        seat: int,
        answer: Callable[[], Any],
        possible: Callable[[], Sequence[Any]],
        ms: int,
    ) -> Any:
        """Checks that the *answer* comes within *ms* milliseconds and is *possible*; returns it.

        Raises ``BotFailed``.
        """
        try:
            with Gate(match.top.game), time_limit(ms, _("Its answer")):
                move = answer()
                if move in possible():
                    return move
                raise ValueError(_("{move!r} cannot be played").format(move=move))
        except GipfMetaError as error:
            player = match.top.players[seat]
            name = names_of(self.seats, match)[player]
            raise BotFailed(failure_sentence(name, error), player) from error

    def accept_draw(self, match: Match, asker: int) -> bool:
        """Whether every bot but *asker* judges its seat to be behind; without a judgement: no."""
        top = match.top
        for seat, player in enumerate(top.players):
            if player == asker or self.players[player].bot is None:
                continue
            game = top.game
            with Gate(game):
                worth = game.evaluate(top.state, seat) if isinstance(game, Evaluated) else 0.0
            if worth >= 0:
                return False
        return True

    # ---- plans, where time acts -----------------------------------------------------------

    def make_plans(self, match: Match) -> None:
        """Requests a plan from every bot that has none.

        Every decision makes the bots plan anew. So plans follow from the match alone, and a match
        that was broken off goes on as it would have. Raises ``BotFailed``.
        """
        top, now = match.top, match.top.status
        clock, depth = timed(top.game), len(match.sessions)
        if clock is None or not isinstance(now, Turn):
            self.drop_plans()
            return
        for player, plan in list(self._plans.items()):
            if not plan.holds(match):
                del self._plans[player]
        for player, planning in list(self._planning.items()):
            if not planning.holds(match):
                self._stop_planning(player)
        for seat, player in enumerate(top.players):
            bot = self.players[player].bot
            if bot is None or player in self._plans or player in self._planning:
                continue
            try:
                with Gate(top.game):
                    state = clock.advance(top.state, bot.reaction_ms)
                    then = top.game.status(state)
                    may_act = seat == now.seat or beside_moves(top.game, state, seat)
            except GipfMetaError:
                continue  # a game that fails while time passes says so when it has passed
            if not isinstance(then, Turn) or then.number != now.number:
                continue  # the turn ends before the bot can answer
            at_ms, made = top.time_ms + bot.reaction_ms, len(top.steps)
            plan = PlannedDecision(seat, None, at_ms, now.number, depth, made)
            cancelled = Event()
            is_engine, later_ms = isinstance(bot, EngineBot), bot.reaction_ms
            granted = self.patience.to_react(match, bot)
            request = self._request(match, state, seat, cancelled, granted, later_ms)
            if is_engine and self.plans_elsewhere:
                if may_act:
                    thinking = Thinking(match, bot, request, cancelled, may_wait=True)
                    self._planning[player] = _Planning(thinking, plan)
                continue
            move = self._plan_beside(match, bot, request)
            if move is None and seat == now.seat:
                if self.plans_elsewhere:
                    thinking = Thinking(match, bot, request, cancelled)
                    self._planning[player] = _Planning(thinking, plan)
                    continue
                move = self._plan_turn(match, request, partial(bot.choose, request))
            if move is not None:
                self._plans[player] = replace(plan, move=move)

    def _plan_beside(self, match: Match, bot: Bot, request: Request) -> Any | None:
        """The move beside its turn that *bot* plans; ``None``: none. Raises ``BotFailed``."""
        game, state, seat = request.game, request.state, request.seat

        def possible_beside() -> Sequence[Any]:
            return (None, *game.legal_moves(state, seat))

        return self._check(match, seat, partial(bot.beside, request), possible_beside, PLAN_MS)

    def _plan_turn(self, match: Match, request: Request, answer: Callable[[], Any]) -> Any:
        """Checks the *answer* to *request*, a move of the bot's turn. Raises ``BotFailed``."""
        possible = partial(request.game.turn_moves, request.state, request.seat)
        return self._check(match, request.seat, answer, possible, PLAN_MS)

    def planning(self, match: Match) -> Thinking | None:
        """The request to the bot that must plan outside the table for *match*, if any."""
        waiting = (each.thinking for each in self._planning.values() if each.holds(match))
        return next(waiting, None)

    def take_planned(self, match: Match, thinking: Thinking, answer: Callable[[], Any]) -> None:
        """Takes the plan that *answer* returns; a bot that was slower than it says plays now.

        Does nothing if nobody waits for it. Raises ``BotFailed``.
        """
        player = match.top.players[thinking.seat]
        planning = self._planning.get(player)
        if planning is None or planning.thinking is not thinking or not planning.holds(match):
            return
        del self._planning[player]
        move = self._plan_turn_or_beside(match, thinking, answer)
        at_ms = max(planning.plan.at_ms, match.top.time_ms)
        self._plans[player] = replace(planning.plan, move=move, at_ms=at_ms)

    def _plan_turn_or_beside(
        self, match: Match, thinking: Thinking, answer: Callable[[], Any]
    ) -> Any | None:
        """Checks the *answer* of a bot that planned outside the table. Raises ``BotFailed``."""
        request = thinking.request
        if not thinking.may_wait:
            return self._plan_turn(match, request, answer)
        game, state, seat = request.game, request.state, request.seat

        def possible() -> Sequence[Any]:
            moves = game.legal_moves(state, seat)
            return moves if game.turn_moves(state, seat) else (*moves, None)

        return self._check(match, seat, answer, possible, PLAN_MS)

    def _stop_planning(self, player: int) -> None:
        """Drops the request for a plan of *player* that is answered outside the table."""
        self._planning.pop(player).thinking.cancel()

    def ms_to_plan(self, match: Match) -> int | None:
        """The milliseconds until the first plan in *match* is played; ``None``: no bot has a
        plan."""
        now_ms = match.top.time_ms
        return min((max(0, plan.at_ms - now_ms) for plan in self._plans.values()), default=None)

    def take_due_plan(self, match: Match, first: int | None) -> PlannedDecision | None:
        """Removes and returns a plan that holds and whose time has come, that of player *first*
        before others.

        ``None`` if there is none. Drops such plans whose move is no longer legal.
        """
        top = match.top
        for player, plan in sorted(self._plans.items(), key=lambda item: item[0] != first):
            if plan.at_ms > top.time_ms or not plan.holds(match):
                continue  # time may have ended the turn, or the match, at this very moment
            del self._plans[player]
            if plan.move in top.game.legal_moves(top.state, plan.seat):
                return plan
        return None

    def drop_plans(self) -> None:
        """Drops all plans."""
        self._plans.clear()
        for player in list(self._planning):
            self._stop_planning(player)
