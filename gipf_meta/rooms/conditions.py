"""Under which conditions a room does what somebody asks: one place for what is offered and done.

Each ``require_`` raises ``Refused``, one sentence, unless *person* may do it now; ``allows`` tells
that for what a scene offers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, TypeAlias

from gipf_meta.base.texts import _
from gipf_meta.match.match import CannotUndo
from gipf_meta.rooms.seats import Refused
from gipf_meta.rooms.state import RoomState, Wish

Condition: TypeAlias = Callable[[RoomState, str], Any]
"""Raises ``Refused`` or ``CannotUndo`` unless a person may do something in a room."""


def allows(condition: Condition, room: RoomState, person: str) -> bool:
    """Whether *person* fulfils *condition*."""
    try:
        condition(room, person)
    except (Refused, CannotUndo):
        return False
    return True


# ---- who he is ----------------------------------------------------------------------------------


def require_seat(room: RoomState, person: str) -> tuple[int, ...]:
    """The players whose seats *person* holds, at least one."""
    held = room.seats.held_by(person)
    if not held:
        raise Refused(_("You only watch this match: you hold no seat in it."))
    return held


def require_players(room: RoomState, person: str) -> list[int]:
    """Those of the players of *person* who play the game on top, at least one."""
    held = require_seat(room, person)
    players = [player for player in held if player in room.table.match.top.players]
    if not players:
        raise Refused(_("You hold no seat in this duel."))
    return players


def require_deciders(room: RoomState, person: str) -> list[int]:
    """The players for whom *person* may decide, at least one."""
    require_seat(room, person)
    players = room.deciders(person)
    if not players:
        raise Refused(_("You hold no seat in this duel."))
    return players


def require_alone(room: RoomState, person: str) -> None:
    """No other person holds a seat."""
    require_seat(room, person)
    if not room.seats.are_all_held_by(person, room.seats.holders):
        raise Refused(_("Another person plays this match, too, and would have to agree."))


# ---- the match ----------------------------------------------------------------------------------


def require_running(room: RoomState, person: str) -> list[int]:
    """The players for whom *person* may decide in a match that is not over."""
    players = require_deciders(room, person)
    if room.table.over is not None:
        raise Refused(_("The match is over."))
    return players


def require_decision(room: RoomState, person: str) -> list[int]:
    """The players for whom *person* may decide while the match is not paused."""
    players = require_deciders(room, person)
    if room.table.paused:
        raise Refused(_("The match is paused: go on first."))
    return players


def require_premove(room: RoomState, person: str) -> int:
    """The player for whom *person* says beforehand what he will decide."""
    players = require_running(room, person)
    if room.table.trouble:
        raise Refused(room.table.trouble)
    if room.table.player in players:
        raise Refused(_("It is your turn: play."))
    return players[0]


def require_offer(room: RoomState, person: str) -> int:
    """The player as whom *person* offers a draw."""
    players = require_running(room, person)
    if room.offer is not None:
        raise Refused(_("A draw is offered already."))
    _require_nothing_asked(room)
    if set(room.free_seats) & set(room.table.match.top.players):
        raise Refused(_("A seat is free: nobody there can agree to a draw."))
    _require_new_wish(room, players, "draw")
    return players[0]


def require_take_back(room: RoomState, person: str) -> tuple[int, ...]:
    """The players of whom *person* takes the last decision back, or asks for it; none: of any.

    Raises ``CannotUndo``, too.
    """
    held = require_seat(room, person)
    if room.is_played_by(person):
        held = ()  # who plays for everybody takes anybody's decision back
    room.table.before_undo(held)
    _require_request(room, person, "take_back")
    return held


def require_pause(room: RoomState, person: str) -> None:
    """*person* may stop the time, or ask the others for it."""
    require_seat(room, person)
    if room.table.paused:
        raise Refused(_("The match is paused already."))
    if not room.table.clock_runs:
        raise Refused(_("No time runs in this match: there is nothing to pause."))
    _require_request(room, person, "pause")


def require_rematch(room: RoomState, person: str) -> None:
    """*person* may open a rematch, ask the others for one, or agree to it; or there is one."""
    held = require_seat(room, person)
    if room.table.over is None:
        raise Refused(_("The match goes on: there is no rematch yet."))
    if room.rematch or room.seats.are_all_held_by(person, room.seats.holders):
        return
    if room.request is not None:
        require_request_answer(room, person)
    elif any((player, "rematch") in room.wished for player in held):
        raise Refused(_("You have asked for a rematch already: now only others can ask for one."))


def require_go_on(room: RoomState, person: str) -> list[int]:
    """The players for whom *person* says that time may pass, at least one."""
    held = require_seat(room, person)
    if not room.table.paused:
        raise Refused(_("The match is not paused."))
    return list(held) if room.is_played_by(person) else require_players(room, person)


def require_draw_answer(room: RoomState, person: str) -> list[int]:
    """The players as whom *person* has not answered the offer of a draw yet."""
    players = require_deciders(room, person)
    if room.offer is None:
        raise Refused(_("Nothing is asked."))
    open_to = [player for player in players if player not in room.accepted]
    if not open_to:
        raise Refused(_("The others are asked, not you."))
    return open_to


def require_request_answer(room: RoomState, person: str) -> list[int]:
    """The players as whom *person* is requested something."""
    require_seat(room, person)
    mine = [p for p in room.asked_players if room.seats.holders[p] == person]
    if not mine:
        raise Refused(_("The others are asked, not you."))
    return mine


def require_answer(room: RoomState, person: str) -> list[int]:
    """The players as whom *person* answers what is asked."""
    if room.request is not None:
        return require_request_answer(room, person)
    return require_draw_answer(room, person)


# ---- what is asked of the others ----------------------------------------------------------------


def _require_nothing_asked(room: RoomState) -> None:
    if room.offer is not None or room.request is not None:
        raise Refused(_("Something is asked already, and waits for an answer."))


def _require_request(room: RoomState, person: str, what: Wish) -> None:
    """*person* plays without other people, or may request *what* of them."""
    if room.table.over is not None:
        raise Refused(_("The match is over."))
    if room.seats.are_all_held_by(person, room.seats.holders):
        return
    players = require_players(room, person)
    _require_nothing_asked(room)
    _require_new_wish(room, players, what)


def _require_new_wish(
    room: RoomState, players: Sequence[int], what: Wish | Literal["draw"]
) -> None:
    """Somebody has decided, and *players* have not asked for *what* in this turn of theirs yet.

    So nobody is asked without end while he thinks.
    """
    if room.seats.are_all_held_by(room.seats.holders.get(players[0], ""), room.seats.holders):
        return
    if all(step.seat is None for step in room.table.match.sessions[0].steps):
        raise Refused(_("Nothing is asked of the others before the first move."))
    if any((player, what) in room.wished for player in players):
        raise Refused(_("You have asked for this already: you may ask again in your next turn."))
