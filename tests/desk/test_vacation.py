"""The screen on vacations: dates as people write them, and what is announced."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from gipf_meta.base.dates import in_zone
from gipf_meta.base.texts import spoken
from gipf_meta.desk.own_vacations import ListedVacation, WantedVacation
from gipf_meta.desk.requests import DeskError
from gipf_meta.desk.vacation import read_wanted
from gipf_meta.library.settings import Settings
from gipf_meta.plugins.loading import Installed
from tests.desk.conftest import Page, buttons, new_page, texts_of
from tests.desk.people_of_host import DAY_MS, NOW_MS, FakeIdentity, FakeVacations
from tests.desk.test_open_tables import TablesInMemory

MIDNIGHT_MS = 1_797_721_200_000
"""The beginning of 20 December 2026 in Prague."""


@pytest.fixture(autouse=True)
def prague() -> Iterator[None]:
    """The reader is in Prague."""
    with in_zone("Europe/Prague"):
        yield


@pytest.fixture
def vacations() -> FakeVacations:
    """One that is ahead."""
    return FakeVacations([ListedVacation("v1", MIDNIGHT_MS, MIDNIGHT_MS + 9 * DAY_MS)])


@pytest.fixture
def page(vacations: FakeVacations) -> Page:
    """Ann's page at a host."""
    page = new_page(None, Installed(()), Settings(name="Ann", name_asked=True))
    page.context.tables, page.context.identity = TablesInMemory(), FakeIdentity()
    page.context.vacations = vacations
    return page


@pytest.mark.parametrize(
    ("begin", "until", "wanted"),
    [
        ("2026-12-20", "2026-12-29", (MIDNIGHT_MS, MIDNIGHT_MS + 9 * DAY_MS, 0)),
        ("20 Dec", "for 10 days", (MIDNIGHT_MS, None, 10)),
        ("20.12.", "1 day", (MIDNIGHT_MS, None, 1)),
        ("in 3 days", "29 Dec", (NOW_MS + 3 * DAY_MS, MIDNIGHT_MS + 9 * DAY_MS, 0)),
        ("in 1 day", "10 days", (None, None, 10)),
        ("tomorrow", "FOR  2 DAYS", (None, None, 2)),
    ],
)
def test_dates_are_read_as_people_write_them(
    begin: str, until: str, wanted: tuple[int | None, int | None, int]
) -> None:
    assert read_wanted(begin, until, NOW_MS) == WantedVacation(*wanted)


@pytest.mark.parametrize(
    ("begin", "until", "field"),
    [
        ("", "for 10 days", "from"), ("2026-02-30", "for 10 days", "from"),
        ("31.4.", "3 days", "from"), ("-1", "3 days", "from"), ("in 0 days", "3 days", "from"),
        ("in ٣ days", "3 days", "from"), ("in 1000 days", "3 days", "from"),
        ("now", "3 days", "from"), ("x" * 10**6, "3 days", "from"), ("20 Dec", "", "until"),
        ("20 Dec", "for ever", "until"), ("20 Dec", "0 days", "until"),
        ("20 Dec", "-3 days", "until"), ("20 Dec", "1.5 days", "until"),
        ("20 Dec", "9999-99-99", "until"), ("20 Dec", "1e9 days", "until"),
    ],
)  # fmt: skip
def test_what_is_no_date_is_refused_at_its_field(begin: str, until: str, field: str) -> None:
    with pytest.raises(DeskError) as refused:
        read_wanted(begin, until, NOW_MS)
    assert refused.value.field == field


def test_a_vacation_is_announced_moved_and_called_off(page: Page, vacations: FakeVacations) -> None:
    about = {"do": "submit", "screen": "vacation"}
    values = {"step": "announce", "from": "20 Dec", "until": "for 2 days"}
    page.send(**about, about={}, values=values)
    page.send(**about, about={"id": "v1"}, values={**values, "step": "move"})
    page.send(**about, about={"id": "v1"}, values={"step": "end"})
    wanted = WantedVacation(MIDNIGHT_MS, None, 2)
    assert vacations.done == [("announce", wanted), ("move", "v1", wanted), ("end", "v1")]


def test_it_stands_under_who_i_am_and_on_home_as_long_as_it_has_not_ended(
    page: Page, vacations: FakeVacations
) -> None:
    words = "20 December 2026 until 29 December 2026"
    assert words in texts_of(page.open("vacation"))
    assert "You have 21 days left: 30 in any 365, a day or more at a time." in texts_of(
        page.open("vacation")
    )
    for screen in ("me", "launcher"):
        do = {"do": "open", "screen": "vacation"}
        found = [each for each in buttons(page.open(screen)) if each["text"] == "Vacation"]
        assert [{key: each["do"][key] for key in do} for each in found] == [do], screen
    vacations.listed = [ListedVacation("v1", MIDNIGHT_MS, MIDNIGHT_MS + DAY_MS, runs=True)]
    assert "You are away until 21 December 2026" in texts_of(page.open("vacation"))
    assert next(each["text"] for each in buttons(page.open("vacation"))) == "End now"
    vacations.listed = []
    assert all(each["text"] != "Vacation" for each in buttons(page.open("launcher")))


def test_a_reader_whose_zone_is_not_known_is_told_so(page: Page) -> None:
    with in_zone(""):
        shown = " ".join(texts_of(page.open("vacation")))
    assert "20 December 2026 (UTC)" not in shown
    assert "19 December 2026 (UTC) until 28 December 2026 (UTC)" in shown
    assert "those of UTC" in shown


def test_who_plays_alone_has_no_vacation(page: Page) -> None:
    page.context.vacations = None
    assert "why" in page.send(do="open", screen="vacation", about={})[-1]


def test_dates_are_read_in_the_language_of_the_reader() -> None:
    with spoken("cs"):
        assert read_wanted("20 Dec", "for 10 days", NOW_MS).days == 10
