"""The rating of a bot: its games against levels, and its Elo on their scale with bounds. Pure.

The strengths of the levels are measured numbers of the game (``strengths``), and count as exact.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from gipf_meta.base.engine_names import bot_names
from gipf_meta.base.sentences import pad, pad_before
from gipf_meta.base.texts import _
from gipf_meta.protocol.capabilities import Measured
from gipf_meta.protocol.game import AnyGame, title_of
from gipf_meta.protocol.options import changed_options
from gipf_meta.workshop.arena.schedule import ArenaError, Tournament
from gipf_meta.workshop.arena.standings import (
    Z95,
    Elo,
    Outcomes,
    PairStanding,
    bounded_elo_words,
    mean,
    score_at,
    standings,
    variance,
)

AGAINST: Final = ("beginner", "easy", "medium")
"""The levels that a bot meets, unless it is said otherwise, where their strengths are known."""
ALONE: Final = ("easy",)
"""The level that it meets where strengths are unknown."""
FARTHEST: Final = 4000.0
"""The largest finite Elo, up or down."""


@dataclass(frozen=True)
class LevelRating:
    """The games against a *level*: how many were won, drawn and lost.

    *score* is the share of points, a draw half of one, *low* and *high* are the bounds that hold
    95 %. *elo* is what these games alone say, with its bounds: if levels differ in it by more than
    that, the scale does not fit this bot, and the level that it nearly equals tells most.
    """

    level: str
    won: int
    drawn: int
    lost: int
    score: float
    low: float
    high: float
    elo: Elo

    @property
    def games(self) -> int:
        """The number of games."""
        return self.won + self.drawn + self.lost


@dataclass(frozen=True)
class Rating:
    """The strength of the bot called *name* in the game *title*, from its games against *levels*.

    *elo* is the likeliest one on a scale where the bot called *zero* has 0; *low* and *high* are
    the bounds that hold 95 %. They are infinite where the bot has won or lost everything.
    """

    name: str
    title: str
    levels: tuple[LevelRating, ...]
    zero: str
    elo: float
    low: float
    high: float

    @property
    def games(self) -> int:
        """The number of all games."""
        return sum(each.games for each in self.levels)

    @property
    def disagreeing(self) -> tuple[LevelRating, LevelRating] | None:
        """Two levels whose bounds exclude each other; ``None`` if there are none."""
        low = max(self.levels, key=lambda each: each.elo.low)
        high = min(self.levels, key=lambda each: each.elo.high)
        return (high, low) if high.elo.high < low.elo.low else None

    def __str__(self) -> str:
        called = bot_names([self.name, *(each.level for each in self.levels)])
        wide = max(len(self.title), *(len(called[each.level]) for each in self.levels))
        heads = (_("won"), _("drawn"), _("lost"), _("score"))
        lines = [pad(self.title, wide) + "".join(pad_before(head, 7) for head in heads)]
        lines[0] += "   " + _("Elo (95 %)")
        for each in self.levels:
            numbers = f"{each.won:>7}{each.drawn:>7}{each.lost:>7}{each.score:>7.1%}"
            lines.append(
                f"{pad(called[each.level], wide)}{numbers}   {bounded_elo_words(each.elo)}"
            )
        words = _("{name}: {elo} in all; {zero} has 0.")
        whole = bounded_elo_words(Elo(self.elo, self.low, self.high))
        lines.append(words.format(name=called[self.name], elo=whole, zero=self.zero))
        if pair := self.disagreeing:
            one, other = (called[each.level] for each in pair)
            why = _("{one} and {other} disagree: name the one alone that it nearly equals.")
            lines.append(why.format(one=one, other=other))
        return "\n".join(lines)


class LevelScale:
    """The *strengths* of the levels *against* which a bot plays *game*, where *zero* has 0.

    They are known for the usual options. Raises ``ArenaError`` if they are not, and there is more
    than one level.
    """

    def __init__(self, game: AnyGame, against: Sequence[str]) -> None:
        known: Mapping[str, float] = {}
        if isinstance(game, Measured) and not changed_options(game):
            known = game.strengths
        self.against: Final = tuple(against) or (AGAINST if known else ALONE)
        if all(level in known for level in self.against):
            self.zero = next(name for name, strength in known.items() if not strength)
            self.strengths = {level: known[level] for level in self.against}
        elif len(self.against) == 1:
            self.zero = self.against[0]
            self.strengths = {self.zero: 0.0}
        elif known:
            level = next(level for level in self.against if level not in known)
            why = _("{level} is not on the scale of {title}: name it alone.")
            raise ArenaError(why.format(level=level, title=title_of(game)))
        else:
            why = _(
                "How strong {levels} are beside each other in {title} with these options was not"
                " measured: name one of them alone."
            )
            raise ArenaError(why.format(levels=", ".join(self.against), title=title_of(game)))


def rating(tournament: Tournament, outcomes: Outcomes, scale: LevelScale, title: str) -> Rating:
    """The rating of the first bot of *tournament*, a gauntlet, after *outcomes*.

    Raises ``ArenaError`` if no pair of games against some level counts.
    """
    pairs = standings(tournament, outcomes).pairs
    if not all(any(pair.pairs) for pair in pairs):
        raise ArenaError(_("No pair of games was played to its end, so there is no rating."))
    elo = _likeliest(pairs, [scale.strengths[pair.bots[1]] for pair in pairs])
    levels = tuple(_level_rating(pair, scale.strengths[pair.bots[1]]) for pair in pairs)
    return Rating(tournament.bots[0], title, levels, scale.zero, *elo)


def _level_rating(pair: PairStanding, strength: float) -> LevelRating:
    """The rating from the games against one level of that *strength*."""
    assert pair.elo is not None
    middle = mean(pair.pairs)
    error = Z95 * math.sqrt(variance(pair.pairs) / sum(pair.pairs))
    low, high = max(0.0, middle - error), min(1.0, middle + error)
    elo = Elo(*(strength + each for each in pair.elo))
    return LevelRating(pair.bots[1], pair.won, pair.drawn, pair.lost, middle, low, high, elo)


def _likeliest(pairs: Sequence[PairStanding], strengths: Sequence[float]) -> Elo:
    """The Elo under which the points of all *pairs* are likeliest, against bots of these
    *strengths*: there as many points are expected as were won."""
    counts = [sum(pair.pairs) for pair in pairs]
    won = sum(count * mean(pair.pairs) for count, pair in zip(counts, pairs, strict=True))
    squares = sum(count * variance(pair.pairs) for count, pair in zip(counts, pairs, strict=True))
    error = Z95 * math.sqrt(squares)

    def expected(elo: float) -> float:
        worth = (score_at(elo - strength) for strength in strengths)
        return sum(count * each for count, each in zip(counts, worth, strict=True))

    def elo_of(points: float) -> float:
        if not 0 < points < sum(counts):
            return math.inf if points > 0 else -math.inf
        low, high = -FARTHEST, FARTHEST
        while high - low > 0.01:
            middle = (low + high) / 2
            low, high = (middle, high) if expected(middle) < points else (low, middle)
        return (low + high) / 2

    return Elo(elo_of(won), elo_of(won - error), elo_of(won + error))
