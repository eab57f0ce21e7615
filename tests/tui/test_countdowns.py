"""The 15-second glass: drawn large, it runs in sight, and a click turns it."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from gipf_meta.base.clock import StillClock
from gipf_meta.library.store import Library
from gipf_meta.protocol.view import Countdown, View
from gipf_meta.render.whole_seconds import caption_beside, time_left
from gipf_meta.table.table import Table
from gipf_meta.tui.app import GipfApp
from gipf_meta.tui.parts.countdowns import (
    AIR,
    SAND,
    Countdowns,
    digit_pixels,
    glass_pixels,
    half_blocks,
)
from tests.tiers import soak
from tests.tui.conftest import Driver, playing, table_of, words

SIZES = [(80, 24), *soak((120, 40))]


def running(library: Library) -> Table:
    """A match of two people whose glasses all run."""
    table = table_of(library, "tamsk", {}, ["human", "human"])
    for text in ("a1-b2", "d1-d2", "d7-d6", "a4-b4", "g1-f2", "g4-f4"):
        table.play(text)
    return table


def glass(app: GipfApp) -> Countdowns:
    return app.screen.query_one("#countdowns", Countdowns)


def look(app: GipfApp) -> list[str]:
    """The lines of the drawn glass."""
    return str(glass(app).content).split("\n")


def moved(app: GipfApp, table: Table, ms: int) -> None:
    assert isinstance(table.clock, StillClock)
    table.clock.ms += ms
    playing(app).read_clock()


@pytest.mark.parametrize("size", SIZES)
async def test_the_glass_is_large_and_runs_in_sight(
    driven: Driver, library: Library, size: tuple[int, int]
) -> None:
    table = running(library)
    async with driven(size, table) as (app, pilot):
        empty = look(app)
        assert empty[0] == "15-second glass"
        assert empty[-1] == "Black may turn it (flip)"
        await pilot.press("colon", *"flip", "enter")
        await pilot.pause()
        seen = [look(app)]
        for _second in range(14):
            moved(app, table, 1_000)
            await pilot.pause()
            seen.append(look(app))
        assert len(empty) >= 8
        assert {len(each) for each in seen} == {len(empty)}, "nothing below it jumps"
        assert all(each != after for each, after in pairwise(seen))
        assert seen[0][-1] == "against Red"
        # the whole of it is on the screen, and the words below keep to other things
        region = glass(app).region
        assert app.screen.region.contains_region(region)
        assert max(map(len, seen[0])) <= region.width
        assert "15-second" not in words(app, "caption")
        moved(app, table, 1_000)
        await pilot.pause()
        assert look(app)[-1] == "Red may turn it (flip)"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.fast
async def test_a_click_on_the_glass_turns_it(
    driven: Driver, library: Library, size: tuple[int, int]
) -> None:
    table = running(library)
    async with driven(size, table) as (app, pilot):
        await pilot.click("#countdowns", offset=(4, 3))
        await pilot.pause()
        assert table.match.top.turns()[-1][-1].move == table.match.top.game.parse(
            running(library).match.top.state, 1, "F"
        )
        await pilot.click("#countdowns", offset=(4, 3))
        await pilot.pause()
        assert "Turn the 15-second glass is not possible here" in words(app, "status")


async def test_a_narrow_screen_shows_it_on_one_line(driven: Driver, library: Library) -> None:
    table = running(library)
    table.play("flip")
    async with driven((60, 24), table) as (app, pilot):
        moved(app, table, 6_000)
        await pilot.pause()
        strip = app.screen.query_one("#countdown-strip", Countdowns)
        assert strip.region.height == 1
        assert str(strip.content) == "15-second glass █████████░░░░░░ 9 s against Red"


async def test_a_narrow_and_high_screen_shows_it_once(driven: Driver, library: Library) -> None:
    async with driven((45, 40), running(library)) as (app, _pilot):
        assert app.screen.query_one("#countdowns").region
        assert not app.screen.query_one("#countdown-strip").region


@pytest.mark.parametrize("options", [{"level": "1"}, {"level": "2"}, {"time_mode": "metronome"}])
async def test_where_it_does_not_exist_nothing_is_drawn(
    driven: Driver, library: Library, options: dict[str, str]
) -> None:
    table = table_of(library, "tamsk", options, ["human", "human"])
    async with driven(table=table) as (app, _pilot):
        assert not glass(app).display
        assert glass(app).region.height == 0


@pytest.mark.parametrize(
    ("ms", "shown"),
    [(15_000, "15"), (14_001, "15"), (5_000, "5"), (4_999, "4.9"), (1, "0.1"), (65_000, "1:05")],
)
def test_the_last_seconds_have_tenths(ms: int, shown: str) -> None:
    assert time_left(ms) == shown


@pytest.mark.parametrize(("bulb", "half"), [(6, 5), (9, 6)])
def test_sand_runs_from_above_to_below(bulb: int, half: int) -> None:
    def counts(share: float) -> tuple[int, int]:
        pixels = "".join(glass_pixels(bulb, half, share))
        middle = len(pixels) // 2
        return pixels[:middle].count(SAND), pixels[middle:].count(SAND)

    full, half_full, empty = counts(1.0), counts(0.5), counts(0.0)
    assert full == empty[::-1]
    assert (full[1], empty[0]) == (0, 0)
    assert full[0] > half_full[0] > 0 < half_full[1] < empty[1]
    assert counts(0.001)[0] > 0 < counts(0.999)[1], "the last and the first grains are seen"


def test_digits_are_made_of_half_blocks() -> None:
    lines = list(half_blocks(digit_pixels("1", 1)))
    assert ["".join(cell[0] for cell in line) for line in lines] == ["▄█ ", " █ ", "▀▀▀"]
    assert digit_pixels("7", 2)[:2] == ["oooooo", "oooooo"]
    assert AIR in digit_pixels("4.2", 1)[0]


def test_the_caption_leaves_out_what_is_drawn() -> None:
    each = Countdown("x", "Glass", 1, 2, spoken="Glass: 0:01.")
    view = View((), caption="Turn 1. Glass: 0:01. Red loses a turn.", countdowns=(each,))
    assert caption_beside(view) == "Turn 1. Red loses a turn."
    assert caption_beside(replace(view, countdowns=())) == view.caption


@pytest.mark.parametrize(("left", "full"), [(-1, 5), (6, 5), (0, 0)])
def test_an_impossible_glass_is_refused(left: int, full: int) -> None:
    with pytest.raises(ValueError, match="cannot have"):
        Countdown("x", "Glass", left, full)
