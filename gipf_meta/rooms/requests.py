"""Who may ask for what: each command becomes events, or is refused with one sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from gipf_meta.base.texts import _
from gipf_meta.match.continuation import play_begun
from gipf_meta.match.playback import count_moments
from gipf_meta.protocol.game import MoveError
from gipf_meta.records.people import PERSON
from gipf_meta.rooms import commands as asked
from gipf_meta.rooms import events as told
from gipf_meta.rooms.agreements import (
    answer_request,
    go_on,
    pause,
    rematch,
    settle,
    take_back,
)
from gipf_meta.rooms.conditions import (
    require_alone,
    require_deciders,
    require_decision,
    require_draw_answer,
    require_offer,
    require_premove,
    require_seat,
)
from gipf_meta.rooms.emitting import EmittingRoom
from gipf_meta.rooms.invitations import call_newcomer
from gipf_meta.rooms.seats import Refused


def _play(room: EmittingRoom, command: asked.Play, sender: str) -> None:
    _require_same_turn(room, command.seen)
    players = require_decision(room, sender)
    play_begun(partial(_decide, room, players), room.table.match, players, command.text)


def _choose(room: EmittingRoom, command: asked.Choose, sender: str) -> None:
    _require_same_turn(room, command.seen)
    require_deciders(room, sender)
    for choice in room.choices(sender):
        if choice.path == command.path:
            _decide(room, require_decision(room, sender), choice.notation)
            return
    raise Refused(_("These clicks make no decision that is possible now."))


def _decide(room: EmittingRoom, players: Sequence[int], text: str) -> None:
    """Lets the first of *players* who may decide *text* do so. Raises ``MoveError``."""
    first: MoveError | None = None
    for player in players:
        try:
            room.decide(player, text)
        except MoveError as error:
            first = first or error
        else:
            return
    if first is not None:
        raise first


def _resign(room: EmittingRoom, command: asked.Resign, sender: str) -> None:
    players, fault = require_deciders(room, sender), room.table.fault
    if fault is not None and command.by == fault.player:  # nobody else can end its game
        players = [*players, fault.player]
    if command.by is not None and command.by not in players:
        raise Refused(_("You do not hold that seat."))
    room.make_true(told.Resigned, player=players[0] if command.by is None else command.by)


def _offer(room: EmittingRoom, command: asked.Offer, sender: str) -> None:
    asker, table = require_offer(room, sender), room.table
    room.make_true(told.DrawOffered, player=asker)
    if table.fault is None and not table.bots_accept_draw(asker):
        bot = next(p for p in table.match.top.players if p != asker and table.players[p].bot)
        room.make_true(told.DrawRefused, player=bot)
        return
    _agree_if_all_accept(room, sender)


def _answer(room: EmittingRoom, command: asked.Answer, sender: str) -> None:
    require_seat(room, sender)
    if command.seen is not None and command.seen < room.asked_since:
        raise Refused(_("Something else is asked now: look at it again."))
    if room.request is not None:
        answer_request(room, command, sender)
        return
    open_to = require_draw_answer(room, sender)
    if not command.accept:
        room.make_true(told.DrawRefused, player=open_to[0])
        return
    for player in open_to:
        room.make_true(told.DrawAccepted, player=player)
    _agree_if_all_accept(room, sender)


def _agree_if_all_accept(room: EmittingRoom, sender: str) -> None:
    """Ends the game on top as a draw if only *sender* and bots have not accepted it yet."""
    table = room.table
    waiting = [
        player
        for player in table.match.top.players
        if player not in room.accepted and table.players[player].bot is None
    ]
    if room.seats.are_all_held_by(sender, waiting):
        room.make_true(told.DrawAgreed)


def _play_again(room: EmittingRoom, command: asked.PlayAgain, sender: str) -> None:
    require_alone(room, sender)
    room.make_true(told.PlayedAgain)


def _seat(room: EmittingRoom, command: asked.SeatPlayer, sender: str) -> None:
    players, player = room.table.players, command.player
    if player not in room.free_seats or not room.is_host(sender):
        require_seat(room, sender)
    if player >= len(players):
        raise Refused(_("There is no such seat in this match."))
    if room.seats.holders.get(player, sender) != sender:
        raise Refused(_("Another person sits there."))
    if player in room.free_seats and not room.is_host(sender):
        raise Refused(_("Only who opened this match invites others to it."))
    fault = room.table.fault
    if players[player].bot is not None and (fault is None or fault.player != player):
        require_alone(room, sender)
    name = call_newcomer(room, player, command.name)
    room.make_true(told.Seated, player=player, kind=command.kind, name=name)
    if room.table.players[player].kind == PERSON:
        room.make_true(told.SeatGiven, player=player, person=sender)
    settle(room)


def _ask_again(room: EmittingRoom, command: asked.AskAgain, sender: str) -> None:
    require_seat(room, sender)
    if room.table.fault is None:
        raise Refused(_("No bot has failed."))
    room.make_true(told.AskedAgain)


def _choose_duel(room: EmittingRoom, command: asked.ChooseDuel, sender: str) -> None:
    require_seat(room, sender)
    if not room.table.trouble:
        raise Refused(_("The duel can be played: nothing else is chosen."))
    room.make_true(told.DuelChosen, game=command.game)


def _premove(room: EmittingRoom, command: asked.Premove, sender: str) -> None:
    players = require_deciders(room, sender)
    if command.text is None:
        for player in players:
            room.premoves.pop(player, None)
            room.impossible_premoves.pop(player, None)
        return
    player = require_premove(room, sender)
    room.premoves[player] = command.text
    room.impossible_premoves.pop(player, None)


def _show(room: EmittingRoom, command: asked.Show, sender: str) -> None:
    player, shown = require_leader(room, sender), room.shown
    is_his = shown is not None and room.seats.holders.get(shown.player) == sender
    if command.at is None:
        if is_his:
            room.make_true(told.Shown, player=player, at=None)
        return
    last = count_moments(room.table.match) - 1
    if command.at > last:
        raise Refused(_("The match has the moments 0 to {last} so far.").format(last=last))
    if not (is_his and shown is not None and (shown.at, shown.to) == (command.at, "")):
        room.make_true(told.Shown, player=player, at=command.at)


# ---- who may ------------------------------------------------------------------------------------


def require_leader(room: EmittingRoom, sender: str) -> int:
    """The player as whom *sender* shows the others the match. Raises ``Refused``."""
    require_seat(room, sender)
    if not room.is_ended:
        raise Refused(_("The match goes on: it is looked at together after its end."))
    return room.seats.held_by(sender)[0]


def _require_same_turn(room: EmittingRoom, seen: int) -> None:
    """Raises ``Refused`` if the turn has changed since event *seen*."""
    if not room.turn_since <= seen <= room.number:
        raise Refused(_("The turn has changed in the meantime: look at the board again."))


ANSWERS: Final[Mapping[type[Any], Callable[[EmittingRoom, Any, str], None]]] = {
    asked.Play: _play,
    asked.Choose: _choose,
    asked.Resign: _resign,
    asked.Offer: _offer,
    asked.Answer: _answer,
    asked.TakeBack: take_back,
    asked.PlayAgain: _play_again,
    asked.Pause: pause,
    asked.GoOn: go_on,
    asked.SeatPlayer: _seat,
    asked.AskAgain: _ask_again,
    asked.ChooseDuel: _choose_duel,
    asked.Rematch: rematch,
    asked.Premove: _premove,
    asked.Show: _show,
}
"""What a room does for each command that changes it."""
