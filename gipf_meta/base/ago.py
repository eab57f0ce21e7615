"""Words for how long ago something was."""

from __future__ import annotations

from gipf_meta.base.clock import local_date, time_between
from gipf_meta.base.texts import _

MINUTE, HOUR = 60, 3600
"""In seconds."""
WEEK, MONTH = 7, 31
"""In days; a month is the longest there is."""


def time_ago(then: str, now: str) -> str:
    """The time from *then* to *now* in words: ``3 minutes ago``, ``yesterday``.

    Both are written as ``clock.date`` writes them. Days are those of the local calendar; a moment
    long ago has its date. A text that is no date stays as it is.
    """
    between = time_between(then, now)
    if between is None:
        return then
    seconds, days = between
    if seconds < MINUTE:
        return _("just now")
    if seconds < HOUR:
        count = seconds // MINUTE
        return _.many("{count} minute ago", "{count} minutes ago", count).format(count=count)
    if days == 0:
        count = seconds // HOUR
        return _.many("{count} hour ago", "{count} hours ago", count).format(count=count)
    if days == 1:
        return _("yesterday")
    if days < WEEK:
        return _.many("{count} day ago", "{count} days ago", days).format(count=days)
    if days <= MONTH:
        count = days // WEEK
        return _.many("{count} week ago", "{count} weeks ago", count).format(count=count)
    return local_date(then).partition(" ")[0]
