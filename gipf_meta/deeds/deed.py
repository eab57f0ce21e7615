"""A deed: a command of a room, with the one statement of who may do it, and of what it does."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import (
    Annotated,
    Any,
    ClassVar,
    Final,
    Literal,
    Self,
    TypeAlias,
    cast,
    final,
    get_args,
)

from pydantic import BaseModel, ConfigDict, Field

from gipf_meta.base.texts import _
from gipf_meta.deeds.messages import RoomMessage, Said
from gipf_meta.deeds.table_elements import not_in_study
from gipf_meta.deeds.thoughts import AskedThought
from gipf_meta.match.lesson_progress import LessonProgress
from gipf_meta.records.models import LONGEST_NAME
from gipf_meta.rooms.conditions import closed_words
from gipf_meta.rooms.room import Room
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
Want: TypeAlias = Literal["scene", "view", "events"]
"""How what somebody watches is told: drawn, as data, or as what happened."""
ShortText: TypeAlias = Annotated[str, Field(max_length=LONGEST_NAME)]


class Deed(BaseModel):
    """*id* is the sender's: a command that comes twice is answered twice and done once. *seen* is
    the number of the last event that he knows; decisions need it.

    ``why_not`` alone says who may do it: a room refuses with that sentence, and a scene offers what
    has none. Only what a game judges itself, such as a decision that somebody types, or a bot of
    which nobody knows, is refused when it is done.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)

    after_closing: ClassVar[bool] = False
    """Whether it is done though whoever runs the host has ended the match."""
    in_study: ClassVar[bool] = True
    """Whether it is done in a study, too: there nobody plays, loses time or holds a seat."""
    when_full: ClassVar[bool] = False
    """Whether it is done though no more is kept of the room: it leads to the end of the match."""
    leads_on: ClassVar[bool] = False
    """Whether the match goes on by it: a part of what is kept of a room is left to that, so that
    nobody fills up the match in which another one is due."""
    is_decision: ClassVar[bool] = False
    """Whether it decides in a turn: so it counts when it was said, and not when it arrived."""

    id: CommandId
    room: RoomId
    seen: Seen | None = None

    @classmethod
    @cache
    def named(cls) -> str:
        """What it is called on the wire: its ``do``."""
        name: str = get_args(cls.model_fields["do"].annotation)[0]
        return name

    @classmethod
    def of(cls, **values: Any) -> Self:
        """One with those *values* that nobody has said, to ask ``why_not``."""
        return cast("Self", _example(cls, **values))

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
        if room.study is not None and not self.in_study:
            return not_in_study()
        return self._why_not(room, person)

    def _why_not(self, room: RoomState, person: str) -> str:
        """As ``why_not``, of a room that is not closed, unless it is for closed ones, too."""
        return ""

    def act(self, room: Room, person: str, name: str) -> None:
        """Does it: says the events that come of it, none if it was so before. There is no why.

        *person* is called *name*. Raises ``GipfMetaError`` for what a game judges; then nothing has
        happened.
        """
        raise Refused(changes_nothing())

    def step(self, progress: LessonProgress) -> LessonProgress:
        """Where it leads in a lesson. Raises ``MoveError`` and ``Refused``."""
        raise not_in_lessons()

    def told_alone(self) -> str | None:
        """What is said to who did it if nobody else is told of it; ``None``: all are told."""
        return None


class Looking(Deed):
    """Something that is done after whoever runs the host has ended the match, too."""

    after_closing: ClassVar[bool] = True


class Reading(Looking):
    """Something that is answered at once, to who asks for it."""

    def answer(self, room: RoomState, person: str) -> RoomMessage:
        """The answer to *person*. Raises ``Refused``, and whatever a game raises."""
        raise NotImplementedError

    def in_lesson(self, progress: LessonProgress) -> RoomMessage:
        """The answer in a lesson. Raises ``Refused``."""
        raise not_in_lessons()


class Inquiring(Deed):
    """Something that is thought about, for who asks for it."""

    def thought(self, room: RoomState, said: Said) -> AskedThought:
        """What finds the answer."""
        raise NotImplementedError

    def in_lesson(self, progress: LessonProgress) -> RoomMessage:
        """The answer in a lesson. Raises ``Refused`` and ``MoveError``."""
        raise not_in_lessons()


@lru_cache(maxsize=1000)  # every scene asks for the same ones
def _example(deed: type[Deed], **values: Any) -> Deed:
    """A deed with those *values* that nobody has said."""
    return deed.model_construct(id="", room="", **values)


def changes_nothing() -> str:
    """Says that something changes no match."""
    return _("That changes nothing in a match.")


def not_in_lessons() -> Refused:
    """Says that something is done in matches only."""
    return Refused(_("That is not done in a lesson."))
