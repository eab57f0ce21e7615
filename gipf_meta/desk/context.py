"""What the screens work on: games, library, settings, rooms, and the tables of a host."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final, Literal, Protocol, TypeAlias, TypeVar

from gipf_meta.base.clock import date
from gipf_meta.base.texts import _, language
from gipf_meta.desk.imported_games import (
    AnyBrought,
    Brought,
    BroughtMatch,
    ReadElsewhere,
    read_brought,
)
from gipf_meta.desk.match_cards import MatchInList
from gipf_meta.desk.parts import About
from gipf_meta.desk.requests import DeskError
from gipf_meta.hub.hub import Hub
from gipf_meta.library.settings import Settings, save_settings
from gipf_meta.library.store import Library
from gipf_meta.plugins.loading import Installed
from gipf_meta.protocol.failures import failure
from gipf_meta.protocol.game import AnyGame
from gipf_meta.records.player_names import PERSON

T = TypeVar("T")

Face: TypeAlias = Literal["page", "terminal", "lines"]
"""What shows the screens: a page in a browser, the screens of a terminal, line by line."""
MOST_AT_ONCE: Final = 1_000
"""The most rows of a list where a terminal has it in one piece."""
SEED_BITS = 63
"""The bits of a match's seed: more than anybody can guess from what luck has drawn."""


def new_room_id() -> str:
    """Any id for a room."""
    return secrets.token_hex(8)


def new_seed() -> int:
    """Any seed for a match."""
    return secrets.randbits(SEED_BITS)


@dataclass
class Context:
    """Everything that can be played here, the matches that were kept, the settings, the rooms.

    Without *library* no match is kept. *new_room* says the id of a new room, *new_seed* the seed of
    its match; *save* keeps the settings, and says what is wrong if it cannot. *known* is what
    ``once`` has found. *tables* are those of all people of a host, ``None`` where one person plays
    alone; *person* is who asks at the moment, and *notices* are for his answer. *read_brought* has
    the match that somebody brings, or ``None``, where it is read elsewhere first; without one it is
    read here. *now* says the date. *explain* makes the sentence on a defect. *face* is what shows
    the screens; where it *keeps_boards*, one begins as it was left.
    """

    installed: Installed
    library: Library | None
    settings: Settings
    hub: Hub
    new_room: Callable[[], str] = new_room_id
    new_seed: Callable[[], int] = new_seed
    save: Callable[[Settings], str] = save_settings
    notices: list[str] = field(default_factory=list)
    known: dict[tuple[object, ...], Any] = field(default_factory=dict)
    tables: Tables | None = None
    person: str = ""
    read_brought: Callable[[Brought], AnyBrought | None] | None = None
    now: Callable[[], str] = date
    explain: Callable[[BaseException], str] = failure
    face: Face = "page"
    keeps_boards: bool = False
    are_settings_kept: bool = True

    @contextmanager
    def asked_by(self, person: str) -> Iterator[None]:
        """Works for *person* in the block; what is noticed meanwhile is for nobody else, and for no
        later answer, however the block ends."""
        self.person, self.notices = person, []
        try:
            yield
        finally:
            self.notices = []

    @property
    def is_page(self) -> bool:
        """Whether a page shows the screens: it has pictures, files, and a help of its own."""
        return self.face == "page"

    def read_match(self, link: Brought) -> BroughtMatch:
        """The match to which a *link* leads. Raises ``GipfMetaError``."""
        read = self.read(link)
        assert isinstance(read, BroughtMatch), "a link leads to one match"
        return read

    def read(self, brought: Brought) -> AnyBrought:
        """What somebody has *brought*. A screen asks for it before it does anything: where it is
        read elsewhere, the message comes again. Raises ``GipfMetaError`` and ``ReadElsewhere``."""
        if self.read_brought is None:
            return read_brought(brought, None, self.installed.find)
        if (found := self.read_brought(brought)) is None:
            raise ReadElsewhere(brought)
        return found

    def keep_lesson(self, game: str, lesson: str) -> None:
        """Keeps that a *lesson* of *game* was taken."""
        self.keep_settings(self.settings.with_lesson_done(game, lesson))

    def keep_settings(self, settings: Settings) -> None:
        """Works with *settings* from now on, and keeps them; notes it if that cannot be done."""
        if settings == self.settings and self.are_settings_kept:
            return
        self.settings, self.are_settings_kept = settings, False
        if why := self.save(settings):
            self.notices.append(why)
        self.are_settings_kept = not why

    def once(self, key: tuple[object, ...], find: Callable[[], T]) -> T:
        """What *find* finds for *key*, looked for once in each language."""
        place = (language(), *key)
        if place not in self.known:
            self.known[place] = find()
        found: T = self.known[place]
        return found

    def since(self, key: tuple[object, ...], stamp: object, find: Callable[[], T]) -> T:
        """What *find* finds for *key*, looked for again when *stamp* is another."""
        place = (language(), *key)
        known = self.known.get(place)
        if known is None or known[0] != stamp:
            known = self.known[place] = (stamp, find())
        found: T = known[1]
        return found

    def game_of(self, about: About) -> type[AnyGame]:
        """The game that a screen is *about*. Raises ``UnknownGame`` or ``DeskError``."""
        if "game" not in about:
            raise DeskError(_("This screen needs a game."))
        return self.installed.find(about["game"])


@dataclass(frozen=True, slots=True)
class SeatInList:
    """A seat of a table: *kind* is ``human`` or a bot's name; *person* holds it, empty for nobody.

    Somebody is invited to one that *is_reserved*.
    """

    player: int
    name: str
    person: str = ""
    kind: str = PERSON
    is_reserved: bool = False

    @property
    def is_free(self) -> bool:
        """Whether somebody may still take it."""
        return self.kind == PERSON and not self.person


@dataclass(frozen=True, slots=True)
class ListedRoom:
    """A *room* in a list, with its *seats* in the order of the players.

    *player* decides next, ``None``: nobody does; *number* is that of the last event. *by* has
    opened the room. Times are milliseconds since 1970.
    """

    room: str
    game: str
    seats: tuple[SeatInList, ...]
    player: int | None
    turns: int
    number: int
    changed_ms: int
    opened_ms: int = 0
    by: str = ""
    is_over: bool = False
    is_open: bool = False
    is_private: bool = False
    is_from_position: bool = False
    is_study: bool = False


class Tables(Protocol):
    """Knows the tables of a host, and how they stand."""

    def tables_of(self, person: str) -> Sequence[ListedRoom]:
        """The tables at which *person* holds a seat, those that he has opened, and the studies into
        which he was let.

        The one at which something happened last comes first.
        """
        ...

    def open_tables(self) -> Sequence[ListedRoom]:
        """The tables that are not over and at which anybody may take a seat, the newest first."""
        ...

    def agreed(self, table: ListedRoom) -> str:
        """What is agreed on time at an open *table*, in sentences; it may come later."""
        ...

    def standing(self, table: ListedRoom, person: str) -> MatchInList:
        """How *table* stands as *person* may see it; its board may come later."""
        ...
