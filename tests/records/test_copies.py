"""Copies of a match: each form opens again where a text may be pasted."""

from __future__ import annotations

from random import Random

import pytest

from gipf_meta.base.addresses import address_of_screen, is_address, place_in, screen_at
from gipf_meta.desk.imported_games import (
    BroughtMatch,
    BroughtPosition,
    file_in,
    link_in,
    read_brought,
)
from gipf_meta.match.match import Match
from gipf_meta.match.pasted_turns import is_whole, pasted_turns
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.protocol.game import Turn
from gipf_meta.protocol.options import configure
from gipf_meta.records.copies import LINK, POSITION, copies_of
from gipf_meta.records.models import Seat
from gipf_meta.records.pasted_positions import positions_in
from gipf_meta.records.writer import to_record

INSTALLED = installed_plugins()
FIND = INSTALLED.find
DIE = {"game": "die"}
GAMES = sorted(id for id, game in INSTALLED.games.items() if game.presets)


def walked(game: str, seed: int, most: int = 12) -> Match:
    """A match of *game* with its usual options, or those of a preset, after some turns."""
    rng = Random(seed)
    kind = INSTALLED.games[game]
    match = Match.begin(configure(kind, rng.choice(kind.presets).options), 2, FIND, seed)
    for _turn in range(rng.randrange(most)):
        now, top = match.top.status, match.top
        if not isinstance(now, Turn) or len(match.sessions) > 1:
            break
        moves = sorted(
            top.game.format(top.state, m) for m in top.game.legal_moves(top.state, now.seat)
        )
        match = match.play(rng.choice(moves))
    return match


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.sample(9, "slow")
def test_every_form_that_is_copied_is_read_again_where_it_is_pasted(game: str, seed: int) -> None:
    match = walked(game, seed)
    people = tuple(Seat(name=name) for name in ("Ann", "Bob"))
    record = to_record(match, people)
    copies = copies_of(match.top, record, FIND)
    assert copies.named(LINK) is not None
    for copy in copies.found:
        if copy.name == LINK:
            screen, about = screen_at(place_in(copy.text).removeprefix("screen/"))
            assert screen == "shared_match"
            read = read_brought(link_in(about), None, FIND)
        else:
            brought = file_in({"file": copy.text})
            assert brought is not None
            read = read_brought(brought, None, FIND)
        if copy.name in (POSITION, "zip"):
            assert isinstance(read, BroughtPosition)
            assert {"game": match.top.game.id}.items() <= read.readings[0].items()
            position = match.top.position()
            assert [each["position"] for each in read.readings] == [position]
        else:
            assert isinstance(read, BroughtMatch)
            told = [[turn.text for turn in each.turns] for each in (read.record, record)]
            assert told[0] == told[1], copy.name


@pytest.mark.parametrize("text", ["", " ", "Dear Anna", "w", "a1", "x " * 9_000, "\x00" * 99])
def test_what_is_no_position_is_one_of_no_game(text: str) -> None:
    assert positions_in(text, INSTALLED.games.values()) == []


@pytest.mark.needs("zertz")
@pytest.mark.parametrize(
    ("text", "turns"),
    [
        ("Wd4,d1\nBd7,a4", ["line 1 Wd4,d1", "line 2 Bd7,a4"]),
        ("Wd4,d1\rBd7,a4\r", ["line 1 Wd4,d1", "line 2 Bd7,a4"]),
        ("1. Wd4,d1 {so}\n\n2. Bd7,a4 no", ["line 1 Wd4,d1", "line 3 Bd7,a4", "line 3 no"]),
        ("1. Wd4,d1! (1. Wd4,g1) Bd7,a4", ["line 1 Wd4,d1", "line 1 Bd7,a4"]),
        ("Dear Anna\nhow are you", ["line 1 Dear Anna"]),
        ('[Game "zertz"]\n1. Wd4,d1', []),
        ("(;GM[1])", []),
        ('{"format": 1}', []),
        ("#screen/setup", []),
        ("a1,a2,b1 1/0/0 0/0/0 0/0/0 1", []),
    ],
)  # fmt: skip
def test_turns_that_are_pasted_are_told_apart_up_to_the_first_that_is_none(
    text: str, turns: list[str]
) -> None:
    match = Match.begin(INSTALLED.games["zertz"](), 2, FIND, 1)
    told = [f"{each.place} {each.text}" for each in pasted_turns(text, match, knows_luck=True)]
    assert told == turns


@pytest.mark.needs("zertz")
def test_who_may_not_know_what_luck_draws_is_told_lines_and_tries_nothing() -> None:
    match = Match.begin(INSTALLED.games["zertz"](), 2, FIND, 1)
    told = pasted_turns("1. Wd4,d1 Bd7,a4\nBxx", match, knows_luck=False)
    assert [each.text for each in told] == ["Wd4,d1 Bd7,a4", "Bxx"]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (f"#{address_of_screen('setup', DIE)}", address_of_screen("setup", DIE)),
        ("https://a.example/x/#match=a-_1", address_of_screen("shared_match", {"match": "a-_1"})),
        ("match=abc", address_of_screen("shared_match", {"match": "abc"})),
        (" http://127.0.0.1:1/#room/17/at/3 \n", "room/17"),
        ("#screen/setup/%7B%22ga", ""),
        ("#screen/setup/[1]", ""),
        ("#screen/setup/" + "[" * 99_999, ""),
        ('#screen/setup/{"game":1}', ""),
        ("https://a.example/", ""),
        ("d4", ""),
    ],
)  # fmt: skip
def test_an_address_leads_to_its_place_from_whatever_page_it_is(text: str, place: str) -> None:
    assert place_in(text) == place
    assert is_address(text) or not place


def test_a_text_of_several_lines_is_not_typed_into_one() -> None:
    assert is_whole("a\nb")
    assert is_whole("a\rb")
    assert is_whole("1. Wd4")
    assert not is_whole("Wd4,d1\n")
    assert not is_whole("d4 1")
