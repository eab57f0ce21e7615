"""A file of several games: each is read, refused, counted and told by itself."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

import pytest

from gipf_meta import GameTree, PlaceOf, RefusedGame, SgfReader, WrittenGame
from gipf_meta.base.sgf import MOST_NODES
from gipf_meta.base.timelimit import TookTooLong
from gipf_meta.library.store import Library
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.records.models import RecordError
from gipf_meta.records.text_formats import FoundGame, GameRefused, read_games
from tests.commands.test_cli import Command, refused
from tests.commands.test_cli import gipf_meta as gipf_meta  # the fixture
from tests.records.conftest import Read
from tests.records.specimens import SOUND, TALE

TURNS = """;P0[0 Start P0]
;P0[1 RtoB 2 0 C 3]
;P0[2 R- A 1]
;P0[3 Done]
;P1[4 RtoB 2 0 C 6]
;P1[5 R- E 1]
;P1[6 Done]
"""
NO_GAME_HERE = "(;GM[3]SU[Chess]\nP0[id x]\n;P0[1 e4])\n"


def game(name: str = "Ada", setup: str = "Zertz", date: str = "", turns: str = TURNS) -> str:
    """A game of ZÈRTZ in SGF."""
    day = f"DT[{date}]" if date else ""
    return f'(;GM[22]VV[2]SU[{setup}]{day}\nP0[id "{name}"]\nP1[id "Bob"]\n{turns})\n'


def names(found: list[FoundGame | RecordError]) -> list[str]:
    """The player of the first seat of each game, or the reason why it is refused."""
    return [
        each.record.people[0].name if isinstance(each, FoundGame) else str(each) for each in found
    ]


@pytest.fixture(autouse=True)
def _one_installation(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("library_import", "given_games", "replay"):
        monkeypatch.setattr(f"gipf_meta.commands.{module}.load_plugins", installed_plugins)


REFUSED = {
    "a board that there is not": (game(setup="Zertz+xx"), "Its board was laid by hand"),
    "a game that is not installed": (NO_GAME_HERE, "it is a game of Chess, which no reader here"),
    "a game by its number": ("(;GM[1];B[aa];W[bb])", "it is a game of Go, which no reader here"),
    "a game by its form": ("(;FF[HAVANNAH];B[aa])", "it is a game of HAVANNAH, which no reader"),
    "a number that is none": ("(;GM[999];B[aa])", "its game has the number 999 (GM)"),
    "no game at all": ("(;C[what is it];B[aa])", "it does not say which game it is (GM or SU)."),
    "nobody has moved": (game(turns=""), "Nobody has moved in it."),
    "an empty tree": ("(;)", "it does not say which game it is"),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_what_refuses_one_game_refuses_it_alone_with_its_number(read: Read, kind: str) -> None:
    text, why = REFUSED[kind]
    first, second, third = read(game("Ada") + text + game("Zoe"))
    assert names([first, third]) == ["Ada", "Zoe"]
    assert isinstance(second, GameRefused)
    assert second.nth == 2
    assert str(second).startswith(f"The text, game 2 cannot be read: {why}")


def test_a_game_that_is_alone_is_refused_without_a_number(read: Read) -> None:
    assert names(read(NO_GAME_HERE)) == [
        "The text cannot be read: it is a game of Chess, which no reader here knows."
    ]


def test_games_of_several_kinds_in_one_file_are_each_read_by_who_knows_them(read: Read) -> None:
    examples = [
        reader.example
        for reader in installed_plugins().readers.values()
        if isinstance(reader, SgfReader)
    ]
    found = read("\n".join(examples))
    assert len(examples) > 5
    assert len({each.reader for each in found if isinstance(each, FoundGame)}) == len(found)
    assert len(found) == len(examples)


def _failing(name: str) -> SgfReader:
    def knows(root: Mapping[str, str]) -> bool:
        if root["GM"] == "7":
            raise KeyError(root["XX"])
        return root["GM"] == "8"

    def read(tree: GameTree, place_of: PlaceOf) -> WrittenGame:
        raise KeyError("moves")

    return SgfReader(name, name, knows, read)


def test_a_reader_that_fails_on_a_game_is_named_and_the_others_are_read() -> None:
    installed = installed_plugins()
    text = game("Ada") + "(;GM[8];B[aa])" + "(;GM[7];B[aa])" + game("Zoe")
    found = list(read_games(text, [_failing("mine"), *installed.all_readers()], installed.find))
    assert names(found) == [
        "Ada",
        "The text, game 2 cannot be read: the reader mine failed (KeyError: 'moves').",
        "The text, game 3 cannot be read: it is a game of xiangqi, which no reader here knows.",
        "Zoe",
    ]


@pytest.mark.parametrize("hangs", ["knows", "read"])
def test_a_reader_that_takes_too_long_is_not_asked_again(hangs: str) -> None:
    asked = []

    def hang(*_arguments: object) -> NoReturn:
        asked.append(hangs)
        raise TookTooLong("It took longer than 20 s.")

    reader = SgfReader("mine", "mine", lambda root: root["GM"] == "8", hang)
    if hangs == "knows":
        reader = replace(reader, knows=hang)
    installed = installed_plugins()
    text = "(;GM[8];B[aa])" * 3 + game("Zoe")
    found = list(read_games(text, [reader, *installed.all_readers()], installed.find))
    assert (names(found)[3], asked) == ("Zoe", [hangs])
    assert "(TookTooLong: It took longer than 20 s.)" in str(found[0]) or hangs == "knows"


@pytest.mark.parametrize(
    ("other", "count"),
    [
        (game("Ada", date="2008-01-01"), 1),
        (game("", date=""), 1),
        (game("Ada", date="Raw History"), 1),
        (game("Zoe", date="2008-01-01"), 2),
        (game("Ada", date="2008-01-02"), 2),
        (game("Ada", date="2008-01-01", turns=TURNS + "C[Well.]"), 2),
    ],
    ids=[
        "the same",
        "nobody and no day",
        "the site's own log",
        "other people",
        "another day",
        "another comment",
    ],
)
def test_a_copy_has_the_same_turns_people_and_day(read: Read, other: str, count: int) -> None:
    other = other.replace('P0[id ""]\nP1[id "Bob"]\n', "")
    assert len(read(game("Ada", date="2008-01-01") + other)) == count


DAMAGED = {
    "a game that is not closed": game("Ada").rstrip(")\n"),
    "a comment that is not closed": game("Ada", turns=TURNS + "C[never closed"),
    "a letter that belongs to nothing": game("Ada", turns=TURNS + "x"),
    "a parenthesis too many": game("Ada") + ")",
}


@pytest.mark.parametrize("kind", DAMAGED)
def test_damage_costs_one_game_of_a_collection(read: Read, kind: str) -> None:
    first, second = read(DAMAGED[kind] + game("Zoe"))
    assert names([first, second]) == ["Ada", "Zoe"]
    assert isinstance(first, FoundGame)
    assert "The SGF is damaged in line" in first.cut
    assert len(first.record.turns) == 2
    assert isinstance(second, FoundGame)
    assert not second.cut


def test_the_limits_are_those_of_a_game(read: Read, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gipf_meta.base.sgf.MOST_NODES", 10)
    monkeypatch.setattr("gipf_meta.records.boardspace_reader.MOST_TOLD", 10)
    assert MOST_NODES > 10
    found = read("".join(game(f"Ada{n}") for n in range(20)))
    assert [each.cut for each in found if isinstance(each, FoundGame)] == [""] * 20


def test_more_games_than_are_read_are_told(read: Read, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gipf_meta.records.text_formats.MOST_GAMES", 2)
    *found, last = read("".join(game(f"Ada{n}") for n in range(4)))
    assert names(found) == ["Ada0", "Ada1"]
    assert str(last) == "The text holds more than 2 games: the others are not read."


def test_many_games_are_counted_one_by_one(gipf_meta: Command, tmp_path: Path) -> None:
    text = game("Ada") + game(setup="Zertz+xx") + game("Zoe") + NO_GAME_HERE
    (tmp_path / "all.sgf").write_text(text)
    told = gipf_meta("library", "import", "all.sgf")
    assert told.status == 2
    assert told.out.splitlines()[:5] == [
        "2 games read",
        "2 legal to the end",
        "0 cut short",
        "0 were in the library already",
        "2 refused",
    ]
    assert "      all.sgf, game 2" in told.out
    assert told.err.endswith("gipf-meta: 2 games were refused.\n")
    assert len(Library().entries()) == 2


def test_programs_are_told_the_number_of_each_game(gipf_meta: Command, tmp_path: Path) -> None:
    (tmp_path / "all.sgf").write_text(game("Ada") + NO_GAME_HERE + game("Zoe"))
    told = gipf_meta("library", "import", "all.sgf", "--json")
    lines = [json.loads(line) for line in told.out.splitlines()]
    assert sorted((line["nth"], "refused" in line) for line in lines) == [
        (1, False),
        (2, True),
        (3, False),
    ]


def test_nth_counts_refused_games(gipf_meta: Command, tmp_path: Path) -> None:
    (tmp_path / "all.sgf").write_text(game("Ada") + NO_GAME_HERE + game("Zoe"))
    assert "all.sgf, game 2 cannot be read: it is a game of Chess" in refused(
        gipf_meta("replay", "all.sgf", "--nth", "2")
    )
    assert "Zoe" in gipf_meta("replay", "all.sgf", "--nth", "3").out
    assert "all.sgf has no game 4." in refused(gipf_meta("replay", "all.sgf", "--nth", "4"))


def test_a_text_of_several_games_may_refuse_one(read: Read) -> None:
    def read_two(text: str) -> list[WrittenGame | RefusedGame]:
        return [RefusedGame("the first is lost."), *SOUND.read(text)]

    installed = installed_plugins()
    found = list(read_games(TALE, (replace(SOUND, read=read_two),), installed.find))
    assert names(found) == ["The text, game 1 cannot be read: the first is lost.", "Anna"]
