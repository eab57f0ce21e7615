"""The first screen: unfinished matches, a game to begin with, the other games, the other pages."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from gipf_meta.base.ago import time_ago
from gipf_meta.base.bot_names import BOT_NAMES
from gipf_meta.base.texts import _
from gipf_meta.base.version import NAME
from gipf_meta.bots.characters import EASIEST
from gipf_meta.desk import parts
from gipf_meta.desk.context import Context
from gipf_meta.desk.first_duel import IDEA, has_first_duel, picture_of_story
from gipf_meta.desk.lesson_list import lessons_button
from gipf_meta.desk.match_actions import asking_for
from gipf_meta.desk.match_cards import UNSEEN, MatchInList, move_of, standing_of, words_of_standing
from gipf_meta.desk.open_tables import lobby
from gipf_meta.desk.parts import About, AnyPart, Screen, opening, submitting
from gipf_meta.desk.pictures import picture_of_game, picture_of_position, with_duel
from gipf_meta.desk.puzzle_screens import home_parts
from gipf_meta.desk.quick_start import (
    beginning_at_once,
    beginning_showcase,
    begins_at_once,
    changing,
    words_at_once,
)
from gipf_meta.desk.seat_hint import has_seats, seat_hint, way_back_hint
from gipf_meta.desk.setup import SHOWCASE
from gipf_meta.desk.vacation import own_vacation
from gipf_meta.library.listed_matches import called_players, match_of_library, sides_words
from gipf_meta.library.store import Library, LibraryEntry, LibraryError
from gipf_meta.plugins.loading import try_game
from gipf_meta.plugins.playable import playable_showcase
from gipf_meta.protocol.capabilities import Adaptable
from gipf_meta.protocol.game import AnyGame, motto_of, tagline_of, title_of
from gipf_meta.protocol.hookspecs import Showcase
from gipf_meta.records.player_names import PERSON


def launcher(context: Context, about: About) -> Screen:
    """The screen from which every match can be begun or resumed.

    What waits for the person comes first; on a page the important games are the largest. In a
    terminal of one who plays alone, where each line has its key, the games come first.
    """
    waiting, away = tuple(_waiting(context)), tuple(own_vacation(context))
    if context.is_page:
        first, *others = [*_boards(context), *_more(context)]
        hint = seat_hint(context) if has_seats(context) else ()
        lost = () if has_seats(context) else way_back_hint(context)
        shown = (*waiting, *away, *hint, first, *lost, *others)
        live = None if context.tables is None else len(waiting)
        return Screen(name="launcher", title=NAME, live=live, parts=shown)
    head = (parts.Heading(text=_("Games")),) if context.face == "lines" else ()
    games = (*head, parts.Rows(rows=tuple(_lines(context))))
    begin = (*games, *waiting) if context.tables is None else (*waiting, *away, *games)
    more = parts.Heading(text=_("More"))
    shown = (*begin, more, *home_parts(context), *_pages(context))
    return Screen(name="launcher", title=NAME, parts=shown)


def _waiting(context: Context) -> Iterator[AnyPart]:
    """The tables and the unfinished matches of the person."""
    if context.tables is not None:
        yield from lobby(context, context.tables)
    if context.library is not None:
        yield from unfinished_matches(context, context.library)


# ---- games --------------------------------------------------------------------------------------


def _boards(context: Context) -> Iterator[AnyPart]:
    """The games as boards: one to begin with, the others, a puzzle, a plugin's showcase, tools."""
    games = context.installed.games_to_choose()
    good = (game for game in games if begins_at_once(game) and not _fault(context, game))
    first = next(good, None)
    if has_first_duel(context):
        yield parts.Rows(rows=(_hero(context, first),), look="large")
        first = None
    elif first is not None:
        yield parts.Rows(rows=(_first(context, first),), look="large")
    others = tuple(_game(context, game) for game in games if game is not first)
    if others:
        yield parts.Heading(text=_("Games"))
        yield parts.Rows(rows=others, look="cards")
    yield from home_parts(context)
    show = playable_showcase(context.installed)
    if show is not None:
        yield parts.Rows(rows=(_showcase(context, show),), look="wide")
    if tools := (*_tools(context), *_faults(context)):
        yield parts.Heading(text=_("Tools"))
        yield parts.Rows(rows=tools)


def _lines(context: Context) -> Iterator[parts.ListRow]:
    """The games one below the other, in the same order."""
    games = [_game(context, game) for game in context.installed.games_to_choose()]
    show = playable_showcase(context.installed)
    if has_first_duel(context):
        cells = (_("The first duel"), _(IDEA))
        yield parts.ListRow(cells=cells, buttons=(_first_duel(_("Play")),))
    yield from games[:1]
    if show is not None:
        yield _showcase(context, show)
    yield from games[1:]
    yield from _tools(context)
    yield from _faults(context)


def _hero(context: Context, game: type[AnyGame] | None) -> parts.ListRow:
    """The row before all others: what is played here, the first duel, and *game* at once."""
    buttons = [_first_duel(_("Play the first duel"))]
    if game is not None:
        play = _("Play {game}").format(game=title_of(game))
        buttons.append(parts.Button(text=play, do=beginning_at_once(game)))
    buttons.append(parts.Button(text=_("Two at this screen"), do=opening("two")))
    count = len(context.installed.games_to_choose())
    pitch = _.many(
        "{count} board game, and a match about its powers",
        "{count} board games, and one match that joins them",
        count,
    )
    words = _("{bot} plays a power. Do you believe it? A minute, and you know what this is.")
    return parts.ListRow(
        cells=(_(IDEA), pitch.format(count=count), words.format(bot=BOT_NAMES[EASIEST])),
        picture=picture_of_story(context),
        buttons=tuple(buttons),
    )


def _first_duel(text: str) -> parts.Button:
    return parts.Button(text=text, do=submitting("first_duel"), primary=True)


def _first(context: Context, game: type[AnyGame]) -> parts.ListRow:
    """The row of the first game, which begins a match by one press."""
    title, about = title_of(game), {"game": game.id}
    at_once = parts.Button(
        text=_("Play {game}").format(game=title), do=beginning_at_once(game), primary=True
    )
    return parts.ListRow(
        cells=(title, tagline_of(game), *_at_once(context, about)),
        picture=_picture(context, game()),
        buttons=(at_once, changing(about), *_to_read(context, game)),
    )


def _at_once(context: Context, about: About) -> tuple[str, ...]:
    """The words for the match that a press begins, if there are any."""
    words = words_at_once(context, about)
    return (words,) if words else ()


def _showcase(context: Context, show: Showcase) -> parts.ListRow:
    """The row of a plugin's showcase: its board, and that of a duel for it."""
    picture = None
    if context.is_page:
        draw = partial(_draw_showcase, context, show)
        picture = context.cached(("picture", "showcase", show.title), draw)
    return parts.ListRow(
        cells=(
            show.title,
            show.tagline or tagline_of(show.game),
            *_at_once(context, SHOWCASE),
        ),
        picture=picture,
        buttons=(
            parts.Button(text=_("Play"), do=beginning_showcase(), primary=True),
            changing(SHOWCASE),
            *_to_read(context, type(show.game)),
        ),
    )


def _draw_showcase(context: Context, show: Showcase) -> parts.Picture | None:
    board = picture_of_position(show.game, show.position) if show.position else None
    board = board or picture_of_game(show.game, context.installed.find)
    duels = show.game.duels() if isinstance(show.game, Adaptable) else ()
    names = [name for name, _options in duels]
    games = (game for game in context.installed.games_to_choose() if game.id in names)
    first = next(games, None)
    duel = None if first is None else _picture(context, first())
    return with_duel(board, duel) if board and duel else board


def _game(context: Context, game: type[AnyGame]) -> parts.ListRow:
    if why := _fault(context, game):
        words = _("It cannot be played: {why}").format(why=why)
        return parts.ListRow(cells=(title_of(game), words))
    own, about = context.installed.is_own(game), {"game": game.id}
    called = (title_of(game), tagline_of(game))
    picture = None if own else _picture(context, game())
    if context.installed.is_tool(game) or not begins_at_once(game):
        play = parts.Button(text=_("Play"), do=opening("setup", about), primary=True)
        buttons = (play, *_to_read(context, game))
        return parts.ListRow(cells=called, picture=picture, buttons=buttons)
    play = parts.Button(text=_("Play"), do=beginning_at_once(game), primary=True)
    at_once = _at_once(context, about)
    if context.is_page:  # a tile of the strip: what can be read is one step further
        called = (title_of(game), motto_of(game))
        buttons = (play, changing(about))
    else:
        buttons = (play, changing(about), *_to_read(context, game))
    return parts.ListRow(cells=(*called, *at_once), picture=picture, buttons=buttons)


def _to_read(context: Context, game: type[AnyGame]) -> tuple[parts.Button, ...]:
    """The buttons to the lessons and the rules of a game."""
    rules = parts.Button(text=_("Rules"), do=opening("rules", {"game": game.id}))
    return (*lessons_button(context, game), rules)


def _picture(context: Context, game: AnyGame) -> parts.Picture | None:
    if not context.is_page:
        return None
    draw = partial(picture_of_game, game, context.installed.find)
    return context.cached(("picture", game.id), draw)


def _fault(context: Context, game: type[AnyGame]) -> str:
    """The reason why *game* cannot be played, or ``""``."""
    return context.cached(("fault", game.id), partial(try_game, game))


def _tools(context: Context) -> Iterator[parts.ListRow]:
    for game in context.installed.tools():
        yield _game(context, game)


def _faults(context: Context) -> Iterator[parts.ListRow]:
    """The rows of the plugins that cannot be used, each with its fault."""
    for plugin in context.installed.plugins:
        if plugin.fault:
            yield parts.ListRow(cells=(f"✗ {plugin.name}", f"{plugin.source}: {plugin.fault}"))


def _more(context: Context) -> Iterator[AnyPart]:
    """The links to the other pages, under a note on whose games these are."""
    yield parts.Heading(text=_("More"))
    yield parts.Paragraph(
        text=_("Unofficial: the games belong to their designers and to their publishers.")
    )
    if context.tables is None:
        words = _("how often each game was played, and who won")
        yield parts.Button(text=_("Statistics"), do=opening("statistics"), note=words)
    else:
        words = _("go on, look at it again")
        yield parts.Button(text=_("All your tables"), do=opening("tables"), note=words)
        yield from _people(context)
        if context.identity is not None:
            words = _("ways back, devices, your data")
            yield parts.Button(text=_("Who I am"), do=opening("me"), note=words)
    words = _("how the page is used, and its keys")
    yield parts.Button(text=_("Help"), do=opening("help"), note=words)


def _people(context: Context) -> Iterator[parts.Button]:
    """The link to the people whom one knows at a host."""
    if context.acquaintances is not None:
        words = _("whom you have played; ask them for a match")
        yield parts.Button(text=_("People"), do=opening("people"), note=words)


def _pages(context: Context) -> Iterator[parts.Button]:
    yield from _people(context)
    for page, words, note in (
        ("library", _("All matches"), _("go on, look at it again, save it")),
        ("statistics", _("Statistics"), _("how often each game was played, and who won")),
        ("settings", _("Settings"), _("your name, colours, graphics, language, motion")),
        ("two", _("Two at this screen"), _("choose a game; you take turns")),
    ):
        yield parts.Button(text=words, do=opening(page), note=note)


# ---- matches that wait ---------------------------------------------------------------------------

MATCHES_ON_PAGE: Final = 4
"""The number of unfinished matches that are shown as boards."""
MATCHES_IN_TERMINAL: Final = 21
"""The number that a terminal lists: one for each letter that can be its key."""


def unfinished_matches(context: Context, library: Library) -> Iterator[AnyPart]:
    """The match that was played last, to resume it, and other unfinished ones."""
    try:
        most = MATCHES_ON_PAGE if context.is_page else MATCHES_IN_TERMINAL
        entries = library.entries(over=False, most=most)
    except LibraryError as error:
        yield parts.WarningText(text=str(error))
        return
    if library.notice:
        yield parts.WarningText(text=library.notice)
    if not entries:
        return
    now = context.now()
    rows = tuple(_row(context, library, entry, now, n == 0) for n, entry in enumerate(entries))
    yield parts.Heading(text=_("Matches that wait"))
    yield parts.Rows(rows=rows, look="boards")


def _row(
    context: Context, library: Library, entry: LibraryEntry, now: str, is_last: bool
) -> parts.ListRow:
    title = context.installed.title(entry.game)
    sides = sides_words(entry, context.installed.games, context.settings.name)
    stamp = (entry.changed, entry.turns, context.is_page)
    look = partial(_look, context, library, entry)
    stands = context.cached_until(("standing", entry.id), stamp, look)
    whose = _whose_move(context, entry, stands.player)
    turn = "" if context.is_page else _("turn {turns}").format(turns=entry.turns)
    when = words_of_standing(stands.duel, whose, turn, time_ago(entry.changed, now))
    go_on = parts.Button(text=_("Go on"), do=asking_for(entry, "go_on"), primary=is_last)
    cells = [f"{title}: {sides}", when]
    if context.face == "terminal":  # before the line it would look like the key that chooses it
        cells.append(_("Match {number}").format(number=entry.id))
    return parts.ListRow(cells=tuple(cells), buttons=(go_on,), picture=stands.picture)


def _look(context: Context, library: Library, entry: LibraryEntry) -> MatchInList:
    match = match_of_library(library, context.installed, entry.id)[0]
    if match is None:
        return UNSEEN
    return standing_of(match, partial(match.top.view, None), is_drawn=context.is_page)


def _whose_move(context: Context, entry: LibraryEntry, player: int | None) -> str:
    """The words for whose move it is, that of *player*; ``""`` where nobody decides."""
    called = called_players(entry, context.installed.games, context.settings.name)
    if player is None or player >= len(called):
        return ""
    people = [each for each, kind in enumerate(entry.kinds) if kind == PERSON]
    return move_of(called[player], is_own=people == [player])
