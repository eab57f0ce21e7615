"""Our own notation, as people write it."""

from __future__ import annotations

import pytest

import gipf_meta as gm
from gipf_meta.records.models import PlayedTurn, RecordError
from gipf_meta.records.text_formats import FoundGame
from tests.records.conftest import Read
from tests.specimens import find_specimens

TURNS = ("Wd4,d1", "Bd7,a4", "Gc5,g1")


def only(found: list[FoundGame | RecordError]) -> FoundGame:
    """The one game that was found."""
    (game,) = found
    assert isinstance(game, FoundGame), game
    return game


def texts(game: FoundGame) -> tuple[str, ...]:
    """The turns of a game that is not cut short."""
    assert game.cut == ""
    return tuple(turn.text for turn in game.record.turns)


@pytest.mark.parametrize(
    "text",
    [
        "Wd4,d1\nBd7,a4\nGc5,g1\n",
        "\ufeffWd4,d1\r\nBd7,a4\r\nGc5,g1",
        "Wd4,d1\rBd7,a4\rGc5,g1\r",
        "1. Wd4,d1 Bd7,a4 2. Gc5,g1",
        "1.Wd4,d1 2.Bd7,a4 3.Gc5,g1",
        "1) Wd4,d1 2) Bd7,a4\n3) Gc5,g1",
        "1. Wd4,d1\n1... Bd7,a4\n2. Gc5,g1",
        "Wd4,d1 Bd7,a4 Gc5,g1",
        "Wd4 d1\nBd7 a4\nGc5 g1",
        "Ｗｄ４，ｄ１\nＢｄ７，ａ４\nＧｃ５，ｇ１",
        "Wd4,d1! Bd7,a4?! Gc5,g1 !!",
        "Wd4,d1 {the middle}\n; a line\nBd7,a4 ; a ring goes\n# by hand\nGc5,g1",
        '[Game "ZÈRTZ"]\n[White "Anna"]\n\nWd4,d1\nBd7,a4\nGc5,g1',
        "Game: zertz\nWhite: Anna\nBlack：Bert\nWd4,d1\nBd7,a4\nGc5,g1",
    ],
)
def test_turns_are_read_however_people_lay_them_out(read: Read, text: str) -> None:
    game = only(read(text))
    assert game.record.game == "zertz"
    assert texts(game) == TURNS


def test_a_note_sheet_is_read(read: Read) -> None:
    """``1.Gf1-f2 2.Gb6-c6`` on a line, as on gipf.com."""
    game = only(read("1.Gf1-f2 2.Gb6-c6\n3.f1-f2"))
    assert (game.record.game, texts(game)) == ("gipf", ("Gf1-f2", "Gb6-c6", "f1-f2"))


def test_headers_say_who_played_when_and_where(read: Read) -> None:
    text = '[Game "ZÈRTZ"]\n[White "Käthe"]\n[Black “Bert”]\n[Date "2008-06-14"]\n'
    text += '[Site "Liège"]\nWd4,d1'
    record = only(read(text)).record
    assert [seat.name for seat in record.people] == ["Käthe", "Bert"]
    assert record.about == {"date": "2008-06-14", "place": "Liège"}


def test_headers_may_be_options(read: Read) -> None:
    record = only(read('[Game "zertz"]\n[Board "48"]\nWe4,a1')).record
    assert record.options["board"] == 48


def test_headers_behind_turns_begin_another_game(read: Read) -> None:
    games = read('[Game "zertz"]\nWd4,d1\n\n[Game "gipf"]\nGf1-f2 Gb6-c6\n\n[Game "zertz"]\nGc5,g1')
    assert [texts(only([game])) for game in games] == [
        ("Wd4,d1",),
        ("Gf1-f2", "Gb6-c6"),
        ("Gc5,g1",),
    ]


def test_comments_signs_and_variations_are_kept_with_their_turns(read: Read) -> None:
    text = "{An opening.} Wd4,d1! {The middle.} 1... Bd7,a4?! (1... Gc5,g1 {calm} Wa1,a2) 2. Gc5,g1"
    record = only(read(text)).record
    first, second, _third = record.turns
    assert record.comment == "An opening."
    assert (first.comment, first.signs) == ("The middle.", "!")
    assert second.signs == "?!"
    (line,) = second.variations
    assert [(turn.text, turn.comment) for turn in line] == [("Gc5,g1", "calm"), ("Wa1,a2", "")]


@pytest.mark.parametrize(
    ("words", "winners", "reason"),
    [
        ("White resigns", (1,), "resign"),
        ("Black resigned.", (0,), "resign"),
        ("resign", (0,), "resign"),
        ("Player 1 wins", (0,), "as the record says"),
        ("Bert resigns", (0,), "resign"),
        ("0-1", (1,), "as the record says"),
        ("draw", (), "draw"),
    ],
)
def test_results_end_what_the_rules_do_not(
    read: Read, words: str, winners: tuple[int, ...], reason: str
) -> None:
    game = only(read(f"Black: Bert\nGame: zertz\nWd4,d1\n{words}\n"))
    assert texts(game) == ("Wd4,d1",)
    result = game.record.result
    assert result is not None
    assert (result.winners, result.reason, result.by_rules) == (winners, reason, False)


def test_what_is_not_legal_ends_the_record_and_is_said_with_its_turn_and_line(read: Read) -> None:
    game = only(read("Wd4,d1\nBd7,a4\nWd4,a3\n"))
    assert tuple(turn.text for turn in game.record.turns) == TURNS[:2]
    assert game.cut.startswith("Turn 3 (Wd4,a3), line 3: Wd4 cannot be placed: d4 is occupied")


@pytest.mark.parametrize("text", ["hello world", "Dear Anna,\n\nthank you for the game.\n"])
def test_a_text_without_turns_is_no_record(read: Read, text: str) -> None:
    with pytest.raises(RecordError, match="no record"):
        read(text)


@pytest.mark.parametrize("game", find_specimens())
def test_the_turns_of_every_game_are_read_as_it_writes_them(read: Read, game: str) -> None:
    match = gm.new_match(game, seed=3)
    while len(match.turns) < 6 and match.result is None:
        match = match.play(match.legal[len(match.turns) % len(match.legal)])
    title = f'[Game "{game}"]\n'
    found = only(read(title + "\n".join(match.turns[:-1])))
    assert texts(found) == match.turns[:-1]


def test_a_variation_that_is_never_closed_ends_with_the_sheet(read: Read) -> None:
    game = only(read("Wd4,d1 Bd7,a4 (Gc5,g1 (Wc5,g4"))
    assert texts(game) == ("Wd4,d1", "Bd7,a4")
    [line] = game.record.turns[-1].variations
    assert [turn.text for turn in line] == ["Gc5,g1"]


def test_turns_of_a_variation_are_a_tree(read: Read) -> None:
    text = "Wd4,d1 Bd7,a4 (Gc5,g1 (Gc5,g4 Wa1,a2) Wa1,a2) Gc5,g1"
    (line,) = only(read(text)).record.turns[1].variations
    assert all(isinstance(turn, PlayedTurn) for turn in line)
