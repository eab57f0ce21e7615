"""Mistakes of one's own that come back, in words."""

from __future__ import annotations

from gipf_meta.base.ago import time_ago
from gipf_meta.base.clock import moment_of
from gipf_meta.base.texts import _
from gipf_meta.practice.practice import Mistake
from gipf_meta.practice.repetition import utc_day


def mistake_words(mistake: Mistake, now: str) -> str:
    """When *mistake* was made, or answered last, before *now*, a date as ``clock.date`` writes it:
    "You missed this yesterday"."""
    when = time_ago(moment_of(mistake.last_ms), now)
    if mistake.last == "missed":
        return _("You missed this {when}").format(when=when)
    if mistake.last == "solved":
        return _("You found this {when}").format(when=when)
    return _("You tried this {when}").format(when=when)


def words_of_return(mistake: Mistake, now_ms: int) -> str:
    """When *mistake* comes back, seen from *now_ms*, milliseconds since 1970."""
    days = mistake.due_day - utc_day(now_ms)
    if days <= 0:
        return _("it is due")
    words = _.many("it comes back tomorrow", "it comes back in {count} days", days)
    return words.format(count=days)
