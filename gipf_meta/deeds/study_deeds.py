"""The deeds of a study: to walk in the tree of its turns, to write beside them, to shape it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Final, Literal, Self, TypeAlias

from pydantic import Field

from gipf_meta.base.texts import _
from gipf_meta.deeds.deed import Deed, RoomFacts
from gipf_meta.records import tree
from gipf_meta.records.models import LONGEST_SIGNS, PlayedTurn, Record, Text
from gipf_meta.records.own_marks import PLACE_PATTERN, marked, reworded, why_no_marks
from gipf_meta.records.study import STEPS, Study, StudyStep, decision_before, why_not_written
from gipf_meta.records.study_changes import StudyChange, study_has_changed
from gipf_meta.records.tree import IsMainLine, NoSuchTurn, TreeNode
from gipf_meta.rooms import study_events
from gipf_meta.rooms.conditions import why_no_study
from gipf_meta.rooms.room import Room
from gipf_meta.rooms.state import RoomState

LONGEST_NODE_NAME: Final = 20_000
"""The most characters of the name of a turn, twice those of the deepest trees that people make."""
NodeName: TypeAlias = Annotated[str, Field(max_length=LONGEST_NODE_NAME, pattern=r"^[0-9.]*$")]
"""The name of a turn in the tree: ``12``, ``12.1.3``; ``""``: before the first one."""


class InTree(Deed):
    """A deed about a turn of a study. With *seen* the name of the turn is the one it had at that
    event, and the deed is refused if the turn was deleted since."""

    at: str

    @classmethod
    def is_open(cls, facts: RoomFacts) -> bool:
        return facts.is_study

    @classmethod
    def examples(cls, state: RoomState, person: str) -> Iterable[Self]:
        at = "" if state.study is None else tree.name_of(state.study.node)
        return (cls.of(at=at),)

    def _why_not(self, state: RoomState, person: str) -> str:
        if why := why_no_study(state):
            return why
        try:
            self._require(state)
        except (NoSuchTurn, IsMainLine) as error:
            return str(error)
        return ""

    def _require(self, state: RoomState) -> None:
        """Raises ``NoSuchTurn`` and ``IsMainLine`` where the deed does not fit the turn."""
        tree.turn_at(_study(state).turns, self._node(state))

    def _node(self, state: RoomState) -> TreeNode:
        """The turn with the name *at*. Raises ``NoSuchTurn``."""
        return state.changes.node_now(tree.named(self.at), self.seen, _study(state).turns)


class WalkInTree(InTree):
    """Takes everybody to the turn *at*, or a step from where they stand."""

    do: Literal["walk"]
    at: NodeName | StudyStep

    @classmethod
    def examples(cls, state: RoomState, person: str) -> Iterable[Self]:
        is_empty = state.study is not None and not state.study.turns
        return () if is_empty else (cls.of(at=""),)

    def _require(self, state: RoomState) -> None:
        self._goal(state)

    def _goal(self, state: RoomState) -> TreeNode:
        study = _study(state)
        return study.goal(self.at if self.at in STEPS else tree.name_of(self._node(state)))

    def act(self, room: Room, person: str, name: str) -> None:
        study = _study(room.state)
        node, is_inside = self._goal(room.state), study.is_inside(room.state.table.match)
        if is_inside and self.at == "on":
            node = study.node  # the turn is not over
        if is_inside or node != study.node:
            room.emit(study_events.Stepped, node=node)


class WriteBeside(InTree):
    """Writes a *comment* or *signs* beside the turn *at*; ``None``: leaves the old ones. Those
    before the first turn are on the whole study, which has no signs. Rings and arrows that are
    drawn there stay."""

    do: Literal["write_beside"]
    at: NodeName
    comment: Text | None = None
    signs: Annotated[str, Field(max_length=LONGEST_SIGNS, pattern=r"^\S*$")] | None = None

    def _why_not(self, state: RoomState, person: str) -> str:
        if why := why_not_written(self.comment, self.signs):
            return why
        if why := super()._why_not(state, person):
            return why
        if self.comment is not None:
            comment = reworded(_beside(state, self._node(state)).comment, self.comment)
            if why := why_not_written(comment, None):
                return why
        return _study(state).why_full(branches=False) if self.comment or self.signs else ""

    def _require(self, state: RoomState) -> None:
        node = self._node(state)
        if node or self.signs is None:
            tree.require_node(_study(state).turns, node)
        else:
            raise NoSuchTurn(_("Signs stand beside a turn, and here is none."))

    def act(self, room: Room, person: str, name: str) -> None:
        node = self._node(room.state)
        beside = _beside(room.state, node)
        comment = None if self.comment is None else reworded(beside.comment, self.comment)
        said = {"comment": comment, "signs": self.signs}
        values = {name: text for name, text in said.items() if text is not None}
        if any(getattr(beside, name) != text for name, text in values.items()):
            room.emit(study_events.WroteBeside, node=node, **values)


class MarkPlaces(InTree):
    """Draws a ring on one of *places* at the turn *at*, or an arrow between two; takes it away if
    it is there. Without *places*, takes all of them away."""

    do: Literal["mark"]
    at: NodeName
    places: tuple[Annotated[str, Field(pattern=PLACE_PATTERN)], ...] = Field(max_length=2)

    @classmethod
    def examples(cls, state: RoomState, person: str) -> Iterable[Self]:
        if state.study is None or state.table.trouble:
            return ()
        points = state.table.match.top.view(None).points
        at = tree.name_of(state.study.node)
        return (cls.of(at=at, places=(point.id,)) for point in points[:1])

    def _why_not(self, state: RoomState, person: str) -> str:
        if why := super()._why_not(state, person):
            return why
        match, node = state.table.match, self._node(state)
        is_here = node == _study(state).node
        if is_here and _study(state).is_inside(match):
            return _("Rings and arrows are drawn at the end of a turn: here one is inside it.")
        known = [point.id for point in match.top.view(None).points] if is_here else None
        if why := why_no_marks(self.places, known):
            return why
        comment = _beside(state, node).comment
        grown = marked(comment, self.places)
        if len(grown) <= len(comment):
            return ""
        return why_not_written(grown, None) or _study(state).why_full(branches=False)

    def _require(self, state: RoomState) -> None:
        tree.require_node(_study(state).turns, self._node(state))

    def act(self, room: Room, person: str, name: str) -> None:
        node = self._node(room.state)
        comment = _beside(room.state, node).comment
        after = marked(comment, self.places)
        if after != comment:
            room.emit(study_events.WroteBeside, node=node, comment=after)


class Promote(InTree):
    """Lets the variation of the turn *at* change places with the line that it begins instead of."""

    do: Literal["promote"]
    at: NodeName

    def _require(self, state: RoomState) -> None:
        tree.promote(_study(state).turns, self._node(state))

    def act(self, room: Room, person: str, name: str) -> None:
        room.emit(study_events.Promoted, node=self._node(room.state))


class DeleteTurn(InTree):
    """Deletes the turn *at*, and all that follows from it."""

    do: Literal["delete_turn"]
    at: NodeName

    def act(self, room: Room, person: str, name: str) -> None:
        room.emit(study_events.Deleted, node=self._node(room.state))


class Restore(Deed):
    """Takes the last change of the tree back, whoever made it: of deleted or promoted lines,
    comments, or marks. Moves that were tried since stay."""

    do: Literal["restore"]

    @classmethod
    def is_open(cls, facts: RoomFacts) -> bool:
        return facts.is_study and bool(facts.state.changes.made)

    def _why_not(self, state: RoomState, person: str) -> str:
        none = _("Nothing was deleted, promoted or written here that could be taken back.")
        return why_no_study(state) or _why_changed(state.changes.made, self.seen, none)

    def act(self, room: Room, person: str, name: str) -> None:
        room.emit(study_events.Restored)


class ChangeAgain(Deed):
    """Makes the change of the tree again that was taken back last."""

    do: Literal["change_again"]

    @classmethod
    def is_open(cls, facts: RoomFacts) -> bool:
        return facts.is_study and bool(facts.state.changes.taken_back)

    def _why_not(self, state: RoomState, person: str) -> str:
        none = _("No change was taken back.")
        return why_no_study(state) or _why_changed(state.changes.taken_back, self.seen, none)

    def act(self, room: Room, person: str, name: str) -> None:
        room.emit(study_events.ChangedAgain)


def _why_changed(changes: Sequence[StudyChange], seen: int | None, none: str) -> str:
    """Why not: there are no *changes* (the sentence *none*), or the last one came after event
    *seen*."""
    if not changes:
        return none
    return study_has_changed() if seen is not None and seen < changes[-1].number else ""


def _study(state: RoomState) -> Study:
    """The study of *state*, which ``why_not`` has made sure."""
    assert state.study is not None, "it is a study"
    return state.study


def _beside(state: RoomState, node: TreeNode) -> PlayedTurn | Record:
    """The entry beside which a comment stands: the turn at *node*, or the whole study."""
    study = _study(state)
    return tree.turn_at(study.turns, node) if node else study.record


# ---- steps by a decision, for take_back and play_again ------------------------------------------


def why_no_step(state: RoomState, *, back: bool) -> str:
    """Why not: no decision comes before the place where one stands in the study, or none after."""
    study, match = state.study, state.table.match
    assert study is not None, "it is asked of studies"
    if back:
        begins = decision_before(match) is None
        return _("This is the beginning of the study.") if begins else ""
    if study.is_inside(match) or tree.following(study.turns, study.node):
        return ""
    return _("This is the end of the line.")


def step(room: Room, *, back: bool) -> None:
    """Takes everybody a decision *back* from where they stand, or on. ``why_no_step`` must be
    ``""``."""
    study, match = room.state.study, room.state.table.match
    assert study is not None, "why_not has made sure"
    found = study.back_by_decision(match) if back else study.on_by_decision(match)
    assert found is not None, "why_not has made sure"
    goal, moment = found
    room.emit(study_events.Stepped, node=goal.node, moment=moment)
