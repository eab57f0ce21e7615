"""The rules that ``tests/mutations.py`` breaks are still where it looks for them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.mutations import MUTATIONS, ROOT, Mutation


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.rule)
@pytest.mark.sample(8, "slow")
def test_a_mutation_changes_one_place(mutation: Mutation, tmp_path: Path) -> None:
    copy = tmp_path / mutation.path
    copy.parent.mkdir(parents=True)
    shutil.copy(ROOT / mutation.path, copy)
    mutation.apply(tmp_path)
    before = (ROOT / mutation.path).read_text(encoding="utf-8").splitlines()
    after = copy.read_text(encoding="utf-8").splitlines()
    assert len(before) == len(after)
    assert sum(1 for one, other in zip(before, after, strict=True) if one != other) == 1
