"""A plain referee of TZAAR for tests: sets, dicts and loops, straight from the rule sheet.

The paragraph signs (§) name the sections of docs/reference/tzaar.md. Nothing here is clever or
fast; it shares no code with the game it is used to check.

Spaces are texts such as "d4", colours are "W" and "B", a stack is its colour and its pieces from
bottom to top such as ("W", "TAZ"), players are seats 0 and 1 in results.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import factorial
from random import Random

Stack = tuple[str, str]
"""A colour, and the pieces from bottom to top; the type is that of the last one (§2)."""

Stacks = dict[str, Stack]

COLOURS = "WB"
TYPES = "ZAT"

# §2: how many pieces each player has of each type: Tzaars, Tzarras, Totts.
PIECES = {"Z": 6, "A": 9, "T": 15}

# §1: the numbers of each column; e5 is the hole.
COLUMNS = {
    "a": (1, 2, 3, 4, 5), "b": (1, 2, 3, 4, 5, 6), "c": (1, 2, 3, 4, 5, 6, 7),
    "d": (1, 2, 3, 4, 5, 6, 7, 8), "e": (1, 2, 3, 4, 6, 7, 8, 9), "f": (1, 2, 3, 4, 5, 6, 7, 8),
    "g": (1, 2, 3, 4, 5, 6, 7), "h": (1, 2, 3, 4, 5, 6), "i": (1, 2, 3, 4, 5),
}  # fmt: skip
SPACES = [f"{column}{number}" for column, numbers in COLUMNS.items() for number in numbers]

# §1: N, NE, SE, S, SW, NW as steps of (c, y).
DIRECTIONS = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0))


def inner(space: str) -> tuple[int, int]:
    """The coordinates (c, y) of a space (§1)."""
    c = ord(space[0]) - ord("a") + 1
    return c, int(space[1:]) + max(0, c - 5)


AT = {inner(space): space for space in SPACES}


def line_from(space: str, direction: tuple[int, int]) -> list[str]:
    """All spaces in a direction, the nearest first, up to the edge or the hole (§1)."""
    c, y = inner(space)
    found = []
    while (other := AT.get((c := c + direction[0], y := y + direction[1]))) is not None:
        found.append(other)
    return found


RAYS = {space: [line_from(space, direction) for direction in DIRECTIONS] for space in SPACES}

# §3: the fixed start.
FIXED = (
    "W:Ta5,Tb1,Ab5,Tb6,Tc1,Ac2,Zc5,Ac6,Tc7,Td1,Ad2,Zd3,Td5,Zd6,Ad7,Td8,Te1,Ae2,Ze3,Te4,Tf5,Zg4,"
    "Zg5,Ah3,Ah4,Ah5,Ti2,Ti3,Ti4,Ti5 "
    "B:Ta1,Ta2,Ta3,Ta4,Ab2,Ab3,Ab4,Zc3,Zc4,Td4,Te6,Ze7,Ae8,Te9,Tf1,Af2,Zf3,Tf4,Zf6,Af7,Tf8,Tg1,"
    "Ag2,Zg3,Ag6,Tg7,Th1,Ah2,Th6,Ti1"
)


@dataclass(frozen=True)
class State:
    """A position: the stacks, the pieces still to be placed, who is on turn, and whether his first
    capture is made and the second move due."""

    stacks: Stacks
    hand: dict[str, dict[str, int]]
    side: str
    second: bool = False


def opponent(side: str) -> str:
    """The other player."""
    return "B" if side == "W" else "W"


def no_hand() -> dict[str, dict[str, int]]:
    """Nothing left to be placed."""
    return {colour: dict.fromkeys(TYPES, 0) for colour in COLOURS}


def is_placing(state: State) -> bool:
    """Whether pieces are still to be placed (§3)."""
    return any(number for held in state.hand.values() for number in held.values())


def is_first_turn(state: State) -> bool:
    """Whether it is White's first turn: all 60 spaces are occupied (§4)."""
    return not is_placing(state) and len(state.stacks) == len(SPACES)


# --- moves --------------------------------------------------------------------------------------


def reach(stacks: Stacks, space: str) -> list[str]:
    """The first occupied space in each direction (§4)."""
    found = []
    for ray in RAYS[space]:
        for other in ray:
            if other in stacks:
                found.append(other)
                break
    return found


def captures(stacks: Stacks, side: str) -> Iterator[tuple[str, str]]:
    """From where to where a player can capture (§4)."""
    for origin, (colour, pieces) in stacks.items():
        if colour == side:
            for to in reach(stacks, origin):
                if stacks[to][0] != side and len(stacks[to][1]) <= len(pieces):
                    yield origin, to


def joins(stacks: Stacks, side: str) -> Iterator[tuple[str, str]]:
    """From where to where a player can strengthen (§4)."""
    for origin, (colour, _) in stacks.items():
        if colour == side:
            for to in reach(stacks, origin):
                if stacks[to][0] == side:
                    yield origin, to


def captured(stacks: Stacks, origin: str, to: str) -> Stacks:
    """The stacks after a capture (§4)."""
    after = {space: stack for space, stack in stacks.items() if space != origin}
    after[to] = stacks[origin]
    return after


def joined(stacks: Stacks, origin: str, to: str) -> Stacks:
    """The stacks after a strengthening: the moved stack lies on top (§4)."""
    after = {space: stack for space, stack in stacks.items() if space != origin}
    after[to] = (stacks[to][0], stacks[to][1] + stacks[origin][1])
    return after


def lacks(stacks: Stacks, side: str) -> bool:
    """Whether a player has no stack of one of the three types (§5)."""
    tops = {pieces[-1] for colour, pieces in stacks.values() if colour == side}
    return len(tops) < len(TYPES)


# --- the end ------------------------------------------------------------------------------------


def result(state: State) -> tuple[int, ...] | None:
    """The seat of the winner, or None while the game runs (§5)."""
    if is_placing(state):
        return None
    for side in COLOURS:
        if lacks(state.stacks, side):
            return (COLOURS.index(opponent(side)),)
    if not state.second and not any(True for _ in captures(state.stacks, state.side)):
        return (COLOURS.index(opponent(state.side)),)
    return None


def reason(before: State, after: State) -> str | None:
    """Why the turn from one position to another ended the game, or None if it did not (§5)."""
    if result(after) is None:
        return None
    if lacks(after.stacks, opponent(before.side)):
        return "captured"
    return "covered" if lacks(after.stacks, before.side) else "no_capture"


# --- turns --------------------------------------------------------------------------------------


class Naive:
    """The rules with a set of options (§9)."""

    def __init__(self, setup: str = "random", cover_last: str = "lose") -> None:
        self.setup = setup
        self.cover_last = cover_last

    def start(self, rng: Random | None = None) -> State:
        """The start; a random one is drawn by *rng*, all equally likely (§3)."""
        if self.setup == "place":
            return State({}, {colour: dict(PIECES) for colour in COLOURS}, "W")
        if self.setup == "fixed":
            return State(read_stacks(FIXED), no_hand(), "W")
        assert rng is not None
        bag = [(c, kind) for c in COLOURS for kind in TYPES for _ in range(PIECES[kind])]
        rng.shuffle(bag)
        return State(dict(zip(SPACES, bag, strict=True)), no_hand(), "W")

    def turns(self, state: State) -> dict[str, State]:
        """All legal turns as complete texts, each with the position after it (§3, §4, §7).

        Inside a turn they are the second parts alone.
        """
        if result(state) is not None:
            return {}
        if is_placing(state):
            return self.placings(state)
        if state.second:
            return self.second_parts(state)
        found: dict[str, State] = {}
        for first, after in self.first_parts(state).items():
            if not after.second:
                found[first] = after
                continue
            for second, then in self.second_parts(after).items():
                found[f"{first};{second}"] = then
        return found

    def first_parts(self, state: State) -> dict[str, State]:
        """All first captures, each with the position after it: ``second`` unless it is the whole
        turn (§4, §5.1)."""
        found = {}
        for origin, to in captures(state.stacks, state.side):
            after = replace(state, stacks=captured(state.stacks, origin, to), second=True)
            if is_first_turn(state) or lacks(after.stacks, opponent(state.side)):
                after = self.ended(after)
            found[f"{origin}x{to}"] = after
        return found

    def placings(self, state: State) -> dict[str, State]:
        """All ways to place a piece (§3)."""
        found = {}
        held = state.hand[state.side]
        for kind in TYPES:
            for space in SPACES:
                if held[kind] and space not in state.stacks:
                    stacks = {**state.stacks, space: (state.side, kind)}
                    hand = {**state.hand, state.side: {**held, kind: held[kind] - 1}}
                    found[f"{kind}{space}"] = State(stacks, hand, opponent(state.side))
        return found

    def second_parts(self, state: State) -> dict[str, State]:
        """All second moves after the first capture, the pass included (§4)."""
        stacks, side = state.stacks, state.side
        found = {"-": self.ended(state)}
        for origin, to in captures(stacks, side):
            after = replace(state, stacks=captured(stacks, origin, to))
            found[f"{origin}x{to}"] = self.ended(after)
        for origin, to in joins(stacks, side):
            after = replace(state, stacks=joined(stacks, origin, to))
            if self.cover_last == "lose" or not lacks(after.stacks, side):
                found[f"{origin}-{to}"] = self.ended(after)
        return found

    def ended(self, state: State) -> State:
        """The turn is complete."""
        return replace(state, side=opponent(state.side), second=False)

    # --- notation -------------------------------------------------------------------------------

    def parse(self, state: State, text: str) -> str:
        """The canonical text of a turn that a player wrote; ValueError if it is none (§7)."""
        written = text.strip().lower()
        if result(state) is not None:
            raise ValueError("the game is over")
        if is_placing(state):
            placing = re.fullmatch(r"([zat])\s*([a-i][1-9])", written)
            if not placing:
                raise ValueError(f"{text} is not a placing")
            return checked(placing[1].upper() + placing[2], self.placings(state))
        if state.second:
            part = self.parse_part(state.stacks, state.side, written)
            return checked(part, self.second_parts(state))
        move = r"[a-i][1-9]\s*[x-]?\s*[a-i][1-9]"
        # Between the parts one sign, or blanks.
        between = r"(?:\s*[;,/-]\s*|\s+)"
        parts = re.fullmatch(rf"({move})(?:{between}({move}|-|pass))?", written)
        if not parts:
            raise ValueError(f"{text} is not a turn")
        legal = self.first_parts(state)
        first = checked(self.parse_part(state.stacks, state.side, parts[1]), legal)
        after = legal[first]
        if after.second != (parts[2] is not None):
            raise ValueError(f"{text} is too short, or too long")
        if parts[2] is None:
            return first
        second = self.parse_part(after.stacks, after.side, parts[2])
        return f"{first};{checked(second, self.second_parts(after))}"

    def parse_part(self, stacks: Stacks, side: str, written: str) -> str:
        """One move with the sign that the board tells, or a pass."""
        if written in ("-", "pass"):
            return "-"
        move = re.fullmatch(r"([a-i][1-9])\s*([x-]?)\s*([a-i][1-9])", written)
        if not move:
            raise ValueError(f"{written} is not a move")
        origin, sign, to = move.groups()
        if origin not in stacks or to not in stacks:
            raise ValueError(f"{written}: a space is vacant")
        if stacks[to][0] != side:
            return f"{origin}x{to}"
        if sign == "x":
            raise ValueError(f"{written}: nobody captures his own stack")
        return f"{origin}-{to}"

    def from_tag(self, tag: str) -> State:
        """The start that a tag tells; ValueError if it is none (§7)."""
        content = re.fullmatch(r'\[Setup "([^"]*)"\]', tag)
        if self.setup != "random" or not content:
            raise ValueError(f"{tag} is not allowed")
        stacks = read_stacks(" ".join(content[1].split()))
        if not is_start(stacks):
            raise ValueError(f"{tag} does not hold all pieces, one a space")
        return State(stacks, no_hand(), "W")


def checked(text: str, legal: dict[str, State]) -> str:
    """The text, if it is one of these; ValueError if not."""
    if text not in legal:
        raise ValueError(f"{text} is not legal")
    return text


# --- starts by lot ------------------------------------------------------------------------------


def is_start(stacks: Stacks) -> bool:
    """Whether luck can give this start (§3)."""
    all_pieces = {(colour, kind): PIECES[kind] for colour in COLOURS for kind in TYPES}
    return set(stacks) == set(SPACES) and Counter(stacks.values()) == all_pieces


def chance_of_start() -> Fraction:
    """How likely each random start is (§3)."""
    ways = Fraction(factorial(len(SPACES)))
    for number in 2 * list(PIECES.values()):
        ways /= factorial(number)
    return 1 / ways


def tag(state: State) -> str:
    """The tag of a drawn start (§7)."""
    return f'[Setup "{told_stacks(state.stacks)}"]'


# --- positions ----------------------------------------------------------------------------------


def told_stacks(stacks: Stacks) -> str:
    """The last two fields of a position string (§8)."""
    told = []
    for side in COLOURS:
        items = [stacks[space][1] + space for space in SPACES if stacks.get(space, "-")[0] == side]
        told.append(f"{side}:{','.join(items)}")
    return " ".join(told)


def position(state: State) -> str:
    """The position string (§8)."""
    won = result(state)
    side = state.side.lower() if won is None else f"-{COLOURS[won[0]].lower()}"
    hand = "-"
    if is_placing(state):
        hands = ("".join(f"{kind}{state.hand[c][kind]}" for kind in TYPES) for c in COLOURS)
        hand = "/".join(hands)
    return f"{side} {hand} {told_stacks(state.stacks)}" + (" second" if state.second else "")


def read_stacks(text: str) -> Stacks:
    """The stacks that the last two fields of a position string tell; ValueError if none (§8)."""
    fields = re.fullmatch(r"W:(\S*) B:(\S*)", text)
    if not fields:
        raise ValueError(f"{text} tells no stacks")
    stacks: Stacks = {}
    for colour, listed in zip(COLOURS, fields.groups(), strict=True):
        for item in listed.split(",") if listed else []:
            pieces, space = item[:-2], item[-2:]
            if space not in SPACES or space in stacks or not re.fullmatch("[ZAT]+", pieces):
                raise ValueError(f"{item}: no such stack, or a space twice")
            stacks[space] = (colour, pieces)
    return stacks


def read(text: str) -> State:
    """The position that a string tells; ValueError if it is not valid (§8).

    Where the sheet is silent, more blanks between fields and a zero before a digit are no error.
    """
    text = " ".join(text.split())
    number = r"(\d\d?)"
    held = f"Z{number}A{number}T{number}/Z{number}A{number}T{number}"
    fields = re.fullmatch(rf"(w|b|-w|-b) (?:-|{held}) (W:\S* B:\S*)( second)?", text, re.ASCII)
    if not fields:
        raise ValueError(f"{text} is not a position")
    side, *numbers, items, second = fields.groups()
    hand = no_hand()
    if numbers[0] is not None:
        for place, held_number in enumerate(numbers):
            hand[COLOURS[place // 3]][TYPES[place % 3]] = int(held_number)
    # Where the game is over the loser is on turn: he has no capture, or one side lacks a type.
    on_turn = side.upper() if len(side) == 1 else opponent(side[1].upper())
    state = State(read_stacks(items), hand, on_turn, second is not None)
    pieces = Counter((colour, p) for colour, stack in state.stacks.values() for p in stack)
    for colour in COLOURS:
        for kind in TYPES:
            if pieces[colour, kind] + hand[colour][kind] > PIECES[kind]:
                raise ValueError(f"too many {kind} of {colour}")
    if numbers[0] is not None:
        check_placing(state, side)
    else:
        check_playing(state, side)
    return state


def check_placing(state: State, side: str) -> None:
    """Raises ValueError if pieces are not placed like that (§8)."""
    if not is_placing(state) or len(side) == 2 or state.second:
        raise ValueError("nothing is placed any more")
    placed = Counter(colour for colour, _ in state.stacks.values())
    for colour in COLOURS:
        kinds = Counter(pieces for c, pieces in state.stacks.values() if c == colour)
        if any(kinds[kind] + state.hand[colour][kind] != PIECES[kind] for kind in TYPES):
            raise ValueError(f"{colour}: hand and board do not hold all pieces")
        if kinds.keys() - set(TYPES):
            raise ValueError("a stack while pieces are placed")
    if placed["W"] - placed["B"] != (0 if side == "w" else 1):
        raise ValueError("the other player is on turn")


def check_playing(state: State, side: str) -> None:
    """Raises ValueError if no game comes to this after the placing (§8)."""
    won = result(state)
    if all(lacks(state.stacks, colour) for colour in COLOURS):
        raise ValueError("both lack a type")
    if len(side) == 2:
        if state.second or won != (COLOURS.index(side[1].upper()),):
            raise ValueError("not over, or not won by this player")
    elif won is not None:
        raise ValueError("the game is over")
    elif is_first_turn(state) and (side == "b" or state.second):
        raise ValueError("White has the first turn")
