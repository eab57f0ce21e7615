"""Trees of turns that are as deep as one likes, for tests of what keeps and reads them."""

from __future__ import annotations

from functools import cache
from random import Random

from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.records.known_lines import KnownLines
from gipf_meta.records.models import Record
from gipf_meta.records.study import Study
from gipf_meta.records.text_formats import FoundGame, read_games

DEPTHS = (1, 31, 32, 33, 100, 250)
"""Up to 31 variations inside each other are read by every version."""
INSTALLED = installed_plugins()


def sheet(depth: int) -> str:
    """A note sheet with so many variations inside each other."""
    others = "".join(f"(1. {'GBW'[n % 3]}d4,{'bcdefga'[n % 7]}1 " for n in range(depth))
    return f'[Game "zertz"]\n1. Wd4,a1 {others}{")" * depth}\n2. Wd3,b1\n'


@cache
def read_sheet(depth: int) -> Record:
    """The record of that sheet."""
    found = next(iter(read_games(sheet(depth), INSTALLED.all_readers(), INSTALLED.find)))
    assert isinstance(found, FoundGame)
    assert not found.cut
    return found.record


@cache
def walked_study(rounds: int) -> Study:
    """A study in which a person has so often played a move, gone back and played another one."""
    study = Study.begin(INSTALLED.find("gipf")(variant="basic"), 2, INSTALLED.find)
    match = study.match(INSTALLED.find).resolve()
    rng = Random(1)
    for _round in range(rounds):
        now = match.top.status
        for move in rng.sample([*match.top.game.turn_moves(match.top.state, now.seat)], 2):
            study = study.add(match.play_move(now.seat, move))
        match = study.match(INSTALLED.find, KnownLines.of(match)).resolve()
    return study
