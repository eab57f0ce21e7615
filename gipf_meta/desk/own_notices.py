"""The contract between the desk's screens and the ways by which the people of a host are told what
waits for them (docs/decisions/0060).

Beside what buttons and forms send, a page that may show notices submits to the screen ``notices``
the ``step`` ``push`` with an ``answer`` in JSON: what its browser says of its subscription, and the
``key`` of the host, which stands in the button that the page acts on.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, Protocol, TypeAlias, get_args

NoticeWayKind: TypeAlias = Literal["push", "mail", "feed", "calendar"]
"""The kind of a way: pushes to a browser, mails, a feed, a calendar."""
NOTICE_WAY_KINDS: Final[tuple[NoticeWayKind, ...]] = get_args(NoticeWayKind)
"""The kinds in the order in which a screen shows them."""
Mode: TypeAlias = Literal["each", "daily", "twice"]
"""How mails come: each by itself, or one a day, or two a day, each with all that waits then."""
MODES: Final[tuple[Mode, ...]] = get_args(Mode)


@dataclass(frozen=True, slots=True)
class MailHours:
    """When mails come, by the clocks of the *zone*.

    *hours* are those of the bundles, 0 to 23: none (``each``), one (``daily``) or two (``twice``).
    Nothing is sent from the first hour of *quiet* until the second; ``None``: there are no quiet
    hours, as in bundles. *zone* is written as ``read_zone`` returns it; ``""``: UTC.
    """

    mode: Mode = "daily"
    hours: tuple[int, ...] = (18,)
    quiet: tuple[int, int] | None = None
    zone: str = ""


def usual_hours(mode: Mode, zone: str = "") -> MailHours:
    """The hours in that *mode* which are proposed."""
    if mode == "each":
        return MailHours("each", (), (22, 7), zone)
    return MailHours(mode, (18,) if mode == "daily" else (8, 18), None, zone)


@dataclass(frozen=True, slots=True)
class ListedNoticeWay:
    """A way by which a person is told: its *label*, as a browser or a shortened address, when it
    was made and when something was delivered last (0: never), in milliseconds since 1970.

    *failures* counts failed deliveries since then; with *trouble*, a sentence, it was given up.
    *is_this*: it leads to the device that asks. *way_back* and *mails* are those of a mail.
    """

    id: str
    kind: NoticeWayKind
    label: str
    made_ms: int
    used_ms: int = 0
    failures: int = 0
    trouble: str = ""
    is_this: bool = False
    way_back: str = ""
    mails: MailHours | None = None


@dataclass(frozen=True, slots=True)
class MailAddress:
    """A mail address of a person, as a way back: its id, and its shortened *label*."""

    id: str
    label: str


class NoticeWays(Protocol):
    """The ways by which the person at a connection is told.

    In every method *link* is the name of the connection that asks; each raises ``GipfMetaError``
    with the sentence for the person.
    """

    def own(self, link: str) -> list[ListedNoticeWay]:
        """The ways of the person, pushes first, of each kind the oldest first."""
        ...

    def why_not(self, link: str, kind: NoticeWayKind) -> str:
        """The sentence why a *kind* of way is not offered at *link*; ``""`` where it is."""
        ...

    def push_key(self) -> str:
        """The public key to which a browser binds its pushes; ``""``: the host sends none."""
        ...

    def add_push(self, link: str, endpoint: str, p256dh: str, auth: str, label: str = "") -> None:
        """Tells the person at *link* by pushes to the *endpoint* of his browser, which belong to
        this device from now on."""
        ...

    def addresses(self, link: str) -> list[MailAddress]:
        """The mail addresses that are ways back of the person and get no notices yet."""
        ...

    def add_mail(self, link: str, way_back: str, hours: MailHours) -> None:
        """Sends notices to the address of that *way_back* of the person, too."""
        ...

    def change_mail(self, link: str, id: str, hours: MailHours) -> None:
        """Sends the mails of the way *id* at other hours."""
        ...

    def make_feed(self, link: str) -> str:
        """Makes a feed, and returns its address, which nobody can show again."""
        ...

    def make_calendar(self, link: str) -> str:
        """Makes a calendar, and returns its address, likewise."""
        ...

    def send_trial(self, link: str, id: str) -> None:
        """Sends one notice on a way of the person, a push or mails, to try it."""
        ...

    def remove(self, link: str, id: str) -> None:
        """Takes a way of the person away."""
        ...
