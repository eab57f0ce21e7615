"""Matches as environments of PettingZoo, in which one agent acts after another (AEC).

    from gipf_meta.workshop.environments import pettingzoo

    env = pettingzoo.env("zertz", board=48)

It needs the extra ``pettingzoo``. The page about it is docs/learning.md.
"""

from __future__ import annotations

import secrets
from functools import partial
from operator import index
from random import Random
from typing import Any, Final

from gipf_meta.base.sentences import one_line
from gipf_meta.base.texts import _
from gipf_meta.match.match import Match
from gipf_meta.protocol.game import AnyGame
from gipf_meta.protocol.given_values import require_seed, require_whole
from gipf_meta.protocol.options import OptionError
from gipf_meta.workshop.environments.chosen_match import chosen_match
from gipf_meta.workshop.environments.drawn_moment import text_of
from gipf_meta.workshop.environments.followed_match import Start, read_starts
from gipf_meta.workshop.environments.given_numbers import index_of
from gipf_meta.workshop.environments.moment import MOST_DECISIONS, MatchMoment
from gipf_meta.workshop.environments.optional_packages import without

try:
    import gymnasium
    import numpy as np
    import pettingzoo
    from pettingzoo.utils import wrappers

    from gipf_meta.workshop.environments.arrays import as_array
    from gipf_meta.workshop.environments.single_match import SingleMatch
    from gipf_meta.workshop.environments.symmetry_arrays import RowSymmetry, symmetries_of_match
except ImportError as error:
    raise without(package="PettingZoo", extra="pettingzoo") from error

RENDER_MODES: Final = ("ansi", "human")
"""``ansi``: a text; ``human``: it is printed after every decision."""

PLACEHOLDER: Final = {"options": 1}
"""The options that PettingZoo's ``api_test`` gives every environment, and which mean nothing."""


class MatchEnv(pettingzoo.AECEnv):  # type: ignore[misc]
    """One match after another of a game with its options. ``player_0`` sits at seat 0.

    An agent chooses the number of a decision, and sees an array of zeros and ones, with a mask of
    the numbers that it may choose now. Luck draws by itself. A reward comes at the end: 1 to every
    winner, -1 to the others, 0 in a draw. After *most_decisions* the match is truncated.

    *start*, *opponent* and *learner_seat* are those of ``MatchVector``. Each ``reset`` takes the
    next start, one with a seed the first. With an opponent the learner is the only agent.

    Raises ``UnknownGame``, ``OptionError``, ``NotNumbered``, ``BadNotation``, ``UnknownBot``.
    """

    metadata: dict[str, Any] = {
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
        start: Any = None,
        opponent: Any = None,
        learner_seat: int | str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        if render_mode not in (None, *RENDER_MODES):
            why = _("A match cannot be rendered as {mode!r}; possible: {modes}.")
            raise OptionError(why.format(mode=render_mode, modes=", ".join(RENDER_MODES)))
        self._most = require_whole(most_decisions, _("The most decisions"), 1, MOST_DECISIONS)
        self.match = chosen_match(game, seats, options, start)
        self.metadata = {**type(self).metadata, "name": self.match.name}
        self.planes, self.decisions = self.match.planes, self.match.decisions
        self.render_mode = render_mode
        self._seeds, self._begun = Random(secrets.randbits(64)), -1
        self._single = SingleMatch(self.match, start, opponent, learner_seat)
        self._names = [f"player_{seat}" for seat in range(self.match.seats)]
        self.possible_agents = [self._names[seat] for seat in self._single.possible_seats]
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

    @property
    def symmetries(self) -> tuple[RowSymmetry, ...]:
        """The symmetries of the game as arrays, the one that changes nothing first."""
        return symmetries_of_match(self.match)

    def action_space(self, agent: str) -> Any:
        """All numbers of decisions, the same for every *agent*."""
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> Any:
        """The space of the observations of *agent*, with their mask, as ``observe`` returns
        them."""
        return self.observation_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a match. Luck in it is that of ``gipf_meta.new_match`` with the same *seed*, and
        this seed decides the seeds of all later matches, too.

        *options* may have a ``start`` for this match alone, as the argument of that name. Raises
        ``OptionError`` for all others, ``BadNotation``.
        """
        start = self._start_of(options)
        if seed is None:
            seed, self._begun = self._seeds.randrange(2**31), self._begun + 1
        else:
            seed = require_seed(seed)
            self._seeds, self._begun = Random(seed), 0
        self._single.begin(seed, self._begun, self._most, start)
        self.agents = [self._names[seat] for seat in self._single.seats]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._go_on()

    def _start_of(self, options: Any) -> Start | None:
        """The start that *options* have; ``None``: they have none. Raises as ``reset``."""
        if options in (None, {}, PLACEHOLDER):
            return None
        if type(options) is not dict or set(options) != {"start"}:
            why = _("The options of a reset are a dictionary with a start, and not {shown}.")
            raise OptionError(why.format(shown=one_line(repr(options), 60)))
        starts = read_starts(self.match, options["start"])
        if len(starts) > 1:
            raise OptionError(_("A match begins from one start, and not from several."))
        return starts[0]

    def step(self, action: Any) -> None:
        """The agent whose turn it is takes the decision with the number *action*; one that is
        through takes ``None``. Raises ``IllegalMove``."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._single.step(index_of(action))
        self._cumulative_rewards[agent] = 0.0
        self._go_on()

    @property
    def moment(self) -> MatchMoment:
        """The moment of the match, in which an agent is on turn, or which is over."""
        return self._single.moment

    def _go_on(self) -> None:
        """Goes on to the moment of the match that has come. Before the end no dictionary changes:
        there are no rewards."""
        moment = self._single.moment
        player = moment.player
        if player is None:
            returns, seats = moment.returns(), self._single.seats
            self.rewards = {
                agent: returns[seat] for agent, seat in zip(self.agents, seats, strict=True)
            }
            self._accumulate_rewards()
            self.terminations = dict.fromkeys(self.agents, moment.is_over)
            self.truncations = dict.fromkeys(self.agents, moment.is_cut)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self._names[player]
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, Any]:
        """The observation of *agent*, and a mask of the decisions that it may choose: none when not
        on turn."""
        seat, moment = self._names.index(agent), self._single.moment
        legal = moment.legal_bits if moment.player == seat else 0
        return {
            "observation": _array(moment.observe(seat), self.match.observation_shape),
            "action_mask": _array(legal, (self.match.decision_count,)),
        }

    def is_possible(self, action: Any) -> bool:
        """Whether *action* is the number of a decision that the agent on turn may choose."""
        try:
            number = index(action)
        except TypeError:
            return False
        bits = self._single.moment.legal_bits
        return number >= 0 and bits >> number & 1 == 1 and not self._is_through

    @property
    def _is_through(self) -> bool:
        """Whether the match is over for its agents, also by a decision that was not legal."""
        agent = self.agent_selection
        return not self.agents or self.terminations[agent] or self.truncations[agent]

    def text_of(self, action: int) -> str:
        """The decision with the number *action* in its game's notation. Raises ``IllegalMove``."""
        return self.moment.text(index_of(action))

    def played(self) -> Match:
        """The match as the host has it, with its whole past. ``gipf_meta.match_of`` makes it one of
        the public API."""
        return self._single.played()

    def render(self) -> str | None:
        """The match as text; in the mode ``human`` it is printed."""
        if self.render_mode is None:
            gymnasium.logger.warn(_("A match is rendered if it was made with a render_mode."))
            return None
        picture = text_of(self.moment)
        if self.render_mode == "human":
            print(picture)
            return None
        return picture

    def close(self) -> None:
        """Nothing is open."""


def _array(numbers: int, shape: tuple[int, ...]) -> Any:
    """The bits of *numbers* as Gymnasium wants zeros and ones."""
    return as_array(numbers, shape).view(np.int8)


raw_env = MatchEnv
"""The environment alone: a number that is not legal raises ``IllegalMove``."""


class MatchWrapper(wrappers.OrderEnforcingWrapper):  # type: ignore[misc]
    """The wrappers of PettingZoo around an environment, past which legal decisions are taken.

    They ask each other for every attribute of the environment, one after another, several times a
    decision, which takes three times as long as all else. Whatever is not a legal decision of an
    agent on turn goes through them.
    """

    def __init__(self, match: MatchEnv) -> None:
        checked: Any = wrappers.TerminateIllegalWrapper(match, illegal_reward=-1)
        super().__init__(wrappers.AssertOutOfBoundsWrapper(checked))
        self._match = match

    def step(self, action: Any) -> None:
        """The agent whose turn it is takes the decision with the number *action*, or loses at
        once."""
        match = self._match
        if self._has_reset and match.is_possible(action):
            self._has_updated = True
            match.step(action)
        else:
            super().step(action)

    def observe(self, agent: str) -> Any:
        """The observation of *agent*, as the environment returns it."""
        return self._match.observe(agent) if self._has_reset else super().observe(agent)

    def __str__(self) -> str:
        return str(self.env)


def _of_match(name: str) -> property:
    """The attribute of that *name* of the environment. Before ``reset`` it has none, and the
    wrappers say so."""
    return property(lambda wrapper: getattr(wrapper._match, name))


for _name in (
    "agents",
    "agent_selection",
    "rewards",
    "terminations",
    "truncations",
    "infos",
    "_cumulative_rewards",
):
    setattr(MatchWrapper, _name, _of_match(_name))


def env(game: str | type[AnyGame] | AnyGame, **settings: Any) -> Any:
    """The environment with the wrappers that PettingZoo's games have: an agent that chooses what is
    not legal loses at once. *settings* are those of ``raw_env``."""
    return MatchWrapper(raw_env(game, **settings))
