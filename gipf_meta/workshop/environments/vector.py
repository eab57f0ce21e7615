"""A thousand matches at a time, as arrays of NumPy: decisions in, observations and masks out.

It needs the extra ``learning``. The page about it is docs/library.md.
"""

from __future__ import annotations

from typing import Any, Final

from gipf_meta.base.texts import _
from gipf_meta.match.match import Match
from gipf_meta.protocol.game import AnyGame, IllegalMove
from gipf_meta.protocol.given_values import require_seed, require_whole
from gipf_meta.protocol.options import OptionError
from gipf_meta.workshop.environments.chosen_match import chosen_match
from gipf_meta.workshop.environments.followed_match import read_starts
from gipf_meta.workshop.environments.given_numbers import index_of
from gipf_meta.workshop.environments.match_rows import MatchRows
from gipf_meta.workshop.environments.moment import MOST_DECISIONS, MatchMoment
from gipf_meta.workshop.environments.optional_packages import without

try:
    import numpy as np

    from gipf_meta.workshop.environments.arrays import unpacked, whole_numbers
    from gipf_meta.workshop.environments.opponents import (
        OpponentTurn,
        read_learner,
        read_opponent,
    )
    from gipf_meta.workshop.environments.symmetry_arrays import RowSymmetry, symmetries_of_match
    from gipf_meta.workshop.environments.vector_step import LastStates, VectorArrays, VectorStep
except ImportError as error:
    raise without(package="NumPy", extra="learning") from error

MOST_MATCHES: Final = 100_000
"""The most matches side by side."""


class MatchVector:
    """So many *matches* of a game, played side by side; a match that is over begins anew.

    *name* is that of the game with the version of its rules, such as ``zertz-v1``. ``now`` is what
    there is at the moment. The first match of row *n* is that of the seed
    ``seed + n``, the next one there that of ``matches`` more, and so on. After *most_decisions* a
    match is broken off, and is worth nothing to anybody.

    *start* is where they begin: a position as a text, a match, or a list of these, of which the
    match of the seed ``seed + n`` takes the *n*-th, round and round. An *opponent*, a bot by its
    name or an agent, decides at all seats but *learner_seat*, which is ``"each"`` by turns; then a
    step ends where the learner is on turn again.
    """

    def __init__(
        self,
        game: str | type[AnyGame] | AnyGame,
        matches: int,
        *,
        seed: int = 0,
        seats: int | None = None,
        most_decisions: int = MOST_DECISIONS,
        start: Any = None,
        opponent: Any = None,
        learner_seat: int | str | None = None,
        **options: Any,
    ) -> None:
        matches = require_whole(matches, _("The number of matches"), 1, MOST_MATCHES)
        most = require_whole(most_decisions, _("The most decisions"), 1, MOST_DECISIONS)
        match = chosen_match(game, seats, options, start)
        self.name: Final = match.name
        self.matches: Final = matches
        self.seats: Final = match.seats
        self.decision_count: Final = match.decision_count
        self.observation_shape: Final = match.observation_shape
        self.planes: Final = match.planes
        self.decisions: Final = match.decisions
        self._observation_size: Final = match.observation_size
        self._starts: Final = read_starts(match, start)
        self._opponent: Final = read_opponent(match, opponent)
        learner = read_learner(match.seats, self._opponent, learner_seat)
        begun = [(each.state, each.draws) for each in self._starts]
        self._rows: Final = MatchRows(match, matches, require_seed(seed), most, begun, learner)
        self._every: Final = np.arange(matches)
        self._answer()
        self.now: VectorStep = self._look()

    def step(self, numbers: Any) -> VectorStep:
        """Plays the decision with the given number in each match, and returns what there is then.

        Raises ``IllegalMove``, before anything is played, for the first that is not possible, and
        ``BotFailed``, as if nothing had been played, if the opponent fails.
        """
        chosen = self._checked(whole_numbers(numbers, self.matches)).tolist()
        if self._opponent is None:
            self._rows.step(chosen)
        else:
            before = self._rows.moment()
            try:
                self._rows.step(chosen)
                self._answer()
            except BaseException:
                self._rows.put_back(before)
                raise
        self.now = self._look()
        return self.now

    def _answer(self) -> None:
        """The opponent decides wherever it is on turn, until it is nowhere. Raises
        ``BotFailed``."""
        opponent, rows = self._opponent, self._rows
        while opponent is not None and (waiting := rows.opponents()):
            rows.play(waiting, opponent.choose([self._turn(row) for row in waiting]))

    def _turn(self, row: int) -> OpponentTurn:
        """The decision of the opponent in a row."""
        rows = self._rows
        seed = rows.seeds[row]
        start = self._starts[rows.start_of(seed)]
        return OpponentTurn(row, start, seed, rows.pasts[row], rows.states[row])

    def _checked(self, numbers: Any) -> Any:
        """*numbers*, one for each match; ``None``: they were none. Raises ``IllegalMove``."""
        if numbers is None:
            raise IllegalMove(
                _("As many whole numbers are needed as there are matches: {count}.").format(
                    count=self.matches
                )
            )
        inside = (numbers >= 0) & (numbers < self.decision_count)
        # not by ``now.masks``: whoever learns may have written into them
        number_or_0 = np.where(inside, numbers, 0).astype(np.int64)
        legal = inside & (
            self._legal[self._every, number_or_0 >> 3] >> (number_or_0 & 7) & 1
        ).astype(np.bool_)
        if not legal.all():
            row = int(np.argmin(legal))
            raise IllegalMove(
                _("Match {match}: the number {number} is no decision that is possible now.").format(
                    match=row, number=int(numbers[row])
                )
            )
        return numbers

    def _look(self) -> VectorStep:
        rows = self._rows
        rewards: Any = np.zeros((self.matches, self.seats), np.float32)
        for row, utilities in rows.utilities.items():
            rewards[row] = utilities
        seen = unpacked(self._packed(rows.observations()), self._observation_size)
        self._legal = self._packed(rows.legal_numbers())
        arrays = VectorArrays(
            seen.reshape(self.matches, *self.observation_shape),
            unpacked(self._legal, self.decision_count),
            np.frombuffer(rows.players(), np.int8),
            rewards,
            np.frombuffer(rows.over, np.bool_),
            np.frombuffer(rows.cut, np.bool_),
        )
        return VectorStep.with_last_states(arrays, LastStates(rows.match, rows.ends))

    def _packed(self, octets: bytes) -> Any:
        """Octets, as many for each match, as an array with a row for each."""
        return np.frombuffer(octets, np.uint8).reshape(self.matches, -1)

    def played(self, row: int, last: bool = False) -> Match:
        """The match of a row as the host has it, with its whole past; with *last* the one that
        ended last there. ``gipf_meta.match_of`` makes it one of the public API.

        Raises ``OptionError`` if there is none.
        """
        row = require_whole(row, _("The number of a match"), 0, self.matches - 1)
        rows = self._rows
        seed, past = rows.seeds[row], rows.pasts[row]
        if last:
            if row not in rows.finished:
                raise OptionError(_("Match {match}: none has ended there yet.").format(match=row))
            seed, past = rows.finished[row]
        return self._starts[rows.start_of(seed)].replayed(seed, past)

    @property
    def symmetries(self) -> tuple[RowSymmetry, ...]:
        """The symmetries of the game as arrays, the one that changes nothing first."""
        return symmetries_of_match(self._rows.match)

    def text(self, match: int, number: int) -> str:
        """The decision with that *number* in a match, in the notation of its game. Raises
        ``IllegalMove``, and ``OptionError`` if there is no such match."""
        rows = self._rows
        row = require_whole(match, _("The number of a match"), 0, self.matches - 1)
        state = rows.states[row]
        return MatchMoment(rows.match, state).text(index_of(number))
