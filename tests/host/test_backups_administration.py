"""``gipf-meta host rooms``, ``backup`` and the other commands of an operator."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest
import sqlalchemy as sa

from gipf_meta.cli import run
from gipf_meta.host.database import Database
from gipf_meta.host.database_ledger import DatabaseLedger
from gipf_meta.host.identity.devices import Devices
from gipf_meta.host.people import DatabasePeople, PeopleError
from gipf_meta.host.room_lists import Lists
from gipf_meta.host.tables import ROOM
from gipf_meta.hub.hub import Hub
from gipf_meta.records.record_files import loads
from tests.host import postgres
from tests.host.test_database_ledger import new_hub_on
from tests.hub.test_hub import opening, say

SECRET = "a-secret_of_22_letters"


@pytest.fixture
def other(request: pytest.FixtureRequest, url: str, tmp_path: Path) -> Iterator[str]:
    """The address of an empty database of the other kind."""
    if url.startswith("postgresql"):
        yield f"sqlite:///{tmp_path / 'other.sqlite'}"
    else:
        with postgres.fresh_schema(request.getfixturevalue("postgres_database")) as address:
            yield address


@pytest.fixture
def hub(database: Database) -> Hub:
    """A hub with a match of ZÈRTZ that Ann plays alone."""
    hub = new_hub_on(DatabaseLedger(database))
    hub.open_room("r", opening("zertz", "human", "human"), "ann")
    return hub


def play_on(hub: Hub, rng: Random) -> int:
    """Plays a decision; the number with which it was answered."""
    room = hub.room("r")
    text = rng.choice(room.choices("ann")).notation
    *_events, told = say(hub, "play", text=text, seen=room.number)
    return int(told["done"] and told["number"])


@pytest.mark.slow
def test_a_backup_during_play_has_every_move_that_was_answered_before(
    url: str, other: str, hub: Hub, database: Database, tmp_path: Path
) -> None:
    file, rng = str(tmp_path / "backup"), Random(1)
    answered = [play_on(hub, rng) for _decision in range(5)]
    with ThreadPoolExecutor(1) as pool:
        backup = pool.submit(run, ["host", "backup", file, "--database", url])
        while not backup.done() and hub.room("r").table.over is None:
            play_on(hub, rng)
    assert backup.result() == 0
    assert run(["host", "restore", file, "--database", other]) == 0
    assert run(["host", "verify", "--database", other]) == 0
    copy = Database.open(other)
    kept, whole = DatabaseLedger(copy).read("r"), DatabaseLedger(database).read("r")
    copy.close()
    assert len(kept) >= answered[-1]
    assert kept == whole[: len(kept)]


def test_a_backup_that_cannot_be_restored_leaves_no_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    diary, folder = tmp_path / "diary", tmp_path / "folder"
    diary.write_text("Dear diary, " * 1000)
    for file, why in ((diary, "it is no database"), (tmp_path / "nowhere", "No such file")):
        assert run(["host", "restore", str(file), "--folder", str(folder)]) == 2
        assert why in capsys.readouterr().err
        assert list(folder.iterdir()) == []
    empty = Database.open(f"sqlite:///{folder / 'rooms.sqlite'}")
    empty.close()
    assert run(["host", "restore", str(diary), "--folder", str(folder)]) == 2
    assert (folder / "rooms.sqlite").exists(), "it was there before"


def test_rooms_and_people_are_listed(
    url: str, hub: Hub, database: Database, capsys: pytest.CaptureFixture[str]
) -> None:
    person, _about = DatabasePeople(database).identify({"secret": SECRET, "name": "Ann"})
    assert run(["host", "rooms", "--database", url]) == 0
    line = capsys.readouterr().out
    assert line.startswith("r  ")
    assert line.endswith("zertz     p0 - p1: turn 0, not over\n")
    assert run(["host", "rooms", "--json", "--database", url]) == 0
    assert json.loads(capsys.readouterr().out)["room"] == "r"
    assert run(["host", "people", "--database", url]) == 0
    line = capsys.readouterr().out
    assert line.startswith(f"{person}  ")
    assert line.endswith("  Ann\n")


def test_a_person_s_devices_are_counted_and_all_ended_by_one_new_key(
    url: str, database: Database, capsys: pytest.CaptureFixture[str]
) -> None:
    people = DatabasePeople(database)
    person, _about = people.identify({"secret": SECRET, "name": "Ann"})
    stolen = Devices(database).add(person, "a telephone")
    assert run(["host", "people", "--database", url]) == 0
    assert capsys.readouterr().out.endswith("  Ann  (2 devices)\n")
    site = "https://a.example"
    assert run(["host", "--origin", site, "renew", person, "--database", url]) == 0
    words, link = capsys.readouterr().out.splitlines()
    assert words.startswith(f"No key and no way back of {person} works any more.")
    for secret in (SECRET, stolen):
        assert not people.is_known(secret)
    assert people.identify({"secret": link.removeprefix(f"{site}/#person/")})[0] == person
    assert run(["host", "renew", "nobody", "--database", url]) == 2


def test_who_is_banned_does_not_come_in_until_the_ban_is_lifted(
    url: str, database: Database, capsys: pytest.CaptureFixture[str]
) -> None:
    people = DatabasePeople(database)
    person, _about = people.identify({"secret": SECRET, "name": "Ann"})
    assert run(["host", "ban", person, "--database", url]) == 0
    with pytest.raises(PeopleError, match="may not come in"):
        people.identify({"secret": SECRET})
    assert run(["host", "people", "--database", url]) == 0
    assert "(banned)" in capsys.readouterr().out
    assert run(["host", "ban", "--lift", person, "--database", url]) == 0
    assert people.identify({"secret": SECRET})[0] == person
    assert run(["host", "ban", "nobody", "--database", url]) == 2
    assert "Nobody here has the id nobody." in capsys.readouterr().err


def test_a_match_is_closed_kept_and_exported(
    url: str, hub: Hub, database: Database, capsys: pytest.CaptureFixture[str]
) -> None:
    play_on(hub, Random(1))
    assert run(["host", "close", "r", "--database", url]) == 0
    assert capsys.readouterr().out == "The match r has ended; it is kept.\n"
    (listed,) = Lists(database).all_rooms()
    assert listed.is_over
    assert run(["host", "verify", "--database", url]) == 0
    capsys.readouterr()
    assert run(["host", "export", "r", "--database", url]) == 0
    assert len(loads(capsys.readouterr().out).turns) == 1
    for room, why in (("r", "Whoever runs this host"), ("nowhere", "There is no such match")):
        assert run(["host", "close", room, "--database", url]) == 2
        (line,) = capsys.readouterr().err.splitlines()
        assert why in line


def test_a_seat_is_freed_for_who_comes_by_the_link_that_is_printed(
    url: str, hub: Hub, database: Database, capsys: pytest.CaptureFixture[str]
) -> None:
    say(hub, "watch", want="events")
    site = ["--origin", "https://games.example"]
    assert run(["host", *site, "reseat", "r", "2", "--database", url]) == 0
    said, link = capsys.readouterr().out.splitlines()
    assert said == "Seat 2 of r is free. The first who opens this link takes it:"
    address, key = link.rsplit("/", 1)
    assert address == "https://games.example/#enter/r"
    hub.read_news("r", hub.room("r").number + 2)
    assert hub.room("r").free_seats == (1,)
    hub.connect("bob", "bob", "", "Bob")
    assert "done" in say(hub, "enter", "bob", key=key)[-1]
    assert hub.room("r").seats.holders == {0: "ann", 1: "bob"}
    assert run(["host", "verify", "--database", url]) == 0
    capsys.readouterr()
    for room, seat, why in (("r", "3", "No person sits there"), ("x", "1", "There is no such")):
        assert run(["host", "reseat", room, seat, "--database", url]) == 2
        assert why in capsys.readouterr().err


def test_a_match_is_exported_as_a_record(
    url: str, hub: Hub, capsys: pytest.CaptureFixture[str]
) -> None:
    play_on(hub, Random(1))
    assert run(["host", "export", "r", "--database", url]) == 0
    assert len(loads(capsys.readouterr().out).turns) == 1


def test_what_is_damaged_is_told(
    url: str, hub: Hub, database: Database, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["host", "verify", "--database", url]) == 0
    assert capsys.readouterr().out == "1 match checked, all in order.\n"
    database.write(lambda db: db.execute(sa.update(ROOM).values(turns=7)))
    assert run(["host", "verify", "--database", url]) == 1
    assert "1 match checked, 1 damaged." in capsys.readouterr().out


def test_the_folder_of_a_host_stands_for_its_database(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["host", "rooms", "--folder", str(tmp_path)]) == 2
    assert f"No host has kept matches in {tmp_path}." in capsys.readouterr().err
    Database.open(f"sqlite:///{tmp_path / 'rooms.sqlite'}").close()
    assert run(["host", "--folder", str(tmp_path), "rooms"]) == 0
    assert capsys.readouterr().out == "No match.\n"
