"""The list of matches, one match, and the counts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from gipf_meta.base.clock import StillClock
from gipf_meta.desk.parts import Picture
from gipf_meta.desk.statistics_screen import MOST, result_curves
from gipf_meta.library.statistics import (
    FEWEST_RATED,
    draw_in_blocks,
    outcome_of,
    ratings,
    thin_out,
)
from gipf_meta.library.store import Library, LibraryEntry
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.records.models import Record, Result, Seat
from gipf_meta.records.record_files import dumps, loads
from gipf_meta.table.players import players_of
from tests.desk.conftest import Page, buttons, fields, parts, texts_of, values_of
from tests.kept_table import KeptTable


def add(library: Library, game: str, *names: str) -> int:
    """Adds a match that has just begun to the library; returns its number."""
    people = tuple(Seat(name=name) for name in names)
    return library.add(Record(game=game, players=tuple(range(len(names))), people=people))


def add_finished(library: Library) -> int:
    """Adds a match of dice that White won to the library; returns its number."""
    table = KeptTable.begin(
        installed_plugins().games["die"](), players_of(("human", "human"), ("Ann", "Bob")),
        installed_plugins().find, StillClock(), seed=1, library=library,
    )  # fmt: skip
    table.resign(1)
    table.keep()
    assert table.keeper is not None
    number = int(table.keeper.place)
    table.close()
    return number


def rows(screen: dict[str, object]) -> list[str]:
    """The first cell of each row."""
    return [row["cells"][0] for part in parts(screen) for row in part.get("rows", [])]


def test_matches_are_listed_narrowed_and_turned_page_by_page(page: Page, library: Library) -> None:
    for n in range(30):
        add(library, "die", f"Ann{n}", "Bob")
    add(library, "elsewhere", "Eve", "Bob")
    screen = page.open("library")
    assert len(rows(screen)) == 25
    assert rows(screen)[0] == "Eve against Bob"
    screen = page.screen_of(page.press(screen, "Earlier matches"))
    assert len(rows(screen)) == 6
    assert screen["about"] == {"page": "2"}
    assert len(rows(page.screen_of(page.press(screen, "Later matches")))) == 25
    found = page.screen_of(page.submit(screen, "words", words="ANN2"))
    assert len(rows(found)) == 11
    assert values_of(found)["words"] == "ANN2"
    assert page.open("library", **found["about"]) == found, (
        "a list that was narrowed has an address"
    )
    found = page.screen_of(page.submit(screen, "game", game="elsewhere"))
    assert rows(found) == ["Eve against Bob"]
    found = page.screen_of(page.submit(screen, "over", over="yes"))
    assert rows(found) == []
    assert "No match has these words." in list(texts_of(found))


def test_matches_of_some_days_are_found(page: Page, library: Library) -> None:
    add(library, "die", "Ann", "Bob")
    screen = page.open("library")
    day = library.entries()[0].changed[:10]
    for since, until, count in (
        (day, day, 1), (day[:7], day[:7], 1), ("", day, 1), ("1999", "2001-12-31", 0),
        ("2999-01", "", 0), (f"{day[:4]}-01-01", "2999", 1),
    ):  # fmt: skip
        narrowed = page.submit(screen, "since", since=since, until=until)
        found = page.screen_of(narrowed)
        assert len(rows(found)) == count, (since, until)


def test_a_match_that_waits_goes_on_and_one_that_is_over_is_looked_at(
    page: Page, library: Library
) -> None:
    over, waits = add_finished(library), add(library, "die", "Ann", "Bob")
    screen = page.open("library")
    assert page.press(screen, "Go on")[0] == {"go": f"room/{waits}"}
    for looking in ("Look at it", "Review"):
        assert page.press(screen, looking)[0] == {"go": f"room/{over}"}
    assert page.press(page.open("launcher"), "Go on")[0] == {"go": f"room/{waits}"}
    words = " ".join(texts_of(screen))
    assert "Ann beat Bob" in words


def test_a_match_is_saved_as_its_record_and_as_a_picture(page: Page, library: Library) -> None:
    number = add_finished(library)
    screen = page.open("library")
    saved = page.press(screen, "Save")[0]["file"]
    assert saved["name"] == f"die-{number}.json"
    assert saved["type"] == "application/json"
    assert saved["text"] == dumps(library.record(number))
    assert loads(saved["text"]) == library.record(number)
    drawn = page.press(screen, "Picture")[0]["file"]
    assert (drawn["name"], drawn["type"]) == (f"die-{number}.svg", "image/svg+xml")
    assert drawn["text"].startswith("<svg ")


def test_a_match_is_deleted_once_that_was_asked(page: Page, library: Library) -> None:
    first, second = add(library, "die", "Ann", "Bob"), add(library, "die", "Eve", "Bob")
    question = page.screen_of(page.press(page.open("library"), "Delete"))
    assert f"Match {second} of Die is deleted for ever." in list(texts_of(question))
    assert [button["text"] for button in buttons(question)] == ["Keep it", "Delete it"]
    page.press(question, "Keep it")
    assert len(library.entries()) == 2
    answers = page.press(question, "Delete it")
    assert {"notice": f"Match {second} is deleted."} in answers
    assert rows(page.screen_of(answers)) == ["Ann against Bob"]
    assert first == library.entries()[0].id
    assert "There is no match" in page.why(page.press(question, "Delete it"))


def test_a_match_that_somebody_plays_is_not_deleted(
    page: Page, library: Library, tmp_path: Path
) -> None:
    number = add(library, "die", "Ann", "Bob")
    question = page.screen_of(page.press(page.open("library"), "Delete"))
    with Library(tmp_path / "library.sqlite") as other:
        _record, keeper = other.go_on(number)
        assert page.why(page.press(question, "Delete it"))
        keeper.close()
    assert len(library.entries()) == 1


def test_the_game_of_a_match_may_be_gone(page: Page, library: Library) -> None:
    add(library, "gone", "Ann", "Bob")
    screen = page.open("library")
    assert rows(screen) == ["Ann against Bob"]
    assert ("gone", "gone") in [tuple(c) for c in fields(screen)["game"]["choices"]]
    assert "There is no game 'gone' here." in page.why(page.press(screen, "Picture"))
    assert page.press(screen, "Save")[0]["file"]["name"] == "gone-1.json"


def test_counts_are_tables_with_titles(page: Page, library: Library) -> None:
    assert "Nothing has been played." in list(texts_of(page.open("statistics")))
    add_finished(library)
    add(library, "die", "Ann", "Eve")
    tables = [part for part in parts(page.open("statistics")) if part["part"] == "rows"]
    assert tables[0]["columns"] == ["game", "played", "over"]
    assert tables[0]["rows"][0]["cells"] == ["Die", "2", "1"]
    players = {row["cells"][0]: row["cells"][1:] for row in tables[1]["rows"]}
    assert tables[1]["columns"] == ["player", "played", "won", "lost"]
    assert players == {"Ann": ["2", "1", "0"], "Bob": ["1", "0", "1"], "Eve": ["1", "0", "0"]}
    assert all(len(row["cells"]) == len(t["columns"]) for t in tables for row in t["rows"])


def test_own_results_are_bars_with_numbers_for_each_game_and_each_bot(
    page: Page, library: Library
) -> None:
    page.context.settings = replace(page.context.settings, name="Ann")
    add_finished(library)
    for winners in ((0,), (0,), (1,), ()):
        seats = (Seat(name="Ann"), Seat(name="easy", player="easy"))
        ended = Result(winners=winners, reason="roll")
        library.add(Record(game="die", players=(0, 1), people=seats, options={}, result=ended))
    screens = {}
    for face in ("page", "terminal"):
        page.context.face = face
        every = [*parts(page.open("statistics"))]
        assert next(p["text"] for p in every if p["part"] == "text") == "3 won, 1 drawn, 1 lost."
        screens[face] = [part for part in every if part["part"] == "rows"]
    (games, bots, played, *_others), (blocks, *_more) = screens["page"], screens["terminal"]
    assert games["columns"] == ["game", "won", "drawn", "lost"]
    assert games["rows"][0]["cells"] == ["Die", "3", "1", "1"]
    assert bots["rows"][0]["cells"] == ["Oskar · easy", "2", "1", "1"]
    assert [row["picture"]["markup"].count("<rect") for row in games["rows"]] == [4]
    assert played["rows"][0]["cells"] == ["Die", "5", "5"]
    assert blocks["rows"][0]["cells"] == ["Die", "3", "1", "1", "█" * 12 + "▒" * 4 + "░" * 4]


@pytest.mark.parametrize(
    ("kinds", "winners", "own", "expected"),
    [
        ("human medium", (0,), "", "won"),
        ("medium human", (0,), "", "lost"),
        ("human medium", (), "", "drawn"),
        ("human human", (0,), "Ann", "won"),
        ("human human", (1,), "Ann", "lost"),
        ("human human", (0,), "", None),
        ("human human", (0,), "Eve", None),
        ("medium expert", (0,), "Ann", None),
    ],
)
def test_how_a_match_ended_for_the_user(
    kinds: str, winners: tuple[int, ...], own: str, expected: str | None
) -> None:
    entry = LibraryEntry(
        1, "die", ("Ann", "Bob"), 3, True, "?", "", "", tuple(kinds.split()), winners, "goal"
    )
    assert outcome_of(entry, own) == expected
    assert outcome_of(replace(entry, over=False, reason=""), own) is None


def test_results_are_curves_that_are_told_in_words_and_narrow_the_list(
    page: Page, library: Library
) -> None:
    page.context.settings = replace(page.context.settings, name="Ann")
    add_finished(library)
    assert not [part for part in parts(page.open("statistics")) if part["part"] == "picture"]
    add_finished(library)
    page.context.settings = replace(page.context.settings, name="Bob")
    (picture,) = (part for part in parts(page.open("statistics")) if part["part"] == "picture")
    assert picture["name"] == "Die, the last match first: a loss, a loss"
    assert picture["markup"].count("<circle") == 2
    assert "0 won, 0 drawn, 2 lost." in " ".join(texts_of(page.open("statistics")))
    screen = page.open("library")
    assert rows(page.screen_of(page.submit(screen, "result", result="won"))) == []
    found = page.screen_of(page.submit(screen, "result", result="lost"))
    assert len(rows(found)) == 2
    assert found["about"] == {"result": "lost"}


def test_a_curve_of_results_shows_the_last_ones(page: Page) -> None:
    first = LibraryEntry(
        1, "die", ("Ann", "Bob"), 3, True, "?", "", "", ("human",) * 2, (1,), "goal"
    )
    page.context.settings = replace(page.context.settings, name="Ann")
    later = [replace(first, id=n + 2, winners=(0,)) for n in range(MOST)]
    found = result_curves(page.context, [*later, first])
    (curve,) = (part for part in found if isinstance(part, Picture) and "strength" not in part.name)
    assert curve.name.count("a win") == MOST
    assert "a loss" not in curve.name


def test_the_strength_is_a_curve_where_there_are_enough_results(
    page: Page, library: Library
) -> None:
    page.context.settings = replace(page.context.settings, name="Ann")
    for _match in range(FEWEST_RATED - 1):
        add_finished(library)
    assert "strength" not in " ".join(texts_of(page.open("statistics")))
    add_finished(library)
    *_curves, picture = (p for p in parts(page.open("statistics")) if p["part"] == "picture")
    now = round(ratings(library.entries(), "Ann")["die"][-1])
    assert picture["name"] == f"Die, your strength: {now} now, {now} at best"
    assert picture["markup"].count("<circle") == FEWEST_RATED
    assert f"Your strength is {now}" in " ".join(texts_of(page.open("statistics")))


def test_a_win_takes_points_from_the_other_one_and_more_from_a_stronger_one() -> None:
    entry = LibraryEntry(
        1, "die", ("Ann", "Bob"), 3, True, "?", "", "", ("human", "easy"), (0,), "goal"
    )
    lost, drawn = replace(entry, winners=(1,)), replace(entry, winners=())
    assert ratings([drawn], "") == {"die": [1500.0]}
    assert ratings([entry], "") == {"die": [1516.0]}
    assert ratings([lost], "") == {"die": [1484.0]}
    first, second = ratings([entry, entry], "")["die"]
    assert second - first < first - 1500
    won_then_lost = ratings([lost, entry], "")["die"]  # the last match first
    assert won_then_lost[0] == 1516
    assert 1500 - 2 < won_then_lost[1] < 1500
    unknown, stronger = replace(entry, kinds=("human", "expert")), entry
    rated = [ratings([last, lost, lost], "")["die"] for last in (unknown, stronger)]
    assert rated[1][-1] > rated[0][-1], "who has won twice is stronger than who is unknown"
    four = replace(entry, names=("A",) * 4, kinds=("human", *["easy"] * 3))
    assert ratings([four], "") == {}


def test_a_curve_has_at_most_so_many_values_and_ends_with_the_last() -> None:
    assert thin_out([1.0, 2.0, 3.0], 5) == [1.0, 2.0, 3.0]
    assert thin_out([float(n) for n in range(200)], 60)[-1] == 199
    assert len(thin_out([float(n) for n in range(200)], 60)) <= 60
    assert draw_in_blocks([0.0, 7.0, 3.5, 3.5]) in ("▁█▄▄", "▁█▅▅")
    assert draw_in_blocks([3.0, 3.0]) == "▁▁"


@pytest.mark.parametrize("words", ["0", "-1", "x", "²", "1000000"])
def test_a_page_of_the_list_that_is_none_is_refused(page: Page, words: str) -> None:
    if words == "1000000":
        assert page.why(page.send(do="open", screen="library", about={"page": words}))
    else:
        assert "from 1 on" in page.why(
            page.send(do="open", screen="library", about={"page": words})
        )
