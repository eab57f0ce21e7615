"""The launcher: every line has its key, matches scroll by themselves, pages stay in sight."""

from __future__ import annotations

import asyncio
import re

import pytest
from textual.pilot import Pilot
from textual.widgets import DataTable

from gipf_meta.library.store import Library
from gipf_meta.tui.app import GipfApp
from gipf_meta.tui.parts.board import Board
from gipf_meta.tui.parts.menu import Menu
from gipf_meta.tui.screens.history import History
from gipf_meta.tui.screens.launcher import KEYS_OF_MATCHES, Launcher
from gipf_meta.tui.screens.pages import TextPage
from gipf_meta.tui.screens.play import PlayScreen
from gipf_meta.tui.screens.preferences import Preferences
from gipf_meta.tui.screens.setup import SetUpForm
from tests.tiers import soak
from tests.tui.conftest import Driver, Keys, Mouse, shown, table_of, words


def wait_for_somebody(library: Library, matches: int) -> None:
    """Fills the library with matches that are not over."""
    for _ in range(matches):
        table = table_of(library, "zertz", {}, ["human", "greedy"])
        table.play("Wd4,d1")
        table.close()


def pages_in_sight(app: GipfApp) -> bool:
    screen = "\n".join(shown(app))
    return all(page in screen for page in ("All matches", "Statistics", "Settings"))


def test_many_matches_wait_on_a_line_each_and_the_pages_stay_in_sight(
    driven: Driver, library: Library
) -> None:
    wait_for_somebody(library, len(KEYS_OF_MATCHES))

    async def walk() -> None:
        async with driven((80, 24)) as (app, pilot):
            assert isinstance(app.screen, Launcher)
            waiting = app.screen.query_one("#waiting", Menu)
            assert waiting.virtual_size.height == waiting.option_count == len(KEYS_OF_MATCHES)
            assert any("22  ZÈRTZ  You against greedy" in line for line in shown(app))
            await pilot.press(*["down"] * (app.screen.query_one("#list", Menu).option_count))
            assert app.focused is waiting
            await pilot.press(*["down"] * (waiting.option_count - 1))
            await pilot.pause()
            assert waiting.scroll_y > 0
            assert any("1  ZÈRTZ  You against greedy" in line for line in shown(app))
            assert pages_in_sight(app)
            assert "You against greedy" in words(app, "about")
            await pilot.press("down")
            assert app.focused is app.screen.query_one("#pages")
            await pilot.press("up")
            assert app.focused is waiting

    asyncio.run(walk())


def test_each_line_has_its_key_beside_it_and_the_key_chooses_it(
    driven: Driver, library: Library
) -> None:
    wait_for_somebody(library, 2)
    opened = {"1": SetUpForm, "b": PlayScreen, "h": History, "s": TextPage, "p": Preferences}

    async def walk() -> None:
        async with driven((80, 24)) as (app, pilot):
            keys = 0
            for menu in app.screen.query(Menu):
                lines = [line[: menu.region.right] for line in shown(app)]
                rows = [re.sub("[▁-█]", "", line).split() for line in lines]  # no scroll bar
                for option in menu.options:
                    key = next(key for key, name in app.screen._keys.items() if name == option.id)
                    name = str(option.prompt).split()
                    keys += [*name, key] in rows
                    # the last ones of a list are reached by scrolling
                    assert [*name, key] in rows or not any(row[:-1] == name for row in rows)
            assert keys > 9
            for key, screen in opened.items():
                assert isinstance(app.screen, Launcher)
                await pilot.press(key)
                await pilot.pause()
                assert isinstance(app.screen, screen), key
                await pilot.press("ctrl+l" if screen is PlayScreen else "escape")
                await pilot.pause()

    asyncio.run(walk())


@pytest.mark.parametrize("hands", [Keys, pytest.param(Mouse, marks=pytest.mark.soak)])
def test_matches_and_pages_are_chosen_by_keys_and_by_mouse(
    driven: Driver, library: Library, hands: type[Keys | Mouse]
) -> None:
    wait_for_somebody(library, 9)

    async def walk() -> None:
        async with driven((80, 24)) as (app, pilot):
            hand = hands(app, pilot)
            await hand.line("1  ZÈRTZ")
            assert isinstance(app.screen, PlayScreen)
            assert app.screen.table.keeper is not None
            assert app.screen.table.keeper.place == "1"
            await hand.footer("leave")
            await hand.line("Settings")
            assert isinstance(app.screen, Preferences)
            await hand.footer("back")
            assert pages_in_sight(app)

    asyncio.run(walk())


def test_the_keys_page_of_the_launcher_explains_the_launcher(driven: Driver) -> None:
    async def walk() -> None:
        async with driven((80, 24)) as (app, pilot):
            await pilot.press("question_mark")
            await pilot.pause()
            assert isinstance(app.screen, TextPage)
            for word in ("matches that wait", "one list into the other", "lessons", "ctrl+q"):
                assert word in app.screen.page
            assert "hexagonal" not in app.screen.page

    asyncio.run(walk())


@pytest.mark.parametrize("size", [(80, 24), *soak((60, 20), (120, 40))])
def test_every_line_says_what_it_is(driven: Driver, size: tuple[int, int]) -> None:
    async def walk() -> None:
        async with driven(size) as (app, pilot):
            seen = set()
            for _ in range(sum(menu.option_count for menu in app.screen.query(Menu))):
                about = words(app, "about")
                assert " ".join(about.split()[:3]) in " ".join(" ".join(shown(app)).split())
                seen.add(about)
                await pilot.press("down")
                await pilot.pause()
            # the combined game says more than the game it is made of
            assert len(seen) == sum(menu.option_count for menu in app.screen.query(Menu))

    asyncio.run(walk())


@pytest.mark.fast
def test_a_window_that_is_too_small_says_how_large_it_must_be(
    driven: Driver, library: Library
) -> None:
    async def sentence(size: tuple[int, int]) -> str:
        async with driven(size, table_of(library, "gipf", {}, ["human", "human"])) as (app, pilot):
            await settled(app, pilot)
            return next((line for line in shown(app) if "Make the window larger" in line), "")

    async def settled(app: GipfApp, pilot: Pilot[None]) -> None:
        await pilot.pause()
        assert app.screen.query_one(Board).view.points

    async def walk() -> None:
        found = await sentence((36, 14))
        columns, rows = map(int, found.strip().rstrip(".").rpartition(" ")[2].split("x"))
        assert not await sentence((columns, rows))
        assert await sentence((columns, rows - 1))

    asyncio.run(walk())


def test_no_column_of_the_list_of_matches_is_cut(driven: Driver, library: Library) -> None:
    long = "a name that is as long as the names of people in this country can be"[:60]
    for game, names in (("zertz", ["", ""]), ("gipf", [long, long[::-1]])):
        table = table_of(library, game, {}, ["human", "greedy"])
        if any(names):
            people = zip(table.seats, names, strict=True)
            table.keeper.people = tuple(  # type: ignore[union-attr]
                seat.model_copy(update={"name": name}) for seat, name in people
            )
        table.play("Wd4,d1" if game == "zertz" else "Ga1-b2")
        table.resign(0)
        table.close()

    async def walk() -> None:
        async with driven((80, 24)) as (app, pilot):
            await pilot.press("h")
            await pilot.pause()
            table = app.screen.query_one(DataTable)
            assert table.virtual_size.width <= table.size.width
            lines = shown(app)
            (zertz,) = (line for line in lines if "ZÈRTZ" in line)
            assert "You against greedy" in zertz
            assert zertz.split()[-1] == "greedy"
            (gipf,) = (line for line in lines if " GIPF " in line)
            assert "…" in gipf
            # what has no room stands below the list
            await pilot.press("home")
            assert long in words(app, "about")
            assert "resign" in words(app, "about")

    asyncio.run(walk())
