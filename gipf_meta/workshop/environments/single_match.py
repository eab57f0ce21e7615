"""One numbered match after another, each from a start, with an opponent if there is one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from gipf_meta.match.match import Match
from gipf_meta.workshop.environments.followed_match import Start, read_starts
from gipf_meta.workshop.environments.match_rows import EACH_SEAT, EVERY_SEAT, seat_of_learner
from gipf_meta.workshop.environments.moment import MatchMoment
from gipf_meta.workshop.environments.numbered_match import NumberedMatch
from gipf_meta.workshop.environments.opponents import (
    OpponentTurn,
    read_learner,
    read_opponent,
)


class SingleMatch:
    """One match of *match* after another: *start*, *opponent* and *learner_seat* are those of
    ``MatchVector``.

    ``moment`` is that of the match that was begun last. Raises as ``MatchVector``.
    """

    def __init__(
        self, match: NumberedMatch, start: Any, opponent: Any, learner_seat: int | str | None
    ) -> None:
        self.match: Final = match
        self.starts: Sequence[Start] = read_starts(match, start)
        self._opponent: Final = read_opponent(match, opponent)
        self._learner: Final = read_learner(match.seats, self._opponent, learner_seat)
        self.moment = MatchMoment(match, self.starts[0].state)
        self._start = self.starts[0]
        self._seed = self._draws = 0
        self._past: list[int] = []
        self._seat = self._learner

    @property
    def possible_seats(self) -> Sequence[int]:
        """The seats at which the learner may sit."""
        every = self._learner in (EVERY_SEAT, EACH_SEAT)
        return range(self.match.seats) if every else (self._learner,)

    @property
    def seats(self) -> Sequence[int]:
        """The seats of the learner in this match."""
        return range(self.match.seats) if self._seat == EVERY_SEAT else (self._seat,)

    def begin(self, seed: int, begun: int, most: int, start: Start | None = None) -> None:
        """Begins the match of that *seed*, after so many have *begun*, from its *start* or from
        that one; it is broken off after *most* decisions. Raises ``BotFailed``."""
        self._start = start = start or self.starts[begun % len(self.starts)]
        self._seed, self._past = seed, []
        self._seat = seat_of_learner(self._learner, begun, len(self.starts), self.match.seats)
        moment = MatchMoment(self.match, start.state, most)
        self._go_on(*moment.after_draws(seed, start.draws), [])

    def step(self, number: int) -> None:
        """Plays the decision with that *number*, and what follows it up to the learner's next one.

        Raises ``IllegalMove`` and ``BotFailed``; then nothing is played.
        """
        after = self.moment.after(number)
        self._go_on(*after.after_draws(self._seed, self._draws), [number])

    def _go_on(self, moment: MatchMoment, draws: int, made: list[int]) -> None:
        """Goes on to *moment*, to which the decisions just *made* have led, and to the learner's
        next one. Raises ``BotFailed``."""
        opponent, seed = self._opponent, self._seed
        while opponent is not None and moment.player not in (None, self._seat):
            past = (*self._past, *made)
            turn = OpponentTurn(0, self._start, seed, past, moment.state)
            number = opponent.choose([turn])[0]
            made.append(number)
            moment, draws = moment.after(number).after_draws(seed, draws)
        self.moment, self._draws = moment, draws
        self._past += made

    def played(self) -> Match:
        """The match as the host has it, with its whole past."""
        return self._start.replayed(self._seed, self._past)
