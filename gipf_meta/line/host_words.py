"""Words for hosts, for what waits there, and for why one does not answer."""

from __future__ import annotations

from yarl import URL

from gipf_meta.base.texts import _
from gipf_meta.line.host_inquiry import AwaitedMatch, HostReport
from gipf_meta.narration.clock_words import time_left
from gipf_meta.render.whole_seconds import round_times


def name_of_site(site: URL) -> str:
    """The name by which lists call the host at *site*: ``games.example``."""
    return str(site).removeprefix("https://")


def cells_of_match(match: AwaitedMatch) -> tuple[str, str, str]:
    """The cells of a match in a list: the time left, what is played and waited for, the host."""
    left = _("no time limit")
    if match.left_ms is not None:
        left = _("{time} left").format(time=round_times(time_left(match.left_ms)))
    words = "; ".join(filter(None, (match.title or _("A match"), match.what)))
    return left, words, name_of_site(match.site)


def words_of_report(report: HostReport | None) -> str:
    """The words for the *report* of a host: what waits there, or why it does not answer."""
    if report is None:
        return _("is asked …")
    if report.why:
        return _("cannot be reached: {why}").format(why=report.why)
    if report.count is None:
        return _("can be reached")
    if not report.count:
        return _("nothing waits")
    words = _.many("{count} match waits", "{count} matches wait", report.count)
    return words.format(count=report.count)
