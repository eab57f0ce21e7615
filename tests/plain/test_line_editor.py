"""The line that is edited at a terminal: Tab completes it, arrows recall lines, and what is half
typed stays while the match goes on."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from gipf_meta.plain import line_editor
from gipf_meta.plain.line_editor import MOST_CHOICES, LineEditor, completed
from gipf_meta.plain.terminal import Terminal
from tests.tui import terminal as windows

PATIENCE_S = 30.0


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(windows, "PATIENCE_S", PATIENCE_S)


def test_many_completions_are_listed_up_to_the_next_sign() -> None:
    lines = [f"{letter}{row},{other}" for letter in "abc" for row in range(5) for other in "defgh"]
    assert len(lines) > MOST_CHOICES
    begin = partial(starting, lines)
    assert completed("", begin) == [f"{letter}{row}," for letter in "abc" for row in range(5)]
    assert completed("a1,", begin) == ["a1,d", "a1,e", "a1,f", "a1,g", "a1,h"]
    assert completed("x", begin) == []


def starting(lines: list[str], begun: str) -> list[str]:
    return [line for line in lines if line.startswith(begun)]


def test_without_readline_and_on_a_pipe_one_waits_as_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert not LineEditor().can_look, "the input of tests is no terminal"
    pipe = Terminal(io.StringIO("a1\n"), out := io.StringIO())
    looked: list[bool] = []
    typed = pipe.ask_while("Left> ", line_editor.Typing(), lambda: 1, lambda: bool(looked))
    assert (typed, out.getvalue()) == ("a1", "Left> a1\n")


@pytest.fixture
def at_keyboard() -> Iterator[Terminal]:
    """A terminal whose input is one."""
    typist, program = os.openpty()
    with os.fdopen(program) as stdin:
        yield Terminal(stdin, io.StringIO())
    os.close(typist)


def test_a_line_half_typed_for_a_turn_that_is_over_is_dropped(at_keyboard: Terminal) -> None:
    at_keyboard._editor.half_typed = "Wd"
    at_keyboard.drop_half_typed()
    assert at_keyboard._editor.half_typed == ""


@pytest.mark.slow
def test_words_are_completed_and_lines_recalled_in_a_terminal(tmp_path: Path) -> None:
    """A match, whose first line is recalled before the second; answers are not recalled."""
    with windows.terminal((80, 24), "play", "zertz", "--plain", home=tmp_path) as window:
        window.until("Player 1> ")
        window.send(b"sc\t\n")
        window.until("score\r\nPool: white marble 6")
        window.until("Player 1> ")
        window.send(b"Wd4,d1\n")
        window.until("Player 2> ")
        window.send(b"\x1b[A\x1b[A")
        window.until("score")
        window.send(b"\n")
        window.until("Pool: white marble 5")
        window.until("Player 2> ")
        window.send(b"board o\t\t")
        window.until("off")
        window.send(b"ff\n")
        window.until("shown no more")
        window.send(b":q\n")
        window.until("Kept as match 1")
        assert window.ended() == 0


def test_tab_completes_at_the_desk_and_each_kind_of_prompt_has_its_own_history(
    tmp_path: Path,
) -> None:
    with windows.terminal((80, 24), "--plain", home=tmp_path) as window:
        window.until("q to leave): ")
        window.send(b"zer\t les\t\n")
        window.until("ZÈRTZ: lessons")
        window.until("q to leave): ")
        window.send(b"1\n")
        window.until("Player 1> ")
        window.send(b"\x1b[A\x1b[Arul\t\n")  # nothing to recall here
        window.until("rules")
        window.until("Player 1> ")
        window.send(b"qu\t\n")
        window.until("q to leave): ")
        window.send(b"\x1b[A\x1b[A\n")
        window.until("zertz lessons")
        window.until("q to leave): ")


@pytest.mark.slow
def test_what_is_half_typed_stays_while_the_match_goes_on(tmp_path: Path) -> None:
    """A bot answers while somebody types: its move is read, and the line goes on where it was."""
    words = ("play", "tamsk", "--plain", "--set", "level=2", "--seats", "human", "greedy:700")
    with windows.terminal((80, 24), *words, home=tmp_path) as window:
        window.until("Ready? ")
        window.send(b"\n")
        window.until("You> ")
        window.send(b"a1-b2\ns")  # the second line begins before the first is answered
        window.until("is thinking)> ")
        window.send(b"co")
        window.until("Bruno moves")
        window.until("You> ")
        window.until("sco")
        window.send(b"re\n")
        window.until("You: rings 31.")
        window.send(b"quit\n")
        window.until("Kept as match 1")
        assert window.ended() == 0
