"""What the desk says to a page: the shapes of the messages."""

from __future__ import annotations

from collections.abc import Container
from typing import Annotated, NotRequired, TypeAlias, cast

from pydantic import GetPydanticSchema
from typing_extensions import TypedDict

from gipf_meta.deeds.messages import (
    Answering,
    Done,
    FileMessage,
    GoMessage,
    NoticeMessage,
    RefusedMessage,
)
from gipf_meta.desk.known_pictures import with_keys
from gipf_meta.desk.parts import About, AnyPart, Screen

WrittenPart: TypeAlias = Annotated[
    dict[str, object], GetPydanticSchema(lambda _type, read: read.generate_schema(AnyPart))
]
"""A part of a screen as its model writes it."""


class WrittenPlace(TypedDict):
    """A ``ScreenPlace`` as its model writes it."""

    screen: str
    about: About


class WrittenScreen(TypedDict):
    """A ``Screen`` as its model writes it: what is its default is left out."""

    name: str
    about: NotRequired[About]
    title: str
    back: NotRequired[WrittenPlace | None]
    parts: list[WrittenPart]
    live: NotRequired[int]


class ScreenMessage(Answering):
    """The page shows that screen."""

    screen: WrittenScreen


class LiveBody(TypedDict):
    """The first *live* parts of the screen *name*, as they are now."""

    name: str
    live: int
    parts: list[WrittenPart]


class LiveMessage(TypedDict):
    """Lists of a screen that have changed by themselves."""

    live: LiveBody


class PageSettings(TypedDict):
    """What a page must know of the settings; an empty *theme* is that of the system."""

    name: str
    theme: str
    language: str
    motion: bool
    sound: bool
    confirm: bool
    toured: bool


class SettingsMessage(Answering):
    """The page works with these settings from now on."""

    settings: PageSettings


class DeskRefusal(RefusedMessage):
    """What was asked for is not done; *field* of the form is to blame."""

    field: NotRequired[str]


class NavigationPlace(TypedDict):
    """A *screen* to which one can always go, and what it is called."""

    screen: str
    text: str


class Greeting(TypedDict):
    """What a page must know first: its own *words*, the *settings*, where one can always go."""

    words: dict[str, str]
    settings: PageSettings
    places: list[NavigationPlace]


DeskMessage: TypeAlias = (
    ScreenMessage
    | LiveMessage
    | SettingsMessage
    | NoticeMessage
    | DeskRefusal
    | Done
    | GoMessage
    | FileMessage
)
"""What the desk says."""
PageMessages: TypeAlias = list[DeskMessage]
"""What the desk says to one page, in order."""


def show(screen: Screen, known: Container[str] = ()) -> ScreenMessage:
    """The message that shows *screen* to a page that has the pictures with *known* keys."""
    written = with_keys(screen.model_dump(mode="json"), known.__contains__)
    return {"screen": cast("WrittenScreen", written)}
