"""The matches that wait for a person of a host, as data for a list over several hosts."""

from __future__ import annotations

from typing import Final

from gipf_meta.base.texts import _
from gipf_meta.desk.context import Context, ListedRoom
from gipf_meta.desk.invitation_rows import invited_seat, is_only_invited
from gipf_meta.desk.match_cards import move_of
from gipf_meta.desk.parts import About
from gipf_meta.desk.responses import WaitingMatch, WaitsMessage
from gipf_meta.desk.table_rows import is_own_turn, ms_left, name_of_table

WAITING: Final = "waiting"
"""The name under which what waits is opened, which is no screen."""
MOST_TOLD: Final = 100
"""The most matches that are told."""
FOLLOW: Final = "follow"
"""The parameter with which a page or a program asks to be told when that changes: ``yes``."""


def tell_waiting(context: Context, about: About) -> list[WaitsMessage]:
    """The matches that wait for the person, the most urgent first, and the number of all; nothing
    where no people meet."""
    if context.tables is None:
        return []
    waiting = context.tables.waiting_for(context.person)
    rows = [_row(context, table, waiting.at_ms) for table in waiting.rooms[:MOST_TOLD]]
    said: WaitsMessage = {"waits": rows, "count": waiting.number, "now_ms": waiting.at_ms}
    return [{**said, "follows": True} if about.get(FOLLOW) == "yes" else said]


def _row(context: Context, table: ListedRoom, at_ms: int) -> WaitingMatch:
    seat = invited_seat(context, table) if is_only_invited(context, table) else None
    row: WaitingMatch = {
        "room": table.room,
        "game": table.game,
        "title": name_of_table(context, table),
        "what": _what(context, table) if seat is None else _("you are invited"),
        "invited": seat is not None,
    }
    left_ms = ms_left(table, at_ms)
    if seat is not None:
        row["until_ms"] = at_ms if seat.invited_until_ms is None else seat.invited_until_ms
    elif left_ms is not None:
        row["until_ms"] = at_ms + left_ms
    return row


def _what(context: Context, table: ListedRoom) -> str:
    """The words for what *table* waits for."""
    if table.hour_ms is not None:
        return _("a duel at an hour")
    return move_of("", is_own=True) if is_own_turn(context, table) else _("an answer of yours")
