"""The ten kinds of parts of which a screen is made (``AnyPart``), as a face gets them in JSON.

A face that can show these parts can show every screen, of any game. A field that is left out has
its default. The field *do* of a button is the message, without its id, that the face sends when the
button is pressed.
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
"""A message of the face without its id."""
About: TypeAlias = dict[str, str]
"""The parameters of a screen: a game, a match, a page of a list."""
FieldValue: TypeAlias = str | bool
"""The value of a field: a bool for a switch, else the text that was typed or chosen."""


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)

    @model_serializer(mode="wrap")
    def _without_defaults(self, write: SerializerFunctionWrapHandler) -> dict[str, object]:
        return {name: value for name, value in write(self).items() if self._tells(name)}

    def _tells(self, name: str) -> bool:
        """Whether the field of that name differs from its default."""
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
    """A warning in one sentence; screen readers announce it when it appears."""

    part: Literal["warning"] = "warning"
    text: str


class Prose(_Part):
    """Text with headings, lists and tables. *html* is made here, from Markdown without HTML."""

    part: Literal["prose"] = "prose"
    html: str


class Picture(_Part):
    """A picture: the content *markup* of an ``svg`` whose ``viewBox`` is *box*.

    *name* describes it in words; without one it is decoration. A page that has the markup of that
    *key* already gets the key alone.
    """

    part: Literal["picture"] = "picture"
    box: tuple[float, float, float, float]
    markup: str = ""
    name: str = ""
    key: str = ""


class Button(_Part):
    """A button with a *note* that explains it. The *primary* one is what most people want."""

    part: Literal["button"] = "button"
    text: str
    do: Do
    primary: bool = False
    note: str = ""


class ChoiceDetails(_Part):
    """Details of a value that can be chosen: a sentence, a *picture*.

    *strength* is the number of full dots of ``MOST_STRENGTH``; ``None``: no dots are shown.
    """

    note: str = ""
    strength: Annotated[int, Field(ge=0, le=MOST_STRENGTH)] | None = None
    picture: Picture | None = None


class FormField(_Part):
    """A field of a form with its *label* and a *note* that explains it.

    *choices* are values with their words; those of a text field are only proposals. *details*
    explain some of them, and *shown_as* is how a page shows all: in a list, as buttons, or as cards
    with the details on them. *least* and *most* are the limits of a number, *longest* is the most
    letters of a text; the value of a ``file`` is the text in it. Consecutive fields of one *group*
    stand together under that title. When a *live* field changes, the page submits the form at once,
    with the name of the field as ``changed``; the answer is the updated screen.
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
        """Whether *value* is possible in the field: a bool in a switch, one of the choices, or a
        text within the limit."""
        if isinstance(value, bool) or self.type == "switch":
            return isinstance(value, bool) and self.type == "switch"
        if self.type == "choice":
            return any(value == choice for choice, _words in self.choices)
        return self.longest is None or len(value) <= self.longest


class Fold(_Part):
    """Parts that are hidden until the line *text* is unfolded."""

    part: Literal["fold"] = "fold"
    text: str
    parts: tuple[AnyPart, ...]


class Form(_Part):
    """A form: *do* is sent with the ``values`` of all its fields by name.

    Without a *button* every field is live. A paragraph at the end of the parts is the *summary*:
    it says beside the button what the button begins.
    """

    part: Literal["form"] = "form"
    parts: tuple[AnyPart, ...]
    do: Do
    button: str = ""

    @property
    def summary(self) -> str:
        """The paragraph at the end of the parts; ``""`` without one."""
        last = self.parts[-1] if self.parts else None
        return last.text if isinstance(last, Paragraph) else ""

    @property
    def above(self) -> tuple[AnyPart, ...]:
        """The parts without the summary."""
        return self.parts[:-1] if self.summary else self.parts


class ListRow(_Part):
    """A row of a list: the first of the *cells* names it, the first of the *buttons* is the main.

    In a list a page shows further buttons, where there are more than two, in a menu. A picture
    without markup comes later.
    """

    part: Literal["row"] = "row"
    cells: Annotated[tuple[str, ...], Field(min_length=1)]
    buttons: tuple[Button, ...] = ()
    picture: Picture | None = None


class Rows(_Part):
    """A list, or, with titles for its *columns*, a table.

    *look* is the size of the rows on a page with room: ``boards`` beside each other, ``cards``, one
    across the page (``wide``), or one before all others (``large``).
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
    """A *screen* by its name, with its parameters *about*."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)

    screen: str
    about: About = {}


class Screen(_Part):
    """A screen. *name* and *about* open it again; *back* is the screen before it.

    The first *live* parts are lists that the desk updates: a page gets the new ones by itself.
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


def text_field(
    name: str, label: str, longest: int, *, value: str = "", note: str = ""
) -> FormField:
    """The field of a form for a text of at most *longest* letters."""
    return FormField(name=name, label=label, type="text", value=value, note=note, longest=longest)
