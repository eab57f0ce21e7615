"""A game costs its folder: at most three lines elsewhere name it, lists in prose included.

``python -m tests.test_cost_of_a_game NAME`` prints them.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from building import sources
from tests.specimens import bundled_games, find_specimens

ROOT = Path(__file__).parents[1]
MOST = 3
WRITTEN = ("*.md", "*.py", "*.toml", "*.js", "*.css", "*.html", "*.txt", "*.in", "Makefile")
"""The files that people write. Catalogues, records, transcripts and pictures are made."""
FOLDERS = (".", "building", "docs", "examples", "gipf_meta", "plugins", "tests")
MADE = (
    "CHANGELOG.md",  # it tells what came when
    "docs/decisions/",  # and why
    "docs/engines.md",  # it has an adapter for an engine of another hand, which plays one game
    "docs/records-of-others.md",  # it says which games of which sites are read
    "docs/evening.txt",
    "docs/planes.md",  # it is made from the games
    "zensical.toml",
    "docs/pictures/",
    "tests/corpus/",
    "tests/paint/golden/",
    "tests/plugins/published_counts.txt",
    "tests/records/of_before/",
)
OWN = (
    "plugins/{game}/",
    "tests/{game}/",
    "docs/reference/{game}.md",
    "docs/rules/{game}.md",
)
"""A game's own places."""
EXAMPLES = {
    "gipf": "the game about which the program was made, with duels and potentials",
    "zertz": "the example of the docs, and the game of GIPF's first kind of potentials",
    "tamsk": "the game in which time acts, and the game of GIPF's second kind of potentials",
    "zatre": "the game for more than two, with luck, teams and hidden hands",
}
"""Games that stand for what the program does, in docs and in tests, and why; no other may."""


@cache
def written() -> dict[str, list[str]]:
    """The lines of every file that somebody wrote and that tells of today, by its place."""
    found: dict[str, list[str]] = {}
    for folder in FOLDERS:
        for pattern in WRITTEN:
            look = (ROOT / folder).glob if folder == "." else (ROOT / folder).rglob
            for file in look(pattern):
                place = file.relative_to(ROOT).as_posix()
                if not place.startswith(MADE):
                    found[place] = file.read_text(encoding="utf-8").splitlines()
    return found


def places(game: str) -> tuple[str, ...]:
    """The game's own places, those of GIPF, whose kinds of potentials bear names of games, and the
    sheets of all rules: what is known of a game is often told beside its relatives."""
    own = (place.format(game=owner) for owner in (game, "gipf") for place in OWN)
    return (*own, "docs/reference/")


def names(game: str) -> re.Pattern[str]:
    """A pattern for the names of the game: its folder, and the ids and titles of its plugin's
    games."""
    package = sources.plugins()[game]
    brought = [kind for kind in bundled_games().values() if kind.__module__.startswith(package)]
    words = {game, *(kind.id for kind in brought), *(str(kind.title) for kind in brought)}
    either = "|".join(sorted(map(re.escape, words), key=len, reverse=True))
    return re.compile(rf"(?<![^\W_])(?:{either})(?![^\W_])", re.IGNORECASE)


def mentions(game: str) -> Iterator[str]:
    """``file:number: line`` for each line outside its own places that names *game*."""
    name, own = names(game), places(game)
    for place, lines in written().items():
        if not place.startswith(own):
            for number, line in enumerate(lines, 1):
                if name.search(line):
                    yield f"{place}:{number}: {line.strip()}"


@pytest.mark.parametrize("game", [game for game in sources.plugins() if game not in EXAMPLES])
@pytest.mark.sample(1)
def test_a_game_costs_its_folder(game: str) -> None:
    found = list(mentions(game))
    assert len(found) <= MOST, "\n".join(found)


def test_every_game_has_what_the_tests_of_all_games_look_for() -> None:
    assert find_specimens().keys() == sources.plugins().keys()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="The lines elsewhere that name a game.")
    parser.add_argument(
        "game", choices=sources.plugins(), metavar="GAME", help="a folder of plugins"
    )
    print(*mentions(parser.parse_args().game), sep="\n")
