"""What several people decide together: to take back, to pause, a rematch, and to let time pass."""

from __future__ import annotations

from gipf_meta.rooms import commands as asked
from gipf_meta.rooms import events as told
from gipf_meta.rooms.conditions import (
    require_go_on,
    require_pause,
    require_players,
    require_rematch,
    require_request_answer,
    require_take_back,
)
from gipf_meta.rooms.emitting import EmittingRoom
from gipf_meta.rooms.state import Wish


def take_back(room: EmittingRoom, command: asked.TakeBack, sender: str) -> None:
    """Takes the last decision of *sender* back, or asks the others for it.

    Raises ``Refused`` and ``CannotUndo``.
    """
    held = require_take_back(room, sender)
    to = len(room.table.before_undo(held).top.steps)
    if room.seats.are_all_held_by(sender, room.seats.holders):
        room.make_true(told.TookBack, to=to, of=held)
    else:
        _ask(room, "take_back", sender)


def pause(room: EmittingRoom, command: asked.Pause, sender: str) -> None:
    """Lets no time pass, or asks the others for it. Raises ``Refused``."""
    require_pause(room, sender)
    if room.seats.are_all_held_by(sender, room.seats.holders):
        room.make_true(told.Paused)
    else:
        _ask(room, "pause", sender)


def rematch(room: EmittingRoom, command: asked.Rematch, sender: str) -> None:
    """Leads to a rematch, asks the others for one, or agrees to theirs. Raises ``Refused``."""
    require_rematch(room, sender)
    if room.rematch:
        return
    if room.seats.are_all_held_by(sender, room.seats.holders):
        room.make_true(told.Rematched, to=room.new_room())
    elif room.request is not None:
        _agree(room, require_request_answer(room, sender))
    else:
        _ask(room, "rematch", sender)


def answer_request(room: EmittingRoom, command: asked.Answer, sender: str) -> None:
    """Agrees to what is requested, or declines it. Raises ``Refused``."""
    mine = require_request_answer(room, sender)
    if not command.accept:
        room.make_true(told.Declined, player=mine[0])
    else:
        _agree(room, mine)


def go_on(room: EmittingRoom, command: asked.GoOn, sender: str) -> None:
    """Lets time pass as soon as all who play the game on top have asked for it.

    Raises ``Refused``.
    """
    players = require_go_on(room, sender)
    if room.is_played_by(sender):
        room.make_true(told.WentOn)
        return
    for player in players:
        if player not in room.ready:
            room.make_true(told.Readied, player=player)
    settle(room)


def settle(room: EmittingRoom) -> None:
    """Does what nobody is asked for any more: a request, or to let time pass.

    It is called when somebody has agreed, and when somebody has left.
    """
    request = room.request
    if request is not None and not room.asked_players:
        if request.what == "pause":
            room.make_true(told.Paused)
        elif request.what == "rematch":
            room.make_true(told.Rematched, to=room.new_room())
        else:
            of = room.seats.held_by(room.seats.holders[request.player])
            to = len(room.table.before_undo(of).top.steps)
            room.make_true(told.TookBack, to=to, of=of)
    if room.table.paused and room.ready and not room.unready:
        room.make_true(told.WentOn)


def _agree(room: EmittingRoom, players: list[int]) -> None:
    """*players* would do what is requested."""
    for player in players:
        room.make_true(told.Agreed, player=player)
    settle(room)


def _ask(room: EmittingRoom, what: Wish, sender: str) -> None:
    """Requests *what* of the others."""
    room.make_true(told.Asked, player=require_players(room, sender)[0], what=what)
    settle(room)
