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

import pytest

from building import sources
from tests.compiled.build import compiled_program
from tests.lockstep import name

SEEDS = range(4)
"""The games that are played with each set of options."""
PLAY = Path(__file__).with_name("play.py")
SOURCES = [top.parent for top in sources.top_packages()]

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]


@pytest.fixture(scope="module")
def program() -> Path:
    return compiled_program()


def played(
    path: list[Path], game: str, options: list[dict[str, str]], *words: object
) -> tuple[list[str], list[str]]:
    """The compiled modules, and what was played with the modules on *path*."""
    done = subprocess.run(
        [sys.executable, str(PLAY), game, *map(str, words)],
        input=json.dumps(options),
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, path)), "PYTHONHASHSEED": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    compiled, *lines = done.stdout.splitlines()
    return compiled.split(), lines


@pytest.mark.parametrize("game", sources.plugins())
def test_compiled_rules_and_search_play_like_their_sources(program: Path, game: str) -> None:
    every = import_module(f"tests.{game}.test_against_naive").OPTIONS
    compiled, ours = played([program], game, every, *SEEDS)
    interpreted, theirs = played(SOURCES, game, every, *SEEDS)
    assert not interpreted
    modules = {Path(path).stem for path in sources.compiled_modules()}
    assert modules <= {module.rpartition(".")[2] for module in compiled}
    assert len(ours) == len(theirs) == len(every) * len(SEEDS)
    for number, (one, other) in enumerate(zip(ours, theirs, strict=True)):
        if one != other:
            options, seed = every[number // len(SEEDS)], SEEDS[number % len(SEEDS)]
            _, one_way = played([program], game, [options], seed, "--tell")
            _, other_way = played(SOURCES, game, [options], seed, "--tell")
            pairs = enumerate(zip(one_way, other_way, strict=False))
            step, (says, source) = next((n, pair) for n, pair in pairs if pair[0] != pair[1])
            pytest.fail(
                f"{name(options)}, seed {seed}, line {step}: compiled\n{says}\nsource\n{source}"
            )
