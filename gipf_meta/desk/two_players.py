"""The games for two people at this screen: one press begins a match of each."""

from __future__ import annotations

from gipf_meta.base.texts import _
from gipf_meta.desk import parts
from gipf_meta.desk.context import Context
from gipf_meta.desk.parts import About, Screen, ScreenPlace
from gipf_meta.desk.pictures import picture_of_game
from gipf_meta.desk.quick_start import beginning_for_two, is_for_two, words_for_two
from gipf_meta.plugins.loading import try_game
from gipf_meta.protocol.game import AnyGame, tagline_of, title_of


def two_players(context: Context, about: About) -> Screen:
    """The list of these games."""
    every = [game for game in context.installed.games_to_choose() if is_for_two(game)]
    rows = tuple(_row(context, game) for game in every if not _fault(context, game))
    words = _("You take turns at one screen. Which game?")
    if not rows:
        words = _("There is no game for two here.")
    return Screen(
        name="two",
        title=_("Two at this screen"),
        back=ScreenPlace(screen="launcher"),
        parts=(parts.Paragraph(text=words), parts.Rows(rows=rows, look="cards")),
    )


def _row(context: Context, game: type[AnyGame]) -> parts.ListRow:
    picture = None
    if context.is_page:
        picture = context.cached(
            ("picture", game.id), lambda: picture_of_game(game(), context.installed.find)
        )
    words = words_for_two(context, game)
    return parts.ListRow(
        cells=(title_of(game), tagline_of(game), *([words] if words else ())),
        picture=picture,
        buttons=(parts.Button(text=_("Play"), do=beginning_for_two(game), primary=True),),
    )


def _fault(context: Context, game: type[AnyGame]) -> str:
    return context.cached(("fault", game.id), lambda: try_game(game))
