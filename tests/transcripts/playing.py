"""Plays scripts as a pipe does, each in a home of its own, and collects the answers."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from unittest.mock import patch

from gipf_meta.cli import run
from tests.few_positions import few_positions
from tests.transcripts.scripts import Script

ALWAYS_MS: Final = 10**9
"""Milliseconds for a hint: positions end its search, and no clock that a busy machine slows."""


def play(script: Script) -> str:
    """All answers to *script*, and the exit status."""
    with TemporaryDirectory() as folder, _at_home(Path(folder)):
        said = io.StringIO()
        typed = io.StringIO("".join(f"{line}\n" for line in script.lines))
        with (
            patch("sys.stdin", typed),
            patch("gipf_meta.table.new_table.HINT_MS", ALWAYS_MS),
            few_positions(),
            redirect_stdout(said),
            redirect_stderr(said),
        ):
            status = run(script.arguments)
        return f"{said.getvalue().replace(folder, '…')}[{status}]\n"


@contextmanager
def _at_home(folder: Path) -> Iterator[None]:
    homes = {f"XDG_{name}_HOME": str(folder) for name in ("DATA", "CONFIG", "STATE", "CACHE")}
    with patch.dict(os.environ, {**homes, "LANGUAGE": "en", "COLUMNS": "80"}), chdir(folder):
        yield
