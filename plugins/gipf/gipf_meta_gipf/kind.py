# mypyc: compile
"""The interface of a kind of potentials: data, and a handful of pure functions.

``Kind`` holds both. A function sees the board as a ``BoardView``, and returns the effect of a power
as a list of ``Change`` values; GIPF carries them out, and does all else by itself: entering and
pushing, turns, rows, supplies, challenges, the end (docs/write-a-potential.md).

Spots are numbers (``SPOTS.bit_of["e5"]``, ``SPOTS.name_of[bit]``), sets of spots are integers with
a bit for each. A target is a spot, or ``ENTRY`` + the number of an entry.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from gipf_meta import FrozenParts
from gipf_meta_gipf.board import BIT_OF, BOARD, ENTRY_NAME, NAME_OF, NEIGHBOURS, RAYS, entries
from gipf_meta_gipf.pieces import BASIC, GIPF, LOADED, Kinds, owners

ENTRY: Final = 64
"""Targets from here on are entries: ``ENTRY + n`` is entry *n* (``ENTRY_NAME[n]``)."""

TAKE_OFF: Final = 0
PUT_ON: Final = 1
COVER: Final = 2
PUSH_IN: Final = 3
CAPTURE_TOP: Final = 4
MARK_GIPF: Final = 5


@dataclass(frozen=True)
class Change(FrozenParts):
    """One thing that the use of a power does to the board; made by the functions below."""

    what: int
    at: int


def take_off(spot: int) -> Change:
    """The potential leaves its base on *spot*; always the first change, and the base stays."""
    return Change(TAKE_OFF, spot)


def put_on(spot: int) -> Change:
    """The potential, now used, comes to stand on the vacant *spot*."""
    return Change(PUT_ON, spot)


def cover(spot: int) -> Change:
    """The potential, now used, comes to lie on *spot*, whose top is the opponent's."""
    return Change(COVER, spot)


def push_in(entry: int) -> Change:
    """The potential, now used, is pushed in by *entry*, whose line is not full."""
    return Change(PUSH_IN, entry)


def capture_top(spot: int) -> Change:
    """The opponent's upper basic piece on *spot* is captured: of a GIPF-piece the lower one stays,
    of a basic piece nothing."""
    return Change(CAPTURE_TOP, spot)


def mark_gipf(spot: int) -> Change:
    """The stack on *spot*, on which the potential has come to lie, counts as a GIPF-piece of its
    owner from now on."""
    return Change(MARK_GIPF, spot)


@dataclass(frozen=True)
class Element:
    """One piece of a stack: its *owner* (0 White, 1 Black), the *letter* of its kind (``""``: basic
    and GIPF-pieces), and whether it is ``basic``, ``gipf``, ``loaded`` or ``used``."""

    owner: int
    letter: str
    how: str


@dataclass(frozen=True)
class KindOption(FrozenParts):
    """An option that a kind brings: a text of *values*, the first of which is the default.

    ``("off", "on")`` and ``("on", "off")`` are a switch. Its *name* begins with the key of the
    kind, unless several kinds bring the same option. *title* and *words* (what the values are
    called, in their order) are for the form, *help* is one sentence.
    """

    name: str
    values: tuple[str, ...]
    help: str
    title: str = ""
    words: tuple[str, ...] = ()


class BoardView:
    """A position as the functions of a kind see it. Immutable.

    *player* is whose power it is, *own*, *enemy*, *vacant* and *occupied* are sets of spots by
    their tops, *gipf* those of GIPF-pieces of both colours, *options* are the values of the options
    of all kinds in the game. *has_moved*: the main action of the turn is made.
    """

    __slots__ = (
        "_kinds",
        "_table",
        "enemy",
        "gipf",
        "has_moved",
        "occupied",
        "own",
        "player",
        "vacant",
    )

    def __init__(
        self, table: Table, own: int, enemy: int, kinds: Kinds, player: int, has_moved: bool
    ) -> None:
        self._table: Final = table
        self._kinds: Final = kinds
        self.own: Final = own
        self.enemy: Final = enemy
        self.occupied: Final = own | enemy
        self.vacant: Final = BOARD & ~(own | enemy)
        self.gipf: Final = kinds.gipf
        self.player: Final = player
        self.has_moved: Final = has_moved

    @property
    def options(self) -> Mapping[str, Any]:
        """The values of the options that the kinds in the game bring."""
        return self._table.options

    @property
    def basic(self) -> int:
        """The spots whose top is a basic piece, of both colours."""
        return self.occupied & ~self._kinds.any

    def loaded(self, letter: str) -> int:
        """The spots whose top is a piece loaded with the kind of that *letter*, of both colours."""
        kind = self._table.index.get(letter, -1)
        return 0 if kind < 0 else self._kinds.masks[kind]

    def used(self, letter: str) -> int:
        """The spots whose top is a used potential of the kind of that *letter*."""
        kind = self._table.index.get(letter, -1)
        return 0 if kind < 0 else self._kinds.masks[self._table.n + kind]

    def is_covered(self, spot: int) -> bool:
        """Whether something lies under the top of *spot*."""
        return bool(self._kinds.covers) and bool(self._kinds.under(spot))

    def top(self, spot: int) -> Element | None:
        """The uppermost piece of *spot*; ``None`` if the spot is vacant."""
        stack = self.stack(spot)
        return stack[0] if stack else None

    def stack(self, spot: int) -> tuple[Element, ...]:
        """All that lies on *spot*, the top first; empty if the spot is vacant."""
        if not self.occupied >> spot & 1:
            return ()
        top = self.player if self.own >> spot & 1 else 1 - self.player
        codes = self._kinds.stack(spot)
        elements: list[Element] = []
        for owner, code in zip(owners(top, codes), codes, strict=True):
            elements.append(Element(owner, *self._table.meaning(code)))
        return tuple(elements)

    def neighbours(self, spot: int) -> int:
        """The set of the spots beside *spot*."""
        return NEIGHBOURS[spot]

    def rays(self, spot: int) -> tuple[tuple[int, ...], ...]:
        """For each of the six directions the spots from *spot* to the edge, the nearest first."""
        return RAYS[spot]

    def entries(self) -> tuple[int, ...]:
        """The numbers of the entries whose line has a vacant spot."""
        return entries(self.occupied)


Targets: TypeAlias = Callable[[BoardView, int], Sequence[int]]
Effect: TypeAlias = Callable[[BoardView, int, int], Sequence[Change]]


def _unchanged(text: str) -> str:
    return text


@dataclass(frozen=True)
class Kind(FrozenParts):
    """A kind of potentials.

    *letter* is one capital, *key* the ASCII name that its options begin with, *name* what players
    read. *duel* is the id of the game that decides about a challenged power by default. *a_power*
    and *the_power* name its power, ``a jump`` and ``the jump``, *verb* is the verb for its use,
    ``jump``; *needs* is a clause on what its use requires, *help* the help of its option.

    ``targets(view, spot)`` are the targets of the loaded piece on *spot*, in a fixed order.
    ``effect(view, spot, target)`` are the changes by its use. The other functions may be left out:
    ``usable`` whether it has a target (a short cut); ``due(view)`` the spots of own pieces whose
    power must be decided at once, only for *timing* ``due``; ``may_challenge`` whether a challenge
    is allowed (*why_unchallenged* says why not); ``leaves(view, spot)`` whether a resolved row
    takes the whole stack under a used potential, or (``cover``) that potential alone; ``write``
    and ``read`` the text of a target, an inverse pair (``read`` raises ``ValueError``); ``lean``
    the value of the loaded piece on *spot* to bots.

    *timing* ``main``: using it is the main action of a turn. *used* ``piece``: a used potential
    stands alone; ``cover``: it lies on a stack. *due_on* are the only spots on which it can be due
    (names; none: all). *converts*: its effect may use ``mark_gipf``; one kind in a game may.
    *replaces_move* names a switch of the kind: where it is on, a use replaces the main action of a
    player without reserve. *worth* is the value of a loaded piece to bots, in logits of winning,
    *deny* that of a challenge against one. *word* is the click that announces it. *emblem* is
    the sign that its pieces bear in pictures, as for a ``Piece``; else they bear letters.
    *symmetric* says that it treats all directions and both players alike. *say* translates the
    texts of this kind.
    """

    letter: str
    key: str
    name: str
    targets: Targets
    effect: Effect
    a_power: str
    the_power: str
    verb: str
    needs: str
    help: str
    duel: str = "die"
    timing: Literal["main", "due"] = "main"
    used: Literal["piece", "cover"] = "piece"
    usable: Callable[[BoardView, int], bool] | None = None
    due: Callable[[BoardView], Sequence[int]] | None = None
    due_on: tuple[str, ...] = ()
    may_challenge: Callable[[BoardView, int], bool] | None = None
    why_unchallenged: str = ""
    leaves: Callable[[BoardView, int], Literal["all", "cover"]] | None = None
    write: Callable[[int], str] | None = None
    read: Callable[[str], int] | None = None
    lean: Callable[[BoardView, int], float] | None = None
    figure: Callable[[str], str] | None = None
    emblem: str = ""
    options: tuple[KindOption, ...] = ()
    replaces_move: str = ""
    converts: bool = False
    worth: float = 0.6
    deny: float = 0.1
    word: str = "use"
    symmetric: bool = True
    say: Callable[[str], str] = _unchanged

    def target_text(self, target: int) -> str:
        """The canonical text of *target*."""
        if self.write is not None:
            return self.write(target)
        return ENTRY_NAME[target - ENTRY] if target >= ENTRY else NAME_OF[target]

    def sign(self, how: str) -> str:
        """The sign that a piece of this kind bears; *how* is ``loaded`` or ``used``."""
        if self.figure is not None:
            return self.figure(how)
        return self.letter if how == "loaded" else self.letter.lower()


class Table:
    """The kinds in a game, in the order in which they are counted, with the *options* of kinds.

    T and Z come first, the others follow by letter.
    """

    def __init__(self, kinds: tuple[Kind, ...], options: Mapping[str, Any]) -> None:
        self.kinds: Final = kinds
        self.options: Final = options
        self.n: Final = len(kinds)
        self.index: Final = {kind.letter: at for at, kind in enumerate(kinds)}
        #: the letter of each code of a piece
        self.letters: Final[tuple[str, ...]] = (
            "",
            "G",
            *[kind.letter for kind in kinds],
            *[kind.letter.lower() for kind in kinds],
        )
        #: whether what a loaded piece is worth depends on where it is
        self.leans: Final = any(kind.lean is not None for kind in kinds)
        due = spots = replacing = 0
        for at, kind in enumerate(kinds):
            if kind.timing == "due":
                due |= 1 << at
                for name in kind.due_on:
                    spots |= 1 << BIT_OF[name]
                if not kind.due_on:
                    spots = BOARD
            if kind.replaces_move and options[kind.replaces_move] in (True, "on"):
                replacing |= 1 << at
        #: a bit for each kind whose power must be decided at once
        self.due: Final = due
        #: the spots on which such a power can be due
        self.due_spots: Final = spots
        #: a bit for each kind whose use may stand for the main action
        self.replacing: Final = replacing

    def code(self, letter: str) -> int:
        """The code of a piece by its *letter*. Raises ``ValueError`` if it is not in the game."""
        return self.letters.index(letter)

    def kind_at(self, code: int) -> Kind:
        """The kind of a loaded piece or a used potential of this *code*."""
        at = code - LOADED
        return self.kinds[at if at < self.n else at - self.n]

    def meaning(self, code: int) -> tuple[str, str]:
        """The letter of the kind, and how the piece of *code* is there, as in ``Element``."""
        if code == BASIC:
            return "", "basic"
        if code == GIPF:
            return "", "gipf"
        return self.kind_at(code).letter, "loaded" if code < LOADED + self.n else "used"

    def __reduce__(self) -> tuple[type[Table], tuple[object, ...]]:
        return Table, (self.kinds, dict(self.options))

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Table)
            and self.kinds == other.kinds
            and dict(self.options) == dict(other.options)
        )

    def __hash__(self) -> int:
        return hash(tuple([kind.key for kind in self.kinds]))
