"""The launcher and the list of matches: every line has its key, lists scroll by themselves."""

from __future__ import annotations

import re

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from gipf_meta.library.store import Library
from gipf_meta.protocol.game import title_of
from gipf_meta.tui.app import GipfApp
from gipf_meta.tui.parts.board_widget import Board
from gipf_meta.tui.parts.desk_parts import KEYS_OF_MATCHES
from gipf_meta.tui.parts.forms import Menu
from gipf_meta.tui.screens.desk_screens import DeskScreen
from gipf_meta.tui.screens.dialogs import SaveDialog
from gipf_meta.tui.screens.keys_list import HelpPage
from gipf_meta.tui.screens.pages import RulesPage
from gipf_meta.tui.screens.play_screen import PlayScreen
from gipf_meta.tui.screens.replay import Replay
from tests.specimens import bundled_games
from tests.tiers import soak
from tests.tui.conftest import Driver, Keys, Mouse, place, shown, table_of, until, words


def wait_for_somebody(library: Library, matches: int) -> None:
    """Fills the library with matches that are not over."""
    for _ in range(matches):
        table = table_of(library, "zertz", {}, ["human", "greedy"])
        table.play("Wd4,d1")
        table.close()


def pages_in_sight(app: GipfApp) -> bool:
    screen = "\n".join(shown(app))
    pages = ("All matches", "Statistics", "Settings", "Two at this screen")
    return all(page in screen for page in pages)


async def test_many_matches_wait_on_a_line_each_and_the_pages_stay_in_sight(
    driven: Driver, library: Library
) -> None:
    wait_for_somebody(library, len(KEYS_OF_MATCHES))

    async with driven((80, 24)) as (app, pilot):
        games, waiting, pages = app.screen.query(Menu)
        assert app.focused is games
        assert waiting.virtual_size.height == waiting.option_count == len(KEYS_OF_MATCHES)
        await pilot.press(*["down"] * games.option_count)
        assert app.focused is waiting
        await pilot.press(*["down"] * (waiting.option_count - 1))
        await pilot.pause()
        assert waiting.scroll_y > 0
        assert any("ZÈRTZ: You against Bruno" in line for line in shown(app))
        assert pages_in_sight(app)
        assert "You against Bruno" in words(app, "about")
        assert app.screen.query_one(Board).view.pieces  # the board as the match left it
        await pilot.press("down")
        assert app.focused is pages
        await pilot.press("up")
        assert app.focused is waiting


GAMES = [title_of(game) for game in bundled_games().values()]


@pytest.mark.fast
@pytest.mark.parametrize("waiting", [0, 4, len(KEYS_OF_MATCHES)])
async def test_every_game_is_seen_however_many_matches_wait(
    driven: Driver, library: Library, waiting: int
) -> None:
    wait_for_somebody(library, waiting)

    async with driven((80, 24)) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, DeskScreen)
        games = next(iter(screen.query(Menu)))
        await until(pilot, lambda: not games.max_scroll_y)  # its rows come with the next layout
        await pilot.pause()
        lines = [line[: games.region.right].split() for line in shown(app)]
        keys = {id: key for key, id in screen.parts.keys.items()}
        for option in games.options:
            assert [*str(option.prompt).split(), keys[option.id or ""]] in lines
        assert {*GAMES} <= {str(option.prompt) for option in games.options}
        waits = [line for line in lines if line[:1] == ["ZÈRTZ:"]]
        assert len(waits) >= min(waiting, 2)
        assert pages_in_sight(app)


async def test_each_line_has_its_key_beside_it_and_the_key_chooses_it(
    driven: Driver, library: Library
) -> None:
    wait_for_somebody(library, len(KEYS_OF_MATCHES))
    places = ("library", "statistics", "settings", "two")
    opened = {**dict(zip("hsp0", places, strict=True)), **dict.fromkeys("1gij", "PlayScreen")}

    async with driven((80, 24)) as (app, pilot):
        keys = 0
        screen = app.screen
        assert isinstance(screen, DeskScreen)
        _games, waiting, _pages = screen.query(Menu)
        for menu in screen.query(Menu):
            lines = [line[: menu.region.right] for line in shown(app)]
            rows = [re.sub("[▁-█]", "", line).split() for line in lines]  # no scroll bar
            for option in menu.options:
                ids = screen.parts.keys.items()
                key = next((key for key, id in ids if id == option.id), "")
                name = str(option.prompt).split()
                keys += [*name, key] in rows
                # the last ones of a list are reached by scrolling
                is_scrolled = not any(row[:-1] == name for row in rows)
                assert [*name, key] in rows or is_scrolled or menu is waiting
        assert keys > 9
        for key, opens in opened.items():
            assert place(app) == "launcher"
            await pilot.press(key)
            await pilot.pause()
            assert place(app) == opens, key
            await pilot.press("ctrl+l" if opens == "PlayScreen" else "escape")
            await pilot.pause()


async def test_whoever_comes_back_is_at_the_line_from_which_he_went(
    driven: Driver, library: Library
) -> None:
    wait_for_somebody(library, 3)

    async with driven((80, 24)) as (app, pilot):
        games, waiting, _pages = app.screen.query(Menu)
        leave = "ctrl+l"
        for key, menu, back in (
            ("5", games, leave),
            ("f1", games, "escape"),
            ("g", waiting, leave),
        ):
            await pilot.press(key)
            await pilot.pause()
            assert place(app) != "launcher"
            await pilot.press(back)
            await pilot.pause()
            assert place(app) == "launcher"
            assert app.focused is menu
        assert games.highlighted == 4
        # the match that was played last is the first now
        assert waiting.highlighted == 0


@pytest.mark.parametrize("hands", [Keys, pytest.param(Mouse, marks=pytest.mark.soak)])
async def test_matches_and_pages_are_chosen_by_keys_and_by_mouse(
    driven: Driver, library: Library, hands: type[Keys | Mouse]
) -> None:
    wait_for_somebody(library, 9)

    async with driven((80, 24)) as (app, pilot):
        hand = hands(app, pilot)
        await hand.line("ZÈRTZ: ")
        assert isinstance(app.screen, PlayScreen)
        assert app.played is not None
        assert app.played.room.id == "9"
        await hand.footer("leave")
        await hand.line("Settings")
        assert place(app) == "settings"
        await hand.footer("back")
        assert pages_in_sight(app)


async def test_the_keys_page_of_the_launcher_explains_the_launcher(driven: Driver) -> None:
    async with driven((80, 24)) as (app, pilot):
        await pilot.press("question_mark")
        await pilot.pause()
        assert isinstance(app.screen, HelpPage)
        page = " ".join(" ".join(line.strip("│ ") for line in shown(app)).split())
        for word in ("matches that wait", "in the next list", "lessons", "^q quit"):
            assert word in page
        assert "hexagonal" not in page
        assert "nearest place" not in page


@pytest.mark.parametrize("size", [(80, 24), *soak((60, 20), (120, 40))])
async def test_every_line_says_what_it_is(driven: Driver, size: tuple[int, int]) -> None:
    async with driven(size) as (app, pilot):
        seen = set()
        for _ in range(sum(menu.option_count for menu in app.screen.query(Menu))):
            about = words(app, "about")
            left = app.screen.query_one("#about").region.x
            beside = " ".join(line[left:] for line in shown(app))
            assert " ".join(about.split()[:3]) in " ".join(beside.split())
            seen.add(about)
            await pilot.press("down")
            await pilot.pause()
        # the combined game says more than the game it is made of
        assert len(seen) == sum(menu.option_count for menu in app.screen.query(Menu))


@pytest.mark.fast
async def test_a_window_that_is_too_small_says_how_large_it_must_be(
    driven: Driver, library: Library
) -> None:
    async def sentence(size: tuple[int, int]) -> str:
        async with driven(size, table_of(library, "gipf", {}, ["human", "human"])) as (app, pilot):
            await settled(app, pilot)
            return next((line for line in shown(app) if "Make the window larger" in line), "")

    async def settled(app: GipfApp, pilot: Pilot[None]) -> None:
        await pilot.pause()
        assert app.screen.query_one(Board).view.points

    found = await sentence((36, 14))
    columns, rows = map(int, found.strip().rstrip(".").rpartition(" ")[2].split("x"))
    assert not await sentence((columns, rows))
    assert await sentence((columns, rows - 1))


def play_to_the_end(library: Library, game: str, move: str, names: list[str]) -> None:
    """Keeps a match that is over in the library."""
    table = table_of(library, game, {}, ["human", "greedy"])
    people = zip(table.seats, names, strict=True)
    table.keeper.people = tuple(  # type: ignore[union-attr]
        seat.model_copy(update={"name": name}) for seat, name in people
    )
    table.play(move)
    table.resign(0)
    table.close()


@pytest.mark.parametrize("size", [(80, 24), *soak((120, 40))])
async def test_columns_of_the_list_of_matches_have_the_room_that_there_is(
    driven: Driver, library: Library, size: tuple[int, int]
) -> None:
    long = "a name that is as long as the names of people in this country can be"[:60]
    play_to_the_end(library, "zertz", "Wd4,d1", ["A", "B"])
    play_to_the_end(library, "gipf", "Ga1-b2", [long, long[::-1]])

    async with driven(size) as (app, pilot):
        await pilot.press("h")
        await pilot.pause()
        lines = shown(app)
        (zertz,) = (line for line in lines if "ZÈRTZ" in line)
        (gipf,) = (line for line in lines if " GIPF  " in line)
        assert ("…" in gipf) == (size[0] == 80)
        assert zertz.split()[0] == "1"
        # the columns stand below each other
        assert zertz.index("1 move") == gipf.index("1 move")
        # what has no room stands below the list
        assert f"Lost to {long[::-1]}" in " ".join(words(app, "about").split())
        assert "resign" in words(app, "about")


async def test_a_match_of_the_list_is_found_looked_at_saved_gone_on_with_and_deleted(
    driven: Driver, library: Library
) -> None:
    play_to_the_end(library, "zertz", "Wd4,d1", ["Ann", "Bob"])
    wait_for_somebody(library, 2)

    async with driven((80, 24)) as (app, pilot):

        async def press(*keys: str) -> None:
            await pilot.press(*keys)
            await pilot.pause()

        def lines() -> list[str]:
            (menu,) = app.screen.query(Menu)
            return [str(option.prompt) for option in menu.options]

        await press("h")
        assert lines() == ["3", "2", "1"]
        await press("down", "down", "enter")  # it is over
        assert isinstance(app.screen, Replay)
        await press("escape", "g")
        assert "over" in words(app, "status")
        await press("S")
        assert isinstance(app.screen, SaveDialog)
        await press("escape", "f1")
        assert not isinstance(app.screen, RulesPage)
        await press("slash", *"Bob")
        assert lines() == ["1"]
        assert isinstance(app.focused, Input)
        assert app.focused.value == "Bob"
        await press("enter")
        assert isinstance(app.focused, Menu)
        await press("slash", *["backspace"] * 3, "enter")
        await press("home", "down", "delete")
        assert place(app) == "delete"
        await press("enter")  # it is kept
        assert (place(app), lines()) == ("library", ["3", "2", "1"])
        await press("delete", "down", "enter")
        assert (place(app), lines()) == ("library", ["3", "1"])
        (menu,) = app.screen.query(Menu)
        assert app.focused is menu
        assert menu.highlighted == 1
        await press("home", "g")
        assert place(app) == "PlayScreen"
        await press("ctrl+l")
        assert (place(app), lines()) == ("library", ["3", "1"])
