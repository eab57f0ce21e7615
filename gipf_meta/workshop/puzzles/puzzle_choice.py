"""The choice of the puzzles that are shipped: the best ones, no two alike, themes mixed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from gipf_meta.protocol.capabilities import Positions
from gipf_meta.protocol.game import AnyGame
from gipf_meta.protocol.options import changed_options
from gipf_meta.protocol.puzzles import Puzzle
from gipf_meta.workshop.puzzles.alike import Pieces, are_alike, pieces_of, ways_to_turn

MOST_OF_THEME: Final = 4
"""One puzzle of so many, at most, is about one theme first of all."""
FEW: Final = 3
"""Puzzles of one theme that are not too many, however few there are in all."""


@dataclass(frozen=True, slots=True)
class MadePuzzle:
    """A *puzzle* without a number yet, found in the game *key*; *quality* tells which is better.
    *is_answer*: it allows, or asks for a duel, and that is all."""

    puzzle: Puzzle
    key: str
    quality: float
    pieces: Pieces = field(repr=False)
    is_answer: bool = False


def settings_of(game: AnyGame) -> tuple[str, ...]:
    """The options of *game* as its puzzles name them."""
    return tuple(f"{name}={value}" for name, value in changed_options(game).items())


def choose(
    game: AnyGame, shipped: Sequence[Puzzle], made: Sequence[MadePuzzle], most: int
) -> list[Puzzle]:
    """The *shipped* puzzles, and behind them, with the next numbers, the best of those that were
    *made*: *most* of both together."""
    assert isinstance(game, Positions)
    own = settings_of(game)
    alike = [each for each in shipped if each.options == own]
    there = [pieces_of(game, game.from_text(each.position)) for each in alike]
    positions = {each.position for each in alike}
    taken = {each.key for each in made if each.puzzle.position in positions}
    fresh = _unlike(game, there, [each for each in made if each.key not in taken])
    total = min(most, len(shipped) + len(fresh))
    chosen = _mixed(shipped, fresh, total)
    while total > len(shipped) and len(shipped) + len(chosen) < total:
        total -= 1
        chosen = _mixed(shipped, fresh, total)
    number = max((each.number for each in shipped), default=0)
    return [*shipped, *(_numbered(each, number + n) for n, each in enumerate(chosen, 1))]


def _unlike(game: AnyGame, there: Sequence[Pieces], made: Sequence[MadePuzzle]) -> list[MadePuzzle]:
    """Those that were *made*, the best first: none like another or *there*, one of a game."""
    ways = ways_to_turn(game)
    seen, keys = [*there], set[str]()
    fresh = []
    for each in sorted(made, key=lambda each: (-each.quality, each.puzzle.position)):
        if each.key in keys or any(are_alike(each.pieces, other, ways) for other in seen):
            continue
        fresh.append(each)
        keys.add(each.key)
        seen.append(each.pieces)
    return fresh


def _mixed(shipped: Sequence[Puzzle], fresh: Sequence[MadePuzzle], total: int) -> list[MadePuzzle]:
    """The best of *fresh* so that *total* are there with those *shipped*, if their first themes
    allow it: another theme would be a title that misleads."""
    most = max(FEW, total // MOST_OF_THEME)
    answers = _as_often(fresh, most)
    counts = Counter(each.themes[0] for each in shipped if each.themes)
    chosen: list[MadePuzzle] = []
    for each in fresh:
        if len(shipped) + len(chosen) >= total:
            break
        if each.is_answer and each not in answers:
            continue
        first = each.puzzle.themes[0] if each.puzzle.themes else ""
        if first and counts[first] >= most:
            continue
        counts[first] += 1
        chosen.append(each)
    return chosen


def _as_often(fresh: Sequence[MadePuzzle], most: int) -> list[MadePuzzle]:
    """The answers among *fresh*, the best of each kind, *most* in all: of each as many, so that
    nobody knows which is meant without a look at the board."""
    kinds: dict[tuple[str, ...], list[MadePuzzle]] = {}
    for each in fresh:
        if each.is_answer:
            kinds.setdefault(each.puzzle.turns, []).append(each)
    count = min(most // 2, *map(len, kinds.values())) if len(kinds) > 1 else 0
    return [each for of_kind in kinds.values() for each in of_kind[:count]]


def _numbered(made: MadePuzzle, number: int) -> Puzzle:
    return replace(made.puzzle, number=number)
