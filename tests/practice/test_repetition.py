"""When a mistake comes back."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gipf_meta.practice.entries import LATEST_MS
from gipf_meta.practice.repetition import DAY_MS, LONGEST_DAYS, Recall, day_of_return, utc_day

NOON = 20_000 * DAY_MS + DAY_MS // 2
MINUTE_MS = 60_000
RECALLS = st.sampled_from(("missed", "hinted", "solved"))


def test_days_are_those_of_utc() -> None:
    assert [utc_day(ms) for ms in (0, DAY_MS - 1, DAY_MS, -1)] == [0, 0, 1, -1]
    assert utc_day(951_782_400_000) == 11_016  # 29 February 2000


def test_days_grow_as_they_did_when_this_was_written() -> None:
    """Another series of the package would bring mistakes back on other days."""
    answers: list[tuple[int, Recall]] = [(NOON, "missed")]
    waits = []
    for _n in range(7):
        day = day_of_return(tuple(answers))
        waits.append(day - utc_day(answers[-1][0]))
        answers.append((day * DAY_MS, "solved"))
    assert waits == [1, 2, 6, 17, 44, 102, 220]


def test_who_tries_again_and_again_on_one_day_sees_it_tomorrow() -> None:
    for last in ("missed", "hinted", "solved"):
        answers = [*((NOON + n * MINUTE_MS, "missed") for n in range(5)), (NOON + 9, last)]
        answers.sort()
        assert day_of_return(tuple(answers)) == 20_001


@given(st.lists(st.tuples(st.integers(0, LATEST_MS), RECALLS), min_size=1, max_size=8))
def test_it_always_comes_back_and_never_on_the_same_day(
    answers: list[tuple[int, Recall]],
) -> None:
    answers.sort()
    wait = day_of_return(tuple(answers)) - utc_day(answers[-1][0])
    assert 1 <= wait <= LONGEST_DAYS
