"""What happens in a study beside decisions: walking, writing, promoting and deleting lines."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from gipf_meta.base.texts import _
from gipf_meta.records.models import MOST_DECISIONS, PlayedTurn, Text, TurnSigns
from gipf_meta.records.study import Study, StudyMark
from gipf_meta.rooms.consequences import RoomEvent
from gipf_meta.rooms.seats import Refused
from gipf_meta.rooms.state import RoomState

TurnNode: TypeAlias = Annotated[
    tuple[Annotated[int, Field(strict=True, ge=0, lt=2**31)], ...], Field(max_length=99)
]
"""A turn of a study, as ``records.tree.TreeNode``."""


class Stepped(RoomEvent):
    """Whoever studies here stands at the turn *node* now; nothing: before the first one. *moment*
    is that of the match inside that turn, ``None``: where it ends."""

    event: Literal["stepped"] = "stepped"
    node: TurnNode
    moment: Annotated[int, Field(strict=True, ge=0, lt=2**31)] | None = None

    def come_true(self, room: RoomState) -> None:
        room.stand_in(_study(room).step(self.node), self.moment)


class WroteBeside(RoomEvent):
    """Beside the turn *node*, or on the whole study, a *comment* or *signs* stand now; ``None``:
    what stood there does."""

    event: Literal["wrote_beside"] = "wrote_beside"
    node: TurnNode
    comment: Text | None = None
    signs: TurnSigns | None = None

    def come_true(self, room: RoomState) -> None:
        said = {"comment": self.comment, "signs": self.signs}
        values = {name: text for name, text in said.items() if text is not None}
        room.study = _study(room).write(self.node, **values)


class Promoted(RoomEvent):
    """The variation of the turn *node* changed places with the line that it begins instead of."""

    event: Literal["promoted"] = "promoted"
    node: TurnNode

    def come_true(self, room: RoomState) -> None:
        room.stand_in(_study(room).promote(self.node, room.table.match.finder))
        room.reshaped_since = self.number


class Deleted(RoomEvent):
    """The turn *node* was deleted, and all that follows from it."""

    event: Literal["deleted"] = "deleted"
    node: TurnNode

    def come_true(self, room: RoomState) -> None:
        room.stand_in(_study(room).delete(self.node, room.table.match.finder))
        room.reshaped_since = self.number


class ReviewMark(BaseModel):
    """What a review says of the turn *node*: *signs*, a *comment*, the *better* turn."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)

    node: TurnNode
    signs: TurnSigns
    comment: Text
    better: tuple[PlayedTurn, ...] = ()


class Reviewed(RoomEvent):
    """A review has put its *marks* where nothing was written yet."""

    event: Literal["reviewed"] = "reviewed"
    marks: Annotated[tuple[ReviewMark, ...], Field(max_length=MOST_DECISIONS)]

    def come_true(self, room: RoomState) -> None:
        marks = (StudyMark(each.node, each.signs, each.comment, each.better) for each in self.marks)
        room.study = _study(room).mark(marks)


STUDIED: Final = (Stepped, WroteBeside, Promoted, Deleted, Reviewed)
"""The events of a study beside the decisions in it."""


def _study(room: RoomState) -> Study:
    """The study that *room* is. Raises ``Refused``."""
    if room.study is None:
        raise Refused(_("This match is no study."))
    return room.study
