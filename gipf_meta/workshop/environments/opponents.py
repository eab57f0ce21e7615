"""Opponents in the environments of a learner: bots of this program, and agents."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final, NamedTuple, Protocol

from gipf_meta.base.clock import StillClock
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.sentences import one_line
from gipf_meta.base.texts import _
from gipf_meta.bots.engine_bot import allow_engine
from gipf_meta.bots.levels import make_bot, name_of_bot
from gipf_meta.protocol.failures import failure_sentence
from gipf_meta.protocol.game import IllegalMove, Turn
from gipf_meta.protocol.gate import Gate
from gipf_meta.protocol.given_values import require_whole
from gipf_meta.protocol.options import OptionError
from gipf_meta.table.pilots import Pilots
from gipf_meta.table.players import BotFailed, Player
from gipf_meta.workshop.environments.agents import Agent, SeatedAgent
from gipf_meta.workshop.environments.arrays import bits_of, whole_numbers
from gipf_meta.workshop.environments.followed_match import Follower, Start
from gipf_meta.workshop.environments.match_rows import EACH_SEAT, EVERY_SEAT
from gipf_meta.workshop.environments.numbered_match import MatchState, NumberedMatch


class OpponentTurn(NamedTuple):
    """A decision that an opponent has to make: in a *row*, whose match has begun from *start* with
    that *seed*, and has the *past* of numbers that led to this *state*."""

    row: int
    start: Start
    seed: int
    past: Sequence[int]
    state: MatchState


class Opponent(Protocol):
    """The player at all seats but the learner's."""

    def choose(self, turns: Sequence[OpponentTurn]) -> list[int]:
        """The number of a legal decision for each of *turns*. Raises ``BotFailed``."""
        ...


class BotOpponent:
    """The bot of that *name*, which thinks for one match after another, over positions.

    It decides as ``gipf_meta.bot(name).choose`` does in the same match. Raises ``UnknownBot``.
    """

    def __init__(self, match: NumberedMatch, name: str) -> None:
        make_bot(name)
        allow_engine(name)
        self.name: Final = name_of_bot(name)
        self._match: Final = match
        self._followers: Final[dict[int, Follower]] = {}
        called = _("The opponent")
        players = [Player.of_kind(self.name, f"{called} {n + 1}") for n in range(match.seats)]
        self._pilots: Final = Pilots(players, match.finder, StillClock())

    def __reduce__(self) -> tuple[type[BotOpponent], tuple[object, ...]]:
        return BotOpponent, (self._match, self.name)

    def choose(self, turns: Sequence[OpponentTurn]) -> list[int]:
        """The bot's decisions. Raises ``BotFailed``, as the program does."""
        return [self._choose(turn) for turn in turns]

    def _choose(self, turn: OpponentTurn) -> int:
        follower = self._followers.setdefault(turn.row, Follower())
        match = follower.follow(turn.start, turn.seed, turn.past)
        now = match.top.status
        assert isinstance(now, Turn)
        thinking = self._pilots.thinking(match, now.seat)
        move = self._pilots.take_decision(match, thinking, thinking.choose)
        with Gate(match.top.game):
            return self._match.number_of(turn.state, move)


class AgentOpponent:
    """An *agent* as an opponent. If it has a method ``choose_all``, this gets the observations and
    the masks of all matches in which the agent is on turn, as arrays with a row for each, and
    returns as many numbers. Raises ``GameFailed`` if a class makes no agent."""

    def __init__(self, match: NumberedMatch, agent: Agent) -> None:
        self._match: Final = match
        self._seated: Final = SeatedAgent(agent, match)
        self._name: Final = self._seated.name
        self._choose_all: Final[Any] = getattr(self._seated.agent, "choose_all", None)

    def choose(self, turns: Sequence[OpponentTurn]) -> list[int]:
        """The numbers that the agent chooses. Raises ``BotFailed`` if it fails, or if one of them
        is not possible."""
        if self._choose_all is None:
            return [self._choose(turn) for turn in turns]
        return self._choose_rows(turns)

    def _choose(self, turn: OpponentTurn) -> int:
        rng = Random(f"{turn.seed}/{len(turn.past)}")
        try:
            move = self._seated.decide(turn.state, rng)
        except GipfMetaError as error:
            raise self._failed(error, turn) from error
        return self._match.number_of(turn.state, move)

    def _choose_rows(self, turns: Sequence[OpponentTurn]) -> list[int]:
        match = self._match
        with Gate(match.game):
            seen = [match.observe(turn.state, turn.state.player or 0) for turn in turns]
            legal = [match.legal_numbers(turn.state) for turn in turns]
        observations = bits_of(seen, match.observation_size)
        observations = observations.reshape(len(turns), *match.observation_shape)
        at = 0
        try:
            with Gate(self._name):
                returned = self._choose_all(observations, bits_of(legal, match.decision_count))
            numbers = whole_numbers(returned, len(turns))
            if numbers is None:
                why = _("As many whole numbers are needed as there are matches: {count}.")
                raise IllegalMove(why.format(count=len(turns)))
            chosen: list[int] = numbers.tolist()
            for at, number in enumerate(chosen):
                match.require_legal(turns[at].state, number)
        except GipfMetaError as error:
            raise self._failed(error, turns[at]) from error
        return chosen

    def _failed(self, error: GipfMetaError, turn: OpponentTurn) -> BotFailed:
        """The failure of the agent at that *turn*."""
        return BotFailed(failure_sentence(self._name, error), turn.state.player or 0)


def read_opponent(match: NumberedMatch, opponent: Any) -> Opponent | None:
    """The opponent in matches of that kind: a bot by its name, or as a value that has it as its
    ``name``, or an agent; ``None``: there is none.

    Raises ``UnknownBot``, ``GameFailed`` if an agent cannot be made, and ``OptionError`` for
    anything else.
    """
    if opponent is None:
        return None
    if callable(opponent):
        return AgentOpponent(match, opponent)
    name = getattr(opponent, "name", opponent)
    if isinstance(name, str):
        return BotOpponent(match, name)
    why = _("An opponent is the name of a bot, or a function of an observation and a mask.")
    raise OptionError(why)


def read_learner(seats: int, opponent: Opponent | None, seat: int | str | None) -> int:
    """The *seat* of the learner in a match for so many *seats*; by default 0, or ``EVERY_SEAT``
    without an *opponent*; ``"each"``: ``EACH_SEAT``. Raises ``OptionError``."""
    if opponent is None:
        if seat is not None:
            raise OptionError(_("Without an opponent the learner decides at every seat."))
        return EVERY_SEAT
    if seat == "each":
        return EACH_SEAT
    if isinstance(seat, str):
        why = _("The seat of the learner is a number from 0, or {each!r}, and not {shown}.")
        raise OptionError(why.format(each="each", shown=one_line(repr(seat), 60)))
    return require_whole(0 if seat is None else seat, _("The seat of the learner"), 0, seats - 1)
