"""Solutions of puzzles played by the engines that tests have written from the rules alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any, Final, NamedTuple

from tests.puzzles.written import Finding, Written

WITHOUT: Final = {"tamsk", "zatre"}
"""Games whose second engine reads no positions."""
WITHIN: Final = ":asked"
"""The end of a position within a turn, in which the other seat is asked."""


class Referee(NamedTuple):
    """The second engine of a game: what it reads, lists, writes and says of the end."""

    read: Callable[[str], Any]
    turns: Callable[[Any], dict[str, Any]]
    position: Callable[[Any], str]
    result: Callable[[Any], object]


def referee(game: str, options: dict[str, str]) -> Referee | None:
    """The second engine of *game* with *options*; ``None`` if none reads positions."""
    if game in WITHOUT:
        return None
    module = import_module(f"tests.{game}.naive")
    engine = module.Naive(**options) if hasattr(module, "Naive") else module
    parts = [
        getattr(engine, name, None) or getattr(module, name)
        for name in ("read", "turns", "position", "result")
    ]
    return Referee(*parts)


def replayed(puzzle: Written) -> Iterator[Finding]:
    """The turns of *puzzle* that the second engine does not know, and positions that it writes
    otherwise. It knows whole turns alone, and none within which one is asked."""
    engine = referee(puzzle.game, puzzle.options)
    if engine is None or puzzle.position.endswith(WITHIN):
        return
    try:
        state = engine.read(puzzle.position)
    except Exception as error:
        yield Finding(puzzle.id, "second engine", f"does not read the position: {error!r}")
        return
    if engine.position(state) != puzzle.position:
        yield Finding(puzzle.id, "second engine", f"writes {engine.position(state)!r}")
    if engine.result(state) is not None:
        yield Finding(puzzle.id, "second engine", "says that the game is over before")
        return
    legal, begun = engine.turns(state), ""
    if len(legal) < 2:
        yield Finding(puzzle.id, "choice", f"{len(legal)} turns are legal")
    for n, text in enumerate(puzzle.turns, 1):
        for other in puzzle.also if n == len(puzzle.turns) else ():
            if other not in legal:
                yield Finding(puzzle.id, "second engine", f"does not know {other}")
        begun = f"{begun},{text}" if begun else text
        if begun in legal:
            state, begun = legal[begun], ""
            legal = {} if engine.result(state) is not None else engine.turns(state)
        elif not any(each.startswith(f"{begun},") for each in legal):
            yield Finding(puzzle.id, "second engine", f"does not know turn {n}, {text}")
            return
