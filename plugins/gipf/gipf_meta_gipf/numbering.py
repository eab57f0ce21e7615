# mypyc: compile
"""GIPF for programs that learn: decisions are numbers already, observations are planes of bits.

Numbers are those of ``state``: a piece of a kind entered at an entry, a target, an answer. A plane
has the bits of the spots, seven rows of eight. Each kind of potentials in the game has planes of
its own, and of the pieces below the top of a stack only their number is observed.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from gipf_meta import (
    Axis,
    DecisionGroup,
    Plane,
    PlaneGroup,
    first_bits,
    flag_planes,
    grid_places,
    pack_planes,
    set_of_numbers,
)
from gipf_meta_gipf.board import (
    ENTRY_NAME,
    LINE_MASK,
    LINE_POINTS,
    N_ENTRIES,
    NAME_OF,
    SPOTS,
)
from gipf_meta_gipf.kind import ENTRY
from gipf_meta_gipf.pieces import BASIC, GIPF, LOADED
from gipf_meta_gipf.rules import Rules
from gipf_meta_gipf.state import (
    ALLOW,
    ANNOUNCE,
    ASK_ANSWER,
    CHALLENGE,
    DECLINE,
    EXTRA_MADE,
    KEEP,
    MORE,
    MOVED,
    PLAYED,
    ROW,
    STOP,
    TAKE,
    TARGET,
    USE,
    Announcement,
    Move,
    Resolution,
    State,
    entering,
)

STRIDE: Final = SPOTS.stride
SIZE: Final = 7 * STRIDE
DETAILS: Final = 6
_EVERYWHERE: Final = (1 << SIZE) - 1
_BOARD: Final = grid_places("spot", NAME_OF, (SIZE // STRIDE, STRIDE))
_ENTRIES: Final = Axis("entry", ENTRY_NAME)
_LINES: Final = Axis("line", tuple([f"{points[1]}-{points[-2]}" for points in LINE_POINTS]))
LINES_RESOLVED: Final = Plane("lines that are resolved")
_BEFORE_KINDS: Final = (
    Plane("own pieces"),
    Plane("other pieces"),
    Plane("GIPF-pieces"),
    Plane("stacks of two"),
    Plane("higher stacks"),
    Plane("own reserve", "count"),
    Plane("other reserve", "count"),
    Plane("line of the row that is resolved"),
    Plane("seat keeps of the row"),
    Plane("seat takes of the row"),
    LINES_RESOLVED,
    Plane("loaded piece whose power is announced"),
    Plane("duels about the announced power", "count"),
)
_BEHIND_KINDS: Final = (
    Plane("own GIPF-pieces may be entered", "flag"),
    Plane("other GIPF-pieces may be entered", "flag"),
    Plane("a part of the turn is played", "flag"),
    Plane("the main action is made", "flag"),
    Plane("an extra move is made", "flag"),
    Plane("seat decides", "flag"),
    Plane("seat has the turn", "flag"),
    Plane("seat is White", "flag"),
    Plane("the main action is due", "flag"),
    Plane("a row is chosen", "flag"),
    Plane("a piece of a row is kept or taken", "flag"),
    Plane("a power is used or declined", "flag"),
    Plane("a target is chosen", "flag"),
    Plane("an announcement is answered", "flag"),
)


def decision_count(rules: Rules) -> int:
    """One more than the highest number: that of entering the last kind at the last entry."""
    return max(MORE, entering(LOADED + rules.table.n - 1, N_ENTRIES - 1) + 1)


def decisions(rules: Rules) -> tuple[DecisionGroup, ...]:
    """The entries kind by kind, and the other decisions where ``state`` has their numbers."""
    kinds = [kind.name for kind in rules.table.kinds]
    codes = {"a basic piece": BASIC, "a GIPF-piece": GIPF}
    codes.update({f"a {kind}-loaded piece": LOADED + at for at, kind in enumerate(kinds)})
    entered = [
        DecisionGroup(f"enter {piece}", (_ENTRIES,), entering(code, 0))
        for piece, code in codes.items()
    ]
    groups = [
        *entered,
        DecisionGroup("resolve the row on a line", (_LINES,), ROW),
        DecisionGroup("leave all other rows", first=STOP),
        DecisionGroup("keep a piece of the row", (_BOARD,), KEEP),
        DecisionGroup("take a piece of the row", (_BOARD,), TAKE),
    ]
    if kinds:
        of_kinds = (Axis("kind", tuple(kinds)),)
        groups += [
            DecisionGroup("choose a spot as the target", (_BOARD,), TARGET),
            DecisionGroup("choose an entry as the target", (_ENTRIES,), TARGET + ENTRY),
            DecisionGroup("announce the power of a loaded piece", (_BOARD,), ANNOUNCE),
            DecisionGroup("allow the power", first=ALLOW),
            DecisionGroup("challenge the power", first=CHALLENGE),
            DecisionGroup("use a power that is due", of_kinds, USE),
            DecisionGroup("decline a power", of_kinds, DECLINE),
        ]
    return tuple(sorted(groups, key=_first_number))


def _first_number(group: DecisionGroup) -> int:
    return group.first


def number_of(state: State, move: Move) -> int:
    """The number of *move*: itself."""
    assert isinstance(move, int)
    return move


def decision_of(state: State, number: int) -> Move:
    """The decision with that *number*: itself."""
    return number


def legal_numbers(rules: Rules, state: State, seat: int) -> int:
    """The numbers of all decisions of *seat*."""
    if seat != state.current_player():
        return 0
    moves = rules.legal_moves(state)
    if isinstance(moves, tuple):
        return _set_of_entries(moves)
    return set_of_numbers([number_of(state, move) for move in moves], decision_count(rules))


@lru_cache(maxsize=4096)
def _set_of_entries(moves: tuple[Move, ...]) -> int:
    """The set of *moves*: the entries of a basic piece where some lines are full, or the answers.
    The same few come again and again."""
    return sum(1 << move for move in moves if isinstance(move, int))


def observation_shape(rules: Rules) -> tuple[int, int, int]:
    """Planes, rows and columns."""
    return len(planes(rules).planes), SIZE // STRIDE, STRIDE


def planes(rules: Rules) -> PlaneGroup:
    """The names of the planes over the spots."""
    of_kinds = [
        plane
        for kind in rules.table.kinds
        for plane in (
            Plane(f"{kind.name}-loaded pieces"),
            Plane(f"used {kind.name} potentials"),
            Plane(f"own {kind.name} supply", "count"),
            Plane(f"other {kind.name} supply", "count"),
            Plane(f"own {kind.name} challenges left", "count"),
            Plane(f"other {kind.name} challenges left", "count"),
            Plane(f"the power of a {kind.name} potential is announced", "flag"),
        )
    ]
    return PlaneGroup((*_BEFORE_KINDS, *of_kinds, *_BEHIND_KINDS), _BOARD)


def observe(rules: Rules, state: State, seat: int) -> int:
    """One's own pieces, the other's, GIPF-pieces and stacks; both reserves as counts; the row at
    hand and the power announced; the planes of each kind; then who may still enter GIPF-pieces,
    what of the turn is made, whose turn it is, and what is asked."""
    other = 1 - seat
    opened, made, heights = state.books.opened, state.made, [0, 0]
    for bit, below in state.kinds.covers:
        heights[0 if len(below) == 1 else 1] |= 1 << bit
    flags = (opened >> seat & 1) | (opened >> other & 1) << 1
    flags |= (made & (PLAYED | MOVED | EXTRA_MADE)) << 2
    flags |= (32 if seat == state.current_player() else 0) | (64 if seat == state.mover else 0)
    flags |= 0 if seat else 128
    if state.ask <= ASK_ANSWER:
        flags |= 256 << state.ask
    places = [
        state.pieces(seat),
        state.pieces(other),
        state.kinds.gipf,
        *heights,
        first_bits(state.reserve(seat), SIZE),
        first_bits(state.reserve(other), SIZE),
    ]
    packed = flag_planes(flags, SIZE)
    if rules.table.n:
        packed = pack_planes(_planes_of_kinds(rules, state, seat), SIZE, packed)
    if state.detail is None:
        packed <<= DETAILS * SIZE
    else:
        packed = pack_planes(_detail(state, seat), SIZE, packed)
    return pack_planes(places, SIZE, packed)


def _detail(state: State, seat: int) -> list[int]:
    """The row at hand, with its pieces kept and taken for the player who decides alone; the rows
    that are handled; the base of the power announced, and which duel about it is due."""
    now = state.detail
    if isinstance(now, Resolution):
        line = LINE_MASK[now.line] if now.line >= 0 else 0
        kept, taken = (now.kept, now.taken) if seat == state.mover else (0, 0)
        return [line, kept, taken, now.done, 0, 0]
    if isinstance(now, Announcement):
        return [0, 0, 0, 0, 1 << now.bit, first_bits(now.attempt, SIZE)]
    return [0] * DETAILS


def _planes_of_kinds(rules: Rules, state: State, seat: int) -> list[int]:
    """The planes of each kind: loaded and used potentials, both supplies, both numbers of
    challenges left, and whether its power is announced."""
    n, books, now = rules.table.n, state.books, state.detail
    found: list[int] = []
    for kind in range(n):
        own, other = n * seat + kind, n * (1 - seat) + kind
        is_announced = isinstance(now, Announcement) and now.kind == kind
        found += [
            state.kinds.masks[kind],
            state.kinds.masks[n + kind],
            first_bits(books.supply[own], SIZE),
            first_bits(books.supply[other], SIZE),
            first_bits(books.challenges[own], SIZE),
            first_bits(books.challenges[other], SIZE),
            _EVERYWHERE if is_announced else 0,
        ]
    return found
