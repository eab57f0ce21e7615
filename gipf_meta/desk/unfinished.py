"""The matches of the library that wait: each with its board, whose move it is, and since when."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final

from gipf_meta.base.ago import time_ago
from gipf_meta.base.stops import stops
from gipf_meta.base.texts import _
from gipf_meta.desk.context import Context
from gipf_meta.desk.matches import asking_for
from gipf_meta.desk.parts import AnyPart, Button, Heading, ListRow, Picture, Rows, WarningText
from gipf_meta.desk.pictures import picture_of
from gipf_meta.library.entries import called_players, match_of_library, sides_words
from gipf_meta.library.store import Library, LibraryEntry, LibraryError
from gipf_meta.match.match import Match
from gipf_meta.protocol.game import Turn, title_of
from gipf_meta.records.people import PERSON

MATCHES_ON_PAGE: Final = 4
"""How many of the matches that wait are shown as boards."""
MATCHES_IN_TERMINAL: Final = 22
"""How many a terminal lists: each has a letter."""


@dataclass(frozen=True)
class StandingMatch:
    """How a match stands: a sentence or two, and its board where a page shows it."""

    words: str = ""
    picture: Picture | None = None


def unfinished_matches(context: Context, library: Library) -> Iterator[AnyPart]:
    """The match that was played last, to go on with, and others that are not over."""
    try:
        most = MATCHES_ON_PAGE if context.is_page else MATCHES_IN_TERMINAL
        entries = library.entries(over=False, most=most)
    except LibraryError as error:
        yield WarningText(text=str(error))
        return
    if library.notice:
        yield WarningText(text=library.notice)
    if not entries:
        return
    now = context.now()
    rows = tuple(_row(context, library, entry, now, n == 0) for n, entry in enumerate(entries))
    yield Heading(text=_("Matches that wait"))
    yield Rows(rows=rows, look="boards")


def _row(
    context: Context, library: Library, entry: LibraryEntry, now: str, is_last: bool
) -> ListRow:
    title = context.installed.title(entry.game)
    sides = sides_words(entry, context.installed.games, context.settings.name)
    own = context.settings.name
    stamp = (entry.changed, entry.turns, own, context.is_page)
    look = partial(_standing, context, library, entry)
    stands = context.since(("standing", entry.id), stamp, look)
    turn = "" if context.is_page else _("turn {turns}").format(turns=entry.turns)
    when = " · ".join(filter(None, (stands.words, turn, time_ago(entry.changed, now))))
    go_on = Button(text=_("Go on"), do=asking_for(entry, "go_on"), primary=is_last)
    name = f"{title}: {sides}"
    if context.face == "terminal":
        name = f"{entry.id}  {title}  {sides}"
    return ListRow(cells=(name, when), buttons=(go_on,), picture=stands.picture)


def _standing(context: Context, library: Library, entry: LibraryEntry) -> StandingMatch:
    match = match_of_library(library, context.installed, entry.id)[0]
    if match is None:
        return StandingMatch()
    called = called_players(entry, context.installed.games, context.settings.name)
    try:
        words = _words_of(match, called, entry.kinds)
        view = match.top.view(None)
    except stops():
        raise
    except BaseException:  # a game may fail in any way; whoever goes on is told why
        return StandingMatch()
    return StandingMatch(words, picture_of(view, is_bare=True) if context.is_page else None)


def _words_of(match: Match, called: list[str], kinds: tuple[str, ...]) -> str:
    """Whose move it is, and in which duel."""
    top = match.top
    said = []
    if len(match.sessions) > 1:
        said.append(_("a duel in {game} runs").format(game=title_of(top.game)))
    if isinstance(top.status, Turn):
        player = top.players[top.status.seat]
        people = [each for each, kind in enumerate(kinds) if kind == PERSON]
        if people == [player]:
            said.append(_("your move"))
        elif player < len(called):
            said.append(_("{name}'s move").format(name=called[player]))
    return " · ".join(said)
