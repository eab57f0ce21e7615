"""The vocabulary of the tests of GIPF: games, positions written short, and turns played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gipf_meta import Over, Turn
from gipf_meta.match.turns import legal_turns
from gipf_meta.protocol.options import configure
from gipf_meta_gipf import Gipf
from gipf_meta_gipf.positions import listed
from gipf_meta_gipf.state import Move, State

POTENTIALS = {"tamsk_potentials": 3, "zertz_potentials": 3}


def game(**options: Any) -> Gipf:
    """GIPF, basic unless told otherwise."""
    return configure(Gipf, {"variant": "basic", **options})


def position(
    g: Gipf,
    white: str = "",
    black: str = "",
    *,
    side: str = "w",
    reserves: str = "5,5",
    supply: str | None = None,
    opened: str = "-",
    lost: str | None = None,
    challenges: str | None = None,
) -> State:
    """A position of *g*; *white* and *black* are pieces with blanks between them."""
    none = ",".join(["".join(f"{letter}0" for letter in listed(g.rules.table))] * 2)
    fields = [side, reserves, supply or none]
    fields += [_items(*pieces) for pieces in (("W", white), ("B", black))]
    if g.variant == "tournament":
        fields.append(f"G:{opened}")
    if g.kinds_in_game:
        start = g.to_text(g.start(2)).split()[-1].removeprefix("C:")
        fields += [f"L:{lost or none}", f"C:{challenges or start}"]
    return g.from_text(" ".join(fields))


def _items(head: str, pieces: str) -> str:
    return f"{head}:{','.join(pieces.split())}"


def played(g: Gipf, state: State, *turns: str) -> State:
    """The state after whole *turns*."""
    for text in turns:
        state = after(g, state, g.parse_turn(state, text))
    return state


def decided(g: Gipf, state: State, *decisions: str) -> State:
    """The state after single *decisions*, each by whoever acts."""
    for text in decisions:
        now = g.status(state)
        seat = now.seat if isinstance(now, Turn) else 0
        state = g.apply(state, g.parse(state, seat, text))
    return state


def after(g: Gipf, state: State, moves: Sequence[Move]) -> State:
    for move in moves:
        state = g.apply(state, move)
    return state


def decisions(g: Gipf, state: State) -> list[str]:
    """The texts of all legal decisions of whoever acts."""
    now = g.status(state)
    assert isinstance(now, Turn)
    return [g.format(state, move) for move in g.legal_moves(state, now.seat)]


def turns(g: Gipf, state: State) -> dict[str, State]:
    """All whole turns that can be played, by their texts, with the states after them."""
    return legal_turns(g, state)


def removals(g: Gipf, state: State) -> dict[str, State]:
    """The ways to take rows that are due before the main action, with the states then."""
    found: dict[str, State] = {}
    open_ones: list[tuple[State, tuple[Move, ...]]] = [(state, ())]
    while open_ones:
        at, path = open_ones.pop()
        texts = decisions(g, at) if isinstance(g.status(at), Turn) else []
        if texts and texts[0].startswith(("x", "row", "keep", "take", "stop")):
            open_ones += [
                (g.apply(at, move), (*path, move)) for move in g.legal_moves(at, at.mover)
            ]
        else:
            found[g.format_turn(state, path)] = at
    return found


def board(g: Gipf, state: State) -> str:
    """The pieces alone: ``W:… B:…``."""
    return " ".join(g.to_text(state).split(" ")[3:5])


def reserves(state: State) -> tuple[int, int]:
    return state.white_reserve, state.black_reserve


def winner(g: Gipf, state: State) -> tuple[tuple[int, ...], str] | None:
    """Winners and reason of a game that is over."""
    now = g.status(state)
    return (now.winners, now.reason) if isinstance(now, Over) else None
