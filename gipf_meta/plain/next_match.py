"""The way from a match, line by line, to the next one that waits for the person."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from gipf_meta.base.texts import _
from gipf_meta.line.line import ELSEWHERE, JoinError, LineEnded, Message, RoomLine
from gipf_meta.plain.terminal import Terminal

NEXT: Final = "next"
"""The screen of the desk whose submission leads to the next match that waits."""


class NextMatch:
    """Leads to the match that waits next: at the host of *line*, else at the person's other hosts.

    *take* takes the messages that come. *goes_elsewhere*: the match is at another host, which the
    line has chosen.
    """

    def __init__(
        self, line: RoomLine, terminal: Terminal, take: Callable[[Message], object]
    ) -> None:
        self._line, self._terminal, self._take = line, terminal, take
        self.goes_elsewhere = False

    def go(self, here: str = "") -> None:
        """Leads on from the room *here*; tells if nothing waits. Raises ``LineEnded``."""
        about = {"room": here} if here else {}
        try:
            heard = self._line.ask("submit", screen=NEXT, about=about, values={})
        except LineEnded:
            raise
        except JoinError:  # a host until 0.2.0
            heard = [{"notice": _("This host does not say what waits.")}]
        if not any("go" in said for said in heard) and (way := self._line.choose_elsewhere()):
            self.goes_elsewhere = True
            heard = [*(said for said in heard if "notice" not in said), {"notice": way}, ELSEWHERE]
        for said in heard:
            self._take(said)
        if self.goes_elsewhere or any("go" in said for said in heard):
            self._terminal.drop_half_typed()
