"""Position strings (docs/reference/zatre.md §10): board, player on turn, hands, bag."""

from __future__ import annotations

import re
from typing import Final

from gipf_meta import BadNotation
from gipf_meta_zatre.board import NAME, WIDTH
from gipf_meta_zatre.grid import MOST, Grid
from gipf_meta_zatre.rules import DRAWN, OPENING_HAND, Rules
from gipf_meta_zatre.state import LETTERS, VALUES, State
from gipf_meta_zatre.texts import _

_SIDE: Final = 15
_STEPS: Final = (1, WIDTH)


def position_text(state: State, ended: bool = False) -> str:
    """The position string of §10; *ended*: the match was ended from outside the rules.

    The tiles of a lottery that is not decided count with the bag, from which they are drawn again.
    """
    rows = (
        "".join(_sign(state, WIDTH * row + column) for column in range(1, _SIDE + 1))
        for row in range(_SIDE, 0, -1)
    )
    player = "-" if ended or state.ending else LETTERS[state.player]
    hands = ",".join("".join(map(str, sorted(hand))) or "-" for hand in state.hands)
    lots = sum(map(len, state.lots))
    return f"{'/'.join(rows)} {player} {hands} {state.left + lots}"


def _sign(state: State, cell: int) -> str:
    if cell not in NAME:
        return "_"
    value = state.grid.board[cell]
    return str(value) if value else "."


def read_position(rules: Rules, text: str) -> State:
    """The position that *text* describes, before the draws of the player on turn.

    Its sheets are empty, and it has no past. Raises ``BadNotation``.
    """
    if not text.strip().isprintable():
        raise BadNotation(_("A position is one line of printable signs."))
    fields = text.split()
    if len(fields) != 4:
        raise BadNotation(
            _(
                "A position has four fields: board, player, hands and bag; this one has {count}."
            ).format(count=len(fields))
        )
    tiles = _read_board(fields[0])
    hands = tuple(_read_hand(hand) for hand in fields[2].split(","))
    players = len(hands)
    if not 2 <= players <= 6 or (rules.teams and players not in (4, 6)):
        raise BadNotation(
            _("{field!r} has the hands of {players} players.").format(
                field=fields[2], players=players
            )
        )
    if fields[1] != "-" and fields[1] not in tuple(LETTERS[:players]):
        raise BadNotation(
            _("The player on turn is one of {letter}, not {field!r}.").format(
                letter=LETTERS[:players], field=fields[1]
            )
        )
    bag = _read_bag(rules, [*tiles.values(), *(value for hand in hands for value in hand)])
    if not re.fullmatch(r"\d{1,3}", fields[3], re.ASCII) or int(fields[3]) != sum(bag):
        raise BadNotation(
            _("The bag would hold {sum} tiles, which are all the others, not {field}.").format(
                sum=sum(bag), field=fields[3]
            )
        )
    start = rules.first_turn(players)
    state = start.but(grid=_read_grid(tiles), bag=bag, hands=hands, pending=())
    if not tiles and fields[1] not in "A-":
        raise BadNotation(_("On an empty board the starter, A, is on turn."))
    most = (OPENING_HAND, DRAWN if rules.teams else 0)
    if not tiles and any(len(hand) > (*most, 0, 0, 0, 0)[n] for n, hand in enumerate(hands)):
        raise BadNotation(
            _("Nobody can hold {field} before the first tile is placed.").format(field=fields[2])
        )
    if fields[1] == "-":
        return rules.finish(state)
    return rules.at_turn(state, LETTERS.index(fields[1]), first=not tiles)


def _read_board(text: str) -> dict[int, int]:
    rows = text.split("/")
    if len(rows) != _SIDE or any(len(row) != _SIDE for row in rows):
        raise BadNotation(_("The board has 15 rows of 15 signs with / between them."))
    tiles = {}
    for row, signs in zip(range(_SIDE, 0, -1), rows, strict=True):
        for column, sign in enumerate(signs, 1):
            cell = WIDTH * row + column
            if (sign == "_") == (cell in NAME) or sign not in "_.123456":
                where = NAME.get(
                    cell, _("column {column} of row {row}").format(column=column, row=row)
                )
                raise BadNotation(
                    _("{sign!r} cannot stand at {where}.").format(sign=sign, where=where)
                )
            if sign in "123456":
                tiles[cell] = int(sign)
    return tiles


def _read_grid(tiles: dict[int, int]) -> Grid:
    grid = Grid.of(tiles)
    for cell in tiles:
        for step in _STEPS:
            total = grid.line(cell, step)[1]
            if total > MOST:
                raise BadNotation(
                    _("A line through {cell} has the sum {total}.").format(
                        cell=NAME[cell], total=total
                    )
                )
    return grid


def _read_hand(text: str) -> tuple[int, ...]:
    if text == "-":
        return ()
    if not re.fullmatch("[1-6]+", text):
        raise BadNotation(
            _("{text!r} is no hand: write its tiles, such as 46, or -.").format(text=text)
        )
    return tuple(sorted(map(int, text)))


def _read_bag(rules: Rules, out: list[int]) -> tuple[int, ...]:
    """The bag when the tiles *out* are on the board and in hands. Raises ``BadNotation``."""
    bag = tuple(count - out.count(value) for value, count in zip(VALUES, rules.tiles, strict=True))
    if min(bag) < 0:
        value = VALUES[bag.index(min(bag))]
        raise BadNotation(
            _("There are more tiles of value {value} than the game has.").format(value=value)
        )
    return bag
