"""Solutions: a turn that is proven to be the one clearly best, and the turns that follow from it.

The defender answers by his best defence; the solver goes on as long as one turn is again clearly
best.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from gipf_meta.protocol.game import NOBODY, AnyGame, Over, Turn
from gipf_meta.protocol.puzzles import moves_of
from gipf_meta.workshop.puzzles.judged_turns import (
    JudgedTurn,
    best_turn,
    good_turns,
    has_luck,
    is_asked,
    other_chances,
    outlook,
    state_after,
    text_of_turn,
    wins_at_once,
)

GAP: Final = 25
"""The chances, in percent, by which every other turn has to be worse."""
NEXT_GAP: Final = 20
"""The same for the turns that follow, so that a solution goes on until its gain is there."""
EQUAL: Final = 5
"""The chances, in percent, by which other endings of the last turn may be worse."""
TOLERANCE: Final = 5
"""The chances, in percent, by which a gap may look smaller to the last and deepest search."""
LUCKY_GAP: Final = 10
"""The same where luck decides between turns, so that no turn decides all."""
ASKED_GAP: Final = 15
"""The same for who is asked and has two answers: a duel is even, so neither decides all."""
LONGEST: Final = 4
"""The most turns of the solver."""
SLIPPED: Final = 15
"""The loss of chances, in percent, with which a line no longer is the one that was promised."""
GLANCES: Final = (30, 3)
"""Positions of a search at a glance, and from how many seeds one looks."""
HARD: Final = 0.0
"""The greatest share of glances that find a turn which is hard to see."""
LOOK: Final = 200
"""Positions of a search that does not find what is hard to see."""
LEAST: Final = 85
"""The least chances, in percent, of a turn that is worth finding: where less is won, nobody sees
that it is right."""
CHAIN: Final = 3
"""The decisions of a turn that is a puzzle by itself."""
SURE: Final = 100
"""The chances, in percent, of who wins for sure."""
MOST_WINS: Final = 40
"""The most last turns that are right because they win at once."""
DEFENCES: Final = 8
"""The defences whose worth a search tells exactly."""
SMALLER: Final = 3
"""A search that says nearly the same is so many times smaller."""
TOUGHER: Final = 3
"""The defender looks at so many times the positions."""


@dataclass(frozen=True, slots=True)
class TurnProof:
    """A *turn* that is clearly best, in the game's notation, with its *chances*; those of all
    others are *second* at most, but for those of *also*, which end otherwise and are as good.
    *plain* is the share of glances that find it, *seen* whether a longer look does."""

    turn: str
    chances: int
    second: int
    plain: float
    seen: bool
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Solution:
    """The *turns* of a solution in the game's notation; *choices* counts those of the solver at
    which he had a choice, *decisions* those of his first turn. *also* are other last turns that are
    as good, and *wins* tells whether the game is over after the last. *is_answer*: it allows, or
    asks for a duel, and that is all."""

    turns: tuple[str, ...]
    choices: int
    decisions: int
    also: tuple[str, ...] = ()
    wins: bool = False
    is_answer: bool = False


@dataclass(frozen=True, slots=True)
class ClearTurn:
    """A *turn* that is clearly best, *also* those that begin as it does, end otherwise and are as
    good, and the best chances of all others in percent, *second* at most."""

    turn: JudgedTurn
    also: tuple[JudgedTurn, ...]
    second: int


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
    best = found.turn
    # who is asked, or hangs on luck, has something to find where he stands worse, too
    is_free = has_luck(game) or is_asked(game, state)
    if best.chances.percent < LEAST and not is_free:
        return "weak"
    text = text_of_turn(game, state, best.moves)
    also = _texts(game, state, found.also)
    if text is None or also is None:
        return "unwritten"
    few, times = GLANCES
    glances = sum(best_turn(game, state, few, seed).after == best.after for seed in range(times))
    seen = best_turn(game, state, LOOK).after == best.after
    return TurnProof(text, best.chances.percent, found.second, glances / times, seen, also)


def _texts(game: AnyGame, state: Any, turns: Sequence[JudgedTurn]) -> tuple[str, ...] | None:
    """The *turns* from *state* in the game's notation; ``None`` if it does not read them back."""
    texts = [text_of_turn(game, state, each.moves) for each in turns]
    known = tuple(each for each in texts if each is not None)
    return known if len(known) == len(texts) else None


def only_turn(game: AnyGame, state: Any, nodes: int, gap: int = GAP) -> ClearTurn | None:
    """The one turn that is clearly best in *state*, by *gap*; ``None`` if there are several that
    begin otherwise, or are not quite as good. A smaller search has to say nearly the same: most
    positions fall out there, at a third of the cost."""
    gap = _least_gap(game, state, gap)
    if _clear_turn(game, state, max(1, nodes // SMALLER), gap - TOLERANCE) is None:
        return None
    return _clear_turn(game, state, nodes, gap)


def _least_gap(game: AnyGame, state: Any, usual: int) -> int:
    """The chances, in percent, by which a turn from *state* has to be better than all others:
    *usual* ones, but where luck or a duel decides, too."""
    if has_luck(game):
        return LUCKY_GAP
    return ASKED_GAP if is_asked(game, state) else usual


def _clear_turn(game: AnyGame, state: Any, nodes: int, gap: int) -> ClearTurn | None:
    best, *also = good_turns(game, state, nodes, gap)
    least = best.chances.percent - EQUAL
    if any(each.moves[0] != best.moves[0] or each.chances.percent < least for each in also):
        return None
    enough = best.chances.percent - gap
    second = other_chances(game, state, [best.after, *(e.after for e in also)], nodes, enough)
    return None if second > enough else ClearTurn(best, tuple(also), second)


def solve(game: AnyGame, state: Any, proof: TurnProof, nodes: int) -> Solution:
    """The solution that begins with the turn of *proof*, by searches of so many *nodes*."""
    solver, answers = game.status(state), is_asked(game, state)
    assert isinstance(solver, Turn)
    first = moves_of(game, state, proof.turn)
    for move in first:
        state = game.apply(state, move)
    followed = [_Followed((proof.turn,), state, True, True, proof.also)]
    # what follows from other endings is not known, so a turn that has some is the last
    while len(followed) < LONGEST and not followed[-1].also and not answers:
        following = _following(game, followed[-1].after, solver.seat, proof.chances, nodes)
        if following is None:
            break
        followed.append(following)
    while len(followed) > 1 and not followed[-1].chose and not followed[-1].gains:
        del followed[-1]
    turns = tuple(text for each in followed for text in each.texts)
    is_over = isinstance(game.status(followed[-1].after), Over)
    choices = sum(each.chose for each in followed)
    return Solution(turns, choices, len(first), followed[-1].also, is_over, answers)


@dataclass(frozen=True, slots=True)
class _Followed:
    """The *texts* of a defence and a turn of the solver, or of the first turn alone, with the state
    *after* them; whether he *chose* that turn among others, and whether it *gains* something; and
    the other endings, *also*."""

    texts: tuple[str, ...]
    after: Any
    chose: bool
    gains: bool
    also: tuple[str, ...] = ()


def _following(game: AnyGame, state: Any, seat: int, promised: int, nodes: int) -> _Followed | None:
    """The defence and the next turn of *seat* that is clearly best; ``None`` where the solution
    ends. Of defences that are equally good it is the one that leaves him one turn alone."""
    now = game.status(state)
    if not isinstance(now, Turn) or now.seat == seat:
        return None
    if not has_choice(game, state):
        return _answered(game, state, best_turn(game, state, nodes), seat, promised, nodes)
    others: list[_Followed] = []
    for defence in good_turns(game, state, TOUGHER * nodes, EQUAL, DEFENCES):
        found = _answered(game, state, defence, seat, promised, nodes)
        if found is not None and found.chose and not found.also:
            return found
        others += [found] if found is not None else []
    return max(others, key=lambda each: each.chose, default=None)


def _answered(
    game: AnyGame, state: Any, defence: JudgedTurn, seat: int, promised: int, nodes: int
) -> _Followed | None:
    """The *defence* from *state* with the turn that is clearly best after it; ``None`` if there is
    none."""
    answer = text_of_turn(game, state, defence.moves)
    now = game.status(defence.after)
    if answer is None or not isinstance(now, Turn) or now.seat != seat:
        return None
    also: tuple[str, ...] | None = ()
    chose = has_choice(game, defence.after)
    wins = wins_at_once(game, defence.after) if chose and promised == SURE else []
    if wins:  # the gain, whatever it looks like
        texts = _texts(game, defence.after, wins)
        if texts is None or len(wins) > MOST_WINS:
            return None
        return _Followed((answer, texts[0]), wins[0].after, len(wins) == 1, True, texts[1:])
    if chose:
        found = only_turn(game, defence.after, nodes, NEXT_GAP)
        if found is None or found.turn.chances.percent < promised - SLIPPED:
            return None
        turn, also = found.turn, _texts(game, defence.after, found.also)
    else:
        turn = best_turn(game, defence.after, nodes)
    text = text_of_turn(game, defence.after, turn.moves)
    if text is None or also is None:
        return None
    gains = takes_something(game, defence.after, turn.after)
    return _Followed((answer, text), turn.after, chose, gains, also)


def takes_something(game: AnyGame, before: Any, after: Any) -> bool:
    """Whether something happened between the states *before* and *after* a turn: a piece less, or
    the end."""
    if isinstance(game.status(after), Over):
        return True
    return len(game.view(after, NOBODY).pieces) < len(game.view(before, NOBODY).pieces)


def why_plain(proof: TurnProof, solution: Solution) -> str:
    """Why not: the reason why *solution* is not worth finding, one word; ``""`` if it is.

    A turn by itself has to be a chain, or to end the game and be hard to see, or one that even a
    longer look does not find: what it is for lies further on. One choice among turns that are
    forced has to be hard to see. An answer is all that is asked for.
    """
    if solution.is_answer:
        return ""
    if len(solution.turns) == 1 and solution.decisions >= CHAIN:
        return ""
    if len(solution.turns) == 1 and not solution.wins:
        return "" if proof.plain <= HARD and not proof.seen else "one-mover"
    return "one-mover" if solution.choices == 1 and proof.plain > HARD else ""


def audit(
    game: AnyGame, state: Any, turns: Sequence[str], nodes: int, also: Sequence[str] = ()
) -> bool:
    """Whether searches of so many *nodes*, more than what has proven it, find the same of all
    *turns* of the solver where he has a choice: a second win may lie deeper than the
    first. *also* are other last turns."""
    last = len(turns) - 1
    for n, text in enumerate(turns):
        after = state_after(game, state, text)
        # what wins at once is right, and all that does is known
        is_won = n == last and isinstance(game.status(after), Over)
        if n % 2 == 0 and has_choice(game, state) and not (n and is_won):
            solver = game.status(state)
            assert isinstance(solver, Turn)
            endings = [state_after(game, state, each) for each in also if n == last]
            gap = _least_gap(game, state, NEXT_GAP if n else GAP) - TOLERANCE
            own = outlook(game, after, solver.seat, nodes)
            if any(outlook(game, each, solver.seat, nodes) < own - gap for each in endings):
                return False
            if other_chances(game, state, [after, *endings], nodes, own - gap) > own - gap:
                return False
        state = after
    return True
