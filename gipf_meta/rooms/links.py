"""Who is linked to the rooms, and what waits to be sent to each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.sentences import one_line
from gipf_meta.protocol.failures import failure
from gipf_meta.rooms.answers import Message
from gipf_meta.rooms.deed import LONGEST_ID, Deed
from gipf_meta.rooms.said import Link

LONGEST_WHY: Final = 1000
"""The most letters of the sentence on why a command is refused."""

MOST_REMEMBERED: Final = 1000
"""How many answers are kept that are in no ledger, for commands that come twice."""


class Links:
    """The links by their names. What is sent waits until it is taken.

    *explain* makes the sentence on an error that is told to people.
    """

    def __init__(self, explain: Callable[[BaseException], str]) -> None:
        self.explain = explain
        self._links: dict[str, Link] = {}
        self._outbox: list[tuple[str, Message]] = []

    def add(self, name: str, link: Link) -> None:
        """Notes a new *link*."""
        self._links[name] = link

    def remove(self, name: str) -> None:
        """Forgets a link; what waits for it is never sent."""
        self._links.pop(name, None)

    def get(self, name: str) -> Link | None:
        """The link of that name, ``None`` if it is gone."""
        return self._links.get(name)

    def take_outbox(self) -> list[tuple[str, Message]]:
        """The messages to be sent since the last call, in order, each with its link."""
        outbox, self._outbox = self._outbox, []
        return [(name, message) for name, message in outbox if name in self._links]

    def send(self, name: str, *messages: Message) -> None:
        """Sends *messages* to a link."""
        self._outbox.extend((name, message) for message in messages)

    def refuse(self, name: str, message: Mapping[str, Any], error: BaseException) -> None:
        """Says why a *message*, or what followed from one, has failed."""
        id = message.get("id") if isinstance(message, Mapping) else None
        known = id if isinstance(id, str) and len(id) <= LONGEST_ID else ""
        self.send(name, {"refused": known, "why": self.explain(error)})


class RememberedAnswers:
    """The last answers that are in no ledger, for commands that come again."""

    def __init__(self) -> None:
        self._answers: dict[tuple[str, str, str], list[Message]] = {}

    def get(self, person: str, command: Deed) -> list[Message] | None:
        """The answers to a *command* of *person*; ``None`` if they are not remembered."""
        return self._answers.get((person, command.room, command.id))

    def keep(self, person: str, command: Deed, answers: list[Message]) -> None:
        """Keeps *answers*; the oldest ones make room."""
        self._answers[person, command.room, command.id] = answers
        if len(self._answers) > MOST_REMEMBERED:
            del self._answers[next(iter(self._answers))]

    def clear(self) -> None:
        """Forgets all answers."""
        self._answers.clear()


def why(error: BaseException) -> str:
    """The sentence on *error*, on one line."""
    return one_line(str(error), LONGEST_WHY) if isinstance(error, GipfMetaError) else failure(error)
