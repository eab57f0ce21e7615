"""Whether a solution is the best, and alone: each turn beside its rivals, by searches after them.

A root search is not believed: each rival is judged by a search of its own that begins after it, as
the solution is. Rivals are the lines of searches before each decision of the turn, and those that
seem best when a few positions are looked at after every legal turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from gipf_meta.protocol.game import Over, Turn
from gipf_meta.protocol.puzzles import moves_of
from gipf_meta.search.analysis import analyse
from gipf_meta.search.budget import Budget
from tests.puzzles.written import Finding, Written

CLEAR: Final = 15
"""The points of a hundred by which a rival has to be worse."""
NEAR: Final = 10
"""The points by which a defence may be worse than the best one."""
DEEPER: Final = 4
"""How many times as many positions confirm a doubt: what seemed as good may be seen to lose."""
DECIDED: Final = 80
"""The chances in percent that make a game decided."""
WORTH: Final = 45
"""The chances in percent that a solution has to have at least."""
FEWEST: Final = 4
"""The positions that are looked at after a turn at least."""
MOST_TURNS: Final = 20_000
"""The most turns that are listed."""
MOST_RIVALS: Final = 4
"""The number of turns that are searched well of those that seemed best at a glance."""
SEATS: Final = 2


@dataclass(frozen=True)
class Judge:
    """Judges states of *game* by searches of so many *positions*."""

    game: Any
    positions: int
    seed: int = 1

    def chances(self, state: Any, seat: int, positions: int | None = None) -> float | None:
        """The chances of *seat* in percent; ``None`` where neither a seat decides nor the game is
        over."""
        now = self.game.status(state)
        if isinstance(now, Over):
            return 100.0 if now.winners == (seat,) else 0.0 if now.winners else 50.0
        if not isinstance(now, Turn):
            return None
        value: float = self.lines(state, positions or self.positions)[0].value
        return 50 * (1 + (value if now.seat == seat else -value))

    def lines(self, state: Any, positions: int) -> Sequence[Any]:
        budget = Budget(positions)
        return analyse(self.game, state, SEATS, budget, Random(self.seed), MOST_RIVALS).lines

    def turns_from(self, state: Any) -> dict[Any, str]:
        """The states after all turns of the seat that decides in *state*, each with its turn."""
        found: dict[Any, str] = {}
        waiting: list[tuple[Any, tuple[Any, ...]]] = [(state, ())]
        now = self.game.status(state)
        while waiting and len(found) < MOST_TURNS:
            at, done = waiting.pop()
            if done and not self._goes_on(at, now):
                found.setdefault(at, self._text(state, done))
                continue
            for move in self.game.turn_moves(at, now.seat):
                waiting.append((self.game.apply(at, move), (*done, move)))
        return found

    def _goes_on(self, state: Any, begun: Turn) -> bool:
        now = self.game.status(state)
        return isinstance(now, Turn) and (now.seat, now.number) == (begun.seat, begun.number)

    def _text(self, state: Any, moves: Sequence[Any]) -> str:
        return ",".join(text for text, _before in self.game.texts(state, moves))

    def end_of_turn(self, state: Any, moves: Sequence[Any]) -> Any:
        """The state after those of *moves* that belong to the turn that begins in *state*."""
        begun = self.game.status(state)
        for move in moves:
            state = self.game.apply(state, move)
            if not self._goes_on(state, begun):
                break
        return state

    def rivals(self, state: Any, moves: Sequence[Any]) -> dict[Any, str]:
        """The states after turns that may be as good as *moves*, which is left out."""
        end, begun = self.end_of_turn(state, moves), self.game.status(state)
        found: dict[Any, str] = {}
        at: Any = state
        done: tuple[Any, ...] = ()
        for move in moves:
            if len(self.game.turn_moves(at, begun.seat)) > 1:
                for line in self.lines(at, self.positions):
                    after = self.end_of_turn(at, line.moves)
                    found.setdefault(after, self._text(state, (*done, *line.moves[:1])) + " …")
            at, done = self.game.apply(at, move), (*done, move)
        found |= self._seeming_best(state, begun.seat)
        return {after: text for after, text in found.items() if not self.same(after, end)}

    def is_won(self, state: Any, seat: int) -> bool:
        """Whether *seat* has won."""
        now = self.game.status(state)
        return isinstance(now, Over) and now.winners == (seat,)

    def same(self, one: Any, other: Any) -> bool:
        """Whether both are one position."""
        return bool(one == other or self.game.to_text(one) == self.game.to_text(other))

    def _seeming_best(self, state: Any, seat: int) -> dict[Any, str]:
        """The turns that seem best when a few positions after each are looked at."""
        turns = self.turns_from(state)
        count = min(len(turns), self.positions // FEWEST)
        some = Random(self.seed).sample(list(turns), count)
        few = min(self.positions // count, 100)
        worth = [(self.chances(after, seat, few) or 0.0, n) for n, after in enumerate(some)]
        best = sorted(worth, reverse=True)[: MOST_RIVALS + 1]
        return {some[n]: turns[some[n]] for _chances, n in best}


def doubts(puzzle: Written, game: Any, positions: int, seed: int = 1) -> Iterator[Finding]:
    """The turns of *puzzle* that are not the best, or not alone, and what else makes it none: each
    doubt that a deeper search has, too."""
    judge, state = Judge(game, positions, seed), game.from_text(puzzle.position)
    deeper = Judge(game, DEEPER * positions, seed)
    solver = game.status(state).seat
    for n, text in enumerate(puzzle.turns, 1):
        moves = moves_of(game, state, text)
        look = _not_alone if game.status(state).seat == solver else _poor_defence
        if doubted := {each.kind for each in look(puzzle, n, judge, state, moves)}:
            again = look(puzzle, n, deeper, state, moves)
            yield from (each for each in again if each.kind in doubted)
        for move in moves:
            state = game.apply(state, move)


def _not_alone(
    puzzle: Written, n: int, judge: Judge, state: Any, moves: Sequence[Any]
) -> Iterator[Finding]:
    seat, text = judge.game.status(state).seat, puzzle.turns[n - 1]
    own = judge.chances(judge.end_of_turn(state, moves), seat)
    others = judge.rivals(state, moves)
    if n == len(puzzle.turns):
        as_good = [judge.end_of_turn(state, moves_of(judge.game, state, e)) for e in puzzle.also]
        others = {
            after: turn
            for after, turn in others.items()
            if not any(judge.same(after, each) for each in as_good)
        }
    if judge.is_won(judge.end_of_turn(state, moves), seat):
        # What wins at once is better than what wins some day.
        others = {after: turn for after, turn in others.items() if judge.is_won(after, seat)}
    known = [(judge.chances(after, seat), turn) for after, turn in others.items()]
    told = sorted(((worth, turn) for worth, turn in known if worth is not None), reverse=True)
    if own is None or not told:
        return
    worth, rival = told[0]
    if worth > own - CLEAR:
        words = f"turn {n}, {text}, is worth {own:.0f} %, {rival} {worth:.0f} %"
        yield Finding(puzzle.id, "unique", words)
    if n == 1 and worth > DECIDED:
        yield Finding(puzzle.id, "decided", f"{rival} is worth {worth:.0f} %, too")
    if own < WORTH:
        yield Finding(puzzle.id, "worth", f"turn {n}, {text}, leads to {own:.0f} %")


def _poor_defence(
    puzzle: Written, n: int, judge: Judge, state: Any, moves: Sequence[Any]
) -> Iterator[Finding]:
    seat, after = judge.game.status(state).seat, judge.end_of_turn(state, moves)
    own = judge.chances(after, seat)
    for line in judge.lines(state, judge.positions):
        better = judge.end_of_turn(state, line.moves)
        worth = None if judge.same(better, after) else judge.chances(better, seat)
        if own is not None and worth is not None and worth > own + NEAR:
            words = f"turn {n}, {puzzle.turns[n - 1]}, is worth {own:.0f} % to the defender, "
            yield Finding(puzzle.id, "defence", f"{words}{line.turn} {worth:.0f} %")
            return
