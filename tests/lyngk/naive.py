"""A plain referee of LYNGK for tests: sets, dicts and loops, straight from the rule sheet.

The paragraph signs (§) name the sections of docs/reference/lyngk.md. Nothing here is clever or
fast; it shares no code with the game it is used to check.

Points are texts such as "d4", stacks are texts from bottom to top such as "RJG", players are "W"
and "B", or seats 0 and 1 in results.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import factorial
from random import Random

Result = tuple[tuple[int, ...], tuple[tuple[int, ...], tuple[int, ...]]]
"""The seats of the winners (none in a draw), and for each player what is compared, the weightiest
first: the stacks taken (in stack6: 1 for a stack of six that won), then the stacks on the board of
height 4 (in stack6: 5) and less."""

Stacks = dict[str, str]

PLAYERS = "WB"

# §2: Ivory, Blue, Red, Green, blacK, and the jokers.
COLOURS = "IBRGK"
NAMES = {"ivory": "I", "blue": "B", "red": "R", "green": "G", "black": "K"}
JOKER = "J"
PIECES = {"I": 8, "B": 8, "R": 8, "G": 8, "K": 8, "J": 3}

# §1: the number of points of each column, and what is added to a number to calculate.
COLUMNS = {
    "a": (1, 2), "b": (4, 1), "c": (7, 0), "d": (6, 1), "e": (7, 1), "f": (6, 2), "g": (7, 2),
    "h": (4, 4), "i": (1, 6),
}  # fmt: skip
POINTS = [f"{c}{number}" for c, (most, _) in COLUMNS.items() for number in range(1, most + 1)]

# §1: N, NE, SE, S, SW, NW as steps of (c, r).
DIRECTIONS = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0))


def inner(point: str) -> tuple[int, int]:
    """The coordinates (c, r) of a point (§1)."""
    return ord(point[0]) - ord("a") + 1, int(point[1:]) + COLUMNS[point[0]][1]


AT = {inner(point): point for point in POINTS}


def line_from(point: str, direction: tuple[int, int]) -> list[str]:
    """All points in a direction, the nearest first (§1)."""
    c, r = inner(point)
    found = []
    while (other := AT.get((c := c + direction[0], r := r + direction[1]))) is not None:
        found.append(other)
    return found


RAYS = {point: [line_from(point, direction) for direction in DIRECTIONS] for point in POINTS}
NEIGHBOURS = {point: [ray[0] for ray in rays if ray] for point, rays in RAYS.items()}


def lines(direction: int) -> set[frozenset[str]]:
    """The lines of one of the first three directions, lone points included (§1)."""
    return {
        frozenset({point, *RAYS[point][direction], *RAYS[point][direction + 3]}) for point in POINTS
    }


@dataclass(frozen=True)
class State:
    """A position between turns."""

    stacks: Stacks
    claims: dict[str, frozenset[str]]
    taken: dict[str, int]
    side: str


def opponent(side: str) -> str:
    """The other player."""
    return "B" if side == "W" else "W"


def first_met(stacks: Stacks, point: str) -> list[str]:
    """The first stack met in each direction, over empty points (§4.2)."""
    found = []
    for ray in RAYS[point]:
        for other in ray:
            if other in stacks:
                found.append(other)
                break
    return found


def without(stacks: Stacks, point: str) -> Stacks:
    """The stacks without that of one point."""
    return {other: stack for other, stack in stacks.items() if other != point}


def in_chain(stacks: Stacks, start: str) -> set[str]:
    """All stacks that one of a claimed colour meets, by LYNGK-points of its colour too (§4.3).

    LYNGK-points are among them; nothing can land there, for the colour would be twice in a stack.
    """
    colour = stacks[start][-1]
    others = without(stacks, start)
    met = set(first_met(others, start))
    while True:
        used = [point for point in met if others[point][-1] == colour]
        more = {other for point in used for other in first_met(others, point)}
        if more <= met:
            return met
        met |= more


# --- turns --------------------------------------------------------------------------------------


class Naive:
    """The rules with a set of options (§9)."""

    def __init__(self, variant: str = "standard", obstacles: str = "stay") -> None:
        self.variant = variant
        self.obstacles = obstacles
        self.highest = 6 if variant == "stack6" else 5

    def start(self, rng: Random) -> State:
        """A start drawn by lot, all equally likely (§3)."""
        bag = [piece for piece, number in PIECES.items() for _ in range(number)]
        rng.shuffle(bag)
        return started(dict(zip(POINTS, bag, strict=True)))

    def turns(self, state: State) -> dict[str, State]:
        """All legal turns as texts, each with the position after it (§4, §7)."""
        if self.result(state):
            return {}
        found = dict(self.moving_turns(state))
        if not found:  # The opponent has a turn, or the game would be over (§4, §5).
            return {"-": replace(state, side=opponent(state.side))}
        return found

    def moving_turns(self, state: State) -> Iterator[tuple[str, State]]:
        """All turns but the pass (§4)."""
        for claim, ready in self.claimed(state):
            for origin, to in self.moves(ready):
                yield f"{claim}{origin}-{to}", self.moved(ready, origin, to)

    def claimed(self, state: State) -> Iterator[tuple[str, State]]:
        """The position without a claim, and after each claim of the player on turn (§4.1)."""
        yield "", state
        side = state.side
        if len(state.claims[side]) >= 2:
            return
        for colour in COLOURS:
            if colour in state.claims["W"] or colour in state.claims["B"]:
                continue
            claims = {**state.claims, side: state.claims[side] | {colour}}
            ready = replace(state, claims=claims)
            if self.variant == "standard" and self.obstacles == "taken":  # §4, §9
                ready = without_obstacles(ready, colour)
            yield f"{colour},", ready

    def moves(self, state: State) -> Iterator[tuple[str, str]]:
        """From where to where the player on turn can move without a claim (§4.2, §4.3)."""
        for origin, stack in state.stacks.items():
            colour = stack[-1]
            if colour == JOKER or colour in state.claims[opponent(state.side)]:
                continue
            own = colour in state.claims[state.side]
            for to in in_chain(state.stacks, origin) if own else first_met(state.stacks, origin):
                target = state.stacks[to]
                if self.fit(target, stack) and (own or len(target) <= len(stack)):
                    yield origin, to

    def fit(self, target: str, stack: str) -> bool:
        """Whether two stacks may become one (§4.2)."""
        together = target + stack
        once = all(together.count(colour) <= 1 for colour in COLOURS)
        return once and len(together) <= self.highest

    def moved(self, state: State, origin: str, to: str) -> State:
        """The position after a stack was moved (§4.2, §4.4, §6)."""
        side = state.side
        stacks = without(state.stacks, origin)
        stacks[to] += state.stacks[origin]
        taken = state.taken
        if len(stacks[to]) == self.highest and stacks[to][-1] in state.claims[side]:
            taken = {**taken, side: taken[side] + 1}
            if self.variant == "standard":
                stacks = without(stacks, to)
        return State(stacks, state.claims, taken, opponent(side))

    # --- the end --------------------------------------------------------------------------------

    def has_turn(self, state: State, side: str) -> bool:
        """Whether a player could move if he were on turn, with or without a claim (§5)."""
        return any(True for _ in self.moving_turns(replace(state, side=side)))

    def result(self, state: State) -> Result | None:
        """The winners and what was compared; ``None`` while the game runs (§5, §6)."""
        six_won = self.variant == "stack6" and any(state.taken.values())
        if not six_won and any(self.has_turn(state, side) for side in PLAYERS):
            return None
        white, black = (self.compared(state, side) for side in PLAYERS)
        if white == black:
            return (), (white, black)
        return ((0,) if white > black else (1,)), (white, black)

    def compared(self, state: State, side: str) -> tuple[int, ...]:
        """The numbers that decide at the end, the weightiest first (§5, §6)."""
        heights = [len(stack) for stack in state.stacks.values() if stack[-1] in state.claims[side]]
        counts = (heights.count(height) for height in range(self.highest - 1, 0, -1))
        return (state.taken[side], *counts)

    # --- notation -------------------------------------------------------------------------------

    def parse(self, state: State, text: str) -> str:
        """The canonical text of a turn that a player wrote; ValueError if it is none (§7)."""
        legal = self.turns(state)
        written = "".join(text.lower().split())
        if written in ("-", "pass"):
            return checked("-", legal)
        names = "|".join([*NAMES, *COLOURS.lower()])
        way = r"[a-i][1-7](?:-?[a-i][1-7])+"
        parts = re.fullmatch(rf"(?:({names})[,;:]?)?({way})", written, re.ASCII)
        if not parts:
            raise ValueError(f"{text} is not a turn")
        claim = "" if parts[1] is None else f"{NAMES.get(parts[1], parts[1].upper())},"
        points = re.findall(r"[a-i][1-7]", parts[2])
        turn = checked(f"{claim}{points[0]}-{points[-1]}", legal)
        if len(points) > 2:
            self.check_way(dict(self.claimed(state))[claim], points)
        return turn

    def check_way(self, state: State, points: list[str]) -> None:
        """Raises ValueError unless a way leads over LYNGK-points from stack to stack (§7)."""
        start, *between, end = points
        colour = state.stacks[start][-1]
        others = without(state.stacks, start)
        if len(set(points)) < len(points) or colour not in state.claims[state.side]:
            raise ValueError("a point twice, or not his colour")
        for point in between:
            if point not in others or others[point][-1] != colour:
                raise ValueError(f"{point} is no LYNGK-point")
        for here, there in zip(points, [*between, end], strict=False):
            if there not in first_met(others, here):
                raise ValueError(f"no free line from {here} to {there}")

    # --- positions ------------------------------------------------------------------------------

    def position(self, state: State) -> str:
        """The position string (§8)."""
        side = "-" if self.result(state) else state.side.lower()
        claims = "/".join(
            "".join(c for c in COLOURS if c in state.claims[player]) or "-" for player in PLAYERS
        )
        taken = ",".join(str(state.taken[player]) for player in PLAYERS)
        return f"{side} {claims} {taken} {told_stacks(state.stacks)}"

    def read(self, text: str) -> State:
        """The position that a string tells; ValueError if it is not valid (§8)."""
        claim = r"(-|[IBRGK]+)"
        count = r"(0|[1-9])"
        fields = re.fullmatch(rf"([wb-]) {claim}/{claim} {count},{count} (\S+)", text, re.ASCII)
        if not fields:
            raise ValueError(f"{text} is not a position")
        side, white, black, taken_white, taken_black, listed = fields.groups()
        stacks = {} if listed == "-" else read_stacks(listed)
        claimed = [letters.replace("-", "") for letters in (white, black)]
        if len(set("".join(claimed))) < len("".join(claimed)) or max(map(len, claimed)) > 2:
            raise ValueError("a colour claimed twice, or more than two by one player")
        claims = dict(zip(PLAYERS, map(frozenset, claimed), strict=True))
        taken = {"W": int(taken_white), "B": int(taken_black)}
        # Where the game is over nobody is on turn; White stands for him.
        state = State(stacks, claims, taken, "W" if side == "-" else side.upper())
        self.check(state)
        if (self.result(state) is not None) != (side == "-"):
            raise ValueError("over, or not over")
        return state

    def check(self, state: State) -> None:
        """Raises ValueError if a position is not valid, whoever is on turn (§8)."""
        for point, stack in state.stacks.items():
            if len(stack) > self.highest or (len(stack) > 1 and stack[-1] == JOKER):
                raise ValueError(f"{point}: too high, or a joker on top")
            if any(stack.count(colour) > 1 for colour in COLOURS):
                raise ValueError(f"{point}: a colour twice")
        pieces = Counter("".join(state.stacks.values()))
        if any(pieces[piece] > most for piece, most in PIECES.items()):
            raise ValueError("too many pieces of a colour")
        for player in PLAYERS:
            if state.taken[player] and not state.claims[player]:
                raise ValueError("a stack taken without a colour")
        if self.variant == "standard":
            if pieces.total() + 5 * sum(state.taken.values()) > sum(PIECES.values()):
                raise ValueError("too many pieces")
            return
        if sum(state.taken.values()) > 1:
            raise ValueError("only one stack of six wins")
        for player in PLAYERS:
            sixes = [s for s in state.stacks.values() if len(s) == 6]
            if state.taken[player] and not any(s[-1] in state.claims[player] for s in sixes):
                raise ValueError("no stack of six that won")

    def from_tag(self, tag: str) -> State:
        """The start that a tag tells; ValueError if it is none (§7)."""
        content = re.fullmatch(r'\[Setup "([^"]*)"\]', tag)
        stacks = read_stacks(content[1]) if content else {}
        if not is_start(stacks):
            raise ValueError(f"{tag} does not hold all pieces, one a point")
        return started(stacks)


def without_obstacles(state: State, colour: str) -> State:
    """The player on turn takes all stacks of five of a colour with his claim (§4)."""
    stacks = {
        p: stack for p, stack in state.stacks.items() if stack[-1] != colour or len(stack) < 5
    }
    number = state.taken[state.side] + len(state.stacks) - len(stacks)
    return replace(state, stacks=stacks, taken={**state.taken, state.side: number})


def checked(text: str, legal: dict[str, State]) -> str:
    """The text, if it is a legal turn."""
    if text not in legal:
        raise ValueError(f"{text} is not legal")
    return text


# --- starts by lot ------------------------------------------------------------------------------


def started(stacks: Stacks) -> State:
    """The first position of a game (§3)."""
    return State(stacks, {"W": frozenset(), "B": frozenset()}, {"W": 0, "B": 0}, "W")


def is_start(stacks: Stacks) -> bool:
    """Whether luck can give this start (§3)."""
    return set(stacks) == set(POINTS) and Counter(stacks.values()) == PIECES


def chance_of_start() -> Fraction:
    """How likely each start is (§3)."""
    ways = Fraction(factorial(len(POINTS)))
    for number in PIECES.values():
        ways /= factorial(number)
    return 1 / ways


def tag(state: State) -> str:
    """The tag of a drawn start (§7)."""
    return f'[Setup "{told_stacks(state.stacks)}"]'


# --- stacks as texts ----------------------------------------------------------------------------


def told_stacks(stacks: Stacks) -> str:
    """The last field of a position string (§8)."""
    return ",".join(stacks[point] + point for point in POINTS if point in stacks) or "-"


def read_stacks(text: str) -> Stacks:
    """The stacks that a field tells, in any order; ValueError if it is none (§8)."""
    stacks: Stacks = {}
    for item in text.split(","):
        pieces, point = item[:-2], item[-2:]
        if point not in POINTS or point in stacks or not re.fullmatch("[IBRGKJ]+", pieces):
            raise ValueError(f"{item}: no such stack, or a point twice")
        stacks[point] = pieces
    return stacks
