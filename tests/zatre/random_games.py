"""Random games for the laws of Zatre: decided and drawn by a seed, under many sets of options."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

from hypothesis import settings
from hypothesis import strategies as st

from gipf_meta import Chance, Over, Turn
from gipf_meta.protocol.options import configure
from gipf_meta_zatre import Zatre
from gipf_meta_zatre.board import NEIGHBOURS
from gipf_meta_zatre.state import LETTERS, PLACE, Move, State


def outcomes(game: Zatre, state: State) -> dict[Move, int]:
    """The outcomes of luck now, with their weights."""
    now = game.status(state)
    assert isinstance(now, Chance)
    return dict(now.outcomes)


def next_move(
    game: Zatre, state: State, random: Random, load: float = 1, likes: str = "crowds"
) -> Move:
    """A draw, or a decision.

    *load*: how much likelier a tile is drawn than one of the value below; when small tiles come
    first, the large ones often fit nowhere. *likes*: where tiles go in most turns. ``tens`` fill a
    column beyond row 16 in some games (§6.3), ``crowds`` leave little room.
    """
    now = game.status(state)
    if isinstance(now, Chance):
        weights = [number * load**move.value for move, number in now.outcomes]
        return random.choices(now.outcomes, weights)[0][0]
    assert isinstance(now, Turn)
    moves = game.legal_moves(state, now.seat)
    if moves[0].kind != PLACE or random.random() < 0.1:
        return random.choice(moves)
    if likes == "crowds":
        board = state.grid.board
        return max(moves, key=lambda move: sum(board[near] > 0 for near in NEIGHBOURS[move.cell]))
    tens = [move for move in moves if 10 in state.grid.sums(move.cell, move.value)]
    return random.choice(tens if likes == "tens" and tens else moves)


# --- rounds as lines of a record ------------------------------------------------------------


@dataclass
class Done:
    """A player's part of a round: what he drew, what could be placed at each step, what was."""

    number: int
    tiles: str
    placed: list[str] = field(default_factory=list)
    legal: list[set[str]] = field(default_factory=list)
    kept: str = ""

    def line(self, player: int) -> str:
        """His line of the record (§10), without a comment."""
        words = [f"{self.number}. {LETTERS[player]} +{self.tiles or '-'}", *self.placed]
        return " ".join([*words, f"({self.kept})"] if self.kept else words)


def played_round(
    game: Zatre, state: State, random: Random, load: float = 1, likes: str = "crowds"
) -> tuple[dict[int, Done], State]:
    """A random round, decision by decision: what each player did, and the state after it."""
    done: dict[int, Done] = {}
    start = state
    while not isinstance(game.status(state), Over) and state.round == start.round:
        player, move = state.player, next_move(game, state, random, load, likes)
        if not (state.pending or state.asked):
            tiles = (*(start.hands[player] if start.number == 1 else ()), *state.drawn_by(player))
            part = done.setdefault(player, Done(state.number, _digits(tiles)))
            held = list(state.hands[player])
            if move.kind == PLACE:
                moves = game.legal_moves(state, state.seats[player])
                part.legal.append({game.format(state, each) for each in moves})
                part.placed.append(game.format(state, move))
                held.remove(move.value)
            part.kept = _digits(sorted(held))
        state = game.apply(state, move)
    return done, state


def _digits(tiles: Iterable[int]) -> str:
    return "".join(map(str, tiles))


def record_of(game: Zatre, players: int, seed: int, load: float = 1) -> tuple[list[str], State]:
    """The turn lines of a whole random game without a lottery, and its end."""
    random, lines = Random(seed), list[str]()
    state = game.start(players)
    while not isinstance(game.status(state), Over):
        done, state = played_round(game, state, random, load)
        lines += [part.line(player) for player, part in done.items()]
    return lines, state


# --- games for Hypothesis -------------------------------------------------------------------

OPTIONS: list[dict[str, str]] = [
    {},
    {"start": "fixed", "short_game": "7"},
    {"preset": "standard", "start": "random", "short_game": "5"},
    {"preset": "amigo", "short_game": "6"},
    {"teams": "on", "short_game": "6"},
    {"teams": "on", "leftover_draw": "optional", "short_game": "8"},
    {"teams": "on", "preset": "amigo", "start": "random", "short_game": "5"},
    {"own_contact": "needs_foreign", "starter_keeps": "highest", "short_game": "7"},
    {"leftover_draw": "optional", "short_game": "8"},
    {"leftover_draw": "optional", "leftover_topup": "on", "end": "bag_short", "short_game": "8"},
    {"doubling_check": "turn", "center_cross": "if_line_scores", "short_game": "6"},
    {"extra_rows": "lost", "hands": "hidden", "short_game": "6"},
    {"short_game": "2"},
]
#: Z7, Z5: more often, for declined draws are rare
MORE: list[dict[str, str]] = [
    {"leftover_draw": "optional", "start": "fixed", "short_game": short} for short in ("6", "10")
]
GAMES = [configure(Zatre, options) for options in (*OPTIONS, *MORE)]


class Case(NamedTuple):
    """A random game, or the first *steps* of it."""

    game: Zatre
    players: int
    seed: int
    steps: int
    load: float


def _case(game: Zatre, players: int, seed: int, steps: int, load: float) -> Case:
    return Case(game, (4 if players < 5 else 6) if game.teams else players, seed, steps, load)


random_games = st.builds(
    _case,
    st.sampled_from(GAMES),
    st.integers(2, 6),
    st.integers(0, 2**32),
    st.integers(0, 150),
    st.sampled_from((1, 0.2, 0.05)),
)
laws = settings(max_examples=25, deadline=None)


def played(case: Case) -> list[tuple[State, Move | None]]:
    """States of a random game, each with the move made there; the last one has none."""
    game, random = case.game, Random(case.seed)
    state = game.start(case.players)
    out: list[tuple[State, Move | None]] = []
    while len(out) < case.steps and not isinstance(game.status(state), Over):
        move = next_move(game, state, random, case.load)
        out.append((state, move))
        state = game.apply(state, move)
    return [*out, (state, None)]


def last_of(case: Case) -> State:
    return played(case)[-1][0]


def whole(case: Case) -> list[tuple[State, Move | None]]:
    """The whole game, whatever the number of steps says."""
    return played(case._replace(steps=10_000))
