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
    when_full: ClassVar[bool] = True

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
            room.make_true(events.Resigned, player=self.player, claimed_by=claimant)


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
    if room.table.is_untouched:
        return _("Nothing has been played yet: nobody is missed in this match.")
    control = room.table.match.control
    if control is not None and control.is_slow:
        return _("A turn may take a day or more here: only the clock decides for who is away.")
    if player in room.abandoned:
        return ""
    return _why_not_away(room, player, name)


def _why_not_away(room: RoomState, player: int, name: str) -> str:
    """The match waits for *player*, who is called *name*, and has been away for long enough."""
    most_ms = room.opening.away_ms
    if not most_ms:
        return _("It was not agreed how long somebody may be away from this match.")
    holder = room.seats.holders.get(player)
    since_ms = room.vacant_since_ms.get(player) if holder is None else room.gone_since_ms(holder)
    if since_ms is None:
        return (
            _("{name} is here.").format(name=name)
            if holder is not None
            else _("Nobody has sat there yet: invite somebody, or let a bot play.")
        )
    if not _is_waited_for(room, player):
        return _("The match does not wait for {name} now.").format(name=name)
    left_ms = since_ms + most_ms - room.at_ms
    if left_ms <= 0:
        return ""
    words = _("{name} may be away for {agreed}: {left} of it are left.")
    return words.format(name=name, agreed=span_words(most_ms), left=span_words(left_ms))


def _is_waited_for(room: RoomState, player: int) -> bool:
    """Whether *player* must decide, or say that time may pass."""
    return player in room.unready if room.is_paused else room.table.player == player
