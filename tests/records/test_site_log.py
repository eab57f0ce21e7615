"""Turns taken back in a file of boardspace.net are as if nobody had ever played them."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

import pytest

from gipf_meta.base.sgf import SgfNode
from gipf_meta.records.site_log import SiteLog
from tests.tiers import soak


class Said(NamedTuple):
    """A gesture of a *side* with its *number*, or Done."""

    side: int
    number: int
    word: str


def turns(said: list[Said]) -> list[tuple[int, list[str], bool]]:
    """The turns of a log in which all this was *said*: whose, its gestures, whether it is over."""
    log = SiteLog()
    for each in said:
        log.take(SgfNode(((f"P{each.side}", f"{each.number} {each.word}"),)))
    assert not log.fault
    return [(t.side, [word for (word,) in t.gestures], t.is_over) for t in log.turns]


def played(rng: Random, first: int = 0, side: int = 0, count: int = 5) -> list[Said]:
    """Random turns, of one to three gestures and Done each, numbered from *first*."""
    said: list[Said] = []
    number = first
    for turn in range(count):
        for _gesture in range(rng.randint(1, 3)):
            said.append(Said((side + turn) % 2, number, f"g{number}x{rng.randrange(10**6)}"))
            number += 1
        said.append(Said((side + turn) % 2, number, "Done"))
        number += 1
    return said


@pytest.mark.parametrize("seed", [*range(4), *soak(*range(4, 200))])
def test_what_is_taken_back_from_any_gesture_on_was_never_done(seed: int) -> None:
    rng = Random(seed)
    said = played(rng)
    for at, gesture in enumerate(said):
        if gesture.word == "Done":
            continue
        kept, again = said[:at], Said(gesture.side, gesture.number, "other")
        assert turns([*said, again]) == turns([*kept, again])
        goes_on = [again, Said(again.side, again.number + 1, "Done")]
        goes_on += played(rng, again.number + 2, 1 - again.side, 2)
        assert turns([*said, *goes_on]) == turns([*kept, *goes_on])


def test_of_a_turn_that_is_taken_back_in_its_middle_the_beginning_stays() -> None:
    said = [Said(0, 0, "a"), Said(0, 1, "b"), Said(0, 2, "c"), Said(0, 3, "Done")]
    said += [Said(1, 4, "d"), Said(1, 5, "Done")]
    assert turns([*said, Said(0, 1, "e")]) == [(0, ["a", "e"], False)]
    assert turns([*said, Said(0, 0, "e")]) == [(0, ["e"], False)]
    assert turns([*said, Said(1, 4, "e")]) == [(0, ["a", "b", "c"], True), (1, ["e"], False)]


def test_the_turn_that_is_running_is_taken_back_by_reset_alone() -> None:
    said = [Said(0, 0, "a"), Said(0, 1, "Done"), Said(1, 2, "b"), Said(1, 3, "c")]
    assert turns([*said, Said(1, 2, "d")])[1] == (1, ["b", "c", "d"], False)
    assert turns([*said, Said(1, 4, "reset"), Said(1, 5, "d")])[1] == (1, ["d"], False)


def test_of_a_turn_that_is_taken_back_whole_nothing_is_left_neither_words_nor_its_side() -> None:
    said = [Said(0, 0, "a"), Said(0, 1, "Done"), Said(1, 2, "b"), Said(1, 3, "Done")]
    assert turns([*said, Said(0, 2, "c")]) == [(0, ["a"], True), (0, ["c"], False)]
    log = SiteLog()
    for side, number, word in said:
        log.take(SgfNode(((f"P{side}", f"{number} {word}"), ("C", f"on {word}"))))
    log.take(SgfNode((("P1", "2 c"),)))
    said_beside = [[words for _at, words in turn.comments] for turn in log.turns]
    assert said_beside == [["on a", "on Done"], []]
    assert [words for _at, _name, words in log.left] == ["on b", "on Done"]
