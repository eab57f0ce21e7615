"""Who knows the code of one bundled game finds the way in the others: one plan, the same names."""

from __future__ import annotations

from importlib import import_module
from inspect import Parameter, signature
from pathlib import Path

import pytest

FOLDERS = sorted((Path(__file__).parents[2] / "plugins").glob("*/gipf_meta_*"))
COMMON = {
    "__init__", "board", "bot", "game", "lessons", "notation", "playout", "positions", "rules",
    "state", "texts", "view",
}  # fmt: skip
MOST_LINES = 500
LONG = ("rules.py", "notation.py")
"""Files that mirror a rule sheet, and may be longer."""

pytestmark = pytest.mark.parametrize("folder", FOLDERS, ids=[folder.name for folder in FOLDERS])


def positional(function: object) -> list[str]:
    """The names of the arguments that a caller may give by position."""
    kinds = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
    found = signature(function).parameters.values()  # type: ignore[arg-type]
    return [parameter.name for parameter in found if parameter.kind in kinds]


def test_every_plugin_has_the_common_modules(folder: Path) -> None:
    assert {path.stem for path in folder.glob("*.py")} >= COMMON


def test_no_file_is_too_long(folder: Path) -> None:
    lengths = {path.name: len(path.read_text("utf-8").splitlines()) for path in folder.glob("*.py")}
    assert not {name for name, lines in lengths.items() if lines > MOST_LINES} - {*LONG}


def test_rules_begin_list_and_apply(folder: Path) -> None:
    rules = import_module(f"{folder.name}.rules").Rules
    assert positional(rules.start)[:1] == ["self"]
    assert positional(rules.legal_moves)[:2] == ["self", "state"]
    assert positional(rules.apply)[:3] == ["self", "state", "move"]


def test_notations_and_positions_are_read_and_written_by_the_same_names(folder: Path) -> None:
    notation = import_module(f"{folder.name}.notation")
    positions = import_module(f"{folder.name}.positions")
    for name in ("decision_text", "read_decision"):
        assert callable(getattr(notation, name))
    for name in ("position_text", "read_position"):
        assert callable(getattr(positions, name))


def test_a_picture_is_asked_for_with_a_seat(folder: Path) -> None:
    assert positional(import_module(f"{folder.name}.view").picture) == ["rules", "state", "seat"]


def test_a_position_is_judged_and_finished_by_the_same_names(folder: Path) -> None:
    bot, playout = (import_module(f"{folder.name}.{name}") for name in ("bot", "playout"))
    assert positional(bot.evaluate)[:3] == ["rules", "state", "seat"]
    assert positional(playout.playout) == ["rules", "state", "rng"]
