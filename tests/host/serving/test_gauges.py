"""The figures that are looked up, or measured again and again: the lag of the loop, the size of
the database, people and rooms."""

from __future__ import annotations

import asyncio
import math
import re
from pathlib import Path
from threading import Event

import pytest

from gipf_meta.base.clock import StillClock
from gipf_meta.host.database import Database
from gipf_meta.host.metrics import Figures
from gipf_meta.host.serving import gauges
from gipf_meta.host.serving.gauges import COUNT_MS, LAG_MS, SIZE_MS, DatabaseSize, LoopLag
from gipf_meta.host.tables import DatabaseError
from tests.host.hosting import Hosted, hosted, visitor


async def figures(host: Hosted) -> dict[str, float]:
    """The figures of *host* that have no labels, and those by a label, by name."""
    return _read((await host.get("metrics"))[1])


async def figures_at_once(host: Hosted) -> dict[str, float]:
    """The same before anything else happens."""
    host.served.figures.refresh = Figures().refresh
    return _read((await host.served.figures.render())[0].decode())


def _read(text: str) -> dict[str, float]:
    found = re.findall(r"^gipf_meta_(\S+) (\S+)$", text, re.MULTILINE)
    return {name: float(value) for name, value in found}


async def test_a_loop_that_is_held_up_lags() -> None:
    counted, clock = Figures(), StillClock()
    lag = LoopLag(counted, clock)
    for passed_ms in (0, LAG_MS, LAG_MS - 1, LAG_MS + 3, LAG_MS + 1500):
        clock.ms += passed_ms
        lag.measure()
    read = _read((await counted.render())[0].decode())
    assert read["loop_lag_seconds_count"] == 4
    assert read["loop_lag_seconds_sum"] == pytest.approx(1.503)
    assert read['loop_lag_seconds_bucket{le="0.001"}'] == 2
    assert read['loop_lag_seconds_bucket{le="1.0"}'] == 3
    assert read['loop_lag_seconds_bucket{le="2.0"}'] == 4


async def test_drawings_are_counted_by_whoever_draws() -> None:
    counted, due = Figures(), ["r", "s"]
    counted.watch_due(lambda: len(due))
    counted.drawn(0.3)
    read = _read((await counted.render())[0].decode())
    assert read["drawings_due"] == 2
    assert read["drawing_delay_seconds_sum"] == pytest.approx(0.3)


async def test_a_room_waits_to_be_drawn(file_url: str) -> None:
    async with hosted(file_url) as host, visitor(host) as ann:
        host.open_room("r", ann.person, ann.person)
        await ann.page.watch("r", want="scene")
        hub, before = host.served.hub, await figures(host)
        assert (before["drawings_due"], before["drawing_delay_seconds_sum"]) == (0, 0)
        entry = hub.open_rooms.get("r")
        assert entry is not None
        hub.audience.tell_all(entry)
        assert (await figures_at_once(host))["drawings_due"] == 1
        hub.outbox.tell_room("r", hub.open_rooms.now_ms + 300)
        read = await figures_at_once(host)
        assert read["drawings_due"] == 0
        assert read["drawing_delay_seconds_sum"] == pytest.approx(0.3)
        assert read["drawing_delay_seconds_count"] == before["drawing_delay_seconds_count"] + 1


async def test_the_size_of_the_database_is_asked_again_when_it_is_old(database: Database) -> None:
    clock = StillClock()
    size = DatabaseSize(database, clock)
    assert math.isnan(size.bytes)
    await size.refresh()
    assert size.bytes > 10_000
    assert (size.rooms, size.events) == (0, 0)
    size.bytes = size.rooms = 1
    await size.refresh()
    assert (size.bytes, size.rooms) == (1, 1)
    clock.ms = SIZE_MS
    await size.refresh()
    assert size.bytes > 10_000
    assert size.rooms == 1
    clock.ms = COUNT_MS
    await size.refresh()
    assert size.rooms == 0


async def test_rooms_and_events_of_the_database_are_counted(url: str) -> None:
    async with hosted(url) as host, visitor(host) as ann, visitor(host) as bob:
        for room in "rs":
            host.open_room(room, ann.person, bob.person)
        *_, done = await ann.page.watch("r")
        await ann.page.play("r", "claim", done["number"])
        read = await figures(host)
        assert read["database_rooms"] == 2
        assert read["database_events"] == read["events_total"] >= 4
        assert read["database_bytes"] > 10_000
        assert (read["people"], read["sockets"]) == (2, 2)
        assert (read["rooms"], read["rooms_watched"]) == (2, 1)
        assert read["commands_total"] >= read["commits_total"] == 3
        assert (read['arrivals_total{key="new"}'], read['arrivals_total{key="known"}']) == (2, 0)
        async with visitor(host, secret=ann.hello["secret"]):
            read = await figures(host)
        assert read["people"] == 2
        assert read['arrivals_total{key="known"}'] == 1
        host.clock.ms += 60_000
        read = await figures(host)
        assert read["faults"] == 1
        assert read["silent_seconds"] == 60
        assert read["cut_pages_total"] == 0
        host.served.site.drop_people([ann.person])
        assert (await figures(host))["cut_pages_total"] == 1


async def test_the_sqlite_file_and_what_waits_beside_it_count(tmp_path: Path) -> None:
    path = tmp_path / "rooms.sqlite"
    database = Database.open(f"sqlite:///{path}")
    database.beat("one", 0)
    size = DatabaseSize(database, StillClock())
    await size.refresh()
    beside = tmp_path / "rooms.sqlite-wal"
    assert size.bytes == path.stat().st_size + beside.stat().st_size
    assert beside.stat().st_size
    database.close()


async def test_a_database_that_is_away_holds_no_page_of_metrics_up(
    file_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, database, go_on = StillClock(), Database.open(file_url), Event()
    size = DatabaseSize(database, clock)
    await size.refresh()
    known = size.bytes

    def fail(*_about: object) -> None:
        go_on.wait(20)
        raise DatabaseError("It is away.")

    monkeypatch.setattr(size, "_find_bytes", fail)
    monkeypatch.setattr(gauges, "PATIENCE_S", 0.01)
    clock.ms = SIZE_MS
    async with asyncio.timeout(10):
        await size.refresh()
        clock.ms += SIZE_MS
        await size.refresh()  # one question at a time
    assert size.bytes == known
    go_on.set()
    database.close()
