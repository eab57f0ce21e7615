"""All games as one game of OpenSpiel, which has theirs by a parameter.

    import pyspiel
    import gipf_meta.workshop.environments.open_spiel

    game = pyspiel.load_game("gipf_meta(game=zertz,options=(board=48))")

Importing this module registers it. It needs the extra ``openspiel``. The page about it is
docs/learning.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from random import Random
from typing import Any, Final, TypeAlias

from gipf_meta.base.texts import _
from gipf_meta.match.match import Match
from gipf_meta.plugins.loading import check_game
from gipf_meta.protocol.game import NOBODY, AnyGame, title_of
from gipf_meta.protocol.given_values import require_whole
from gipf_meta.workshop.environments.chosen_match import chosen_match
from gipf_meta.workshop.environments.drawn_moment import text_of
from gipf_meta.workshop.environments.followed_match import match_with_lots
from gipf_meta.workshop.environments.moment import MOST_DECISIONS, MatchMoment
from gipf_meta.workshop.environments.optional_packages import without
from gipf_meta.workshop.environments.spiel_options import read_parameter, write_parameter

try:
    import numpy as np
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame

    from gipf_meta.workshop.environments.arrays import as_floats, write_bits
    from gipf_meta.workshop.environments.symmetry_arrays import RowSymmetry, symmetries_of_match
except ImportError as error:
    raise without(package="OpenSpiel", extra="openspiel") from error

NAME: Final = "gipf_meta"
"""The name of the game in OpenSpiel."""
DEFAULTS: Final[Mapping[str, Any]] = {
    "game": "",
    "options": {"name": ""},
    "seats": 0,
    "most_decisions": MOST_DECISIONS,
}
"""The parameters, with their defaults."""
CHANCE: Final = int(pyspiel.PlayerId.CHANCE)
TERMINAL: Final = int(pyspiel.PlayerId.TERMINAL)
MOST_PLAYERS: Final = 6
PROBE: Final = 60
"""The decisions of a random match after which it is believed that nothing is hidden in the game."""

_brought: dict[str, type[AnyGame]] = {}
"""Games that are not installed, by their ids."""


def register(*games: type[AnyGame]) -> None:
    """Registers the game with OpenSpiel, so that it can be loaded for every game that is installed,
    and for *games*, classes of your own. Raises ``PluginError``."""
    _brought.update({check_game(game).id: game for game in games})
    kinds = pyspiel.GameType
    pyspiel.register_game(
        _game_type(
            NAME,
            DEFAULTS,
            chance=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
            information=kinds.Information.IMPERFECT_INFORMATION,
            utility=kinds.Utility.GENERAL_SUM,
            players=range(1, MOST_PLAYERS + 1),
        ),
        SpielGame,
    )


def _game_type(
    title: str,
    parameters: Mapping[str, Any],
    *,
    chance: Any,
    information: Any,
    utility: Any,
    players: range,
) -> Any:
    """The description of a game that OpenSpiel wants beforehand."""
    return pyspiel.GameType(
        short_name=NAME,
        long_name=title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance,
        information=information,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        min_num_players=players[0],
        max_num_players=players[-1],
        provides_information_state_string=information
        == pyspiel.GameType.Information.PERFECT_INFORMATION,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=dict(parameters),
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """The matches of one game with its options, made from OpenSpiel's *params*.

    Luck has chance nodes of its own, duels are played inside the match, and after
    ``most_decisions`` it is a draw. Raises ``UnknownGame``, ``OptionError``, ``NotNumbered``.
    """

    def __init__(self, params: Mapping[str, Any]) -> None:
        given = {name: params[name] for name, usual in DEFAULTS.items() if params[name] != usual}
        game, seats, most = (params[name] for name in ("game", "seats", "most_decisions"))
        require_whole(most, _("The most decisions"), 1, MOST_DECISIONS)
        options = read_parameter(params["options"])
        if options:
            given["options"] = write_parameter(options)
        self.match = chosen_match(_brought.get(game, game), seats or None, options)
        self.beginning = MatchMoment.begin(self.match, most)
        kinds, players = pyspiel.GameType, self.match.seats
        has_luck, is_duel = self.match.outcome_count > 0, players == 2
        self.hides = _hides(self.beginning)
        self.planes, self.decisions = self.match.planes, self.match.decisions
        super().__init__(
            _game_type(
                f"{title_of(self.match.game)} ({self.match.name})",
                {name: DEFAULTS[name] for name in given},
                chance=kinds.ChanceMode.EXPLICIT_STOCHASTIC
                if has_luck
                else kinds.ChanceMode.DETERMINISTIC,
                information=kinds.Information.IMPERFECT_INFORMATION
                if self.hides
                else kinds.Information.PERFECT_INFORMATION,
                utility=kinds.Utility.ZERO_SUM if is_duel else kinds.Utility.GENERAL_SUM,
                players=range(players, players + 1),
            ),
            pyspiel.GameInfo(
                num_distinct_actions=self.match.decision_count,
                max_chance_outcomes=self.match.outcome_count,
                num_players=players,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0 if is_duel else None,
                max_game_length=most,
            ),
            given,
        )

    @property
    def symmetries(self) -> tuple[RowSymmetry, ...]:
        """The symmetries of the game as arrays, the one that changes nothing first."""
        return symmetries_of_match(self.match)

    def new_initial_state(self) -> SpielState:
        """The state in which a match begins."""
        return SpielState(self)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> Any:
        """Makes an observer of states: a tensor and a text, or the history of a game that hides
        nothing.

        Raises ``ValueError`` for parameters, as OpenSpiel's own games do.
        """
        if kind is not None and kind.perfect_recall and not self.hides:
            return IIGObserverForPublicInfoGame(kind, params)
        return Observer(self, kind, params)


def _hides(moment: MatchMoment) -> bool:
    """Whether a player sees things that spectators do not, as far as the beginning of a match shows
    it."""
    rng = Random(0)
    for _decision in range(PROBE):
        while moment.luck:
            moment = moment.after_luck(rng.randrange(len(moment.luck)))
        if moment.player is None:
            return False
        public = [(view.pieces, view.trays) for view in moment.views(NOBODY)]
        for seat in range(moment.match.seats):
            if [(view.pieces, view.trays) for view in moment.views(seat)] != public:
                return True
        moment = moment.after(rng.choice(moment.legal))
    return False


Past: TypeAlias = "tuple[Past, int] | None"
"""The actions of a state, the last one outside: a state shares them with those before it."""


class _SharedMoment:
    """A moment in a state of OpenSpiel: copies of it share the moment, a pickle is its history.

    *player* is the seat that decides, or OpenSpiel's number for luck, or for the end.
    """

    __slots__ = ("game", "is_terminal", "moment", "past", "player")

    def __init__(self, game: SpielGame, moment: MatchMoment, past: Past) -> None:
        self.game, self.moment, self.past = game, moment, past
        self.is_terminal = moment.is_over or moment.is_cut
        player = moment.player
        if player is None:
            player = TERMINAL if self.is_terminal else CHANCE
        self.player = player

    def after(self, action: int) -> _SharedMoment:
        """The moment after a decision, or after an outcome of luck."""
        moment = self.moment
        is_luck = self.player == CHANCE
        after = moment.after_luck(action) if is_luck else moment.after(action)
        return _SharedMoment(self.game, after, (self.past, action))

    def actions(self) -> tuple[int, ...]:
        """All actions up to the moment, the first one first."""
        actions, past = list[int](), self.past
        while past is not None:
            past, action = past
            actions.append(action)
        return tuple(reversed(actions))

    def __deepcopy__(self, memo: object) -> _SharedMoment:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _replayed, (str(self.game), self.actions())


def _replayed(game: str, actions: tuple[int, ...]) -> _SharedMoment:
    """The moment of a game after these *actions*."""
    loaded = pyspiel.load_game(game)
    latest = _SharedMoment(loaded, loaded.beginning, None)
    for action in actions:
        latest = latest.after(action)
    return latest


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A moment of a match as OpenSpiel has it: an object that goes on.

    It answers itself wherever programs ask at each decision. OpenSpiel's way through C++ finds the
    same, and takes longer.
    """

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._shared = _SharedMoment(game, game.beginning, None)

    @property
    def moment(self) -> MatchMoment:
        """The moment of the match."""
        return self._shared.moment

    def played(self) -> Match:
        """The match as the host has it, with its whole past. ``gipf_meta.match_of`` makes it one of
        the public API. Raises ``IllegalMove`` if luck draws next."""
        return match_with_lots(self._shared.game.beginning, self._shared.actions())

    def current_player(self) -> int:
        """The seat that decides, or OpenSpiel's number for luck, or for the end."""
        return self._shared.player

    def is_terminal(self) -> bool:
        """Whether the match is over, or was broken off."""
        return self._shared.is_terminal

    def is_chance_node(self) -> bool:
        """Whether luck draws next."""
        return self._shared.player == CHANCE

    def returns(self) -> list[float]:
        """The return of each player: 1 won, -1 lost, 0 otherwise."""
        return list(self.moment.returns())

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The actions of *player*, by default of who is on turn; none of another player's."""
        shared = self._shared
        if shared.player >= 0 and player in (None, shared.player):
            return list(shared.moment.legal)
        found: list[int] = super().legal_actions(*(() if player is None else (player,)))
        return found

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        """A 1 for each action of ``legal_actions``, and a 0 for each other one."""
        shared = self._shared
        if shared.player >= 0 and player in (None, shared.player):
            return shared.moment.mask()
        found: list[int] = super().legal_actions_mask(*(() if player is None else (player,)))
        return found

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """The observation of *player*, by default of who is on turn, as zeros and ones."""
        shared = self._shared
        seat = shared.player if player is None else player
        match = shared.moment.match
        if 0 <= seat < match.seats:
            return as_floats(shared.moment.observe(seat), match.observation_size)
        found: list[float] = super().observation_tensor(*(() if player is None else (player,)))
        return found

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of luck, each with how likely it is."""
        weights = [weight for _outcome, weight in self.moment.luck]
        return [(outcome, weight / sum(weights)) for outcome, weight in enumerate(weights)]

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.moment.legal)

    def _apply_action(self, action: int) -> None:
        self._shared = self._shared.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self.moment.luck_text(action)
        return self.moment.text(action)

    def __str__(self) -> str:
        return text_of(self.moment)


class Observer:
    """Writes what a player sees into a tensor, and draws it as text.

    Raises ``ValueError`` for *params*: there are none.
    """

    def __init__(self, game: SpielGame, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(_("There are no parameters of observations."))
        self._is_public = kind is not None and kind.private_info == pyspiel.PrivateInfoType.NONE
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if not self._is_public:
            shape = game.match.observation_shape
            self.tensor = np.zeros(prod(shape), np.float32)
            self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: SpielState, player: int) -> None:
        """Writes what *player* sees of *state* into the tensor."""
        if self.tensor is not None:
            write_bits(state.moment.observe(player), self.tensor)

    def string_from(self, state: SpielState, player: int) -> str:
        """The view of *player* on *state* as text; that of spectators for an observer of public
        information."""
        return text_of(state.moment, NOBODY if self._is_public else player)


register()
