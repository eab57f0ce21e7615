"""Jumps: a label on every place, and its letters lead there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product
from math import floor
from typing import Any, get_args

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from gipf_meta.library.settings import Settings
from gipf_meta.library.store import Library
from gipf_meta.paint.layout import Technique
from gipf_meta.tui.app import GipfApp
from gipf_meta.tui.parts.below_board import Prompt
from gipf_meta.tui.parts.board_widget import Board
from gipf_meta.tui.parts.jump_labels import JumpLabels
from tests.specimens import bundled_games
from tests.tiers import slow, soak
from tests.tui.bursts import burst
from tests.tui.conftest import Driver, playing, shown, table_of, words

GAMES = [game for game in bundled_games() if game != "zatre_pad"]  # it has no board
TECHNIQUES: tuple[Technique, ...] = get_args(Technique)
SIZES = ((80, 24), (120, 40))


def shown_on(app: GipfApp, board: Board, point: str, label: str) -> str:
    """The letters on the screen where the middle of *label* on *point* is."""
    layout = board._layout_now
    assert layout is not None
    column, row = layout.centres[point]
    corner = board.content_region.offset
    x = min(max(floor(column - len(label) / 2 + 0.5), 0), layout.width - len(label)) + corner.x
    return shown(app)[floor(row) + corner.y][x : x + len(label)]


def _each_look() -> Iterator[object]:
    """Each game as it is drawn at first, and in one other way, so that of the ways, too, each is
    taken by some game; all ways of all games are left to ``make soak``."""
    looks = [*product(TECHNIQUES, SIZES)]
    for number, game in enumerate(GAMES):
        also = 1 + number % (len(looks) - 1)
        for place, look in enumerate(looks):
            each = pytest.param(game, *look)
            if place == number == 0:
                yield each
            else:
                yield from (slow if place in (0, also) else soak)(each)


@pytest.mark.fast
@pytest.mark.parametrize(("game", "technique", "size"), [*_each_look()])
async def test_every_place_is_reached_by_the_letters_on_it(
    driven: Driver, library: Library, game: str, technique: Technique, size: tuple[int, int]
) -> None:
    settings = Settings(motion=False, graphics=technique)
    options: dict[str, Any] = {"level": 1} if game == "tamsk" else {}
    table = table_of(library, game, options, ["human"] * 2)
    async with driven(size, table, settings) as (app, pilot):
        board = playing(app).query_one(Board)
        await _reaches_all(app, pilot, board, board.lit or _all(board))
        board.lit = ()  # as while others decide
        await _reaches_all(app, pilot, board, _all(board))


def _all(board: Board) -> tuple[str, ...]:
    return tuple(point.id for point in board.view.points if point.kind != "gone")


async def _reaches_all(
    app: GipfApp, pilot: Pilot[None], board: Board, points: tuple[str, ...]
) -> None:
    await pilot.press("f3")
    await pilot.pause()
    assert board.labels is not None
    labels = board.labels.points
    assert {*labels.values()} == {*points}
    for label, point in labels.items():
        assert len(label) <= 2
        assert shown_on(app, board, point, label) == label
    layout = board._layout_now
    assert layout is not None
    spots = [(layout.centres[point], len(label)) for label, point in labels.items()]
    for ((x, y), n), ((u, v), m) in combinations(spots, 2):
        assert floor(y) != floor(v) or abs(x - u) >= (n + m) / 2  # none covers another
    await pilot.press("escape")
    for label, point in [*labels.items()][:: max(1, len(labels) // 5)]:
        await pilot.press("apostrophe", *label)
        assert board.cursor == point
        assert board.labels is None
    await pilot.pause()
    for label, point in labels.items():  # nothing is left of them
        assert len(label) < 2 or shown_on(app, board, point, label) != label or label == point


@pytest.mark.fast
async def test_a_jump_chooses_nothing_and_enter_does(driven: Driver, library: Library) -> None:
    async with driven((80, 24), table_of(library, "gipf", {}, ["human"] * 2)) as (app, pilot):
        screen = playing(app)
        board = screen.query_one(Board)
        ways = Counter(choice.path[0] for choice in screen.decision.choices)
        await pilot.press("f3")
        assert board.labels is not None
        label = next(label for label, at in board.labels.points.items() if ways[at] > 1)
        await pilot.press("escape")
        await burst(pilot, "f3", *label)  # in one burst
        here = board.cursor
        assert here is not None
        assert ways[here] > 1
        assert screen.decision.path == ()
        assert not screen.played.match.top.steps
        await pilot.press("enter")
        await pilot.pause()
        assert screen.decision.path == (here,)


@pytest.mark.fast
async def test_labels_go_with_escape_and_with_every_other_key(
    driven: Driver, library: Library
) -> None:
    async with driven((80, 24), table_of(library, "zertz", {}, ["human"] * 2)) as (app, pilot):
        screen = playing(app)
        board = screen.query_one(Board)
        before = shown(app)
        await pilot.press("n")
        await pilot.pause()
        stood, before = board.cursor, shown(app)
        await pilot.press("f3")
        await pilot.pause()
        assert "Type the letters of a place" in words(app, "status")
        assert board.labels is not None
        await pilot.press("m", "m")  # thirty-seven places: no label is so, and m opens no menu
        await pilot.pause()
        assert app.screen is screen
        assert "No place has m there" in words(app, "status")
        assert board.labels is not None
        await pilot.press("escape")
        await pilot.pause()
        assert board.labels is None
        assert board.cursor == stood
        assert [line[:40] for line in shown(app)[:18]] == [line[:40] for line in before[:18]]
        await pilot.press("f3", "right")
        assert board.labels is None
        assert board.cursor != stood
        await pilot.press("f3", "colon")
        await pilot.pause()
        assert screen.query_one(Prompt).display
        assert board.labels is None
        await pilot.press("apostrophe")
        assert screen.query_one(Input).value == "'"
        await pilot.press("escape", "tab", "f3")
        assert app.focused is board


@pytest.mark.parametrize("count", [1, 26, 27, 91, 676])
def test_labels_are_as_short_as_can_be_and_none_begins_another(count: int) -> None:
    labels = JumpLabels.of([f"p{n}" for n in range(count)])
    assert len(labels.points) == count
    single = [label for label in labels.points if len(label) == 1]
    assert len(single) == {1: 1, 26: 26, 27: 25, 91: 23, 676: 0}[count]
    assert {*map(len, labels.points)} <= {1, 2}
    for label, point in labels.points.items():
        typed: JumpLabels | None = labels
        for letter in label:
            assert typed is not None
            assert typed.reached is None
            typed = typed.after(letter)
        assert typed is not None
        assert typed.reached == point
    assert labels.after("ß") is None
