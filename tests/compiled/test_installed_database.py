"""A database is opened by the installed program: the steps of its tables come with the wheel."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.compiled.build import compiled_program

PROGRAM = """
import sys
import gipf_meta.host.migrations as migrations
from gipf_meta.host.database import Database

Database.open("sqlite:///rooms.sqlite").beat("me", 7)
print(Database.open("sqlite:///rooms.sqlite").last_beat_ms(), migrations.__file__)
"""


def open_installed(program: Path, folder: Path) -> list[str]:
    """The words that the installed *program* prints when it opens a database in *folder*."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(program)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.split()


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_the_installed_program_makes_the_tables(tmp_path: Path) -> None:
    program = compiled_program()
    beat, steps = open_installed(program, tmp_path)
    assert beat == "7"
    assert Path(steps).is_relative_to(program)
