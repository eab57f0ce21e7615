"""What several people decide together: to take back, to pause, and to let time pass."""

from __future__ import annotations

from gipf_meta.base.texts import _
from gipf_meta.rooms import commands as asked
from gipf_meta.rooms import events as told
from gipf_meta.rooms.emitting import EmittingRoom
from gipf_meta.rooms.seats import Refused
from gipf_meta.rooms.state import Wish


def take_back(room: EmittingRoom, command: asked.TakeBack, sender: str) -> None:
    """Takes the last decision of *sender* back, or asks the others for it.

    Raises ``Refused`` and ``CannotUndo``.
    """
    held = _require_seat(room, sender)
    if room.is_played_by(sender):
        held = ()  # who plays for everybody takes anybody's decision back
    before = room.table.before_undo(held)
    if room.seats.are_all_held_by(sender, room.seats.holders):
        room.make_true(told.TookBack, to=len(before.top.steps), of=held)
    else:
        _ask(room, "take_back", sender)


def pause(room: EmittingRoom, command: asked.Pause, sender: str) -> None:
    """Lets no time pass, or asks the others for it. Raises ``Refused``."""
    _require_seat(room, sender)
    if room.table.paused:
        raise Refused(_("The match is paused already."))
    if room.seats.are_all_held_by(sender, room.seats.holders):
        room.make_true(told.Paused)
    else:
        _ask(room, "pause", sender)


def answer_request(room: EmittingRoom, command: asked.Answer, sender: str) -> None:
    """Agrees to what is requested, or declines it. Raises ``Refused``."""
    holders = room.seats.holders
    mine = [player for player in room.asked_players if holders[player] == sender]
    if not mine:
        raise Refused(_("The others are asked, not you."))
    if not command.accept:
        room.make_true(told.Declined, player=mine[0])
        return
    for player in mine:
        room.make_true(told.Agreed, player=player)
    settle(room)


def go_on(room: EmittingRoom, command: asked.GoOn, sender: str) -> None:
    """Lets time pass as soon as all who play the game on top have asked for it.

    Raises ``Refused``.
    """
    held = _require_seat(room, sender)
    if not room.table.paused:
        raise Refused(_("The match is not paused."))
    if room.is_played_by(sender):
        room.make_true(told.WentOn)
        return
    for player in _require_players(room, held):
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
        else:
            of = room.seats.held_by(room.seats.holders[request.player])
            to = len(room.table.before_undo(of).top.steps)
            room.make_true(told.TookBack, to=to, of=of)
    if room.table.paused and room.ready and not room.unready:
        room.make_true(told.WentOn)


def _ask(room: EmittingRoom, what: Wish, sender: str) -> None:
    """Requests *what* of the others. Raises ``Refused``."""
    players = _require_players(room, room.seats.held_by(sender))
    if room.table.over is not None:
        raise Refused(_("The match is over."))
    if room.offer is not None or room.request is not None:
        raise Refused(_("Something is asked already, and waits for an answer."))
    room.make_true(told.Asked, player=players[0], what=what)
    settle(room)


def _require_seat(room: EmittingRoom, sender: str) -> tuple[int, ...]:
    """The players whose seats *sender* holds, at least one. Raises ``Refused``."""
    held = room.seats.held_by(sender)
    if not held:
        raise Refused(_("You only watch this match: you hold no seat in it."))
    return held


def _require_players(room: EmittingRoom, held: tuple[int, ...]) -> list[int]:
    """Those of the players *held* who play the game on top, at least one. Raises ``Refused``."""
    players = [player for player in held if player in room.table.match.top.players]
    if not players:
        raise Refused(_("You hold no seat in this duel."))
    return players
