"""The house is as easy to find one's way in as was aimed at: the figures of ``tests.house``."""

from __future__ import annotations

from collections.abc import Set
from pathlib import Path

from tests.house import HERE, boxes, catches, circles, files_of_rooms, read_imports, upwards
from tests.hub_walk import hops, way_to_event
from tests.twins import pairs


def test_the_picture_of_imports_has_few_boxes_no_circle_and_no_arrow_upwards() -> None:
    imports = read_imports(HERE)
    assert len(boxes(imports, HERE)) <= 34
    assert circles(imports) == []
    assert upwards(imports) == []


def test_a_circle_and_an_arrow_upwards_are_found() -> None:
    imports: dict[str, Set[str]] = {
        "gipf_meta.hub.one": {"gipf_meta.rooms.one", "gipf_meta.hub.two"},
        "gipf_meta.hub.two": {"gipf_meta.rooms.one"},
        "gipf_meta.rooms.one": {"gipf_meta.rooms.two"},
        "gipf_meta.rooms.two": {"gipf_meta.rooms.one"},
    }
    assert circles(imports) == [["gipf_meta.rooms.one", "gipf_meta.rooms.two"]]
    assert upwards(imports) == []
    imports["gipf_meta.rooms.two"] = {"gipf_meta.hub.two"}
    assert upwards(imports) == ["gipf_meta.rooms.two -> gipf_meta.hub.two"]


def test_what_a_game_raises_is_caught_in_few_places() -> None:
    assert len(found := catches(HERE)) <= 15, found


def test_a_command_reaches_its_event_in_few_hops() -> None:
    assert hops(way := way_to_event(HERE)) <= 4, way


def test_what_a_room_is_stands_in_folders_that_one_sees_whole() -> None:
    assert all(count <= 16 for count in files_of_rooms(HERE).values())


def test_files_that_repeat_each_other_are_found(tmp_path: Path) -> None:
    lines = [f"    {name} = one.left + one.right * {name} - (two.left + 1)" for name in "abcdefg"]
    sources = {
        "first": ["import os", "def add(one, two):", *lines],
        "second": ["def add(one, two):", '    """Its docstring is no line."""', "", *lines],
        "shape": [line.replace("one.", "other.") for line in ("if one.here:", *lines)],
        "apart": ["while True:", *(f"    print({name})" for name in "abcdefg")],
    }
    for name, source in sources.items():
        (tmp_path / f"{name}.py").write_text("\n".join(source), "utf-8")
    first, second, shape = (tmp_path / f"{name}.py" for name in ("first", "second", "shape"))
    assert pairs(tmp_path, to_the_letter=True).keys() == {(first, second)}
    assert pairs(tmp_path).keys() == {(first, second), (first, shape), (second, shape)}
