"""The same seed plays the same match everywhere; ``python -m tests.same_everywhere`` compares more.

Short pieces of play have known hashes: whoever changes what bots decide learns that he does, and
prints new ones by ``python -m tests.equal.test_matches``, for ``tests/GAME/specimens.py``.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256

import pytest

from building.tab import BuildError, build_tab
from gipf_meta.plugins.loading import Finder
from tests.compiled.build import compiled_program
from tests.equal.play import Task, find_games, play
from tests.same_everywhere import (
    KNOWN,
    MAIN,
    SOURCES,
    Variant,
    Way,
    compare,
    compiled,
    describe,
    find_difference,
    in_pyodide,
)
from tests.tiers import slow, soak

MOST = 12
"""The decisions of a beginning."""
MOST_IN_A_TAB = 3
"""Everything takes ten times as long there."""


def pieces(variant: Variant, most: int = MOST) -> Iterator[Task]:
    """The beginning of a match, and a decision with all that a short search finds."""
    yield Task(*variant, "easy", 7, most=most)
    yield Task(*variant, "beginner", 7, positions=1)


def fingerprint(variant: Variant, finder: Finder) -> str:
    """A hash of the decisions of the ``pieces``, not of options or of how records are laid out."""
    match, decision = ("\n".join(play(task, finder)) for task in pieces(variant))
    turns = json.dumps(json.loads(match)["turns"])
    return sha256(f"{turns}\n{decision}".encode()).hexdigest()[:16]


@pytest.mark.parametrize(("variant", "known"), KNOWN, ids=map(describe, MAIN))
@pytest.mark.sample(4, "slow")
def test_bots_decide_as_they_did(variant: Variant, known: str) -> None:
    assert fingerprint(variant, find_games()) == known


def sample(variants: Iterable[Variant], bot: str, most: int) -> list[Task]:
    """Some of what is compared: the ``pieces``, and whole matches of weak bots."""
    found = [task for variant in variants for task in pieces(variant, most)]
    return found + [Task(*variant, bot, 3) for variant in variants]


def first_of_each_game() -> list[Variant]:
    """One variant of each game."""
    return [*{variant.game: variant for variant in reversed(MAIN)}.values()]


def assert_alike(
    other: Way, bot: str, variants: Sequence[Variant] = MAIN, most: int = MOST
) -> None:
    found = compare([SOURCES, other], sample(variants, bot, most))
    wrong = [task for task, is_alike in zip(found.tasks, found.alike, strict=True) if not is_alike]
    assert not wrong, find_difference([SOURCES, other], wrong[0])


BOTS = pytest.mark.parametrize("bot", [*slow("random"), *soak("beginner")])


@BOTS
@pytest.mark.timeout(900)
def test_compiled_bots_play_the_same_matches(bot: str) -> None:
    assert_alike(compiled(compiled_program()), bot)


@pytest.mark.parametrize("every", [*slow(5), *soak(1)])
@pytest.mark.timeout(900)
def test_bots_in_a_tab_play_the_same_matches(every: int) -> None:
    assert_alike_in_a_tab("random", first_of_each_game()[every - 1 :: every])


@pytest.mark.soak
@pytest.mark.timeout(900)
def test_bots_that_search_play_the_same_matches_in_a_tab() -> None:
    assert_alike_in_a_tab("beginner", first_of_each_game())


def assert_alike_in_a_tab(bot: str, variants: Sequence[Variant]) -> None:
    if shutil.which("node") is None or shutil.which("npm") is None:
        pytest.skip("Install Node.js and npm to play as in a tab.")
    try:
        tab = build_tab()
    except BuildError as error:
        pytest.fail(str(error))
    assert_alike(in_pyodide(tab), bot, variants, MOST_IN_A_TAB)


if __name__ == "__main__":
    for each in MAIN:
        print(f"{describe(each)}: {fingerprint(each, find_games())}")
