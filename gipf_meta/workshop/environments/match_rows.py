# mypyc: compile
"""Many matches side by side: each is a row, and begins anew when it is over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from gipf_meta.protocol.gate import Gate
from gipf_meta.workshop.environments.numbered_match import MatchState, NumberedMatch


class MatchRows:
    """*count* matches that are played side by side, from their starts.

    The *n*-th match that is begun has the seed ``seed + n``: at first that of each row, then, row
    by row, *count* more than the one before it there. After *most* decisions a match is broken off.

    ``utilities`` has those of the matches that ended by the last step, by their rows; ``over``
    says which ended, ``cut`` which of these were broken off. Raises ``GameFailed``, as each of its
    methods does; all rows pass the gate together, for they are many.
    """

    def __init__(self, match: NumberedMatch, count: int, seed: int, most: int) -> None:
        self.match: Final = match
        self.count: Final = count
        self.seeds: Final = list(range(seed, seed + count))
        self.states: Final[list[MatchState]] = []
        self.over: bytearray = bytearray(count)
        self.cut: bytearray = bytearray(count)
        self.utilities: dict[int, tuple[float, ...]] = {}
        self._most: Final = most
        self._draws: Final = [0] * count
        self._decisions: Final = [0] * count
        self._gate: Final = Gate(match.game)
        with self._gate:
            self._start: Final = match.begin()
            for row in range(count):
                self.states.append(self._start)
                self._begin(row)

    def __reduce__(self) -> tuple[Any, ...]:
        now = (self.states, self.seeds, self._draws, self._decisions)
        ended = (self.over, self.cut, self.utilities)
        return _rows_again, (self.match, self.count, self._most, now, ended)

    def put_back(self, now: tuple[Any, ...], ended: tuple[Any, ...]) -> None:
        """Goes on as rows that stand *now* so, and some of which *ended* so by the last step."""
        self.states[:], self.seeds[:], self._draws[:], self._decisions[:] = now
        self.over, self.cut, self.utilities = ended

    def _begin(self, row: int) -> None:
        """Begins the match of a row, up to its first decision."""
        self._decisions[row] = 0
        state, self._draws[row] = self.match.after_draws(self._start, self.seeds[row], 0)
        self.states[row] = state

    def step(self, numbers: Sequence[int]) -> None:
        """Plays the decision with the given number in each row; it is trusted to be legal."""
        with self._gate:
            self._step(numbers)

    def _step(self, numbers: Sequence[int]) -> None:
        match = self.match
        self.over = bytearray(self.count)
        self.cut = bytearray(self.count)
        self.utilities = {}
        for row in range(self.count):
            state = match.after_legal(self.states[row], numbers[row])
            if state.player is None:
                state, self._draws[row] = match.after_draws(
                    state, self.seeds[row], self._draws[row]
                )
            decisions = self._decisions[row] + 1
            self._decisions[row] = decisions
            self.states[row] = state
            if state.player is not None and decisions < self._most:
                continue
            self.utilities[row] = match.utilities(state)
            self.over[row] = 1
            self.cut[row] = 0 if state.player is None else 1
            self.seeds[row] += self.count
            self._begin(row)

    def players(self) -> bytes:
        """The player who decides in each row, a byte for each; 0 where nobody does."""
        return bytes([state.player or 0 for state in self.states])

    def legal_numbers(self) -> bytes:
        """The numbers that may be chosen, of each row as whole octets, the lowest bits first."""
        match = self.match
        size = match.decision_count + 7 >> 3
        with self._gate:
            numbers = [match.legal_numbers(state) for state in self.states]
        return b"".join([bits.to_bytes(size, "little") for bits in numbers])

    def observations(self) -> bytes:
        """The observation of the player who decides in each row, in bits as ``legal_numbers`` gives
        them."""
        match = self.match
        size = match.observation_size + 7 >> 3
        with self._gate:
            seen = [match.observe(state, state.player or 0) for state in self.states]
        return b"".join([bits.to_bytes(size, "little") for bits in seen])


def _rows_again(
    match: NumberedMatch, count: int, most: int, now: tuple[Any, ...], ended: tuple[Any, ...]
) -> MatchRows:
    """Rows as they were when they were pickled or copied."""
    rows = MatchRows(match, count, 0, most)
    rows.put_back(now, ended)
    return rows
