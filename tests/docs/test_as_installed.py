"""Documents as somebody runs them who has just installed the program: ``make soak`` runs all of
them by ``python -m docs.as_installed``; here it shows that it notices what is wrong."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from docs.as_installed import (
    EXTRAS,
    FROM_A_CLONE,
    OWN_INSTALLATION,
    QUOTED,
    ROOT,
    RUNNER,
    documents,
    in_order,
    installs_more,
    left_to_people,
    with_installations,
)
from docs.blocks import BY_HAND, blocks, by_hand
from tests.plugins.test_scaffold import fresh as fresh

FENCE = "`" * 3


def text_of(document: str) -> str:
    return (ROOT / document).read_text(encoding="utf-8")


@pytest.mark.parametrize("document", documents())
def test_whatever_is_left_to_people_has_a_reason(document: str) -> None:
    for command in by_hand(text_of(document)):
        runs = command.startswith("pip install ") and not re.match(OWN_INSTALLATION, command)
        assert runs or left_to_people(command), f"{document}: {command}"


def test_every_reason_is_needed() -> None:
    lines = [line.text for each in documents() for line in with_installations(text_of(each))]
    for start in BY_HAND:
        assert any(re.match(start, line) for line in lines), start
    assert {*EXTRAS, *FROM_A_CLONE, *QUOTED} <= {*documents()}


@pytest.mark.parametrize(("document", "extra"), EXTRAS.items())
def test_a_document_names_the_extra_that_it_needs(document: str, extra: str) -> None:
    assert f"[{extra}]" in text_of(document)


def test_what_installs_more_has_an_environment_of_its_own() -> None:
    assert installs_more("docs/write-a-plugin.md")
    assert not installs_more("docs/learning.md")
    assert not installs_more("docs/play.md")


def ran(text: str, folder: Path, *, whole: bool = False) -> tuple[int, list[str]]:
    """The result of the blocks of a *text*, run as in a new environment: how many ran, and the
    first lines of the faults, or the *whole* of them."""
    done = subprocess.run(
        [sys.executable, str(RUNNER)], cwd=folder, input=json.dumps(list(blocks(text))),
        capture_output=True, text=True, encoding="utf-8", check=True,
    )  # fmt: skip
    count, faults = json.loads(done.stdout)
    return count, faults if whole else [fault.splitlines()[0] for fault in faults]


def test_blocks_that_do_otherwise_are_found(tmp_path: Path) -> None:
    page = (
        f'{FENCE}python\n"""one_file.py"""\n\nONE = 1\n{FENCE}\n'
        f"{FENCE}python\nfrom one_file import ONE\n\nprint(ONE)\n{FENCE}\n{FENCE}text\n1\n{FENCE}\n"
        f"{FENCE}pycon\n>>> ONE + 1\n2\n{FENCE}\n"
        f"{FENCE}python\nassert ONE == 1\n{FENCE}\n"
    )
    assert ran(page, tmp_path) == (4, [])
    wrong = page.replace("text\n1", "text\n2").replace("ONE + 1\n2", "ONE + 1\n3")
    wrong = wrong.replace("assert ONE == 1", "assert ONE == 2")
    count, faults = ran(wrong, tmp_path)
    assert count == 4
    assert [fault.partition(": ")[0] for fault in faults] == ["12", "15", "19"]


@pytest.mark.slow
def test_tests_of_a_document_that_fail_are_found(tmp_path: Path) -> None:
    page = (
        f"{FENCE}python\nONE = 2\n{FENCE}\n"
        f"{FENCE}python\ndef test_it():\n    assert ONE == 1\n{FENCE}\n"
    )
    done = ran(page, tmp_path, whole=True)
    assert done[0] == 2
    assert "1 failed" in done[1][0]


def test_commands_that_do_otherwise_are_found(tmp_path: Path) -> None:
    page = (
        f"{FENCE}console\n$ echo one\ntwo\n$ false\n$ false  # exit status 1\n$ pwd\n…\n{FENCE}\n"
        f"{FENCE}sh by-hand\nmake play\n{FENCE}\n"
    )
    report = in_order("page.md", page, tmp_path, Path(sys.executable).parent)
    assert report.ran == 4
    assert [fault.partition("\n")[0] for fault in report.faults] == [
        "page.md:2: prints something else: echo one",
        "page.md:4: status 1: false",
    ]
    assert report.left == ["left to people, builds or runs what stands in a clone: make play"]


@pytest.mark.slow
@pytest.mark.parametrize("document", ["docs/install.md", "docs/protocol.md"])
def test_a_document_runs_in_a_new_environment(document: str, fresh: Path, tmp_path: Path) -> None:
    report = in_order(document, text_of(document), tmp_path, fresh)
    assert not report.faults
    assert report.ran
