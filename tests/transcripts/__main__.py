"""``python -m tests.transcripts`` compares all transcripts with what is answered now, and prints
where they differ; games that are named are compared alone. ``--record`` keeps what is answered now
to the same scripts, or to ``--count`` new ones for a game of which nothing is kept."""

from __future__ import annotations

import argparse
import sys

from tests.specimens import find_specimens
from tests.transcripts.kept import difference, place, read_kept, record
from tests.transcripts.scripts import make_script


def _record(game: str, count: int) -> None:
    scripts = [script for script, _said in read_kept(game)]
    scripts = scripts or [make_script(game, number) for number in range(count)]
    record(game, scripts)
    print(f"{game}: {len(scripts)} transcripts, {place(game).stat().st_size:,} bytes.")


def _compare(game: str) -> int:
    kept, differ = read_kept(game), 0
    for number, (script, said) in enumerate(kept):
        if found := difference(script, said):
            differ += 1
            print(f"# {number}: gipf-meta {' '.join(script.arguments)}\n{found}\n")
    print(f"{game}: {differ} of {len(kept)} transcripts differ.")
    return differ


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="all if none is named")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--count", type=int, default=36, help="of a game that has none")
    asked = parser.parse_args()
    games = asked.games or list(find_specimens())
    if asked.record:
        for game in games:
            _record(game, asked.count)
        return 0
    return 1 if sum(map(_compare, games)) else 0


if __name__ == "__main__":
    sys.exit(main())
