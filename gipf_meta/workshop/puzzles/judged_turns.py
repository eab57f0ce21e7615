"""Whole turns as a search judges them: the best one, and those that are nearly as good.

A search judges decisions; puzzles ask for turns, so decisions are followed to the end of the turn,
and turns that lead to the same state are one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.bots.bot import Request
from gipf_meta.bots.duel_odds import may_ask_for_duel
from gipf_meta.protocol.capabilities import asks_for_duels
from gipf_meta.protocol.game import AnyGame, Chance, Over, Turn
from gipf_meta.protocol.puzzles import moves_of
from gipf_meta.search.analysis import Line, analyse
from gipf_meta.search.budget import Budget
from gipf_meta.search.chances import Chances
from gipf_meta.search.mcts import TreeSearch
from gipf_meta.search.playout import utilities

SEATS: Final = 2
"""Puzzles are made for two: with more the worth of a turn hangs on whom the others help."""
COMPARED: Final = 4
"""The decisions whose worth a search tells exactly where turns are compared."""
DECIDED: Final = 8
"""The decisions after which luck has come, if it comes at all."""
SMALLER: Final = 10
"""A first look at another turn is so many times smaller."""
NEAR: Final = 15
"""The chances, in percent, by which a first look may err."""
MOST_LISTED: Final = 500
"""The states within a turn that are looked at for turns that win at once."""
MOST_ENDS: Final = 6
"""The ends of turns after which it is clear that no turn stands out."""


@dataclass(frozen=True, slots=True)
class JudgedTurn:
    """A turn: its *moves*, the state *after* them, and the *chances* of the seat that plays it."""

    moves: tuple[Any, ...]
    after: Any
    chances: Chances


def has_luck(game: AnyGame) -> bool:
    """Whether luck decides between turns of *game*: then chances jump where nobody has erred."""
    state = game.start(SEATS)
    decided = 0
    while decided < DECIDED:
        now = game.status(state)
        if isinstance(now, Chance):
            if decided:
                return True
            state = game.apply(state, now.outcomes[0][0])
        elif isinstance(now, Turn):
            state = game.apply(state, game.turn_moves(state, now.seat)[0])
            decided += 1
        else:
            break
    return False


class ByPositions(Request):
    """A request for a decision that a number of positions ends, whatever time it takes."""

    def budget(self, nodes: int, ms: int | None = None) -> Budget:
        """The budget of a bot that looks at *nodes* positions."""
        return Budget(nodes)


def turn_goes_on(game: AnyGame, state: Any, turn: Turn) -> bool:
    """Whether the seat of *turn* has another decision of it in *state*."""
    now = game.status(state)
    return isinstance(now, Turn) and now.seat == turn.seat and now.number == turn.number


def text_of_turn(game: AnyGame, state: Any, moves: Sequence[Any]) -> str | None:
    """The turn in the game's notation, an answer within another's turn as that decision; ``None``
    if nothing reads it back."""
    if is_asked(game, state) and len(moves) == 1:
        return game.format(state, moves[0])
    try:
        text = game.format_turn(state, moves)
        return text if moves_of(game, state, text) == tuple(moves) else None
    except GipfMetaError:
        return None


def is_asked(game: AnyGame, state: Any) -> bool:
    """Whether the seat that is on turn in *state* may ask for a duel, or let another do what it
    has announced."""
    return asks_for_duels(game) and may_ask_for_duel(game, state)


def state_after(game: AnyGame, state: Any, text: str) -> Any:
    """The state after the turn *text* from *state*."""
    for move in moves_of(game, state, text):
        state = game.apply(state, move)
    return state


def best_lines(game: AnyGame, state: Any, nodes: int, most: int, seed: int = 0) -> tuple[Line, ...]:
    """The best *most* lines from *state*, after so many *nodes*."""
    return analyse(game, state, SEATS, Budget(nodes), Random(seed), most).lines


def best_turn(game: AnyGame, state: Any, nodes: int, seed: int = 0) -> JudgedTurn:
    """The best turn of the seat that is on turn in *state*: each decision by a search of so many
    *nodes*, but for those that are forced."""
    turn = game.status(state)
    assert isinstance(turn, Turn)
    moves: list[Any] = []
    chances: Chances | None = None
    while chances is None or turn_goes_on(game, state, turn):
        legal = game.turn_moves(state, turn.seat)
        if len(legal) == 1 and chances is not None:
            moves.append(legal[0])
        else:
            best = best_lines(game, state, nodes, 1, seed)[0]
            chances = Chances.of(best.value, best.sure)
            moves.append(best.moves[0])
        state = game.apply(state, moves[-1])
    return JudgedTurn(tuple(moves), state, chances)


def good_turns(
    game: AnyGame, state: Any, nodes: int, gap: int, most: int = COMPARED
) -> list[JudgedTurn]:
    """The turns whose chances are less than *gap* below the best, the best one first, as one search
    sees them, which tells the worth of *most* decisions exactly."""
    turn = game.status(state)
    assert isinstance(turn, Turn)
    ends: dict[Any, JudgedTurn] = {}
    least: int | None = None

    def look(state: Any, before: tuple[Any, ...]) -> None:
        nonlocal least
        for line in best_lines(game, state, nodes, most):
            if len(ends) >= MOST_ENDS:
                return
            chances = Chances.of(line.value, line.sure)
            if least is None:
                least = chances.percent - gap
            if chances.percent <= least:
                continue
            moves = (*before, line.moves[0])
            after = game.apply(state, line.moves[0])
            if turn_goes_on(game, after, turn):
                look(after, moves)
            else:
                known = ends.get(after)
                if known is None or known.chances.percent < chances.percent:
                    ends[after] = JudgedTurn(moves, after, chances)

    look(state, ())
    if not ends:  # a deeper look has found less in all of them than the first one promised
        return [best_turn(game, state, nodes)]
    found = sorted(ends.values(), key=lambda each: -each.chances.percent)
    return [each for each in found if each.chances.percent > found[0].chances.percent - gap]


def wins_at_once(game: AnyGame, state: Any) -> list[JudgedTurn]:
    """The turns from *state* that end the game, which the seat on turn wins by them; none if there
    are too many turns to look at all."""
    turn = game.status(state)
    assert isinstance(turn, Turn)
    found: list[JudgedTurn] = []
    waiting: list[tuple[Any, tuple[Any, ...]]] = [(state, ())]
    for looked, (at, moves) in enumerate(waiting):
        if looked > MOST_LISTED:
            return []
        for move in game.turn_moves(at, turn.seat):
            after, done = game.apply(at, move), (*moves, move)
            now = game.status(after)
            if isinstance(now, Over) and now.winners == (turn.seat,):
                found.append(JudgedTurn(done, after, Chances.of(1.0, True)))
            elif turn_goes_on(game, after, turn):
                waiting.append((after, done))
    return found


def outlook(game: AnyGame, state: Any, seat: int, nodes: int) -> int:
    """The chances of *seat* in *state*, in percent, by a search of so many *nodes*."""
    now = game.status(state)
    if isinstance(now, Turn):
        line = best_lines(game, state, nodes, 1)[0]
        percent = Chances.of(line.value, line.sure).percent
        return percent if now.seat == seat else 100 - percent
    if isinstance(now, Over):
        return round(50 * (1 + utilities(now, SEATS)[seat]))
    root = TreeSearch(game, SEATS).run(state, Budget(nodes), Random(0), seat)
    return Chances.of(root.value(seat), root.proven is not None).percent


def other_chances(game: AnyGame, state: Any, than: Sequence[Any], nodes: int, enough: int) -> int:
    """The best chances, in percent, of a turn from *state* that leads to none of the states *than*;
    of one that has more than *enough* no better one is looked for.

    Each decision is judged by a search of its own, at first a small one: a search of all proves a
    win, and leaves open whether something else wins, too.
    """
    turn = game.status(state)
    assert isinstance(turn, Turn)
    best = 0
    for move in game.turn_moves(state, turn.seat):
        after = game.apply(state, move)
        if after in than:
            continue
        found = outlook(game, after, turn.seat, max(1, nodes // SMALLER))
        if found > enough - NEAR:
            if turn_goes_on(game, after, turn):
                found = other_chances(game, after, than, nodes, enough)
            else:
                found = outlook(game, after, turn.seat, nodes)
        best = max(best, found)
        if best > enough:
            break
    return best
