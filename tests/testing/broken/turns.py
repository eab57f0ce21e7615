"""Games whose turns, moves or ends are wrong."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gipf_meta import (
    Chance,
    IllegalMove,
    Over,
    Status,
    Turn,
    turn,
)
from tests.small_games.fuse import Burning
from tests.testing.broken.defect import found_by
from tests.testing.broken.sound import PILES, Heaps, Nim, SoundFuse, Team


@found_by("random_games_end", "Over")
class NeverEnds(Nim):
    def apply(self, state: Heaps, move: str) -> Heaps:
        after = super().apply(state, move)
        return after if any(after.piles) else after._replace(piles=(self.size, self.size))


@found_by("random_games_end", "loop")
class Hangs(Nim):
    def legal_moves(self, state: Heaps, seat: int) -> Sequence[str]:
        while state.number > 2:
            pass
        return super().legal_moves(state, seat)


@found_by("random_games_end", "apply")
class ApplyFails(Nim):
    def apply(self, state: Heaps, move: str) -> Heaps:
        if move == "3":
            raise ZeroDivisionError
        return super().apply(state, move)


@found_by("random_games_end", "apply")
class OffersTooMany(Nim):
    def legal_moves(self, state: Heaps, seat: int) -> Sequence[str]:
        moves = super().legal_moves(state, seat)
        return (*moves, "b") if moves and state.pile else moves

    def apply(self, state: Heaps, move: str) -> Heaps:
        if state.pile and move in PILES:
            raise IllegalMove("A pile was pointed at already.")
        return super().apply(state, move)


@found_by("random_games_end", "legal_moves")
class MovesAreAGenerator(Nim):
    def legal_moves(self, state: Heaps, seat: int) -> Any:
        return (move for move in super(Nim, self).legal_moves(state, seat))


@found_by("random_games_end", "legal_moves")
class NoMoves(Nim):
    def legal_moves(self, state: Heaps, seat: int) -> Sequence[str]:
        return () if state.number == 3 else super().legal_moves(state, seat)


@found_by("status_names_who_acts", "seat")
class SeatOutOfRange(Nim):
    def status(self, state: Heaps) -> Status[str]:
        return turn(5, 3) if state.number == 3 else super().status(state)


@found_by("status_names_who_acts", "Turn")
class NoStatus(Nim):
    def status(self, state: Heaps) -> Any:
        return super().status(state) if any(state.piles) else None


@found_by("turn_numbers_grow", "number")
class NumberGoesBack(Nim):
    def status(self, state: Heaps) -> Status[str]:
        now = super().status(state)
        return turn(now.seat, 1) if isinstance(now, Turn) and now.number == 4 else now

    def legal_moves(self, state: Heaps, seat: int) -> Sequence[str]:
        return super().legal_moves(state, seat) or (
            super().legal_moves(state._replace(number=1), seat) if state.number == 4 else ()
        )


@found_by("turn_numbers_grow", "number", size=9)
class NumberStands(Nim):
    def apply(self, state: Heaps, move: str) -> Heaps:
        return super().apply(state, move)._replace(number=1)

    def start(self, seats: int) -> Heaps:
        return Heaps((90, 90))


@found_by("turn_numbers_grow", "number 1")
class NumbersFromZero(Nim):
    def start(self, seats: int) -> Heaps:
        return super().start(seats)._replace(number=7)


@found_by("turn_numbers_grow", "add one")
class NumberJumps(Nim):
    def apply(self, state: Heaps, move: str) -> Heaps:
        after = super().apply(state, move)
        return after._replace(number=after.number + (after.number > state.number))


@found_by("legal_moves_are_for_those_who_act", "once")
class MovesTwice(Nim):
    def legal_moves(self, state: Heaps, seat: int) -> Sequence[str]:
        moves = super().legal_moves(state, seat)
        return (*moves, *moves[:1])


@found_by("legal_moves_are_for_those_who_act", "Over")
class MovesAfterTheEnd(Nim):
    def legal_moves(self, state: Heaps, seat: int) -> Sequence[str]:
        return super().legal_moves(state, seat) if any(state.piles) else ("a",)


@found_by("legal_moves_are_for_those_who_act", "Chance", coin=True)
class MovesBesideLuck(Nim):
    def legal_moves(self, state: Heaps, seat: int) -> Sequence[str]:
        if isinstance(self.status(state), Chance):
            return ("a",)
        return super().legal_moves(state, seat)


@found_by("turn_moves_are_legal", "legal_moves")
class TurnMovesExtra(Nim):
    def turn_moves(self, state: Heaps, seat: int) -> Sequence[str]:
        moves = self.legal_moves(state, seat)
        return [*moves, "3"] if moves and state.pile and "3" not in moves else moves

    def apply(self, state: Heaps, move: str) -> Heaps:
        left = state.piles[PILES.index(state.pile)] if state.pile else 0
        return super().apply(state, str(min(int(move), left)) if move.isdecimal() else move)


@found_by("turn_moves_are_legal", "out of turn")
class TurnMovesForBoth(SoundFuse):
    def turn_moves(self, state: Burning, seat: int) -> Sequence[str]:
        return self.legal_moves(state, seat)


@found_by("turn_moves_are_legal", "bots")
class NothingForBots(Nim):
    def turn_moves(self, state: Heaps, seat: int) -> Sequence[str]:
        return ()


@found_by("turn_moves_are_legal", "heed its seat")
class MovesForAnySeat(Nim):
    def legal_moves(self, state: Heaps, seat: int) -> Sequence[str]:
        return super().legal_moves(state, state.seat)


@found_by("every_seat_is_asked", "start")
class OneSeatSleeps(Nim):
    def status(self, state: Heaps) -> Status[str]:
        now = super().status(state)
        return turn(0, now.number) if isinstance(now, Turn) else now

    def legal_moves(self, state: Heaps, seat: int) -> Sequence[str]:
        return super().legal_moves(state._replace(seat=0), seat) if seat == 0 else ()


@found_by("results_are_sound", "seats")
class WinnerOutOfRange(Nim):
    def status(self, state: Heaps) -> Status[str]:
        now = super().status(state)
        return Over((2,), now.reason) if isinstance(now, Over) else now


@found_by("results_are_sound", "scores")
class ScoresTooMany(Nim):
    def status(self, state: Heaps) -> Status[str]:
        now = super().status(state)
        return Over(now.winners, now.reason, (1, 2, 3)) if isinstance(now, Over) else now


@found_by("results_are_sound", "winning side")
class HalfASideWins(Team):
    def status(self, state: Heaps) -> Status[str]:
        now = super().status(state)
        return Over(now.winners[:1], now.reason) if isinstance(now, Over) else now


@found_by("results_are_sound", "status")
class NoReason(Nim):
    def status(self, state: Heaps) -> Status[str]:
        now = super().status(state)
        return Over(now.winners, "") if isinstance(now, Over) else now


@found_by("results_are_sound", "sheet")
class SheetNoJson(Nim):
    def status(self, state: Heaps) -> Status[str]:
        now = super().status(state)
        sheet = {"rows": {1, 2}}
        return Over(now.winners, now.reason, None, (sheet, sheet)) if isinstance(now, Over) else now


@found_by("allies_are_one_side", "itself")
class NoAllyOfItself(Team):
    def allies(self, state: Heaps, seat: int) -> Sequence[int]:
        return [ally for ally in super().allies(state, seat) if ally != seat]


@found_by("allies_are_one_side", "same seats")
class OneSidedAllies(Team):
    def allies(self, state: Heaps, seat: int) -> Sequence[int]:
        return (0, 2) if seat == 0 else (seat,)


@found_by("allies_are_one_side", "seats_of")
class MiscountedSeats(Nim):
    def seats_of(self, state: Heaps) -> int:
        return 7


@found_by("random_games_end", "weight", coin=True)
class OutcomesUnweighed(Nim):
    def status(self, state: Heaps) -> Any:
        now: Any = super().status(state)
        odd: Any = ("heads", "tails")
        return Chance(odd, now.number) if isinstance(now, Chance) else now


@found_by("random_games_end", "Or look at apply")
class StatusFailsLater(Nim):
    def status(self, state: Heaps) -> Status[str]:
        if state.number == 4:
            raise KeyError(state.number)
        return super().status(state)


@found_by("turn_numbers_grow", "tell of each")
class PassesTwoTurns(SoundFuse):
    def advance(self, state: Burning, ms: int) -> Burning:
        if ms < state.left_ms:
            return super().advance(state, ms)
        return Burning(state.number + 2, self.fuse_ms)

    def happenings(self, state: Burning, move: str | None = None, ms: int = 0) -> Sequence[str]:
        return ("The fuse is burnt down.",) if move is None and ms >= state.left_ms else ()
