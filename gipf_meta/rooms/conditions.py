"""What many deeds need: each condition says why it is not fulfilled, ``""`` if it is."""

from __future__ import annotations

from collections.abc import Sequence

from gipf_meta.base.texts import _
from gipf_meta.match.playback import count_moments
from gipf_meta.rooms.state import RoomState, Wish

# ---- who he is ----------------------------------------------------------------------------------


def why_no_seat(room: RoomState, person: str) -> str:
    """*person* holds a seat; in a study nobody needs one."""
    if room.seats.held_by(person) or (room.study is not None and room.may_watch(person)):
        return ""
    return _("You only watch this match: you hold no seat in it.")


def why_no_say(room: RoomState, person: str) -> str:
    """*person* holds a seat, or opened a match of bots."""
    is_of_bots = all(player.bot is not None for player in room.table.players)
    return "" if is_of_bots and room.is_host(person) else why_no_seat(room, person)


def playing(room: RoomState, person: str) -> list[int]:
    """Those of the players of *person* who play the game on top."""
    top = room.table.match.top
    return [player for player in room.seats.held_by(person) if player in top.players]


def why_not_playing(room: RoomState, person: str) -> str:
    """*person* holds a seat of the game on top."""
    if why := why_no_seat(room, person):
        return why
    return "" if playing(room, person) else _("You hold no seat in this duel.")


def why_not_deciding(room: RoomState, person: str) -> str:
    """*person* decides for a player, now or later."""
    if why := why_no_seat(room, person):
        return why
    return "" if room.deciders(person) else _("You hold no seat in this duel.")


def plays_without_people(room: RoomState, person: str) -> bool:
    """Whether nobody but *person* holds a seat: he decides what others would have to agree to."""
    return room.seats.are_all_held_by(person, room.seats.holders)


def why_with_people(room: RoomState, person: str) -> str:
    """*person* has a say, and nobody else holds a seat."""
    if why := why_no_say(room, person):
        return why
    if plays_without_people(room, person):
        return ""
    return _("Another person plays this match, too, and would have to agree.")


# ---- the match ----------------------------------------------------------------------------------


def why_no_match(room: RoomState) -> str:
    """It is a match, and no board that is set up."""
    if room.table.match.sessions[0].game.is_kept:
        return ""
    return _("A board that is set up is no match: begin one from it first.")


def why_over(room: RoomState) -> str:
    """The match goes on."""
    return "" if room.table.over is None else _("The match is over.")


def why_no_such_seat(room: RoomState, player: int) -> str:
    """There is a seat of *player*."""
    if player < len(room.table.players):
        return ""
    return _("There is no such seat in this match.")


def why_no_moment(room: RoomState, at: int | None) -> str:
    """The match has moment *at*; ``None``: as it stands now."""
    if not at or at <= (last := count_moments(room.table.match) - 1):
        return ""
    return _("The match has the moments 0 to {last} so far.").format(last=last)


def why_no_study(room: RoomState) -> str:
    """The room is a study."""
    return "" if room.study is not None else _("This match is no study: open one of it first.")


# ---- what is asked of the others ----------------------------------------------------------------


def answering(room: RoomState, person: str) -> list[int]:
    """The players as whom *person* is asked for what somebody requests."""
    return [player for player in room.asked_players if room.seats.holders[player] == person]


def answering_offer(room: RoomState, person: str) -> list[int]:
    """The players as whom *person* has not answered the offer of a draw yet."""
    if room.offer is None:
        return []
    return [player for player in room.deciders(person) if player not in room.accepted]


def why_asked(room: RoomState) -> str:
    """Nothing waits for an answer."""
    if room.offer is None and room.request is None:
        return ""
    return _("Something is asked already, and waits for an answer.")


def why_no_request(room: RoomState, person: str, what: Wish) -> str:
    """*person* plays without other people, or may request *what* of them."""
    if why := why_over(room):
        return why
    if plays_without_people(room, person):
        return ""
    return (
        why_not_playing(room, person)
        or why_asked(room)
        or why_no_new_wish(room, playing(room, person), what)
    )


def why_no_new_wish(room: RoomState, players: Sequence[int], what: str) -> str:
    """Somebody has decided, and *players* have not asked for *what* in this turn of theirs yet.

    So nobody is asked without end while he thinks.
    """
    if plays_without_people(room, room.seats.holders.get(players[0], "")):
        return ""
    if not room.has_begun:
        return _("Nothing is asked of the others before the first move.")
    if any((player, what) in room.wished for player in players):
        return _("You have asked for this already: you may ask again in your next turn.")
    return ""


def closed_words() -> str:
    """Says that whoever runs the host has ended the match."""
    return _("Whoever runs this host has ended the match. It can be looked at and saved.")
