"""The events of a study beside decisions: walking, writing, promoting and deleting lines."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from gipf_meta.base.texts import _
from gipf_meta.records import tree
from gipf_meta.records.models import MOST_DECISIONS, PlayedTurn, Text, TurnSigns
from gipf_meta.records.study import Study, StudyMark
from gipf_meta.records.study_changes import StudyChange, StudyChanges
from gipf_meta.records.tree import ROOT
from gipf_meta.rooms.consequences import RoomEvent
from gipf_meta.rooms.state import RoomState
from gipf_meta.table.seats import Refused

TurnNode: TypeAlias = Annotated[
    tuple[Annotated[int, Field(strict=True, ge=0, lt=2**31)], ...],
    Field(max_length=2 * MOST_DECISIONS),
]
"""A turn of a study, as ``records.tree.TreeNode``."""


class Stepped(RoomEvent):
    """Everybody in the study stands at the turn *node* now; empty: before the first one. *moment*
    is that of the match inside the turn, ``None``: at its end."""

    event: Literal["stepped"] = "stepped"
    node: TurnNode
    moment: Annotated[int, Field(strict=True, ge=0, lt=2**31)] | None = None

    def apply(self, room: RoomState) -> None:
        room.stand_in(_study(room).step(self.node), self.moment)


class WroteBeside(RoomEvent):
    """The *comment* or the *signs* beside the turn *node*, or on the whole study, were changed;
    ``None``: not that one."""

    event: Literal["wrote_beside"] = "wrote_beside"
    node: TurnNode
    comment: Text | None = None
    signs: TurnSigns | None = None

    def apply(self, room: RoomState) -> None:
        said = {"comment": self.comment, "signs": self.signs}
        values = {name: text for name, text in said.items() if text is not None}
        _change(room, self, self.node, _study(room).write(self.node, **values))


class Promoted(RoomEvent):
    """The variation of the turn *node* changed places with the line that it begins instead of."""

    event: Literal["promoted"] = "promoted"
    node: TurnNode

    def apply(self, room: RoomState) -> None:
        study = _study(room).promote(self.node, room.table.match.finder, room.known_lines)
        _change(room, self, self.node, study)


class Deleted(RoomEvent):
    """The turn *node* was deleted, and all that follows from it."""

    event: Literal["deleted"] = "deleted"
    node: TurnNode

    def apply(self, room: RoomState) -> None:
        study = _study(room).delete(self.node, room.table.match.finder, room.known_lines)
        _change(room, self, self.node, study)


class Restored(RoomEvent):
    """The last change of the tree was taken back: of deleted or promoted lines, comments, or
    marks."""

    event: Literal["restored"] = "restored"

    def apply(self, room: RoomState) -> None:
        now, finder, known = _study(room), room.table.match.finder, room.known_lines
        back = room.changes.take_back(now, finder, self.number, known)
        _follow(room, room.changes.made[-1], *back)


class ChangedAgain(RoomEvent):
    """The change of the tree that was taken back last was made again."""

    event: Literal["changed_again"] = "changed_again"

    def apply(self, room: RoomState) -> None:
        now, finder, known = _study(room), room.table.match.finder, room.known_lines
        again = room.changes.make_again(now, finder, self.number, known)
        _follow(room, room.changes.taken_back[-1], *again)


class ReviewMark(BaseModel):
    """The verdict of a review on the turn *node*: *signs*, a *comment*, the *better* turn."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)

    node: TurnNode
    signs: TurnSigns
    comment: Text
    better: tuple[PlayedTurn, ...] = ()


class Reviewed(RoomEvent):
    """A review has put its *marks* at turns beside which nothing was written yet."""

    event: Literal["reviewed"] = "reviewed"
    marks: Annotated[tuple[ReviewMark, ...], Field(max_length=MOST_DECISIONS)]

    def apply(self, room: RoomState) -> None:
        marks = (StudyMark(each.node, each.signs, each.comment, each.better) for each in self.marks)
        _change(room, self, ROOT, _study(room).mark(marks))


StudyEvent: TypeAlias = (
    Stepped | WroteBeside | Promoted | Deleted | Restored | ChangedAgain | Reviewed
)
"""An event of a study beside the decisions in it."""
STUDIED: Final = (Stepped, WroteBeside, Promoted, Deleted, Restored, ChangedAgain, Reviewed)
"""The events of a study beside the decisions in it."""


def _change(
    room: RoomState,
    event: WroteBeside | Promoted | Deleted | Reviewed,
    node: TurnNode,
    study: Study,
) -> None:
    """Replaces the tree of *room*, which *event* has changed at *node*, by that of *study*."""
    change = StudyChange(event.event, node, _study(room), study, event.number)
    _follow(room, change, study, room.changes.add(change))


def _follow(room: RoomState, change: StudyChange, study: Study, changes: StudyChanges) -> None:
    """Puts *study* and *changes*, of which *change* is the last, into *room*. A person inside a
    turn stays there if the change was of words alone."""
    before, node = _study(room), study.node
    stays = node == before.node and tree.have_same_line(before.turns, study.turns, node)
    if change.is_of_words and stays:
        room.study = study
    else:
        room.stand_in(study)
    room.changes = changes


def _study(room: RoomState) -> Study:
    """The study that *room* is. Raises ``Refused``."""
    if room.study is None:
        raise Refused(_("This match is no study."))
    return room.study
