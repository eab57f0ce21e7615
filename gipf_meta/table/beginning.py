"""The tables of new matches and of recorded ones; a hint for who decides at a table."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from gipf_meta.base.clock import Clock
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.stops import stops
from gipf_meta.base.texts import _
from gipf_meta.base.timelimit import time_limit
from gipf_meta.match.match import BEGINNING_MS, DuelUnavailable, GameFinder, Match
from gipf_meta.match.timecontrol import TimeControl
from gipf_meta.narration.advice import Advice, advise
from gipf_meta.protocol.game import AnyGame, Turn, title_of
from gipf_meta.records.models import Record, Seat
from gipf_meta.records.reader import read_match
from gipf_meta.search.budget import Budget
from gipf_meta.table.pilots import bot_generator
from gipf_meta.table.players import GameFailed, Player
from gipf_meta.table.table import Table, check_can_be_shown

HINT_NODES: Final = 1000
"""How many positions a hint looks at."""
HINT_MS: Final = 3000
"""How many milliseconds it may take."""


def new_seed() -> int:
    """Any seed."""
    return secrets.randbelow(2**31)


def begin_table(
    game: AnyGame,
    players: Sequence[Player],
    finder: GameFinder,
    clock: Clock,
    *,
    seed: int | None = None,
    control: TimeControl | None = None,
    is_in_room: bool = False,
) -> Table:
    """The table of a new match. *seed* ``None``: any seed.

    Raises ``OptionError`` for options that are impossible, ``GameFailed``, ``TookTooLong``.
    """
    seed = new_seed() if seed is None else seed
    try:
        with time_limit(BEGINNING_MS, _("Beginning {title}").format(title=title_of(game))):
            match = Match.begin(game, len(players), finder, seed, control)
            check_can_be_shown(match)
    except (GipfMetaError, *stops()):
        raise
    except BaseException as error:
        raise GameFailed.of(game, error) from error
    return Table(match, players, clock, is_in_room=is_in_room)


def resume_table(
    record: Record,
    finder: GameFinder,
    clock: Clock,
    told: tuple[str, ...] = (),
    read: Match | None = None,
    *,
    is_in_room: bool = False,
) -> Table:
    """The table of a recorded match, paused. *told* is what luck draws next, if that is known.

    *read* is the match as far as *record* tells it, if it was read already. Raises ``RecordError``
    and ``UnknownBot``.
    """
    trouble = ""
    try:
        match = replace(read or read_match(record, finder), told=told).resolve()
    except DuelUnavailable as error:
        match, trouble = error.match, str(error)
    names = match.sessions[0].game.seat_names
    seats = record.people or tuple(Seat(name=names[seat]) for seat in record.players)
    players = [Player.of_kind(seat.player, seat.name) for seat in seats]
    table = Table(match, players, clock, trouble, is_in_room=is_in_room)
    table.paused = True
    return table


def advice(table: Table) -> Callable[[], Advice] | None:
    """A function that finds a hint for who decides next at *table*, in any thread.

    ``None`` if no person decides next.
    """
    top, now = table.match.top, table.match.top.status
    if not isinstance(now, Turn) or table.bot_is_due or table.trouble:
        return None
    rng, seats = bot_generator(table.match, top.players[now.seat]), len(top.players)
    return partial(advise, top.game, top.state, seats, Budget(HINT_NODES, HINT_MS), rng)
