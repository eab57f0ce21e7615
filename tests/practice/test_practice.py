"""All that follows from the entries of a person's practice."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gipf_meta.practice.entries import ENTRY, Dropped, Entry, Missed, Reviewed, Tried
from gipf_meta.practice.glicko import Rating
from gipf_meta.practice.keeping import MOST_ENTRIES, MemoryKeeper, NotKept
from gipf_meta.practice.practice import GrowingPractice, Practice, RatedPuzzle
from gipf_meta.practice.repetition import DAY_MS

NOON = 20_000 * DAY_MS + DAY_MS // 2
PUZZLES = {
    **{f"zertz-{n}": RatedPuzzle(1500, 60, "zertz") for n in range(1, 9)},
    **{f"yinsh-{n}": RatedPuzzle(1700, 60, "yinsh") for n in range(1, 9)},
}


def solved(puzzle: str, at_ms: int = NOON, wrong: int = 0, hints: int = 0) -> Tried:
    return Tried(at_ms=at_ms, puzzle=puzzle, wrong=wrong, hints=hints)


def missed(number: int = 1, at_ms: int = NOON, position: str = "one") -> Missed:
    return Missed(
        at_ms=at_ms, number=number, game="zertz", position=position, asked="b2", played="a1"
    )


def practice(*entries: Entry) -> Practice:
    return Practice.of(entries, PUZZLES)


# ---- ratings -------------------------------------------------------------------------------------


def test_nobody_knows_at_first() -> None:
    nothing = practice()
    assert nothing.rating == nothing.rating_in("zertz") == Rating(1500, 350, 0.06)
    assert nothing.streak(NOON) == 0
    assert nothing.week(NOON) == (0,) * 7
    assert nothing.next_number == 1


def test_each_game_has_a_rating_and_all_have_one() -> None:
    after = practice(solved("zertz-1"), solved("yinsh-1", NOON + 1, wrong=1))
    assert after.ratings["zertz"].value > 1500 > after.ratings["yinsh"].value
    assert after.rating not in after.ratings.values()
    assert after.rating_in("tamsk") == after.rating
    assert [point.puzzle for point in after.curves[""]] == ["zertz-1", "yinsh-1"]
    assert [point.change > 0 for point in after.curves[""]] == [True, False]


def test_only_the_first_try_of_a_puzzle_counts() -> None:
    once = practice(solved("zertz-1", wrong=1))
    twice = practice(solved("zertz-1", wrong=1), solved("zertz-1", NOON + 1))
    assert twice.rating == once.rating
    assert once.solved == frozenset()
    assert twice.solved == twice.tried == {"zertz-1"}


@pytest.mark.parametrize("more", [{"wrong": 1}, {"hints": 1}])
def test_who_needs_help_has_not_solved_it(more: dict[str, int]) -> None:
    after = practice(solved("zertz-1", **more))
    assert not after.solved
    assert after.tried == {"zertz-1"}
    assert after.rating.value < 1500
    assert after.streak(NOON) == 0


def test_a_puzzle_that_is_gone_counts_for_the_days_alone() -> None:
    after = practice(solved("zertz-999"))
    assert after.rating == Rating()
    assert after.solved == {"zertz-999"}
    assert after.streak(NOON) == 1


def test_who_stays_away_is_rated_less_surely() -> None:
    tries = [solved(f"zertz-{n}", NOON + n) for n in range(1, 8)]
    soon = practice(*tries, solved("zertz-8", NOON + 8)).rating
    late = practice(*tries, solved("zertz-8", NOON + 300 * DAY_MS)).rating
    assert late.deviation > soon.deviation
    assert late.value > soon.value  # so one result moves it further


# ---- days ----------------------------------------------------------------------------------------


def test_days_in_a_row_are_those_of_utc() -> None:
    midnight = NOON + DAY_MS // 2
    after = practice(solved("zertz-1", midnight - 1), solved("zertz-2", midnight))
    assert after.streak(midnight) == 2
    assert after.week(midnight) == (0, 0, 0, 0, 0, 1, 1)


def test_today_is_not_needed_yet_and_yesterday_is() -> None:
    after = practice(solved("zertz-1"))
    assert [after.streak(NOON + n * DAY_MS) for n in range(3)] == [1, 1, 0]


def test_a_day_without_a_solution_breaks_the_row() -> None:
    days = (0, 1, 3, 4, 5)
    after = practice(*(solved(f"zertz-{n + 1}", NOON + n * DAY_MS) for n in days))
    assert after.streak(NOON + 5 * DAY_MS) == 3
    assert after.week(NOON + 5 * DAY_MS) == (0, 1, 1, 0, 1, 1, 1)


def test_a_clock_that_was_set_back_harms_nothing() -> None:
    after = practice(solved("zertz-1", NOON + DAY_MS), solved("zertz-2", NOON))
    assert after.streak(NOON) == 1
    assert after.streak(NOON + DAY_MS) == 2


def test_the_puzzle_of_the_day_counts_by_its_first_try() -> None:
    daily = solved("zertz-1", wrong=1).model_copy(update={"is_daily": True})
    after = practice(daily, daily.model_copy(update={"wrong": 0, "at_ms": NOON + 1}))
    assert after.daily == {20_000: False}


# ---- mistakes ------------------------------------------------------------------------------------


def test_a_mistake_comes_back_on_the_next_day() -> None:
    after = practice(missed())
    assert after.mistakes_due(NOON) == []
    (mistake,) = after.mistakes_due(NOON + DAY_MS // 2)
    assert (mistake.id, mistake.last, mistake.last_ms) == ("own-1", "missed", NOON)


def test_a_mistake_that_was_solved_comes_back_later_and_later() -> None:
    entries: list[Entry] = [missed()]
    waits = []
    for _n in range(6):
        day = practice(*entries).mistakes[1].due_day
        waits.append(day - entries[-1].at_ms // DAY_MS)
        entries.append(solved("own-1", day * DAY_MS))
    assert waits == sorted(waits)
    assert waits[0] == 1
    assert 30 < waits[-1] <= 365
    assert practice(*entries).rating == Rating()
    again = practice(*entries, solved("own-1", entries[-1].at_ms + DAY_MS, wrong=2))
    assert again.mistakes[1].due_day - entries[-1].at_ms // DAY_MS < 1 + waits[-1]


def test_hints_bring_a_mistake_back_sooner() -> None:
    later = NOON + DAY_MS
    dues = [
        practice(missed(), solved("own-1", later), solved("own-1", later + 9 * DAY_MS, **more))
        .mistakes[1]
        .due_day
        for more in ({"wrong": 1}, {"hints": 1}, {})
    ]
    assert dues[0] < dues[1] < dues[2]


def test_the_same_mistake_twice_is_one() -> None:
    after = practice(missed(1), missed(2, NOON + DAY_MS))
    assert [*after.mistakes] == [1]
    assert len(after.mistakes[1].answers) == 2
    assert after.find_mistake(missed(7)) == after.mistakes[1]
    assert after.find_mistake(missed(7, position="two")) is None


def test_two_mistakes_of_one_number_are_two() -> None:
    after = practice(missed(1), missed(1, NOON + 1, position="two"))
    assert {number: each.missed.position for number, each in after.mistakes.items()} == {
        1: "one",
        2: "two",
    }
    assert after.next_number == 3


def test_a_mistake_that_was_dropped_stays_away_and_its_number_with_it() -> None:
    dropped = Dropped(at_ms=NOON + 1, number=1)
    after = practice(missed(), dropped, solved("own-1", NOON + 2))
    assert after.mistakes == {}
    assert after.next_number == 2
    again = practice(missed(), dropped, missed(2, NOON + 3))
    assert [*again.mistakes] == [2]


def begun(puzzle: str, at_ms: int, wrong: int = 1) -> Tried:
    return Tried(at_ms=at_ms, puzzle=puzzle, wrong=wrong, ended=False)


def test_a_wrong_turn_counts_once_whether_the_mistake_is_mended_then_or_later() -> None:
    ended = practice(missed(), begun("own-1", NOON + 1), solved("own-1", NOON + 2, wrong=3))
    assert [answer for _at, answer in ended.mistakes[1].answers] == ["missed", "missed"]
    left = practice(missed(), begun("own-1", NOON + 1), solved("own-1", NOON + 2))
    assert [answer for _at, answer in left.mistakes[1].answers] == ["missed", "missed", "solved"]


def test_a_puzzle_that_was_left_was_tried() -> None:
    again = practice(begun("zertz-1", NOON), solved("zertz-1", NOON + 1))
    assert again.rating == practice(solved("zertz-1", wrong=1)).rating
    assert again.solved == {"zertz-1"}


def test_a_try_of_a_mistake_that_is_none_counts_for_the_day() -> None:
    after = practice(solved("own-7"), solved("own-x"), Dropped(at_ms=NOON, number=9))
    assert after.mistakes == {}
    assert after.week(NOON)[-1] == 2


# ---- order ---------------------------------------------------------------------------------------


def test_a_later_review_replaces_an_earlier_one() -> None:
    def review(match: str, at_ms: int, percent: float) -> Reviewed:
        return Reviewed(
            at_ms=at_ms, match=match, game="zertz", turns=(1, 1, 1), accuracy=(percent,) * 3
        )

    after = practice(review("1", 1, 50), review("2", 2, 60), review("1", 3, 70))
    assert [(each.match, each.accuracy[0]) for each in after.reviews] == [("2", 60), ("1", 70)]


MOMENTS = st.integers(0, 4).map(lambda n: NOON + n * DAY_MS // 2)
ENTRIES = st.lists(
    st.one_of(
        st.builds(
            solved,
            st.sampled_from([*PUZZLES, "own-1", "own-2"]),
            MOMENTS,
            wrong=st.integers(0, 1),
            hints=st.integers(0, 1),
        ),
        st.builds(missed, st.integers(1, 3), MOMENTS, st.sampled_from(["one", "two"])),
        st.builds(Dropped, at_ms=MOMENTS, number=st.integers(1, 3)),
    ),
    max_size=12,
)


@given(ENTRIES, st.integers(0, 99))
def test_the_order_of_entries_changes_nothing(entries: list[Entry], seed: int) -> None:
    others = [*entries, *entries[:2]]
    random.Random(seed).shuffle(others)
    assert practice(*others) == practice(*entries)


@given(ENTRIES, st.integers(0, 99))
def test_what_grows_is_the_same_as_what_is_counted_anew(entries: list[Entry], seed: int) -> None:
    """Entries come by their times mostly, but for clocks that were set back."""
    growing, rng, there = GrowingPractice(), random.Random(seed), list[Entry]()
    for entry in sorted(entries, key=lambda each: each.at_ms + rng.choice((0, 0, DAY_MS))):
        there.append(entry)
        before = growing.of(there[:-1], PUZZLES)
        kept = repr(before)
        assert growing.of(there, PUZZLES) == practice(*there)
        assert repr(before) == kept  # what was told stays as it was
    assert growing.of(there[:2], PUZZLES) == practice(*there[:2])
    assert growing.of(there, {}) == Practice.of(there, {})


@given(ENTRIES)
def test_entries_are_read_as_they_were_written(entries: list[Entry]) -> None:
    written = [ENTRY.dump_json(each) for each in entries]
    assert [ENTRY.validate_json(each) for each in written] == entries


def test_a_keeper_has_an_end() -> None:
    keeper = MemoryKeeper([solved("zertz-1")] * (MOST_ENTRIES - 1))
    keeper.add(solved("zertz-2"))
    with pytest.raises(NotKept, match="there are 20000 entries, the most"):
        keeper.add(solved("zertz-3"))
    assert len(keeper.entries()) == MOST_ENTRIES
