"""The class that authors of kinds subclass: pytest runs one test for each law."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from gipf_meta.testing import add_test, report
from gipf_meta_gipf.faults import KindError
from gipf_meta_gipf.kind import Kind
from gipf_meta_gipf.testing import checking
from gipf_meta_gipf.testing.trial import Trial


class KindConformance:
    """Tests *kinds* of potentials against every law: subclass it as ``TestMyKind``.

    The numbers are those of ``check``. ``test_… = None`` leaves out a law that the kind breaks for
    a good reason.
    """

    kinds: ClassVar[Sequence[Kind]] = ()

    random_games: ClassVar[int] = checking.GAMES
    seed: ClassVar[int] = checking.SEED

    _trials: ClassVar[dict[int, Trial | KindError]]

    def __init_subclass__(cls) -> None:
        cls._trials = {}

    def pytest_generate_tests(self, metafunc: Any) -> None:
        """Makes one test of every law for every kind."""
        if "examined_kind" in metafunc.fixturenames:
            names = [kind.key for kind in self.kinds]
            metafunc.parametrize("examined_kind", range(len(self.kinds)), ids=names)

    def _trial(self, number: int) -> Trial | KindError:
        """The trial of a kind, which is made once for all laws."""
        if number not in self._trials:
            kind = self.kinds[number]
            self._trials[number] = checking.try_kind(kind, self.random_games, self.seed)
        return self._trials[number]


def _test_of(law: checking.Law) -> Any:
    def test(self: KindConformance, examined_kind: int) -> None:
        report(checking.ask(law, self._trial(examined_kind)))

    return test


for _law in checking.LAWS:
    add_test(KindConformance, _law, _test_of(_law))
