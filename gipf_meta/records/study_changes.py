"""Undo and redo for a study: lines that were deleted or promoted, comments and signs. Moves that
were tried since stay in the tree. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, Literal, NamedTuple, TypeAlias

from gipf_meta.base.texts import _
from gipf_meta.match.match import GameFinder
from gipf_meta.records import tree
from gipf_meta.records.known_lines import KnownLines
from gipf_meta.records.models import PlayedTurn
from gipf_meta.records.study import Study
from gipf_meta.records.tree import NoSuchTurn, TreeNode, Turns

MOST_CHANGES: Final = 200
"""The most changes of a study that can be taken back."""

ChangeKind: TypeAlias = Literal["deleted", "promoted", "wrote_beside", "reviewed"]


class StudyChange(NamedTuple):
    """A change at the turn *node*: the studies *before* and *after* it. *number* is that of the
    event that made it, or that took it back or made it again last."""

    kind: ChangeKind
    node: TreeNode
    before: Study
    after: Study
    number: int

    @property
    def is_of_words(self) -> bool:
        """Whether the change moves no turn."""
        return self.kind in ("wrote_beside", "reviewed")


@dataclass(frozen=True, slots=True)
class StudyChanges:
    """The changes that were *made*, and those that were *taken_back*, each in order.

    *earlier_trees* has, by number, the tree before each change after which turns may have other
    names.
    """

    made: tuple[StudyChange, ...] = ()
    taken_back: tuple[StudyChange, ...] = ()
    earlier_trees: tuple[tuple[int, Turns], ...] = ()

    def add(self, change: StudyChange) -> StudyChanges:
        """These changes and another *change*; those taken back before cannot be made again."""
        made = (*self.made, change)[-MOST_CHANGES:]
        return replace(self._noting(change, change.before), made=made, taken_back=())

    def take_back(
        self, now: Study, finder: GameFinder, number: int, known: KnownLines | None = None
    ) -> tuple[Study, StudyChanges]:
        """The study *now* without the last change. Raises ``RecordError``."""
        *made, change = self.made
        study = _replaced(change.after, change.before, now, finder, known)
        taken_back = (*self.taken_back, change._replace(number=number))
        noted = self._noting(taken_back[-1], now)
        return study, replace(noted, made=(*made,), taken_back=taken_back)

    def make_again(
        self, now: Study, finder: GameFinder, number: int, known: KnownLines | None = None
    ) -> tuple[Study, StudyChanges]:
        """The study *now* with the change that was taken back last. Raises ``RecordError``."""
        *taken_back, change = self.taken_back
        study = _replaced(change.before, change.after, now, finder, known)
        made = (*self.made, change._replace(number=number))
        return study, replace(self._noting(made[-1], now), made=made, taken_back=(*taken_back,))

    def _noting(self, change: StudyChange, before: Study) -> StudyChanges:
        """These changes and the tree of *before*, if *change* may have renamed its turns."""
        if change.kind == "wrote_beside":
            return self
        trees = (*self.earlier_trees, (change.number, before.turns))
        return replace(self, earlier_trees=trees[-MOST_CHANGES:])

    def node_now(self, node: TreeNode, seen: int | None, turns: Turns) -> TreeNode:
        """The node in *turns* of the turn that was at *node* after the event with number *seen*;
        ``None``: the last one. Raises ``NoSuchTurn`` if the turn is gone."""
        later = [] if seen is None else [each for each in self.earlier_trees if each[0] > seen]
        if not later:
            return node
        if len(later) == MOST_CHANGES:
            raise NoSuchTurn(study_has_changed())
        found = tree.find_line(turns, tree.line_to(later[0][1], node))
        if found is None:
            raise NoSuchTurn(
                _("Turn {name} was deleted in the meantime; it can be restored.")
                .format(name=tree.name_of(node))
            )  # fmt: skip
        return found


def study_has_changed() -> str:
    """The sentence for a request that names a turn of an older tree."""
    return _("The study has changed in the meantime: look at it again.")


def _replaced(
    old: Study, new: Study, now: Study, finder: GameFinder, known: KnownLines | None
) -> Study:
    """*new*, with the lines that *now* has and *old* had not.

    A cursor where that of *old* was moves to that of *new*; else it stays on its turn, or goes back
    to the last one before it that is left.
    """
    turns, more = new.turns, list[PlayedTurn]()
    for line in _lines_beside(now.turns, old.turns):
        turns, _node = tree.add_line(turns, line)
        more += line
    here = tree.line_to(now.turns, now.node)
    if tree.find_line(old.turns, here) == old.node:
        here = tree.line_to(new.turns, new.node)
    return new.with_turns(turns, _nearest(turns, here), finder, known, tuple(more))


def _lines_beside(turns: Turns, known: Turns) -> Iterator[Turns]:
    """The lines of *turns*, each to its end, that *known* does not have."""
    if turns is known:
        return
    for node in tree.nodes(turns):
        if not tree.following(turns, node):
            line = tree.line_to(turns, node)
            if tree.find_line(known, line) is None:
                yield line


def _nearest(turns: Turns, line: Turns) -> TreeNode:
    """The last node of *line* that *turns* have."""
    while (node := tree.find_line(turns, line)) is None:
        line = line[:-1]
    return node
