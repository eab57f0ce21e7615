"""The class that authors subclass: pytest runs one test for each law."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from gipf_meta.protocol.game import AnyGame
from gipf_meta.testing import checking
from gipf_meta.testing.laws import LAWS, Law
from gipf_meta.testing.reporting import add_test, report
from gipf_meta.testing.trial.case import GAMES, Case


class GameConformance:
    """Tests a *game*, or several *games*, against every law: subclass it as ``TestMyGame``.

    The numbers are those of ``check``; the options ``--gipf-games`` and ``--gipf-seed`` of pytest
    override them. ``test_… = None`` leaves out a law that the game breaks for a good reason.
    """

    game: ClassVar[AnyGame | None] = None
    games: ClassVar[Sequence[AnyGame]] = ()

    random_games: ClassVar[int] = GAMES
    seed: ClassVar[int] = checking.SEED
    most_decisions: ClassVar[int] = checking.MOST_DECISIONS
    patience_ms: ClassVar[int] = checking.PATIENCE_MS

    _cases: ClassVar[dict[int, Case]]

    def __init_subclass__(cls) -> None:
        cls._cases = {}

    def invariant(self, state: Any) -> None:
        """Raises an error if *state* breaks a rule that the author knows; does nothing by default.

        It is called with every state.
        """

    @classmethod
    def examined(cls) -> list[AnyGame]:
        """The games that are tested."""
        return [*(() if cls.game is None else (cls.game,)), *cls.games]

    def pytest_generate_tests(self, metafunc: Any) -> None:
        """Makes one test of every law for every game."""
        if "examined_game" in metafunc.fixturenames:
            games = self.examined()
            names = [f"{game.id}-{n}" if n else game.id for n, game in enumerate(games)]
            metafunc.parametrize("examined_game", range(len(games)), ids=names)

    def _case(self, number: int, config: Any) -> Case:
        """The case of a game, which is made once for all laws."""
        if number not in self._cases:
            self._cases[number] = Case(
                self.examined()[number],
                config.getoption("gipf_games", None) or self.random_games,
                self.seed if (s := config.getoption("gipf_seed", None)) is None else s,
                self.most_decisions,
                self.patience_ms,
                type(self)().invariant,
            )
        return self._cases[number]


def _test_of(law: Law) -> Any:
    def test(self: GameConformance, examined_game: int, request: Any) -> None:
        report(checking.ask(law, self._case(examined_game, request.config)))

    return test


for _law in LAWS:
    add_test(GameConformance, _law, _test_of(_law))
