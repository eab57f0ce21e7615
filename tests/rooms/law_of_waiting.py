"""The law of waiting: nobody waits for ever for somebody who does not come.

As long as a match goes on, one of those who are there can do something that moves it on, or it will
move on by itself; and whoever alone is left there gets it to an end by what he may do, in time that
is only simulated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, Final

from gipf_meta.deeds.agreements import AnswerOffer, GoOn
from gipf_meta.deeds.claims import Claim
from gipf_meta.deeds.decisions import AskAgain, ChooseDuel
from gipf_meta.deeds.seat_deeds import SeatPlayer
from gipf_meta.hub.hub import Hub
from gipf_meta.match.rests import within
from gipf_meta.match.timecontrol import DAY_MS
from gipf_meta.rooms.conditions import answering
from gipf_meta.rooms.deadlines import take_over_ms
from gipf_meta.rooms.ledger import Batch, LedgerEntry, MemoryLedger
from gipf_meta.rooms.live_hours import LATEST_MS
from gipf_meta.rooms.rebuilding import rebuild
from gipf_meta.rooms.room import Room
from gipf_meta.rooms.state import GRACE_MS, RoomState

Message = dict[str, Any]
LINK: Final = "last"
MOST_DECISIONS: Final = 40
"""The number of successive decisions of one player that prove him to need no other."""
MOST_STEPS: Final = 2000
"""In so many steps a match ends, or only its player's own decisions are needed."""
STEP_MS: Final = DAY_MS // 4
"""The time for which he waits where no deadline is near."""
MOST_IDLE_MS: Final = 8 * DAY_MS
"""The longest time for which he waits without a deadline."""
DUELS: Final = ("die", "elsewhere", "wager", "zatre")
"""Games in which a duel may be decided that cannot be played as it was meant to be."""
BREAKING: Final = {"brittle", "blast"}
"""Games that fail, so that nothing may end them."""


def is_under_law(room: RoomState) -> bool:
    """Whether the law holds in *room*: it is a match of several people that has begun, and was
    opened since they agree on how long one may be away, which is not for ever."""
    has_people = len(room.seats.people) > 1
    is_agreed = bool(room.opening.away_ms)
    is_broken = BREAKING & {session.game.id for session in room.table.match.sessions}
    is_played = room.has_begun and room.study is None and not room.is_ended
    return has_people and is_agreed and is_played and not is_broken


def check_step(room: Room, there: Sequence[str], now_ms: int) -> None:
    """Raises ``AssertionError`` if the people who are *there* at *now_ms* can only wait, for
    nothing."""
    state = room.state
    holders = [person for person in there if state.seats.held_by(person)]
    if not is_under_law(state) or not holders or _is_due(room):
        return
    if any(moves_on(state, person) for person in holders):
        return
    before_ms = state.clock.ms
    try:  # when more time has passed, may somebody do something?
        ends_ms = (until for spans in state.rests.ahead.values() for _begin, until in spans)
        state.clock.ms = max(before_ms, now_ms, *ends_ms) + 8 * DAY_MS
        assert any(moves_on(state, person) for person in holders), ("they wait for ever", holders)
    finally:
        state.clock.ms = before_ms


def check_sweep(room: Room, listed_ms: int | None) -> None:
    """Raises ``AssertionError`` if something happens by itself in *room*, as it stood after its
    last event, though the ledger says that nothing is due: *listed_ms*."""
    if not room.state.seats.holders:  # bots among themselves play where somebody watches
        return
    at_ms, due_ms = room.state.at_ms, room.wait_ms()
    if due_ms is None or listed_ms is not None:
        return
    room.pass_time(at_ms + due_ms)  # a turn that is lost, say, is no event
    assert not room.take_emitted(), "nobody looks after the room"
    room.go_back()
    room.pass_time(at_ms)  # as those who watch it were shown it


def _is_due(room: Room) -> bool:
    """Whether something happens by itself in *room*, or a bot is asked."""
    state = room.state
    is_asked = room.thinking() is not None and bool(state.seats.holders)
    return room.wait_ms() is not None or take_over_ms(state) is not None or is_asked


def moves_on(room: RoomState, person: str) -> bool:
    """Whether *person* can do something that moves the match of *room* on, and is no loss."""
    return next(things_to_do(room, person, Random(0)), None) is not None


def things_to_do(room: RoomState, person: str, rng: Random) -> Iterator[Message]:
    """Messages by which *person* can move the match on, the nearest first; he gives up nothing."""
    players = range(len(room.table.players))
    if room.is_paused and GoOn.may(room, person):
        yield {"do": "go_on"}
    if answering(room, person) and AnswerOffer.may(room, person):
        yield {"do": "answer", "accept": True}
    if room.table.trouble and ChooseDuel.may(room, person):
        yield {"do": "choose_duel", "game": rng.choice(DUELS)}
    for player in players:
        if not Claim.of(player=player).why_not(room, person):
            yield {"do": "claim", "player": player}
    for player in players:
        is_missed = player in room.free_seats or room.seats.holders.get(player, person) != person
        is_fault = room.table.fault is not None and room.table.fault.player == player
        if is_missed or is_fault:
            seat = SeatPlayer.of(player=player, kind="random")
            if not seat.why_not(room, person):
                yield {"do": "seat", "player": player, "kind": "random"}
    if room.table.fault is not None and AskAgain.may(room, person):
        yield {"do": "ask_again"}
    choices = () if room.is_paused else room.choices(person)
    if choices:
        choice = rng.choice(choices)
        yield {"do": "play", "text": choice.notation, "seen": room.number}


class LastOne:
    """*person* alone comes back at *now_ms* to the room *id* of *entries*, when the hub that served
    it has begun anew; *stops* are the times in which nobody served."""

    def __init__(
        self,
        id: str,
        entries: Sequence[LedgerEntry],
        stops: Sequence[tuple[int, int]],
        find: Callable[[str], Any],
        person: str,
        now_ms: int,
    ) -> None:
        events = [each.event for each in entries]
        self.id, self.person, self.now_ms = id, person, now_ms
        self.ledger, self.rng, self.commands = MemoryLedger(), Random(len(entries)), 0
        self.ledger.append(Batch(id, events, rebuild(id, events, find).summary()))
        for stop in stops:
            self.ledger.note_stop(*stop)
        self.hub = Hub(
            self.ledger, find, patience_ms=None, pauses_alone=False, new_room=lambda: "next"
        )
        self.hub.connect(LINK, person, "")
        self._say({"do": "watch", "since": 0, "want": "view"})

    def outlast(self) -> None:
        """Raises ``AssertionError`` unless he gets the match to its end."""
        idle_ms = decided = 0
        did = list[Message]()
        for _step in range(MOST_STEPS):
            self._pass_time()
            room = self.hub.room(self.id)
            if not is_under_law(room) or not room.seats.held_by(self.person):
                return
            number = room.number
            for message in things_to_do(room, self.person, self.rng):
                if room.number != number:
                    break
                self._say(message)
                did.append(message)
            room = self.hub.room(self.id)
            if room.number != number:
                decided = decided + 1 if did[-1]["do"] == "play" else 0
                idle_ms = 0
                self.now_ms += 1000
                if decided >= MOST_DECISIONS:
                    return
                continue
            due_ms = self.hub.wait_ms(self.now_ms)
            wait_ms = STEP_MS if due_ms is None else max(1, due_ms)
            if room.hour is None:  # a vacation is bounded, and lets everybody decide
                away = [span for spans in room.rests.ahead.values() for span in spans]
                rested_ms = within(away, self.now_ms, self.now_ms + wait_ms)
                idle_ms += max(0, wait_ms - rested_ms)
            else:  # an hour comes by itself, and is never far
                assert room.goes_on_ms is not None
                assert room.goes_on_ms <= self.now_ms + LATEST_MS + GRACE_MS
            assert idle_ms <= MOST_IDLE_MS, ("he waits for ever", self.person, did[-5:])
            self.now_ms += wait_ms
        raise AssertionError(("the match does not end", self.person, did[-12:]))

    def _pass_time(self) -> None:
        self.hub.pass_time(self.now_ms)
        entry = self.hub.rooms.find(self.id)  # as it is when he says something
        self.hub.rooms.attempt(entry, lambda room: room.pass_time(self.now_ms))
        while thoughts := [*self.hub.take_thoughts()]:  # a bot may decide again at once
            for thought in thoughts:
                self.hub.take_answer(thought, lambda: thought.run(repr), self.now_ms)  # noqa: B023
        self.hub.take_outbox()

    def _say(self, message: Message) -> None:
        self.commands += 1
        message = {"id": f"last{self.commands}", "room": self.id, **message}
        self.hub.receive(LINK, message, self.now_ms)
        self.hub.take_outbox()
