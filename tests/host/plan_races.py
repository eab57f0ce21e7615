"""Races of plans at two processes: conditions, moves by hand, withdrawals, taking back, flags,
leaving, deaths and news that come late, in simulated time, from a seed.

Each player has a link to each process, and sees what that process knows. A second program follows
the plans that were acknowledged (``second_plans``); after each step the law holds:

* a decision that nobody has sent is one that an acknowledged plan of that player makes now;
* it comes at the moment of the event before it, so it costs no time;
* when all processes have heard of all, no plan has a decision to make that was not made.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any, Final

from gipf_meta.base.clock import StillClock
from gipf_meta.host.plan_rows import PlanWatch
from gipf_meta.match.match import GameFinder
from gipf_meta.records.models import Seat
from gipf_meta.rooms.events import Event
from gipf_meta.rooms.rebuilding import rebuild
from gipf_meta.rooms.state import RoomState
from gipf_meta.table.openings import Opening
from tests.host.leaping import LeapingLoop
from tests.host.notices.posting import DriverAtOnce, batches
from tests.host.second_plans import NOBODY, Made, SecondPlan
from tests.host.weeks import DAY_MS, HOUR_MS, Machine

ROOM: Final = "r"
PLAYERS: Final = ("ann", "bob")
ENDING: Final = ("took_back", "left", "seat_given", "closed")
"""The events that end plans."""


class PlanningMachine(Machine):
    """A process that serves the database at *url*, and looks after plans."""

    def __init__(
        self, url: str, find: GameFinder, new_room: Callable[[], str], clock: StillClock
    ) -> None:
        super().__init__(url, find, new_room)
        self.failures = list[object]()
        driver = DriverAtOnce()
        note = self.failures.append
        self.watch = PlanWatch(self.database, self.hub, driver, clock, note)
        for person in PLAYERS:
            self.hub.connect(person, person, "en", person.title())


class PlanRaces:
    """A match of the wager between two people, on the database at *url*, from *seed*."""

    def __init__(self, url: str, seed: int, find: GameFinder) -> None:
        self.url, self.rng, self.find = url, Random(seed), find
        self.clock, self.now_ms = StillClock(), 1_800_000_000_000
        self.clock.ms = self.now_ms
        self._ids = count()
        self.plans = dict[tuple[int, int], SecondPlan]()
        self.told, self.ended = Counter[str](), Counter[int]()
        self.read_to = 0
        self.machines = [self._machine(), self._machine()]
        seats = tuple(Seat(name=each.title(), player="human") for each in PLAYERS)
        opening = Opening(
            game="wager", players=seats, options={"goal": 30}, seed=seed, control="2880m+720m"
        )
        self.machines[0].hub.open_room(ROOM, opening, "ann", self.now_ms, dict(enumerate(PLAYERS)))
        for machine in self.machines:
            for person in PLAYERS:
                self.say(machine, person, "watch", want="scene", since=0)
        self._follow()

    def _machine(self) -> PlanningMachine:
        return PlanningMachine(self.url, self.find, lambda: f"n{next(self._ids)}", self.clock)

    # ---- people ---------------------------------------------------------------------------------

    def say(self, machine: PlanningMachine, person: str, do: str, **values: Any) -> dict[str, Any]:
        """Sends a command; the answer."""
        id = f"c{next(self._ids)}"
        message = {"do": do, "id": id, "room": ROOM, **values}
        machine.hub.receive(person, message, self.now_ms)
        answers: list[Any] = [told for link, told in machine.hub.take_outbox() if link == person]
        found = [told for told in answers if id in (told.get("done"), told.get("refused"))]
        return dict(found[-1]) if found else {}

    def step(self) -> None:
        """Something happens, and the law is checked."""
        rng = self.rng
        self.now_ms += rng.choice((0, 1, 500, 5_000, HOUR_MS))
        self.clock.ms = self.now_ms
        machine = rng.choice(self.machines)
        acts: dict[Callable[[PlanningMachine], None], int] = {
            self.play: 30,
            self.plan: 20,
            self.withdraw: 8,
            self.take_back: 4,
            self.agree: 8,
            self.hear: 14,
            self.look: 14,
            self.pass_time: 8,
            self.sleep: 2,
            self.kill: 2,
            self.leave_and_come: 1,
        }
        (act,) = rng.choices([*acts], [*acts.values()])
        before = self.read_to
        act(machine)
        self._follow()
        self.told[act.__name__] += self.read_to > before

    def play(self, machine: PlanningMachine) -> None:
        """The player on turn, as far as a process knows, decides by hand."""
        state = machine.hub.room(ROOM)
        player = state.table.player
        if player is None:
            return
        choices = [each.notation for each in state.choices(PLAYERS[player])]
        if choices:
            text = self.rng.choice(choices)
            self.say(machine, PLAYERS[player], "play", text=text, seen=state.number)

    def plan(self, machine: PlanningMachine) -> None:
        """Somebody plans something, at a process that may be behind."""
        player = self.rng.randrange(2)
        state = machine.hub.room(ROOM)
        lines = self._lines(machine, PLAYERS[player], [], 4)
        depth = len(state.table.match.sessions) - 1
        plan = SecondPlan(player, lines, made_in(state, depth), state.number)
        answer = self.say(machine, PLAYERS[player], "plan", lines=lines)  # it may decide at once
        if lines and "done" in answer and plan.number >= self.ended[player]:
            self.plans[player, depth] = plan
            self.told["planned"] += 1

    def _lines(
        self, machine: PlanningMachine, person: str, path: list[str], deep: int
    ) -> list[dict[str, Any]]:
        """Lines for *person* after *path*, walked in imagination."""
        rng = self.rng
        id = f"c{next(self._ids)}"
        message = {"do": "imagine", "id": id, "room": ROOM, "path": path}
        machine.hub.receive(person, message, self.now_ms)
        told: list[Any] = [each for link, each in machine.hub.take_outbox() if link == person]
        found = [each["imagined"] for each in told if "imagined" in each]
        if not found or not deep:
            return []
        seen: dict[str, Any] = found[-1]
        choices = [each[0] for each in seen["scene"].get("choices", {}).get("all", ())]
        texts: list[Any] = [*dict.fromkeys([*choices, *seen["draws"], *seen["ends"]])]
        rng.shuffle(texts)
        if seen["is_own"]:
            texts = texts[:1]
        elif seen["decider"] == "other" and rng.random() < 0.3:
            return [{"do": None, "then": [{"do": rng.choice(WORDS), "then": []}]}]
        lines = []
        for text in texts[: rng.randint(1, 3)]:
            below = self._lines(machine, person, [*path, text], deep - 1)
            if below or seen["is_own"]:
                lines.append({"do": text, "then": below})
        return lines

    def withdraw(self, machine: PlanningMachine) -> None:
        """Somebody withdraws his plan for the game on top."""
        player = self.rng.randrange(2)
        state = machine.hub.room(ROOM)
        depth = len(state.table.match.sessions) - 1
        if (player, depth) not in self.plans:
            return
        if "done" in self.say(machine, PLAYERS[player], "plan", lines=[]):
            self.plans.pop((player, depth), None)
            self.told["withdrawn"] += 1

    def take_back(self, machine: PlanningMachine) -> None:
        """Somebody wants to take back."""
        self.say(machine, self.rng.choice(PLAYERS), "take_back")

    def agree(self, machine: PlanningMachine) -> None:
        """Each player who is asked agrees, or a player is ready."""
        state = machine.hub.room(ROOM)
        for player in state.players_to_agree:
            self.say(machine, PLAYERS[player], "answer", accept=self.rng.random() < 0.8)
        if state.is_paused:
            self.say(machine, self.rng.choice(PLAYERS), "go_on")

    def leave_and_come(self, machine: PlanningMachine) -> None:
        """Somebody gives up his seat, and takes it again by a key."""
        player = self.rng.randrange(2)
        person, other = PLAYERS[player], PLAYERS[1 - player]
        if "done" in self.say(machine, person, "leave"):
            self.told["left"] += 1
            key = "".join(self.rng.choices("abcdefgh", k=22))
            self.say(machine, other, "invite", player=player, key=key)
            self.say(machine, person, "enter", key=key)
            self.say(machine, person, "watch", want="scene", since=0)

    # ---- processes ------------------------------------------------------------------------------

    def hear(self, machine: PlanningMachine) -> None:
        """A process hears of what others have appended."""
        number = len(machine.ledger.read(ROOM))
        if machine.hub.time.is_news(ROOM, number):
            machine.hub.time.read_news(ROOM, number, self.now_ms)

    def look(self, machine: PlanningMachine) -> None:
        """A process looks after plans."""
        with asyncio.Runner(loop_factory=LeapingLoop) as runner:
            runner.run(machine.watch.look())
        assert not machine.failures, machine.failures

    def pass_time(self, machine: PlanningMachine) -> None:
        """Time passes at a process."""
        machine.hub.time.pass_time(self.now_ms)

    def sleep(self, machine: PlanningMachine) -> None:
        """A day passes."""
        self.now_ms += DAY_MS
        self.clock.ms = self.now_ms

    def kill(self, machine: PlanningMachine) -> None:
        """Another process takes the place of one that dies."""
        machine.die()
        new = self._machine()
        self.machines[self.machines.index(machine)] = new
        for person in PLAYERS:
            self.say(new, person, "watch", want="scene", since=0)

    def settle(self) -> None:
        """All processes hear of all, and no plan has anything to decide any more."""
        for _again in range(4):
            for machine in self.machines:
                self.hear(machine)
                self.look(machine)
                self.pass_time(machine)
        self._follow()
        state = self.machines[0].hub.room(ROOM)
        if state.is_ended or state.is_paused:
            return
        depth = len(state.table.match.sessions) - 1
        for (player, of), plan in self.plans.items():
            if of == depth and plan.number <= state.number:
                made, on_turn = made_in(state, depth), state.table.player
                answers = plan.answers(made, on_turn)
                legal = [each.notation for each in state.choices(PLAYERS[player])]
                assert not answers & {*legal}, (plan, made, answers)

    # ---- the law --------------------------------------------------------------------------------

    def _follow(self) -> None:
        entries = self.machines[0].ledger.read(ROOM, self.read_to)
        for sender, batch in batches(entries):
            events = [each.event for each in batch]
            self._judge(sender, events)
            self.read_to = events[-1].number

    def _judge(self, sender: str, events: list[Event]) -> None:
        """Judges the events of one command."""
        for event in events:
            if event.event in ENDING:
                is_all = event.event in ("took_back", "closed")
                for player in range(2) if is_all else _players_of(event):
                    self.ended[player] = event.number
                for key, plan in [*self.plans.items()]:
                    is_his = event.event in ("took_back", "closed") or key[0] in _players_of(event)
                    if plan.number < event.number and is_his:
                        del self.plans[key]
            if event.event != "played":
                continue
            state = self._state_before(event.number)
            if sender:
                self.told["by hand"] += 1
                assert PLAYERS[event.player] == sender, event
                continue
            self.told["by plan"] += 1
            depth = len(state.table.match.sessions) - 1
            known = self.plans.get((event.player, depth))
            assert known is not None, f"nobody has sent {event}, nor planned it"
            answers = known.answers(made_in(state, depth), state.table.player)
            assert event.text in answers, (event, known, answers)
            assert event.at_ms == state.happened_ms, (event.at_ms - state.happened_ms, event)

    def _state_before(self, number: int) -> RoomState:
        """The room as it stood before event *number*."""
        entries = self.machines[0].ledger.read(ROOM)[: number - 1]
        return rebuild(ROOM, [each.event for each in entries], self.find).state


def _players_of(event: Any) -> tuple[int, ...]:
    return tuple(getattr(event, "players", None) or (event.player,))


def made_in(state: RoomState, depth: int) -> tuple[Made, ...]:
    """The steps of the game at *depth*, in plain data."""
    session = state.table.match.sessions[depth]
    return tuple(_made(session, step) for step in session.steps)


def _made(session: Any, step: Any) -> Made:
    if step.duel is not None:
        winners = [step.duel.players[seat] for seat in step.duel.status.winners]
        return Made("", None, winners[0] if len(winners) == 1 else NOBODY)
    return Made(step.text, None if step.seat is None else session.players[step.seat])


WORDS: Final = ("claim", "allow", "challenge", "one", "two", "roll")
