"""The panel that says what each turn of a match was worth."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from threading import Event

from textual.widgets import Static

from gipf_meta.base.texts import _
from gipf_meta.match.match import Match
from gipf_meta.match.playback import Moment
from gipf_meta.search.review import (
    Kind,
    Verdict,
    parts,
    review,
    rows,
    summaries,
)
from gipf_meta.table.players import GameFailed
from gipf_meta.tui.parts.background import BackgroundSearch


class ReviewPanel(Static):
    """A review of *match* that runs in the background.

    *on_verdict* is called for each verdict. *names* are the players'.
    """

    def __init__(
        self, match: Match, names: list[str], on_verdict: Callable[[Verdict], None]
    ) -> None:
        super().__init__(id="review", markup=False)
        self.match, self.names, self.on_verdict = match, names, on_verdict
        self.verdicts: list[Verdict] = []
        self.count = self.at = 0
        self.error = ""
        self._search: BackgroundSearch[Verdict] | None = None

    def on_mount(self) -> None:
        """Hides the panel until a review begins."""
        self.display = False

    @property
    def is_open(self) -> bool:
        """Whether a review has been begun."""
        return bool(self.display)

    @property
    def is_running(self) -> bool:
        """Whether verdicts are still to come."""
        return self._search is not None

    @property
    def is_done(self) -> bool:
        """Whether every turn has its verdict."""
        return not self.is_running and 0 < len(self.verdicts) == self.count

    def begin(self, moments: tuple[Moment, ...]) -> None:
        """Reviews the match from its beginning; *moments* are all of the match."""
        self.verdicts, self.error = [], ""
        self.count = len(parts(moments))
        self.display = True

        def search(cancelled: Event) -> Iterator[Verdict]:
            return review(self.match, cancelled=cancelled)

        self._search = BackgroundSearch(self, search, self._add_verdict, self._end)
        self.show(self.at)

    def stop(self) -> None:
        """Stops the review; the verdicts so far stay."""
        if self._search is not None:
            self._search.cancel()
            self._search = None
            self.show(self.at)

    def _add_verdict(self, verdict: Verdict) -> None:
        self.verdicts.append(verdict)
        self.on_verdict(verdict)
        self.show(self.at)

    def _end(self, error: BaseException | None) -> None:
        self._search = None
        if error is not None:
            self.error = str(GameFailed.of(self.match.sessions[0].game, error))
        self.show(self.at)

    def show(self, at: int) -> None:
        """Shows the verdict on the turn of moment *at*, and how far the review is."""
        self.at = at
        verdict = next((v for v in self.verdicts if v.first <= at <= v.last), None)
        words = "" if verdict is None else f"{self.names[verdict.player]}: {verdict}"
        done, count = len(self.verdicts), self.count
        if self.error:
            words = self.error
        elif self.is_running:
            progress = _("Reviewed: {n} of {all}; r stops.").format(n=done, all=count)
            words = f"{done}/{count} · {words}" if words else progress
        elif not count:
            words = _("Nothing was played that could be reviewed.")
        elif not words and not self.is_done:
            stopped = _("Stopped: {n} of {all} reviewed; r begins anew.")
            words = stopped.format(n=done, all=count)
        elif not words:
            words = _("The review is done: r sums it up, n and N lead to the marked turns.")
        self.update(words)

    @property
    def page(self) -> str:
        """The whole review as text: what each player lost, then all verdicts."""
        losses = [summary.lines(self.names[summary.player]) for summary in summaries(self.verdicts)]
        blocks = [*losses, list(rows(self.verdicts, self.names))]
        return "\n\n".join("\n".join(lines) for lines in blocks)

    def marked_moment(self, at: int, by: int) -> int | None:
        """The next moment with a mark after *at*, or before *at* if *by* is negative; or none."""
        moments = [verdict.last for verdict in self.verdicts if verdict.kind is not Kind.GOOD]
        found = [moment for moment in moments if (moment - at) * by > 0]
        return (min if by > 0 else max)(found, default=None)

    def on_unmount(self) -> None:
        """Stops the review with the screen."""
        if self._search is not None:
            self._search.cancel()
