# mypyc: compile
"""A moment of a numbered match, for the environments of other libraries: an immutable value.

It calls the games inside the gate: each method raises ``GameFailed`` if one of them fails.
"""

from __future__ import annotations

from typing import Any, Final

from gipf_meta.base.texts import _
from gipf_meta.protocol.frozen_state import FrozenState
from gipf_meta.protocol.game import NOBODY, Chance, IllegalMove, Over
from gipf_meta.protocol.gate import Gate
from gipf_meta.protocol.planes import numbers_of_set
from gipf_meta.protocol.view import View
from gipf_meta.workshop.environments.numbered_match import MatchState, NumberedMatch

MOST_DECISIONS: Final = 10_000
"""The decisions after which a match is broken off, if the caller wants no other number."""
_UNKNOWN: Final = -1
"""The place of a set of numbers that is not found yet."""


class MatchMoment(FrozenState):
    """The *state* of a *match* after so many *decisions*; with *most* of them it is broken off.

    *is_over*: the match has ended by its rules. *is_cut*: it was broken off, since it has had its
    most decisions, and is not over. *player* decides, by seat; ``None`` if nobody does.
    """

    def __init__(
        self,
        match: NumberedMatch,
        state: MatchState,
        most: int = MOST_DECISIONS,
        decisions: int = 0,
        gate: Gate | None = None,
    ) -> None:
        self.match: Final = match
        self.state: Final = state
        self.most: Final = most
        self.decisions: Final = decisions
        self.is_over: Final = isinstance(state.now, Over)
        self.is_cut: Final = decisions >= most and not self.is_over
        self.player: Final[int | None] = None if self.is_cut else state.player
        self._gate: Final = Gate(match.game) if gate is None else gate
        self._legal_bits: int = _UNKNOWN
        self._legal: tuple[int, ...] | None = None

    @classmethod
    def begin(cls, match: NumberedMatch, most: int = MOST_DECISIONS) -> MatchMoment:
        """The beginning of *match*, which is broken off after *most* decisions."""
        with Gate(match.game):
            return MatchMoment(match, match.begin(), most)

    def fields(self) -> tuple[object, ...]:
        return self.match, self.state, self.most, self.decisions

    def _with_state(self, state: MatchState, decisions: int) -> MatchMoment:
        return MatchMoment(self.match, state, self.most, decisions, self._gate)

    @property
    def luck(self) -> tuple[tuple[Any, int], ...]:
        """The outcomes that luck may draw next, each with its weight; none if it does not draw."""
        now = self.state.now
        return now.outcomes if isinstance(now, Chance) and not self.is_cut else ()

    @property
    def legal_bits(self) -> int:
        """The numbers that the player on turn may choose, as bits; 0 if nobody decides."""
        if self._legal_bits == _UNKNOWN:
            with self._gate:
                bits = 0 if self.player is None else self.match.legal_numbers(self.state)
            self._legal_bits = bits
        return self._legal_bits

    @property
    def legal(self) -> tuple[int, ...]:
        """The numbers that the player on turn may choose, the smallest first."""
        legal = self._legal
        if legal is None:
            legal = self._legal = tuple(numbers_of_set(self.legal_bits))
        return legal

    def mask(self) -> list[int]:
        """A 1 for each number that the player on turn may choose, and a 0 for each other one."""
        mask = [0] * self.match.decision_count
        for number in self.legal:
            mask[number] = 1
        return mask

    def observe(self, player: int) -> int:
        """The bits that *player* sees of all games that are being played."""
        with self._gate:
            return self.match.observe(self.state, player)

    def returns(self) -> tuple[float, ...]:
        """The return of each player: 1 won, -1 lost; 0 before the end, and if nobody or all have
        won."""
        now = self.state.now
        if isinstance(now, Over) and len(now.winners) == self.match.seats:
            return (0.0,) * self.match.seats
        return self.match.utilities(self.state)

    def text(self, number: int) -> str:
        """The decision with that *number* in the notation of its game. Raises ``IllegalMove``."""
        with self._gate:
            return self.match.text_of(self.state, self.match.require_legal(self.state, number))

    def luck_text(self, outcome: int) -> str:
        """The outcome of luck at that place in ``luck``, in the notation of its game."""
        top = self.state.games[-1]
        with Gate(top.part.game):
            return top.part.game.format(top.state, self.luck[outcome][0])

    def after(self, number: int) -> MatchMoment:
        """The moment after the decision with that *number*. Raises ``IllegalMove``."""
        if number < 0 or not self.legal_bits >> number & 1:
            with self._gate:
                self.match.require_legal(self.state, number)
        with self._gate:
            state = self.match.after_legal(self.state, number)
        return self._with_state(state, self.decisions + 1)

    def after_luck(self, outcome: int) -> MatchMoment:
        """The moment after luck drew the outcome at that place in ``luck``. Raises
        ``IllegalMove``."""
        luck = self.luck
        if not 0 <= outcome < len(luck):
            raise IllegalMove(_("Luck has no outcome {number} here.").format(number=outcome))
        with self._gate:
            state = self.match.after_luck(self.state, luck[outcome][0])
        return self._with_state(state, self.decisions)

    def after_draws(self, seed: int, draws: int) -> tuple[MatchMoment, int]:
        """The moment when luck has drawn all that it draws now, as a match of that *seed* does
        after so many *draws*; and the number of draws then."""
        if not isinstance(self.state.now, Chance):
            return self, draws
        with self._gate:
            state, draws = self.match.after_draws(self.state, seed, draws)
        return self._with_state(state, self.decisions), draws

    def views(self, player: int | None) -> list[View]:
        """All games that are being played, the one on top last, as *player* may see them; ``None``:
        as the player who decides; ``NOBODY``: as spectators."""
        with self._gate:
            return [
                game.part.game.view(
                    game.state, game.players.index(player) if player in game.players else player
                )
                for game in self.state.games
                if player is None or player == NOBODY or player in game.players
            ]
