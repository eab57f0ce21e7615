"""Beginning a study at the desk: of a game from its start or a position, or of an imported
match."""

from __future__ import annotations

from gipf_meta.desk.context import Context
from gipf_meta.desk.imported_games import link_in
from gipf_meta.desk.match_actions import going_to_room, saved_match, who_may_come
from gipf_meta.desk.own_practice import puzzle_book
from gipf_meta.desk.parts import About
from gipf_meta.desk.requests import OPTIONS, DeskError
from gipf_meta.desk.responses import PageMessages
from gipf_meta.desk.setup import find_set_up
from gipf_meta.plugins.playable import configure_here
from gipf_meta.protocol.capabilities import read_position
from gipf_meta.protocol.game import AnyGame
from gipf_meta.protocol.options import read_settings
from gipf_meta.records.study import Study
from gipf_meta.table.openings import Opening


def submit_study(context: Context, about: About, person: str, at_ms: int) -> PageMessages:
    """Opens a study: of the match in the link of *about*, of the *saved* one with that number, of
    the position of a *puzzle*, or of the game that *about* names.

    Raises ``GipfMetaError``.
    """
    if "saved" in about:
        study = Study.of(saved_match(context, about["saved"]))
    elif "match" in about:
        study = Study.of(context.read_match(link_in(about)).record)
    elif "puzzle" in about:
        study = _of_puzzle(context, about["puzzle"])
    else:
        study = _begun(context, about)
    room = context.new_room()
    opening = Opening.of_record(study.record)
    opening = opening.model_copy(update=who_may_come(context, (), is_watched=False))
    context.hub.open_room(room, opening, person, at_ms)
    return [going_to_room(room)]


def _begun(context: Context, about: About) -> Study:
    """A study, without turns, of the game in the parameters of a form."""
    set_up = find_set_up(context, about)
    options = set_up.options if OPTIONS in about and isinstance(set_up.options, dict) else {}
    game: AnyGame = configure_here(set_up.game, options, context.installed)
    seats = game.seat_counts[0]
    if set_up.position:
        try:
            seats = read_position(game, set_up.position, None)[1]
        except ValueError as error:
            raise DeskError(str(error)) from error
    return Study.begin(game, seats, context.installed.find, context.new_seed(), set_up.position)


def _of_puzzle(context: Context, id: str) -> Study:
    """A study, without turns, of the position of the puzzle with that *id*."""
    book = puzzle_book(context)
    puzzle = book.find(id)
    options = read_settings(puzzle.options)
    game: AnyGame = configure_here(book.games[puzzle.game], options, context.installed)
    seats = game.seat_counts[0]
    return Study.begin(game, seats, context.installed.find, context.new_seed(), puzzle.position)
