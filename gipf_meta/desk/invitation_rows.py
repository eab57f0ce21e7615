"""The invitations by name that wait for somebody, as rows of a list."""

from __future__ import annotations

from collections.abc import Iterator

from gipf_meta.base.dates import day_words
from gipf_meta.base.texts import _
from gipf_meta.desk.context import Context, ListedRoom, SeatInList, Tables
from gipf_meta.desk.match_actions import seat_words
from gipf_meta.desk.parts import About, Button, Do, ListRow, submitting
from gipf_meta.desk.requests import DeskError, not_understood
from gipf_meta.records.player_names import SOMEBODY, shown_name


def invited_seat(context: Context, table: ListedRoom) -> SeatInList | None:
    """The seat of *table* that is reserved for the person by name; ``None``: none is."""
    seats = (seat for seat in table.seats if seat.invited == context.person)
    return next(seats, None) if context.person else None


def is_only_invited(context: Context, table: ListedRoom) -> bool:
    """Whether *table*, which waits for the person, does so only because he is invited to it."""
    return not any(seat.person == context.person for seat in table.seats)


def invitation_row(
    context: Context, tables: Tables, table: ListedRoom, seat: SeatInList
) -> ListRow:
    """The row of the invitation to a *seat* of *table*."""
    place: dict[str, str | int] = {"room": table.room, "player": seat.player}
    buttons = (
        Button(text=_("Accept"), do={"do": "sit", **place}, primary=True),
        Button(text=_("Look at it"), do=submitting("table", {"room": table.room})),
        Button(text=_("Decline"), do=ending(table.room)),
    )
    title = context.installed.title(table.game)
    words = _("{name} asks you for a match: {game}").format(name=_inviter(table), game=title)
    side = _("you play {seat}").format(seat=seat_words(context.installed, table.game, seat.player))
    about = (side, tables.agreed(table) or _("no clock"), _until(seat))
    return ListRow(cells=(words, " · ".join(filter(None, about))), buttons=buttons)


def ending(room: str) -> Do:
    """The message that declines the invitation in *room*, or takes it back."""
    return submitting("invitation", {"room": room}, step="end")


def end_invitation(context: Context, about: About) -> None:
    """Declines an invitation by name, or takes it back. Raises ``GipfMetaError``."""
    if context.acquaintances is None or "room" not in about:
        raise DeskError(not_understood())
    context.acquaintances.end_invitation(context.link, about["room"])


def waiting_words(context: Context, table: ListedRoom) -> str:
    """The words for what the free seats of a *table* of the person's own wait for; ``""`` unless
    somebody was asked by name."""
    free = [seat for seat in table.seats if seat.is_free]
    invited = [seat for seat in free if seat.invited]
    if invited:
        return _("waits for an answer, {until}").format(until=_until(invited[0]))
    if any(seat.invited_until_ms is not None for seat in free):
        return _("whoever was asked does not come: the seat is free")
    return ""


def taking_back(context: Context, table: ListedRoom) -> Iterator[Button]:
    """The button that takes the invitations by name at a *table* of the person's own back."""
    is_own = bool(context.person) and table.by == context.person
    if is_own and any(seat.invited for seat in table.seats):
        yield Button(text=_("Take the invitation back"), do=ending(table.room))


def _inviter(table: ListedRoom) -> str:
    """The name of the person who opened *table*, as he is called at his seat there."""
    own = [seat.name for seat in table.seats if table.by and seat.person == table.by]
    return shown_name(own[0]) if own else _(SOMEBODY)


def _until(seat: SeatInList) -> str:
    if seat.invited_until_ms is None:
        return ""
    return _("until {date}").format(date=day_words(seat.invited_until_ms))
