"""The documentation tells the truth: its commands are run, its output is what they print.

Fenced blocks are marked by their first line:

    console      ``$ `` begins a command, other lines are the output that is expected; a line ``…``
                 stands for any lines, and a command without output lines may print what it likes
    sh           every line is a command
    sh by-hand   left to people: what needs a terminal or installs something
    pycon        a session in Python, run as a doctest
    python text  on the pages of Python: a program, and what it prints
    python toml  in the tutorial: quoted, spaces and all, from a file that is tested (``fmt: off``
                 keeps ruff away from the quotes); ``by-hand`` behind it: made up for the page

A command that ends in ``# exit status N`` must end so; all others end with 0. The commands of one
document run in order in one folder, empty but for ``docs/``, so a file that one writes is there for
the next. Those of the tutorial see its plugins as if they were installed. ``make test`` runs the
program in the process of the test, and so does ``make test-slow`` with the longer documents; that
runs the README as a reader does, from a shell, and ``make soak`` all of them.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
from collections.abc import Callable
from dataclasses import replace
from doctest import ELLIPSIS, DocTestParser, DocTestRunner
from pathlib import Path
from typing import Any

import pytest

from docs.blocks import Command, blocks, by_hand, commands, fits, reason_by_hand
from docs.draw import find_games
from gipf_meta.plugins.single_files import FILES
from gipf_meta.testing import check
from tests.program import Done, gipf_meta, installed, variables
from tests.specimens import find_specimens
from tests.tiers import slow, soak

ROOT = Path(__file__).parents[2]
QUICK = (
    *(f"docs/rules/{game}.md" for game in find_specimens()),
    "docs/records-of-others.md",
    "docs/engines.md",
    "docs/install.md",
    "docs/reproduce.md",
)
LONG = ("README.md", "docs/play.md", "docs/write-a-plugin.md", "docs/train.md")
"""Documents whose commands take seconds."""
DOCUMENTS = (*QUICK, *LONG)
TUTORIAL = ROOT / "docs/write-a-plugin.md"
PAGES_OF_PYTHON = tuple(
    ROOT / f"docs/{page}.md" for page in ("library", "learning", "planes", "reproduce")
)
QUOTED = (
    *ROOT.glob("examples/*/*.py"),
    *ROOT.glob("examples/*/gipf_meta_*/*.py"),
    *ROOT.glob("examples/*/tests/*.py"),
    *ROOT.glob("examples/*/*.toml"),
    *ROOT.glob("gipf_meta/plugins/template/*"),
    *(
        ROOT / "tests" / name
        for name in (
            "small_games/fuse.py",
            "small_games/hands.py",
            "small_games/wager.py",
            "testing/broken/lines.py",
        )
    ),
    ROOT / "gipf_meta/duels/die.py",
    *ROOT.glob("plugins/*/gipf_meta_*/game.py"),
)
COMMANDS_OF_GIPF_META = (
    "games",
    "plugins",
    "play",
    "demo",
    "playthrough",
    "perft",
    "legal",
    "replay",
    "resume",
)


def run_in_a_shell(text: str, folder: Path, python_path: str = "", typed: str = "") -> Done:
    """Runs a shell command in *folder*, with *typed* on its standard input."""
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", text],
        cwd=folder,
        env={**os.environ, **variables(folder, python_path)},
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    return Done(done.returncode, done.stdout, done.stderr)


def run_in_process(text: str, folder: Path, python_path: str = "") -> Done:
    """Runs a shell command as ``run_in_a_shell`` does, but each ``gipf-meta`` in this process."""
    said = Done(0, "", "")
    for words in stages(text):
        if words[0] == "gipf-meta":
            *words, written_to = words if ">" in words else (*words, ">", "")
            done = gipf_meta(words[1:-1], folder, python_path, said.out)
            if written_to:
                (folder / written_to).write_text(done.out, encoding="utf-8")
                done = done._replace(out="")
        else:
            done = run_in_a_shell(shlex.join(words), folder, python_path, said.out)
        said = Done(done.status or said.status, done.out, said.err + done.err)
    return said


def stages(text: str) -> list[list[str]]:
    """The words of each command of a pipe."""
    lexer = shlex.shlex(text, posix=True, punctuation_chars="|>")
    lexer.whitespace_split = True
    piped: list[list[str]] = [[]]
    for word in lexer:
        if word == "|":
            piped.append([])
        else:
            piped[-1].append(word)
    return piped


IN_A_SHELL = ("README.md",)
"""Documents whose commands ``make test-slow`` runs from a shell, which adds the start."""


@pytest.mark.parametrize(
    ("document", "run"),
    [
        *((document, run_in_process) for document in QUICK),
        *slow(*(pytest.param(each, run_in_process) for each in LONG if each not in IN_A_SHELL)),
        *slow(*(pytest.param(document, run_in_a_shell) for document in IN_A_SHELL)),
        *soak(
            *(pytest.param(each, run_in_a_shell) for each in DOCUMENTS if each not in IN_A_SHELL)
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else value.__name__,
)
def test_the_commands_of_a_document_do_what_it_says(
    document: str,
    run: Callable[[str, Path, str], Done],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(FILES, "")  # a file that a command loads is not loaded afterwards
    to_run = commands((ROOT / document).read_text(encoding="utf-8"))
    assert to_run, f"{document} shows no command that can be run"
    python_path = installed(tmp_path) if ROOT / document == TUTORIAL else ""
    (tmp_path / "docs").symlink_to(ROOT / "docs")
    for command in to_run:
        done = run(command.text, tmp_path, python_path)
        said = f"{document}:{command.line}: {command.text}\n{done.out}{done.err}"
        assert done.status == command.exit_status, said
        assert "Traceback" not in done.err, said
        if command.exit_status:
            assert len(done.err.strip().splitlines()) == 1, f"not one sentence\n{said}"
        if command.output is not None:
            assert fits(command.output, done.out), said


@pytest.mark.parametrize("document", DOCUMENTS)
def test_only_what_needs_a_person_is_left_to_people(document: str) -> None:
    for text in by_hand((ROOT / document).read_text(encoding="utf-8")):
        assert reason_by_hand(text), f"{document}: {text!r} can be run by a test"


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_block_that_looks_like_a_command_is_marked(document: str) -> None:
    for mark, line, lines in blocks((ROOT / document).read_text(encoding="utf-8")):
        if mark not in ("console", "sh", "sh by-hand"):
            shown = [text for text in lines if re.match(r"\$ |gipf-meta ", text)]
            assert not shown, f"{document}:{line}: mark the block console, sh or sh by-hand"


def test_the_readme_names_the_two_commands() -> None:
    readme = by_hand((ROOT / "README.md").read_text(encoding="utf-8"))
    assert "make play" in readme
    assert "make test" in readme


@pytest.mark.parametrize("name", COMMANDS_OF_GIPF_META)
def test_every_command_has_an_example_that_is_run(name: str) -> None:
    shown = commands((ROOT / "docs/play.md").read_text(encoding="utf-8"))
    assert any(f"gipf-meta {name}" in command.text for command in shown)


@pytest.mark.parametrize("page", sorted(ROOT.glob("*.md")) + sorted(ROOT.glob("docs/**/*.md")))
def test_links_to_files_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)\s#]+)[^)]*\)", page.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


class TestTheTutorial:
    TEXT = TUTORIAL.read_text(encoding="utf-8")

    def shown(self, *marks: str) -> list[tuple[int, str]]:
        """The blocks with one of *marks*: the number of the first line, and the text."""
        return [
            (first, "\n".join([*lines, ""]))
            for mark, first, lines in blocks(self.TEXT)
            if mark in marks
        ]

    def test_its_code_is_part_of_files_that_are_tested(self) -> None:
        files = [file.read_text(encoding="utf-8") for file in QUOTED]
        quoted = self.shown("python", "toml")
        assert quoted
        for line, text in quoted:
            assert any(text in file for file in files), f"line {line} quotes no file:\n{text}"

    def test_it_shows_the_whole_of_its_first_game(self) -> None:
        shown = "".join(text for _, text in self.shown("python"))
        whole = (ROOT / "examples/tictactoe/gipf_meta_tictactoe.py").read_text(encoding="utf-8")
        for line in whole.splitlines(keepends=True):
            assert line in shown, f"not shown: {line}"

    def test_the_kit_complains_as_it_says(self) -> None:
        game: Any = find_games()("tictactoe")

        class Forgetful(game):  # type: ignore[misc]
            def view(self, state: Any, seat: int | None) -> Any:
                whole = super().view(state, seat)
                return replace(whole, choices=whole.choices[1:])

        (finding,) = check(Forgetful(), laws=["views_offer_the_legal_moves"])
        ((_, told),) = self.shown("text")
        assert told.split() == [
            "BROKEN",
            *f"{finding.says} {finding.what} {finding.advice}".split(),
            *f"gipf-meta check tictactoe --law {finding.law}".split(),
        ]


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES_OF_PYTHON, ids=lambda page: page.name)
def test_the_pages_of_python_show_what_it_answers(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if page.name == "learning.md":
        pytest.importorskip("pyspiel")
        pytest.importorskip("pettingzoo")
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    sessions = DocTestRunner(optionflags=ELLIPSIS)
    printed: str | None = None
    for mark, first, lines in blocks(page.read_text(encoding="utf-8")):
        where, text = f"{page.name}:{first}", "\n".join([*lines, ""])
        if mark == "pycon":
            session = DocTestParser().get_doctest(text, names, where, where, first - 1)
            session.globs = names
            complaints: list[str] = []
            failed = sessions.run(session, out=complaints.append, clear_globs=False).failed
            assert not failed, "".join(complaints)
        elif mark == "python":
            assert printed is None, f"the program before {where} shows nothing of what it prints"
            capsys.readouterr()
            exec(compile(text, where, "exec"), names)
            printed = capsys.readouterr().out or None
        elif mark not in ("console", "sh by-hand"):
            assert mark == "text", f"{where}: mark the block pycon, python or text"
            assert printed == text, where
            printed = None


def test_the_page_of_learners_shows_the_whole_of_its_engine() -> None:
    sample = (ROOT / "examples/engines/network_engine.py").read_text(encoding="utf-8")
    assert f"```python\n{sample}```" in (ROOT / "docs/learning.md").read_text(encoding="utf-8")


class TestThePageOfReaders:
    TEXT = (ROOT / "docs/records-of-others.md").read_text(encoding="utf-8")

    @pytest.mark.parametrize("form", ["python", "python sgf"])
    def test_its_readers_keep_the_laws_that_their_tests_prove(self, form: str) -> None:
        shown = {
            mark: "\n".join(lines)
            for mark, _first, lines in blocks(self.TEXT)
            if mark.startswith("python")
        }
        names: dict[str, Any] = {}
        for mark in (f"{form} reader", f"{form} test"):
            exec(compile(shown[mark], mark, "exec"), names)
        kit = names["TestMyReader"]
        tests = [getattr(kit(), name) for name in dir(kit) if name.startswith("test_")]
        assert len(tests) > 3
        for test in tests:
            test()


class TestReadingADocument:
    def test_pipes_are_taken_apart(self) -> None:
        text = "printf '%s\\n' '' 'a b' x,y | gipf-meta play | grep 'q|r' > file"
        assert stages(text) == [
            ["printf", "%s\\n", "", "a b", "x,y"],
            ["gipf-meta", "play"],
            ["grep", "q|r", ">", "file"],
        ]

    def test_commands_output_and_exit_status(self) -> None:
        text = "```console\n$ one\n1\n\n$ two  # exit status 2\n\n```\n```sh\nthree\n```\n"
        assert commands(text) == [
            Command(2, "one", ["1", ""], 0),
            Command(5, "two", None, 2),
            Command(9, "three", None, 0),
        ]

    def test_what_is_left_to_people_is_not_run(self) -> None:
        text = "```sh by-hand\nmake play\n```\n```text\nnothing\n```\n"
        assert commands(text) == []
        assert by_hand(text) == ["make play"]

    @pytest.mark.parametrize(
        ("expected", "printed", "right"),
        [
            (["a", "b"], "a\nb\n", True),
            (["a", "b"], "a\nx\nb\n", False),
            (["a", "…", "b"], "a\nx\ny\nb\n", True),
            (["a", "…", "b"], "a\nb\n", True),
            (["…", "b"], "a\n", False),
            (["1.4"], "1x4\n", False),
            (["a", "", "b", ""], "a\n\nb\n", True),
        ],
    )
    def test_expected_output(self, expected: list[str], printed: str, right: bool) -> None:
        assert fits(expected, printed) is right
