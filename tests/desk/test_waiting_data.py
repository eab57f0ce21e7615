"""The matches that wait for somebody, as data for a program that lists it beside other hosts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gipf_meta.base.clock import moment_of
from gipf_meta.library.settings import Settings
from gipf_meta.plugins.loading import installed_plugins
from tests.desk.conftest import Page, new_page
from tests.desk.test_open_tables import BOB, NOW_MS, listed
from tests.desk.test_waiting import ANN, DAY_MS, HOUR_MS, IDLE, TO_ANN, lay, slow


@pytest.fixture
def page() -> Page:
    """Ann's page at a desk of a host."""
    page = new_page(None, installed_plugins(), Settings(name="Ann", name_asked=True))
    page.context.now = lambda: moment_of(NOW_MS)
    return page


def test_each_match_says_what_it_waits_for_and_until_when(page: Page) -> None:
    resting = replace(BOB, rest_from_ms=NOW_MS - 1, rest_until_ms=NOW_MS + 5 * DAY_MS)
    matches = [
        slow("soon", HOUR_MS),
        slow("live", 0, hour_ms=NOW_MS + DAY_MS, flag_ms=None, seats=[IDLE, BOB]),
        slow("offered", 2 * DAY_MS, player=1),
        slow("resting", 6 * DAY_MS, seats=[ANN, resting]),
        slow("unclocked", 0, flag_ms=None),
        listed("free", "wager", [TO_ANN, BOB], turns=0),
    ]
    lay(page, matches)
    [told, *_done] = page.send(do="open", screen="waiting", about={})
    assert (told["count"], told["now_ms"]) == (6, NOW_MS)
    rows = [
        (row["room"], row["what"], row.get("until_ms", NOW_MS) - NOW_MS, row["invited"])
        for row in told["waits"]
    ]
    assert rows == [
        ("soon", "your move", HOUR_MS, False),
        ("live", "a duel at an hour", DAY_MS, False),
        ("offered", "an answer of yours", 2 * DAY_MS, False),
        ("resting", "your move", DAY_MS, False),
        ("unclocked", "your move", 0, False),
        ("free", "you are invited", 3 * DAY_MS, True),
    ]
    assert told["waits"][0]["title"].endswith("You against Bob")


def test_where_nobody_meets_nothing_is_told(page: Page) -> None:
    [done] = page.send(do="open", screen="waiting", about={})
    assert "done" in done
