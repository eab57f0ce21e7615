"""The vocabulary of the tests of Zatre: games, boards drawn, luck told, and lines played."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from gipf_meta import Chance, MoveError, Over, Turn
from gipf_meta.protocol.options import configure
from gipf_meta_zatre import Zatre
from gipf_meta_zatre.sheet import Sheet

NOTHING = Sheet(tens=(), elevens=(), twelves=(), crosses=0)

#: the empty board from row 15 down to row 1, as the position string has it (§10)
EMPTY = [
    "____..._...____",
    "_............._",
    "_............._",
    "_............._",
    "...............",
    "...............",
    "...............",
    "_............._",
    "...............",
    "...............",
    "...............",
    "_............._",
    "_............._",
    "_............._",
    "____..._...____",
]


def game(**options: str) -> Zatre:
    """The game of the scenarios (`docs/reference/zatre.md` §12), begun without a lottery."""
    return configure(Zatre, {"preset": "standard", "start": "fixed", **options})


# --- positions ------------------------------------------------------------------------------


def read(picture: str) -> dict[str, str]:
    """The sign on each cell of a board or a part of one, drawn like the picture of §2.

    Rows begin with their number. The letters of the columns stand above or below the signs;
    a blank is no cell.
    """
    lines = [line for line in picture.splitlines() if line.strip()]
    (letters,) = (line for line in lines if not line.split()[0].isdigit())
    columns = [(place, letter) for place, letter in enumerate(letters) if letter != " "]
    signs: dict[str, str] = {}
    for line in lines:
        if line is not letters:
            number = line.split()[0]
            wide = line.ljust(len(letters))
            signs |= {letter + number: wide[place] for place, letter in columns}
    return {cell: sign for cell, sign in signs.items() if sign != " "}


def position(
    pre: str | Mapping[str, str] = "", *, hands: str, player: str = "A", tiles: int = 121
) -> str:
    """A position string (§10): *pre* like ``h8=5 i8=4``; *hands* like ``26,-``.

    Of the *tiles* of the game all that are neither on the board nor in hands are in the bag.
    The turn that is due in a position with tiles is turn 2: somebody has begun.
    """
    signs = pre if isinstance(pre, Mapping) else dict(item.split("=") for item in pre.split())
    rows = [list(row) for row in EMPTY]
    for cell, sign in signs.items():
        rows[15 - int(cell[1:])]["abcdefghijklmno".index(cell[0])] = sign
    bag = tiles - len(signs) - sum(map(str.isdigit, hands))
    return f"{'/'.join(map(''.join, rows))} {player} {hands} {bag}"


def drawn(picture: str, **rest: Any) -> str:
    """The position string of a picture: digits are tiles, ``.`` is an empty cell."""
    tiles = {cell: sign for cell, sign in read(picture).items() if sign != "."}
    return position(tiles, **rest)


# --- luck -----------------------------------------------------------------------------------


#: the outcome of a turn in which no tile can be placed
STUCK = "keeps all"


def luck(g: Zatre, state: Any) -> dict[str, int]:
    """The outcomes of a draw now, each with the number of such tiles in the bag."""
    now = g.status(state)
    assert isinstance(now, Chance), now
    weights = {g.format(state, move): weight for move, weight in now.outcomes}
    assert len(weights) == len(now.outcomes)
    return weights


def fallen(g: Zatre, state: Any, outcome: str) -> Any:
    """The state after one outcome of luck, such as ``+4``."""
    now = g.status(state)
    assert isinstance(now, Chance), now
    moves = {g.format(state, move): move for move, _ in now.outcomes}
    return g.apply(state, moves[outcome])


def drew(g: Zatre, state: Any, tiles: str) -> Any:
    """The state after *tiles* were drawn one by one."""
    for tile in tiles:
        state = fallen(g, state, f"+{tile}")
    return state


# --- playing --------------------------------------------------------------------------------


def played(g: Zatre, state: Any, *lines: str, told: list[str | None] | None = None) -> Any:
    """The state after *lines* of a record. Their canonical texts are put into *told*.

    Each line finds the next one as *following*.
    """
    for place, line in enumerate(lines):
        for text, after in g.play_line(state, line, _getter(lines, place + 1)):
            state = after
            if told is not None:
                told.append(text)
    return state


def _getter(lines: tuple[str, ...], place: int) -> Callable[[], str]:
    return lambda: lines[place] if place < len(lines) else ""


def written(g: Zatre, state: Any, line: str) -> tuple[str | None, Any]:
    """A line as a program writes it (with the comment that §10 asks for), and the state after."""
    told: list[str | None] = []
    after = played(g, state, line, told=told)
    (text,) = told
    return text, after


def placed(g: Zatre, state: Any, placements: str) -> Any:
    """The state after single *placements* like ``h8=5 i8=4``, each by whoever is on turn."""
    for text in placements.split():
        state = g.apply(state, g.parse(state, on_turn(g, state), text))
    return state


def refused(g: Zatre, state: Any, item: str, why: str) -> None:
    """*item*, a placement or a line of a record, is refused with a sentence that says *why*."""
    attempt = played if item[0].isdigit() else placed
    with pytest.raises(MoveError, match=why):
        attempt(g, state, item)


# --- questions ------------------------------------------------------------------------------


def on_turn(g: Zatre, state: Any) -> int:
    now = g.status(state)
    assert isinstance(now, Turn), now
    return now.seat


def whose(g: Zatre, state: Any) -> str:
    """The letter of the player on turn, who may still have to draw; ``-`` at the end."""
    return g.to_text(state).split(" ")[1]


def legal(g: Zatre, state: Any) -> set[str]:
    """All placements of whoever is on turn, by their texts."""
    moves = g.legal_moves(state, on_turn(g, state))
    texts = {g.format(state, move) for move in moves}
    assert len(texts) == len(moves)
    return texts


def cells(g: Zatre, state: Any, tile: int) -> set[str]:
    """Where a *tile* in hand can be placed without the exception of §5."""
    parts = (text.split("=") for text in legal(g, state))
    return {cell for cell, value in parts if value == str(tile)}


def over(g: Zatre, state: Any) -> tuple[tuple[int, ...], tuple[int, ...] | None]:
    """Winners and scores of a game that is over."""
    now = g.status(state)
    assert isinstance(now, Over), now
    return now.winners, now.scores


def held(g: Zatre, state: Any) -> str:
    """The tiles in hands as the position string has them: ``26,-``."""
    return g.to_text(state).split(" ")[2]


def in_bag(g: Zatre, state: Any) -> int:
    """The number of tiles in the bag."""
    return int(g.to_text(state).split(" ")[3])


def on_board(g: Zatre, state: Any) -> dict[str, str]:
    """The tiles on the board, by their cells."""
    rows = g.to_text(state).split(" ")[0].split("/")
    return {
        f"{letter}{15 - down}": sign
        for down, row in enumerate(rows)
        for letter, sign in zip("abcdefghijklmno", row, strict=True)
        if sign.isdigit()
    }
