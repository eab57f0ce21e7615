"""The user's results against each bot in a game, and the bot that he should meet next."""

from __future__ import annotations

from typing import Final, NamedTuple

from gipf_meta.base.texts import _
from gipf_meta.bots.characters import CHARACTERS
from gipf_meta.library.statistics import results_against_bots
from gipf_meta.library.store import Library

MOST_COUNTED: Final = 1_000
"""The most matches of a game that are counted, the last ones."""
WINS, LEAD = 3, 2
"""The least wins against a bot after which the next one is proposed, and how many more these are
than losses."""
NEXT: Final = {
    "random": "beginner",
    "beginner": "easy",
    "greedy": "easy",
    "easy": "medium",
    "medium": "hard",
    "hard": "expert",
}
"""The bot that is a little stronger than another one."""


class Tally(NamedTuple):
    """The user's results against the bot of a *level*; the level of the one to meet *next*, or
    ``""``."""

    level: str
    won: int
    drawn: int
    lost: int
    next: str = ""

    @property
    def score(self) -> str:
        """``3 : 1``, or ``3 : 1, 2 draws``."""
        score = f"{self.won} : {self.lost}"
        if not self.drawn:
            return score
        words = _.many("{score}, 1 draw", "{score}, {count} draws", self.drawn)
        return words.format(score=score, count=self.drawn)

    @property
    def result(self) -> str:
        """``3 : 1 against Mia.``"""
        name = CHARACTERS[self.level].name
        return _("{score} against {name}.").format(score=self.score, name=name)

    @property
    def words(self) -> str:
        """The result, with the bot to meet next: ``3 : 1 against Mia; meet Oskar.``"""
        if not self.next:
            return self.result
        name, following = (CHARACTERS[level].name for level in (self.level, self.next))
        words = _("{score} against {name}; meet {next}.")
        return words.format(score=self.score, name=name, next=following)


def tallies(library: Library | None, own: str, game: str) -> dict[str, Tally]:
    """The results of the user, whose name is *own*, against each bot that he has played to the end
    in *game*, by its level. Without a *library* there are none.

    Raises ``LibraryError``.
    """
    if library is None:
        return {}
    found = results_against_bots(library.entries(game=game, over=True, most=MOST_COUNTED), own)
    known = {
        level: Tally(level, results["won"], results["drawn"], results["lost"])
        for level, results in found.items()
        if level in CHARACTERS
    }
    return {level: each._replace(next=_next_of(level, known)) for level, each in known.items()}


def _next_of(level: str, known: dict[str, Tally]) -> str:
    """The first stronger bot that is not beaten yet, where that of *level* is; else ``""``."""
    if not _is_beaten(known[level]):
        return ""
    while level in known and _is_beaten(known[level]):
        level = NEXT.get(level, "")
    return level


def _is_beaten(tally: Tally) -> bool:
    """Whether the user has won against a bot as often as he needs to for the next one."""
    return tally.won >= WINS and tally.won >= tally.lost + LEAD
