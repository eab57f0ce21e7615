"""Pasted text in line mode is handled as a whole, or refused with a sentence; no part of it is
played silently."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from gipf_meta.library.settings import load_settings
from gipf_meta.library.store import Library
from gipf_meta.match.match import Match
from gipf_meta.plain.desk_prompts import PlainDesk
from gipf_meta.plain.terminal import Terminal
from tests.plain import lines

pytestmark = pytest.mark.needs("zertz")
SHEET = '[Game "zertz"]\n[Player1 "Ann"]\n\n1. Wd4,d1 Bd7,a4\n'


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


@pytest.fixture
def pasted() -> Iterator[tuple[int, Terminal]]:
    """A real terminal, and the file descriptor of its keyboard."""
    typist, program = os.openpty()
    with os.fdopen(program) as stdin:
        yield typist, Terminal(stdin, io.StringIO())
    os.close(typist)


def desk(*typed: str) -> str:
    """The output, on one line, of the desk on a pipe of the lines *typed*."""
    line, pipe = lines.open_line(library=Library()), lines.pipe(*typed, "q")
    line.settings = load_settings()
    assert PlainDesk(line, pipe, line.installed).run() == 0
    line.close()
    return " ".join(lines.said_at(pipe).split())


def match(terminal: Terminal) -> str:
    """The output, on one line, of a match of ZÈRTZ at *terminal*."""
    line = lines.open_line()
    game = Match.begin(line.installed.games["zertz"](), 2, line.installed.find, 1)
    lines.begin(line, game, ["human", "human"])
    lines.play(line, terminal)
    line.close()
    return " ".join(lines.said_at(terminal).split())


def test_the_lines_of_a_paste_come_together_and_those_typed_later_do_not(
    pasted: tuple[int, Terminal],
) -> None:
    typist, terminal = pasted
    os.write(typist, SHEET.encode())
    assert terminal.read() == '[Game "zertz"]'
    assert terminal.has_more()
    assert terminal.rest_of('[Game "zertz"]').splitlines() == SHEET.splitlines()
    assert not terminal.has_more()
    os.write(typist, b"one\ntwo\n\nthree\n")
    assert terminal.read() == "one"
    assert terminal.drop_rest() == 2
    os.write(typist, b"four\n")
    assert terminal.read() == "four"
    assert terminal.drop_rest() == 0


def test_a_game_that_is_pasted_at_the_desk_is_opened_whole() -> None:
    said = desk(*SHEET.splitlines(), ".", "")
    assert "Black marble, 1: d7. White marble, 1: d4. Turn 3, Player 1." in said


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("1. Wd4,d1 Bd7,a4", "White marble, 1: d4"),
        ("a1,a2,b1 1/0/0 0/0/0 0/0/0 1", "ZÈRTZ A board without pieces."),
        ("#screen/setup/%7B%22game%22%3A%20%22zertz%22%7D", "number changes a line, play begins"),
        ("#screen/shared_match/%7B%22match", "The link is damaged: copy it whole"),
        ("#match=abc", "The link to a match is damaged"),
        ("(;GM[1]", "it is a game of Go, which no reader here knows"),
        ('{"format": 1, "game": "chess"', "The text is no record"),
        ("sheet.txt", "White marble, 1: d4"),
        ("Dear Anna", "'Dear Anna' is none of these numbers"),
    ],
)  # fmt: skip
def test_what_is_pasted_or_named_at_the_desk_is_opened_or_refused(
    tmp_path: Path, typed: str, said: str
) -> None:
    (tmp_path / "sheet.txt").write_text(SHEET)
    assert said in desk(typed, ".", "")


def test_several_games_are_listed_and_how_all_are_imported_is_said() -> None:
    more = '[Game "zertz"] [Foo "a"] [Foo "b"]', "1. We3,a1", '[Game "x"]', "!!", "."
    said = desk(*SHEET.splitlines(), *more, "2", "")
    assert "Which of these games? 1 Ann – Player 2; 2 turns; ZÈRTZ" in said
    assert "2 Player 1 – Player 2; 1 turn; ZÈRTZ" in said
    assert "Game 2: " in said
    assert 'the header [Foo "a"] is said again.' in said
    assert "gipf-meta library import FILE" in said
    assert "White marble, 1: e3. Turn 2" in said


def test_turns_on_one_line_are_played_up_to_the_first_that_is_refused() -> None:
    said = match(lines.Typist("1. Wd4,d1 Bd7,a4 XX We3,a1", "quit", "quit"))
    assert "(Bd7,a4)" in said
    assert "'XX We3,a1' is no" in said
    assert "Player 1: We3" not in said


def test_lines_behind_one_that_is_refused_are_left_out_with_a_sentence(
    pasted: tuple[int, Terminal],
) -> None:
    typist, terminal = pasted
    os.write(typist, b"Wd4,d1\nXX\nBd7,a4\nWe3,a1\n\x04\x04")
    said = match(terminal)
    assert "'XX' is no move" in said
    assert "2 lines behind it are left out." in said
    assert "Bd7,a4: place" not in said


def test_a_game_that_is_pasted_into_a_match_is_no_turn_and_asked_about() -> None:
    said = match(lines.pipe(*SHEET.splitlines(), ".", "no", "Wd4,d1"))
    assert "That is a game, no turn. Leave this match for it (yes or no)? no" in said
    assert "Player 1 places a white marble on d4, then removes ring d1 (Wd4,d1)." in said


def test_what_is_copied_is_printed_as_it_is() -> None:
    said = match(lines.pipe("Wd4,d1", "copy", "copy SHEET", "copy nothing", "copy position"))
    assert (
        "copy position The position copy zip The position as ZIP copy game The game, to go on"
        in said
    )
    assert '[Game "zertz"]' in said
    assert "There is no nothing to copy, but: copy position" in said
    assert "5/8/10 0/0/0 0/0/0 2" in said


def test_what_waits_in_a_pipe_is_not_dropped_with_what_was_half_typed() -> None:
    """Time may bring another turn while a program at the other end has not answered yet."""
    reading, writing = os.pipe()
    with open(reading, encoding="utf-8") as stdin, open(writing, "w", encoding="utf-8") as pipe:
        terminal = Terminal(stdin, io.StringIO())
        print("Wd4,a1", file=pipe, flush=True)
        terminal.drop_half_typed()
        assert terminal.read() == "Wd4,a1"
