"""A game in one file is played without a package: by every command, and in every process."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from gipf_meta.plugins import single_files
from gipf_meta.plugins.loading import installed_plugins
from tests.commands import test_cli
from tests.commands.test_cli import Command, refused
from tests.plugins.test_containing import SOUND
from tests.program import ROOT
from tests.tiers import slow

gipf_meta = test_cli.gipf_meta
HOOK = SOUND[SOUND.index("@hookimpl") :]
WITHOUT_HOOK = SOUND.replace(HOOK, "")


@pytest.fixture(autouse=True)
def _nothing_stays_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """After the test the files are forgotten, and so are their folders and modules."""
    monkeypatch.setenv(single_files.FILES, "")
    monkeypatch.setattr("sys.path", [*sys.path])
    yield
    for name, module in [*sys.modules.items()]:
        if str(getattr(module, "__file__", "")).startswith(str(tmp_path)):
            del sys.modules[name]


@pytest.mark.parametrize("code", [SOUND, WITHOUT_HOOK], ids=["with a hook", "a class alone"])
def test_a_single_file_is_played_and_goes_on(gipf_meta: Command, tmp_path: Path, code: str) -> None:
    (tmp_path / "odd_one.py").write_text(code)
    done = gipf_meta("play", "./odd_one.py", typed="one\none\nquit\n")
    assert (done.status, done.err) == (0, "")
    resume = f"gipf-meta --with {tmp_path / 'odd_one.py'} resume 1"
    assert resume in " ".join(done.out.split())
    assert "done" in gipf_meta(*resume.split()[1:], typed="one\none\n").out


@pytest.mark.parametrize("command", ["check", "perft", "legal", "bench"])
def test_every_command_that_takes_a_game_takes_a_single_file(
    gipf_meta: Command, tmp_path: Path, command: str
) -> None:
    (tmp_path / "odd_two.py").write_text(SOUND)
    more = {
        "check": ["--games=1", "--law=class_data_is_plain"],
        "perft": ["2"],
        "bench": ["--seconds=0.01"],
    }
    done = gipf_meta(command, "odd_two.py", *more.get(command, []))
    assert (done.status, done.err) == (0, "")


@pytest.mark.parametrize("_once", slow(1))
def test_bots_in_other_processes_play_a_single_file(
    gipf_meta: Command, tmp_path: Path, _once: int
) -> None:
    tictactoe = ROOT / "examples" / "tictactoe" / "gipf_meta_tictactoe.py"
    (tmp_path / "my_own.py").write_text(tictactoe.read_text("utf-8"))
    installed_plugins()  # the other processes begin as copies of this one
    done = gipf_meta("arena", "my_own.py", "--bots", "random", "greedy", "--games=2")
    assert (done.status, done.err) == (0, "")


@pytest.mark.parametrize(
    ("name", "code", "sentence"),
    [
        ("none.py", None, "none.py cannot be read: No such file or directory."),
        ("a folder.py", "", "a folder.py cannot be read: Is a directory."),
        ("json.py", SOUND, "There is a module json already; give json.py another name."),
        ("two words.py", SOUND, "two words.py is no plugin in a file: name it by letters"),
        ("broken.py", "1 / 0", "The plugin broken.py is not used: ZeroDivisionError"),
        ("nothing.py", "x = 1", "nothing.py brings no game: write a class of Game with an id"),
        (
            "taken.py",
            SOUND.replace('"odd"', '"zertz"'),
            "Already brought by another plugin: zertz.",
        ),
        ("nul\0.py", None, "cannot be read"),
        ("n" * 300 + ".py", None, "cannot be read: File name too long."),
        ("~nosuch_person/x.py", None, "cannot be read"),
    ],
    ids=lambda value: str(value)[:12],
)
def test_a_single_file_that_cannot_be_played_gets_a_sentence(
    gipf_meta: Command, tmp_path: Path, name: str, code: str | None, sentence: str
) -> None:
    if code == "":
        (tmp_path / name).mkdir()
    elif code is not None:
        (tmp_path / name).write_text(code)
    assert sentence in refused(gipf_meta("play", name))
    assert sentence in refused(gipf_meta("--with", name, "play", name))


def test_a_pipe_is_no_single_file_and_is_not_waited_for(gipf_meta: Command) -> None:
    os.mkfifo("pipe.py")
    assert "pipe.py cannot be read: " in refused(gipf_meta("play", "pipe.py"))


def test_a_single_file_is_listed_like_an_installed_plugin(
    gipf_meta: Command, tmp_path: Path
) -> None:
    (tmp_path / "odd_three.py").write_text(SOUND)
    listed = gipf_meta("--with=odd_three.py", "plugins", "--json").out.splitlines()
    plugin = next(found for found in map(json.loads, listed) if found["name"] == "odd_three")
    assert (plugin["games"], plugin["from"]) == (["odd"], str(tmp_path / "odd_three.py"))
    assert os.environ[single_files.FILES] == plugin["from"]
