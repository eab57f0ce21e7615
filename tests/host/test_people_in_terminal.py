"""The actions about people at a table in the interface: listed, chosen, done."""

from __future__ import annotations

from typing import Any

import pytest
from textual.widgets import OptionList

from gipf_meta.base.clock import StillClock
from gipf_meta.line.host_line import HostLine
from gipf_meta.records.models import Seat as Player
from gipf_meta.table.openings import Opening
from gipf_meta.tui.screens.dialogs import ListDialog
from tests.host.hosting import Hosted, visited, visitor
from tests.host.serving.test_host_server_terminal import Seat, person, seated

pytestmark = pytest.mark.slow


def open_room(host: Hosted, by: str, others: dict[int, str], **about: Any) -> None:
    """Opens the room ``r`` for two people."""
    seats = Player(name="Ann"), Player(name="Bob")
    opening = Opening(game="wager", players=seats, options={"goal": 1}, seed=1, **about)
    host.served.hub.open_room("r", opening, by, 0, others)


async def choose(who: Seat, words: str) -> None:
    """Opens the list of what can be done about people, and chooses the line of those *words*."""
    await who.press("I")
    await who.until(words)
    lines = [str(each.prompt) for each in who.app.screen.query_one("OptionList").options]
    await who.press(*["down"] * next(n for n, line in enumerate(lines) if words in line), "enter")


async def test_links_are_taken_back_and_a_bot_takes_the_free_seat(file_url: str) -> None:
    async with visited(file_url) as host:
        open_room(host, await person(host, "Ann"), {1: ""}, is_private=True)
        room = host.served.hub.room("r")
        async with seated(host, "Ann", "r") as ann:
            await ann.at_board()
            await choose(ann, "Links that invite others")
            await ann.until("Whoever opens a link comes in")
            await ann.press("enter")
            for words, left in (("to play as Bob", [None]), ("link to watch", [])):
                await choose(ann, words)
                await ann.until(lambda left=left: [*room.admission.keys] == left)
            await choose(ann, "Let a bot play as Bob")
            await ann.until("beginner")
            await ann.press("down", "enter")
            await ann.until(lambda: room.table.players[1].bot is not None)


async def test_a_long_list_below_many_words_scrolls_on_a_low_screen(file_url: str) -> None:
    async with visited(file_url) as host, seated(host, "Ann") as ann:
        things = [(f"t{n}", f"thing {n}") for n in range(15)]
        ann.app.push_screen(ListDialog("Things", "\n".join(["words"] * 6), things))
        await ann.until("thing 0")
        await ann.until(lambda: isinstance(ann.app.focused, OptionList))
        await ann.press("end")
        await ann.until("thing 14")


async def test_who_watches_an_open_table_sits_down_and_leaves(file_url: str) -> None:
    async with visited(file_url) as host:
        people = await person(host, "Ann"), await person(host, "Bob")
        open_room(host, people[0], {1: ""}, is_open=True)
        room = host.served.hub.room("r")
        async with seated(host, "Bob", "r") as bob:
            await bob.at_board()
            await choose(bob, "Sit down as Bob")
            await bob.until(lambda: room.seats.holders.get(1) == people[1])
            await choose(bob, "Give up the seat, and leave")
            await bob.until("Leave this match for good?")
            await bob.press("y")
            await bob.until(lambda: room.free_seats == (1,))


async def test_who_has_left_is_claimed_against_from_the_list_of_people(file_url: str) -> None:
    async with visited(file_url) as host, visitor(host, name="Bob") as bob:
        ann_is = await person(host, "Ann")
        open_room(host, ann_is, {1: bob.person})
        room = host.served.hub.room("r")
        async with seated(host, "Ann", "r") as ann:
            await ann.at_board()
            await ann.play("claim")
            await bob.page.ask({"do": "leave", "room": "r"})
            await ann.until("You may go on without")
            await ann.until("I lists what you can do.")
            await choose(ann, "Claim the win against Bob")
            await ann.until("You may claim the win")
            await ann.press("enter")  # to wait comes first
            assert room.table.over is None
            await choose(ann, "Let a bot go on for Bob")
            await ann.until("A bot can go on for Bob")
            await ann.press("escape")
            await choose(ann, "Claim the win against Bob")
            await ann.press("right", "enter")
            await ann.until(lambda: room.table.over is not None)
            await ann.turn_to("Bob was away for too long")


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_a_pause_is_asked_for_with_its_length_and_counted_down(
    file_url: str, size: tuple[int, int]
) -> None:
    async with visited(file_url) as host, visitor(host, name="Bob") as bob:
        open_room(host, await person(host, "Ann"), {1: bob.person}, control="60m")
        room = host.served.hub.room("r")
        async with seated(host, "Ann", "r", size) as ann:
            await bob.page.ask({"do": "go_on", "room": "r"})
            await ann.until("ready?")
            await ann.press("enter")
            await ann.until(lambda: not room.is_paused)
            await ann.play("claim")
            await ann.press("P")
            await ann.until("The others must agree.")
            minutes = [each for each in ("10 minutes", "30 minutes") if each in ann.text]
            assert minutes == ["10 minutes", "30 minutes"]
            lines = ann.app.screen.query_one(OptionList).options
            at = next(n for n, line in enumerate(lines) if "10 minutes" in str(line.prompt))
            await ann.press(*["down"] * at, "enter")
            await ann.until(lambda: room.request is not None)
            await bob.page.ask({"do": "answer", "room": "r", "accept": True})
            await ann.until("Time goes on by itself in 10 minutes.")
            line = ann.app.talk.line
            assert isinstance(line, HostLine)
            assert isinstance(line._clock, StillClock)
            line._clock.ms += 300_000
            await ann.until("Time goes on by itself in 5 minutes.")
            host.clock.ms += 600_000
            await bob.page.ask({"do": "watch", "room": "r"})  # the host hears of the time
            await ann.until("Time goes on.")
