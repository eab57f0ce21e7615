"""The rating of a puzzle: how often the five levels of bots solve it, by positions.

The levels have fixed ratings, so that the numbers of all games mean about the same. What is fitted
is the one number of the puzzle: the likeliest one, by the model of Glicko-2 and its first rating.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from random import Random
from typing import Any, Final, NamedTuple

from gipf_meta.base.arithmetic import exp, log
from gipf_meta.bots.levels import LEVELS, SearchingBot
from gipf_meta.protocol.game import AnyGame, Turn
from gipf_meta.protocol.puzzles import FIRST_DEVIATION, FIRST_RATING
from gipf_meta.workshop.puzzles.judged_turns import SEATS, ByPositions, state_after, turn_goes_on

RATINGS: Final[Mapping[str, int]] = {
    "beginner": 1200,
    "easy": 1300,
    "medium": 1500,
    "hard": 1950,
    "expert": 2500,
}
"""The ratings of the levels: ``medium`` is where a person begins, the others are fitted to how
often the levels solve two thirds of the puzzles of six games; of the others they predict it within
four points of a hundred."""
SEEDS: Final = 10
"""The seeds from which a level tries; one for a level whose judgement has no errors, for it plays
the same from each."""
SCALE: Final = 400 / log(10)
"""The points that multiply the odds by e."""
STEPS: Final = 40
"""The steps of a fit: by far enough."""


class LevelResult(NamedTuple):
    """A *level* has *solved* a puzzle in so many of its *tries*."""

    level: str
    solved: int
    tries: int


def measure(
    game: AnyGame, state: Any, turns: Sequence[str], also: Sequence[str] = ()
) -> list[LevelResult]:
    """How often each level finds the solver's *turns* from *state*; *also* are other last turns."""
    found = []
    for level in RATINGS:
        bot = LEVELS[level]()
        tries = 1 if not game.levels.get(level, (0, bot.blur))[1] else SEEDS
        solved = sum(_solves(game, state, turns, also, bot, seed) for seed in range(tries))
        found.append(LevelResult(level, solved, tries))
    return found


def _solves(
    game: AnyGame,
    state: Any,
    turns: Sequence[str],
    also: Sequence[str],
    bot: SearchingBot,
    seed: int,
) -> bool:
    rng = Random(seed)
    for n, text in enumerate(turns):
        after = state_after(game, state, text)
        endings = [state_after(game, state, each) for each in also if n + 1 == len(turns)]
        if n % 2 == 0 and _played(game, state, bot, rng) not in [after, *endings]:
            return False
        state = after
    return True


def _played(game: AnyGame, state: Any, bot: SearchingBot, rng: Random) -> Any:
    """The state after the turn that *bot* plays in *state*."""
    turn = game.status(state)
    assert isinstance(turn, Turn)
    while True:
        move = bot.choose(ByPositions(game, state, turn.seat, SEATS, rng))
        state = game.apply(state, move)
        if not turn_goes_on(game, state, turn):
            return state


def rating_of(results: Sequence[LevelResult]) -> tuple[int, int]:
    """The likeliest rating of a puzzle with these *results*, and its deviation."""
    rating = float(FIRST_RATING)
    weight = 1.0
    for _step in range(STEPS):
        slope = (FIRST_RATING - rating) / FIRST_DEVIATION**2
        weight = 1 / FIRST_DEVIATION**2
        for level, solved, tries in results:
            expected = 1 / (1 + exp((rating - RATINGS[level]) / SCALE))
            slope += (tries * expected - solved) / SCALE
            weight += tries * expected * (1 - expected) / SCALE**2
        # a step that is too long where hardly anything is known would overshoot
        rating += max(-100.0, min(100.0, slope / weight))
    return round(rating), round(sqrt(1 / weight))
