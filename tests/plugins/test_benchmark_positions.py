"""Benchmark positions: what plugins ship, and that no published count changes while the version of
the rules stays the same."""

from __future__ import annotations

import json
import sys
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import gipf_meta as gm
from gipf_meta.commands import game_tools
from gipf_meta.duels.die import Die
from gipf_meta.plugins import benchmark_positions as module
from gipf_meta.plugins.benchmark_positions import (
    BenchmarkPosition,
    benchmark_counts,
    benchmark_positions,
)
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.protocol.versioned_names import versioned_name
from tests.program import gipf_meta

PUBLISHED = Path(__file__).with_name("published_counts.txt")
"""For each version of the rules of a game the counts that were published under it, as hashes."""
LIST = '[{"game": "die-v1", "name": "one", "options": {}, "position": null, "counts": [3]}]'
GAMES = [game for game in installed_plugins().games.values() if benchmark_positions(game)]


def print_of(each: BenchmarkPosition) -> str:
    """A short hash of all that the counts of a position depend on, and of them."""
    said = json.dumps([each.game, each.options, each.position, each.counts], sort_keys=True)
    return sha256(said.encode()).hexdigest()[:10]


def published() -> dict[str, set[str]]:
    """The hashes of the counts that were published, by the names of the games."""
    lines = PUBLISHED.read_text(encoding="utf-8").splitlines()
    return {name: set(hashes) for name, *hashes in map(str.split, lines)}


@pytest.mark.parametrize("game", GAMES, ids=versioned_name)
def test_published_counts_stay_while_the_version_of_the_rules_does(game: Any) -> None:
    name = versioned_name(game)
    now = {print_of(each): each.name for each in benchmark_positions(game)}
    before = published().get(name, set())
    assert not before - set(now), (
        f"{len(before - set(now))} published counts of {name} are there no more. If the rules have"
        " changed, raise rules_version, and begin a new line here. If a count was wrong, correct"
        " its hash, too, and say it in the changelog."
    )
    new = sorted(set(now) - before)
    assert not new, f"Add to the line {name} in {PUBLISHED.name}: {' '.join(new)}"


def test_all_games_of_the_project_have_positions_of_several_kinds() -> None:
    assert {*map(versioned_name, GAMES)} == set(published())
    for game in GAMES:
        positions = benchmark_positions(game)
        assert len({each.name for each in positions}) == len(positions) >= 7
        assert all(each.counts for each in positions)
        assert any(each.position is not None for each in positions)


def test_they_lead_to_matches_that_count_the_same() -> None:
    for game in GAMES:
        each = gm.benchmark_positions(game.id)[-1]
        match = gm.new_match(each.game, position=each.position, **each.options)
        assert match.perft(1) == each.counts[0]


def test_rules_of_another_version_have_none() -> None:
    class Later(GAMES[0]):  # type: ignore[misc]
        rules_version = 99
        __module__ = GAMES[0].__module__

    assert benchmark_positions(Later) == ()


def brought(folder: Path, text: str | None, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A class of the die in a package of a plugin whose file of positions has that text."""
    package = folder / "brought"
    package.mkdir()
    (package / "__init__.py").touch()
    if text is not None:
        (package / module.FILE).write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(folder)
    monkeypatch.delitem(sys.modules, "brought", raising=False)
    import_module("brought")

    class Brought(Die):
        __module__ = "brought.game"

    return Brought


@pytest.mark.parametrize(
    "text", ["", "{}", "[1]", '[{"game": "die-v1"}]', LIST.replace("3", "-1"), LIST[:-1]]
)
def test_a_file_of_another_form_is_an_error_of_its_author(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = brought(tmp_path, text, monkeypatch)
    with pytest.raises(gm.PluginError, match="of brought is no list of benchmark positions"):
        benchmark_positions(game)


def test_a_plugin_ships_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (found,) = gm.benchmark_positions(brought(tmp_path, LIST, monkeypatch))
    assert (found.game, found.name, found.position, found.counts) == ("die-v1", "one", None, (3,))


def test_without_a_file_and_in_a_plugin_of_one_file_there_are_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert benchmark_positions(brought(tmp_path, None, monkeypatch)) == ()
    single = ModuleType("single_file_plugin")
    monkeypatch.setitem(sys.modules, single.__name__, single)

    class Single(Die):
        __module__ = single.__name__

    assert benchmark_positions(Single) == ()


def test_the_command_counts_them_and_says_what_differs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = min(GAMES, key=lambda game: benchmark_positions(game)[0].counts[0])
    first = benchmark_positions(game)[0]
    count, wrong = first.counts[0], first.counts[0] + 1
    changed = first.model_copy(update={"counts": (wrong,), "name": "changed"})
    assert [*benchmark_counts(game, changed, 3)] == [(1, count, wrong)]

    monkeypatch.setattr(game_tools, "benchmark_positions", lambda _game: (first, changed))
    done = gipf_meta(["perft", game.id, "1", "--benchmarks"], tmp_path)
    said = f"{first.name}, 1: {count}\nchanged, 1: {count}, and not {wrong}\n"
    assert done == (1, said, "")
    done = gipf_meta(["perft", game.id, "1", "--benchmarks", "--json"], tmp_path)
    rows = [json.loads(line) for line in done.out.splitlines()]
    assert [(row["game"], row["depth"], row["count"], row["counts"][0]) for row in rows] == [
        (versioned_name(game), 1, count, count),
        (versioned_name(game), 1, count, wrong),
    ]
    monkeypatch.setattr(game_tools, "benchmark_positions", lambda _game: (first,))
    assert gipf_meta(["perft", game.id, "1", "--benchmarks"], tmp_path).status == 0


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ([], "Die has no benchmark positions."),
        (["--set", "a=b"], "--set and --benchmarks do not go together."),
        (["--divide"], "--divide and --benchmarks do not go together."),
    ],
)
def test_what_cannot_be_counted_is_refused_in_a_sentence(
    words: list[str], why: str, tmp_path: Path
) -> None:
    done = gipf_meta(["perft", "die", "1", "--benchmarks", *words], tmp_path)
    assert done == (2, "", f"gipf-meta: {why}\n")
