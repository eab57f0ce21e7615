"""A deed: a command to a room, with the rule of who may give it, and the code that carries it
out."""

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
from gipf_meta.deeds.thoughts import AskedThought
from gipf_meta.match.lesson_progress import LessonProgress
from gipf_meta.records.models import LONGEST_NAME
from gipf_meta.rooms.conditions import closed_words, not_in_study
from gipf_meta.rooms.room import Room
from gipf_meta.rooms.state import RoomState
from gipf_meta.table.seats import Refused

LONGEST_TYPED: Final = 2000
"""The most letters of a decision, a turn or a question."""
LONGEST_PATH: Final = 200
"""The most clicks of a decision."""
LONGEST_ID: Final = 64
"""The most characters of the id of a command."""

CommandId: TypeAlias = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
RoomId: TypeAlias = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,80}$")]
Seen: TypeAlias = Annotated[int, Field(strict=True, ge=0, lt=2**53)]
MomentNumber: TypeAlias = Annotated[int, Field(strict=True, ge=0, lt=2**31)]
Typed: TypeAlias = Annotated[str, Field(max_length=LONGEST_TYPED)]
Want: TypeAlias = Literal["scene", "view", "events"]
"""The form in which a watcher gets a room: drawn as a scene, as the data of a view, or as
events."""
ShortText: TypeAlias = Annotated[str, Field(max_length=LONGEST_NAME)]


class RoomFacts:
    """The facts on the room in *state* by which deeds are open, each found once."""

    __slots__ = (
        "has_free_seat",
        "has_trouble",
        "is_ended",
        "is_over",
        "is_shared",
        "is_study",
        "state",
    )

    def __init__(self, state: RoomState) -> None:
        self.state = state
        self.is_study = state.study is not None
        self.is_over = state.table.over is not None
        self.is_ended = state.is_closed or (self.is_over and not self.is_study)
        self.has_free_seat = bool(state.free_seats)
        self.is_shared = self.has_free_seat or state.seats.are_shared
        self.has_trouble = bool(state.table.trouble)


class Deed(BaseModel):
    """A command to *room*. *id* is the sender's: a command that comes twice is answered twice and
    carried out once. *seen* is the number of the last event that he knows; decisions need it.

    Its methods read the *state* of that room; ``act`` alone gets the room itself, to emit events.
    ``why_not`` alone decides who may give it: a room refuses with that reason, and a scene offers
    the deeds that have none. Only ``act`` finds what a game judges itself, for example an illegal
    decision that was typed, or a bot that is not known.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)

    after_closing: ClassVar[bool] = False
    """Whether it is allowed after the operator of the host has ended the match."""
    in_study: ClassVar[bool] = True
    """Whether it is allowed in a study, too: there nobody plays, loses time or holds a seat."""
    when_full: ClassVar[bool] = False
    """Whether it is allowed when the room can store no more: it leads to the end of the match."""
    leads_on: ClassVar[bool] = False
    """Whether the match goes on by it: a part of the room's storage is reserved for such deeds, so
    that nobody fills up the match while another player is on turn."""
    is_decision: ClassVar[bool] = False
    """Whether it makes a decision: such a command counts when it was sent, and not when it
    arrived."""

    is_for_all: ClassVar[bool] = False
    """Whether it is offered to everybody wherever it is allowed at all."""
    needs_say: ClassVar[bool] = False
    """Whether nobody is offered it for whom ``why_no_say`` has a reason."""
    beside: ClassVar[str] = ""
    """The command with which it is offered, and never without; ``""``: it is offered by itself."""

    id: CommandId
    room: RoomId
    seen: Seen | None = None

    @classmethod
    @cache
    def named(cls) -> str:
        """The name of the command in messages: its ``do``."""
        name: str = get_args(cls.model_fields["do"].annotation)[0]
        return name

    @classmethod
    def of(cls, **values: Any) -> Self:
        """Returns a deed with those *values* but no sender, to call ``why_not`` on."""
        return cast("Self", _example(cls, **values))

    @classmethod
    def examples(cls, state: RoomState, person: str) -> Iterable[Self]:
        """The deeds of this class that a scene would offer *person*, with their arguments: the
        command is offered if one of them is allowed. None where it is not worth offering."""
        return (cls.of(),)

    @classmethod
    def is_open(cls, facts: RoomFacts) -> bool:
        """Whether the room may offer it to anybody now: a short look at the room, which spares
        ``why_not`` for each person. Where it is false, no example is allowed to anybody."""
        return True

    @classmethod
    def may(cls, state: RoomState, person: str) -> bool:
        """Whether a scene offers it to *person*. Raises the errors of the game."""
        for each in cls.examples(state, person):  # noqa: SIM110 - scenes ask it dozens of times
            if not each.why_not(state, person):
                return True
        return False

    @final
    def why_not(self, state: RoomState, person: str) -> str:
        """Why not: one sentence, for *person* in *state*; ``""``: the deed is allowed."""
        if state.is_closed and not self.after_closing:
            return closed_words()
        if state.study is not None and not self.in_study:
            return not_in_study()
        return self._why_not(state, person)

    def _why_not(self, state: RoomState, person: str) -> str:
        """Why not: as ``why_not``; the room is not closed, unless the deed is allowed
        ``after_closing``."""
        return ""

    def act(self, room: Room, person: str, name: str) -> None:
        """Carries out the deed in *room*: emits the events that it causes, none where nothing
        changes.

        It is called only where ``why_not`` is ``""``. *person* has that *name*. Raises
        ``GipfMetaError`` for what a game judges; then nothing has happened.
        """
        raise Refused(changes_nothing())

    def step(self, progress: LessonProgress) -> LessonProgress:
        """Returns the progress of a lesson after it. Raises ``MoveError`` and ``Refused``."""
        raise not_in_lessons()

    def private_notice(self) -> str | None:
        """The notice to the sender alone where nobody else is informed; ``None``: everybody is."""
        return None


class Looking(Deed):
    """A deed that is allowed after the operator of the host has ended the match, too."""

    after_closing: ClassVar[bool] = True


class Reading(Looking):
    """A deed that changes nothing, and is answered to its sender at once."""

    def answer(self, state: RoomState, person: str) -> RoomMessage:
        """Returns the answer to *person*. Raises ``Refused``, and the errors of the game."""
        raise NotImplementedError

    def in_lesson(self, progress: LessonProgress) -> RoomMessage:
        """Returns the answer in a lesson. Raises ``Refused``."""
        raise not_in_lessons()


class Inquiring(Deed):
    """A deed whose answer takes time to find, and is sent to its sender."""

    def thought(self, state: RoomState, said: Said) -> AskedThought:
        """Returns the thought that finds the answer."""
        raise NotImplementedError

    def in_lesson(self, progress: LessonProgress) -> RoomMessage:
        """Returns the answer in a lesson. Raises ``Refused`` and ``MoveError``."""
        raise not_in_lessons()


@lru_cache(maxsize=1000)  # every scene asks for the same ones
def _example(deed: type[Deed], **values: Any) -> Deed:
    """A deed with those *values*, but no sender."""
    return deed.model_construct(id="", room="", **values)


def changes_nothing() -> str:
    """The sentence that a deed changes no match."""
    return _("That changes nothing in a match.")


def not_in_lessons() -> Refused:
    """The refusal of a deed that is allowed in matches only."""
    return Refused(_("You cannot do that in a lesson."))
