"""What happens in a room: events, in the order of their numbers. They alone rebuild the room.

Some events say what somebody did or what became of the table. The others *follow*: what luck drew,
that a duel began or ended, that the match is over. Those come out the same whenever the match is
told again, so a ledger that says otherwise is damaged.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    SerializerFunctionWrapHandler,
    TypeAdapter,
    model_serializer,
)

from gipf_meta.records.models import LONGEST_NAME, MOST_SEATS, Player, Record, Seat, Text

MOMENT_MOST: Final = 2**53
"""Every time of a room is less, in milliseconds: what JavaScript counts exactly."""

Moment: TypeAlias = Annotated[int, Field(strict=True, ge=0, lt=MOMENT_MOST)]
EventNumber: TypeAlias = Annotated[int, Field(strict=True, ge=1)]
Person: TypeAlias = Annotated[str, Field(max_length=LONGEST_NAME)]
Sentence: TypeAlias = Annotated[str, Field(max_length=4000)]
GameId: TypeAlias = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]
PlayerKind: TypeAlias = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]


class _Event(BaseModel):
    """*number* counts the events of a room from 1; *at_ms* is when it happened."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    number: EventNumber
    at_ms: Moment


class Opening(BaseModel):
    """The match of a room: a new one of *game* with its *options*, or that of a *record*.

    *players* sit at the seats, in order. *seed* decides what luck draws; ``None``: it is not told.
    *control* is the players' clock, as ``10m+5s``. *rules* is the version of the game's rules. A
    match of a record begins paused. Only those who hold a seat or were let in watch a match that
    *is_private*; anybody may take a free seat of one that *is_open*.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    game: GameId
    players: Annotated[tuple[Seat, ...], Field(max_length=MOST_SEATS)]
    options: dict[str, Any] = {}
    seed: Annotated[int, Field(strict=True, ge=0, lt=2**63)] | None = None
    control: Annotated[str, Field(max_length=LONGEST_NAME)] | None = None
    rules: Annotated[int, Field(strict=True, ge=1)] = 1
    record: Record | None = None
    is_private: bool = False
    is_open: bool = False

    @classmethod
    def of_record(cls, record: Record) -> Opening:
        """The match of *record*, to be gone on with."""
        return cls(
            game=record.game,
            players=record.people,
            options=record.options,
            seed=max(0, record.seed),
            control=record.clock,
            rules=max(1, record.rules),
            record=record,
        )


class Opened(_Event):
    """The room was opened for the match of *opening*, *by* a person; ``""``: nobody knows whom."""

    event: Literal["opened"] = "opened"
    opening: Opening
    by: Person = ""


class Invited(_Event):
    """Who has the key with that *hash* may take the seat of *player*; ``None``: may watch.

    *hash* is the SHA-256 of the key in hex; ``""``: it is not told.
    """

    event: Literal["invited"] = "invited"
    player: Player | None
    hash: Annotated[str, Field(pattern=r"^([0-9a-f]{64})?$")]


class Uninvited(_Event):
    """Nobody is invited to the seat of *player* any more; ``None``: nobody may watch any more."""

    event: Literal["uninvited"] = "uninvited"
    player: Player | None


class Admitted(_Event):
    """*person* was let in, and may watch."""

    event: Literal["admitted"] = "admitted"
    person: Person


class Left(_Event):
    """*person* gave up the seats of *players*, and watches a private match no longer."""

    event: Literal["left"] = "left"
    person: Person
    players: Annotated[tuple[Player, ...], Field(max_length=MOST_SEATS)]


class SeatGiven(_Event):
    """*person* holds the seat of *player* from now on; ``""``: nobody does."""

    event: Literal["seat_given"] = "seat_given"
    player: Player
    person: Person


class Played(_Event):
    """*player* decided *text*: one decision or, typed at once, a whole turn.

    Where the time of people far away runs, that arrived at *arrived_ms*, and of the *lag_ms* that
    the network took, *given_ms* were given back to him. Elsewhere these are left out.
    """

    event: Literal["played"] = "played"
    player: Player
    text: Text
    arrived_ms: Moment | None = None
    lag_ms: Moment | None = None
    given_ms: Moment | None = None

    @model_serializer(mode="wrap")
    def _leave_out_none(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        return {name: value for name, value in write(self).items() if value is not None}


class Happened(_Event):
    """Time did something: what it was follows from the match."""

    event: Literal["happened"] = "happened"


class Resigned(_Event):
    """*player* gave up the game on top."""

    event: Literal["resigned"] = "resigned"
    player: Player


class DrawOffered(_Event):
    """*player* offered a draw in the game on top. The offer lasts until the next decision."""

    event: Literal["draw_offered"] = "draw_offered"
    player: Player


class DrawAccepted(_Event):
    """*player* would accept the draw that is offered."""

    event: Literal["draw_accepted"] = "draw_accepted"
    player: Player


class DrawRefused(_Event):
    """*player* refused the draw that was offered."""

    event: Literal["draw_refused"] = "draw_refused"
    player: Player


class DrawAgreed(_Event):
    """All accepted: the game on top ended as a draw."""

    event: Literal["draw_agreed"] = "draw_agreed"


class Asked(_Event):
    """*player* asks the others for *what*. The request lasts until the next decision."""

    event: Literal["asked"] = "asked"
    player: Player
    what: Literal["take_back", "pause", "rematch"]


class Agreed(_Event):
    """*player* agrees to what is requested; it comes true when all have agreed."""

    event: Literal["agreed"] = "agreed"
    player: Player


class Declined(_Event):
    """*player* declines what was requested, which ends the request."""

    event: Literal["declined"] = "declined"
    player: Player


class Readied(_Event):
    """*player* is ready: time passes as soon as all are."""

    event: Literal["readied"] = "readied"
    player: Player


class Paused(_Event):
    """No time passes from now on."""

    event: Literal["paused"] = "paused"


class WentOn(_Event):
    """Time passes again."""

    event: Literal["went_on"] = "went_on"


class Stopped(_Event):
    """No process served the room from *from_ms* to *to_ms*, or something else held its process up:
    no time passed in it."""

    event: Literal["stopped"] = "stopped"
    from_ms: Moment
    to_ms: Moment


class TookBack(_Event):
    """The last decision of one of the players *of* was taken back, and all after it.

    Empty: that of any person. *to* is how many decisions of the game on top stand.
    """

    event: Literal["took_back"] = "took_back"
    to: Annotated[int, Field(strict=True, ge=0)]
    of: Annotated[tuple[Player, ...], Field(max_length=MOST_SEATS)] = ()


class PlayedAgain(_Event):
    """What was taken back last stands again."""

    event: Literal["played_again"] = "played_again"


class BotFailed(_Event):
    """The bot of *player* failed, as *sentence* says. It is not asked until somebody decides so."""

    event: Literal["bot_failed"] = "bot_failed"
    player: Player
    sentence: Sentence


class AskedAgain(_Event):
    """The bot that failed is asked once more."""

    event: Literal["asked_again"] = "asked_again"


class Seated(_Event):
    """From now on *player* is *kind*: ``human`` or a bot; and called *name*."""

    event: Literal["seated"] = "seated"
    player: Player
    kind: PlayerKind
    name: Annotated[str, Field(min_length=1, max_length=60)]


class DuelUnplayable(_Event):
    """The duel on top, or that is due, cannot be played, as *sentence* says."""

    event: Literal["duel_unplayable"] = "duel_unplayable"
    sentence: Sentence


class DuelChosen(_Event):
    """The duel is played in *game* instead."""

    event: Literal["duel_chosen"] = "duel_chosen"
    game: GameId


class Rematched(_Event):
    """A rematch is played in the room *to*."""

    event: Literal["rematched"] = "rematched"
    to: Annotated[str, Field(min_length=1, max_length=64)]


class Shown(_Event):
    """*player* shows the others moment *at* of the match, which has ended; ``None``: no longer.

    *to* is the room in which he goes on from that moment, ``""``: he does not.
    """

    event: Literal["shown"] = "shown"
    player: Player
    at: Annotated[int, Field(strict=True, ge=0)] | None
    to: Annotated[str, Field(max_length=64)] = ""


class Closed(_Event):
    """Whoever runs the host ended the match, undecided. Nothing changes in it any more."""

    event: Literal["closed"] = "closed"


class Decided(_Event):
    """*player* had decided *text* beforehand: with what he typed now, or in an earlier answer.

    Follows.
    """

    event: Literal["decided"] = "decided"
    player: Player
    text: Text


class Drawn(_Event):
    """Luck drew *text*. Follows."""

    event: Literal["drawn"] = "drawn"
    text: Text


class DuelBegan(_Event):
    """A duel in *game* began. Follows."""

    event: Literal["duel_began"] = "duel_began"
    game: GameId


class DuelEnded(_Event):
    """The duel in *game* ended: player *winner* won it; ``None``: nobody. Follows."""

    event: Literal["duel_ended"] = "duel_ended"
    winner: Player | None
    game: GameId


class Ended(_Event):
    """The match is over: *winners* won, for *reason*. *seed* is no secret any more. Follows."""

    event: Literal["over"] = "over"
    winners: tuple[Player, ...]
    reason: Text
    seed: Annotated[int, Field(strict=True)] | None


Event: TypeAlias = Annotated[
    Opened
    | Invited
    | Uninvited
    | Admitted
    | Left
    | SeatGiven
    | Played
    | Happened
    | Resigned
    | DrawOffered
    | DrawAccepted
    | DrawRefused
    | DrawAgreed
    | Asked
    | Agreed
    | Declined
    | Readied
    | Paused
    | WentOn
    | Stopped
    | TookBack
    | PlayedAgain
    | BotFailed
    | AskedAgain
    | Seated
    | DuelUnplayable
    | DuelChosen
    | Rematched
    | Shown
    | Closed
    | Decided
    | Drawn
    | DuelBegan
    | DuelEnded
    | Ended,
    Field(discriminator="event"),
]

EVENT: Final[TypeAdapter[Event]] = TypeAdapter(Event)
"""Reads and writes events as JSON."""

FOLLOWING: Final = (Decided, Drawn, DuelBegan, DuelEnded, Ended)
"""The events that follow from others."""


def without_secrets(event: Event) -> Event:
    """*event* without the seed of the match, or the hash of a key, as people may see it."""
    if isinstance(event, Invited):
        return event.model_copy(update={"hash": ""})
    if not isinstance(event, Opened):
        return event
    record = event.opening.record
    if record is not None:
        record = record.model_copy(update={"seed": 0})
    opening = event.opening.model_copy(update={"seed": None, "record": record})
    return event.model_copy(update={"opening": opening})
