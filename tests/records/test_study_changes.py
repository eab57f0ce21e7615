"""Changes in the tree of a study are taken back, and made again."""

from __future__ import annotations

from random import Random

import pytest

from gipf_meta.records import tree
from gipf_meta.records.study import Study
from gipf_meta.records.study_changes import StudyChange, StudyChanges
from gipf_meta.records.tree import NoSuchTurn
from tests.records.test_study import INSTALLED, names, new_study, play, random_study
from tests.tiers import soak


def deleted(study: Study, node: tree.TreeNode, number: int = 1) -> tuple[Study, StudyChange]:
    """The study without the turn at *node*, and that change."""
    after = study.delete(node, INSTALLED.find)
    return after, StudyChange("deleted", node, study, after, number)


@pytest.mark.needs("gipf")
@pytest.mark.parametrize("seed", [0, *soak(*range(1, 50))])
@pytest.mark.parametrize("game", ["gipf", "zatre"])
def test_a_change_taken_back_is_none_and_made_again_is_the_same(game: str, seed: int) -> None:
    study, rng = random_study(game, seed), Random(seed)
    now, changes = study, StudyChanges()
    for number in range(1, 4):
        every = [*tree.nodes(now.turns)]
        if every:
            now, change = deleted(now, rng.choice(every), number)
            changes = changes.add(change)
    last = now
    count = len(changes.made)
    for number in range(count):
        now, changes = changes.take_back(now, INSTALLED.find, 10 + number)
    assert now == study
    for number in range(count):
        now, changes = changes.make_again(now, INSTALLED.find, 20 + number)
    assert now == last


@pytest.mark.needs("zertz")
def test_later_turns_stay_and_so_does_the_cursor_in_them() -> None:
    study = play(new_study("zertz"), "Wd4,d1", "Bd7,a4", "Gc5,g1")
    now, change = deleted(study, (1,))
    changes = StudyChanges().add(change)
    now = play(now, "Wd5,a1")
    now, changes = changes.take_back(now, INSTALLED.find, 2)
    assert names(now) == ["1 Wd4,d1", "2 Bd7,a4", "2.1.1 Wd5,a1", "3 Gc5,g1"]
    assert tree.name_of(now.node) == "2.1.1"
    now, changes = changes.make_again(now, INSTALLED.find, 3)
    assert names(now) == ["1 Wd4,d1", "2 Wd5,a1"]
    assert tree.name_of(now.node) == "2"


@pytest.mark.needs("zertz")
def test_a_turn_is_found_by_the_name_that_it_had() -> None:
    study = play(new_study("zertz"), "Wd4,d1", "Bd7,a4", "Gc5,g1").step((0,))
    study = play(study, "Wd5,a1")
    now, change = deleted(study, (1,), 5)
    changes = StudyChanges().add(change)
    assert changes.node_now((1, 0, 0), 4, now.turns) == (1,), "it has taken that place"
    assert changes.node_now((1,), 5, now.turns) == (1,)
    assert changes.node_now((1,), None, now.turns) == (1,)
    with pytest.raises(NoSuchTurn, match="Turn 3 was deleted in the meantime"):
        changes.node_now((2,), 4, now.turns)


@pytest.mark.needs("zertz")
def test_a_change_counts_from_the_moment_at_which_it_was_taken_back_or_made_again() -> None:
    study = play(new_study("zertz"), "Wd4,d1", "Bd7,a4", "Gc5,g1").step((0,))
    study = play(study, "Wd5,a1")  # 2.1.1, and 2 when the other is deleted
    now, change = deleted(study, (1,), 5)
    now, changes = StudyChanges().add(change).take_back(now, INSTALLED.find, 6)
    assert changes.node_now((1,), 5, now.turns) == (1, 0, 0), "seen before it was taken back"
    assert changes.node_now((1, 0, 0), 6, now.turns) == (1, 0, 0)
    now, changes = changes.make_again(now, INSTALLED.find, 7)
    assert changes.node_now((1, 0, 0), 6, now.turns) == (1,), "seen before it was made again"
    assert changes.node_now((1,), 7, now.turns) == (1,)
    with pytest.raises(NoSuchTurn, match="Turn 2 was deleted"):
        changes.node_now((1,), 6, now.turns)


@pytest.mark.needs("zertz")
@pytest.mark.parametrize("seed", [0, *soak(*range(1, 50))])
def test_whatever_somebody_has_seen_of_a_study_leads_to_the_same_line_or_is_gone(seed: int) -> None:
    """However it was changed since, at any moment, and taken back and made again."""
    now, rng = random_study("zertz", seed), Random(seed)
    changes, seen = StudyChanges(), [now.turns]
    for number in range(1, 12):
        every = [node for node in tree.nodes(now.turns) if len(node) > 1]
        if changes.made and rng.random() < 0.4:
            now, changes = changes.take_back(now, INSTALLED.find, number)
        elif changes.taken_back and rng.random() < 0.6:
            now, changes = changes.make_again(now, INSTALLED.find, number)
        elif every and rng.random() < 0.6:
            node = rng.choice(every)
            after = now.promote(node, INSTALLED.find)
            changes = changes.add(StudyChange("promoted", node, now, after, number))
            now = after
        elif later := [*tree.nodes(now.turns)][1:]:
            now, change = deleted(now, rng.choice(later), number)
            changes = changes.add(change)
        seen.append(now.turns)
    for moment, turns in enumerate(seen):
        for node in tree.nodes(turns):
            line = tree.line_to(turns, node)
            try:
                found = changes.node_now(node, moment, now.turns)
            except NoSuchTurn:
                assert tree.find_line(now.turns, line) is None
            else:
                assert tree.line_to(now.turns, found) == line
