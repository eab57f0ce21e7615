"""Lines of decisions as whole turns: a search stops anywhere, a turn is read from end to end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.protocol.capabilities import timed
from gipf_meta.protocol.game import AnyGame, Turn
from gipf_meta.search.budget import Budget, Flag
from gipf_meta.search.mcts import TreeSearch, options

NODES_A_DECISION = 60
"""Positions that are searched for each decision that a line lacks to the end of its first turn."""
MOST_DECISIONS = 40
"""The most decisions that are added to a line."""


@dataclass(frozen=True)
class PlayedTurn:
    """A turn of *seat*: its *moves*, the other seat's answers with them, and the states *before*
    and *after* them. *over* says that nothing of the turn is left to be decided."""

    seat: int
    before: Any
    moves: tuple[Any, ...]
    after: Any
    over: bool


def _goes_on(game: AnyGame, state: Any, due: Turn) -> bool:
    """Whether the turn that was *due* is not over in *state*."""
    now = game.status(state)
    return isinstance(now, Turn) and due.number is not None and now.number in (None, due.number)


def split_turns(game: AnyGame, state: Any, moves: Sequence[Any]) -> list[PlayedTurn]:
    """*moves*, played from *state*, by turns; where luck or a duel decides, a turn ends here."""
    turns: list[PlayedTurn] = []
    start, own = state, list[Any]()
    due = game.status(state)
    for move in moves:
        if not own:
            start, due = state, game.status(state)
        own.append(move)
        state = game.apply(state, move)
        if not isinstance(due, Turn):
            own = []
        elif not _goes_on(game, state, due):
            turns.append(PlayedTurn(due.seat, start, tuple(own), state, True))
            own = []
    if own and isinstance(due, Turn):
        turns.append(PlayedTurn(due.seat, start, tuple(own), state, False))
    return turns


def turn_text(game: AnyGame, turn: PlayedTurn) -> str:
    """The turn in the game's notation; the rest of a turn that had begun, by its decisions."""
    if not timed(game):
        try:
            whole = game.format_turn(turn.before, turn.moves)
            if not turn.over or tuple(game.parse_turn(turn.before, whole)) == turn.moves:
                return whole
        except GipfMetaError:
            pass  # the turn had begun before
    return " ".join(text for text, _state in game.texts(turn.before, turn.moves))


def turn_texts(game: AnyGame, state: Any, moves: Sequence[Any]) -> tuple[str, ...]:
    """*moves*, played from *state*, as whole turns; a later turn that does not end is left out."""
    turns = split_turns(game, state, moves)
    return tuple(turn_text(game, turn) for n, turn in enumerate(turns) if turn.over or n == 0)


class TurnEnder:
    """Ends the first turn of lines, by a small search for each decision that they lack.

    What was found once is kept. *cancelled* ends a search.
    """

    def __init__(self, game: AnyGame, seats: int, rng: Random, cancelled: Flag) -> None:
        self.game, self.seats, self.rng, self.cancelled = game, seats, rng, cancelled
        self._found: list[tuple[Any, Any]] = []

    def whole(self, state: Any, moves: tuple[Any, ...]) -> tuple[Any, ...]:
        """*moves* from *state*, with the decisions that end their first turn."""
        turns = split_turns(self.game, state, moves)
        if len(turns) != 1 or turns[0].over:
            return moves
        due, after = self.game.status(state), turns[0].after
        assert isinstance(due, Turn)
        more = list(moves)
        while len(more) < len(moves) + MOST_DECISIONS and not self.cancelled.is_set():
            now = self.game.status(after)
            if not isinstance(now, Turn) or now.seat != due.seat:
                break
            if not _goes_on(self.game, after, due):
                break
            more.append(self._best(after))
            after = self.game.apply(after, more[-1])
        return tuple(more)

    def _best(self, state: Any) -> Any:
        """The best decision in *state*."""
        for known, move in self._found:
            if known == state:
                return move
        budget = Budget(NODES_A_DECISION, cancelled=self.cancelled)
        root = TreeSearch(self.game, self.seats).run(state, budget, self.rng)
        move = options(root)[0].move
        self._found.append((state, move))
        return move
