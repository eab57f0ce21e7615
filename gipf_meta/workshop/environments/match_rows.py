# mypyc: compile
"""Many matches side by side: each is a row, and begins anew when it is over."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any, Final

from gipf_meta.base.texts import _
from gipf_meta.protocol.gate import Gate
from gipf_meta.protocol.options import OptionError
from gipf_meta.workshop.environments.numbered_match import MatchState, NumberedMatch

EVERY_SEAT: Final = -1
"""The learner decides at every seat: there is no opponent."""
EACH_SEAT: Final = -2
"""The learner sits at each seat by turns."""
MOST_SKIPPED: Final = 100
"""The most matches a row that end, in one step, before the learner has decided in them."""


def seat_of_learner(learner: int, begun: int, starts: int, seats: int) -> int:
    """The seat of the *learner* in the match that begins after so many have *begun*, from one of so
    many *starts* in turn: from each start at each of the *seats* for ``EACH_SEAT``."""
    return begun // starts % seats if learner == EACH_SEAT else learner


class MatchRows:
    """*count* matches that are played side by side, from their *starts*: states before luck draws,
    each with the number of draws before it.

    The *n*-th match that is begun has the seed ``seed + n``: at first that of each row, then, row
    by row, *count* more than the one before it there. It begins from the *n*-th of *starts*, round
    and round. After *most* decisions a match is broken off. The *learner* decides at that seat, at
    ``EVERY_SEAT``, or at ``EACH_SEAT`` by turns, and an opponent at the others: a match that ends
    before the learner has decided in it is skipped.

    ``learners`` has the learner's seat in each row, ``pasts`` the numbers of the decisions of its
    match. ``utilities`` has those of the matches that ended by the last step, by their rows, and
    ``ends`` their last states; ``over`` says which ended, ``cut`` which of these were broken off.
    ``finished`` has the seed and the decisions of the match that ended last in a row. Raises
    ``GameFailed``, as each of its methods does; all rows pass the gate together, for they are many.
    """

    def __init__(
        self,
        match: NumberedMatch,
        count: int,
        seed: int,
        most: int,
        starts: Sequence[tuple[MatchState, int]] = (),
        learner: int = EVERY_SEAT,
    ) -> None:
        self.match: Final = match
        self.count: Final = count
        self.seeds: Final = list(range(seed, seed + count))
        self.states: Final[list[MatchState]] = []
        self.pasts: Final[list[array[int]]] = [array("I") for _row in range(count)]
        self.finished: Final[dict[int, tuple[int, array[int]]]] = {}
        self.learners: Final = [EVERY_SEAT] * count
        self.over: bytearray = bytearray(count)
        self.cut: bytearray = bytearray(count)
        self.utilities: dict[int, tuple[float, ...]] = {}
        self.ends: dict[int, MatchState] = {}
        self._seed: Final = seed
        self._most: Final = most
        self._learner: Final = learner
        self._draws: Final = [0] * count
        self._undecided: bytearray = bytearray(count)
        self._skipped = 0
        self._gate: Final = Gate(match.game)
        with self._gate:
            self._starts: Final = tuple(starts) or ((match.begin(), 0),)
            for row in range(count):
                self.states.append(self._starts[0][0])
                self._begin(row)

    def __reduce__(self) -> tuple[Any, ...]:
        fixed = (self.match, self.count, self._seed, self._most, self._starts, self._learner)
        return _rows_again, (fixed, self.moment())

    def moment(self) -> tuple[Any, ...]:
        """All that ``put_back`` needs to go on from here."""
        pasts = [past[:] for past in self.pasts]
        rows = self.states[:], self.seeds[:], pasts, self.learners[:], self._draws[:]
        ended = self.over, self.cut, self.utilities, self.ends, dict(self.finished)
        return rows, ended, self._undecided[:]

    def put_back(self, moment: tuple[Any, ...]) -> None:
        """Goes on as rows that stood so at that *moment*."""
        rows, ended, self._undecided = moment
        self.states[:], self.seeds[:], self.pasts[:], self.learners[:], self._draws[:] = rows
        self.over, self.cut, self.utilities, self.ends, finished = ended
        self.finished.clear()
        self.finished.update(finished)

    def start_of(self, seed: int) -> int:
        """The place, among the starts, of the one from which the match of that *seed* begins."""
        return (seed - self._seed) % len(self._starts)

    def _begin(self, row: int) -> None:
        """Begins the match of a row, up to its first decision. Raises ``OptionError``."""
        while True:
            seed = self.seeds[row]
            state, draws = self._starts[self.start_of(seed)]
            state, self._draws[row] = self.match.after_draws(state, seed, draws)
            self.states[row] = state
            if state.player is not None:
                break
            self._skip(row)  # luck alone has ended it
        self.pasts[row] = array("I")
        self._undecided[row] = 1
        begun, starts = seed - self._seed, len(self._starts)
        self.learners[row] = seat_of_learner(self._learner, begun, starts, self.match.seats)

    def _skip(self, row: int) -> None:
        """Goes to the seed after that of a match that ended before the learner decided in it.
        Raises ``OptionError``."""
        self._skipped += 1
        if self._skipped > MOST_SKIPPED * self.count:
            why = _("Match {match}: again and again it ends before the learner has decided.")
            raise OptionError(why.format(match=row))
        self.seeds[row] += self.count

    def step(self, numbers: Sequence[int]) -> None:
        """Plays the decision with the given number in each row; it is trusted to be legal."""
        self.over = bytearray(self.count)
        self.cut = bytearray(self.count)
        self._undecided = bytearray(self.count)
        self._skipped = 0
        self.utilities = {}
        self.ends = {}
        with self._gate:
            for row in range(self.count):
                self._play(row, numbers[row])

    def play(self, rows: Sequence[int], numbers: Sequence[int]) -> None:
        """Plays the decision with the given number in some *rows*, within the last step."""
        with self._gate:
            for row, number in zip(rows, numbers, strict=True):
                self._play(row, number)

    def _play(self, row: int, number: int) -> None:
        match = self.match
        state = match.after_legal(self.states[row], number)
        if state.player is None:
            state, self._draws[row] = match.after_draws(state, self.seeds[row], self._draws[row])
        past = self.pasts[row]
        past.append(number)
        self.states[row] = state
        if state.player is not None and len(past) < self._most:
            return
        if self._undecided[row]:
            self._skip(row)
        else:
            self.utilities[row] = match.utilities(state)
            self.ends[row] = state
            self.over[row] = 1
            self.cut[row] = 0 if state.player is None else 1
            self.finished[row] = self.seeds[row], past
            self.seeds[row] += self.count
        self._begin(row)

    def opponents(self) -> list[int]:
        """The rows in which the opponent decides next."""
        return [
            row
            for row, seat in enumerate(self.learners)
            if seat != EVERY_SEAT and self.states[row].player != seat
        ]

    def players(self) -> bytes:
        """The player who decides in each row, a byte for each; 0 where nobody does."""
        return bytes([state.player or 0 for state in self.states])

    def legal_numbers(self, rows: Sequence[int] | None = None) -> bytes:
        """The numbers that may be chosen, of each row, or of some *rows*, as whole octets, the
        lowest bits first."""
        match = self.match
        size = match.decision_count + 7 >> 3
        with self._gate:
            numbers = [match.legal_numbers(state) for state in self._states_of(rows)]
        return b"".join([bits.to_bytes(size, "little") for bits in numbers])

    def observations(self, rows: Sequence[int] | None = None) -> bytes:
        """The observation of the player who decides in each row, or in some *rows*, in bits as
        ``legal_numbers`` gives them."""
        match = self.match
        size = match.observation_size + 7 >> 3
        with self._gate:
            seen = [match.observe(state, state.player or 0) for state in self._states_of(rows)]
        return b"".join([bits.to_bytes(size, "little") for bits in seen])

    def _states_of(self, rows: Sequence[int] | None) -> Sequence[MatchState]:
        return self.states if rows is None else [self.states[row] for row in rows]


def _rows_again(fixed: tuple[Any, ...], moment: tuple[Any, ...]) -> MatchRows:
    """Rows as they were when they were pickled or copied."""
    rows = MatchRows(*fixed)
    rows.put_back(moment)
    return rows
