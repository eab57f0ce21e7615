"""What a screen is made of: a dozen kinds of parts, as a page gets them in JSON.

A page that can show these parts can show every screen, of whatever game. A field that is left out
has its default. What a button *does* is the message that the page sends when it is pressed, without
its id.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    JsonValue,
    SerializerFunctionWrapHandler,
    model_serializer,
)

from gipf_meta.bots.characters import MOST_STRENGTH

Do: TypeAlias = dict[str, JsonValue]
"""A message of the page without its id."""
About: TypeAlias = dict[str, str]
"""What a screen is about: a game, a match, a page of a list."""
FieldValue: TypeAlias = str | bool
"""The value of a field: on and off for a switch, a text as it was typed or chosen elsewhere."""


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)

    @model_serializer(mode="wrap")
    def _without_defaults(self, write: SerializerFunctionWrapHandler) -> dict[str, object]:
        return {name: value for name, value in write(self).items() if self._tells(name)}

    def _tells(self, name: str) -> bool:
        """Whether the field of that name says more than its default."""
        field = type(self).model_fields[name]
        return name == "part" or field.is_required() or getattr(self, name) != field.default


class Heading(_Part):
    """A heading; *level* 1 is that of the screen itself."""

    part: Literal["heading"] = "heading"
    text: str
    level: Annotated[int, Field(ge=2, le=4)] = 2


class Paragraph(_Part):
    """A paragraph."""

    part: Literal["text"] = "text"
    text: str


class WarningText(_Part):
    """A sentence on what is wrong; it is read aloud when it appears."""

    part: Literal["warning"] = "warning"
    text: str


class Prose(_Part):
    """Words with headings, lists and tables. *html* is made here, from Markdown without HTML."""

    part: Literal["prose"] = "prose"
    html: str


class Picture(_Part):
    """A picture: the content *markup* of an ``svg`` whose ``viewBox`` is *box*.

    *name* says in words what it shows; without one it is decoration. Whoever has the markup of that
    *key* is sent the key alone.
    """

    part: Literal["picture"] = "picture"
    box: tuple[float, float, float, float]
    markup: str = ""
    name: str = ""
    key: str = ""


class Button(_Part):
    """A button; *note* says more about it. The *primary* one is what most people want."""

    part: Literal["button"] = "button"
    text: str
    do: Do
    primary: bool = False
    note: str = ""


class ChoiceDetails(_Part):
    """More on a value that can be chosen: a sentence, a *picture*.

    *strength* counts how many of ``MOST_STRENGTH`` dots are full; ``None``: there are none.
    """

    note: str = ""
    strength: Annotated[int, Field(ge=0, le=MOST_STRENGTH)] | None = None
    picture: Picture | None = None


class FormField(_Part):
    """A field of a form, called *label*; *note* says what it means.

    *choices* are values with their words; those of a text are only proposed. *details* say more on
    some of them, and *shown_as* how a page shows all: in a list, as buttons, or as cards with the
    details on them. *least* and *most* are the limits of a number, *longest*
    is the most letters of a text; the value of a ``file`` is the text in it. Fields of one *group*,
    which follow each other, stand together under that title. When a *live* field changes, the page
    submits the form at once, with the name of the field as ``changed``; the answer is the screen as
    it is then.
    """

    part: Literal["field"] = "field"
    name: str
    label: str
    type: Literal["text", "number", "choice", "switch", "file"]
    value: FieldValue
    choices: tuple[tuple[str, str], ...] = ()
    details: dict[str, ChoiceDetails] = {}
    shown_as: Literal["list", "buttons", "cards"] = "list"
    note: str = ""
    group: str = ""
    least: int | None = None
    most: int | None = None
    longest: int | None = None
    live: bool = False

    def can_be(self, value: FieldValue) -> bool:
        """Whether the page can have sent that *value* of the field."""
        if isinstance(value, bool) or self.type == "switch":
            return isinstance(value, bool) and self.type == "switch"
        if self.type == "choice":
            return any(value == choice for choice, _words in self.choices)
        return self.longest is None or len(value) <= self.longest


class Fold(_Part):
    """Parts that unfold under the line *text*."""

    part: Literal["fold"] = "fold"
    text: str
    parts: tuple[AnyPart, ...]


class Form(_Part):
    """A form: *do* is sent with the ``values`` of all its fields by name.

    Without a *button* every field is live.
    """

    part: Literal["form"] = "form"
    parts: tuple[AnyPart, ...]
    do: Do
    button: str = ""


class ListRow(_Part):
    """A row of a list: the first of the *cells* names it."""

    part: Literal["row"] = "row"
    cells: Annotated[tuple[str, ...], Field(min_length=1)]
    buttons: tuple[Button, ...] = ()
    picture: Picture | None = None


class Rows(_Part):
    """A list, or, with titles for its *columns*, a table.

    *look* is how large a page with room shows the rows: as ``boards`` beside each other, as
    ``cards``, one across the page (``wide``), or one before all others (``large``).
    """

    part: Literal["rows"] = "rows"
    rows: tuple[ListRow, ...]
    columns: tuple[str, ...] = ()
    look: Literal["list", "boards", "cards", "wide", "large"] = "list"


AnyPart: TypeAlias = Annotated[
    Heading | Paragraph | WarningText | Prose | Picture | Button | FormField | Fold | Form | Rows,
    Field(discriminator="part"),
]


class ScreenPlace(BaseModel):
    """A *screen* by its name, and what it is *about*."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)

    screen: str
    about: About = {}


class Screen(_Part):
    """A screen. *name* and *about* open it again; *back* is the screen before it.

    The first *live* parts are lists that change by themselves: a page is told of new ones.
    """

    name: str
    about: About = {}
    title: str
    back: ScreenPlace | None = None
    parts: tuple[AnyPart, ...]
    live: int | None = None


def opening(screen: str, about: About | None = None) -> Do:
    """The message that opens a *screen*."""
    return {"do": "open", "screen": screen, "about": dict(about or {})}


def submitting(screen: str, about: About | None = None, **values: JsonValue) -> Do:
    """The message that submits *values* to a *screen*; a form adds those of its fields."""
    return {"do": "submit", "screen": screen, "about": dict(about or {}), "values": values}
