"""The program of version 0.2.0, out of its wheel, beside the one of today."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[2]
WHEELS = ROOT.parent / "shared" / "frozen" / "d87f9648"
"""Where the wheel lies, on machines that have it."""


@cache
def unpacked() -> TemporaryDirectory[str]:
    """The folder, until this process ends, with the packages of 0.2.0. Skips the test where its
    wheel is not there, or is for another Python."""
    tag = f"cp{sys.version_info.major}{sys.version_info.minor}-linux_x86_64"
    wheels = [*WHEELS.glob(f"gipf_meta-0.2.0-*{tag}.whl")] if sys.platform == "linux" else []
    if not wheels:
        pytest.skip("no wheel of version 0.2.0 is here")
    folder = TemporaryDirectory(prefix="gipf-meta-0.2.0-")
    with ZipFile(wheels[0]) as wheel:
        wheel.extractall(folder.name)
    return folder


def environment_of_before(data: Path) -> dict[str, str]:
    """The environment in which ``python -m gipf_meta``, or a script, is of 0.2.0. What it keeps
    lies in the folder *data*."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONSAFEPATH"}
    return {
        **kept,
        "PYTHONPATH": unpacked().name,
        "PYTHONUNBUFFERED": "1",
        "XDG_DATA_HOME": str(data),
        "LANGUAGE": "en",
    }


def said_by_script(name: str, *arguments: str, data: Path) -> list[Any]:
    """The lines of JSON that the script *name* of this folder prints where it is run by 0.2.0."""
    done = subprocess.run(
        [sys.executable, "-", *arguments],
        input=(Path(__file__).parent / name).read_text(encoding="utf-8"),
        env=environment_of_before(data),
        cwd=data,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return [json.loads(line) for line in done.stdout.splitlines()]
