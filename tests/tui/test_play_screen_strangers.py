"""Games of other people: in the launcher, with a look at their board, played by keys and by mouse.

The interface has never heard of them, and they bring no code for it.
"""

from __future__ import annotations

from functools import partial

import pytest
from textual.widgets import OptionList

from gipf_meta.library.store import Library
from gipf_meta.plugins.loading import Installed
from gipf_meta.protocol.game import Over, Turn
from gipf_meta.protocol.view import View
from gipf_meta.tui.parts.board_widget import Board
from gipf_meta.tui.screens.dialogs import ListDialog
from tests.tui.conftest import (
    STRANGERS,
    Driver,
    Hands,
    Keys,
    Mind,
    Mouse,
    place,
    told_at,
    until,
    words,
)
from tests.tui.test_newcomers import asked, set_up


def shows(board: Board, view: View) -> bool:
    """Whether *board* has come to *view*."""
    return board.view == view


async def walk_to_every_end(hands: Hands, installed: Installed, library: Library) -> None:
    """Each of the strangers' games from its preview to its result, one after the other."""
    for number, name in enumerate(STRANGERS, 1):
        game = installed.find(name)
        table, mind = await set_up(hands, game.title), Mind(number)
        decided = 0
        while await asked(hands):
            now = table.match.top.status
            assert isinstance(now, Turn)
            with told_at(hands.app):
                prompt = table.view().prompt
            assert words(hands.app, "prompt-words").endswith(prompt)
            await hands.play(mind.decides(table))
            decided += 1
        assert decided >= 3
        assert isinstance(hands.app.screen, ListDialog)
        assert isinstance(table.match.top.status, Over)
        await hands.line("To the games")
        assert place(hands.app) == "launcher"
        assert library.record(number) == table.record()
    assert [entry.game for entry in library.entries(over=True)] == list(reversed(STRANGERS))


async def test_their_boards_are_seen_in_the_launcher(driven: Driver, strangers: Installed) -> None:
    async with driven(installed=strangers) as (app, pilot):
        assert words(app, "heading") == "◉ GIPF Meta   Choose a game; ? explains this list."
        things, seen = app.screen.query_one(OptionList), set()
        for _ in range(things.option_count):
            await pilot.press("down")
            await pilot.pause()
            option = things.highlighted_option
            title = str(option and option.prompt)
            name = next((n for n in STRANGERS if strangers.find(n).title == title), "")
            if not name:
                continue
            seen.add(name)
            game, board = strangers.find(name), app.screen.query_one(Board)
            assert words(app, "about") == f"{title}\n{game.tagline}\nYou · Mia, no clock"
            await until(pilot, partial(shows, board, game().view(game().start(2), None)))
            assert board._painting is not None
        assert seen == set(STRANGERS)
        assert not any(plugin.fault for plugin in strangers.plugins)


@pytest.mark.slow
async def test_they_are_played_to_their_ends_by_keys(
    driven: Driver, strangers: Installed, library: Library
) -> None:
    async with driven(installed=strangers) as (app, pilot):
        await walk_to_every_end(Keys(app, pilot), strangers, library)


@pytest.mark.soak
async def test_they_are_played_to_their_ends_by_mouse(
    driven: Driver, strangers: Installed, library: Library
) -> None:
    async with driven(installed=strangers) as (app, pilot):
        await walk_to_every_end(Mouse(app, pilot), strangers, library)
