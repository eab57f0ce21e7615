"""A naive referee of GIPF with potentials, written from the rules text alone.

It is meant to be compared with the real implementation, so it is slow and plain: a board is a
dict from a named spot to a piece, every legal turn is found by trying everything, and nothing
is shared with the program under test. Paragraph numbers refer to ``docs/reference/gipf.md``, those
after "more" to ``docs/reference/gipf-more-potentials.md``; a comment that starts with "Silent:"
marks a point the rules leave open and says what was chosen.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import chain, combinations

Colour = str  # "W" or "B"
Kind = str  # the letters of a stack from top to bottom (more §7): covers, then the bottom piece
Piece = tuple[Colour, Kind]
Board = dict[str, Piece]
Line = tuple[str, ...]  # the spots of a line in one direction, without the dots
Result = tuple[tuple[int, ...], str]

COLOURS = ("W", "B")
OTHER = {"W": "B", "B": "W"}
SEAT = {"W": 0, "B": 1}
POTENTIALS = ("T", "Z", "D", "P", "Y")  # in the order of the position string (more §7)
LONG_NAME = {"T": "tamsk", "Z": "zertz", "D": "dvonn", "P": "punct", "Y": "yinsh"}
COVERS = ("d", "p")
GIPF_KINDS = ("G", "g")  # more §4.3: a converted stack is a GIPF-piece in everything
OPTIONAL_KINDS = (*GIPF_KINDS, *POTENTIALS)  # §6.1, more §5 item 2: the remover chooses
BOTTOMS = ("", "G", *POTENTIALS, "t", "z", "y")  # what a stack can have at the bottom
CENTRE = "e5"

# §2: all 21 lines (dot, spots, dot).
LINES_TEXT = """
b1  b2 b3 b4 b5              b6
c1  c2 c3 c4 c5 c6           c7
d1  d2 d3 d4 d5 d6 d7        d8
e1  e2 e3 e4 e5 e6 e7 e8     e9
f1  f2 f3 f4 f5 f6 f7        f8
g1  g2 g3 g4 g5 g6           g7
h1  h2 h3 h4 h5              h6
a1  b2 c3 d4 e5 f5 g5 h5     i5
a2  b3 c4 d5 e6 f6 g6        h6
a3  b4 c5 d6 e7 f7           g7
a4  b5 c6 d7 e8              f8
b1  c2 d3 e4 f4 g4 h4        i4
c1  d2 e3 f3 g3 h3           i3
d1  e2 f2 g2 h2              i2
a2  b2 c2 d2 e2              f1
a3  b3 c3 d3 e3 f2           g1
a4  b4 c4 d4 e4 f3 g2        h1
a5  b5 c5 d5 e5 f4 g3 h2     i1
b6  c6 d6 e6 f5 g4 h3        i2
c7  d7 e7 f6 g5 h4           i3
d8  e8 f7 g6 h5              i4
"""
LINES: list[Line] = [tuple(text.split()[1:-1]) for text in LINES_TEXT.strip().splitlines()]
SPOTS = sorted({spot for line in LINES for spot in line})


def _entries() -> list[tuple[str, Line]]:
    """§1, §2: the 42 entries, each a dot and the spots of its line seen from that dot."""
    found: list[tuple[str, Line]] = []
    for text in LINES_TEXT.strip().splitlines():
        first_dot, *spots, last_dot = text.split()
        found.append((first_dot, tuple(spots)))
        found.append((last_dot, tuple(reversed(spots))))
    return found


ENTRIES = _entries()
DOTS = sorted({dot for dot, _ in ENTRIES})

# §11: every option and its default.
DEFAULTS = {
    "variant": "tournament",
    "extra_pieces": "0",
    "tamsk_potentials": "0",
    "zertz_potentials": "0",
    "dvonn_potentials": "0",
    "yinsh_potentials": "0",
    "punct_potentials": "0",
    "dvonn_targets": "classic",
    "jump_range": "adjacent",
    "punct_gipf": "neutralise",
    "challenges_enabled": "off",
    "challenges_per_player": "1",
    "challenges_per_kind": "on",
    "loaded_only_rows": "break",
    "challenge_kinds": "all",
    "zertz_challenge": "anywhere",
    "challenge_when": "any",
    "tamsk_duel": "tamsk",
    "zertz_duel": "zertz",
    "dvonn_duel": "dvonn",
    "yinsh_duel": "yinsh",
    "punct_duel": "punct",
    "duel_draw_policy": "replay",
    "duel_attempts": "3",
    "duel_first_player": "lots",
    "potential_moves_avert_loss": "on",
    "gipf_after_loaded": "off",
    "tamsk_extra_counts_as_move": "off",
    "duel_winner_may_decline": "off",
    "max_turns": "0",
}

# §11: the options with a fixed list of values.
CHOICES = {
    "variant": ("basic", "standard", "tournament"),
    "dvonn_targets": ("classic", "own_kind"),
    "jump_range": ("adjacent", "line"),
    "punct_gipf": ("neutralise", "convert", "off"),
    "challenges_enabled": ("on", "off"),
    "challenges_per_kind": ("on", "off"),
    "loaded_only_rows": ("break", "may_stay"),
    "zertz_challenge": ("anywhere", "centre"),
    "challenge_when": ("any", "first_use"),
    "duel_draw_policy": ("replay", "owner_wins", "challenger_wins"),
    "duel_first_player": ("lots", "owner", "challenger"),
    "potential_moves_avert_loss": ("on", "off"),
    "gipf_after_loaded": ("on", "off"),
    "tamsk_extra_counts_as_move": ("on", "off"),
    "duel_winner_may_decline": ("on", "off"),
}


@dataclass(frozen=True)
class State:
    """Everything that matters between two actions.  No dict in it is ever changed in place."""

    board: Board
    side: Colour  # the player whose turn it is (or was, once there is a result)
    reserve: dict[Colour, int]
    supply: dict[tuple[Colour, str], int]  # potentials not yet entered, by owner and kind
    lost: dict[tuple[Colour, str], int]  # potentials out of the game, likewise
    challenges: dict[tuple[Colour, str], int]  # left, by challenger and kind ("" = shared)
    open_gipf: frozenset[Colour]  # §8: players who may still enter a GIPF-piece
    had_gipf: frozenset[Colour]  # §7: players who have had a GIPF-piece
    announced: frozenset[tuple[Colour, str]]  # owner and kind of the uses announced so far
    turn_count: int
    result: Result | None


@dataclass(frozen=True)
class Path:
    """One way of playing the turn so far: the parts written down and the position reached."""

    parts: tuple[str, ...]
    state: State

    def then(self, part: str, state: State) -> Path:
        """The path with one more part."""
        return Path((*self.parts, part), state)


@dataclass(frozen=True)
class Phase:
    """More §5 item 4: when, in this phase, a line was handled and a spot uncovered last."""

    handled: dict[Line, int]
    uncovered: dict[str, int]

    def offers(self, line: Line, segment: list[str]) -> bool:
        """Is a row on ``line`` with this segment offered (again)?"""
        if line not in self.handled:
            return True
        since = self.handled[line]
        return any(self.uncovered.get(spot, -1) >= since for spot in segment)

    def then(self, line: Line, bared: list[str]) -> Phase:
        """The phase after one more row, whose removal uncovered ``bared``."""
        now = 1 + max(self.handled.values(), default=0)
        uncovered = {**self.uncovered, **dict.fromkeys(bared, now)}
        return Phase({**self.handled, line: now}, uncovered)


def per_side(text: str) -> dict[Colour, int]:
    """§11: a number for both players, or ``w/b``."""
    numbers = text.split("/")
    if len(numbers) not in (1, 2) or not all(re.fullmatch(r"[0-9]+", part) for part in numbers):
        raise ValueError(f"not a number or w/b: {text!r}")
    return {"W": int(numbers[0]), "B": int(numbers[-1])}


def write_items(board: Board, spots: list[str], remover: Colour | None = None) -> str:
    """§12.2 ``item``: kind letter and spot, sorted by column, then row; ``*`` marks captures."""
    items = []
    for spot in sorted(spots):  # one letter and one digit: text order is coordinate order
        colour, kind = board[spot]
        star = "*" if remover is not None and colour != remover else ""
        shown = kind if remover is None else removed_part(kind)
        items.append(shown + spot + star)
    return ",".join(items)


def removed_part(kind: Kind) -> Kind:
    """More §5 item 2: what goes when a spot is taken: the top cover alone, or the whole piece."""
    return kind[0] if kind[:1] in COVERS else kind


def freed(piece: Piece) -> Piece | None:
    """More §1 "free again": what is left when the spot is taken; ``None`` = the spot is vacant."""
    colour, kind = piece
    return (OTHER[colour], kind[1:]) if kind[:1] in COVERS else None


def kind_of_potential(kind: Kind) -> str | None:
    """The potential that goes with a spot that is taken (§6.2, more §5), if any."""
    part = removed_part(kind)
    if part == "g":
        return "P"  # more §4.3
    return part.upper() if part.upper() in POTENTIALS else None


def value_for(remover: Colour, piece: Piece) -> int:
    """§6.2, more §4.3, §5: how many basic pieces the remover gets back."""
    colour, kind = piece
    if kind == "g":
        return 1 if colour != remover else 0  # the basic piece is the other player's
    if colour != remover:
        return 0
    if kind == "G":
        return 2
    return 1 if kind == "" or kind in POTENTIALS else 0


def has_gipf(board: Board, colour: Colour) -> bool:
    """§7, more §4.3: has the player a GIPF-piece on the board?"""
    return any(piece[0] == colour and piece[1] in GIPF_KINDS for piece in board.values())


def may_be_stacked(kind: Kind) -> bool:
    """More §1, §2, §4: can a spot hold this? (``p`` on a basic piece only as in more §4.3.)"""
    return kind in BOTTOMS or kind in ("p", "g") or bool(re.fullmatch("d+D?|p+P", kind))


def used_in(piece: Piece) -> list[tuple[Colour, str]]:
    """The owners and kinds of the spent potentials on a spot."""
    colour, kind = piece
    if kind in ("t", "z", "y", "g"):
        return [(colour, "P" if kind == "g" else kind.upper())]
    found = []
    rest: Piece | None = piece
    while rest is not None and rest[1][:1] in COVERS:
        found.append((rest[0], rest[1][0].upper()))
        rest = freed(rest)
    return found


def runs(board: Board, line: Line, colour: Colour) -> list[Line]:
    """§1 "row", without the length: the maximal stretches of ``colour`` on ``line``."""
    found: list[Line] = []
    current: list[str] = []
    for spot in line:
        if spot in board and board[spot][0] == colour:
            current.append(spot)
        else:
            found.append(tuple(current))
            current = []
    found.append(tuple(current))
    return [run for run in found if run]


def row_on(board: Board, line: Line, colour: Colour) -> Line | None:
    """§1 "row": a maximal run of at least four; §2: a line carries at most one."""
    rows = [run for run in runs(board, line, colour) if len(run) >= 4]
    assert len(rows) <= 1
    return rows[0] if rows else None


def segment_of(board: Board, line: Line, row: Line) -> list[str]:
    """§1 "segment", §6.1: the row and everything connected to it without a gap on its line."""
    first = line.index(row[0])
    last = line.index(row[-1])
    while first > 0 and line[first - 1] in board:
        first -= 1
    while last + 1 < len(line) and line[last + 1] in board:
        last += 1
    return list(line[first : last + 1])


def push(board: Board, line: Line, piece: Piece) -> Board | None:
    """§5: put ``piece`` on the first spot and shift the block there; ``None`` if blocked."""
    if all(spot in board for spot in line):
        return None
    after = dict(board)
    moving = piece
    for spot in line:
        resting = after.get(spot)
        after[spot] = moving
        if resting is None:
            break
        moving = resting
    return after


def jump_target(board: Board, beam: list[str]) -> str | None:
    """§9.5: where a jump along ``beam`` (the spots beyond the base, nearest first) lands."""
    if not beam or beam[0] not in board:
        return None
    for spot in beam:
        if spot not in board:
            return spot
    return None


def beams(base: str) -> list[list[str]]:
    """§2: the spots beyond ``base`` in each of the six directions, nearest first."""
    found = []
    for line in LINES:
        if base in line:
            at = line.index(base)
            found.append(list(line[at + 1 :]))
            found.append(list(reversed(line[:at])))
    return found


def jump_targets(board: Board, base: str) -> list[str]:
    """§9.5: the landing spots of the up to six jumps from ``base``."""
    landings = [jump_target(board, beam) for beam in beams(base)]
    return [spot for spot in landings if spot is not None]


def run_targets(board: Board, base: str) -> list[str]:
    """More §3: the vacant spots that are reached over vacant spots only."""
    found = []
    for beam in beams(base):
        for spot in beam:
            if spot in board:
                break
            found.append(spot)
    return found


def met(board: Board, base: str, far: bool) -> list[str]:
    """More §2, §6 ``jump_range``: the pieces next to ``base``, or the first ones on its lines."""
    found = []
    for beam in beams(base):
        for spot in beam if far else beam[:1]:
            if spot in board:
                found.append(spot)
                break
    return found


class Naive:
    """The referee for one set of options (§11)."""

    def __init__(self, **options: str) -> None:
        """§11: options as text; the ones of a duel game (``tamsk_duel.NAME``) change nothing."""
        values = dict(DEFAULTS)
        for name, value in options.items():
            if name.partition("_duel.")[0] in LONG_NAME.values():
                continue
            if name not in DEFAULTS:
                raise ValueError(f"unknown option {name}")
            if name in CHOICES and value not in CHOICES[name]:
                raise ValueError(f"{name} cannot be {value!r}")
            values[name] = value
        self.variant = values["variant"]
        self.extra_pieces = per_side(values["extra_pieces"])
        if any(number > 3 for number in self.extra_pieces.values()):
            raise ValueError("at most 3 extra pieces")
        # Silent: extra pieces asked for in the standard variant are an error (more §6).
        if self.variant == "standard" and any(self.extra_pieces.values()):
            raise ValueError("the standard variant has no extra pieces")
        self.potentials = {
            kind: per_side(values[f"{LONG_NAME[kind]}_potentials"]) for kind in POTENTIALS
        }
        self.dvonn_own_kind = values["dvonn_targets"] == "own_kind"
        self.jump_far = values["jump_range"] == "line"
        self.punct_gipf = values["punct_gipf"]
        self.has_potentials = any(
            number > 0 for sides in self.potentials.values() for number in sides.values()
        )
        self.challenges_enabled = values["challenges_enabled"] == "on"
        self.challenges_per_player = per_side(values["challenges_per_player"])
        self.challenges_per_kind = values["challenges_per_kind"] == "on"
        self.loaded_only_rows_stay = values["loaded_only_rows"] == "may_stay"
        names = [name.strip() for name in values["challenge_kinds"].split(",") if name.strip()]
        self.challenge_kinds = list(LONG_NAME.values()) if names == ["all"] else names
        if not set(self.challenge_kinds) <= set(LONG_NAME.values()):
            raise ValueError("challenge_kinds has an unknown kind")
        self.zertz_challenge_centre = values["zertz_challenge"] == "centre"
        self.first_use_only = values["challenge_when"] == "first_use"
        self.duel = {kind: values[f"{LONG_NAME[kind]}_duel"] for kind in POTENTIALS}
        for name in self.duel.values():
            if not re.fullmatch(r"[a-z0-9_]+", name):
                raise ValueError(f"not the id of a game: {name!r}")
        self.jump_averts_loss = values["potential_moves_avert_loss"] == "on"
        self.gipf_after_loaded = values["gipf_after_loaded"] == "on"
        self.winner_may_decline = values["duel_winner_may_decline"] == "on"
        self.extra_counts_as_move = values["tamsk_extra_counts_as_move"] == "on"
        self.max_turns = int(values["max_turns"])

    # ---------------------------------------------------------------- set-up

    def start(self) -> State:
        """§3: the start position; §9.1: the supplies; §10 and R29: the challenges."""
        board: Board = {}
        if self.variant in ("basic", "standard"):
            kind = "" if self.variant == "basic" else "G"
            for spot in ("b5", "e2", "h5"):
                board[spot] = ("W", kind)
            for spot in ("b2", "e8", "h2"):
                board[spot] = ("B", kind)
        reserve = {"basic": 12, "standard": 12, "tournament": 18}[self.variant]
        return State(
            board=board,
            side="W",
            reserve={colour: reserve + self.extra_pieces[colour] for colour in COLOURS},
            supply={
                (colour, kind): self.potentials[kind][colour]
                for colour in COLOURS
                for kind in POTENTIALS
            },
            lost={(colour, kind): 0 for colour in COLOURS for kind in POTENTIALS},
            challenges=self._first_challenges(),
            open_gipf=frozenset(COLOURS if self.variant == "tournament" else ()),
            had_gipf=frozenset(COLOURS if self.variant == "standard" else ()),
            announced=frozenset(),
            turn_count=0,
            result=None,
        )

    def _first_challenges(self) -> dict[tuple[Colour, str], int]:
        """§10, §11, R29: one counter per kind in play, or a shared one; zeros when disabled."""
        counters: dict[tuple[Colour, str], int] = {}
        for colour in COLOURS:
            number = self.challenges_per_player[colour] if self.challenges_enabled else 0
            if self.challenges_per_kind:
                for kind in POTENTIALS:
                    # Silent: a kind is "in play" when at least one player has potentials of it
                    # (a kind that nobody has counts 0); a kind left out of challenge_kinds
                    # keeps its number, it is just never used.
                    in_play = any(self.potentials[kind].values())
                    counters[colour, kind] = number if in_play else 0
            else:
                counters[colour, ""] = number
        return counters

    # ---------------------------------------------------------------- turns

    def turns(self, state: State) -> dict[str, State]:
        """§4: all complete turns of the player to move, phase by phase, and where they lead."""
        if state.result is not None:
            return {}
        mover = state.side
        complete: list[Path] = []
        for after_first_rows in self._resolve(Path((), state), mover):  # 1 PRE_REMOVAL
            if after_first_rows.state.result is not None:
                complete.append(after_first_rows)
                continue
            for before_main, made_extra in self._extras(after_first_rows):  # 2 EXTRA_BEFORE
                for after_main in self._main_or_replaced(before_main, made_extra):  # 3 MAIN
                    if after_main.state.result is not None:
                        complete.append(after_main)
                        continue
                    for after_extra, _ in self._extras(after_main):  # 4 EXTRA_AFTER
                        complete.extend(self._resolve(after_extra, mover))  # 5 POST_REMOVAL
        found: dict[str, State] = {}
        for path in complete:
            if not path.parts:
                continue  # §12.2, R31: a turn is never empty
            text = ";".join(path.parts)
            end = self._pass_turn(path.state)  # 6
            if text in found and found[text] != end:
                raise AssertionError(f"{text} leads to two positions")
            found[text] = end
        return found

    def _pass_turn(self, state: State) -> State:
        """§4 phase 6, and the test §7 makes at the end of a turn; R26: the technical cap."""
        count = state.turn_count + 1
        if state.result is not None:
            return replace(state, turn_count=count)
        after = self._nothing_to_play(
            replace(state, turn_count=count, side=OTHER[state.side]),
        )
        # Silent: every turn of either player counts, and a game that is decided by the turn
        # that reaches the cap is decided.
        if after.result is None and 0 < self.max_turns <= count:
            return replace(after, result=((), "unfinished"))
        return after

    def _nothing_to_play(self, state: State) -> State:
        """§7: the player to move has lost at once if no row, no T on e5 and no main action."""
        mover = state.side
        has_row = any(row_on(state.board, line, mover) for line in LINES)
        has_extra = state.board.get(CENTRE) == (mover, "T")
        if has_row or has_extra or self._has_main(state):
            return state
        return self._wins(state, OTHER[mover], "no_move")

    def _wins(self, state: State, winner: Colour, reason: str) -> State:
        """§7: the game is over."""
        return replace(state, result=((SEAT[winner],), reason))

    # ---------------------------------------------------------------- rows

    def _resolve(self, path: Path, colour: Colour, phase: Phase | None = None) -> list[Path]:
        """§6.3, §6.7, more §5: resolve the rows of ``colour`` one at a time, in every order."""
        board = path.state.board
        phase = Phase({}, {}) if phase is None else phase
        rows: dict[Line, Line] = {}
        for line in LINES:
            row = row_on(board, line, colour)
            if row is not None and phase.offers(line, segment_of(board, line, row)):
                rows[line] = row
        ends: list[Path] = []
        if not any(self._must_resolve(board, line, row) for line, row in rows.items()):
            ends.append(path)  # nothing (more) has to go: stop
        for line, row in rows.items():
            segment = segment_of(board, line, row)
            for keep in self._legal_keep_sets(board, line, segment, colour):
                taken = [spot for spot in segment if spot not in keep]
                if not taken:
                    after = path  # §12.2: a row from which nothing is taken writes nothing
                else:
                    after = path.then(
                        "x" + write_items(board, taken, colour),
                        self._remove(path.state, taken, colour),
                    )
                if after.state.result is not None:
                    ends.append(after)  # §7: the game ends before any further removal
                else:
                    bared = [spot for spot in taken if freed(board[spot]) is not None]
                    ends.extend(self._resolve(after, colour, phase.then(line, bared)))
        return ends

    def _may_stand(self, board: Board, row: Line) -> bool:
        """§6.5: an all-GIPF row may stand; R16: with ``may_stay`` also an all-loaded one."""
        kinds = {board[spot][1] for spot in row}
        if kinds <= set(GIPF_KINDS):
            return True
        return self.loaded_only_rows_stay and kinds <= set(POTENTIALS)

    def _must_resolve(self, board: Board, line: Line, row: Line) -> bool:
        """§6.7 ``must``: the row may not stand, or its segment has a mandatory piece."""
        segment = segment_of(board, line, row)
        has_mandatory = any(board[spot][1] not in OPTIONAL_KINDS for spot in segment)
        return has_mandatory or not self._may_stand(board, row)

    def _legal_keep_sets(
        self, board: Board, line: Line, segment: list[str], colour: Colour
    ) -> list[tuple[str, ...]]:
        """§6.1, §6.6: the subsets of the optional pieces that may stay.

        A spot that is uncovered counts as vacant here (more §5 item 3).
        """
        optional = [spot for spot in segment if board[spot][1] in OPTIONAL_KINDS]
        subsets = chain.from_iterable(
            combinations(optional, size) for size in range(len(optional) + 1)
        )
        legal: list[tuple[str, ...]] = []
        for keep in subsets:
            after = {
                spot: piece for spot, piece in board.items() if spot not in segment or spot in keep
            }
            remaining = row_on(after, line, colour)
            if remaining is None or self._may_stand(after, remaining):
                legal.append(keep)
        return legal

    def _remove(self, state: State, taken: list[str], remover: Colour) -> State:
        """§6.2: where the pieces go; §7: the last-GIPF check after every single removal."""
        board = dict(state.board)
        reserve = dict(state.reserve)
        lost = dict(state.lost)
        for spot in taken:
            piece = board.pop(spot)
            colour, kind = piece
            reserve[remover] += value_for(remover, piece)
            potential = kind_of_potential(kind)
            if potential is not None:
                lost[colour, potential] += 1
            rest = freed(piece)
            if rest is not None:
                board[spot] = rest
        after = replace(state, board=board, reserve=reserve, lost=lost)
        if self.variant == "basic":
            return after
        without = [
            colour for colour in COLOURS if colour in after.had_gipf and not has_gipf(board, colour)
        ]
        if OTHER[remover] in without:
            return self._wins(after, remover, "last_gipf")  # R19: also if both are gone
        if remover in without:
            return self._wins(after, OTHER[remover], "last_gipf")
        return after

    # ---------------------------------------------------------------- main action

    def _main_or_replaced(self, path: Path, made_extra: bool) -> list[Path]:
        """§4 phase 3, unless R13 (option) lets the extra move stand for it."""
        # Silent: the extra move replaces the normal move whenever the reserve is empty, even
        # if a jump would be possible; a declined or denied extra move replaces nothing.  It
        # does so with potential_moves_avert_loss=off as well: then no main action is due.
        empty = path.state.reserve[path.state.side] == 0
        if self.extra_counts_as_move and made_extra and empty:
            return [path]
        return self._main(path)

    def _main(self, path: Path) -> list[Path]:
        """§4 phase 3, §7: an entry or a jump; a player who has neither loses."""
        state = path.state
        if not self._has_main(state):
            return [Path(path.parts, self._wins(state, OTHER[state.side], "no_move"))]
        return self._plain_entries(path) + self._uses(path)

    def _has_main(self, state: State) -> bool:
        """§7, §9.6, R12, R25: is there any legal main action?"""
        mover = state.side
        if state.reserve[mover] == 0 and not self.jump_averts_loss:
            return False
        entry = bool(self._entry_kinds(state)) and any(
            push(state.board, line, (mover, "")) is not None for _, line in ENTRIES
        )
        return entry or bool(self._usable(state))

    def _entry_kinds(self, state: State) -> list[Kind]:
        """§5 item 6, §8, §9.2: the kinds of piece the player to move may enter."""
        mover = state.side
        reserve = state.reserve[mover]
        kinds: list[Kind] = []
        if mover in state.open_gipf and reserve >= 2:
            kinds.append("G")
        if self.variant == "tournament" and mover not in state.had_gipf:
            return kinds  # §8 item 1: the first turn
        if reserve >= 1:
            kinds.append("")  # R34: also with potentials left in the supply
            for kind in POTENTIALS:
                if state.supply[mover, kind] > 0:
                    kinds.append(kind)
        return kinds

    def _plain_entries(self, path: Path) -> list[Path]:
        """§5, §8, §9.2: every entry of a basic, GIPF- or loaded piece."""
        state = path.state
        mover = state.side
        found: list[Path] = []
        for kind in self._entry_kinds(state):
            reserve = dict(state.reserve)
            supply = dict(state.supply)
            lost = dict(state.lost)
            open_gipf = state.open_gipf
            had_gipf = state.had_gipf
            reserve[mover] -= 2 if kind == "G" else 1
            if kind == "G":
                had_gipf = had_gipf | {mover}
            elif kind == "":
                open_gipf = open_gipf - {mover}  # §8 items 3 and 4
                for potential in POTENTIALS:  # §9.2: what was not entered is lost
                    lost[mover, potential] += supply[mover, potential]
                    supply[mover, potential] = 0
            else:
                supply[mover, kind] -= 1
                if not self.gipf_after_loaded:  # R15
                    open_gipf = open_gipf - {mover}
            for dot, line in ENTRIES:
                board = push(state.board, line, (mover, kind))
                if board is None:
                    continue
                after = replace(
                    state,
                    board=board,
                    reserve=reserve,
                    supply=supply,
                    lost=lost,
                    open_gipf=open_gipf,
                    had_gipf=had_gipf,
                )
                found.append(path.then(f"{kind}{dot}-{line[0]}", after))
        return found

    def _targets(self, state: State, base: str) -> list[str]:
        """§9.5, more §2-§4: where the potential on ``base`` can go as a main action."""
        colour, kind = state.board[base]
        if kind == "Z":
            return jump_targets(state.board, base)
        if kind == "Y":
            return run_targets(state.board, base)
        if kind not in ("D", "P"):
            return []
        found = []
        for spot in met(state.board, base, self.jump_far):
            other, stack = state.board[spot]
            fits = self._dvonn_fits(stack) if kind == "D" else self._punct_fits(stack)
            if other != colour and fits:
                found.append(spot)
        return found

    def _dvonn_fits(self, stack: Kind) -> bool:
        """More §2, §6 ``dvonn_targets``: may a DVONN-potential jump on this enemy stack?"""
        if stack == "":
            return not self.dvonn_own_kind
        return stack == "D" or stack[0] == "d"

    def _punct_fits(self, stack: Kind) -> bool:
        """More §4.1, §4.3: may a PÜNCT-potential jump on this enemy stack?"""
        if stack == "G":
            return self.punct_gipf != "off"
        return stack == "P" or stack[:2] in ("pp", "pP")

    def _usable(self, state: State) -> list[str]:
        """R32, more §6: the own loaded pieces with at least one legal target."""
        return [
            spot
            for spot, piece in sorted(state.board.items())
            if piece[0] == state.side and self._targets(state, spot)
        ]

    def _uses(self, path: Path) -> list[Path]:
        """§9.5, §10, more §6: every use: allowed, challenged and won, challenged and lost."""
        mover = path.state.side
        opponent = OTHER[mover]
        found: list[Path] = []
        for base in self._usable(path.state):
            kind = path.state.board[base][1]
            for duel, state in self._announced(path.state, kind, base):
                board = {**state.board, base: (mover, "")}
                if duel == opponent:  # denied: the main action is still due
                    denied = self._lose_potential(replace(state, board=board), kind)
                    part = f"{kind}{base}^{self._write_duel(kind, duel)}"
                    found.extend(self._main(path.then(part, denied)))
                    continue
                if duel == mover and self.winner_may_decline:  # R33: it stays loaded
                    part = f"{kind}{base}^-{self._write_duel(kind, duel)}"
                    found.extend(self._main(path.then(part, state)))
                for target in self._targets(state, base):
                    part = f"{kind}{base}^{target}{self._write_duel(kind, duel)}"
                    after = self._arrive(replace(state, board=board), kind, target)
                    found.append(path.then(part, after))
        return found

    def _arrive(self, state: State, kind: str, target: str) -> State:
        """§9.5, more §2-§4: the potential comes to ``target``; the last-GIPF test of more §4.3."""
        mover = state.side
        under = state.board[target][1] if target in state.board else ""
        if under == "G":  # the upper basic piece is captured
            top = "g" if self.punct_gipf == "convert" else "p"
        else:
            top = kind.lower() + under
        after = replace(state, board={**state.board, target: (mover, top)})
        if under == "G" and not has_gipf(after.board, OTHER[mover]):
            return self._wins(after, mover, "last_gipf")
        return after

    # ---------------------------------------------------------------- extra moves

    def _extras(self, path: Path) -> list[tuple[Path, bool]]:
        """§9.4: while a T of the mover is on e5, use it or lose it; was an extra move made?"""
        state = path.state
        mover = state.side
        opponent = OTHER[mover]
        if state.board.get(CENTRE) != (mover, "T"):
            return [(path, False)]
        bared = {**state.board, CENTRE: (mover, "")}
        # Silent: a potential lost because no entry is possible is written "+-", like one that
        # is declined.
        declined = self._lose_potential(replace(state, board=bared), "T")
        found = [(path.then("+-", declined), False)]
        if any(push(bared, line, (mover, "t")) is not None for _, line in ENTRIES):  # R32
            for duel, told in self._announced(state, "T", CENTRE):
                suffix = self._write_duel("T", duel)
                if duel == opponent:
                    denied = self._lose_potential(replace(told, board=bared), "T")
                    found.append((path.then(f"+{suffix}", denied), False))
                    continue
                if duel == mover and self.winner_may_decline:  # R33
                    given_up = self._lose_potential(replace(told, board=bared), "T")
                    found.append((path.then(f"+-{suffix}", given_up), False))
                for dot, line in ENTRIES:
                    board = push(bared, line, (mover, "t"))
                    if board is not None:
                        used = path.then(f"+{dot}-{line[0]}{suffix}", replace(told, board=board))
                        for later, _ in self._extras(used):  # perhaps another T is there now
                            found.append((later, True))
        # A base that stays on e5 is basic, so only a used potential can bring a further T.
        return found

    def _lose_potential(self, state: State, kind: str) -> State:
        """§9.4, §10: one more potential of the player to move is out of the game."""
        lost = dict(state.lost)
        lost[state.side, kind] += 1
        return replace(state, lost=lost)

    # ---------------------------------------------------------------- challenges

    def _announced(self, state: State, kind: str, spot: str) -> list[tuple[Colour | None, State]]:
        """§10: the answers to an announced use: who won the duel (``None`` = allowed)."""
        owner = state.side
        challenger = OTHER[owner]
        told = replace(state, announced=state.announced | {(owner, kind)})
        answers: list[tuple[Colour | None, State]] = [(None, told)]
        if self._may_challenge(state, kind, spot):
            challenges = dict(told.challenges)
            counter = kind if self.challenges_per_kind else ""
            challenges[challenger, counter] -= 1  # §10 item 3: whatever the result
            fought = replace(told, challenges=challenges)
            answers.append((owner, fought))
            answers.append((challenger, fought))
        return answers

    def _may_challenge(self, state: State, kind: str, spot: str) -> bool:
        """§10, §11, R1, R29: may the opponent challenge this use?"""
        owner = state.side
        counter = kind if self.challenges_per_kind else ""
        if not self.challenges_enabled or LONG_NAME[kind] not in self.challenge_kinds:
            return False
        if state.challenges[OTHER[owner], counter] == 0:
            return False
        # Silent: with first_use the first announced use of each kind is counted for each owner
        # on his own, and an announced use counts whether or not it could be challenged.
        if self.first_use_only and (owner, kind) in state.announced:
            return False
        return not (kind == "Z" and self.zertz_challenge_centre and spot != CENTRE)

    def _write_duel(self, kind: str, winner: Colour | None) -> str:
        """§12.2 ``duel``."""
        return "" if winner is None else f"?({self.duel[kind]}:{winner})"

    # ---------------------------------------------------------------- results and positions

    def result(self, state: State) -> Result | None:
        """§7: the seats of the winners and the reason, or ``None`` while the game runs."""
        return state.result

    def position(self, state: State) -> str:
        """§12.2 "Position string"."""
        side = state.side.lower() if state.result is None else "-"
        fields = [
            side,
            f"{state.reserve['W']},{state.reserve['B']}",
            self._write_potentials(state.supply),
        ]
        for colour in COLOURS:
            spots = [spot for spot, piece in state.board.items() if piece[0] == colour]
            fields.append(f"{colour}:{write_items(state.board, spots)}")
        if self.variant == "tournament":
            players = "".join(colour for colour in COLOURS if colour in state.open_gipf)
            fields.append(f"G:{players or '-'}")
        if self.has_potentials:
            fields.append(f"L:{self._write_potentials(state.lost)}")
            if self.challenges_per_kind:
                fields.append(f"C:{self._write_potentials(state.challenges)}")
            else:
                fields.append(f"C:{state.challenges['W', '']},{state.challenges['B', '']}")
        if self.first_use_only and state.announced != self._shown(state.board, state.challenges):
            fields.append(f"A:{self._write_announced(state.announced)}")
        return " ".join(fields)

    def _write_announced(self, announced: frozenset[tuple[Colour, str]]) -> str:
        """§12.2 ``"A:"``: the letters of the kinds that each player has announced."""
        own = ("".join(k for k in POTENTIALS if (c, k) in announced) for c in COLOURS)
        return ",".join(letters or "-" for letters in own)

    def _shown(
        self, board: Board, challenges: dict[tuple[Colour, str], int]
    ) -> frozenset[tuple[Colour, str]]:
        """The announcements that spent pieces and spent challenges show: colours and kinds."""
        used = frozenset(used for piece in board.values() for used in used_in(piece))
        return used | self._challenged_before(challenges)

    def _write_potentials(self, numbers: dict[tuple[Colour, str], int]) -> str:
        """§12.2 ``tz "," tz``; more §7: the other kinds behind, if the game has them."""
        return ",".join(
            "".join(f"{kind}{numbers[colour, kind]}" for kind in self._written_kinds())
            for colour in COLOURS
        )

    def _written_kinds(self) -> list[str]:
        """More §7: the kinds whose numbers stand in the position string."""
        return [
            kind for kind in POTENTIALS if kind in ("T", "Z") or any(self.potentials[kind].values())
        ]

    def read(self, position_text: str) -> State:
        """§12.2 "Position string", backwards; anything not exactly as written is an error."""
        number = "(0|[1-9][0-9]*)"
        each = "".join(f"{kind}{number}" for kind in self._written_kinds())
        both = f"{each},{each}"
        pattern = f"([wb]) {number},{number} {both} W:([^ ]*) B:([^ ]*)"
        if self.variant == "tournament":
            pattern += " G:(WB|W|B|-)"
        if self.has_potentials:
            left = both if self.challenges_per_kind else f"{number},{number}"
            pattern += f" L:{both} C:{left}"
        if self.first_use_only:
            pattern += "(?: A:([A-Z]+|-),([A-Z]+|-))?"
        # Silent: the string of a finished game does not say who won and why: not readable.
        match = re.fullmatch(pattern, position_text)
        if match is None:
            raise ValueError(f"not a running position of this game: {position_text!r}")
        values = list(match.groups())
        side = values.pop(0).upper()
        reserve = {colour: int(values.pop(0)) for colour in COLOURS}
        supply = self._take_potentials(values)
        board: Board = {}
        for colour in COLOURS:
            for item in [text for text in values.pop(0).split(",") if text]:
                kind, spot = item[:-2], item[-2:]
                if not may_be_stacked(kind) or spot not in SPOTS or spot in board:
                    raise ValueError(f"bad item {item!r} in {position_text!r}")
                board[spot] = (colour, kind)
        open_gipf: frozenset[Colour] = frozenset()
        if self.variant == "tournament":
            open_gipf = frozenset(values.pop(0)) & {"W", "B"}
        lost = {(colour, kind): 0 for colour in COLOURS for kind in POTENTIALS}
        challenges = dict.fromkeys(self._first_challenges(), 0)
        if self.has_potentials:
            lost = self._take_potentials(values)
            if self.challenges_per_kind:
                challenges = self._take_potentials(values)
            else:
                challenges = {(colour, ""): int(values.pop(0)) for colour in COLOURS}
        announced = self._shown(board, challenges)
        if self.first_use_only:
            for colour in COLOURS:
                announced |= {(colour, kind) for kind in values.pop(0) or "" if kind != "-"}
        with_gipf = {colour for colour in COLOURS if has_gipf(board, colour)}
        # Silent: a running position that cannot be (a player without GIPF-piece in the standard
        # game, or in the tournament game when his GIPF entry is closed) is an error.
        if self.variant == "standard" and with_gipf != set(COLOURS):
            raise ValueError(f"a player without GIPF-piece: {position_text!r}")
        if self.variant == "tournament" and not with_gipf | open_gipf == set(COLOURS):
            raise ValueError(f"a player without GIPF-piece: {position_text!r}")
        state = State(
            board=board,
            side=side,
            reserve=reserve,
            supply=supply,
            lost=lost,
            challenges=challenges,
            open_gipf=open_gipf,
            had_gipf=frozenset(with_gipf if self.variant != "basic" else ()),
            announced=announced,
            # Silent: the string has no turn number; a position read starts counting at 0.
            turn_count=0,
            result=None,
        )
        if self.position(state) != position_text:
            raise ValueError(f"not the canonical text: {position_text!r}")
        # Silent: a player to move who has nothing to play has lost already (§7); so the string
        # of such a position would have "-", and reading it gives the finished game.
        return self._nothing_to_play(state)

    def _challenged_before(
        self, left: dict[tuple[Colour, str], int]
    ) -> frozenset[tuple[Colour, str]]:
        """§10: the owners and kinds of uses that the challenges gone were spent on, if certain."""
        certain = set()
        for owner, other in (("W", "B"), ("B", "W")):
            for kind in POTENTIALS:
                counter = (other, kind if self.challenges_per_kind else "")
                gone = left[counter] < self._first_challenges()[counter]
                kinds = [
                    k
                    for k in POTENTIALS
                    if LONG_NAME[k] in self.challenge_kinds and self.potentials[k][owner]
                ]
                if gone and (self.challenges_per_kind or kinds == [kind]):
                    certain.add((owner, kind))
        return frozenset(certain)

    def _take_potentials(self, values: list[str]) -> dict[tuple[Colour, str], int]:
        """§12.2 ``tz "," tz``, more §7: the next numbers."""
        numbers = {(colour, kind): 0 for colour in COLOURS for kind in POTENTIALS}
        for colour in COLOURS:
            for kind in self._written_kinds():
                numbers[colour, kind] = int(values.pop(0))
        return numbers
