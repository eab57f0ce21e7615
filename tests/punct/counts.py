"""The long counts of turns of PÜNCT, of ``make soak``: ``python -m tests.punct.counts``.

The engine that is written from the rule sheet alone counts two turns from the start
(docs/reference/punct.md §11), and both engines count two turns late in a game.
"""

from __future__ import annotations

from gipf_meta.match.turns import perft
from gipf_meta_punct import Punct
from tests.punct.naive import Naive
from tests.punct.test_against_naive import LATE

SHEET = {"standard": 23_841_810, "basic": 28_499_958}
"""Two turns from the start, by variant."""


def count_from_start(variant: str) -> int:
    """Two turns on the naive engine: as many after all first turns that cover the same spaces."""
    naive = Naive(variant=variant)
    first = naive.turns(naive.start()).values()
    second: dict[frozenset[str], int] = {}
    for state in first:
        covered = frozenset(state.pieces[0].dots)
        if covered not in second:
            second[covered] = len(naive.turns(state))
    assert len(second) == 318 + 444 + 900
    return sum(second[frozenset(state.pieces[0].dots)] for state in first)


def main() -> None:
    """Counts, and fails at the first count that differs."""
    for variant, count in SHEET.items():
        assert count_from_start(variant) == count
        print(f"{variant}: {count:,} as two turns, as on the sheet", flush=True)
    game, naive = Punct(), Naive()
    for number, position in enumerate(LATE):
        after = naive.turns(naive.read(position)).values()
        count = sum(len(naive.turns(state)) for state in after)
        assert perft(game, game.from_text(position), 2) == count, position
        print(f"late position {number}: {count:,} as two turns, on both engines", flush=True)


if __name__ == "__main__":
    main()
