"""The panel with the best lines of a position."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from textwrap import fill
from threading import Event

from textual.widgets import Static

from gipf_meta.base.texts import _
from gipf_meta.match.session import Session
from gipf_meta.protocol.game import Turn
from gipf_meta.search.analysis import Analysis, growing, nobody_decides
from gipf_meta.table.players import GameFailed
from gipf_meta.tui.parts.background import Findings
from gipf_meta.tui.parts.side import NARROW, WIDE, WIDE_SCREEN

LINES = 3
"""How many of the best lines are shown."""


class Analysing(Static):
    """Says what is best in the position it is asked about, and more and more of it."""

    session: Session | None = None
    _findings: Findings[Analysis] | None = None

    def on_mount(self) -> None:
        self.display = False

    def ask(self, session: Session, name: str) -> None:
        """Begins anew with how *session* stands; *name* is whoever is on turn."""
        if session is self.session:
            return
        self.stop()
        self.session, self.display = session, True
        now = session.status
        if not isinstance(now, Turn):
            self.update(nobody_decides(now))
            return
        self.update(_("{name} is on turn; the best lines are looked for …").format(name=name))

        def search(cancelled: Event) -> Iterator[Analysis]:
            seats = len(session.players)
            return growing(
                session.game, session.state, seats, Random(0), cancelled=cancelled, most=LINES
            )

        def tell(found: Analysis) -> None:
            self.update("\n".join(self._told(found, name)))

        def end(error: BaseException | None) -> None:
            if error is not None:
                self.update(str(GameFailed.of(session.game, error)))

        self._findings = Findings(self.app, search, tell, end)

    def _told(self, found: Analysis, name: str) -> Iterator[str]:
        """What was found, each line on two rows at most."""
        width = WIDE if self.app.size.width >= WIDE_SCREEN else NARROW
        yield fill(found.headline(name).replace(" %", "\u00a0%"), width)
        for line in found.lines:
            yield fill(
                str(line), width, subsequent_indent=" " * 8, max_lines=2, placeholder=" …",
                break_on_hyphens=False,
            )  # fmt: skip

    def stop(self) -> None:
        """Nobody asks any more."""
        if self._findings is not None:
            self._findings.cancel()
        self._findings = self.session = None
        self.display = False

    def on_unmount(self) -> None:
        self.stop()
