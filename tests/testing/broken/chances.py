"""Games whose luck, duels or time are wrong."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gipf_meta import (
    Chance,
    Duel,
    Over,
    Status,
)
from tests.small_games.fuse import Burning
from tests.small_games.wager import Wagered
from tests.testing.broken.defect import found_by
from tests.testing.broken.sound import Heaps, Nim, SoundFuse, SoundWager


@found_by("luck_is_weighed", "above 0", coin=True)
class NoWeight(Nim):
    def status(self, state: Heaps) -> Status[str]:
        now = super().status(state)
        return Chance((("heads", 1), ("tails", 0)), now.number) if isinstance(now, Chance) else now


@found_by("luck_is_weighed", "whole number", coin=True)
class HalfWeights(Nim):
    def status(self, state: Heaps) -> Any:
        now: Any = super().status(state)
        halves: Any = (("heads", 0.5), ("tails", 0.5))
        return Chance(halves, now.number) if isinstance(now, Chance) else now


@found_by("luck_is_weighed", "apart", coin=True)
class OutcomesAlike(Nim):
    def format(self, state: Heaps, move: str) -> str:
        return "coin" if move in ("heads", "tails") else move


@found_by("duels_are_well_named", "options")
class DuelOptionsNoJson(SoundWager):
    def status(self, state: Wagered) -> Status[Any]:
        now = super().status(state)
        if isinstance(now, Duel):
            return Duel(now.game, now.seats, now.claimant, {"odd": {1, 2}})
        return now


@found_by("duels_are_well_named", "claimant")
class StrangeClaimant(SoundWager):
    def status(self, state: Wagered) -> Status[Any]:
        now = super().status(state)
        return Duel(now.game, now.seats, 4) if isinstance(now, Duel) else now


@found_by("duels_are_settled", "settle")
class SettlesNothing(SoundWager):
    def settle(self, state: Wagered, winner: int | None, game: str) -> Any:
        return None


@found_by("duels_are_settled", "settle")
class NoDraws(SoundWager):
    def settle(self, state: Wagered, winner: int | None, game: str) -> Any:
        return (game, winner + 0) if winner is not None else (game, [][0])


@found_by("duels_are_settled", "apart")
class SettledAlike(SoundWager):
    def format(self, state: Wagered, move: Any) -> str:
        return move if isinstance(move, str) else f"{move[0]}:over"


@found_by("time_adds_up", "advance")
class TimeLost(SoundFuse):
    def advance(self, state: Burning, ms: int) -> Burning:
        return super().advance(state, ms - ms % 2 if ms < state.left_ms else ms)


@found_by("time_adds_up", "advance")
class TimeEndsTwice(SoundFuse):
    def advance(self, state: Burning, ms: int) -> Burning:
        over = super().status(state)
        if isinstance(over, Over) and ms > 10:
            return Burning(99, 0)
        return super().advance(state, ms)


@found_by("deadlines_are_exact", "deadline")
class DeadlineLate(SoundFuse):
    def deadline(self, state: Burning) -> int | None:
        due = super().deadline(state)
        return None if due is None else due + 1


@found_by("deadlines_are_exact", "deadline")
class DeadlineEarly(SoundFuse):
    def deadline(self, state: Burning) -> int | None:
        due = super().deadline(state)
        return None if due is None else max(1, due - 1)


@found_by("deadlines_are_exact", "above 0")
class DeadlineZero(SoundFuse):
    def deadline(self, state: Burning) -> int | None:
        due = super().deadline(state)
        return None if due is None else 0


@found_by("deadlines_are_exact", "deadline")
class NoDeadline(SoundFuse):
    def deadline(self, state: Burning) -> int | None:
        return None


@found_by("happenings_are_told", "full stop", coin=True)
class NoFullStop(Nim):
    def happenings(self, state: Heaps, move: Any = None, ms: int = 0) -> Sequence[str]:
        return tuple(text.rstrip(".") for text in super().happenings(state, move, ms))


@found_by("happenings_are_told", "happenings")
class HappensAlways(SoundFuse):
    def happenings(self, state: Burning, move: str | None = None, ms: int = 0) -> Sequence[str]:
        return ("The fuse burns.",)


@found_by("duels_are_well_named", "names has")
class DuelOptionsUnknown(SoundWager):
    def status(self, state: Wagered) -> Status[Any]:
        now = super().status(state)
        if isinstance(now, Duel):
            return Duel(now.game, now.seats, now.claimant, {"sidez": 6})
        return now


@found_by("deadlines_are_exact", "Over")
class DeadlineAfterTheEnd(SoundFuse):
    def deadline(self, state: Burning) -> int | None:
        return max(1, state.left_ms)


@found_by("happenings_are_told", "by itself")
class EndsSilently(SoundFuse):
    def happenings(self, state: Burning, move: str | None = None, ms: int = 0) -> Sequence[str]:
        return ()
