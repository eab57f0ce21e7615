"""The boards of matches in the list: a few at a time, kept, with the face of the opponent."""

from __future__ import annotations

from typing import Any

import pytest

from gipf_meta.desk import match_boards
from gipf_meta.desk.match_boards import MOST_AT_A_TIME, opponent_face, with_face
from gipf_meta.desk.parts import Picture
from gipf_meta.desk.portraits import portrait_of
from gipf_meta.library.store import Library
from gipf_meta.records.models import Record, Result, Seat
from tests.desk.conftest import Page, buttons, parts, texts_of

BOARD, FACE = Picture(box=(0, 0, 100, 80), markup="<board/>"), portrait_of("beginner")


SEATS = {"die": ("First", "Second"), "zertz": ("Player 1", "Player 2")}
"""The names of seats: lists call who has no other name by what he is."""


def rows(screen: dict[str, Any]) -> list[dict[str, Any]]:
    """The rows of the list of matches."""
    return [row for part in parts(screen) for row in part.get("rows", [])]


def drawn(screen: dict[str, Any]) -> list[bool]:
    """Whether the board of each row is there; only of rows that have, or will have, one."""
    return ["markup" in row["picture"] for row in rows(screen) if "picture" in row]


def play(library: Library, count: int, game: str = "die", winner: int | None = None) -> None:
    """Adds *count* matches against Mia, over where there is a *winner*."""
    first, second = SEATS.get(game, ("A", "B"))
    people = (Seat(name=first), Seat(name=second, player="beginner"))
    over: dict[str, Any] = {}
    if winner is not None:
        over = {"result": Result(winners=(winner,), reason="resign")}
    for _match in range(count):
        library.add(Record(game=game, players=(0, 1), people=people, options={}, **over))


def ask_for_boards(page: Page, about: dict[str, str] | None = None) -> dict[str, Any]:
    """The list with more boards, as the page gets it."""
    message = {"do": "submit", "screen": "library", "about": about or {}, "changed": "boards"}
    answer, _done = page.send(**message)
    shown: dict[str, Any] = answer["drawn"]
    return shown


def test_the_list_comes_at_once_and_its_boards_a_few_at_a_time(
    page: Page, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[int] = []
    real = match_boards.match_of_library
    monkeypatch.setattr(match_boards, "match_of_library", lambda *a: looks.append(a[2]) or real(*a))  # type: ignore[func-returns-value]
    play(library, MOST_AT_A_TIME + 2)
    screen = page.open("library")
    assert (drawn(screen), looks) == ([False] * (MOST_AT_A_TIME + 2), [])
    assert drawn(ask_for_boards(page)) == [True] * MOST_AT_A_TIME + [False] * 2
    assert all(drawn(ask_for_boards(page)))
    assert len(looks) == MOST_AT_A_TIME + 2
    assert all(drawn(page.open("library")))
    assert len(looks) == MOST_AT_A_TIME + 2


def test_more_boards_are_those_of_the_list_that_is_shown(page: Page, library: Library) -> None:
    play(library, 2)
    library.add(Record(game="elsewhere", players=(0, 1), people=(Seat(name="A"), Seat(name="B"))))
    changed = ask_for_boards(page, {"game": "elsewhere"})
    assert changed["about"] == {"game": "elsewhere"}
    assert [row["cells"][0] for row in rows(changed)] == ["A against B"]


def test_only_a_page_has_boards_drawn(page: Page, library: Library) -> None:
    play(library, 1)
    for face in ("terminal", "lines"):
        page.context.face = face  # type: ignore[assignment]
        assert drawn(page.open("library")) == []


def test_a_match_whose_game_is_gone_and_a_broken_one_have_no_board_and_no_review(
    page: Page, library: Library
) -> None:
    play(library, 1, "gone", winner=0)
    play(library, 1, winner=0)
    library.database.write(lambda db: db.execute("UPDATE match SET head = '{' WHERE id = 2"))
    changed = ask_for_boards(page)
    assert drawn(changed) == []
    broken, gone = rows(changed)
    for row in (broken, gone):
        assert "Review" not in [button["text"] for button in row["buttons"]]
        assert row["buttons"][0]["text"] == "Look at it"
    assert "damaged" in broken["cells"][2]
    assert gone["cells"][:2] == ["Won against B", "gone · 0 moves · just now"]


def test_whose_move_it_is_is_said_when_the_board_is_there(page: Page, library: Library) -> None:
    play(library, 1, "zertz")
    assert rows(page.open("library"))[0]["cells"][0] == "You against Mia"
    row = rows(ask_for_boards(page))[0]
    assert row["cells"][:2] == ["Your move against Mia", "ZÈRTZ · 0 moves · just now"]
    assert [button["text"] for button in row["buttons"]] == ["Go on", "Save", "Picture", "Delete"]


def test_the_words_of_a_row_fit_each_face(page: Page, library: Library) -> None:
    play(library, 1, winner=1)
    (row,) = rows(page.open("library"))
    assert row["cells"] == ["Lost to Mia", "Die · 0 moves · just now", "Match 1 · resignation"]
    page.context.face = "lines"
    (row,) = rows(page.open("library"))
    assert row["cells"] == ["Match 1: Die", "Lost to Mia · 0 moves · just now", "resignation"]
    page.context.face = "terminal"
    (row,) = rows(page.open("library"))
    assert row["cells"][2:] == ["Die", "Lost to Mia", "0 moves", "resignation"]
    page.context.face = "page"
    found = page.screen_of(page.submit(page.open("library"), "words", words="lost mia"))
    assert len(rows(found)) == 1


def test_a_list_without_matches_has_ways_on(page: Page) -> None:
    screen = page.open("library")
    assert "No match yet. What you play is kept here." in list(texts_of(screen))
    assert [button["text"] for button in buttons(screen)] == ["Play", "Open a saved match"]
    assert page.screen_of(page.press(screen, "Play"))["name"] == "launcher"


def test_a_match_that_is_over_is_studied(page: Page, library: Library) -> None:
    play(library, 1, "zertz", winner=1)
    (going, *_rest) = page.press(page.open("library"), "Study")
    room = page.context.hub.room(str(going["go"]).removeprefix("room/"))
    assert room.study is not None
    assert page.why(page.send(do="submit", screen="study", about={"saved": "9"}))


def test_the_face_is_that_of_the_bot_that_won() -> None:
    assert opponent_face(("human", "human"), 0, (0,)) is None
    assert opponent_face(("human", "beginner"), 0, (0,)) == portrait_of("beginner")
    assert opponent_face(("human", "beginner", "expert"), 0, (2,)) == portrait_of("expert")
    assert opponent_face(("human", "engine:x"), 0, (1,)) is None


def test_a_face_stands_on_its_board_and_never_without_one() -> None:
    assert FACE is not None
    both = with_face(BOARD, FACE)
    assert both is not None
    assert both.markup.startswith("<board/><g")
    assert both.box[2] > BOARD.box[2]
    assert with_face(BOARD, None) == BOARD
    assert with_face(None, FACE) is None
