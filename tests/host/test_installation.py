"""What an installation tells about itself, and what comes with it."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import gipf_meta
from building.trial import TrialError, check_compiled
from docs.man import PAGE, manual_page
from gipf_meta.base.version import __version__
from gipf_meta.cli import run
from gipf_meta.commands import installation
from gipf_meta.plugins.loading import LEFT_OUT, load_plugins

ROOT = Path(__file__).parents[2]

ASK = """
source "$1"; shift
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
set -- $(complete -p gipf-meta)
while [ "$1" != -F ]; do shift; done
"$2" && printf '%s\\n' "${COMPREPLY[@]}"
"""
"""Asks bash what the last of some words may become."""


def version(capsys: pytest.CaptureFixture[str], *before: str) -> list[str]:
    assert run([*before, "--version"]) == 0
    return capsys.readouterr().out.splitlines()


def test_the_version_stands_alone_and_what_is_compiled_below_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ["search", *(game for game in load_plugins().games if game not in ("die", "elsewhere"))]
    monkeypatch.setattr(installation, "is_compiled", lambda module: False)
    assert version(capsys) == [
        f"gipf-meta {__version__}", f"Not compiled: {', '.join(names)}."
    ]  # fmt: skip
    monkeypatch.setattr(installation, "is_compiled", lambda module: "zertz" in module)
    names.remove("zertz")
    assert version(capsys)[1:] == ["Compiled: zertz.", f"Not compiled: {', '.join(names)}."]
    monkeypatch.setattr(installation, "is_compiled", lambda module: True)
    assert len(version(capsys)) == 2


def test_a_game_that_is_left_out_is_not_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(LEFT_OUT, "")
    assert "zertz" in version(capsys)[1]
    assert "zertz" not in version(capsys, "--without", "zertz")[1]


def test_sources_and_compiled_modules_are_not_mixed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where Python begins in a clone whose wheel is installed; it ended without a word."""
    (tmp_path / "gipf_meta__mypyc.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ImportError, match=f"in {tmp_path}, compiled, .* in {ROOT} first"):
        gipf_meta._refuse_a_mixture()
    monkeypatch.setattr(gipf_meta, "__file__", str(tmp_path / "gipf_meta" / "__init__.py"))
    gipf_meta._refuse_a_mixture()


@pytest.fixture(scope="module")
def in_bash(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `gipf-meta completion bash` prints."""
    folder = tmp_path_factory.mktemp("completion")
    script = folder / "gipf-meta"
    with pytest.MonkeyPatch.context() as patch, script.open("w", encoding="utf-8") as printed:
        patch.setattr(sys, "stdout", printed)
        assert run(["completion", "bash"]) == 0
    (folder / "kept.json").touch()
    (folder / "folder").mkdir()
    return script


@pytest.mark.parametrize(
    ("words", "comes"),
    [
        ("pl", {"play", "playthrough", "plugins"}),
        ("play ze", {"zertz"}),
        ("play zertz --set", {"--set", "--set-up"}),
        ("library ver", {"verify"}),
        ("replay kep", {"kept.json"}),
        ("review kep", {"kept.json"}),
        ("study kep", {"kept.json"}),
        ("host --folder fol", {"folder"}),
        ("arena zertz --bots med", {"medium"}),
        ("bench tam", {"tamsk"}),
        ("completion p", {"powershell"}),
    ],
)
def test_bash_completes_commands_games_options_and_files(
    words: str, comes: set[str], in_bash: Path
) -> None:
    asked = ["bash", "-c", ASK, "bash", in_bash, "gipf-meta", *words.split()]
    done = subprocess.run(asked, cwd=in_bash.parent, capture_output=True, text=True, check=True)
    assert (set(done.stdout.split()), done.stderr) == (comes, "")


@pytest.mark.parametrize("shell", installation.SHELLS)
def test_there_is_a_completion_for_each_shell(
    shell: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["completion", shell]) == 0
    assert "playthrough" in capsys.readouterr().out


def test_another_shell_is_told_which_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["completion", "cmd"]) == 2
    assert "'bash', 'zsh', 'fish', 'tcsh', 'powershell'" in capsys.readouterr().err


def test_the_manual_page_tells_the_commands_as_they_are() -> None:
    assert PAGE.read_text(encoding="utf-8") == manual_page(), "make man writes it"


def test_sources_do_not_pass_for_a_wheel() -> None:
    with pytest.raises(TrialError, match="and not that of a wheel"):
        check_compiled()


def test_a_wheel_is_tried_with_all_that_its_tests_read() -> None:
    config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert all((ROOT / name).exists() for name in config["tool"]["cibuildwheel"]["test-sources"])


def test_an_image_is_built_without_what_git_does_not_keep() -> None:
    unkept, left_out = (
        (ROOT / name).read_text(encoding="utf-8").splitlines()
        for name in (".gitignore", ".dockerignore")
    )
    at_root = [line.strip("/") for line in unkept if line.startswith("/")]
    anywhere = [f"**/{line.rstrip('/')}" for line in unkept if not line.startswith("/")]
    assert {".git", *at_root, *anywhere} < set(left_out)
