"""The events of a room, in the order of their numbers: they alone suffice to rebuild the room.

Some events tell what a person did or how the table changed. Others *follow* from them: what luck
drew, that a duel began or ended, that the match is over. Each replay finds these again, so a ledger
in which they differ is damaged.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import ConfigDict, Field, TypeAdapter

from gipf_meta.base.texts import _
from gipf_meta.match.match import CannotUndo
from gipf_meta.records.models import MOST_SEATS, PlayerNumber, Text
from gipf_meta.rooms.consequences import (
    Decided,
    Drawn,
    DuelBegan,
    DuelEnded,
    Ended,
    ExtendedEvent,
    MomentMs,
    PersonId,
    PlayerKind,
    RoomEvent,
    Sentence,
)
from gipf_meta.rooms.live_hours import LiveClockText, begin_live, duel_place, next_hour
from gipf_meta.rooms.people_events import NO_KEY, Admitted, Invited, Rested, Uninvited
from gipf_meta.rooms.state import AgreementRequest, RoomState, Showing, Wish
from gipf_meta.rooms.study_events import StudyEvent
from gipf_meta.table import players
from gipf_meta.table.history import have_same_decisions
from gipf_meta.table.openings import GameId, Opening


class Opened(RoomEvent):
    """The room was opened for the match of *opening*, *by* a person; ``""``: by nobody that is
    known."""

    event: Literal["opened"] = "opened"
    opening: Opening
    by: PersonId = ""


class Left(RoomEvent):
    """*person* gave up the seats of *players*, and watches a private match no longer."""

    event: Literal["left"] = "left"
    person: PersonId
    players: Annotated[tuple[PlayerNumber, ...], Field(max_length=MOST_SEATS)]

    def apply(self, room: RoomState) -> None:
        for player in self.players:
            room.give_seat(player, "", self.at_ms, is_given_up=True)
            room.forget_wishes(player)
            room.vacant_since_ms[player] = self.at_ms
        room.end_lonely_request()
        room.abandoned |= set(self.players)
        if set(self.players) & set(room.table.match.top.players):
            room.withdraw_offer()
        room.admission.forget(self.person)
        if room.shown is not None and room.shown.player in self.players:
            room.shown = None


class SeatGiven(RoomEvent):
    """*person* holds the seat of *player* from now on; ``""``: nobody. ``Seated`` told the kind."""

    event: Literal["seat_given"] = "seat_given"
    player: PlayerNumber
    person: PersonId

    def apply(self, room: RoomState) -> None:
        room.give_seat(self.player, self.person, self.at_ms)
        if self.person:
            room.admission.use_key(self.player, self.person)
            room.abandoned -= {self.player}
            was_free = room.vacant_since_ms.pop(self.player, None) is not None
            if was_free and not (room.has_begun or room.free_seats):
                room.filled_since = self.number
            room.wait_for_newcomer(self.at_ms)
            return
        room.vacant_since_ms[self.player] = self.at_ms
        room.forget_wishes(self.player)
        room.end_lonely_request()
        if self.player in room.table.match.top.players:
            room.withdraw_offer()


class Played(ExtendedEvent):
    """*player* decided *text*: one decision or, typed at once, a whole turn.

    Where the time of people far away runs, *text* arrived at *arrived_ms*, the network took
    *lag_ms*, and *given_ms* of these were given back to him. Elsewhere these are left out.
    """

    event: Literal["played"] = "played"
    player: PlayerNumber
    text: Text
    arrived_ms: MomentMs | None = None
    lag_ms: MomentMs | None = None
    given_ms: MomentMs | None = None

    later = frozenset({"arrived_ms", "lag_ms", "given_ms"})

    def apply(self, room: RoomState) -> None:
        has_quota = self.given_ms is not None and not room.table.time_acts
        before = room.table.match
        room.table.play(self.text, self.player)
        room.plans.lost.pop(self.player, None)
        room.seats.note_decision(self.player)
        room.follow_match(before)
        if has_quota and not have_same_decisions(before, room.table.match):
            room.note_given(self.player, self.given_ms or 0)


class Happened(ExtendedEvent):
    """Time changed the match: how follows from the match. *flagged* is the player who lost a duel
    because his time was up; ``None``: nobody."""

    event: Literal["happened"] = "happened"
    flagged: PlayerNumber | None = None

    later = frozenset({"flagged"})


class Resigned(ExtendedEvent):
    """*player* gave up the game on top. With *claimed_by*, he had left or was away for too long,
    and that player claimed the win."""

    event: Literal["resigned"] = "resigned"
    player: PlayerNumber
    claimed_by: PlayerNumber | None = None

    later = frozenset({"claimed_by"})

    def apply(self, room: RoomState) -> None:
        room.table.resign(self.player, self.claimed_by)


class DrawOffered(RoomEvent):
    """*player* offered a draw in the game on top. The offer lasts until the next decision."""

    event: Literal["draw_offered"] = "draw_offered"
    player: PlayerNumber

    def apply(self, room: RoomState) -> None:
        room.offer, room.accepted = self.player, frozenset({self.player})
        room.request_number = self.number
        room.wished |= {(self.player, "draw")}


class DrawAccepted(RoomEvent):
    """*player* accepts the draw that is offered, if the others do."""

    event: Literal["draw_accepted"] = "draw_accepted"
    player: PlayerNumber

    def apply(self, room: RoomState) -> None:
        room.accepted |= {self.player}


class DrawRefused(RoomEvent):
    """*player* refused the draw that was offered."""

    event: Literal["draw_refused"] = "draw_refused"
    player: PlayerNumber

    def apply(self, room: RoomState) -> None:
        room.withdraw_offer()


class DrawAgreed(RoomEvent):
    """All players accepted the offer: the game on top ended as a draw."""

    event: Literal["draw_agreed"] = "draw_agreed"

    def apply(self, room: RoomState) -> None:
        room.table.agree_draw()
        room.withdraw_offer()


class Asked(ExtendedEvent):
    """*player* requests *what* of the others, a pause of *ms* milliseconds, say; or to play the
    duel live at the hour *ms*, by *clock* (``None``: not live after all). The request lasts until
    the next decision."""

    event: Literal["asked"] = "asked"
    player: PlayerNumber
    what: Wish
    ms: MomentMs | None = None
    clock: LiveClockText | None = None

    later = frozenset({"ms", "clock"})

    def apply(self, room: RoomState) -> None:
        room.request = AgreementRequest(self.player, self.what, ms=self.ms, clock=self.clock)
        room.request_number = self.number
        if self.what == "live":
            room.live_offers = (*room.live_offers, (duel_place(room), self.player))
        else:
            room.wished |= {(self.player, self.what)}


class Agreed(RoomEvent):
    """*player* agrees to the request that is open; it is fulfilled when all have agreed."""

    event: Literal["agreed"] = "agreed"
    player: PlayerNumber

    def apply(self, room: RoomState) -> None:
        if room.request is not None:
            room.request = replace(room.request, agreed=room.request.agreed | {self.player})


class Declined(RoomEvent):
    """*player* declines the request that is open, which ends it."""

    event: Literal["declined"] = "declined"
    player: PlayerNumber

    def apply(self, room: RoomState) -> None:
        room.request = None


class Readied(ExtendedEvent):
    """*player* is ready: time passes as soon as all are, at *until_ms* at the latest; ``None``: not
    before all are."""

    event: Literal["readied"] = "readied"
    player: PlayerNumber
    until_ms: MomentMs | None = None

    later = frozenset({"until_ms"})

    def apply(self, room: RoomState) -> None:
        room.ready |= {self.player}
        if room.goes_on_ms is None:
            room.goes_on_ms = self.until_ms


class Paused(ExtendedEvent):
    """No time passes from now on, until *until_ms* at most; ``None``: until the players go on. With
    *live* that is the hour of a duel that is played live, by that clock; ``none``: with sand."""

    event: Literal["paused"] = "paused"
    until_ms: MomentMs | None = None
    live: LiveClockText | None = None

    later = frozenset({"until_ms", "live"})

    def apply(self, room: RoomState) -> None:
        hour = next_hour(room.hour, self.at_ms, self.until_ms, self.live)
        room.stop_time(self.until_ms, hour)


class WentOn(ExtendedEvent):
    """Time passes again; the duel on top is played *live* from now on, by that clock. ``none``: it
    is not, or sand runs in it; ``None``: there was no hour."""

    event: Literal["went_on"] = "went_on"
    live: LiveClockText | None = None

    later = frozenset({"live"})

    def apply(self, room: RoomState) -> None:
        room.table.go_on()
        room.let_time_pass(self.at_ms)
        begin_live(room, self.live)


class Stopped(RoomEvent):
    """No time passed in the room from *from_ms* to *to_ms*: no process served it, or its process
    was held up."""

    event: Literal["stopped"] = "stopped"
    from_ms: MomentMs
    to_ms: MomentMs

    def apply(self, room: RoomState) -> None:
        room.leave_out_stop(self.from_ms, self.to_ms)


class TookBack(RoomEvent):
    """The last decision of one of the players *of* was taken back, with all that came after it.

    Empty: the last decision of any person. *to* is the number of decisions in the game on top that
    remain.
    """

    event: Literal["took_back"] = "took_back"
    to: Annotated[int, Field(strict=True, ge=0)]
    of: Annotated[tuple[PlayerNumber, ...], Field(max_length=MOST_SEATS)] = ()

    def apply(self, room: RoomState) -> None:
        if len(room.table.before_undo(self.of).top.steps) != self.to:
            raise CannotUndo(_("Fewer decisions were taken back in this match."))
        room.table.undo(self.of)
        room.plans.end(self.number)
        room.shown = None


class PlayedAgain(RoomEvent):
    """The decisions that were taken back last were played again."""

    event: Literal["played_again"] = "played_again"

    def apply(self, room: RoomState) -> None:
        room.table.redo()


class BotFailure(RoomEvent):
    """The bot of *player* failed, as *sentence* tells. It waits until somebody asks it again."""

    event: Literal["bot_failed"] = "bot_failed"
    player: PlayerNumber
    sentence: Sentence

    def apply(self, room: RoomState) -> None:
        room.table.fault = players.BotFailed(self.sentence, self.player)


class AskedAgain(RoomEvent):
    """Somebody let the bot that failed try once more."""

    event: Literal["asked_again"] = "asked_again"

    def apply(self, room: RoomState) -> None:
        room.table.ask_again()


class Seated(RoomEvent):
    """*player* is from now on of *kind*, ``human`` or a bot, and has the *name*; nobody holds his
    seat until a ``SeatGiven``."""

    event: Literal["seated"] = "seated"
    player: PlayerNumber
    kind: PlayerKind
    name: Annotated[str, Field(min_length=1, max_length=60)]

    def apply(self, room: RoomState) -> None:
        room.table.seat(self.player, players.Player.of_kind(self.kind, self.name))
        holders, is_bot = room.seats.holders, room.table.players[self.player].bot is not None
        # a person who plays alone gave the seat to the bot himself
        is_own = is_bot and not room.seats.has_others(holders.get(self.player, ""))
        room.give_seat(self.player, "", self.at_ms, is_given_up=is_own)
        room.forget_wishes(self.player)
        room.end_lonely_request()
        if is_bot:
            room.admission.end(self.player)


class DuelUnplayable(RoomEvent):
    """The duel on top, or the next one, cannot be played, for the reason in *sentence*."""

    event: Literal["duel_unplayable"] = "duel_unplayable"
    sentence: Sentence

    def apply(self, room: RoomState) -> None:
        room.table.trouble = self.sentence


class DuelChosen(RoomEvent):
    """The duel is played in *game* instead of a game that cannot be played."""

    event: Literal["duel_chosen"] = "duel_chosen"
    game: GameId

    def apply(self, room: RoomState) -> None:
        room.table.choose_duel(self.game)


class Rematched(RoomEvent):
    """A rematch is played in the room *to*."""

    event: Literal["rematched"] = "rematched"
    to: Annotated[str, Field(min_length=1, max_length=64)]

    def apply(self, room: RoomState) -> None:
        room.rematch, room.request = self.to, None


class Shown(RoomEvent):
    """*player* shows the others moment *at* of the match, which has ended; ``None``: he stopped.

    *to* is the room in which he goes on from that moment; ``""``: he does not.
    """

    event: Literal["shown"] = "shown"
    player: PlayerNumber
    at: Annotated[int, Field(strict=True, ge=0)] | None
    to: Annotated[str, Field(max_length=64)] = ""

    def apply(self, room: RoomState) -> None:
        room.shown = None if self.at is None else Showing(self.player, self.at, self.to)


class Closed(RoomEvent):
    """The operator of the host ended the match without a result. Nothing changes in it any more."""

    event: Literal["closed"] = "closed"

    def apply(self, room: RoomState) -> None:
        room.is_closed, room.request = True, None
        room.stop_time()
        room.withdraw_offer()
        room.plans.end(self.number)


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
    | Rested
    | TookBack
    | PlayedAgain
    | BotFailure
    | AskedAgain
    | Seated
    | DuelUnplayable
    | DuelChosen
    | Rematched
    | Shown
    | StudyEvent
    | Closed
    | Decided
    | Drawn
    | DuelBegan
    | DuelEnded
    | Ended,
    Field(discriminator="event"),
]

EVENT: Final[TypeAdapter[Event]] = TypeAdapter(Event, config=ConfigDict(defer_build=True))
"""Reads and writes events as JSON."""


def without_secrets(event: Event) -> Event:
    """Returns *event* as people may see it: without the seed of a match, or the hash of a key."""
    if isinstance(event, Invited):
        return event.model_copy(update={"hash": NO_KEY})
    if not isinstance(event, Opened) or event.opening.is_study:
        return event  # a study is nobody's match: luck has no secrets in it
    record = event.opening.record
    if record is not None:
        record = record.model_copy(update={"seed": 0})
    opening = event.opening.model_copy(update={"seed": None, "record": record})
    return event.model_copy(update={"opening": opening})
