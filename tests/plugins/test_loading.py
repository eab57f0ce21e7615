"""Plugins are found by entry points; broken and doubled ones become a line, never a crash."""

from __future__ import annotations

import sys
from importlib.metadata import Distribution, EntryPoint
from types import ModuleType
from typing import Any

import pytest

from gipf_meta import Game, hookimpl
from gipf_meta.plugins.loading import UnknownGame, load_plugins
from tests.small_games.wager import Wager


def plugin(monkeypatch: pytest.MonkeyPatch, name: str, games: Any) -> EntryPoint:
    """An entry point to a module whose ``games`` hook returns (or raises) *games*."""
    module = ModuleType(f"fake_{name}")

    def answer() -> Any:
        if isinstance(games, BaseException):
            raise games
        return games

    module.games = hookimpl(answer)  # type: ignore[attr-defined]
    module.games.__name__ = "games"  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, module.__name__, module)
    return EntryPoint(name, module.__name__, "gipf_meta")


def test_this_installation_brings_its_games_and_nothing_is_broken() -> None:
    installed = load_plugins()
    assert {"die", "elsewhere", "zertz", "gipf"} <= installed.games.keys()
    assert [p.fault for p in installed.plugins] == [""] * len(installed.plugins)


def test_what_a_distribution_says_is_read_once_for_all_its_plugins(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each reading takes a millisecond, with every start of the program."""
    reads: list[str] = []

    class Told(Distribution):
        def read_text(self, filename: str) -> str:
            reads.append(filename)
            return "Name: told\nVersion: 1.5\n"

        def locate_file(self, path: object) -> Any:
            raise AssertionError

    dist = Told()
    points = [plugin(monkeypatch, name, []) for name in ("a", "b", "c")]
    for point in points:
        vars(point)["dist"] = dist
    installed = load_plugins(points)
    assert [each.source for each in installed.plugins] == ["told 1.5"] * 3
    assert len(reads) == 2  # for its name, and for its version


def test_the_hosts_own_duels_are_listed_last(monkeypatch: pytest.MonkeyPatch) -> None:
    class Dice(Wager):
        id = "dice"

    Dice.__module__ = "gipf_meta.duels.dice"
    installed = load_plugins([plugin(monkeypatch, "both", [Dice, Wager])])
    assert [game.id for game in installed.sorted_games()] == ["wager", "dice"]


def test_a_game_is_called_by_its_title_and_one_that_is_not_installed_by_its_id(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    installed = load_plugins([plugin(monkeypatch, "wager", [Wager])])
    assert [installed.title(name) for name in ("wager", "chess")] == [Wager.title, "chess"]


def test_games_are_found_by_how_many_can_play(monkeypatch: pytest.MonkeyPatch) -> None:
    class Patience(Wager):
        id = "patience"
        seat_counts = range(1, 2)

    installed = load_plugins([plugin(monkeypatch, "both", [Patience, Wager])])
    assert [installed.games_for(seats) for seats in (1, 2)] == [["patience"], ["wager"]]


def test_a_good_plugin_is_loaded_beside_broken_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    class Nameless(Game[int, int]):
        pass

    points = [
        EntryPoint("absent", "no_such_module_anywhere", "gipf_meta"),
        plugin(monkeypatch, "raising", ZeroDivisionError("oh")),
        plugin(monkeypatch, "exiting", SystemExit(3)),
        plugin(monkeypatch, "garbage", ["not a game"]),
        plugin(monkeypatch, "nameless", [Nameless]),
        plugin(monkeypatch, "wager", [Wager]),
    ]
    installed = load_plugins(points)
    assert set(installed.games) == {"wager"}
    faults = {p.name: p.fault for p in installed.plugins}
    assert faults["wager"] == ""
    assert "no_such_module_anywhere" in faults["absent"]
    assert faults["raising"] == "ZeroDivisionError: oh"
    assert faults["exiting"] == "SystemExit: 3"
    assert "no subclass of Game" in faults["garbage"]
    assert "does not say its id" in faults["nameless"]


def test_a_second_plugin_of_the_same_name_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    first = plugin(monkeypatch, "wager", [Wager])
    installed = load_plugins([first, first])
    assert "Another plugin of that name" in installed.plugins[1].fault
    assert set(installed.games) == {"wager"}


def test_a_game_of_a_taken_id_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    points = [plugin(monkeypatch, "one", [Wager]), plugin(monkeypatch, "two", [Wager])]
    installed = load_plugins(points)
    assert installed.plugins[1].fault == "Already brought by another plugin: wager."


def test_an_unknown_game_gets_a_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    installed = load_plugins([plugin(monkeypatch, "wager", [Wager])])
    with pytest.raises(UnknownGame, match="Did you mean wager"):
        installed.find("wagr")
    with pytest.raises(UnknownGame, match=r"Installed: wager\.$"):
        installed.find("x")
