"""The table of a contest: who has won how much against whom."""

from __future__ import annotations

import csv
from dataclasses import replace

from gipf_meta.workshop.arena.crosstable import as_csv, as_page, cross_table
from gipf_meta.workshop.arena.referee import GameOutcome
from gipf_meta.workshop.arena.schedule import Tournament
from gipf_meta.workshop.arena.standings import Standings, standings

TOURNAMENT = Tournament(
    game="zertz", rules_version=1, options={}, players=2,
    bots=("<weak>", "strong", "fair, though"), games=2,
)  # fmt: skip


def result() -> Standings:
    """Strong wins all its games, weak and fair share theirs; one is lost by a fault."""
    outcomes = {}
    for number in range(TOURNAMENT.total):
        seats = TOURNAMENT.seats(number)
        winners = (seats.index(1),) if 1 in seats else (number % 2,) if number % 2 else ()
        fault = seats.index(0) if set(seats) == {0, 1} else None
        outcomes[number] = GameOutcome(
            number=number, winners=winners, reason="goal", at_fault=fault
        )
    return standings(TOURNAMENT, outcomes)


def test_the_best_comes_first_with_what_it_won_against_each() -> None:
    heads, *rows = cross_table(TOURNAMENT, result())
    assert heads == ["place", "bot", "games", "points", "share", "faults", "1", "2", "3"]
    assert rows[0] == ["1", "strong", "4", "4", "100.0%", "0", "", "2/2", "2/2"]
    assert [float(row[3]) for row in rows] == sorted((float(row[3]) for row in rows), reverse=True)
    assert sum(float(row[3]) for row in rows) == TOURNAMENT.total
    weak = next(row for row in rows if row[1] == "<weak>")
    assert weak[5] == "2"


def test_a_spreadsheet_reads_it() -> None:
    rows = [*csv.reader(as_csv(TOURNAMENT, result()).splitlines())]
    assert rows == [*cross_table(TOURNAMENT, result())]


def test_a_page_shows_names_as_they_are() -> None:
    page = as_page(TOURNAMENT, result(), "ZÈRTZ & more")
    assert "<td>&lt;weak&gt;</td>" in page
    assert "<h1>ZÈRTZ &amp; more</h1>" in page
    assert "<weak>" not in page


def test_more_than_two_have_no_points_against_each_other() -> None:
    many = TOURNAMENT.model_copy(update={"players": 3, "games": 3})
    nothing = standings(many, {})
    heads, *rows = cross_table(many, replace(nothing, pairs=[]))
    assert len(heads) == len(rows[0]) == 6
    assert rows[0][4] == ""
