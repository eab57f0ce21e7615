"""The keys in the last row: none is cut, and the ways out are never left out."""

from __future__ import annotations

import asyncio

import pytest

from gipf_meta.library.store import Library
from tests.tui.conftest import Driver, shown, table_of, until


@pytest.mark.parametrize(
    ("columns", "keys"),
    [
        (80, "⏎ choose  : type a move  u take back  m menu  f1 rules  ? keys  ^l leave"),
        (60, "⏎ choose  : type a move  u take back  m menu  ^l leave"),
        (45, "⏎ choose  : type a move  m menu  ^l leave"),
        (24, "m menu  ^l leave"),
    ],
)
def test_keys_that_have_no_room_are_left_out(
    driven: Driver, library: Library, columns: int, keys: str
) -> None:
    async def look() -> None:
        table = table_of(library, "zertz", {}, ["human"] * 2)
        async with driven((80, 40), table) as (app, pilot):
            await pilot.resize_terminal(columns, 40)
            await until(pilot, lambda: shown(app)[-1].strip() == keys)

    asyncio.run(look())


def test_the_way_back_from_the_list_of_matches_is_seen_on_a_phone(driven: Driver) -> None:
    async def look() -> None:
        async with driven((45, 40)) as (app, pilot):
            await pilot.press("h")
            await until(pilot, lambda: shown(app)[-1].strip().endswith("esc back"))

    asyncio.run(look())
