"""Clocks and sand of the page ask for frames only when a step of them is due."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest


def test_tasks_are_called_when_they_are_due_and_no_frame_comes_between_them() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("Install Node.js to test the modules of the page: node is not on the path.")
    script = Path(__file__).with_name("ticking.mjs")
    said = subprocess.run([node, script], capture_output=True, text=True)
    assert said.returncode == 0, said.stderr
    found = json.loads(said.stdout)
    assert found["calls"]["once"] == 1
    assert 9 <= found["calls"]["slow"] <= 11
    assert 18 <= found["calls"]["fast"] <= 21
    assert found["frames"] <= 30, "60 a second are what an idle page must not pay"
    assert found["waiting"] == 0, "nothing goes on where nothing is left to do"
