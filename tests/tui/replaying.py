"""The replay of a match, opened in the program that is driven."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from textual.pilot import Pilot

from gipf_meta.table.table import Table
from gipf_meta.tui.app import GipfApp
from tests.tui.conftest import Driver


@asynccontextmanager
async def replaying(
    driven: Driver, table: Table, *size: tuple[int, int], **opened: Any
) -> AsyncIterator[tuple[GipfApp, Pilot[None]]]:
    """The program in a terminal of that *size*, which shows the match of *table* again."""
    async with driven(*size) as (app, pilot):
        app.open_replay(table.match, table.seats, **opened)
        await pilot.pause()
        yield app, pilot
