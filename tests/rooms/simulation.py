"""Whole matches in rooms over a network that loses, doubles, delays and reorders; all from a seed.

Clients of people who play, come by invitations, leave, or only watch send what is possible, what is
not, and what was possible before. What they send may come late, twice, in another order or never,
and is sent again with the same id until it is answered. What the hub says comes in order, as long
as the connection lasts. The hub dies now and then: whatever it had not sent is lost, and another
one takes its place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from random import Random
from typing import Any, ClassVar

from gipf_meta import Game
from gipf_meta.base.clock import StillClock
from gipf_meta.base.texts import spoken
from gipf_meta.bots.bot import Request
from gipf_meta.bots.greedy import RandomBot
from gipf_meta.deeds.deed import Deed
from gipf_meta.deeds.messages import LinkedPerson, RoomMessage, Said
from gipf_meta.hub.held_commands import when_it_counts
from gipf_meta.hub.hub import Hub
from gipf_meta.hub.revisions import REVISION
from gipf_meta.hub.scenes import room_scene
from gipf_meta.match.match import Match
from gipf_meta.match.timecontrol import NO_CLOCK, TimeControl
from gipf_meta.protocol.options import configure
from gipf_meta.records.models import Record, Seat
from gipf_meta.records.writer import to_record
from gipf_meta.rooms import events as told
from gipf_meta.rooms.consequences import FOLLOWING, Ended
from gipf_meta.rooms.events import EVENT, Event
from gipf_meta.rooms.ledger import MemoryLedger
from gipf_meta.rooms.rebuilding import rebuild
from gipf_meta.rooms.room import Room
from gipf_meta.rooms.state import RoomState
from gipf_meta.table.openings import Opening
from gipf_meta.table.players import BotFailed, Player
from gipf_meta.table.seats import Refused
from gipf_meta.table.table import Table
from tests.rooms.law_of_answers import AskedHub
from tests.rooms.law_of_types import check_said

ROOM = "r"
PEOPLE = ("ann", "bob", "cyd", "eve")
"""Ann opens the room; the others may hold a seat, come to one, or watch."""
KEYS = tuple(letter * 22 for letter in "abcdefg")
"""The keys of invitations, some of which nobody sends out."""
TELLING = {"scene", "view", "event", "look", "file", "answer", "hint"}
"""Keys of messages that only those get who may watch the room."""
MOST_STEPS = 70
TIMES_MS = (0, 0, 1, 40, 150, 700, 2500)
"""Intervals between two steps, in milliseconds."""
RESEND_STEPS = 6
"""Steps after which a client repeats commands without an answer."""

Message = dict[str, Any]
Finder = Callable[[str], type[Game[Any, Any]]]


def changed_scene(scene: dict[str, Any], told: dict[str, Any]) -> dict[str, Any]:
    """*scene* after the changes that a hub has *told*."""
    changed = {**({} if told["whole"] else scene), **told["set"]}
    for key in told["gone"]:
        del changed[key]
    return changed


class Clumsy(RandomBot):
    """A bot that fails now and then."""

    def choose(self, request: Request) -> Any:
        if request.rng.random() < 0.25:
            raise LookupError("no idea")
        return super().choose(request)


@dataclass
class Client:
    """A person at a page: his unanswered commands, and the messages that he got.

    *scene* is what the scenes of this connection add up to, *events* all that he ever heard.
    """

    person: str
    want: str
    link: str = ""
    language: str = ""
    known: int = 0
    unanswered: dict[str, tuple[int, Message]] = field(default_factory=dict)
    answers: dict[str, list[Message]] = field(default_factory=dict)
    scene: Message = field(default_factory=dict)
    events: dict[int, Message] = field(default_factory=dict)

    def take(self, message: Message) -> None:
        """Takes a message of the hub."""
        check_said(message)
        if (id := message.get("id")) is not None:
            self.answers.setdefault(id, []).append(message)
            if "more" not in message:
                self.unanswered.pop(id, None)
        elif "event" in message:
            self.events[message["number"]] = message
            self.known = max(self.known, message["number"])
        elif "scene" in message:
            told_scene = message["scene"]
            self.scene = changed_scene(self.scene, told_scene)
            self.known = told_scene["number"]
        elif "view" in message:
            self.known = message["view"]["number"]


class Simulation:
    """One room, from *seed*. ``run`` plays it; then ``check`` compares."""

    wants: ClassVar[Sequence[str]] = ("scene", "view", "events")
    """Kinds of messages that clients may subscribe to."""
    times_ms: ClassVar[Sequence[int]] = TIMES_MS
    """Intervals between two steps, the short ones first."""
    most_steps: ClassVar[int] = MOST_STEPS
    """The largest number of steps."""

    def __init__(self, seed: int, games: Mapping[str, type[Game[Any, Any]]]) -> None:
        self.rng = Random(seed)
        self.games = games
        self.ledger = MemoryLedger()
        self.now_ms = self.rng.choice((0, 1_700_000_000_000))
        self.steps = self.links = self.ids = 0
        self.on_the_way: list[tuple[int, str, Message]] = []
        self.opening = self._draw_opening()
        self.hub = self._new_hub()
        self.allowed: set[str] = set()
        self._open()
        self.clients = [Client(person, self.rng.choice(self.wants)) for person in PEOPLE]
        self.clients.append(Client("eve", "events"))
        for client in self.clients:
            self._connect(client)

    def _open(self) -> None:
        """Opens the room."""
        self.hub.open_room(ROOM, self.opening, "ann", self.now_ms, self._draw_others())

    def find(self, name: str) -> type[Game[Any, Any]]:
        """The game of that id."""
        if name not in self.games:
            raise LookupError(f"There is no game {name!r} here.")
        return self.games[name]

    # ---- what is played ---------------------------------------------------------------------

    def _draw_opening(self) -> Opening:
        rng = self.rng
        id = rng.choice([*sorted(self.games), "wager", "wager", "gipf"])
        kind = self.games[id]
        options = self._draw_options(id)
        kinds = rng.choices(
            ("human", "random", "clumsy"), (6, 2, 1), k=rng.choice(kind.seat_counts)
        )
        control = rng.choice((None, None, "3s+100ms", "400ms/turn"))
        return Opening(
            game=id,
            players=tuple(Seat(name=f"P{n}", player=each) for n, each in enumerate(kinds)),
            options=configure(kind, options).model_dump(mode="json"),
            seed=rng.randrange(2**63),
            control=control,
            rules=kind.rules_version,
            is_private=rng.random() < 0.2,
            is_open=rng.random() < 0.2,
        )

    def _draw_others(self) -> dict[int, str]:
        """Draws the holders of seats other than that of Ann, often none; some seats are free."""
        rng, seats = self.rng, len(self.opening.players)
        if rng.random() < 0.5:
            return {}
        return {player: rng.choice(("bob", "bob", "cyd", "", "ann")) for player in range(1, seats)}

    def _draw_options(self, id: str) -> dict[str, Any]:
        rng = self.rng
        if id == "wager":
            duel = rng.choice(("die", "elsewhere", "fuse", "brittle", "blast", "nothing", "wager"))
            breaks = rng.choice(("never", "view", "apply", "status"))
            return {
                "duel": duel,
                "duel_options": {"breaks": breaks} if duel == "brittle" else {},
            }
        if id == "gipf" and rng.random() < 0.8:
            duels = rng.choice(("die", "elsewhere", "zertz"))
            return {
                "variant": "basic",
                "zertz_potentials": 4,
                "challenges_enabled": "on",
                "zertz_duel": duels,
            }
        if id == "tamsk":
            return {"level": rng.choice((1, 2, 3)), "sand_ms": rng.choice((3000, 180_000))}
        if id == "brittle":
            return {"breaks": rng.choice(("never", "never", "apply"))}
        return {}

    def _new_hub(self) -> Hub:
        ids = iter(range(10**6))
        return AskedHub(
            self.ledger,
            self.find,
            new_room=lambda: f"n{self.steps}-{next(ids)}",
            new_seed=lambda: self.rng.randrange(2**63),
            patience_ms=None,
        )

    # ---- the network ------------------------------------------------------------------------

    def _connect(self, client: Client) -> None:
        """Connects *client* anew, and watches from the last event that he knows."""
        self.links += 1
        client.link = f"l{self.links}"
        client.language = self.rng.choice(("", "", "cs"))
        self.hub.connect(client.link, client.person, client.language)
        since = min(client.known, max(client.events, default=0)) if client.events else client.known
        missing = [n for n in range(1, since + 1) if n not in client.events]
        if client.want == "events" and missing:
            since = missing[0] - 1
        self._hear(client.link, {"do": "watch", "since": since, "want": client.want})

    def _hear(self, link: str, message: Message) -> None:
        self.ids += 1
        message = {"id": f"w{self.ids}", "room": ROOM, **message}
        self.hub.receive(link, message, self.now_ms)
        self._deliver()

    def _deliver(self) -> None:
        """Brings the messages of the hub to the clients that are still connected.

        Nobody is told of a room that he may not watch, unless he has just lost that right.
        """
        by_link = {client.link: client for client in self.clients}
        before, entry = self.allowed, self.hub.open_rooms.get(ROOM)
        if entry is not None:
            self.allowed = {person for person in PEOPLE if entry.room.state.may_watch(person)}
        for link, message in self.outbox_of(self.hub):
            if link in by_link:
                if TELLING & set(message):
                    assert by_link[link].person in before | self.allowed, message
                by_link[link].take(message)

    def outbox_of(self, hub: Hub) -> list[tuple[str, RoomMessage]]:
        """The messages that a *hub* sends now."""
        return hub.take_outbox()

    def send(self, client: Client, message: Message) -> None:
        """Sends a command over the bad network."""
        self.ids += 1
        message = {"id": f"c{self.ids}", "room": ROOM, **message}
        client.unanswered[message["id"]] = (self.steps, message)
        self._post(client.link, message)

    def _post(self, link: str, message: Message) -> None:
        for _copy in range(self.rng.choices((0, 1, 2), (1, 6, 1))[0]):
            self.on_the_way.append((self.steps + self.rng.choice((0, 0, 1, 4)), link, message))

    # ---- a step -----------------------------------------------------------------------------

    def run(self) -> None:
        """Plays until the match is over, or for long enough."""
        most_steps = self.most_steps
        for self.steps in range(most_steps):
            self.now_ms += self.rng.choice(self.times_ms)
            self._act()
            self._arrive()
            self._pass_time()
            self._have_accidents()
            if self.room.table.over is not None and self.rng.random() < 0.3:
                break
        self._settle()

    def _settle(self) -> None:
        """Lets each client get its missed messages and its answers."""
        self.on_the_way = []
        for client in self.clients:
            for _sent, message in list(client.unanswered.values()):
                self.hub.receive(client.link, message, self.now_ms)
            self._deliver()
        for client in self.clients:  # who has just been let in watches now
            self.hub.disconnect(client.link, self.now_ms)
            self._connect(client)

    @property
    def room(self) -> RoomState:
        """The room as the hub has it."""
        return self.hub.room(ROOM)

    def _act(self) -> None:
        """Lets a client send something."""
        room, rng = self.room, self.rng
        client = rng.choices(self.clients[:4], (8, 3, 3, 1))[0]
        if rng.random() < 0.7:
            client = self._client_of(room.seats.holders.get(room.table.player or 0, ""))
        if room.free_seats and rng.random() < 0.35:
            return self.send(*self._come())
        if room.table.paused and rng.random() < 0.7:
            unready = room.unready
            holder = room.seats.holders.get(rng.choice(unready), "") if unready else ""
            return self.send(self._client_of(holder), {"do": "go_on"})
        if room.table.trouble and rng.random() < 0.8:
            game = rng.choice(("die", "elsewhere", "brittle", "nothing", "zatre"))
            return self.send(self.clients[0], {"do": "choose_duel", "game": game})
        if room.table.fault is not None and rng.random() < 0.8:
            player = room.table.fault.player
            kind = rng.choice(("random", "random", "human", "nobody"))
            seat = {"do": "seat", "player": player, "kind": kind}
            return self.send(self.clients[0], rng.choice(({"do": "ask_again"}, seat)))
        if (room.offer is not None or room.request is not None) and rng.random() < 0.5:
            answer = {"do": "answer", "accept": rng.random() < 0.7}
            return self.send(rng.choice(self.clients[:3]), answer)
        if room.table.taken_back and rng.random() < 0.3:
            return self.send(self.clients[0], {"do": "play_again"})
        seen = rng.choice((client.known, room.number, room.number, room.number))
        choices = room.choices(client.person)
        if choices and rng.random() < 0.85:
            choice = rng.choice(choices)
            if rng.random() < 0.5:
                return self.send(client, {"do": "play", "text": choice.notation, "seen": seen})
            return self.send(client, {"do": "choose", "path": list(choice.path), "seen": seen})
        return self.send(client, rng.choice(self._other_commands(seen)))

    def _client_of(self, person: str) -> Client:
        """The client of *person*; Ann's for nobody."""
        return next((each for each in self.clients if each.person == person), self.clients[0])

    def _come(self) -> tuple[Client, Message]:
        """A client, and a command of his about a seat that is free, or might be."""
        rng, room = self.rng, self.room
        player = rng.choice((None, *room.free_seats, *room.free_seats, *room.free_seats, 0))
        host, guest = self.clients[0], rng.choice(self.clients[1:4])
        return rng.choice(
            (
                (host, {"do": "invite", "player": player, "key": rng.choice(KEYS)}),
                (guest, {"do": "invite", "player": player, "key": rng.choice(KEYS)}),
                (guest, {"do": "enter", "key": rng.choice(KEYS)}),
                (guest, {"do": "enter", "key": rng.choice(KEYS)}),
                (guest, {"do": "enter", "key": rng.choice(KEYS)}),
                (guest, {"do": "sit", "player": player or 0}),
                (host, {"do": "uninvite", "player": player}),
                (host, {"do": "seat", "player": player or 0, "kind": "random"}),
            )
        )

    def _any_lines(self) -> list[Message]:
        """The lines of a plan, which may be possible."""
        first, answer = (self.rng.choice([None, self._any_text()]) for _line in range(2))
        answers = [{"do": answer}, {"do": self._any_text(), "then": []}]
        return [{"do": first, "then": answers[: self.rng.randrange(3)]}][: self.rng.randrange(3)]

    def _other_commands(self, seen: int) -> Sequence[Message]:
        """Commands that are wanted more seldom, or never."""
        everyday = (
            {"do": "take_back"},
            {"do": "take_back"},
            {"do": "play_again"},
            {"do": "offer"},
            {"do": "answer", "accept": self.rng.random() < 0.5},
            {"do": "play", "text": "castle", "seen": seen},
            {"do": "premove", "text": self._any_text()},
            {"do": "premove"},
            {"do": "plan", "lines": self._any_lines()},
            {"do": "imagine", "path": [self._any_text()]},
            {"do": "pause"},
            {"do": "ask", "question": "where can I play"},
            {"do": "record"},
            {"do": "look", "at": self.rng.randrange(6)},
        )
        rare = (
            {"do": "resign"},
            {"do": "resign", "by": 1},
            {"do": "pause"},
            {"do": "go_on"},
            {"do": "rematch"},
            {"do": "leave"},
            {"do": "invite", "player": None, "key": self.rng.choice(KEYS)},
            {"do": "enter", "key": self.rng.choice(KEYS)},
            {"do": "seat", "player": self.rng.randrange(3), "kind": "human", "name": "New"},
            {"do": "seat", "player": self.rng.randrange(3), "kind": "clumsy"},
            {"do": "ask_again"},
            {"do": "begin_here", "at": self.rng.choice([None, 0, 1])},
            {"do": "branch", "at": self.rng.randrange(4), "together": self.rng.random() < 0.3},
            {"do": "show", "at": self.rng.choice((None, 0, 1))},
        )
        return (*everyday, *everyday, *rare)

    def _any_text(self) -> str:
        view = self.room.table.match.top.view(None)
        return self.rng.choice([each.notation for each in view.choices] or ["castle"])

    def _arrive(self) -> None:
        """Brings arrived commands to the hub, in any order; clients repeat unanswered ones."""
        arrived = [each for each in self.on_the_way if each[0] <= self.steps]
        self.on_the_way = [each for each in self.on_the_way if each[0] > self.steps]
        self.rng.shuffle(arrived)
        for _at, link, message in arrived:
            self.hub.receive(link, message, self.now_ms)
            self._deliver()
        for client in self.clients:
            for sent, message in list(client.unanswered.values()):
                if self.steps - sent >= RESEND_STEPS:
                    client.unanswered[message["id"]] = (self.steps, message)
                    self._post(client.link, message)

    def _pass_time(self) -> None:
        """Lets time pass as the hub says, and sometimes later; answers for bots."""
        due_ms = self.hub.wait_ms(self.now_ms)
        if due_ms is not None and due_ms < 50:
            self.now_ms += due_ms
        if self.rng.random() < 0.6 or due_ms is not None:
            self.hub.pass_time(self.now_ms)
        for thought in self.hub.take_thoughts():
            if self.rng.random() < 0.9:
                self.now_ms += self.rng.choice(self.times_ms[:4])
                self.hub.take_answer(thought, partial(thought.run, repr), self.now_ms)
            else:
                self.hub.take_answer(thought, _forget, self.now_ms)
        self._deliver()

    def _have_accidents(self) -> None:
        """Cuts a connection, or lets the hub die."""
        if self.rng.random() < 0.06:
            client = self.rng.choice(self.clients)
            self.hub.disconnect(client.link, self.now_ms)
            self._connect(client)
        if self.rng.random() < 0.03:
            self.hub = self._new_hub()
            for client in self.clients:
                self._connect(client)

    # ---- what must be true afterwards -------------------------------------------------------

    def check(self) -> None:
        """Raises ``AssertionError`` unless everything fits together."""
        room, entries = self.room, self.ledger.read(ROOM)
        events = [each.event for each in entries]
        assert [each.number for each in events] == list(range(1, len(events) + 1))
        assert [each.at_ms for each in events] == sorted(each.at_ms for each in events)
        again = rebuild(ROOM, events, self.find)
        grow_as_old(again, room.at_ms)
        assert snapshot(again.state) == snapshot(room)
        assert self.record_of(room) == self.plain_record(events, room.at_ms)
        self._check_holders()
        self._check_answers()
        self._check_clients(room, events)

    def _check_holders(self) -> None:
        """Asserts that decisions are by the holders of seats, unless a bot's seat cannot decide."""
        holders: dict[int, str] = {}
        for entry in self.ledger.read(ROOM):
            event = entry.event
            if isinstance(event, told.SeatGiven):
                holders[event.player] = event.person
            elif isinstance(event, told.Seated):
                holders.pop(event.player, None)
            elif isinstance(event, told.Left):
                assert entry.sender == event.person
                for player in event.players:
                    assert holders.pop(player) == event.person
            elif isinstance(event, told.Asked | told.Agreed | told.Declined | told.Readied):
                assert holders[event.player] == entry.sender, event
            elif isinstance(event, told.Resigned) and event.claimed_by is not None:
                assert holders[event.claimed_by] == entry.sender
                assert holders.get(event.player, "") != entry.sender
            elif isinstance(event, told.Played | told.Resigned) and entry.sender:
                # who has opened a match of bots ends the game of one that has failed
                assert entry.sender in holders.values() or not holders
                assert holders.get(event.player, entry.sender) == entry.sender, event

    def _check_answers(self) -> None:
        """Every command was answered, always the same, and done at most once."""
        done: dict[tuple[str, str], list[int]] = {}
        for entry in self.ledger.read(ROOM):
            if entry.id:
                done.setdefault((entry.sender, entry.id), []).append(entry.event.number)
        for numbers in done.values():
            assert numbers == list(range(numbers[0], numbers[-1] + 1))
        for client in self.clients:
            assert not client.unanswered
            assert isinstance(self.hub, AskedHub)
            assert not self.hub.not_answered()
            for id, answers in client.answers.items():
                if (client.person, id) in done:
                    last = done[client.person, id][-1]
                    ends = [each for each in answers if "go" not in each]  # which leads on
                    assert all(each["done"] == id and each["number"] == last for each in ends), ends

    def _check_clients(self, room: RoomState, events: Sequence[Event]) -> None:
        """Asserts that clients know the state of the room, and none the seed before the end."""
        for client in self.clients:
            if not room.may_watch(client.person):
                continue
            if client.want == "scene":
                here = client.scene.pop("here", None)
                with spoken(client.language):
                    assert client.scene == room_scene(room, client.person)
                self._check_presence(room, here)
            if client.want == "events":
                told_again = [client.events[n] for n in sorted(client.events)]
                assert [each["number"] for each in told_again] == [e.number for e in events]
                assert str(self.opening.seed) not in str(told_again[0])
                self._replay_elsewhere(room, told_again)

    def _check_presence(self, room: RoomState, here: Message | None) -> None:
        """The scene shows the players who are there: here all clients are."""
        holders = room.seats.holders
        if len(set(holders.values())) > 1 or room.free_seats:
            assert here is not None
            assert here["players"] == list(holders)
        else:
            assert here is None

    def _replay_elsewhere(self, room: RoomState, messages: Sequence[Message]) -> None:
        """The match comes out of the events alone, without its seed."""
        heard = [EVENT.validate_python(_without_room(message)) for message in messages]
        elsewhere = rebuild(ROOM, heard, self.find)
        grow_as_old(elsewhere, room.at_ms)
        here = room.table.match
        assert replace(elsewhere.state.table.match, seed=here.seed) == here
        if room.table.over is not None:
            assert [e.seed for e in heard if isinstance(e, Ended)][-1] == here.seed

    def record_of(self, room: RoomState) -> Record:
        """The record of the room's match."""
        return to_record(room.table.match, room.table.seats)

    def plain_record(self, events: Sequence[Event], at_ms: int) -> Record:
        """The record that a plain table writes after the same decisions at the same times."""
        first = events[0]
        assert isinstance(first, told.Opened)  # with what was agreed on besides
        return PlainTable(first.opening, self.find, first.at_ms).follow(events, at_ms)


def carry_out(room: Room, deed: Deed, person: str, at_ms: int = 0) -> None:
    """Does *deed* in a *room* of no hub, as a hub does it. Raises ``GipfMetaError``."""
    said = Said("", LinkedPerson(person, "", "", REVISION), at_ms)
    with room.handling(at_ms, *when_it_counts(room.state, deed, said)):
        if why := deed.why_not(room.state, person):
            raise Refused(why)
        deed.act(room, person, "")


def _without_room(message: Message) -> Message:
    return {key: value for key, value in message.items() if key != "room"}


def _forget() -> Any:
    raise TimeoutError("no answer")


def grow_as_old(room: Room, at_ms: int) -> None:
    """Lets time pass in *room* until *at_ms*, without asking any bot."""
    room.state.table.is_retold = True
    room.pass_time(at_ms)


def snapshot(room: RoomState) -> Any:
    """A snapshot of the room, to compare it."""
    table = room.table
    fault = None if table.fault is None else (str(table.fault), table.fault.player)
    return (
        (table.match, table.taken_back, table.trouble, fault, table.paused),
        [(player.name, player.kind) for player in table.players],
        (
            room.seats.holders,
            room.number,
            room.turn_since,
            room.offer,
            room.accepted,
        ),
        (
            room.request,
            room.request_number,
            room.wished,
            room.ready,
            room.abandoned,
            (room.goes_on_ms, room.hour, room.live_offers),
            (room.vacant_since_ms, room.waits_since_ms, room.is_closed),
            vars(room.admission),
        ),
        (room.rematch, room.opening, room.id),
    )


class _Silent:
    """A bot that plays the given decisions; those that it plans itself come in eleven days."""

    reaction_ms = 10**9

    def choose(self, request: Request) -> Any:
        return request.game.turn_moves(request.state, request.seat)[0]

    def beside(self, request: Request) -> None:
        return None


class PlainTable:
    """A table as the terminal has one, to which the decisions of a room are told one by one."""

    def __init__(self, opening: Opening, find: Finder, at_ms: int) -> None:
        self.clock = StillClock()
        self.clock.ms = at_ms
        game = configure(find(opening.game), opening.options)
        control = TimeControl.with_duels(opening.control, opening.duel_control)
        match = Match.begin(
            game, len(opening.players), find, opening.seed or 0, control, thinking="positions"
        )
        players = [self._player(seat.name, seat.player) for seat in opening.players]
        self.table = Table(match, players, self.clock)

    def _player(self, name: str, kind: str) -> Player:
        return Player(name, None if kind == "human" else _Silent(), kind)

    def follow(self, events: Sequence[Event], at_ms: int) -> Record:
        """The record of the match after *events*, at *at_ms*."""
        for event in events:
            if isinstance(event, FOLLOWING):
                continue
            self.clock.ms = event.from_ms if isinstance(event, told.Stopped) else event.at_ms
            self.table.tick()
            self.do(event)
            if isinstance(event, told.Stopped):
                self.leave_out(event.to_ms - event.from_ms)
            if isinstance(event, told.Played) and event.arrived_ms is not None:
                self.leave_out(max(0, event.arrived_ms - event.at_ms))
        self.clock.ms = at_ms
        self.table.tick()
        return self.table.record()

    def leave_out(self, ms: int) -> None:
        """Does not count *ms* milliseconds from now on."""
        paused, self.table.paused = self.table.paused, True
        self.clock.ms += ms
        self.table.tick()
        self.table.paused = paused

    def do(self, event: Event) -> None:
        """Does *event*; its consequences come by themselves."""
        table = self.table
        match event:
            case told.Played():
                table.play(event.text, event.player)
            case told.Resigned():
                table.resign(event.player, event.claimed_by)
            case told.DrawAgreed():
                table.agree_draw()
            case told.TookBack():
                table.undo(event.of)
            case told.PlayedAgain():
                table.redo()
            case told.Paused():
                table.tick()
                table.paused = True
            case told.WentOn():
                table.go_on()
                if event.live not in (None, NO_CLOCK):
                    table.match = table.match.begin_live(TimeControl.read(event.live or ""))
            case told.Seated():
                table.seat(event.player, self._player(event.name, event.kind))
            case told.AskedAgain():
                table.ask_again()
            case told.BotFailure():
                table.fault = BotFailed(event.sentence, event.player)
            case told.DuelUnplayable():
                table.trouble = event.sentence
            case told.DuelChosen():
                table.choose_duel(event.game)
            case _:
                pass
