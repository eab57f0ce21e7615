"""Lines of plans as they are typed, in English and in the player's language, and told."""

from __future__ import annotations

import pytest

from gipf_meta.match.match import Match
from gipf_meta.match.plans import PlanNode
from gipf_meta.narration import plan_words
from gipf_meta.narration.plan_words import (
    OFF,
    is_named,
    lines_beside,
    planned_lines,
    read_typed_line,
    what_may_come,
    with_line,
)
from gipf_meta.protocol.game import IllegalMove
from tests.small_games.finding import find

CZECH = {":if": ":když pokud", ":then": ":pak", ":anything": ":cokoli", ":won": ":vyhraju"}


def before_answer() -> Match:
    """A match of Wager in which the second player answers a claim."""
    return Match.begin(find("wager")(), 2, find, 1).play("claim", 0)


def way(typed: str) -> list[tuple[str | None, bool]]:
    """The decisions of the line that was *typed*, one after the other."""
    nodes, found = read_typed_line(typed), list[tuple[str | None, bool]]()
    while nodes:
        (node,) = nodes
        found.append((node.do, node.own))
        nodes = node.then
    return found


def test_a_line_is_read_with_and_without_its_first_word() -> None:
    expected = [("Wd4,a1", False), ("Bc2", True), (None, False), ("b2 c3", True)]
    assert way("if Wd4,a1 then Bc2 if anything then b2 c3") == expected
    assert way("Wd4,a1 THEN Bc2 If Anything then b2   c3") == expected


def test_conditions_follow_one_another_and_so_do_answers() -> None:
    assert way("challenge if won then a then b") == [
        ("challenge", False), ("won", False), ("a", True), ("b", True),
    ]  # fmt: skip


def test_a_word_is_a_condition_only_where_it_stands_alone() -> None:
    assert way("won d4 then lost") == [("won d4", False), ("lost", True)]


@pytest.mark.parametrize("typed", ["", "d4", "if d4", "d4 then", "then e5", "if then e5", "if"])
def test_what_is_no_line_is_refused_with_an_example(typed: str) -> None:
    with pytest.raises(IllegalMove, match="as in: if d4 then e5"):
        read_typed_line(typed)


def test_the_words_of_a_language_are_read_beside_the_english_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(plan_words, "_", lambda text: CZECH.get(text, text))
    assert way("kdyz d4 pak e5 pokud vyhraju then b2") == [
        ("d4", False), ("e5", True), ("won", False), ("b2", True),
    ]  # fmt: skip
    assert plan_words.shown_name(plan_words.IF) == "když"
    assert is_named("OFF", OFF)


def test_a_line_stands_beside_those_before_and_a_better_answer_takes_its_place() -> None:
    match = before_answer()
    first = with_line((), match, 0, "if allow then one")
    both = with_line(first, match, 0, "if challenge if won then one")
    assert [node.do for node in both] == ["allow", "challenge"]
    better = with_line(both, match, 0, "if allow then two")
    assert better[0].then == (PlanNode("two", own=True),)
    assert len(better) == 2


def test_nothing_is_planned_by_words_on_ones_own_turn() -> None:
    with pytest.raises(IllegalMove, match="It is your turn: play"):
        with_line((), before_answer(), 1, "if allow then one")


def test_a_plan_is_told_in_sentences_and_the_first_ones_stand_beside_the_match() -> None:
    assert planned_lines(())[0] == "You have planned nothing."
    nodes = tuple(PlanNode(f"a{n}", (PlanNode("b", own=True),)) for n in range(6))
    lines = planned_lines(nodes)
    assert lines[0] == "If a0 comes, you play b."
    assert lines_beside(()) == []
    assert lines_beside(lines) == ["", "Planned", *lines[:4], "… “plan” tells all."]


def test_who_walks_is_asked_who_decides_what() -> None:
    asked = [what_may_come(decider, "Bob") for decider in ("own", "other", "luck", "duel")]
    assert len({*asked}) == 4
    assert "Bob" in asked[1]
    assert what_may_come("nobody", "") == "The game is over there."
