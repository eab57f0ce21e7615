"""Every lit place can be chosen: decisions whose parts are clicked in any order, in every game."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from string import ascii_lowercase
from typing import Any, ClassVar

import pytest

from gipf_meta import Choice, Game, Turn, View, turn
from gipf_meta.base.clock import StillClock
from gipf_meta.library.store import Library, LibraryKeeper
from gipf_meta.match.match import Match
from gipf_meta.narration.advice import advise
from gipf_meta.plugins.loading import Installed, load_plugins
from gipf_meta.protocol.options import configure
from gipf_meta.search.budget import Budget
from gipf_meta.table.players import Player, seats_of
from gipf_meta.table.table import Table
from gipf_meta.tui.app import GipfApp
from gipf_meta.tui.parts.board_widget import Board
from gipf_meta.tui.parts.word_choices import Words
from tests.kept_table import KeptTable
from tests.tiers import slow, soak
from tests.tui.conftest import (
    SEED,
    STILL,
    Driver,
    Hands,
    Keys,
    Mind,
    Mouse,
    playing,
    shown,
    table_of,
    until,
    words,
)

GAMES: dict[str, tuple[str, dict[str, Any], int]] = {
    "zertz": ("zertz", {}, 12),
    "gipf basic": ("gipf", {"variant": "basic"}, 4),
    "gipf tournament": ("gipf", {}, 8),
    "zatre": ("zatre", {}, 4),
    "tamsk": ("tamsk", {"level": 1}, 4),
}
MOST_DIFFERENT = ("gipf tournament", "zatre")
"""The games whose whole screen the fast tests look at."""
ALL = [*MOST_DIFFERENT, *slow(*(name for name in GAMES if name not in MOST_DIFFERENT))]
PEOPLE = ("human", "human")
FEW = Budget(20)


class Alphabet(Game[int, str]):
    """A game with more words to choose from than keys."""

    id: ClassVar[str] = "alphabet"
    title: ClassVar[str] = "Alphabet"
    tagline: ClassVar[str] = "Say a letter."
    seat_names: ClassVar[tuple[str, ...]] = ("First", "Second")

    def start(self, seats: int) -> int:
        return 0

    def status(self, state: int) -> Turn:
        return turn(state % 2, state + 1)

    def legal_moves(self, state: int, seat: int) -> tuple[str, ...]:
        return tuple(ascii_lowercase) if seat == state % 2 else ()

    def apply(self, state: int, move: str) -> int:
        return state + 1

    def format(self, state: int, move: str) -> str:
        return move

    def view(self, state: int, seat: int | None) -> View:
        choices = tuple(Choice(each, (each,), f"say {each}") for each in ascii_lowercase)
        return View((), choices=choices, prompt="Say a letter.")


async def play_backwards(hands: Hands, table: Table, decisions: int) -> None:
    """Makes *decisions*, the last word of each first; all words of it glow before."""
    mind = Mind(SEED)
    for _ in range(decisions):
        screen = playing(hands.app)
        notation = mind.decides(table)
        choice = next(c for c in screen.decision.choices if c.notation == notation)
        glowing = {*screen.query_one(Board).lit, *screen.query_one(Words).words}
        assert set(choice.path) <= glowing
        # who drops no ring in TAMSK says so before the glass stands
        await hands.play(notation, backwards="no ring" not in choice.path)


@pytest.mark.parametrize(
    "name", ["zertz", *slow("gipf tournament"), *soak("gipf basic", "zatre", "tamsk")]
)
@pytest.mark.parametrize("kind", [Keys, pytest.param(Mouse, marks=pytest.mark.soak)])
async def test_decisions_are_made_with_their_last_part_first(
    driven: Driver, library: Library, kind: type[Hands], name: str
) -> None:
    game, options, decisions = GAMES[name]
    table = table_of(library, game, options, PEOPLE)

    async with driven((80, 24), table) as (app, pilot):
        await play_backwards(kind(app, pilot), table, decisions)


@pytest.mark.parametrize("kind", [Keys, pytest.param(Mouse, marks=pytest.mark.soak)])
async def test_games_of_other_people_say_what_their_buttons_do(
    driven: Driver, library: Library, strangers: Installed, kind: type[Hands]
) -> None:
    """Pig has buttons: they are read in words, and a place that is no choice says what is."""
    game = configure(strangers.find("pig"), {})
    match = Match.begin(game, 2, strangers.find, SEED)
    people = [Player.of_kind("human", name) for name in game.seat_names]
    table = KeptTable(match, people, StillClock(), keeper=LibraryKeeper(library, seats_of(people)))

    async with driven((80, 24), table, installed=strangers) as (app, pilot):
        assert "1 roll the die" in words(app, "words")
        playing(app).click_word("pot")
        assert "Possible: roll the die" in words(app, "status")
        await play_backwards(kind(app, pilot), table, 3)


async def test_a_place_is_chosen_first_and_the_prompt_asks_for_the_marble(
    driven: Driver, library: Library
) -> None:
    table = table_of(library, "zertz", {}, PEOPLE)

    async with driven((80, 24), table) as (app, pilot):
        assert app.screen.query_one(Board).cursor in app.screen.query_one(Board).lit
        place = app.screen.query_one(Board).cursor
        await pilot.press("enter")
        assert words(app, "prompt-words") == f"Which marble goes on {place}?"
        assert words(app, "words").split() == ["1", "white", "2", "grey", "3", "black"]
        assert words(app, "status") == f"{place} …  3 possibilities"
        await pilot.press("n", "enter")
        assert words(app, "status").endswith(
            f"is not possible here. Possible: white, grey, black. Escape takes {place} back."
        )
        await pilot.press("3")
        await pilot.pause()
        assert table.match.top.steps[-1].text == f"B{place}"


@pytest.mark.fast
async def test_tab_reaches_the_words_and_enter_chooses_one(
    driven: Driver, library: Library
) -> None:
    table = table_of(library, "zertz", {}, PEOPLE)

    async with driven((80, 24), table) as (app, pilot):
        board, beside = app.screen.query_one(Board), app.screen.query_one(Words)
        await pilot.press("tab")
        assert app.focused is beside
        assert "▸1 white" in words(app, "words")
        await pilot.press("right", "right", "left")
        assert "▸2 grey" in words(app, "words")
        await pilot.press("enter")
        await pilot.pause()
        assert playing(app).decision.path == ("pool:G",)
        assert words(app, "prompt-words") == (
            "Place a grey marble on …: choose a place that glows."
        )
        # nothing is left to choose there: the keys go back to the board
        assert app.focused is board
        there = board.cursor
        await pilot.press("enter")
        await pilot.pause()
        assert table.match.top.steps[-1].text == f"G{there}"
        await pilot.press("tab")
        assert app.focused is board


async def test_escape_takes_back_the_last_click_whatever_the_order(
    driven: Driver, library: Library
) -> None:
    table = table_of(library, "gipf", {"variant": "basic"}, PEOPLE)

    async with driven((80, 24), table) as (app, pilot):
        hands = Keys(app, pilot)
        await hands.word("b2")
        screen = playing(app)
        assert set(screen.query_one(Board).lit) == {"a1", "a2", "b1"}
        await pilot.press("escape")
        assert screen.decision.path == ()
        assert words(app, "prompt-words") == screen.deciding.prompt
        await hands.word("b2")
        await hands.word("a1")
        assert table.match.top.steps[-1].text == "a1-b2"


async def test_a_decision_clicked_backwards_is_confirmed_by_its_last_click(
    driven: Driver, library: Library
) -> None:
    table = table_of(library, "gipf", {"variant": "basic"}, PEOPLE)

    async with driven((80, 24), table, replace(STILL, confirm=True)) as (app, pilot):
        hands = Keys(app, pilot)
        await hands.word("b2")
        await hands.word("a1")
        assert "Once more to play it" in words(app, "status")
        assert not table.match.top.steps
        await pilot.press("enter")
        await pilot.pause()
        assert table.match.top.steps[-1].text == "a1-b2"


@pytest.mark.parametrize("name", ALL)
@pytest.mark.sample(1)
async def test_no_internal_name_is_on_the_screen(
    driven: Driver, library: Library, name: str
) -> None:
    """Neither the ids of trays nor those of players' hands: ``pool:W``, ``hand1:3``."""
    game, options, _decisions = GAMES[name]
    table = table_of(library, game, options, PEOPLE)

    async with driven((80, 24), table) as (app, pilot):
        screen = playing(app)
        ids = {item.id for tray in screen.deciding.view.trays for item in tray.items}
        ids = {each for each in ids if ":" in each}

        def check(page: str) -> None:
            assert not [each for each in ids if each in page]

        def check_lines() -> None:
            check(" ".join(words(app, name) for name in ("prompt-words", "words", "status")))

        check(" ".join(shown(app)))
        for word in screen.decision.words:
            after = screen.decision.with_word(word)
            if after is not None and after.done is not None:
                continue
            screen.click_word(word)
            check_lines()
            for other in [word, *screen.decision.words[:3], "nowhere"]:
                if screen.decision.done or screen.decision.with_word(other) is None:
                    screen.click_word(other)
                    assert "Escape takes" in words(app, "status")
                    check_lines()
            screen.action_back()
        screen.click_word(screen.decision.words[0])
        await pilot.press("colon")
        await pilot.pause()
        check(" ".join(shown(app)))


async def test_more_words_than_keys_are_reached_page_by_page(
    driven: Driver, library: Library
) -> None:
    people = [Player.of_kind("human", name) for name in ("Ann", "Bob")]
    match = Match.begin(Alphabet(), 2, load_plugins().find, SEED)
    table = Table(match, people, StillClock())

    async with driven((80, 24), table) as (app, pilot):
        beside = app.screen.query_one(Words)
        assert len(beside.words) > 18
        await pilot.press("tab", *["right"] * 9)
        assert f"▸1 {beside._names[9][:8]}" in words(app, "words")
        wanted = beside.words[10]
        await pilot.press("2")
        await pilot.pause()
        assert table.match.top.steps[-1].text == wanted


async def test_a_hint_shows_the_whole_turn_on_the_board_until_it_is_played(
    driven: Driver, library: Library
) -> None:
    table = table_of(library, "zertz", {}, PEOPLE)

    def chosen(app: GipfApp) -> set[str]:
        marks = app.screen.query_one(Board).view.marks
        return {mark.at for mark in marks if mark.kind == "selected"}

    async with driven((80, 24), table) as (app, pilot):
        await pilot.press("H")
        await until(pilot, lambda: "seems best" in words(app, "status"))
        screen, hands = playing(app), Keys(app, pilot)
        assert screen.deciding.hinted is not None
        (first, (place,)), (second, (ring,)) = screen.deciding.hinted.steps
        assert words(app, "status").startswith("Place a ")
        assert f"{first},{second} seems best: it wins " in screen.deciding.hinted.words
        assert chosen(app) == {place, ring}
        assert screen.query_one(Board).lit == (place,)
        await pilot.press("escape")
        assert chosen(app) == set()
        assert len(screen.query_one(Board).lit) > 30
        screen.deciding.show_hint(
            advise(table.match.top.game, table.match.top.state, 2, FEW, Random(1))
        )
        (first, (place,)), (second, (ring,)) = screen.deciding.hinted.steps
        # the ring is still shown after the marble was placed, and nothing after the turn
        await hands.play(first, backwards=True)
        assert chosen(app) == {ring}
        assert screen.query_one(Board).lit == (ring,)
        await hands.play(second)
        assert chosen(app) == set()
        assert screen.deciding.hinted is None


async def test_a_hint_goes_with_its_position_marks_and_words_alike(
    driven: Driver, library: Library
) -> None:
    """When somebody else decides, and when that is taken back again."""
    table = table_of(library, "zertz", {}, PEOPLE)

    async with driven((80, 24), table) as (app, pilot):
        screen = playing(app)

        def marked() -> bool:
            marks = app.screen.query_one(Board).view.marks
            return any(mark.kind == "selected" for mark in marks)

        async def ask_for_hint() -> tuple[str, str]:
            top = table.match.top
            screen.deciding.show_hint(advise(top.game, top.state, 2, FEW, Random(1)))
            await until(pilot, marked)
            assert screen.deciding.hinted is not None
            return screen.deciding.hinted.steps[0][0], words(app, "status")

        advised, told = await ask_for_hint()
        other = next(c for c in screen.decision.choices if c.notation != advised)
        table.play(other.notation)
        screen.refresh_table()
        assert not marked()
        assert told not in words(app, "status")
        _advised, told = await ask_for_hint()
        table.undo()
        screen.refresh_table()
        assert not marked()
        assert told not in words(app, "status")


@pytest.mark.parametrize("name", ALL)
async def test_words_and_hints_take_no_room_from_the_board(
    driven: Driver, library: Library, name: str
) -> None:
    """The words to click have one row, and a hint two, those of caption and status."""
    game, options, _decisions = GAMES[name]
    table = table_of(library, game, options, PEOPLE)

    async with driven((80, 24), table) as (app, pilot):
        screen = playing(app)
        size = screen.query_one(Board).size
        assert screen.query_one(Words).size.height == 1
        top = table.match.top
        screen.deciding.show_hint(advise(top.game, top.state, 2, FEW, Random(1)))
        await pilot.pause()
        assert screen.query_one(Board).size == size


@pytest.mark.needs("zertz")
async def test_at_each_decision_the_cursor_stands_where_it_can_begin(
    driven: Driver, library: Library
) -> None:
    """On the piece that must jump, and never on a hole, from wherever it stood before."""

    rng, jumps, removals = Random(4), 0, 0
    table = table_of(library, "zertz", {}, ["human", "human"])
    async with driven((80, 24), table) as (app, _pilot):
        screen, board = playing(app), app.screen.query_one(Board)
        while not (jumps > 1 and removals > 4):
            choices = screen.decision.choices
            begins = {choice.path[0] for choice in choices} & set(board.lit)
            assert board.cursor in (begins or board.lit), choices
            jumps += all("x" in choice.notation for choice in choices)
            removals += all(len(choice.path) == 1 for choice in choices)
            board.cursor = rng.choice([point.id for point in board.view.points])
            assert screen.play(rng.choice(choices).notation)
