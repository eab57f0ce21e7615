"""Results against bots, from a library: below a result, and on cards, as portraits are."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from gipf_meta.bots.characters import CHARACTERS
from gipf_meta.desk.library_list import library_list
from gipf_meta.library.rivals import Tally, tallies
from gipf_meta.library.store import Library
from gipf_meta.match.match import Match
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.records.models import Seat
from gipf_meta.records.writer import to_record
from gipf_meta.render.bot_faces import portrait
from tests.desk.conftest import Page, fields

pytestmark = pytest.mark.needs("zertz")


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library(tmp_path / "rivals.sqlite") as opened:
        yield opened


def add(library: Library, level: str, results: str, game: str = "zertz") -> None:
    """Adds matches against a bot: ``+`` won, ``-`` lost, ``=`` drawn, ``?`` that go on."""
    find = installed_plugins().find
    for n, result in enumerate(results):
        match = Match.begin(find(game)(), 2, find, n).resolve()
        own = n % 2
        if result == "=":
            match = match.agree_draw()
        elif result != "?":
            match = match.resign(own if result == "-" else 1 - own)
        kinds: Sequence[str] = ("human", level) if own == 0 else (level, "human")
        people = tuple(Seat(name=f"p{seat}", player=kind) for seat, kind in enumerate(kinds))
        library.add(to_record(match, people))


def test_only_matches_of_that_game_that_are_over_count(library: Library) -> None:
    add(library, "beginner", "+-=?+")
    add(library, "beginner:500", "+")
    add(library, "easy", "--")
    add(library, "human", "+")
    assert tallies(library, "", "zertz") == {
        "beginner": Tally("beginner", 3, 1, 1, "easy"),
        "easy": Tally("easy", 0, 0, 2),
    }
    assert tallies(library, "", "gipf") == {}
    assert tallies(None, "", "zertz") == {}


@pytest.mark.parametrize(
    ("results", "words"),
    [
        ("-", "0 : 1 against Mia."),
        ("++", "2 : 0 against Mia."),
        ("+++-", "3 : 1 against Mia; meet Oskar."),
        ("+++--", "3 : 2 against Mia."),
        ("+++=", "3 : 0, 1 draw against Mia; meet Oskar."),
        ("==-", "0 : 1, 2 draws against Mia."),
    ],
)
def test_who_has_won_thrice_meets_the_next(library: Library, results: str, words: str) -> None:
    add(library, "beginner", results)
    assert tallies(library, "", "zertz")["beginner"].words == words


def test_who_is_beaten_already_is_passed_over(library: Library) -> None:
    for level in ("beginner", "easy", "medium", "hard"):
        add(library, level, "+++")
    assert tallies(library, "", "zertz")["beginner"].next == "expert"
    add(library, "expert", "+++")
    assert {each.next for each in tallies(library, "", "zertz").values()} == {""}


def test_the_page_is_told_them_and_led_to_the_next_bot(page: Page) -> None:
    about = {"game": "zertz", "bot": "beginner"}
    assert page.send(do="open", screen="tally", about=about) == [{"done": "m0", "number": 0}]
    assert page.context.library is not None
    add(page.context.library, "beginner", "+++-")
    answers = page.send(do="open", screen="tally", about=about)
    (tally,) = [answer["tally"] for answer in answers if "tally" in answer]
    assert tally["words"] == "3 : 1 against Mia."
    assert tally["text"] == "Meet Oskar"
    (go,) = [answer["go"] for answer in page.send(**tally["do"]) if "go" in answer]
    room = page.context.hub.room(go.removeprefix("room/"))
    assert [player.kind for player in room.table.players] == ["human", "easy"]
    assert room.table.match.top.game.id == "zertz"


def test_at_a_host_nothing_is_counted(page: Page) -> None:
    assert page.context.library is not None
    add(page.context.library, "beginner", "+++-")
    page.context.tables = object()  # type: ignore[assignment]
    about = {"game": "zertz", "bot": "beginner"}
    assert not any("tally" in each for each in page.send(do="open", screen="tally", about=about))


PEOPLE = ("human", "each")
"""The choices beside the bots, which have signs of pieces."""


def test_the_card_of_a_bot_has_its_portrait_and_the_results(page: Page) -> None:
    assert page.context.library is not None
    add(page.context.library, "beginner", "+++-")
    details = fields(page.open("setup", game="zertz"))["opponent"]["details"]
    assert details["beginner"]["note"].endswith(" 3 : 1 against Mia; meet Oskar.")
    assert details["easy"]["note"] == CHARACTERS["easy"].words
    assert {kind for kind, each in details.items() if "picture" in each} == {*CHARACTERS, *PEOPLE}
    page.context.settings = replace(page.context.settings, faces=False)
    details = fields(page.open("setup", game="zertz"))["opponent"]["details"]
    assert not any("picture" in each for each in details.values())


def test_rows_of_matches_show_the_face_of_the_bot_to_who_wants_faces(page: Page) -> None:
    assert page.context.library is not None
    add(page.context.library, "beginner", "-")
    face = json.dumps(portrait("beginner"))[1:-1]

    def is_shown() -> bool:
        return face in library_list(page.context, {}, draws=True).model_dump_json()

    assert is_shown()
    page.context.settings = replace(page.context.settings, faces=False)
    assert not is_shown()
