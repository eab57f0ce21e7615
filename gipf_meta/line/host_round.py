"""The round of one's hosts: what waits at each, what is next, and the host that is chosen."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock

from yarl import URL

from gipf_meta.base.clock import Clock
from gipf_meta.base.texts import _
from gipf_meta.line.host_inquiry import (
    MOST_HOSTS,
    HostInquiry,
    HostReport,
    by_urgency,
)
from gipf_meta.line.host_words import cells_of_match
from gipf_meta.line.joining import Address
from gipf_meta.line.known_hosts import KnownHosts

AGAIN_MS = 60_000
"""The ms after which hosts are asked again without being told to."""


class HostRound:
    """The hosts in *known*, which are asked side by side. *chosen* is the address to which the
    person goes next; ``None``: he stays where he is. *clock* is that of this machine."""

    def __init__(self, known: KnownHosts, clock: Clock) -> None:
        self.known, self._clock = known, clock
        self.chosen: Address | None = None
        self.on_report: Callable[[], object] = lambda: None
        self._reports: dict[URL, HostReport] = {}
        self._lock = Lock()
        self._inquiry = HostInquiry(known, self._take)
        self._asked_ms: int | None = None

    @property
    def sites(self) -> list[URL]:
        """The hosts where the person has been, the one of his last visit first."""
        return self.known.sites()

    def reports(self) -> dict[URL, HostReport | None]:
        """The report of each host, as far as they have come, in the order of ``sites``."""
        sites = self.sites
        with self._lock:
            return {site: self._reports.get(site) for site in sites}

    def begin(self, *, anew: bool = False) -> None:
        """Begins to ask the hosts, unless that was done within a minute; with *anew* in any case.
        Reports that come call *on_report*, in another thread."""
        now_ms = self._clock.now_ms()
        if anew or self._asked_ms is None or now_ms - self._asked_ms >= AGAIN_MS:
            self._asked_ms = now_ms
            with self._lock:
                self._reports.clear()
            self._thread = self._inquiry.ask(self.sites[:MOST_HOSTS])

    def finish(self) -> None:
        """Waits until all hosts have answered, or their time is over."""
        self._thread.join()

    def take_chosen(self) -> Address | None:
        """The address that was chosen since the last call; ``None``: there is none."""
        chosen, self.chosen = self.chosen, None
        return chosen

    def go_on_beyond(self, here: URL) -> str:
        """Chooses the match that waits most urgently at the hosts other than *here*, which are
        asked now; returns the sentence on it, ``""``: nothing waits there."""
        reports = list[HostReport]()
        others = [each for each in self.sites if each != here][:MOST_HOSTS]
        HostInquiry(self.known, reports.append).ask(others).join()
        reports.sort(key=lambda report: others.index(report.site))
        if not (waiting := by_urgency(reports)):
            return ""
        self.chosen = waiting[0].address
        left, match, host = cells_of_match(waiting[0])
        return _("Next, at {host}: {match}; {left}.").format(host=host, match=match, left=left)

    def forget(self, site: URL) -> None:
        """Removes all that this machine keeps of the host at *site*. Raises ``JoinError``."""
        self.known.forget(site)
        with self._lock:
            self._reports.pop(site, None)

    def _take(self, report: HostReport) -> None:
        with self._lock:
            self._reports[report.site] = report
        self.on_report()
