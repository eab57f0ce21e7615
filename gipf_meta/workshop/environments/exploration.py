"""The exploration of a small game: all that can come up in it is found by playing through it.

A game that is too large is refused early. Of the states that nobody can tell apart there are at
most ``MOST_STATES`` in a small game, so random games come by the same ones again and again; where
they do not, there are more, and nothing more needs to be played through.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from random import Random
from typing import Any, Final

from gipf_meta.protocol.game import AnyGame, Chance, Duel, Over, Turn
from gipf_meta.protocol.view import View

MOST_STATES: Final = 20_000
"""The most states of a small game."""
MOST_STEPS: Final = 200_000
"""The most ways from a state to the next in a small game."""
SURELY_EXPLORED: Final = 500
"""The number of states that are explored before the size of the game is estimated."""
GAMES: Final = 250
"""The random games that are compared with each other."""
NUMBERS_OF_STEPS: Final = (8, 11, 14, 17)
"""After so many steps the states of these games are compared."""
CLEARLY_FEWER: Final = 8
"""A game is too large if its states repeat themselves so many times less than in a small one."""


class Exploration:
    """The *texts* of all decisions that can come up in a *game* for so many *seats*, all *facts*
    that can be seen, and the *most_outcomes* that luck has at a time; whether it *is_whole*, or the
    game has too many states, or ways between them."""

    def __init__(self, game: AnyGame, seats: int) -> None:
        self.texts: Final[set[str]] = set()
        self.facts: Final[set[str]] = set()
        self.most_outcomes = 0
        self._game, self._seats = game, seats
        self.is_whole: Final = self._explore()

    def _explore(self) -> bool:
        """Visits each state once; returns whether there are few enough.

        States that nobody can tell apart go on alike, whatever the number of the turn is.
        """
        game = self._game
        known: set[Hashable] = set()
        reached: set[Any] = set()
        ahead = [iter([game.start(self._seats)])]
        steps = 0
        while ahead:
            state = next(ahead[-1], None)
            if state is None:
                ahead.pop()
                continue
            if state in reached:
                continue
            reached.add(state)
            now = game.status(state)
            seen = tuple(frozenset(facts_seen(game, state, seat)) for seat in range(self._seats))
            moves = _moves(game, state, now)
            texts = tuple(game.format(state, move) for move in moves)
            if (seen, texts) in known:
                continue
            known.add((seen, texts))
            steps += len(moves)
            if len(known) > MOST_STATES or steps > MOST_STEPS:
                return False
            if len(known) == SURELY_EXPLORED and _is_surely_large(game, self._seats):
                return False
            self.facts.update(*seen)
            if isinstance(now, Turn):
                self.texts.update(texts)
            elif isinstance(now, Chance):
                self.most_outcomes = max(self.most_outcomes, len(moves))
            # each move is played when its turn comes: most of a large game is never played
            ahead.append(map(game.apply, [state] * len(moves), moves))
        return True


def _is_surely_large(game: AnyGame, seats: int) -> bool:
    """Returns whether random games repeat each other's states too rarely for a small game.

    Of N states, however likely each of them is, two that are drawn are the same one at least once
    in N times. What one seat sees stands for the state: that repeats itself no less often.
    """
    rng = Random(0)
    drawn: Counter[Hashable] = Counter()
    for _game in range(GAMES):
        drawn.update(
            {frozenset(facts_seen(game, state, 0)) for state in _visited(game, seats, rng)}
        )
    count = drawn.total()
    wanted = count * (count - 1) / 2 / MOST_STATES
    repeated = sum(times * (times - 1) // 2 for times in drawn.values())
    return wanted > CLEARLY_FEWER and repeated < wanted / CLEARLY_FEWER


def _visited(game: AnyGame, seats: int, rng: Random) -> Iterator[Any]:
    """The states of a random game after some numbers of steps."""
    state = game.start(seats)
    for number in range(NUMBERS_OF_STEPS[-1] + 1):
        if number in NUMBERS_OF_STEPS:
            yield state
        moves = _moves(game, state, game.status(state))
        if not moves:
            return
        state = game.apply(state, rng.choice(moves))


def facts_seen(game: AnyGame, state: Any, seat: int) -> Iterator[str]:
    """The facts of *state* that *seat* sees: whose turn it is, and what its view shows."""
    now = game.status(state)
    if isinstance(now, Turn):
        yield f"turn {now.seat}"
    yield from facts_of(game.view(state, seat))


def facts_of(view: View) -> Iterator[str]:
    """The facts of a state that a *view* shows: pieces, heaps and sheets, each as a text."""
    for piece in view.pieces:
        parts = (piece.at, piece.kind, piece.role, piece.label, piece.stack, piece.layers)
        yield f"piece {parts}"
    for tray in view.trays:
        for item in tray.items:
            yield f"heap {(tray.title, tray.seat, item.id, item.count)}"
    for sheet in view.sheets:
        for number, row in enumerate(sheet.rows):
            for column, text in enumerate(row):
                yield f"sheet {(sheet.title, number, column, text)}"


def _moves(game: AnyGame, state: Any, now: object) -> list[Any]:
    """The moves that can follow in *state*: of the seat on turn, of luck, or the ends of a duel."""
    if isinstance(now, Turn):
        return list(game.turn_moves(state, now.seat))
    if isinstance(now, Chance):
        return [outcome for outcome, _weight in now.outcomes]
    if isinstance(now, Duel):
        return [game.settle(state, winner, now.game) for winner in (*now.seats, None)]
    assert isinstance(now, Over)
    return []
