"""Somebody whose ``hosts.json`` is lost in the middle of a match, and each way back to his seat."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TextIO

import pytest
from textual.widgets import Input

from gipf_meta.base.clock import StillClock
from gipf_meta.host.serving import host_server
from gipf_meta.line import joining
from gipf_meta.line.joining import Address, Invitations, Joining
from gipf_meta.line.known_hosts import KnownHosts
from gipf_meta.line.line import DeviceForgotten
from gipf_meta.plain import person_prompts
from gipf_meta.plain.desk_prompts import PlainDesk
from gipf_meta.records.models import Seat
from gipf_meta.rooms.state import RoomState
from gipf_meta.table.openings import Opening
from gipf_meta.tui.app import GipfApp
from gipf_meta.tui.screens import person_change
from gipf_meta.tui.screens.desk_screens import DeskScreen
from tests.host.hosting import Hosted, SmallGames, Visitor, visited, visitor
from tests.host.serving.test_host_server_join import INSTALLED, Terminal, in_daemon
from tests.host.serving.test_host_server_terminal import Seat as AtInterface
from tests.small_games.finding import find
from tests.tui.conftest import STILL


class Returning(Terminal):
    """A terminal that knows nobody, at which somebody comes back."""

    def __init__(
        self, host: Hosted, folder: Path, *typed: str, stdin: TextIO | None = None
    ) -> None:
        super().__init__(host, folder, "somebody", *typed, stdin=stdin)
        self.file = folder / "somebody.json"

    async def join(self, fragment: str = "", *, comes_back: bool = True) -> str:
        """Comes back at the host; the output at the end."""
        address = Address.parse(str(self.host.url.with_fragment(fragment)))
        person = Joining(self.known, find, StillClock(), comes_back=comes_back)

        def play() -> None:
            with person.open_line(address) as line:
                line.last_room = address.room
                offer = Invitations(address.site).offer
                first = person.first_screen(address)
                PlainDesk(line, self.lines, INSTALLED, offer).run(address.room, first)

        await in_daemon(play)
        return self.out.getvalue()

    @property
    def secret_now(self) -> str | None:
        """The secret that the terminal keeps."""
        return self.known.secret_at(self.host.url.origin())


@asynccontextmanager
async def timed_match(url: str, **about: Any) -> AsyncIterator[tuple[Hosted, Visitor, Visitor]]:
    """A match of Ann, who is at a page, and Bob: she has taken ten seconds for her first turn.

    *about* as of ``hosted``.
    """
    async with (
        visited(url, **about) as host,
        visitor(host, name="Ann") as ann,
        visitor(host, name="Bob") as bob,
    ):
        players = (Seat(name="Ann"), Seat(name="Bob"))
        opening = Opening(game="wager", players=players, seed=1, control="60s")
        holders = {0: ann.person, 1: bob.person}
        host.served.hub.open_room("r", opening, ann.person, 0, holders)
        for each in (ann, bob):
            assert "done" in (await each.page.ask({"do": "go_on", "room": "r"}))[-1]
        host.clock.ms += 10_000
        number = host.served.hub.room("r").number
        assert "done" in (await ann.page.play("r", "claim", number))[-1]
        yield host, ann, bob


def left_ms(room: RoomState) -> tuple[int, ...]:
    """The time that each player has left."""
    match = room.table.match
    assert match.control is not None
    return tuple(match.control.left_ms(match.sessions[0]))


async def words_of(person: Visitor) -> str:
    """Twelve words that somebody makes at his page."""
    made = {"do": "submit", "screen": "words", "about": {}, "values": {"step": "make_words"}}
    told = await person.page.ask(made)
    (screen,) = [each["screen"] for each in told if "screen" in each]
    return next(each["text"] for each in screen["parts"] if each["part"] == "text")


async def is_seated_again(host: Hosted, ann: Visitor, bob: Visitor, terminal: Returning) -> None:
    """Lets both play on: clock and seat are as they were, and the terminal is Ann's."""
    before = left_ms(host.served.hub.room("r"))
    assert 40_000 < before[0] < 60_000
    await terminal.out.until("You are Ann here.")
    room = host.served.hub.room("r")
    assert room.seats.holders[0] == ann.person
    assert left_ms(room) == before
    assert "done" in (await bob.page.play("r", "allow", room.number))[-1]
    await terminal.out.until("You> ")
    assert terminal.secret_now is not None
    async with visitor(host, secret=terminal.secret_now) as device:
        assert device.person == ann.person
        assert terminal.secret_now not in (ann.hello["secret"], bob.hello["secret"])


@asynccontextmanager
async def typing_at(
    host: Hosted, folder: Path, fragment: str = "room/r"
) -> AsyncIterator[tuple[Returning, TextIO]]:
    """A terminal at which somebody comes back, and the stream of what he types."""
    reading, writing = os.pipe()
    with os.fdopen(reading) as stdin, os.fdopen(writing, "w", buffering=1) as typing:
        terminal = Returning(host, folder, stdin=stdin)
        joined = asyncio.create_task(terminal.join(fragment))
        yield terminal, typing
        typing.write("quit\n")
        await joined


async def test_twelve_words_give_the_seat_back_with_its_time(file_url: str, tmp_path: Path) -> None:
    async with timed_match(file_url) as (host, ann, bob):
        words = await words_of(ann)
        async with typing_at(host, tmp_path) as (terminal, typing):
            typing.write(f"twelve words\n1\n{words.upper()}\n")
            await is_seated_again(host, ann, bob, terminal)
        known, site = json.loads(terminal.file.read_text()), str(host.url.origin())
        assert known.pop(f"{site} visit")
        assert known == {site: terminal.secret_now}


@pytest.mark.slow
async def test_a_code_that_a_device_of_his_confirms_gives_the_seat_back(
    file_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(person_prompts, "POLL_S", 0.05)
    async with (
        timed_match(file_url) as (host, ann, bob),
        typing_at(host, tmp_path) as (terminal, typing),
    ):
        typing.write("another device\n1\n")
        await terminal.out.until("On your other device")
        code = next(line for line in terminal.out.getvalue().splitlines() if line[4:5] == "-")

        async def submit(step: str) -> list[dict[str, Any]]:
            values = {"step": step, "code": code}
            return await ann.page.ask(
                {"do": "submit", "screen": "pair", "about": {}, "values": values}
            )

        told = await submit("look")
        assert "A terminal on" in json.dumps(told)
        assert "at the same address as you" in json.dumps(told)
        await submit("let_in")
        await is_seated_again(host, ann, bob, terminal)


async def test_who_gives_up_coming_back_is_somebody_new(file_url: str, tmp_path: Path) -> None:
    async with timed_match(file_url) as (host, ann, _bob):
        terminal = Returning(host, tmp_path, "twelve words", "1", "no such words", "q")
        shown = await terminal.join("room/r")
        assert "You are" not in shown
        assert terminal.secret_now is not None
        async with visitor(host, secret=terminal.secret_now) as somebody:
            assert somebody.person != ann.person


async def test_a_terminal_that_was_taken_away_ends_with_a_sentence_and_forgets_its_key(
    file_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host_server, "BANS_S", 0.05)
    async with timed_match(file_url) as (host, ann, _bob):
        words = await words_of(ann)
        async with visitor(host, secret=ann.hello["secret"]) as owner:
            terminal = Returning(host, tmp_path, "twelve words", "1", words)
            terminal.lines.stdin = _Held(terminal.lines.stdin)
            joined = asyncio.create_task(terminal.join("room/r"))
            await terminal.out.until("You are Ann here.")
            opened = {"do": "open", "screen": "me", "about": {}}
            told = await owner.page.ask(opened)
            device = next(
                button["do"]["about"]["device"]
                for each in told
                if "screen" in each
                for part in each["screen"]["parts"]
                for row in part.get("rows", ())
                for button in row.get("buttons", ())
                if row["cells"][0].startswith("A terminal")
            )
            taken = {"do": "submit", "screen": "take_away", "about": {"device": device}}
            told = await owner.page.ask({**taken, "values": {"step": "take_away"}})
            assert "done" in told[-1], told
            with pytest.raises(DeviceForgotten, match=r"taken away.* --sign-in"):
                await joined
            assert terminal.secret_now is None
            again = await Returning(host, tmp_path, "twelve words", "1", words, "q").join()
            assert "You are Ann here." in again


class _Held:
    """Lines that are typed, and then none for ever, without an end."""

    def __init__(self, lines: TextIO) -> None:
        self._lines = lines

    def isatty(self) -> bool:
        return False

    def readline(self, size: int = -1) -> str:
        return self._lines.readline(size)

    def fileno(self) -> int:
        raise ValueError


async def test_who_signs_out_in_a_terminal_is_nobody_there_any_more(
    file_url: str, tmp_path: Path
) -> None:
    async with visited(file_url) as host:
        this = joining._this_device().casefold()
        terminal = Returning(host, tmp_path, this, "sign out")
        async with visitor(host, secret=terminal.secret, name="Ann") as ann:
            terminal.known.keep(host.url.origin(), terminal.secret)
            shown = await terminal.join("me", comes_back=False)
        assert "You are signed out" in shown
        assert terminal.secret_now is None
        async with visitor(host, secret=terminal.secret) as stranger:
            assert stranger.person != ann.person


# ---- at the interface ----------------------------------------------------------------------------


@asynccontextmanager
async def interface_at(
    host: Hosted, folder: Path, fragment: str = "room/r"
) -> AsyncIterator[tuple[AtInterface, KnownHosts]]:
    """An interface at which somebody comes back."""
    address = Address.parse(str(host.url.with_fragment(fragment)))
    known = KnownHosts(folder / "hosts.json")
    person = Joining(known, find, StillClock(), comes_back=True)
    opened = person.open_line(address)
    line = await asyncio.to_thread(opened.__enter__)
    line.last_room = address.room
    app = GipfApp(SmallGames(), line, STILL, offer_links=Invitations(address.site).offer)
    place, about = person.first_screen(address) or ("", {})
    app.first = DeskScreen(app.talk, place, about)
    app.animation_level = "none"
    try:
        async with app.run_test(size=(80, 24), notifications=True) as pilot:
            yield AtInterface(app, pilot), known
    finally:
        await asyncio.to_thread(opened.__exit__, None, None, None)


async def typed_letters(seat: AtInterface, words: str) -> None:
    """Types *words* into the field that has the focus."""
    names = {" ": "space", "@": "at", ".": "full_stop", "-": "minus"}
    await seat.press(*(names.get(letter, letter) for letter in words))


async def is_seated_at(
    host: Hosted, ann: Visitor, bob: Visitor, seat: AtInterface, known: KnownHosts
) -> None:
    """Says that it is he, and lets both play on."""
    before = left_ms(host.served.hub.room("r"))
    await seat.until("You come back as Ann.")
    assert known.secret_at(host.url.origin()) != ann.hello["secret"]
    await seat.press("y")
    await seat.at_board()
    room = host.served.hub.room("r")
    assert room.seats.holders[0] == ann.person
    assert left_ms(room) == before
    assert "done" in (await bob.page.play("r", "allow", room.number))[-1]
    await seat.play("one")
    secret = known.secret_at(host.url.origin())
    async with visitor(host, secret=secret) as device:
        assert device.person == ann.person


@pytest.mark.slow
async def test_at_the_interface_twelve_words_give_the_seat_back(
    file_url: str, tmp_path: Path
) -> None:
    async with timed_match(file_url) as (host, ann, bob):
        words = await words_of(ann)
        async with interface_at(host, tmp_path) as (seat, known):
            await seat.choose("Twelve words")
            await seat.until("Your twelve words")
            await seat.until(lambda: isinstance(seat.app.focused, Input))
            assert isinstance(seat.app.focused, Input)
            seat.app.focused.value = words[:-4]
            seat.app.focused.action_end()
            await typed_letters(seat, words[-4:])
            await seat.press("enter")
            await is_seated_at(host, ann, bob, seat, known)


@pytest.mark.slow
async def test_at_the_interface_a_confirmed_code_gives_the_seat_back(
    file_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(person_change, "POLL_S", 0.05)
    async with (
        timed_match(file_url) as (host, ann, bob),
        interface_at(host, tmp_path) as (seat, known),
    ):
        await seat.choose("Another device")
        await seat.choose("Show the code")
        await seat.until("On your other device")
        code = next(w for w in seat.text.split() if len(w) == 9 and w[4] == "-")
        for step in ("look", "let_in"):
            said = {"do": "submit", "screen": "pair", "about": {}}
            await ann.page.ask({**said, "values": {"step": step, "code": code}})
        await is_seated_at(host, ann, bob, seat, known)


@pytest.mark.slow
async def test_who_is_somebody_else_says_so_at_the_interface(file_url: str, tmp_path: Path) -> None:
    async with timed_match(file_url) as (host, ann, _bob):
        words = await words_of(ann)
        async with interface_at(host, tmp_path, "") as (seat, known):
            before = known.secret_at(host.url.origin())
            seat.app.talk.tell(
                {"do": "submit", "screen": "by_words", "about": {},
                 "values": {"step": "words", "words": words}}
            )  # fmt: skip
            await seat.until("You come back as Ann.")
            await seat.press("n")
            await seat.until("Nothing has changed")
            assert known.secret_at(host.url.origin()) == before
            await seat.until(lambda: seat.app.screen.place == "launcher")


@pytest.mark.slow
async def test_who_signs_out_at_the_interface_is_nobody_there(
    file_url: str, tmp_path: Path
) -> None:
    async with visited(file_url) as host, interface_at(host, tmp_path, "me") as (seat, known):
        await seat.until(lambda: seat.app.focused is not None)  # all is there
        await seat.choose(joining._this_device())

        await seat.choose("Sign out")
        await seat.until(lambda: known.secret_at(host.url.origin()) is None)
        assert seat.app.return_code == 0
        assert not seat.app.talk.line.last_room
