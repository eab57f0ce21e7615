"""Reads the perft files of a game: counts of legal turns that two engines agree on.

A line ``set`` gives the options, ``position`` a position (or ``start``), ``perft DEPTH COUNT`` what
must be counted there.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from gipf_meta.match.turns import legal_turns, perft
from gipf_meta.protocol.game import AnyGame
from gipf_meta.protocol.options import configure, read_settings
from tests.tiers import slow, soak


class Count(NamedTuple):
    """One line of a perft file, with what stands above it."""

    line: int
    settings: str
    position: str
    depth: int
    count: int


def counts(path: Path) -> Iterator[Count]:
    """All counts of a file."""
    settings = position = ""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        word, _, rest = line.partition(" ")
        if word == "set":
            settings = rest
        elif word == "position":
            position = rest
        elif word == "perft":
            depth, count = rest.split()
            yield Count(number, settings, position, int(depth), int(count))


def tiered(path: Path, dear: int, dearest: int) -> list[Any]:
    """All counts of a file, as cases of a test: more than *dear* turns take longer to count than a
    fast test may, more than *dearest* longer than a slow one."""
    told = [*counts(path)]
    return [
        *(each for each in told if each.count <= dear),
        *slow(*(each for each in told if dear < each.count <= dearest)),
        *soak(*(each for each in told if each.count > dearest)),
    ]


def check(kind: type[AnyGame], told: Count) -> None:
    """Counts, and on a difference prints the count behind each first turn."""
    game: AnyGame = configure(kind, read_settings(told.settings.split()))
    state: Any = game.start(2)
    if told.position != "start":
        state = game.from_text(told.position)  # type: ignore[attr-defined]
    counted = perft(game, state, told.depth)
    divide = {} if counted == told.count else legal_turns(game, state)
    below = "\n".join(f"{turn}: {perft(game, s, told.depth - 1)}" for turn, s in divide.items())
    assert counted == told.count, f"counted {counted} instead of {told.count}:\n{below}"
