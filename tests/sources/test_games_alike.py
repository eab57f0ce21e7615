"""Bundled games have one plan and the same names: who has read one can read the others."""

from __future__ import annotations

from importlib import import_module
from inspect import Parameter, signature
from pathlib import Path

import pytest

FOLDERS = sorted((Path(__file__).parents[2] / "plugins").glob("*/gipf_meta_*"))
COMMON = {
    "__init__", "board", "game", "lessons", "notation", "positions", "rules", "state",
    "strength/__init__", "strength/bot", "strength/playout", "texts", "view",
}  # fmt: skip

pytestmark = pytest.mark.parametrize("folder", FOLDERS, ids=[folder.name for folder in FOLDERS])


def positional(function: object) -> list[str]:
    """The names of the arguments that a caller may give by position."""
    kinds = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
    found = signature(function).parameters.values()  # type: ignore[arg-type]
    return [parameter.name for parameter in found if parameter.kind in kinds]


def test_every_plugin_has_the_common_modules(folder: Path) -> None:
    found = folder.rglob("*.py")
    assert {path.relative_to(folder).with_suffix("").as_posix() for path in found} >= COMMON


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
    bot = import_module(f"{folder.name}.strength.bot")
    playout = import_module(f"{folder.name}.strength.playout")
    assert positional(bot.evaluate)[:3] == ["rules", "state", "seat"]
    assert positional(playout.playout) == ["rules", "state", "rng"]
