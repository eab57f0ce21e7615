"""A plain referee of YINSH for tests: sets, dicts and loops, straight from the rule sheet.

The paragraph signs (§) name the sections of docs/reference/yinsh.md. Nothing here is clever or
fast; it shares no code with the game it is used to check.

Points are texts such as "d4", colours are "W" and "B", players are seats 0 and 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

Result = tuple[tuple[int, ...], str]
"""The seats of the winners (none in a draw), and why the game is over."""

COLOURS = "WB"
RINGS = 5  # §2: of each colour

# §1: the numbers of each column, from the first to the last.
COLUMNS = {
    "a": (2, 5), "b": (1, 7), "c": (1, 8), "d": (1, 9), "e": (1, 10), "f": (2, 10),
    "g": (2, 11), "h": (3, 11), "i": (4, 11), "j": (5, 11), "k": (7, 10),
}  # fmt: skip
POINTS = [f"{c}{r}" for c, (low, high) in COLUMNS.items() for r in range(low, high + 1)]

# §1: N, NE, SE and their opposites S, SW, NW, as steps of (column, number). A line that is followed
# in one of the first three directions begins at its lower end: column, then number.
UPWARDS = ((0, 1), (1, 1), (1, 0))
DIRECTIONS = (*UPWARDS, (0, -1), (-1, -1), (-1, 0))


def order(point: str) -> tuple[str, int]:
    """The sort key of points: column, then number (§9)."""
    return point[0], int(point[1:])


def step(point: str, direction: tuple[int, int]) -> str | None:
    """The neighbour of a point in a direction, or None beyond the edge (§1)."""
    column, number = order(point)
    other = f"{chr(ord(column) + direction[0])}{number + direction[1]}"
    return other if other in POINTS else None


NEIGHBOURS = {(p, d): step(p, d) for p in POINTS for d in DIRECTIONS}


def windows() -> list[tuple[str, ...]]:
    """All sets of five adjacent points in a line, the lower end first (§1, §8)."""
    found = []
    for point in POINTS:
        for direction in UPWARDS:
            line: list[str] = []
            at: str | None = point
            while at is not None and len(line) < 5:
                line.append(at)
                at = NEIGHBOURS[at, direction]
            if len(line) == 5:
                found.append(tuple(line))
    return found


WINDOWS = windows()


@dataclass(frozen=True)
class State:
    """A position between turns, with what the rules need to know of the past."""

    rings: dict[str, str]
    markers: dict[str, str]
    pool: int
    removed: dict[str, int]
    side: str
    turns: int = 0
    # §6.3: the last turn was a pass.
    passed: bool = False
    # §6.4 no_move=lose: who could not move after he had removed his rows.
    stuck: str | None = None


def opponent(side: str) -> str:
    """The other colour."""
    return "B" if side == "W" else "W"


def rings_of(state: State, side: str) -> list[str]:
    """The points of a player's rings."""
    return [point for point, colour in state.rings.items() if colour == side]


def rows(state: State, side: str) -> list[tuple[str, ...]]:
    """All windows of five markers of a colour (§5)."""
    return [w for w in WINDOWS if all(state.markers.get(point) == side for point in w)]


def is_placing(state: State) -> bool:
    """Whether rings are still to be placed (§3, §9)."""
    return any(len(rings_of(state, c)) + state.removed[c] < RINGS for c in COLOURS)


def targets(state: State, ring: str) -> Iterator[tuple[str, list[str]]]:
    """Where a ring can move, each with the markers it jumps over (§4 step 2)."""
    for direction in DIRECTIONS:
        jumped: list[str] = []
        at = NEIGHBOURS[ring, direction]
        while at is not None and at not in state.rings:
            if at in state.markers:
                jumped.append(at)
            else:
                yield at, list(jumped)
                if jumped:
                    break
            at = NEIGHBOURS[at, direction]


def can_move(state: State, side: str) -> bool:
    """Whether any ring of a player has a target."""
    return any(True for ring in rings_of(state, side) for _ in targets(state, ring))


def moved(state: State, ring: str, to: str, jumped: list[str]) -> State:
    """The position after a marker was put into a ring and the ring moved (§4 steps 2 and 3)."""
    rings = {point: colour for point, colour in state.rings.items() if point != ring}
    rings[to] = state.side
    markers = dict(state.markers)
    markers[ring] = state.side
    for point in jumped:
        markers[point] = opponent(markers[point])
    return replace(state, rings=rings, markers=markers, pool=state.pool - 1)


def without_row(state: State, row: tuple[str, ...]) -> State:
    """The position after the five markers of a row went back to the pool (§5)."""
    markers = {point: colour for point, colour in state.markers.items() if point not in row}
    return replace(state, markers=markers, pool=state.pool + 5)


def without_ring(state: State, ring: str) -> State:
    """The position after the player on turn took one of his rings off the board (§5)."""
    rings = {point: colour for point, colour in state.rings.items() if point != ring}
    removed = {**state.removed, state.side: state.removed[state.side] + 1}
    return replace(state, rings=rings, removed=removed)


class Naive:
    """The rules with a set of options (§10)."""

    def __init__(
        self,
        variant: str = "standard",
        markers: str = "51",
        no_move: str = "pass",
        exhausted: str = "more_rings",
        max_turns: str = "0",
    ) -> None:
        self.goal = 1 if variant == "blitz" else 3
        self.markers = int(markers)
        self.no_move = no_move
        self.exhausted = exhausted
        self.max_turns = int(max_turns)

    def start(self) -> State:
        """The empty board (§3)."""
        return State({}, {}, self.markers, {"W": 0, "B": 0}, "W")

    # --- turns ------------------------------------------------------------------------------

    def turns(self, state: State) -> dict[str, State]:
        """All legal turns as complete texts, each with the position after it (§4, §8)."""
        if self.result(state):
            return {}
        if is_placing(state):
            vacant = [point for point in POINTS if point not in state.rings]
            return {
                point: self.ended(replace(state, rings={**state.rings, point: state.side}))
                for point in vacant
            }
        return {";".join(parts): after for parts, after in self.movement_turns(state)}

    def movement_turns(self, state: State) -> Iterator[tuple[list[str], State]]:
        """All turns of the movement phase as lists of parts."""
        side = state.side
        for first, ready in self.removals(state):
            if ready.removed[side] >= self.goal:  # §4 step 1: no move follows
                yield first, self.ended(ready)
            elif can_move(ready, side):
                for ring in rings_of(ready, side):
                    for to, jumped in targets(ready, ring):
                        for last, after in self.removals(moved(ready, ring, to, jumped)):
                            yield [*first, f"{ring}-{to}", *last], self.ended(after)
            elif self.no_move == "lose":  # §6.4
                yield first, self.ended(replace(ready, stuck=side))
            else:  # §6.3
                yield [*first, "-"], replace(self.ended(ready), passed=True)

    def removals(self, state: State) -> Iterator[tuple[list[str], State]]:
        """All ways to remove the rows of the player on turn until none is left (§5)."""
        found = rows(state, state.side)
        if not found or state.removed[state.side] >= self.goal:
            yield [], state
            return
        for row in found:
            open_ = without_row(state, row)
            for ring in rings_of(open_, state.side):
                for rest, after in self.removals(without_ring(open_, ring)):
                    yield [f"x{row[0]}-{row[-1]}", f"x{ring}", *rest], after

    def ended(self, state: State) -> State:
        """The turn is complete."""
        return replace(state, side=opponent(state.side), turns=state.turns + 1, passed=False)

    def shortened(self, state: State, text: str) -> Iterator[tuple[str, bool]]:
        """A turn without one of its rows, and whether only that row stood there then (§8)."""
        parts = text.split(";")
        for number, part in enumerate(parts):
            if part[0] != "x":
                if "-" in part[1:]:
                    ring, to = part.split("-")
                    state = moved(state, ring, to, dict(targets(state, ring))[to])
            elif "-" in part:
                found = rows(state, state.side)
                yield ";".join(parts[:number] + parts[number + 1 :]), len(found) == 1
                first, last = part[1:].split("-")
                (row,) = [row for row in found if (row[0], row[-1]) == (first, last)]
                state = without_row(state, row)
            else:
                state = without_ring(state, part[1:])

    # --- the end ----------------------------------------------------------------------------

    def result(self, state: State) -> Result | None:
        """The winners and the reason; ``None`` while the game runs (§6)."""
        for side in COLOURS:
            if state.removed[side] >= self.goal:
                return (COLOURS.index(side),), "rings"
        if state.stuck:
            return (COLOURS.index(opponent(state.stuck)),), "no_move"
        if not is_placing(state) and not rows(state, state.side):
            if state.pool == 0:
                return self.by_count(state), "markers"
            if not can_move(state, state.side):
                if self.no_move == "lose":
                    return (COLOURS.index(opponent(state.side)),), "no_move"
                if state.passed:
                    return self.by_count(state), "stuck"
        if self.max_turns and state.turns >= self.max_turns:
            return self.by_count(state), "max_turns"
        return None

    def by_count(self, state: State) -> tuple[int, ...]:
        """The winners of a game that ends undecided (§6.2, §10 exhausted)."""
        white, black = state.removed["W"], state.removed["B"]
        if self.exhausted == "draw" or white == black:
            return ()
        return (0,) if white > black else (1,)

    # --- positions --------------------------------------------------------------------------

    def position(self, state: State) -> str:
        """The position string between turns (§9)."""
        return written(state, "-" if self.result(state) else state.side.lower())

    def inside(self, state: State) -> set[str]:
        """The position strings inside all turns; the side on turn is the same as before (§9)."""
        if self.result(state) or is_placing(state):
            return set()
        found = {written(open_, state.side.lower(), "ring:pre") for open_ in self.open_rings(state)}
        for partial in self.partial_removals(state):
            # With waiting rows or a move due: no field, as before the turn.
            due = rows(partial, state.side) or self.no_move == "pass"
            goes_on = partial.removed[state.side] < self.goal
            if partial is not state and goes_on and (due or can_move(partial, state.side)):
                found.add(written(partial, state.side.lower()))
        for _, ready in self.removals(state):
            if ready.removed[state.side] >= self.goal:
                continue
            for ring in rings_of(ready, state.side):
                for to, jumped in targets(ready, ring):
                    there = moved(ready, ring, to, jumped)
                    for partial in self.partial_removals(there):
                        if partial.removed[state.side] < self.goal and rows(partial, state.side):
                            found.add(written(partial, state.side.lower(), "rows"))
                    for open_ in self.open_rings(there):
                        found.add(written(open_, state.side.lower(), "ring"))
        return found

    def partial_removals(self, state: State) -> Iterator[State]:
        """The position itself and all after each row and ring that can be removed."""
        yield state
        for open_ in self.open_rings(state, deep=False):
            for ring in rings_of(open_, state.side):
                yield from self.partial_removals(without_ring(open_, ring))

    def open_rings(self, state: State, deep: bool = True) -> Iterator[State]:
        """All positions with a row gone and the ring still to go; *deep*: also after others."""
        for partial in self.partial_removals(state) if deep else [state]:
            if partial.removed[state.side] < self.goal:
                for row in rows(partial, state.side):
                    yield without_row(partial, row)

    def read(self, text: str) -> State:
        """The position between turns that a string tells (§9)."""
        side, pool, counts, *colours = text.split()
        white, black = map(int, counts.split(","))
        rings: dict[str, str] = {}
        markers: dict[str, str] = {}
        for items in colours:
            colour, _, rest = items.partition(":")
            for item in rest.split(",") if rest else []:
                if item[0] == "O":
                    rings[item[1:]] = colour
                else:
                    markers[item] = colour
        return State(rings, markers, int(pool), {"W": white, "B": black}, side.upper())


def written(state: State, side: str, field: str = "") -> str:
    """A position string (§9)."""
    told = {}
    for colour in COLOURS:
        items = {point: f"O{point}" for point in rings_of(state, colour)}
        items |= {point: point for point, shown in state.markers.items() if shown == colour}
        told[colour] = ",".join(items[point] for point in sorted(items, key=order))
    counts = f"{state.removed['W']},{state.removed['B']}"
    text = f"{side} {state.pool} {counts} W:{told['W']} B:{told['B']}"
    return f"{text} {field}" if field else text
