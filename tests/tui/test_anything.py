"""Any key, click or size causes no error, and the library holds what was played.

``python -m tests.tui.soak`` presses thousands of keys, on every screen with every game.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from gipf_meta.library.store import Library
from tests.tiers import slow, soak
from tests.tui.soak import Walk, alone, played, screens

SCREENS = [
    *("launcher", "settings", "statistics", "history", "keys", "palette", "replay", "match"),
    *("saving", "form showcase", "form zatre", "rules gipf", "lessons zertz", "lesson gipf"),
    *("play zertz", "play gipf", "play tamsk", "play zatre", "duel zertz", "duel tamsk"),
    *("result zertz", "links", "study zertz", "text"),
]
PARTS = 14
KEYS = 8


@pytest.mark.parametrize("part", [*slow(1), *soak(0, *range(2, PARTS))])
def test_random_keys_clicks_and_sizes_break_nothing_on_any_screen(
    library: Library, tmp_path: Path, part: int
) -> None:
    played(library)
    walk = Walk(library, tmp_path, seed=part)
    with alone(walk):
        for screen in SCREENS[part::PARTS]:
            asyncio.run(walk.session(screen, KEYS))
    assert walk.screens


def test_every_kind_of_screen_is_walked_over() -> None:
    assert set(SCREENS) <= set(screens())
    assert {name.partition(" ")[0] for name in screens()} == {
        name.partition(" ")[0] for name in SCREENS
    }
