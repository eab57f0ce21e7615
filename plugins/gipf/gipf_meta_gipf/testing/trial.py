"""The subject of the laws: random games with a kind and all others, and random boards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any, Final, NamedTuple

from gipf_meta import BadNotation, Chance, Over, Turn
from gipf_meta_gipf.board import BIT_OF, LINE_BITS, NAME_OF
from gipf_meta_gipf.game import Gipf
from gipf_meta_gipf.kind import BoardView, Kind
from gipf_meta_gipf.pieces import BASIC, GIPF, LOADED, Kinds, spots_of
from gipf_meta_gipf.potentials import view_for
from gipf_meta_gipf.rows import rows_of
from gipf_meta_gipf.state import (
    ANNOUNCE,
    ASK_MAIN,
    ASK_USE,
    DECLINE,
    MORE,
    TARGET,
    USE,
    Books,
    Move,
    Numbers,
    State,
)
from gipf_meta_gipf.testing.turning import with_board
from gipf_meta_gipf.testing.watched import PATIENCE_MS, Watch

MOST_DECISIONS: Final = 400
"""The most decisions of a random game."""
BOARDS: Final = 40
"""The number of boards made up for each value of the kind's options."""
_OWN, _OTHER = 6, 4
"""Potentials of the kind and of each other kind, for each player."""
_FOURS: Final = tuple(bits[at : at + 4] for bits in LINE_BITS for at in range(len(bits) - 3))


@dataclass(frozen=True)
class Case:
    """A loaded piece of the kind on the spot *bit*, in a *state* of *game* whose mover owns it."""

    game: Gipf
    state: State
    bit: int

    @property
    def view(self) -> BoardView:
        """The board as the kind sees it, made anew at each call."""
        return view_for(self.game.rules, self.state, self.state.mover)

    def __str__(self) -> str:
        return f"on {NAME_OF[self.bit]} in {self.game.to_text(self.state)}"


class Step(NamedTuple):
    """One decision of a random game, or what luck or a duel decided."""

    game: Gipf
    state: State
    move: Move
    after: State


class Trial:
    """A *kind* on trial: everything random comes from *seed*.

    Each of its functions may take *patience_ms* milliseconds to answer.
    """

    def __init__(self, kind: Kind, games: int, seed: int, patience_ms: int = PATIENCE_MS) -> None:
        """Raises ``KindError`` if the kind cannot be in a game."""
        self.kind: Final = Watch(patience_ms).over(kind) if isinstance(kind, Kind) else kind
        self.seed: Final = seed
        self.played: Final = games
        self.failure: Exception | None = None
        """The error that ended one of the random games."""
        self.wide: Final = _game_with(self.kind, is_installed=kind in Gipf.kinds)

    @cached_property
    def games(self) -> tuple[Gipf, ...]:
        """A game with the kind and all others, then one for each other value of its options."""
        settings: list[dict[str, Any]] = [{}]
        for option in self.kind.options:
            settings += [{option.name: value} for value in option.values[1:]]
        return tuple(self.wide.model_validate(self._options | chosen) for chosen in settings)

    @property
    def _options(self) -> dict[str, Any]:
        options: dict[str, Any] = {
            "variant": "tournament",
            "extra_pieces": (3, 3),
            "challenges_enabled": True,
            "challenges_per_player": (9, 9),
            "duel_first_player": "owner",
            f"{self.kind.key}_potentials": (_OWN, _OWN),
        }
        letters, converts = {self.kind.letter}, self.kind.converts
        for other in self.wide.kinds:
            fits = other.letter not in letters and not (converts and other.converts)
            if other.key != self.kind.key and fits:
                letters.add(other.letter)
                converts = converts or other.converts
                options[f"{other.key}_potentials"] = (_OTHER, _OTHER)
        return options

    @cached_property
    def walks(self) -> tuple[tuple[Step, ...], ...]:
        """Random games in which powers are used rather more often than not.

        Every other one goes on from a board that was made up.
        """
        return tuple(
            tuple(self._walk(game, Random(f"{self.seed} {at} {n}"), n % 2 == 1))
            for at, game in enumerate(self.games)
            for n in range(self.played)
        )

    def _walk(self, game: Gipf, rng: Random, from_board: bool) -> Iterator[Step]:
        state = game.start(2)
        if from_board:
            state = next(self.boards(game, rng), state)
        for _ in range(MOST_DECISIONS):
            try:
                move = next_move(game, state, rng)
                if move is None:
                    return
                after = game.apply(state, move)
            except Exception as error:
                self.failure = error
                return
            yield Step(game, state, move, after)
            state = after

    @cached_property
    def cases(self) -> tuple[Case, ...]:
        """Loaded pieces of the kind whose owner is on turn: on the boards made up, and in games."""
        found = [
            case
            for at, game in enumerate(self.games)
            for state in self.boards(game, Random(f"{self.seed} boards {at}"))
            for case in self._cases_in(game, state)
        ]
        for walk in self.walks:
            asked = [step for step in walk if step.state.ask in (ASK_MAIN, ASK_USE)]
            for step in asked[::5]:
                found += self._cases_in(step.game, step.state)
        return tuple(found)

    def _cases_in(self, game: Gipf, state: State) -> Iterator[Case]:
        mine = state.pieces(state.mover) & state.kinds.masks[self.index(game)]
        if self.kind.due is not None and mine:
            named = self.kind.due(view_for(game.rules, state, state.mover))
            mine &= sum(1 << bit for bit in {*named} if bit >= 0)
        return (Case(game, state, bit) for bit in spots_of(mine))

    def index(self, game: Gipf) -> int:
        """The number of the kind among those of *game*."""
        return game.rules.table.index[self.kind.letter]

    def boards(self, game: Gipf, rng: Random, row: bool = False) -> Iterator[State]:
        """Positions made up; with *row* the mover has a row that holds a used potential."""
        found = 0
        for _ in range(10 * BOARDS):
            state = self._scattered(game, rng, row)
            mine = rows_of(state.pieces(state.mover))
            if bool(mine) != row or rows_of(state.pieces(1 - state.mover)):
                continue
            try:
                begun = game.rules.begin_turn(state, 0)
                sound = game.from_text(game.to_text(begun))
            except BadNotation:  # more potentials than there are in the game
                continue
            except Exception:  # the kind fails, and a law that asks it says so
                sound = state
            yield sound
            found += 1
            if found == BOARDS:
                return

    def _scattered(self, game: Gipf, rng: Random, row: bool) -> State:
        table = game.rules.table
        own = LOADED + table.index[self.kind.letter]
        state = game.start(2)
        none: Numbers = (0,) * (2 * table.n)
        kinds, sides, mover = Kinds(0, none, (), table.due), [0, 0], rng.randrange(2)
        loaded = [LOADED + at for at in range(table.n)]
        covers = [LOADED + table.n + at for at in range(table.n) if table.kinds[at].used == "cover"]
        standing = [LOADED + table.n + at for at in range(table.n)]
        density = rng.choice((0.3, 0.4, 0.5))
        line = rng.choice(_FOURS) if row else ()
        due = [BIT_OF[name] for name in self.kind.due_on]
        for bit in BIT_OF.values():
            if bit not in line and bit not in due and rng.random() > density:
                continue
            others = [rng.choice(loaded), rng.choice(standing)]
            code = rng.choice([BASIC, BASIC, BASIC, GIPF, own, own, *others])
            player = mover if bit in line else rng.randrange(2)
            if bit in due and not row:
                code, player = own, mover
            if line and bit == line[1]:
                code = own + table.n
            codes = [code]
            while codes[-1] in covers:
                codes.append(rng.choice([BASIC, BASIC, *loaded, *covers]))
            kinds = kinds.with_stack(bit, tuple(codes))
            sides[player] |= 1 << bit
        books = Books(none, none, state.books.challenges, 0, 0)
        made = with_board(state, sides[0], sides[1], kinds, mover)
        return State(made.white, made.black, kinds, 6, 6, books, mover, 1, 0, ASK_MAIN, None)


def _game_with(kind: Kind, is_installed: bool) -> type[Gipf]:
    """The game with *kind*, which may stand in the place of the one of its key that is installed.

    Raises ``KindError`` if the kind cannot be in a game.
    """
    if not is_installed:
        return Gipf.with_kinds(kind)
    same = Gipf.with_kinds()
    same.kinds = tuple(kind if each.key == kind.key else each for each in Gipf.kinds)
    return same


def next_move(game: Gipf, state: State, rng: Random) -> Move | None:
    """A random decision, lot or end of a duel, powers before others; ``None`` at the end."""
    now = game.status(state)
    if isinstance(now, Over):
        return None
    if isinstance(now, Turn):
        moves = game.legal_moves(state, now.seat)
        powers = [move for move in moves if isinstance(move, int) and is_of_power(move)]
        return rng.choice(powers if powers and rng.random() < 0.6 else moves)
    if isinstance(now, Chance):
        lot: Move = rng.choice(now.outcomes)[0]
        return lot
    return game.settle(state, rng.choice((0, 1, None)), now.game)


def is_of_power(move: int) -> bool:
    """Whether *move* announces, uses or aims a power, or enters a loaded piece."""
    is_entry = move >= MORE or 84 <= move < TARGET
    return is_entry or TARGET <= move < ANNOUNCE + 64 or USE <= move < DECLINE
