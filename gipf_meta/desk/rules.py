"""The rules of a game to read, with its positions as pictures."""

from __future__ import annotations

from collections.abc import Iterator

from gipf_meta.base.texts import _
from gipf_meta.desk.context import Context
from gipf_meta.desk.lessons import lessons_button
from gipf_meta.desk.parts import About, AnyPart, Button, Place, Screen, Text, opening
from gipf_meta.desk.pictures import picture_of, pieces_in_words
from gipf_meta.desk.prose import prose
from gipf_meta.narration import rulebook
from gipf_meta.protocol.game import AnyGame, title_of


def rules(context: Context, about: About) -> Screen:
    """The rules of the game that the screen is *about*. Raises ``UnknownGame``."""
    game = context.game_of(about)
    return Screen(
        name="rules",
        about={"game": game.id},
        title=title_of(game),
        back=Place(screen="launcher"),
        parts=(
            *_pages(game()),
            *lessons_button(context, game),
            Button(text=_("Play"), do=opening("setup", {"game": game.id}), primary=True),
        ),
    )


def _pages(game: AnyGame) -> Iterator[AnyPart]:
    """Text and boards in turn."""
    if not game.rules_text.strip():
        yield Text(text=_("{game} brings no rules text.").format(game=title_of(game)))
    for part in rulebook.rules_of(game):
        if isinstance(part, str):
            yield prose(part)
        elif (picture := picture_of(part, pieces_in_words(game, part))) is not None:
            yield picture
