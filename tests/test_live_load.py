"""A small load on a host, as ``make load`` brings a great one: everything is answered, and every
scene is as it is drawn whole."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest
from aiohttp import ClientSession
from yarl import URL

from tests import load
from tests.host.playing import Command, Match
from tests.live_load import Cost, Load, measure, share_ms
from tests.loading_people import LiveTable, SeeingPlayer, SeeingWatcher, Sight

SORTS = ("zertz", "gipf-zatre")
"""Matches in which time does not act: nobody is refused because he was late."""


@pytest.mark.slow
def test_everything_is_answered_and_each_scene_is_as_it_is_drawn_whole() -> None:
    cost = measure(Load(tables=2, seconds=0, kind="sqlite", pace_s=0, sorts=SORTS, again=4))
    assert cost.faults == []
    assert cost.refused == []
    assert cost.unanswered == 0
    assert cost.failures == 0
    assert cost.compared > 20
    assert cost.decisions > 20
    assert len(cost.scenes_ms) >= cost.decisions, "the watchers saw every decision"


def scene(number: int, whole: bool, gone: tuple[str, ...] = (), **values: Any) -> dict[str, Any]:
    elements = {key: {"left_ms": 0, "value": value} for key, value in values.items()}
    return {"number": number, "at_ms": 0, "whole": whole, "set": elements, "gone": gone}


def test_a_scene_that_is_not_as_it_is_drawn_whole_is_a_fault() -> None:
    sight = Sight(lambda: 0)
    sight.take(scene(1, True, a=1, b=2, here=1))
    sight.take(scene(2, False, ("b",), a=2))
    sight.take(scene(2, True, a=2, here=2))
    assert (sight.compared, sight.faults) == (1, [])
    sight.take(scene(3, False, c=3))
    sight.take(scene(3, True, a=2, b=2))
    assert sight.compared == 2
    assert [each.split(":")[0] for each in sight.faults] == ["3 b", "3 c"]
    sight.take(scene(4, True, a=1))
    assert sight.compared == 2, "he had no such scene before"


@pytest.mark.parametrize(("at_ms", "faults"), [(0, 1), (7, 0)])
def test_time_that_has_passed_meanwhile_is_no_fault(at_ms: int, faults: int) -> None:
    sight = Sight(lambda: 0)
    sight.take(scene(1, True, sand=1))
    later = scene(1, True, sand=1)
    later["set"]["sand"]["left_ms"] = -7
    sight.take({**later, "at_ms": at_ms})
    assert len(sight.faults) == faults


def test_a_table_says_how_long_its_answers_and_scenes_took() -> None:
    client, host = cast(ClientSession, None), URL("http://host")
    match = Match("r", "", ["key"], "watcher")
    clock = count(1000, 100)
    table = LiveTable(client, [host], [match], lambda: next(clock), 1.0)
    player = SeeingPlayer(client, [host], match, Random(1))
    watcher = SeeingWatcher(client, [host], match, Random(1), sight=Sight(table.now_ms))
    table.players.append(player)
    table.watchers.append(watcher)
    for number in (4, 6, 7):  # at 1000, 1100, 1200
        watcher.sight.take(scene(number, False))
    for number, sent_ms in ((4, 900), (5, 970), (7, 1100)):
        player.done.append((Command("c", {"do": "play"}, sent_ms), number, 10))
    assert [*table.answers(950)] == [("play", 10)] * 2
    assert [*table.scenes(950)] == [130, 100]
    assert share_ms([1, 2, 3, 4], 0.5) == 3
    assert share_ms([], 0.5) == 0


def cost_of(about: Load, answer_ms: int) -> Cost:
    """A measurement in which everything took the same time."""
    parts = {"judging": 1.0, "rest": 2.0}
    answers = [answer_ms] * 10
    return Cost(about, 10, 100, parts, parts, 1, 0, answers, answers, 0, 0, [], 0, 0, [])


@pytest.mark.parametrize(("most", "found"), [(50, 48), (8, 8), (3, 3), (1, 1), (0, None)])
def test_the_most_matches_are_searched_that_are_answered_in_time(
    monkeypatch: pytest.MonkeyPatch, most: int, found: int | None
) -> None:
    def measure_(about: Load, _tree: Path) -> Cost:
        return cost_of(about, 100 if about.tables <= most else 101)

    monkeypatch.setattr(load, "measure", measure_)
    best = load.search(Path(), Load())
    assert (best.load.tables if best else None) == found


def test_two_versions_take_turns_and_are_compared(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    measured = list[str]()

    def measure_(about: Load, tree: Path) -> Cost:
        measured.append(tree.name)
        factor = 2.0 if tree.name == "old" else 1.0
        return cost_of(about, 5)._replace(host_ms={"judging": factor, "rest": factor * 2})

    monkeypatch.setattr(load, "measure", measure_)
    load.compare([Path("old"), Path("new")], [replace(Load(), processes=2)], times=2)
    assert measured == ["old", "new"] * 2
    told = capsys.readouterr().out
    assert "postgresql, 2 processes" in told
    assert "old 6.00, new 3.00; 0.50 times" in told
