"""Note sheets: a match that was written as one is the same record when it is read again."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import pytest

import gipf_meta as gm
from building import sources
from gipf_meta.match.match import Match
from gipf_meta.plugins.loading import BoardHere, installed_plugins
from gipf_meta.records.models import PlayedTurn, Record, RecordError, Result
from gipf_meta.records.sheet_writer import to_sheet
from gipf_meta.records.text_formats import FoundGame, read_games
from gipf_meta.records.writer import to_record
from tests.commands.test_cli import Command
from tests.commands.test_cli import gipf_meta as gipf_meta  # the fixture
from tests.records.site_walks import PEOPLE, SEEDS, walked
from tests.records.test_boardspace_writer import variations_of_zertz

GAMES: Final = sorted(installed_plugins().games.keys() & sources.plugins().keys())
"""The games of a board, each in a plugin of its own."""
COMMENTS: Final = ("White: fine.", "two\nlines", "a } brace", "{", "1. Wd4,d1 (x", '[Date "x"]')
SIGNS: Final = ("!", "?!", "", "!?", "!!", "??")


def read_again(record: Record) -> FoundGame:
    """The record as it comes back from a sheet, but for its seed, which no sheet tells."""
    installed = installed_plugins()
    [found] = read_games(to_sheet(record, installed.find), installed.all_readers(), installed.find)
    assert isinstance(found, FoundGame), found
    assert (found.cut, found.doubt) == ("", "")
    return FoundGame(found.record.model_copy(update={"seed": record.seed}), found.reader)


def with_notes(record: Record) -> Record:
    """*record* with a comment on it and one at each turn, and with signs."""

    def noted(n: int, turn: PlayedTurn) -> PlayedTurn:
        beside = {"comment": COMMENTS[n % len(COMMENTS)], "signs": SIGNS[n % len(SIGNS)]}
        return turn.model_copy(update=beside)

    turns = tuple(noted(n, turn) for n, turn in enumerate(record.turns))
    about = {"date": "2008-06-14", "place": "Oostende", "site": "x.org", "ratings": "1500, -"}
    return record.model_copy(update={"turns": turns, "about": about, "comment": "A\n{sheet}"})


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", GAMES)
def test_a_match_comes_back_whole_with_what_is_beside_it(game: str, seed: int) -> None:
    record = with_notes(to_record(walked(installed_plugins(), game, {}, seed), PEOPLE))
    assert read_again(record).record == record


@pytest.mark.parametrize(
    ("game", "options"),
    [("zatre", {}), ("zertz", {"board": 61, "handicap": "p2=1/0/2"})],
)
def test_options_and_what_luck_drew_come_back(game: str, options: Mapping[str, Any]) -> None:
    match = gm.new_match(game, seed=4, names=("Ada", "Bob"), **options)
    record = to_record(match.play(str(match.legal[0]))._stack, PEOPLE)
    assert read_again(record).record == record


def test_variations_inside_each_other_come_back() -> None:
    record = variations_of_zertz(installed_plugins())
    assert read_again(record).record == record


def test_a_match_comes_back_from_the_position_in_which_it_began() -> None:
    installed = installed_plugins()
    position = "a4,c2,Wc4,d3,d4 0/3/1 3/2/4 1/2/3 2"
    match = Match.begin(installed.find("zertz")(), 2, installed.find, position=position)
    record = to_record(match.play("Gd4"), PEOPLE)
    assert record.position == position
    assert read_again(record).record == record


@pytest.mark.parametrize(
    ("result", "line"),
    [
        (Result(winners=(1,), reason="resign", by_rules=False), "Player 1 resigns"),
        (Result(winners=(0,), reason="time", by_rules=False), "Player 1 wins, time"),
        (Result(winners=(), reason="draw", by_rules=False), "Draw"),
    ],
)
def test_how_a_match_was_left_comes_back(result: Result, line: str) -> None:
    match = walked(installed_plugins(), "zertz", {}, 2)
    record = to_record(match, PEOPLE)
    record = record.model_copy(update={"turns": record.turns[:6], "result": result})
    assert to_sheet(record, installed_plugins().find).splitlines()[-1] == line
    assert read_again(record).record.result == result


def test_a_match_with_duels_is_no_sheet() -> None:
    record = to_record(gm.new_match("die").play_out("random")._stack)
    turn = record.turns[0].decisions[0].model_copy(update={"duel": record})
    turns = (record.turns[0].model_copy(update={"decisions": (turn,)}),)
    with pytest.raises(RecordError, match="this match has duels"):
        to_sheet(record.model_copy(update={"turns": turns}), installed_plugins().find)


def test_a_board_that_is_set_up_is_no_sheet() -> None:
    board = Match.begin(BoardHere(game="zertz"), 1, installed_plugins().find, 1)
    with pytest.raises(RecordError, match="has an option called game"):
        to_sheet(to_record(board), installed_plugins().find)


def test_the_library_and_the_door_write_sheets(gipf_meta: Command, tmp_path: Path) -> None:
    match = gm.new_match("zertz", names=("Ada", "Bob")).play("Wd4,d1")
    match.save(tmp_path / "a.txt")
    sheet = (tmp_path / "a.txt").read_text()
    assert sheet == '[Game "zertz"]\n[Player1 "Ada"]\n[Player2 "Bob"]\n\n1. Wd4,d1\n'
    assert gm.load(tmp_path / "a.txt").turns == ("Wd4,d1",)
    gipf_meta("library", "import", "a.txt")
    assert gipf_meta("library", "export", "1", "--sheet").out == sheet
    gipf_meta("library", "export", "1", "b.txt")
    assert (tmp_path / "b.txt").read_text() == sheet
