"""The data that the screens work on: games, library, settings, rooms, and the tables of a host."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NamedTuple, Protocol, TypeAlias, TypeVar

from gipf_meta.base.clock import date
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _, language
from gipf_meta.desk.acquaintance import Acquaintances
from gipf_meta.desk.identity import Identity
from gipf_meta.desk.imported_games import (
    AnyBrought,
    Brought,
    BroughtMatch,
    ReadElsewhere,
    read_brought,
)
from gipf_meta.desk.match_cards import MatchInList
from gipf_meta.desk.own_notices import NoticeWays
from gipf_meta.desk.own_vacations import Vacations
from gipf_meta.desk.parts import About
from gipf_meta.desk.requests import DeskError
from gipf_meta.hub.hub import Hub
from gipf_meta.library.library_practice import practice_in
from gipf_meta.library.settings import Settings, save_settings
from gipf_meta.library.store import Library
from gipf_meta.match.puzzle_lessons import is_puzzle
from gipf_meta.plugins.loading import Installed
from gipf_meta.practice.keeping import MemoryKeeper, PracticeKeeper
from gipf_meta.practice.practice import GrowingPractice
from gipf_meta.protocol.failures import failure
from gipf_meta.protocol.game import AnyGame
from gipf_meta.records.player_names import PERSON

T = TypeVar("T")

Face: TypeAlias = Literal["page", "terminal", "lines"]
"""The kind of face that shows the screens: a page in a browser, the screens of a terminal, or lines
of text."""
MOST_AT_ONCE: Final = 1_000
"""The most rows of a list in a terminal, which shows the whole list and no pages of it."""
SEED_BITS = 63
"""The number of bits in a match's seed: too many for anybody to guess it from the draws of luck."""

_OF_THE_LIBRARY: Final = MemoryKeeper()
"""Stands for the practice that the library has."""


def new_room_id() -> str:
    """A random id for a room."""
    return secrets.token_hex(8)


def new_seed() -> int:
    """A random seed for a match."""
    return secrets.randbits(SEED_BITS)


@dataclass
class Context:
    """The installed games, the library of saved matches, the settings, and the rooms.

    Without *library* no match is saved. *new_room* returns the id of a new room, *new_seed* the
    seed of its match. *save* writes the settings, and returns what is wrong if it cannot. *known*
    is the cache of ``cached`` and ``cached_until``. *tables* are those of all people of a host,
    ``None`` where one person plays alone, as is *identity*, which has his devices and ways back,
    *acquaintances*, which has the people whom he knows, *vacations*, and *notice_ways*, by which he
    is told what waits for him. *practice* keeps what is noted of his puzzles and mistakes; if none
    is given, the library does, or memory; *growing* is the cache of what follows from that.
    *person* is the sender of the message that is being answered, over *link*; *notices* are
    sentences to add to the answer. *read_brought* returns the match that somebody imports, or
    ``None`` where another process has to read it first; without *read_brought* it is read here.
    *now* returns the date. *explain* turns a defect into a sentence; *note_refusal* is called with
    each sentence that refuses something. *face* is the kind of face that shows the screens. Where
    *keeps_boards* is true, setting a board up starts from the board that was saved last.
    *are_settings_kept* is false while the settings could not be saved. *was_hinted*: a page has got
    the notice how to keep a seat.
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
    identity: Identity | None = None
    acquaintances: Acquaintances | None = None
    vacations: Vacations | None = None
    notice_ways: NoticeWays | None = None
    practice: PracticeKeeper = _OF_THE_LIBRARY
    growing: GrowingPractice = field(default_factory=GrowingPractice)
    person: str = ""
    link: str = ""
    read_brought: Callable[[Brought], AnyBrought | None] | None = None
    now: Callable[[], str] = date
    explain: Callable[[BaseException], str] = failure
    note_refusal: Callable[[GipfMetaError], object] = lambda error: None
    face: Face = "page"
    keeps_boards: bool = False
    are_settings_kept: bool = True
    was_hinted: bool = False

    def __post_init__(self) -> None:
        if self.practice is _OF_THE_LIBRARY:
            self.practice = practice_in(self.library)

    @contextmanager
    def serving(self, person: str, link: str = "") -> Iterator[None]:
        """Works for *person* at *link* in the block; clears the notices at its beginning and its
        end, so that none reaches another person or a later answer."""
        self.person, self.link, self.notices = person, link, []
        try:
            yield
        finally:
            self.notices = []

    @property
    def is_page(self) -> bool:
        """Whether a browser shows the screens: it has pictures, files, and its own help."""
        return self.face == "page"

    def read_match(self, link: Brought) -> BroughtMatch:
        """The match to which a *link* leads. Raises ``GipfMetaError``."""
        read = self.read(link)
        assert isinstance(read, BroughtMatch), "a link leads to one match"
        return read

    def read(self, brought: Brought) -> AnyBrought:
        """Reads the imported match, games or position. A screen calls it before it changes
        anything: where another process reads the import, the same message is handled again later.
        Raises ``GipfMetaError`` and ``ReadElsewhere``."""
        if self.read_brought is None:
            return read_brought(brought, None, self.installed.find)
        if (found := self.read_brought(brought)) is None:
            raise ReadElsewhere(brought)
        return found

    def keep_lesson(self, game: str, lesson: str, page: int | None) -> None:
        """Saves that a *lesson* of *game* was left at a *page*, or, with ``None``, taken; of a
        puzzle nothing."""
        if is_puzzle(lesson):
            return
        if page is None:
            self.keep_settings(self.settings.with_lesson_done(game, lesson))
        else:
            self.keep_settings(self.settings.with_lesson_page(game, lesson, page))

    def keep_settings(self, settings: Settings) -> None:
        """Replaces the settings and saves them; adds a notice if they cannot be saved."""
        if settings == self.settings and self.are_settings_kept:
            return
        self.settings, self.are_settings_kept = settings, False
        if why := self.save(settings):
            self.notices.append(why)
        self.are_settings_kept = not why

    def cached(self, key: tuple[object, ...], find: Callable[[], T]) -> T:
        """Returns the result of *find* for *key*, cached for each language."""
        place = (language(), *key)
        if place not in self.known:
            self.known[place] = find()
        found: T = self.known[place]
        return found

    def cached_until(self, key: tuple[object, ...], stamp: object, find: Callable[[], T]) -> T:
        """Returns the result of *find* for *key*, cached for each language until *stamp*
        changes."""
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
    """A seat of a table: *kind* is ``human`` or a bot's name; *person* is the id of its holder,
    empty for nobody.

    A seat that *is_reserved* is free for an invited person: for the one who is *invited* by name,
    or if that is empty for whoever has the link. The match *waits* for the holder to decide or to
    answer. Times are milliseconds since 1970: the invitation's end (without a person: it has ended
    and was not taken back), and the holder's vacation.
    """

    player: int
    name: str
    person: str = ""
    kind: str = PERSON
    is_reserved: bool = False
    waits: bool = False
    invited: str = ""
    invited_until_ms: int | None = None
    rest_from_ms: int | None = None
    rest_until_ms: int | None = None

    @property
    def is_free(self) -> bool:
        """Whether the seat is a person's and nobody holds it."""
        return self.kind == PERSON and not self.person


@dataclass(frozen=True, slots=True)
class ListedRoom:
    """A *room* in a list, with its *seats* in the order of the players.

    *player* decides next, ``None`` where nobody does; *number* is that of the last event. *by* is
    the id of the person who opened the room. Times are milliseconds since 1970. In a match that
    *is_slow* a turn may take a day or more; *flag_ms* is when the flag of the player on turn falls,
    ``None``: no clock runs; *hour_ms* is the hour at which a duel is played at one time.
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
    is_slow: bool = False
    flag_ms: int | None = None
    hour_ms: int | None = None


class WaitingRooms(NamedTuple):
    """The rooms that wait for a person at *at_ms*, milliseconds since 1970, the most urgent first.

    *number* is that of all of them; *rooms* may be the first ones only.
    """

    rooms: Sequence[ListedRoom] = ()
    number: int = 0
    at_ms: int = 0


class Tables(Protocol):
    """The tables of a host, and the state of each."""

    def now_ms(self) -> int:
        """The time of the tables, in milliseconds since 1970."""
        ...

    def waiting_for(self, person: str) -> WaitingRooms:
        """The tables that wait for *person*: for his decision, his answer, or the hour of a duel
        that he plays live; behind them those to which he is invited by name.

        Of each kind the one with the least time left comes first, and those without a clock last.
        """
        ...

    def tables_of(self, person: str) -> Sequence[ListedRoom]:
        """The tables at which *person* holds a seat, those that he has opened, and the studies that
        he may enter.

        The table with the latest event comes first.
        """
        ...

    def open_tables(self, person: str = "") -> Sequence[ListedRoom]:
        """The tables that are not over and at which anybody may take a seat, the newest first;
        without those of people who do not sit with *person*."""
        ...

    def agreed(self, table: ListedRoom) -> str:
        """The time control of an open *table*, in sentences; ``""`` until the host knows it."""
        ...

    def standing(self, table: ListedRoom, person: str) -> MatchInList:
        """The state of *table* as *person* may see it; its board may come later."""
        ...
