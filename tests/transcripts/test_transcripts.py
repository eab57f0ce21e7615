"""Lines of a pipe are answered as they were."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import pytest

from tests.tiers import slow, soak
from tests.transcripts.kept import difference, read_kept
from tests.transcripts.scripts import MATCHES, Script

BLOCK = 4 * len(MATCHES)

kept = cache(read_kept)


@pytest.mark.parametrize(
    "numbers",
    [
        [0, 4, 7, 9, 10, 11, 13],  # one of each game
        *slow(range(BLOCK)),
        *soak(*(range(first, min(first + BLOCK, 500)) for first in range(BLOCK, 500, BLOCK))),
    ],
    ids=str,
)
@pytest.mark.needs("zertz", "gipf", "tamsk", "zatre", "dvonn", "yinsh", "punct")
def test_a_pipe_is_answered_as_it_was(numbers: Iterable[int]) -> None:
    for script, said in map(kept().__getitem__, numbers):
        assert difference(script, said) == "", script.arguments


def test_another_answer_is_found() -> None:
    script, said = kept()[0]
    other = Script(script.arguments, script.lines[:-1])
    assert "+The input ended in the middle of the game" in difference(other, said)


def test_transcripts_have_duels_time_bots_and_much_that_is_refused() -> None:
    everything = "".join(said for _script, said in kept())
    assert len(kept()) == 500
    for words in (
        "A duel decides", "Taken back.", "Paused: no time passes.", "won (resignation)",
        "is no move of", "Possible:", "easy as", "Kept as match", "[0]", "[2]",
    ):  # fmt: skip
        assert words in everything, words
