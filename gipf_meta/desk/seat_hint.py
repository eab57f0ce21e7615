"""The hints on the first screen of a host: how a guest keeps his seats, and how he comes back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _
from gipf_meta.deeds.messages import NoticeMessage
from gipf_meta.desk.context import Context
from gipf_meta.desk.parts import AnyPart, Button, ListRow, Rows, opening, submitting
from gipf_meta.desk.ways_back import works_here

SEAT_HINT: Final = "seat_hint"
"""The name under which a page opens the notice about its seat, which is no screen."""


def seat_hint(context: Context) -> Iterator[AnyPart]:
    """The line for somebody who holds seats, until he has a way back or dismisses it."""
    if _has_to_be_hinted(context):
        keep = Button(text=_("Keep them"), do=opening("me"))
        not_now = Button(text=_("Not now"), do=submitting("me", step="not_now"))
        words = _("Only this device knows that these seats are yours.")
        yield Rows(rows=(ListRow(cells=(words,), buttons=(keep, not_now)),))


def way_back_hint(context: Context) -> Iterator[AnyPart]:
    """The line for somebody who holds no seat: he may have lost who he was."""
    if context.identity is not None:
        note = _("if you have played here before")
        yield Button(text=_("Come back"), do=opening("sign_in"), note=note)


def has_seats(context: Context) -> bool:
    """Whether the person has matches or studies at a host."""
    return context.tables is not None and bool(context.tables.tables_of(context.person))


def tell_seat_hint(context: Context) -> list[NoticeMessage]:
    """The notice how to keep a seat, for a page that has just got one, or whose match is over; once
    in a long while, and nothing where the first screen says nothing, either."""
    if context.was_hinted or not has_seats(context) or not _has_to_be_hinted(context):
        return []
    context.was_hinted = True
    return [{"notice": _("Only this device knows your seat: Who I am, in the settings, keeps it.")}]


def _has_to_be_hinted(context: Context) -> bool:
    """Whether the person has no way back that works, and has not dismissed the line about it."""
    identity = context.identity
    if identity is None or context.settings.hint_dismissed:
        return False
    try:
        return not any(works_here(way) for way in identity.ways(context.link))
    except GipfMetaError:  # nothing is hinted where nothing is known
        return False
