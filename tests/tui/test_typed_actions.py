"""Words and questions typed at the line of a board: each does what its key does, or answers."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from textual.pilot import Pilot

from gipf_meta.base.texts import spoken
from gipf_meta.library.store import Library
from gipf_meta.narration.vocabulary import WORDS
from gipf_meta.tui.app import GipfApp
from gipf_meta.tui.parts.prompt import Prompt
from gipf_meta.tui.screens.answer_page import AnswerPage
from gipf_meta.tui.screens.desk_screens import DeskScreen
from gipf_meta.tui.screens.desk_typing import DeskTyping
from gipf_meta.tui.screens.dialogs import CopyDialog, ListDialog, QuestionDialog, SaveDialog
from gipf_meta.tui.screens.lesson import LessonList, LessonScreen
from gipf_meta.tui.screens.pages import NewsPage, RulesPage
from gipf_meta.tui.screens.play_screen import PlayScreen
from gipf_meta.tui.screens.replay import Replay
from gipf_meta.tui.screens.study_screen import StudyScreen
from tests.tui.bursts import burst
from tests.tui.conftest import (
    STILL,
    Driver,
    playing,
    shown,
    table_of,
    turn_to_call,
    until,
    words,
)
from tests.tui.terminal import terminal

PEOPLE = ["human", "human"]


async def enter(pilot: Pilot[None], line: str) -> None:
    """Types *line* behind the colon that opens it, all in one burst."""
    await burst(pilot, "colon", *line, "enter")


def texts(app: GipfApp) -> list[str]:
    assert app.played is not None
    return [step.text for step in app.played.match.top.steps]


async def test_words_act_on_the_board_in_one_burst(driven: Driver, library: Library) -> None:
    table = table_of(library, "zertz", {}, PEOPLE)
    async with driven((80, 24), table) as (app, pilot):
        await enter(pilot, "Wd4,d1")
        assert len(texts(app)) == 2
        await enter(pilot, "undo")
        assert len(texts(app)) == 1
        await enter(pilot, ":redo")
        assert len(texts(app)) == 2
        await enter(pilot, "hint")
        await until(pilot, lambda: playing(app).deciding.hinted is not None)
        await enter(pilot, "q")
        assert isinstance(app.screen, DeskScreen)
        assert app.played is None


async def test_long_answers_stand_on_a_page_with_a_title_that_scrolls(
    driven: Driver, library: Library
) -> None:
    table = table_of(library, "zertz", {}, PEOPLE)
    async with driven((80, 24), table) as (app, pilot):
        for line, title, part in (
            ("moves", "moves", "111 decisions are possible now"),
            ("moves d4", "moves d4", "with d4"),
            ("help", "What can be typed", "take back the last decision"),
            ("score", "Score", "Captured by"),
        ):
            await enter(pilot, line)
            page = app.screen
            assert isinstance(page, AnswerPage), line
            assert page.heading == title
            assert part in page.page
            await pilot.press("down", "enter")
            await pilot.pause()
            assert isinstance(app.screen, PlayScreen)
        await enter(pilot, "help")
        await burst(pilot, "colon")
        assert playing(app).query_one(Prompt).display  # the next line at once
        await burst(pilot, *"what is on d4", "enter")
        assert "d4: empty" in words(app, "status")


@pytest.mark.fast
async def test_a_file_is_written_without_a_dialog_or_said_why_not(
    driven: Driver, library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    table = table_of(library, "zertz", {}, PEOPLE)
    async with driven((80, 24), table) as (app, pilot):
        await enter(pilot, "save foo.json")
        assert (tmp_path / "foo.json").exists()
        assert "Saved in" in words(app, "status")
        await enter(pilot, "save foo.txt")
        assert "End the name foo.txt in .json" in words(app, "status")
        await enter(pilot, "save foo.json")
        assert "foo.json" in words(app, "status")
        assert isinstance(app.screen, PlayScreen)
        await enter(pilot, "save")
        assert isinstance(app.screen, SaveDialog)


@pytest.mark.slow
async def test_words_open_what_their_keys_open(driven: Driver, library: Library) -> None:
    table = table_of(library, "zertz", {}, ["human", "greedy"])
    async with driven((80, 24), table) as (app, pilot):
        for line, page in (
            ("news", NewsPage), ("news 2", NewsPage), ("rules", RulesPage), ("copy", CopyDialog),
            ("review", PlayScreen), ("analyse", Replay), ("study", QuestionDialog),
            ("resign", QuestionDialog),
        ):  # fmt: skip
            await enter(pilot, line)
            assert isinstance(app.screen, page), line
            if not isinstance(app.screen, PlayScreen):
                await pilot.press("escape")
                await pilot.pause()


async def test_words_say_what_holds_here_and_why_not(driven: Driver, library: Library) -> None:
    table = table_of(library, "zertz", {}, PEOPLE)
    async with driven((80, 24), table) as (app, pilot):
        for line, part in (
            ("board off", "The board is shown all the time here"),
            ("news x", "news 5 for the last five turns"),
            ("moves z9", "There is no place z9"),
            ("sit 2", "for matches at a host"),
            ("go 2", "is for studies"),
            ("continue", "The match is not paused"),
            ("copy foo", "There is no foo to copy"),
            ("redo", "Nothing was taken back"),
            ("undoo", "Did you mean undo?"),
        ):
            await enter(pilot, line)
            if isinstance(app.screen, AnswerPage):
                assert part in app.screen.page
                await pilot.press("enter")
            else:
                assert part in words(app, "status"), line
            await pilot.press("escape")
            await pilot.pause()


async def test_a_study_is_walked_in_and_written_in_by_words(
    driven: Driver, library: Library
) -> None:
    table = table_of(library, "zertz", {}, PEOPLE)
    async with driven((80, 24), table) as (app, pilot):
        await enter(pilot, "Wd4,d1")
        await enter(pilot, "Wd5,a1")
        await enter(pilot, "study")
        await pilot.press("right", "enter")
        await until(pilot, lambda: isinstance(app.screen, StudyScreen))
        await enter(pilot, "go 1")
        assert texts(app) == ["Wd4", "d1"]
        for line, page in (("sign !?", "!?"), ("comment Well done.", "Well done.")):
            await enter(pilot, line)
            assert page in "\n".join(shown(app))
        assert app.played is not None
        await enter(pilot, "tree")
        assert isinstance(app.screen, AnswerPage)
        await pilot.press("enter")
        await enter(pilot, "last")
        assert len(texts(app)) == 4
        assert playing(app).completions("go 1").lines == ["go 1"]
        assert playing(app).completions("sign !").lines == ["sign !!", "sign !", "sign !?"]


async def test_the_line_opens_after_the_end_too(driven: Driver, library: Library) -> None:
    table = table_of(library, "zertz", {}, ["human", "easy"])
    table.play("Wd4,d1")
    async with driven((80, 24), table) as (app, pilot):
        playing(app).act(lambda: table.resign(1))
        await pilot.pause()
        await turn_to_call(pilot)
        assert isinstance(app.screen, ListDialog)
        await pilot.press("escape")
        await enter(pilot, "undo")
        assert "is for a match that goes on" in words(app, "status")
        lines = playing(app).completions("re").lines
        assert lines == ["rematch", "review"]
        await enter(pilot, "review")
        await until(
            pilot, lambda: isinstance(app.screen, Replay) and app.screen.has_class("reviewed")
        )


@pytest.mark.slow
async def test_tab_completes_what_is_common_and_then_goes_from_one_to_the_next(
    driven: Driver, library: Library
) -> None:
    table = table_of(library, "zertz", {}, PEOPLE)
    async with driven((80, 24), table) as (app, pilot):

        def line() -> str:
            return str(playing(app).query_one("#prompt Input").value)  # type: ignore[attr-defined]

        await burst(pilot, "colon")
        row = words(app, "completions")
        assert "Wa1" in row
        assert "moves   board" in row
        assert "Tab completes" in "\n".join(shown(app))
        await burst(pilot, *"und", "tab")
        assert line() == "undo"
        assert "undo: take back the last decision" in words(app, "completions")
        await burst(pilot, *["backspace"] * 4, *"wd", "tab")
        assert line() == "Wd1"
        await burst(pilot, "tab", "shift+tab")
        assert line() == "Wd1"
        await burst(pilot, "ctrl+u", *"re", "tab", "tab")
        assert line() == "resign"
        await burst(pilot, "ctrl+u", *"moves e", "tab")
        assert line() == "moves e1"
        await burst(pilot, "ctrl+u", *"scor")
        await pilot.press("right")
        assert line() == "score"
        await burst(pilot, "escape")
        assert not playing(app).query_one(Prompt).display
        assert not texts(app)


async def test_arrows_recall_the_lines_that_were_typed_at_any_board(
    driven: Driver, library: Library
) -> None:
    table = table_of(library, "zertz", {}, PEOPLE)
    async with driven((80, 24), table) as (app, pilot):

        def line() -> str:
            return str(playing(app).query_one("#prompt Input").value)  # type: ignore[attr-defined]

        for typed in ("board", "what is on d4", "redo"):
            await enter(pilot, typed)
        await burst(pilot, "colon", "up")
        assert line() == "redo"
        await burst(pilot, "up", "up", "up")
        assert line() == "board"
        await burst(pilot, "down")
        assert line() == "what is on d4"
        await burst(pilot, "down", "down")
        assert line() == ""
        await burst(pilot, "b", "up", "enter")
        assert "shown all the time" in words(app, "status")


async def test_where_a_decision_begins_so_the_game_comes_first(
    driven: Driver, library: Library
) -> None:
    table = table_of(library, "zatre", {}, PEOPLE)
    async with driven((80, 24), table) as (app, pilot):
        begun = {each.notation[0] for each in playing(app).decision.choices}
        assert "h" in begun
        await enter(pilot, "h")
        assert isinstance(app.screen, PlayScreen)  # no help
        assert playing(app).query_one(Prompt).display  # refused, to be corrected
        await burst(pilot, *":h", "enter")
        assert isinstance(app.screen, AnswerPage)


async def test_words_are_typed_in_the_players_language(driven: Driver, library: Library) -> None:
    table = table_of(library, "zertz", {}, PEOPLE)
    with spoken("cs"):
        async with driven((80, 24), table) as (app, pilot):
            await enter(pilot, "tahy")
            assert isinstance(app.screen, AnswerPage)
            await pilot.press("enter")
            await enter(pilot, "napoveda")
            assert isinstance(app.screen, AnswerPage)
            await pilot.press("enter")
            await enter(pilot, "konec")
            assert app.played is None


@pytest.mark.fast
async def test_every_word_that_applies_at_a_board_has_an_action(
    driven: Driver, library: Library
) -> None:
    table = table_of(library, "zertz", {}, PEOPLE)
    async with driven((80, 24), table) as (app, _pilot):
        actions = playing(app)._typed.words.actions
        at_board = {"match", "host", "set-up", "study", "end"}
        wanted = {word.name for word in WORDS if at_board & {*word.at}}
        assert wanted == {*actions}


@pytest.mark.slow
async def test_a_match_that_is_shown_again_answers_and_is_walked_by_words(
    driven: Driver, library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    table = table_of(library, "zertz", {}, PEOPLE)
    for text in ("Wd4,d1", "Wd5,a1", "x d4Wd6"):
        table.play(text)
    async with driven((80, 24), table) as (app, pilot):
        await pilot.press("V")
        await until(pilot, lambda: isinstance(app.screen, Replay))
        await pilot.pause()
        replay = app.screen
        assert isinstance(replay, Replay)
        for line, at, said in (
            ("last", 5, "of"), ("undoo", 5, "b plays on"), ("lasst", 5, "Did you mean last?"),
            ("back x", 5, "Type back, or back 3"),
            ("go 1", 2, "3 of"), ("what is on d4", 2, "d4: white marble"), ("on", 4, "of"),
            ("back 5", 0, "1 of"), ("last", 5, "of"), ("go 99", 5, "1 to 3"),
            ("undo", 5, "does nothing here"), ("Wd4,d1", 5, "b plays on"),
            ("board off", 5, "shown all the time"), ("save again.json", 5, "Saved in"),
        ):  # fmt: skip
            await enter(pilot, line)
            assert (replay.at, said in words(app, "status")) == (at, True), line
            assert app.focused is None
        assert (tmp_path / "again.json").exists()
        assert replay.words.completions("re").lines == ["review"]
        assert replay.words.completions("moves d").words
        await enter(pilot, "moves")
        assert isinstance(app.screen, AnswerPage)
        await pilot.press("enter")
        await enter(pilot, "news 1")
        assert isinstance(app.screen, NewsPage)
        await pilot.press("escape")
        await enter(pilot, "q")
        assert isinstance(app.screen, PlayScreen)


@pytest.mark.slow
async def test_a_lesson_takes_its_words_and_questions_on_pages_to_read_too(
    driven: Driver, library: Library
) -> None:
    async with driven((80, 24)) as (app, pilot):
        app.show_lessons(app.installed.games["tamsk"])
        await pilot.pause()
        await pilot.press("down", "enter")
        await until(pilot, lambda: isinstance(app.screen, LessonScreen))
        await pilot.pause()
        lesson = app.screen
        assert isinstance(lesson, LessonScreen)
        number = lesson.progress.number
        await enter(pilot, "what is on d4")
        assert "d4" in words(app, "status")
        await enter(pilot, "undo")
        assert "undo is for a match" in words(app, "status")
        while lesson.progress.asks_nothing:
            await pilot.press("enter")
            await pilot.pause()
        await enter(pilot, "back")
        assert lesson.progress.asks_nothing
        await enter(pilot, "back 9")
        assert "The lesson begins here." in words(app, "status")
        while lesson.progress.asks_nothing:
            await pilot.press("enter")
            await pilot.pause()
        await enter(pilot, "back")
        assert lesson.progress.asks_nothing
        await pilot.press("enter")
        await pilot.pause()
        await enter(pilot, "hint")
        assert lesson.progress.wanted[0] in words(app, "status")
        await enter(pilot, "help")
        assert isinstance(app.screen, AnswerPage)
        assert "one step back" not in app.screen.page
        await pilot.press("enter")
        assert {*lesson.completions("h").lines} == {"help", "hint"}
        at = lesson.progress
        await enter(pilot, lesson.progress.wanted[0])
        assert lesson.progress is not at
        assert lesson.progress.number >= number
        await enter(pilot, "konec")  # no word of English: no move either
        assert app.screen is lesson
        await enter(pilot, "quit")
        assert isinstance(app.screen, LessonList)


def test_every_word_of_a_lesson_has_an_action() -> None:
    from gipf_meta.match.lesson_progress import begin, lessons_of
    from gipf_meta.plugins.loading import installed_plugins

    find = installed_plugins().find
    lesson = LessonScreen(begin(lessons_of(find("zertz"))[0], find("zertz"), find))
    assert {word.name for word in WORDS if "lesson" in word.at} == {*lesson.words.actions}


@pytest.mark.slow
async def test_the_desk_takes_names_words_and_files_at_its_line(
    driven: Driver, library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    table = table_of(library, "zertz", {}, PEOPLE)
    table.play("Wd4,d1")
    table.close()
    (tmp_path / "sheet.txt").write_text('[Game "zertz"]\n1. Wd4,d1 Bd7,a4\n')
    # who is known is asked for no name, in a field that would take the colon
    known = replace(STILL, name="Anna", name_asked=True)
    async with driven((80, 24), settings=known) as (app, pilot):
        front = app.screen
        assert isinstance(front, DeskScreen)
        line = front.query_one(DeskTyping)
        assert {"zertz", "gipf", "1", "help", "quit"} <= {*line.completions("").lines}
        assert line.completions("ze").lines == ["zertz", "zertz change"]
        assert line.completions("sh").lines == ["sheet.txt"]
        await enter(pilot, "help")
        assert isinstance(app.screen, AnswerPage)
        await pilot.press("enter")
        for typed, said in (
            ("play", "choose a game first"), ("undo", "for a match that goes on"),
            ("list", "shown all the time"), ("optoins", "Did you mean options?"),
            ("chess", "chess is no game, match or word here"), ("udno", "help lists what can be"),
            ("zerz against mia", "Did you mean zertz?"), ("13 lessons", "and no file"),
        ):  # fmt: skip
            await enter(pilot, typed)
            assert said in words(app, "status"), typed
            assert app.focused is not None  # the list has the keys again
        await enter(pilot, "zertz change")
        await until(
            pilot, lambda: isinstance(app.screen, DeskScreen) and app.screen.place == "setup"
        )
        await pilot.pause()
        await enter(pilot, "quit")
        await until(pilot, lambda: app.screen is front)
        await enter(pilot, "sheet.txt")
        await until(pilot, lambda: "Play on from here" in "\n".join(shown(app)))
        await enter(pilot, "q")
        await until(pilot, lambda: app.screen is front)
        await pilot.pause()
        await enter(pilot, "1")
        await until(pilot, lambda: isinstance(app.screen, PlayScreen))
        assert texts(app) == ["Wd4", "d1"]


@pytest.mark.slow
def test_words_typed_in_one_burst_in_a_real_terminal() -> None:
    """A colon, a word and Enter in one write, as a script or a quick typist sends them."""
    with terminal((80, 24), "play", "zertz", "--seats", "human", "human", "--seed", "1") as there:
        there.until("Choose a marble")
        there.send(b":Wd4,d1\r")
        there.until("Player 2")
        there.send(b":what is on d4\r")
        there.until("white marble")
        there.send(b":undo\r:q\r")
        there.until("Choose a game")
        there.send(b":q\r")
        assert there.ended() == 0
