"""Without the packages of an extra a single sentence says what to install."""

from __future__ import annotations

import sys

import pytest

import gipf_meta as gm


@pytest.mark.parametrize(
    ("package", "module", "asked"),
    [
        ("gymnasium", "pettingzoo", lambda: gm.pettingzoo_env("zertz")),
        ("pyspiel", "open_spiel", gm.register_open_spiel),
    ],
)
def test_a_package_that_is_missing_is_told_in_a_sentence(
    package: str, module: str, asked: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    monkeypatch.setitem(sys.modules, "numpy", None)
    monkeypatch.delitem(sys.modules, f"gipf_meta.workshop.environments.{module}", raising=False)
    assert callable(asked)
    with pytest.raises(gm.GipfMetaError, match="is not installed here: install gipf-meta with"):
        asked()
