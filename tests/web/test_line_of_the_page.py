"""The line of the page is opened again as soon as somebody looks at it."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent


def test_a_cut_line_is_opened_at_once_when_the_reader_or_the_network_is_back() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("Install Node.js to test the modules of the page: node is not on the path.")
    done = subprocess.run([node, HERE / "line.mjs"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert said == {
        "online": [1, 2, 0],
        "pageshow": [2, 3, 0],
        "focus": [3, 4, 0],
        "visibilitychange": [4, 5, 0],
        "hidden": [5, 1],
    }
