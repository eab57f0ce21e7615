"""A plain referee of ZATRE for tests: sets, dicts and loops, straight from the rules (unofficial).

The paragraph signs (§) name the sections of `docs/reference/zatre.md`, Z1 .. Z17 its rulings.
Nothing here is clever or fast; it shares no code with the game it is used to check. A comment that
starts with "Silent:" marks a place where the rules file does not decide and the plainest reading
was taken.

Cells are texts such as "h8", players are the letters "A" .. "F" in playing order, placements are
texts as in the record: "a6=4", "i7=3!".
"""

from __future__ import annotations

import copy
import re
from dataclasses import dataclass

# §2: the inner square, the outer strips, the doubling cells.
COLUMNS = "abcdefghijklmno"
INNER = {f"{column}{row}" for column in "bcdefghijklmn" for row in range(2, 15)}
OUTER = {f"{column}{row}" for column in "efgijk" for row in (1, 15)}
OUTER |= {f"{column}{row}" for column in "ao" for row in (5, 6, 7, 9, 10, 11)}
CELLS = INNER | OUTER
OUTER_DOUBLING = {"g1", "i1", "g15", "i15", "a7", "a9", "o7", "o9"}
# Both diagonals of the inner square: b2 .. n14 and b14 .. n2.
DIAGONALS = {f"{COLUMNS[n - 1]}{n}" for n in range(2, 15)}
DIAGONALS |= {f"{COLUMNS[n - 1]}{16 - n}" for n in range(2, 15)}
DOUBLING = DIAGONALS | OUTER_DOUBLING
CENTRE = "h8"
SCORING = (10, 11, 12)

# §8.
OPTIONS = {
    "teams": ("off", "on"),
    "start": ("lottery", "random", "fixed"),
    "starter_keeps": ("deciding", "highest"),
    "scoring_unit": ("per_tile", "line_once"),
    "doubling_check": ("immediate", "turn"),
    "center_cross": ("never", "if_line_scores"),
    "own_contact": ("allowed", "needs_foreign"),
    "leftover_draw": ("forced", "optional"),
    "leftover_topup": ("off", "on"),
    "extra_rows": ("no_bonus", "bonus_6", "lost"),
    "end": ("exhaust", "bag_short"),
    "hands": ("open", "hidden"),
}
STANDARD = {"scoring_unit": "line_once"}
AMIGO = {
    **STANDARD,
    "doubling_check": "turn",
    "center_cross": "if_line_scores",
    "leftover_topup": "on",
    "end": "bag_short",
    "starter_keeps": "highest",
    "hands": "hidden",
}
PRESETS: dict[str, dict[str, str]] = {"literal": {}, "standard": STANDARD, "amigo": AMIGO}

# §10.
TURN = re.compile(
    r"(?:(?P<number>[1-9][0-9]*)\. )?(?P<player>[A-F]) \+(?P<drew>[1-6]+|-)"
    r"(?P<placed>(?: [a-o][0-9]+=[1-6]!?)*)(?: \((?P<kept>[1-6]+)\))?(?: \{[^{}]*\})?"
)
LOTTERY = re.compile(r"[A-F][1-6](?: [A-F][1-6])*(?:; [A-F][1-6](?: [A-F][1-6])*)*")


class Refused(Exception):
    """A refused turn or lottery; its first argument is a short reason."""


@dataclass
class Common:
    """§7.1: what the common draw means for the second partner, before the first one plays."""

    # The number of tiles due to him, and whether he may decline (§8 leftover_draw=optional).
    due: int
    optional: bool
    # The tiles he drew; none = not known yet.
    drew: str | None


@dataclass
class State:
    """§10: a position between two turns, with the score sheets."""

    board: dict[str, int]
    bag: dict[int, int]
    # What a player kept, without what a second partner has drawn already.
    hands: dict[str, list[int]]
    # One per player or team: {"X": [number of crosses], "10": entries, "11": …, "12": …}.
    sheets: list[dict[str, list[int]]]
    lottery_due: bool
    to_move: str = "A"
    number: int = 1
    common: Common | None = None
    # Turns in a row without a draw and without a placement (Z7).
    idle: int = 0
    over: bool = False
    # The letters before the lottery of A, B, ... (§10).
    seats: str = "ABCDEF"


@dataclass
class Course:
    """A turn while it is played: what has been placed so far, in order."""

    first: bool
    board: dict[str, int]
    hand: list[int]
    own: list[str]
    exceptional: set[str]


# §2: neighbours and lines


def step(cell: str, right: int, up: int) -> str:
    """The next place in a direction, whether it exists or not."""
    return f"{chr(ord(cell[0]) + right)}{int(cell[1:]) + up}"


def neighbours(cell: str) -> set[str]:
    found = {step(cell, 1, 0), step(cell, -1, 0), step(cell, 0, 1), step(cell, 0, -1)}
    return found & CELLS


def line(board: dict[str, int], cell: str, right: int, up: int) -> list[str]:
    """The unbroken run through an occupied cell in one direction, from its first cell on."""
    first = cell
    while step(first, -right, -up) in board:
        first = step(first, -right, -up)
    run = [first]
    while step(run[-1], right, up) in board:
        run.append(step(run[-1], right, up))
    return run


def sums(board: dict[str, int], cell: str) -> list[int]:
    """The sums of the row line and of the column line through an occupied cell."""
    row, column = line(board, cell, 1, 0), line(board, cell, 0, 1)
    return [sum(board[c] for c in run) for run in (row, column)]


def completes(board: dict[str, int], cell: str) -> bool:
    """A line of 10, 11 or 12 goes through the cell."""
    return any(total in SCORING for total in sums(board, cell))


def without(tiles: list[int], value: int) -> list[int]:
    rest = list(tiles)
    rest.remove(value)
    return rest


class Naive:
    """The referee, with the options of §8 as texts."""

    def __init__(self, players: int = 2, **options: str) -> None:
        """§8. Silent: "seed" stands in brackets in the table; it is no option here."""
        if players not in (2, 3, 4, 5, 6):
            raise ValueError(f"{players} players")
        given = dict(options)
        preset = given.pop("preset", "literal")
        if preset not in PRESETS:
            raise ValueError(f"no preset {preset!r}")
        # Silent: which numbers short_game takes. Every whole number from 1 on, written plainly.
        short_game = given.pop("short_game", "off")
        if short_game != "off" and re.fullmatch(r"[1-9][0-9]*", short_game) is None:
            raise ValueError(f"short_game={short_game!r} is not a number of tiles")
        for name, value in given.items():
            if name not in OPTIONS:
                raise ValueError(f"no option {name!r}")
            if value not in OPTIONS[name]:
                raise ValueError(f"{name}={value!r} is not one of {OPTIONS[name]}")
        self.options = {name: values[0] for name, values in OPTIONS.items()}
        self.options.update(PRESETS[preset])
        self.options.update(given)
        self.teams = self.options["teams"] == "on"
        if self.teams and players not in (4, 6):
            raise ValueError(f"teams with {players} players")
        self.letters = "ABCDEF"[:players]
        self.tiles = {1: 21, 2: 20, 3: 20, 4: 20, 5: 20, 6: 20}
        if short_game != "off":
            # Silent: the 21st tile of value 1. "Per value" means equally many of all.
            self.tiles = dict.fromkeys(self.tiles, int(short_game))

    # The interface

    def start(self) -> State:
        """§3: all tiles in the bag."""
        sides = len(self.letters) // 2 if self.teams else len(self.letters)
        return State(
            board={},
            bag=dict(self.tiles),
            hands={player: [] for player in self.letters},
            sheets=[{"X": [0], "10": [], "11": [], "12": []} for _ in range(sides)],
            lottery_due=self.options["start"] == "lottery",
            seats=self.letters,
        )

    def lottery(self, state: State, text: str) -> State:
        """§3 point 2 and the tag of §10."""
        if not state.lottery_due:
            raise Refused("no lottery now")
        if LOTTERY.fullmatch(text) is None:
            raise Refused("not a lottery")
        bag = dict(state.bag)
        drawing = list(self.letters)
        drawn: dict[str, list[int]] = {player: [] for player in self.letters}
        for rounds in text.split("; "):
            draws = rounds.split(" ")
            if len(drawing) == 1:
                raise Refused("the lottery is decided")
            # Silent: the order inside a draw. In seat order, as in the examples.
            if [draw[0] for draw in draws] != drawing:
                raise Refused("the wrong players draw")
            for draw in draws:
                value = int(draw[1])
                if bag[value] == 0:
                    raise Refused("more tiles than exist")
                bag[value] -= 1
                drawn[draw[0]].append(value)
            highest = max(int(draw[1]) for draw in draws)
            drawing = [draw[0] for draw in draws if int(draw[1]) == highest]
        if len(drawing) > 1:
            raise Refused("the lottery is not decided")
        winner = drawing[0]
        if self.options["starter_keeps"] == "deciding":
            kept = drawn[winner][-1]
        else:
            # Silent: the highest tile of the last draw or of all draws. Z9 says "his (highest)
            # tile": of all he drew.
            kept = max(drawn[winner])
        s = copy.deepcopy(state)
        s.bag[kept] -= 1
        s.hands["A"] = [kept]
        s.lottery_due = False
        s.seats = self._seats_after(winner)
        return s

    def dealt(self, state: State) -> dict[str, int]:
        """§4 and §7.1: the draws before the player on turn places, if nobody declines."""
        p = state.to_move
        if state.over or state.lottery_due or state.common is not None:
            return {}
        due, _ = self._due(state, p, self._in_bag(state))
        found = {p: due}
        partner = self._second_partner_of(p)
        if partner is not None:
            found[partner], _ = self._due(state, partner, self._in_bag(state) - due)
        return {player: number for player, number in found.items() if number > 0}

    def legal_draws(self, state: State) -> set[tuple[int, ...]]:
        """How many tiles may be drawn: (player on turn,), or (first partner, second partner).

        More than one choice only with leftover_draw=optional (§8). For a second partner the tiles
        of the common draw.
        """
        p = state.to_move
        if state.over or state.lottery_due:
            return set()
        if state.common is not None:
            if state.common.drew is not None:
                return {(len(state.common.drew),)}
            return {(n,) for n in choices(state.common.due, state.common.optional)}
        partner = self._second_partner_of(p)
        found: set[tuple[int, ...]] = set()
        for n in choices(*self._due(state, p, self._in_bag(state))):
            if partner is None:
                found.add((n,))
                continue
            for m in choices(*self._due(state, partner, self._in_bag(state) - n)):
                found.add((n, m))
        return found

    def turn(self, state: State, text: str, partner_drew: str | None = None) -> State:
        """One line of §10; *partner_drew*: the tiles of the second partner, if they are known."""
        s, _ = self._turned(state, text, partner_drew)
        return s

    def placements(self, state: State, drew: str, placed: list[str]) -> set[str]:
        """§5: the legal next placements of the player on turn."""
        if state.over or state.lottery_due:
            return set()
        course = self._course(state, drew)
        for placement in placed:
            self._place(course, placement)
        return self._legal(course)

    def position(self, state: State) -> str:
        """§10: the canonical position string."""
        rows = []
        for row in range(15, 0, -1):
            text = ""
            for column in COLUMNS:
                cell = f"{column}{row}"
                if cell not in CELLS:
                    text += "_"
                else:
                    text += str(state.board.get(cell, "."))
            rows.append(text)
        hands = []
        for player in self.letters:
            tiles = [str(value) for value in state.hands[player]]
            if player == state.to_move and state.common is not None:
                tiles += list(state.common.drew or "")
            hands.append("".join(sorted(tiles)) or "-")
        player = "-" if state.over else state.to_move
        fields = ["/".join(rows), player, ",".join(hands), str(self._in_bag(state))]
        if state.seats[0] != "A":
            fields.append(f"seat:{'ABCDEF'.index(state.seats[0])}")
        sheets = [
            f"X{sum(sheet['X'])}/"
            + "/".join("+".join(map(str, sheet[sign])) or "-" for sign in ("10", "11", "12"))
            for sheet in state.sheets
        ]
        if {*sheets} != {"X0/-/-/-"}:
            fields.append("sheets:" + ",".join(sheets))
        if self.options["leftover_draw"] == "optional" and state.idle and not state.over:
            fields.append(f"idle:{state.idle}")
        drew = state.common.drew if state.common is not None else None
        if self.options["leftover_draw"] == "optional" and drew and not state.over:
            fields.append(f"turn:drew:{state.to_move}{drew}")
        return " ".join(fields)

    def comment(self, state_before: State, text: str) -> str:
        """§10: the comment a program writes for this turn."""
        _, counts = self._turned(state_before, text, None)
        words = [f"{sign}x{counts[sign]}" for sign in ("10", "11", "12") if counts[sign] > 0]
        if counts["X"] > 0:
            words.append(f"X{counts['X']}")
        return " ".join(words)

    def sheets(self, state: State) -> list[dict[str, list[int]]]:
        """§6.2: one per player or team."""
        return copy.deepcopy(state.sheets)

    def totals(self, state: State) -> list[int]:
        """§6.5; the leftover tiles count when the game is over."""
        scores = [self._sheet_total(sheet) for sheet in state.sheets]
        if state.over:
            for player, tiles in state.hands.items():
                scores[self._side(player)] -= sum(tiles)
        return scores

    def result(self, state: State) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        """§7 and Z8: the seats of the winning sides (A = 0), and the scores of all sides."""
        if not state.over:
            return None
        scores = self.totals(state)
        seats = [
            seat
            for seat, player in enumerate(self.letters)
            if scores[self._side(player)] == max(scores)
        ]
        return tuple(seats), tuple(scores)

    # Players and the bag

    def _in_bag(self, s: State) -> int:
        return sum(s.bag.values())

    def _side(self, player: str) -> int:
        seat = self.letters.index(player)
        return seat // 2 if self.teams else seat

    def _second_partner_of(self, player: str) -> str | None:
        """§7.1: the partner who draws together with this player and plays after him."""
        return "ABCDEF"["ABCDEF".index(player) + 1] if self.teams and player in "ACE" else None

    def _next(self, player: str) -> str:
        return self.letters[(self.letters.index(player) + 1) % len(self.letters)]

    def _seats_after(self, winner: str) -> str:
        """§10: the seats in playing order, the starter first."""
        if not self.teams:
            start = self.letters.index(winner)
            return self.letters[start:] + self.letters[:start]
        pairs = [self.letters[i : i + 2] for i in range(0, len(self.letters), 2)]
        while winner not in pairs[0]:
            pairs = [*pairs[1:], pairs[0]]
        if pairs[0][0] != winner:
            pairs[0] = pairs[0][::-1]
        return "".join(pairs)

    def _due(self, s: State, player: str, in_bag: int) -> tuple[int, bool]:
        """§4: how many tiles the player draws for his turn, and whether he may decline."""
        hand = s.hands[player]
        if not s.board and player == "A":
            # §3 point 3; a lottery tile is one of the three.
            return 3 - len(hand), False
        if not hand:
            # §8: with bag_short he does not draw from a bag that is too small, the game ends.
            # Silent: a second partner whose bag the first has emptied to one tile. See _pass_on.
            if self.options["end"] == "bag_short" and in_bag < 2:
                return 0, False
            return min(2, in_bag), False
        if self.options["leftover_topup"] == "on" and len(hand) == 1:
            # Silent: a single draw after the top-up, if the two tiles do not fit. None: "exactly
            # one tile per turn" (§4). Silent: leftover_draw=optional. It is Z7, the single draw
            # of §4; the top-up "draws", so it is compulsory.
            return min(1, in_bag), False
        # Z17: "can be placed" includes the exception.
        if in_bag > 0 and not self._can_place(s, player):
            return 1, self.options["leftover_draw"] == "optional"
        return 0, False

    def _can_place(self, s: State, player: str) -> bool:
        """A tile the player kept can be placed, normally or by the exception."""
        return bool(self._legal(Course(False, s.board, s.hands[player], [], set())))

    # Placements

    def _course(self, s: State, drew: str) -> Course:
        """The beginning of the turn of the player on turn, who drew these tiles."""
        hand = [int(digit) for digit in drew]
        if s.board:
            hand += s.hands[s.to_move]
        # §10: in the first turn the lottery tile stands among the tiles drawn.
        return Course(not s.board, dict(s.board), hand, [], set())

    def _place(self, course: Course, placement: str) -> None:
        cell, value = placement.rstrip("!").split("=")
        course.board[cell] = int(value)
        course.hand.remove(int(value))
        course.own.append(cell)
        if placement.endswith("!"):
            course.exceptional.add(cell)

    def _fits(self, course: Course, cell: str, value: int) -> bool:
        """§5 conditions 1 to 3."""
        board = course.board
        if cell not in CELLS or cell in board:
            return False
        if not board:
            return cell == CENTRE
        touched = {near for near in neighbours(cell) if near in board}
        if self.options["own_contact"] == "needs_foreign" and not course.first:
            touched -= set(course.own)
        if not touched:
            return False
        return max(sums({**board, cell: value}, cell)) <= 12

    def _after(self, course: Course, cell: str, value: int) -> Course:
        return Course(
            course.first,
            {**course.board, cell: value},
            without(course.hand, value),
            [*course.own, cell],
            set(course.exceptional),
        )

    def _open(self, course: Course) -> list[str]:
        """The doubling cells of this turn that do not lie in a line of 10, 11 or 12 (yet)."""
        return [
            cell
            for cell in course.own
            if cell in DOUBLING
            and cell not in course.exceptional
            and not self._opening(course, cell)
            and not completes(course.board, cell)
        ]

    def _opening(self, course: Course, cell: str) -> bool:
        """The first tile of the game, free of condition 4 (§5)."""
        return course.first and cell == CENTRE

    def _solvable(self, course: Course) -> bool:
        """§8 doubling_check=turn: the held tiles can bring every open cell into a 10, 11 or 12."""
        open_cells = self._open(course)
        if not open_cells:
            return True
        # Lines only grow. A tile outside the lines of the open cells helps none of them, and tiles
        # that fill a line can be placed from the open cell outwards: so it is enough to look at
        # the ends of these lines.
        ends = set()
        for cell in open_cells:
            for right, up in ((1, 0), (0, 1)):
                run = line(course.board, cell, right, up)
                ends |= {step(run[0], -right, -up), step(run[-1], right, up)}
        for value in set(course.hand):
            for end in ends:
                if self._fits(course, end, value) and self._solvable(
                    self._after(course, end, value)
                ):
                    return True
        return False

    def _normal(self, course: Course, cell: str, value: int) -> bool:
        """§5 condition 4, for a placement that satisfies 1 to 3."""
        after = self._after(course, cell, value)
        if self.options["doubling_check"] == "turn":
            return self._solvable(after)
        if cell not in DOUBLING or self._opening(after, cell):
            return True
        return completes(after.board, cell)

    def _legal(self, course: Course) -> set[str]:
        """§5: the normal placements; if there are none, the exceptional ones."""
        normal, exceptional = set(), set()
        for value in set(course.hand):
            for cell in CELLS:
                if not self._fits(course, cell, value):
                    continue
                if self._normal(course, cell, value):
                    normal.add(f"{cell}={value}")
                else:
                    exceptional.add(f"{cell}={value}!")
        return normal or exceptional

    # Turns

    def _turned(
        self, state: State, text: str, partner_drew: str | None
    ) -> tuple[State, dict[str, int]]:
        """The state after a turn, and the number of its sums and crosses."""
        if state.over:
            raise Refused("the game is over")
        if state.lottery_due:
            raise Refused("the lottery comes first")
        match = TURN.fullmatch(text.strip())
        if match is None:
            raise Refused("not a turn")
        s = copy.deepcopy(state)
        p = s.to_move
        if match["player"] != p:
            raise Refused(f"{p} is on turn")
        # Silent: a wrong number. It is part of the line, not a comment: refused.
        if match["number"] is not None and int(match["number"]) != s.number:
            raise Refused(f"this is turn {s.number}")
        drew = match["drew"].replace("-", "")
        course = self._course(s, drew)
        self._draw(s, drew, partner_drew)
        tens_to_twelves: list[int] = []
        crosses = 0
        for placement in match["placed"].split():
            legal = self._legal(course)
            if placement not in legal:
                other = placement[:-1] if placement.endswith("!") else placement + "!"
                raise Refused("wrong !" if other in legal else f"{placement} is not legal")
            self._place(course, placement)
            cell = course.own[-1]
            if self.options["scoring_unit"] == "per_tile":
                tens_to_twelves += [n for n in sums(course.board, cell) if n in SCORING]
            # §6.4: the tile itself completes a line.
            if self.options["doubling_check"] == "immediate":
                crosses += self._crosses(course, cell)
        if self._legal(course):
            raise Refused("a tile can be placed")
        if "".join(str(value) for value in sorted(course.hand)) != (match["kept"] or ""):
            raise Refused("other tiles are kept")
        if self.options["scoring_unit"] == "line_once":
            lines = set()
            for cell in course.own:
                lines.add(tuple(line(course.board, cell, 1, 0)))
                lines.add(tuple(line(course.board, cell, 0, 1)))
            totals = [sum(course.board[cell] for cell in run) for run in lines]
            tens_to_twelves = [total for total in totals if total in SCORING]
        if self.options["doubling_check"] == "turn":
            crosses = sum(self._crosses(course, cell) for cell in course.own)
        if course.first and self.options["center_cross"] == "if_line_scores":
            # Silent: which line scores, and when. A line through h8, at the end of the first turn.
            crosses += 1 if completes(course.board, CENTRE) else 0
        counts = {str(n): tens_to_twelves.count(n) for n in SCORING}
        counts["X"] = crosses
        self._write(s.sheets[self._side(p)], counts)
        s.board = course.board
        s.hands[p] = course.hand
        s.idle = 0 if drew or course.own else s.idle + 1
        s.number += 1
        self._pass_on(s)
        return s, counts

    def _draw(self, s: State, drew: str, partner_drew: str | None) -> None:
        """§4 and §7.1: take the tiles out of the bag and settle the draw of the second partner."""
        p = s.to_move
        common, s.common = s.common, None
        if common is not None:
            if partner_drew:
                raise Refused("no partner draws now")
            if common.drew is not None:
                if drew != common.drew:
                    raise Refused("he drew other tiles")
                return
            self._take(s, drew, common.due, common.optional)
            return
        partner = self._second_partner_of(p)
        due, optional = self._due(s, p, self._in_bag(s))
        kept_from_lottery = "".join(str(v) for v in s.hands[p]) if not s.board else ""
        if not drew.startswith(kept_from_lottery):
            raise Refused("the lottery tile comes first")
        self._take(s, drew[len(kept_from_lottery) :], due, optional)
        if partner is None:
            if partner_drew:
                raise Refused("no partner draws now")
            return
        due, optional = self._due(s, partner, self._in_bag(s))
        if partner_drew is not None:
            self._take(s, partner_drew, due, optional)
        if s.hands[partner] or due > 0:
            s.common = Common(due, optional, partner_drew)

    def _take(self, s: State, tiles: str, due: int, optional: bool) -> None:
        if len(tiles) not in choices(due, optional):
            raise Refused("wrong number of tiles drawn")
        for digit in tiles:
            if s.bag.get(int(digit), 0) == 0:
                raise Refused(f"no {digit} in the bag")
            s.bag[int(digit)] -= 1

    def _crosses(self, course: Course, cell: str) -> int:
        """§6.4: 1 if the cell of this turn earns a cross; the opening tile is looked at apart."""
        if cell not in DOUBLING or cell in course.exceptional or self._opening(course, cell):
            return 0
        return 1 if completes(course.board, cell) else 0

    def _pass_on(self, s: State) -> None:
        """§7: the end of the game, or the next player."""
        if s.common is not None:
            # §7.1: the second partner gets his turn, and the end is not tested before it.
            s.to_move = self._next(s.to_move)
            return
        if self._in_bag(s) == 0 and not any(self._can_place(s, p) for p in self.letters):
            s.over = True
            return
        # Z7. Silent: what a round is. As many turns in a row as there are players.
        if self.options["leftover_draw"] == "optional" and s.idle >= len(self.letters):
            s.over = True
            return
        s.to_move = self._next(s.to_move)
        while not s.hands[s.to_move]:
            if self.options["end"] == "bag_short" and self._in_bag(s) < 2:
                # Silent: a second partner who should draw two when the first has left fewer. The
                # end is tested after a turn (§7.1): the first partner still plays his.
                s.over = True
                return
            if self._in_bag(s) > 0:
                return
            # §4: skipped.
            s.to_move = self._next(s.to_move)

    # The sheet

    def _write(self, sheet: dict[str, list[int]], counts: dict[str, int]) -> None:
        """§6.2: the turn of one player."""
        lost = self.options["extra_rows"] == "lost"
        for sign, points in (("10", 1), ("11", 2), ("12", 4)):
            if counts[sign] > 0 and not (lost and len(sheet[sign]) == 16):
                sheet[sign].append(counts[sign] * points)
        sheet["X"] = [sheet["X"][0] + counts["X"]]
        if lost:
            # Silent: crosses beyond row 16. They are entries of column X (§6.2), so lost as well.
            sheet["X"] = [min(16, sheet["X"][0])]

    def _sheet_total(self, sheet: dict[str, list[int]]) -> int:
        """§6.5."""
        total = 0
        for row in range(1, max(len(sheet["10"]), len(sheet["11"]), len(sheet["12"])) + 1):
            entries = [
                sheet[sign][row - 1] for sign in ("10", "11", "12") if row <= len(sheet[sign])
            ]
            points = sum(entries)
            if len(entries) == 3:
                points += self._bonus(row)
            total += points * (2 if row <= sheet["X"][0] else 1)
        return total

    def _bonus(self, row: int) -> int:
        """§6.2 and §6.3."""
        if row > 16:
            return 6 if self.options["extra_rows"] == "bonus_6" else 0
        return 3 + (row - 1) // 4


def choices(due: int, optional: bool) -> set[int]:
    """The numbers of tiles that may be drawn."""
    return {0, due} if optional else {due}
