"""What people ask of a room: commands, as values that are checked before anybody looks at them."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from gipf_meta.records.models import LONGEST_NAME, Player

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
Key: TypeAlias = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{22,64}$")]
Word: TypeAlias = Annotated[str, Field(max_length=LONGEST_NAME)]


class _Command(BaseModel):
    """*id* is the sender's: a command that comes twice is answered twice and done once. *seen* is
    the number of the last event that he knows; decisions need it.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: CommandId
    room: RoomId
    seen: Seen | None = None


class Watch(_Command):
    """Send me what happens in the room from now on, and what has happened since event *since*."""

    do: Literal["watch"]
    since: Seen = 0
    want: Literal["scene", "view", "events"] = "scene"


class Unwatch(_Command):
    """Send me nothing more of the room."""

    do: Literal["unwatch"]


class Play(_Command):
    """I decide *text*. *seen* is the number of the last event that I know."""

    do: Literal["play"]
    text: Typed
    seen: Seen


class Choose(_Command):
    """I decide what the clicks of *path* make. *seen* as in ``play``."""

    do: Literal["choose"]
    path: Annotated[tuple[Word, ...], Field(max_length=LONGEST_PATH)]
    seen: Seen


class Resign(_Command):
    """I give up the game on top, for the seat *by* that I hold; ``None``: the one who decides."""

    do: Literal["resign"]
    by: Player | None = None


class Offer(_Command):
    """I offer a draw."""

    do: Literal["offer"]


class Answer(_Command):
    """I *accept* the draw that is offered, or what is requested; or not.

    With *seen* it is refused if something else has been asked since.
    """

    do: Literal["answer"]
    accept: Annotated[bool, Field(strict=True)]


class TakeBack(_Command):
    """Take my last decision back; where others play, too, they are asked."""

    do: Literal["take_back"]


class PlayAgain(_Command):
    """Let what was taken back last stand again."""

    do: Literal["play_again"]


class Pause(_Command):
    """Let no time pass; where others play, too, they are asked."""

    do: Literal["pause"]


class GoOn(_Command):
    """Let time pass again; where others play, too, as soon as all have said so."""

    do: Literal["go_on"]


class SeatPlayer(_Command):
    """Let *kind*, ``human`` or a bot, sit in place of *player*, called *name*."""

    do: Literal["seat"]
    player: Player
    kind: Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]
    name: Annotated[str, Field(max_length=60)] = ""


class Invite(_Command):
    """Let whoever comes with *key* take the free seat of *player*; ``None``: let him watch.

    The key is made of at least 128 random bits by who asks, and ends the one before it.
    """

    do: Literal["invite"]
    player: Player | None
    key: Key


class Uninvite(_Command):
    """Let nobody come to the seat of *player* by invitation; ``None``: nobody may watch by it."""

    do: Literal["uninvite"]
    player: Player | None


class Enter(_Command):
    """I come by the invitation of that *key*."""

    do: Literal["enter"]
    key: Key


class Sit(_Command):
    """I take the free seat of *player*."""

    do: Literal["sit"]
    player: Player


class Leave(_Command):
    """I give up my seats, and watch a private match no longer."""

    do: Literal["leave"]


class AskAgain(_Command):
    """Ask the bot that failed once more."""

    do: Literal["ask_again"]


class ChooseDuel(_Command):
    """Let the duel be played in *game* instead."""

    do: Literal["choose_duel"]
    game: Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]


class Rematch(_Command):
    """Open a new match of the same players, everybody one seat further, after this one's end.

    Where others hold seats, too, they are asked; who is asked agrees by it.
    """

    do: Literal["rematch"]


class Branch(_Command):
    """Open a match of its own that goes on from moment *at* of this one.

    *together*: all who may watch this one, which has ended, may watch that, and are led there.
    """

    do: Literal["branch"]
    at: MomentNumber
    together: Annotated[bool, Field(strict=True)] = False


class Show(_Command):
    """Let all look at moment *at* with me, now that the match has ended; ``None``: no longer."""

    do: Literal["show"]
    at: MomentNumber | None


class Hint(_Command):
    """Tell me what to play."""

    do: Literal["hint"]


class Analyse(_Command):
    """Tell me the best lines of moment *at*, better ones as they are found; ``None``: of now.

    An analysis or a review ends when it is told, when the match goes on, and by ``leave_off``.
    """

    do: Literal["analyse"]
    at: MomentNumber | None = None


class Review(_Command):
    """Tell me what each turn of the match was worth, and what was better, turn by turn."""

    do: Literal["review"]


class LeaveOff(_Command):
    """I want no more of the analysis or the review that I have asked for."""

    do: Literal["leave_off"]
    what: Literal["analysis", "review"]


class Ask(_Command):
    """Answer a *question* about the board, in English or in my language."""

    do: Literal["ask"]
    question: Typed


class Look(_Command):
    """Show me moment *at* of the match: 0 is its beginning, each decision leads to the next."""

    do: Literal["look"]
    at: MomentNumber


class SaveRecord(_Command):
    """Give me the match as a file."""

    do: Literal["record"]


class SavePicture(_Command):
    """Give me the board as a picture, at moment *at*; ``None``: now."""

    do: Literal["picture"]
    at: MomentNumber | None = None


class Premove(_Command):
    """Let me decide *text* as soon as my turn comes, if it is legal; ``None``: not any more."""

    do: Literal["premove"]
    text: Typed | None = None


class TurnPage(_Command):
    """Show me the next page of the lesson. *seen* is the page that I have read."""

    do: Literal["turn_page"]


class ShowMe(_Command):
    """Play what the page of the lesson asks for. *seen* is the number of that page."""

    do: Literal["show_me"]


Command: TypeAlias = Annotated[
    Watch
    | Unwatch
    | Play
    | Choose
    | Resign
    | Offer
    | Answer
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
    | AskAgain
    | ChooseDuel
    | Rematch
    | Branch
    | Show
    | Hint
    | Analyse
    | Review
    | LeaveOff
    | Ask
    | Look
    | SaveRecord
    | SavePicture
    | Premove
    | TurnPage
    | ShowMe,
    Field(discriminator="do"),
]

COMMAND: Final[TypeAdapter[Command]] = TypeAdapter(Command)
"""Reads commands."""
