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
from gipf_meta.deeds.decisions import AskAgain, Choose, ChooseDuel, Play, Premove, Resign
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
    Hint,
)
"""The commands that scenes offer, in this order."""


class _Offer(NamedTuple):
    """A deed that scenes offer, with what is asked of it for each person."""

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


def may(state: RoomState, person: str) -> list[str]:
    """The commands that the room offers *person* in *state*. Raises the errors of the game."""
    names, facts = list[str](), RoomFacts(state)
    has_say = not why_no_say(state, person)
    for offer in _offers(state.is_closed, facts.is_study):
        name, is_for_all, needs_say, beside, is_open, is_allowed = offer
        if beside:
            is_offered = beside in names
        elif is_for_all:
            is_offered = True
        else:
            can_be = (has_say or not needs_say) and is_open(facts)
            is_offered = can_be and is_allowed(state, person)
        if is_offered:
            names.append(name)
    return names
