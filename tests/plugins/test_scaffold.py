"""Plugins of other people: the examples, and what ``gipf-meta new-plugin`` makes, are found,
proven, played, saved, drawn, and decide duels, though the host has never heard of them.

``make test`` finds them on the path of this process; ``make test-slow`` installs them as wheels
beside the host's wheel in a fresh environment, and asks one of them there what it has asked all of
them here; ``make soak`` asks all.
"""

from __future__ import annotations

import fcntl
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from building.compiled import copy_sources, has_backend
from gipf_meta.plugins.scaffold import NewPluginError, copy_example, new_plugin
from tests.program import MY_GAME, ROOT, gipf_meta, installed
from tests.tiers import slow, soak

EXAMPLES = ROOT / "examples"
GAMES = ("tictactoe", "pig", "cairn", "my_game")
COMBINED = ["--set=variant=basic", "--set=zertz_potentials=2", "--set=challenges_enabled=on"]

Run = Callable[..., str]


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of a new environment with the wheels of the host and of four plugins.

    Made once, whichever process of the test run needs it first.
    """
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "fresh"
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "ready").exists():
            _make(folder)
            (folder / "ready").touch()
    return folder / "venv" / "bin"


def _make(folder: Path) -> None:
    new_plugin("my_game", folder / MY_GAME)
    # copies, because building leaves things beside what is built
    copy_sources(ROOT, folder / "host")
    shutil.copytree(EXAMPLES, folder / "examples", ignore=shutil.ignore_patterns("build", "*.egg*"))
    plugins = [about.parent for about in (folder / "examples").glob("*/pyproject.toml")]
    sources = [folder / "host", *plugins, folder / MY_GAME]
    pip = ["-m", "pip", "--disable-pip-version-check", "--quiet"]
    wheels = folder / "wheels"
    # what the developers' environment has need not be fetched for each of them
    isolation = ["--no-build-isolation"] if has_backend() else []
    words = ["wheel", "--no-deps", *isolation, f"--wheel-dir={wheels}", *sources]
    _done([sys.executable, *pip, *words], folder)
    _done([sys.executable, "-m", "venv", "--without-pip", folder / "venv"], folder)
    into = ["--python", folder / "venv" / "bin" / "python"]
    install = ["install", "--no-compile"]  # most of what is installed nobody imports here
    _done([sys.executable, *pip, *into, *install, "pytest", *wheels.glob("*.whl")], folder)


HERE, INSTALLED = "in this process", "installed"


def each(
    fast: Collection[str], slower: Collection[str], *, installed: Collection[str]
) -> list[Any]:
    """The parameters *run* and *game*: which games are asked here by ``make test`` and by ``make
    test-slow``, and which where they are *installed*. All others are left to ``make soak``."""
    asked = {(HERE, game) for game in (*fast, *slower)} | {(INSTALLED, game) for game in installed}
    others = [(run, game) for run in (HERE, INSTALLED) for game in GAMES]
    return [
        *(pytest.param(HERE, game) for game in fast),
        *slow(*(pytest.param(HERE, game) for game in slower)),
        *slow(*(pytest.param(INSTALLED, game) for game in installed)),
        *soak(*(pytest.param(*other) for other in others if other not in asked)),
    ]


@pytest.fixture(params=[HERE, *slow(INSTALLED)])
def run(request: pytest.FixtureRequest, tmp_path: Path) -> Run:
    """Runs ``gipf-meta`` and returns what it says."""
    if request.param == INSTALLED:
        program = request.getfixturevalue("fresh") / "gipf-meta"
        return lambda *words, typed="", status=0: _done([program, *words], tmp_path, typed, status)
    new_plugin("my_game", tmp_path / MY_GAME)
    path = installed(tmp_path)

    def run(*words: str, typed: str = "", status: int = 0) -> str:
        done = gipf_meta([*words], tmp_path, path, typed)
        assert done.status == status, done.out + done.err
        return done.out

    return run


def _done(command: list[object], folder: Path, typed: str = "", status: int = 0) -> str:
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(
        [str(word) for word in command],
        input=typed,
        capture_output=True,
        text=True,
        cwd=folder,
        env={**env, "XDG_DATA_HOME": str(folder / "data"), "GIPF_META_PURE": "1"},
        check=False,
    )
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout


def test_they_are_listed_and_nothing_is_wrong(run: Run) -> None:
    plugins = [json.loads(line) for line in run("plugins", "--json").splitlines()]
    found = {plugin["name"]: plugin for plugin in plugins}
    assert [plugin["fault"] for plugin in plugins] == [None] * len(plugins)
    assert found["tictactoe"]["from"] == "gipf-meta-tictactoe 0.1.0"
    assert {*GAMES, "gipf", "zertz"} <= {game for plugin in plugins for game in plugin["games"]}
    assert all(game in run("games") for game in GAMES)


# pig and cairn prove themselves by the kit in their own tests
@pytest.mark.parametrize(
    ("run", "game"), each(["my_game"], ["tictactoe"], installed=["my_game"]), indirect=["run"]
)
def test_they_are_proven_by_one_call(run: Run, game: str) -> None:
    told = run("check", game)
    assert told.endswith("every law holds.\n")
    assert len(told.splitlines()) > 20


@pytest.mark.parametrize(("run", "game"), each(GAMES, [], installed=["pig"]), indirect=["run"])
def test_they_are_played_saved_replayed_and_drawn(run: Run, game: str, tmp_path: Path) -> None:
    typed = "moves\nboard\nrules\nnonsense\nquit\n"
    left = run("play", game, "--seed=3", typed=f"{_first_move(game)}\n{typed}")
    assert "Kept as match 1" in left
    run("resume", "1", typed="undo\nquit\n")
    for seats in (("random", "random"), ("greedy", "random")):
        run("play", game, "--seed=3", "--seats", *seats)
    assert run("library", "verify").count("sound\n") == 3
    exported = run("library", "export", "3")
    assert run("replay", typed=exported) == run("library", "show", "3")
    (tmp_path / "match.json").write_text(exported)
    run("render", "match.json", "-o", "end.svg")
    run("render", "match.json", "--at=1", "-o", "first.svg")
    assert (tmp_path / "end.svg").read_text() != (tmp_path / "first.svg").read_text()
    ElementTree.parse(tmp_path / "end.svg")


def _first_move(game: str) -> str:
    return {"tictactoe": "b2", "pig": "roll", "cairn": "b2", "my_game": "2"}[game]


@pytest.mark.parametrize(
    ("run", "game"),
    each(["tictactoe"], ["pig", "cairn", "my_game"], installed=[]),  # cairn does, below
    indirect=["run"],
)
def test_any_of_them_decides_a_duel_of_gipf(run: Run, game: str) -> None:
    fought = []
    for seed in (0, 1):
        arguments = [*COMBINED, f"--set=zertz_duel={game}", f"--seed={seed}"]
        run("play", "gipf", *arguments, "--seats", "random", "random")
        exported = run("library", "export", str(len(fought) + 1))
        assert f'"game": "{game}"' in exported or '"duel"' not in exported
        fought.append('"duel"' in exported)
        assert run("replay", typed=exported).count("A duel") >= fought[-1]
    assert any(fought)
    assert run("library", "verify").count("sound\n") == len(fought)


@pytest.mark.slow
def test_a_potential_that_gipf_has_never_heard_of_is_played_and_challenged(
    fresh: Path, tmp_path: Path
) -> None:
    """Its package brings the game of its duel, too; tests/gipf/test_cairn.py does more of it."""
    options = ("variant=basic", "cairn_potentials=3", "cairn_over=any", "challenges_enabled=on")
    arguments = [f"--set={option}" for option in options]
    told = []
    for seed in range(1, 7):
        seats = ["--seats", "random", "random", f"--seed={seed}"]
        _done([fresh / "gipf-meta", "play", "gipf", *arguments, *seats], tmp_path)
        told.append(_done([fresh / "gipf-meta", "library", "export", str(seed)], tmp_path))
        assert '"CAIRN-potential": "gipf-meta-cairn 0.1.0"' in told[-1]
        if '"game": "cairn"' in told[-1]:
            break
    assert '"game": "cairn"' in told[-1], "none was challenged"
    verified = _done([fresh / "gipf-meta", "library", "verify"], tmp_path)
    assert verified.count("sound\n") == len(told)
    checked = _done([fresh / "python", "-m", "gipf_meta_gipf.testing", "cairn"], tmp_path)
    assert checked.endswith("every law holds.\n")


@pytest.mark.parametrize("game", [*slow(GAMES[0], GAMES[-1]), *soak(*GAMES[1:-1])])
def test_their_own_tests_pass(fresh: Path, game: str, tmp_path: Path) -> None:
    folder = fresh.parents[1] / MY_GAME if game == "my_game" else EXAMPLES / game
    tests = folder / "tests"
    options = ["-c", os.devnull, "-p", "no:cacheprovider", "--gipf-games=1"]
    told = _done([fresh / "pytest", *options, tests], tmp_path)
    assert re.search(r"\d\d passed", told)


def test_tic_tac_toe_is_at_most_60_lines_of_code() -> None:
    code = (EXAMPLES / "tictactoe" / "gipf_meta_tictactoe.py").read_text().splitlines()
    assert sum(1 for line in code if line.strip()) <= 60


@pytest.mark.parametrize("run", [HERE, *slow(INSTALLED)], indirect=True)
def test_an_example_is_written_as_it_is_here(run: Run, tmp_path: Path) -> None:
    run("new-plugin", "cairn", "--example", "--to", "copied")
    ours, theirs = (
        {
            path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
            for path in folder.rglob("*.*")
            if path.suffix in (".md", ".py", ".toml")
        }
        for folder in (EXAMPLES / "cairn", tmp_path / "copied")
    )
    assert len(ours) > 5
    assert theirs == ours


def test_an_example_that_there_is_not_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NewPluginError, match="no example 'chess'; the examples are tictactoe, pig"):
        copy_example("chess", tmp_path / "chess")
