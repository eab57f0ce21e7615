"""The compiled modules against their own sources: the same games, step by step.

mypyc once compiled ``1 << n`` into a shift of 32 bits, silently; so every rule is played both ways.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import TypeAlias

import pytest

from building import sources
from tests.compiled.build import compiled_program
from tests.lockstep import name
from tests.tiers import slow, soak

SEEDS = range(4)
"""Seeds, which decide the positions that are compared, and how. Every third set of options is
played with one of them, in ``make soak`` each with all."""
STEP = 3
PLAY = Path(__file__).with_name("play.py")
SOURCES = [top.parent for top in sources.top_packages()]

pytestmark = pytest.mark.timeout(900)

RandomGame: TypeAlias = tuple[dict[str, str], int]
"""Options, and a seed."""


@pytest.fixture(scope="module")
def program() -> Path:
    return compiled_program()


def played(
    path: list[Path], game: str, games: list[RandomGame], *words: str
) -> tuple[list[str], list[str]]:
    """The compiled modules, and what was played with the modules on *path*."""
    done = subprocess.run(
        [sys.executable, str(PLAY), game, *words],
        input=json.dumps(games),
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, path)), "PYTHONHASHSEED": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    compiled, *lines = done.stdout.splitlines()
    return compiled.split(), lines


@pytest.mark.parametrize(
    "all_seeds",
    [*slow(pytest.param(False, id="one seed")), *soak(pytest.param(True, id="all seeds"))],
)
@pytest.mark.parametrize("game", sources.plugins())
def test_compiled_rules_and_search_play_like_their_sources(
    program: Path, game: str, all_seeds: bool
) -> None:
    every = import_module(f"tests.{game}.test_against_naive").OPTIONS
    games = [
        (options, seed)
        for number, options in enumerate(every)
        if all_seeds or number % STEP == 0
        for seed in (SEEDS if all_seeds else [SEEDS[number // STEP % len(SEEDS)]])
    ]
    compiled, ours = played([program], game, games)
    interpreted, theirs = played(SOURCES, game, games)
    assert not interpreted
    modules = {Path(path).stem for path in sources.compiled_modules()}
    assert modules <= {module.rpartition(".")[2] for module in compiled}
    assert len(ours) == len(theirs) == len(games)
    for (options, seed), one, other in zip(games, ours, theirs, strict=True):
        if one != other:
            _, one_way = played([program], game, [(options, seed)], "--tell")
            _, other_way = played(SOURCES, game, [(options, seed)], "--tell")
            pairs = enumerate(zip(one_way, other_way, strict=False))
            step, (says, source) = next((n, pair) for n, pair in pairs if pair[0] != pair[1])
            pytest.fail(
                f"{name(options)}, seed {seed}, line {step}: compiled\n{says}\nsource\n{source}"
            )
