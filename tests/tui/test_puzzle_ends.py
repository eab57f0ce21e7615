"""Puzzles in the terminal: from the first screen and the command line to their end, by keys."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from textual.pilot import Pilot

from gipf_meta.base.clock import StillClock
from gipf_meta.library.library_practice import practice_in
from gipf_meta.library.store import Library
from gipf_meta.line.local_line import LocalLine
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.practice.entries import Tried
from gipf_meta.protocol.puzzles import Puzzle
from gipf_meta.tui.app import GipfApp
from gipf_meta.tui.parts.desk_parts import DeskParts, view_of
from gipf_meta.tui.screens.desk_screens import DeskScreen
from gipf_meta.tui.screens.lesson import LessonList, LessonScreen
from gipf_meta.tui.screens.puzzle_ends import PuzzleDoor
from tests.puzzles_of_zertz import give_puzzles
from tests.tui.conftest import STILL, Driver, until, words

pytestmark = pytest.mark.needs("zertz")


@pytest.fixture(autouse=True)
def puzzles(monkeypatch: pytest.MonkeyPatch) -> Sequence[Puzzle]:
    """The puzzles of ZÈRTZ."""
    return give_puzzles(monkeypatch, load_plugins())


def lesson(app: GipfApp) -> LessonScreen:
    """The puzzle that is open."""
    assert isinstance(app.screen, LessonScreen)
    return app.screen


async def at_end(app: GipfApp, pilot: Pilot[None]) -> DeskScreen:
    """The screen after a puzzle, once it is laid out."""

    def is_there() -> bool:
        return any(parts.lines for parts in app.screen.query(DeskParts))

    await until(pilot, is_there)
    assert isinstance(app.screen, DeskScreen)
    assert app.screen.place == "puzzle_end"
    return app.screen


async def test_program_opens_at_a_puzzle_and_counts_it(library: Library) -> None:
    line = LocalLine(load_plugins(), library, STILL, StillClock())
    app = GipfApp(line.installed, line, STILL, first=PuzzleDoor({"puzzle": "zertz-1"}))
    async with app.run_test() as pilot:
        await until(pilot, lambda: isinstance(app.screen, LessonScreen))
        assert lesson(app).progress.lesson.id == "puzzle_1"
        lesson(app).play("Wd4,a1")
        screen = await at_end(app, pilot)
        assert screen.page is not None
        told = " ".join(part.text for part in screen.page.parts if part.part == "text")
        assert "Solved. Your rating: " in told
        names = [each.cells[0] for each in screen.parts.lines.values()]
        assert names[:2] == ["Next puzzle", "Another of this theme"]
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, LessonScreen))
        assert lesson(app).progress.lesson.id != "puzzle_1"
        await pilot.press("ctrl+l")
        await until(pilot, lambda: isinstance(app.screen, DeskScreen))
    (tried,) = practice_in(library).entries()
    assert isinstance(tried, Tried)
    assert (tried.puzzle, tried.wrong, tried.hints) == ("zertz-1", 0, 0)


async def test_hints_come_in_three_steps(driven: Driver) -> None:
    async with driven() as (app, pilot):
        app.open_lesson("zertz", "puzzle_1")
        await pilot.pause()
        await pilot.press("h")
        first = words(app, "status")
        await pilot.press("h")
        assert "It begins here: d4." in words(app, "status")
        assert words(app, "status") != first
        assert not lesson(app).progress.targets or lesson(app).progress.has_to_be_found
        await pilot.press("h")
        assert "Wd4" in words(app, "status")
        assert lesson(app).progress.hints_taken == 3


async def test_answer_to_a_right_turn_is_told(driven: Driver) -> None:
    async with driven() as (app, pilot):
        app.open_lesson("zertz", "puzzle_3")
        await pilot.pause()
        assert lesson(app).play("Wd4,a1")
        told = words(app, "status")
        assert "Player 2" in told
        assert "d3" in told
        assert lesson(app).progress.number == 1


async def test_wrong_turn_is_answered_and_taken_back(driven: Driver) -> None:
    async with driven() as (app, pilot):
        app.open_lesson("zertz", "puzzle_1")
        await pilot.pause()
        assert not lesson(app).play("Wd3,a1")
        assert "That is not it." in words(app, "status")
        progress = lesson(app).progress
        assert progress.wrong == 1
        assert progress.has_to_be_found


async def test_key_of_the_first_screen_opens_the_puzzle_of_the_day(driven: Driver) -> None:
    async with driven() as (app, pilot):
        await pilot.press("*")
        await until(pilot, lambda: isinstance(app.screen, LessonScreen))
        assert lesson(app).progress.lesson.id.startswith("puzzle_")
        await pilot.press("ctrl+l")
        await until(pilot, lambda: isinstance(app.screen, DeskScreen))


async def test_palette_leads_to_all_puzzles(driven: Driver) -> None:
    async with driven() as (app, pilot):
        (command,) = (
            each for each in app.get_system_commands(app.screen) if each.title == "Puzzles"
        )
        command.callback()
        await until(
            pilot, lambda: isinstance(app.screen, DeskScreen) and app.screen.place == "puzzles"
        )


async def test_board_of_the_puzzle_of_the_day_is_seen_beside_it(driven: Driver) -> None:
    async with driven() as (app, pilot):
        front = app.screen
        assert isinstance(front, DeskScreen)
        await until(pilot, lambda: bool(front.parts.lines))
        line = next(
            each
            for each in front.parts.lines.values()
            if each.cells[0].startswith("Puzzle of the day")
        )
        assert view_of(line, app.installed, app.library).points


async def test_what_is_no_puzzle_is_said(driven: Driver) -> None:
    async with driven() as (app, pilot):
        app.open_lesson("zertz", "puzzle_99")
        await pilot.pause()
        assert isinstance(app.screen, DeskScreen)
        assert [each.message for each in app._notifications] == ["ZÈRTZ has no puzzle 99."]


async def test_five_puzzles_follow_a_lesson(
    driven: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with driven() as (app, pilot):
        game = app.installed.find("zertz")
        lessons = [*game.lessons()]  # type: ignore[attr-defined]
        about = type(lessons[0])(
            lessons[0].id, lessons[0].title, lessons[0].summary, lessons[0].pages, (), "row"
        )
        monkeypatch.setattr(game, "lessons", classmethod(lambda _kind: (about, *lessons[1:])))
        settings = app.settings.with_lesson_done("zertz", lessons[0].id)
        app.own_line.settings = settings
        app.push_screen(LessonList(game))
        await pilot.pause()
        await pilot.press("home", "down", "enter")
        await until(pilot, lambda: getattr(app.screen, "place", "") == "puzzles")
        screen = app.screen
        assert isinstance(screen, DeskScreen)
        assert screen.about == {"game": "zertz", "theme": "row"}


async def test_who_leaves_after_a_hint_has_tried(library: Library) -> None:
    line = LocalLine(load_plugins(), library, STILL, StillClock())
    app = GipfApp(line.installed, line, STILL, first=PuzzleDoor({"puzzle": "zertz-1"}))
    practice = practice_in(library)
    async with app.run_test() as pilot:
        await until(pilot, lambda: isinstance(app.screen, LessonScreen))
        lesson(app).action_hint()
        lesson(app).action_leave()
        await until(pilot, lambda: bool(practice.entries()))
    (begun,) = practice.entries()
    assert isinstance(begun, Tried)
    assert (begun.puzzle, begun.hints, begun.ended) == ("zertz-1", 1, False)
