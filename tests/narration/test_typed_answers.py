"""Typed texts are answered: by lines, as a command of the room, or as a word for the face."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from gipf_meta.base.texts import spoken
from gipf_meta.match.match import Match
from gipf_meta.match.plan_lines import write_lines
from gipf_meta.narration import questions
from gipf_meta.narration.plan_words import with_line
from gipf_meta.narration.typed_answers import PromptContext, TypedAnswer, kinds_of_prompt
from gipf_meta.narration.vocabulary import WORDS, PromptKind
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.protocol.options import configure
from gipf_meta.records.study import Study

pytestmark = pytest.mark.needs("zertz")

NAMES = ("Ann", "Bob")


def prompt(*at: PromptKind, study: Study | None = None) -> PromptContext:
    """The prompt in a match of ZÈRTZ before its first turn."""
    find = installed_plugins().find
    match = Match.begin(configure(find("zertz"), {}), 2, find, seed=3)
    scene = questions.scene_of(match, NAMES, 0)
    return PromptContext(frozenset(at), match, scene, NAMES, (0, 1), study)


def answer(typed: str, *at: PromptKind) -> TypedAnswer:
    """The answer to *typed* in such a match."""
    found = prompt(*(at or ("match",))).answer(typed)
    assert found is not None, typed
    return found


@pytest.mark.parametrize(
    ("typed", "command"),
    [
        ("undo", {"do": "take_back"}),
        ("u", {"do": "take_back"}),
        (":redo", {"do": "play_again"}),
        ("yes", {"do": "answer", "accept": True}),
        ("no", {"do": "answer", "accept": False}),
        ("ready", {"do": "go_on"}),
        ("next", {"do": "premove", "text": None}),
        ("next Wd4,d1", {"do": "premove", "text": "Wd4,d1"}),
        ("plan off", {"do": "plan", "lines": []}),
        ("pause 15m", {"do": "pause", "ms": 900_000}),
    ],
)
def test_a_word_that_the_room_carries_out_is_its_command(
    typed: str, command: dict[str, Any]
) -> None:
    assert answer(typed) == TypedAnswer(command=command)


def test_a_line_of_a_plan_is_the_command_with_all_lines_that_are_planned() -> None:
    planned = with_line((), prompt("match").match, 1, "if Wd4,d1 then Bc2,a1")
    context = replace(prompt("match"), planner=1, planned=planned)
    found = context.answer("if Bd4,d1 then Bc2,a1")
    assert found is not None
    assert found.command["do"] == "plan"
    assert found.command["lines"] == write_lines(
        with_line(planned, context.match, 1, "if Bd4,d1 then Bc2,a1")
    )
    told = context.answer("plan")
    assert told is not None
    assert [*told.lines] == ["If Wd4, d1 comes, you play Bc2, a1."]


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("if Wd4,d1 then", "Say what may come and what you play then"),
        ("plan of", "Type plan, or plan off."),
        ("if z9 then Wd4", "z9"),
    ],
)
def test_what_is_no_line_of_a_plan_is_refused(typed: str, why: str) -> None:
    found = replace(prompt("match"), planner=1).answer(typed)
    assert found is not None
    assert found.refuses
    assert why in found.lines[0]
    watching = answer(typed)
    assert watching.refuses


@pytest.mark.parametrize(
    ("typed", "word", "argument"),
    [
        ("hint", "hint", ""),
        ("resign", "resign", ""),
        ("pause", "pause", ""),
        ("copy link", "copy", "link"),
        ("save foo.json", "save", "foo.json"),
        (":q", "quit", ""),
    ],
)
def test_a_word_that_the_face_carries_out_is_named(typed: str, word: str, argument: str) -> None:
    assert answer(typed) == TypedAnswer(word=word, argument=argument)


def test_seats_are_named_by_number_or_name_at_a_host() -> None:
    at: tuple[PromptKind, ...] = ("match", "host")
    assert answer("sit 2", *at).command == {"do": "sit", "player": 1}
    assert answer("seat bob easy", *at).command == {"do": "seat", "player": 1, "kind": "easy"}
    assert answer("uninvite watch", *at).command == {"do": "uninvite", "player": None}
    assert answer("invite ann", *at) == TypedAnswer(word="invite", argument="0")
    one_free = replace(prompt(*at), free=(1,))
    assert one_free.answer("sit") == TypedAnswer(command={"do": "sit", "player": 1})
    nobody = TypedAnswer(["Type whose seat; people lists them."], refuses=True)
    assert answer("sit", *at) == answer("claim 7", *at) == nobody


def test_moves_score_and_questions_are_answered_in_lines() -> None:
    assert answer("moves d4").lines[0].endswith("possible with d4:")
    assert "Pool" in answer("score").lines[0]
    assert answer("whose turn is it").lines
    assert answer("board").lines == ["The board is shown all the time here."]
    assert any(line.split()[0] == "undo" for line in answer("help").lines)


def test_a_word_that_does_not_apply_says_why_and_one_mistyped_what_was_meant() -> None:
    for typed in ("promote", "rematch", "people", "hint again"):
        refused = answer(typed)
        assert refused.refuses, typed
        assert refused.lines[0].startswith(typed.split()[0] if " " not in typed else "Type hint")
    (why,) = answer("resgin").lines
    assert why == "resgin is neither a word nor a move here. Did you mean resign?"
    assert answer("pause soon").refuses


def test_what_may_be_a_decision_is_left_to_the_game() -> None:
    for typed in ("Wd4", "w", "W", "We9,b1", "castle"):
        assert prompt("match").answer(typed) is None, typed
    assert answer(":w").word == "save"


def test_words_are_understood_in_czech_and_in_english_without_accents() -> None:
    with spoken("cs"):
        assert answer("zpet").command == answer("undo").command == {"do": "take_back"}
        assert answer("nápověda").word == answer("napoveda").word == "help"


def test_every_word_is_answered_at_each_prompt_of_its_own() -> None:
    find = installed_plugins().find
    study = Study.begin(configure(find("zertz"), {}), 2, find, seed=3)
    for word in WORDS:
        for kind in word.at:
            if kind == "desk":
                continue
            found = prompt(kind, study=study if kind == "study" else None).answer(f":{word.name}")
            assert found is not None, (word.name, kind)
            assert found.lines or found.command or found.word == word.name, (word.name, kind)


def test_steps_and_turns_of_a_study_are_commands_or_say_why_not() -> None:
    find = installed_plugins().find
    study = Study.begin(configure(find("zertz"), {}), 2, find, seed=3)
    here = prompt("study", study=study)

    def said(typed: str) -> TypedAnswer:
        found = here.answer(typed)
        assert found is not None, typed
        return found

    assert said("comment too early").command == {
        "do": "write_beside", "at": "", "comment": "too early",
    }  # fmt: skip
    assert said("restore").command == {"do": "restore"}
    assert said("tree").lines == ["Nothing was played yet."]
    assert said("go 7").refuses
    assert said("back x").lines == ["Type back, or back 3 for three turns."]
    assert said("on").refuses


@pytest.mark.parametrize(
    ("is_over", "is_far", "kinds"),
    [(False, False, {"match"}), (True, False, {"end"}), (False, True, {"match", "host"})],
)
def test_the_kind_of_a_prompt(is_over: bool, is_far: bool, kinds: set[PromptKind]) -> None:
    assert kinds_of_prompt(prompt("match").match, None, is_over=is_over, is_far=is_far) == kinds
