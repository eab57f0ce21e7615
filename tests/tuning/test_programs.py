"""The page of tuning names the programs that are there, and is short (tuning/README.md)."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
TUNING = ROOT / "tuning"
TWO_SCREENS = 110
BESIDE = {"engine"}
"""Programs that others run."""


def test_the_page_names_each_program_and_no_other_and_fits_two_screens() -> None:
    page = (TUNING / "README.md").read_text(encoding="utf-8")
    programs = {
        path.stem
        for path in TUNING.glob("*.py")
        if "\ndef main(" in path.read_text(encoding="utf-8")
    }
    assert set(re.findall(r"^\| `python -m tuning\.(\w+)", page, re.MULTILINE)) == programs - BESIDE
    assert len(page.splitlines()) <= TWO_SCREENS


def test_whatever_names_a_program_of_tuning_names_one_that_is_there() -> None:
    pages = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *TUNING.glob("*.md")]
    texts = {
        path: path.read_text(encoding="utf-8") for path in pages if path.name != "CHANGELOG.md"
    }
    texts[ROOT / "Makefile"] = (ROOT / "Makefile").read_text(encoding="utf-8")
    named = {
        (str(path.relative_to(ROOT)), name)
        for path, text in texts.items()
        for name in re.findall(r"python -m tuning\.(\w+)", text)
    }
    assert {(where, name) for where, name in named if not (TUNING / f"{name}.py").exists()} == set()
