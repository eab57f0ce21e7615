"""Painted boards look as they did when somebody last looked at them."""

from __future__ import annotations

from functools import cache

import pytest

from tests.paint.boards import GAMES
from tests.paint.golden import FOLDER, KINDS, RENEW, goldens

NAMES = [f"{game}-{technique}.txt" for game in GAMES for technique, _ in KINDS]


@cache
def painted() -> dict[str, str]:
    return dict(goldens())


@pytest.mark.parametrize("name", NAMES)
def test_a_board_is_painted_as_in_its_golden_file(name: str) -> None:
    before = (FOLDER / name).read_text(encoding="utf-8").splitlines()
    now = painted()[name].splitlines()
    different = [
        n for n, lines in enumerate(zip(before, now, strict=False), 1) if len({*lines}) > 1
    ]
    assert before == now, f"{name} differs in lines {different[:9]}; if that is meant, {RENEW}"


def test_no_golden_file_is_left_over() -> None:
    assert {file.name for file in FOLDER.iterdir()} == set(NAMES)
