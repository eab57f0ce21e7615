"""Claims against who has left a match, or is away for the time on which it was agreed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar, Literal, NamedTuple, Self

from gipf_meta.base.texts import _
from gipf_meta.match.timecontrol import span_words
from gipf_meta.narration import asking
from gipf_meta.narration.asking import Question
from gipf_meta.records.models import PlayerNumber
from gipf_meta.rooms import events
from gipf_meta.rooms.conditions import (
    why_no_match,
    why_no_seat,
    why_no_such_seat,
    why_over,
)
from gipf_meta.rooms.deed import Deed
from gipf_meta.rooms.elements import ClaimQuestion, Scene, question_element
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
        if _others_play_on(room, person, self.player, room.at_ms):
            return _("Others play on: a bot can go on for {name}.").format(
                name=room.table.players[self.player].name
            )
        return ""

    def act(self, room: Room, person: str, name: str) -> None:
        claimant = room.state.seats.held_by(person)[0]
        while room.state.table.over is None:  # first the duel, then what it was for
            room.make_true(events.Resigned, player=self.player, claimed_by=claimant)


class Claimable(NamedTuple):
    """*player* is away, and from *from_ms* on the others may let a bot go on for him, or, if it
    *wins* the match, claim it."""

    player: int
    from_ms: int
    wins: bool


def claimable_players(room: RoomState, person: str) -> list[Claimable]:
    """The players whom *person*, who plays in *room*, may do without, now or in some time if
    nothing else happens."""
    if why_no_match(room) or why_no_seat(room, person) or room.study is not None:
        return []
    found = list[Claimable]()
    for player in range(len(room.table.players)):
        if _why_never_gone(room, person, player):
            continue
        if (from_ms := _gone_from_ms(room, player)) is not None:
            wins = not _others_play_on(room, person, player, max(room.at_ms, from_ms))
            found.append(Claimable(player, from_ms, wins))
    return found


def _others_play_on(room: RoomState, person: str, player: int, at_ms: int) -> bool:
    """Whether others than *person* and *player* play on at *at_ms*, who are not gone."""
    gone = {player, *room.seats.held_by(person)}
    others = [one for one, each in enumerate(room.table.players) if each.bot is None]
    for one in others:
        from_ms = None if one in gone else _gone_from_ms(room, one)
        if one not in gone and (from_ms is None or from_ms > at_ms):
            return True
    return False


def why_not_gone(room: RoomState, person: str, player: int) -> str:
    """*player* has left the match for good, or has been away for so long that *person*, who plays
    there, may claim the win or let a bot go on."""
    if why := _why_never_gone(room, person, player):
        return why
    if player in room.abandoned:
        return ""
    return _why_not_away(room, player, room.table.players[player].name)


def _why_never_gone(room: RoomState, person: str, player: int) -> str:
    """*person* plays with *player*, who is missed if he goes."""
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
    return ""


def _gone_from_ms(room: RoomState, player: int) -> int | None:
    """From when on *player* counts as gone if nothing else happens; ``None``: he is here, or is not
    waited for."""
    if player in room.abandoned:
        return room.vacant_since_ms.get(player, 0)
    since_ms, most_ms = _gone_since_ms(room, player), room.opening.away_ms
    if since_ms is None or not most_ms or not _is_waited_for(room, player):
        return None
    return since_ms + most_ms


def _gone_since_ms(room: RoomState, player: int) -> int | None:
    """Since when nobody is there who has the seat of *player*; ``None``: somebody is, or nobody has
    ever sat there."""
    holder = room.seats.holders.get(player)
    return room.vacant_since_ms.get(player) if holder is None else room.gone_since_ms(holder)


def _why_not_away(room: RoomState, player: int, name: str) -> str:
    """The match waits for *player*, who is called *name*, and has been away for long enough."""
    most_ms = room.opening.away_ms
    if not most_ms:
        return _("It was not agreed how long somebody may be away from this match.")
    since_ms = _gone_since_ms(room, player)
    if since_ms is None:
        return (
            _("{name} is here.").format(name=name)
            if player in room.seats.holders
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


def claim_elements(room: RoomState, person: str, names: Sequence[str]) -> Scene:
    """What becomes of the match without the players who are away, for *person*, who plays: a
    question for each of them."""
    return {
        f"claim:{each.player}": _claim_question(room, each, names[each.player])
        for each in claimable_players(room, person)
    }


def claim_question(room: RoomState, person: str, player: int, name: str) -> Question | None:
    """The question that *person* may answer now about *player*, who is called *name*; ``None``: he
    may not go on without him."""
    for each in claimable_players(room, person):
        if each.player == player and each.from_ms <= room.at_ms:
            return _question_without(room, each, name)
    return None


def _claim_question(room: RoomState, claimable: Claimable, name: str) -> ClaimQuestion:
    element = question_element(*_question_without(room, claimable, name))
    return {**element, "from_ms": claimable.from_ms}


def _question_without(room: RoomState, claimable: Claimable, name: str) -> Question:
    """What becomes of the match without *claimable*, who is called *name*."""
    away = _("{name} has left the match.")
    if claimable.player not in room.abandoned:
        away = _("{name} has been away for {time} or more.")
    away = away.format(name=name, time=span_words(room.opening.away_ms or 0))
    return asking.absence(name, away, claimable.wins)


def missed_lines(room: RoomState, person: str, names: Sequence[str]) -> Iterator[str]:
    """Without whom *person*, who plays, may go on, now or when, a line each."""
    for each in claimable_players(room, person):
        name, left_ms = names[each.player], each.from_ms - room.at_ms
        if left_ms <= 0:
            yield _("You may go on without {name}.").format(name=name)
        else:
            words = _("You may go on without {name} in {time}.")
            yield words.format(name=name, time=span_words(left_ms))
