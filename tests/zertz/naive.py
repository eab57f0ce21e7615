"""A plain referee of ZÈRTZ for tests: sets, dicts and loops, straight from the rules file.

The paragraph signs (§) name the sections of the rules file. Nothing here is clever or fast; it
shares no code with the game it is used to check. A comment that starts with "Silent:" marks a
place where the rules file does not decide and the plainest reading was taken.

Coordinates are texts such as "d4", colours are "W", "G" and "B", players are seats 0 and 1.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations

Counts = tuple[int, int, int]
Captures = tuple[Counts, Counts]
Region = frozenset[str]
Key = tuple[object, ...]

COLOURS = "WGB"

# §1: rings per column, from column a on.
COLUMNS = {
    "37": (4, 5, 6, 7, 6, 5, 4),
    "40": (5, 6, 7, 7, 6, 5, 4),
    "43": (5, 6, 7, 7, 6, 5, 4, 3),
    "44": (5, 6, 7, 8, 7, 6, 5),
    "48": (5, 6, 7, 8, 7, 6, 5, 4),
    "61": (5, 6, 7, 8, 9, 8, 7, 6, 5),
}

# §1: up, up-right, down-right, down, down-left, up-left, as steps of (q, v).
DIRECTIONS = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0))

# §2 and §11: variant -> board, pool, goals.
VARIANTS = {
    "standard": ("37", "standard", "standard"),
    "blitz": ("37", "blitz", "blitz"),
    "first_edition": ("37", "blitz", "blitz"),
    "tournament": ("48", "standard", "standard"),
    "extended": ("61", "standard", "standard"),
}
POOLS = {"standard": "6/8/10", "blitz": "5/7/9"}
GOALS = {"standard": "4/5/6/3", "blitz": "3/4/5/2"}


@dataclass(frozen=True)
class State:
    """A position between turns, with what the rules need to know of the past."""

    rings: frozenset[str]
    marbles: dict[str, str]
    pool: Counts
    captures: Captures
    side: int
    # §11 isolation_claim=optional: rings of full regions left unclaimed.
    frozen: frozenset[str] = frozenset()
    # §9: a turn was taken back, only captures are legal.
    must_capture: bool = False
    # §11 board_full=both_lose_if_no_captures: someone captured before the board was filled.
    ever_captured: bool = False
    # §8: the earlier positions of the game, without this one.
    history: tuple[Key, ...] = ()
    # §9: the position before the last turn, if that turn left a capture out; else None.
    before: State | None = None
    # No turn has been played yet, so nothing has been checked for the end (§7).
    fresh: bool = False


def read_counts(text: str) -> Counts:
    """§10: counts written W/G/B."""
    white, grey, black = (int(part) for part in text.split("/"))
    return (white, grey, black)


def write_counts(counts: Counts) -> str:
    """§10: counts written W/G/B."""
    return "/".join(str(number) for number in counts)


def change(counts: Counts, colour: str, by: int) -> Counts:
    """Change the number of one colour."""
    numbers = list(counts)
    numbers[COLOURS.index(colour)] += by
    return (numbers[0], numbers[1], numbers[2])


def change_one(captures: Captures, seat: int, counts: Counts) -> Captures:
    """Replace what one player has captured."""
    return (counts, captures[1]) if seat == 0 else (captures[0], counts)


class Naive:
    """The referee, with the options of §11 as texts."""

    def __init__(
        self,
        *,
        variant: str = "standard",
        board: str | None = None,
        pool: str | None = None,
        goals: str | None = None,
        isolation_scope: str = "any_full_region",
        isolation_claim: str = "automatic",
        no_marbles: str = "lose",
        board_full: str = "last_placer_wins",
        repetition_count: str = "3",
        repetition_colours: str = "exact",
        capture_enforcement: str = "strict",
        handicap: str = "none",
    ) -> None:
        """§11 and §2: the variant is a preset for board, pool and goals."""
        for value, allowed in (
            (variant, tuple(VARIANTS)),
            (isolation_scope, ("any_full_region", "spare_largest")),
            (isolation_claim, ("automatic", "optional")),
            (no_marbles, ("lose", "both_lose", "draw", "pass")),
            (board_full, ("last_placer_wins", "goal_only", "both_lose_if_no_captures")),
            (repetition_count, ("3", "2", "0")),
            (repetition_colours, ("exact", "ignore")),
            (capture_enforcement, ("strict", "on_demand")),
        ):
            if value not in allowed:
                raise ValueError(f"{value!r} is not one of {allowed}")
        preset_board, preset_pool, preset_goals = VARIANTS[variant]
        # Silent: whether `tournament` refuses a board below 48. "Independent options": it does not.
        self.board = board or preset_board
        pool = pool or preset_pool
        goals = goals or preset_goals
        self.pool = read_counts(POOLS.get(pool, pool))
        self.goals = [int(part) for part in GOALS.get(goals, goals).split("/")]
        if len(self.goals) != 4:
            raise ValueError(f"{goals!r} is not W/G/B/each")
        self.isolation_scope = isolation_scope
        self.isolation_claim = isolation_claim
        self.no_marbles = no_marbles
        self.board_full = board_full
        self.repetition_count = int(repetition_count)
        self.repetition_colours = repetition_colours
        self.capture_enforcement = capture_enforcement
        self.handicap = self._read_handicap(handicap)
        self._lay_out()

    @staticmethod
    def _read_handicap(text: str) -> Captures:
        """§11: marbles given at the start from outside the pool, to one player."""
        nothing: Counts = (0, 0, 0)
        if text == "none":
            return (nothing, nothing)
        # Silent: marbles for both players at once; the two forms are joined by "or", so one only.
        player, counts = text.split("=")
        return change_one((nothing, nothing), ("p1", "p2").index(player), read_counts(counts))

    def _lay_out(self) -> None:
        """§1: names of the rings in coordinate order, and their six neighbours."""
        columns = COLUMNS[self.board]
        centre = 4 if self.board == "61" else 3
        place_of: dict[str, tuple[int, int]] = {}
        for column, height in enumerate(columns):
            for number in range(1, height + 1):
                name = "abcdefghi"[column] + str(number)
                place_of[name] = (column, number + max(0, column - centre))
        name_of = {place: name for name, place in place_of.items()}
        self.names = list(place_of)  # columns from a on, numbers from 1 up: coordinate order
        self.neighbours: dict[str, list[str | None]] = {}  # None: off the board
        for name, (q, v) in place_of.items():
            self.neighbours[name] = [name_of.get((q + dq, v + dv)) for dq, dv in DIRECTIONS]

    # ---------------------------------------------------------------- positions

    def start(self) -> State:
        """§2: all rings, no marbles, player 1 first; §11: the handicap is already in hand."""
        return State(
            rings=frozenset(self.names),
            marbles={},
            pool=self.pool,
            captures=self.handicap,
            side=0,
            fresh=True,
        )

    def position(self, state: State) -> str:
        """§10: the position string."""
        # Silent: a board without any ring. A list of nothing is the empty text.
        rings = [state.marbles.get(name, "") + name for name in self.names if name in state.rings]
        fields = [
            ",".join(rings),
            write_counts(state.pool),
            write_counts(state.captures[0]),
            write_counts(state.captures[1]),
            str(state.side + 1),
        ]
        if state.frozen:
            # Silent: the order and separator of the frozen rings. As in the board field.
            fields.append("frozen:" + ",".join(n for n in self.names if n in state.frozen))
        if state.must_capture:
            fields.append("must_capture")
        return " ".join(fields)

    def read(self, position_text: str) -> State:
        """§10: a position between turns, from its string."""
        fields = position_text.split(" ")
        if len(fields) < 5:
            raise ValueError("a position has at least five fields")
        rings: set[str] = set()
        marbles: dict[str, str] = {}
        for item in fields[0].split(",") if fields[0] else []:
            colour = item[0] if item[0] in COLOURS else ""
            name = self._read_coordinate(item[len(colour) :])
            if name in rings:
                raise ValueError(f"{name} is listed twice")
            rings.add(name)
            if colour:
                marbles[name] = colour
        captures = (read_counts(fields[2]), read_counts(fields[3]))
        frozen: frozenset[str] = frozenset()
        must_capture = False
        for field in fields[5:]:
            if field.startswith("frozen:"):
                listed = field.removeprefix("frozen:").split(",")
                frozen = frozenset(self._read_coordinate(name) for name in listed)
            elif field == "must_capture":
                must_capture = True
            else:
                raise ValueError(f"{field!r} does not belong to a position between turns")
        # Silent: whether anybody captured before a position that was read. Taken as yes if the
        # captured counts differ from the handicap.
        # Silent: the turn before a position that was read is unknown, so it cannot be taken back,
        # and the position counts as occurring for the first time. It is checked for the end of
        # the game as if the player not on move had just completed a turn.
        return State(
            rings=frozenset(rings),
            marbles=marbles,
            pool=read_counts(fields[1]),
            captures=captures,
            side=("1", "2").index(fields[4]),
            frozen=frozen,
            must_capture=must_capture,
            ever_captured=captures != self.handicap,
        )

    def _read_coordinate(self, text: str) -> str:
        """§1: a coordinate; on 61 rings `j` is another name of column `i`."""
        if self.board == "61" and text.startswith("j"):
            text = "i" + text[1:]
        if text not in self.neighbours:
            raise ValueError(f"{text!r} is no ring of the board with {self.board} rings")
        return text

    # ---------------------------------------------------------------- turns

    def turns(self, state: State) -> dict[str, State]:
        """§3: all legal turns; §7: none when the game is over; §9: enforcement."""
        if self.result(state) is not None:
            return {}
        captures = self._captures(state)
        if state.must_capture:
            # §9: after a takeback only captures are legal.
            return captures
        if captures and self.capture_enforcement == "strict":
            return captures
        turns = captures | self._placements(state, left_out=bool(captures))
        if not turns:
            # §7, 3: without capture and marble the player passes. (Under the other values of
            # `no_marbles` the game is over, unless the last turn can be taken back.)
            turns = self._passes(state)
        if state.before is not None:
            turns["takeback"] = self._take_back(state.before)
        return turns

    def _captures(self, state: State) -> dict[str, State]:
        """§5: every chain of every marble that can jump, each played to its end."""
        turns: dict[str, State] = {}
        history = (*state.history, self._key(state))
        for start in state.marbles:
            for text, marbles, taken in self._chains(state.rings, state.marbles, start):
                if not taken:
                    continue
                mine = state.captures[state.side]
                for colour in taken:
                    mine = change(mine, colour, +1)
                turns["x " + start + text] = State(
                    rings=state.rings,
                    marbles=marbles,
                    pool=state.pool,
                    captures=change_one(state.captures, state.side, mine),
                    side=1 - state.side,
                    frozen=state.frozen,
                    ever_captured=True,
                    history=history,
                )
        return turns

    def _chains(
        self, rings: frozenset[str], marbles: dict[str, str], at: str
    ) -> list[tuple[str, dict[str, str], list[str]]]:
        """§5: all complete chains of the marble on `at`: text, marbles after, colours taken.

        A marble that cannot jump has one chain, the empty one. The jumped marble goes at once.
        """
        chains: list[tuple[str, dict[str, str], list[str]]] = []
        for direction in range(6):
            over = self.neighbours[at][direction]
            if over is None or over not in marbles:
                continue
            landing = self.neighbours[over][direction]
            if landing is None or landing not in rings or landing in marbles:
                continue
            after = dict(marbles)
            taken = after.pop(over)
            after[landing] = after.pop(at)
            for text, final, more in self._chains(rings, after, landing):
                chains.append((taken + landing + text, final, [taken, *more]))
        return chains or [("", marbles, [])]

    def _placements(self, state: State, left_out: bool) -> dict[str, State]:
        """§4: one marble on a vacant ring, one free ring removed; §6: isolation; §10: text."""
        turns: dict[str, State] = {}
        history = (*state.history, self._key(state))
        free = [name for name in self.names if self._is_free(state, name)]
        regions_without: dict[str | None, list[Region]] = {None: self._regions(state.rings)}
        for name in free:
            regions_without[name] = self._regions(state.rings - {name})
        for target in self.names:
            if target not in state.rings or target in state.marbles:
                continue
            occupied = frozenset(state.marbles) | {target}
            # §4: obligatory if there is a free ring other than the one just filled.
            removals: list[str | None] = [name for name in free if name != target]
            for removed in removals or [None]:
                regions = regions_without[removed]
                full_board = all(region <= occupied for region in regions)
                isolated = self._isolated(state, regions, occupied, full_board)
                for claimed in self._claims(isolated):
                    gone = frozenset[str]().union(*claimed)
                    left = frozenset[str]().union(*isolated) - gone
                    rings = state.rings - gone - {removed}
                    for colour in self._colours(state):
                        marbles = dict(state.marbles)
                        marbles[target] = colour
                        pool = state.pool
                        mine = state.captures[state.side]
                        if any(pool):
                            pool = change(pool, colour, -1)
                        else:
                            mine = change(mine, colour, -1)
                        text = colour + target
                        if removed is not None:
                            text += "," + removed
                        if gone:
                            text += " x "
                            for name in self.names:
                                if name in gone:
                                    text += marbles[name] + name
                                    mine = change(mine, marbles.pop(name), +1)
                        turns[text] = State(
                            rings=rings,
                            marbles=marbles,
                            pool=pool,
                            captures=change_one(state.captures, state.side, mine),
                            side=1 - state.side,
                            frozen=state.frozen | left,
                            # Silent: "no captures" on a full board. Everything on it is taken by
                            # the turn that fills it, so the captures of that turn do not count.
                            ever_captured=state.ever_captured or (bool(gone) and not full_board),
                            history=history,
                            before=state if left_out else None,
                        )
        return turns

    def _colours(self, state: State) -> list[str]:
        """§4: from the pool while it holds any marble, then from the own captured marbles."""
        source = state.pool if any(state.pool) else state.captures[state.side]
        return [colour for colour, number in zip(COLOURS, source, strict=True) if number > 0]

    def _is_free(self, state: State, name: str) -> bool:
        """§4: vacant, and two consecutive neighbour places hold no ring."""
        if name not in state.rings or name in state.marbles:
            return False
        missing = [neighbour not in state.rings for neighbour in self.neighbours[name]]
        return any(missing[i] and missing[(i + 1) % 6] for i in range(6))

    def _regions(self, rings: frozenset[str]) -> list[Region]:
        """The connected components of the rings."""
        regions: list[Region] = []
        unseen = set(rings)
        while unseen:
            region = {unseen.pop()}
            edge = list(region)
            while edge:
                for neighbour in self.neighbours[edge.pop()]:
                    if neighbour in unseen:
                        unseen.remove(neighbour)
                        region.add(neighbour)
                        edge.append(neighbour)
            regions.append(frozenset(region))
        return regions

    def _isolated(
        self, state: State, regions: list[Region], occupied: frozenset[str], full_board: bool
    ) -> list[Region]:
        """§6 and §11 isolation_scope: the regions the mover takes or may take."""
        # §11: a region once left unclaimed is never claimable again.
        # Silent: a full region that is neither new nor frozen (only in a position that was read,
        # or spared as the largest). §6 says "every region without a vacant ring": it can be taken.
        full = [region for region in regions if region <= occupied and not region & state.frozen]
        # Silent: spare_largest when the whole board is full. §7, 2 lets the mover take everything
        # left, so nothing is spared.
        if self.isolation_scope == "spare_largest" and not full_board:
            # Silent: what is compared. All regions on the board after the removal, frozen ones
            # too, by number of rings; only a single largest one is spared.
            largest = max(len(region) for region in regions)
            if sum(len(region) == largest for region in regions) == 1:
                full = [region for region in full if len(region) < largest]
        return full

    def _claims(self, isolated: list[Region]) -> list[list[Region]]:
        """§6 and §11 isolation_claim: the choices of regions to take."""
        if self.isolation_claim == "automatic":
            return [isolated]
        # Silent: claims when the board is full. They stay optional; the player wins by the full
        # board either way, and under board_full=goal_only only what he claims counts.
        choices: list[list[Region]] = []
        for size in range(len(isolated) + 1):
            choices.extend(list(choice) for choice in combinations(isolated, size))
        return choices

    def _passes(self, state: State) -> dict[str, State]:
        """§7, 3 and §10: `-` passes, under no_marbles=pass."""
        if self.no_marbles != "pass":
            return {}
        # Silent: both players without marbles and captures. They pass until the repetition rule
        # ends the game; with repetition_count=0 nothing ends it.
        history = (*state.history, self._key(state))
        passed = replace(state, side=1 - state.side, history=history, before=None, fresh=False)
        return {"-": passed}

    def _take_back(self, before: State) -> State:
        """§9 and §11: the position before the last turn, with only captures legal."""
        # Silent: repetition. The turn is undone with its place in the history, so a takeback is
        # no further occurrence of the position it restores.
        return replace(before, must_capture=True, before=None)

    # ---------------------------------------------------------------- end of the game

    def result(self, state: State) -> tuple[tuple[int, ...], str] | None:
        """§7: the end of the game, in the order of the section; None while it goes on.

        Returns the winning seats and the reason. A draw has no winners, nor has "both lose".
        """
        nobody = ()
        # Silent: a handicap that is a goal set. §7 checks when a turn is complete, so not before
        # the first turn, and then for the mover only.
        if state.fresh:
            return None
        mover = 1 - state.side
        # Silent: on_demand when the turn that left out a capture reaches a goal or fills the board.
        # The game ends with that turn; it can no longer be taken back.
        if self._has_goal(state.captures[mover]):
            return ((mover,), "goal")
        if all(name in state.marbles for name in state.rings):
            if self.board_full == "goal_only":
                return (nobody, "board_full")
            if self.board_full == "both_lose_if_no_captures" and not state.ever_captured:
                return (nobody, "board_full")
            return ((mover,), "board_full")
        if self.no_marbles != "pass" and not self._can_move(state):
            if self.no_marbles in ("draw", "both_lose"):
                return (nobody, "no_marbles")
            return ((mover,), "no_marbles")
        if self.repetition_count:
            key = self._key(state)
            occurrences = 1 + sum(earlier == key for earlier in state.history)
            if occurrences >= self.repetition_count:
                return (nobody, "repetition")
        return None

    def _has_goal(self, captured: Counts) -> bool:
        """§2: enough of one colour, or enough of each."""
        *single, each = self.goals
        return any(number >= goal for number, goal in zip(captured, single, strict=True)) or all(
            number >= each for number in captured
        )

    def _can_move(self, state: State) -> bool:
        """§7, 3: the player to move has a capture, or a marble to place."""
        # Silent: a player with neither who may take the last turn back. He has a move, so the game
        # goes on (and under no_marbles=pass he may also let it go and pass).
        return (
            any(state.pool)
            or any(state.captures[state.side])
            or state.before is not None
            or bool(self._captures(state))
        )

    def _key(self, state: State) -> Key:
        """§8: what has to be equal for a position to occur again."""
        if self.repetition_colours == "exact":
            marbles = frozenset(state.marbles.items())
            return (state.rings, marbles, state.pool, state.captures, state.side)
        # Silent: what `ignore` leaves of pool and captures. Their totals.
        totals = (sum(state.pool), sum(state.captures[0]), sum(state.captures[1]))
        return (state.rings, frozenset(state.marbles), totals, state.side)
