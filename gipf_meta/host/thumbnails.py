"""Thumbnails: the boards of tables in lists, as each person may see them.

A list never waits for a thumbnail: it is drawn later, and sent then.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final, TypeAlias

from gipf_meta.desk.context import ListedRoom, WaitingRooms
from gipf_meta.desk.match_cards import COMING, UNSEEN, MatchInList, standing_of
from gipf_meta.host.room_lists import Lists
from gipf_meta.host.tables import DatabaseError
from gipf_meta.hub.kept_rooms import KeptRooms
from gipf_meta.narration.clock_words import agreed_words
from gipf_meta.rooms.room import Room
from gipf_meta.rooms.summaries import question_for
from gipf_meta.table.openings import Opening

MOST_KEPT: Final = 400
"""The most thumbnails in memory; the one that was not used for longest is dropped."""

DoIn: TypeAlias = Callable[[str, Callable[[], object]], None]
"""Runs a callback as soon as a room is open, or its rebuilding has ended."""


class TablesWithBoards:
    """The tables of *lists*, with thumbnails of their boards from *rooms*.

    A room that is not open in this process is rebuilt by ``do_in``, in a thread, and closed when
    its thumbnail was drawn; ``note_drawn`` is called with the room then. ``now_ms`` returns the
    time of the rooms.
    """

    def __init__(self, lists: Lists, rooms: KeptRooms) -> None:
        self._lists, self._rooms = lists, rooms
        self.do_in: DoIn = lambda room, act: None
        self.note_drawn: Callable[[str], object] = lambda room: None
        self.now_ms: Callable[[], int] = lambda: 0
        self._thumbnails: OrderedDict[tuple[str, str], tuple[int, MatchInList]] = OrderedDict()
        self._openings: OrderedDict[str, Opening] = OrderedDict()
        self._pending: set[tuple[str, str]] = set()

    def tables_of(self, person: str) -> list[ListedRoom]:
        """Returns the tables at which *person* holds a seat, those that he has opened, and his
        studies."""
        return self._lists.tables_of(person)

    def waiting_for(self, person: str) -> WaitingRooms:
        """Returns the tables that wait for *person* now, the most urgent first."""
        return self._lists.waiting_for(person, self.now_ms())

    def open_tables(self, person: str = "") -> list[ListedRoom]:
        """Returns the tables at which any person may take a seat, and *person* in particular."""
        return self._lists.open_tables(person)

    def agreed(self, table: ListedRoom) -> str:
        """Returns the words for the time control of an open *table*; ``""`` while its room is
        rebuilt."""
        if (room := self._rooms.peek(table.room)) is not None:
            self._note_agreed(table.room, room)
        elif table.room not in self._openings and (place := (table.room, "")) not in self._pending:
            self._pending.add(place)
            self.do_in(table.room, partial(self._take_agreed, place))
        opening = self._openings.get(table.room)
        if opening is None:
            return ""
        return agreed_words(opening.control, opening.duel_control, opening.away_ms)

    def _take_agreed(self, place: tuple[str, str]) -> None:
        """Notes the opening of the room of *place*, whose rebuilding has ended."""
        self._pending.discard(place)
        if (room := self._rooms.peek(place[0])) is not None:
            self._note_agreed(place[0], room)
        elif not isinstance(self._rooms.ahead.find_error(place[0]), DatabaseError):
            return  # it can never be rebuilt
        self.note_drawn(place[0])  # where the database failed, the list asks once more

    def _note_agreed(self, room_id: str, room: Room) -> None:
        self._openings[room_id] = room.state.opening
        self._openings.move_to_end(room_id)
        if len(self._openings) > MOST_KEPT:
            self._openings.popitem(last=False)

    def standing(self, table: ListedRoom, person: str) -> MatchInList:
        """Returns the thumbnail of *table* for *person*; the old one while the room is rebuilt."""
        place = table.room, person
        number, drawn = self._thumbnails.get(place, (0, COMING))
        room = self._rooms.peek(table.room)
        if number >= (table.number if room is None else room.state.number):
            self._thumbnails.move_to_end(place)
            return drawn
        if room is not None:
            return self._draw(place, room)
        if place not in self._pending:
            self._pending.add(place)
            self.do_in(table.room, partial(self._take, place, table.number))
        return drawn

    def _take(self, place: tuple[str, str], number: int) -> None:
        """Draws the room of *place*, whose rebuilding up to event *number* has ended."""
        self._pending.discard(place)
        room = self._rooms.peek(place[0])
        if room is not None:
            self._draw(place, room)
        elif not isinstance(self._rooms.ahead.find_error(place[0]), DatabaseError):
            # it can never be rebuilt; a person who goes there is told why
            self._keep(place, number, UNSEEN)
        self.note_drawn(place[0])

    def forget_room(self, room: str) -> None:
        """Forgets all thumbnails of *room*: it was removed, or written anew."""
        self._openings.pop(room, None)
        for place in [each for each in self._thumbnails if each[0] == room]:
            del self._thumbnails[place]

    def _draw(self, place: tuple[str, str], room: Room) -> MatchInList:
        """Draws *room* for the person of *place*, and stores the thumbnail."""
        state, person = room.state, place[1]
        drawn = UNSEEN
        if state.may_watch(person):
            drawn = standing_of(state.table.match, partial(state.view, person))
            drawn = replace(drawn, question=question_for(state, person))
        self._keep(place, state.number, drawn)
        return drawn

    def _keep(self, place: tuple[str, str], number: int, drawn: MatchInList) -> None:
        self._thumbnails[place] = number, drawn
        self._thumbnails.move_to_end(place)
        if len(self._thumbnails) > MOST_KEPT:
            self._thumbnails.popitem(last=False)
