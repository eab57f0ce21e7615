"""The messages of the desk to a page, as typed dictionaries."""

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
from gipf_meta.desk.duel_story import StoryFrame
from gipf_meta.desk.known_pictures import with_keys
from gipf_meta.desk.parts import About, AnyPart, Screen

WrittenPart: TypeAlias = Annotated[
    dict[str, object], GetPydanticSchema(lambda _type, read: read.generate_schema(AnyPart))
]
"""A part of a screen as its model serializes it."""


class WrittenPlace(TypedDict):
    """A ``ScreenPlace`` as its model serializes it."""

    screen: str
    about: About


class WrittenScreen(TypedDict):
    """A ``Screen`` as its model serializes it, without the fields that have their defaults."""

    name: str
    about: NotRequired[About]
    title: str
    back: NotRequired[WrittenPlace | None]
    parts: list[WrittenPart]
    live: NotRequired[int]


class ScreenMessage(Answering):
    """The message with the screen that the page has to show."""

    screen: WrittenScreen


class LiveBody(TypedDict):
    """The updated first *live* parts of the screen *name*."""

    name: str
    live: int
    parts: list[WrittenPart]


class LiveMessage(TypedDict):
    """The message with lists of a screen that have changed by themselves."""

    live: LiveBody


class StoryMessage(Answering):
    """The message with a story in pictures, which a page plays."""

    story: list[StoryFrame]


class PageSettings(TypedDict):
    """The settings that a page needs; an empty *theme* is that of the system."""

    name: str
    theme: str
    language: str
    motion: bool
    sound: bool
    confirm: bool
    chances: NotRequired[bool]
    toured: bool


class SettingsMessage(Answering):
    """The message with the settings that the page has to use from now on."""

    settings: PageSettings


class DeskRefusal(RefusedMessage):
    """The message that refuses a request; *field* of the form is to blame."""

    field: NotRequired[str]


class NavigationPlace(TypedDict):
    """A place of the navigation: a *screen*, and its title."""

    screen: str
    text: str


class Greeting(TypedDict):
    """The data that a page needs first: its texts (*words*), the *settings*, the navigation."""

    words: dict[str, str]
    settings: PageSettings
    places: list[NavigationPlace]


DeskMessage: TypeAlias = (
    ScreenMessage
    | LiveMessage
    | StoryMessage
    | SettingsMessage
    | NoticeMessage
    | DeskRefusal
    | Done
    | GoMessage
    | FileMessage
)
"""A message of the desk."""
PageMessages: TypeAlias = list[DeskMessage]
"""The messages of the desk to one page, in order."""


def show(screen: Screen, known: Container[str] = ()) -> ScreenMessage:
    """The message that shows *screen* to a page that has the pictures with *known* keys."""
    written = with_keys(screen.model_dump(mode="json"), known.__contains__)
    return {"screen": cast("WrittenScreen", written)}
