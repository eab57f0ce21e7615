"""A plain referee of PÜNCT for tests: sets, dicts and loops, straight from the rule sheet.

The paragraph signs (§) name the sections of ``docs/reference/punct.md``. Nothing here is clever or
fast; it shares no code with the game it is used to check. A comment that starts with "Silent:"
marks a place where the sheet does not decide and the plainest reading was taken.

Spaces are texts such as "e5", colours are "W" and "B", players are seats 0 and 1.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

Result = tuple[tuple[int, ...], str]
Reserve = dict[str, int]

OTHER = {"W": "B", "B": "W"}
SEAT = {"W": 0, "B": 1}
LETTERS = "abcdefghijklmnopq"

# §2: how many pieces of each kind a player has.
PIECES = {"T": 6, "C": 2, "E": 4, "M": 2, "R": 2, "L": 2}

# §1: N, NE, SE, S, SW, NW, clockwise, as steps of (column, number).
DIRECTIONS = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0))

# §1: the first and the last number of each column, from column a on.
COLUMNS = """
2-8 1-10 1-11 1-12 1-13 1-14 1-15 1-16 2-16 2-17 3-17 4-17 5-17 6-17 7-17 8-17 10-16
"""

# §1: the sides, each pair of opposite ones on two lines.
SIDES = """
a2 a3 a4 a5 a6 a7 a8
q10 q11 q12 q13 q14 q15 q16

b1 c1 d1 e1 f1 g1 h1
j17 k17 l17 m17 n17 o17 p17

b10 c11 d12 e13 f14 g15 h16
j2 k3 l4 m5 n6 o7 p8
"""
OPPOSITE_SIDES = [
    tuple(side.split() for side in pair.splitlines()) for pair in SIDES.strip().split("\n\n")
]

# §1: the central hexagon.
CENTRE_SPACES = "g7 g8 g9 h7 h8 h9 h10 i7 i8 i9 i10 i11 j8 j9 j10 j11 k9 k10 k11"
CENTRE = set(CENTRE_SPACES.split())


def _spaces() -> list[str]:
    """§1: the 211 spaces, by column, then number."""
    names = []
    for letter, numbers in zip(LETTERS, COLUMNS.split(), strict=True):
        low, high = numbers.split("-")
        names += [f"{letter}{number}" for number in range(int(low), int(high) + 1)]
    return names


SPACES = _spaces()
ORDER = {space: number for number, space in enumerate(SPACES)}


def go(space: str, direction: int, steps: int = 1) -> str | None:
    """§1: the space so many steps away; None off the board. Directions count modulo 6."""
    across, up = DIRECTIONS[direction % 6]
    column = LETTERS.index(space[0]) + across * steps
    if not 0 <= column < len(LETTERS):
        return None
    name = f"{LETTERS[column]}{int(space[1:]) + up * steps}"
    return name if name in ORDER else None


def neighbours(space: str) -> list[str]:
    """§1: the spaces one step away."""
    return [near for d in range(6) if (near := go(space, d)) is not None]


NEIGHBOURS = {space: neighbours(space) for space in SPACES}


def _line(space: str) -> list[str]:
    """§4.3: the spaces where a PÜNCT on this space may go along a line."""
    targets = []
    for direction in range(6):
        steps = 1
        while (target := go(space, direction, steps)) is not None:
            targets.append(target)
            steps += 1
    return targets


LINES = {space: _line(space) for space in SPACES}


def _minor_dots(kind: str, punct: str, d: int) -> tuple[str | None, str | None]:
    """§2: the minor dots of a piece lying in direction d; first the one next to the PÜNCT."""
    near = go(punct, d)
    if kind in ("T", "M", "C"):
        return near, go(punct, d + {"T": 1, "M": 2, "C": 3}[kind])
    turn = {"E": 0, "R": 1, "L": -1}[kind]
    return near, near and go(near, d + turn)


@dataclass(frozen=True)
class Piece:
    """A piece on the board, or where one may lie; `minors` are sorted (§7)."""

    colour: str
    kind: str
    punct: str
    minors: tuple[str, ...]
    middle: str  # §4.4: the middle dot of a bridge; of no meaning for T
    level: int = 0

    @property
    def dots(self) -> tuple[str, ...]:
        """The three spaces it covers."""
        return (self.punct, *self.minors)

    @property
    def text(self) -> str:
        """§7, §8: PÜNCT and minor dots."""
        return f"{self.punct}:{','.join(self.minors)}"


def _orientations(colour: str, kind: str, punct: str) -> list[Piece]:
    """§2: the piece with its PÜNCT here in every orientation with all dots on the board."""
    found: dict[tuple[str, ...], Piece] = {}
    for d in range(6):
        near, far = _minor_dots(kind, punct, d)
        if near is not None and far is not None:
            minors = tuple(sorted((near, far), key=ORDER.__getitem__))
            middle = punct if kind in ("C", "M") else near
            found[minors] = Piece(colour, kind, punct, minors, middle)
    return list(found.values())


ORIENTATIONS = {
    (colour, kind, punct): _orientations(colour, kind, punct)
    for colour in OTHER
    for kind in PIECES
    for punct in SPACES
}


@dataclass(frozen=True)
class State:
    """A position between turns, with what the rules need to know of the past."""

    pieces: tuple[Piece, ...]
    reserves: dict[str, Reserve]
    side: str
    # §5, 3: the earlier positions of the game, without this one.
    history: tuple[str, ...] = ()
    # §5, 2: the last turn added the 18th piece of a player.
    last_piece: bool = False


class Naive:
    """The referee, with the options of §9 as texts."""

    def __init__(
        self,
        *,
        variant: str = "standard",
        bridge_ends: str = "any",
        middle_bridge: str = "own_below",
        both_connected: str = "mover",
        last_piece: str = "variant",
        repetition_count: str = "3",
        max_turns: str = "0",
    ) -> None:
        """Refuses values that §9 does not list."""
        for value, allowed in (
            (variant, ("standard", "basic")),
            (bridge_ends, ("any", "two_pieces")),
            (middle_bridge, ("own_below", "forbidden", "free")),
            (both_connected, ("mover", "opponent", "draw")),
            (last_piece, ("variant", "centre", "draw")),
            (repetition_count, ("3", "2", "0")),
        ):
            if value not in allowed:
                raise ValueError(f"{value!r} is not one of {allowed}")
        self.variant = variant
        self.bridge_ends = bridge_ends
        self.middle_bridge = middle_bridge
        self.both_connected = both_connected
        self.last_piece = last_piece
        self.repetition_count = int(repetition_count)
        self.max_turns = int(max_turns)

    # ---------------------------------------------------------------- positions

    def start(self) -> State:
        """§2, §4: the empty board, full reserves, White begins."""
        return State((), {colour: dict(PIECES) for colour in OTHER}, "W")

    def position(self, state: State) -> str:
        """§8: the position string; side `-` when the game is over."""
        side = state.side.lower() if self.result(state) is None else "-"
        return f"{side} {self._without_side(state)}"

    def _without_side(self, state: State) -> str:
        """§8: reserves and pieces."""
        reserves = [
            "".join(f"{kind}{number}" for kind, number in state.reserves[colour].items())
            for colour in ("W", "B")
        ]
        pieces = sorted(state.pieces, key=lambda piece: (piece.level, ORDER[piece.punct]))
        texts = [
            piece.colour + piece.kind + piece.text + (f"^{piece.level}" if piece.level else "")
            for piece in pieces
        ]
        return " ".join([*reserves, ";".join(texts) or "-"])

    def _key(self, state: State) -> str:
        """§5, 3: what has to be equal for a position to occur again."""
        return f"{state.side} {self._without_side(state)}"

    def read(self, position: str) -> State:
        """§8: the game that starts from a position with a player to move."""
        # Silent: a player to move although a reserve is empty. Adding the 18th piece ends a game
        # (§5, 2), having added it does not; so such a game goes on.
        side, white, black, texts = position.split(" ")
        reserves = {
            colour: {kind: int(number) for kind, number in re.findall(r"([A-Z])(\d)", text)}
            for colour, text in (("W", white), ("B", black))
        }
        pieces = []
        for text in [] if texts == "-" else texts.split(";"):
            lying, _, level = text.partition("^")
            (piece,) = [
                piece
                for piece in ORIENTATIONS[lying[0], lying[1], lying[2:].partition(":")[0]]
                if piece.text == lying[2:]
            ]
            pieces.append(_at_level(piece, int(level or 0)))
        return State(tuple(pieces), reserves, side.upper())

    # ---------------------------------------------------------------- turns

    def turns(self, state: State) -> dict[str, State]:
        """§4: every legal turn by its text (§7) and the position after it."""
        if self.result(state) is not None:
            return {}
        history = (*state.history, self._key(state))
        found: dict[str, State] = {}
        for text, lifted, laid in self._all_turns(state):
            assert text not in found
            reserves = state.reserves
            last = False
            if lifted is None:
                mine = dict(reserves[state.side])
                mine[laid.kind] -= 1
                reserves = {**reserves, state.side: mine}
                last = not any(mine.values())
            pieces = tuple(piece for piece in state.pieces if piece is not lifted)
            found[text] = State((*pieces, laid), reserves, OTHER[state.side], history, last)
        return found

    def _all_turns(self, state: State) -> Iterator[tuple[str, Piece | None, Piece]]:
        """§4: the text, the piece that is lifted (None when adding), the piece as it lies then."""
        yield from self._adds(state)
        yield from self._moves(state)

    def _adds(self, state: State) -> Iterator[tuple[str, None, Piece]]:
        """§4.1, §3: pieces of the reserve onto three empty spaces."""
        tops = find_tops(state.pieces)
        reserve = state.reserves[state.side]
        barred: set[str] = set()
        # §3, basic: only White's very first piece.
        if self.variant == "standard" or (state.side == "W" and reserve == PIECES):
            barred = CENTRE
        for kind, number in reserve.items():
            for punct in SPACES if number else []:
                for piece in ORIENTATIONS[state.side, kind, punct]:
                    if not any(dot in tops or dot in barred for dot in piece.dots):
                        yield kind + piece.text, None, piece

    def _moves(self, state: State) -> Iterator[tuple[str, Piece, Piece]]:
        """§4.2, §4.3: own pieces with no covered dot, along a line or turned in place."""
        all_tops = find_tops(state.pieces)
        for piece in state.pieces:
            if piece.colour != state.side or any(all_tops[dot] is not piece for dot in piece.dots):
                continue
            tops = find_tops(other for other in state.pieces if other is not piece)
            for target in [piece.punct, *LINES[piece.punct]]:
                for lying in ORIENTATIONS[piece.colour, piece.kind, target]:
                    # §10: a rotation by 0 is illegal.
                    if lying.dots == piece.dots:
                        continue
                    level = self._level(tops, lying)
                    if level is not None:
                        yield f"{piece.punct}-{lying.text}", piece, _at_level(lying, level)

    def _level(self, tops: dict[str, Piece], piece: Piece) -> int | None:
        """§4.4, §4.5: the level where the piece would lie, None where it may not."""
        height = {dot: tops[dot].level if dot in tops else -1 for dot in piece.dots}
        below = tops[piece.punct].colour if piece.punct in tops else None
        if len(set(height.values())) == 1:
            level = height[piece.punct] + 1
            return level if level == 0 or below == piece.colour else None
        first, second = (dot for dot in piece.dots if dot != piece.middle)
        if piece.kind == "T" or not height[first] == height[second] > height[piece.middle]:
            return None
        if self.bridge_ends == "two_pieces" and tops[first] is tops[second]:
            return None
        needs_own_dot = True
        if piece.middle == piece.punct:
            if self.middle_bridge == "forbidden":
                return None
            needs_own_dot = self.middle_bridge == "own_below"
        if needs_own_dot and below != piece.colour:
            return None
        return height[first] + 1

    # ---------------------------------------------------------------- end of the game

    def result(self, state: State) -> Result | None:
        """§5: winning seats and reason, in the order of the section; None while it goes on."""
        connected = [colour for colour in OTHER if is_connected(state.pieces, colour)]
        if len(connected) == 2:
            mover = OTHER[state.side]
            winner = {"mover": mover, "opponent": state.side}.get(self.both_connected)
            return ((SEAT[winner],) if winner else (), "connection")
        if connected:
            return ((SEAT[connected[0]],), "connection")
        if state.last_piece:
            return (self._judge(state), "last_piece")
        if self.repetition_count:
            occurrences = 1 + state.history.count(self._key(state))
            if occurrences >= self.repetition_count:
                return ((), "repetition")
        if next(self._all_turns(state), None) is None:
            return (self._judge(state), "no_turn")
        if self.max_turns and len(state.history) >= self.max_turns:
            return ((), "unfinished")
        return None

    def _judge(self, state: State) -> tuple[int, ...]:
        """§3, §5, 2: who wins without a connection."""
        how = self.last_piece
        if how == "variant":
            how = "centre" if self.variant == "standard" else "draw"
        if how == "draw":
            return ()
        visible = [piece.colour for dot, piece in find_tops(state.pieces).items() if dot in CENTRE]
        white, black = visible.count("W"), visible.count("B")
        if white == black:
            return ()
        return (0,) if white > black else (1,)


def _at_level(piece: Piece, level: int) -> Piece:
    """The same piece, lying at a level."""
    return Piece(piece.colour, piece.kind, piece.punct, piece.minors, piece.middle, level)


def find_tops(pieces: Iterator[Piece] | tuple[Piece, ...]) -> dict[str, Piece]:
    """§2: the piece of the highest dot of every space that is not empty."""
    tops: dict[str, Piece] = {}
    for piece in pieces:
        for dot in piece.dots:
            if dot not in tops or tops[dot].level < piece.level:
                tops[dot] = piece
    return tops


def is_connected(pieces: tuple[Piece, ...], colour: str) -> bool:
    """§5, 1: visible dots of this colour join two opposite sides."""
    shown = {dot for dot, piece in find_tops(pieces).items() if piece.colour == colour}
    for one, opposite in OPPOSITE_SIDES:
        reached = {space for space in one if space in shown}
        edge = list(reached)
        while edge:
            for near in NEIGHBOURS[edge.pop()]:
                if near in shown and near not in reached:
                    reached.add(near)
                    edge.append(near)
        if any(space in reached for space in opposite):
            return True
    return False
