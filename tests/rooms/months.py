"""Months of matches served by two processes, in which people go away, come back, leave, and wait.

Beside what ``far_simulation`` has: hours and days pass, matches of all games have duels with clocks
of their own or none, and the law of waiting is checked after each step, and at the end for each of
those who hold a seat as if he alone were left.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, ClassVar
from unittest.mock import patch

from gipf_meta import Game
from gipf_meta.deeds.seat_deeds import reseat
from gipf_meta.hub import kept_rooms
from gipf_meta.hub.hub import Hub
from gipf_meta.match.timecontrol import DAY_MS
from gipf_meta.protocol.capabilities import timed
from gipf_meta.protocol.options import configure
from gipf_meta.records.models import Seat
from gipf_meta.rooms import events as told
from gipf_meta.table.openings import Opening
from gipf_meta.table.seats import Refused
from tests.rooms.far_simulation import FarSimulation, Machine
from tests.rooms.law_of_waiting import LastOne, check_step, check_sweep, is_under_law
from tests.rooms.simulation import KEYS, ROOM, Client, Message

MINUTE_MS = 60_000
LONG_MS = (MINUTE_MS, 2 * MINUTE_MS, 11 * MINUTE_MS, 60 * MINUTE_MS, DAY_MS // 4, 2 * DAY_MS)
"""The times that pass at once now and then."""
SLOW = ("1440m/turn", "4320m/turn")
CONTROLS = (None, None, "10m", "3m+5s", "30s/turn", "60m/turn", *SLOW)
DUEL_CONTROLS = (None, None, None, "none", "1m", "20s/turn")
AWAY_MS = (None, None, None, None, MINUTE_MS, MINUTE_MS, DAY_MS, DAY_MS, 0)
GAMES = ("gipf", "gipf", "gipf", "wager", "wager", "wager", "tamsk", "pig")


class MonthsSimulation(FarSimulation):
    """One room that two machines serve for months, from *seed*."""

    times_ms: ClassVar[Sequence[int]] = (0, 40, 700, 2500, 2500, 5000)
    most_steps: ClassVar[int] = 110

    def __init__(self, seed: int, games: Mapping[str, type[Game[Any, Any]]]) -> None:
        self.away: dict[str, int] = {}
        self.here: dict[Machine, frozenset[str]] = {}
        self.heard: dict[tuple[Machine, Machine], frozenset[str]] = {}
        self.outlasted = self.judged = 0
        super().__init__(seed, games)

    # ---- what is played -----------------------------------------------------------------------

    def _draw_opening(self) -> Opening:
        rng = self.rng
        id = rng.choice([*sorted(self.games), *GAMES, *GAMES])
        kind = self.games[id]
        kinds = rng.choices(
            ("human", "random", "clumsy"), (14, 1, 1), k=rng.choice(kind.seat_counts)
        )
        control, options = rng.choice(CONTROLS), configure(kind, self._draw_options(id))
        if control in SLOW and timed(options) is not None:
            control = None  # people cannot open that
        return Opening(
            game=id,
            players=tuple(Seat(name=f"P{n}", player=each) for n, each in enumerate(kinds)),
            options=options.model_dump(mode="json"),
            seed=rng.randrange(2**63),
            control=control,
            duel_control=None if control is None else rng.choice(DUEL_CONTROLS),
            away_ms=rng.choice(AWAY_MS),
            rules=kind.rules_version,
            is_private=rng.random() < 0.2,
            is_open=rng.random() < 0.2,
        )

    def _draw_others(self) -> dict[int, str]:
        rng, seats = self.rng, len(self.opening.players)
        return {
            player: rng.choice(("bob", "bob", "bob", "cyd", "cyd", ""))
            for player in range(1, seats)
        }

    def _open(self) -> None:
        """Opens the room; one of ten as it was done before people agreed on anything."""
        if self.rng.random() < 0.1:
            self.opening = self.opening.model_copy(update={"away_ms": None, "duel_control": None})
            with patch.object(kept_rooms, "agreed_among_people", lambda opening, find: opening):
                super()._open()
        else:
            super()._open()

    def _draw_options(self, id: str) -> dict[str, Any]:
        options = super()._draw_options(id)
        return {**options, "goal": 8} if id == "wager" else options

    def _act(self) -> None:
        """Lets a client send something: pauses are asked for and agreed to more often."""
        rng, room = self.rng, self.room
        if (asked := room.players_to_agree) and rng.random() < 0.6:
            client = self._client_of(room.seats.holders[rng.choice(asked)])
            self.send(client, {"do": "answer", "accept": rng.random() < 0.9})
        elif room.table.clock_runs and not room.is_paused and rng.random() < 0.06:
            ms = rng.choice((1000, MINUTE_MS, 60 * MINUTE_MS, DAY_MS))
            client = self._client_of(rng.choice([*room.seats.holders.values(), "ann"]))
            self.send(client, {"do": "pause", "ms": ms})
        else:
            super()._act()

    def _other_commands(self, seen: int) -> Sequence[Message]:
        rng = self.rng
        player = rng.randrange(3)
        more = (
            {"do": "claim", "player": player},
            {"do": "claim", "player": player},
            {"do": "seat", "player": player, "kind": rng.choice(("random", "clumsy"))},
            {"do": "unwatch"},
            {"do": "invite", "player": player, "key": rng.choice(KEYS)},
            {"do": "uninvite", "player": player},
        )
        return (*super()._other_commands(seen), *more)

    # ---- who is there -------------------------------------------------------------------------

    def _on(self, machine: Machine, act: Callable[[Hub, int], object]) -> None:
        super()._on(machine, act)
        self._tell_presence()

    def _tell_presence(self) -> None:
        """Tells each machine the presence at the other one."""
        for machine in self.machines:
            with machine.hub.audience.presence_changes() as changes:
                if ROOM in changes:
                    self.here[machine] = changes[ROOM]
        for one in self.machines:
            for other in self.machines:
                here = self.here.get(one, frozenset())
                if one is not other and self.heard.get((one, other), frozenset()) != here:
                    self.heard[one, other] = here
                    other.hub.audience.note_elsewhere(f"{id(one)}", ROOM, here)

    def _replace(self, dead: Machine) -> None:
        for machine in self.machines:
            if machine is not dead:
                machine.hub.audience.forget_process(f"{id(dead)}")
        super()._replace(dead)

    def _have_accidents(self) -> None:
        """Lets people go away and come back; an administrator frees a seat now and then."""
        super()._have_accidents()
        rng = self.rng
        for client in self.clients:
            if self.steps >= self.away.get(client.link, 10**6):
                self.away.pop(client.link)
                self._connect(client)
        if rng.random() < 0.04:
            self.now_ms += rng.choice(LONG_MS)
        if rng.random() < 0.1:
            self._go_away(rng.choice(self.clients))
        if rng.random() < 0.01:
            player, key = rng.choice(range(len(self.room.table.players))), f"{self.steps:064x}"
            machine = rng.choice(self.machines)
            if player in self.room.seats.holders and not self.room.is_ended:
                self._on(machine, lambda hub, now_ms: self._reseat(hub, player, key, now_ms))

    def _reseat(self, hub: Hub, player: int, key: str, now_ms: int) -> None:
        entry = hub.rooms.read_on(hub.rooms.find(ROOM))
        if player in entry.state.seats.holders:
            with suppress(Refused):  # time has just ended the match
                hub.rooms.attempt(entry, lambda room: reseat(room, player, key, now_ms))

    def _go_away(self, client: Client) -> None:
        """Lets *client* look at the room no more for a time."""
        link = client.link
        self._on(self.at[link], lambda hub, now_ms: hub.disconnect(link, now_ms))
        self.away[link] = self.steps + self.rng.choice((1, 3, 8, 30))

    # ---- the law ------------------------------------------------------------------------------

    def _arrive(self) -> None:
        super()._arrive()
        self._judge()

    def _judge(self) -> None:
        """Raises ``AssertionError`` unless the law holds now."""
        machine = max(self.machines, key=lambda each: each.hub.room(ROOM).number)
        room = machine.hub.rooms.find(ROOM).room
        check_step(room, sorted(machine.hub.audience.people(ROOM)), self._now_ms(machine))
        check_sweep(room, self.ledger.due_ms(ROOM))
        self.judged += is_under_law(room.state)
        is_duel = len(room.state.table.match.sessions) > 1
        if self.rng.random() < (0.1 if is_duel else 0.03):
            self._outlast(self.rng.choice(("ann", "bob", "cyd")))

    def _settle(self) -> None:
        for person in ("ann", "bob", "cyd"):
            self._outlast(person)
        for client in self.clients:
            if self.away.pop(client.link, None) is not None:
                self._connect(client)
        super()._settle()

    def _outlast(self, person: str) -> None:
        """Raises ``AssertionError`` unless *person* gets the match to its end all alone."""
        if is_under_law(self.room) and self.room.seats.held_by(person):
            self.outlasted += 1
            now_ms = max(self.now_ms, self.room.at_ms)
            entries, stops = self.ledger.read(ROOM), self.ledger.stops(0)
            LastOne(ROOM, entries, stops, self.find, person, now_ms).outlast()

    def check(self) -> None:
        """Raises ``AssertionError`` unless everything fits together, as it did before in a room
        that was opened before people agreed on anything."""
        super().check()
        events = [entry.event for entry in self.ledger.read(ROOM)]
        assert isinstance(events[0], told.Opened)
        is_live = any(getattr(event, "live", None) is not None for event in events)
        opening = events[0].opening
        if opening.away_ms is None and opening.duel_control is None and not is_live:
            assert not any(getattr(event, "flagged", None) is not None for event in events)
