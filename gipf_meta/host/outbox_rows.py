"""The rows of notices: one for each way on which a person wants them, written with what they tell.

The key of a row says which event of which room it tells, on which way. So whoever writes it again
writes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import BigInteger, Connection, Integer, String

from gipf_meta.host.database_engines import insert_into, on_postgresql
from gipf_meta.host.notice_tables import NOTICE_WAY, OUTBOX
from gipf_meta.rooms.notices import DEMANDS, Demand, Notice

GRACE_MS: Final = 3_000
"""Milliseconds until a notice is delivered: what is answered by then is told to nobody."""
BEFORE_HOUR_MS: Final = 600_000
"""Milliseconds before an agreed hour, at which people are told of it once more."""
TOLD: Final = ("push", "mail", "feed")
"""The kinds of ways with rows: what a calendar has follows from the rooms."""
MOST_AT_ONCE: Final = 50
"""The most notices of one statement."""
UNTOLD: Final = ("seen", "gone")
"""The results of rows that were not delivered, and wait again if they are true again: their person
sat at the board, or something else had to be answered first."""
_GIVEN: Final[tuple[tuple[str, Any], ...]] = (
    ("room", String),
    ("number", BigInteger),
    ("kind", String),
    ("person", String),
    ("player", Integer),
    ("created_ms", BigInteger),
    ("due_ms", BigInteger),
    ("hour_ms", BigInteger),
)
"""The columns of a row that are given, and their types."""


def words_of_demands(demands: Iterable[Demand]) -> str:
    """Returns the column of a room that has its *demands*, each between blanks, as ``0:turn:12``:
    of which player, what, and since which event."""
    words = " ".join(":".join(map(str, each)) for each in sorted(demands))
    return words and f" {words} "


def demands_in(words: str) -> frozenset[Demand]:
    """Returns the demands that a column has; inverse of ``words_of_demands``."""
    demands = set[Demand]()
    for each in words.split():
        player, kind, number = each.split(":")
        found = next((known for known in DEMANDS if known == kind), None)
        if found is not None:
            demands.add(Demand(int(player), found, int(number)))
    return frozenset(demands)


def write_notices(
    db: Connection,
    notices: Sequence[tuple[str, Notice]],
    at_ms: int,
    after_ms: int = GRACE_MS,
) -> None:
    """Writes a row for each of *notices*, each with its room, and each way of its person, in the
    transaction of *db*, *at_ms*: they are delivered *after_ms* later.

    Rows that exist already stay; those of ``UNTOLD`` wait again.
    """
    keys = {(room, each.person, each.kind, each.number): (room, each) for room, each in notices}
    found = [*keys.values()]  # one for a person with two seats
    for begin in range(0, len(found), MOST_AT_ONCE):
        some = found[begin : begin + MOST_AT_ONCE]
        values = dict[str, Any]()
        for nth, (room, each) in enumerate(some):
            due_ms = at_ms + after_ms if each.hour_ms is None else each.hour_ms - BEFORE_HOUR_MS
            given = (
                room, each.number, each.kind, each.person, each.player, at_ms, due_ms, each.hour_ms
            )  # fmt: skip
            values |= {
                f"given_{name}_{nth}": one for (name, _), one in zip(_GIVEN, given, strict=True)
            }
        db.execute(_statement(len(some), on_postgresql(db)), values)


@cache
def _statement(count: int, is_postgresql: bool) -> Any:
    """Returns the statement that writes the rows of *count* notices."""
    rows = sa.union_all(
        *(
            sa.select(
                *(
                    sa.cast(sa.bindparam(f"given_{name}_{nth}", type_=kind()), kind()).label(name)
                    for name, kind in _GIVEN
                )
            )
            for nth in range(count)
        )
    ).subquery("given")
    is_kept = NOTICE_WAY.c.kind == "feed"
    chosen = sa.select(
        NOTICE_WAY.c.id,
        *(rows.c[name] for name, _kind in _GIVEN),
        *(sa.literal(0), sa.literal(0), sa.literal(0), sa.literal(""), sa.literal("")),
        sa.case((is_kept, "kept"), else_=""),
        sa.case((is_kept, rows.c.created_ms), else_=sa.literal(0, BigInteger)),
    )
    is_his = NOTICE_WAY.c.person == rows.c.person
    chosen = chosen.select_from(rows.join(NOTICE_WAY, is_his))
    chosen = chosen.where(NOTICE_WAY.c.kind.in_(TOLD), NOTICE_WAY.c.trouble == "")
    chosen = chosen.order_by(NOTICE_WAY.c.id, rows.c.room, rows.c.number)
    names = [name for name, _kind in _GIVEN]
    added = ["tries", "tried_ms", "lease_ms", "held_by", "parcel", "result", "done_ms"]
    insert = insert_into(OUTBOX, is_postgresql).from_select(["way", *names, *added], chosen)
    again = {name: insert.excluded[name] for name in ("created_ms", "due_ms")}
    return insert.on_conflict_do_update(
        index_elements=["way", "room", "number", "kind"],
        set_={**again, "result": "", "done_ms": 0, "lease_ms": 0, "tries": 0},
        where=OUTBOX.c.result.in_(UNTOLD),
    )
