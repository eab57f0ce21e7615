# mypyc: compile
"""Alpha-beta search for two seats.

It knows a game by the protocol alone and goes one decision deeper at a time. A line ends neither
inside a turn nor where nothing else can be played; there the game's own judgement counts
(``Evaluated``), or nothing. Ends are worth more the nearer they are, so the shortest win is found.
Luck and duels are worth what all their outcomes are worth on average: that suits games in which
they are rare.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _
from gipf_meta.protocol.capabilities import timed
from gipf_meta.protocol.game import (
    AnyGame,
    Chance,
    Duel,
    Over,
    Turn,
)
from gipf_meta.search.budget import Budget, Meter
from gipf_meta.search.mcts import Judge, Odds, Option, chances, judge_of, played_on

WON: Final = 1000.0
"""A win at once; each decision before it takes one off. What games judge lies between -1 and 1."""
PROVEN: Final = 500.0
"""What is worth more is won, what is worth less than its negative is lost."""
TINY: Final = 1e-6
"""Less than any difference between two judgements."""
DEEPEST: Final = 100
"""Decisions a line has at most."""
QUIET: Final = 12
"""How many of them may come after its depth is used up."""
COMPLETE: Final = 10_000
"""The depth of what was searched to its ends."""
ENTRIES: Final = 50_000
"""So many states, and as many older ones, are remembered."""

EXACT: Final = 0
AT_LEAST: Final = 1
AT_MOST: Final = 2


class Unsuited(GipfMetaError, ValueError):
    """The game, or the position, is none for alpha-beta; one sentence."""


class _Spent(Exception):
    """The budget is used up in the middle of an iteration."""


class Known:
    """What was found out about a state: its *score* for whoever decides there, what that is a
    *bound* of, how deep it was searched, and the best move."""

    __slots__ = ("bound", "depth", "move", "score")

    def __init__(self, depth: int, bound: int, score: float, move: Any) -> None:
        self.depth = depth
        self.bound = bound
        self.score = score
        self.move = move


class Memory:
    """What is known of states, by the states themselves. The older half is forgotten when full."""

    def __init__(self, entries: int = ENTRIES) -> None:
        self.entries = entries
        self.recent: dict[Any, Known] = {}
        self.older: dict[Any, Known] = {}

    def of(self, state: Any) -> Known | None:
        known = self.recent.get(state)
        return known if known is not None else self.older.get(state)

    def keep(self, state: Any, known: Known) -> None:
        if len(self.recent) >= self.entries:
            self.older, self.recent = self.recent, {}
        self.recent[state] = known


class Try:
    """A move at the root, where it leads, and what it is worth: *exact*, or at most its *score*."""

    __slots__ = ("complete", "exact", "move", "score", "state", "visits")

    def __init__(self, move: Any, state: Any, score: float) -> None:
        self.move = move
        self.state = state
        self.score = score
        self.exact = False
        self.complete = False
        self.visits = 0

    @property
    def sure(self) -> bool:
        """Whether no deeper search can change its value."""
        if self.score < -PROVEN:
            return True
        return self.exact and (self.complete or self.score > PROVEN)


class AlphaBeta:
    """A search in one game; *judge* says what states are worth, if not the game. *pace_ms* is what
    a decision takes where time acts. *odds* say how likely each seat is to win a duel. Raises
    ``Unsuited`` where the game is none for it.

    *nodes* counts the decisions whose moves were looked at, *depth* how many decisions deep all
    was searched.
    """

    def __init__(
        self,
        game: AnyGame,
        judge: Judge | None = None,
        pace_ms: int = 1000,
        odds: Odds | None = None,
    ) -> None:
        if 2 not in game.seat_counts:
            raise Unsuited(_("Alpha-beta plays games of two, not {game}.").format(game=game.id))
        self.game = game
        self.clock = timed(game)
        self.pace_ms = pace_ms
        self.odds = odds
        self.evaluate: Judge | None = judge or judge_of(game)
        self.nodes = 0
        self.depth = 0
        self._forget()

    def _forget(self) -> None:
        self._memory = Memory()
        self._killers: list[list[Any]] = [[] for _ply in range(DEEPEST + 1)]
        self._history: tuple[dict[Any, int], dict[Any, int]] = ({}, {})
        self._horizons = 0

    # ---- the root -------------------------------------------------------------------------------

    def run(self, state: Any, budget: Budget, rng: Random, most: int = 1) -> list[Option]:
        """The moves of the seat that is on turn in *state*, the best one first.

        The *most* best ones are worth what they say; the others are worth that at most. *rng* only
        decides between moves that are worth the same.
        """
        now = self._turn(state)
        meter = budget.begun()
        self._forget()
        self._meter: Meter = meter
        self.nodes = self.depth = 0
        moves = list(self.game.turn_moves(state, now.seat))
        rng.shuffle(moves)
        tries: list[Try] = []
        for move in moves:
            after = self._after(state, move)
            hope = 0.0 if budget.cancelled.is_set() else self._judged(after, now.seat)
            tries.append(Try(move, after, hope))
        tries.sort(key=_score, reverse=True)
        for depth in range(1, DEEPEST):
            if meter.is_spent(self.nodes) or not self._deepened(tries, now, depth, most):
                break
            self.depth = depth
            if _is_settled(tries, most, depth):
                break
        return [self._option(each) for each in tries]

    def _deepened(self, tries: list[Try], now: Turn, depth: int, most: int) -> bool:
        """Searches each move once, *depth* decisions deep, and sorts them; ``False`` if the budget
        ended that before.

        Then those that were searched go before the others if they are enough: a decision more
        makes one side look better, so the two are not compared. If not, only what is proven counts.
        """
        self.nodes += 1
        done: list[Try] = []
        finished = True
        try:
            for each in tries:
                best = sorted((one.score for one in done), reverse=True)
                alpha = best[most - 1] if len(best) >= most else -2 * WON
                horizons, nodes = self._horizons, self.nodes
                score = self._reached(each.state, now, depth - 1, alpha, 2 * WON, 1)
                deeper = Try(each.move, each.state, score)
                deeper.exact = score > alpha
                deeper.complete = self._horizons == horizons
                deeper.visits = each.visits + self.nodes - nodes + 1
                done.append(deeper)
        except _Spent:
            finished = False
        open_ = sum(each.score >= -PROVEN for each in done)
        if finished or open_ >= most:
            done.sort(key=_score, reverse=True)
            tries[:] = [*done[:open_], *tries[len(done) :], *done[open_:]]
        else:
            for index, each in enumerate(done):
                if each.sure:
                    tries[index] = each
            tries.sort(key=_score, reverse=True)
        return finished

    def _option(self, each: Try) -> Option:
        value = max(-1.0, min(1.0, each.score))
        return Option(each.move, value, each.visits, each.sure, (each.move, *self._line(each)))

    def _line(self, each: Try) -> list[Any]:
        """What follows a move, as far as it is known."""
        line: list[Any] = []
        state = each.state
        for _ply in range(DEEPEST):
            known = self._memory.of(state)
            if known is None or known.bound == AT_MOST:
                break
            line.append(known.move)
            state = self._after(state, known.move)
        return line

    # ---- below it -------------------------------------------------------------------------------

    def _reached(
        self, state: Any, mover: Turn, depth: int, alpha: float, beta: float, ply: int
    ) -> float:
        """What *state*, which *mover* has reached, is worth to that seat."""
        if self._meter.is_spent(self.nodes):
            raise _Spent
        now = self.game.status(state)
        if isinstance(now, Over):
            return _end(now, mover.seat, ply)
        if not isinstance(now, Turn):
            return self._expected(state, now, mover, depth, ply)
        moves = self.game.turn_moves(state, now.seat)
        if depth <= 0:
            goes_on = now.number == mover.number or len(moves) == 1
            if not goes_on or depth <= -QUIET or ply >= DEEPEST:
                self._horizons += 1
                return self._judged(state, mover.seat)
        if now.seat == mover.seat:
            return self._decided(state, now, moves, depth, alpha, beta, ply)
        return -self._decided(state, now, moves, depth, -beta, -alpha, ply)

    def _expected(
        self, state: Any, now: Chance[Any] | Duel, mover: Turn, depth: int, ply: int
    ) -> float:
        """What luck or a duel is worth to *mover*, who has reached it. Wins by one outcome are no
        proof; they weigh as the best a judgement can say."""
        mean = total = 0.0
        least, most = 2 * WON, -2 * WON
        for outcome, weight in self._outcomes(state, now):
            after = self._after(state, outcome)
            score = self._reached(after, mover, depth, -2 * WON, 2 * WON, ply + 1)
            least, most = min(least, score), max(most, score)
            mean += weight * max(-1.0, min(1.0, score))
            total += weight
        if least > PROVEN:
            return least
        return most if most < -PROVEN else mean / total

    def _outcomes(self, state: Any, now: Chance[Any] | Duel) -> list[tuple[Any, float]]:
        """What luck or a duel can bring, and how likely each is against the others."""
        if isinstance(now, Chance):
            return [(outcome, float(weight)) for outcome, weight in now.outcomes]
        settle = self.game.settle
        return [
            (settle(state, winner, now.game), odd)
            for winner, odd in zip(now.seats, chances(now, self.odds), strict=True)
            if odd > 0
        ]

    def _decided(
        self,
        state: Any,
        now: Turn,
        moves: Sequence[Any],
        depth: int,
        alpha: float,
        beta: float,
        ply: int,
    ) -> float:
        """What *state* is worth to the seat that decides: a score from *alpha* to *beta*, or a
        bound of it outside."""
        known = self._memory.of(state)
        hoisted: list[Any] = []
        if known is not None:
            if known.depth >= depth:
                score = _seen_from(known.score, ply)
                bound = known.bound
                if bound == EXACT or (score >= beta if bound == AT_LEAST else score <= alpha):
                    if known.depth < COMPLETE:
                        self._horizons += 1
                    return score
            hoisted.append(known.move)
        self.nodes += 1
        left = depth if len(moves) == 1 and depth > 0 else depth - 1
        horizons, lowest = self._horizons, alpha
        best, best_move = -2 * WON, moves[0]
        for killer in self._killers[ply]:
            if killer not in hoisted and killer in moves:
                hoisted.append(killer)
        order = [*hoisted, *[move for move in moves if move not in hoisted]]
        afters: dict[Any, Any] = {}
        for index in range(len(order)):
            if index == len(hoisted) and left > 0:
                order[index:] = self._sorted(state, now.seat, order[index:], afters)
            move = order[index]
            after = afters[move] if move in afters else self._after(state, move)
            if index and left > 0:
                # most are no better than the best so far, which is found out sooner than how bad
                score = self._reached(after, now, left, alpha, alpha + TINY, ply + 1)
                if alpha < score < beta:
                    score = self._reached(after, now, left, alpha, beta, ply + 1)
            else:
                score = self._reached(after, now, left, alpha, beta, ply + 1)
            if score > best:
                best, best_move = score, move
            if score > alpha:
                alpha = score
            if alpha >= beta:
                self._note(move, now.seat, depth, ply)
                break
        bound = AT_LEAST if best >= beta else EXACT if best > lowest else AT_MOST
        reached = COMPLETE if self._horizons == horizons else depth
        self._memory.keep(state, Known(reached, bound, _seen_from(best, -ply), best_move))
        return best

    def _sorted(self, state: Any, seat: int, moves: list[Any], afters: dict[Any, Any]) -> list[Any]:
        """*moves*, those that look best first; *afters* takes the states they lead to."""
        history = self._history[seat]
        keys: dict[Any, tuple[float, int]] = {}
        for move in moves:
            after = afters[move] = self._after(state, move)
            keys[move] = (self._judged(after, seat), history.get(move, 0))
        return sorted(moves, key=keys.__getitem__, reverse=True)

    def _note(self, move: Any, seat: int, depth: int, ply: int) -> None:
        """*move* refuted what came before it: it is tried early in states like this one."""
        killers = self._killers[ply]
        if move not in killers:
            killers.insert(0, move)
            del killers[2:]
        if depth > 0:
            history = self._history[seat]
            history[move] = history.get(move, 0) + depth * depth

    def _after(self, state: Any, move: Any) -> Any:
        return played_on(self.game, self.clock, self.pace_ms, state, move)

    def _judged(self, state: Any, seat: int) -> float:
        return 0.0 if self.evaluate is None else self.evaluate(state, seat)

    def _turn(self, state: Any) -> Turn:
        now = self.game.status(state)
        if not isinstance(now, Turn):
            raise Unsuited(_("Nobody decides here."))
        return now


def _end(end: Over, seat: int, ply: int) -> float:
    if len(end.winners) != 1:
        return 0.0
    return WON - ply if seat in end.winners else ply - WON


def _seen_from(score: float, ply: int) -> float:
    """A score told *ply* decisions before the state it belongs to."""
    if score > PROVEN:
        return score - ply
    return score + ply if score < -PROVEN else score


def _score(each: Try) -> float:
    return each.score


def _is_settled(tries: list[Try], most: int, depth: int) -> bool:
    """Whether a search that is deeper than *depth* would say the same of the best ones."""
    if all(each.complete for each in tries):
        return True
    return all(each.sure and WON - abs(each.score) <= depth for each in tries[:most])
