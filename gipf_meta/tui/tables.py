"""The tables of new matches, of matches of the library, and of branches."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gipf_meta.base.clock import RealClock
from gipf_meta.base.stops import stops
from gipf_meta.library.store import Library, LibraryKeeper
from gipf_meta.match.match import Match
from gipf_meta.match.timecontrol import TimeControl
from gipf_meta.plugins.loading import Installed
from gipf_meta.plugins.playable import playable
from gipf_meta.protocol.failures import reason
from gipf_meta.protocol.first_match import gentle_game
from gipf_meta.protocol.game import AnyGame
from gipf_meta.records.models import RecordError
from gipf_meta.table.lot import Seating
from gipf_meta.table.players import players_of, seats_of
from gipf_meta.table.table import Table


def new_table(
    game: AnyGame,
    seating: Seating,
    seed: int,
    control: TimeControl | None,
    installed: Installed,
    library: Library | None,
    notify: Callable[[str], None],
) -> Table:
    """The table of a new match.

    *notify* is called with each notice about the options, a sentence, and with what a lot has
    drawn. Raises ``GipfMetaError``.
    """
    game, notices = playable(game, installed)
    for notice in (*notices, *([seating.sentence] if seating.sentence else [])):
        notify(notice)
    players = players_of(seating.kinds, seating.names)
    return Table.begin(
        game, players, installed.find, RealClock(), seed=seed, control=control, library=library
    )


def resumed_table(library: Library, installed: Installed, number: int) -> Table:
    """The table of match *number* of the library, paused.

    Raises ``LibraryError``, or ``RecordError`` where a game fails while its match is replayed.
    """
    record, keeper = library.go_on(number)
    try:
        return Table.resume(record, installed.find, RealClock(), keeper)
    except stops():
        raise
    except BaseException as error:  # a game may fail in any way
        keeper.close()
        raise RecordError(reason(error)) from error


def gentle_table(table: Table, library: Library | None) -> Table:
    """The table of a match like that of *table*, with the options of its game's gentle start."""
    match = table.match
    game = gentle_game(match.sessions[0].game) or match.sessions[0].game
    clock = RealClock()
    return Table.begin(
        game, table.players, match.finder, clock, control=match.control, library=library
    )


def branch_table(
    match: Match, names: Sequence[str], kinds: Sequence[str], library: Library | None
) -> Table:
    """The table of *match*, which branches off another and is a match of its own."""
    players = players_of(kinds, names)
    keeper = LibraryKeeper(library, seats_of(players)) if library else None
    table = Table(match, players, RealClock(), keeper=keeper)
    table.keep()
    return table
