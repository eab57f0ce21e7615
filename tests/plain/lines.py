"""Matches in line mode within a test: in a room of a line of this process."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gipf_meta.base.clock import StillClock
from gipf_meta.library.settings import Settings
from gipf_meta.library.store import Keeper, Library
from gipf_meta.line.local_line import LocalLine
from gipf_meta.match.match import GameFinder, Match
from gipf_meta.plain.play_loop import PlainMatch
from gipf_meta.plain.terminal import Terminal
from gipf_meta.plugins.loading import Installed, load_plugins
from gipf_meta.records.models import Record
from gipf_meta.records.writer import to_record
from gipf_meta.table.openings import Opening
from gipf_meta.table.players import players_of, seats_of
from gipf_meta.table.table import Table

ROOM = "match"


@dataclass
class Found(Installed):
    """The games that *finder* finds, as installed games."""

    finder: GameFinder | None = None

    def find(self, game: str) -> Any:
        """The game of that id."""
        assert self.finder is not None
        return self.finder(game)


class Typist(Terminal):
    """A person at a terminal, whose lines are all typed in advance."""

    def __init__(self, *typed: str) -> None:
        super().__init__(io.StringIO("".join(f"{line}\n" for line in typed)), io.StringIO())

    @property
    def is_interactive(self) -> bool:
        return True

    def wait_for_line(self, ms: int | None) -> bool:
        return True

    @property
    def said(self) -> str:
        """All lines that were printed."""
        return said_at(self)


def pipe(*typed: str) -> Terminal:
    """A pipe with the lines *typed*."""
    return Terminal(io.StringIO("".join(f"{line}\n" for line in typed)), io.StringIO())


def said_at(terminal: Terminal) -> str:
    """All lines that were printed at *terminal*."""
    assert isinstance(terminal.out, io.StringIO)
    return terminal.out.getvalue()


def open_line(
    installed: Installed | None = None,
    library: Library | None = None,
    clock: StillClock | None = None,
    patience_ms: int | None = None,
) -> LocalLine:
    """A line of this process whose clock stands still."""
    found = load_plugins() if installed is None else installed
    settings = Settings()
    return LocalLine(found, library, settings, clock or StillClock(), patience_ms=patience_ms)


def begin(line: LocalLine, match: Match, kinds: Sequence[str], names: Sequence[str] = ()) -> None:
    """Opens the room of *line* for *match*, as it stands, between players of those *kinds*."""
    bottom = match.sessions[0]
    players = players_of(kinds, names or bottom.game.seat_names)
    if any(session.steps for session in match.sessions):
        line.open(ROOM, Opening.of_record(to_record(match, seats_of(players))))
        line.hub.room(ROOM).table.paused = False
    else:
        opening = Opening.of_match(bottom.game, seats_of(players), match.seed, match.control)
        line.open(ROOM, opening)


def resume(line: LocalLine, record: Record, keeper: Keeper) -> None:
    """Opens the room of *line* for the match of *record*."""
    line.resume(ROOM, record, keeper)


def play(line: LocalLine, terminal: Terminal, installed: Installed | None = None) -> int:
    """Plays the match of the room of *line* at *terminal*; returns the exit status."""
    return PlainMatch(line, ROOM, installed or line.installed, terminal).run()


def table(line: LocalLine) -> Table:
    """The table of the room of *line*."""
    return line.hub.room(ROOM).table
