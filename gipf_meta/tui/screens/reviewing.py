"""The panel that says what each turn of a match was worth."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from threading import Event

from textual.app import ComposeResult
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
from gipf_meta.tui.parts.background import Findings
from gipf_meta.tui.screens.reading import Read


class Reviewing(Static):
    """A review that goes on beside the interface; *on_verdict* is called for each verdict."""

    def __init__(
        self, match: Match, names: list[str], on_verdict: Callable[[Verdict], None]
    ) -> None:
        super().__init__(id="review", markup=False)
        self.match, self.names, self.on_verdict = match, names, on_verdict
        self.verdicts: list[Verdict] = []
        self.count = self.at = 0
        self.why = ""
        self._findings: Findings[Verdict] | None = None

    def on_mount(self) -> None:
        self.display = False

    @property
    def is_open(self) -> bool:
        """Whether it has ever been begun."""
        return bool(self.display)

    @property
    def is_running(self) -> bool:
        """Whether verdicts are still to come."""
        return self._findings is not None

    @property
    def is_done(self) -> bool:
        """Whether every turn has its verdict."""
        return not self.is_running and 0 < len(self.verdicts) == self.count

    def begin(self, told: tuple[Moment, ...]) -> None:
        """Reviews the match, whose moments were *told*, from its beginning."""
        self.verdicts, self.why = [], ""
        self.count = len(parts(told))
        self.display = True

        def search(cancelled: Event) -> Iterator[Verdict]:
            return review(self.match, cancelled=cancelled)

        self._findings = Findings(self.app, search, self._told, self._ended)
        self.show(self.at)

    def stop(self) -> None:
        """No more verdicts are wanted; those that came stay."""
        if self._findings is not None:
            self._findings.cancel()
            self._findings = None
            self.show(self.at)

    def _told(self, verdict: Verdict) -> None:
        self.verdicts.append(verdict)
        self.on_verdict(verdict)
        self.show(self.at)

    def _ended(self, error: BaseException | None) -> None:
        self._findings = None
        if error is not None:
            self.why = str(GameFailed.of(self.match.sessions[0].game, error))
        self.show(self.at)

    def show(self, at: int) -> None:
        """Says what is known of the turn of moment *at*, and how far the review is."""
        self.at = at
        verdict = next((v for v in self.verdicts if v.first <= at <= v.last), None)
        said = "" if verdict is None else f"{self.names[verdict.player]}: {verdict}"
        done, count = len(self.verdicts), self.count
        if self.why:
            said = self.why
        elif self.is_running:
            going = _("Reviewed: {n} of {all}; r stops.").format(n=done, all=count)
            said = f"{done}/{count} · {said}" if said else going
        elif not count:
            said = _("Nothing was played that could be reviewed.")
        elif not said and not self.is_done:
            stopped = _("Stopped: {n} of {all} reviewed; r begins anew.")
            said = stopped.format(n=done, all=count)
        elif not said:
            said = _("The review is done: r sums it up, n and N lead to the marked turns.")
        self.update(said)

    @property
    def page(self) -> str:
        """What everybody lost, then all verdicts."""
        told = [each.told(self.names[each.player]) for each in summaries(self.verdicts)]
        blocks = [*told, list(rows(self.verdicts, self.names))]
        return "\n\n".join("\n".join(lines) for lines in blocks)

    def marked(self, at: int, by: int) -> int | None:
        """The next moment after *at*, or before it if *by* is negative, that has a mark."""
        moments = [verdict.last for verdict in self.verdicts if verdict.kind is not Kind.GOOD]
        found = [moment for moment in moments if (moment - at) * by > 0]
        return (min if by > 0 else max)(found, default=None)

    def on_unmount(self) -> None:
        if self._findings is not None:
            self._findings.cancel()


class ReadReview(Read):
    """A review that is done, turn by turn."""

    def content(self) -> ComposeResult:
        yield Static(self.page, markup=False)
