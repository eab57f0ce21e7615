"""Names of files: no name that anybody can type ends a program or a match."""

from __future__ import annotations

from pathlib import Path

import pytest

import gipf_meta as gm
from gipf_meta.records.models import RecordError
from gipf_meta.records.record_files import read_name
from tests.records.file_names import BAD_NAMES, FACES, furnish, load_by_door
from tests.small_games.wager import Wager


@pytest.fixture
def furnished(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    furnish(folder)
    monkeypatch.chdir(folder)
    monkeypatch.setenv("HOME", str(folder))
    return folder


@pytest.mark.parametrize("face", FACES)
def test_no_name_of_a_file_ends_a_match_and_each_is_refused_in_one_sentence(
    furnished: Path, face: str
) -> None:
    before = sorted(furnished.rglob("*"))
    for name, words in BAD_NAMES.items():
        said = " ".join(FACES[face](name).split())
        assert "Saved" not in said, (name, said)
        assert words in said, (name, said)
    assert sorted(furnished.rglob("*")) == before
    assert "Saved" in FACES[face]("~/good.json")
    assert load_by_door(str(furnished / "good.json")) == "Loaded"


def test_no_name_of_a_file_that_is_read_ends_a_program_and_no_pipe_is_waited_for(
    furnished: Path,
) -> None:
    for name, words in BAD_NAMES.items():
        said = load_by_door(name)
        assert words in said, (name, said)
        assert said.endswith(".")


def test_a_library_user_reads_why_whatever_a_disk_answers_and_no_folder_is_made(
    furnished: Path,
) -> None:
    match = gm.new_match(Wager)
    with pytest.raises(RecordError, match=r"cannot be written: there is no folder .*/new\.$"):
        match.save("new/x.json")
    assert not (furnished / "new").exists()
    for no_name in (None, 5, b"x.json", "", " "):
        with pytest.raises(RecordError, match=r"^(A file is named by|Say which file: )"):
            match.save(no_name)  # type: ignore[arg-type]


def test_a_name_may_be_as_long_as_names_of_files_can_be(furnished: Path) -> None:
    name = "x" * 250 + ".json"
    gm.new_match(Wager).save(name)
    assert gm.load(name, games=(Wager,)).turns == ()


def test_a_tilde_is_the_home_in_a_text_and_a_letter_behind_a_dot(furnished: Path) -> None:
    assert read_name("~/x") == furnished / "x"
    assert read_name("./~x") == read_name(Path("~x")) == Path("~x")
