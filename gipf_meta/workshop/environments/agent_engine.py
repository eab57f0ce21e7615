"""An agent as an engine: it answers the lines of a host, so that it plays wherever engines do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _
from gipf_meta.bots.engine_lines import BEST, WAIT, EngineLineError, SearchInfo, Think
from gipf_meta.bots.engine_server import chances_of
from gipf_meta.bots.engine_talk import EngineTalk, StandingGame
from gipf_meta.protocol.game import AnyGame
from gipf_meta.search.budget import Flag
from gipf_meta.workshop.environments.agents import Agents, SeatedAgent


class AgentEngine(EngineTalk):
    """An engine called *name* that plays *games*, by their ids, as *agents* decide.

    It decides at once, so limits of time mean nothing to it. It tells its chances if the agent has
    a method ``value``. In a duel it sees the match below, too, if the host has said it before.
    """

    def __init__(self, agents: Agents, games: Sequence[str], name: str) -> None:
        super().__init__(games, agents.finder)
        self.called = name
        self._agents: Final = agents
        self._seated: SeatedAgent | None = None

    def _title(self) -> str:
        return self.called

    def _why(self, error: GipfMetaError) -> str:
        return str(error)  # whether the agent has failed or the game

    def _prepare(self, game: AnyGame, seats: int, below: tuple[StandingGame, ...]) -> None:
        if not below and game.id not in self._games:
            why = _("This engine plays: {games}.")
            raise EngineLineError(why.format(games=", ".join(self._games)))
        first, first_seats, _state = below[0] if below else StandingGame(game, seats, None)
        seated = self._agents.seated(first, first_seats)
        seated.require(first, first_seats)
        seated.match.part_of(game)  # a duel for which there are no numbers is refused
        self._seated = seated

    def _think(self, limits: Think, cancelled: Flag) -> Iterator[str]:
        game, state, _seat = self._on_turn()
        seated = self._seated
        assert seated is not None
        if limits.beside is not None:
            self._require_seat(limits.beside)
            yield WAIT
            return
        now = seated.state_of((*self._below, self._chosen_game()))
        move = seated.decide(now, Random(limits.seed) if limits.seed else Random())
        text, value = game.format(state, move), seated.value(now)
        if value is not None:
            yield SearchInfo(chances_of(value, False), (text,), positions=1).line
        yield f"{BEST} {text}"
