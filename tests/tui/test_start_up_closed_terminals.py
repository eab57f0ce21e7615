"""A program is gone with its terminal, whenever that is closed; what was seen is kept."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.tiers import slow, soak
from tests.tui import closings
from tests.tui.closings import CLOSINGS, JOB, MATCH, SCENES, Closing, Scene, Tally
from tests.tui.terminal import PATIENCE_S


@pytest.mark.parametrize(
    "what",
    [
        *slow(
            (Scene(MATCH, closings.thinking), closings.hang_up),
            (Scene(MATCH, closings.thinking), closings.go_on_and_hang_up),
            (Scene(MATCH, closings.stopped, JOB), closings.hang_up_twice),
            (Scene(("learn", "zertz"), closings.shown), closings.tell_to_end),
        ),
        *soak(*((scene, close) for scene in dict.fromkeys(SCENES) for close in CLOSINGS)),
    ],
    ids=lambda what: f"{what[1].__name__} while {what[0]}",
)
@pytest.mark.needs("zertz", "tamsk")
def test_no_program_outlives_its_terminal(tmp_path: Path, what: tuple[Scene, Closing]) -> None:
    (scene, close), tally = what, Tally()
    told = closings.saved_match(tmp_path)
    closings.closed(scene, close, Random(1), told, tally, within_s=PATIENCE_S)
    assert not tally.faults
