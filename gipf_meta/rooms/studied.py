"""The deeds of a study: to walk in the tree of its turns, to write beside them, to shape it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Final, Literal, Self, TypeAlias, get_args

from pydantic import Field

from gipf_meta.base.texts import _
from gipf_meta.records import tree
from gipf_meta.records.models import LONGEST_SIGNS, Text
from gipf_meta.records.study import Study
from gipf_meta.records.tree import ROOT, IsMainLine, NoSuchTurn, TreeNode
from gipf_meta.rooms import study_events
from gipf_meta.rooms.conditions import why_no_study
from gipf_meta.rooms.deed import Deed
from gipf_meta.rooms.room import Room
from gipf_meta.rooms.state import RoomState

NodeName: TypeAlias = Annotated[str, Field(max_length=400, pattern=r"^[0-9.]*$")]
"""The name of a turn in the tree: ``12``, ``12.1.3``; ``""``: before the first one."""
StudyStep: TypeAlias = Literal["back", "on", "first", "last", "up", "down"]
STEPS: Final[tuple[StudyStep, ...]] = get_args(StudyStep)
"""Steps in the tree: to the turn before, to the next one, to the beginning, to the end of the line;
to the line above or below that begins instead of the same turn."""


class InTree(Deed):
    """Something that is done to a turn of a study. With *seen* it is refused if the turns have got
    other names since."""

    @classmethod
    def examples(cls, room: RoomState, person: str) -> Iterable[Self]:
        at = "" if room.study is None else tree.name_of(room.study.node)
        return (cls.of(at=at),)

    def _why_not(self, room: RoomState, person: str) -> str:
        if why := why_no_study(room):
            return why
        if self.seen is not None and self.seen < room.reshaped_since:
            return _("The study has changed in the meantime: look at it again.")
        assert room.study is not None
        try:
            self._require(room.study)
        except (NoSuchTurn, IsMainLine) as error:
            return str(error)
        return ""

    def _require(self, study: Study) -> None:
        """Raises ``NoSuchTurn`` and ``IsMainLine``."""
        raise NotImplementedError


class WalkInTree(InTree):
    """Let all stand at the turn *at*, or a step from where they stand."""

    do: Literal["walk"]
    at: NodeName | StudyStep

    @classmethod
    def examples(cls, room: RoomState, person: str) -> Iterable[Self]:
        return (cls.of(at=""),)

    def _require(self, study: Study) -> None:
        self._goal(study)

    def _goal(self, study: Study) -> TreeNode:
        """Where the step leads; where there is no further one, to where one stands."""
        if self.at not in STEPS:
            node = tree.named(self.at)
            tree.require_node(study.turns, node)
            return node
        return goal_of(study, self.at)

    def act(self, room: Room, person: str, name: str) -> None:
        study = room.state.study
        assert study is not None, "there is no why"
        node = self._goal(study)
        if node != study.node or _is_inside(room.state, study):
            room.make_true(study_events.Stepped, node=node)


def goal_of(study: Study, step: str) -> TreeNode:
    """Where a *step* from where one stands leads; where nothing is, one stays."""
    turns, node = study.turns, study.node
    if step == "first":
        return ROOT
    if step == "last":
        return tree.end_of_line(turns, node)
    before = tree.before(node)
    if step == "back":
        return before
    nexts = tree.following(turns, node if step == "on" else before)
    if step == "on" or not node:
        return nexts[0] if nexts and step == "on" else node
    index = nexts.index(node) + (1 if step == "down" else -1)
    return nexts[index % len(nexts)]


def _is_inside(room: RoomState, study: Study) -> bool:
    """Whether the turn at which one stands has been decided in part only."""
    line = tree.line_to(study.turns, study.node)
    return len(room.table.match.sessions[0].steps) < sum(len(turn.decisions) for turn in line)


class WriteBeside(InTree):
    """Write a *comment* or *signs* beside the turn *at*; ``None``: leave what stands there. What
    stands before the first turn is on the whole study, and has no signs."""

    do: Literal["write_beside"]
    at: NodeName
    comment: Text | None = None
    signs: Annotated[str, Field(max_length=LONGEST_SIGNS, pattern=r"^\S*$")] | None = None

    def _require(self, study: Study) -> None:
        node = tree.named(self.at)
        if node or self.signs is None:
            tree.require_node(study.turns, node)
        else:
            raise NoSuchTurn(_("Signs stand beside a turn, and here is none."))

    def act(self, room: Room, person: str, name: str) -> None:
        study, node = room.state.study, tree.named(self.at)
        assert study is not None, "there is no why"
        said = {"comment": self.comment, "signs": self.signs}
        values = {name: text for name, text in said.items() if text is not None}
        if study.write(node, **values) != study:
            room.make_true(study_events.WroteBeside, node=node, **values)


class Promote(InTree):
    """Let the variation of the turn *at* change places with the line that it begins instead of."""

    do: Literal["promote"]
    at: NodeName

    def _require(self, study: Study) -> None:
        tree.promote(study.turns, tree.named(self.at))

    def act(self, room: Room, person: str, name: str) -> None:
        room.make_true(study_events.Promoted, node=tree.named(self.at))


class DeleteTurn(InTree):
    """Delete the turn *at*, and all that follows from it."""

    do: Literal["delete_turn"]
    at: NodeName

    def _require(self, study: Study) -> None:
        tree.turn_at(study.turns, tree.named(self.at))

    def act(self, room: Room, person: str, name: str) -> None:
        room.make_true(study_events.Deleted, node=tree.named(self.at))
