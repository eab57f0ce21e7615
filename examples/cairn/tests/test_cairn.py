from gipf_meta.testing import GameConformance
from gipf_meta_cairn.board import COLOURS, State
from gipf_meta_cairn.game import Cairn
from gipf_meta_cairn.potential import KIND
from gipf_meta_gipf.testing import KindConformance


class TestCairn(GameConformance):
    games = (Cairn(), Cairn(height=3, stones=4), Cairn(contests=True, duel="pig"))

    def invariant(self, state: State) -> None:
        laid = "".join(stack for _, stack in state.stacks)
        white, black = (
            hand + laid.count(colour) for colour, hand in zip(COLOURS, state.hands, strict=True)
        )
        assert white == black


class TestCairnPotential(KindConformance):
    kinds = (KIND,)
