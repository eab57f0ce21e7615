"""The tables of a host: those of who asks, those at which anybody may take a seat."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from gipf_meta.base.texts import _
from gipf_meta.desk.answers import PageMessages, WrittenPart
from gipf_meta.desk.context import Context, Listed, ListedSeat, Tables
from gipf_meta.desk.matches import going_to_room, seat_words
from gipf_meta.desk.messages import DeskError
from gipf_meta.desk.parts import (
    About,
    AnyPart,
    Button,
    Heading,
    ListRow,
    Paragraph,
    Rows,
    Screen,
    ScreenPlace,
    opening,
    submitting,
)
from gipf_meta.match.beginnings import from_a_position
from gipf_meta.records.people import PERSON, call_players, name_sides

LAST_TABLES: Final = 6
"""How many of somebody's tables are listed on the first screen."""
_ROOM: Final = re.compile(r"[A-Za-z0-9_-]{1,80}")


def lobby(context: Context, tables: Tables) -> Iterator[AnyPart]:
    """The tables that the first screen shows: those that wait for who asks come first."""
    own = [table for table in tables.tables_of(context.person) if not table.is_over]
    own.sort(key=lambda table: not _is_due(context, table))
    if own:
        yield Heading(text=_("Your tables"))
        rows = tuple(_own_table(context, table) for table in own[:LAST_TABLES])
        yield Rows(rows=rows, look="boards")
    if rows := tuple(_rows_of_open_tables(context, tables)):
        yield Heading(text=_("Open tables"))
        yield Rows(rows=rows)


def table_list(context: Context, about: About) -> Screen:
    """All tables of who asks, those that are over, too."""
    return Screen(
        name="tables",
        live=1,
        title=_("Your tables"),
        back=ScreenPlace(screen="launcher"),
        parts=(
            _own_tables(context),
            Button(text=_("Open a saved match"), do=opening("open_match")),
        ),
    )


def live_parts(context: Context, screen: str) -> list[WrittenPart]:
    """The first parts of *screen*, which are lists of tables, as a page is told them."""
    parts: tuple[AnyPart, ...] = ()
    if screen == "tables":
        parts = (_own_tables(context),)
    elif context.tables is not None:
        parts = tuple(lobby(context, context.tables))
    return [part.model_dump(mode="json") for part in parts]


def _own_tables(context: Context) -> AnyPart:
    own = () if context.tables is None else context.tables.tables_of(context.person)
    rows = tuple(_own_table(context, table) for table in own)
    return Rows(rows=rows) if rows else Paragraph(text=_("No match has been played yet."))


def submit_table(about: About) -> PageMessages:
    """Leads to a table. Raises ``DeskError``."""
    room = about.get("room", "")
    if not _ROOM.fullmatch(room):
        raise DeskError(_("This screen needs a table."))
    return [going_to_room(room)]


def _own_table(context: Context, table: Listed) -> ListRow:
    words = _("Look at it") if table.is_over else _("Go on")
    is_due = _is_due(context, table)
    go_on = Button(text=words, do=submitting("table", {"room": table.room}), primary=is_due)
    return ListRow(cells=(_name(context, table), _how_it_stands(context, table)), buttons=(go_on,))


def _rows_of_open_tables(context: Context, tables: Tables) -> Iterator[ListRow]:
    for table in tables.open_tables():
        if any(seat.person == context.person for seat in table.seats):
            continue
        free = [seat for seat in table.seats if _is_free(seat) and not seat.is_reserved]
        for seat in free:
            words = _("Take a seat")
            if len(free) > 1:
                where = seat_words(context.installed, table.game, seat.player)
                words = _("Take a seat: {seat}").format(seat=where)
            sit = Button(text=words, do={"do": "sit", "room": table.room, "player": seat.player})
            watch = Button(text=_("Watch"), do=submitting("table", {"room": table.room}))
            cells = (_name(context, table), _how_it_stands(context, table))
            yield ListRow(cells=cells, buttons=(sit, watch) if seat is free[-1] else (sit,))


def _name(context: Context, table: Listed) -> str:
    """The game, and who plays it: ``ZÈRTZ: Ann against somebody``."""
    game = context.installed.games.get(table.game)
    names = [seat.name for seat in table.seats]
    called = call_players(names, [seat.kind for seat in table.seats], game)
    for n, seat in enumerate(table.seats):
        if _is_free(seat):
            called[n] = _("a free seat")
        elif seat.person == context.person:
            called[n] = _("You")
    kinds = [PERSON if seat.person == context.person else "" for seat in table.seats]
    title = context.installed.title(table.game)
    if table.is_from_position:
        title = f"{title} ({from_a_position()})"
    return f"{title}: {name_sides(called, kinds)}"


def _how_it_stands(context: Context, table: Listed) -> str:
    """Whose turn it is, or what the table waits for."""
    turns = _("turn {turns}").format(turns=table.turns)
    if table.is_over:
        return _("over after {turns}").format(turns=turns)
    if any(_is_free(seat) for seat in table.seats):
        waits = _("waits for somebody to sit down")
        return f"{waits}, {turns}" if table.turns else waits
    if _is_due(context, table):
        return _("your turn, {turns}").format(turns=turns)
    seat_on_turn = next((seat for seat in table.seats if seat.player == table.player), None)
    if seat_on_turn is None:
        return turns
    return _("{name} is on turn, {turns}").format(name=seat_on_turn.name, turns=turns)


def _is_due(context: Context, table: Listed) -> bool:
    """Whether it is the turn of who asks."""
    return not table.is_over and any(
        seat.player == table.player and seat.person == context.person for seat in table.seats
    )


def _is_free(seat: ListedSeat) -> bool:
    return seat.kind == PERSON and not seat.person
