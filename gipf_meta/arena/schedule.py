"""Which games a tournament is made of. Pure: a game follows from its number."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import combinations
from random import Random
from typing import Any, Final, NamedTuple

from pydantic import BaseModel, ConfigDict

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _

MOST_GAMES: Final = 1_000_000
LONGEST_LIMIT_MS: Final = 1_000_000_000


class ArenaError(GipfMetaError, ValueError):
    """A tournament that cannot be played so; one sentence."""


class Task(NamedTuple):
    """All that a worker is told of a game: *bots* are the words that name them, seat by seat.

    The first *opening* turns are played at random; then every bot may think *limit_ms* in all.
    """

    number: int
    game: str
    options: dict[str, Any]
    bots: tuple[str, ...]
    seed: int
    opening: int
    limit_ms: int


class Sprt(NamedTuple):
    """A sequential test of the first bot being *elo1* stronger against its being *elo0*."""

    elo0: float
    elo1: float


class Tournament(BaseModel):
    """Every argument on which the result depends; a file of results begins with it.

    A match-up seats as many bots as are there and fit; each two of them, where two play. Its
    *games* come in rounds: the same seed and opening once for every bot of the match-up, which all
    move one seat on each time, so that each has had every seat.
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

    @cached_property
    def match_ups(self) -> list[tuple[int, ...]]:
        """Who meets whom, as places in *bots*."""
        return list(combinations(range(len(self.bots)), self.round_size))

    @property
    def round_size(self) -> int:
        """How many games make a round of a match-up, and how many bots play in it."""
        return min(len(self.bots), self.players)

    @property
    def total(self) -> int:
        """How many games there are."""
        return self.games * len(self.match_ups)

    @property
    def paired(self) -> bool:
        """Whether two play: then a round is a pair, and strength can be told as Elo."""
        return self.players == 2

    def check(self) -> None:
        """Raises ``ArenaError`` with a sentence on the first thing that cannot be."""
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
        if not self.paired or len(self.bots) != 2:
            raise ArenaError(_("A sequential test compares two bots in a game for two."))
        if not -1000 <= self.sprt.elo0 < self.sprt.elo1 <= 1000:
            raise ArenaError(_("ELO0 is less than ELO1, and both lie between -1000 and 1000."))

    def round_of(self, number: int) -> tuple[int, int]:
        """The round that game *number* belongs to, and its match-up there."""
        rounds, place = divmod(number, self.round_size * len(self.match_ups))
        return rounds, place // self.round_size

    def numbers(self, rounds: int, match_up: int) -> range:
        """The games of one round of a match-up: the inverse of ``round_of``."""
        first = (rounds * len(self.match_ups) + match_up) * self.round_size
        return range(first, first + self.round_size)

    def seats(self, number: int) -> tuple[int, ...]:
        """Who sits where in game *number*, as places in *bots*."""
        bots = self.match_ups[self.round_of(number)[1]]
        turned = number % self.round_size
        return tuple(bots[(seat + turned) % len(bots)] for seat in range(self.players))

    def task(self, number: int) -> Task:
        """Game *number* as a worker is told it."""
        rounds, _match_up = self.round_of(number)
        return Task(
            number,
            self.game,
            self.options,
            tuple(self.bots[bot] for bot in self.seats(number)),
            Random(f"{self.seed}/{rounds}").randrange(2**31),
            self.opening,
            self.limit_ms,
        )

    def rounds(self) -> Iterator[tuple[int, range]]:
        """The rounds in order: the match-up that plays, and the numbers of its games."""
        for rounds in range(self.games // self.round_size):
            for match_up in range(len(self.match_ups)):
                yield match_up, self.numbers(rounds, match_up)
