"""All commands to a room, as types that check their fields before any other code uses them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Annotated, Final, NamedTuple, TypeAlias, get_args

from pydantic import ConfigDict, Field, TypeAdapter

from gipf_meta.deeds.agreements import (
    AnswerOffer,
    GoOn,
    Offer,
    Pause,
    PlayAgain,
    Rematch,
    TakeBack,
)
from gipf_meta.deeds.claims import Claim
from gipf_meta.deeds.decisions import (
    AskAgain,
    Choose,
    ChooseDuel,
    Imagine,
    KeepPlan,
    Play,
    Premove,
    Resign,
)
from gipf_meta.deeds.deed import Deed, RoomFacts
from gipf_meta.deeds.inquiry_deeds import Analyse, Hint, Review, TellChances
from gipf_meta.deeds.seat_deeds import Enter, Invite, Leave, SeatPlayer, Sit, Uninvite
from gipf_meta.deeds.study_deeds import (
    ChangeAgain,
    DeleteTurn,
    MarkPlaces,
    Promote,
    Restore,
    WalkInTree,
    WriteBeside,
)
from gipf_meta.deeds.view_deeds import (
    Ask,
    BeginHere,
    Branch,
    CopyIt,
    LeaveOff,
    Look,
    OpenStudy,
    Paste,
    SavePicture,
    SaveRecord,
    Show,
    ShowMe,
    TellNews,
    TurnPage,
    Unwatch,
    Watch,
)
from gipf_meta.deeds.weeks import PlayLive
from gipf_meta.rooms.conditions import why_no_say
from gipf_meta.rooms.state import RoomState

Command: TypeAlias = Annotated[
    Watch
    | Unwatch
    | Play
    | Choose
    | Resign
    | Offer
    | AnswerOffer
    | TakeBack
    | PlayAgain
    | Pause
    | PlayLive
    | GoOn
    | SeatPlayer
    | Invite
    | Uninvite
    | Enter
    | Sit
    | Leave
    | Claim
    | AskAgain
    | ChooseDuel
    | Rematch
    | Branch
    | OpenStudy
    | WalkInTree
    | WriteBeside
    | MarkPlaces
    | Promote
    | DeleteTurn
    | Restore
    | ChangeAgain
    | BeginHere
    | Show
    | Hint
    | Analyse
    | TellChances
    | Review
    | LeaveOff
    | Ask
    | Look
    | TellNews
    | SaveRecord
    | SavePicture
    | CopyIt
    | Paste
    | Premove
    | KeepPlan
    | Imagine
    | TurnPage
    | ShowMe,
    Field(discriminator="do"),
]

COMMAND: Final[TypeAdapter[Command]] = TypeAdapter(Command, config=ConfigDict(defer_build=True))
"""Reads commands."""

DEEDS: Final[Mapping[str, type[Deed]]] = {
    deed.named(): deed for deed in get_args(get_args(Command)[0])
}
"""The commands by their names (``do``)."""

OFFERED: Final[tuple[type[Deed], ...]] = (
    Look,
    Ask,
    SaveRecord,
    SavePicture,
    CopyIt,
    Paste,
    Branch,
    BeginHere,
    OpenStudy,
    WalkInTree,
    WriteBeside,
    MarkPlaces,
    Promote,
    DeleteTurn,
    Restore,
    ChangeAgain,
    Analyse,
    TellChances,
    Show,
    GoOn,
    Pause,
    PlayLive,
    TakeBack,
    AnswerOffer,
    Invite,
    Uninvite,
    Sit,
    Leave,
    Claim,
    Rematch,
    AskAgain,
    SeatPlayer,
    ChooseDuel,
    PlayAgain,
    Resign,
    Offer,
    Play,
    Choose,
    Premove,
    KeepPlan,
    Hint,
)
"""The commands that scenes offer, in this order."""


class _Offer(NamedTuple):
    """A deed that scenes offer, with what is asked of it."""

    name: str
    is_for_all: bool
    needs_say: bool
    beside: str
    is_open: Callable[[RoomFacts], bool]
    may: Callable[[RoomState, str], bool]


@lru_cache
def _offers(is_closed: bool, in_study: bool) -> tuple[_Offer, ...]:
    """The offers that scenes may make where the room *is_closed* or a study."""
    return tuple(
        _Offer(deed.named(), deed.is_for_all, deed.needs_say, deed.beside, deed.is_open, deed.may)
        for deed in OFFERED
        if (deed.after_closing or not is_closed) and (deed.in_study or not in_study)
    )


class OpenDeeds:
    """The commands that a room offers in *state*, which must not change meanwhile: those that it
    offers to nobody are left out once for all persons."""

    def __init__(self, state: RoomState) -> None:
        self._state, facts = state, RoomFacts(state)
        known = _offers(state.is_closed, facts.is_study)
        self._open = [each for each in known if each.is_for_all or each.is_open(facts)]

    def to(self, person: str) -> list[str]:
        """The commands that are offered to *person*. Raises the errors of the game."""
        names, state = list[str](), self._state
        has_say = not why_no_say(state, person)
        for name, is_for_all, needs_say, beside, _is_open, is_allowed in self._open:
            if is_for_all:
                names.append(name)
            elif needs_say and not has_say:
                continue
            elif beside in names if beside else is_allowed(state, person):
                names.append(name)
        return names


def may(state: RoomState, person: str) -> list[str]:
    """The commands that the room offers *person* in *state*. Raises the errors of the game."""
    return OpenDeeds(state).to(person)
