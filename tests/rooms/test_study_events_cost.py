"""A turn of a study costs what is new: it is the same after fifty turns and after many."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gipf_meta.hub.hub import Hub
from gipf_meta.library.store import Library
from gipf_meta.line.local_ledger import LocalLedger
from gipf_meta.records.study import Study
from gipf_meta.table.openings import Opening
from tests.small_games.stones import Move, State, Stones
from tests.steps import steps

FEW, MANY = 20, 80
MORE: int = 12
"""Lines of Python that a turn before may cost: turns are counted, and none is told again."""


class Refilled(Stones):
    """A heap that never ends."""

    id = "refilled"
    title = "Refilled"

    def apply(self, state: State, move: Move) -> State:
        return State(state.stones, state.number + 1)


def find(name: str) -> type[Stones]:
    return Refilled


def study_in(library: Library) -> Hub:
    """A hub with a study that *library* keeps."""
    hub = Hub(LocalLedger(library), find, patience_ms=None)
    hub.connect("ann", "ann", "")
    hub.open_room("1", Opening.of_record(Study.begin(Refilled(), 2, find, 1).record), "ann", 0)
    return hub


def play(hub: Hub, *texts: str) -> None:
    for text in texts:
        number = hub.room("1").number
        said: dict[str, Any] = {"do": "play", "id": f"{number}", "room": "1", "seen": number}
        hub.receive("ann", {**said, "text": text}, 0)
        assert not any("refused" in answer for _link, answer in hub.take_outbox())


def test_a_turn_of_a_study_does_not_cost_more_for_those_before_it(tmp_path: Path) -> None:
    with Library(tmp_path / "library.sqlite") as library:
        hub = study_in(library)
        play(hub, *"12" * (FEW // 2))
        few = steps(lambda: play(hub, "3"))
        play(hub, *"12" * ((MANY - FEW) // 2))
        many = steps(lambda: play(hub, "3"))
        assert len(hub.room("1").record().turns) == MANY + 2
    assert many - few < MORE * (MANY - FEW), (few, many)


@pytest.mark.parametrize("walk", ["", "back", "first"])
def test_a_study_that_is_kept_turn_by_turn_is_kept_whole(tmp_path: Path, walk: str) -> None:
    with Library(tmp_path / "library.sqlite") as library:
        hub = study_in(library)
        for _time in range(3):
            play(hub, *"1213")
            if walk:
                hub.receive("ann", {"do": "walk", "id": "w", "room": "1", "at": walk}, 0)
            play(hub, "2", "3")
            if walk:
                hub.receive("ann", {"do": "walk", "id": "v", "room": "1", "at": "1"}, 0)
            kept = library.record(1)
            assert kept.turns == hub.room("1").record().turns
            library.check()
