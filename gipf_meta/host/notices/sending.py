"""Parcels of notices, which senders are given, and what these answer: the same for pushes and
mails."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, Protocol, TypeAlias

from gipf_meta.desk.own_notices import NoticeWayKind
from gipf_meta.rooms.notices import NoticeKind

ToldKind: TypeAlias = NoticeKind | Literal["trial"]
"""The kind of what is told: a notice of a room, or one that somebody has sent himself to try."""
TRIAL: Final = "trial"
TRIAL_MS: Final = 3_600_000
"""Milliseconds for which a trial is delivered: later nobody waits for it any more."""


@dataclass(frozen=True, slots=True)
class NoticeWay:
    """A way by which *person* wants notices: a row of the table ``notice_way``. Pushes and mails
    are delivered; feeds and calendars are fetched.

    *about* is what its *kind* needs: the keys of a push (``p256dh``, ``auth``), the hours of mails
    (``mode``, ``hours``, ``quiet``, ``zone``). *used_ms* is when something was delivered, 0: never.
    """

    id: str
    person: str
    kind: NoticeWayKind
    key: str
    about: Mapping[str, Any] = field(default_factory=dict)
    device: str = ""
    label: str = ""
    created_ms: int = 0
    used_ms: int = 0
    failures: int = 0
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class ToldNotice:
    """A notice of event *number* in *room*, as it may be told outside the host. A trial has no room
    and no game.

    *game* is the id of the game of the match, *others* are the names of the other players: none in
    a private room. *left_ms* is the time until the flag falls, or the invitation ends; ``None``:
    there is no end. *hour_ms* is the hour that it announces. *link* leads to the room.
    """

    kind: ToldKind
    room: str
    number: int
    game: str
    others: tuple[str, ...]
    is_private: bool
    created_ms: int
    link: str
    left_ms: int | None = None
    hour_ms: int | None = None


@dataclass(frozen=True, slots=True)
class NoticeParcel:
    """The *notices* that are delivered together on a *way*, the most urgent first.

    *id* follows from them alone, so that a repeated delivery is known for one. *language* and
    *zone* are those of the person.
    """

    id: str
    way: NoticeWay
    notices: tuple[ToldNotice, ...]
    language: str = ""
    zone: str = ""


@dataclass(frozen=True, slots=True)
class DeliveryEnd:
    """The end of a delivery.

    ``sent``: the other server has accepted it. ``later``: it failed, and is tried again, after
    *after_ms* at least. ``withheld``: the host itself puts it off, likewise, which is no failure.
    ``refused``: this parcel will never be accepted. ``dead``: the way itself leads nowhere any
    more. *why* is a sentence for the way's owner, without addresses.
    """

    result: Literal["sent", "later", "withheld", "refused", "dead"]
    why: str = ""
    after_ms: int = 0


SENT: Final = DeliveryEnd("sent")


def link_to_room(origin: str, room: str) -> str:
    """Returns the address of *room* at a host whose *origin* has no slash at its end."""
    return f"{origin}/#room/{room}"


class Sender(Protocol):
    """Delivers parcels on ways of one kind."""

    def due_ms(self, way: NoticeWay, created_ms: int, now_ms: int) -> int:
        """Returns when a notice of *created_ms* is to be delivered on *way*: now or earlier, or at
        the hour of the next bundle, after quiet hours."""
        ...

    async def send(self, parcel: NoticeParcel) -> DeliveryEnd:
        """Delivers *parcel*. Never raises for a failure of the other server."""
        ...
