"""``make play``: choice of the program that runs, and of builds, which are fakes here."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from zipfile import ZipFile

import pytest

from building import sources
from building.compiled import (
    OLDEST_SETUPTOOLS,
    BuildError,
    Builds,
    compiled_packages,
    copy_sources,
    has_backend,
    key,
    make_wheel_with_pip,
)
from building.launch import choose_program, environment
from tests.sources.test_plugin_imports import imports

MODULE = f"gipf_meta/search/mcts{EXTENSION_SUFFIXES[0]}"
COMPILING = "The rules are being compiled in the background; the next start uses them."


class Builder:
    """Makes a wheel with one compiled module, or fails with *fault*; counts how often."""

    def __init__(self, fault: BuildError | None = None, is_empty: bool = False) -> None:
        self.fault, self.is_empty, self.count = fault, is_empty, 0

    def __call__(self, source: Path, log: Path) -> Path:
        self.count += 1
        if self.fault is not None:
            raise self.fault
        wheel = source.parent / "made.whl"
        with ZipFile(wheel, "w") as file:
            file.writestr("gipf_meta/search/mcts.py", "the source")
            if not self.is_empty:
                file.writestr(MODULE, "compiled")
        return wheel


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A small copy of the repository: two compiled modules in two packages, and others."""
    for name in ("setup.py", "building/sources.py", "pyproject.toml", "README.md", "LICENSE"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(name)
    for name, text in {
        "gipf_meta/__init__.py": "",
        "gipf_meta/locale/cs/made.mo": "Czech",
        "gipf_meta/search/__init__.py": "",
        "gipf_meta/search/mcts.py": f"{sources.COMPILE}import this",
        "gipf_meta/search/analysis.py": "",
        "gipf_meta/tui/__init__.py": "",
        "gipf_meta/tui/app.py": "",
        "examples/ludo/README.md": "",
        "plugins/ludo/gipf_meta_ludo/__init__.py": "",
        "plugins/ludo/gipf_meta_ludo/rules.py": sources.COMPILE,
        "plugins/chess/gipf_meta_chess/__init__.py": "",
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path


def start(builds: Builds, check: Callable[[], None] = lambda: None) -> tuple[Path | None, str, int]:
    """The program that a start runs, the sentence it shows, and the number of builds begun."""
    begun: list[int] = []
    program, sentence = choose_program(builds, lambda: begun.append(1), check)
    return program, sentence, len(begun)


# ---- what is found -----------------------------------------------------------------------------


def test_packages_entry_points_and_compiled_modules_are_found(root: Path) -> None:
    (root / "plugins/left/gipf_meta_left/__pycache__").mkdir(parents=True)
    assert sources.packages(root) == {
        "gipf_meta": "gipf_meta",
        "gipf_meta.search": "gipf_meta/search",
        "gipf_meta.tui": "gipf_meta/tui",
        "gipf_meta_chess": "plugins/chess/gipf_meta_chess",
        "gipf_meta_ludo": "plugins/ludo/gipf_meta_ludo",
    }
    assert sources.entry_points(root) == [
        "chess = gipf_meta_chess",
        "ludo = gipf_meta_ludo",
        "duels = gipf_meta.duels",
    ]
    assert sources.compiled_modules(root) == [
        "gipf_meta/search/mcts.py",
        "plugins/ludo/gipf_meta_ludo/rules.py",
    ]


@pytest.mark.parametrize("plugin", sources.plugins())
def test_each_plugin_has_its_rules_compiled(plugin: str) -> None:
    names = {Path(m).stem for m in sources.compiled_modules() if f"gipf_meta_{plugin}/" in m}
    assert {"board", "state", "rules", "playout", "bot"} <= names


# ---- building ----------------------------------------------------------------------------------


def test_a_program_is_compiled_modules_among_links_to_the_sources(root: Path) -> None:
    builds = Builds(root)
    assert builds.program() is None
    program = builds.build(Builder())
    assert builds.program() == program
    assert (program / MODULE).read_text() == "compiled"
    assert (program / "gipf_meta/search/mcts.py").read_text().endswith("import this")
    assert (program / "gipf_meta/locale/cs/made.mo").read_text() == "Czech"
    assert (program / "gipf_meta_ludo/rules.py").exists()
    # without compiled modules: found where it is installed
    assert not (program / "gipf_meta_chess").exists()
    (root / "gipf_meta/tui/app.py").write_text("changed")
    assert (program / "gipf_meta/tui/app.py").read_text() == "changed"


def test_a_program_goes_where_its_checkout_goes(
    root: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    Builds(root).build(Builder())
    moved = shutil.move(root, tmp_path_factory.mktemp("elsewhere") / "checkout")
    program = Builds(moved).program()
    assert program is not None
    assert (program / "gipf_meta/tui/app.py").exists()


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("gipf_meta/search/mcts.py", f"{sources.COMPILE}import that"),
        ("gipf_meta/search/analysis.py", "LIMIT = 1"),
        ("gipf_meta/search/new.py", ""),
        ("plugins/ludo/gipf_meta_ludo/rules.py", "no more"),
        ("setup.py", "other options"),
    ],
)
def test_what_compiled_modules_depend_on_asks_for_a_build(root: Path, name: str, text: str) -> None:
    before = Builds(root).build(Builder())
    (root / name).write_text(text)
    assert Builds(root).program() is None
    assert Builds(root).build(Builder()) != before


def test_other_sources_need_no_build(root: Path) -> None:
    before, builder = Builds(root).build(Builder()), Builder()
    (root / "gipf_meta/tui/app.py").write_text("changed")
    (root / "gipf_meta/tui/new.py").write_text("")
    (root / "gipf_meta/search/__pycache__").mkdir()
    assert Builds(root).build(builder) == before
    assert builder.count == 0


def test_compiled_modules_import_nothing_whose_change_would_go_unseen() -> None:
    root = sources.ROOT
    seen = compiled_packages(root)
    public = {name: module for module, name in imports(root / "gipf_meta/__init__.py")}
    used = set()
    for path in sources.compiled_modules():
        for module, name in imports(root / path):
            if module == "gipf_meta" or module.startswith(("gipf_meta.", "gipf_meta_")):
                used.add(public[name] if module == "gipf_meta" else module)
    assert "gipf_meta.protocol.game" in used
    packages = {module if module in seen else module.rpartition(".")[0] for module in used}
    assert packages <= set(seen)


def test_another_python_needs_a_build(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = key(root)
    monkeypatch.setattr(sys, "version", "4.0")
    assert key(root) != before


def test_a_build_begins_without_leftovers(root: Path) -> None:
    work = root / ".compiled/building/program"
    work.mkdir(parents=True)
    (work / "half").touch()
    (root / "gipf_meta/search/old.so").touch()
    (root / "plugins/ludo/build/lib").mkdir(parents=True)

    class Looking(Builder):
        def __call__(self, source: Path, log: Path) -> Path:
            self.there = {path.name for path in source.rglob("*")}
            assert not work.exists()
            return super().__call__(source, log)

    looking = Looking()
    assert (Builds(root).build(looking) / MODULE).exists()
    assert "rules.py" in looking.there
    assert looking.there.isdisjoint({"old.so", "build"})
    assert not work.parent.exists()


def test_sources_that_change_while_they_are_built_are_not_taken_for_built(root: Path) -> None:
    class Meanwhile(Builder):
        def __call__(self, source: Path, log: Path) -> Path:
            (root / "gipf_meta/search/mcts.py").write_text(f"{sources.COMPILE}edited")
            return super().__call__(source, log)

    Builds(root).build(Meanwhile())
    assert Builds(root).program() is None


def test_of_many_programs_the_last_three_are_kept(root: Path) -> None:
    made = []
    for number in range(5):
        (root / "gipf_meta/search/mcts.py").write_text(f"{sources.COMPILE}{number}")
        made.append(Builds(root).build(Builder()))
        os.utime(made[-1], (number, number))
    assert [program.exists() for program in made] == [False, False, True, True, True]


def test_a_second_build_waits_and_a_killed_one_gives_way(root: Path) -> None:
    builds = Builds(root)

    class Within(Builder):
        def __call__(self, source: Path, log: Path) -> Path:
            assert builds.is_building()
            assert start(builds) == (None, "", 0)
            return super().__call__(source, log)

    builds.build(Within())
    assert not builds.is_building()
    locking = f"import time; from building.compiled import *; b = Builds(Path({str(root)!r}))\n"
    locking += "with b._lock(): print('locked', flush=True); input()"
    with subprocess.Popen(
        [sys.executable, "-c", locking],
        cwd=sources.ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "locked\n"
        assert builds.is_building()
        other.kill()
    assert not builds.is_building()


def test_the_copy_that_is_built_is_a_whole_source_tree(tmp_path: Path) -> None:
    copy_sources(sources.ROOT, tmp_path / "copy")
    assert key(tmp_path / "copy") == key(sources.ROOT)
    code = (
        "import setup; from building import sources;"
        " assert all(open(name) for _to, names in setup.DATA for name in names);"
        " print(len(sources.compiled_modules()), *sources.packages())"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path / "copy",
        capture_output=True,
        text=True,
        check=True,
    )
    count, *packages = done.stdout.split()
    assert int(count) == len(sources.compiled_modules()) > 0
    assert packages == [*sources.packages()]


# ---- starting ----------------------------------------------------------------------------------


def test_the_first_start_runs_the_sources_and_the_next_one_what_was_built(root: Path) -> None:
    builds = Builds(root)
    assert start(builds) == (None, COMPILING, 1)
    built = builds.build(Builder())
    assert start(builds) == (built, "", 0)
    (root / "gipf_meta/search/mcts.py").write_text(f"{sources.COMPILE}changed")
    assert start(builds) == (None, COMPILING, 1)


def test_without_a_compiler_one_sentence_is_said_once(root: Path) -> None:
    def check() -> None:
        raise BuildError("There is no C compiler here (cc).", is_final=True)

    builds = Builds(root)
    sentence = "There is no C compiler here (cc). The rules run interpreted: bots think less far."
    assert start(builds, check) == (None, sentence, 0)
    assert start(builds, check) == (None, "", 0)
    # one was installed
    assert start(builds) == (None, COMPILING, 1)


def test_what_cannot_be_compiled_is_not_tried_again_until_the_sources_change(root: Path) -> None:
    builds = Builds(root)
    with pytest.raises(BuildError, match="could not be compiled"):
        builds.build(Builder(is_empty=True))
    assert start(builds)[1].startswith("The rules could not be compiled")
    assert start(builds) == (None, "", 0)
    (root / "gipf_meta/search/mcts.py").write_text(f"{sources.COMPILE}repaired")
    assert start(builds)[2] == 1
    assert start(builds)[0] is None
    builds.build(Builder())
    assert builds.fault() is None


def test_a_build_without_a_network_is_tried_again_at_each_start_and_told_once(root: Path) -> None:
    builds = Builds(root)
    with pytest.raises(BuildError):
        builds.build(Builder(BuildError("pip failed.", is_final=False)))
    again = "pip failed. The rules run interpreted; each start tries again."
    assert start(builds) == (None, again, 1)
    assert start(builds) == (None, "", 1)
    assert start(builds)[0] is None
    assert start(builds)[0] != builds.build(Builder())
    assert start(builds)[0] is not None


@pytest.mark.slow
def test_pip_that_fails_is_a_sentence_and_a_log(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("building.compiled.check_compiler", lambda: None)
    monkeypatch.setattr("building.compiled.find_spec", lambda name: name)  # no network is asked
    (root / "pyproject.toml").write_text("[build-system")
    builds = Builds(root)
    with pytest.raises(BuildError, match="pip could not build") as caught:
        builds.build(make_wheel_with_pip)
    assert not caught.value.is_final
    assert "TOMLDecodeError" in builds.log.read_text()


@pytest.mark.parametrize(
    ("installed", "is_used"), [("65.5.0", False), ("77", True), ("80.9", True)]
)
def test_setuptools_of_a_new_environment_may_be_too_old_to_build_with(
    monkeypatch: pytest.MonkeyPatch, installed: str, is_used: bool
) -> None:
    monkeypatch.setattr("importlib.metadata.version", {"setuptools": installed}.__getitem__)
    assert has_backend() is is_used


def test_wheels_are_built_with_the_setuptools_that_they_ask_for() -> None:
    project = tomllib.loads((sources.ROOT / "pyproject.toml").read_text("utf-8"))
    assert project["build-system"]["requires"] == [f"setuptools>={OLDEST_SETUPTOOLS}"]


def test_the_program_comes_before_everything_else_on_the_path(tmp_path: Path) -> None:
    own = {"PYTHONPATH": "elsewhere", "HOME": "here"}
    assert environment(None, own) == own
    path = os.pathsep.join([str(tmp_path), "elsewhere"])
    assert environment(tmp_path, own) == {**own, "PYTHONPATH": path, "PYTHONSAFEPATH": "1"}
    assert environment(tmp_path, {})["PYTHONPATH"] == str(tmp_path)
