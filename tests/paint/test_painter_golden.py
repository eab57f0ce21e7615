"""Painted boards look as they did when a person last approved them."""

from __future__ import annotations

import pytest

from tests.paint.golden import FILES, FOLDER, RENEW, golden


@pytest.mark.parametrize("name", FILES)
@pytest.mark.sample(6, "slow")
def test_a_board_is_painted_as_in_its_golden_file(name: str) -> None:
    before = (FOLDER / name).read_text(encoding="utf-8").splitlines()
    now = golden(name).splitlines()
    different = [
        n for n, lines in enumerate(zip(before, now, strict=False), 1) if len({*lines}) > 1
    ]
    assert before == now, f"{name} differs in lines {different[:9]}; if that is meant, {RENEW}"


def test_no_golden_file_is_left_over() -> None:
    assert {file.name for file in FOLDER.iterdir()} == FILES.keys()
