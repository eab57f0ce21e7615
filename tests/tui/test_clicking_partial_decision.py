"""Clicks in any order and typed letters lead to exactly the legal moves, in every game."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gipf_meta import Choice
from gipf_meta.match.partial_decision import PartialDecision, completions
from gipf_meta.plugins.loading import Installed
from gipf_meta.protocol.options import configure
from tests.random_positions import positions
from tests.specimens import find_specimens

CHOICES = (
    Choice("Wd4,d1", ("W", "d4"), "white"),
    Choice("Gd4", ("G", "d4"), "grey"),
    Choice("Ge4", ("G", "e4"), "grey on e4"),
    Choice("pass", ("pass",), "pass"),
)


def choices_of(*paths: str) -> tuple[Choice, ...]:
    """Choices whose words are the letters of *paths*."""
    return tuple(Choice(path, tuple(path), path) for path in paths)


def clicked(choices: Sequence[Choice], words: Sequence[str]) -> PartialDecision | None:
    """The decision after clicks on *words* up to a choice; ``None`` if a click is refused."""
    decision: PartialDecision | None = PartialDecision(tuple(choices))
    for word in words:
        if decision is not None and decision.done is None:
            decision = decision.with_word(word)
    return decision


def named(choices: Sequence[Choice], words: Sequence[str]) -> str | None:
    """The notation of the choice that clicks on *words* lead to."""
    decision = clicked(choices, words)
    return decision.done.notation if decision is not None and decision.done else None


def test_words_narrow_the_choices() -> None:
    decision = PartialDecision(CHOICES)
    assert decision.words == ("W", "G", "pass", "d4", "e4")
    grey = decision.with_word("G")
    assert grey is not None
    assert (grey.words, grey.done) == (("d4", "e4"), None)
    done = grey.with_word("e4")
    assert done is not None
    assert done.done == CHOICES[2]
    assert (done.words, done.with_word("d4")) == ((), None)
    assert done.without_last().without_last() == decision


def test_a_place_may_be_clicked_before_the_marble() -> None:
    place = PartialDecision(CHOICES).with_word("d4")
    assert place is not None
    assert (place.words, place.open) == (("W", "G"), CHOICES[:2])
    assert named(CHOICES, ["d4", "W"]) == "Wd4,d1"
    assert named(CHOICES, ["e4", "G"]) == "Ge4"


def test_the_last_click_is_taken_back_first() -> None:
    decision = clicked(choices_of("abc", "dbc"), "cab"[:2])
    assert decision is not None
    assert decision.path == ("c", "a")
    assert decision.without_last().path == ("c",)
    assert decision.without_last().words == ("a", "b", "d")


def test_a_word_that_leads_nowhere_changes_nothing() -> None:
    assert PartialDecision(CHOICES).with_word("x") is None
    assert clicked(CHOICES, ["G", "W"]) is None
    assert PartialDecision().with_word("d4") is None
    assert PartialDecision().done is None
    assert PartialDecision().without_last() == PartialDecision()


def test_what_a_word_leads_to_is_known_before_it_is_clicked() -> None:
    assert PartialDecision(CHOICES).choices_with("G") == CHOICES[1:3]
    assert PartialDecision(CHOICES).choices_with("d4") == CHOICES[:2]
    assert PartialDecision(CHOICES).choices_with("x") == ()


@pytest.mark.parametrize(
    ("paths", "clicks", "expected"),
    [
        (("ab", "ba"), "ab", "ab"),
        (("ab", "ba"), "ba", "ba"),
        # where a and b are told apart by their order, the ring may come at any time
        (("abr", "bar", "abn", "ban"), "rab", "abr"),
        (("abr", "bar", "abn", "ban"), "bra", "bar"),
        (("abr", "bar", "abn", "ban"), "nba", "ban"),
        # a chain that comes twice to a place
        (("aba", "acb"), "aab", "aba"),
        (("aba", "baa"), "aba", "aba"),
        (("aba", "baa"), "baa", "baa"),
        # words that are all of one choice, and the beginning of another as it is written
        (("ab", "bac"), "bac", "bac"),
        (("ab", "bac"), "ab", "ab"),
        (("a", "mab"), "a", "a"),
        (("a", "mab"), "bam", "mab"),
    ],
)
def test_where_clicks_name_two_choices_the_written_order_decides(
    paths: tuple[str, ...], clicks: str, expected: str
) -> None:
    assert named(choices_of(*paths), clicks) == expected


def test_no_word_glows_that_leads_to_a_dead_end() -> None:
    """a-c is the beginning of no order that names one of the three."""
    decision = PartialDecision(choices_of("abc", "bca", "cab"), completes=False).with_word("a")
    assert decision is not None
    assert decision.words == ("b",)


def test_a_decision_of_which_one_continuation_is_left_is_done_but_not_before_its_first_word() -> (
    None
):
    alone = PartialDecision(choices_of("abc"))
    assert (alone.done, alone.words) == (None, ("a", "b", "c"))
    begun = alone.with_word("b")
    assert begun is not None
    assert (begun.done, begun.words, begun.unsaid) == (alone.choices[0], (), ("a", "c"))
    assert begun.without_last() == alone
    counted = PartialDecision(choices_of("aab"), completes=False).with_word("a")
    assert counted is not None
    assert (counted.done, counted.words) == (None, ("a", "b"))


@pytest.mark.parametrize(
    ("typed", "expected"),
    [("", 4), ("g", 2), ("Gd4", 1), ("gd4", 1), ("x", 0), ("  pa", 1)],
)
def test_what_is_typed_is_completed(typed: str, expected: int) -> None:
    assert len(completions(CHOICES, typed)) == expected


def test_the_exact_move_stands_first() -> None:
    choices = (Choice("a1-b2/", ("a", "b"), "drop"), Choice("a1-b2", ("a", "c"), "none"))
    assert [c.notation for c in completions(choices, "A1-B2")] == ["a1-b2", "a1-b2/"]


# ---- laws ----------------------------------------------------------------------------------------


def names_one(choices: Sequence[Choice], wanted: Choice, words: Sequence[str]) -> bool:
    """Whether *words*, those of *wanted* in some order, name no other choice on their way, and
    begin none as it is written."""
    return not any(
        other.path[: len(words)] == tuple(words)
        or sorted(other.path) == sorted(words[: len(other.path)])
        for other in choices
        if other is not wanted
    )


def check_orders(choices: Sequence[Choice], wanted: Choice) -> int:
    """Checks all orders of the words of *wanted*; how many of them name it. One that is ordered is
    named by its own alone."""
    reached = 0
    for words in sorted(set(permutations(wanted.path))):
        decision = clicked(choices, words)
        found = None if decision is None else decision.done
        if found is not None:
            assert decision is not None
            assert sorted(found.path) == sorted((*decision.path, *decision.unsaid))
        if wanted.is_ordered and words != wanted.path:
            assert found != wanted
        elif words == wanted.path or names_one(choices, wanted, words):
            assert found == wanted, (words, found)
            reached += 1
    return reached


def check_no_dead_end(decision: PartialDecision, depth: int = 4) -> None:
    """Checks that each word that glows leads on, or to a choice, as far as *depth* clicks."""
    assert bool(decision.words) == (decision.done is None)
    if decision.path and decision.completes:
        assert (decision.done is None) == (len(decision.open) > 1)
    for word in decision.words if depth else ():
        after = decision.with_word(word)
        assert after is not None
        assert after.without_last() == decision
        check_no_dead_end(after, depth - 1)


PATHS = st.lists(
    st.text("abc", min_size=1, max_size=4), min_size=1, max_size=8, unique=True
).filter(lambda all_: not any(b.startswith(a) for a in all_ for b in all_ if a != b))


@settings(max_examples=150, deadline=None, derandomize=True)
@given(PATHS)
def test_any_choices_can_be_clicked_in_any_order_that_names_one(paths: list[str]) -> None:
    choices = choices_of(*paths)
    for choice in choices:
        assert check_orders(choices, choice)
    check_no_dead_end(PartialDecision(choices))


GAMES: dict[str, tuple[str, dict[str, Any]]] = {
    **{
        name: (game, dict(options))
        for game, said in find_specimens().items()
        for name, options in (said.clicked or {game: {}}).items()
    },
    "die": ("die", {}),
    "tictactoe": ("tictactoe", {}),
    "pig": ("pig", {}),
    "my_game": ("my_game", {}),
}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.sample(4, "slow")
def test_each_order_of_clicks_leads_to_the_choice_it_names(name: str, strangers: Installed) -> None:
    rng, (plugin, told) = Random(name), GAMES[name]
    game = configure(strangers.find(plugin), told)
    found = [state for _ in range(3) for state in positions(game, rng, 80)]
    for state in rng.sample(found, min(30, len(found))):
        choices = game.view(state, None).choices
        for choice in rng.sample(choices, min(20, len(choices))):
            assert check_orders(choices, choice)
        check_no_dead_end(PartialDecision(choices), 1)
