"""The decisions of a match as numbers in the public API, as vectors and environments have them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from gipf_meta.base.texts import _
from gipf_meta.match.match import GameFinder, Match
from gipf_meta.match.session import Session
from gipf_meta.match.typed_turns import read_decisions
from gipf_meta.protocol.game import BadNotation, IllegalMove, Turn, title_of
from gipf_meta.protocol.gate import Gate
from gipf_meta.protocol.given_values import require_text
from gipf_meta.protocol.planes import numbers_of_set
from gipf_meta.workshop.environments.chosen_match import numbered_match
from gipf_meta.workshop.environments.followed_match import after_number, state_of
from gipf_meta.workshop.environments.given_numbers import index_of
from gipf_meta.workshop.environments.numbered_match import MatchState, NumberedMatch

M = TypeVar("M")
MOST_MADE: Final = 8
"""The most numberings that are remembered."""
_made: Final[list[NumberedMatch]] = []


@dataclass(frozen=True, slots=True, repr=False)
class MatchNumbers(Generic[M]):
    """The decisions of a match as numbers, and what its players see as zeros and ones: those of
    vectors and environments of its game. Each method raises ``GameFailed`` if the game fails."""

    _match: Match
    _after: Callable[[Callable[[], Match]], M]
    _numbered: NumberedMatch
    _state: MatchState

    @classmethod
    def of(cls, match: Match, after: Callable[[Callable[[], Match]], M]) -> MatchNumbers[M]:
        """The numbers of *match* as it stands; *after* makes the caller's match of one that
        follows it. Raises ``NotNumbered``."""
        numbered = _numbered(match.sessions[0], match.finder)
        return cls(match, after, numbered, state_of(numbered, match))

    @property
    def decision_count(self) -> int:
        """Numbers are from 0 to one less."""
        return self._numbered.decision_count

    @property
    def observation_shape(self) -> tuple[int, ...]:
        """The shape of ``observe``."""
        return self._numbered.observation_shape

    @property
    def legal(self) -> tuple[int, ...]:
        """The numbers of ``Match.legal``, the smallest first; none if nobody is to move."""
        return tuple(numbers_of_set(self._legal_bits))

    @property
    def mask(self) -> Any:
        """The numbers that may be chosen, as an array of ``bool``. Raises ``ExtraMissing`` without
        NumPy."""
        return _as_array(self._legal_bits, (self.decision_count,))

    def observe(self, player: int | None = None) -> Any:
        """The view of *player*, by default the one to move, as an array of ``bool``.

        Raises ``IllegalMove`` if there is no such player, or nobody to move; ``ExtraMissing``
        without NumPy.
        """
        match = self._match
        if player is None:
            player = match.player
        if player is None or player not in range(self._numbered.seats):
            why = _("There is no player {player} in {title}.")
            raise IllegalMove(why.format(player=player, title=title_of(self._numbered.game)))
        with Gate(self._numbered.game):
            seen = self._numbered.observe(self._state, player)
        return _as_array(seen, self.observation_shape)

    def number_of(self, text: str) -> int:
        """The number of the decision *text* of the player to move. Raises ``BadNotation``, and
        ``IllegalMove``, also for several decisions at a time."""
        numbers = self.numbers_of(text)
        if len(numbers) > 1:
            why = _("{text} is more than one decision, and each has a number of its own.")
            raise IllegalMove(why.format(text=text))
        return numbers[0]

    def numbers_of(self, text: str) -> tuple[int, ...]:
        """The numbers of the decisions in *text*, a whole turn of the player to move, one after
        another. Raises ``BadNotation`` and ``IllegalMove``."""
        require_text(text, _("A decision"), BadNotation)
        numbered, host, seat = self._numbered, self._match, self._seat()
        with host.top.seated():  # a refusal calls the players as the reader knows them
            moves = read_decisions(host.top.game, host.top.state, seat, True, text)
        numbers: list[int] = []
        for move in moves:
            if numbers:
                host = after_number(numbered, host, numbers[-1])
            if host.player != self._match.player:
                why = _("Another player decides inside {text}: number its decisions one by one.")
                raise IllegalMove(why.format(text=text))
            with Gate(numbered.game):
                numbers.append(numbered.number_of(state_of(numbered, host), move))
        return tuple(numbers)

    def text_of(self, number: int) -> str:
        """The decision with that *number* in the notation of its game. Raises ``IllegalMove``."""
        number = self._require_legal(number)
        with Gate(self._numbered.game):
            return self._numbered.text_of(self._state, number)

    def play(self, number: int) -> M:
        """The match after the decision with that *number*: as in a vector, it takes a second where
        time acts. Raises ``IllegalMove``."""
        number = self._require_legal(number)
        return self._after(lambda: after_number(self._numbered, self._match, number))

    def __repr__(self) -> str:
        return f"<{len(self.legal)} of {self.decision_count} numbers>"

    @property
    def _legal_bits(self) -> int:
        if self._match.player is None:
            return 0
        with Gate(self._numbered.game):
            return self._numbered.legal_numbers(self._state)

    def _seat(self) -> int:
        """The seat of the player to move. Raises ``IllegalMove`` if nobody is."""
        now = self._match.top.status
        if not isinstance(now, Turn):
            why = _("{title} is over; nothing more can be played.")
            raise IllegalMove(why.format(title=title_of(self._match.top.game)))
        return now.seat

    def _require_legal(self, number: int) -> int:
        """*number* as one of Python. Raises ``IllegalMove`` if it is no decision that is
        possible."""
        self._seat()
        with Gate(self._numbered.game):
            return self._numbered.require_legal(self._state, index_of(number))


def _as_array(bits: int, shape: tuple[int, ...]) -> Any:
    """The *bits* as an array of ``bool`` of that *shape*. Raises ``ExtraMissing``."""
    # NumPy is an extra, and takes a while to load
    from gipf_meta.workshop.environments.optional_packages import without

    try:
        from gipf_meta.workshop.environments.arrays import as_array
    except ImportError as error:
        raise without(package="NumPy", extra="learning") from error
    return as_array(bits, shape).astype(bool)


def _numbered(bottom: Session, finder: GameFinder) -> NumberedMatch:
    """The numbered matches of the game of that session, made once for the last few games."""
    game, seats = bottom.game, len(bottom.players)
    for made in _made:
        if made.seats == seats and made.game == game and made.finder == finder:
            return made
    numbered = numbered_match(game, seats, finder)
    _made[MOST_MADE - 1 :] = []
    _made.insert(0, numbered)
    return numbered
