"""The line: the way of terminal and line mode to rooms and desk, in this process or at a host.

The page uses none: its messages reach a hub by ``web/driver.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.rooms.events import Event
from gipf_meta.rooms.state import RoomState

if TYPE_CHECKING:
    from yarl import URL

Message: TypeAlias = Mapping[str, Any]
"""A message over a line, in either direction."""
GONE: Final[Message] = {"line": "gone"}
"""The message of a line after the connection was lost."""
BACK: Final[Message] = {"line": "back"}
"""The message of a line after a reconnect."""
ANEW: Final[Message] = {"line": "anew"}
"""The message of a line that has connected anew as another person."""
RENEWED: Final[Message] = {"line": "renewed"}
"""The message of a line that has connected anew as the same person, by another secret."""

ELSEWHERE: Final[Message] = {"line": "elsewhere"}
"""The message of a line that ends because the person goes to another host, or nowhere."""


class JoinError(GipfMetaError, RuntimeError):
    """A host cannot be reached, does not let a person in, or refuses a command; one sentence."""


class LineEnded(JoinError):
    """The line to a host has ended for good; one sentence."""


class DeviceForgotten(LineEnded):
    """The host does not know the key of this device any more; one sentence."""


class SeenRoom(Protocol):
    """A room as one person sees it."""

    @property
    def id(self) -> str:
        """The id of the room."""
        ...

    @property
    def person(self) -> str:
        """The person who sees it."""
        ...

    @property
    def connected(self) -> Collection[int] | None:
        """The players who are connected; ``None``: not known."""
        ...

    @property
    def watchers(self) -> int:
        """The number of others who watch."""
        ...

    @property
    def room(self) -> RoomState:
        """The state of the room after the last events that were complete."""
        ...

    @property
    def is_there(self) -> bool:
        """Whether enough events have come to show the room."""
        ...

    @property
    def is_whole(self) -> bool:
        """Whether all events that have come were applied."""
        ...

    def receive(self, said: Message) -> bool:
        """Takes the message *said* if it is about the room; returns whether it was."""
        ...

    def catch_up(self) -> Sequence[Event]:
        """Applies the events that have come since the last call, and returns them. Raises
        ``LedgerError``."""
        ...

    def take_notice(self) -> str:
        """The sentence on a bot's play that is shown once; ``""``: there is none."""
        ...

    def age(self) -> None:
        """Lets time pass in the room until now. Raises ``GameFailed``."""
        ...

    def wait_ms(self) -> int | None:
        """The milliseconds until the next deadline; ``None``: there is none."""
        ...

    @property
    def trouble(self) -> str:
        """The trouble with the place that stores the match, in a sentence; ``""``: there is
        none."""
        ...


class OfferedLink(Protocol):
    """A link that lets others come, and its purpose."""

    @property
    def words(self) -> str:
        """The purpose of the link."""
        ...

    @property
    def link(self) -> str:
        """The link itself."""
        ...

    @property
    def command(self) -> Message | None:
        """The command that makes it valid; ``None``: it is already."""
        ...


class OfferLinks(Protocol):
    """Makes the links that let others come to a *room*; that to the seat of player *only*."""

    def __call__(self, room: RoomState, only: int | None = None) -> Sequence[OfferedLink]: ...


class OtherHosts(Protocol):
    """The other hosts where the person has been."""

    def go_on_beyond(self, here: URL) -> str:
        """Chooses the match that waits most urgently at the hosts other than *here*, which are
        asked now; returns the sentence on it, ``""``: nothing waits there."""
        ...


class RoomLine(Protocol):
    """A way of *person* to rooms and to a desk: commands are sent, and messages are received.

    *last_room* is the room that was watched last, ``""`` if there is none to come back to.
    """

    last_room: str

    @property
    def is_far(self) -> bool:
        """Whether it leads to a host, where other people may be."""
        ...

    @property
    def person(self) -> str:
        """The person who uses it."""
        ...

    def send(self, do: str, **fields: Any) -> str:
        """Sends a command; returns its id, which its answer bears."""
        ...

    def watch(self, room: str) -> tuple[SeenRoom, str]:
        """Watches *room*, with all its events, instead of the one before; returns the room as it is
        seen, and the id of the command."""
        ...

    def unwatch(self) -> None:
        """Stops watching the room that is watched."""
        ...

    def receive(self, wait_s: float = 0.0) -> Message | None:
        """The next message; ``None`` if none comes within *wait_s* seconds. In this process bots
        think, and a clock that stands still goes on, during the wait.

        Raises ``JoinError`` if the line has ended for good.
        """
        ...

    def ask(self, do: str, **fields: Any) -> list[Message]:
        """Sends a command, and waits; returns the messages before its last answer. Raises
        ``JoinError`` if it is refused."""
        ...

    def call_on_news(self, call: Callable[[], object]) -> None:
        """Sets a callback: *call* is called, in any thread, when there is something to
        ``receive``."""
        ...

    def choose_elsewhere(self) -> str:
        """Chooses the match that waits most urgently at the person's other hosts, which are asked
        now; returns the sentence on it, ``""``: nothing waits there. It may take seconds."""
        ...


class PersonLine(RoomLine, Protocol):
    """A line to a host, at which the person here can become another one."""

    @property
    def name(self) -> str:
        """The name of the person there; ``""``: he has none."""
        ...

    def become(self, secret: str) -> None:
        """Stores the fresh *secret* of a person, and connects anew by it. When the host has
        accepted it, ``ANEW`` comes, or ``RENEWED`` for the same person. Raises ``JoinError`` if it
        cannot be stored."""
        ...

    def forget(self) -> None:
        """Removes the secret of the person from this machine; there is no room to come back to.
        Raises ``JoinError``."""
        ...
