"""The tables of new matches and of recorded ones; the budgets of hints and analyses."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from threading import Event
from typing import Final

from gipf_meta.base.clock import Clock
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.names import is_numbered
from gipf_meta.base.texts import _
from gipf_meta.base.timelimit import time_limit
from gipf_meta.bots.analyst import analyst
from gipf_meta.match.match import (
    BEGINNING_MS,
    DuelUnavailable,
    EndOfThinking,
    GameFinder,
    Match,
)
from gipf_meta.match.timecontrol import TimeControl
from gipf_meta.narration.advice import Advice, advise_by
from gipf_meta.protocol.game import AnyGame, BadNotation, Turn, seat_name, title_of
from gipf_meta.protocol.gate import Gate
from gipf_meta.protocol.options import require_seats, start_state
from gipf_meta.records.models import Record, Seat
from gipf_meta.records.player_names import call_players
from gipf_meta.records.reader import read_match
from gipf_meta.records.study import Study
from gipf_meta.search.budget import Budget, Flag
from gipf_meta.table.players import Player
from gipf_meta.table.table import Table, check_can_be_shown

HINT_MS: Final = 1000
"""The milliseconds of a hint, where the same seed need not give the same one."""
ANALYSIS_NODES: Final = 400_000
"""The most positions of an analysis that goes on while somebody watches it."""
ANALYSIS_MS: Final = 20_000
"""The most milliseconds of such an analysis: others may wait for the same processor."""

GLANCE_NODES: Final = 2000
"""The most positions of a look at a position that somebody plays."""
GLANCE_MS: Final = 300
"""The most milliseconds of such a look: it comes again at each turn."""


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
    position: str = "",
    thinking: EndOfThinking | None = None,
    is_in_room: bool = False,
) -> Table:
    """The table of a new match. *seed* ``None``: any seed; *position*: the first one, ``""``: the
    start of the game.

    Raises ``OptionError`` for options that are impossible, ``BadNotation`` for a position in which
    nobody can play, ``GameFailed``, ``TookTooLong``.
    """
    seed = new_seed() if seed is None else seed
    beginning = _("Beginning {title}").format(title=title_of(game))
    with Gate(game), time_limit(BEGINNING_MS, beginning):
        match = Match.begin(
            game,
            len(players),
            finder,
            seed,
            control,
            position=position,
            thinking=thinking,
        )
        check_can_be_shown(match)
        if position and match.result is not None:
            raise BadNotation(_("In this position the game is over: nobody can play on."))
    return Table(match, players, clock, is_in_room=is_in_room)


def resume_table(
    record: Record,
    finder: GameFinder,
    clock: Clock,
    known_luck: tuple[str, ...] = (),
    read: Match | None = None,
    *,
    is_in_room: bool = False,
) -> Table:
    """The table of a recorded match, paused.

    *known_luck* are the next outcomes of luck, if known. *read* is the match as far as *record*
    tells it, if it was read already. Raises ``RecordError`` and ``UnknownBot``.
    """
    read = read or read_match(record, finder)
    match, trouble = resolved(replace(read, known_luck=known_luck))
    names = match.sessions[0].game.seat_names
    seats = record.people or tuple(Seat(name=names[seat]) for seat in record.players)
    players = [Player.of_kind(seat.player, seat.name) for seat in seats]
    table = Table(match, players, clock, trouble, is_in_room=is_in_room)
    table.paused = True
    return table


def study_table(
    study: Study, finder: GameFinder, clock: Clock, known_luck: tuple[str, ...], read: Match | None
) -> Table:
    """The table of a *study*, at which time stands still and only people sit.

    *known_luck* are the next outcomes of luck, if known; *read* is the match up to the current turn
    of the study, if it was read already. Raises ``RecordError``.
    """
    match = read or study.match(finder)
    names = [seat.name for seat in study.record.people] or match.sessions[0].game.seat_names
    players = [Player(name) for name, _player in zip(names, study.record.players, strict=False)]
    match, trouble = resolved(replace(match, known_luck=known_luck or match.known_luck))
    table = Table(match, players, clock, trouble, is_in_room=True)
    table.paused = True
    return table


def resolved(match: Match) -> tuple[Match, str]:
    """Plays on *match* what follows by itself; the reason why the next duel cannot be played, or
    ``""``."""
    try:
        return match.resolve(), ""
    except DuelUnavailable as error:
        return error.match, str(error)


def advice(table: Table, cancelled: Flag | None = None) -> Callable[[], Advice] | None:
    """A function that finds a hint for the person who decides next at *table*, unless it is
    *cancelled*.

    It may run in any thread. ``None`` if no person decides next.
    """
    top, now = table.match.top, table.match.top.status
    if not isinstance(now, Turn) or table.bot_is_due or table.trouble:
        return None
    return partial(advise_by, analyst(), top, hint_budget(table, cancelled))


def hint_budget(table: Table, cancelled: Flag | None = None) -> Budget:
    """The budget of a hint at *table*, which *cancelled* ends: time, as bots have there, or
    positions."""
    if table.pilots.patience.grants_time(table.match):
        return Budget(ms=HINT_MS, cancelled=cancelled or Event())
    # an engine may count nothing
    ms = None if analyst().engine is None else HINT_MS
    return Budget(table.match.top.game.positions_a_second, ms, cancelled or Event())


def analysis_budget(cancelled: Flag) -> Budget:
    """The budget of an analysis that runs while somebody watches it, until it is *cancelled*."""
    return Budget(ANALYSIS_NODES, ANALYSIS_MS, cancelled)


def glance_budget(cancelled: Flag) -> Budget:
    """The budget of a short look at each position of a match, until it is *cancelled*."""
    return Budget(GLANCE_NODES, GLANCE_MS, cancelled)


@dataclass(frozen=True)
class Seating:
    """The player at each seat: ``human`` or a bot, and a name; a player without one has his seat's.

    *sentence* tells the result of the lot, ``""`` without one.
    """

    kinds: tuple[str, ...]
    names: tuple[str, ...]
    sentence: str = ""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats as a record holds them."""
        return tuple(map(_seat, self.names, self.kinds))


def _seat(name: str, kind: str) -> Seat:
    return Seat(name=name, player=kind)


def take_seats(game: AnyGame, kinds: Sequence[str], names: Sequence[str]) -> Seating:
    """The players as they were named; ``""`` is no name.

    Raises ``OptionError`` if the game is not for so many: nobody who was named is left out.
    """
    require_seats(game, len(kinds))
    seats = game.seat_names[: len(kinds)]
    given = [*names, *[""] * len(kinds)]
    return Seating(
        tuple(kinds), tuple(name or seat for name, seat in zip(given, seats, strict=False))
    )


def draw_seats(
    game: AnyGame, kinds: Sequence[str], names: Sequence[str], seed: int, own: str = ""
) -> Seating:
    """The players after a lot: all move on by as many seats as it draws, partners together.

    The same *seed* draws the same. *own* is the user's name for himself, for the sentence.
    """
    count = len(kinds)
    given = [*names, *[""] * count][:count]
    step = Random(f"{seed}/lot").choice(_possible_steps(game, count))
    order = [(seat - step) % count for seat in range(count)]
    drawn = take_seats(game, [kinds[seat] for seat in order], [given[seat] for seat in order])
    called = call_players(drawn.names, drawn.kinds, type(game), own)
    seat = seat_name(game, 0)
    begins = _("The lot has drawn who sits first, as {seat}: {name}.")
    if is_numbered(seat):
        begins = _("The lot has drawn who sits first: {name}.")
    begins = begins.format(name=called[0], seat=seat)
    return Seating(drawn.kinds, drawn.names, begins)


def _possible_steps(game: AnyGame, count: int) -> list[int]:
    """The numbers of seats by which the players can move on so that allies stay allies."""
    if count < 3:
        return list(range(count))
    beginning = _("Beginning {title}").format(title=title_of(game))
    try:
        with Gate(game), time_limit(BEGINNING_MS, beginning):
            state = start_state(game, count)
            allies = [set(game.allies(state, seat)) for seat in range(count)]
    except GipfMetaError:  # a game that cannot begin says so when its match does
        return [0]
    return [
        step
        for step in range(count)
        if all(
            {(ally + step) % count for ally in allies[seat]} == allies[(seat + step) % count]
            for seat in range(count)
        )
    ]
