"""Lines to a hub of this process, as to a host: rooms are made there from their events."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable
from itertools import count
from typing import Any

from yarl import URL

from gipf_meta.hub.hub import Hub
from gipf_meta.line.joining import Invitations
from gipf_meta.line.line import JoinError, Message
from gipf_meta.line.replica import Replica
from gipf_meta.records.models import Seat
from gipf_meta.rooms.ledger import MemoryLedger
from gipf_meta.table.openings import Opening
from tests.small_games.finding import find

SITE = URL("http://host.example:8064")


class FarHub:
    """A hub that several people reach; it is always *at_ms* there."""

    def __init__(self) -> None:
        self.hub, self.at_ms = Hub(MemoryLedger(), find, patience_ms=None, pauses_alone=False), 0
        self.ids = count()
        self._said = defaultdict[str, deque[Message]](deque)

    def open_room(
        self, by: str, others: dict[int, str], goal: int = 1, duel: str = "die", **about: Any
    ) -> None:
        """Opens the room ``r`` for two people."""
        seats, options = (Seat(name="Ann"), Seat(name="Bob")), {"goal": goal, "duel": duel}
        opening = Opening(game="wager", players=seats, options=options, seed=1, **about)
        self.hub.open_room("r", opening, by, self.at_ms, others)

    def now_ms(self) -> int:
        """The time in ms, also for those who reach the hub."""
        return self.at_ms

    def pass_time(self, ms: int) -> None:
        """Lets so much time pass."""
        self.at_ms += ms
        self.hub.pass_time(self.at_ms)

    def say(self, person: str, **message: Any) -> None:
        """Hears a *message* of *person*."""
        self.hub.receive(person, message, self.at_ms)

    def take(self, person: str) -> Message | None:
        """The next message to *person*, or ``None``."""
        for link, said in self.hub.take_outbox():
            self._said[link].append(said)
        return self._said[person].popleft() if self._said[person] else None


class FarLine:
    """The line of *person*, who is called *name*, to a *far* hub."""

    is_far = True

    def __init__(self, far: FarHub, person: str, name: str = "") -> None:
        self.far, self.person, self.last_room = far, person, ""
        self.invitations = Invitations(SITE)
        far.hub.connect(person, person, "en", name or person.title())

    def hang_up(self) -> None:
        """Ends the line."""
        self.far.hub.disconnect(self.person, self.far.at_ms)

    def send(self, do: str, **fields: Any) -> str:
        self.far.say(self.person, do=do, id=(id := f"c{next(self.far.ids)}"), **fields)
        return id

    def watch(self, room: str) -> tuple[Replica, str]:
        self.last_room = room
        seen = Replica(room, self.person, find, self.far)
        return seen, self.send("watch", room=room, since=0, want="events")

    def unwatch(self) -> None:
        if self.last_room:
            self.send("unwatch", room=self.last_room)

    def receive(self, wait_s: float = 0.0) -> Message | None:
        if (said := self.far.take(self.person)) is None and wait_s:
            raise EOFError  # nothing comes any more
        return said

    def ask(self, do: str, **fields: Any) -> list[Message]:
        id, heard = self.send(do, **fields), list[Message]()
        while (said := self.receive()) is not None:
            if said.get("refused") == id:
                raise JoinError(str(said["why"]))
            heard.append(said)
        return [said for said in heard if "done" not in said]

    def choose_elsewhere(self) -> str:
        return ""

    def call_on_news(self, call: Callable[[], object]) -> None:
        pass
