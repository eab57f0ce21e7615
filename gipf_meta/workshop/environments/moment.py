"""A moment of a numbered match, for the environments of other libraries: an immutable value.

It calls the games inside the gate: each method raises ``GameFailed`` if one of them fails.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final

from gipf_meta.base.texts import _
from gipf_meta.narration.story import result
from gipf_meta.protocol.game import NOBODY, Chance, IllegalMove, Over, seat_name
from gipf_meta.protocol.gate import Gate
from gipf_meta.protocol.planes import numbers_of_set
from gipf_meta.protocol.view import View
from gipf_meta.render.text import page
from gipf_meta.workshop.environments.numbered_match import MatchState, NumberedMatch

MOST_DECISIONS: Final = 10_000
"""The decisions after which a match is broken off, if the caller wants no other number."""


@dataclass(frozen=True)
class MatchMoment:
    """The *state* of a *match* after so many *decisions*; with *most* of them it is broken off."""

    match: NumberedMatch
    state: MatchState
    most: int = MOST_DECISIONS
    decisions: int = 0

    @classmethod
    def begin(cls, match: NumberedMatch, most: int = MOST_DECISIONS) -> MatchMoment:
        """The beginning of *match*, which is broken off after *most* decisions."""
        with Gate(match.game):
            return cls(match, match.begin(), most)

    @property
    def is_over(self) -> bool:
        """Whether the match has ended by its rules."""
        return self.state.is_over

    @property
    def is_cut(self) -> bool:
        """Whether the match was broken off: it has had its most decisions, and is not over."""
        return self.decisions >= self.most and not self.is_over

    @property
    def player(self) -> int | None:
        """The player who decides, by seat; ``None`` if nobody does."""
        return None if self.is_cut else self.state.player

    @cached_property
    def luck(self) -> tuple[tuple[Any, int], ...]:
        """The outcomes that luck may draw next, each with its weight; none if it does not draw."""
        now = self.state.now
        return now.outcomes if isinstance(now, Chance) and not self.is_cut else ()

    @cached_property
    def legal_bits(self) -> int:
        """The numbers that the player on turn may choose, as bits; 0 if nobody decides."""
        with Gate(self.match.game):
            return 0 if self.player is None else self.match.legal_numbers(self.state)

    @cached_property
    def legal(self) -> tuple[int, ...]:
        """The numbers that the player on turn may choose, the smallest first."""
        return tuple(numbers_of_set(self.legal_bits))

    def observe(self, player: int) -> int:
        """The bits that *player* sees of all games that are being played."""
        with Gate(self.match.game):
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
        with Gate(self.match.game):
            return self.match.text_of(self.state, self.match.require_legal(self.state, number))

    def luck_text(self, outcome: int) -> str:
        """The outcome of luck at that place in ``luck``, in the notation of its game."""
        top = self.state.games[-1]
        with Gate(top.part.game):
            return top.part.game.format(top.state, self.luck[outcome][0])

    def after(self, number: int) -> MatchMoment:
        """The moment after the decision with that *number*. Raises ``IllegalMove``."""
        with Gate(self.match.game):
            state = self.match.after(self.state, number)
        return replace(self, state=state, decisions=self.decisions + 1)

    def after_luck(self, outcome: int) -> MatchMoment:
        """The moment after luck drew the outcome at that place in ``luck``. Raises
        ``IllegalMove``."""
        if not 0 <= outcome < len(self.luck):
            raise IllegalMove(_("Luck has no outcome {number} here.").format(number=outcome))
        with Gate(self.match.game):
            state = self.match.after_luck(self.state, self.luck[outcome][0])
        return replace(self, state=state)

    def after_draws(self, seed: int, draws: int) -> tuple[MatchMoment, int]:
        """The moment when luck has drawn all that it draws now, as a match of that *seed* does
        after so many *draws*; and the number of draws then."""
        with Gate(self.match.game):
            state, draws = self.match.after_draws(self.state, seed, draws)
        return self if state is self.state else replace(self, state=state), draws

    def views(self, player: int | None) -> list[View]:
        """All games that are being played, the one on top last, as *player* may see them; ``None``:
        as the player who decides; ``NOBODY``: as spectators."""
        with Gate(self.match.game):
            return [
                game.part.game.view(
                    game.state, game.players.index(player) if player in game.players else player
                )
                for game in self.state.games
                if player in (None, NOBODY, *game.players)
            ]

    @cached_property
    def picture(self) -> str:
        """The match as text, as the player who decides sees it."""
        return self.picture_for(None)

    def picture_for(self, player: int | None) -> str:
        """The views of *player* as text, each with its prompt; in the end also the winners."""
        pages = [f"{page(view)}\n{view.prompt}".rstrip() for view in self.views(player)]
        now = self.state.now
        if isinstance(now, Over):
            game = self.match.game
            names = [seat_name(game, seat) for seat in range(self.match.seats)]
            pages.append(result(game, now, names))
        return "\n\n".join(pages)
