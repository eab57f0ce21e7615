"""The boards of tables in lists, each as somebody may see it. A list never waits for one."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from typing import Final, TypeAlias

from gipf_meta.desk.context import ListedRoom
from gipf_meta.desk.match_cards import COMING, UNSEEN, MatchInList, standing_of
from gipf_meta.host.room_lists import Lists
from gipf_meta.host.tables import DatabaseError
from gipf_meta.hub.kept_rooms import KeptRooms
from gipf_meta.narration.clock_words import agreed_words
from gipf_meta.rooms.openings import Opening
from gipf_meta.rooms.room import Room

MOST_KEPT: Final = 400
"""Boards that are kept; of what nobody has looked at for longest, it is drawn anew."""

DoIn: TypeAlias = Callable[[str, Callable[[], object]], None]
"""Does something in a room as soon as that is open, or was rebuilt."""


class TablesWithBoards:
    """The tables of *lists*, and how they stand in *rooms*.

    A room that is not open in this process is rebuilt elsewhere, by ``do_in``, and is let go of
    when its board was drawn; ``note_drawn`` hears of it then.
    """

    def __init__(self, lists: Lists, rooms: KeptRooms) -> None:
        self._lists, self._rooms = lists, rooms
        self.do_in: DoIn = lambda room, act: None
        self.note_drawn: Callable[[str], object] = lambda room: None
        self._kept: OrderedDict[tuple[str, str], tuple[int, MatchInList]] = OrderedDict()
        self._openings: OrderedDict[str, Opening] = OrderedDict()
        self._asked: set[tuple[str, str]] = set()

    def tables_of(self, person: str) -> list[ListedRoom]:
        """The tables at which *person* holds a seat, and those that he has opened."""
        return self._lists.tables_of(person)

    def open_tables(self) -> list[ListedRoom]:
        """The tables at which anybody may take a seat."""
        return self._lists.open_tables()

    def agreed(self, table: ListedRoom) -> str:
        """What is agreed on time at an open *table*; ``""`` while its room is rebuilt."""
        if (room := self._rooms.peek(table.room)) is not None:
            self._note_agreed(table.room, room)
        elif table.room not in self._openings and (place := (table.room, "")) not in self._asked:
            self._asked.add(place)
            self.do_in(table.room, partial(self._take_agreed, place))
        opening = self._openings.get(table.room)
        if opening is None:
            return ""
        return agreed_words(opening.control, opening.duel_control, opening.away_ms)

    def _take_agreed(self, place: tuple[str, str]) -> None:
        """Notes the opening of the room of *place*, which was rebuilt."""
        self._asked.discard(place)
        if (room := self._rooms.peek(place[0])) is not None:
            self._note_agreed(place[0], room)
            self.note_drawn(place[0])

    def _note_agreed(self, room_id: str, room: Room) -> None:
        self._openings[room_id] = room.state.opening
        self._openings.move_to_end(room_id)
        if len(self._openings) > MOST_KEPT:
            self._openings.popitem(last=False)

    def standing(self, table: ListedRoom, person: str) -> MatchInList:
        """How *table* stands as *person* may see it; while it is rebuilt, as it stood before."""
        place = table.room, person
        number, drawn = self._kept.get(place, (0, COMING))
        room = self._rooms.peek(table.room)
        if number >= (table.number if room is None else room.state.number):
            self._kept.move_to_end(place)
            return drawn
        if room is not None:
            return self._draw(place, room)
        if place not in self._asked:
            self._asked.add(place)
            self.do_in(table.room, partial(self._take, place, table.number))
        return drawn

    def _take(self, place: tuple[str, str], number: int) -> None:
        """Draws the room of *place*, which was rebuilt as it stands after event *number*."""
        self._asked.discard(place)
        room = self._rooms.peek(place[0])
        if room is not None:
            self._draw(place, room)
        elif not isinstance(self._rooms.ahead.find_error(place[0]), DatabaseError):
            # it cannot be rebuilt, and not only for the moment; whoever goes there is told why
            self._keep(place, number, UNSEEN)
        self.note_drawn(place[0])

    def _draw(self, place: tuple[str, str], room: Room) -> MatchInList:
        """Keeps how *room* stands as the person of *place* may see it."""
        state, person = room.state, place[1]
        drawn = UNSEEN
        if state.may_watch(person):
            drawn = standing_of(state.table.match, partial(state.view, person))
        self._keep(place, state.number, drawn)
        return drawn

    def _keep(self, place: tuple[str, str], number: int, drawn: MatchInList) -> None:
        self._kept[place] = number, drawn
        self._kept.move_to_end(place)
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
