"""The words that can be typed at ``gipf-meta join`` beside moves, each at a real host."""

from __future__ import annotations

import asyncio
from io import StringIO
from itertools import count
from pathlib import Path
from typing import Any, cast

import pytest

from gipf_meta.base.clock import StillClock
from gipf_meta.desk.context import Context
from gipf_meta.desk.desk import Desk
from gipf_meta.hub.hub import Hub
from gipf_meta.library.settings import Settings
from gipf_meta.line.line import JoinError, RoomLine
from gipf_meta.line.replica import Replica
from gipf_meta.plain.desk_prompts import PlainDesk
from gipf_meta.plain.line_editor import Typing
from gipf_meta.plain.terminal import ANSWER
from gipf_meta.plain.terminal import Terminal as Lines
from gipf_meta.plugins.loading import installed_plugins, load_plugins
from gipf_meta.records.models import Seat
from gipf_meta.records.record_files import load
from gipf_meta.rooms.ledger import MemoryLedger
from gipf_meta.table.openings import Opening
from gipf_meta.table.players import BotFailed
from tests.host.hosting import Hosted, visited, visitor
from tests.host.serving.test_host_server_join import Terminal
from tests.small_games.finding import find


def open_against_bot(host: Hosted, person: str) -> str:
    """Opens a match of *person* against a bot; the room."""
    players = (Seat(name="Ann"), Seat(name="greedy", player="greedy"))
    opening = Opening(game="wager", players=players, options={"goal": 1}, seed=1)
    host.served.hub.open_room("r", opening, person, 0)
    return "r"


def test_who_joins_in_the_middle_sees_how_much_time_is_left_now() -> None:
    """The last event is old: the host says what time it is."""
    hub, clock = Hub(MemoryLedger(), find, patience_ms=None, pauses_alone=False), StillClock()
    players = (Seat(name="Ann"), Seat(name="Bob"))
    opening = Opening(game="wager", players=players, seed=1, control="60s")
    hub.open_room("r", opening, "ann", 0, {1: "bob"})
    for person in ("ann", "bob", "eve"):
        hub.connect(person, person, "en")
    for person in ("ann", "bob"):
        hub.receive(person, {"do": "go_on", "id": person, "room": "r"}, 0)
    hub.take_outbox()
    hub.receive("eve", {"do": "watch", "id": "w", "room": "r", "want": "events"}, 20_000)
    replica = Replica("r", "eve", find, clock)
    for _link, said in hub.take_outbox():
        if "event" in said:
            replica.receive(said)
        elif "present" in said:
            replica.take_presence(said["present"])
    replica.catch_up()
    clock.ms = 1_000
    replica.age()

    def left_ms() -> tuple[int, ...]:
        match = replica.room.table.match
        assert match.control is not None
        return match.control.left_ms(match.sessions[0])

    assert left_ms() == (39_000, 60_000)
    clock.ms = 100_000  # what was decided in time may still be on its way
    replica.age()
    assert left_ms() == (1, 60_000)
    assert replica.room.table.over is None


@pytest.mark.needs("tamsk")
def test_what_time_does_to_the_board_is_seen_although_it_is_no_event() -> None:
    """In TAMSK sand runs out, and a turn is lost: nobody has decided anything."""
    hub, clock = Hub(MemoryLedger(), load_plugins().find, patience_ms=None), StillClock()
    players = (Seat(name="Ann"), Seat(name="Bob"))
    opening = Opening(game="tamsk", players=players, seed=1, options={"level": "3"})
    room = hub.open_room("r", opening, "ann", 0)
    hub.connect("ann", "ann", "en")
    hub.connect("eve", "eve", "en")
    hub.receive("eve", {"do": "watch", "id": "w", "room": "r", "want": "events"}, 0)
    hub.receive("ann", {"do": "go_on", "id": "g", "room": "r"}, 0)
    turned = {"do": "play", "id": "p", "room": "r", "text": "B:F", "seen": room.number}
    hub.receive("ann", turned, 0)
    replica, lost_ms = Replica("r", "eve", load_plugins().find, clock), 15_000
    for at_ms in (0, lost_ms):
        hub.pass_time(at_ms)
        clock.ms = at_ms
        for link, said in hub.take_outbox():
            if link == "eve" and "event" in said:
                replica.receive(said)
            elif link == "eve" and "present" in said:
                replica.take_presence(said["present"])
        replica.catch_up()
        replica.age()
        assert replica.room.table.match.player == room.table.match.player == (1 if at_ms else 0)


@pytest.mark.slow
async def test_who_leaves_gives_his_seat_up(file_url: str, tmp_path: Path) -> None:
    async with visited(file_url) as host, visitor(host) as bob:
        ann = Terminal(host, tmp_path, "Ann", "leave")
        room = host.open_room("r", await ann.person(), bob.person)
        await ann.join(f"room/{room}")
        assert host.served.hub.room(room).free_seats == (0,)


@pytest.mark.slow
async def test_a_pause_is_asked_for_and_ended_by_all(file_url: str, tmp_path: Path) -> None:
    async with visited(file_url) as host:
        ann = Terminal(host, tmp_path, "Ann", "ready", "pass", "yes", "ready")
        bob = Terminal(host, tmp_path, "Bob", "ready", "pause", "ready", "resign")
        people = await ann.person(), await bob.person()
        room = host.open_room("r", *people, game="fuse", fuse_ms=60_000)
        shown, other = await asyncio.gather(ann.join(f"room/{room}"), bob.join(f"room/{room}"))
        assert "asks for a pause" in shown
        assert " won: you resigned." in other
        assert "You won: " in shown


@pytest.mark.slow
async def test_against_a_bot_a_hint_is_given(file_url: str, tmp_path: Path) -> None:
    async with visited(file_url) as host:
        ann = Terminal(host, tmp_path, "Ann", "hint", "claim", "resign")
        room = open_against_bot(host, await ann.person())
        shown = await ann.join(f"room/{room}")
        assert "Say claim." in shown


@pytest.mark.slow
@pytest.mark.parametrize("word", ["again", "human", "beginner", "resign"])
async def test_a_bot_that_has_failed_is_asked_again_or_replaced(
    file_url: str, tmp_path: Path, word: str
) -> None:
    async with visited(file_url) as host:
        ann = Terminal(host, tmp_path, "Ann", word, "resign")
        room, hub = open_against_bot(host, await ann.person()), host.served.hub
        hub.room(room).table.fault = BotFailed("It is stuck.", 1)
        shown = await ann.join(f"room/{room}")
        assert "It is stuck." in shown
        assert hub.room(room).table.fault is None
        assert hub.room(room).table.players[1].kind == (
            word if word in ("human", "beginner") else "greedy"
        )
        assert ("You won: " if word == "resign" else " won: ") in shown


@pytest.mark.slow
async def test_another_game_is_chosen_for_a_duel_that_cannot_be_played(
    file_url: str, tmp_path: Path
) -> None:
    async with visited(file_url) as host:
        ann = Terminal(host, tmp_path, "Ann", "claim", "nonsense", "die", "roll", "resign")
        async with visitor(host) as bob:
            room = host.open_room("r", await ann.person(), bob.person, duel="nothing")
            joined = asyncio.create_task(ann.join(f"room/{room}"))
            await ann.out.until(": say claim.")
            number = host.served.hub.room(room).number
            assert "done" in (await bob.page.play(room, "challenge", number))[-1]
            await ann.out.until("A duel decides")
            await bob.page.ask({"do": "resign", "room": room})
            shown = await joined
        assert "Which game shall decide instead (" in shown
        assert " won: you resigned." in shown


@pytest.mark.slow
async def test_others_are_invited_and_the_match_is_saved_in_a_file(
    file_url: str, tmp_path: Path
) -> None:
    async with visited(file_url) as host:
        file = tmp_path / "match.json"
        ann = Terminal(host, tmp_path, "Ann", "invite", "claim", f"save {file}", "resign")
        opening = Opening(
            game="wager", players=(Seat(name="Ann"), Seat(name="Bob")), seed=1, is_private=True
        )
        host.served.hub.open_room("r", opening, await ann.person(), 0, {1: ""})
        joined = asyncio.create_task(ann.join("room/r"))
        await ann.out.until("To watch")
        links = [line for line in ann.out.getvalue().splitlines() if "#enter/" in line]
        bob = Terminal(host, tmp_path, "Bob", "allow")
        shown, other = await asyncio.gather(joined, bob.join(links[0].partition("#")[2]))
        assert "You won: " in other
        assert f"Saved in {file}." in shown
        assert load(file).turns


class Desks:
    """A host's line that leads to the desk of *hub* alone."""

    is_far = True

    def __init__(self, hub: Hub) -> None:
        self._desk = Desk(Context(installed_plugins(), None, Settings(), hub, save=lambda _: ""))
        self._ids = count()

    def ask(self, do: str, **fields: Any) -> list[dict[str, Any]]:
        """Returns the answers of the desk. Raises ``JoinError``."""
        message = {"do": do, "id": f"d{next(self._ids)}", **fields}
        *told, last = self._desk.receive("ann", "ann", message, 0)
        if "refused" in last:
            raise JoinError(last["why"])
        return told


class Typist(Lines):
    """A person who chooses lines by their words."""

    def __init__(self, *typed: str) -> None:
        super().__init__(StringIO(), StringIO())
        self.typed = list(typed)

    @property
    def shown(self) -> str:
        """The output so far."""
        return cast("StringIO", self.out).getvalue()

    def ask(self, prompt: str, typing: Typing = ANSWER) -> str:
        self.say(prompt)
        wanted = self.typed.pop(0)
        for line in reversed(self.shown.splitlines()):
            number, _gap, words = line.strip().partition("  ")
            if number.isdecimal() and words.startswith(wanted) and wanted:
                return number
        return wanted


def test_a_match_is_begun_from_the_form_of_the_lobby() -> None:
    hub = Hub(MemoryLedger(), find, patience_ms=None)
    hub.connect("ann", "ann", "en")
    line = Typist(
        "Die", "nonsense", "opponent", "beginner", "clock", "never", "clock", "5m", "play"
    )
    room = PlainDesk(cast(RoomLine, Desks(hub)), line, installed_plugins()).choose()
    assert "'nonsense' is none of these numbers." in line.shown
    opened = hub.room(room)
    assert [seat.player for seat in opened.table.seats] == ["human", "beginner"]
    assert str(opened.table.match.control) == "5m"
    assert not line.typed


def test_an_empty_line_goes_back_and_leaves() -> None:
    hub = Hub(MemoryLedger(), find, patience_ms=None)
    line = Typist("Die", "", "")
    assert PlainDesk(cast(RoomLine, Desks(hub)), line, installed_plugins()).choose() == ""
    assert line.shown.count("Games") == 2
