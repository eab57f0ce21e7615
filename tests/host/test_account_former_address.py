"""A host has got another address: passkeys of before work nowhere, and nobody is locked in."""

from __future__ import annotations

import asyncio
import json
import socket

import pytest

from gipf_meta.commands.host import _announce
from gipf_meta.host.admission import HostDoor
from gipf_meta.host.database import Database
from gipf_meta.host.identity.devices import IdentityError
from gipf_meta.host.identity.passkeys import rp_ids_of
from gipf_meta.host.identity.sign_ins import NotProved
from gipf_meta.host.serving.host_server import Host, running_host
from gipf_meta.plugins.loading import Installed
from tests.host.test_account import OLD_WORDS, Club, prove
from tests.host.test_account_thieves import require_thief_is_refused

NEW = "https://new.example"


def add_passkey(club: Club, person: str, rp_id: str) -> str:
    """Gives *person* a passkey for a name; its id."""
    key, ways = json.dumps({"rp_id": rp_id, "key": ""}), club.account.list_of_ways
    return ways.add(person, "passkey", f"key of {rp_id}", "Firefox", public_key=key)


@pytest.fixture
def club(database: Database) -> Club:
    """Ann has had a passkey for a year, of an address of before, and two devices."""
    club = Club(database)
    ann = club.come("ann", name="Ann")
    club.come("stolen", club.account.list_of_devices.add(ann, "stolen"))
    add_passkey(club, ann, "old.example")
    club.age_all(365 * 24 * 3_600_000)
    club.account.data_of = club.account.delete = lambda person: "{}"
    return club


def test_passkeys_of_a_former_address_are_no_ways_back(club: Club) -> None:
    (listed,) = club.account.ways("ann")
    assert listed.former_name == ""
    for deed in (club.account.make_words, club.account.own_data):
        with pytest.raises(NotProved):
            deed("ann")
    club.account.list_of_ways.rp_ids = rp_ids_of([NEW], [])
    (listed,) = club.account.ways("ann")
    assert listed.former_name == "old.example"
    assert club.account.own_data("ann") == "{}"
    club.account.delete_me("ann", "Ann")
    club.account.make_words("ann")
    former, words = club.account.ways("ann")
    with pytest.raises(IdentityError, match="only way back: add another one first"):
        club.account.remove_way("ann", words.id)
    club.account.remove_way("ann", former.id)
    assert club.ways("ann") == ["words"]


def test_a_passkey_of_a_former_address_may_be_the_last_that_goes(club: Club) -> None:
    club.account.list_of_ways.rp_ids = rp_ids_of([NEW], [])
    club.account.remove_way("ann", club.account.ways("ann")[0].id)
    assert club.ways("ann") == []


@pytest.mark.parametrize("kind", ["passkey", "words"])
def test_who_has_another_old_way_proves_himself_by_it(club: Club, kind: str) -> None:
    person = club.askers["ann"].person
    if kind == "words":
        club.add(person, "words", OLD_WORDS)
    else:
        add_passkey(club, person, "new.example")
    club.age_all(365 * 24 * 3_600_000)
    club.account.list_of_ways.rp_ids = rp_ids_of([NEW], [])
    require_thief_is_refused(club)
    if kind == "words":
        prove(club, "ann", OLD_WORDS)
    else:
        prove(club, "ann", "key of new.example", "passkey")
    club.account.remove_way("ann", club.account.ways("ann")[0].id)
    assert club.ways("ann") == [kind]
    require_thief_is_refused(club)


@pytest.mark.parametrize(
    ("origin", "words"), [(NEW, "1 passkey is of the former address old.example"), ("", "")]
)
def test_the_host_says_at_its_start_how_many_there_are(
    club: Club, url: str, origin: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    async def start() -> None:
        door = HostDoor((origin or "https://old.example",))
        with socket.create_server(("127.0.0.1", 0)) as listening:
            async with running_host(listening, Host(Installed(), url, door)) as served:
                _announce(served.addresses, served.former)

    asyncio.run(start())
    _open, *lines = capsys.readouterr().out.splitlines()
    assert [line[: len(words)] for line in lines] == ([words] if words else [])
