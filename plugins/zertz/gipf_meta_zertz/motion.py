"""The motions of marbles and rings by a decision of ZÈRTZ."""

from __future__ import annotations

from collections.abc import Sequence

from gipf_meta import Motion, Way
from gipf_meta_zertz.notation import jump_cells
from gipf_meta_zertz.positions import LETTERS, marble_at
from gipf_meta_zertz.rules import Rules
from gipf_meta_zertz.state import (
    JUMP,
    LEAVE,
    PASS,
    REMOVE,
    TAKEBACK,
    State,
    cell_of,
    kind_of,
    unpack,
)
from gipf_meta_zertz.view import heap_of


def moved(rules: Rules, before: State, move: int, after: State) -> Sequence[Motion]:
    """The motions of a placement, a ring that leaves, or a jump; then the marbles that are cut off,
    or the region that is claimed, go to the mover (§6)."""
    if move == TAKEBACK:
        return (_taken_back(rules, before, after),)
    names, kind, cell = rules.board.lattice.name_of, kind_of(move), cell_of(move)
    motions: list[Motion] = []
    removed, colour = 0, -1
    if kind < REMOVE:
        colour = kind
        heap = "pool" if before.pool else "own"
        motions.append(Motion((Way(f"{heap}:{LETTERS[colour]}", names[cell]),)))
    elif kind == REMOVE:
        removed = 1 << cell
        motions.append(Motion(gone=(names[cell],)))
    elif JUMP <= kind < LEAVE and move != PASS:
        over, landing = jump_cells(rules, move)
        way = Way(names[cell], names[landing], (names[over],))
        motions.append(Motion((way,), taken=_taken(rules, before, 1 << over, after)))
    if region := before.rings & ~after.rings & ~removed:
        taken = list(_taken(rules, before, region, after))
        if colour >= 0 and region >> cell & 1:
            taken.append(Way(names[cell], _won(before, colour, after)))
        gone = rules.board.lattice.names(region)
        row = tuple(way.start for way in taken)
        motions.append(Motion(taken=tuple(taken), gone=tuple(gone), row=row))
    return tuple(motions)


def _taken(rules: Rules, before: State, mask: int, after: State) -> tuple[Way, ...]:
    """The ways of the marbles on *mask* to the seat that moves and captures them."""
    lattice = rules.board.lattice
    ways = []
    for name in lattice.names(mask):
        colour = marble_at(before, lattice.bit_of[name])
        if colour is not None:
            ways.append(Way(name, _won(before, colour, after)))
    return tuple(ways)


def _won(before: State, colour: int, after: State) -> str:
    """The heap *after* a move where the marbles of a *colour* are that the mover has captured."""
    return f"{heap_of(after, before.seat)}:{LETTERS[colour]}"


def _taken_back(rules: Rules, before: State, after: State) -> Motion:
    """The motions that undo the last turn: its marble goes back, and its captures return (§9)."""
    lattice = rules.board.lattice
    ways, taken = [], []
    for name, bit in lattice.bit_of.items():
        old, new = marble_at(before, bit), marble_at(after, bit)
        if old is None and new is not None:
            ways.append(Way(_source(before, new, after), name))
        elif old is not None and new is None:
            back = "pool" if after.pool else heap_of(after, after.seat)
            taken.append(Way(name, f"{back}:{LETTERS[old]}"))
    return Motion(tuple(ways), tuple(taken))


def _source(before: State, colour: int, after: State) -> str:
    """The heap from which a marble comes back: of the seat that has fewer of its *colour* now."""
    for seat, (had, has) in enumerate(((before.first, after.first), (before.second, after.second))):
        if unpack(has)[colour] < unpack(had)[colour]:
            return f"{heap_of(before, seat)}:{LETTERS[colour]}"
    return ""
