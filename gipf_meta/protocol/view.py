"""The picture as data: what a game shows, without a word on how it is drawn.

Coordinates are integers on a lattice (x to the right, y downwards) with a physical pitch, colours
are roles, and each legal decision is a choice: the path of clicks that says it. Printers, pictures
and boards on a screen draw a ``View``; no plugin draws anything itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

PointKind: TypeAlias = Literal["ring", "spot", "dot", "space", "cell", "special", "gone"]
PieceKind: TypeAlias = Literal["marble", "disc", "hourglass", "tile"]
MarkKind: TypeAlias = Literal["legal", "selected", "last", "danger", "capture"]

HEX_PITCH = (3**0.5 / 2, 0.5)
"""Hexagonal boards: one step of x is a column, one of y half a place within a column."""
SQUARE_PITCH = (1.0, 1.0)


@dataclass(frozen=True, slots=True)
class Point:
    """A place of the board. *id* is its name in the game's notation.

    A place that holds *level* things at most has *load* of them.
    """

    id: str
    x: int
    y: int
    kind: PointKind = "spot"
    level: int = 0
    load: int = 0


@dataclass(frozen=True, slots=True)
class Edge:
    """A line between two points."""

    a: str
    b: str


@dataclass(frozen=True, slots=True)
class Piece:
    """What stands on a point. *role* is a colour's part, such as ``p1``; *label* is two letters.

    *spoken* is its name where colour and kind do not say it: ``white GIPF-piece``.
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


@dataclass(frozen=True, slots=True)
class Label:
    """A word beside the board."""

    text: str
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class TrayItem:
    """A heap of equal things in a tray; *id* is what a choice's path says when it is clicked."""

    id: str
    label: str
    count: int
    kind: PieceKind
    role: str


@dataclass(frozen=True, slots=True)
class Tray:
    """A pool, a hand, a reserve: *seat* is its owner, or ``None`` if it is common."""

    title: str
    items: tuple[TrayItem, ...]
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """A score sheet: every row has a word for each of *columns*; *seat* as for a tray."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Mark:
    """A sign on a point."""

    at: str
    kind: MarkKind


@dataclass(frozen=True, slots=True)
class Choice:
    """One legal decision: its notation, the clicks that say it, and its name when spoken.

    No path is the beginning of another. A word of a path that is neither a point nor a tray item
    is a button. *gain* says in a few letters what it would score.
    """

    notation: str
    path: tuple[str, ...]
    label: str
    gain: str = ""


@dataclass(frozen=True, slots=True)
class View:
    """All that is to be seen of a state.

    *caption* says how things stand, *prompt* what is asked and, where a move is forced, why.
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
    tile: Literal["hex", "square"] = "hex"
