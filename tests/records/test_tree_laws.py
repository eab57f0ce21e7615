"""A change of a tree changes what it says, and loses nothing else: laws on trees made at random."""

from __future__ import annotations

from random import Random

import pytest

from gipf_meta.records import tree
from gipf_meta.records.models import Decision, PlayedTurn
from gipf_meta.records.tree import IsMainLine, TreeNode, Turns
from tests.tiers import soak

Line = tuple[str, ...]


def turn(text: str) -> PlayedTurn:
    return PlayedTurn(number=1, text=text, decisions=(Decision(by=0, move=text),))


def random_tree(rng: Random, turns: int) -> Turns:
    """A tree of so many turns, each added behind another one or beside it."""
    known: Turns = ()
    for number in range(turns):
        node = rng.choice([tree.ROOT, *tree.nodes(known)])
        known, _node = tree.add_line(known, (*tree.line_to(known, node), turn(f"t{number}")))
    return known


def lines(turns: Turns) -> set[Line]:
    """The line to each node, by its texts."""
    return {line(turns, node) for node in tree.nodes(turns)}


def line(turns: Turns, node: TreeNode) -> Line:
    return tuple(each.text for each in tree.line_to(turns, node))


SEEDS = [*range(6), *soak(*range(6, 300))]


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_deleted_is_a_turn_with_what_follows_and_nothing_else(seed: int) -> None:
    turns = random_tree(Random(seed), 24)
    for node in tree.nodes(turns):
        gone = line(turns, node)
        left = {each for each in lines(turns) if each[: len(gone)] != gone}
        assert lines(tree.delete(turns, node)) == left


@pytest.mark.parametrize("seed", SEEDS)
def test_by_a_promotion_nothing_is_gone_and_the_line_is_one_step_nearer(seed: int) -> None:
    turns = random_tree(Random(seed), 24)
    for node in tree.nodes(turns):
        try:
            after = tree.promote(turns, node)
        except IsMainLine:
            assert len(node) == 1
            continue
        assert lines(after) == lines(turns)
        found = tree.find_line(after, tree.line_to(turns, node))
        assert found is not None
        assert len(found) == len(node) - 2


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_written_beside_a_turn_stands_there_alone(seed: int) -> None:
    turns = random_tree(Random(seed), 12)
    for node in tree.nodes(turns):
        after = tree.write_beside(turns, node, comment="there")
        noted = [each for each in tree.nodes(after) if tree.turn_at(after, each).comment]
        assert noted == [node]
        assert lines(after) == lines(turns)


def test_the_others_beside_a_line_that_moves_up_stay_beside_it() -> None:
    turns: Turns = ()
    for text in ("main", "first", "second", "third"):
        turns, _node = tree.add_line(turns, (turn(text),))
    turns, _node = tree.add_line(turns, (turn("first"), turn("follows")))
    after = tree.delete(turns, (0,))
    assert lines(after) == {("first",), ("first", "follows"), ("second",), ("third",)}
    assert [each.text for each in after] == ["first", "follows"]
