"""A referee for the second clock: how the games of a room stood after each of its events.

It asks the rules of the games, and no clock: a duel has ended and another begun within one command,
so what lies below is said as it stood before.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from gipf_meta.match.match import GameFinder, Match
from gipf_meta.match.session import Session
from gipf_meta.match.timecontrol import TimeControl
from gipf_meta.protocol.capabilities import timed
from gipf_meta.protocol.game import Over, Turn
from gipf_meta.rooms.consequences import FOLLOWING
from gipf_meta.rooms.events import Event
from gipf_meta.rooms.ledger import write_events
from gipf_meta.rooms.rebuilding import go_on, rebuild
from gipf_meta.rooms.room import Room
from gipf_meta.rooms.state import RoomState
from tests.host.second_clock import SecondClock, Standing, WrongClock


def standing_of(session: Session) -> Standing:
    """How one game of a match stands."""
    now = session.status
    on_turn, number = (
        (session.players[now.seat], now.number) if isinstance(now, Turn) else (None, 0)
    )
    acts = timed(session.game) is not None
    steps, is_over = len(session.steps), isinstance(now, Over) and session.ended is None
    return Standing(session.game.id, on_turn, number, steps, session.players, acts, is_over)


def standings_of(match: Match) -> list[Standing]:
    """How the games of *match* stand, the match's first."""
    return [standing_of(each) for each in match.sessions]


class Follower:
    """A room that is followed through its events by the program, *room*, and by the second clock,
    *clock*; *find* finds games.

    After each event and those that follow from it both must say the same.
    """

    def __init__(self, id: str, find: GameFinder) -> None:
        self._id, self._find = id, find
        self.clock = SecondClock()
        self.room: Room | None = None
        self._games: list[Standing] = []
        self.told: list[tuple[dict[str, Any], list[Standing]]] = []

    @property
    def number(self) -> int:
        """The number of the last event; 0: there is none."""
        return self.clock.number

    def follow(self, events: Iterable[Event]) -> None:
        """Goes on with *events*. Raises ``WrongClock``, and ``LedgerError``."""
        for group in _groups(events):
            if self.room is None:
                self.room = rebuild(self._id, group, self._find)
            else:
                go_on(self.room, group)
            after = standings_of(self.room.state.table.match)
            for event, games in zip(group, _within(group, self._games, after), strict=True):
                said = json.loads(write_events([event]))[0]
                self.told.append((said, games))
                self.clock.take(said, games)
            self._games = after
            compare(self.clock, self.room.state)


def _groups(events: Iterable[Event]) -> Iterator[list[Event]]:
    """The events, each with those that follow from it."""
    group: list[Event] = []
    for event in events:
        if group and not isinstance(event, FOLLOWING):
            yield group
            group = []
        group.append(event)
    if group:
        yield group


def _within(
    group: Sequence[Event], before: list[Standing], after: list[Standing]
) -> Iterator[list[Standing]]:
    """How the games stood after each event of a *group*, which led from *before* to *after*."""
    games = [*before]
    for event in group[:-1]:
        if event.event == "duel_ended" and len(games) > 1:
            games = games[:-1]
        elif event.event == "duel_began":
            begun = after[len(games)] if len(games) < len(after) else None
            if begun is None or begun.game != event.game:
                players = games[-1].players if games else ()
                begun = Standing(event.game, None, 0, 0, players)
            games = [*games, begun]
        yield [*games] or after
    last = group[-1]
    if last.event == "duel_began" and len(games) == len(after):
        games.pop()
    yield after


def left_in(state: RoomState) -> list[dict[int, int]]:
    """The time that each player has left in each game of a room, as the room says; empty for a game
    without a clock."""
    match = state.table.match
    found: list[dict[int, int]] = []
    for depth, session in enumerate(match.sessions):
        control = match.control
        if control is not None and depth:
            control = TimeControl.live(session) or control.in_duel(session.game)
        if control is None:
            found.append({})
        else:  # a turn in whose middle the game was ended has taken its time
            left_ms = control.left_ms(replace(session, ended=None))
            found.append(dict(zip(session.players, left_ms, strict=True)))
    return found


def check_clocks(room: str, events: Iterable[Event], find: GameFinder) -> SecondClock:
    """The clocks of a room, counted a second time. Raises ``WrongClock`` if after one of its events
    the room says otherwise."""
    follower = Follower(room, find)
    follower.follow(events)
    return follower.clock


def compare(clock: SecondClock, state: RoomState) -> None:
    """Raises ``WrongClock`` unless a room says of its clocks what *clock* says at that time."""
    if state.study is not None or clock.games[0].standing.acts:
        return  # time alone may have changed whose turn it is
    said, counted = left_in(state), clock.left_ms(state.at_ms)
    if said != counted:
        raise WrongClock(f"event {clock.number}: the room says {said}, it is {counted}")
