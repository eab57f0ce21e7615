"""Lines of a pipe are answered as they were."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain

import pytest

from tests.specimens import find_specimens
from tests.tiers import slow, soak
from tests.transcripts.kept import difference, read_kept
from tests.transcripts.scripts import Script

ROUNDS = 2
"""The number of scripts that slow tests play with each set of options of a game."""

kept = cache(read_kept)


def parts() -> Iterator[object]:
    """Each game with the numbers of its transcripts: one, some, and all others."""
    for game, said in find_specimens().items():
        variants = len(said.transcripts)
        some, every = ROUNDS * variants, len(kept(game))
        yield pytest.param(game, [variants // 2], id=game)
        yield from slow(pytest.param(game, range(some), id=game))
        yield from soak(pytest.param(game, range(some, every), id=game))


@pytest.mark.parametrize(("game", "numbers"), [*parts()])
@pytest.mark.needs
@pytest.mark.timeout(900)
@pytest.mark.sample(4, "slow")
def test_a_pipe_is_answered_as_it_was(game: str, numbers: Sequence[int]) -> None:
    for script, said in map(kept(game).__getitem__, numbers):
        assert difference(script, said) == "", script.arguments


def test_another_answer_is_found() -> None:
    script, said = kept("zertz")[0]
    other = Script(script.arguments, script.lines[:-1])
    assert "+The input ended in the middle of the game" in difference(other, said)


@pytest.mark.needs
def test_transcripts_have_duels_time_bots_and_much_that_is_refused() -> None:
    every = list(chain.from_iterable(map(kept, find_specimens())))
    everything = "".join(said for _script, said in every)
    assert len(every) >= 500
    for words in (
        "A duel decides", "Taken back.", "Paused: no time passes.", " resigned.",
        "is no move of", "Possible:", "Oskar", "Kept as match", "[0]", "[2]",
    ):  # fmt: skip
        assert words in everything, words
