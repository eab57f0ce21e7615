"""A deferred call does nothing to a screen that was closed meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from textual._callback import invoke
from textual.message_pump import MessagePump
from textual.widgets import Static

from gipf_meta.library.store import Library
from gipf_meta.tui.parts.background import BackgroundSearch
from tests.tiers import slow, soak
from tests.tui.conftest import Driver
from tests.tui.soak import Walk, alone, played

LIMIT_S = 200
Later = tuple[MessagePump, Callable[..., Any], tuple[Any, ...]]


@pytest.mark.needs("zertz", "gipf", "zatre", "tamsk")
@pytest.mark.parametrize("name", ["launcher", *slow("replay"), *soak("form zatre", "duel zertz")])
def test_what_was_to_be_done_after_a_refresh_is_not_done_to_a_screen_that_is_gone(
    driven: Driver, library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    later: list[Later] = []
    schedule = MessagePump.call_after_refresh

    def note(self: MessagePump, call: Callable[..., Any], *args: Any, **options: Any) -> bool:
        if call.__module__.startswith("gipf_meta."):
            later.append((self, call, args))
        return schedule(self, call, *args, **options)

    monkeypatch.setattr(MessagePump, "call_after_refresh", note)
    played(library)
    walk = Walk(library, tmp_path, seed=1)

    async def leave() -> None:
        async with driven() as (app, pilot):
            walk.begin(name, app)
            await pilot.pause()
            screen = app.screen
            await pilot.press("ctrl+o")
            await pilot.resize_terminal(120, 40)
            await pilot.pause()
            if screen in app.screen_stack[1:]:
                await app.pop_screen()
        for pump, call, args in later:
            with pump._context():
                await invoke(call, *args)

    with alone(walk):
        asyncio.run(leave())
    assert later


@pytest.mark.parametrize("is_gone", [False, True])
def test_a_search_tells_nothing_to_a_widget_that_is_gone(driven: Driver, is_gone: bool) -> None:
    told: list[str] = []
    may_go_on, is_reported = Event(), Event()

    def search(_cancelled: Event) -> Iterator[str]:
        may_go_on.wait()
        yield "found"
        is_reported.set()

    async def leave() -> None:
        async with driven() as (app, _pilot):
            widget = Static()
            await app.screen.mount(widget)
            BackgroundSearch(widget, search, told.append, lambda _error: None)
            if is_gone:
                await widget.remove()
            may_go_on.set()
            assert await asyncio.to_thread(is_reported.wait, LIMIT_S)

    asyncio.run(leave())
    assert told == ([] if is_gone else ["found"])
