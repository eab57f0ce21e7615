"""Studies whose variations stand deep inside each other, and studies that are full, as rooms: what
was done in them is rebuilt; what could not be kept is refused before it is done."""

from __future__ import annotations

from typing import Any

import pytest

from gipf_meta.hub.hub import Hub
from gipf_meta.library.store import Library
from gipf_meta.records import study as studies
from gipf_meta.records import tree, tree_size
from gipf_meta.records.record_files import dumps, loads
from gipf_meta.records.study import Study
from gipf_meta.records.tree_size import TreeSize, size_of
from gipf_meta.rooms.ledger import MemoryLedger
from gipf_meta.rooms.rebuilding import rebuild
from gipf_meta.table.openings import Opening
from gipf_meta.web.frames import BadFrame, read_frame
from tests.hub.test_hub import find, hub, new_hub, say, why
from tests.records.deep import DEPTHS, read_sheet
from tests.tiers import slow

__all__ = ["hub"]


def open_study(hub: Hub, depth: int) -> str:
    """Opens the study of a sheet with so many variations inside each other; the deepest turn."""
    record = Study.of(read_sheet(depth)).record
    hub.open_room("s", Opening.of_record(record), "ann")
    say(hub, "watch", room="s")
    return tree.name_of(max(tree.nodes(record.turns), key=len))


def do(hub: Hub, what: str, **values: Any) -> None:
    """Does something in the study; it must be accepted."""
    answers = say(hub, what, room="s", **values)
    assert any("done" in each for each in answers), str(answers)[:500]


@pytest.mark.parametrize("depth", [*DEPTHS, *slow(1_000)])
def test_a_deep_study_is_walked_written_in_and_rebuilt(
    hub: Hub, ledger: MemoryLedger, depth: int
) -> None:
    deepest = open_study(hub, depth)
    do(hub, "walk", at=deepest)
    do(hub, "play", text=hub.room("s").choices("ann")[0].notation, seen=hub.room("s").number)
    do(hub, "walk", at="back")
    do(hub, "write_beside", at=deepest, comment="deep", signs="!")
    do(hub, "promote", at=deepest)
    do(hub, "restore")
    do(hub, "delete_turn", at=deepest)
    do(hub, "restore")
    room = hub.room("s")
    again = rebuild("s", [entry.event for entry in ledger.read("s")], find).state
    assert again.study == room.study
    assert room.study is not None
    assert loads(dumps(room.study.record)) == room.study.record


def test_nobody_makes_variations_deeper_than_their_names_can_be(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(studies, "DEEPEST", 5)
    open_study(hub, 5)
    do(hub, "walk", at="1.1.1.1.1.1.1.1.1.1.1")
    do(hub, "play", text="Wd5,a3", seen=hub.room("s").number)  # nothing follows: the line goes on
    do(hub, "walk", at="back")
    refused = why(say(hub, "play", room="s", text="Wd5,a2", seen=hub.room("s").number))
    assert refused.startswith("Variations stand 5 deep inside each other here, and no deeper")


FULL = {"decisions": 8, "letters": 1_500, "marks": 150}


@pytest.mark.parametrize("limit", FULL)
def test_a_study_that_is_full_refuses_before_it_keeps(
    hub: Hub, monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    most = TreeSize(10**9, 10**9, 10**9)._replace(**{limit: FULL[limit]})
    monkeypatch.setattr(tree_size, "FULL", most)
    open_study(hub, 1)
    refused = ""
    for _turn in range(40):
        room = hub.room("s")
        assert room.study is not None
        counted = size_of(room.study.turns)
        answers = say(hub, "play", room="s", text=room.choices("ann")[0].notation, seen=room.number)
        if not any("done" in each for each in answers):
            refused = why(answers)
            assert getattr(counted, limit) > FULL[limit], "only what is full refuses"
            break
        assert getattr(counted, limit) <= FULL[limit], "what is full refuses"
    assert refused == "This study is full: delete some of its turns first."
    assert why(say(hub, "write_beside", room="s", at="1", comment="more")) == refused
    do(hub, "write_beside", at="1", comment="")  # nothing is added
    do(hub, "delete_turn", at="2")
    do(hub, "walk", at="first")
    do(hub, "play", text="Wd4,a1", seen=hub.room("s").number)


def test_what_a_tree_has_at_most_is_what_its_json_has() -> None:
    """The size that is counted is never less than that of the text that is kept."""
    for depth in (1, 31, 33, 250):
        record = Study.of(read_sheet(depth)).record
        counted = size_of(record.turns)
        with Library() as library:
            texts = library._read_match(library.add(record))[2]
        assert sum(map(len, texts)) <= counted.letters
        assert sum(text.count(mark) for text in texts for mark in ",[{") <= counted.marks


def test_frames_may_name_a_deep_turn_and_bring_a_long_comment() -> None:
    name, comment = ".".join(["1"] * 2_001), "x" * 10_000
    said = '{"do": "write_beside", "room": "s", "id": "a", "at": "%s", "comment": "%s"}'
    assert read_frame(said % (name, comment))["at"] == name
    with pytest.raises(BadFrame):
        read_frame(said.replace("write_beside", "play") % (name, comment))


def test_a_deep_study_goes_on_in_another_process(ledger: MemoryLedger) -> None:
    first = new_hub(ledger)
    deepest = open_study(first, 250)
    do(first, "walk", at=deepest)
    other = new_hub(ledger)
    say(other, "watch", room="s")
    assert other.room("s").study == first.room("s").study
