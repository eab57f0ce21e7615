"""A newcomer's first duel: an ordinary match that begins where he is to believe an announcement."""

from __future__ import annotations

import json
from dataclasses import replace
from importlib.metadata import EntryPoint
from random import Random

import pytest

from gipf_meta import api
from gipf_meta.api.matches import Match
from gipf_meta.bots.characters import EASIEST
from gipf_meta.bots.levels import LEVELS
from gipf_meta.desk.first_duel import first_duel_here
from gipf_meta.library.settings import Settings
from gipf_meta.library.store import Library
from gipf_meta.plugins.loading import (
    Installed,
    installed_plugins,
    installed_points,
    load_plugins,
)
from gipf_meta.plugins.playable import playable_showcase
from gipf_meta.records.models import Record
from gipf_meta.records.record_files import dumps, loads
from tests.desk.conftest import Page, buttons, new_page

pytestmark = pytest.mark.needs("gipf", "zertz")

ANN, MIA = 0, 1
DUELS = 30
"""The number of duels in which each has won at least once."""


def opened(seed: int = 1) -> Record:
    """The record of Ann's first duel."""
    return first_duel_here(installed_plugins(), "Ann", seed)


def begun(seed: int = 1) -> Match:
    """The match of Ann's first duel."""
    return api.load(dumps(opened(seed)))


def on_board(match: Match) -> str:
    """The pieces of the game of *match*."""
    assert match.position is not None
    return match.position.partition(" L:")[0]


def every_but(name: str) -> list[EntryPoint]:
    """The plugins that are installed here, without the one of that *name*."""
    return [point for point in installed_points() if point.name != name]


def after_a_duel(seed: int) -> Match:
    """The match after its duel, in which every move came by lot."""
    rng, match = Random(seed), begun(seed).play("challenge")
    assert match.game.id == "zertz"
    while match.depth:
        match = match.play(rng.choice([*match.legal]))
    return match


def test_it_begins_where_somebody_is_to_believe_an_announcement() -> None:
    record, match = opened(), begun()
    assert [(seat.name, seat.player) for seat in record.people] == [
        ("Ann", "human"),
        ("Black", EASIEST),
    ]
    assert (match.depth, match.to_move) == (0, ANN)
    assert tuple(match.legal) == ("allow", "challenge")
    assert record.turns[-1].decisions[-1].by == MIA
    assert not match.duels


def test_to_allow_it_lets_the_jump_and_what_follows_come_true() -> None:
    match = begun().play("allow")
    match = match.play(next(iter(match.legal)))
    assert "^" in match.turns[-1]
    assert match.turns[-1].count("*") == 3, "three pieces of Ann's leave with the row"
    assert match.to_move == ANN


@pytest.mark.parametrize("seed", range(4))
def test_the_duel_is_decided_by_the_first_capture(seed: int) -> None:
    (duel,) = after_a_duel(seed).duels
    assert [text.startswith("x") for text in duel.turns] == [*[False] * (len(duel.turns) - 1), True]
    assert duel.result is not None
    assert len(duel.result.winners) == 1


def test_whoever_wins_the_duel_has_the_power_or_has_barred_it() -> None:
    before, winners = on_board(begun()), set()
    for seed in range(DUELS):
        match = after_a_duel(seed)
        (duel,) = match.duels
        assert duel.result is not None
        (winner,) = duel.result.winners
        winners.add(winner)
        assert match.to_move == MIA
        moves = [*match.legal]
        if winner == MIA:
            assert moves == ["d4"], "the jump that was announced"
            assert match.play("d4").turns[-1].count("*") == 3
        else:
            assert "d4" not in moves
            assert on_board(match) == before.replace("Zd6", "d6"), "the power is spent, no more"
    assert winners == {ANN, MIA}


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("answer", ["allow", "challenge"])
@pytest.mark.sample(2)
def test_any_bot_goes_on(level: str, answer: str) -> None:
    """Nothing is scripted after the beginning: the match goes on to its end."""
    match = begun().play(answer)
    if level == EASIEST:
        match = match.play_out(level)
        assert match.result is not None
        return
    chooser = api.bot(level)
    for _turn in range(4):
        match = match.play(chooser.choose(match))


def test_each_first_duel_has_luck_of_its_own() -> None:
    assert opened(1).seed != opened(2).seed


# ---- at the desk --------------------------------------------------------------------------------


def test_the_desk_opens_it_with_the_person_at_the_seat_that_decides(page: Page) -> None:
    page.context.settings = Settings(name="Ann")
    gone = page.press(page.open("launcher"), "Play the first duel")[0]
    room = page.context.hub.room(gone["go"].removeprefix("room/"))
    assert [seat.name for seat in room.table.seats] == ["Ann", "Black"]
    assert room.table.match.player == ANN


def test_without_its_duels_game_it_is_not_offered(library: Library) -> None:
    page = new_page(library, load_plugins(every_but("zertz")))
    assert not any("first" in button["text"] for button in buttons(page.open("launcher")))
    why = page.why(page.send(do="submit", screen="first_duel"))
    assert why == "No installed plugin has a first duel to play."


@pytest.mark.parametrize("damage", ["", "{}", "no record", '{"format": 1, "game": "zertz"}'])
def test_a_showcase_whose_duel_cannot_be_read_offers_none(
    library: Library, monkeypatch: pytest.MonkeyPatch, damage: str
) -> None:
    show = playable_showcase(installed_plugins())
    assert show is not None
    if damage.endswith("}"):
        damage = json.dumps({**json.loads(damage), "options": {}, "players": [0, 1], "turns": []})
    broken = replace(show, first_duel=damage)
    monkeypatch.setattr(Installed, "showcase", lambda installed: broken)
    page = new_page(library, installed_plugins())
    assert not any("first" in button["text"] for button in buttons(page.open("launcher")))


def test_the_recorded_match_is_read_as_it_was_written() -> None:
    show = playable_showcase(installed_plugins())
    assert show is not None
    record = loads(show.first_duel)
    assert loads(dumps(record)) == record
    assert len(api.load(show.first_duel).duels) == 1
