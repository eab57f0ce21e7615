"""The first screen: the matches that wait, the games, each with its board, and the other pages."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from gipf_meta.base.clock import local_date
from gipf_meta.base.texts import _
from gipf_meta.desk.context import Context
from gipf_meta.desk.matches import asking_for
from gipf_meta.desk.parts import (
    About,
    AnyPart,
    Button,
    Heading,
    ListRow,
    Rows,
    Screen,
    WarningText,
    opening,
)
from gipf_meta.desk.pictures import picture_of_game
from gipf_meta.desk.rules import lessons_button
from gipf_meta.desk.setup import SHOWCASE
from gipf_meta.desk.tables import lobby
from gipf_meta.library.entries import sides_words
from gipf_meta.library.store import LibraryEntry, LibraryError
from gipf_meta.plugins.loading import try_game
from gipf_meta.plugins.playable import playable_showcase
from gipf_meta.protocol.game import AnyGame, tagline_of, title_of

LAST_MATCHES = 3
"""How many of the matches that wait are listed on a page."""
MATCHES_IN_TERMINAL = 22
"""How many a terminal lists: each has a letter."""


def launcher(context: Context, about: About) -> Screen:
    """The screen with everything that can be begun or gone on with.

    On a page, games with a picture are cards; the others are lines below them. In a terminal the
    games come first.
    """
    games = [*_showcase(context), *_games(context), *_faults(context)]
    cards = tuple(row for row in games if row.picture)
    lines = tuple(row for row in games if not row.picture)
    waiting = tuple(_waiting(context))
    if not context.is_page:
        head = (Heading(text=_("Games")),) if context.face == "lines" else ()
        every = (*head, Rows(rows=lines), *waiting, Heading(text=_("More")), *_pages(context))
        return Screen(name="launcher", title="gipf_meta", parts=every)
    return Screen(
        name="launcher",
        title="gipf_meta",
        live=None if context.tables is None else len(waiting),
        parts=(
            *waiting,
            Heading(text=_("Games")),
            *(Rows(rows=rows) for rows in (cards, lines) if rows),
            Heading(text=_("More")),
            *_pages(context),
        ),
    )


def _waiting(context: Context) -> Iterator[AnyPart]:
    """The match that was played last, to go on with, and others that are not over."""
    if context.tables is not None:
        yield from lobby(context, context.tables)
    if context.library is None:
        return
    try:
        most = LAST_MATCHES if context.is_page else MATCHES_IN_TERMINAL
        entries = context.library.entries(over=False, most=most)
    except LibraryError as error:
        yield WarningText(text=str(error))
        return
    if context.library.notice:
        yield WarningText(text=context.library.notice)
    if not entries:
        return
    yield Heading(text=_("Matches that wait"))
    yield Rows(rows=tuple(_match(context, entry, n == 0) for n, entry in enumerate(entries)))


def _match(context: Context, entry: LibraryEntry, is_last: bool) -> ListRow:
    title = context.installed.title(entry.game)
    sides = sides_words(entry, context.installed.games, context.settings.name)
    when = _("last played {date}, turn {turns}").format(
        date=local_date(entry.changed), turns=entry.turns
    )
    go_on = Button(text=_("Go on"), do=asking_for(entry, "go_on"), primary=is_last)
    name = f"{title}: {sides}"
    if context.face == "terminal":
        name = f"{entry.id}  {title}  {sides}"
    return ListRow(cells=(name, when), buttons=(go_on,))


def _showcase(context: Context) -> Iterator[ListRow]:
    show = playable_showcase(context.installed)
    if show is not None:
        words = show.tagline or tagline_of(show.game)
        yield _game(context, show.game, show.title, words, SHOWCASE)


def _games(context: Context) -> Iterator[ListRow]:
    for game in context.installed.sorted_games():
        if why := context.once(("fault", game.id), partial(try_game, game)):
            words = _("It cannot be played: {why}").format(why=why)
            yield ListRow(cells=(title_of(game), words))
        else:
            yield _game(context, game(), title_of(game), tagline_of(game), {"game": game.id})


def _game(context: Context, game: AnyGame, title: str, words: str, about: About) -> ListRow:
    picture = None
    if context.is_page and not context.installed.is_own(type(game)):
        draw = partial(picture_of_game, game, context.installed.find)
        picture = context.once(("picture", title, game.id), draw)
    return ListRow(
        cells=(title, words),
        picture=picture,
        buttons=(
            Button(text=_("Play"), do=opening("setup", about), primary=True),
            *lessons_button(context, type(game)),
            Button(text=_("Rules"), do=opening("rules", {"game": game.id})),
        ),
    )


def _faults(context: Context) -> Iterator[ListRow]:
    """The plugins that cannot be used, each with what is wrong."""
    for plugin in context.installed.plugins:
        if plugin.fault:
            yield ListRow(cells=(f"✗ {plugin.name}", f"{plugin.source}: {plugin.fault}"))


def _pages(context: Context) -> Iterator[Button]:
    library_pages = (
        ("library", _("All matches"), _("go on, look at it again, save it")),
        ("statistics", _("Statistics"), _("how often each game was played, and who won")),
    )
    at_tables = (("tables", _("All your tables"), _("go on, look at it again")),)
    settings = _("your name, colours, language, motion, sound")
    helping = [("help", _("Help"), _("how the page is used, and its keys"))]
    if not context.is_page:
        settings = _("your name, colours, graphics, language, motion")
        helping.clear()
    for page, words, note in (
        *(library_pages if context.tables is None else at_tables),
        ("settings", _("Settings"), settings),
        *helping,
    ):
        yield Button(text=words, do=opening(page), note=note)
