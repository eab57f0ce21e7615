"""Studies in the public API: tried, walked, annotated, saved and read again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import gipf_meta as gm

COMBINED: dict[str, Any] = {"zertz_potentials": 3, "challenges_enabled": True}
TO_A_DUEL = ("Ga1-b2", "Gi5-h5", "Za1-b2", "Zi5-h5", "Zi1-h2", "Zi1-h2", "Zb2^")


@pytest.fixture
def study() -> gm.Study:
    """A study of two lines, whose current turn is the end of the second one."""
    begun = gm.study("zertz", seed=1).play("Wd4,d1").play("Bd7,a4")
    return begun.go("back").play("Gc5,g1").write("(a) quieter;", signs="!?")


@pytest.mark.parametrize("name", ["study.json", "study.sgf"])
def test_a_study_is_read_again_with_all_that_stands_in_it(
    study: gm.Study, name: str, tmp_path: Path
) -> None:
    study.write("two lines", at="").save(tmp_path / name)
    again = gm.study(tmp_path / name)
    assert (again.turns, again.comment) == (study.turns, "two lines")
    assert again.at == "2", "the end of the main line"


def test_a_study_is_kept_in_the_library_and_found_by_its_number(
    study: gm.Study, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    number = study.keep()
    again = gm.study(number)
    assert (again.turns, again.match.names) == (study.turns, ("Player 1", "Player 2"))
    with pytest.raises(gm.LibraryError, match="There is no match"):
        gm.study(number + 1)


def test_a_match_and_a_position_are_studied() -> None:
    match = gm.new_match("zertz", seed=1, names=["Ada", "Bo"]).play("Wd4,d1").play("Bd7,a4")
    study = gm.study(match)
    assert (study.at, study.match) == ("2", match)
    there = gm.study("zertz", position=match.position)
    assert there.match.begun_from == match.position
    with pytest.raises(gm.OptionError, match="this has begun already"):
        gm.study(match, board=48)


def test_what_is_neither_a_game_nor_a_file_is_said() -> None:
    with pytest.raises(gm.UnknownGame, match="Did you mean zertz"):
        gm.study("zerts")
    with pytest.raises(gm.RecordError, match=r"nowhere\.json"):
        gm.study("nowhere.json")


def test_another_second_decision_is_tried_inside_a_turn(study: gm.Study) -> None:
    inside = study.undo()
    assert (inside.at, inside.match.turns) == ("2.1.1", ("Wd4,d1", "Gc5"))
    assert inside.turns == study.turns
    assert inside.redo() == study
    assert inside.go("on") == study, "on ends the turn first"
    assert inside.undo().at == "1"
    assert inside.play("a1").turns["2.2.1"].text == "Gc5,a1"
    with pytest.raises(gm.CannotUndo):
        study.redo()
    with pytest.raises(gm.CannotUndo):
        gm.study("zertz").undo()


def test_one_walks_into_a_duel_and_tries_otherwise_there() -> None:
    study = gm.study("gipf", seed=1, **COMBINED)
    for text in (*TO_A_DUEL, "challenge", "Wd4,d1"):
        study = study.play(text)
    study = gm.study(study.match.resign())
    assert (study.at, study.match.depth) == ("7", 0)
    whole = study.undo()
    assert (whole.at, whole.match.depth, whole.match.duels[0].turns) == ("7", 1, ("Wd4,d1",))
    assert whole.redo() == study, "the duel was resigned there"
    inside = whole.undo()
    assert (inside.at, inside.match.depth, inside.match.duels[0].turns) == ("7", 1, ("Wd4",))
    other = inside.play("a1")
    assert [*other.turns][-1] == "7.1.1", "another duel is a variation"
    assert other.match.duels[0].turns == ("Wd4,a1",)
    assert other.undo().undo().match.depth == 1
    assert other.undo().undo().undo().match.depth == 0, "before the challenge"
    begun = inside.undo().undo()
    assert begun.match.turns[-1] == "Zb2^"
    assert begun.redo().redo().redo().redo() == study


@pytest.mark.parametrize(
    ("comment", "signs", "why"),
    [
        (None, "! ?", "Signs such as !? have no blanks, and at most 20 letters."),
        (None, "!" * 21, "Signs such as !? have no blanks, and at most 20 letters."),
        (None, "good", "The signs are !! ! !? ?! ? ??; words are a comment."),
        ("x" * 10_001, None, "A comment has at most 10000 letters."),
    ],
)
def test_what_no_file_could_hold_is_not_written(
    study: gm.Study, comment: str | None, signs: str | None, why: str
) -> None:
    with pytest.raises(gm.OptionError) as error:
        study.write(comment, signs=signs)
    assert str(error.value) == why
