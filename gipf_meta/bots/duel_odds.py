"""The odds of duels, for bots that search.

A search through a game cannot look into its duels, which other games decide. The worth of a duel
follows from its odds, and these from the measured strength of its players in the game of the duel,
which declares it (``Measured``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from gipf_meta.base.arithmetic import exp, log
from gipf_meta.match.match import GameFinder
from gipf_meta.protocol.capabilities import Evaluated, Measured
from gipf_meta.protocol.game import AnyGame, Chance, Duel, Status, Turn
from gipf_meta.protocol.options import OptionError, configure
from gipf_meta.search.mcts import Odds

ELO: Final = 400 / log(10)
"""The points of Elo that multiply the odds by e."""
MOST_SURE: Final = 800.0
"""The largest lead that odds assume, in points of Elo: only neighbouring levels are measured."""


@dataclass(frozen=True)
class Strength:
    """The strengths of bots and seats in a game for two, in points of Elo.

    *levels* maps the names of bots to their strength. *first* is the worth of beginning, *claimant*
    the worth of being the player whose claim is contested.
    """

    levels: Mapping[str, float] = field(default_factory=dict)
    first: float = 0.0
    claimant: float = 0.0


STEP: Final = 190.0
"""The points of Elo by which each level is stronger than the one below it, and ``greedy`` than
``beginner``, in a game whose levels were not measured (``tuning/ladder.py``)."""
ASSUMED: Final = Strength(
    {
        "random": -500.0,
        "beginner": 0.0,
        "greedy": STEP,
        "easy": STEP,
        "medium": 2 * STEP,
        "hard": 3 * STEP,
        "expert": 4 * STEP,
    }
)
"""The strengths in a game of skill alone whose bots were not measured."""
STRENGTHS: Final[Mapping[str, Strength]] = {
    # the claimant wins equal rolls, 6 of 36
    "die": Strength(claimant=ELO * log(21 / 15)),
    "elsewhere": Strength(),
}
"""The strengths in the games where no bot is better than another, by the games' ids."""


def duel_odds(
    players: Sequence[str],
    finder: GameFinder | None = None,
    strengths: Mapping[str, Strength] = STRENGTHS,
) -> Odds:
    """The odds of any duel between the *players* of a match, the names of bots seat by seat.

    A person, whose strength is unknown, counts as strong as the other side. With a *finder* of
    games it counts how strong bots are in the game of the duel, and its options: how much better
    they make the start for one side.
    """
    return DuelOdds(tuple(players), finder, strengths)


@dataclass(frozen=True)
class DuelOdds:
    """The odds of duels between *players*, as ``duel_odds`` returns them; it can be pickled."""

    players: Sequence[str]
    finder: GameFinder | None
    strengths: Mapping[str, Strength]
    _known: dict[object, float] = field(default_factory=dict, compare=False, repr=False)

    def __call__(self, duel: Duel) -> Sequence[float]:
        """The weights by which the seats of *duel* win it."""
        if len(duel.seats) != 2:
            return [1.0] * len(duel.seats)
        strength = self._strength(duel.game)
        first, second = (
            strength.levels.get(self.players[seat].partition(":")[0]) for seat in duel.seats
        )
        lead = strength.first + self._handicap(duel)
        lead += strength.claimant if duel.claimant == duel.seats[0] else -strength.claimant
        if first is not None and second is not None:
            lead += first - second
        chance = _chance(max(-MOST_SURE, min(MOST_SURE, lead)))
        return chance, 1 - chance

    def _strength(self, game: str) -> Strength:
        """The strengths in *game*: from ``strengths``, else as the game itself declares them."""
        if game in self.strengths or self.finder is None:
            return self.strengths.get(game, ASSUMED)
        try:
            kind = self.finder(game)
        except LookupError:
            return ASSUMED
        if not isinstance(kind, Measured):
            return ASSUMED
        return Strength({**ASSUMED.levels, **kind.strengths})

    def _handicap(self, duel: Duel) -> float:
        """The points of Elo that the duel's options are worth to the seat that begins, found once
        for the same options."""
        if self.finder is None or not duel.options:
            return 0.0
        options = sorted((name, str(value)) for name, value in duel.options.items())
        key = (duel.game, tuple(options))
        if key not in self._known:
            self._known[key] = _handicap(duel, self.finder)
        return self._known[key]


def _chance(lead: float) -> float:
    """The chance to win with a *lead* in points of Elo, from 0 to 1."""
    return 1 / (1 + exp(-lead / ELO))


def _handicap(duel: Duel, finder: GameFinder) -> float:
    """The points of Elo that the duel's options are worth to the seat that begins, as its game
    judges."""
    try:
        kind = finder(duel.game)
        with_options, usual = (
            _lead_at_start(configure(kind, options)) for options in (duel.options, {})
        )
    except (LookupError, OptionError):
        return 0.0
    return with_options - usual


def _lead_at_start(game: AnyGame) -> float:
    """The points of Elo by which the seat that begins leads, as *game* judges its start."""
    if not isinstance(game, Evaluated):
        return 0.0
    worth = max(-0.99, min(0.99, game.evaluate(game.start(2), 0)))
    return ELO * log((1 + worth) / (1 - worth))


@dataclass(frozen=True)
class Contests:
    """The decisions of a seat that ask for a duel (*challenges*), and those that let another seat
    ask for one before the turn goes on (*announcements*)."""

    challenges: Sequence[Any] = ()
    announcements: Sequence[Any] = ()


def contests(game: AnyGame, state: Any, moves: Sequence[Any]) -> Contests:
    """Sorts out which of *moves*, legal in *state*, are challenges and which are announcements."""
    now = game.status(state)
    challenges, announcements = [], []
    for move in moves:
        after = game.apply(state, move)
        if asks_for_duel(game, after):
            challenges.append(move)
        elif _may_be_challenged(game, after, now):
            announcements.append(move)
    return Contests(challenges, announcements)


def _may_be_challenged(game: AnyGame, state: Any, before: Status[Any]) -> bool:
    """Whether another seat than that of the turn *before* may ask for a duel in the same turn."""
    now = game.status(state)
    if not isinstance(now, Turn) or not isinstance(before, Turn):
        return False
    if now.seat == before.seat or now.number != before.number:
        return False
    return may_ask_for_duel(game, state)


def may_ask_for_duel(game: AnyGame, state: Any) -> bool:
    """Whether a decision of the seat that is on turn in *state* asks for a duel."""
    now = game.status(state)
    return isinstance(now, Turn) and any(
        asks_for_duel(game, game.apply(state, move)) for move in game.turn_moves(state, now.seat)
    )


def asks_for_duel(game: AnyGame, state: Any) -> bool:
    """Whether a duel comes next, perhaps after lots that decide who begins it."""
    now = game.status(state)
    while isinstance(now, Chance):
        state = game.apply(state, now.outcomes[0][0])
        now = game.status(state)
    return isinstance(now, Duel)
