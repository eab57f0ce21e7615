"""Counts the turns of a game's benchmark positions by both of its engines, and compares them with
those that are published in the plugin's ``benchmarks.json``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from gipf_meta.match.turns import legal_turns, perft
from gipf_meta.plugins.benchmark_positions import BenchmarkPosition, benchmark_positions
from gipf_meta.protocol.game import AnyGame
from gipf_meta.protocol.options import configure
from tests.tiers import slow, soak

MOST = 5_000_000
"""The most turns that are counted one by one; larger numbers have tests of their own."""


class Case(NamedTuple):
    """A count of a benchmark position: the one at that *depth*."""

    benchmark: BenchmarkPosition
    depth: int

    @property
    def count(self) -> int:
        """The number that is published."""
        return self.benchmark.counts[self.depth - 1]

    def __str__(self) -> str:
        return f"{self.benchmark.name}, {self.depth}"


def tiered(kind: type[AnyGame], dear: int, dearest: int, most: int = MOST) -> list[Any]:
    """All counts of the benchmark positions of a game up to *most*, as cases of a test: more than
    *dear* turns take longer than a fast test may, more than *dearest* longer than a slow one."""
    cases = [
        Case(each, depth)
        for each in benchmark_positions(kind)
        for depth in range(1, len(each.counts) + 1)
    ]
    return [
        *(each for each in cases if each.count <= dear),
        *slow(*(each for each in cases if dear < each.count <= dearest)),
        *soak(*(each for each in cases if dearest < each.count <= most)),
    ]


def check(kind: type[AnyGame], case: Case) -> None:
    """Counts, and says on a difference what lies behind each first turn."""
    game: AnyGame = configure(kind, case.benchmark.options)
    if case.benchmark.position is None:
        state: Any = game.start(2)
    else:
        state = game.from_text(case.benchmark.position)  # type: ignore[attr-defined]
    counted = perft(game, state, case.depth)
    divide = {} if counted == case.count else legal_turns(game, state)
    below = "\n".join(f"{turn}: {perft(game, s, case.depth - 1)}" for turn, s in divide.items())
    assert counted == case.count, f"counted {counted} instead of {case.count}:\n{below}"


def check_other(case: Case, turns: Callable[[Any], dict[str, Any]], state: Any) -> None:
    """Counts by the second engine, whose *turns* of a *state* are texts with states."""
    assert _count(turns, state, case.depth) == case.count


def _count(turns: Callable[[Any], dict[str, Any]], state: Any, depth: int) -> int:
    found = turns(state)
    return len(found) if depth == 1 else sum(_count(turns, s, depth - 1) for s in found.values())
