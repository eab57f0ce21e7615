"""Texts of others are read as the program reads them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.records.models import RecordError
from gipf_meta.records.text_formats import FoundGame, read_games

Read = Callable[[str], list[FoundGame | RecordError]]


@pytest.fixture(name="read")
def reading() -> Read:
    """Reads a text with all readers that are installed."""

    def read(text: str) -> list[FoundGame | RecordError]:
        installed = installed_plugins()
        return list(read_games(text, installed.all_readers(), installed.find))

    return read
