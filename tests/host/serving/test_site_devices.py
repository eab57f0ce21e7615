"""A page whose secret is nobody's any more is told so, and makes nobody new by itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.host.hosting import hosted

HELLO = {"do": "hello", "version": 1, "language": "en"}
UNKNOWN = "x" * 32


@pytest.fixture
def database(tmp_path: Path) -> str:
    """The address of a database that begins empty."""
    return f"sqlite:///{tmp_path / 'rooms.sqlite'}"


async def test_a_page_that_stays_who_it_is_becomes_nobody_new(database: str) -> None:
    async with hosted(database) as host:
        async with await host.connect() as socket:
            await socket.send_json({**HELLO, "secret": UNKNOWN, "known": True})
            told = await socket.receive_json()
            assert told["refused"] == "hello"
            assert told["unknown"] is True
            assert told["why"].startswith("This device is not known here any more")
        async with await host.connect() as socket:  # who has no secret is new, and known then
            await socket.send_json(HELLO)
            hello = (await socket.receive_json())["hello"]
        async with await host.connect() as socket:
            await socket.send_json({**HELLO, "secret": hello["secret"], "known": True})
            assert (await socket.receive_json())["hello"]["person"] == hello["person"]


async def test_a_client_of_before_is_somebody_new_by_a_secret_that_nobody_knows(
    database: str,
) -> None:
    async with hosted(database) as host, await host.connect() as socket:
        await socket.send_json({**HELLO, "secret": UNKNOWN})
        assert "person" in (await socket.receive_json())["hello"]


async def test_a_browser_is_spoken_with_in_its_language_until_its_person_chooses_one(
    database: str,
) -> None:
    automatic = {**HELLO, "language": ""}
    async with hosted(database) as host:
        for wanted, spoken in (("cs-CZ,cs;q=0.9,en;q=0.8", "cs"), ("en-GB,cs", "en"), ("xx", "en")):
            async with await host.connect(**{"Accept-Language": wanted}) as socket:
                await socket.send_json(automatic)
                hello = (await socket.receive_json())["hello"]
                assert hello["words"]["language"] == spoken
        async with await host.connect(**{"Accept-Language": "cs"}) as socket:
            await socket.send_json({**automatic, "secret": UNKNOWN, "known": True})
            assert (await socket.receive_json())["why"].startswith("Toto zařízení")
