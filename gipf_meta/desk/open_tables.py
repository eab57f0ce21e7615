"""The tables of a host: a person's own, and those at which anybody may take a seat."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from gipf_meta.base.texts import _
from gipf_meta.desk import parts
from gipf_meta.desk.context import Context, ListedRoom, Tables
from gipf_meta.desk.match_actions import going_to_room, seat_words
from gipf_meta.desk.match_cards import UNSEEN
from gipf_meta.desk.parts import About, AnyPart, Screen, ScreenPlace, opening, submitting
from gipf_meta.desk.requests import DeskError
from gipf_meta.desk.responses import PageMessages, WrittenPart
from gipf_meta.desk.table_rows import (
    as_boards,
    finished,
    how_it_stands,
    name_of_table,
    own_table,
    unfinished,
    waits_for,
)
from gipf_meta.desk.waiting import waiting_lists
from gipf_meta.match.timecontrol import DAY_MS

TABLES_AT_FIRST: Final = 8
"""The number of a person's tables that the first screen shows."""
ENDED_AT_FIRST: Final = 3
"""The number of matches of days that have ended lately, of which it tells how."""
LATELY_MS: Final = 14 * DAY_MS
"""The time for which it does so, in milliseconds: they may end while nobody is there."""
MOST_BOARDS: Final = 12
"""The number of tables of a list that are shown with their boards."""
_ROOM: Final = re.compile(r"[A-Za-z0-9_-]{1,80}")


def lobby(context: Context, tables: Tables) -> Iterator[AnyPart]:
    """The tables on the first screen: what waits for the person, what has ended lately, what waits
    for others, and the open tables."""
    waiting = tables.waiting_for(context.person)
    yield from waiting_lists(context, tables, waiting)
    every = tables.tables_of(context.person)
    if ended := [table for table in every if _has_ended_lately(table, waiting.at_ms)]:
        yield parts.Heading(text=_("Finished"))
        yield _as_finished(context, tables, ended[:ENDED_AT_FIRST])
    above = {table.room for table in waiting.rooms}
    own = unfinished(context, every)
    idle = [each for each in own if not (each.room in above or waits_for(context, each))]
    if idle:
        yield parts.Heading(text=_("Your tables"))
        yield as_boards(context, tables, idle[:TABLES_AT_FIRST], waiting.at_ms)
    if rows := tuple(_rows_of_open_tables(context, tables)):
        yield parts.Heading(text=_("Open tables"))
        yield parts.Rows(rows=rows)


def _has_ended_lately(table: ListedRoom, at_ms: int) -> bool:
    """Whether *table* was a match of days that has ended not long before *at_ms*."""
    return table.is_over and table.is_slow and table.changed_ms > at_ms - LATELY_MS


def table_list(context: Context, about: About) -> Screen:
    """The screen with all tables of the person, also those that are over."""
    lists = tuple(own_tables(context))
    return Screen(
        name="tables",
        live=len(lists),
        title=_("Your tables"),
        back=ScreenPlace(screen="launcher"),
        parts=(*lists, parts.Button(text=_("Open a saved match"), do=opening("open_match"))),
    )


def live_parts(context: Context, screen: str) -> list[WrittenPart]:
    """The first parts of *screen*, which are lists of tables, as JSON for a page."""
    lists: tuple[AnyPart, ...] = ()
    if screen == "tables":
        lists = tuple(own_tables(context))
    elif context.tables is not None:
        lists = tuple(lobby(context, context.tables))
    return [part.model_dump(mode="json") for part in lists]


def own_tables(context: Context) -> Iterator[AnyPart]:
    """The person's unfinished tables, as boards, and those that are over."""
    tables = context.tables
    every = [] if tables is None else tables.tables_of(context.person)
    at_ms = 0 if tables is None else tables.now_ms()
    waiting, over = unfinished(context, every), [table for table in every if table.is_over]
    if tables is not None and waiting:
        yield as_boards(context, tables, waiting[:MOST_BOARDS], at_ms)
        if rest := waiting[MOST_BOARDS:]:
            yield parts.Rows(rows=tuple(own_table(context, table, at_ms) for table in rest))
        if over:
            yield parts.Heading(text=_("Finished"))
    if tables is not None and over:
        yield _as_finished(context, tables, over, max(0, MOST_BOARDS - len(waiting)))
    if not every:
        yield parts.Paragraph(text=_("No match yet. What you play is kept here."))


def _as_finished(
    context: Context, tables: Tables, over: Sequence[ListedRoom], boards: int = ENDED_AT_FIRST
) -> parts.Rows:
    """The tables that are *over*, so many of them with their results and *boards*."""
    stand = [tables.standing(table, context.person) for table in over[:boards]]
    stand += [UNSEEN] * (len(over) - len(stand))
    rows = zip(over, stand, strict=True)
    return parts.Rows(rows=tuple(finished(context, *each) for each in rows))


def submit_table(about: About) -> PageMessages:
    """Leads to a table. Raises ``DeskError``."""
    room = about.get("room", "")
    if not _ROOM.fullmatch(room):
        raise DeskError(_("This screen needs a table."))
    return [going_to_room(room)]


def _rows_of_open_tables(context: Context, tables: Tables) -> Iterator[parts.ListRow]:
    for table in tables.open_tables(context.person):
        if any(seat.person == context.person for seat in table.seats):
            continue
        free = [seat for seat in table.seats if seat.is_free and not seat.is_reserved]
        for seat in free:
            words = _("Take a seat")
            if len(free) > 1:
                where = seat_words(context.installed, table.game, seat.player)
                words = _("Take a seat: {seat}").format(seat=where)
            sit = parts.Button(
                text=words, do={"do": "sit", "room": table.room, "player": seat.player}
            )
            watch = parts.Button(text=_("Watch"), do=submitting("table", {"room": table.room}))
            stands = how_it_stands(context, table, 0)
            cells = (name_of_table(context, table), *filter(None, (stands, tables.agreed(table))))
            yield parts.ListRow(cells=cells, buttons=(sit, watch) if seat is free[-1] else (sit,))
