"""The benchmark positions of a game: positions with the numbers of their legal turns, as data.

A plugin ships them in ``benchmarks.json``, in the package of its game. Other engines compare their
own counts with them, and a test ties them to the version of the rules. The page about them is
docs/reproduce.md.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.resources import files
from typing import Final, NamedTuple

from pydantic import BaseModel, ConfigDict, NonNegativeInt, TypeAdapter

from gipf_meta.base.json_text import read_json
from gipf_meta.match.turns import perft
from gipf_meta.plugins.loading import PluginError
from gipf_meta.protocol.capabilities import read_position
from gipf_meta.protocol.game import AnyGame
from gipf_meta.protocol.options import configure
from gipf_meta.protocol.versioned_names import versioned_name

FILE: Final = "benchmarks.json"


class BenchmarkPosition(BaseModel):
    """A position of *game*, such as ``zertz-v1``, with its *options*, and how many legal sequences
    of 1, 2, … whole turns there are from it (``counts``), as ``Match.perft`` counts them.

    *position* is its text; ``None``: the start. *name* says which kind of position it is.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    game: str
    name: str
    options: dict[str, str]
    position: str | None
    counts: tuple[NonNegativeInt, ...]


_POSITIONS: Final = TypeAdapter(tuple[BenchmarkPosition, ...])


class BenchmarkCount(NamedTuple):
    """The number of turns that was *counted* at a *depth*, and the one that was *published*."""

    depth: int
    counted: int
    published: int


def benchmark_positions(game: type[AnyGame]) -> tuple[BenchmarkPosition, ...]:
    """The benchmark positions for the rules of *game*; none where its plugin ships none for this
    version of them. Raises ``PluginError`` for a file that is none of this form."""
    package = game.__module__.partition(".")[0]
    if not hasattr(sys.modules.get(package), "__path__"):  # one file, or a program that runs
        return ()
    file = files(package) / FILE
    if not file.is_file():
        return ()
    try:
        found = _POSITIONS.validate_python(read_json(file.read_text(encoding="utf-8")))
    except ValueError as error:  # no JSON, or another form
        raise PluginError(f"{FILE} of {package} is no list of benchmark positions.") from error
    return tuple(each for each in found if each.game == versioned_name(game))


def benchmark_counts(
    game: type[AnyGame], benchmark: BenchmarkPosition, depth: int
) -> Iterator[BenchmarkCount]:
    """Counts the turns of *benchmark* to *depth*, as far as counts of it are published.

    Raises ``LuckDue``, and ``GameFailed``.
    """
    rules: AnyGame = configure(game, benchmark.options)
    if benchmark.position is None:
        state = rules.start(rules.seat_counts[0])
    else:
        state, _seats = read_position(rules, benchmark.position, None)
    for turns, published in enumerate(benchmark.counts[:depth], 1):
        yield BenchmarkCount(turns, perft(rules, state, turns), published)
