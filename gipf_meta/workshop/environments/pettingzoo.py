"""Matches as environments of PettingZoo, in which one agent acts after another (AEC).

    from gipf_meta.workshop.environments import pettingzoo

    env = pettingzoo.env("zertz", board=48)

It needs the extra ``pettingzoo``. The page about it is docs/learning.md.
"""

from __future__ import annotations

import secrets
from functools import partial
from random import Random
from typing import Any, ClassVar, Final

from gipf_meta.base.texts import _
from gipf_meta.protocol.game import AnyGame
from gipf_meta.protocol.given_values import require_seed, require_whole
from gipf_meta.protocol.options import OptionError
from gipf_meta.workshop.environments.chosen_match import chosen_match
from gipf_meta.workshop.environments.given_numbers import index_of
from gipf_meta.workshop.environments.moment import MOST_DECISIONS, MatchMoment
from gipf_meta.workshop.environments.optional_packages import without

try:
    import gymnasium
    import numpy as np
    import pettingzoo
    from pettingzoo.utils import wrappers

    from gipf_meta.workshop.environments.arrays import as_array
except ImportError as error:
    raise without(package="PettingZoo", extra="pettingzoo") from error

RENDER_MODES: Final = ("ansi", "human")
"""``ansi``: a text; ``human``: it is printed after every decision."""


class MatchEnv(pettingzoo.AECEnv):  # type: ignore[misc]
    """One match after another of a game with its options. ``player_0`` sits at seat 0.

    An agent chooses the number of a decision, and sees an array of zeros and ones, with a mask of
    the numbers that it may choose now. Luck draws by itself. A reward comes at the end: 1 to every
    winner, -1 to the others, 0 in a draw. After *most_decisions* the match is truncated.

    Raises ``UnknownGame``, ``OptionError``, ``NotNumbered``.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "gipf_meta_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
    }

    def __init__(
        self,
        game: str | type[AnyGame] | AnyGame,
        *,
        seats: int | None = None,
        render_mode: str | None = None,
        most_decisions: int = MOST_DECISIONS,
        **options: Any,
    ) -> None:
        super().__init__()
        if render_mode not in (None, *RENDER_MODES):
            why = _("A match cannot be rendered as {mode!r}; possible: {modes}.")
            raise OptionError(why.format(mode=render_mode, modes=", ".join(RENDER_MODES)))
        self._most = require_whole(most_decisions, _("The most decisions"), 1, MOST_DECISIONS)
        self.match = chosen_match(game, seats, options)
        self.render_mode = render_mode
        self._seeds = Random(secrets.randbits(64))
        self.possible_agents = [f"player_{seat}" for seat in range(self.match.seats)]
        shape, count = self.match.observation_shape, self.match.decision_count
        space = partial(gymnasium.spaces.Box, 0, 1, dtype=np.int8)
        self.action_spaces = {
            agent: gymnasium.spaces.Discrete(count) for agent in self.possible_agents
        }
        self.observation_spaces = {
            agent: gymnasium.spaces.Dict(
                {"observation": space(shape=shape), "action_mask": space(shape=(count,))}
            )
            for agent in self.possible_agents
        }

    def action_space(self, agent: str) -> Any:
        """All numbers of decisions, the same for every *agent*."""
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> Any:
        """The space of the observations of *agent*, with their mask, as ``observe`` returns
        them."""
        return self.observation_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a match. Luck in it is that of ``gipf_meta.new_match`` with the same *seed*, and
        this seed decides the seeds of all later matches, too. *options* are not used."""
        if seed is None:
            seed = self._seeds.randrange(2**31)
        else:
            seed = require_seed(seed)
            self._seeds = Random(seed)
        self._seed, self._draws = seed, 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._go_on(MatchMoment.begin(self.match, self._most))

    def step(self, action: Any) -> None:
        """The agent whose turn it is takes the decision with the number *action*; one that is
        through takes ``None``. Raises ``IllegalMove``."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        after = self.moment.after(index_of(action))
        self._cumulative_rewards[agent] = 0.0
        self._go_on(after)

    def _go_on(self, moment: MatchMoment) -> None:
        """Goes on from *moment*: luck draws until an agent is on turn, or the match is over."""
        self.moment, self._draws = moment.after_draws(self._seed, self._draws)
        self.rewards = dict(zip(self.agents, self.moment.returns(), strict=True))
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, self.moment.is_over)
        self.truncations = dict.fromkeys(self.agents, self.moment.is_cut)
        player = self.moment.player
        self.agent_selection = self.agents[0 if player is None else player]
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, Any]:
        """The observation of *agent*, and a mask of the decisions that it may choose: none when not
        on turn."""
        seat, moment = self.possible_agents.index(agent), self.moment
        legal = moment.legal_bits if moment.player == seat else 0
        return {
            "observation": _array(moment.observe(seat), self.match.observation_shape),
            "action_mask": _array(legal, (self.match.decision_count,)),
        }

    def text_of(self, action: int) -> str:
        """The decision with the number *action* in its game's notation. Raises ``IllegalMove``."""
        return self.moment.text(index_of(action))

    def render(self) -> str | None:
        """The match as text; in the mode ``human`` it is printed."""
        if self.render_mode is None:
            gymnasium.logger.warn(_("A match is rendered if it was made with a render_mode."))
            return None
        picture = self.moment.picture
        if self.render_mode == "human":
            print(picture)
            return None
        return picture

    def close(self) -> None:
        """Nothing is open."""


def _array(numbers: int, shape: tuple[int, ...]) -> Any:
    """The bits of *numbers* as Gymnasium wants zeros and ones."""
    return as_array(numbers, shape).astype(np.int8)


raw_env = MatchEnv
"""The environment alone: a number that is not legal raises ``IllegalMove``."""


def env(game: str | type[AnyGame] | AnyGame, **settings: Any) -> Any:
    """The environment with the wrappers that PettingZoo's games have: an agent that chooses what is
    not legal loses at once. *settings* are those of ``raw_env``."""
    wrapped: Any = wrappers.TerminateIllegalWrapper(raw_env(game, **settings), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))
