"""Turns of YINSH that other games can read, too."""

from __future__ import annotations

from pathlib import Path

from tests.commands.test_cli import Command, refused
from tests.commands.test_cli import gipf_meta as gipf_meta  # the fixture


def test_a_game_that_names_none_is_chosen(gipf_meta: Command, tmp_path: Path) -> None:
    (tmp_path / "a").write_text("e3\n")
    assert "--game" in refused(gipf_meta("library", "import", "a"))
    assert gipf_meta("library", "import", "--game", "yinsh", "a").out == "a is match 1.\n"
