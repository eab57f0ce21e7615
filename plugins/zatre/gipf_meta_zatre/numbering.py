# mypyc: compile
"""Zatre for programs that learn: numbers for decisions, observations as planes of bits.

A plane is the square of 17 times 17 of ``board``. Number ``(value - 1) * 289 + cell`` places a tile
of that value, the last two take the single tile that leftovers allow, or decline it. Players stand
in playing order, from the one who looks.
"""

from __future__ import annotations

from typing import Final

from gipf_meta import (
    Axis,
    DecisionGroup,
    Plane,
    PlaneGroup,
    first_bits,
    grid_places,
    groups_in_order,
    pack_planes,
    set_of_numbers,
)
from gipf_meta_zatre.board import NAME, SIZE, WIDTH
from gipf_meta_zatre.rules import Rules
from gipf_meta_zatre.sheet import Sheet
from gipf_meta_zatre.state import LETTERS, PLACE, TAKE, VALUES, Move, State

TAKING: Final = len(VALUES) * SIZE
DECISIONS: Final = TAKING + 2
MOST: Final = len(LETTERS)
"""The most players: as many planes for hands, and for sheets."""
SHAPE: Final = (len(VALUES) + 2 * MOST + 4, WIDTH, WIDTH)
_EVERYWHERE: Final = (1 << SIZE) - 1
_SCORE_BITS: Final = 12
_BOARD: Final = grid_places("cell", NAME, (WIDTH, WIDTH), "square")
_PLAYERS: Final = ("own", "other", "third", "fourth", "fifth", "sixth")
GROUPS: Final = groups_in_order(
    [
        DecisionGroup("place a tile", (Axis("value", tuple([str(v) for v in VALUES])), _BOARD)),
        DecisionGroup("draw a single tile"),
        DecisionGroup("draw none"),
    ]
)
PLANES: Final = PlaneGroup(
    (
        *[Plane(f"tiles of value {value}") for value in VALUES],
        *[Plane(f"{player} hand", "rows") for player in _PLAYERS],
        *[Plane(f"{player} score sheet", "rows") for player in _PLAYERS],
        Plane("tiles not seen anywhere", "rows"),
        Plane("cells of this turn"),
        Plane("seat decides", "flag"),
        Plane("seat is asked whether it draws a single tile", "flag"),
    ),
    _BOARD,
)


def number_of(state: State, move: Move) -> int:
    """The number of *move*."""
    if move.kind == PLACE:
        return (move.value - 1) * SIZE + move.cell
    return TAKING if move.kind == TAKE else TAKING + 1


def decision_of(rules: Rules, state: State, number: int) -> Move:
    """The decision with that *number*."""
    for move in rules.legal_moves(state):
        if number_of(state, move) == number:
            return move
    raise AssertionError("the number is not legal")


def legal_numbers(rules: Rules, state: State, seat: int) -> int:
    """The numbers of all decisions of *seat*."""
    if state.ending is not None or state.seats[state.current_player] != seat:
        return 0
    moves = rules.legal_moves(state)
    return set_of_numbers([number_of(state, move) for move in moves], DECISIONS)


def observe(rules: Rules, state: State, seat: int, hidden: bool) -> int:
    """The tiles on the board by their value; all hands, of which only those of one's own side are
    seen where they are *hidden*; all sheets; the tiles not seen anywhere, the cells of this turn,
    whether *seat* decides, and whether it is asked to draw. Counts fill a row of their plane."""
    players = len(state.hands)
    me = state.seats.index(seat)
    tiles = [0] * len(VALUES)
    for cell, value in enumerate(state.grid.board):
        if value:
            tiles[value - 1] |= 1 << cell
    hands, sheets = [0] * MOST, [0] * MOST
    # what the lottery draws goes back into the bag, and no seat is shown it
    unseen = list(rules.tiles if state.lots else state.bag)
    for step in range(players):
        player = (me + step) % players
        held = [state.hands[player].count(value) for value in VALUES]
        if not hidden or rules.side(player) == rules.side(me):
            hands[step] = _rows(held)
        else:
            unseen = [count + more for count, more in zip(unseen, held, strict=True)]
        sheets[step] = _sheet(state.sheets[rules.side(player)], rules.extra_rows)
    placed = 0
    for tile in state.placed:
        placed |= 1 << tile.cell
    decides = state.ending is None and state.current_player == me
    planes = [
        _rows(unseen),
        placed,
        _EVERYWHERE if decides else 0,
        _EVERYWHERE if decides and state.asked else 0,
    ]
    return pack_planes(tiles + hands + sheets + planes, SIZE)


def _rows(counts: list[int]) -> int:
    """A plane with a count in each of its rows."""
    plane = 0
    for row, count in enumerate(counts):
        plane |= first_bits(count, WIDTH) << row * WIDTH
    return plane


def _sheet(sheet: Sheet, extra_rows: str) -> int:
    """A plane with the lengths of the columns of a sheet; its total in binary in the last row."""
    columns = [sheet.crosses, len(sheet.tens), len(sheet.elevens), len(sheet.twelves)]
    total = min(sheet.total(extra_rows), (1 << _SCORE_BITS) - 1)
    return _rows(columns) | total << (WIDTH - 1) * WIDTH
