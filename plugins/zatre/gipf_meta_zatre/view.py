"""The picture of a Zatre position, as data: board, hands, score sheets."""

from __future__ import annotations

from typing import Literal

from gipf_meta import SQUARE_PITCH, Choice, Mark, Piece, Point, Table, Tray, TrayItem, View
from gipf_meta_zatre.board import CELLS, DOUBLING, NAME, place_of
from gipf_meta_zatre.notation import move_text
from gipf_meta_zatre.rules import Rules, actor, decisions
from gipf_meta_zatre.sheet import Sheet, comment
from gipf_meta_zatre.state import (
    DRAW,
    LETTERS,
    LOT,
    PLACE,
    STARTER,
    STUCK,
    TAKE,
    Move,
    State,
)

HEAD = ("row", "X", "10", "11", "12", "bonus", "total")


def picture(rules: Rules, state: State, seat: int | None, hidden: bool) -> View:
    """What *seat* sees (``None``: who acts). Only the seat that acts has choices."""
    moves = decisions(rules, state)
    acts = seat is None or (bool(moves) and state.seats[actor(state)] == seat)
    moves = moves if acts else []
    looking = seat if seat is not None else state.seats[actor(state)]
    board = state.grid.board
    return View(
        tuple(
            Point(name, place_of(cell)[0], 15 - place_of(cell)[1], _kind(cell))
            for cell, name in NAME.items()
        ),
        pieces=tuple(
            Piece(NAME[cell], "tile", f"v{board[cell]}", str(board[cell]))
            for cell in CELLS
            if board[cell]
        ),
        trays=tuple(_hand(rules, state, player, looking, hidden) for player in _players(state)),
        tables=tuple(
            sheet_table(sheet, _title(rules, state, side), rules.extra_rows, state.seats[first])
            for side, (sheet, first) in enumerate(zip(state.sheets, _firsts(rules), strict=False))
        ),
        marks=_marks(state, moves),
        choices=tuple(_choice(state, move) for move in moves),
        caption=_caption(rules, state),
        prompt=_prompt(rules, state, acts, moves),
        pitch=SQUARE_PITCH,
        tile="square",
    )


def _kind(cell: int) -> Literal["special", "cell"]:
    return "special" if cell in DOUBLING else "cell"


def _players(state: State) -> range:
    return range(len(state.hands))


def _firsts(rules: Rules) -> range:
    """The first player of each side."""
    return range(0, 6, 2 if rules.teams else 1)


def _who(state: State, player: int) -> str:
    """A player's letter, and his name where the lottery has given the letters anew."""
    seat = state.seats[player]
    return f"{LETTERS[player]} (Player {seat + 1})"


def _title(rules: Rules, state: State, side: int) -> str:
    if rules.teams:
        return " and ".join(_who(state, player) for player in (2 * side, 2 * side + 1))
    return _who(state, side)


def _hand(rules: Rules, state: State, player: int, looking: int, hidden: bool) -> Tray:
    hand = state.hands[player]
    seat = state.seats[player]
    partner = rules.teams and state.seats.index(looking) // 2 == player // 2
    title = f"{_who(state, player)} holds"
    if hidden and seat != looking and not partner and not state.ending:
        return Tray(
            title, (TrayItem(f"hand{player}:?", "hidden", len(hand), "tile", "hidden"),), seat
        )
    items = tuple(
        TrayItem(f"hand{player}:{value}", str(value), hand.count(value), "tile", f"v{value}")
        for value in sorted(set(hand))
    )
    return Tray(title, items, seat)


def sheet_table(sheet: Sheet, title: str, extra_rows: str, seat: int | None) -> Table:
    """A score sheet as a table, with its total."""
    rows = [
        (
            str(row.number),
            "x" if row.cross else "",
            *(
                "" if entry is None else str(entry)
                for entry in (row.tens, row.elevens, row.twelves)
            ),
            str(row.bonus) if row.bonus else "",
            str(row.total),
        )
        for row in sheet.rows(extra_rows)
    ]
    total = ("", "", "", "", "", "", str(sheet.total(extra_rows)))
    return Table(title, HEAD, (*rows, total), seat)


def _marks(state: State, moves: list[Move]) -> tuple[Mark, ...]:
    cells = sorted({move.cell for move in moves if move.kind == PLACE})
    marks = [Mark(NAME[cell], "legal") for cell in cells]
    return (*marks, *(Mark(NAME[tile.cell], "last") for tile in state.placed))


def told(rules: Rules, state: State, move: Move, hidden: bool) -> list[str]:
    """What a move means, in words: a draw, the start, or what the turn it ends has made."""
    if move.kind == LOT:
        drawn = f"Player {move.player + 1} draws a {move.value} in the lottery."
        after = rules.apply(state, move)
        if after.lots:
            return [drawn]
        return [drawn, f"{_who(after, 0)} starts, and keeps a {after.hands[0][0]}."]
    if move.kind == STARTER:
        return [f"Player {move.player + 1} starts."]
    who = _who(state, move.player)
    if move.kind == DRAW:
        return [f"{who} draws a {'tile' if hidden else move.value}."]
    if move.kind == STUCK:
        return [f"{who} can place nothing and keeps all tiles."]
    after = rules.apply(state, move)
    if move.kind != PLACE or (after.number == state.number and after.ending is None):
        return []
    sums, crosses = rules.scored(rules.placed(state, move))
    side = rules.side(move.player)
    points = after.sheets[side].total(rules.extra_rows)
    return [f"{who} makes {comment(sums, crosses) or 'nothing'}; {_points(points)} on the sheet."]


def _points(count: int) -> str:
    return f"{count} point{'' if count == 1 else 's'}"


def _choice(state: State, move: Move) -> Choice:
    text = move_text(move)
    if move.kind != PLACE:
        wish = "draw one tile" if move.kind == TAKE else "draw nothing and end the turn"
        return Choice(text, (text,), wish)
    cell = NAME[move.cell]
    scored = state.grid.sums(move.cell, move.value)
    cross = move.cell in DOUBLING and bool(scored)
    gain = "+".join(map(str, scored)) + (" X" if cross else "")
    label = f"put {move.value} on {cell}"
    if scored:
        label += f": {' and '.join(map(str, scored))}" + (", and a cross" if cross else "")
    if move.exceptional:
        label += ": an exception on a doubling cell, without a cross"
    return Choice(text, (f"hand{move.player}:{move.value}", cell), label, gain)


def _caption(rules: Rules, state: State) -> str:
    bag = f"{state.left} tile{'' if state.left == 1 else 's'} in the bag."
    if state.lots or state.starting:
        return f"It is not yet known who starts. {bag}"
    return f"Turn {state.number}, {_who(state, state.player)}. {bag}"


def _prompt(rules: Rules, state: State, acts: bool, moves: list[Move]) -> str:
    if state.ending:
        return _result(rules, state)
    if state.stuck:
        return f"{_who(state, state.player)} can place nothing and keeps all tiles."
    if state.lots or state.starting or (state.pending and not state.asked):
        return "Tiles are drawn."
    who = _who(state, actor(state))
    if not acts:
        return f"It is {who}'s turn."
    if state.asked:
        return f"{who}: none of your tiles fits; draw one more, or decline."
    if state.grid.empty:
        return f"{who}: put one of your tiles on h8."
    if all(move.exceptional for move in moves):
        return (
            f"{who}: your tiles fit only against the rule of doubling cells, so one of them must go"
            " there, without a cross."
        )
    held = " ".join(map(str, sorted(state.hands[state.player])))
    return f"{who}: put one of {held} next to the others; a tile that fits must be placed."


def _result(rules: Rules, state: State) -> str:
    ending = state.ending
    assert ending is not None
    winners = " and ".join(_title(rules, state, side) for side in ending.sides)
    best = max(ending.scores)
    if len(ending.sides) > 1:
        return f"{winners} share the victory with {_points(best)}."
    return f"{winners} {'win' if rules.teams else 'wins'} with {_points(best)}."
