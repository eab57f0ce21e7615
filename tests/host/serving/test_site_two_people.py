"""Two people at two pages of a host, in one match."""

from __future__ import annotations

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
