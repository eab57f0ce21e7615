"""The user's results against bots: below the result of a match, and on the cards of opponents."""

from __future__ import annotations

from gipf_meta.base.texts import _
from gipf_meta.bots.characters import CHARACTERS
from gipf_meta.bots.spoken_lines import level_of
from gipf_meta.desk.context import Context
from gipf_meta.desk.parts import About, submitting
from gipf_meta.desk.responses import TallyBody, TallyMessage
from gipf_meta.library.rivals import Tally, tallies
from gipf_meta.library.store import LibraryError

TALLY = "tally"
"""The name under which a page opens the results against a bot, which are no screen."""


def tallies_here(context: Context, game: str) -> dict[str, Tally]:
    """The results of the user in *game*, by the bot's level; none at a host, nor of a library that
    cannot be read: lists say why."""
    if context.tables is not None:
        return {}
    try:
        return tallies(context.library, context.settings.name, game)
    except LibraryError:
        return {}


def tell_tally(context: Context, about: About) -> list[TallyMessage]:
    """The results against the *bot* in *about*, in a *game*; nothing where none are kept.

    Raises ``DeskError`` or ``UnknownGame``.
    """
    game = context.game_of(about)
    found = tallies_here(context, game.id).get(level_of(about.get("bot", "")))
    if found is None:
        return []
    body: TallyBody = {"words": found.result}
    if found.next:
        body["text"] = _("Meet {name}").format(name=CHARACTERS[found.next].name)
        body["do"] = submitting("setup", {"game": game.id}, opponent=found.next)
    return [{"tally": body}]
