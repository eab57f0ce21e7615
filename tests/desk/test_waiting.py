"""The matches that wait for a person of a host, on the first screen, and the way to the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from gipf_meta.base.clock import moment_of
from gipf_meta.base.dates import in_zone
from gipf_meta.desk.context import ListedRoom, SeatInList
from gipf_meta.library.settings import Settings
from gipf_meta.plugins.loading import installed_plugins
from tests.desk.conftest import Page, new_page
from tests.desk.test_open_tables import BOB, NOW_MS, TablesInMemory, listed, rows_below

HOUR_MS, DAY_MS = 3_600_000, 86_400_000
ANN = SeatInList(0, "Ann", "ann", waits=True)
IDLE = replace(ANN, waits=False)
TO_ANN = SeatInList(0, "Ann", invited="ann", is_reserved=True, invited_until_ms=NOW_MS + 3 * DAY_MS)


@pytest.fixture
def page() -> Page:
    """Ann's page at a desk of a host."""
    page = new_page(None, installed_plugins(), Settings(name="Ann", name_asked=True))
    page.context.now = lambda: moment_of(NOW_MS)
    return page


def lay(
    page: Page, waiting: Sequence[ListedRoom], own: Sequence[ListedRoom] = ()
) -> TablesInMemory:
    """Sets what waits for Ann, and her other tables."""
    page.context.tables = tables = TablesInMemory([*waiting, *own], waiting=[*waiting])
    return tables


def slow(room: str, left_ms: int, **values: Any) -> ListedRoom:
    """A match of days with Bob in which Ann has to move."""
    usual = {"is_slow": True, "flag_ms": NOW_MS + left_ms, "seats": [ANN, BOB]}
    return listed(room, "wager", **{**usual, **values})


def standing(page: Page, heading: str) -> list[str]:
    """How each table below a heading of the first screen stands."""
    return [row["cells"][1] for row in rows_below(page.open("launcher"), heading)]


def test_my_moves_come_first_with_the_time_left_and_what_is_asked(page: Page) -> None:
    resting = replace(BOB, rest_from_ms=NOW_MS - 1, rest_until_ms=NOW_MS + 5 * DAY_MS)
    tables = lay(
        page,
        [
            slow("soon", 42 * 60_000 + 1),
            slow("live", 0, hour_ms=NOW_MS + HOUR_MS, flag_ms=None, seats=[IDLE, BOB]),
            slow("offered", 2 * DAY_MS + 4 * HOUR_MS + 59_000, player=1),
            slow("resting", 6 * DAY_MS, seats=[ANN, resting]),
            slow("fast", 90_000, is_slow=False),
        ],
        [slow("theirs", 30 * HOUR_MS, player=1, seats=[IDLE, BOB])],
    )
    tables.questions = {"offered": "draw"}
    screen = page.open("launcher")
    assert screen["parts"][0]["text"] == "It is your move"
    assert standing(page, "It is your move") == [
        "your move · 42 minutes left · 3 minutes ago",
        "the duel is played live in 1 hour · 3 minutes ago",
        "answer the offer of a draw · 2 days 4 hours left · 3 minutes ago",
        "your move · vacation: the clock stands · 1 day left · 3 minutes ago",
        "your move · 3 minutes ago",
    ]
    assert standing(page, "Your tables") == ["Bob's move · 1 day 6 hours left · 3 minutes ago"]


@pytest.mark.needs("zertz")
def test_matches_of_days_that_ended_lately_are_told_with_their_results(page: Page) -> None:
    over = listed("w1", "zertz", [IDLE, BOB], is_over=True, is_slow=True, player=None)
    old = replace(over, room="old", changed_ms=NOW_MS - 15 * DAY_MS)
    fast = replace(over, room="fast", is_slow=False)
    lay(page, [slow("a", 1)], [over, replace(over, room="w0"), fast, old])
    told = page.open("launcher")["parts"]
    headings = [part["text"] for part in told if part["part"] == "heading"]
    assert headings[:2] == ["It is your move", "Finished"]
    rows = rows_below(page.open("launcher"), "Finished")
    assert [row["cells"][0] for row in rows] == ["Lost to Bob", "Won against Bob"]
    assert rows[0]["buttons"][1]["do"]["about"] == {"room": "w1"}
    lay(page, [], [replace(over, room=f"w{n % 2}") for n in range(9)])
    assert len(rows_below(page.open("launcher"), "Finished")) == 3


def test_whoever_has_asked_reads_until_when_and_that_nobody_comes(page: Page) -> None:
    asked = replace(TO_ANN, player=1, invited="bob")
    free = listed("asked", "wager", [IDLE, asked], turns=0, by="ann")
    ended = replace(asked, invited="", is_reserved=False)
    lay(page, [], [free, replace(free, room="ended", seats=(IDLE, ended))])
    with in_zone("Pacific/Auckland"):
        assert standing(page, "Your tables") == [
            "waits for an answer, until 18 November 2023 · 3 minutes ago",
            "whoever was asked does not come: the seat is free · 3 minutes ago",
        ]


def test_invitations_bury_no_match_and_lead_to_the_seat(page: Page) -> None:
    free = listed("free", "wager", [TO_ANN, BOB], turns=0)
    lay(page, [slow("late", 9 * DAY_MS), *[replace(free, room=f"i{n}") for n in range(7)]])
    told = page.open("launcher")["parts"]
    headings = [part["text"] for part in told if part["part"] == "heading"]
    assert headings[:2] == ["It is your move", "You are invited"]
    rows = rows_below(page.open("launcher"), "You are invited")
    assert rows[0]["cells"][0].endswith("asks you for a match: wager")
    assert rows[0]["buttons"][0]["do"] == {"do": "sit", "room": "i0", "player": 0}
    assert len(rows) == 5
    assert "2 more invitations" in [part.get("text") for part in told]


def test_a_long_list_is_cut_and_says_how_many_more_wait(page: Page) -> None:
    tables = lay(page, [slow(f"r{n}", n * HOUR_MS) for n in range(10_000)])
    tables.own = tables.own[:200]
    screen = page.open("launcher")
    rows = [row for part in screen["parts"] for row in part.get("rows", [])]
    assert len([row for row in rows if "your move" in row["cells"][1]]) == 20
    assert "9980 more wait" in [part.get("text") for part in screen["parts"]]


def leads(page: Page, room: str = "") -> str:
    """Where ``next`` leads from a room, or the sentence that it says."""
    told = page.send(do="submit", screen="next", about={"room": room} if room else {})
    return str(told[0].get("go") or told[0].get("notice"))


def test_next_goes_round_from_the_most_urgent_on(page: Page) -> None:
    lay(page, [slow("a", 1), slow("b", 2), slow("c", 3)])
    assert leads(page) == leads(page, "elsewhere") == "room/a"
    assert [leads(page, room) for room in "abc"] == ["room/b", "room/c", "room/a"]


def test_next_says_in_a_sentence_that_nothing_is_left(page: Page) -> None:
    lay(page, [slow("a", 1)])
    assert leads(page, "a") == "Nothing else waits for you now."
    lay(page, [])
    assert leads(page, "a") == "Nothing waits for you now."
    page.context.tables = None
    assert leads(page) == "Nothing waits for you now."


@pytest.mark.parametrize(
    ("count", "told"),
    [
        (1, {"count": 1, "words": "Next: 1 waits"}),
        (2, {"count": 2, "words": "Next: 2 wait"}),
        (1000, {"count": 99, "words": "Next: 99+ wait"}),
    ],
)
def test_a_page_learns_how_much_else_waits(page: Page, count: int, told: dict[str, Any]) -> None:
    lay(page, [slow(f"r{n}", n) for n in range(count)])
    answers = page.send(do="open", screen="next", about={"room": "elsewhere"})
    assert answers[0]["waiting"] == told
    here = page.send(do="open", screen="next", about={"room": "r0"})[0]["waiting"]
    assert here["count"] == min(count - 1, 99)
