"""Position strings (docs/reference/zatre.md §10): board, player on turn, hands, bag."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from gipf_meta import BadNotation
from gipf_meta_zatre.board import NAME, WIDTH
from gipf_meta_zatre.grid import MOST, Grid
from gipf_meta_zatre.rules import DRAWN, OPENING_HAND, Rules
from gipf_meta_zatre.state import LETTERS, VALUES, State

_SIDE: Final = 15
_STEPS: Final = (1, WIDTH)


def position_text(state: State, ended: bool = False) -> str:
    """The position string; *ended* if the match was ended from outside the rules."""
    rows = (
        "".join(_sign(state, WIDTH * row + column) for column in range(1, _SIDE + 1))
        for row in range(_SIDE, 0, -1)
    )
    player = "-" if ended or state.ending else LETTERS[state.player]
    hands = ",".join("".join(map(str, sorted(hand))) or "-" for hand in state.hands)
    return f"{'/'.join(rows)} {player} {hands} {state.left}"


def _sign(state: State, cell: int) -> str:
    if cell not in NAME:
        return "_"
    value = state.grid.board[cell]
    return str(value) if value else "."


def read_position(rules: Rules, text: str) -> State:
    """The position that *text* describes, before the draws of the player on turn.

    Its sheets are empty, and it has no past. Raises ``BadNotation``.
    """
    fields = text.split()
    if len(fields) != 4:
        raise BadNotation(
            f"A position has four fields: board, player, hands and bag; this one has {len(fields)}."
        )
    tiles = _read_board(fields[0])
    hands = tuple(_read_hand(hand) for hand in fields[2].split(","))
    players = len(hands)
    if not 2 <= players <= 6 or (rules.teams and players not in (4, 6)):
        raise BadNotation(f"{fields[2]!r} has the hands of {players} players.")
    if fields[1] != "-" and fields[1] not in tuple(LETTERS[:players]):
        raise BadNotation(f"The player on turn is one of {LETTERS[:players]}, not {fields[1]!r}.")
    bag = _bag(rules, [*tiles.values(), *(value for hand in hands for value in hand)])
    if not re.fullmatch(r"\d{1,3}", fields[3], re.ASCII) or int(fields[3]) != sum(bag):
        raise BadNotation(
            f"The bag would hold {sum(bag)} tiles, which are all the others, not {fields[3]}."
        )
    start = rules.begun(players)
    state = replace(start, grid=_grid(tiles), bag=bag, hands=hands, pending=())
    if not tiles and fields[1] not in "A-":
        raise BadNotation("On an empty board the starter, A, is on turn.")
    most = (OPENING_HAND, DRAWN if rules.teams else 0)
    if not tiles and any(len(hand) > (*most, 0, 0, 0, 0)[n] for n, hand in enumerate(hands)):
        raise BadNotation(f"Nobody can hold {fields[2]} before the first tile is placed.")
    if fields[1] == "-":
        return rules.finished(state)
    return rules.at_turn(state, LETTERS.index(fields[1]), first=not tiles)


def _read_board(text: str) -> dict[int, int]:
    rows = text.split("/")
    if len(rows) != _SIDE or any(len(row) != _SIDE for row in rows):
        raise BadNotation("The board has 15 rows of 15 signs with / between them.")
    tiles = {}
    for row, signs in zip(range(_SIDE, 0, -1), rows, strict=True):
        for column, sign in enumerate(signs, 1):
            cell = WIDTH * row + column
            if (sign == "_") == (cell in NAME) or sign not in "_.123456":
                where = NAME.get(cell, f"column {column} of row {row}")
                raise BadNotation(f"{sign!r} cannot stand at {where}.")
            if sign in "123456":
                tiles[cell] = int(sign)
    return tiles


def _grid(tiles: dict[int, int]) -> Grid:
    grid = Grid.of(tiles)
    for cell in tiles:
        for step in _STEPS:
            total = grid.line(cell, step)[1]
            if total > MOST:
                raise BadNotation(f"A line through {NAME[cell]} has the sum {total}.")
    return grid


def _read_hand(text: str) -> tuple[int, ...]:
    if text == "-":
        return ()
    if not re.fullmatch("[1-6]+", text):
        raise BadNotation(f"{text!r} is no hand: write its tiles, such as 46, or -.")
    return tuple(sorted(map(int, text)))


def _bag(rules: Rules, out: list[int]) -> tuple[int, ...]:
    """What is left of the tiles when *out* are on the board and in hands."""
    bag = tuple(count - out.count(value) for value, count in zip(VALUES, rules.tiles, strict=True))
    if min(bag) < 0:
        value = VALUES[bag.index(min(bag))]
        raise BadNotation(f"There are more tiles of value {value} than the game has.")
    return bag
