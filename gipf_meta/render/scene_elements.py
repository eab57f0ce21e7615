"""The elements of a view's scene: the key and the fields of each.

All values are JSON. Lengths are pixels of the board, and so are places.
"""

from __future__ import annotations

import json
from typing import Any, Literal, NamedTuple, NotRequired, TypeAlias, cast

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, core_schema
from typing_extensions import TypedDict, get_type_hints

from gipf_meta.protocol.view import BoardMaterial, MarkKind, PieceKind


class TextElement(TypedDict):
    """A sentence."""

    text: str


class BoardElement(TypedDict):
    """The board: left, top, width and height of its *box*; a *unit* is a step to the next place.
    *of* is the material that it is made of."""

    box: list[float]
    unit: float
    tile: Literal["hex", "square"]
    of: NotRequired[BoardMaterial]
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
    """A place of the board; *name* is spoken: the place, with the things on it."""

    name: str


class MarkElement(PlacedElement):
    """A sign on a place; a legal one may say that it *takes* away what is there."""

    kind: MarkKind
    takes: NotRequired[bool]


class GlassElement(TypedDict):
    """An hourglass, whose unit is the board's: *half* its width, and the heights where its bulbs
    begin, are narrow and end."""

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
    """Equal pieces of a tray; a click on them says *word*. *brief* is a shorter *label*,
    *first* the width of the picture that shows one of them alone, *column* the word above it. What
    is *endless* is not counted."""

    word: str
    kind: str
    name: str
    label: str
    brief: str
    count: int
    goals: list[int]
    markup: str
    box: list[float]
    first: float
    column: NotRequired[str]
    endless: NotRequired[bool]


class TrayElement(TypedDict):
    """A pool, a hand, a reserve; *seat* is its owner, ``None`` if it is common."""

    title: str
    seat: int | None
    items: list[HeapElement]


class SheetElement(TypedDict):
    """A score sheet; *footer* are the lines below the rows: the label of each, and its amount."""

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


class HandElement(TypedDict):
    """The hand on a board that is set up: the *word* that stays chosen. Each of *carried* takes
    something in hand and may be dragged; *off* is the word for a drop beside the board; ``""``:
    none."""

    word: str
    carried: list[str]
    off: str


ChoiceElement: TypeAlias = tuple[str, list[str], str, str, bool]
"""A decision: its notation, the clicks that make it, its label, its score, and whether these clicks
have an order."""


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
    | SignElement
    | PieceElement
    | TrayElement
    | SheetElement
    | CountdownElement
    | ChoicesElement
    | HandElement
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
    hand: HandElement


class BoardKinds(TypedDict, total=False):
    """The elements of a view that there are several of: the key is the kind, a colon, and which."""

    point: PointElement
    piece: PieceElement
    mark: MarkElement
    way: SignElement
    tray: TrayElement
    sheet: SheetElement
    countdown: CountdownElement


def by_key(parts: BoardParts) -> BoardScene:
    """The *parts* as elements of a scene by their keys."""
    return cast("BoardScene", parts)


class Keyed(NamedTuple):
    """Marks a dict of elements: there is one of each of the *parts*, by that key, and several of
    each of the *kinds*, whose keys are the kind, a colon, and which: ``point:a1``.

    Both are a ``TypedDict``.
    """

    parts: type
    kinds: type

    def __get_pydantic_core_schema__(
        self, source: object, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """One field for each part, and one for all of a kind."""
        several = {f"{kind}:": dict[str, each] for kind, each in get_type_hints(self.kinds).items()}  # type: ignore[valid-type]
        fields = {**get_type_hints(self.parts), **several}
        shape: Any = TypedDict(f"{self.parts.__name__}ByKey", fields, total=False)  # type: ignore[misc]
        setattr(shape, "__pydantic_config__", {"extra": "forbid"})  # noqa: B010
        # read anew as JSON, so that pairs may be lists
        read = core_schema.json_schema(handler(shape))
        return core_schema.no_info_before_validator_function(_gather, read)

    def __get_pydantic_json_schema__(
        self, schema: Any, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        """The keys of each kind are a pattern."""
        described = handler.resolve_ref_schema(handler(schema["schema"]["schema"]))
        patterns = described.setdefault("patternProperties", {})
        for name in [name for name in described["properties"] if name.endswith(":")]:
            every = described["properties"].pop(name)
            patterns[f"^{name}"] = every["additionalProperties"]
        return described


def _gather(elements: Any) -> str:
    """The *elements* as JSON, those of one kind together."""
    gathered: dict[str, Any] = {}
    for key, element in elements.items():
        kind, colon, which = key.partition(":")
        if colon:
            gathered.setdefault(f"{kind}:", {})[which] = element
        else:
            gathered[key] = element
    return json.dumps(gathered)
