# mypyc: compile
"""The values of GIPF: the state of a game, and the decisions that lead from one to the next.

Decisions
    Most are small integers, so that a search can make them by the million; only the outcome of a
    duel, which carries a name, is a value of its own.

    ======================  ====================================================
    ``code * 42 + entry``   enter a piece of code 0 to 3: basic, GIPF, the first two kinds
    ``MORE + …``            the same for the codes from 4 on
    ``TARGET + target``     the target of a power: a spot, or ``ENTRY`` + an entry
    ``ANNOUNCE + bit``      announce the power of the loaded piece there
    ``ROW + line``          resolve the row on that line next
    ``KEEP + bit``          leave the piece in its row, ``TAKE + bit``: take it
    ``STOP``                leave all rows that may stay (§6.5)
    ``USE + kind``          use the power of that kind which is due, ``DECLINE + kind``: do not
    ``ALLOW``, ``CHALLENGE``  the answer to an announcement
    ``OWNER_BEGINS``, ``CHALLENGER_BEGINS``  the lot before a duel
    ``Outcome``             how the duel ended
    ======================  ====================================================

Players are 0 (White) and 1 (Black), as the seats.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from gipf_meta import FrozenParts, FrozenState
from gipf_meta_gipf.board import N_ENTRIES
from gipf_meta_gipf.kind import Table
from gipf_meta_gipf.pieces import Kinds

TARGET: Final = 168
ANNOUNCE: Final = 288
ROW: Final = 352
STOP: Final = 376
ALLOW: Final = 377
CHALLENGE: Final = 378
OWNER_BEGINS: Final = 379
CHALLENGER_BEGINS: Final = 380
KEEP: Final = 384
TAKE: Final = 448
USE: Final = 512
DECLINE: Final = 640
MORE: Final = 768


def entering(code: int, entry: int) -> int:
    """The decision to enter a piece of *code* at *entry*."""
    number = N_ENTRIES * code + entry
    return number if number < TARGET else MORE - TARGET + number


def entered(move: int) -> tuple[int, int]:
    """The code and the entry of *move*; the code is -1 if it enters no piece."""
    if move >= MORE:
        move -= MORE - TARGET
    elif move >= TARGET or move < 0:
        return -1, 0
    return move // N_ENTRIES, move % N_ENTRIES


# What a state waits for. Up to ASK_TARGET the mover decides.
ASK_MAIN: Final = 0
ASK_ROW: Final = 1
ASK_PIECE: Final = 2
ASK_USE: Final = 3
ASK_TARGET: Final = 4
ASK_ANSWER: Final = 5
ASK_LOT: Final = 6
ASK_DUEL: Final = 7
OVER: Final = 8

# What has happened in the turn so far, as flags.
PLAYED: Final = 1
"""The turn has at least one part (R31)."""
MOVED: Final = 2
"""The main action is made."""
EXTRA_MADE: Final = 4
"""An extra move was made before the main action (R13)."""


Numbers: TypeAlias = tuple[int, ...]
"""A number for each kind of White's, then one for each kind of Black's; see ``Agreement.slot``."""


@dataclass(frozen=True)
class Agreement(FrozenParts):
    """The options of §11 in the shape the rules use. Pairs are (White, Black)."""

    tournament: bool
    gipfs_at_start: bool
    basics: tuple[int, int]
    table: Table
    """The kinds of potentials in the game."""
    potentials: Numbers
    challenges: Numbers
    shared_challenges: bool
    challengeable: tuple[bool, ...]
    """Whether the power of each kind can be challenged at all."""
    first_use_only: bool
    loaded_may_stay: bool
    gipf_after_loaded: bool
    potentials_avert_loss: bool
    draw_policy: str
    attempts: int
    first_player: str
    max_turns: int
    winner_may_decline: bool = False
    """A player who wins a duel about his power need not use it (R33)."""

    def slot(self, player: int, kind: int) -> int:
        """The index in ``Numbers`` of *player*'s number for *kind*."""
        return self.table.n * player + kind


@dataclass(frozen=True)
class Outcome(FrozenParts):
    """The end of a duel: *winner* is a player or ``None`` (a draw), *game* the id of its game."""

    winner: int | None
    game: str


Move: TypeAlias = int | Outcome


Fresh: TypeAlias = tuple[tuple[int, int], ...]
"""Lines, each with its spots that were uncovered since it was handled last."""


@dataclass(frozen=True)
class Resolution(FrozenParts):
    """Rows being resolved: *done* lines (bits), the *line* at hand, what of it is decided."""

    done: int
    line: int = -1
    kept: int = 0
    taken: int = 0
    fresh: Fresh = ()


@dataclass(frozen=True)
class Announcement(FrozenParts):
    """A power announced: its *kind*, counted as in the table, the *bit* of its base.

    *first* is the player who begins the duel (-1: not drawn yet), *attempt* counts duels from 1.
    """

    kind: int
    bit: int
    first: int = -1
    attempt: int = 1


@dataclass(frozen=True)
class Result(FrozenParts):
    """The end: *winner* is a player or -1."""

    winner: int
    reason: str


Detail: TypeAlias = Resolution | Announcement | Result | None


def _add_at(numbers: Numbers, index: int, change: int) -> Numbers:
    """*numbers* with *change* added to the one at *index*."""
    new = list(numbers)
    new[index] += change
    return tuple(new)


def _has_any(numbers: Numbers) -> bool:
    """Whether one of *numbers* is not 0; without a generator, which costs more."""
    return numbers.count(0) < len(numbers)


class Books(FrozenState):
    """The parts that change rarely: supplies, lost potentials, challenges left, opening rights.

    With one shared counter for challenges of all kinds it stands at the first slot. *opened* has
    a bit for each player whose GIPF entry is open (§8), *announced* one for each slot whose
    kind of power was announced before.
    """

    __slots__ = ("announced", "challenges", "lost", "opened", "supply", "unsettled")

    def __init__(
        self, supply: Numbers, lost: Numbers, challenges: Numbers, opened: int, announced: int
    ) -> None:
        self.supply: Final = supply
        self.lost: Final = lost
        self.challenges: Final = challenges
        self.opened: Final = opened
        self.announced: Final = announced
        #: a basic entry may still change something
        self.unsettled: Final = opened != 0 or _has_any(supply)

    def fields(self) -> tuple[Numbers, Numbers, Numbers, int, int]:
        """All values, in the order of the constructor."""
        return (self.supply, self.lost, self.challenges, self.opened, self.announced)

    def after_basic_entry(self, player: int) -> Books:
        """The books after *player* entered a basic piece (§8.4, §9.2).

        GIPF entry is closed, and his supply is lost.
        """
        n = len(self.supply) >> 1
        own = range(n * player, n * player + n)
        left = False
        for index in own:
            if self.supply[index]:
                left = True
        if not left and not self.opened >> player & 1:
            return self
        supply, lost = list(self.supply), list(self.lost)
        for index in own:
            lost[index] += supply[index]
            supply[index] = 0
        opened = self.opened & ~(1 << player)
        return Books(tuple(supply), tuple(lost), self.challenges, opened, self.announced)

    def after_loaded_entry(self, player: int, index: int, closes: bool) -> Books:
        """The books after *player* entered a loaded piece, from the slot *index* (§9.2).

        *closes*: GIPF entry is closed by it.
        """
        supply = _add_at(self.supply, index, -1)
        opened = self.opened & ~(1 << player) if closes else self.opened
        return Books(supply, self.lost, self.challenges, opened, self.announced)

    def with_lost(self, index: int, count: int) -> Books:
        """The books after *count* more potentials of the slot *index* were lost."""
        if not count:
            return self
        lost = _add_at(self.lost, index, count)
        return Books(self.supply, lost, self.challenges, self.opened, self.announced)

    def with_challenge_spent(self, index: int) -> Books:
        """The books with one challenge less at the slot *index*."""
        left = _add_at(self.challenges, index, -1)
        return Books(self.supply, self.lost, left, self.opened, self.announced)

    def with_announced(self, index: int) -> Books:
        """The books after a power of the slot *index* was announced."""
        announced = self.announced | 1 << index
        return Books(self.supply, self.lost, self.challenges, self.opened, announced)


class State(FrozenState):
    """A position, also inside a turn. Immutable.

    *white*, *black* are sets of spots, *mover* is the player whose turn it is, *number* counts
    turns from 1, *made* are flags for the parts of the turn so far (``PLAYED``, …), *ask* is the
    decision that is due (``ASK_MAIN``, …), *detail* belongs to *ask*.
    """

    __slots__ = (
        "ask",
        "black",
        "black_reserve",
        "books",
        "detail",
        "kinds",
        "made",
        "mover",
        "number",
        "white",
        "white_reserve",
    )

    def __init__(
        self,
        white: int,
        black: int,
        kinds: Kinds,
        white_reserve: int,
        black_reserve: int,
        books: Books,
        mover: int,
        number: int,
        made: int,
        ask: int,
        detail: Detail,
    ) -> None:
        self.white: Final = white
        self.black: Final = black
        self.kinds: Final = kinds
        self.white_reserve: Final = white_reserve
        self.black_reserve: Final = black_reserve
        self.books: Final = books
        self.mover: Final = mover
        self.number: Final = number
        self.made: Final = made
        self.ask: Final = ask
        self.detail: Final = detail

    def fields(self) -> tuple[object, ...]:
        """The values of all attributes, in the order of the constructor."""
        return (
            self.white, self.black, self.kinds, self.white_reserve, self.black_reserve, self.books,
            self.mover, self.number, self.made, self.ask, self.detail,
        )  # fmt: skip

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, State)
            and self.white == other.white
            and self.black == other.black
            and self.white_reserve == other.white_reserve
            and self.black_reserve == other.black_reserve
            and self.mover == other.mover
            and self.number == other.number
            and self.made == other.made
            and self.ask == other.ask
            and (self.kinds is other.kinds or self.kinds == other.kinds)
            and (self.books is other.books or self.books == other.books)
            and self.detail == other.detail
        )

    def __hash__(self) -> int:
        # what tells most states apart: a search looks up each of them several times
        return hash((self.white, self.black, self.white_reserve, self.number, self.ask))

    def __repr__(self) -> str:
        return f"<State turn {self.number} of {'WB'[self.mover]}, ask {self.ask}, {self.detail}>"

    def pieces(self, player: int) -> int:
        """The spots on which pieces of *player* stand."""
        return self.black if player else self.white

    def reserve(self, player: int) -> int:
        """The number of basic pieces that *player* has in reserve."""
        return self.black_reserve if player else self.white_reserve

    def current_player(self) -> int:
        """The player who decides, or -1: luck, a duel, or nobody."""
        if self.ask <= ASK_TARGET:
            return self.mover
        return 1 - self.mover if self.ask == ASK_ANSWER else -1

    def resolution(self) -> Resolution:
        """The rows being resolved; only while *ask* is ``ASK_ROW`` or ``ASK_PIECE``."""
        assert isinstance(self.detail, Resolution)
        return self.detail

    def announcement(self) -> Announcement:
        """The power announced; only while *ask* is about its answer, lot, duel or target."""
        assert isinstance(self.detail, Announcement)
        return self.detail

    def result(self) -> Result:
        """The end of the game; only while *ask* is ``OVER``."""
        assert isinstance(self.detail, Result)
        return self.detail

    def with_question(self, ask: int, detail: Detail = None) -> State:
        """The same position with another question."""
        return State(
            self.white, self.black, self.kinds, self.white_reserve, self.black_reserve, self.books,
            self.mover, self.number, self.made, ask, detail,
        )  # fmt: skip

    def asking_main(self, mover: int, number: int, made: int = 0) -> State:
        """The same position with the main action of *mover* due in turn *number*; the flags *made*
        name the parts of the turn that were played (``PLAYED``, …)."""
        return State(
            self.white, self.black, self.kinds, self.white_reserve, self.black_reserve, self.books,
            mover, number, made, ASK_MAIN, None,
        )  # fmt: skip

    def with_changes(self, kinds: Kinds, books: Books, made: int) -> State:
        """The same position with other kinds and books, and the flags *made* added to those of the
        turn (``PLAYED``, …)."""
        return State(
            self.white, self.black, kinds, self.white_reserve, self.black_reserve, books,
            self.mover, self.number, self.made | made, self.ask, self.detail,
        )  # fmt: skip

    def with_result(self, winner: int, reason: str) -> State:
        """The same position with the game over; *winner* is a player or -1."""
        return self.with_question(OVER, Result(winner, reason))
