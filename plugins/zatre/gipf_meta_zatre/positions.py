"""Position strings (docs/reference/zatre.md §10): board, player on turn, hands, bag.

Behind them stand the seat of A, the sheets, the turns in which nobody did anything, and the turn so
far, where there is something of it to say.
"""

from __future__ import annotations

import re
from typing import Final

from gipf_meta import BadNotation
from gipf_meta_zatre.board import NAME, WIDTH
from gipf_meta_zatre.grid import MOST, Grid
from gipf_meta_zatre.rules import DRAWN, OPENING_HAND, Rules
from gipf_meta_zatre.sheet import Sheet
from gipf_meta_zatre.state import LETTERS, VALUES, State
from gipf_meta_zatre.texts import _
from gipf_meta_zatre.turn_so_far import read_turn_so_far, turn_so_far_text

_SIDE: Final = 15
_STEPS: Final = (1, WIDTH)


_COLUMN: Final = r"\d{1,3}(?:\+\d{1,3})*|-"
_SHEET: Final = re.compile(rf"X(\d{{1,3}})/({_COLUMN})/({_COLUMN})/({_COLUMN})", re.ASCII)
_HEADS: Final = ("seat:", "sheets:", "idle:", "turn:")


def position_text(rules: Rules, state: State, ended: bool = False) -> str:
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
    fields = ["/".join(rows), player, hands, str(state.left + lots)]
    if state.seats[0]:
        fields.append(f"seat:{state.seats[0]}")
    if any(sheet != Sheet() for sheet in state.sheets):
        fields.append("sheets:" + ",".join(map(_sheet_text, state.sheets)))
    if player == "-" or state.lots or state.starting:
        return " ".join(fields)
    if rules.optional_draw and state.idle:
        fields.append(f"idle:{state.idle}")
    begun = _begun(rules, state, first=state.grid.empty)
    if so_far := turn_so_far_text(rules, state, begun):
        fields.append(f"turn:{so_far}")
    return " ".join(fields)


def _begun(rules: Rules, state: State, first: bool) -> State:
    """The beginning of the turn that *state* is in, with the tiles as they are."""
    fresh = state.but(
        number=1, round=1, pending=(), asked=(), placed=(), sums=(), drawn=(), stuck=False
    )
    return rules.at_turn(fresh, state.player, first)


def _sheet_text(sheet: Sheet) -> str:
    """A sheet as ``X4/1+1/2/-``: its crosses, and the entries for 10, 11 and 12."""
    columns = ("+".join(map(str, column)) or "-" for column in sheet.fields()[:3])  # type: ignore[call-overload]
    return f"X{sheet.crosses}/{'/'.join(columns)}"


def _read_sheets(text: str, sides: int) -> tuple[Sheet, ...]:
    """The sheets of all sides. Raises ``BadNotation``."""
    found = [_SHEET.fullmatch(one) for one in text.split(",")]
    sheets = []
    for one in found:
        if one is None or len(found) != sides:
            break
        crosses, *columns = one.groups()
        entries = [
            () if column == "-" else tuple(map(int, column.split("+"))) for column in columns
        ]
        sheets.append(Sheet(entries[0], entries[1], entries[2], int(crosses)))
    if len(sheets) != sides:
        raise BadNotation(
            _("sheets: should hold {sides} sheets such as X1/1+2/-/4, not {text!r}.").format(
                sides=sides, text=text
            )
        )
    return tuple(sheets)


def _read_more(fields: list[str]) -> dict[str, str]:
    """The fields behind the bag by their heads. Raises ``BadNotation``."""
    found: dict[str, str] = {}
    for field in fields:
        head = field[: field.find(":") + 1]
        if head not in _HEADS or any(_HEADS.index(head) <= _HEADS.index(e) for e in found):
            raise BadNotation(
                _(
                    "{field!r} is not understood: seat:, sheets:, idle: and turn: may follow the"
                    " bag, once each, in this order."
                ).format(field=field)
            )
        found[head] = field.removeprefix(head)
    return found


def _read_small(what: str, text: str, most: int) -> int:
    """A number up to *most*. Raises ``BadNotation``, which calls it *what*."""
    if not re.fullmatch(r"\d{1,2}", text, re.ASCII) or int(text) > most:
        raise BadNotation(
            _("{what}{text} should be a number from 0 to {most}.").format(
                what=what, text=text, most=most
            )
        )
    return int(text)


def _sign(state: State, cell: int) -> str:
    if cell not in NAME:
        return "_"
    value = state.grid.board[cell]
    return str(value) if value else "."


def read_position(rules: Rules, text: str) -> State:
    """The position that *text* describes, before the draws of the player on turn, or inside his
    turn as ``turn:`` says.

    Without ``sheets:`` its sheets are empty. Raises ``BadNotation``.
    """
    if not text.strip().isprintable():
        raise BadNotation(_("A position is one line of printable signs."))
    fields = text.split()
    more = _read_more(fields[4:])
    if len(fields) < 4:
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
    starter = _read_small("seat:", more.get("seat:", "0"), players - 1)
    start = rules.first_turn(players, rules.playing_order(starter, players))
    if "sheets:" in more:
        start = start.but(sheets=_read_sheets(more["sheets:"], len(start.sheets)))
    state = start.but(grid=_read_grid(tiles), bag=bag, hands=hands, pending=())
    if not tiles and fields[1] not in "A-":
        raise BadNotation(_("On an empty board the starter, A, is on turn."))
    most = (OPENING_HAND, DRAWN if rules.teams else 0)
    if not tiles and any(len(hand) > (*most, 0, 0, 0, 0)[n] for n, hand in enumerate(hands)):
        raise BadNotation(
            _("Nobody can hold {field} before the first tile is placed.").format(field=fields[2])
        )
    if fields[1] == "-":
        if {"idle:", "turn:"} & more.keys():
            raise BadNotation(_("In a game that is over, no turn goes on."))
        return rules.finish(state)
    if "idle:" in more:
        if not rules.optional_draw:
            raise BadNotation(_("idle: belongs to leftover_draw=optional only."))
        state = state.but(idle=_read_small("idle:", more["idle:"], players - 1))
    player = LETTERS.index(fields[1])
    if "turn:" in more:
        return read_turn_so_far(rules, state.but(player=player), more["turn:"])
    return rules.at_turn(state, player, first=not tiles)


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
