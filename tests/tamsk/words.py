"""The vocabulary of the tests of TAMSK: games, boards drawn, and lines of a record played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import pytest

from gipf_meta import IllegalMove, Over, Turn
from gipf_meta.protocol.options import configure
from gipf_meta_tamsk import Tamsk

RED, BLACK = 0, 1

LINES = (
    "a1 b1 c1 d1",
    "a2 b2 c2 d2 e1",
    "a3 b3 c3 d3 e2 f1",
    "a4 b4 c4 d4 e3 f2 g1",
    "b5 c5 d5 e4 f3 g2",
    "c6 d6 e5 f4 g3",
    "d7 e6 f5 g4",
)


def game(**options: str) -> Tamsk:
    """The game of the scenarios (`docs/reference/tamsk.md` §11): three options differ from §9."""
    scenarios = {"full_space": "reject", "zero_rings": "stop", "two_phase": "off"}
    return configure(Tamsk, {**scenarios, **options})


# --- positions ------------------------------------------------------------------------------


def read(picture: str) -> dict[str, str]:
    """The sign on each space of a board drawn like the text picture of §2.1."""
    signs = [line.split() for line in picture.strip().splitlines()]
    spaces = [line.split() for line in LINES]
    return {
        space: sign
        for pair in zip(spaces, signs, strict=True)
        for space, sign in zip(*pair, strict=True)
    }


def position(
    red: Iterable[str],
    black: Iterable[str],
    rings: Mapping[str, int] | None = None,
    *,
    level: int = 2,
    side: str = "R",
    left: str | None = None,
) -> str:
    """A position string (§8): glasses as there; the rings on the board went out in turns."""
    on = {space: count for space, count in sorted((rings or {}).items()) if count}
    out = sum(on.values())
    fields = [
        f"T{level} {side}",
        left or f"{32 - (out + 1) // 2}/{32 - out // 2}",
        f"R:{','.join(red)}",
        f"B:{','.join(black)}",
        f"rings:{','.join(f'{space}{count}' for space, count in on.items()) or '-'}",
        "timer:- skip:0/0 open:- t:0",
    ]
    return " ".join(fields)


def drawn(picture: str, *, sand: Mapping[str, str] | None = None, **rest: Any) -> str:
    """The position string of a picture at time 0: ``.`` is nothing, ``2`` two rings, ``R2`` a red
    glass among two rings, ``B`` a black one; ``r`` and ``b`` are dead.

    *sand* says how the glasses on some spaces are (``~30000``, ``x5000``); the others were never
    moved, or died at 0. The glasses of a colour stand in the order of reading.
    """
    signs = read(picture)
    how = {space: "x0" if sign[0] in "rb" else "" for space, sign in signs.items()}
    how.update(sand or {})
    glasses = {
        colour: [space + how[space] for space, sign in signs.items() if sign[0].upper() == colour]
        for colour in "RB"
    }
    rings = {space: int(sign.strip("RBrb.") or 0) for space, sign in signs.items()}
    return position(glasses["R"], glasses["B"], rings, **rest)


# --- playing --------------------------------------------------------------------------------


def played(g: Tamsk, state: Any, *lines: str) -> Any:
    """The state after *lines* of a record."""
    for line in lines:
        for _, after in g.play_line(state, line):
            state = after
    return state


def started(g: Tamsk, *lines: str) -> Any:
    """The state after *lines* from the start."""
    return played(g, g.start(2), *lines)


def refused(g: Tamsk, state: Any, item: str, why: str) -> None:
    """*item* is read, and refused with a sentence that says *why*."""
    with pytest.raises(IllegalMove, match=why):
        played(g, state, item)


def happenings(g: Tamsk, state: Any, text: str) -> list[str]:
    """The events that happen by themselves when the side on turn plays *text*."""
    return [*g.happenings(state, g.parse(state, on_turn(g, state), text))]


def turns(g: Tamsk, state: Any) -> dict[str, Any]:
    """Everything that would be a turn of whoever is on turn, by its text."""
    moves = g.turn_moves(state, on_turn(g, state))
    texts = {g.format(state, move): move for move in moves}
    assert len(texts) == len(moves)
    return texts


def with_ring(g: Tamsk, state: Any) -> dict[str, Any]:
    """Those turns in which a ring is dropped."""
    return {text: move for text, move in turns(g, state).items() if not text.endswith("/")}


def rights(g: Tamsk, state: Any, seat: int) -> set[str]:
    """Everything that *seat* may do now, on turn or not."""
    return {g.format(state, move) for move in g.legal_moves(state, seat)}


def count(g: Tamsk, state: Any, depth: int) -> int:
    """The number of sequences of *depth* turns in which rings are always dropped."""
    if depth == 0:
        return 1
    moves = with_ring(g, state).values()
    return sum(count(g, g.apply(state, move), depth - 1) for move in moves)


# --- questions ------------------------------------------------------------------------------


def on_turn(g: Tamsk, state: Any) -> int:
    now = g.status(state)
    assert isinstance(now, Turn)
    return now.seat


def result(g: Tamsk, state: Any) -> tuple[tuple[int, ...], str]:
    """Winners and reason of a game that is over."""
    now = g.status(state)
    assert isinstance(now, Over)
    return now.winners, now.reason


def ended(g: Tamsk, state: Any) -> tuple[tuple[int, ...], str, str]:
    """Winners, reason and the rings left of a game that is over."""
    return (*result(g, state), left(g, state))


def field(g: Tamsk, state: Any, name: str) -> str:
    """A field of the position string: ``1/0`` for ``skip:1/0``; nothing if it is left out."""
    _, _, rest = g.to_text(state).partition(f" {name}:")
    return rest.partition(" ")[0]


def left(g: Tamsk, state: Any) -> str:
    """The rings left, Red/Black."""
    return g.to_text(state).split(" ")[2]


def rings(g: Tamsk, state: Any) -> dict[str, int]:
    """The rings on the board."""
    listed = field(g, state, "rings")
    return {pile[:2]: int(pile[2:]) for pile in listed.split(",") if pile != "-"}


def glasses(g: Tamsk, state: Any) -> list[str]:
    """The glasses R1 R2 R3 B1 B2 B3 as the position string has them."""
    return [glass for colour in "RB" for glass in field(g, state, colour).split(",")]


def sand(g: Tamsk, state: Any) -> dict[str, str]:
    """How each glass on the board is, by its space: ``~ms`` left, ``xms`` dead since; nothing if
    it was never moved."""
    return {glass[:2]: glass[2:] for glass in glasses(g, state) if glass != "-"}


def targets(g: Tamsk, state: Any, space: str) -> set[str]:
    """Where the glass on *space* can go."""
    moves = (text.partition(":")[2].rstrip("/") for text in turns(g, state))
    return {move[3:] for move in moves if move.startswith(f"{space}-")}


def sources(g: Tamsk, state: Any) -> set[str]:
    """The spaces of the glasses that whoever is on turn can move."""
    return {text[2:4] for text in turns(g, state) if text[4:5] == "-"}


def both_rings(*moves: str) -> Iterator[str]:
    """Each of *moves* with and without a ring."""
    for move in moves:
        yield from (move, f"{move}/")
