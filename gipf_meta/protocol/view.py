"""The picture of a game as data, with nothing on how it is drawn.

Coordinates are integers on a lattice (x to the right, y downwards) with a physical pitch, colours
are roles, and each legal decision is a choice with the path of clicks that makes it. The host
draws a ``View`` as text, as a picture and on a screen; no plugin draws anything itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import Final, Literal, TypeAlias, get_args

from gipf_meta.base.texts import _
from gipf_meta.protocol.lattice import HexPlaces

PointKind: TypeAlias = Literal["ring", "spot", "dot", "space", "cell", "special", "gone"]
PieceKind: TypeAlias = Literal["marble", "disc", "ring", "hourglass", "tile"]
TileShape: TypeAlias = Literal["hex", "square"]
Material: TypeAlias = Literal["wood", "lacquer", "stone"]
BoardMaterial: TypeAlias = Literal[
    "wood", "slate", "night", "sand", "moss", "terracotta", "bronze", "felt", "stone", "leather"
]
MarkKind: TypeAlias = Literal["legal", "selected", "last", "danger", "capture"]

BOARDS: Final[tuple[BoardMaterial, ...]] = get_args(BoardMaterial)
"""The materials of boards; a board of ``wood`` has the colours of its theme."""
HEX_PITCH = (sqrt(3) / 2, 0.5)
"""Hexagonal boards: one step of x is a column, one step of y is half a place in a column."""
SQUARE_PITCH = (1.0, 1.0)
"""Square boards: one step of x is a column, one step of y is a row."""

MOST_POINTS: Final = 2500
"""The most points of a view."""
FARTHEST: Final = 500
"""The farthest that a point or label lies from the origin, in steps of x or y."""
MOST_NEAR: Final = 64
"""The most boards in the cache of those that reach not too far."""
MOST_EQUAL: Final = 10_000
"""The most equal tiles in a tray: they are shown one by one."""


@dataclass(frozen=True, slots=True)
class Point:
    """A place of the board. *id* is its name in the game's notation.

    A place that can hold things has room for *level* of them and holds *load* now.
    """

    id: str
    x: int
    y: int
    kind: PointKind = "spot"
    level: int = 0
    load: int = 0


@dataclass(frozen=True, slots=True)
class Edge:
    """A line between the points with ids *a* and *b*."""

    a: str
    b: str


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece on the point *at*. *role* stands for a colour, as ``p1``; *label* is two letters.

    *glyph* is the character by which text and terminals show it in place of its label, one column
    wide; where it cannot be shown, or stands for different labels, the label is shown, and so it is
    in text if it holds the glyph and more.
    *stack* counts pieces on top of each other; *layers* are their roles from the bottom to the top,
    where they differ. *sand* is the share of sand that is left (0 to 1),
    *clock* the time that is left as text, *badge* a sign on the piece. *spoken* is its name where
    role and kind do not say it: ``white GIPF-piece``. Sand that runs now ends in *ends_in_ms*, of
    the *of_ms* that a full glass runs; both are 0 where nothing runs.

    *emblem* is a sign that pictures show in place of the badge, which says the same in text: the
    name of one that the host draws (``marble``, ``hourglass``, ``ring``, ``stack``, ``dots``,
    ``die``), or a path of SVG within one unit around its middle; what *is_spent* bears it as an
    outline. *arms* are the steps of x and y to the neighbours with which it is one piece. *back* is
    the role of its other side, if it has two. *owner* is the seat that it belongs to where its role
    does not say it; -1: to nobody, though its role is the colour of a seat.
    """

    at: str
    kind: PieceKind
    role: str
    label: str
    stack: int = 1
    badge: str = ""
    sand: float | None = None
    clock: str = ""
    spoken: str = ""
    ends_in_ms: int = 0
    of_ms: int = 0
    layers: tuple[str, ...] = ()
    glyph: str = ""
    emblem: str = ""
    is_spent: bool = False
    arms: tuple[tuple[int, int], ...] = ()
    back: str = ""
    owner: int | None = None


@dataclass(frozen=True, slots=True)
class Label:
    """A *text* beside the board, at lattice coordinates."""

    text: str
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class TrayItem:
    """*count* equal pieces in a tray; a click on them adds *id* to a choice's path.

    *badge* is the sign that they bear on the board, *glyph* as for ``Piece``. *brief* is a shorter
    label for beside their picture. *goals* are the counts that matter, smallest first: pictures
    show the places that are still free up to the last of them. *emblem* is as for ``Piece``.
    *shape* are the places that one thing covers, where it covers several: steps of x and y from
    the first. Heaps with a *column* stand below that word, in the row of their *brief* label. An
    item that *is_endless* never runs out, or is one thing that stays: shown as one, no number.
    """

    id: str
    label: str
    count: int
    kind: PieceKind
    role: str
    badge: str = ""
    brief: str = ""
    goals: tuple[int, ...] = ()
    glyph: str = ""
    emblem: str = ""
    shape: tuple[tuple[int, int], ...] = ()
    column: str = ""
    is_endless: bool = False


@dataclass(frozen=True, slots=True)
class Tray:
    """A pool, a hand, a reserve: *seat* is its owner, or ``None`` if it is common."""

    title: str
    items: tuple[TrayItem, ...]
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """A score sheet: every row has a text for each of *columns*; *seat* as for a tray.

    A text in brackets, ``(3)``, is printed on the sheet and does not count yet. *footer* are the
    lines below the rows: the name of each, and its amount. The last one is the grand total.
    *spoken* are the columns and then the rows in words, where they have signs or notation.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    seat: int | None = None
    footer: tuple[tuple[str, str], ...] = ()
    spoken: tuple[tuple[str, ...], ...] = ()

    @property
    def in_words(self) -> ScoreSheet:
        """The same sheet as it is spoken."""
        if not self.spoken:
            return self
        columns, *rows = self.spoken
        return replace(self, columns=columns, rows=tuple(rows), spoken=())


@dataclass(frozen=True, slots=True)
class Countdown:
    """A glass beside the board that everybody watches: *left_ms* of *full_ms* still run, 0: none.

    *note* says in a few words whom it runs against, or what may be done with it. *spoken* is the
    sentence of the caption that says the same, for interfaces that draw the glass. A click on it
    adds *id* to a choice's path. *runs* says whether its sand runs, if any is left. Raises
    ``ValueError`` for a glass that holds less than is left.
    """

    id: str
    title: str
    left_ms: int
    full_ms: int
    note: str = ""
    spoken: str = ""
    runs: bool = True

    def __post_init__(self) -> None:
        """Raises ``ValueError`` unless the glass can be drawn."""
        if not 0 <= self.left_ms <= self.full_ms or not self.full_ms:
            raise ValueError(
                _("a glass of {full} ms cannot have {left} ms left").format(
                    full=self.full_ms, left=self.left_ms
                )
            )


@dataclass(frozen=True, slots=True)
class Mark:
    """A sign on the point *at*; *takes* says of a legal one that what is there would be removed."""

    at: str
    kind: MarkKind
    takes: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """One legal decision: its *notation*, the *path* of clicks that makes it, its spoken *label*.

    No path is the beginning of another. A word of a path that is neither a point nor a tray item
    is a button; where a path repeats it, it is counted up and down. *gain* says in a few letters
    what the decision would score. The words of a path may be clicked in any order; once only one
    choice remains, its other words need not be clicked. If it *is_ordered*, its words are clicked
    in the order of the path.
    """

    notation: str
    path: tuple[str, ...]
    label: str
    gain: str = ""
    is_ordered: bool = False


@dataclass(frozen=True, slots=True)
class Hand:
    """The piece in a person's hand while he sets a board up: it stays there from click to click.

    *word* is that of the tray item or the button that is chosen; clicked once more, it lays the
    piece back, if the hand *is_full*. Each of *carried* is a decision of its own that takes a piece
    into the hand, so that it may be dragged to a place; *off* is the word for a drop beside the
    board; ``""``: the piece stays in hand.
    """

    word: str
    carried: tuple[str, ...] = ()
    off: str = ""
    is_full: bool = True


@dataclass(frozen=True, slots=True)
class View:
    """The picture of a state: its board, what lies beside it, and the legal decisions.

    *caption* says how the game stands. *prompt* says what to decide and why a move is forced.
    *names* are those of words of paths: pairs of a tray item's id or a button's word and
    its name in the player's language. *stakes* are sentences for the time in which the game waits
    for a duel: first who contests what, then what each end of the duel means. They may be there
    before, where a challenge can be made. *announced* are the ways that a move may go which is
    announced and waits for an answer: each from the place of its piece over those it passes to its
    goal; the place alone where the goals are not told. *times* are sentences of the caption that
    tell how long sand still runs: interfaces on which it runs leave them out. *seen* are sentences
    of the caption that tell whose turn it is or what lies beside the board: interfaces that show
    players, turns and trays leave them out. *material* is what its discs are made of, *board* what
    the board is made of.
    *hand* is the piece in hand on a board that is set up.
    Raises ``ValueError`` for a picture that is too large to be drawn.
    """

    points: tuple[Point, ...]
    pieces: tuple[Piece, ...] = ()
    edges: tuple[Edge, ...] = ()
    labels: tuple[Label, ...] = ()
    trays: tuple[Tray, ...] = ()
    sheets: tuple[ScoreSheet, ...] = ()
    marks: tuple[Mark, ...] = ()
    choices: tuple[Choice, ...] = ()
    caption: str = ""
    prompt: str = ""
    pitch: tuple[float, float] = HEX_PITCH
    tile: TileShape = "hex"
    names: tuple[tuple[str, str], ...] = ()
    countdowns: tuple[Countdown, ...] = ()
    stakes: tuple[str, ...] = ()
    times: tuple[str, ...] = ()
    material: Material = "wood"
    announced: tuple[tuple[str, ...], ...] = ()
    seen: tuple[str, ...] = ()
    hand: Hand | None = None
    board: BoardMaterial = "wood"

    def __post_init__(self) -> None:
        """Raises ``ValueError`` unless every interface can draw the picture in no time."""
        if len(self.points) > MOST_POINTS:
            raise ValueError(
                _("its board has {count} points; at most {most} can be drawn").format(
                    count=len(self.points), most=MOST_POINTS
                )
            )
        if not (_are_near(self.points) and _are_near(self.labels)):
            raise ValueError(
                _("its board reaches farther than {most} steps from its origin").format(
                    most=FARTHEST
                )
            )
        tiles = (item for tray in self.trays for item in tray.items if item.kind == "tile")
        if any(tile.count > MOST_EQUAL for tile in tiles):
            raise ValueError(
                _("a tray of its board has more than {most} equal tiles").format(most=MOST_EQUAL)
            )
        if self.board not in BOARDS:
            raise ValueError(
                _("its board is of {board!r}, which is none of: {boards}").format(
                    board=self.board, boards=", ".join(BOARDS)
                )
            )


_NEAR: Final[dict[int, Sequence[Point | Label]]] = {}
"""Places that were found near, by their ids: most views of a game have the very same places."""


def _are_near(places: Sequence[Point | Label]) -> bool:
    """Whether none of *places* is too far from the origin."""
    if _NEAR.get(id(places)) is places:
        return True
    if any(max(abs(place.x), abs(place.y)) > FARTHEST for place in places):
        return False
    if isinstance(places, tuple):  # so it cannot change
        if len(_NEAR) >= MOST_NEAR:
            _NEAR.clear()
        _NEAR[id(places)] = places
    return True


def counters(view: View, choices: Sequence[Choice]) -> dict[str, int]:
    """The words that a path of *choices* has more than once, each with how often at most.

    They are counted up and down where others are clicked, such as how many tens a turn has made.
    Points of *view* are none. They are in the order of its names.
    """
    points = {point.id for point in view.points}
    most: dict[str, int] = dict.fromkeys((word for word, _name in view.names), 0)
    for choice in choices:
        if len(set(choice.path)) < len(choice.path):
            for word in choice.path:
                most[word] = max(most.get(word, 0), choice.path.count(word))
    return {word: count for word, count in most.items() if count > 1 and word not in points}


def hex_points(board: HexPlaces) -> tuple[Point, ...]:
    """Returns a point for each place of *board*, in the order of their numbers."""
    return tuple(Point(name, *xy) for name, xy in zip(board.names, board.xy, strict=True))


def hex_edges(board: HexPlaces) -> tuple[Edge, ...]:
    """Returns an edge for each two places of *board* that are neighbours."""
    return tuple(
        Edge(board.names[place], board.names[ray[0]])
        for place, rays in enumerate(board.rays)
        for ray in rays[: len(rays) // 2]  # the others lead back
        if ray
    )
