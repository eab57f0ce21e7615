"""How each event comes true: the only place that changes a room, live and when it is told again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from gipf_meta.base.texts import _
from gipf_meta.rooms import events as told
from gipf_meta.rooms.ledger import LedgerError
from gipf_meta.rooms.state import RoomState
from gipf_meta.table.players import BotFailed, Player


def _give_seat(room: RoomState, event: told.SeatGiven) -> None:
    room.seats.give(event.player, event.person)


def _play(room: RoomState, event: told.Played) -> None:
    room.table.play(event.text, event.player)


def _leave_to_time(room: RoomState, event: told.Happened) -> None:
    """The table has grown older already."""


def _resign(room: RoomState, event: told.Resigned) -> None:
    room.table.resign(event.player)


def _offer_draw(room: RoomState, event: told.DrawOffered) -> None:
    room.offer, room.accepted = event.player, frozenset({event.player})


def _accept_draw(room: RoomState, event: told.DrawAccepted) -> None:
    room.accepted |= {event.player}


def _refuse_draw(room: RoomState, event: told.DrawRefused) -> None:
    room.withdraw_offer()


def _agree_draw(room: RoomState, event: told.DrawAgreed) -> None:
    room.table.agree_draw()
    room.withdraw_offer()


def _pause(room: RoomState, event: told.Paused) -> None:
    room.table.paused = True


def _go_on(room: RoomState, event: told.WentOn) -> None:
    room.table.go_on()


def _leave_out_stop(room: RoomState, event: told.Stopped) -> None:
    room.leave_out(event.to_ms)


def _take_back(room: RoomState, event: told.TookBack) -> None:
    room.table.undo()
    room.premoves.clear()
    if len(room.table.match.top.steps) != event.to:
        raise LedgerError(_("Not so much was taken back in this match."))


def _play_again(room: RoomState, event: told.PlayedAgain) -> None:
    room.table.redo()


def _fail(room: RoomState, event: told.BotFailed) -> None:
    room.table.fault = BotFailed(event.sentence, event.player)


def _ask_again(room: RoomState, event: told.AskedAgain) -> None:
    room.table.ask_again()


def _seat(room: RoomState, event: told.Seated) -> None:
    room.table.seat(event.player, Player.of_kind(event.kind, event.name))
    room.seats.give(event.player, "")
    room.premoves.pop(event.player, None)


def _stop_duel(room: RoomState, event: told.DuelUnplayable) -> None:
    room.table.trouble = event.sentence


def _choose_duel(room: RoomState, event: told.DuelChosen) -> None:
    room.table.choose_duel(event.game)


def _lead_on(room: RoomState, event: told.Rematched) -> None:
    room.rematch = event.to


EFFECTS: Final[Mapping[type[Any], Callable[[RoomState, Any], None]]] = {
    told.SeatGiven: _give_seat,
    told.Played: _play,
    told.Happened: _leave_to_time,
    told.Resigned: _resign,
    told.DrawOffered: _offer_draw,
    told.DrawAccepted: _accept_draw,
    told.DrawRefused: _refuse_draw,
    told.DrawAgreed: _agree_draw,
    told.Paused: _pause,
    told.WentOn: _go_on,
    told.Stopped: _leave_out_stop,
    told.TookBack: _take_back,
    told.PlayedAgain: _play_again,
    told.BotFailed: _fail,
    told.AskedAgain: _ask_again,
    told.Seated: _seat,
    told.DuelUnplayable: _stop_duel,
    told.DuelChosen: _choose_duel,
    told.Rematched: _lead_on,
}
"""How an event that does not follow from others comes true."""
