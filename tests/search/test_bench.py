"""The figures of ``gipf-meta bench``; how high they are is no matter of a test."""

from __future__ import annotations

import json
import sys
from importlib.machinery import ExtensionFileLoader, ModuleSpec
from io import StringIO
from types import ModuleType

import pytest

from gipf_meta.cli import run
from gipf_meta.search import bench
from gipf_meta.search.bench import is_compiled

FIGURES = ("games", "decisions", "playouts", "iterations", "nodes")


def test_each_game_has_its_figures_and_their_ratios_to_the_reference_loop(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["bench", "zertz", "zatre", "--seconds=0.01", "--json"]) == 0
    for line in capsys.readouterr().out.splitlines():
        told = json.loads(line)
        assert told["rules"] in ("compiled", "interpreted")
        assert told["search"] in ("compiled", "interpreted")
        for figure in FIGURES:
            ratio = told[f"{figure}_per_s"] / told["reference_per_s"]
            assert told["ratios"][figure] == pytest.approx(ratio, rel=0.05, abs=0.001)
        assert told["decisions_per_s"] > told["games_per_s"] > 0
        assert told["playouts_per_s"] > 0


def test_people_read_whether_rules_and_search_are_compiled(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["bench", "zertz", "--seconds=0.01"]) == 0
    _, reference, zertz = capsys.readouterr().out.splitlines()
    assert reference.endswith(("compiled search", "interpreted search"))
    assert zertz.split()[1] in ("compiled", "interpreted")


def test_one_compiled_module_makes_a_package_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("made", "made.game", "made.rules", "made_otherwise.rules"):
        module = ModuleType(name)
        module.__spec__ = ModuleSpec(name, None)
        monkeypatch.setitem(sys.modules, name, module)
    assert not is_compiled("made.game")
    loader = ExtensionFileLoader("made_otherwise.rules", "rules.so")
    sys.modules["made_otherwise.rules"].__spec__ = ModuleSpec("made_otherwise.rules", loader)
    assert not is_compiled("made.game")
    sys.modules["made.rules"].__spec__ = ModuleSpec("made.rules", loader)
    assert is_compiled("made.game")


@pytest.mark.parametrize(
    ("language", "compiled", "sentence"),
    [
        ("en", True, "The program is compiled: bots think at full speed."),
        (
            "en",
            False,
            "The program is not compiled: it plays the same, but bots look less far ahead.",
        ),
        ("cs", True, "Program je zkompilovaný: boti přemýšlejí plnou rychlostí."),
    ],
)
def test_the_desk_line_by_line_says_how_the_rules_run(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    language: str,
    compiled: bool,
    sentence: str,
) -> None:
    monkeypatch.setattr(bench, "is_compiled", lambda module: compiled)
    monkeypatch.setattr("sys.stdin", StringIO("q\n"))
    monkeypatch.setenv("LANGUAGE", language)
    assert run(["--plain"]) == 0
    assert sentence in capsys.readouterr().out.splitlines()


def test_a_game_that_is_missing_is_told_before_any_is_timed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["bench", "die", "dye", "--seconds=0.01"]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert "There is no game 'dye' here." in err
