"""The desk line by line: every screen that a terminal needs, chosen by number, name and word."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from gipf_meta.base.texts import speak
from gipf_meta.cli import run
from gipf_meta.library.settings import load_settings
from gipf_meta.library.store import Library
from gipf_meta.line.local_line import LocalLine
from gipf_meta.match.lesson_progress import begin, lessons_of
from gipf_meta.plain.desk_prompts import PlainDesk
from gipf_meta.records.record_files import load
from tests.plain import lines


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


def desk(*typed: str) -> tuple[LocalLine, str]:
    """The line to the library, and all that is said on a pipe of the lines *typed*."""
    line, pipe = lines.open_line(library=Library()), lines.pipe(*typed)
    line.settings = load_settings()
    assert PlainDesk(line, pipe, line.installed).run() == 0
    line.close()
    return line, lines.said_at(pipe)


def one_line(said: str) -> str:
    return " ".join(said.split())


def in_order(said: str, *words: str) -> bool:
    for each in words:
        _before, found, said = said.partition(each)
        if not found:
            return False
    return True


def number_of(words: str) -> str:
    """The number of the line of the first screen that begins with these *words*."""
    _line, said = desk("q")
    found = re.search(rf"^ *(\d+)  {words}", said, re.MULTILINE)
    assert found, said
    return found[1]


@pytest.mark.parametrize("game", ["zertz", "ZÈRTZ", "zertz play", "its number"])
def test_a_game_is_chosen_by_number_or_name_and_begins_at_once(game: str) -> None:
    asked = number_of("ZÈRTZ") if game == "its number" else game
    _line, said = desk(asked, "Wd4,d1", "quit")
    assert "You · Mia, no clock" in one_line(said.partition("Number or name")[0])
    assert "Place a marble" in said
    assert "Your name" not in said
    with Library() as library:
        assert [seat.player for seat in library.record(1).people] == ["human", "beginner"]


def test_the_last_match_against_a_bot_is_begun_again_and_said() -> None:
    desk("zertz change", "Ann", "opponent=easy", "clock=10m", "play", "quit")
    _line, said = desk("q")
    assert "You · Oskar, 10 minutes" in one_line(said)
    desk("zertz", "Wd4,d1", "quit")
    with Library() as library:
        record = library.record(1)
    assert [seat.player for seat in record.people] == ["human", "easy"]
    assert record.clock == "10m"


@pytest.mark.parametrize("game", ["zertz change", "ZÈRTZ CHANGE", "its number"])
def test_a_match_is_set_up_and_begun_as_the_form_says(game: str) -> None:
    asked = f"{number_of('ZÈRTZ')} change" if game == "its number" else game
    _line, said = desk(asked, "Ann", "1 human", "other=Bob", "2 by lot", "play", "Wd4,d1", "quit")
    assert in_order(
        said, "\nGames\n", "Your name", "opponent: Mia", "you play: by lot", "The lot has drawn"
    )
    assert "Place a marble" in said
    with Library() as library:
        assert {seat.name for seat in library.record(1).people} == {"Ann", "Bob"}
    assert load_settings().name == "Ann"
    _line, said = desk("zertz change", "q")
    assert "Your name" not in said, "nobody is asked twice"
    assert "your name: Ann" in said


def test_nobody_s_name_is_kept_too() -> None:
    desk("zertz change", "", "q")
    assert (load_settings().name, load_settings().name_asked) == ("", True)


def test_options_are_typed_by_name_or_number_and_a_wrong_value_says_what_is_possible() -> None:
    line, said = desk(
        "zertz change", "", "variant=nope", "variant=blitz board=48", "captures=x", "o",
        "variant=tournament", "variant=blitz", "play", "quit",
    )  # fmt: skip
    told = one_line(said)
    assert "'nope' is no value of variant. Possible: standard, blitz, first_edition," in told
    assert "variant: blitz. board: 48 rings." in told
    assert "There is no field 'captures' in this form." in told
    assert "how it is played: your own" in told
    assert not [*line.hub.open_rooms], "who leaves keeps no room open"


@pytest.mark.needs("zertz")
def test_what_cannot_be_played_so_is_said_and_asked_again() -> None:
    _line, said = desk(
        "zertz change", "", "variant=tournament board=37", "play", "board=48", "play", "quit"
    )
    told = one_line(said)
    why = "ZÈRTZ cannot be played so: a tournament is played on 48 rings or more, not on 37;"
    assert told.count(why) >= 1
    assert "Place a marble" in told


@pytest.mark.needs("gipf")
def test_a_duel_that_cannot_be_played_is_no_value() -> None:
    _line, said = desk("gipf change", "", "zertz_duel=zatr", "zertz_duel=zatre", "q")
    told = one_line(said)
    assert "'zatr' is no value of" in told
    assert "zatre, " in told.partition("Possible: ")[2]


def test_only_what_has_changed_on_a_screen_is_said_again() -> None:
    _line, said = desk("zertz change", "", "3 7m", "nonsense", "q")
    assert said.count("clock: 7m") == 1
    assert said.count("Place marbles, take rings away") == 2, "on the first screen, and on the form"
    assert "'nonsense' is none of these numbers." in said


@pytest.mark.parametrize("leaves", ["q", "quit", "Q"])
@pytest.mark.parametrize(
    "way", [[], ["zertz change", ""], ["all matches"], ["statistics"], ["settings"]]
)
def test_everywhere_one_leaves_by_a_word(way: list[str], leaves: str) -> None:
    _line, said = desk(*way, leaves, "nobody reads this")
    assert said.endswith(f"{leaves}\n")


def test_enter_goes_back_and_leaves_the_first_screen() -> None:
    _line, said = desk("settings", "", "", "nobody reads this")
    assert said.count("\nGames\n") == 2
    assert "nobody" not in said


def test_a_screen_is_read_once_and_again_when_asked_for() -> None:
    _line, said = desk("zertz change", "Ann", "3 7m", "", "zertz change", "", "list", "q")
    first, form, back, again, listed = re.split("(?m)^(?:ZÈRTZ|Games)$", said)[1:6]
    assert "All matches" in first
    assert "opponent" in form
    assert back.splitlines()[1:] == [
        "list reads all lines again.", "Number or name (help, q to leave): zertz change", ""
    ]  # fmt: skip
    assert again.splitlines()[1:3] == ["  3  clock: no clock", "list reads all lines again."]
    assert "opponent" not in again
    assert "All matches" not in listed
    assert said.count("All matches: go on") == 2, "at first, and after list"


def test_rules_that_were_read_between_do_not_have_a_screen_read_again() -> None:
    _line, said = desk("zertz rules", "list", "q")
    assert said.count("All matches: go on") == 2
    assert in_order(said, "Be the first", "\nGames\nlist reads all lines again.\n", "All matches")


def test_a_number_is_taken_as_the_list_reads_it_out() -> None:
    """Also with a sign behind it, and every example that is read works."""
    _line, said = desk("q")
    example = re.search(r"Other words after it: \d+ change,\s(\d+ lessons),\s(\d+ rules)", said)
    assert example
    number = example[1].split()[0]
    for typed in (example[1], f"{number}. lessons", f"{number}: lessons", f"{number}, LESSONS"):
        _line, said = desk(typed, "q")
        assert ": lessons\n" in said, typed
    _line, said = desk(example[2], "q")
    assert " in short\n" in said


@pytest.mark.needs("gipf")
def test_a_list_is_numbered_once() -> None:
    _line, said = desk("gipf lessons", "q")
    assert re.search(r"(?m)^  1  The basic game;", said)


def test_lines_of_a_form_are_chosen_by_their_names_too() -> None:
    typed = ("clock 7m", "3: 8m", "clock 3 days a turn", "clock no clock")
    _line, said = desk("zertz change", "Ann", *typed, "q")
    told = ("7m", "8m", "3 days a turn", "no clock")
    assert in_order(said, *(f"\n  3  clock: {each}\n" for each in told))


def test_a_clock_without_a_unit_is_told_as_it_was_understood() -> None:
    _line, said = desk("zertz change", "Ann", "clock 5", "clock 5m", "bord=48", "q")
    told = one_line(said)
    assert told.count("Clock: 5 seconds each. A number without a unit counts seconds") == 1
    assert "30s/turn or 3d/turn" not in told
    assert "There is no field 'bord' in this form. Did you mean board?" in told


def test_words_of_the_desk_are_those_of_every_prompt() -> None:
    _line, said = desk(
        "undo", "optoins", "options", "play", "play now", ":quit", "nobody reads this"
    )
    told = one_line(said)
    assert "undo is for a match that goes on; help lists what can be typed here." in told
    assert "'optoins' is none of these numbers. Did you mean options?" in told
    assert "There are no more options here" in told
    assert "play begins the match of a form: choose a game first, by number or name." in told
    assert "Type play alone, with nothing behind it." in told
    assert said.endswith(":quit\n")


def test_words_and_names_work_in_czech_with_and_without_accents_and_in_english(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LANGUAGE", "cs")
    speak()
    for word in ("pravidla", "rules", "PRAVIDLA"):
        _line, said = desk(f"zertz {word}", "q")
        assert " ve zkratce" in said.partition("zertz")[2], word
    for word in ("nápověda", "napoveda", "help"):
        _line, said = desk(word, "konec", "nobody reads this")
        assert "variant=blitz" in said
        assert "nobody" not in said


def played_match() -> None:
    desk("zertz change", "Ann", "1 human", "other=Bob", "play", "Wd4,d1", "quit")


def test_matches_are_found_gone_on_with_saved_and_deleted(tmp_path: Path) -> None:
    played_match()
    _line, said = desk(
        "all matches", "1 nobody", "1", "", "match 1 save", "mine.json", "7 delete", "1", "1 ann",
        "7", "Bd5,a1", "quit",
    )  # fmt: skip
    assert in_order(said, "No match has these words.", "Match 1: ZÈRTZ; Ann against Bob · 1 move")
    assert len(load(tmp_path / "mine.json").turns) == 1
    assert "is deleted for ever." in said
    with Library() as library:
        assert len(library.record(1).turns) == 2, "it was kept, and gone on with"
    _line, said = desk("all matches", "7 delete", "delete it", "q")
    assert "Match 1 is deleted." in said
    with Library() as library:
        assert library.entries() == []


def test_the_match_that_waits_stands_on_the_first_screen() -> None:
    played_match()
    _line, said = desk(number_of("ZÈRTZ: Ann against Bob"), "quit")
    assert in_order(said, "Matches that wait", "ZÈRTZ: Ann against Bob", "Bob> quit")


def test_a_saved_match_is_opened_from_its_file(tmp_path: Path) -> None:
    played_match()
    desk("all matches", "7 save", "mine.json", "q")
    _line, said = desk(
        "all matches", "open a saved match", "1", "missing.json", "1", "mine.json", "play",
        "Bd5,a1", "quit",
    )  # fmt: skip
    assert "missing.json" in said
    assert in_order(said, "Turn 2, Player 2.", "Kept as match 2")


def test_the_language_changes_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "en")
    speak()
    _line, said = desk("settings", "4 cs", "4", "2", "q")
    assert in_order(said, "Language: that of the computer", "Jazyk: Čeština", "Language: English")


def test_rules_are_read_where_one_is_and_lessons_are_taken() -> None:
    _line, said = desk(
        "zertz rules", "zertz lessons", "1", "", "", "a1", "quit", "rules", "", "q",
    )  # fmt: skip
    assert said.count("Be the first to own") == 2
    assert in_order(said, "Be the first", "ZÈRTZ: lessons", ", 1 of ", "ZÈRTZ: lessons")


def test_a_lesson_that_was_taken_to_its_end_is_marked() -> None:
    find = lines.open_line().installed.find
    lesson = lessons_of(find("zertz"))[0]
    progress, taken = begin(lesson, find("zertz"), find), list[str]()
    while progress.page is not None:
        taken.append("" if progress.asks_nothing else progress.wanted[0])
        progress = progress.play(taken[-1]) if taken[-1] else progress.turn_page()
    _line, said = desk("zertz lessons", "1", *taken, "q")
    assert "The lesson is over." in said
    assert load_settings().has_done("zertz", lesson.id)


def test_help_says_what_can_be_typed_and_statistics_are_lines() -> None:
    _line, said = desk("help", "statistics", "q")
    assert "Enter alone goes back. Or:\n  help " in said
    assert in_order(said, "\n  list ", "\n  play ", "\n  options ", "\n  quit ")
    assert "Nothing has been played." in said
    played_match()
    _line, said = desk("statistics", "q")
    assert "ZÈRTZ: " in said


def test_who_sits_at_a_terminal_is_back_at_the_desk_after_a_match() -> None:
    line = lines.open_line(library=Library())
    terminal = lines.Typist("zertz change", "", "play", "resign", "", "q")
    assert PlainDesk(line, terminal, line.installed).run() == 0
    assert terminal.said.count("\nGames\n") == 2


def test_with_plain_the_desk_opens_on_a_pipe(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = ["zertz change", "Ann", "1 beginner", "play", "Wd4,d1", "quit"]
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
    assert run(["--plain", "--seed", "3"]) == 0
    assert "\nZÈRTZ: You, Mia.\n" in capsys.readouterr().out
    with Library() as library:
        assert library.record(1).seed == 3


def test_every_line_fits_a_small_terminal() -> None:
    _line, said = desk(
        "gipf", "", "o", "settings", "", "all matches", "", "statistics", "help", "q"
    )
    assert [line for line in said.splitlines() if len(line) > 80] == []
