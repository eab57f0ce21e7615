"""Helpers: positions from lists or pictures, whole turns, and replaying."""

from __future__ import annotations

from gipf_meta_zertz.board import board
from gipf_meta_zertz.game import Zertz
from gipf_meta_zertz.state import State


def position(
    marbles: str = "",
    *,
    rings: str | None = None,
    missing: str = "",
    size: int = 37,
    pool: str = "6/8/10",
    captured: tuple[str, str] = ("0/0/0", "0/0/0"),
    side: int = 1,
) -> str:
    """A position string: *rings* (or all but the *missing* ones) with *marbles* such as ``Wd4``."""
    cells = board(size).lattice.cells
    on = {marble[1:]: marble for marble in marbles.split()}
    present = set(cells) - set(missing.split()) if rings is None else set(rings.split()) | set(on)
    assert present <= set(cells)
    assert set(on) <= present
    listed = ",".join(on.get(cell, cell) for cell in cells if cell in present)
    return f"{listed} {pool} {captured[0]} {captured[1]} {side}"


def drawn(picture: str, **rest: str) -> str:
    """A position of the 37 board as a picture: ``.`` vacant, ``W G B`` marbles, ``-`` no ring.

    One line for each height; the cells of a line from left to right.
    """
    lattice = board(37).lattice
    lines = [line.split() for line in picture.strip().splitlines()]
    heights = sorted({y for _, y in lattice.xy.values()})
    rings, marbles = [], []
    for y, line in zip(heights, lines, strict=True):
        cells = sorted((x, name) for name, (x, at) in lattice.xy.items() if at == y)
        for (_, name), sign in zip(cells, line, strict=True):
            if sign != "-":
                rings.append(name)
            if sign in "WGB":
                marbles.append(sign + name)
    return position(" ".join(marbles), rings=" ".join(rings), **rest)  # type: ignore[arg-type]


def first_steps(game: Zertz, state: State) -> set[str]:
    """The texts of all legal decisions."""
    return {game.format(state, move) for move in game.legal_moves(state, state.seat)}
