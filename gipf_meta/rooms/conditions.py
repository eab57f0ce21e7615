"""The conditions that several deeds share.

Each ``why_*`` function returns the reason against a deed, one sentence to the person who wants it,
or ``""`` where nothing is against it.
"""

from __future__ import annotations

from collections.abc import Sequence

from gipf_meta.base.texts import _
from gipf_meta.match.playback import count_moments
from gipf_meta.rooms.state import RoomState, Wish

# ---- the person and his seats -------------------------------------------------------------------


def why_no_seat(room: RoomState, person: str) -> str:
    """Why not: *person* holds no seat. ``""`` for the holder of a seat, and in a study for
    everybody who may watch it."""
    if room.seats.held_by(person) or (room.study is not None and room.may_watch(person)):
        return ""
    return _("You only watch this match: you hold no seat in it.")


def why_no_say(room: RoomState, person: str) -> str:
    """Why not: *person* holds no seat, and did not open a match of bots alone."""
    is_of_bots = not room.table.turn.persons
    return "" if is_of_bots and room.is_host(person) else why_no_seat(room, person)


def playing(room: RoomState, person: str) -> list[int]:
    """The players of *person* who take part in the game on top."""
    top = room.table.match.top
    return [player for player in room.seats.held_by(person) if player in top.players]


def why_not_playing(room: RoomState, person: str) -> str:
    """Why not: *person* holds no seat of the game on top."""
    if why := why_no_seat(room, person):
        return why
    return "" if playing(room, person) else _("You hold no seat in this duel.")


def why_not_deciding(room: RoomState, person: str) -> str:
    """Why not: *person* decides for no player of the game on top, neither now nor later."""
    if why := why_no_seat(room, person):
        return why
    return "" if room.deciders(person) else _("You hold no seat in this duel.")


def plays_without_people(room: RoomState, person: str) -> bool:
    """Whether nobody but *person* holds a seat: he decides alone what other people would have to
    agree to."""
    return not room.seats.has_others(person)


def why_with_people(room: RoomState, person: str) -> str:
    """Why not: *person* has no say, or another person holds a seat, too."""
    if why := why_no_say(room, person):
        return why
    if plays_without_people(room, person):
        return ""
    return _("Another person plays this match, too, and would have to agree.")


# ---- the match ----------------------------------------------------------------------------------


def why_no_match(room: RoomState) -> str:
    """Why not: the room is a board that somebody sets up, and no match."""
    if room.table.match.sessions[0].game.is_kept:
        return ""
    return _("A board that is set up is no match: begin one from it first.")


def why_over(room: RoomState) -> str:
    """Why not: the match is over."""
    return "" if room.table.over is None else _("The match is over.")


def why_no_such_seat(room: RoomState, player: int) -> str:
    """Why not: the match has no seat of *player*."""
    if player < len(room.table.players):
        return ""
    return _("There is no such seat in this match.")


def why_no_moment(room: RoomState, at: int | None) -> str:
    """Why not: the match has no moment *at*. ``None`` is the moment now, which there always is."""
    if not at or at <= (last := count_moments(room.table.match) - 1):
        return ""
    return _("The match has the moments 0 to {last} so far.").format(last=last)


def why_no_study(room: RoomState) -> str:
    """Why not: the room is no study."""
    return "" if room.study is not None else _("This match is no study: open one of it first.")


# ---- offers and requests to the others ----------------------------------------------------------


def answering(room: RoomState, person: str) -> list[int]:
    """The players of *person* who have not yet agreed to the request that is open."""
    return [player for player in room.players_to_agree if room.seats.holders[player] == person]


def answering_offer(room: RoomState, person: str) -> list[int]:
    """The players of *person* who have not yet accepted the draw that is offered."""
    if room.offer is None:
        return []
    return [player for player in room.deciders(person) if player not in room.accepted]


def why_request_open(room: RoomState) -> str:
    """Why not: an offer or a request is open already, and waits for an answer."""
    if room.offer is None and room.request is None:
        return ""
    return _("Another question waits for an answer already.")


def why_no_request(room: RoomState, person: str, what: Wish) -> str:
    """Why not: *person* may not request *what* of the others. ``""`` where he plays alone."""
    if why := why_over(room):
        return why
    if plays_without_people(room, person):
        return ""
    return (
        why_not_playing(room, person)
        or why_request_open(room)
        or why_no_new_wish(room, playing(room, person), what)
    )


def why_no_new_wish(room: RoomState, players: Sequence[int], what: str) -> str:
    """Why not: nobody has decided yet, or *players* have requested *what* in this turn of theirs.

    So a player can request it once in each of his turns, and others are not disturbed without end.
    """
    if plays_without_people(room, room.seats.holders.get(players[0], "")):
        return ""
    if not room.has_begun:
        return _("You cannot ask the others for anything before the first move.")
    if any((player, what) in room.wished for player in players):
        return _("You have asked for this already: you may ask again in your next turn.")
    return ""


def closed_words() -> str:
    """The sentence that the operator of the host has ended the match."""
    return _("Whoever runs this host has ended the match. It can be looked at and saved.")


def not_in_study() -> str:
    """The sentence that a deed is allowed in matches only."""
    return _("You cannot do that in a study: there everybody tries what he likes.")
