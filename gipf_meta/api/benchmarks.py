"""Benchmark positions in the public API: what other engines compare their counts with."""

from __future__ import annotations

from gipf_meta.plugins.benchmark_positions import BenchmarkPosition
from gipf_meta.plugins.benchmark_positions import benchmark_positions as shipped_positions
from gipf_meta.plugins.playable import configured
from gipf_meta.protocol.game import AnyGame


def benchmark_positions(game: str | type[AnyGame]) -> tuple[BenchmarkPosition, ...]:
    """The benchmark positions of a *game*, each with its options and the numbers of its legal
    turns; none where its plugin ships none. The page about them is docs/reproduce.md.

    Raises ``UnknownGame``, ``PluginError``.
    """
    return shipped_positions(type(configured(game, {})))
