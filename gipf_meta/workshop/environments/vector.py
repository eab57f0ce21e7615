"""A thousand matches at a time, as arrays of NumPy: decisions in, observations and masks out.

It needs the extra ``learning``. The page about it is docs/library.md.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from gipf_meta.base.texts import _
from gipf_meta.protocol.game import AnyGame, IllegalMove
from gipf_meta.protocol.given_values import require_seed, require_whole
from gipf_meta.workshop.environments.chosen_match import chosen_match
from gipf_meta.workshop.environments.given_numbers import index_of
from gipf_meta.workshop.environments.match_rows import MatchRows
from gipf_meta.workshop.environments.moment import MOST_DECISIONS, MatchMoment
from gipf_meta.workshop.environments.optional_packages import without

try:
    import numpy as np
except ImportError as error:
    raise without(package="NumPy", extra="learning") from error

MOST_MATCHES: Final = 100_000
"""The most matches side by side."""


class VectorStep(NamedTuple):
    """The step of all matches: arrays with a row for each match.

    *observations* are what the player on turn sees, *masks* which numbers he may choose, *players*
    who he is. *over* says where a match has just ended: *rewards* has what it was worth to each
    player, *cut* whether it was broken off, and the rest of the row is of the next match already.
    """

    observations: Any
    masks: Any
    players: Any
    rewards: Any
    over: Any
    cut: Any


class MatchVector:
    """So many *matches* of a game, played side by side; a match that is over begins anew.

    ``now`` is what there is at the moment. The first match of row *n* is that of the seed
    ``seed + n``, the next one there that of ``matches`` more, and so on. After *most_decisions* a
    match is broken off, and is worth nothing to anybody.
    """

    def __init__(
        self,
        game: str | type[AnyGame] | AnyGame,
        matches: int,
        *,
        seed: int = 0,
        seats: int | None = None,
        most_decisions: int = MOST_DECISIONS,
        **options: Any,
    ) -> None:
        matches = require_whole(matches, _("The number of matches"), 1, MOST_MATCHES)
        most = require_whole(most_decisions, _("The most decisions"), 1, MOST_DECISIONS)
        match = chosen_match(game, seats, options)
        self.matches: Final = matches
        self.seats: Final = match.seats
        self.decision_count: Final = match.decision_count
        self.observation_shape: Final = match.observation_shape
        self._observation_size: Final = match.observation_size
        self._rows: Final = MatchRows(match, matches, require_seed(seed), most)
        self._every: Final = np.arange(matches)
        self.now: VectorStep = self._look()

    def step(self, numbers: Any) -> VectorStep:
        """Plays the decision with the given number in each match, and returns what there is then.

        Raises ``IllegalMove``, before anything is played, for the first that is not possible.
        """
        chosen = self._checked(_as_array(numbers))
        self._rows.step(chosen.tolist())
        self.now = self._look()
        return self.now

    def _checked(self, numbers: Any) -> Any:
        """*numbers* as whole numbers, one for each match. Raises ``IllegalMove``."""
        if numbers is None or numbers.shape != (self.matches,) or numbers.dtype.kind not in "iu":
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
        seen = self._bits(self._packed(rows.observations()), self._observation_size)
        self._legal = self._packed(rows.legal_numbers())
        return VectorStep(
            seen.reshape(self.matches, *self.observation_shape),
            self._bits(self._legal, self.decision_count),
            np.frombuffer(rows.players(), np.int8),
            rewards,
            np.frombuffer(rows.over, np.bool_),
            np.frombuffer(rows.cut, np.bool_),
        )

    def _packed(self, octets: bytes) -> Any:
        """Octets, as many for each match, as an array with a row for each."""
        return np.frombuffer(octets, np.uint8).reshape(self.matches, -1)

    def _bits(self, packed: Any, count: int) -> Any:
        """The bits in the octets of each row, as an array of ``bool``."""
        return np.unpackbits(packed, axis=1, count=count, bitorder="little").view(np.bool_)

    def text(self, match: int, number: int) -> str:
        """The decision with that *number* in a match, in the notation of its game. Raises
        ``IllegalMove``, and ``OptionError`` if there is no such match."""
        rows = self._rows
        row = require_whole(match, _("The number of a match"), 0, self.matches - 1)
        state = rows.states[row]
        return MatchMoment(rows.match, state).text(index_of(number))


def _as_array(numbers: Any) -> Any:
    """*numbers* as an array; ``None`` if NumPy can make none of them, as of rows that are not
    equally long."""
    try:
        return np.asarray(numbers)
    except (ValueError, TypeError, OverflowError):
        return None
