"""Two people at two pages of a host, in one match."""

from __future__ import annotations

import pytest

from gipf_meta.host.database import Database
from gipf_meta.host.practice_rows import DatabasePractice
from gipf_meta.match.puzzle_lessons import lesson_id, puzzles_of
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.practice.entries import Tried
from gipf_meta.records.models import Seat
from gipf_meta.table.openings import Opening
from tests.host.hosting import hosted, visitor


async def test_two_people_play_a_match_and_neither_moves_for_the_other(url: str) -> None:
    async with hosted(url) as host, visitor(host, name="Ann") as ann, visitor(host) as bob:
        assert ann.person != bob.person
        assert ann.hello["name"] == "Ann"
        assert ann.hello["site"] == str(host.url)  # for links to others
        room = host.open_room("r", ann.person, bob.person)
        *_, done = await ann.page.watch(room)
        await bob.page.watch(room)
        *_, refused = await bob.page.play(room, "claim", done["number"])
        assert "not your turn" in refused["why"].lower() or refused["why"]
        *events, _done = await ann.page.play(room, "claim", done["number"])
        assert [await bob.page.next() for _ in events] == events
        *_, done = await bob.page.play(room, "allow", events[-1]["number"])
        assert done["number"] == events[-1]["number"] + 1
        assert (await ann.page.next())["text"] == "allow"


async def test_a_person_is_known_again_by_his_secret(url: str) -> None:
    async with hosted(url) as host:
        async with visitor(host, name="Ann") as ann:
            secret = ann.hello["secret"]
        async with visitor(host, secret=secret) as again, visitor(host) as other:
            assert again.person == ann.person
            assert again.hello["name"] == "Ann"
            assert "secret" not in again.hello
            assert other.person != ann.person


async def test_who_is_called_otherwise_is_called_so_in_what_he_does_next(url: str) -> None:
    async with hosted(url) as host, visitor(host, name="Ann") as ann, visitor(host) as bob:
        values = {"name": "Anna"}
        sent = {"do": "submit", "screen": "settings", "about": {}, "values": values}
        assert "done" in (await ann.page.ask(sent))[-1]
        players = tuple(Seat(name=name, player="human") for name in ("Bob", "somebody"))
        opening = Opening(game="wager", players=players, seed=1, is_open=True)
        host.served.hub.open_room("r", opening, bob.person, 0, {1: ""})
        await bob.page.watch("r")
        assert "done" in (await ann.page.ask({"do": "sit", "room": "r", "player": 1}))[-1]
        told = [await bob.page.next()]
        while told[-1].get("event") != "seated":
            told.append(await bob.page.next())
        assert told[-1]["name"] == "Anna"


async def test_everybody_has_settings_of_his_own(url: str) -> None:
    async with hosted(url) as host, visitor(host) as ann, visitor(host) as bob:
        sent = {"do": "submit", "screen": "settings", "about": {}, "values": {"sound": False}}
        told = await ann.page.ask(sent)
        assert "done" in told[-1], told
        async with visitor(host, secret=ann.hello["secret"]) as again:
            assert again.hello["settings"]["sound"] is False
        async with visitor(host, secret=bob.hello["secret"]) as again:
            assert again.hello["settings"]["sound"] is True


@pytest.mark.needs("zertz")
async def test_a_puzzle_counts_for_who_has_solved_it_at_each_process(url: str) -> None:
    installed = installed_plugins()
    puzzle = max(puzzles_of(installed.find("zertz")), key=lambda each: each.length)
    room = f"lesson-zertz-{lesson_id(puzzle)}"
    async with (
        hosted(url, installed=installed) as host,
        hosted(url, installed=installed) as other,
        visitor(host, name="Ann") as ann,
        visitor(other) as bob,
        visitor(other, secret=ann.hello["secret"]) as again,
    ):
        assert again.person == ann.person
        await ann.page.ask({"do": "watch", "room": room, "since": 0, "want": "scene"})
        for page, turn in enumerate(puzzle.turns[::2]):
            sent = {"do": "play", "room": room, "text": turn, "seen": page}
            assert "done" in (await ann.page.ask(sent))[-1]
        database = Database.open(url)
        (tried,) = DatabasePractice(database, ann.person).entries()
        assert isinstance(tried, Tried)
        assert (tried.puzzle, tried.wrong, tried.hints) == (puzzle.id, 0, 0)
        assert DatabasePractice(database, bob.person).entries() == []
        database.close()
        count = len(puzzles_of(installed.find("zertz")))
        for visited, solved in ((again, 1), (bob, 0)):
            sent = {"do": "open", "screen": "puzzles", "about": {"game": "zertz"}}
            screen = next(
                each["screen"] for each in await visited.page.ask(sent) if "screen" in each
            )
            assert f"{solved} of {count}" in str(screen)
