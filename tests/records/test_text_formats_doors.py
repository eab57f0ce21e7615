"""Every door where a game or a position comes in takes the same texts, and reads them alike."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

import gipf_meta as gm
from gipf_meta.library.store import Library
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.protocol.capabilities import bare_position
from gipf_meta.records.game_files import pasted_file
from gipf_meta.records.text_formats import FoundGame, read_games
from tests.commands.test_cli import Command
from tests.commands.test_cli import gipf_meta as gipf_meta  # the fixture
from tests.match.test_own_tags import ALWAYS
from tests.match.test_own_tags import told as drawn_by_tag

MATCH: Final = gm.new_match("zertz", seed=1, names=("Anna", "Bob"))
TURNS: Final = ("Wd4,d1", "Bd7,a4", "Gc5,g1", "Bb2,g4")


def _played() -> gm.Match:
    match = MATCH
    for turn in TURNS:
        match = match.play(turn)
    return match.resign()


def _saved(ending: str, folder: Path) -> str:
    _played().save(folder / f"x{ending}")
    return (folder / f"x{ending}").read_text(encoding="utf-8")


def _told(folder: Path) -> str:
    names = ("Anna as Player 1", "Bob as Player 2")
    lines = [f"{n:>3}. {names[(n - 1) % 2]}: {turn}" for n, turn in enumerate(TURNS, 1)]
    return "\n".join([*lines, "ZÈRTZ: Bob as Player 2 won (resignation)."])


SHEET: Final = '\ufeff[White "Anna"]\n1. Wd4,d1 Bd7,a4 2. Gc5,g1 Bb2,g4\nWhite resigns\n'
TEXTS: Final[dict[str, Callable[[Path], str]]] = {
    "own record": lambda folder: _saved(".json", folder),
    "sheet on a line": lambda folder: SHEET,
    "a start by a tag": lambda folder: "\n".join(drawn_by_tag(ALWAYS)[1][:6]),
    "sgf": lambda folder: _saved(".sgf", folder),
    "as replay tells it": _told,
}


def _by_replay(command: Command, file: Path) -> list[str]:
    return _told_texts(command("replay", "--json", str(file)).out)


def _by_playthrough(command: Command, file: Path) -> list[str]:
    tag = re.search(r'\[Game "(\w+)"', file.read_text("utf-8-sig"))
    game = tag[1] if tag else "zertz"
    told = map(json.loads, command("playthrough", game, str(file)).out.splitlines())
    return [each["text"] for each in told if "text" in each and "resign" not in each["text"]]


def _told_texts(out: str) -> list[str]:
    return [json.loads(line)["text"] for line in out.splitlines()]


def _by_import(command: Command, file: Path) -> list[str]:
    assert command("library", "import", str(file)).status == 0
    with Library() as library:
        return [turn.text for turn in library.record(1).turns]


def _by_review(command: Command, file: Path) -> list[str]:
    rows = map(json.loads, command("review", "--json", "--nodes", "1", str(file)).out.splitlines())
    return [row["text"] for row in rows if "text" in row]


def _by_render(command: Command, file: Path) -> list[str]:
    drawn = command("render", str(file), "-o", "-")
    assert drawn.out.startswith("<svg"), drawn.err
    return []


def _by_study(command: Command, file: Path) -> list[str]:
    out = command("study", str(file), "--plain", typed="tree\nquit\n").out
    lines = re.search(r"(?ms)^[> ] 1\. .*?^> [0-9]+\. [^\n]+", out)
    assert lines, out
    return _read_text(lines[0])


def _by_paste(command: Command, file: Path) -> list[str]:
    return _read_text(pasted_file(file.read_text("utf-8")).text)


def _read_text(text: str) -> list[str]:
    installed = installed_plugins()
    (found,) = read_games(text, installed.all_readers(), installed.find)
    assert isinstance(found, FoundGame)
    return [turn.text for turn in found.record.turns]


DOORS: Final[dict[str, Callable[[Command, Path], list[str]]]] = {
    "replay": _by_replay,
    "playthrough": _by_playthrough,
    "library import": _by_import,
    "review": _by_review,
    "render": _by_render,
    "study": _by_study,
    "paste": _by_paste,
    "load": lambda _command, file: list(gm.load(file).turns),
    "load a text": lambda _command, file: list(gm.load(file.read_text("utf-8") + "\n").turns),
    "study in Python": lambda _command, file: [each.text for each in gm.study(file).turns.values()],
    "study of a text": lambda _command, file: [
        each.text for each in gm.study(file.read_text("utf-8") + "\n").turns.values()
    ],
}


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("door", DOORS)
@pytest.mark.sample(11, "slow")
def test_each_door_reads_the_same_texts(
    gipf_meta: Command, tmp_path: Path, door: str, text: str
) -> None:
    file = tmp_path / "game.txt"
    file.write_text(TEXTS[text](tmp_path), encoding="utf-8")
    known = _by_replay(gipf_meta, file)
    assert known == list(TURNS) or text == "a start by a tag"
    read = DOORS[door](gipf_meta, file)
    if door == "playthrough" and text == "a start by a tag":
        assert read[1:] == known[1:]  # line by line, the tag is no turn
        assert known[0].endswith(read[0])
    elif door == "review":
        assert [each.split(",")[-1] for each in read] == [each.split(",")[-1] for each in known]
    else:
        assert read in (known, [])
        assert read or door == "render"


POSITION: Final = str(_played().position)


@pytest.mark.parametrize(
    "around", ["{}", " {} \n", '"{}"', "'{}'", "\ufeff{}", '[FEN "{}"]', '[Position "{}"]', "“{}”"]
)
def test_a_position_is_read_as_it_was_copied(gipf_meta: Command, around: str) -> None:
    copied = around.format(POSITION)
    assert bare_position(copied) == POSITION
    known = gipf_meta("legal", "zertz", "--position", POSITION)
    assert gipf_meta("legal", "zertz", "--position", copied) == known
    assert (
        gm.new_match("zertz", position=copied).position
        == gm.new_match("zertz", position=POSITION).position
    )
    typed = f"hello 1\ngame zertz 2\nstart {copied.strip()}\nquit\n".replace("\ufeff", "")
    assert "error" not in gipf_meta("engine", typed=typed).out
    shown = gipf_meta("render", "--game", "zertz", "--position", copied, "-o", "-")
    assert (shown.status, shown.err) == (0, "")
