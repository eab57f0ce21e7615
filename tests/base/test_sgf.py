"""SGF: trees of nodes from text and back, and the parts of damaged text that are read."""

from __future__ import annotations

import pytest

from gipf_meta.base.sgf import (
    DEEPEST,
    GameTree,
    SgfNode,
    looks_like_sgf,
    place_of,
    read_sgf,
    write_sgf,
)


def node(*properties: tuple[str, str]) -> SgfNode:
    return SgfNode(properties)


def test_a_game_is_nodes_with_properties() -> None:
    found = read_sgf(' (;\r\nGM[22] VV[2]\r\nP0[id "Ada"]\r\n; P-1[0 Start P0]\n)\n ')
    first = node(("GM", "22"), ("VV", "2"), ("P0", 'id "Ada"'))
    assert found.trees == (GameTree((first, node(("P-1", "0 Start P0")))),)
    assert not found.fault


def test_variations_follow_the_last_node_and_the_main_line_is_the_first() -> None:
    found = read_sgf("(;A[1];A[2](;A[3](;A[4])(;A[5]))(;A[6]))")
    assert [each.values("A") for each in found.trees[0].main_line()] == [["1"], ["2"], ["3"], ["4"]]
    assert [len(tree.variations) for tree in found.trees[0].variations] == [2, 0]


def test_nodes_behind_a_variation_are_one_more() -> None:
    assert read_sgf("(;A[1](;A[2]);A[3])").trees == read_sgf("(;A[1](;A[2])(;A[3]))").trees


def test_values_are_escaped_and_a_name_may_have_several() -> None:
    [first] = read_sgf(r"(;C[a\]b\\c\:d]AB[aa][bb])").trees[0].nodes
    assert first.properties == (("C", r"a]b\c:d"), ("AB", "aa"), ("AB", "bb"))


def test_what_is_written_is_read_again() -> None:
    line = (node(("C", "[a] \\ ;(x)\n")), node(("P0", "1 Done"), ("TM", "9")))
    tree = GameTree(line, (GameTree((node(("N", "ž")),)), GameTree((node(),))))
    assert read_sgf(write_sgf(tree)).trees == (tree,)


@pytest.mark.parametrize(
    ("text", "kept", "why"),
    [
        ("(;A[1];A[2", [["1"]], "line 1"),
        ("(;A[1]\n;A[2]", [["1"], ["2"]], "ends before its game does"),
        ("(;A[1]\n;A[2] what)", [["1"], ["2"]], "line 2: 'w' belongs to no property"),
        ("(;A[1]))(;", [["1"]], "closes what none has opened"),
        ("(A[1];A[2])", [], "before the first node"),
        ("(;[1])", [], "a value has no name"),
        ("nothing", None, "no parenthesis"),
    ],
)
def test_damaged_text_is_read_up_to_the_damage(
    text: str, kept: list[list[str]] | None, why: str
) -> None:
    found = read_sgf(text)
    assert why in found.fault
    if kept is None:
        assert not found.trees
    else:
        assert [each.values("A") for each in found.trees[0].main_line()] == kept


def test_deep_variations_are_refused_and_what_came_before_is_kept() -> None:
    found = read_sgf("(;A[1]" * (DEEPEST + 1))
    assert "inside each other" in found.fault
    assert len(list(found.trees[0].main_line())) == DEEPEST


def test_sgf_is_known_by_its_first_letters() -> None:
    assert looks_like_sgf("\ufeff (\n;GM[1]")
    assert not looks_like_sgf("(a comment) 1. Wd4")
    assert place_of("a\nb\nc", 4) == "line 3"
