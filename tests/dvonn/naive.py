"""A plain referee of DVONN for tests: sets, dicts and loops, straight from the rule sheet.

The paragraph signs (§) name the sections of docs/reference/dvonn.md. Nothing here is clever or
fast; it shares no code with the game it is used to check.

Spaces are texts such as "d4", stacks are texts from bottom to top such as "BDW", players are
"W" and "B", or seats 0 and 1 in results.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import factorial

Result = tuple[tuple[int, ...], tuple[int, int]]
"""The seats of the winners (none in a draw), and the scores."""

# §2: how many pieces there are of each kind.
PIECES = {"D": 3, "W": 23, "B": 23}

# §1: the first and last number of each column.
COLUMNS = {
    "a": (1, 3), "b": (1, 4), "c": (1, 5), "d": (1, 5), "e": (1, 5), "f": (1, 5), "g": (1, 5),
    "h": (1, 5), "i": (1, 5), "j": (2, 5), "k": (3, 5),
}  # fmt: skip
SPACES = [f"{c}{r}" for c, (low, high) in COLUMNS.items() for r in range(low, high + 1)]

# §1: along a row, along a column, along a diagonal.
DIRECTIONS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1))


def away(space: str, direction: tuple[int, int], steps: int) -> str | None:
    """The space so many steps away in a direction, or None beyond the edge (§1)."""
    column = chr(ord(space[0]) + steps * direction[0])
    other = f"{column}{int(space[1]) + steps * direction[1]}"
    return other if other in SPACES else None


def spaces_next_to(space: str) -> list[str]:
    """The neighbours of a space; six, at the edge fewer (§1)."""
    found = (away(space, direction, 1) for direction in DIRECTIONS)
    return [other for other in found if other is not None]


NEIGHBOURS = {space: spaces_next_to(space) for space in SPACES}


def opposite(space: str) -> str:
    """Where the half turn about f3 takes a space: (c, r) to (12-c, 6-r) (§1)."""
    return f"{chr(ord('a') + ord('k') - ord(space[0]))}{6 - int(space[1])}"


EDGE = [space for space in SPACES if len(NEIGHBOURS[space]) < 6]


@dataclass(frozen=True)
class State:
    """A position: the stacks, the pieces still to be placed, who is on turn."""

    stacks: dict[str, str]
    hand: dict[str, int]
    side: str


def opponent(side: str) -> str:
    """The other player."""
    return "B" if side == "W" else "W"


def start() -> State:
    """The empty board (§3)."""
    return State({}, dict(PIECES), "W")


def is_placing(state: State) -> bool:
    """Whether pieces are still to be placed (§8)."""
    return any(state.hand.values())


# --- turns --------------------------------------------------------------------------------------


def turns(state: State) -> dict[str, State]:
    """All legal turns as texts, each with the position after it (§3, §4, §7)."""
    if is_placing(state):
        return {space: placed(state, space) for space in SPACES if space not in state.stacks}
    if result(state):
        return {}
    own = list(moves(state.stacks, state.side))
    if not own:
        return {"-": State(state.stacks, state.hand, opponent(state.side))}
    return {f"{origin}-{to}": stacked(state, origin, to) for origin, to in own}


def placed(state: State, space: str) -> State:
    """The position after a piece was placed (§3)."""
    number = sum(PIECES.values()) - sum(state.hand.values()) + 1
    piece = "D" if number <= 3 else "BW"[number % 2]
    hand = {**state.hand, piece: state.hand[piece] - 1}
    # Turn 49 is White's, and he begins the second phase.
    side = "W" if number == 49 else opponent(state.side)
    return State({**state.stacks, space: piece}, hand, side)


def moves(stacks: dict[str, str], side: str) -> Iterator[tuple[str, str]]:
    """From where to where a player can move (§4)."""
    for origin, stack in stacks.items():
        if stack[-1] != side:
            continue
        around = NEIGHBOURS[origin]
        if len(around) == 6 and all(other in stacks for other in around):
            continue
        for direction in DIRECTIONS:
            to = away(origin, direction, len(stack))
            if to in stacks:
                yield origin, to


def stacked(state: State, origin: str, to: str) -> State:
    """The position after a stack was moved and what lost contact left (§4)."""
    stacks = {space: stack for space, stack in state.stacks.items() if space != origin}
    stacks[to] += state.stacks[origin]
    return State(in_contact(stacks), state.hand, opponent(state.side))


def in_contact(stacks: dict[str, str]) -> dict[str, str]:
    """The stacks that are connected to one with a DVONN piece (§4)."""
    reached = {space for space, stack in stacks.items() if "D" in stack}
    while True:
        more = {other for space in reached for other in NEIGHBOURS[space] if other in stacks}
        if more <= reached:
            return {space: stack for space, stack in stacks.items() if space in reached}
        reached |= more


# --- the end ------------------------------------------------------------------------------------


def result(state: State) -> Result | None:
    """The winners and the scores; ``None`` while the game runs (§5)."""
    if is_placing(state) or any(True for side in "WB" for _ in moves(state.stacks, side)):
        return None
    white, black = (
        sum(len(stack) for stack in state.stacks.values() if stack[-1] == side) for side in "WB"
    )
    if white == black:
        return (), (white, black)
    return ((0,) if white > black else (1,)), (white, black)


# --- starts by lot ------------------------------------------------------------------------------


def is_start(stacks: dict[str, str], setup: str, random_balance: str) -> bool:
    """Whether luck can give this start (§9)."""
    full = set(stacks) == set(SPACES) and Counter(stacks.values()) == PIECES
    if setup == "symmetric":
        pairs = ({stacks[space], stacks[opposite(space)]} for space in SPACES if space != "f3")
        return full and stacks["f3"] == "D" and all(pair in ({"D"}, {"W", "B"}) for pair in pairs)
    return full and (random_balance == "off" or is_balanced(stacks))


def is_balanced(stacks: dict[str, str]) -> bool:
    """Whether a random start need not be drawn again (§9)."""
    for space, piece in stacks.items():
        around = [stacks[other] for other in NEIGHBOURS[space]]
        if around == 6 * [piece]:
            return False
    edge = [stacks[space] for space in EDGE]
    return abs(edge.count("W") - edge.count("B")) <= 2


def chance_of_start(setup: str) -> Fraction:
    """How likely each start is in one drawing (§9)."""
    if setup == "symmetric":
        return Fraction(1, 24 * 2**23)
    ways = Fraction(factorial(49))
    for number in PIECES.values():
        ways /= factorial(number)
    return 1 / ways


# --- positions ----------------------------------------------------------------------------------


def position(state: State) -> str:
    """The position string (§8)."""
    side = "-" if result(state) else state.side.lower()
    hand = "".join(f"{piece}{state.hand[piece]}" for piece in "DWB")
    stacks = ",".join(state.stacks[space] + space for space in sorted(state.stacks))
    return f"{side} {hand} {stacks or '-'}"


def read(text: str) -> State:
    """The position that a string tells (§8)."""
    side, held, listed = text.split()
    hand = {part[0]: int(part[1:]) for part in re.findall(r"[DWB]\d+", held)}
    items = [] if listed == "-" else listed.split(",")
    return State({item[-2:]: item[:-2] for item in items}, hand, side.upper())
