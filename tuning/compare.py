"""``python -m tuning.compare GAME SIDE SIDE``: which of two is stronger, and how sure.

A side is words such as ``nodes=100,guess=0.5,judge=MODULE``: *judge* is a module with an
``evaluate(rules, state, seat)``, else the game's own; ``level=easy`` is a bot as it is;
``worths=FILE`` are those that ``gipf-meta train`` has found. ``--file`` keeps each pair, and the
same command goes on with it, with more ``--games`` too.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from timeit import default_timer
from typing import Any

from gipf_meta.bots.levels import make_bot
from gipf_meta.protocol.options import read_settings
from gipf_meta.workshop.arena.standings import PairCounts, elo, mean
from tuning.games import Meeting, Side, installed


def side_of(words: str) -> Side:
    """The side that *words* name."""
    told = dict(word.split("=", 1) for word in words.split(","))
    return Side(
        import_module(told["judge"]).evaluate if "judge" in told else None,
        int(told.get("nodes", 100)),
        float(told.get("guess", 0)),
        float(told.get("explore", 0)),
        make_bot(told["level"]) if "level" in told else None,
        tuple(json.loads(Path(told["worths"]).read_text("ascii"))) if "worths" in told else None,
    )


def score_words(counts: PairCounts) -> str:
    """The result of pairs in words, with the ends of the 95 % interval."""
    found = elo(counts)
    return (
        f"{mean(counts):.0%} of {2 * sum(counts)} games;"
        f" Elo {found.elo:+.0f} ({found.low:+.0f} to {found.high:+.0f})"
    )


def kept_pairs(path: Path, about: dict[str, Any]) -> list[float]:
    """The points of the pairs that the file at *path* holds, which begins with what it is *about*.

    Raises ``ValueError`` if it is about something else.
    """
    if not path.exists():
        path.write_text(json.dumps(about) + "\n", encoding="utf-8")
    head, *lines = path.read_text(encoding="utf-8").split("\n")
    if json.loads(head) != about:
        raise ValueError(f"{path} holds other games; repeat their arguments or name another file.")
    whole = lines[:-1]  # behind the last line break stands nothing, or half a line
    path.write_text("".join(f"{line}\n" for line in (head, *whole)), encoding="utf-8")
    return [json.loads(line) for line in whole]


def all_pairs(
    meeting: Meeting, count: int, path: Path | None, kept: list[float]
) -> Iterator[float]:
    """The points of *count* pairs: those that are *kept* at *path*, then those that are played."""
    yield from kept[:count]
    for number in range(len(kept), count):
        points = meeting.pair(number)
        if path is not None:
            with path.open("a", encoding="utf-8") as file:
                file.write(f"{points}\n")
        yield points


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tuning.compare", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("sides", nargs=2, metavar="SIDE")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--set", nargs="*", default=[], metavar="OPTION=VALUE")
    parser.add_argument("--file", type=Path, help="keeps the pairs, and goes on with those in it")
    asked = parser.parse_args()
    game = installed().find(asked.game)
    sides = [side_of(words) for words in asked.sides]
    meeting = Meeting(game, read_settings(asked.set), sides, asked.seed)
    counts = [0] * 5
    begun = default_timer()
    about = {"game": asked.game, "sides": asked.sides, "set": asked.set, "seed": asked.seed}
    try:
        kept = kept_pairs(asked.file, about) if asked.file else []
    except ValueError as error:
        sys.exit(str(error))
    for points in all_pairs(meeting, asked.games // 2, asked.file, kept):
        counts[int(2 * points)] += 1
        print(f"\r{score_words(counts)}  ", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    seconds = default_timer() - begun
    print(f"{asked.game}: {' against '.join(asked.sides)}: {score_words(counts)}; {seconds:.0f} s")


if __name__ == "__main__":
    main()
