"""The rows of ways and of the outbox as values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Final

from gipf_meta.base.json_text import read_object
from gipf_meta.host.notice_tables import NOTICE_WAY, OUTBOX
from gipf_meta.host.notices.sending import NoticeWay


@dataclass(frozen=True, slots=True)
class OutboxRow:
    """A row of the outbox, and its *way*."""

    way: NoticeWay
    room: str
    number: int
    kind: str
    person: str
    player: int
    created_ms: int
    due_ms: int
    hour_ms: int | None
    tries: int
    parcel: str

    @property
    def key(self) -> tuple[str, str, int, str]:
        """The primary key of the row."""
        return self.way.id, self.room, self.number, self.kind


WAY_COLUMNS: Final = tuple(NOTICE_WAY.c[each.name] for each in fields(NoticeWay))
"""The columns of a way, for ``way_of``."""
OUTBOX_COLUMNS: Final = tuple(
    OUTBOX.c[each.name] for each in fields(OutboxRow) if each.name != "way"
)
"""The columns of an ``OutboxRow`` beside its way."""


def way_of(row: Sequence[Any]) -> NoticeWay:
    """Returns the way in a *row* of the columns ``WAY_COLUMNS``."""
    way = NoticeWay(*row)
    return replace(way, about=read_object(str(way.about)) or {})


def language_for(way: NoticeWay, settings: str | None) -> str:
    """Returns the language that the person of *way* has chosen in his *settings*, or that of his
    browser when he made it; ``""``: neither is known."""
    chosen = (read_object(settings or "") or {}).get("language")
    return chosen if isinstance(chosen, str) and chosen else text_about(way, "language")


def text_about(way: NoticeWay, name: str) -> str:
    """Returns the text of that *name* which *way* notes; ``""``: it notes none."""
    said = way.about.get(name)
    return said if isinstance(said, str) else ""
