"""Matches in rooms of this process, played over a line without any face."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gipf_meta.base.clock import StillClock
from gipf_meta.library.settings import Settings
from gipf_meta.library.store import Library, LibraryError
from gipf_meta.line.local_line import LocalLine
from gipf_meta.line.played_match import PlayedMatch
from gipf_meta.match.match import Match
from gipf_meta.match.timecontrol import TimeControl
from gipf_meta.plugins.loading import Installed, installed_plugins
from gipf_meta.protocol.game import AnyGame
from gipf_meta.protocol.options import configure
from gipf_meta.records.models import Record, Seat
from gipf_meta.records.player_names import PERSON
from gipf_meta.rooms.events import Event
from gipf_meta.table.openings import Opening
from gipf_meta.table.players import Player, players_of, seats_of
from gipf_meta.table.table import Table
from tests.small_games.finding import GAMES

SEED = 3
"""The seed of every match."""
ROOM = "match"
"""The room of a match that nothing keeps yet."""


class Found(Installed):
    """The games of the tests, and all that are installed."""

    def find(self, game: str) -> Any:
        return GAMES.get(game) or installed_plugins().find(game)


FOUND = Found([], {})


def game_of(id: str, **options: Any) -> AnyGame:
    """The game of that id, with *options*."""
    return configure(FOUND.find(id), options)


def players_at(game: AnyGame, kinds: Sequence[str]) -> list[Player]:
    """Players of those *kinds*, called as the seats are."""
    return players_of(kinds, game.seat_names)


def open_line(library: Library | None = None, **about: Any) -> LocalLine:
    """A line whose clock stands still until it is set; more is *about* it."""
    return LocalLine(FOUND, library, Settings(), StillClock(), **about)


def opening(
    game: AnyGame, kinds: Sequence[str] = (PERSON, PERSON), clock: str | None = None
) -> Opening:
    """A new match of *game* between players of those *kinds*."""
    control = TimeControl.read(clock) if clock else None
    return Opening.of_match(game, seats_of(players_at(game, kinds)), SEED, control)


class Sitting:
    """A person at the *room* of a *line*: sends commands, and receives events."""

    def __init__(self, line: LocalLine, room: str = ROOM) -> None:
        self.line, self.room = line, room
        assert isinstance(line.clock, StillClock)
        self.clock = line.clock
        self.seen, self._asked = line.watch(room)
        self.played = PlayedMatch(line, self.seen, self.say)
        self.events: list[Event] = []
        self.refused = ""
        self.receive()

    def say(self, do: str, **fields: Any) -> str:
        """Sends a command; returns why it is refused, or ``""``."""
        self.refused = ""
        self._asked = self.line.send(do, room=self.room, **fields)
        self.receive()
        return self.refused

    def play(self, text: str) -> str:
        """Plays *text*; returns why it is refused, or ``""``."""
        return self.say("play", text=text, seen=self.played.room.number)

    def receive(self, wait_s: float = 0.0) -> bool:
        """Receives the messages since the last call; returns whether there were any."""
        said = self.line.receive(wait_s)
        is_any = said is not None
        while said is not None:
            if said.get("refused") == self._asked:
                self.refused = said["why"]
            elif self.seen.receive(said):
                self.events += (events := self.seen.catch_up())
                self.played.follow(events)
            self.played.is_sending = False
            said = self.line.receive()
        return is_any

    def let_bots_decide(self) -> None:
        """Lets bots decide until a person is asked, or one of them has failed."""
        while self.played.bot_is_due and self.played.fault is None and self.receive(1.0):
            pass

    @property
    def table(self) -> Table:
        """The table of the room."""
        return self.played.table

    @property
    def match(self) -> Match:
        """The match as it stands."""
        return self.played.match

    def play_first(self, times: int = 1) -> None:
        """Decides the first thing that is possible, so many times."""
        for _time in range(times):
            assert self.play(self.played.choices()[0].notation) == ""


def sit(
    game: AnyGame,
    kinds: Sequence[str] = (PERSON, PERSON),
    library: Library | None = None,
    clock: str | None = None,
    **about: Any,
) -> Sitting:
    """A person at a new match, in which time runs if it can."""
    line = open_line(library, **about)
    line.open(ROOM, opening(game, kinds, clock))
    sitting = Sitting(line)
    if sitting.played.paused:
        assert sitting.say("go_on") == ""
    return sitting


@dataclass
class Notepad:
    """A keeper that keeps the last match in memory. As long as it *fails* it can keep nothing."""

    people: tuple[Seat, ...] = ()
    fails: str = ""
    kept: Match | None = None
    is_closed: bool = False
    notice: str = ""
    place: str = "notepad"

    def keep(self, match: Match, study: Record | None = None) -> None:
        """Keeps *match*. Raises ``LibraryError``."""
        if self.fails:
            raise LibraryError(self.fails)
        self.kept = match

    def close(self) -> None:
        """Notes that others may play the match."""
        self.is_closed = True


def library_in(folder: Path) -> Library:
    """A new library in *folder*."""
    return Library(folder / "library.sqlite")
