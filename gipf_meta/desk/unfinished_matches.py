"""The matches of the library that wait: each with its board, whose move it is, and since when."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from gipf_meta.base.ago import time_ago
from gipf_meta.base.texts import _
from gipf_meta.desk.context import Context
from gipf_meta.desk.match_actions import asking_for
from gipf_meta.desk.match_cards import UNSEEN, MatchInList, move_of, standing_of, words_of_standing
from gipf_meta.desk.parts import AnyPart, Button, Heading, ListRow, Rows, WarningText
from gipf_meta.library.listed_matches import called_players, match_of_library, sides_words
from gipf_meta.library.store import Library, LibraryEntry, LibraryError
from gipf_meta.records.player_names import PERSON

MATCHES_ON_PAGE: Final = 4
"""How many of the matches that wait are shown as boards."""
MATCHES_IN_TERMINAL: Final = 22
"""How many a terminal lists: as long as there are letters, each has one."""


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
    stamp = (entry.changed, entry.turns, context.is_page)
    look = partial(_look, context, library, entry)
    stands = context.since(("standing", entry.id), stamp, look)
    whose = _whose_move(context, entry, stands.player)
    turn = "" if context.is_page else _("turn {turns}").format(turns=entry.turns)
    when = words_of_standing(stands.duel, whose, turn, time_ago(entry.changed, now))
    go_on = Button(text=_("Go on"), do=asking_for(entry, "go_on"), primary=is_last)
    cells = [f"{title}: {sides}", when]
    if context.face == "terminal":  # before the line it would look like the key that chooses it
        cells.append(_("Match {number}").format(number=entry.id))
    return ListRow(cells=tuple(cells), buttons=(go_on,), picture=stands.picture)


def _look(context: Context, library: Library, entry: LibraryEntry) -> MatchInList:
    match = match_of_library(library, context.installed, entry.id)[0]
    if match is None:
        return UNSEEN
    return standing_of(match, partial(match.top.view, None), is_drawn=context.is_page)


def _whose_move(context: Context, entry: LibraryEntry, player: int | None) -> str:
    """That it is the move of *player*; empty where nobody decides."""
    called = called_players(entry, context.installed.games, context.settings.name)
    if player is None or player >= len(called):
        return ""
    people = [each for each, kind in enumerate(entry.kinds) if kind == PERSON]
    return move_of(called[player], is_own=people == [player])
