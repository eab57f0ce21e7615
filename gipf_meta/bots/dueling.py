"""Duels, for players that search: how likely each side is to win one.

A duel is decided in another game, so no search through this one can look into it. What it is worth
follows from its odds: from the strength of those who will play it, measured in games between bots.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import log
from typing import Any, Final

from gipf_meta.protocol.capabilities import Evaluated
from gipf_meta.protocol.game import AnyGame, Chance, Duel
from gipf_meta.protocol.options import OptionError, configure
from gipf_meta.search.mcts import Odds

ELO: Final = 400 / log(10)
"""So many points of Elo multiply the odds by e."""
MOST_SURE: Final = 800.0
"""No duel is more certain than by so many points: levels were measured against their neighbours."""


@dataclass(frozen=True)
class Strength:
    """What decides a game for two, in Elo: the *levels* of its players by name, beginning it
    (*first*), and being the one whose claim is contested (*claimant*)."""

    levels: Mapping[str, float] = field(default_factory=dict)
    first: float = 0.0
    claimant: float = 0.0


def _steps(random: float, easy: float, medium: float, hard: float, expert: float) -> Strength:
    """The levels by how many points each is above the one before; `beginner` is above `random`."""
    levels = {"random": -random, "beginner": 0.0, "easy": easy}
    levels["medium"] = levels["easy"] + medium
    levels["hard"] = levels["medium"] + hard
    levels["expert"] = levels["hard"] + expert
    return Strength(levels)


UNMEASURED: Final = _steps(random=500, easy=250, medium=250, hard=250, expert=200)
"""What is assumed of games that nobody has measured: that thinking helps."""
STRENGTHS: Final[Mapping[str, Strength]] = {
    # shares of games won (docs/decisions/0013-search.md), at most 95 %, as points of Elo
    "zertz": _steps(random=500, easy=180, medium=270, hard=280, expert=300),
    "gipf": _steps(random=500, easy=480, medium=500, hard=400, expert=460),
    "tamsk": _steps(random=500, easy=480, medium=350, hard=180, expert=210),
    "zatre": _steps(random=500, easy=340, medium=180, hard=100, expert=100),
    # equal rolls, 6 of 36, are the claimant's
    "die": Strength(claimant=ELO * log(21 / 15)),
    "elsewhere": Strength(),
}
"""Measured strengths by the id of the game. A level that was not measured is as in others."""

Finder = Callable[[str], type[AnyGame]]


def duel_odds(
    players: Sequence[str],
    finder: Finder | None = None,
    strengths: Mapping[str, Strength] = STRENGTHS,
) -> Odds:
    """The odds of any duel between the *players* of a match, named seat by seat as for
    ``make_bot``. Somebody of unknown strength, a person, is as strong as the other side.

    With a *finder* of games the options of the duel count too: how much better the beginning looks
    for one side than it does in the game as it is usually played.
    """
    known: dict[object, float] = {}

    def handicap(duel: Duel) -> float:
        key = (duel.game, tuple(sorted((name, str(told)) for name, told in duel.options.items())))
        if key not in known:
            known[key] = _handicap(duel, finder) if finder and duel.options else 0.0
        return known[key]

    def odds(duel: Duel) -> Sequence[float]:
        if len(duel.seats) != 2:
            return [1.0] * len(duel.seats)
        strength = strengths.get(duel.game, UNMEASURED)
        first, second = (
            strength.levels.get(players[seat].partition(":")[0]) for seat in duel.seats
        )
        lead = strength.first + handicap(duel)
        lead += strength.claimant if duel.claimant == duel.seats[0] else -strength.claimant
        if first is not None and second is not None:
            lead += first - second
        chance = _chance(max(-MOST_SURE, min(MOST_SURE, lead)))
        return chance, 1 - chance

    return odds


def _chance(lead: float) -> float:
    """How often a lead of so many points of Elo wins."""
    return float(1 / (1 + 10 ** (-lead / 400)))


def _handicap(duel: Duel, finder: Finder) -> float:
    """How many points of Elo the duel's options are worth to who begins, as the game sees it."""
    try:
        kind = finder(duel.game)
        told, usual = (_look(configure(kind, options)) for options in (duel.options, {}))
    except (LookupError, OptionError):
        return 0.0
    return told - usual


def _look(game: AnyGame) -> float:
    if not isinstance(game, Evaluated):
        return 0.0
    worth = max(-0.99, min(0.99, game.evaluate(game.start(2), 0)))
    return ELO * log((1 + worth) / (1 - worth))


def may_challenge(game: AnyGame, state: Any, moves: Sequence[Any]) -> bool:
    """Whether one of *moves*, which are possible in *state*, asks for a duel."""
    return any(asks_for_duel(game, game.apply(state, move)) for move in moves)


def asks_for_duel(game: AnyGame, state: Any) -> bool:
    """Whether a duel is next, perhaps after lots on who begins it."""
    now = game.status(state)
    while isinstance(now, Chance):
        state = game.apply(state, now.outcomes[0][0])
        now = game.status(state)
    return isinstance(now, Duel)
