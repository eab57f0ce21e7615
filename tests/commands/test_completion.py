"""Completion: the scripts of ``completion``, run by the shells themselves."""

from __future__ import annotations

import os
import pty
import select
import shutil
import subprocess
import sys
from pathlib import Path
from timeit import default_timer

import pytest

from gipf_meta.cli import run
from gipf_meta.commands.completion import SHELLS, settings_of
from gipf_meta.plugins.loading import load_plugins

ASK = """
source "$1"; shift
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
set -- $(complete -p gipf-meta)
while [ "$1" != -F ]; do shift; done
"$2" && printf '%s\\n' "${COMPREPLY[@]}"
"""
"""A script that asks bash for the completions of the last of some words."""


@pytest.fixture(scope="module")
def in_bash(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the output of `gipf-meta completion bash`."""
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


@pytest.mark.parametrize("shell", SHELLS)
def test_there_is_a_completion_for_each_shell(
    shell: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["completion", shell]) == 0
    assert "playthrough" in capsys.readouterr().out


def test_another_shell_is_told_which_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["completion", "cmd"]) == 2
    assert "'bash', 'zsh', 'fish', 'tcsh', 'powershell'" in capsys.readouterr().err


# ---- the settings of the game that was typed before ----------------------------------------------


@pytest.fixture(scope="module")
def scripts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the scripts for the shells, each by the name of its shell."""
    folder = tmp_path_factory.mktemp("scripts")
    for shell in ("bash", "zsh", "fish"):
        path = folder / shell
        with pytest.MonkeyPatch.context() as patch, path.open("w", encoding="utf-8") as printed:
            patch.setattr(sys, "stdout", printed)
            assert run(["completion", shell]) == 0
    (folder / "functions").mkdir()
    shutil.copy(folder / "zsh", folder / "functions" / "_gipf-meta")
    return folder


BOARDS = ("37", "40", "43", "44", "48", "61")
COMPLETED = {
    "play zertz --set bo": {"board=", "board_full="},
    "play zertz --set board=": {f"board={size}" for size in BOARDS},
    "play zertz --set board=4": {"board=40", "board=43", "board=44", "board=48"},
    "play zertz --set board=37 --set variant=b": {"variant=blitz"},
    "play gipf --set zertz_duel=zertz --set challenges_e": {"challenges_enabled="},
    "train zertz --folder x --also varia": {"variant="},
    "render --game tamsk --set lev": {"level="},
}
"""The beginnings of command lines, and the settings that complete their last words."""


def split_as_bash_does(words: str) -> list[str]:
    """Words as bash counts them: each ``=`` is one of its own."""
    return [part for word in words.split() for part in word.replace("=", " = ").split()]


@pytest.mark.needs("zertz", "gipf", "tamsk")
@pytest.mark.parametrize("words", COMPLETED)
def test_bash_completes_the_settings_of_the_game(words: str, scripts: Path) -> None:
    asked = ["bash", "-c", ASK, "bash", scripts / "bash", "gipf-meta", *split_as_bash_does(words)]
    done = subprocess.run(asked, capture_output=True, text=True, check=True)
    comes = COMPLETED[words]
    if "=" in words.split()[-1]:  # what stands before the = is no part of the last word
        comes = {each.partition("=")[2] for each in comes}
    assert (set(done.stdout.split()), done.stderr) == (comes, "")


@pytest.mark.needs("zertz", "gipf", "tamsk")
@pytest.mark.skipif(shutil.which("fish") is None, reason="fish is not installed")
@pytest.mark.parametrize("words", COMPLETED)
def test_fish_completes_the_settings_of_the_game(words: str, scripts: Path, tmp_path: Path) -> None:
    asked = ["fish", "-c", 'source $argv[1]; complete -C "gipf-meta $argv[2]"']
    home = {**os.environ, "HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    done = subprocess.run(
        [*asked, scripts / "fish", words], capture_output=True, text=True, check=True, env=home
    )
    assert {line.partition("\t")[0] for line in done.stdout.splitlines()} == COMPLETED[words]


SETTINGS_UP = {
    "bash": "PS1=; source {scripts}/bash\n",
    "zsh": "PS1=; fpath=({scripts}/functions $fpath); autoload -U compinit; compinit -D -u\n",
}
"""The line that is typed first, so that the shell knows the script."""


def line_after_tab(shell: str, words: str, comes: str, scripts: Path) -> str:
    """The output of a terminal where *words* and Tab were typed, as soon as *comes* is in it."""
    process, terminal = pty.fork()
    if process == 0:
        os.environ["TERM"] = "dumb"
        no_files = {"bash": ["--norc", "--noprofile"], "zsh": ["-f"]}[shell]
        os.execvp(shell, [shell, *no_files, "-i"])
    try:
        os.write(terminal, SETTINGS_UP[shell].format(scripts=scripts).encode())
        os.write(terminal, b"echo rea''dy\n")
        read_until(terminal, "ready")
        os.write(terminal, f"gipf-meta {words}\t".encode())
        return read_until(terminal, comes)
    finally:
        os.close(terminal)
        os.waitpid(process, 0)


def read_until(terminal: int, comes: str, most_s: float = 20) -> str:
    """The output of the terminal until *comes* is in it, or for so many seconds."""
    shown, end = "", default_timer() + most_s
    while comes not in shown and (left := end - default_timer()) > 0:
        if select.select([terminal], [], [], left)[0]:
            shown += os.read(terminal, 65536).decode(errors="replace")
    return shown


@pytest.mark.needs("zertz")
@pytest.mark.parametrize(
    ("words", "comes"),
    [
        ("play zertz --set var", "--set variant="),
        ("play zertz --set variant=bl", "--set variant=blitz "),
        ("play zer", "play zertz "),
    ],
)
@pytest.mark.parametrize("shell", SETTINGS_UP)
def test_tab_completes_at_a_terminal(shell: str, words: str, comes: str, scripts: Path) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    assert comes in line_after_tab(shell, words, comes, scripts)


def test_every_option_of_every_game_is_among_its_settings() -> None:
    for game in load_plugins().games.values():
        listed = {each.partition("=")[0] for each in settings_of(game)}
        assert listed == {
            info.alias or name
            for name, info in game.model_fields.items()
            if not (info.alias or name).endswith("_options")
        }
