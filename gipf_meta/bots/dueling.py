"""The odds of duels, for players that search.

Another game decides a duel, so a search through this game cannot look into it. The worth of a duel
follows from its odds, and the odds follow from the strength of its players, which was measured in
games between bots.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from gipf_meta.base.arithmetic import exp, log
from gipf_meta.match.match import GameFinder
from gipf_meta.protocol.capabilities import Evaluated
from gipf_meta.protocol.game import AnyGame, Chance, Duel
from gipf_meta.protocol.options import OptionError, configure
from gipf_meta.search.mcts import Odds

ELO: Final = 400 / log(10)
"""The points of Elo that multiply the odds by e."""
MOST_SURE: Final = 800.0
"""The largest lead that odds assume, in points of Elo: only neighbouring levels were measured."""


@dataclass(frozen=True)
class Strength:
    """What decides a game for two, in points of Elo.

    *levels* maps the names of bots to their strength. *first* is the worth of beginning, *claimant*
    the worth of being the player whose claim is contested.
    """

    levels: Mapping[str, float] = field(default_factory=dict)
    first: float = 0.0
    claimant: float = 0.0


def _strength_by_steps(
    random: float, easy: float, medium: float, hard: float, expert: float
) -> Strength:
    """The strength of levels, each given in points of Elo above the level before.

    *random* is how far ``beginner`` is above ``random``.
    """
    levels = {"random": -random, "beginner": 0.0, "easy": easy}
    levels["medium"] = levels["easy"] + medium
    levels["hard"] = levels["medium"] + hard
    levels["expert"] = levels["hard"] + expert
    return Strength(levels)


UNMEASURED: Final = _strength_by_steps(random=500, easy=250, medium=250, hard=250, expert=200)
"""The assumption on games that nobody has measured: thinking helps."""
STRENGTHS: Final[Mapping[str, Strength]] = {
    # shares of games won (docs/decisions/0013-search.md), at most 95 %, as points of Elo
    "zertz": _strength_by_steps(random=500, easy=180, medium=270, hard=280, expert=300),
    "gipf": _strength_by_steps(random=500, easy=480, medium=500, hard=400, expert=460),
    "tamsk": _strength_by_steps(random=500, easy=480, medium=350, hard=180, expert=210),
    "zatre": _strength_by_steps(random=500, easy=340, medium=180, hard=100, expert=100),
    # the claimant wins equal rolls, 6 of 36
    "die": Strength(claimant=ELO * log(21 / 15)),
    "elsewhere": Strength(),
}
"""Measured strengths by the id of the game. A level that nobody measured is as in other games."""


def duel_odds(
    players: Sequence[str],
    finder: GameFinder | None = None,
    strengths: Mapping[str, Strength] = STRENGTHS,
) -> Odds:
    """The odds of any duel between the *players* of a match, the names of bots seat by seat.

    A person, whose strength is unknown, counts as strong as the other side. With a *finder* of
    games the options of the duel count too: how much better they make the start for one side.
    """
    return DuelOdds(tuple(players), finder, strengths)


@dataclass(frozen=True)
class DuelOdds:
    """The odds of duels between *players*: what ``duel_odds`` makes; it can be pickled."""

    players: Sequence[str]
    finder: GameFinder | None
    strengths: Mapping[str, Strength]
    _known: dict[object, float] = field(default_factory=dict, compare=False, repr=False)

    def __call__(self, duel: Duel) -> Sequence[float]:
        """The weights by which the seats of *duel* win it."""
        if len(duel.seats) != 2:
            return [1.0] * len(duel.seats)
        strength = self.strengths.get(duel.game, UNMEASURED)
        first, second = (
            strength.levels.get(self.players[seat].partition(":")[0]) for seat in duel.seats
        )
        lead = strength.first + self._handicap(duel)
        lead += strength.claimant if duel.claimant == duel.seats[0] else -strength.claimant
        if first is not None and second is not None:
            lead += first - second
        chance = _chance(max(-MOST_SURE, min(MOST_SURE, lead)))
        return chance, 1 - chance

    def _handicap(self, duel: Duel) -> float:
        """What the duel's options are worth to who begins, found once for the same options."""
        if self.finder is None or not duel.options:
            return 0.0
        options = sorted((name, str(value)) for name, value in duel.options.items())
        key = (duel.game, tuple(options))
        if key not in self._known:
            self._known[key] = _handicap(duel, self.finder)
        return self._known[key]


def _chance(lead: float) -> float:
    """How often a *lead* in points of Elo wins, from 0 to 1."""
    return 1 / (1 + exp(-lead / ELO))


def _handicap(duel: Duel, finder: GameFinder) -> float:
    """The points of Elo that the duel's options are worth to who begins, as its game judges."""
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


def may_challenge(game: AnyGame, state: Any, moves: Sequence[Any]) -> bool:
    """Whether one of *moves*, which are legal in *state*, asks for a duel."""
    return any(asks_for_duel(game, game.apply(state, move)) for move in moves)


def asks_for_duel(game: AnyGame, state: Any) -> bool:
    """Whether a duel comes next, perhaps after lots that decide who begins it."""
    now = game.status(state)
    while isinstance(now, Chance):
        state = game.apply(state, now.outcomes[0][0])
        now = game.status(state)
    return isinstance(now, Duel)
