"""The puzzles of all games that are installed here, by their ids, games and themes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _
from gipf_meta.match.puzzle_lessons import (
    OWN,
    PUZZLE,
    UnknownPuzzle,
    lesson_id,
    puzzles_of,
    theme_of,
    title_of_puzzle,
)
from gipf_meta.plugins.loading import Installed
from gipf_meta.practice.daily import daily_puzzle
from gipf_meta.practice.practice import OWN as OWN_ID
from gipf_meta.practice.practice import RatedPuzzle
from gipf_meta.practice.repetition import utc_day
from gipf_meta.protocol.game import AnyGame, title_of
from gipf_meta.protocol.puzzles import Puzzle

FIVE: Final = 5
"""The number of puzzles that are taken after a lesson."""


@dataclass(frozen=True)
class PuzzleBook:
    """The *games* that have puzzles, in the order in which games are listed, and their *puzzles*,
    both by their ids."""

    games: Mapping[str, type[AnyGame]]
    puzzles: Mapping[str, Puzzle]

    @classmethod
    def of(cls, installed: Installed) -> PuzzleBook:
        """The puzzles of the *installed* games; a game that fails has none."""
        listed = {game.id: game for game in installed.games_to_choose()}
        games, puzzles = dict[str, type[AnyGame]](), dict[str, Puzzle]()
        for id, game in {**listed, **installed.games}.items():
            try:
                found = puzzles_of(game)
            except GipfMetaError:
                continue
            puzzles |= {each.id: each for each in found}
            if found:
                games[id] = game
        return cls(games, puzzles)

    @cached_property
    def rated(self) -> Mapping[str, RatedPuzzle]:
        """The puzzles as ratings see them, by their ids."""
        return {
            id: RatedPuzzle(each.rating, each.deviation, each.game)
            for id, each in self.puzzles.items()
        }

    def of_day(self, at_ms: int) -> Puzzle | None:
        """The puzzle of the day, by the UTC date at *at_ms*, milliseconds since 1970; ``None``:
        there is no puzzle."""
        id = daily_puzzle(utc_day(at_ms), [*self.puzzles])
        return None if id is None else self.puzzles[id]

    def find(self, id: str) -> Puzzle:
        """The puzzle with that *id*. Raises ``UnknownPuzzle``."""
        if (found := self.puzzles.get(id)) is None:
            words = _("There is no puzzle {id!r}; gipf-meta puzzle --list lists them.")
            raise UnknownPuzzle(words.format(id=id))
        return found

    def among(self, game: str = "", theme: str = "") -> Sequence[Puzzle]:
        """The puzzles of a *game*, of a *theme*; ``""``: of all."""
        return [
            each
            for each in self.puzzles.values()
            if game in ("", each.game) and (not theme or theme in each.themes)
        ]

    def themes(self, game: str) -> Mapping[str, str]:
        """The themes of the puzzles of *game*: their names by their ids, the most frequent one
        first."""
        every = [theme for each in self.among(game) for theme in each.themes]
        names = dict[str, str]()
        for id in sorted(dict.fromkeys(every), key=lambda id: -every.count(id)):
            if (theme := theme_of(self.games[game], id)) is not None:
                names[id] = theme.name
        return names

    def title(self, puzzle: Puzzle) -> str:
        """The title of *puzzle* without its game: "White takes a row in two". Raises the errors of
        the game."""
        return title_of_puzzle(puzzle, self.games[puzzle.game])

    def whole_title(self, puzzle: Puzzle) -> str:
        """The title of *puzzle*, with its game before it. Raises the errors of the game."""
        game = title_of(self.games[puzzle.game])
        return _("{game}, {puzzle}").format(game=game, puzzle=self.title(puzzle))

    def five(self, game: str, theme: str, solved: frozenset[str]) -> Sequence[Puzzle]:
        """Five puzzles of a *theme* of *game*: the easiest ones of which not all are *solved*; the
        last ones when every one is."""
        every = sorted(self.among(game, theme), key=lambda each: (each.rating, each.number))
        fives = [every[n : n + FIVE] for n in range(0, len(every), FIVE)]
        left = (five for five in fives if any(each.id not in solved for each in five))
        return next(left, fives[-1] if fives else [])


def address_of_puzzle(puzzle: Puzzle) -> str:
    """The address of the lesson that *puzzle* is."""
    return f"lesson/{puzzle.game}/{lesson_id(puzzle)}"


def practised_id(game: str, lesson: str) -> str:
    """The id of the puzzle that is the *lesson* of *game*: ``yinsh-17``, or ``own-3``."""
    if lesson.startswith(OWN):
        return OWN_ID + lesson.removeprefix(OWN)
    return f"{game}-{lesson.removeprefix(PUZZLE)}"
