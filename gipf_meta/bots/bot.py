"""The protocol of bots: the host sends requests, and the bot answers with decisions."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from threading import Event
from typing import Any, Protocol

from gipf_meta.match.session import Session
from gipf_meta.protocol.game import AnyGame
from gipf_meta.search.budget import Budget, Flag
from gipf_meta.search.mcts import Odds


@dataclass(frozen=True)
class Request:
    """A request for a decision of *seat* in *state* of a *game* for *seats* players.

    Equal requests get equal answers, except for what *rng* draws. *odds* says how likely each seat
    of a duel is to win it; ``None``: unknown.

    The thread that waits for the answer sets *cancelled* when the answer is no longer wanted. Then
    the bot should answer soon, with any decision.

    *limit_ms* is the time limit in milliseconds; ``None``: as long as the bot likes. A bot that
    would have searched further without that limit, or its own, sets *cut_short*. A bot that plays
    as well as time allows uses *granted_ms* milliseconds; ``None``: the same request is to have the
    same answer, so every bot counts positions.

    *session* tells how the game came to *state*, if that is known; where time acts *state* may be
    *later_ms* milliseconds after it. *below* are the sessions of the match that wait for this one,
    a duel, to end, the match's own first. *rng* was made from *seed*, a word, if it has one.
    """

    game: AnyGame
    state: Any
    seat: int
    seats: int
    rng: Random
    odds: Odds | None = None
    cancelled: Flag = field(default_factory=Event)
    limit_ms: int | None = None
    granted_ms: int | None = None
    cut_short: Event = field(default_factory=Event, compare=False)
    session: Session | None = field(default=None, compare=False, repr=False)
    later_ms: int = 0
    seed: str = ""
    below: tuple[Session, ...] = field(default=(), compare=False, repr=False)

    def budget(self, nodes: int, ms: int | None = None) -> Budget:
        """The budget of a bot that looks at *nodes* positions, or thinks for *ms* milliseconds."""
        limits = [limit for limit in (ms, self.limit_ms) if limit is not None]
        limit = min(limits, default=None)
        return Budget(nodes, limit, self.cancelled, cut_short=self.cut_short)


def engine_ms(bot: Bot) -> int:
    """The milliseconds after which an engine that plays as *bot* is ended if it has not decided,
    whatever limit a request has. 0: *bot* is no engine."""
    own: int = getattr(bot, "engine_ms", 0)
    return own


class Bot(Protocol):
    """A player that knows no game by name."""

    @property
    def reaction_ms(self) -> int:
        """The milliseconds that the bot takes to answer where time acts.

        A request then holds the state that the game will be in after that time if nobody acts
        before, so the bot knows nothing that a person could not know.
        """
        ...

    def choose(self, request: Request) -> Any:
        """The decision of the seat on turn: one of ``game.turn_moves``."""
        ...

    def beside(self, request: Request) -> Any | None:
        """A decision beside the turn, legal but not of ``game.turn_moves``; ``None``: it waits."""
        ...
