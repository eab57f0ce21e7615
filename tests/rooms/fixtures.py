"""Fixtures of rooms: a ledger without rooms, and a bot that fails now and then."""

from __future__ import annotations

import pytest

from gipf_meta.bots import levels
from gipf_meta.rooms.ledger import MemoryLedger
from tests.rooms.simulation import Clumsy


@pytest.fixture
def ledger() -> MemoryLedger:
    """An empty ledger."""
    return MemoryLedger()


@pytest.fixture
def clumsy(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is a bot that fails now and then."""
    monkeypatch.setitem(levels.BOTS, "clumsy", Clumsy)
