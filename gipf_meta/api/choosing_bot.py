"""A player with a method ``choose(match)``, as a bot of the program."""

from __future__ import annotations

from typing import Any, Final, Protocol

from gipf_meta.api.matches import Match
from gipf_meta.base.texts import _
from gipf_meta.bots.bot import Request
from gipf_meta.match.match import Match as HostMatch
from gipf_meta.plugins.loading import Finder
from gipf_meta.protocol.game import BadNotation
from gipf_meta.protocol.gate import Gate
from gipf_meta.protocol.given_values import require_text
from gipf_meta.search.playout import A_DECISION_MS


class MatchPlayer(Protocol):
    """A player of matches as the public API has them, such as ``Bot``."""

    def choose(self, match: Match) -> str:
        """The decision of the player to move, as text."""
        ...


class ChoosingBot:
    """A bot that decides as *player* does. It gets the match with another seed, so that it cannot
    know what luck will draw."""

    reaction_ms = A_DECISION_MS

    def __init__(self, player: MatchPlayer) -> None:
        self._player: Final = player
        self._name: Final = type(player).__name__

    def choose(self, request: Request) -> Any:
        """The player's decision. Raises ``GameFailed`` if it fails, and ``MoveError`` for a text
        that is none."""
        session = request.session
        assert session is not None
        top = session.after(request.later_ms) if request.later_ms else session
        host = HostMatch((*request.below, top), Finder(), seed=request.rng.getrandbits(31))
        with Gate(self._name):
            text: Any = self._player.choose(Match(host))
        require_text(text, _("A decision"), BadNotation)
        return request.game.parse(request.state, request.seat, text)

    def beside(self, request: Request) -> Any | None:
        """Nothing: it decides in its turn alone."""
        return None
