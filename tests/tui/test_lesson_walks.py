"""Lessons and rules on the screen: walked through by keys and by mouse."""

from __future__ import annotations

import json
from math import floor

import pytest
from textual.pilot import Pilot
from textual.widgets import Markdown, OptionList

from gipf_meta.base.clock import StillClock
from gipf_meta.library.settings import Settings, settings_path
from gipf_meta.library.store import Library
from gipf_meta.line.local_line import LocalLine
from gipf_meta.match.lesson_progress import begin_at, find_lesson
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.tui.app import GipfApp
from gipf_meta.tui.parts.board_widget import Board
from gipf_meta.tui.parts.word_choices import Words
from gipf_meta.tui.screens.lesson import LessonList, LessonScreen
from gipf_meta.tui.screens.pages import RulesPage
from tests.answered_page import find_answered_page
from tests.specimens import find_specimens
from tests.tiers import slow, soak
from tests.tui.bursts import burst
from tests.tui.conftest import STILL, Driver, typed, until, words


def lesson(app: GipfApp) -> LessonScreen:
    assert isinstance(app.screen, LessonScreen)
    return app.screen


async def opened(
    app: GipfApp, pilot: Pilot[None], game: str, name: str, page: int = 0
) -> LessonScreen:
    found = app.installed.find(game)
    progress = begin_at(find_lesson(found, name), found, app.installed.find, page)
    app.push_screen(LessonScreen(progress))
    await pilot.pause()
    return lesson(app)


@pytest.mark.parametrize("game", ["zertz", *slow("gipf")])
async def test_a_lesson_is_walked_through_by_keys_and_remembered(driven: Driver, game: str) -> None:
    async with driven() as (app, pilot):
        app.push_screen(LessonList(app.installed.find(game)))
        await pilot.pause()
        await pilot.press("end", "enter")
        await pilot.pause()
        name, pages = lesson(app).progress.lesson.id, len(lesson(app).progress.lesson.pages)
        seen = []
        while isinstance(app.screen, LessonScreen):
            screen = lesson(app)
            seen.append(screen.progress.number)
            assert f"{screen.progress.number + 1} of {pages}" in words(app, "heading")
            if screen.progress.asks_nothing:
                await pilot.press("enter")
            else:
                if not screen.decision.path:
                    await pilot.press("h")
                await pilot.press(*("1" if screen.query_one(Words).words else "n enter").split())
            await pilot.pause()
        assert sorted(set(seen)) == list(range(pages))
        assert isinstance(app.screen, LessonList)
        things = app.screen.query_one(OptionList)
        # puzzles may stand below the lesson that was taken
        assert any(str(each.prompt).startswith("✓ ") for each in things.options)
        kept = json.loads(settings_path().read_text())
        assert kept["lessons_done"] == [f"{game}/{name}"]


@pytest.mark.soak
async def test_a_lesson_is_walked_through_by_mouse(driven: Driver) -> None:
    async with driven((120, 40)) as (app, pilot):
        screen = await opened(app, pilot, "tamsk", "first")
        while screen.is_current:
            board, other = screen.query_one(Board), screen.query_one(Words)
            if screen.progress.asks_nothing:
                await pilot.click(Words, offset=(2, 0))
            else:
                (wanted, *_) = screen.progress.wanted
                choice = next(c for c in screen.deciding.view.choices if c.notation == wanted)
                word = choice.path[len(screen.decision.path)]
                if word in other.words:
                    label = f" {other.keys[other.words.index(word)]} "
                    column = str(other.content).index(label)
                    await pilot.click(Words, offset=(column + 1, 0))
                else:
                    assert board._layout_now is not None
                    at = board._layout_now.centres[word]
                    await pilot.click(Board, offset=(floor(at.column), floor(at.row)))
            await pilot.pause()
        assert screen.progress.page is None


async def test_a_wrong_try_is_a_sentence_and_only_the_hint_lights_what_is_meant(
    driven: Driver,
) -> None:
    async with driven() as (app, pilot):
        basic = find_lesson(app.installed.find("gipf"), "basic").pages
        read = next(n for n, page in enumerate(basic) if not page.asked)
        screen = await opened(app, pilot, "gipf", "basic", read)
        assert {mark.kind for mark in screen.query_one(Board).view.marks} <= {"last"}
        await pilot.press("ctrl+l")
        screen = await opened(app, pilot, "gipf", "basic")
        board = screen.query_one(Board)
        assert board.lit == ("b1", "b2"), "what is asked, and nothing else"
        assert (board.cursor, board.pen.guide) == ("b1", (("b1", "b2"),))
        before = screen.progress
        await typed(pilot, "a1-b2")
        assert "onto b2" in words(app, "status"), "what came of it"
        assert "this page is about another move" in words(app, "status")
        assert screen.progress.match is before.match
        await pilot.press("h")
        await pilot.pause()
        assert board.lit == ("b1", "b2")
        await typed(pilot, "b1-z9")
        assert "z9" in words(app, "status")
        await typed(pilot, "b1-b2")
        assert screen.progress.number == 1


async def test_escape_is_one_step_back_and_leaves_from_the_first_page(driven: Driver) -> None:
    async with driven() as (app, pilot):
        screen = await opened(app, pilot, "zertz", "first", 2)
        await pilot.press("1")
        await pilot.pause()
        assert screen.decision.path
        await pilot.press("escape")
        assert not screen.decision.path
        await typed(pilot, "Wb2")
        assert screen.progress.number == 3
        for number in (2, 1, 0):
            await pilot.press("escape")
            await pilot.pause()
            assert screen.progress.number == number
        await pilot.press("escape")
        await pilot.pause()
        assert not isinstance(app.screen, LessonScreen)
        assert app.settings.lessons_done == []


async def test_a_duel_in_a_lesson_has_its_colour_and_ends(driven: Driver) -> None:
    async with driven() as (app, pilot):
        screen = await opened(app, pilot, "gipf", "challenge")
        await pilot.press("enter")
        await typed(pilot, "a1-b2", "+", "challenge")
        assert words(app, "heading").startswith("GIPF ▸ Die")
        assert screen.has_class("duel")
        await typed(pilot, "roll", "roll")
        assert words(app, "heading").startswith("GIPF ")
        assert not screen.has_class("duel")


async def test_lessons_open_from_the_rules(driven: Driver) -> None:
    async with driven() as (app, pilot):
        app.push_screen(RulesPage(app.installed.find("tamsk")()))
        await pilot.pause()
        await pilot.press("l")
        await pilot.pause()
        assert isinstance(app.screen, LessonList)
        things = app.screen.query_one(OptionList)
        assert things.option_count == 3
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, RulesPage)


@pytest.mark.parametrize("in_match", [True, False])
async def test_the_rules_are_those_of_the_match(driven: Driver, in_match: bool) -> None:
    async with driven() as (app, pilot):
        blitz = app.installed.find("zertz")(variant="blitz")
        app.show_rules(blitz, in_match)
        await pilot.pause()
        page = "".join(part._markdown or "" for part in app.screen.query(Markdown))
        assert "own 3 white, 4 grey or 5 black marbles" in page
        assert "4 white, 5 grey" not in page
        assert ("What options change" in page) != in_match


CHALLENGED = {"zertz_potentials": (3, 3), "challenges_enabled": True}
"""Options of GIPF with which its rules are told to their end."""


@pytest.mark.parametrize("size", [(80, 24), *soak((120, 40))])
@pytest.mark.parametrize(
    "game", ["gipf", *soak(*(game for game in find_specimens() if game != "gipf"))]
)
async def test_the_rules_show_small_boards_between_the_words(
    driven: Driver, game: str, size: tuple[int, int]
) -> None:
    async with driven(size) as (app, pilot):
        options = CHALLENGED if game == "gipf" else {}
        app.push_screen(RulesPage(app.installed.find(game)(**options)))
        await pilot.pause()
        boards = list(app.screen.query(Board))
        assert len(boards) >= 2
        assert len(list(app.screen.query(Markdown))) >= len(boards)
        assert all(board._layout_now is not None for board in boards)
        assert not any(board.can_focus for board in boards)
        top = boards[-1].region.y
        await pilot.press("end")
        await until(pilot, lambda: boards[-1].region.y < top)


async def test_the_program_opens_at_a_lesson(library: Library) -> None:
    installed = load_plugins()
    found = installed.find("zertz")
    first = LessonList(found, find_lesson(found, "first"))
    line = LocalLine(installed, library, STILL, StillClock())
    app = GipfApp(installed, line, STILL, first=first)
    async with app.run_test() as pilot:
        await pilot.pause()
        assert lesson(app).progress.lesson.id == "first"


async def test_what_was_played_is_seen_and_told_before_the_board_is_set_up_anew(
    driven: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gipf_meta.tui.parts.board_widget.FRAME_S", 3600)
    page = find_answered_page()
    played = {page.asked, page.answer}

    async with driven(settings=Settings(motion=True)) as (app, pilot):
        screen = await opened(app, pilot, page.game, page.lesson)
        await pilot.press(*["enter"] * page.number)
        screen.play(page.asked)
        board = screen.query_one(Board)
        seen = [{piece.at for piece in frame.pieces} for frame in board._frames]
        assert seen[-1] == played
        assert page.answer in words(app, "status")
        while board._frames:
            board._show_next_frame()
        assert {piece.at for piece in board.view.pieces} != played


async def test_a_lesson_that_was_left_goes_on_there_or_from_the_beginning(driven: Driver) -> None:
    async with driven() as (app, pilot):
        game = app.installed.find("zertz")
        app.push_screen(LessonList(game))
        await pilot.pause()
        await pilot.press("home", "enter")
        await pilot.pause()
        pages = len(lesson(app).progress.lesson.pages)
        while lesson(app).progress.number < 2:
            lesson(app)._set_progress(
                lesson(app).progress.play(lesson(app).progress.wanted[0])
                if lesson(app).progress.wanted
                else lesson(app).progress.turn_page()
            )
        await pilot.press("ctrl+l")
        await pilot.pause()
        things = app.screen.query_one(OptionList)
        shown = [str(things.get_option_at_index(n).prompt).strip() for n in range(2)]
        assert shown[0].endswith(f": Go on with page 3 of {pages}")
        assert shown[1] == "From the beginning"
        assert things.highlighted == 0
        assert json.loads(settings_path().read_text())["lessons_begun"] == {"zertz/first": 2}
        for keys, number in (("enter", 2), ("ctrl+l", None), ("down enter", 0)):
            await pilot.press(*keys.split())
            await pilot.pause()
            assert number is None or lesson(app).progress.number == number


async def test_what_is_to_be_found_is_lit_after_a_wrong_try_or_the_key_for_a_hint(
    driven: Driver,
) -> None:
    async with driven() as (app, pilot):
        pages = find_lesson(app.installed.find("gipf"), "basic").pages
        number = next(n for n, page in enumerate(pages) if page.find and page.mistakes)
        screen = await opened(app, pilot, "gipf", "basic", number)
        board = screen.query_one(Board)
        assert len(board.lit) > 2
        assert {len(marks) for marks in board.pen.guide} <= {1}, "no arrow yet"
        await pilot.press("h")
        await pilot.pause()
        assert {len(marks) for marks in board.pen.guide} == {2}
        await pilot.press("ctrl+l")
        screen = await opened(app, pilot, "gipf", "basic", number)
        board = screen.query_one(Board)
        wrong, why = pages[number].mistakes[0]
        await typed(pilot, wrong)
        assert why in " ".join(words(app, "status").split())
        assert board._frames, "what came of it stands for a while"
        while board._frames:
            board._show_next_frame()
        assert {len(marks) for marks in board.pen.guide} == {2}
        assert board.cursor in board.lit


async def test_each_page_takes_keys_anew_and_hurried_ones_do_not_skip_any(driven: Driver) -> None:
    async with driven() as (app, pilot):
        screen = await opened(app, pilot, "gipf", "basic")
        await burst(pilot, "enter", "enter")
        await pilot.pause()
        assert screen.progress.number == 1, "the second key takes where the first one leads"
        for number in (2, 3):  # what is left out of a push is not waited for on the next page
            await pilot.press("enter")
            await pilot.pause()
            assert screen.progress.number == number
        await pilot.press("escape")
        await pilot.pause()
        assert screen.progress.number == 2
        await burst(pilot, "enter", "enter")
        await pilot.pause()
        assert screen.progress.number == 3, "a page to read"


async def test_a_word_left_out_turns_no_page(driven: Driver) -> None:
    async with driven() as (app, pilot):
        screen = await opened(app, pilot, "gipf", "basic", 2)
        screen.click_word("a5")
        await pilot.pause()
        screen.click_word("b5")
        assert screen.progress.number == 3
        screen.click_word("b5")
        assert screen.progress.number == 4
