"""Changes of a room are told later, and together: whenever that is, everybody knows all in the
end, nobody learns what is lost, and no event comes twice."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from functools import partial
from itertools import count
from random import Random
from typing import Any

import pytest

from gipf_meta.base.texts import spoken
from gipf_meta.deeds.messages import RoomMessage
from gipf_meta.deeds.thoughts import BotThought
from gipf_meta.host.host_hub import reload_lost_rooms
from gipf_meta.hub.hub import Hub
from gipf_meta.hub.scenes import room_scene
from gipf_meta.rooms.ledger import MemoryLedger
from tests.hub.test_hub import hub, new_hub, opening, play, say
from tests.hub.test_kept_rooms import Hasty
from tests.rooms.far_simulation import FarSimulation
from tests.rooms.simulation import Client, Simulation
from tests.rooms.test_room_simulations import simulate
from tests.tiers import slow, soak

__all__ = ["hub"]

ROOMS = ("r", "s", "t")
PEOPLE = {"ann": "", "bob": "cs", "eve": ""}
"""People, and the languages that they read."""


# ---- whenever it is told ------------------------------------------------------------------------


class Unhurried(Simulation):
    """A room that is drawn now and then: most answers come without a scene."""

    def outbox_of(self, hub: Hub) -> list[tuple[str, RoomMessage]]:
        outbox = hub.take_answers()
        if self._is_over() or Random(f"{self.ids} {self.steps}").random() < 0.3:
            outbox += hub.take_outbox()
        return outbox

    def _is_over(self) -> bool:
        return not self.on_the_way  # as in the end


class UnhurriedFar(Unhurried, FarSimulation):
    """Two machines that draw now and then."""


@pytest.mark.usefixtures("clumsy")
@pytest.mark.parametrize("seed", [*range(4), *slow(*range(4, 12)), *soak(*range(12, 30))])
def test_a_room_that_is_drawn_now_and_then_is_what_its_ledger_says(seed: int) -> None:
    simulate(Unhurried, seed)


@pytest.mark.usefixtures("clumsy")
@pytest.mark.parametrize("seed", [*range(4), *slow(*range(4, 12)), *soak(*range(12, 30))])
def test_two_machines_that_draw_now_and_then_lose_nothing(seed: int) -> None:
    simulate(UnhurriedFar, seed)


# ---- groups, of which some are lost -------------------------------------------------------------


class Groups:
    """A hub that carries out commands in groups, of which some are lost, and draws when it likes;
    another one writes into its rooms, too. All from a *seed*."""

    def __init__(self, seed: int) -> None:
        self.rng, self.ids, self.now_ms = Random(seed), count(), 0
        self.ledger = MemoryLedger()
        self.one = new_hub(self.ledger, pauses_alone=False)
        self.other = new_hub(self.ledger, pauses_alone=False)
        self.clients: dict[str, tuple[Client, str]] = {}
        self.durable: dict[str, int] = {}
        for room in ROOMS:
            game = self.rng.choice(("wager", "tamsk" if room == "t" else "wager"))
            self.one.open_room(room, opening(game, "human", "human"), "ann", 0, {1: "bob"})
        for person, language in PEOPLE.items():
            self.other.connect(person, person, language)
            for room in ROOMS:
                for want in ("scene", "view", "events"):
                    self._come(person, room, want)
        self._deliver(self.one.take_answers())

    def _come(self, person: str, room: str, want: str, since: int = 0) -> None:
        link = f"{person} {want} {next(self.ids)}"
        client = Client(person, want, link, PEOPLE[person])
        self.clients[link] = client, room
        self.one.connect(link, person, client.language)
        self._hear(link, {"do": "watch", "room": room, "want": want, "since": since})

    def _hear(self, link: str, message: dict[str, Any]) -> None:
        self.one.receive(link, {"id": f"c{next(self.ids)}", **message}, self.now_ms)

    def run(self) -> None:
        """Plays for a while, and draws everything in the end."""
        for _step in range(60):
            self.now_ms += self.rng.choice((0, 1, 60, 400))
            if self.rng.random() < 0.25:
                self._write_elsewhere()
            self._do_group([self._draw_act() for _ in range(self.rng.randrange(1, 5))])
            for _drawing in range(self.rng.choice((0, 0, 1, 2))):
                if (room := self.one.audience.next_room()) is not None:
                    self.one.outbox.tell_room(room, self.now_ms)
                    self._deliver(self.one.take_answers())
        for room in ROOMS:
            self.one.read_news(room, len(self.ledger.read(room)))
        self._deliver(self.one.take_outbox())

    def _draw_act(self) -> tuple[str, dict[str, Any]]:
        """Something that a client sends."""
        rng = self.rng
        link, (client, room) = rng.choice([*self.clients.items()])
        state = self.one.room(room)
        deeds: list[dict[str, Any]] = [
            {"do": rng.choice(("offer", "take_back", "go_on", "pause", "play_again"))},
            {"do": "answer", "accept": rng.random() < 0.5},
            {"do": "premove", "text": "claim"},
            {"do": "watch", "want": client.want, "since": max(client.events, default=0)},
        ]
        deed = rng.choice(deeds)
        if (choices := state.choices(client.person)) and rng.random() < 0.7:
            path = rng.choice(choices).path
            deed = {"do": "choose", "path": list(path), "seen": state.number}
        return link, {"id": f"c{next(self.ids)}", "room": room, **deed}

    def _do_group(self, acts: list[tuple[str, dict[str, Any]]]) -> None:
        """Carries out *acts* as a host does; now and then what it has written is lost."""
        kept = deepcopy((self.ledger._entries, self.ledger._commands))
        numbers = {room: len(self.ledger.read(room)) for room in ROOMS}
        for link, message in acts:
            self.one.receive(link, message, self.now_ms)
        if self.rng.random() < 0.5:
            self.durable = numbers
            self.one.outbox.withhold()  # while another thread writes it
            if (here := self.one.audience.next_room()) is not None:
                self.one.outbox.tell_room(here, self.now_ms)
                self._deliver(self.one.outbox.take_drawn())
            self.durable = {}
        if self.rng.random() < 0.3:
            lost = [room for room in ROOMS if len(self.ledger.read(room)) > numbers[room]]
            self.ledger._entries, self.ledger._commands = kept
            reload_lost_rooms(self.one, lost)
            for link, message in acts:
                if self.rng.random() < 0.8:  # or it is refused, for the database is away
                    self.one.receive(link, message, self.now_ms)
                elif message["do"] == "watch" and link in self.clients:
                    client, room = self.clients.pop(link)
                    self.one.disconnect(link, self.now_ms)
                    self._come(client.person, room, client.want)
                self._deliver(self.one.take_answers())
        self._deliver(self.one.take_answers())

    def _write_elsewhere(self) -> None:
        """Lets another hub append to a room, of which this one may hear later."""
        room, person = self.rng.choice(ROOMS), self.rng.choice(("ann", "bob"))
        self.other.read_news(room, len(self.ledger.read(room)))
        state = self.other.room(room)
        deed: dict[str, Any] = {"do": "offer"}
        if choices := state.choices(person):
            deed = {"do": "choose", "path": list(choices[0].path), "seen": state.number}
        about = {"id": f"c{next(self.ids)}", "room": room}
        self.other.receive(person, {**about, **deed}, self.now_ms)
        if self.rng.random() < 0.5:
            self.one.read_news(room, len(self.ledger.read(room)), self.now_ms)
            self._deliver(self.one.take_answers())

    def _deliver(self, outbox: list[tuple[str, RoomMessage]]) -> None:
        """Brings messages to the clients: each event once, and nothing that is in no ledger."""
        for link, message in outbox:
            client, room = self.clients.get(link, (None, ""))
            if client is None:
                continue
            told: dict[str, Any] = dict(message)
            last = self.durable.get(room, len(self.ledger.read(room)))
            if "event" in told:
                expected = max(client.events, default=0) + 1
                assert told["number"] == expected, "each once, and in order"
            for body in (told, told.get("scene", {}), told.get("view", {})):
                assert body.get("number", 0) <= last, "it may be lost"
            if "done" in told and client.want == "events":
                assert told["number"] <= max(client.events, default=0), "events come first"
            client.take(told)

    def check(self) -> None:
        """Raises ``AssertionError`` unless everybody knows all that there is."""
        for client, room in self.clients.values():
            state = self.one.room(room)
            if client.want == "scene":
                client.scene.pop("here", None)
                with spoken(client.language):
                    assert client.scene == room_scene(state, client.person), (client.link, room)
            elif client.want == "events":
                told = [client.events[n]["event"] for n in sorted(client.events)]
                assert told == [each.event.event for each in self.ledger.read(room)]


@pytest.mark.parametrize("seed", [0, 1, *slow(*range(2, 20)), *soak(*range(20, 60))])
@pytest.mark.needs("tamsk")
def test_whatever_is_lost_and_whenever_it_is_drawn_everybody_knows_all(seed: int) -> None:
    groups = Groups(seed)
    groups.run()
    groups.check()


# ---- several changes at once --------------------------------------------------------------------


def test_several_decisions_are_one_scene_with_all_that_was_done(hub: Hub) -> None:
    hub.open_room("r", opening("wager", "human", "human"), "ann")
    say(hub, "watch", want="scene")
    say(hub, "watch", "eve", want="events")
    for n, text in enumerate(("claim", "allow")):
        seen = hub.room("r").number
        hub.receive(
            "ann", {"do": "play", "id": f"p{n}", "room": "r", "text": text, "seen": seen}, 0
        )
    answers = hub.take_answers()
    assert [next(iter(each)) for link, each in answers if link == "ann"] == ["done"] * 2
    events = Counter(each.get("event") for link, each in answers if link == "eve")
    assert events["played"] == 2
    ((link, message),) = hub.take_outbox()
    assert link == "ann"
    assert "scene" in message
    assert message["news"][:2] == ["p0: say claim.", "p1: say allow."], "all is said"
    assert not hub.take_outbox()


def test_a_notice_for_one_person_and_a_decision_are_one_scene(hub: Hub) -> None:
    hub.open_room("r", opening("wager", "human", "human"), "ann", others={1: "eve"})
    for person in ("ann", "eve"):
        say(hub, "watch", person, want="scene")
    premove = {"do": "premove", "id": "p", "room": "r", "text": "allow"}
    hub.receive("eve", premove, 0)
    seen = hub.room("r").number
    hub.receive("ann", {"do": "play", "id": "c", "room": "r", "text": "claim", "seen": seen}, 0)
    scenes = Counter(link for link, message in hub.take_outbox() if "scene" in message)
    assert scenes == {"ann": 1, "eve": 1}


def test_that_a_bot_was_in_a_hurry_is_said_though_the_match_has_gone_on(hub: Hub) -> None:
    hub.open_room("r", opening("wager", "random", "human"), "ann")
    say(hub, "watch", want="scene")
    (thought,) = hub.take_thoughts()
    assert isinstance(thought, BotThought)
    thought.thinking.request.cut_short.set()
    hub.take_answer(thought, partial(thought.run, repr), 0)
    seen = hub.room("r").number
    hub.receive("ann", {"do": "play", "id": "p", "room": "r", "text": "allow", "seen": seen}, 0)
    (message,) = (dict(each) for _link, each in hub.take_outbox() if "scene" in each)
    hurry = "p0 had to stop thinking and could be stronger with more time."
    assert message["news"] == ["p0: say claim.", "You: say allow.", hurry]


def test_what_was_lost_and_is_done_again_is_announced_once() -> None:
    ledger = Hasty()
    hub = new_hub(ledger, pauses_alone=False)
    hub.open_room("r", opening("wager", "human", "human"), "ann", others={1: "eve"})
    for person in ("ann", "eve"):
        say(hub, "watch", person, want="scene")
    play(hub, "claim")
    ledger.keep()
    offer = {"do": "offer", "id": "o", "room": "r"}
    hub.receive("eve", offer, 0)
    ledger.lose()
    reload_lost_rooms(hub, ["r"])
    hub.receive("eve", offer, 0)
    told = [dict(each) for link, each in hub.take_outbox() if link == "ann" and "scene" in each]
    assert [message["news"] for message in told] == [["p1 offers a draw."]]


def test_who_joins_is_told_nothing_that_others_are_still_to_be_told(hub: Hub) -> None:
    hub.open_room("r", opening("wager", "human", "human"), "ann")
    say(hub, "watch", want="events")
    hub.connect("late", "ann", "")
    seen = hub.room("r").number
    hub.receive("ann", {"do": "play", "id": "p", "room": "r", "text": "claim", "seen": seen}, 0)
    watch = {"do": "watch", "id": "w", "room": "r", "want": "events", "since": 0}
    hub.receive("late", watch, 0)
    seen = hub.room("r").number
    hub.receive("ann", {"do": "play", "id": "q", "room": "r", "text": "allow", "seen": seen}, 0)
    numbers: dict[str, list[int]] = {"ann": [], "late": []}
    for link, message in hub.take_answers():
        if "event" in message:
            numbers[link].append(message["number"])
    last = hub.room("r").number
    assert numbers == {"ann": [*range(seen, last + 1)], "late": [*range(1, last + 1)]}


def test_a_room_that_is_closed_is_told_first_and_never_again(hub: Hub) -> None:
    hub.open_room("r", opening("wager", "human", "human"), "ann")
    say(hub, "watch", want="scene")
    seen = hub.room("r").number
    hub.receive("ann", {"do": "play", "id": "p", "room": "r", "text": "claim", "seen": seen}, 0)
    hub.close_room("r")
    assert [next(iter(message)) for _link, message in hub.take_outbox()] == ["done", "scene"]
    play(hub, "allow")
    assert not hub.take_outbox()
