"""The long comparison of both engines of a game: ``python -m tests.soak zertz --positions 50000``.

Plays random games with every set of options of ``test_against_naive.py`` until so many positions
each have been compared: legal turns, position string, result.
"""

from __future__ import annotations

import argparse
from importlib import import_module

from tests.lockstep import name


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "game", choices=["zertz", "gipf", "tamsk", "zatre", "punct", "yinsh", "dvonn"]
    )
    parser.add_argument("--positions", type=int, default=50_000, help="for each set of options")
    parser.add_argument("--seed", type=int, default=1_000, help="of the first random game")
    parser.add_argument("--only", type=int, help="only the option set of that number")
    asked = parser.parse_args()
    tests = import_module(f"tests.{asked.game}.test_against_naive")
    for number, options in enumerate(tests.OPTIONS):
        if asked.only is not None and number != asked.only:
            continue
        compared, seed = 0, asked.seed
        while compared < asked.positions:
            compared += tests.compare(options, seed)
            seed += 1
        games = seed - asked.seed
        print(f"{name(options)}: {compared} positions in {games} games agree", flush=True)


if __name__ == "__main__":
    main()
