"""All that is stored about a person, as he gets it himself."""

from __future__ import annotations

import json
from threading import Event
from typing import Any

import pytest
import sqlalchemy as sa

from gipf_meta.host.database import Database
from gipf_meta.host.database_ledger import DatabaseLedger
from gipf_meta.host.identity.account import Account
from gipf_meta.host.identity.devices import hash_secret
from gipf_meta.host.identity.sign_ins import Asker, NotProved
from gipf_meta.host.identity.ways import WaysBack
from gipf_meta.host.own_data import NotReady, OwnData, PreparedData
from gipf_meta.host.people import DatabasePeople, PeopleError
from gipf_meta.host.tables import METADATA, WAY_BACK
from gipf_meta.hub.hub import Hub
from tests.host.test_database_ledger import new_hub_on
from tests.hub.test_hub import opening, say
from tests.small_games.finding import find

SECRET = "a-secret_of_22_letters"


@pytest.fixture
def ann(database: Database) -> str:
    """Somebody with a name, a device, two ways back, and settings."""
    people = DatabasePeople(database)
    person, _about = people.identify({"secret": SECRET, "name": "Ann"}, "192.0.2.7")
    people.keep_settings(person, {"theme": "dark"})
    WaysBack(database).add(person, "mail", "ann@example.org", "a…@example.org")
    WaysBack(database).add(person, "words", "f" * 64, "twelve words")
    return person


@pytest.fixture
def hub(database: Database, ann: str) -> Hub:
    """A hub with a match of Ann with Bob, one that she plays alone, and one of others."""
    hub = new_hub_on(DatabaseLedger(database))
    for person in (ann, "bob", "cyd"):
        hub.connect(person, person, "", person)
    hub.open_room("both", opening("wager", "human", "human"), ann, 0, {1: "bob"})
    hub.open_room("alone", opening("wager", "human", "human"), ann)
    hub.open_room("others", opening("wager", "human", "human"), "bob", 0, {1: "cyd"})
    return hub


def data_of(database: Database, person: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(OwnData(database, find).text(person))
    return data


def test_it_has_what_the_tables_have_and_no_key(database: Database, ann: str) -> None:
    data = data_of(database, ann)
    assert (data["person"]["name"], data["person"]["last_address"]) == ("Ann", "192.0.2.7")
    assert data["settings"] == {"theme": "dark"}
    assert [each["key"] for each in data["ways_back"] if "key" in each] == ["ann@example.org"]
    assert len(data["devices"]) == 1
    text = json.dumps(data)
    assert SECRET not in text
    assert hash_secret(SECRET) not in text
    assert "f" * 64 not in text
    with pytest.raises(PeopleError):
        OwnData(database, find).text("nobody")


def test_it_has_ones_own_rooms_only(database: Database, hub: Hub, ann: str) -> None:
    data = data_of(database, ann)
    assert {each["room"] for each in data["rooms"]} == {"both", "alone"}
    assert "cyd" not in json.dumps(data)


def test_a_match_that_others_still_play_tells_ones_own_decisions_alone(
    database: Database, hub: Hub, ann: str
) -> None:
    for person, text in ((ann, "claim"), ("bob", "challenge")):
        say(hub, "play", person, room="both", text=text, seen=hub.room("both").number)
    both, alone = sorted(data_of(database, ann)["rooms"], key=lambda room: room["room"] != "both")
    assert "record" not in both
    assert both["own_decisions"] == ["claim"]
    assert [each["is_you"] for each in both["players"]] == [True, False]
    assert "challenge" not in json.dumps(both)
    assert '"seed"' not in json.dumps(both)
    assert alone["record"]["seed"] == hub.room("alone").opening.seed
    for _session in ("the duel", "the match"):
        say(hub, "resign", ann, room="both")
    over = next(each for each in data_of(database, ann)["rooms"] if each["room"] == "both")
    assert over["is_over"]
    assert over["record"]["seed"] == hub.room("both").opening.seed


def test_comments_in_studies_are_there_for_who_wrote_them(
    database: Database, hub: Hub, ann: str
) -> None:
    *_done, led = say(hub, "study", ann, room="alone")
    study = led["go"].removeprefix("room/")
    say(hub, "write_beside", ann, room=study, at="", seen=0, comment="A fine idea")
    assert data_of(database, ann)["comments"] == [{"room": study, "comment": "A fine idea"}]
    studied = next(each for each in data_of(database, ann)["rooms"] if each["is_study"])
    assert studied["record"]["comment"] == "A fine idea"


def test_many_rooms_come_in_parts(
    database: Database, hub: Hub, ann: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gipf_meta.host.own_data.LETTERS", 10)
    parts = [json.loads(part) for part in OwnData(database, find).parts(ann)]
    assert [part["goes_on"] for part in parts] == [True, True, False]
    assert [len(part["rooms"]) for part in parts] == [1, 1, 0]
    monkeypatch.setattr("gipf_meta.host.own_data.MOST_TOLD", 1)
    rooms = data_of(database, ann)["rooms"]
    assert [("players" in each) for each in rooms] == [True, False]


def test_a_large_text_is_made_beside_the_loop(
    database: Database, ann: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepared = PreparedData(OwnData(database, find))
    with monkeypatch.context() as patient:
        patient.setattr("gipf_meta.host.own_data.AT_ONCE_S", 10)
        assert json.loads(prepared.take(ann))["person"]["name"] == "Ann"
        with pytest.raises(PeopleError):
            prepared.take("nobody")
    goes_on, text_of = Event(), OwnData.text

    def slow(self: OwnData, person: str) -> str:
        goes_on.wait(10)
        return text_of(self, person)

    monkeypatch.setattr(OwnData, "text", slow)
    with pytest.raises(NotReady, match="once more"):
        prepared.take(ann)
    making, waited_s = prepared._texts[ann], list[float | None]()

    def note(timeout: float | None = None) -> str:
        waited_s.append(timeout)
        raise TimeoutError

    with monkeypatch.context() as noting:
        noting.setattr(making, "result", note)
        with pytest.raises(NotReady):
            prepared.take(ann)
    assert waited_s == [0], "who asks again and again holds nobody up"
    goes_on.set()
    making.result(10)
    assert json.loads(prepared.take(ann))["person"]["name"] == "Ann"
    prepared.close()


def test_a_device_alone_neither_deletes_nor_reads_a_person_with_ways_back(
    database: Database, ann: str
) -> None:
    old = sa.update(WAY_BACK).values(created_ms=WAY_BACK.c.created_ms - 100 * 3_600_000)
    database.write(lambda db: db.execute(old))
    asker = Asker(person=ann, key_hash=hash_secret(SECRET))
    account, gone = Account(database, lambda link: asker, lambda link, signed_in: None), list[str]()
    account.data_of, account.delete = OwnData(database, find).text, gone.append
    for refused in (lambda: account.own_data("l"), lambda: account.delete_me("l", "Ann")):
        with pytest.raises(NotProved):
            refused()
    database.write(lambda db: db.execute(sa.delete(WAY_BACK)))
    assert json.loads(account.own_data("l"))["person"]["name"] == "Ann"
    account.delete_me("l", "Ann")
    assert gone == [ann]


def test_every_table_about_people_is_told_or_has_a_reason() -> None:
    told = {"person", "device", "way_back", "ticket", "room", "seat", "guest", "entry", "name"}
    told |= {"relation", "vacation", "notice_way", "outbox", "plan", "practice"}
    without = {
        "deletion": "it is of people who are not there any more",
    }
    about = {each.name for each in METADATA.sorted_tables if "person" in each.c}
    assert about <= told | {*without}
