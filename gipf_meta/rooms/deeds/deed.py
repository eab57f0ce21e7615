"""A deed: a command of a room, with the one statement of who may do it, and of what it does."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, ClassVar, Final, Self, TypeAlias, final, get_args

from pydantic import BaseModel, ConfigDict, Field

from gipf_meta.base.texts import _
from gipf_meta.records.models import LONGEST_NAME
from gipf_meta.rooms.emitting import EmittingRoom
from gipf_meta.rooms.others import closed_words
from gipf_meta.rooms.seats import Refused
from gipf_meta.rooms.state import RoomState

LONGEST_TYPED: Final = 2000
"""The most letters of a decision, a turn or a question."""
LONGEST_PATH: Final = 200
"""The most clicks of a decision."""
LONGEST_ID: Final = 64
"""The most signs of the id of a command."""

CommandId: TypeAlias = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
RoomId: TypeAlias = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,80}$")]
Seen: TypeAlias = Annotated[int, Field(strict=True, ge=0, lt=2**53)]
MomentNumber: TypeAlias = Annotated[int, Field(strict=True, ge=0, lt=2**31)]
Typed: TypeAlias = Annotated[str, Field(max_length=LONGEST_TYPED)]
Word: TypeAlias = Annotated[str, Field(max_length=LONGEST_NAME)]


class Deed(BaseModel):
    """*id* is the sender's: a command that comes twice is answered twice and done once. *seen* is
    the number of the last event that he knows; decisions need it.

    ``why_not`` alone says who may do it: a room refuses with that sentence, and a scene offers what
    has none. Only what a game judges itself, such as a decision that somebody types, or a bot of
    which nobody knows, is refused when it is done.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    after_closing: ClassVar[bool] = False
    """Whether it is done though whoever runs the host has ended the match."""
    is_decision: ClassVar[bool] = False
    """Whether it decides in a turn: so it counts when it was said, and not when it arrived."""

    id: CommandId
    room: RoomId
    seen: Seen | None = None

    @classmethod
    def named(cls) -> str:
        """What it is called on the wire: its ``do``."""
        name: str = get_args(cls.model_fields["do"].annotation)[0]
        return name

    @classmethod
    def of(cls, **values: Any) -> Self:
        """One with those *values* that nobody has said, to ask ``why_not``."""
        return cls.model_construct(id="", room="", **values)

    @classmethod
    def examples(cls, room: RoomState, person: str) -> Iterable[Self]:
        """What a scene offers *person* if one of them has no why: where it is worth offering, and
        with which arguments it would be done."""
        return (cls.of(),)

    @classmethod
    def may(cls, room: RoomState, person: str) -> bool:
        """Whether a scene offers it to *person*. Raises whatever a game raises."""
        return any(not each.why_not(room, person) for each in cls.examples(room, person))

    @final
    def why_not(self, room: RoomState, person: str) -> str:
        """Why *room* does not do it for *person*, in one sentence; ``""``: it does."""
        if room.is_closed and not self.after_closing:
            return closed_words()
        return self._why_not(room, person)

    def _why_not(self, room: RoomState, person: str) -> str:
        """As ``why_not``, of a room that is not closed, unless it is for closed ones, too."""
        return ""

    def act(self, room: EmittingRoom, person: str, name: str) -> None:
        """Does it: says the events that come of it, none if it was so before. There is no why.

        *person* is called *name*. Raises ``GipfMetaError`` for what a game judges; then nothing has
        happened.
        """
        raise Refused(_("That changes nothing in a match."))
