"""The matches that wait for a person of a host, and the way from each to the next one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from gipf_meta.base.texts import _
from gipf_meta.deeds.messages import NoticeMessage
from gipf_meta.desk import parts
from gipf_meta.desk.context import Context, Tables, WaitingRooms
from gipf_meta.desk.invitation_rows import invitation_row, invited_seat, is_only_invited
from gipf_meta.desk.match_actions import going_to_room
from gipf_meta.desk.parts import About, AnyPart, opening
from gipf_meta.desk.responses import PageMessages, WaitingMessage
from gipf_meta.desk.table_rows import as_boards, own_table

NEXT: Final = "next"
"""The submission that leads to the next match that waits; opened, it says how many wait."""
BOARDS_AT_FIRST: Final = 8
"""The number of waiting matches that the first screen shows with their boards."""
LINES_AT_FIRST: Final = 12
"""The number of further ones that it lists."""
INVITATIONS_AT_FIRST: Final = 5
"""The number of invitations on the first screen: they bury no match."""
MOST_COUNTED: Final = 99
"""The greatest number on the button that leads on."""


def waiting_lists(context: Context, tables: Tables, waiting: WaitingRooms) -> Iterator[AnyPart]:
    """The lists of what waits for the person: his moves, the most urgent first, and invitations."""
    invited = [table for table in waiting.rooms if is_only_invited(context, table)]
    moves = [table for table in waiting.rooms if not is_only_invited(context, table)]
    if moves:
        yield parts.Heading(text=_("It is your move"))
        yield as_boards(context, tables, moves[:BOARDS_AT_FIRST], waiting.at_ms)
        listed = moves[BOARDS_AT_FIRST:][:LINES_AT_FIRST]
        if listed:
            rows = (own_table(context, table, waiting.at_ms) for table in listed)
            yield parts.Rows(rows=tuple(rows))
        more = waiting.number - len(invited) - BOARDS_AT_FIRST - len(listed)
        if more > 0:
            words = _.many("{count} more waits", "{count} more wait", more)
            yield parts.Button(text=words.format(count=more), do=opening("tables"))
    if invited:
        yield parts.Heading(text=_("You are invited"))
        seats = ((table, invited_seat(context, table)) for table in invited[:INVITATIONS_AT_FIRST])
        rows = (invitation_row(context, tables, table, seat) for table, seat in seats if seat)
        yield parts.Rows(rows=tuple(rows))
        more = len(invited) - INVITATIONS_AT_FIRST
        if more > 0:
            words = _.many("{count} more invitation", "{count} more invitations", more)
            yield parts.Paragraph(text=words.format(count=more))


def submit_next(context: Context, about: About) -> PageMessages:
    """Leads to the next match that waits for the person, the most urgent first, from that in
    *about* on: going round. A sentence says if there is none."""
    here = about.get("room", "")
    rooms = _rooms_that_wait(context)
    after = rooms.index(here) + 1 if here in rooms else 0
    others = [room for room in (*rooms[after:], *rooms[:after]) if room != here]
    if others:
        return [going_to_room(others[0])]
    words = _("Nothing else waits for you now.") if rooms else _("Nothing waits for you now.")
    notice: NoticeMessage = {"notice": words}
    return [notice]


def count_next(context: Context, about: About) -> list[WaitingMessage]:
    """The number of matches that wait for the person beside the one in *about*, for a page that
    shows that match."""
    if context.tables is None:
        return []
    waiting = context.tables.waiting_for(context.person)
    here = about.get("room", "")
    count = waiting.number - any(table.room == here for table in waiting.rooms)
    words = _.many("Next: {count} waits", "Next: {count} wait", count)
    shown = str(count) if count <= MOST_COUNTED else f"{MOST_COUNTED}+"
    return [{"waiting": {"count": min(count, MOST_COUNTED), "words": words.format(count=shown)}}]


def _rooms_that_wait(context: Context) -> list[str]:
    if context.tables is None:
        return []
    return [table.room for table in context.tables.waiting_for(context.person).rooms]
