"""Trays beside the board: tiles drawn as tiles, counters with plus and minus, previews."""

from __future__ import annotations

import pytest

from gipf_meta.base.texts import speak
from gipf_meta.library.store import Library
from gipf_meta.tui.parts.board_widget import Board
from gipf_meta.tui.parts.side_panel import SidePanel
from gipf_meta.tui.parts.word_choices import Words
from gipf_meta.tui.parts.word_pages import LETTERS
from tests.tiers import soak
from tests.tui.conftest import (
    SEED,
    Driver,
    Hands,
    Keys,
    Mind,
    Mouse,
    _way,
    playing,
    shown,
    table_of,
    words,
)

BOTH = pytest.mark.parametrize("kind", [Keys, Mouse])


async def count_down(hands: Hands, word: str) -> None:
    """Counts a word down: by its capital, or with a click on the minus behind it."""
    beside = hands.app.screen.query_one(Words)
    if isinstance(hands, Mouse):
        count = playing(hands.app).decision.path.count(word)
        await hands.click(f"{word} - {count} ", beside)  # the minus is in the middle

    else:
        await hands.pilot.press(beside.keys[beside.page.index(word)].upper())
    await hands.pilot.pause()


@BOTH
@pytest.mark.parametrize("players", [2, *soak(4)])
@pytest.mark.fast
@pytest.mark.sample(1)
async def test_a_turn_is_counted_on_the_pad(
    driven: Driver, library: Library, kind: type[Hands], players: int
) -> None:
    """The pad once had 334 buttons, nine of them with a key."""
    table = table_of(library, "zatre_pad", {}, ["human"] * players)

    async with driven((80, 24), table) as (app, pilot):
        hands = kind(app, pilot)
        beside = app.screen.query_one(Words)
        assert beside.words == ("10", "11", "12", "X", "done", "end")
        for word in ("12", "10", "12", "X"):
            await hands.word(word)
        assert words(app, "status") == "the turn made 10x1 12x2 X1"
        await count_down(hands, "12")
        await count_down(hands, "11")  # of which there are none
        assert "12 - 1 +" in "\n".join(shown(app))
        await hands.word("done")
        assert table.match.top.steps[-1].text == "10x1 12x1 X1"
        assert beside.words == ("10", "11", "12", "X", "done", "end")
        await hands.word("done")
        assert table.match.top.steps[-1].text == "-"
        await hands.word("end")
        assert table.match.top.steps[-1].text == "-", "one click alone does not end the game"
        assert "end" not in beside.words
        await hands.word("done")
        assert beside.words == ("1", "2", "3", "4", "5", "6", "done")
        for word in ("3", "6", "done", *["done"] * (players - 1)):
            await hands.word(word)
        over = table.over
        assert over is not None
        totals = [int(sheet.footer[-1][1]) for sheet in table.view().sheets]
        assert totals == [*over.scores] == [1, *[0] * (players - 1)]  # type: ignore[misc]


@BOTH
@pytest.mark.parametrize("players", [2, *soak(4)])
async def test_tiles_are_drawn_where_they_are_chosen(
    driven: Driver, library: Library, kind: type[Hands], players: int
) -> None:
    """The labels were `1 4` and `2 5`: key and value could not be told apart."""
    table = table_of(library, "zatre", {"start": "fixed"}, ["human"] * players)

    async with driven((80, 24), table) as (app, pilot):
        hands, mind = kind(app, pilot), Mind(SEED)
        for _ in range(5):
            screen, beside = playing(app), app.screen.query_one(Words)
            (hand,) = (tray for tray in table.view().trays if tray.seat == table.player)
            faces = ["".join([f"[{item.label}]"] * item.count) for item in hand.items]
            keys = zip(LETTERS, faces, strict=False)
            assert beside.content.plain.split() == [part for pair in keys for part in pair]  # type: ignore[union-attr]
            assert screen.decision.path == ()
            await hands.play(mind.decides(table))
            assert not any("hand0:" in row or "hand1:" in row for row in shown(app))
        turns = str(words(app, "turns"))
        assert "Player 1 drew " in turns
        assert " +" not in turns
        assert app.screen.query_one(SidePanel)


async def test_what_a_tile_scores_is_said_before_it_is_laid(
    driven: Driver, library: Library
) -> None:
    table = table_of(library, "zatre", {"start": "fixed"}, ["human", "human"])

    async with driven((80, 24), table) as (app, pilot):
        keys, mind = Keys(app, pilot), Mind(SEED)
        while not any(choice.gain for choice in table.view().choices):
            await keys.play(mind.decides(table))
        choice = next(choice for choice in table.view().choices if choice.gain)
        tile, cell = choice.path
        await keys.word(tile)
        assert f"{choice.notation} ({choice.gain})" in words(app, "status")
        board = playing(app).query_one(Board)
        if board.cursor == cell:  # nothing is said of where it stands already
            others = (each for each in table.view().choices if each.gain and each != choice)
            choice = next(each for each in others if each.path[0] == tile)
            cell = choice.path[1]
        await pilot.press(*_way(board, cell))
        await pilot.pause()
        assert words(app, "status").endswith(f"{cell}: {choice.label}")
        assert "more point" in choice.label


async def test_the_pad_speaks_czech_and_fits(driven: Driver, library: Library) -> None:
    speak("cs")
    table = table_of(library, "zatre_pad", {}, ["human", "human"])

    async with driven((80, 24), table) as (app, pilot):
        keys = Keys(app, pilot)
        await keys.word("12")
        assert words(app, "status") == "tah přinesl 12x1"
        assert "zapsat" in words(app, "words")
        await keys.word("done")
        panel = words(app, "sheets")
        assert "zbylé kameny" in panel
        assert "výsledek" in panel
        board = app.screen.query_one(Board)
        assert not board.region.area
        assert all(len(line) <= 78 for line in panel.splitlines())
        assert panel.count("výsledek") == 2
        assert len(panel.splitlines()) < 8  # the sheets stand beside each other


async def test_a_digit_chooses_the_tile_with_that_number(driven: Driver, library: Library) -> None:
    table = table_of(library, "zatre", {"start": "fixed"}, ["human", "human"])

    async with driven((80, 24), table) as (app, pilot):
        held = {item.label for item in table.view().trays[0].items}
        missing = next(digit for digit in "123456" if digit not in held)
        await pilot.press(missing)
        await pilot.pause()
        assert playing(app).decision.path == ()
        await pilot.press(min(held))
        await pilot.pause()
        # it has only one place to go to
        step = table.match.top.steps[-1]
        assert step.text.endswith(f"={min(held)}")
