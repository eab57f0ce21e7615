"""The words that are typed: at every prompt each word that applies is carried out, in lines and in
the terminal, and one that does not apply gets a sentence."""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import Any, get_args
from unittest.mock import MagicMock

import pytest

from gipf_meta.line.local_line import LocalLine
from gipf_meta.line.typed_words import Action
from gipf_meta.match.lesson_progress import begin, find_lesson
from gipf_meta.match.match import Match
from gipf_meta.narration import vocabulary
from gipf_meta.narration.vocabulary import PromptKind, words_at
from gipf_meta.plain.desk_prompts import PlainDesk
from gipf_meta.plain.lessons import Tutor
from gipf_meta.plain.play_loop import PlainMatch
from gipf_meta.plain.terminal import Terminal
from gipf_meta.tui.screens.typed_actions import TypedActions
from tests.plain import lines
from tests.small_games.finding import find
from tests.small_games.wager import Wager
from tests.testing.broken.sound import Nim

INSTALLED = lines.open_line().installed
AT_BOARD: tuple[PromptKind, ...] = ("match", "host", "set-up", "study", "end")


def wager() -> tuple[LocalLine, Match]:
    line = lines.open_line(lines.Found(finder=find))
    return line, Match.begin(Wager(), 2, find, 1)


def actions_in_lines(kind: PromptKind) -> Mapping[str, Action]:
    """The actions line by line for words at prompts of that *kind*."""
    terminal = Terminal(io.StringIO(), io.StringIO())
    if kind == "desk":
        return PlainDesk(lines.open_line(), terminal, INSTALLED).words.actions
    if kind == "lesson":
        progress = begin(find_lesson(Nim, "first"), Nim, INSTALLED.find)
        return Tutor(progress, terminal, lambda _page: None).words.actions
    line, match = wager()
    lines.begin(line, match, ["human", "human"])
    return PlainMatch(line, lines.ROOM, INSTALLED, terminal).commands.words.actions


@pytest.mark.parametrize("kind", get_args(PromptKind))
def test_every_word_that_applies_is_carried_out_in_lines(kind: PromptKind) -> None:
    assert {word.name for word in words_at({kind})} <= actions_in_lines(kind).keys()


@pytest.mark.parametrize("kind", AT_BOARD)
def test_every_word_that_applies_is_carried_out_in_the_terminal(kind: PromptKind) -> None:
    screen: Any = MagicMock()
    actions = TypedActions(screen).words.actions
    assert {word.name for word in words_at({kind})} <= actions.keys()


@pytest.mark.parametrize("kind", get_args(PromptKind))
def test_no_action_stands_for_a_word_that_is_not_in_the_table(kind: PromptKind) -> None:
    assert all(vocabulary.named(name) is not None for name in actions_in_lines(kind))


def said(*typed: str) -> str:
    """The output, on one line, of a match of Wager for two at a pipe of the lines *typed*."""
    (line, match), pipe = wager(), lines.pipe(*typed)
    lines.begin(line, match, ["human", "human"])
    lines.play(line, pipe)
    return " ".join(lines.said_at(pipe).split())


def test_that_no_move_waits_any_more_is_told_at_once() -> None:
    told = said("next", "score")
    assert told.count("No move waits for your turn any more.") == 1


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("people", "people is for matches at a host; this one is played here alone."),
        ("tree", "tree is for studies: study opens one of a match."),
        ("rematch", "rematch is for a match that is over; help lists what can be typed here."),
        ("list", "list is for the lists before a match; help lists what can be typed here."),
        ("undo now", "Type undo alone, with nothing behind it."),
        ("draw", "Right, do you accept the draw (yes or no)?"),
        ("yes", "There is no question to answer."),
        ("no", "There is no question to answer."),
        ("ready", "The match is not paused."),
        ("redo", "Nothing was taken back."),
        ("undo", "There is nothing to take back."),
        ("next a", "It is your turn: play."),
        ("pause", "No time runs in this match: there is nothing to pause."),
        ("pause 15m", "No time runs in this match: there is nothing to pause."),
    ],
)
def test_a_word_at_the_wrong_moment_gets_one_sentence(typed: str, why: str) -> None:
    told = said(typed, "quit", "yes")
    assert f"> {typed} {why}" in told


def test_a_word_mistyped_after_the_end_gets_a_hint_and_offers_what_can_be_done() -> None:
    (line, match), terminal = wager(), lines.Typist("resign", "newz", "rveiew", "xyzzy", "")
    lines.begin(line, match, ["human", "human"])
    lines.play(line, terminal)
    told = " ".join(terminal.said.split())
    assert "newz is neither a word nor a move here. Did you mean news?" in told
    assert "rveiew is neither a word nor a move here. Did you mean review?" in told
    assert "The match is over: help lists what can be typed, Enter leaves." in told
