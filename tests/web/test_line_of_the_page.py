"""The line of the page is opened again as soon as somebody looks at it, and knows its answers."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent


def said_by(script: str) -> Any:
    """Runs a *script* of this folder in Node.js, and returns its output, read as JSON."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("Install Node.js to test the modules of the page: node is not on the path.")
    done = subprocess.run([node, HERE / script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_cut_line_is_opened_at_once_when_the_reader_or_the_network_is_back() -> None:
    assert said_by("line.mjs") == {
        "online": [1, 2, 0],
        "pageshow": [2, 3, 0],
        "focus": [3, 4, 0],
        "visibilitychange": [4, 5, 0],
        "hidden": [5, 1],
    }


def test_a_command_is_open_until_its_last_answer_and_said_again_when_the_line_was_cut() -> None:
    assert said_by("answers.mjs") == {
        "early": {},
        "before": {"open": "done", "analyse": "analysis", "look": "look"},
        "again": ["hello", "branch", "review"],
        "after": "go",
    }


def test_a_line_goes_unseen_to_the_process_that_leads_its_room_when_the_desk_has_answered() -> None:
    assert said_by("moving.mjs") == {
        "one": {
            "before": 1,
            "heard": ["/socket, hello, submit, play r-1, closed"],
            "states": ["open"],
        },
        "led": {
            "before": 1,
            "heard": [
                "/socket, hello, submit, closed",
                "/socket/r-1, hello, play r-1, closed",
                "/socket/r-2, hello, play r-1, closed",
            ],
            "states": ["open"],
        },
    }
