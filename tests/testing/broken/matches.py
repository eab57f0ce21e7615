"""Games that cannot be saved, taken back, or played by bots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from gipf_meta import (
    AnyGame,
    IllegalMove,
    Over,
    Turn,
)
from tests.testing.broken.defect import found_by
from tests.testing.broken.sound import Heaps, Nim, SoundWager


@found_by("matches_are_saved_and_read_again", "host")
class TurnTextFails(Nim):
    def format_turn(self, state: Heaps, moves: Sequence[str]) -> str:
        if state.number > 1:
            raise ArithmeticError
        return super().format_turn(state, moves)


@found_by("matches_are_saved_and_read_again", "parse")
class RecordsNotRead(Nim):
    def parse(self, state: Heaps, seat: int, text: str) -> str:
        if state.number == 2 and text == "a":
            raise IllegalMove("Not in the second turn.")
        return super().parse(state, seat, text)


@found_by("matches_can_be_given_up", "allies")
class AlliesFail(Nim):
    def allies(self, state: Heaps, seat: int) -> Sequence[int]:
        if state.number == 2:
            raise KeyError(seat)
        return (seat,)


@found_by("evaluations_agree_with_results", "-1")
class WorthTooMuch(Nim):
    def evaluate(self, state: Heaps, seat: int) -> float:
        return 20 * super().evaluate(state, seat)


@found_by("evaluations_agree_with_results", "sole winner")
class WorthUpsideDown(Nim):
    def evaluate(self, state: Heaps, seat: int) -> float:
        return -super().evaluate(state, seat)


@found_by("moves_are_judged_as_states", "last digit")
class MovesWorthNothing(Nim):
    def evaluate_moves(self, state: Heaps, seat: int, moves: Sequence[str]) -> Sequence[float]:
        return [0.0 for _move in moves]


@found_by("quiet_moves_are_quiet", "not quiet")
class LoudMovesAreQuiet(Nim):
    def evaluate_quiet_moves(
        self, state: Heaps, seat: int, moves: Sequence[str]
    ) -> Sequence[float | None]:
        return [self.evaluate(self.apply(state, move), seat) for move in moves]


@found_by("quiet_moves_are_quiet", "last digit")
class QuietMovesWorthNothing(Nim):
    def evaluate_quiet_moves(
        self, state: Heaps, seat: int, moves: Sequence[str]
    ) -> Sequence[float | None]:
        after = [self.apply(state, move) for move in moves]
        return [None if len(self.legal_moves(each, 1 - seat)) < 2 else 0.001 for each in after]


@found_by("forced_moves_are_single", "one move")
class NeverForced(Nim):
    def is_forced(self, state: Heaps, seat: int) -> bool:
        return False


class LearningNim(Nim):
    """Judges by what it has learned of the number of sticks that are left."""

    worths: ClassVar[Sequence[int]] = [0, 0, 0, 0]

    def features(self, state: Heaps, seat: int) -> Sequence[int]:
        return (sum(state.piles) % len(self.worths),)

    def evaluate(self, state: Heaps, seat: int) -> float:
        now = self.status(state)
        if isinstance(now, Over):
            return super().evaluate(state, seat)
        worth = sum(self.worths[feature] for feature in self.features(state, seat)) / 1000
        return worth if isinstance(now, Turn) and now.seat == seat else -worth


@found_by("features_count", "one less")
class FeatureTooMany(LearningNim):
    def features(self, state: Heaps, seat: int) -> Sequence[int]:
        return (sum(state.piles) % 5,)


@found_by("features_count", "a cached property")
class NeverLearns(LearningNim):
    @property
    def worths(self) -> Sequence[int]:  # type: ignore[override]
        return (0, 0, 0, 0)


@found_by("reasons_are_sentences", "full stop")
class ReasonsInAWord(Nim):
    def reasons(
        self, before: Heaps, moves: Sequence[str], after: Heaps, seat: int
    ) -> Sequence[str]:
        return ("clever",)


@found_by("bots_can_play", "evaluate")
class WorthNothing(Nim):
    def evaluate(self, state: Heaps, seat: int) -> Any:
        return None if state.number > 1 else 0.0


@found_by("tallies_count", "tally")
class CountsOnce(Nim):
    @classmethod
    def tally(cls, turns: Any) -> Mapping[str, Mapping[str, int]]:
        return {"turns": {"different": len(set(turns))}}


@found_by("duels_can_be_adapted", "adapted_to")
class AdaptsAlways(SoundWager):
    def adapted_to(self, installed: Sequence[str]) -> tuple[AnyGame, tuple[str, ...]]:
        return type(self)(duel="die"), ("The die decides.",)


@found_by("duels_can_be_adapted", "say so", duel="chess")
class AdaptsSilently(SoundWager):
    def adapted_to(self, installed: Sequence[str]) -> tuple[AnyGame, tuple[str, ...]]:
        return super().adapted_to(installed)[0], ()


@found_by("evaluations_agree_with_results", "heed its seat")
class WorthTheSameToBoth(Nim):
    def evaluate(self, state: Heaps, seat: int) -> float:
        return super().evaluate(state, seat if not any(state.piles) else 0)


@found_by("evaluations_agree_with_results", "-1")
class WorthNoNumber(Nim):
    def evaluate(self, state: Heaps, seat: int) -> float:
        return super().evaluate(state, seat) if state.pile else float("nan")
