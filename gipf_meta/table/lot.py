"""Lots for who begins: the players change seats before a match, by the match's seed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from gipf_meta.base.stops import stops
from gipf_meta.base.texts import _
from gipf_meta.base.timelimit import time_limit
from gipf_meta.match.match import BEGINNING_MS
from gipf_meta.protocol.game import AnyGame, seat_name, title_of
from gipf_meta.protocol.options import require_seats, start_state
from gipf_meta.records.models import Seat
from gipf_meta.records.people import call_players


@dataclass(frozen=True)
class Seating:
    """Who sits at each seat: ``human`` or a bot, and a name; a player without one has his seat's.

    *sentence* says what the lot has drawn, ``""`` without one.
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
    """The players after a lot: everybody moves on by as many seats as it says, partners together.

    The same *seed* draws the same. *own* is what the user calls himself, for the sentence.
    """
    count = len(kinds)
    given = [*names, *[""] * count][:count]
    step = Random(f"{seed}/lot").choice(_possible_steps(game, count))
    order = [(seat - step) % count for seat in range(count)]
    drawn = take_seats(game, [kinds[seat] for seat in order], [given[seat] for seat in order])
    called = call_players(drawn.names, drawn.kinds, type(game), own)
    begins = _("The lot has drawn who sits first, as {seat}: {name}.").format(
        name=called[0], seat=seat_name(game, 0)
    )
    return Seating(drawn.kinds, drawn.names, begins)


def _possible_steps(game: AnyGame, count: int) -> list[int]:
    """By how many seats the players can move on so that allies stay allies."""
    if count < 3:
        return list(range(count))
    try:
        with time_limit(BEGINNING_MS, _("Beginning {title}").format(title=title_of(game))):
            state = start_state(game, count)
            allies = [set(game.allies(state, seat)) for seat in range(count)]
    except stops():
        raise
    except BaseException:  # a game that cannot begin says so when its match does
        return [0]
    return [
        step
        for step in range(count)
        if all(
            {(ally + step) % count for ally in allies[seat]} == allies[(seat + step) % count]
            for seat in range(count)
        )
    ]
