"""A host frees the memory of rooms, people, pages and requests when they are gone."""

from __future__ import annotations

import asyncio
import gc
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any, Final

import pytest

from gipf_meta.base import texts
from gipf_meta.base.clock import StillClock
from gipf_meta.desk import desk
from gipf_meta.host import database_news, limits, process, thumbnails, written_rows
from gipf_meta.host.limits import Limits
from gipf_meta.host.serving import desks, host_server
from gipf_meta.hub import audience, inquiries
from gipf_meta.rooms.state import RoomState
from tests.host.hosting import Hosted, hosted, visitor
from tests.tiers import slow, soak

ROUND_MS: Final = 3_600_000
"""So long after each other people come: what they may ask in an hour has come again."""
BOUNDS: Final = (
    (audience, "MOST_GONE"),
    (audience, "MOST_REMEMBERED"),
    (thumbnails, "MOST_KEPT"),
    (desk, "MOST_REMEMBERED"),
    (desks, "MOST_DESKS"),
    (database_news, "MOST_KNOWN"),
    (limits, "MOST_NEW"),
    (limits, "SOME_KEYS"),
    (process, "MOST_FAILED"),
    (inquiries, "MOST_REVIEWS"),
    (written_rows, "MOST_TAILS"),
)
"""How much is remembered of those who were there last: here of a few, so that it is soon full."""


async def serve(host: Hosted, n: int) -> None:
    """Two people come, each from elsewhere; they look at the lists, play, ask, and leave."""
    language = f"{'abcdefghijklmnop'[n % 16]}{'abcdefghijklmnop'[n // 16]}"
    about = {"language": f"cs_{language.upper()}" if n % 2 else language}
    async with (
        visitor(host, f"2001:db8:{n:x}::1", name="Ann", **about) as ann,
        visitor(host, f"2001:db8:{n:x}:1::1", name="Bob", **about) as bob,
    ):
        room = host.open_room(f"served-{n}", ann.person, bob.person)
        await bob.page.ask({"do": "open", "screen": "tables", "about": {}})
        *_, done = await ann.page.watch(room, want="scene")
        await ann.page.play(room, "claim", done["number"])
        if n % 3:  # the others are unfinished
            await ann.page.ask({"do": "resign", "room": room})
            await ann.page.socket.send_json({"do": "review", "room": room, "id": "r"})
            while not (await ann.page.until("review"))[-1]["review"]["over"]:
                pass
        if n % 5 == 0:
            await bob.page.watch(room, want="events")
        await ann.page.ask({"do": "watch", "room": "lesson-wager-first", "id": f"l{n}"})


def held(root: object) -> Counter[str]:
    """How much *root*, a host, holds: the things in each attribute of each of our classes."""
    # what was seen is kept meanwhile: the id of a pair that has gone may be another one's
    counts, seen = Counter[str](), dict[int, object]()
    waiting: list[tuple[str, object]] = [("", root)]
    while waiting:
        name, each = waiting.pop()
        if id(each) in seen or isinstance(each, str | bytes | int | float | type | None):
            continue
        seen[id(each)] = each
        if isinstance(each, dict | list | set | frozenset | tuple):
            counts[name] += len(each)
            items = [*each.items()] if isinstance(each, dict) else each
            waiting += [(f"{name}[]", item) for item in items]
        elif isinstance(each, partial):
            waiting += [(f"{name}()", item) for item in (each.func, each.args, each.keywords)]
        elif (self := getattr(each, "__self__", None)) is not None:
            waiting.append((f"{name}()", self))
        elif type(each).__module__.startswith("gipf_meta"):
            counts[type(each).__name__] += 1
            waiting += [(f"{type(each).__name__}.{key}", value) for key, value in _about(each)]
    return counts


def _about(thing: object) -> Iterator[tuple[str, Any]]:
    yield from getattr(thing, "__dict__", {}).items()
    for kind in type(thing).__mro__:
        for name in getattr(kind, "__slots__", ()):
            if hasattr(thing, name):
                yield name, getattr(thing, name)


@pytest.mark.parametrize("rounds", [4, *slow(10), *soak(30)])
def test_nothing_that_a_host_holds_grows_with_what_it_has_served(
    url: str, rounds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    steady = StillClock()
    monkeypatch.setattr(host_server, "RealClock", lambda: steady)
    for module, name in BOUNDS:
        monkeypatch.setattr(module, name, 2)

    async def visit() -> None:
        about: dict[str, Any] = {"is_behind_proxy": True, "limits": Limits(idle_rooms=1_000_000)}
        async with hosted(url, **about) as host:
            # what the host does in time is done by hand
            for task in host.served.process._tasks._tasks[:-1]:
                task.cancel()
            for n in range(2 * rounds):
                if n == rounds:
                    before = await _left(host)
                await serve(host, n)
                host.clock.ms += ROUND_MS
                steady.ms += ROUND_MS
            after = await _left(host)
            assert {name: (before[name], n) for name, n in after.items() if n > before[name]} == {}
            rooms = (each for each in gc.get_objects() if isinstance(each, RoomState))
            assert [each.id for each in rooms if each.id.startswith("served-")] == []

    gc.disable()  # a host lets it work seldom: what has left is freed without it
    try:
        asyncio.run(visit())
    finally:
        gc.enable()


async def _left(host: Hosted) -> Counter[str]:
    """Returns the counts of what *host* holds after all its periodic tasks."""
    process = host.served.process
    for work in (*(work for work, _every_s in process._works), process._share_presence):
        if asyncio.iscoroutine(done := work()):
            await done
    return held((host.served, host.served.hub.note_away, texts._catalogues))
