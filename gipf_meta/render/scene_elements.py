"""What the scene of a view is made of: each element's keys, and what stands there.

All values are JSON. Lengths are pixels of the board, and so are places.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, cast

# pydantic, which makes the schema of the wire, reads no other TypedDict before Python 3.12
from typing_extensions import TypedDict

from gipf_meta.protocol.view import MarkKind, PieceKind


class TextElement(TypedDict):
    """A sentence."""

    text: str


class BoardElement(TypedDict):
    """The board: left, top, width and height of its *box*; a *unit* is a step to the next place."""

    box: list[float]
    unit: float
    tile: Literal["hex", "square"]
    name: str


class MarkupElement(TypedDict):
    """Markup of its own."""

    markup: str


class PlacedElement(TypedDict):
    """*markup* around the place *at*, whose middle is *x*, *y*."""

    at: str
    x: float
    y: float
    markup: str


class PointElement(PlacedElement):
    """A place of the board; *name* says it aloud, with what stands there."""

    name: str


class MarkElement(PlacedElement):
    """A sign on a place."""

    kind: MarkKind


class GlassElement(TypedDict):
    """An hourglass: the length of one *half*, and how wide it is at each height."""

    half: float
    lid: float
    neck: float
    floor: float


class PieceElement(PlacedElement):
    """A piece; one whose sand runs has when it ends, of how much, and its *glass*."""

    kind: PieceKind
    role: str
    name: str
    ends_in_ms: NotRequired[int]
    of_ms: NotRequired[int]
    glass: NotRequired[GlassElement]


class HeapElement(TypedDict):
    """Equal pieces of a tray; a click on them says *word*. *brief* is a shorter *label*."""

    word: str
    name: str
    label: str
    brief: str
    count: int
    goals: list[int]
    markup: str
    box: list[float]


class TrayElement(TypedDict):
    """A pool, a hand, a reserve; *seat* is its owner, ``None`` if it is common."""

    title: str
    seat: int | None
    items: list[HeapElement]


class SheetElement(TypedDict):
    """A score sheet; *footer* are the lines below the rows: what each is called, its amount."""

    title: str
    columns: list[str]
    rows: list[list[str]]
    footer: list[list[str]]
    seat: int | None


class CountdownElement(TypedDict):
    """A glass beside the board that everybody watches."""

    title: str
    left_ms: int
    full_ms: int
    runs: bool
    note: str
    spoken: str


ChoiceElement: TypeAlias = tuple[str, list[str], str, str]
"""A decision: its notation, the clicks that make it, its label, and what it would score."""


class ChoicesElement(TypedDict):
    """*all* decisions that are possible now."""

    all: list[ChoiceElement]


class SignElement(TypedDict):
    """*markup* over the board around a place; what *turns* is turned with the board."""

    x: float
    y: float
    markup: str
    turns: bool


BoardPart: TypeAlias = (
    TextElement
    | BoardElement
    | MarkupElement
    | PointElement
    | MarkElement
    | PieceElement
    | TrayElement
    | SheetElement
    | CountdownElement
    | ChoicesElement
    | dict[str, str]
    | dict[str, int]
)
BoardScene: TypeAlias = dict[str, BoardPart]
"""The elements of a view's scene by their keys."""


class BoardParts(TypedDict, total=False):
    """The elements of a view that there is one of, by their keys.

    *names* says what words of decisions are called, *counted* how often at most each is clicked
    that is counted up and down.
    """

    board: BoardElement
    under: MarkupElement
    caption: TextElement
    prompt: TextElement
    names: dict[str, str]
    counted: dict[str, int]
    choices: ChoicesElement


class BoardKinds(TypedDict, total=False):
    """The elements of a view that there are several of: the key is the kind, a colon, and which."""

    point: PointElement
    piece: PieceElement
    mark: MarkElement
    tray: TrayElement
    sheet: SheetElement
    countdown: CountdownElement


def by_key(parts: BoardParts) -> BoardScene:
    """The same elements, for a scene."""
    return cast("BoardScene", parts)
