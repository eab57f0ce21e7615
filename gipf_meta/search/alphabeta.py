# mypyc: compile
"""Alpha-beta search for two seats.

The search knows a game by the protocol alone and goes one decision deeper at a time. At the end of
a line the game's own judgement counts (``Evaluated``), or nothing; no line ends inside a turn or at
a forced decision. Moves that look poor are searched one decision less deep, and fully only if they
turn out well. Near ends are worth more than far ones, so the search finds the shortest win it sees.
Luck and duels are worth the mean of their outcomes: that suits games in which they are rare.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final, TypeAlias

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _
from gipf_meta.protocol.capabilities import ForcedMoves, QuietMovesEvaluated, timed
from gipf_meta.protocol.game import AnyGame, Chance, Duel, Over, Turn
from gipf_meta.protocol.searching import WON
from gipf_meta.search.budget import Budget
from gipf_meta.search.mcts import (
    Judge,
    MovesJudge,
    Odds,
    chances,
    judge_of,
    moves_judge_of,
    play_on,
)
from gipf_meta.search.memory import (
    AT_LEAST,
    AT_MOST,
    COMPLETE,
    EXACT,
    TableEntry,
    TranspositionTable,
)
from gipf_meta.search.root import INFINITE, PROVEN, BudgetSpent, IterativeDeepening, RootMove

UNBOUNDED: Final = float(INFINITE)
"""More than any score, as a float."""
TINY: Final = 1e-6
"""Less than any difference between two judgements."""
DEEPEST: Final = 100
"""The most decisions of a line."""
QUIET: Final = 12
"""The most decisions that a line may have after its depth is used up."""
STRIDE: Final = 6
"""A search goes deeper by one decision at a time, from three times as many on by one more for each
as many: so long lines are seen where little is left to choose, and nearly all that a search costs
there is to look at the same states at every depth."""
LATE: Final = 4
"""The moves of a state that are searched to the full depth at once, the best by judgement: of the
others, those that are better than all before when searched a decision less deep."""
QuietJudge: TypeAlias = Callable[[Any, int, Sequence[Any]], Sequence[float | None]]
"""A function that judges the quiet ones of a seat's moves (``QuietMovesEvaluated``)."""


class Unsuited(GipfMetaError, ValueError):
    """Alpha-beta cannot search this game or this position; one sentence."""


class AlphaBeta(IterativeDeepening[Any]):
    """A search by the states of one game for two. Raises ``Unsuited`` for other games.

    Scores are judgements from -1 to 1, and beyond ``PROVEN`` the nearer to ``WON`` the sooner the
    end comes. *judge* says what states are worth, else the game does. *pace_ms* is the time that a
    decision takes in games with clocks, in milliseconds. *odds* say how likely each seat is to win
    a duel. A run raises ``Unsuited`` if no seat is on turn.
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
        super().__init__(DEEPEST, _value)
        self.game = game
        self.clock = timed(game)
        self.pace_ms = pace_ms
        self.odds = odds
        self.evaluate: Judge | None = judge or judge_of(game)
        #: judges all moves at once, but not the time that they take
        self.evaluate_moves: MovesJudge | None = None
        #: judges at once after which of them a search may stop; who errs in judging errs in each
        self.evaluate_quiet_moves: QuietJudge | None = None
        if self.clock is None:
            self.evaluate_moves = moves_judge_of(game, judge)
            if (
                self.evaluate is not None
                and judge is None
                and isinstance(game, QuietMovesEvaluated)
            ):
                self.evaluate_quiet_moves = game.evaluate_quiet_moves
        # bound once: they are called for every state
        self._status: Callable[[Any], Any] = game.status
        self._moves: Callable[[Any, int], Sequence[Any]] = game.turn_moves
        self._apply: Callable[[Any, Any], Any] = game.apply
        self._is_forced: Callable[[Any, int], bool] | None = None
        if isinstance(game, ForcedMoves):
            self._is_forced = game.is_forced
        self._forget()

    def _forget(self) -> None:
        self._table = TranspositionTable()
        self._killers: list[list[Any]] = [[] for _ply in range(DEEPEST + 1)]
        self._history: tuple[dict[Any, int], dict[Any, int]] = ({}, {})
        #: the states that follow the one at the root, by the moves that lead there
        self._afters: dict[Any, Any] = {}

    # ---- the root -------------------------------------------------------------------------------

    def _begin(self, state: Any, budget: Budget, rng: Random) -> list[Any]:
        now = self.game.status(state)
        if not isinstance(now, Turn):
            raise Unsuited(_("Nobody decides here."))
        self._forget()
        self._state = state
        self._now = now
        return list(self.game.turn_moves(state, now.seat))

    def _hope(self, move: Any) -> float:
        return self._judge(self._after_root(move), self._now.seat)

    def _root_score(
        self, known: RootMove, depth: int, alpha: float, before: int, most: int
    ) -> float:
        after = self._after_root(known.move)
        if before >= most and depth > 1:
            is_late = before - most >= LATE - 1
            return self._scout(after, self._now, depth - 1, alpha, UNBOUNDED, 1, is_late)
        return self._search(after, self._now, depth - 1, alpha, UNBOUNDED, 1)

    def _step(self, depth: int) -> int:
        return max(1, depth // STRIDE - 1)

    def _line(self, move: Any) -> list[Any]:
        line = [move]
        state = self._after_root(move)
        for _ply in range(DEEPEST):
            known = self._table.get(state)
            if known is None or known.bound == AT_MOST:
                break
            line.append(known.move)
            state = self._after(state, known.move)
        return line

    def _after_root(self, move: Any) -> Any:
        if move not in self._afters:
            self._afters[move] = self._after(self._state, move)
        return self._afters[move]

    # ---- below it -------------------------------------------------------------------------------

    def _search(
        self, state: Any, mover: Turn, depth: int, alpha: float, beta: float, ply: int
    ) -> float:
        """The score of *state*, to which *mover* has led, for the seat of *mover*.

        Raises ``BudgetSpent``.
        """
        if self._is_spent():
            raise BudgetSpent
        now = self._status(state)
        if isinstance(now, Over):
            return _end(now, mover.seat, ply)
        if not isinstance(now, Turn):
            return self._expected_score(state, now, mover, depth, ply)
        if depth <= 0 and (
            depth <= -QUIET
            or ply >= DEEPEST
            or (now.number != mover.number and not self._has_one_move(state, now.seat))
        ):
            self._horizons += 1
            return self._judge(state, mover.seat)
        if now.seat == mover.seat:
            return self._negamax(state, now, depth, alpha, beta, ply)
        return -self._negamax(state, now, depth, -beta, -alpha, ply)

    def _expected_score(
        self, state: Any, now: Chance[Any] | Duel, mover: Turn, depth: int, ply: int
    ) -> float:
        """The score of luck or a duel for *mover*: the mean of the outcomes.

        A win by one outcome alone proves nothing; it counts as the best judgement.
        """
        mean = total = 0.0
        least, most = UNBOUNDED, -UNBOUNDED
        for outcome, weight in _outcomes(self.game, self.odds, state, now):
            after = self._after(state, outcome)
            score = self._search(after, mover, depth, -UNBOUNDED, UNBOUNDED, ply + 1)
            least, most = min(least, score), max(most, score)
            mean += weight * max(-1.0, min(1.0, score))
            total += weight
        if least > PROVEN:
            return least
        return most if most < -PROVEN else mean / total

    def _negamax(
        self, state: Any, now: Turn, depth: int, alpha: float, beta: float, ply: int
    ) -> float:
        """The score of *state* for the seat that decides: exact from *alpha* to *beta*, else a
        bound."""
        known = self._table.get(state)
        order: list[Any] = []
        if known is not None:
            if known.depth >= depth:
                score = _shift(known.score, ply)
                bound = known.bound
                if bound == EXACT or (score >= beta if bound == AT_LEAST else score <= alpha):
                    if known.depth < COMPLETE:
                        self._horizons += 1
                    return score
            order.append(known.move)
        self.nodes += 1
        moves = self._moves(state, now.seat)
        left = depth if len(moves) == 1 and depth > 0 else depth - 1
        horizons, lowest = self._horizons, alpha
        best, best_move = -UNBOUNDED, moves[0]
        afters: dict[Any, Any] = {}
        index, stage = -1, 0
        quiet: float | None = None
        while True:
            index += 1
            # most nodes are cut off by their first moves: others are looked for after these
            if index == len(order) and stage == 0:
                stage = 1
                for killer in self._killers[ply]:
                    if killer not in order and killer in moves:
                        order.append(killer)
            if index == len(order) and stage == 1:
                stage = 2
                others = [move for move in moves if move not in order]
                if not others:
                    break
                if left > 0:
                    others = self._sort(state, now.seat, others, afters)
                elif self.evaluate_quiet_moves is not None:
                    worths = self.evaluate_quiet_moves(state, now.seat, others)
                    others, quiet = _best_quiet_first(others, worths)
                order += others
            if index == len(order):
                break
            move = order[index]
            if quiet is not None:
                self._horizons += 1
                score, quiet = quiet, None
            else:
                after = afters[move] if move in afters else self._after(state, move)
                if index and left > 0:
                    score = self._scout(after, now, left, alpha, beta, ply + 1, index >= LATE)
                else:
                    score = self._search(after, now, left, alpha, beta, ply + 1)
            if score > best:
                best, best_move = score, move
            if score > alpha:
                alpha = score
            if alpha >= beta:
                self._note_cutoff(move, now.seat, depth, ply)
                break
        bound = AT_LEAST if best >= beta else EXACT if best > lowest else AT_MOST
        reached = COMPLETE if self._horizons == horizons else depth
        self._table.keep(state, TableEntry(reached, bound, _shift(best, -ply), best_move))
        return best

    def _scout(
        self,
        state: Any,
        mover: Turn,
        depth: int,
        alpha: float,
        beta: float,
        ply: int,
        is_late: bool,
    ) -> float:
        """The score of *state* as ``_search`` finds it, where some other move has *alpha*.

        A narrow window proves sooner that the move is no better; *is_late* says that it looks poor.
        """
        if is_late and depth > 1:
            score = self._search(state, mover, depth - 1, alpha, alpha + TINY, ply)
            if score <= alpha:
                return score
        score = self._search(state, mover, depth, alpha, alpha + TINY, ply)
        if alpha < score < beta:
            score = self._search(state, mover, depth, alpha, beta, ply)
        return score

    def _sort(self, state: Any, seat: int, moves: list[Any], afters: dict[Any, Any]) -> list[Any]:
        """Sorts *moves*, the best by judgement first; enters their states in *afters* where these
        had to be made."""
        history = self._history[seat]
        keys: dict[Any, tuple[float, int]] = {}
        if self.evaluate_moves is not None:
            worths = self.evaluate_moves(state, seat, moves)
            for index in range(len(moves)):
                keys[moves[index]] = (worths[index], history.get(moves[index], 0))
            return sorted(moves, key=keys.__getitem__, reverse=True)
        for move in moves:
            after = afters[move] = self._after(state, move)
            keys[move] = (self._judge(after, seat), history.get(move, 0))
        return sorted(moves, key=keys.__getitem__, reverse=True)

    def _note_cutoff(self, move: Any, seat: int, depth: int, ply: int) -> None:
        """Remembers *move*, which caused a cutoff, to try it early in similar states."""
        killers = self._killers[ply]
        if move not in killers:
            killers.insert(0, move)
            del killers[2:]
        if depth > 0:
            history = self._history[seat]
            history[move] = history.get(move, 0) + depth * depth

    def _has_one_move(self, state: Any, seat: int) -> bool:
        if self._is_forced is not None:
            return self._is_forced(state, seat)
        return len(self._moves(state, seat)) == 1

    def _after(self, state: Any, move: Any) -> Any:
        if self.clock is None:
            return self._apply(state, move)
        return play_on(self.game, self.clock, self.pace_ms, state, move)

    def _judge(self, state: Any, seat: int) -> float:
        return 0.0 if self.evaluate is None else self.evaluate(state, seat)


def _value(score: float) -> float:
    return max(-1.0, min(1.0, score))


def _outcomes(
    game: AnyGame, odds: Odds | None, state: Any, now: Chance[Any] | Duel
) -> list[tuple[Any, float]]:
    """The moves of luck or of a duel's end, with their weights."""
    if isinstance(now, Chance):
        return [(outcome, float(weight)) for outcome, weight in now.outcomes]
    return [
        (game.settle(state, winner, now.game), odd)
        for winner, odd in zip(now.seats, chances(now, odds), strict=True)
        if odd > 0
    ]


def _best_quiet_first(
    moves: list[Any], worths: Sequence[float | None]
) -> tuple[list[Any], float | None]:
    """The best quiet one of *moves* by *worths*, then those that are not quiet: where a line may
    end no other counts. With the worth of the first; ``None`` where none of *moves* is quiet."""
    best: float | None = None
    best_move: Any = None
    others: list[Any] = []
    for index in range(len(moves)):
        worth = worths[index]
        if worth is None:
            others.append(moves[index])
        elif best is None or worth > best:
            best, best_move = worth, moves[index]
    return (others, None) if best is None else ([best_move, *others], best)


def _end(end: Over, seat: int, ply: int) -> float:
    if len(end.winners) != 1:
        return 0.0
    return WON - ply if seat in end.winners else ply - WON


def _shift(score: float, ply: int) -> float:
    """A proven score of a state, as seen *ply* decisions before that state."""
    if score > PROVEN:
        return score - ply
    return score + ply if score < -PROVEN else score
