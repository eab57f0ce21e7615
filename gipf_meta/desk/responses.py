"""The messages of the desk to a page, as typed dictionaries."""

from __future__ import annotations

from collections.abc import Container
from typing import Annotated, NotRequired, TypeAlias, cast

from pydantic import GetPydanticSchema, JsonValue
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
from gipf_meta.desk.identity import Purpose
from gipf_meta.desk.known_pictures import with_keys
from gipf_meta.desk.parts import About, AnyPart, Do, Screen
from gipf_meta.protocol.view import BoardMaterial

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
    """The message with the screen that the page has to show; one about a game has the tint of its
    *board*."""

    screen: WrittenScreen
    board: NotRequired[BoardMaterial]


class DrawnMessage(Answering):
    """The message with a screen that a page shows only where it is shown already: more of its
    pictures are drawn."""

    drawn: WrittenScreen


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


class TallyBody(TypedDict):
    """The user's results against a bot, in *words*; a button with a *text* begins a match against
    the next one by the message *do*."""

    words: str
    text: NotRequired[str]
    do: NotRequired[Do]


class TallyMessage(Answering):
    """The message with the results against a bot."""

    tally: TallyBody


class WaitingMatch(TypedDict):
    """A match that waits for the reader: its *room*, *game* and *title*, *what* it waits for, and
    the end of that time, *until_ms*; none runs out without it. *invited*: he has no seat yet."""

    room: str
    game: str
    title: str
    what: str
    invited: bool
    until_ms: NotRequired[int]


class WaitsMessage(Answering):
    """The message with what *waits* for the reader, the first of *count* matches, at *now_ms*.
    Times are milliseconds since 1970, by the clock of the host.

    *follows*: ``AwaitsMessage`` comes from now on when that changes.
    """

    waits: list[WaitingMatch]
    count: int
    now_ms: int
    follows: NotRequired[bool]


class AwaitsBody(TypedDict):
    """The matches that have begun to wait for the reader (*waits*) since he was told before, but
    for those at whose boards he sat meanwhile; and the number of all that wait, at *now_ms*, but
    for those at whose boards he sits."""

    waits: list[WaitingMatch]
    count: int
    now_ms: int


class AwaitsMessage(TypedDict):
    """The message that something else *awaits* the reader."""

    awaits: AwaitsBody


class WaitingBody(TypedDict):
    """The number of matches that wait for the reader beside the one that he looks at, at most 99;
    *words* say it."""

    count: int
    words: str


class WaitingMessage(Answering):
    """The message with how much else waits for the reader."""

    waiting: WaitingBody


class PageSettings(TypedDict):
    """The settings that a page needs; an empty *theme* is that of the system. All *boards* and
    *pieces* are of a material, or plain; empty: each game has its own."""

    name: str
    theme: str
    boards: NotRequired[str]
    pieces: NotRequired[str]
    language: str
    motion: bool
    sound: bool
    confirm: bool
    chances: NotRequired[bool]
    faces: NotRequired[bool]
    toured: bool


class SettingsMessage(Answering):
    """The message with the settings that the page has to use from now on."""

    settings: PageSettings


class SignedInBody(TypedDict):
    """The fresh *secret* of a device that has become one of the person called *name*."""

    secret: str
    name: str


class SignedInMessage(Answering):
    """The message that makes a device one of another person: it says hello by that secret from now
    on."""

    signed_in: SignedInBody


class SignedOutMessage(Answering):
    """The message that makes a device forget its secret: it is nobody's any more."""

    signed_out: bool


class PasskeyBody(TypedDict):
    """The *options* that a browser needs to create a passkey (``add``), or to sign in by one."""

    purpose: Purpose
    options: dict[str, JsonValue]


class PasskeyMessage(Answering):
    """The message with a challenge, which a page answers by a passkey."""

    passkey: PasskeyBody


class PairingBody(TypedDict):
    """The *code* that is typed on another device of the person."""

    code: str


class PairingMessage(Answering):
    """The message to a device that waits for another to confirm it: it submits the step ``paired``
    now and then until it is signed in."""

    pairing: PairingBody


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


class MistakeTold(TypedDict):
    """A mistake of one's own: the position of a game, the turn that was *played* there, and the
    *better* one."""

    game: str
    options: list[str]
    position: str
    better: str
    played: str


class MistakeMessage(Answering):
    """The address of the lesson that mends a *mistake* of one's own: a terminal, which runs lessons
    by itself, makes it of the mistake."""

    go: str
    mistake: MistakeTold


DeskMessage: TypeAlias = (
    ScreenMessage
    | DrawnMessage
    | LiveMessage
    | StoryMessage
    | TallyMessage
    | WaitingMessage
    | WaitsMessage
    | AwaitsMessage
    | SettingsMessage
    | SignedInMessage
    | SignedOutMessage
    | PasskeyMessage
    | PairingMessage
    | NoticeMessage
    | DeskRefusal
    | Done
    | GoMessage
    | MistakeMessage
    | FileMessage
)
"""A message of the desk."""
PageMessages: TypeAlias = list[DeskMessage]
"""The messages of the desk to one page, in order."""


def show(screen: Screen, known: Container[str] = ()) -> ScreenMessage:
    """The message that shows *screen* to a page that has the pictures with *known* keys."""
    return {"screen": _written(screen, known)}


def show_drawn(screen: Screen, known: Container[str] = ()) -> DrawnMessage:
    """The message with *screen*, more of whose pictures are drawn, for a page that shows it."""
    return {"drawn": _written(screen, known)}


def _written(screen: Screen, known: Container[str]) -> WrittenScreen:
    written = with_keys(screen.model_dump(mode="json"), known.__contains__)
    return cast("WrittenScreen", written)
