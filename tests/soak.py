"""The long comparison of both engines of each game: ``python -m tests.soak --positions 50000``.

Plays random games with every set of options of ``test_against_naive.py`` until so many positions
each have been compared: legal turns, position string, result. Games named behind ``soak`` are
compared alone; what else the specimens of a game name for long runs is run after it.
"""

from __future__ import annotations

import argparse
from importlib import import_module

from tests.lockstep import name
from tests.specimens import find_specimens


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="all if none is named")
    parser.add_argument("--positions", type=int, default=50_000, help="for each set of options")
    parser.add_argument("--seed", type=int, default=1_000, help="of the first random game")
    parser.add_argument("--only", type=int, help="only the option set of that number")
    asked = parser.parse_args()
    known = find_specimens()
    if unknown := sorted(set(asked.games) - set(known)):
        parser.error(f"There is no {unknown[0]} here: {', '.join(known)}.")
    for game in asked.games or known:
        said = known[game]
        compare(game, asked.positions // said.soak_share, asked.seed, asked.only)
        for module in said.soaks:
            import_module(module).main()


def compare(game: str, positions: int, first: int, only: int | None) -> None:
    """Compares the engines of *game* from the seed *first* on, under each set of options, or *only*
    that of this number. Raises ``AssertionError`` where they differ."""
    tests = import_module(f"tests.{game}.test_against_naive")
    for number, options in enumerate(tests.OPTIONS):
        if only is not None and number != only:
            continue
        compared, seed = 0, first
        while compared < positions:
            compared += tests.compare(options, seed)
            seed += 1
        played = f"{compared} positions in {seed - first} games agree"
        print(f"{game}, {name(options)}: {played}", flush=True)


if __name__ == "__main__":
    main()
