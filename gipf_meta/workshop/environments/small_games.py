"""Numbers for small games that have none: all that can come up is found by playing through them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _
from gipf_meta.protocol.capabilities import timed
from gipf_meta.protocol.game import AnyGame, Chance, Duel, Over, Turn, title_of
from gipf_meta.protocol.view import View

MOST_STATES: Final = 20_000
"""The most states of a small game."""
MOST_STEPS: Final = 200_000
"""The most ways from a state to the next in a small game."""


class NotNumbered(GipfMetaError, ValueError):
    """The game has no numbers for its decisions, and is too large to find them; one sentence."""


class SmallGame:
    """The numbers of a small *game* for so many *seats*; it is ``Numbered``.

    Its decisions are numbered by their texts, in order. It is seen by facts: each piece on its
    point, each heap beside the board, each text of a score sheet, and whose turn it is. A fact has
    a bit. Raises ``NotNumbered`` if the game has more than ``MOST_STATES`` states or
    ``MOST_STEPS`` ways between them, or never stands still.
    """

    def __init__(self, game: AnyGame, seats: int) -> None:
        self.game: Final = game
        self._seats: Final = seats
        texts, facts = self._play_through()
        self._number: Final = {text: number for number, text in enumerate(sorted(texts))}
        self._bit: Final = {fact: 1 << bit for bit, fact in enumerate(sorted(facts))}
        # programs that learn come by the same few states again and again
        self._seen: Final = lru_cache(maxsize=MOST_STATES)(self._see)
        self._legal: Final = lru_cache(maxsize=MOST_STATES)(self._number_all)

    def __reduce__(self) -> tuple[Any, ...]:
        return small_game, (self.game, self._seats)

    def _play_through(self) -> tuple[set[str], set[str]]:
        """The texts of all decisions that can come up, and all facts that can be seen."""
        game = self.game
        texts: set[str] = set()
        facts: set[str] = set()
        known: set[object] = set()
        self._outcome_count = 0
        ahead = [game.start(self._seats)]
        is_still = timed(game) is None
        steps = 0
        while ahead:
            state = ahead.pop()
            now = game.status(state)
            seen = tuple(frozenset(self._facts(state, seat)) for seat in range(self._seats))
            moves = _moves(game, state, now)
            # states that nobody can tell apart go on alike, whatever the number of the turn is
            same = seen, tuple(game.format(state, move) for move in moves)
            if same in known:
                continue
            known.add(same)
            steps += len(moves)
            if len(known) > MOST_STATES or steps > MOST_STEPS or not is_still:
                raise NotNumbered(
                    _(
                        "The decisions of {title} have no numbers: the game does not give them any,"
                        " and it is too large to be played through."
                    ).format(title=title_of(game))
                )
            facts.update(*seen)
            if isinstance(now, Turn):
                texts.update(same[1])
            elif isinstance(now, Chance):
                self._outcome_count = max(self._outcome_count, len(moves))
            ahead += [game.apply(state, move) for move in moves]
        return texts, facts

    def _facts(self, state: Any, seat: int) -> Iterator[str]:
        now = self.game.status(state)
        if isinstance(now, Turn):
            yield f"turn {now.seat}"
        yield from facts_of(self.game.view(state, seat))

    @property
    def decision_count(self) -> int:
        """The number of decisions that can come up."""
        return len(self._number)

    def number_of(self, state: Any, move: Any) -> int:
        """The place of the text of *move* among all texts."""
        return self._number[self.game.format(state, move)]

    def decision_of(self, state: Any, number: int) -> Any:
        """The decision whose text has that *number*."""
        now = self.game.status(state)
        assert isinstance(now, Turn)
        return self._legal(state, now.seat)[number]

    def legal_numbers(self, state: Any, seat: int) -> int:
        """The numbers of the decisions of *seat*, as bits."""
        return sum(1 << number for number in self._legal(state, seat))

    def _number_all(self, state: Any, seat: int) -> dict[int, Any]:
        """The decisions of *seat* by their numbers."""
        return {self.number_of(state, move): move for move in self.game.turn_moves(state, seat)}

    @property
    def outcome_count(self) -> int:
        """The most outcomes that luck was seen to have."""
        return self._outcome_count

    @property
    def observation_shape(self) -> tuple[int, ...]:
        """One row of facts."""
        return (len(self._bit),)

    def observe(self, state: Any, seat: int) -> int:
        """The facts that *seat* sees, as bits."""
        return self._seen(state, seat)

    def _see(self, state: Any, seat: int) -> int:
        return sum(self._bit[fact] for fact in {*self._facts(state, seat)})


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


@lru_cache(maxsize=64)
def small_game(game: AnyGame, seats: int) -> SmallGame:
    """The numbers of a small *game*, found once. Raises ``NotNumbered``."""
    return SmallGame(game, seats)
