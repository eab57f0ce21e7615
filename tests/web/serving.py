"""``gipf-meta serve`` as a process, with a library of its own, for pages to visit."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import PIPE, Popen
from typing import NamedTuple

OPENER = """#!/bin/sh
echo "$1" > "$0.asked"
"""
"""A browser that notes what it is given."""


class Serving(NamedTuple):
    """``gipf-meta serve``: the process, the address that it prints, the file that it opens."""

    process: Popen[str]
    told: str
    file: str

    @property
    def address(self) -> str:
        """The address without the token."""
        return self.told.partition("/?")[0]


@contextmanager
def serving(
    folder: Path, *words: str, language: str = "en", toured: bool = True
) -> Iterator[Serving]:
    """``gipf-meta serve`` with the arguments *words*; its library and settings are in *folder*.

    Unless settings are there, they say whether somebody has been *toured* already.
    """
    settings = folder / "CONFIG" / "gipf-meta" / "settings.json"
    if not settings.exists():
        settings.parent.mkdir(parents=True, exist_ok=True)
        settings.write_text(json.dumps({"toured": toured}))
    homes = {f"XDG_{name}_HOME": str(folder / name) for name in ("DATA", "CONFIG")}
    opener, asked = folder / "opener", folder / "opener.asked"
    opener.write_text(OPENER)
    opener.chmod(0o755)
    asked.unlink(missing_ok=True)
    os.mkfifo(asked)
    shown = {"LANGUAGE": language, "DISPLAY": ":9", "BROWSER": f"{opener} %s"}
    process = Popen(
        [sys.executable, "-m", "gipf_meta", "serve", *words],
        env={**os.environ, **homes, **shown},
        stdout=PIPE,
        stderr=PIPE,
        text=True,
    )
    with process:
        try:
            assert process.stdout is not None
            said = process.stdout.readline()
            address = re.search(r"http://127\.0\.0\.1:\d+/\S+", said)
            assert address, said
            yield Serving(process, address[0], asked.read_text().strip())
        finally:
            process.terminate()
