"""The sentence of a notice, and the headline of several, in the language and zone that are spoken.

Pushes, mails, feeds and terminals say the same. In a private room nobody is named.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from gipf_meta.base.sentences import one_line
from gipf_meta.base.texts import N_, _
from gipf_meta.desk.table_rows import span_words
from gipf_meta.host.notices.sending import ToldKind, ToldNotice
from gipf_meta.narration.hour_words import hour_words

SENTENCES: Final[dict[ToldKind, str]] = {
    "turn": N_("It is your move: {match}."),
    "answer": N_("The others wait for your answer: {match}."),
    "duel": N_("A duel waits for you: {match}."),
    "offer": N_("There is an offer for you: {match}."),
    "hour": N_("Your live duel begins on {hour}: {match}."),
    "invitation": N_("You are invited: {match}."),
    "end": N_("The match is over: {match}."),
    "trial": N_("This is how it looks when something waits for you."),
}
"""The sentence of each kind."""
WITHOUT_HOUR: Final = N_("A live duel waits for you: {match}.")
"""The sentence of an hour that is not known any more."""
WITH_END: Final = ("turn", "answer", "duel", "offer", "invitation")
"""The kinds for which there is only so much time left."""


def notice_sentence(notice: ToldNotice, title: str) -> str:
    """Returns the sentence of *notice* about a match of the game that is called *title*."""
    words = SENTENCES[notice.kind]
    if notice.kind == "hour" and notice.hour_ms is None:
        words = WITHOUT_HOUR
    hour = hour_words(notice.hour_ms) if notice.hour_ms is not None else ""
    return one_line(_(words).format(match=_match(notice, title), hour=hour))


def _match(notice: ToldNotice, title: str) -> str:
    """Returns the match in words: its game, the others unless it is private, and the time left."""
    match = title
    if notice.others and not notice.is_private:
        match = _("{game} with {names}").format(game=title, names=", ".join(notice.others))
    if notice.left_ms is None or notice.kind not in WITH_END:
        return match
    return _("{match}, {time} left").format(match=match, time=span_words(notice.left_ms))


def heading_of(notice: ToldNotice, title: Callable[[str], str]) -> str:
    """Returns what a notice is about: its game, as *title* calls it, or this program."""
    return title(notice.game) if notice.game else "GIPF Meta"


def headline(notices: Sequence[ToldNotice], title: Callable[[str], str]) -> str:
    """Returns the headline of *notices*, one or more, each of another room: of a single one its
    sentence. *title* returns how a game is called."""
    if len(notices) == 1:
        return notice_sentence(notices[0], heading_of(notices[0], title))
    count = len(notices)
    if any(notice.kind == "end" for notice in notices):
        words = _.many("News of {count} match", "News of {count} matches", count)
    else:
        words = _.many("{count} match waits for you", "{count} matches wait for you", count)
    return words.format(count=count)
