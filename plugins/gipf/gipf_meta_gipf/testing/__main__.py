"""``python -m gipf_meta_gipf.testing NAME`` checks an installed kind, or one at ``MODULE:KIND``."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from importlib.metadata import EntryPoint, entry_points
from typing import Final

from gipf_meta.testing import TookTooLong, time_limit
from gipf_meta_gipf.installed import GROUP
from gipf_meta_gipf.kind import Kind
from gipf_meta_gipf.testing import checking

LOADING_MS: Final = 10_000
"""Milliseconds that a kind may take to load."""


def run(words: Sequence[str] | None = None) -> int:
    """Checks the kind that *words* name (``None``: the command line); returns the exit status."""
    parser = ArgumentParser(prog="python -m gipf_meta_gipf.testing", description=__doc__)
    parser.add_argument("kind", help="the name of its entry point, or MODULE:NAME")
    parser.add_argument("--games", type=int, default=checking.GAMES, help="random games")
    parser.add_argument("--seed", type=int, default=checking.SEED)
    parser.add_argument("--law", action="append", help="ask this law alone")
    asked = parser.parse_args(words)
    kind = _load(asked.kind)
    if not isinstance(kind, Kind):
        print(f"{asked.kind}: {kind}", file=sys.stderr)
        return 2
    broken = 0
    for finding in checking.check(kind, games=asked.games, seed=asked.seed, names=asked.law):
        broken += not finding.ok
        word = "--" if not finding.asked else "ok" if finding.ok else "BROKEN"
        print(f"{word:7} {finding.says if finding.asked else finding.what}")
        if finding.asked and finding.what:
            print(f"{'':7} {finding.what}\n{'':7} {finding.advice}")
        if not finding.ok:
            again = f"python -m gipf_meta_gipf.testing {asked.kind} --law {finding.law}"
            print(f"{'':7} {again} --seed {asked.seed}")
    laws = {0: "every law holds", 1: "1 law is broken"}.get(broken, f"{broken} laws are broken")
    print(f"{kind.name}: {laws}.")
    return 1 if broken else 0


def _load(named: str) -> object:
    """The kind, or a sentence on why there is none."""
    points = [point for point in entry_points(group=GROUP) if point.name == named]
    if ":" in named:
        points = [EntryPoint("", named, GROUP)]
    if not points:
        known = ", ".join(sorted(point.name for point in entry_points(group=GROUP)))
        return f"no kind of this name is installed; there are {known}."
    try:
        with time_limit(LOADING_MS, "Loading it"):
            return points[0].load()
    except TookTooLong as error:
        return f"it cannot be loaded: {error}"
    except (Exception, SystemExit) as error:
        return f"it cannot be loaded: {type(error).__name__}: {error}"


if __name__ == "__main__":
    sys.exit(run())
