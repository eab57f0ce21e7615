"""The tables of a host: a person's own, and those at which anybody may take a seat."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from gipf_meta.base.ago import time_ago
from gipf_meta.base.clock import moment_of
from gipf_meta.base.texts import _
from gipf_meta.desk import parts
from gipf_meta.desk.context import Context, ListedRoom, Tables
from gipf_meta.desk.match_actions import going_to_room, seat_words
from gipf_meta.desk.match_cards import UNSEEN, MatchInList, move_of, words_of_standing
from gipf_meta.desk.parts import About, AnyPart, Screen, ScreenPlace, opening, submitting
from gipf_meta.desk.requests import DeskError
from gipf_meta.desk.responses import PageMessages, WrittenPart
from gipf_meta.match.starting_point import from_a_position
from gipf_meta.records.player_names import PERSON, call_players, name_sides

TABLES_AT_FIRST: Final = 8
"""The number of a person's tables that the first screen shows."""
MOST_BOARDS: Final = 12
"""The number of tables of a list that are shown with their boards."""
_ROOM: Final = re.compile(r"[A-Za-z0-9_-]{1,80}")


def lobby(context: Context, tables: Tables) -> Iterator[AnyPart]:
    """The tables on the first screen: those where it is the person's turn come first."""
    own = _unfinished(context, tables.tables_of(context.person))[:TABLES_AT_FIRST]
    if own:
        yield parts.Heading(text=_("Your tables"))
        yield _as_boards(context, tables, own)
    if rows := tuple(_rows_of_open_tables(context, tables)):
        yield parts.Heading(text=_("Open tables"))
        yield parts.Rows(rows=rows)


def table_list(context: Context, about: About) -> Screen:
    """The screen with all tables of the person, also those that are over."""
    lists = tuple(_own_tables(context))
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
        lists = tuple(_own_tables(context))
    elif context.tables is not None:
        lists = tuple(lobby(context, context.tables))
    return [part.model_dump(mode="json") for part in lists]


def _own_tables(context: Context) -> Iterator[AnyPart]:
    """The person's unfinished tables, as boards, and those that are over."""
    tables = context.tables
    every = [] if tables is None else tables.tables_of(context.person)
    waiting, over = _unfinished(context, every), [table for table in every if table.is_over]
    if tables is not None and waiting:
        yield _as_boards(context, tables, waiting[:MOST_BOARDS])
        if rest := waiting[MOST_BOARDS:]:
            yield parts.Rows(rows=tuple(_own_table(context, table) for table in rest))
        if over:
            yield parts.Heading(text=_("Finished"))
    if over:
        yield parts.Rows(rows=tuple(_own_table(context, table) for table in over))
    if not every:
        yield parts.Paragraph(text=_("No match has been played yet."))


def _unfinished(context: Context, tables: Sequence[ListedRoom]) -> list[ListedRoom]:
    """The unfinished ones of *tables*: first those where it is the person's turn."""
    waiting = [table for table in tables if not table.is_over]
    return sorted(waiting, key=lambda table: not _is_own_turn(context, table))


def _as_boards(context: Context, tables: Tables, own: Sequence[ListedRoom]) -> parts.Rows:
    stand = [tables.standing(table, context.person) for table in own]
    rows = (_own_table(context, *each) for each in zip(own, stand, strict=True))
    return parts.Rows(rows=tuple(rows), look="boards")


def submit_table(about: About) -> PageMessages:
    """Leads to a table. Raises ``DeskError``."""
    room = about.get("room", "")
    if not _ROOM.fullmatch(room):
        raise DeskError(_("This screen needs a table."))
    return [going_to_room(room)]


def _own_table(context: Context, table: ListedRoom, stands: MatchInList = UNSEEN) -> parts.ListRow:
    words = _("Look at it") if table.is_over else _("Go on")
    is_own_turn = _is_own_turn(context, table)
    go_on = parts.Button(
        text=words, do=submitting("table", {"room": table.room}), primary=is_own_turn
    )
    cells = (_name(context, table), _how_it_stands(context, table, stands.duel))
    return parts.ListRow(cells=cells, buttons=(go_on,), picture=stands.picture)


def _rows_of_open_tables(context: Context, tables: Tables) -> Iterator[parts.ListRow]:
    for table in tables.open_tables():
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
            stands = _how_it_stands(context, table)
            cells = (_name(context, table), *filter(None, (stands, tables.agreed(table))))
            yield parts.ListRow(cells=cells, buttons=(sit, watch) if seat is free[-1] else (sit,))


def _name(context: Context, table: ListedRoom) -> str:
    """The game and its players: ``ZÈRTZ: Ann against somebody``."""
    game = context.installed.games.get(table.game)
    if table.is_study:
        return _("{title}: a study").format(title=context.installed.title(table.game))
    names = [seat.name for seat in table.seats]
    called = call_players(names, [seat.kind for seat in table.seats], game)
    for n, seat in enumerate(table.seats):
        if seat.is_free:
            called[n] = _("a free seat")
        elif seat.person == context.person:
            called[n] = _("You")
    kinds = [PERSON if seat.person == context.person else "" for seat in table.seats]
    title = context.installed.title(table.game)
    if table.is_from_position:
        title = f"{title} ({from_a_position()})"
    return f"{title}: {name_sides(called, kinds)}"


def _how_it_stands(context: Context, table: ListedRoom, duel: str = "") -> str:
    """The line under a table: whose move it is, or what the table waits for, and since when."""
    since = time_ago(moment_of(table.changed_ms), context.now())
    turn = _("turn {turns}").format(turns=table.turns)
    if table.is_over:
        return words_of_standing("", _("over after {turns}").format(turns=turn), since)
    if table.is_study:
        return words_of_standing("", turn, since)
    if any(seat.is_free for seat in table.seats):
        waits = _("waits for somebody to sit down")
        return words_of_standing("", waits, turn if table.turns else "", since)
    decides = next((seat for seat in table.seats if seat.player == table.player), None)
    is_own = _is_own_turn(context, table)
    whose = move_of(decides.name, is_own=is_own) if decides is not None else ""
    return words_of_standing(duel, whose, since)


def _is_own_turn(context: Context, table: ListedRoom) -> bool:
    """Whether it is the turn of the person for whom the screen is made."""
    return not table.is_over and any(
        seat.player == table.player and seat.person == context.person for seat in table.seats
    )
