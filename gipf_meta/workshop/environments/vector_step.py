"""The step of many matches: what there is afterwards, and how the matches that ended stood."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from gipf_meta.protocol.gate import Gate
from gipf_meta.workshop.environments.arrays import bits_of
from gipf_meta.workshop.environments.numbered_match import MatchState, NumberedMatch


class VectorArrays(NamedTuple):
    """The arrays of a step, with a row for each match."""

    observations: Any
    masks: Any
    players: Any
    rewards: Any
    over: Any
    cut: Any


class LastStates:
    """The last states of the matches that ended by a step, by their rows in order."""

    def __init__(self, match: NumberedMatch, states: dict[int, MatchState]) -> None:
        self.states: Final = dict(sorted(states.items()))
        self._match: Final = match

    def observations(self) -> Any:
        """The observation of every player, match by match."""
        match = self._match
        with Gate(match.game):
            seen = [
                match.observe(state, seat)
                for state in self.states.values()
                for seat in range(match.seats)
            ]
        shape = len(self.states), match.seats, *match.observation_shape
        return bits_of(seen, match.observation_size).reshape(shape)

    def players(self) -> Any:
        """The player who would decide next in each; -1 where the match is over by its rules."""
        players = [state.player for state in self.states.values()]
        return np.array([-1 if player is None else player for player in players], np.int8)


class VectorStep(VectorArrays):
    """The step of all matches: arrays with a row for each match.

    *observations* are what the player on turn sees, *masks* which numbers he may choose, *players*
    who he is. *over* says where a match has just ended: *rewards* has what it was worth to each
    player, *cut* whether it was broken off, and the rest of the row is of the next match already.
    It unpacks to these six. How the matches stood that ended is in ``ended`` and what follows it.
    """

    _last_states: LastStates

    @classmethod
    def with_last_states(cls, arrays: VectorArrays, last: LastStates) -> VectorStep:
        """The step with these *arrays*, by which matches came to their *last* states."""
        step = cls(*arrays)
        step._last_states = last
        return step

    @property
    def terminal(self) -> Any:
        """Whether a match has just ended by its rules, and was not broken off."""
        return self.over & ~self.cut

    @property
    def ended(self) -> Any:
        """The rows whose matches have just ended, in order: those of ``last_observations``."""
        return np.flatnonzero(self.over)

    @property
    def last_observations(self) -> Any:
        """The last observations of the matches in the rows ``ended``: ``[n, seat]`` is what the
        player at that seat saw. Made when they are first wanted. Raises ``GameFailed``."""
        known = vars(self).get("_last")
        if known is None:
            known = self._last = self._last_states.observations()
        return known

    @property
    def last_players(self) -> Any:
        """The player who would have decided next in each of the rows ``ended``; -1 where the match
        is over by its rules."""
        return self._last_states.players()
