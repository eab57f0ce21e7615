from gipf_meta.testing import GameConformance
from gipf_meta_pig import Pig


class TestPig(GameConformance):
    games = (Pig(), Pig(goal=5))

    def invariant(self, state: object) -> None:
        assert min(state.points) >= 0
