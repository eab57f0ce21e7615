"""The application, driven by keys and clicks, without waiting for any clock."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from textual.pilot import Pilot

from gipf_meta.clock import StillClock
from gipf_meta.match import Match
from gipf_meta.options import configure
from gipf_meta.plugins import load_plugins
from gipf_meta.store import Library, LibraryKeeper
from gipf_meta.table import Player, Table, seats_of
from gipf_meta.tui.app import GipfApp
from gipf_meta.tui.settings import Settings

Driver: TypeAlias = Callable[..., AbstractAsyncContextManager[tuple[GipfApp, Pilot[None]]]]
STILL = Settings(motion=False, graphics="quadrant")


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(tmp_path / "library.sqlite")


@pytest.fixture
def driven(library: Library, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Driver:
    """Opens the application in a terminal of a *size*, at a *table* if one is given."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))

    @asynccontextmanager
    async def driven(
        size: tuple[int, int] = (80, 24), table: Table | None = None, settings: Settings = STILL
    ) -> AsyncIterator[tuple[GipfApp, Pilot[None]]]:
        app = GipfApp(load_plugins(), library, settings, table=table)
        async with app.run_test(size=size, notifications=True) as pilot:
            await pilot.pause()
            yield app, pilot

    return driven


def table_of(
    library: Library, game: str, options: dict[str, Any], seats: Sequence[str], seed: int = 1
) -> Table:
    """A table at which the clock stands still until a test moves it."""
    installed = load_plugins()
    configured = configure(installed.find(game), options)
    match = Match.begin(configured, len(seats), installed.find, seed)
    players = [
        Player.of_kind(kind, name) for kind, name in zip(seats, configured.seat_names, strict=False)
    ]
    keeper = LibraryKeeper(library, seats_of(players))
    return Table(match, players, StillClock(), keeper=keeper)


async def typed(pilot: Pilot[None], *moves: str) -> None:
    """Types moves in the notation of the game, as people do: ``:``, the move, Enter."""
    for move in moves:
        await pilot.press("colon")
        await pilot.press(*(KEYS.get(letter, letter) for letter in move))
        await pilot.press("enter")
        await pilot.pause()


KEYS = {
    "^": "circumflex_accent", ",": "comma", "-": "minus", "+": "plus", "*": "asterisk",
    ";": "semicolon", " ": "space", "/": "slash", ":": "colon", "@": "at", ">": "greater_than_sign",
}  # fmt: skip
