"""What a face needs of the place where rooms and a desk are: this process, or a host far away."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final, Protocol, TypeAlias

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.rooms.events import Event
from gipf_meta.rooms.state import RoomState

Message: TypeAlias = Mapping[str, Any]
"""What is said by a line, or heard."""
GONE: Final[Message] = {"line": "gone"}
"""What a line says when it was cut."""
BACK: Final[Message] = {"line": "back"}
"""What it says when it is there again."""


class JoinError(GipfMetaError, RuntimeError):
    """A host cannot be reached, does not let somebody in, or refuses something; one sentence."""


class SeenRoom(Protocol):
    """A room as somebody sees it."""

    @property
    def id(self) -> str:
        """The id of the room."""
        ...

    @property
    def person(self) -> str:
        """Who sees it."""
        ...

    @property
    def here(self) -> Collection[int] | None:
        """The players who are connected; ``None``: nobody has told it."""
        ...

    @property
    def watchers(self) -> int:
        """How many others watch."""
        ...

    @property
    def room(self) -> RoomState:
        """The room as it stood after the last events that were whole."""
        ...

    @property
    def is_there(self) -> bool:
        """Whether enough has come to show anything."""
        ...

    @property
    def is_whole(self) -> bool:
        """Whether all has come true that has come."""
        ...

    def receive(self, said: Message) -> bool:
        """Takes a message that tells of the room; whether *said* was one."""
        ...

    def catch_up(self) -> Sequence[Event]:
        """Lets come true what has come since the last time. Raises ``LedgerError``."""
        ...

    def take_notice(self) -> str:
        """What is to be said once about a bot's play: a sentence, or nothing."""
        ...

    def age(self) -> None:
        """Lets time pass here until now. Raises ``GameFailed``."""
        ...

    def wait_ms(self) -> int | None:
        """In how many milliseconds something is due; ``None``: never."""
        ...

    @property
    def trouble(self) -> str:
        """What is wrong with the place where the match is kept; ``""``: nothing."""
        ...


class OfferedLink(Protocol):
    """A link that lets others come, and what it is for."""

    @property
    def words(self) -> str:
        """What it is for."""
        ...

    @property
    def link(self) -> str:
        """The link itself."""
        ...

    @property
    def command(self) -> Message | None:
        """What makes it valid; ``None``: it is."""
        ...


class OfferLinks(Protocol):
    """Makes the links that let others come to a *room*; that to the seat of player *only*."""

    def __call__(self, room: RoomState, only: int | None = None) -> Sequence[OfferedLink]: ...


class Line(Protocol):
    """Leads *person* to rooms and to a desk. Commands are sent, and what is answered is heard.
    *last_room* is the room that was watched last, unless somebody is through with it."""

    last_room: str

    @property
    def is_far(self) -> bool:
        """Whether it leads to a host, where others may be."""
        ...

    @property
    def person(self) -> str:
        """Who uses it."""
        ...

    def send(self, do: str, **fields: Any) -> str:
        """Sends a command; its id, by which its answer is known."""
        ...

    def watch(self, room: str) -> tuple[SeenRoom, str]:
        """Asks for *room*, instead of the one that was watched before, and for all that happens in
        it; how it is seen, and the id of that command."""
        ...

    def unwatch(self) -> None:
        """Wants no more of the room that is watched."""
        ...

    def receive(self, wait_s: float = 0.0) -> Message | None:
        """The next message, or ``None`` if none comes in that time. In this process bots think, and
        a clock that stands still goes on, while somebody waits.

        Raises ``JoinError`` if the line has ended for good.
        """
        ...

    def ask(self, do: str, **fields: Any) -> list[Message]:
        """Sends a command; what comes until it is done. Raises ``JoinError`` if it is refused."""
        ...

    def call_on_news(self, call: Callable[[], object]) -> None:
        """Calls *call*, in any thread, whenever there is something to ``receive``."""
        ...
