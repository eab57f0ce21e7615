"""Names of people: one rule wherever one is given, one comparison wherever they are compared."""

from __future__ import annotations

import json
import unicodedata
from argparse import ArgumentTypeError
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.cells import cell_len

import gipf_meta as gm
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.names import (
    check_name,
    clean_name,
    fold,
    have_same_name,
    is_name,
    other_name,
)
from gipf_meta.base.sentences import cells_of, cut_to_cells, pad, pad_before
from gipf_meta.cli import run
from gipf_meta.commands.arguments import read_name as read_argument
from gipf_meta.library.settings import Settings, read_settings
from gipf_meta.library.store import Library
from gipf_meta.records.record_files import loads, save
from gipf_meta.table.players import read_name, read_seats
from gipf_meta.web.frames import write_frame

GOOD = (
    "Ann", "Řehoř", "Zoë", "O'Brien-Łoś", "山田 太郎", "김철수", "ابن سینا", "رضا\u200cپور",
    "ශ්\u200dරී", "क्\u200dष", "Nguyễn", "שָׁלוֹם", "👩\u200d🔬 Ada", "❤\ufe0f", "Ann (2)", "Player 1",
    "x" * 60, "山" * 30,
)  # fmt: skip
BAD = (
    "", "   ", "Ann\u202eevil", "Ann\u200b", "\u200b", "An\u00adn", "a\nb", "a\tb", "\x1b[31m",
    "a\u2028b", "Ann\u2066", "\u0301", " \u0301a", "a" + "\u0301" * 40, "\u3164", "\u2800",
    "a\u200db", "A\u200cnn", "\u200dAnn", "x" * 61, "山" * 31, "\ud800", "\ufeffAnn", "A\ufe0fnn",
    "\ue000", "A\u034fnn",
)  # fmt: skip


def _of_set_up(name: str) -> str:
    seats = read_seats(
        type(gm.new_match("zertz").game), ["human", "human"], [name, "Bob"], lot=False
    )
    return str(seats["names"][0])


READERS: tuple[Callable[[str], str], ...] = (
    check_name,
    read_argument,
    lambda name: gm.new_match("zertz", seed=1, names=[name, "Bob"]).names[0],
)


@pytest.mark.parametrize("name", GOOD)
def test_names_of_all_scripts_are_kept_everywhere_as_they_are(name: str) -> None:
    for read in (*READERS, read_name, _of_set_up, clean_name):
        assert read(name) == name
    assert Settings().with_name(name).name == name
    assert is_name(name)


@pytest.mark.parametrize("name", BAD)
def test_names_that_act_or_are_not_seen_are_refused_everywhere(name: str) -> None:
    for read in READERS:
        with pytest.raises((GipfMetaError, ArgumentTypeError), match="name"):
            read(name)
    if name.strip():
        for read in (read_name, _of_set_up):
            with pytest.raises(gm.OptionError):
                read(name)
    assert not Settings().with_name(name).name
    cleaned = clean_name(name)
    assert not cleaned or is_name(cleaned)
    assert read_settings({"name": name}).name == cleaned


def test_names_are_kept_composed_and_with_single_spaces() -> None:
    assert check_name("  Zoe\u0308   van\u3000Dyk ") == "Zoë van Dyk"
    assert clean_name("Ann\u202eevil") == "Annevil"
    assert clean_name("Ann\nB") == "Ann B"


@pytest.mark.parametrize(
    ("typed", "kept"),
    [("řehoř", "Řehoř"), ("ZOE\u0308", "Zoë"), ("zoë", "Zoe\u0308"), ("strasse", "Straße"),
     ("ｋｅｎ", "Ken"), ("ΣΊΣΥΦΟΣ", "σίσυφος"), ("100%", "100%"), ("_", "a_b")],
)  # fmt: skip
def test_names_are_found_whatever_their_case_and_composition(
    tmp_path: Path, typed: str, kept: str
) -> None:
    assert fold(typed) in fold(kept)
    path = tmp_path / "match.json"
    gm.new_match("zertz", seed=1, names=["Ann", "Bob"]).save(path)
    text = path.read_text("utf-8").replace('"Ann"', f'"{kept}"')
    with Library(tmp_path / "library.sqlite") as library:
        library.add(loads(text))
        assert len(library.entries(name=typed)) == 1
        assert not library.entries(name="Zoe")
        assert not library.entries(name="a%b")


def test_people_of_one_name_are_told_apart() -> None:
    assert have_same_name(["Zoë", "Bob", "ZOE\u0308"])
    assert other_name("Ann", ["ann", "ANN (2)"]) == "Ann (3)"
    assert cells_of(other_name("山" * 30, ["山" * 30])) <= 60
    with pytest.raises(gm.OptionError):
        gm.new_match("zertz", names=["Zoë", "zoe\u0308"])


def test_records_with_names_of_old_are_read_and_shown_safely(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "old.json"
    gm.new_match("zertz", seed=1, names=["Ann", "Bob"]).save(path)
    path.write_text(path.read_text("utf-8").replace('"Ann"', '"Ann\\u202eevil\\u200b"'), "utf-8")
    assert gm.load(path).names == ("Ann\u202eevil\u200b", "Bob")
    assert run(["replay", str(path)]) == 0
    told = capsys.readouterr().out
    assert "\u202e" not in told
    assert "\u200b" not in told
    save(loads(path.read_text("utf-8")), tmp_path / "again.json")


@pytest.mark.parametrize("text", [*GOOD[:7], *GOOD[10:12], "plain", "", "ｗｉｄｅ", "e\u0301"])
def test_widths_are_counted_by_cells(text: str) -> None:
    assert cells_of(text) == cell_len(text)
    assert cell_len(pad(text, 70)) == cell_len(pad_before(text, 70)) == 70
    cut = cut_to_cells(text, 5)
    assert cells_of(cut) <= 5
    assert text.startswith(cut)


def test_tables_of_statistics_stand_in_columns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    path = tmp_path / "match.json"
    gm.new_match("zertz", seed=1, names=["山田太郎", "Zo\u00eb\u0300"]).resign().save(path)
    assert run(["library", "import", str(path)]) == 0
    capsys.readouterr()
    assert run(["library", "stats"]) == 0
    lines = [line for line in capsys.readouterr().out.splitlines() if line.startswith("player")]
    assert len(lines) == 2
    starts = {cell_len(line[: line.index(line.split(")", 1)[1].lstrip())]) for line in lines}
    assert len(starts) == 1, lines
    assert all(unicodedata.is_normalized("NFC", line) for line in lines)


def test_no_frame_of_a_page_has_a_text_that_acts_on_its_lines() -> None:
    said = {"name": "Ann\u202eevil\u200b", "file": json.dumps("A\u202e", ensure_ascii=False)}
    frame = write_frame(said)
    assert frame.isascii()
    shown = json.loads(frame)
    assert shown["name"] == r"Ann\u202eevil\u200b"
    assert json.loads(shown["file"]) == "A\u202e"
    joined = {"name": "रा\u200dम 👩\u200d🔬"}
    assert json.loads(write_frame(joined)) == joined
