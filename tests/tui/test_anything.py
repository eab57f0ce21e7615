"""Whatever is pressed, clicked or resized: no error, and the library holds what was played."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from gipf_meta.plugins import load_plugins
from gipf_meta.record import replay
from gipf_meta.store import Library
from tests.tui.conftest import Driver

KEYS = [
    *("up", "down", "left", "right", "q", "w", "e", "a", "s", "d", "tab", "shift+tab"),
    *("n", "N", "enter", "space", "escape", "colon", "u", "U", "R", "D", "P", "f1"),
    *("question_mark", "1", "2", "3", "G", "4", "comma", "backspace", "home", "end", "ctrl+s"),
]
OFTEN = ["n", "enter", "enter", "1", "escape"]
SIZES = [(80, 24), (120, 40), (40, 12), (200, 60), (62, 20)]


@pytest.mark.parametrize("seed", range(4))
def test_random_keys_clicks_and_sizes_break_nothing(
    driven: Driver, library: Library, seed: int
) -> None:
    async def walk() -> None:
        rng = Random(seed)
        async with driven() as (app, pilot):
            for _ in range(250):
                kind = rng.random()
                if kind < 0.08:
                    width, height = app.size
                    await pilot.click(offset=(rng.randrange(width), rng.randrange(height)))
                elif kind < 0.1:
                    await pilot.resize_terminal(*rng.choice(SIZES))
                elif kind < 0.11:
                    await pilot.press("ctrl+l")
                else:
                    await pilot.press(rng.choice(KEYS if kind < 0.6 else OFTEN))
            assert app.return_code in (0, None)
        for entry in library.entries():
            assert replay(library.record(entry.id), load_plugins().find)

    asyncio.run(walk())
