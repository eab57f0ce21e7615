"""Themes of puzzles of Zatre (docs/reference/zatre.md; all §§ below are of it)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple, TypeAlias

from gipf_meta import N_, PlayedSolution, SolutionTurn, Theme
from gipf_meta_zatre.rules import Rules
from gipf_meta_zatre.sheet import Sheet
from gipf_meta_zatre.state import PLACE, Move, State

Turns: TypeAlias = PlayedSolution[State, Move]
OneTurn: TypeAlias = SolutionTurn[State, Move]

MANY: Final = 4
"""The number of sums from which a turn makes many."""

THEMES: Final = {
    # two crosses or more in a turn: rows that count double
    "two_crosses": Theme(N_("two crosses"), N_("earns two crosses")),
    # a row of the sheet has all its sums, which brings its bonus
    "bonus": Theme(N_("a bonus"), N_("completes a row for its bonus")),
    # a tile on a doubling cell that scores earns a cross
    "cross": Theme(N_("a cross"), N_("earns a cross")),
    # four sums or more in a turn
    "many_sums": Theme(N_("many sums"), N_("makes many sums")),
    # two sums of 12 or more in a turn
    "two_twelves": Theme(N_("two sums of 12"), N_("makes 12 twice")),
    # one tile makes a sum across and another one down
    "both_ways": Theme(N_("a sum both ways"), N_("makes two sums with one tile")),
    # a tile on a doubling cell that does not score: no other place is left
    "exception": Theme(N_("a doubling cell without a sum"), N_("fills a doubling cell")),
    # a tile makes no sum, and a later one of the same turn does
    "prepared": Theme(N_("a tile that prepares"), N_("prepares a sum")),
    # a sum of 12
    "twelve": Theme(N_("a sum of 12"), N_("makes 12")),
    # a sum of 10 or 11
    "sum": Theme(N_("a sum"), N_("makes a sum")),
}


class Placed(NamedTuple):
    """A tile of the solver: its *sums*, and whether it was placed as an *exception* (§5)."""

    sums: tuple[int, ...]
    exception: bool


def themes() -> Mapping[str, Theme]:
    """The themes of puzzles by their ids, the most telling ones first."""
    return THEMES


def themes_of(rules: Rules, solution: Turns) -> list[str]:
    """The themes of *solution*, the most telling one first."""
    rounds = [[*_placed(turn)] for turn in solution.own]
    tiles = [tile for placed in rounds for tile in placed]
    sums = [[number for tile in placed for number in tile.sums] for placed in rounds]
    return solution.themes(
        {
            "two_crosses": lambda turns: any(_crosses(rules, turn) > 1 for turn in turns.own),
            "bonus": lambda turns: any(_bonuses(rules, turn) > 0 for turn in turns.own),
            "cross": lambda turns: any(_crosses(rules, turn) > 0 for turn in turns.own),
            "many_sums": lambda turns: any(len(made) >= MANY for made in sums),
            "two_twelves": lambda turns: any(made.count(12) > 1 for made in sums),
            "both_ways": lambda turns: any(len(tile.sums) > 1 for tile in tiles),
            "exception": lambda turns: any(tile.exception for tile in tiles),
            "prepared": lambda turns: any(map(_prepares, rounds)),
            "twelve": lambda turns: any(12 in made for made in sums),
            "sum": lambda turns: any(10 in made or 11 in made for made in sums),
        }
    )


def _placed(turn: OneTurn) -> Iterator[Placed]:
    """The tiles that are placed in *turn*, in order."""
    for state, move in zip(turn.states, turn.moves, strict=False):
        if move.kind == PLACE:
            yield Placed(tuple(state.grid.sums(move.cell, move.value)), move.exceptional)


def _prepares(placed: list[Placed]) -> bool:
    """Whether a tile without a sum comes before one with a sum."""
    scores = [bool(tile.sums) for tile in placed]
    return False in scores and True in scores[scores.index(False) :]


def _sheets(rules: Rules, turn: OneTurn) -> tuple[Sheet, Sheet]:
    """The sheet of the side on turn before *turn* and after it."""
    side = rules.side(turn.before.player)
    return turn.before.sheets[side], turn.after.sheets[side]


def _crosses(rules: Rules, turn: OneTurn) -> int:
    """The crosses that *turn* earns (§6.4)."""
    before, after = _sheets(rules, turn)
    return after.crosses - before.crosses


def _bonuses(rules: Rules, turn: OneTurn) -> int:
    """The bonuses that *turn* earns (§6.3)."""
    before, after = (
        sum(row.bonus > 0 for row in sheet.rows(rules.extra_rows)) for sheet in _sheets(rules, turn)
    )
    return after - before
