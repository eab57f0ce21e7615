"""Races of plans at two processes, in every order: what comes, is taken back or withdrawn, a flag
that falls, a player who leaves, a process that dies."""

from __future__ import annotations

from random import Random

import pytest
import sqlalchemy as sa

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.host import plan_rows
from gipf_meta.host.database import Database
from gipf_meta.host.notice_tables import PLAN
from gipf_meta.match.match import Match
from gipf_meta.rooms.events import Event, Played
from gipf_meta.rooms.rebuilding import rebuild
from gipf_meta.rooms.state import RoomState
from tests.host.test_plan_rows import Served
from tests.hub.plans_by_hand import BOB, PEOPLE, STEP_MS, Imagination, Notepad
from tests.hub.test_hub import find, opening, say
from tests.tiers import soak

MOST_OPERATIONS = 60


class Race:
    """A match of Ann and Bob at two processes on *database*, from *seed*: neither hears of the
    other at once."""

    def __init__(self, database: Database, seed: int) -> None:
        self.rng, self._database = Random(seed), database
        self.processes = [Served(database), Served(database)]
        options = {"duel": "wager", "goal": 12}
        people = opening("wager", "human", "human", options=options, control="8s")
        self.processes[0].hub.open_room("r", people, "ann", 0, {BOB: "bob"})
        self._imagination = Imagination(self.rng)
        self._notes: dict[str, Notepad] = {}
        self.now_ms = self._read = 0
        self.played = self.refused = 0
        self._has_left = False
        self._stored = set[str]()

    def say(self, do: str, person: str, **values: object) -> bool:
        """Lets *person* say something at either process; returns whether it is done."""
        answers = say(self.rng.choice(self.processes).hub, do, person, self.now_ms, **values)
        return not any("refused" in each for each in answers)

    async def run(self) -> None:
        """Lets things happen in any order; checks each decision that a plan has made."""
        for _operation in range(MOST_OPERATIONS):
            self.now_ms += self.rng.choice((0, 1, STEP_MS, STEP_MS))
            await self._do_anything()
            self.check()
        await self._settle()

    async def _do_anything(self) -> None:
        served, what = self.rng.choice(self.processes), self.rng.random()
        room = served.hub.room("r")
        if room.is_paused and what < 0.6:
            for person in PEOPLE:
                say(served.hub, "go_on", person, self.now_ms)
        elif what < 0.4:
            self._decide(served, room)
        elif what < 0.6:
            self._plan(served, room)
        elif what < 0.68:
            say(served.hub, "plan", "bob", self.now_ms, lines=[])
        elif what < 0.73:
            asker = self.rng.randrange(2)
            if self.say("take_back", PEOPLE[asker]):
                self.say("answer", PEOPLE[1 - asker], accept=True)
        elif what < 0.75 and len(room.table.match.sessions) > 1:
            loser = self.rng.randrange(2)
            self.say("resign", PEOPLE[loser], by=loser)
        elif what < 0.85:
            served.hub.read_news("r", served.ledger.count("r"), self.now_ms)
        elif what < 0.93:
            await served.look()
        elif what < 0.95:
            self.processes[self.processes.index(served)] = Served(self._database)
        elif what < 0.955:
            self._has_left = self.say("leave", "bob")
        elif what < 0.97:
            self.now_ms += 2_000
            served.hub.pass_time(self.now_ms)

    def _decide(self, served: Served, room: RoomState) -> None:
        player, match = room.table.player, room.table.match
        if player is None or (player == BOB and self._has_left):
            return
        choices = match.top.view(player).choices
        if choices:
            text, seen = self.rng.choice(choices).notation, room.number
            say(served.hub, "play", PEOPLE[player], self.now_ms, text=text, seen=seen)

    def _plan(self, served: Served, room: RoomState) -> None:
        match, before = room.table.match, self._versions()
        lines = self._imagination.lines(match.top)
        if lines and BOB in match.top.players:
            say(served.hub, "plan", "bob", self.now_ms, lines=lines)
            for plan in served.ledger.plans("r"):
                if plan.version not in before:
                    notes = self._notes[plan.version] = Notepad(lines, match)
                    # time may have passed first: then the lines are from there
                    notes.depth, notes.place, notes.at = plan.depth, [*plan.place], plan.at

    def _versions(self) -> set[str]:
        """The versions of the plans that stand in the database."""
        query = sa.select(PLAN.c.version).where(PLAN.c.text != "")
        return self._database.read(lambda db: set(db.execute(query).scalars()))

    # ---- what must hold -----------------------------------------------------------------------

    def check(self) -> None:
        """Raises ``AssertionError`` unless every decision without a sender stood on a note."""
        entries, stored = self.processes[0].ledger.read("r"), self._versions()
        standing, self._stored = stored | self._stored, stored
        for index in range(self._read, len(entries)):
            event, events = entries[index].event, [each.event for each in entries[:index]]
            if event.event in ("took_back", "left", "seated", "seat_given") and events:
                self._notes.clear()
            if isinstance(event, Played) and event.player == BOB and not entries[index].sender:
                before = self._match(events)
                notes = [each for version, each in self._notes.items() if version in standing]
                noted = [each.find(before) for each in notes]
                assert event.text in noted, (event, noted)
                self.played += 1
        self._read = len(entries)

    def _match(self, events: list[Event]) -> Match:
        return rebuild("r", events, find).state.table.match

    async def _settle(self) -> None:
        """Lets every process hear of everything, and raises ``AssertionError`` if a note is left
        that could be played."""
        for _round in range(3):
            for served in self.processes:
                served.hub.read_news("r", served.ledger.count("r"), self.now_ms)
                await served.look()
        self.check()
        room = self.processes[0].hub.room("r")
        if room.is_paused or room.table.over is not None:
            return
        kept = self._versions()
        for version, notes in self._notes.items():
            text = notes.find(room.table.match) if version in kept else None
            if text is not None:
                assert not self._is_legal(room.table.match, text), (text, notes.lines)

    def _is_legal(self, match: Match, text: str) -> bool:
        try:
            match.play(text, BOB)
        except GipfMetaError:
            return False
        return True


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every process looks at once for turns that have come."""
    monkeypatch.setattr(plan_rows, "WAITED_MS", -1_000)


@pytest.mark.parametrize("seed", [0, 5, 14, 20, *soak(*range(21, 300))])
@pytest.mark.sample(2)
async def test_what_is_played_stood_in_a_plan_and_what_stands_is_played(
    database: Database, seed: int
) -> None:
    race = Race(database, seed)
    await race.run()
