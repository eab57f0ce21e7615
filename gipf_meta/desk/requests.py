"""The messages of a page to the desk, and the errors that refuse one."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.json_text import read_object
from gipf_meta.base.texts import _
from gipf_meta.desk.parts import FormField
from gipf_meta.records.record_files import LONGEST_LINK

Id: TypeAlias = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
FieldName: TypeAlias = Annotated[str, Field(max_length=200)]
LONGEST_FIELD: Final = 200_000
"""The most letters in the value of a field, which may be a saved match."""
FieldText: TypeAlias = Annotated[str, Field(max_length=LONGEST_FIELD)]
Matter: TypeAlias = Annotated[str, Field(max_length=LONGEST_LINK)]
"""A parameter of a screen; the longest is a link to a match."""


PictureKey: TypeAlias = Annotated[str, Field(max_length=16)]
MOST_PICTURES: Final = 100
"""The most keys of pictures that a page may list."""


class DeskError(GipfMetaError, ValueError):
    """The desk cannot carry a message out; the text is one sentence.

    *field* is the field of the form that is to blame, empty if none is.
    """

    def __init__(self, why: str, field: str = "") -> None:
        super().__init__(why)
        self.field = field


class _Message(BaseModel):
    """A message of a page. *id* is the sender's: a message that comes twice is answered twice and
    done once.

    The page *has* the pictures with these keys.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)

    id: Id
    screen: FieldName
    about: Annotated[dict[FieldName, Matter], Field(max_length=20)] = {}
    has: Annotated[tuple[PictureKey, ...], Field(max_length=MOST_PICTURES)] = ()


class Open(_Message):
    """The message that opens a screen."""

    do: Literal["open"]


class Submit(_Message):
    """The message that submits a form or a button, with the *values* of its fields.

    *changed* is the live field that has changed; empty where a button was pressed.
    """

    do: Literal["submit"]
    values: Annotated[dict[FieldName, bool | FieldText], Field(max_length=1_000)] = {}
    changed: FieldName = ""


DeskRequest: TypeAlias = Annotated[Open | Submit, Field(discriminator="do")]

OPTIONS: Final = "options"
"""The parameter of a screen with the options of its game, in JSON."""

REQUEST: Final[TypeAdapter[DeskRequest]] = TypeAdapter(DeskRequest)
"""The parser of a page's messages to the desk."""


def read_message(message: Any) -> Open | Submit:
    """Parses a *message*. Raises ``DeskError``."""
    try:
        return REQUEST.validate_python(message)
    except (ValidationError, RecursionError):
        raise DeskError(not_understood()) from None


def options_in(text: str) -> dict[str, Any]:
    """The options that *text*, a parameter in JSON, holds. Raises ``DeskError``."""
    if (options := read_object(text)) is None:
        raise DeskError(not_understood())
    return options


def impossible(entry: FormField) -> DeskError:
    """The error for a value that the field *entry* cannot have."""
    sentence = _("The field {label} cannot have that value.").format(label=entry.label)
    return DeskError(sentence, entry.name)


def not_understood() -> str:
    """The sentence about a message that makes no sense."""
    return _("The page has asked for something that nobody here understands.")
