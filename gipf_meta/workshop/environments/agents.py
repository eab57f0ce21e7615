"""Agents that learned by numbers and arrays, as bots: a callable, and the match it is made for.

It needs the extra ``learning``. The page about it is docs/learning.md.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from inspect import signature
from itertools import pairwise
from random import Random
from typing import Any, Final

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.sentences import one_line
from gipf_meta.base.texts import _
from gipf_meta.bots.bot import Request
from gipf_meta.bots.engine_talk import StandingGame
from gipf_meta.match.match import GameFinder
from gipf_meta.protocol.game import AnyGame, title_of
from gipf_meta.protocol.gate import Gate
from gipf_meta.protocol.options import OptionError
from gipf_meta.search.playout import A_DECISION_MS
from gipf_meta.workshop.environments.given_numbers import index_of
from gipf_meta.workshop.environments.numbered_match import MatchState, NumberedMatch
from gipf_meta.workshop.environments.optional_packages import without
from gipf_meta.workshop.environments.small_games import NotNumbered

try:
    import numpy as np

    from gipf_meta.workshop.environments.arrays import as_array
except ImportError as error:
    raise without(package="NumPy", extra="learning") from error

Agent = Callable[..., Any]
"""``agent(observation, mask)`` returns the number of a decision; with a parameter ``rng`` it gets a
generator of NumPy, too. A class makes such a callable of a ``NumberedMatch``."""
MOST_AGENTS: Final = 4
"""The most agents that one class has made and that are used again."""


class SeatedAgent:
    """An *agent*, made if it is a class, and the *match* that it was made for. It decides, and may
    tell chances."""

    def __init__(self, agent: Agent, match: NumberedMatch) -> None:
        """Raises ``GameFailed`` if *agent*, a class, makes nothing of *match*."""
        self.match: Final = match
        self.name: Final = name_of_agent(agent)
        with Gate(self.name):
            self.agent: Final[Any] = agent(match) if isinstance(agent, type) else agent
            self._takes_rng: Final = _takes_rng(self.agent)

    def state_of(self, games: Sequence[StandingGame]) -> MatchState:
        """The state of the match in which *games* are being played, the one on top last.

        If the first is a duel, nothing is known of the game below. Raises ``OptionError`` if the
        agent was not made for it.
        """
        first = games[0]
        self.require(first.game, first.seats)
        players = tuple(range(first.seats))
        sessions = [(first.game, first.state, players)]
        for below, duel in pairwise(games):
            now: Any = below.game.status(below.state)
            players = tuple(players[seat] for seat in now.seats)
            sessions.append((duel.game, duel.state, players))
        return self.match.resume(sessions)

    def require(self, game: AnyGame, seats: int) -> None:
        """Raises ``OptionError`` unless the agent was made for *game* with so many *seats*."""
        try:
            self.match.part_of(game)
            fits = game != self.match.game or seats == self.match.seats
        except NotNumbered:
            fits = False
        if not fits:
            why = _("{name} was made for another game than this: {title}, its options and players.")
            raise OptionError(why.format(name=self.name, title=title_of(game)))

    def decide(self, state: MatchState, rng: Random) -> Any:
        """The agent's decision in *state*, in which a player decides: a move of the game on top.

        Raises ``GameFailed`` if the agent fails, and ``IllegalMove`` for a number that is none.
        """
        match, player = self.match, state.player
        assert player is not None
        legal = match.legal_numbers(state)
        mask = as_array(legal, (match.decision_count,)).view(np.bool_)
        more = {"rng": np.random.default_rng(rng.getrandbits(62))} if self._takes_rng else {}
        with Gate(self.name):
            answer = self.agent(self._seen(state, player), mask, **more)
        if isinstance(answer, np.ndarray) and answer.size == 1:
            answer = answer.item()
        number = match.require_legal(state, index_of(answer))
        return match.decision_of(state, number)

    def value(self, state: MatchState) -> float | None:
        """The worth of *state* to the player who decides, from -1 to 1, if the agent has a method
        ``value``. Raises ``GameFailed`` and ``OptionError``."""
        judge = getattr(self.agent, "value", None)
        if not callable(judge) or state.player is None:
            return None
        with Gate(self.name):
            answer = judge(self._seen(state, state.player))
            found = float(np.asarray(answer).item())
        if not -1 <= found <= 1:
            why = _("The value of a state is a number from -1 to 1, and not {shown}.")
            raise OptionError(why.format(shown=one_line(repr(answer), 60)))
        return found

    def _seen(self, state: MatchState, player: int) -> Any:
        """The observation of *player*, as in a row of a vector."""
        bits = self.match.observe(state, player)
        return as_array(bits, self.match.observation_shape).view(np.bool_)


def name_of_agent(agent: Any) -> str:
    """The name of an agent in sentences: that of its function or of its class."""
    named = agent if hasattr(agent, "__name__") else type(agent)
    return str(named.__name__)


def _takes_rng(agent: Any) -> bool:
    """Whether *agent* has a parameter ``rng``. Raises ``TypeError`` if it cannot be called."""
    if not callable(agent):
        raise TypeError(f"{agent!r} cannot be called")
    try:
        return "rng" in signature(agent).parameters
    except ValueError:  # nothing is known of it, as of a function in C
        return False


class Agents:
    """An *agent* for a *game* with its options, which plays its duels, too; or, if *agent* is a
    class, one for every match that is played.

    *finder* finds games. *fault* is the last error of an agent that failed.
    """

    def __init__(self, agent: Agent, match: NumberedMatch | None, finder: GameFinder) -> None:
        self.finder: Final = finder
        self._kind: Final = agent
        self._alone: Final = SeatedAgent(agent, match) if match else None
        self._made: Final[list[SeatedAgent]] = []
        self.fault: GipfMetaError | None = None

    def seated(self, game: AnyGame, seats: int) -> SeatedAgent:
        """The agent for matches of *game* with so many *seats*. Raises ``NotNumbered``, and
        ``GameFailed`` if it cannot be made."""
        if self._alone:
            return self._alone
        for made in self._made:
            if (made.match.game, made.match.seats) == (game, seats):
                return made
        made = SeatedAgent(self._kind, NumberedMatch(game, seats, self.finder))
        self._made[:] = (made, *self._made[: MOST_AGENTS - 1])
        return made


class AgentBot:
    """A bot that decides as *agents* do. Where time acts, a decision takes it a second, as in the
    environments."""

    reaction_ms = A_DECISION_MS

    def __init__(self, agents: Agents) -> None:
        self._agents: Final = agents

    def choose(self, request: Request) -> Any:
        """The agent's decision. Raises as ``SeatedAgent.decide``."""
        try:
            return self._decide(request)
        except GipfMetaError as error:
            self._agents.fault = error
            raise

    def _decide(self, request: Request) -> Any:
        below = [StandingGame(each.game, len(each.players), each.state) for each in request.below]
        games = [*below, StandingGame(request.game, request.seats, request.state)]
        seated = self._agents.seated(games[0].game, games[0].seats)
        return seated.decide(seated.state_of(games), request.rng)

    def beside(self, request: Request) -> Any | None:
        """Nothing: decisions beside a turn have no numbers."""
        return None
