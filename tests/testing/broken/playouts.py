"""Playouts that are no random games."""

from __future__ import annotations

from random import Random
from typing import Any

from gipf_meta import Over
from tests.testing.broken.defect import found_by
from tests.testing.broken.sound import FastNim, Heaps


@found_by("playouts_are_random_games", "each as likely as the other")
class PlayoutTakesTheMost(FastNim):
    def playout(self, state: Heaps, rng: Random) -> tuple[float, ...]:
        while not isinstance(self.status(state), Over):
            state = self.apply(state, self.legal_moves(state, state.seat)[-1])
        return super().playout(state, rng)


@found_by("playouts_are_random_games", "1 for every winner")
class PlayoutLosesTheEnd(FastNim):
    def playout(self, state: Heaps, rng: Random) -> tuple[float, ...]:
        return super().playout(state, rng) if any(state.piles) else (0.0, 0.0)


@found_by("playouts_are_random_games", "for each seat")
class PlayoutCountsTooMuch(FastNim):
    def playout(self, state: Heaps, rng: Random) -> tuple[float, ...]:
        told = super().playout(state, rng)
        return (3 * told[0], 3 * told[1]) if any(state.piles) else told


@found_by("playouts_are_random_games", "for each seat")
class PlayoutForgetsASeat(FastNim):
    def playout(self, state: Heaps, rng: Random) -> tuple[float, ...]:
        told = super().playout(state, rng)
        return told[:1] if any(state.piles) else told


@found_by("playouts_are_random_games", "all 0 in a draw")
class PlayoutWinsForNobody(FastNim):
    def playout(self, state: Heaps, rng: Random) -> tuple[float, ...]:
        told = super().playout(state, rng)
        return (-1.0, -1.0) if any(state.piles) else told


@found_by("playouts_are_random_games", "rng")
class PlayoutDrawsElsewhere(FastNim):
    elsewhere: Any = Random(1)

    def playout(self, state: Heaps, rng: Random) -> tuple[float, ...]:
        return super().playout(state, self.elsewhere)


@found_by("playouts_are_random_games", "playout finishes a game")
class PlayoutFails(FastNim):
    def playout(self, state: Heaps, rng: Random) -> tuple[float, ...]:
        raise ZeroDivisionError
