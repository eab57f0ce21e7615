"""Tests speak English, whatever the developer's machine speaks and has chosen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from gipf_meta.base.texts import ENGLISH, speak


@pytest.fixture(autouse=True)
def english(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[None]:
    """No language and no settings from outside; whoever spoke another one is heard no more."""
    monkeypatch.setenv("LANGUAGE", ENGLISH)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.getbasetemp() / "none"))
    yield
    speak(ENGLISH)
