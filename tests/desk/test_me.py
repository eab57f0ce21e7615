""" "Who I am" at a host and where one plays alone: what it shows, takes away, saves and deletes."""

from __future__ import annotations

import json
from typing import Any

import pytest

from gipf_meta.base.clock import moment_of
from gipf_meta.base.texts import speak
from gipf_meta.desk.identity import ListedDevice, ListedWay
from gipf_meta.library.settings import Settings
from gipf_meta.library.store import Library
from gipf_meta.plugins.loading import Installed, installed_plugins
from gipf_meta.practice.entries import Tried
from gipf_meta.records.models import Record, Seat
from tests.desk.conftest import Page, buttons, new_page, parts, texts_of
from tests.desk.people_of_host import DAY_MS, NUMBERED, FakeIdentity
from tests.desk.test_open_tables import TablesInMemory

MAIL = ListedWay("m1", "mail", "a…@example.org", DAY_MS)


@pytest.fixture
def people() -> FakeIdentity:
    """The people of a host."""
    return FakeIdentity()


@pytest.fixture
def page(people: FakeIdentity) -> Page:
    """Ann's page at a host."""
    page = new_page(None, Installed(()), Settings(name="Ann", name_asked=True))
    page.context.tables, page.context.identity = TablesInMemory(), people
    page.context.now = lambda: moment_of(3 * DAY_MS)
    return page


@pytest.fixture
def alone(library: Library) -> Page:
    """Ann's page where she plays alone, with two matches."""
    for name in ("Xaver", "Ignaz"):
        people = (Seat(name="Ann"), Seat(name=name))
        library.add(Record(game="die", players=(0, 1), people=people, options={}))
    return new_page(library, installed_plugins(), Settings(name="Ann", language="cs"))


def rows_of(screen: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The rows of a screen by their first cells."""
    lists = (part["rows"] for part in parts(screen) if part["part"] == "rows")
    return {row["cells"][0]: row for rows in lists for row in rows}


def bytes_of(library: Library) -> bytes:
    """The bytes of all files of *library*."""
    return b"".join(path.read_bytes() for path in library.path.parent.glob("library.sqlite*"))


def do_of(row: dict[str, Any]) -> dict[str, Any]:
    """The message of the only button of *row*."""
    (button,) = row["buttons"]
    do: dict[str, Any] = button["do"]
    return do


# ---- at a host ----------------------------------------------------------------------------------


def test_each_way_back_is_added_by_a_button_or_has_the_sentence_why_not(
    page: Page, people: FakeIdentity
) -> None:
    people.missing = {"mail": "This server sends no mail."}
    rows = rows_of(page.open("me"))
    assert do_of(rows["A passkey"]) == {"do": "passkey", "purpose": "add"}
    assert rows["A mail address"]["cells"][1] == "This server sends no mail."
    assert "buttons" not in rows["A mail address"]
    assert page.screen_of(page.send(**do_of(rows["Twelve words"])))["name"] == "words"


def test_a_guest_reads_that_his_device_alone_knows_him_until_he_has_a_way_back(
    page: Page, people: FakeIdentity
) -> None:
    assert any(text.startswith("You have none yet.") for text in texts_of(page.open("me")))
    people.ways_listed = [MAIL]
    screen = page.open("me")
    assert not any(text.startswith("You have none yet.") for text in texts_of(screen))
    cells = [row["cells"] for part in parts(screen) for row in part.get("rows", [])]
    assert ["A mail address", "a…@example.org", "added 2 days ago"] in cells


def test_a_device_is_taken_away_after_a_question(page: Page, people: FakeIdentity) -> None:
    rows = rows_of(page.open("me"))
    assert rows["Firefox on Linux"]["cells"][1] == "this one"
    assert rows["a terminal on thinkpad"]["cells"][1] == "2 days ago"
    question = page.screen_of(page.send(**do_of(rows["a terminal on thinkpad"])))
    assert people.done == []
    answers = page.press(question, "Take it away")
    assert people.done == [("remove_device", "d2")]
    assert {"notice": "a terminal on thinkpad is signed out."} in answers
    assert "a terminal on thinkpad" not in rows_of(page.screen_of(answers))
    assert page.why(page.send(**do_of(rows["a terminal on thinkpad"]))) == (
        "That device is gone already."
    )


@pytest.mark.parametrize(
    ("ways", "words"),
    [
        ([], "your seats are lost"),
        ([ListedWay("p1", "passkey", "", 0, "old.example")], "your seats are lost"),
        ([MAIL], "you are yourself again"),
    ],
)
def test_who_signs_out_reads_whether_he_can_come_back(
    page: Page, people: FakeIdentity, ways: list[ListedWay], words: str
) -> None:
    people.ways_listed = ways
    question = page.screen_of(page.send(**do_of(rows_of(page.open("me"))["Firefox on Linux"])))
    assert any(words in text for text in texts_of(question))
    assert page.press(question, "Sign out")[0] == {"signed_out": True}


def test_the_last_way_back_is_taken_away_with_a_warning(page: Page, people: FakeIdentity) -> None:
    people.ways_listed = [MAIL, ListedWay("w1", "words", "", DAY_MS)]
    last = "It is your last way back."
    question = page.open("take_away", way="w1")
    assert not any(last in text for text in texts_of(question))
    page.press(question, "Take it away")
    assert any(last in text for text in texts_of(page.open("take_away", way="m1")))
    assert page.why(page.send(do="open", screen="take_away", about={"way": "w1"})) == (
        "That way back is gone already."
    )


def test_a_passkey_of_a_former_address_is_listed_and_is_no_way_back(
    page: Page, people: FakeIdentity
) -> None:
    former = ListedWay("p1", "passkey", "Firefox on Mac", DAY_MS, "old.example")
    people.ways_listed = [former]
    screen = page.open("me")
    row = next(part["rows"] for part in screen["parts"] if part["part"] == "rows")[0]
    former_words = "works only at the former address old.example"
    assert row["cells"] == ["A passkey", "Firefox on Mac", former_words]
    assert "None of these works here any more: add another one." in texts_of(screen)
    people.ways_listed = [former, MAIL]
    assert not any("works here any more" in text for text in texts_of(page.open("me")))
    last = "It is your last way back."
    assert any(last in text for text in texts_of(page.open("take_away", way="m1")))
    question = page.screen_of(page.send(**do_of(row)))
    assert not any(last in text for text in texts_of(question))
    page.press(question, "Take it away")
    assert people.ways_listed == [MAIL]


def test_a_way_back_that_goes_later_stays_in_the_list(page: Page, people: FakeIdentity) -> None:
    people.ways_listed = [MAIL, ListedWay("later", "words", "twelve words, until Monday", DAY_MS)]
    answers = page.press(page.open("take_away", way="later"), "Take it away")
    assert {"notice": "That way back goes later, at the time that stands beside it."} in answers
    rows = [row["cells"] for part in parts(page.screen_of(answers)) for row in part.get("rows", [])]
    assert ["Twelve words", "twelve words, until Monday", "added 2 days ago"] in rows


def test_words_are_shown_once_and_never_by_opening_a_screen(
    page: Page, people: FakeIdentity
) -> None:
    before = page.open("words")
    shown = page.screen_of(page.press(before, "Show twelve words"))
    assert NUMBERED in texts_of(shown)
    again = page.open(shown["name"], **shown.get("about", {}))
    assert "accident" not in json.dumps(again)
    assert any("take the place of those" in text for text in texts_of(again))
    assert people.done == [("make_words",)]


def test_own_data_comes_as_a_file_which_is_not_remembered(page: Page) -> None:
    answers = page.press(page.open("me"), "Everything as a file")
    assert answers[0]["file"]["name"] == "gipf-meta-my-data.json"
    assert json.loads(answers[0]["file"]["text"]) == {"name": "Ann"}
    assert not page.desk._answers


@pytest.mark.parametrize(
    ("name", "typed", "is_deleted"),
    [("Ann", " ann ", True), ("Ann", "delete", False), ("Ann", "", False), ("", "DELETE", True),
     ("", "", False)],
)  # fmt: skip
def test_who_is_deleted_has_typed_his_name_or_a_word(
    page: Page, people: FakeIdentity, name: str, typed: str, is_deleted: bool
) -> None:
    page.context.settings = Settings(name=name)
    answers = page.submit(page.open("delete_me"), confirmed=typed)
    assert bool(people.done) == is_deleted
    if is_deleted:
        assert answers[0] == {"signed_out": True}
    else:
        assert answers[0]["field"] == "confirmed"


def test_the_word_that_confirms_may_be_that_of_the_reader(page: Page, people: FakeIdentity) -> None:
    page.context.settings = Settings()
    speak("cs")
    screen = page.open("delete_me")
    label = next(part["label"] for part in parts(screen) if part["part"] == "field")
    page.submit(screen, confirmed=label.rpartition(" ")[2])
    assert people.done


def test_what_the_host_refuses_is_told_and_changes_nothing(
    page: Page, people: FakeIdentity
) -> None:
    people.refusal = "Say again that it is you."
    question = page.open("take_away", device="d1")
    assert page.why(page.press(question, "Sign out")) == people.refusal


def test_a_name_is_changed_on_the_screen_about_oneself(page: Page) -> None:
    answers = page.submit(page.open("me"), "name", name=" Bea ")
    assert answers[0]["settings"]["name"] == "Bea"
    assert page.saved[-1].name == "Bea"


def test_names_of_devices_are_text_whatever_they_are(page: Page, people: FakeIdentity) -> None:
    people.devices_listed = [ListedDevice("d9", "<b>{0} %s", DAY_MS, False)]
    assert "<b>{0} %s" in rows_of(page.open("me"))
    question = page.open("take_away", device="d9")
    assert any("<b>{0} %s is signed out" in text for text in texts_of(question))


# ---- where one plays alone ----------------------------------------------------------------------


def test_alone_there_is_nothing_about_other_people(alone: Page) -> None:
    screen = alone.open("me")
    assert [button["text"] for button in buttons(screen)] == [
        "Everything as a file",
        "Delete everything here …",
    ]
    for place in ("sign_in", "by_words", "mail_address", "pairing", "pair", "words", "take_away"):
        refused = alone.why(alone.send(do="open", screen=place))
        assert refused == "There is nobody else here: you play alone."


def test_everything_here_is_a_file(alone: Page, library: Library) -> None:
    (file, _done) = alone.press(alone.open("me"), "Everything as a file")
    everything = json.loads(file["file"]["text"])
    assert everything["settings"]["name"] == "Ann"
    assert everything["practice"] == []
    names = [[seat["name"] for seat in each["record"]["people"]] for each in everything["matches"]]
    assert names == [["Ann", "Xaver"], ["Ann", "Ignaz"]]
    assert [each["number"] for each in everything["matches"]] == [1, 2]
    library.database.write(
        lambda db: db.execute("UPDATE match SET head = '{' WHERE id = 1").fetchall()
    )
    (file, _done) = alone.press(alone.open("me"), "Everything as a file")
    first, second = json.loads(file["file"]["text"])["matches"]
    assert first["why_not"].endswith(".")
    assert second["record"]


def test_everything_here_is_deleted_also_from_the_bytes(alone: Page, library: Library) -> None:
    boards = library.path.parent / "boards"
    boards.mkdir()
    (boards / "zertz.json").write_text("{}")
    practice = alone.desk.context.practice
    practice.add(Tried(at_ms=1, puzzle="zertz-1"))
    (file, _done) = alone.press(alone.open("me"), "Everything as a file")
    assert [each["puzzle"] for each in json.loads(file["file"]["text"])["practice"]] == ["zertz-1"]
    assert b"Xaver" in bytes_of(library)
    screen = alone.open("delete_me")
    assert alone.submit(screen, confirmed="Ann")[0]["field"] == "confirmed"
    assert library.entries()
    answers = alone.submit(screen, confirmed="delete")
    assert answers[0]["settings"]["name"] == ""
    assert alone.saved[-1] == Settings()
    assert library.entries() == []
    assert [*boards.iterdir()] == []
    assert practice.entries() == []
    assert b"Xaver" not in bytes_of(library)
    assert library.add(Record(game="die", players=(0, 1), options={})) == 3  # as if none were gone


def test_while_another_window_plays_a_match_nothing_is_deleted(
    alone: Page, library: Library
) -> None:
    _record, keeper = library.go_on(2)
    try:
        refused = alone.submit(alone.open("delete_me"), confirmed="delete")
        assert "Match 2 is being played" in alone.why(refused)
        assert len(library.entries()) == 2
        assert not alone.saved
    finally:
        keeper.close()


def test_a_match_that_is_open_here_is_deleted_too(alone: Page, library: Library) -> None:
    alone.submit(alone.open("setup", game="die"))
    assert [*alone.context.hub.open_rooms]
    alone.submit(alone.open("delete_me"), confirmed="delete")
    assert not [*alone.context.hub.open_rooms]
