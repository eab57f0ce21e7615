"""The schedule of a tournament: which games it has. Pure: a game follows from its number."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import combinations
from random import Random
from typing import Any, Final, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _

MOST_GAMES: Final = 1_000_000
LONGEST_LIMIT_MS: Final = 1_000_000_000


class ArenaError(GipfMetaError, ValueError):
    """A tournament that cannot be played so; one sentence."""


class Task(NamedTuple):
    """Everything that a worker needs to play a game: *bots* are the names of the bots, by seat.

    The first *opening* turns are random; then every bot may think *limit_ms* milliseconds in all.
    An engine has *memory_mb* megabytes of memory at most; ``None``: as it likes. Engines and bots
    that use what time they have think for *decision_ms* milliseconds about each decision; ``None``:
    engines divide what they have in all, and bots count positions.
    """

    number: int
    game: str
    options: dict[str, Any]
    bots: tuple[str, ...]
    seed: int
    opening: int
    limit_ms: int
    memory_mb: int | None = None
    decision_ms: int | None = None


class Sprt(NamedTuple):
    """A sequential test: is the first bot *elo1* stronger than the second, or *elo0*?"""

    elo0: float
    elo1: float


class Tournament(BaseModel):
    """Every argument on which the result depends; a file of results begins with it.

    A match-up has as many *bots* as fit on the seats of *players*; where two play, every two bots
    meet, or in a *gauntlet* the first one meets each other. Its *games* come in rounds. A round has
    one seed and opening, and as many games as bots: after each game all bots move one seat on, so
    that each has every seat once.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    game: str
    rules_version: int
    options: dict[str, Any]
    players: int
    bots: tuple[str, ...]
    games: int
    seed: int = 1
    opening: int = 2
    limit_ms: int = 600_000
    sprt: Sprt | None = None
    memory_mb: int | None = None
    decision_ms: int | None = None
    gauntlet: Literal[True] | None = None

    @cached_property
    def match_ups(self) -> list[tuple[int, ...]]:
        """The bots of each match-up, as indices into *bots*."""
        if self.gauntlet:
            return [(0, other) for other in range(1, len(self.bots))]
        return list(combinations(range(len(self.bots)), self.round_size))

    @property
    def round_size(self) -> int:
        """The number of games in a round of a match-up, which is the number of its bots."""
        return min(len(self.bots), self.players)

    @property
    def total(self) -> int:
        """The number of all games."""
        return self.games * len(self.match_ups)

    @property
    def is_paired(self) -> bool:
        """Whether two play: then a round is a pair of games, and Elo can be computed."""
        return self.players == 2

    def check(self) -> None:
        """Raises ``ArenaError`` with a sentence on the first argument that is impossible."""
        if len(self.bots) < 2:
            raise ArenaError(_("Name at least two bots; one alone wins nothing."))
        if self.games < 1 or self.games % self.round_size:
            raise ArenaError(
                _(
                    "{games} games cannot be shared fairly: give a multiple of {size}, so that"
                    " every bot has each seat equally often."
                ).format(games=self.games, size=self.round_size)
            )
        if self.opening < 0:
            raise ArenaError(_("An opening has 0 turns or more."))
        if self.total > MOST_GAMES:
            raise ArenaError(
                _("{games} games are more than the {most} that can be played.").format(
                    games=self.total, most=MOST_GAMES
                )
            )
        if not 0 < self.limit_ms <= LONGEST_LIMIT_MS:
            raise ArenaError(
                _("Give the bots more than 0 seconds, and at most {most}.").format(
                    most=LONGEST_LIMIT_MS // 1000
                )
            )
        if self.sprt is None:
            return
        if not self.is_paired or len(self.bots) != 2:
            raise ArenaError(_("A sequential test compares two bots in a game for two."))
        if not -1000 <= self.sprt.elo0 < self.sprt.elo1 <= 1000:
            raise ArenaError(_("ELO0 is less than ELO1, and both lie between -1000 and 1000."))

    def round_of(self, number: int) -> tuple[int, int]:
        """The round of game *number*, and the match-up that it belongs to."""
        rounds, place = divmod(number, self.round_size * len(self.match_ups))
        return rounds, place // self.round_size

    def numbers(self, rounds: int, match_up: int) -> range:
        """The numbers of the games of a match-up in one round: the inverse of ``round_of``."""
        first = (rounds * len(self.match_ups) + match_up) * self.round_size
        return range(first, first + self.round_size)

    def seats(self, number: int) -> tuple[int, ...]:
        """The bot on each seat of game *number*, as indices into *bots*."""
        bots = self.match_ups[self.round_of(number)[1]]
        turned = number % self.round_size
        return tuple(bots[(seat + turned) % len(bots)] for seat in range(self.players))

    def task(self, number: int) -> Task:
        """The task of game *number*."""
        rounds, _match_up = self.round_of(number)
        return Task(
            number,
            self.game,
            self.options,
            tuple(self.bots[bot] for bot in self.seats(number)),
            Random(f"{self.seed}/{rounds}").randrange(2**31),
            self.opening,
            self.limit_ms,
            self.memory_mb,
            self.decision_ms,
        )

    def rounds(self) -> Iterator[tuple[int, range]]:
        """The rounds in order: a match-up, and the numbers of its games."""
        for rounds in range(self.games // self.round_size):
            for match_up in range(len(self.match_ups)):
                yield match_up, self.numbers(rounds, match_up)
