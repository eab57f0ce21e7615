"""Studies that begin at the desk: of a game, of a position, of an imported match."""

from __future__ import annotations

from typing import Any

from gipf_meta.records.record_files import link_of
from gipf_meta.records.study import Study
from gipf_meta.rooms.state import RoomState
from tests.desk.conftest import Page
from tests.desk.test_shared_match import played


def studied(page: Page, answers: list[Any]) -> RoomState:
    """The study to which *answers* lead."""
    (hash,) = [answer["go"] for answer in answers if "go" in answer]
    room = page.context.hub.room(hash.removeprefix("room/"))
    assert room.study is not None
    return room


def test_a_game_is_studied_as_it_is_set_up(page: Page) -> None:
    screen = page.open("setup", game="zertz", options='{"variant": "tournament"}')
    room = studied(page, page.press(screen, "Study"))
    assert room.table.match.top.game.model_dump()["variant"] == "tournament"
    assert room.opening.record is not None
    assert room.study == Study.of(room.opening.record)


def test_a_position_is_studied_where_it_stands(page: Page) -> None:
    record = played("zertz", 6)
    position = Study.of(record).match(page.context.installed.find).top.position()
    assert position
    room = studied(page, page.press(page.open("setup", game="zertz", position=position), "Study"))
    assert room.table.match.top.begun_from == position
    wrong = {"game": "zertz", "position": "nonsense"}
    page.why(page.send(do="submit", screen="study", about=wrong))


def test_a_match_that_is_brought_is_studied(page: Page) -> None:
    record = played("zertz", 6)
    room = studied(page, page.press(page.open("shared_match", match=link_of(record)), "Study"))
    assert room.study is not None
    assert room.study.record.turns == record.turns


def test_the_link_of_a_study_opens_it_as_one(page: Page) -> None:
    study = Study.of(played("zertz", 6)).write((0,), comment="early", signs="?!")
    room = studied(page, page.submit(page.open("shared_match", match=link_of(study.record))))
    assert room.study == study
