"""The fixtures that tests of rooms, deeds and the hub share."""

from tests.rooms.fixtures import clumsy, ledger

__all__ = ["clumsy", "ledger"]
