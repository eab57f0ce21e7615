"""Boards of GIPF as pictures: a position from one, and one of a position."""

from __future__ import annotations

from textwrap import dedent
from typing import Any

from gipf_meta_gipf import Gipf
from gipf_meta_gipf.board import DOTS, POINTS
from gipf_meta_gipf.state import State
from tests.gipf.words import board, position

LAST_GIPF = """
          b1  GW   .   .   .  b6
        c1   .   .   .   W   .  c7
      d1   .   .   .   W   .   .  d8
    e1   .   .   .   W   .   .   .  e9
"""
"""White's a5-b5 takes Black's only GIPF-piece on f4, but not on g3 (scenario 30)."""


def drawn(g: Gipf, picture: str, *, white: str = "", black: str = "", **rest: Any) -> State:
    """The position of *g* with the board of *picture*.

    A picture is the board as the program prints it, lying on its side: each column is a line,
    `a` at the top, and White sits on the left (`docs/reference/gipf.md §2`). The lines of the
    board run to the right and along both slants. The dots are there by their names, so ``a5-b5``
    pushes from the right end of the first line along b5 c5 d5 e5 f4 g3 h2::

                a1  a2  a3  a4  a5
              b1   .   .   .   W  b6          W  B   basic pieces
            c1   .   .   .   W   .  c7        GW GB  GIPF-pieces; T Z loaded, t z spent
          d1   .   .   .   W   .   .  d8
        e1   .   .   .  GW   .   .   .  e9    the centre, e5, is a GIPF-piece of White
          f1   .   .  TB   .   .   .  f8      f4 is a TAMSK-loaded piece of Black
            g1   .   .   .   .   .  g7
              h1   .   .   .   .  h6
                i1  i2  i3  i4  i5

    Lines at the ends on which nothing stands are left out, all of a and i for a start. *white* and
    *black* are pieces put on vacant spots of it, listed as in a position string with
    blanks between them; *rest* are the other words of `position`.
    """
    pieces: dict[str, list[str]] = {"W": white.split(), "B": black.split(), ".": []}
    lines = {line.split()[0][0]: line.split() for line in tidy(picture).splitlines()}
    spots = [point for point in POINTS.cells if point not in DOTS]
    on = {at: lines[at[0]][int(at[1]) - 1] if at[0] in lines else "." for at in spots}
    assert not {on[piece[-2:]] for piece in (*white.split(), *black.split())} - {"."}, "not vacant"
    for spot, mark in on.items():
        pieces[mark[-1]].append(mark[:-1] + spot)
    assert tidy(picture) == _lying(on), "not as it is drawn"
    return position(g, " ".join(pieces["W"]), " ".join(pieces["B"]), **rest)


def shown(g: Gipf, state: State) -> str:
    """The picture of the board of *state*."""
    on: dict[str, str] = {}
    for listed in board(g, state).split():
        owner, _, pieces = listed.partition(":")
        on |= {piece[-2:]: piece[:-2] + owner for piece in pieces.split(",") if piece}
    return _lying(on)


def tidy(picture: str) -> str:
    """A picture without the indentation it has in a test."""
    return dedent(picture).strip("\n")


def _lying(on: dict[str, str]) -> str:
    """The lines of the board from the first to the last with a piece."""
    lines, used = [], {point[0] for point, mark in on.items() if mark != "."}
    for column in "abcdefghi":
        points = [point for point in POINTS.cells if point[0] == column]
        marks = [point if point in DOTS else on.get(point, ".") for point in points]
        lines.append("  " * (9 - len(marks)) + "  ".join(f"{mark:>2}" for mark in marks))
    shown = [number for number, column in enumerate("abcdefghi") if column in used]
    return tidy("\n".join(lines[min(shown, default=0) : max(shown, default=-1) + 1]))


#: example T2 of docs/reference/gipf.md: an entry, the extra move, and the rows they make
T2 = """
          b1   .   .   .   B  b6
        c1   .   .   .   B   .  c7
      d1   .   .   .   B   .   .  d8
    e1   W   W  TW   .   .   .   .  e9
"""
