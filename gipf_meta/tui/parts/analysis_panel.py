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
from gipf_meta.search.analysis import Analysis, deepen_analysis, nobody_decides
from gipf_meta.table.players import GameFailed
from gipf_meta.tui.parts.background import BackgroundSearch
from gipf_meta.tui.parts.side_panel import panel_columns

LINES = 3
"""How many of the best lines are shown."""


class AnalysisPanel(Static):
    """Shows the chances and the best lines of one position; the search refines them."""

    session: Session | None = None
    _search: BackgroundSearch[Analysis] | None = None

    def on_mount(self) -> None:
        """Hides the panel until somebody asks for an analysis."""
        self.display = False

    def analyse(self, session: Session, name: str) -> None:
        """Begins to analyse how *session* stands; *name* is the player on turn.

        Does nothing if the panel already analyses that session.
        """
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
            return deepen_analysis(
                session.game, session.state, seats, Random(0), cancelled=cancelled, most=LINES
            )

        def show(analysis: Analysis) -> None:
            self.update("\n".join(self._lines(analysis, name)))

        def show_error(error: BaseException | None) -> None:
            if error is not None:
                self.update(str(GameFailed.of(session.game, error)))

        self._search = BackgroundSearch(self, search, show, show_error)

    def _lines(self, analysis: Analysis, name: str) -> Iterator[str]:
        """The headline, then the best lines, each on two rows at most."""
        width = panel_columns(self.app.size.width)
        yield fill(analysis.headline(name).replace(" %", "\u00a0%"), width)
        for line in analysis.lines:
            yield fill(
                str(line), width, subsequent_indent=" " * 8, max_lines=2, placeholder=" …",
                break_on_hyphens=False,
            )  # fmt: skip

    def stop(self) -> None:
        """Ends the search and hides the panel."""
        if self._search is not None:
            self._search.cancel()
        self._search = self.session = None
        self.display = False

    def on_unmount(self) -> None:
        """Ends the search with the screen."""
        self.stop()
