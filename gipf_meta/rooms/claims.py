"""Claims against who has left a match, or is away for the time on which it was agreed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Literal, Self

from gipf_meta.base.texts import _
from gipf_meta.match.timecontrol import span_words
from gipf_meta.records.models import PlayerNumber
from gipf_meta.rooms import events
from gipf_meta.rooms.conditions import (
    why_no_match,
    why_no_seat,
    why_no_such_seat,
    why_over,
)
from gipf_meta.rooms.deed import Deed
from gipf_meta.rooms.room import Room
from gipf_meta.rooms.state import RoomState


class Claim(Deed):
    """I claim the win against *player*, who has left or is away for the time agreed on: the match,
    and the duel in it.

    With others at the table nobody claims it for them: a bot goes on for him (``seat``).
    """

    in_study: ClassVar[bool] = False

    do: Literal["claim"]
    player: PlayerNumber

    @classmethod
    def examples(cls, room: RoomState, person: str) -> Iterable[Self]:
        return [cls.of(player=player) for player in range(len(room.table.players))]

    def _why_not(self, room: RoomState, person: str) -> str:
        if why := why_no_match(room) or why_not_gone(room, person, self.player):
            return why
        gone = {self.player, *room.seats.held_by(person)}
        others = [one for one, each in enumerate(room.table.players) if each.bot is None]
        if all(one in gone or not why_not_gone(room, person, one) for one in others):
            return ""
        return _("Others play on: a bot can go on for {name}.").format(
            name=room.table.players[self.player].name
        )

    def act(self, room: Room, person: str, name: str) -> None:
        claimant = room.state.seats.held_by(person)[0]
        while room.state.table.over is None:  # first the duel, then what it was for
            number = room.state.number
            room.make_true(events.Resigned, player=self.player, claimed_by=claimant)
            if room.state.number == number:
                return  # the duel fails when it is to end: another game is chosen for it first


def why_not_gone(room: RoomState, person: str, player: int) -> str:
    """*player* has left the match for good, or has been away for so long that *person*, who plays
    there, may claim the win or let a bot go on."""
    if why := why_no_seat(room, person) or why_no_such_seat(room, player) or why_over(room):
        return why
    name = room.table.players[player].name
    if room.table.players[player].bot is not None:
        return _("A bot plays for {name}.").format(name=name)
    if room.seats.holders.get(player) == person:
        return _("You play for {name} yourself.").format(name=name)
    if not room.has_begun:
        return _("Nothing has been played yet: nobody is missed in this match.")
    if _is_left_to_slow_clock(room):
        return _("A turn may take a day or more here: only the clock decides for who is away.")
    if player in room.abandoned:
        return ""
    return _why_not_away(room, player, name)


def claimable_ms(room: RoomState) -> int | None:
    """When, after this moment, somebody has been away for as long as it was agreed on, so that the
    others may do something about it; ``None``: nobody will."""
    if room.is_ended or room.study is not None or not room.opening.away_ms:
        return None
    if not room.has_begun or _is_left_to_slow_clock(room):
        return None
    times_ms = [_away_until_ms(room, player) for player in room.table.match.top.players]
    return min((ms for ms in times_ms if ms is not None and ms > room.reached_ms), default=None)


def _is_left_to_slow_clock(room: RoomState) -> bool:
    """Whether a clock runs in the game on top by which a turn may take a day or more."""
    control = room.table.match.running_control
    return control is not None and control.is_slow


def _why_not_away(room: RoomState, player: int, name: str) -> str:
    """The match waits for *player*, who is called *name*, and has been away for long enough."""
    most_ms = room.opening.away_ms
    if not most_ms:
        return _("It was not agreed how long somebody may be away from this match.")
    if _gone_since_ms(room, player) is None:
        return _("{name} is here.").format(name=name)
    until_ms = _away_until_ms(room, player)
    if until_ms is None:
        return _("The match does not wait for {name} now.").format(name=name)
    if until_ms <= room.reached_ms:
        return ""
    words = _("{name} may be away for {agreed}: {left} of it are left.")
    left = span_words(until_ms - room.reached_ms)
    return words.format(name=name, agreed=span_words(most_ms), left=left)


def _gone_since_ms(room: RoomState, player: int) -> int | None:
    """Since when nobody who holds the seat of *player* watches the match; ``None``: he does."""
    holder = room.seats.holders.get(player)
    return room.vacant_since_ms.get(player) if holder is None else room.gone_since_ms(holder)


def _away_until_ms(room: RoomState, player: int) -> int | None:
    """Until when *player* may be away; ``None``: he is not, or the match does not wait for him.

    Only the time counts in which it waits: nobody need be there while others think, or before a
    pause ends that was agreed on.
    """
    since_ms = _gone_since_ms(room, player)
    if since_ms is None or not _is_waited_for(room, player):
        return None
    return max(since_ms, room.waits_since_ms) + (room.opening.away_ms or 0)


def _is_waited_for(room: RoomState, player: int) -> bool:
    """Whether *player* must decide, or say that time may pass, which it does not by itself."""
    if room.is_paused:
        return player in room.unready and room.pause_ends_ms is None
    return room.table.player == player
