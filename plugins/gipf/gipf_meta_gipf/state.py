# mypyc: compile
"""The values of GIPF: the state of a game, and the decisions that lead from one to the next.

Decisions
    Most are small integers, so that a search can make them by the million; only the outcome of a
    duel, which carries a name, is a value of its own.

    ======================  ====================================================
    ``kind * 42 + entry``   enter a piece: kind 0 basic, 1 GIPF, 2 T, 3 Z
    ``EXTRA + entry``       the entry of a TAMSK-potential's extra move
    ``ANNOUNCE + bit``      announce the jump of the ZÈRTZ-loaded piece there
    ``JUMP + direction``    its target, one of six directions
    ``ROW + line``          resolve the row on that line next
    ``KEEP + bit``          leave the piece in its row, ``TAKE + bit``: take it
    ``STOP``                leave all rows that may stay (§6.5)
    ``USE``, ``DECLINE``    the TAMSK-potential on e5
    ``ALLOW``, ``CHALLENGE``  the answer to an announcement
    ``OWNER_BEGINS``, ``CHALLENGER_BEGINS``  the lot before a duel
    ``Outcome``             how the duel ended
    ======================  ====================================================

Players are 0 (White) and 1 (Black), as the seats.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Final, TypeAlias

from gipf_meta_gipf.board import CENTRE

BASIC: Final = 0
GIPF: Final = 1
TAMSK: Final = 2
ZERTZ: Final = 3
SPENT_T: Final = 4
SPENT_Z: Final = 5
LETTERS: Final = ("", "G", "T", "Z", "t", "z")
"""The kinds of pieces by their letter in notation (§1)."""

EXTRA: Final = 168
ANNOUNCE: Final = 256
JUMP: Final = 320
ROW: Final = 336
STOP: Final = 360
USE: Final = 361
DECLINE: Final = 362
ALLOW: Final = 363
CHALLENGE: Final = 364
OWNER_BEGINS: Final = 365
CHALLENGER_BEGINS: Final = 366
KEEP: Final = 384
TAKE: Final = 448

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


Four: TypeAlias = tuple[int, int, int, int]
"""White's T, White's Z, Black's T, Black's Z; see ``slot``."""


@dataclass(frozen=True)
class Agreement:
    """The options of §11 in the shape the rules use. Pairs are (White, Black)."""

    tournament: bool
    gipfs_at_start: bool
    basics: tuple[int, int]
    potentials: Four
    challenges: Four
    shared_challenges: bool
    challengeable: tuple[bool, bool]
    """Whether a TAMSK, a ZÈRTZ power can be challenged at all."""
    centre_only: bool
    first_use_only: bool
    loaded_may_stay: bool
    gipf_after_loaded: bool
    potentials_avert_loss: bool
    extra_counts: bool
    draw_policy: str
    attempts: int
    first_player: str
    max_turns: int
    winner_may_decline: bool = False
    """Whoever wins a duel about his power need not use it (R33)."""

    def __reduce__(self) -> tuple[type[Agreement], tuple[object, ...]]:
        return type(self), tuple(getattr(self, field.name) for field in fields(self))


@dataclass(frozen=True)
class Outcome:
    """The end of a duel: *winner* is a player or ``None`` (a draw), *game* what was played."""

    winner: int | None
    game: str

    def __reduce__(self) -> tuple[type[Outcome], tuple[object, ...]]:
        return Outcome, (self.winner, self.game)


Move: TypeAlias = int | Outcome


@dataclass(frozen=True)
class Resolution:
    """Rows being resolved: *done* lines (bits), the *line* at hand, what of it is decided."""

    done: int
    line: int = -1
    kept: int = 0
    taken: int = 0

    def __reduce__(self) -> tuple[type[Resolution], tuple[object, ...]]:
        return Resolution, (self.done, self.line, self.kept, self.taken)


@dataclass(frozen=True)
class Announcement:
    """A power announced: its *kind* (``TAMSK`` or ``ZERTZ``), the *bit* of its base.

    *first* is the player who begins the duel (-1: not drawn yet), *attempt* counts duels from 1.
    """

    kind: int
    bit: int
    first: int = -1
    attempt: int = 1

    def __reduce__(self) -> tuple[type[Announcement], tuple[object, ...]]:
        return Announcement, (self.kind, self.bit, self.first, self.attempt)


@dataclass(frozen=True)
class Result:
    """The end: *winner* is a player or -1."""

    winner: int
    reason: str

    def __reduce__(self) -> tuple[type[Result], tuple[object, ...]]:
        return Result, (self.winner, self.reason)


Detail: TypeAlias = Resolution | Announcement | Result | None


class Kinds:
    """Which pieces are not basic, colours apart: a set of spots for each kind."""

    __slots__ = ("any", "gipf", "optional", "spent_t", "spent_z", "tamsk", "zertz")

    def __init__(self, gipf: int, tamsk: int, zertz: int, spent_t: int, spent_z: int) -> None:
        self.gipf: Final = gipf
        self.tamsk: Final = tamsk
        self.zertz: Final = zertz
        self.spent_t: Final = spent_t
        self.spent_z: Final = spent_z
        #: pieces a row need not take (§6.1)
        self.optional: Final = gipf | tamsk | zertz
        self.any: Final = gipf | tamsk | zertz | spent_t | spent_z

    def masks(self) -> tuple[int, int, int, int, int]:
        """The spots of each kind, from ``GIPF`` to ``SPENT_Z``."""
        return (self.gipf, self.tamsk, self.zertz, self.spent_t, self.spent_z)

    def without(self, mask: int) -> Kinds:
        """The kinds after the pieces on *mask* have left the board."""
        if not self.any & mask:
            return self
        left = ~mask
        return Kinds(
            self.gipf & left,
            self.tamsk & left,
            self.zertz & left,
            self.spent_t & left,
            self.spent_z & left,
        )

    def plus(self, kind: int, mask: int) -> Kinds:
        """The kinds with pieces of *kind* added on *mask*."""
        if kind == BASIC:
            return self
        return Kinds(
            self.gipf | (mask if kind == GIPF else 0),
            self.tamsk | (mask if kind == TAMSK else 0),
            self.zertz | (mask if kind == ZERTZ else 0),
            self.spent_t | (mask if kind == SPENT_T else 0),
            self.spent_z | (mask if kind == SPENT_Z else 0),
        )

    def shift(self, run: int, step: int) -> Kinds:
        """The kinds after the pieces on *run* have moved by *step* bits; negative is down."""
        if not self.any & run:
            return self
        gipf, tamsk, zertz = self.gipf, self.tamsk, self.zertz
        spent_t, spent_z = self.spent_t, self.spent_z
        if gipf & run:
            gipf = shift_part(gipf, run, step)
        if tamsk & run:
            tamsk = shift_part(tamsk, run, step)
        if zertz & run:
            zertz = shift_part(zertz, run, step)
        if spent_t & run:
            spent_t = shift_part(spent_t, run, step)
        if spent_z & run:
            spent_z = shift_part(spent_z, run, step)
        return Kinds(gipf, tamsk, zertz, spent_t, spent_z)

    def of(self, bit: int) -> int:
        """The kind of the piece on the spot of *bit*."""
        for kind, mask in enumerate(self.masks(), GIPF):
            if mask >> bit & 1:
                return kind
        return BASIC

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Kinds) and self.masks() == other.masks()

    def __hash__(self) -> int:
        return hash(self.masks())

    def __reduce__(self) -> tuple[type[Kinds], tuple[object, ...]]:
        return Kinds, self.masks()


def shift_part(mask: int, run: int, step: int) -> int:
    """*mask* with its part inside *run* shifted by *step* bits; a negative step is down."""
    inside = mask & run
    return mask & ~run | (inside << step if step > 0 else inside >> -step)


PLAIN: Final = Kinds(0, 0, 0, 0, 0)


def slot(player: int, kind: int) -> int:
    """Where *player*'s number for *kind* (``TAMSK`` or ``ZERTZ``) stands in a ``Four``."""
    return 2 * player + kind - TAMSK


def _add_at(numbers: Four, index: int, change: int) -> Four:
    """*numbers* with *change* added to the one at *index*."""
    new = list(numbers)
    new[index] += change
    return (new[0], new[1], new[2], new[3])


class Books:
    """What changes rarely: supplies, lost potentials, challenges left, opening rights.

    With one shared counter for both kinds of challenges it stands at the slot of T. *opened* has
    a bit for each player whose GIPF entry is open (§8), *announced* one for each slot whose
    kind of power was announced before.
    """

    __slots__ = ("announced", "challenges", "lost", "opened", "supply", "unsettled")

    def __init__(
        self, supply: Four, lost: Four, challenges: Four, opened: int, announced: int
    ) -> None:
        self.supply: Final = supply
        self.lost: Final = lost
        self.challenges: Final = challenges
        self.opened: Final = opened
        self.announced: Final = announced
        #: a basic entry may still change something
        self.unsettled: Final = opened != 0 or any(supply)

    def values(self) -> tuple[Four, Four, Four, int, int]:
        """All values, in the order of the constructor."""
        return (self.supply, self.lost, self.challenges, self.opened, self.announced)

    def after_basic_entry(self, player: int) -> Books:
        """The books after *player* entered a basic piece (§8.4, §9.2).

        GIPF entry is closed, and his supply is lost.
        """
        left_t, left_z = self.supply[2 * player], self.supply[2 * player + 1]
        if not left_t and not left_z and not self.opened >> player & 1:
            return self
        supply = _add_at(_add_at(self.supply, 2 * player, -left_t), 2 * player + 1, -left_z)
        lost = _add_at(_add_at(self.lost, 2 * player, left_t), 2 * player + 1, left_z)
        opened = self.opened & ~(1 << player)
        return Books(supply, lost, self.challenges, opened, self.announced)

    def after_loaded_entry(self, player: int, kind: int, closes: bool) -> Books:
        """The books after *player* entered a loaded piece of *kind* (§9.2).

        *closes*: GIPF entry is closed by it.
        """
        supply = _add_at(self.supply, slot(player, kind), -1)
        opened = self.opened & ~(1 << player) if closes else self.opened
        return Books(supply, self.lost, self.challenges, opened, self.announced)

    def with_lost(self, player: int, kind: int, count: int) -> Books:
        """The books after *player* lost *count* more potentials of *kind*."""
        if not count:
            return self
        lost = _add_at(self.lost, slot(player, kind), count)
        return Books(self.supply, lost, self.challenges, self.opened, self.announced)

    def with_challenge_spent(self, index: int) -> Books:
        """The books with one challenge less at the slot *index*."""
        left = _add_at(self.challenges, index, -1)
        return Books(self.supply, self.lost, left, self.opened, self.announced)

    def with_announced(self, index: int) -> Books:
        """The books after a power of the slot *index* was announced."""
        announced = self.announced | 1 << index
        return Books(self.supply, self.lost, self.challenges, self.opened, announced)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Books) and self.values() == other.values()

    def __hash__(self) -> int:
        return hash(self.values())

    def __reduce__(self) -> tuple[type[Books], tuple[object, ...]]:
        return Books, self.values()


class State:
    """A position, also inside a turn. Immutable.

    *white*, *black* are sets of spots, *mover* is the player whose turn it is, *number* counts
    turns from 1, *made* says what the turn has brought so far (``PLAYED``, …), *ask* what is
    waited for (``ASK_MAIN``, …), *detail* belongs to *ask*.
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

    def values(self) -> tuple[object, ...]:
        """The values of all attributes, in the order of the constructor."""
        return (
            self.white,
            self.black,
            self.kinds,
            self.white_reserve,
            self.black_reserve,
            self.books,
            self.mover,
            self.number,
            self.made,
            self.ask,
            self.detail,
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.values() == other.values()

    def __hash__(self) -> int:
        return hash(self.values())

    def __reduce__(self) -> tuple[type[State], tuple[object, ...]]:
        return State, self.values()

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

    def tamsk_due(self) -> int:
        """Non-zero if a TAMSK-loaded piece of the mover stands on e5 (§9.4)."""
        return self.kinds.tamsk & CENTRE & (self.black if self.mover else self.white)

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
            self.white,
            self.black,
            self.kinds,
            self.white_reserve,
            self.black_reserve,
            self.books,
            self.mover,
            self.number,
            self.made,
            ask,
            detail,
        )

    def with_changes(self, kinds: Kinds, books: Books, made: int) -> State:
        """The same position with other kinds and books, and the flags *made* added to those of the
        turn (``PLAYED``, …)."""
        return State(
            self.white,
            self.black,
            kinds,
            self.white_reserve,
            self.black_reserve,
            books,
            self.mover,
            self.number,
            self.made | made,
            self.ask,
            self.detail,
        )

    def with_result(self, winner: int, reason: str) -> State:
        """The same position with the game over; *winner* is a player or -1."""
        return self.with_question(OVER, Result(winner, reason))
