"""How each event comes true: the only place that changes a room, live and when it is told again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from gipf_meta.base.texts import _
from gipf_meta.rooms import events as told
from gipf_meta.rooms.ledger import LedgerError
from gipf_meta.rooms.state import Request, RoomState
from gipf_meta.table.players import BotFailed, Player


def _give_seat(room: RoomState, event: told.SeatGiven) -> None:
    room.seats.give(event.player, event.person)
    if event.person:
        room.admission.use_key(event.player, event.person)
        room.abandoned -= {event.player}
    else:
        room.forget_wishes(event.player)
        room.end_lonely_request()
        if event.player in room.table.match.top.players:
            room.withdraw_offer()


def _invite(room: RoomState, event: told.Invited) -> None:
    room.admission.keys[event.player] = event.hash


def _uninvite(room: RoomState, event: told.Uninvited) -> None:
    room.admission.withdraw(event.player)


def _admit(room: RoomState, event: told.Admitted) -> None:
    room.admission.admit(event.person)


def _leave(room: RoomState, event: told.Left) -> None:
    for player in event.players:
        room.seats.give(player, "")
        room.forget_wishes(player)
    room.end_lonely_request()
    room.abandoned |= set(event.players)
    if set(event.players) & set(room.table.match.top.players):
        room.withdraw_offer()
    room.admission.forget(event.person)
    if room.shown is not None and room.shown.player in event.players:
        room.shown = None


def _play(room: RoomState, event: told.Played) -> None:
    has_quota = event.given_ms is not None and not room.table.time_acts
    room.table.play(event.text, event.player)
    if has_quota:
        room.note_given(event.player, event.given_ms or 0)


def _leave_to_time(room: RoomState, event: told.Happened) -> None:
    """The table has grown older already."""


def _resign(room: RoomState, event: told.Resigned) -> None:
    room.table.resign(event.player)


def _offer_draw(room: RoomState, event: told.DrawOffered) -> None:
    room.offer, room.accepted = event.player, frozenset({event.player})
    room.asked_since = event.number
    room.wished |= {(event.player, "draw")}


def _accept_draw(room: RoomState, event: told.DrawAccepted) -> None:
    room.accepted |= {event.player}


def _refuse_draw(room: RoomState, event: told.DrawRefused) -> None:
    room.withdraw_offer()


def _agree_draw(room: RoomState, event: told.DrawAgreed) -> None:
    room.table.agree_draw()
    room.withdraw_offer()


def _ask(room: RoomState, event: told.Asked) -> None:
    room.request = Request(event.player, event.what)
    room.asked_since = event.number
    room.wished |= {(event.player, event.what)}


def _agree(room: RoomState, event: told.Agreed) -> None:
    if room.request is not None:
        room.request = replace(room.request, agreed=room.request.agreed | {event.player})


def _decline(room: RoomState, event: told.Declined) -> None:
    room.request = None


def _be_ready(room: RoomState, event: told.Readied) -> None:
    room.ready |= {event.player}


def _pause(room: RoomState, event: told.Paused) -> None:
    room.stop_time()


def _go_on(room: RoomState, event: told.WentOn) -> None:
    room.table.go_on()
    room.ready = frozenset()


def _leave_out_stop(room: RoomState, event: told.Stopped) -> None:
    room.leave_out(event.to_ms)


def _take_back(room: RoomState, event: told.TookBack) -> None:
    room.table.undo(event.of)
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
    room.forget_wishes(event.player)
    room.end_lonely_request()
    if room.table.players[event.player].bot is not None:
        room.admission.keys.pop(event.player, None)


def _stop_duel(room: RoomState, event: told.DuelUnplayable) -> None:
    room.table.trouble = event.sentence


def _choose_duel(room: RoomState, event: told.DuelChosen) -> None:
    room.table.choose_duel(event.game)


def _show(room: RoomState, event: told.Shown) -> None:
    room.shown = None if event.at is None else event


def _close(room: RoomState, event: told.Closed) -> None:
    room.is_closed, room.request = True, None
    room.stop_time()
    room.withdraw_offer()
    room.premoves.clear()
    room.impossible_premoves.clear()


def _lead_on(room: RoomState, event: told.Rematched) -> None:
    room.rematch, room.request = event.to, None


EFFECTS: Final[Mapping[type[Any], Callable[[RoomState, Any], None]]] = {
    told.SeatGiven: _give_seat,
    told.Invited: _invite,
    told.Uninvited: _uninvite,
    told.Admitted: _admit,
    told.Left: _leave,
    told.Played: _play,
    told.Happened: _leave_to_time,
    told.Resigned: _resign,
    told.DrawOffered: _offer_draw,
    told.DrawAccepted: _accept_draw,
    told.DrawRefused: _refuse_draw,
    told.DrawAgreed: _agree_draw,
    told.Asked: _ask,
    told.Agreed: _agree,
    told.Declined: _decline,
    told.Readied: _be_ready,
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
    told.Shown: _show,
    told.Closed: _close,
}
"""How an event that does not follow from others comes true."""
