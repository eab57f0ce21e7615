"""What the screens of a terminal at a host need of the app, beside what all screens need."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, cast

from textual.screen import Screen

from gipf_meta.online.client import Message
from gipf_meta.online.terminal.far_table import FarTable

Then = Callable[[Message], None]
"""Is called with the answer of the host: ``done``, or ``refused`` with ``why``."""


class HostInterface(Protocol):
    """The app at a host, as its screens know it."""

    @property
    def is_in_room(self) -> bool:
        """Whether a match is open, or on its way."""

    def tell_host(self, do: Message, then: Then | None = None) -> None:
        """Sends a command, without its id; *then* hears the answer.

        Without *then*, a refusal is shown.
        """

    def go_to(self, room: str) -> None:
        """Opens the match of *room*."""

    def invite(self, table: FarTable) -> None:
        """Shows the links that let others come to *table*, for a seat or to watch."""

    def give_up_seat(self) -> None:
        """Leaves the match for good."""


def at_host(screen: Screen[Any]) -> HostInterface:
    """The app of a *screen*."""
    return cast("HostInterface", screen.app)
