"""The tree of a study as elements of a scene, one a turn, so that only what has changed is told."""

from __future__ import annotations

from itertools import zip_longest
from typing import Final, TypeAlias

from gipf_meta.deeds.elements import TreeTurn
from gipf_meta.records.models import PlayedTurn
from gipf_meta.records.tree import Turns

TreeTurns: TypeAlias = dict[str, TreeTurn]
"""The turns of a tree by the keys that they have in a scene: ``tree:12.1.3``. Nobody may change
one that was told."""
_KIND: Final = "tree:"


def tree_turns(turns: Turns, known: TreeTurns | None = None, before: Turns = ()) -> TreeTurns:
    """The elements of the *turns*, those *known* from the tree *before* as far as they are the
    same. What is the very same object in both trees is not looked at."""
    elements = {} if known is None else known.copy()
    waiting = [(_KIND, before, turns)]
    while waiting:  # trees are as deep as people make them
        line, old_turns, new_turns = waiting.pop()
        for n, (old, new) in enumerate(zip_longest(old_turns, new_turns), start=1):
            if old is new:
                continue
            key = f"{line}{n}"
            if new is None:
                del elements[key]
            elif elements.get(key) != (element := _tree_turn(new)):
                elements[key] = element
            pairs = zip_longest(_variations(old), _variations(new), fillvalue=())
            for number, (old_line, new_line) in enumerate(pairs, start=1):
                if old_line is not new_line:
                    waiting.append((f"{key}.{number}.", old_line, new_line))
    return elements


def _variations(turn: PlayedTurn | None) -> tuple[Turns, ...]:
    return () if turn is None else turn.variations


def _tree_turn(turn: PlayedTurn) -> TreeTurn:
    element: TreeTurn = {
        "number": turn.number,
        "seat": next((each.by for each in turn.decisions if each.by is not None), None),
        "text": turn.text,
    }
    if turn.signs:
        element["signs"] = turn.signs
    if turn.comment:
        element["comment"] = turn.comment
    return element
