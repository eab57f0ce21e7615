"""Runs the documents as a user does who has just installed the program: ``python -m
docs.as_installed [DOCUMENT ...]``.

The program is built from the last commit, whose documents these are, and installed into new
environments, with the extras that a document names. Every command and Python block of a document
then runs, verbatim and in order, in a new folder that holds nothing but what the document takes
from a clone. What is left to people is listed with the reason. The status is 1 if anything does
otherwise than the document says.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from docs.blocks import Command, blocks, by_hand, commands, fits, reason_by_hand

ROOT: Final = Path(__file__).parents[1]
SECONDS: Final = 600
"""The longest that a command or the blocks of a document may take."""
EXTRAS: Final = {
    "docs/learning.md": "environments",
    "docs/library.md": "learning",
    "docs/records-of-others.md": "test",
    "docs/reproduce.md": "learning",
    "docs/write-a-potential.md": "test",
}
"""The extra that each document has installed; the others need none."""
FROM_A_CLONE: Final = {"docs/play.md": ("docs",), "docs/write-a-plugin.md": ("examples",)}
"""The folders of a clone that a document works with."""
QUOTED: Final = {
    "docs/engines.md": "an adapter for an engine of another hand",
    "docs/train.md": "parts of a class of yours",
    "docs/write-a-plugin.md": "quoted from the examples, which are installed",
}
"""The documents whose Python is not run, each with the reason."""
OWN_INSTALLATION: Final = r"pip install '?\.\["
"""An installation of the program itself, which is done before."""

RUNNER: Final = Path(__file__).with_name("block_runner.py")


class Report(NamedTuple):
    """The result of a document: how many commands and blocks ran, what is left to people with the
    reason, and a text for each fault."""

    ran: int
    left: list[str]
    faults: list[str]


def documents() -> list[str]:
    """The documents that show commands or Python, by their paths."""
    pages = [ROOT / "README.md", *sorted(ROOT.glob("docs/*.md")), *sorted(ROOT.glob("docs/*/*.md"))]
    pages += sorted(ROOT.glob("examples/*/README.md"))
    names = [page.relative_to(ROOT).as_posix() for page in pages]
    unread = ("docs/decisions/", "docs/reference/")  # they show nothing that is run
    return [each for each in names if not each.startswith(unread) and shows_anything(each)]


def shows_anything(document: str) -> bool:
    """Whether a document has blocks that are run, or left to people."""
    marks = {mark for mark, _first, _lines in blocks((ROOT / document).read_text("utf-8"))}
    return any(mark.startswith(("sh", "console", "py")) for mark in marks)


def main() -> int:
    """Runs the documents, and returns the status."""
    parser = argparse.ArgumentParser(description=__doc__, usage=argparse.SUPPRESS)
    parser.add_argument("documents", nargs="*", metavar="DOCUMENT", help="default: all")
    parser.add_argument("--compiled", action="store_true", help="compile the rules: minutes more")
    given = parser.parse_args()
    wrong = 0
    with TemporaryDirectory(prefix="as-installed-") as name:
        house = Installations(Path(name), is_compiled=given.compiled)
        for document in given.documents or documents():
            report = run_document(document, house)
            wrong += len(report.faults)
            print(f"{document}: {report.ran} ran, {len(report.faults)} faults", flush=True)
            for line in (*report.left, *report.faults):
                print(f"    {line}".replace("\n", "\n    "), flush=True)
    return int(wrong > 0)


class Installations:
    """The environments in *folder* with the program of the last commit, made when they are first
    needed."""

    def __init__(self, folder: Path, *, is_compiled: bool) -> None:
        self.folder, self.clone = folder, folder / "clone"
        _run(["git", "clone", "--quiet", str(ROOT), str(self.clone)], folder, os.environ)
        pure = {} if is_compiled else {"GIPF_META_PURE": "1"}
        words = ["-m", "pip", "wheel", "--quiet", "--no-deps", f"--wheel-dir={folder / 'wheels'}"]
        _run([sys.executable, *words, str(self.clone)], folder, {**os.environ, **pure})
        (self.wheel,) = (folder / "wheels").glob("gipf_meta-*.whl")

    def programs(self, extra: str, document: str) -> Path:
        """The folder of the programs of an environment with that *extra*, ``""`` for none; a
        *document* that installs more has one of its own."""
        own = document.replace("/", "-") if installs_more(document) else ""
        venv = self.folder / "-".join(filter(None, ("venv", extra, own)))
        if not venv.exists():
            _run([sys.executable, "-m", "venv", str(venv)], self.folder, os.environ)
            what = f"{self.wheel}[{extra}]" if extra else str(self.wheel)
            pip = str(venv / "bin" / "pip")
            _run([pip, "install", "--quiet", "--no-compile", what], self.folder, os.environ)
        return venv / "bin"


def installs_more(document: str) -> bool:
    """Whether a document installs anything beside the program."""
    return any(True for _each in more_installations((ROOT / document).read_text("utf-8")))


def more_installations(text: str) -> Iterator[str]:
    """The commands of a document that install something beside the program."""
    for command in (*(each.text for each in commands(text)), *by_hand(text)):
        if command.startswith("pip install ") and not re.match(OWN_INSTALLATION, command):
            yield command


def run_document(document: str, house: Installations) -> Report:
    """Runs what a document shows, in a new folder."""
    text = (house.clone / document).read_text("utf-8")
    folder = house.folder / document.replace("/", "-")
    if document.startswith("examples/"):
        shutil.copytree(house.clone / Path(document).parent, folder)
    else:
        folder.mkdir()
    for name in FROM_A_CLONE.get(document, ()):
        shutil.copytree(house.clone / name, folder / name)
    programs = house.programs(EXTRAS.get(document, ""), document)
    return in_order(document, text, folder, programs)


def in_order(document: str, text: str, folder: Path, programs: Path) -> Report:
    """Runs the *text* of a document in *folder*, with the *programs* of an environment."""
    report, variables = Report(0, [], []), surroundings(folder, programs)
    for command in with_installations(text):
        if why := left_to_people(command.text):
            report.left.append(f"left to people, {why}: {command.text}")
            continue
        report = report._replace(ran=report.ran + 1)
        if fault := faults_of(command, folder, variables):
            report.faults.append(f"{document}:{command.line}: {fault}")
    found = [(mark, first, lines) for mark, first, lines in blocks(text) if mark.startswith("py")]
    if found and document in QUOTED:
        report.left.append(f"{len(found)} blocks of Python not run: {QUOTED[document]}")
    elif found:
        ran, faults = run_blocks(text, folder, programs, variables)
        report = report._replace(ran=report.ran + ran)
        report.faults.extend(f"{document}:{each}" for each in faults)
    return report


def left_to_people(command: str) -> str:
    """The reason why a command of a document is left to people; ``""`` for one that is run."""
    if command.startswith("pip install ") and not re.match(OWN_INSTALLATION, command):
        return ""
    if re.search(r"[|>]|--seats ", command) and " human" not in command:  # nobody has to type
        return ""
    return reason_by_hand(command)


def with_installations(text: str) -> list[Command]:
    """All commands of a document in order, those by hand, too."""
    shown = {each.line: each for each in commands(text)}
    for mark, first, lines in blocks(text):
        if mark == "sh by-hand":
            typed = ((number, line) for number, line in enumerate(lines, first) if line)
            shown.update({number: Command(number, line, None, 0) for number, line in typed})
    return [shown[line] for line in sorted(shown)]


def faults_of(command: Command, folder: Path, variables: dict[str, str]) -> str:
    """Runs a command, and returns what is wrong about it, or ``""``."""
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command.text],
        cwd=folder, env=variables, stdin=subprocess.DEVNULL, capture_output=True, text=True,
        encoding="utf-8", timeout=SECONDS, check=False,
    )  # fmt: skip
    said = f"{command.text}\n{done.stdout[-1500:]}{done.stderr[-1500:]}".rstrip()
    if done.returncode != command.exit_status:
        return f"status {done.returncode}: {said}"
    if command.output is not None and not fits(command.output, done.stdout):
        return f"prints something else: {said}"
    return ""


def run_blocks(
    text: str, folder: Path, programs: Path, variables: dict[str, str]
) -> tuple[int, list[str]]:
    """Runs the blocks of Python in the environment; how many ran, and what is wrong with them."""
    done = subprocess.run(
        [str(programs / "python"), str(RUNNER)],
        cwd=folder, env=variables, input=json.dumps(list(blocks(text))), capture_output=True,
        text=True, encoding="utf-8", timeout=SECONDS, check=False,
    )  # fmt: skip
    if done.returncode:
        return 0, [f"0: its Python ends the process:\n{done.stderr[-1500:]}"]
    ran, faults = json.loads(done.stdout.splitlines()[-1])
    return ran, faults


def surroundings(folder: Path, programs: Path) -> dict[str, str]:
    """The environment variables of a user whose home is inside *folder*."""
    home = folder / "home"
    home.mkdir(exist_ok=True)
    taken = {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
    path = os.pathsep.join((str(programs), "/usr/local/bin", "/usr/bin", "/bin"))
    return {**taken, "HOME": str(home), "PATH": path, "PYTHONUTF8": "1", "COLUMNS": "80"}


def _run(words: list[str], folder: Path, variables: object) -> None:
    """Runs a command that has to succeed. Raises ``SystemExit`` with what it said."""
    done = subprocess.run(
        words, cwd=folder, env=dict(variables), capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise SystemExit(f"{' '.join(words)}\n{done.stdout}{done.stderr}")


if __name__ == "__main__":
    sys.exit(main())
