"""A tree of turns, which a record holds: its turns are the main line, and variations hang on the
turn instead of which they begin. Pure: every change is a new tree. Trees are as deep as people make
them, so nothing here recurses."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, TypeAlias

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.numbers import read_whole
from gipf_meta.base.texts import _
from gipf_meta.records.models import (
    MOST_DECISIONS,
    Decision,
    PlayedTurn,
    with_variations,
    without_variations,
)

Turns: TypeAlias = tuple[PlayedTurn, ...]
TreeNode: TypeAlias = tuple[int, ...]
"""The place of a turn in a tree: its index in the main line; or the index of the turn instead of
which a variation begins, the index of the variation, the index in that one; and so on. ``ROOT`` is
the place before the first turn."""
ROOT: Final[TreeNode] = ()


class NoSuchTurn(GipfMetaError, LookupError):
    """The tree has no such turn; one sentence."""


class IsMainLine(GipfMetaError, ValueError):
    """The turn is in the main line already, so it cannot be promoted; one sentence."""


# ---- names of nodes -----------------------------------------------------------------------------


def name_of(node: TreeNode) -> str:
    """The *node* as people name it, counted from 1: ``12``, or ``12.1.3``; inverse of ``named``."""
    return ".".join(str(index + 1) for index in node)


def named(name: str) -> TreeNode:
    """The node of that *name*; ``""``: the root. Raises ``NoSuchTurn`` for what names none."""
    if not name:
        return ROOT
    numbers = [read_whole(part, 1, MOST_DECISIONS) for part in name.split(".")]
    if len(numbers) % 2 == 0 or None in numbers:
        raise NoSuchTurn(
            _("{name} names no turn: say 12, or 12.1.3 for the third of its first variation.")
            .format(name=name)
        )  # fmt: skip
    return tuple(number - 1 for number in numbers if number is not None)


# ---- looking ------------------------------------------------------------------------------------


def turn_at(turns: Turns, node: TreeNode) -> PlayedTurn:
    """The turn at *node*. Raises ``NoSuchTurn``, also for the root."""
    if not node:
        raise NoSuchTurn(_("This is the beginning: no turn stands here."))
    try:
        for index, variation in zip(node[:-1:2], node[1::2], strict=True):
            turns = turns[index].variations[variation]
        return turns[node[-1]]
    except IndexError:
        raise NoSuchTurn(_("There is no turn {name} here.").format(name=name_of(node))) from None


def require_node(turns: Turns, node: TreeNode) -> None:
    """Raises ``NoSuchTurn`` unless the tree has *node*; every tree has a root."""
    if node:
        turn_at(turns, node)


def line_to(turns: Turns, node: TreeNode) -> Turns:
    """The turns from the first one to that at *node*, without comments, signs and variations."""
    return tuple(map(bare, whole_line_to(turns, node)))


def whole_line_to(turns: Turns, node: TreeNode) -> Turns:
    """The turns from the first one to that at *node*, with comments, signs and variations."""
    require_node(turns, node)
    if not node:
        return ()
    line: list[PlayedTurn] = []
    for index, variation in zip(node[:-1:2], node[1::2], strict=True):
        line += turns[:index]
        turns = turns[index].variations[variation]
    return (*line, *turns[: node[-1] + 1])


def have_same_line(one: Turns, other: Turns, node: TreeNode) -> bool:
    """Whether both trees have *node*, and the same decisions on the line to it."""
    try:
        lines = whole_line_to(one, node), whole_line_to(other, node)
    except NoSuchTurn:
        return False
    return all(a is b or say_the_same(a, b) for a, b in zip(*lines, strict=True))


def bare(turn: PlayedTurn) -> PlayedTurn:
    """*turn* without its comment, signs and variations."""
    if not (turn.comment or turn.signs or turn.variations):
        return turn
    return turn.model_copy(update={"comment": "", "signs": "", "variations": ()})


def before(node: TreeNode) -> TreeNode:
    """The node from which *node* follows; that of the root is the root."""
    while node and not node[-1]:  # a variation follows the same node as the turn it varies
        node = node[:-2]
    return (*node[:-1], node[-1] - 1) if node else ROOT


def following(turns: Turns, node: TreeNode) -> list[TreeNode]:
    """The nodes that follow *node*: first that of its own line, then the variations."""
    *line, index = node or (-1,)
    first = (*line, index + 1)
    try:
        turn_at(turns, first)
    except NoSuchTurn:
        return []
    return [*_instead(turns, first)]


def _instead(turns: Turns, node: TreeNode) -> Iterator[TreeNode]:
    """*node*, and the first ones of all variations that begin instead of it."""
    waiting = [(node, turn_at(turns, node))]
    while waiting:
        node, turn = waiting.pop()
        yield node
        for variation, line in reversed([*enumerate(turn.variations)]):
            if line:
                waiting.append(((*node, variation, 0), line[0]))


def length_to(node: TreeNode) -> int:
    """The number of turns on the line to *node*."""
    return sum(node[::2]) + 1 if node else 0


def end_of_line(turns: Turns, node: TreeNode) -> TreeNode:
    """The last node of the line in which *node* stands."""
    line = node[:-1]
    for index, variation in zip(line[::2], line[1::2], strict=True):
        turns = turns[index].variations[variation]
    return (*line, len(turns) - 1) if turns else ROOT


def nodes(turns: Turns) -> Iterator[TreeNode]:
    """All nodes in reading order: each turn, then the variations that begin instead of it."""
    return (node for node, _turn in turns_by_node(turns))


def turns_by_node(turns: Turns) -> Iterator[tuple[TreeNode, PlayedTurn]]:
    """All nodes in reading order, each with its turn."""
    waiting: list[tuple[TreeNode, Turns, int]] = [(ROOT, turns, 0)]
    while waiting:
        line, own, index = waiting.pop()
        if index == len(own):
            continue
        turn = own[index]
        yield (*line, index), turn
        waiting.append((line, own, index + 1))
        for number, variation in reversed([*enumerate(turn.variations)]):
            waiting.append(((*line, index, number), variation, 0))


def with_brackets(turns: Turns) -> Iterator[PlayedTurn | str]:
    """All turns in reading order, with ``(`` and ``)`` around the variations."""
    waiting: list[tuple[Turns, int]] = [(turns, 0)]
    while waiting:
        line, index = waiting.pop()
        if index == len(line):
            if waiting:
                yield ")"
            continue
        if waiting and not index:
            yield "("
        yield line[index]
        waiting.append((line, index + 1))
        variations = filter(None, reversed(line[index].variations))
        waiting.extend((variation, 0) for variation in variations)


# ---- finding and adding a line ------------------------------------------------------------------


def find_line(turns: Turns, line: Sequence[PlayedTurn]) -> TreeNode | None:
    """The node to which *line* leads; ``None``: the tree does not have it."""
    node = ROOT
    for turn in line:
        said = _said(turn)
        found = (each for each in following(turns, node) if _said(turn_at(turns, each)) == said)
        if (next_node := next(found, None)) is None:
            return None
        node = next_node
    return node


def add_line(
    turns: Turns, line: Sequence[PlayedTurn], node: TreeNode = ROOT
) -> tuple[Turns, TreeNode]:
    """The tree with *line* added behind *node*, as far as it was missing, and the node at its end.

    The last turn of a line may be unfinished: then it leads into the one that it has begun, and a
    turn that was left unfinished goes on.
    """
    for n, turn in enumerate(line):
        said, is_last = _said(turn), n == len(line) - 1
        nexts = [(each, _said(turn_at(turns, each))) for each in following(turns, node)]
        same = [each for each, known in nexts if known == said]
        begun = [each for each, known in nexts if is_last and known[: len(said)] == said]
        left = [each for each, known in nexts if said[: len(known)] == known]
        left = [each for each in left if not following(turns, each)]
        if same or begun:
            node = (same or begun)[0]
        elif left:
            node = left[0]
            turns = _with_values(turns, node, text=turn.text, decisions=turn.decisions)
        else:
            return _append(turns, node, tuple(line[n:]))
    return turns, node


def _append(turns: Turns, node: TreeNode, rest: Turns) -> tuple[Turns, TreeNode]:
    """The tree with the turns *rest* behind *node*, and the node of the last one."""
    nexts = following(turns, node)
    if not nexts:
        *line, index = node or (-1,)
        turns = _with_line(turns, tuple(line), lambda known: (*known, *rest))
        return turns, (*line, index + len(rest))
    first, count = nexts[0], len(turn_at(turns, nexts[0]).variations)

    def add(turn: PlayedTurn) -> PlayedTurn:
        return with_variations(turn, (*turn.variations, rest))

    return _with_turn(turns, first, add), (*first, count, len(rest) - 1)


def say_the_same(a: PlayedTurn, b: PlayedTurn) -> bool:
    """Whether *a* and *b* and their duels have the same decisions, whatever their times."""
    return _said(a) == _said(b)


def _said(turn: PlayedTurn) -> tuple[Any, ...]:
    """The decisions of *turn* and its duels without their times, to compare turns by.

    Those of a part of a turn are the first of those of the whole turn.
    """
    return tuple(each for decision in turn.decisions for each in _said_in(decision))


def _said_in(decision: Decision) -> Iterator[Any]:
    duel = decision.duel
    if duel is not None:
        yield duel.game, duel.players
        for turn in duel.turns:
            yield from _said(turn)
    if duel is None or decision.move is not None:
        yield decision.by, decision.move, decision.then


# ---- changing it --------------------------------------------------------------------------------


def write_beside(turns: Turns, node: TreeNode, **values: str) -> Turns:
    """The tree with another ``comment`` or other ``signs`` beside the turn at *node*."""
    require_node(turns, node)
    return _with_values(turns, node, **values)


def delete(turns: Turns, node: TreeNode) -> Turns:
    """The tree without the turn at *node* and all that follows from it. The first variation that
    begins instead of it takes its place. Raises ``NoSuchTurn``."""
    variations = turn_at(turns, node).variations
    *line, index = node

    def cut(known: Turns) -> Turns:
        if not variations:
            return known[:index]
        first, *rest = variations[0]
        others = (*first.variations, *variations[1:])
        return (*known[:index], with_variations(first, others), *rest)

    return _with_line(turns, tuple(line), cut)


def promote(turns: Turns, node: TreeNode) -> Turns:
    """The tree in which the variation of *node* has changed places with the line that it
    varies. Raises ``IsMainLine`` and ``NoSuchTurn``."""
    require_node(turns, node)
    if len(node) < 3:
        raise IsMainLine(_("This turn stands in the main line already."))
    *line, index, variation, _last = node

    def change(known: Turns) -> Turns:
        lines = known[index].variations
        first, *rest = lines[variation]
        others = lines[:variation] + lines[variation + 1 :]
        old = (without_variations(known[index]), *known[index + 1 :])
        variations = (old, *others, *first.variations)
        return (*known[:index], with_variations(first, variations), *rest)

    return _with_line(turns, tuple(line), change)


def _with_values(turns: Turns, node: TreeNode, **values: Any) -> Turns:
    """The tree with other *values* of the turn at *node*."""
    return _with_turn(turns, node, lambda turn: turn.model_copy(update=values))


def _with_turn(turns: Turns, node: TreeNode, change: Callable[[PlayedTurn], PlayedTurn]) -> Turns:
    """The tree with the turn at *node* as *change* makes it."""
    *line, index = node
    return _with_line(
        turns,
        tuple(line),
        lambda known: (*known[:index], change(known[index]), *known[index + 1 :]),
    )


def _with_line(turns: Turns, line: TreeNode, change: Callable[[Turns], Turns]) -> Turns:
    """The tree with one line as *change* makes it: the main line, or the variation that *line*
    leads to. A variation without turns is gone."""
    above: list[Turns] = []
    for index, variation in zip(line[::2], line[1::2], strict=True):
        above.append(turns)
        turns = turns[index].variations[variation]
    turns = change(turns)
    for known, index, variation in zip(
        reversed(above), reversed(line[::2]), reversed(line[1::2]), strict=True
    ):
        lines = known[index].variations
        lines = (*lines[:variation], *((turns,) if turns else ()), *lines[variation + 1 :])
        turns = (*known[:index], with_variations(known[index], lines), *known[index + 1 :])
    return turns
