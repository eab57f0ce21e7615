"""Puzzles of a game: positions with one clearly best turn, and what each is about.

A game brings them in ``puzzles.json`` beside its modules, an object a line. Numbers are given once
and never again: whoever has solved a puzzle has its id.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final, Protocol, runtime_checkable

from gipf_meta.protocol.capability_kind import CapabilityKind
from gipf_meta.protocol.game import AnyGame, MoveError, Turn

FIRST_RATING: Final = 1500
"""The rating, in Glicko-2's numbers, of what was never measured, a person or a puzzle."""
FIRST_DEVIATION: Final = 350
"""The deviation of such a rating."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A *position* of *game* with *options*, texts ``NAME=VALUE``, and the *turns* that solve it.

    *turns* are whole turns in the game's notation: the solver's, the defender's best answer, and so
    on; the first and the last are the solver's. Where a seat only answers within the turn of
    another, it is the text of that decision, "challenge". *themes* are ids of the game's
    ``themes``, the most telling one first. *rating* and *deviation* are Glicko-2's, fixed when the
    puzzle was made. *also* are other last turns that are as good: they differ from it only in
    decisions that do not matter, such as which of several rings is taken away, or win at once as it
    does.
    """

    game: str
    number: int
    position: str
    turns: tuple[str, ...]
    themes: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    rating: int = FIRST_RATING
    deviation: int = FIRST_DEVIATION
    also: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """The id of the puzzle, ``yinsh-17``: the same in every version."""
        return f"{self.game}-{self.number}"

    @property
    def length(self) -> int:
        """The number of turns that the solver makes."""
        return (len(self.turns) + 1) // 2


@dataclass(frozen=True, slots=True)
class Theme:
    """A thing that puzzles are about: its *name* in lists, and a *predicate* of who solves it, as
    in "White *takes a row*". Both are marked for translation by the game that has it."""

    name: str
    predicate: str


@runtime_checkable
class Puzzling(Protocol, metaclass=CapabilityKind):
    """Games that bring puzzles, or know what puzzles of theirs are about."""

    @classmethod
    def puzzles(cls) -> Sequence[Puzzle]:
        """The puzzles, by their numbers."""
        ...

    @classmethod
    def themes(cls) -> Mapping[str, Theme]:
        """The themes by their ids: lower-case letters, digits and ``_``."""
        ...

    def themes_of(self, states: Sequence[Any], moves: Sequence[Any]) -> Sequence[str]:
        """The ids of the themes of a solution, the most telling one first: *moves* are its
        decisions, *states* the states before each of them and after the last."""
        ...


def moves_of(game: AnyGame, state: Any, text: str) -> tuple[Any, ...]:
    """The decisions of *text*, a turn of a solution, from *state*. Raises ``MoveError``."""
    try:
        return tuple(game.parse_turn(state, text))
    except MoveError:
        now = game.status(state)
        for move in game.turn_moves(state, now.seat) if isinstance(now, Turn) else ():
            if game.format(state, move) == text:
                return (move,)
        raise


def is_answer(game: AnyGame, state: Any, text: str) -> bool:
    """Whether *text*, by which a solution goes on from *state*, is no turn of its own, but an
    answer within the turn of another seat. Raises ``MoveError``."""
    return game.format_turn(state, moves_of(game, state, text)) != text


@cache
def read_puzzles(package: str, game: type[AnyGame]) -> tuple[Puzzle, ...]:
    """The puzzles of *game* in ``puzzles.json`` of *package*; none where there is no such file.
    Cached: every list of puzzles asks for them."""
    file = files(package) / "puzzles.json"
    if not file.is_file():
        return ()
    return tuple(puzzle_of(game.id, each) for each in json.loads(file.read_text("utf-8")))


def puzzle_of(game: str, data: Mapping[str, Any]) -> Puzzle:
    """The puzzle of *game* with the fields of *data*, as ``data_of`` returns them."""
    return Puzzle(
        game,
        data["number"],
        data["position"],
        tuple(data["turns"]),
        tuple(data.get("themes", ())),
        tuple(data.get("options", ())),
        data.get("rating", FIRST_RATING),
        data.get("deviation", FIRST_DEVIATION),
        tuple(data.get("also", ())),
    )


def data_of(puzzle: Puzzle) -> dict[str, Any]:
    """The fields of *puzzle* in ``puzzles.json``, without the game and without empty ones."""
    data = {
        "number": puzzle.number,
        "options": [*puzzle.options],
        "position": puzzle.position,
        "turns": [*puzzle.turns],
        "also": [*puzzle.also],
        "themes": [*puzzle.themes],
        "rating": puzzle.rating,
        "deviation": puzzle.deviation,
    }
    return {name: value for name, value in data.items() if value != []}
