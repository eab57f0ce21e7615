"""Solutions: a turn that is proven to be the one clearly best, and the turns that follow from it.

The defender answers by his best defence; the solver goes on as long as one turn is again clearly
best.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from gipf_meta.protocol.game import AnyGame, Turn
from gipf_meta.workshop.puzzles.judged_turns import (
    JudgedTurn,
    best_turn,
    good_turns,
    has_luck,
    other_chances,
    outlook,
    text_of_turn,
)

GAP: Final = 25
"""The chances, in percent, by which every other turn has to be worse."""
TOLERANCE: Final = 5
"""The chances, in percent, by which a gap may look smaller to the last and deepest search."""
LUCKY_GAP: Final = 10
"""The same where luck decides between turns, so that no turn decides all."""
LONGEST: Final = 5
"""The most turns of the solver."""
SLIPPED: Final = 15
"""The loss of chances, in percent, with which a line no longer is the one that was promised."""
GLANCES: Final = (30, 3)
"""Positions of a search at a glance, and from how many seeds one looks."""
HARD: Final = 0.0
"""The greatest share of glances that find a turn which is hard to see."""
LOOK: Final = 200
"""Positions of a search that does not find what is hard to see."""
LEAST: Final = 50
"""The least chances, in percent, of a position that is worth finding."""


@dataclass(frozen=True, slots=True)
class TurnProof:
    """A *turn* that is clearly best, in the game's notation, with its *chances*; those of all
    others are *second* at most. *plain* is the share of glances that find it, *seen* whether a
    longer look does."""

    turn: str
    chances: int
    second: int
    plain: float
    seen: bool


@dataclass(frozen=True, slots=True)
class Solution:
    """The *turns* of a solution in the game's notation; *choices* counts those of the solver at
    which he had a choice, *decisions* those of his first turn."""

    turns: tuple[str, ...]
    choices: int
    decisions: int


def has_choice(game: AnyGame, state: Any) -> bool:
    """Whether the seat that is on turn in *state* has a choice."""
    now = game.status(state)
    return isinstance(now, Turn) and len(game.turn_moves(state, now.seat)) > 1


def prove(game: AnyGame, state: Any, nodes: int) -> TurnProof | str:
    """The proof that one turn from *state* is clearly best, by searches of so many *nodes*; else
    the reason why not, one word."""
    if not has_choice(game, state):
        return "forced"
    found = only_turn(game, state, nodes)
    if found is None:
        return "several"
    best, second = found
    if best.chances.percent < LEAST and not has_luck(game):
        return "weak"
    text = text_of_turn(game, state, best.moves)
    if text is None:
        return "unwritten"
    few, times = GLANCES
    glances = sum(best_turn(game, state, few, seed).after == best.after for seed in range(times))
    seen = best_turn(game, state, LOOK).after == best.after
    return TurnProof(text, best.chances.percent, second, glances / times, seen)


def only_turn(game: AnyGame, state: Any, nodes: int) -> tuple[JudgedTurn, int] | None:
    """The one turn that is clearly best in *state*, and the best chances of the others in percent;
    ``None`` if there are several."""
    gap = LUCKY_GAP if has_luck(game) else GAP
    good = good_turns(game, state, nodes, gap)
    if len(good) > 1:
        return None
    enough = good[0].chances.percent - gap
    second = other_chances(game, state, good[0].after, nodes, enough)
    return None if second > enough else (good[0], second)


def solve(game: AnyGame, state: Any, proof: TurnProof, nodes: int) -> Solution:
    """The solution that begins with the turn of *proof*, by searches of so many *nodes*."""
    solver = game.status(state)
    assert isinstance(solver, Turn)
    first = game.parse_turn(state, proof.turn)
    for move in first:
        state = game.apply(state, move)
    turns, choices = [proof.turn], [True]
    while len(choices) < LONGEST:
        following = _following(game, state, solver.seat, proof.chances, nodes)
        if following is None:
            break
        texts, state, chose = following
        turns += texts
        choices.append(chose)
    while len(choices) > 1 and not choices[-1] and not choices[-2]:
        del choices[-1], turns[-2:]
    return Solution(tuple(turns), sum(choices), len(first))


def _following(
    game: AnyGame, state: Any, seat: int, promised: int, nodes: int
) -> tuple[Sequence[str], Any, bool] | None:
    """The defence and the next turn of *seat* that is clearly best, the state after them, and
    whether *seat* had a choice; ``None`` where the solution ends."""
    now = game.status(state)
    if not isinstance(now, Turn) or now.seat == seat:
        return None
    defence = best_turn(game, state, nodes)
    answer = text_of_turn(game, state, defence.moves)
    now = game.status(defence.after)
    if answer is None or not isinstance(now, Turn) or now.seat != seat:
        return None
    chose = has_choice(game, defence.after)
    if chose:
        found = only_turn(game, defence.after, nodes)
        if found is None or found[0].chances.percent < promised - SLIPPED:
            return None
        turn = found[0]
    else:
        turn = best_turn(game, defence.after, nodes)
    text = text_of_turn(game, defence.after, turn.moves)
    return None if text is None else ((answer, text), turn.after, chose)


def why_plain(proof: TurnProof, solution: Solution) -> str:
    """Why not: the reason why *solution* is not worth finding, one word; ``""`` if it is.

    Of one turn, or of one choice, it has to be hard to see.
    """
    return "one-mover" if solution.choices == 1 and proof.plain > HARD else ""


def audit(game: AnyGame, state: Any, turns: Sequence[str], nodes: int) -> bool:
    """Whether searches of so many *nodes*, more than what has proven it, find the same of all
    *turns* of the solver where he has a choice: a second win may lie deeper than the first."""
    gap = (LUCKY_GAP if has_luck(game) else GAP) - TOLERANCE
    for n, text in enumerate(turns):
        after = state
        for move in game.parse_turn(state, text):
            after = game.apply(after, move)
        if n % 2 == 0 and has_choice(game, state):
            solver = game.status(state)
            assert isinstance(solver, Turn)
            enough = outlook(game, after, solver.seat, nodes) - gap
            if other_chances(game, state, after, nodes, enough) > enough:
                return False
        state = after
    return True
