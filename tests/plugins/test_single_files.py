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


def project(folder: Path, module: str, code: str = SOUND) -> Path:
    """A project in *folder* whose package *module* is a plugin."""
    (folder / module).mkdir(parents=True)
    (folder / module / "__init__.py").write_text(code)
    entry = f"[project.entry-points.gipf_meta]\nodd = '{module}'\n"
    (folder / "pyproject.toml").write_text(entry)
    return folder


@pytest.mark.parametrize("named", ["a-project", "a-project/gipf_meta_odd_six", "./a-project/"])
def test_a_folder_stands_for_the_plugin_in_it(
    gipf_meta: Command, tmp_path: Path, named: str
) -> None:
    project(tmp_path / "a-project", "gipf_meta_odd_six")
    done = gipf_meta("check", named, "--games=1", "--law=class_data_is_plain")
    assert (done.status, done.err) == (0, "")
    assert "every law holds" in done.out


def test_an_installed_plugin_is_checked_by_its_folder_too(gipf_meta: Command) -> None:
    folder = ROOT / "plugins" / "zertz" / "gipf_meta_zertz"
    done = gipf_meta("check", str(folder), "--games=1", "--law=class_data_is_plain")
    assert (done.status, done.err) == (0, "")


def test_a_folder_stands_for_all_plugins_that_its_project_names(
    gipf_meta: Command, tmp_path: Path
) -> None:
    for name in ("odd_a", "odd_b"):
        (tmp_path / "two").mkdir(exist_ok=True)
        (tmp_path / "two" / f"{name}.py").write_text(SOUND.replace('"odd"', f'"{name}"'))
    entries = "[project.entry-points.gipf_meta]\na = 'odd_a'\nb = 'odd_b'\n"
    (tmp_path / "two" / "pyproject.toml").write_text(entries)
    said = refused(gipf_meta("legal", "./two"))
    assert said == "./two brings 2 games; gipf-meta --with ./two plays each by its id."
    for name in ("odd_a", "odd_b"):
        assert gipf_meta("--with=./two", "legal", name).status == 0


@pytest.mark.parametrize("named", ["oddly", "zer_tz"])
def test_a_folder_is_not_taken_for_a_title_that_is_like_its_name(
    gipf_meta: Command, tmp_path: Path, named: str
) -> None:
    code = SOUND.replace("title = ", 'title = "Zer tz" or ')
    (tmp_path / "like_it.py").write_text(code)
    project(tmp_path / named, "gipf_meta_odd_seven", code)
    said = refused(gipf_meta("--with=like_it.py", "legal", named))
    assert said == f"There is no game '{named}' here; for the folder write ./{named}."
    (tmp_path / named / "pyproject.toml").unlink()
    typed = gipf_meta("--with=like_it.py", "legal", named)
    assert ("for the folder write" in typed.err) == (named == "oddly"), "no plugin is in it"


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        ({}, "my-songs is no folder of a plugin: such a folder has a pyproject.toml"),
        ({"pyproject.toml": "[project]\nname = 'songs'\n"}, "my-songs is no folder of a plugin: "),
        (
            {"b.py": "", "a.py": ""},
            "__init__.py. Or name a file in it: my-songs/a.py, my-songs/b.py.",
        ),
        ({"pyproject.toml": "[project"}, "my-songs/pyproject.toml is no TOML: "),
        (
            {"pyproject.toml": "[project.entry-points.gipf_meta]\na = 'gone.away:x'\n"},
            "my-songs/pyproject.toml names the module gone.away, which is not in that folder.",
        ),
    ],
    ids=["empty", "no entry point", "loose files", "no TOML", "no module"],
)
def test_another_folder_is_refused_with_what_it_lacks(
    gipf_meta: Command, tmp_path: Path, files: dict[str, str], sentence: str
) -> None:
    (tmp_path / "my-songs").mkdir()
    for name, text in files.items():
        (tmp_path / "my-songs" / name).write_text(text)
    assert sentence in refused(gipf_meta("check", "my-songs"))


@pytest.mark.parametrize(
    ("named", "sentence"),
    [
        ("./gone", "./gone cannot be read: No such file or directory."),
        ("./song", "./song cannot be read: No such file or directory. Did you mean songs?"),
        ("notes.txt", "notes.txt is no plugin in a file: name it by letters"),
        ("gone.txt", "There is no game 'gone.txt' here."),
    ],
)
def test_a_path_of_no_plugin_is_not_taken_for_the_id_of_a_game(
    gipf_meta: Command, tmp_path: Path, named: str, sentence: str
) -> None:
    (tmp_path / "songs").mkdir()
    (tmp_path / "notes.txt").touch()
    assert sentence in refused(gipf_meta("check", named))
