"""Matches written as SGF for boardspace.net, and read again: the same record."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import gipf_meta as gm
from gipf_meta.match.match import Match
from gipf_meta.plugins.loading import Installed, load_plugins
from gipf_meta.records.boardspace_writer import to_boardspace
from gipf_meta.records.models import PlayedTurn, Record, RecordError, Result
from gipf_meta.records.text_formats import FoundGame, read_games
from gipf_meta.records.writer import to_record
from tests.records.site_walks import (
    GAMES,
    PEOPLE,
    SEEDS,
    comes_back,
    empty_record,
    read_again,
    site_options,
)


@pytest.fixture(scope="module")
def installed() -> Installed:
    return load_plugins()


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", GAMES)
def test_a_match_comes_back_whole(game: str, seed: int) -> None:
    comes_back(game, site_options(game), seed)


def test_a_position_that_the_site_does_not_set_up_is_refused(installed: Installed) -> None:
    game = installed.find("yinsh")()
    match = Match.begin(game, 2, installed.find, position="w 51 0,0 W: B:")
    record = to_record(match, PEOPLE)
    with pytest.raises(RecordError, match="this match began elsewhere"):
        to_boardspace(record, installed.find)


def test_a_game_that_the_site_does_not_have_is_refused(installed: Installed) -> None:
    with pytest.raises(RecordError, match="does not have Zatre"):
        to_boardspace(empty_record("zatre", {}), installed.find)


@pytest.mark.parametrize("result", [None, Result(winners=(1,), reason="resign", by_rules=False)])
def test_a_match_that_would_not_be_read_again_is_refused(
    installed: Installed, result: Result | None
) -> None:
    record = empty_record("zertz", {}).model_copy(update={"result": result})
    with pytest.raises(RecordError, match="Nobody has moved in this match"):
        to_boardspace(record, installed.find)


def lines(turns: tuple[PlayedTurn, ...]) -> Iterator[object]:
    for turn in turns:
        yield turn.text, turn.comment, turn.signs
        yield [list(lines(line)) for line in turn.variations]


def test_what_is_written_beside_a_match_comes_back(installed: Installed) -> None:
    record = variations_of_zertz(installed)
    found = read_again(installed, record)
    assert list(lines(found.record.turns)) == list(lines(record.turns))
    assert found.record.comment == record.comment
    assert found.record.about == record.about
    assert found.record == record
    assert read_again(installed, found.record).record == record


def variations_of_zertz(installed: Installed) -> Record:
    """A record with comments, signs and variations inside each other, made by reading."""
    text = """(;GM[22]VV[2]SU[Zertz]AP[gipf-meta:x]DT[2026-11-26]EV[a test]PC[Brno]RO[3]TC[10m]GN[x]
SO[here]P0[id "Ada"]P1[id "Bob"]P0[ranking 1500]C[To begin \\[with\\].]
;P0[0 Start P0];P0[1 RtoB 2 0 A 1];P0[2 R- D 7];P0[3 Done]IT[]C[A \\\\ line.

Two.]
(;P1[4 RtoB 2 1 A 2];P1[5 R- D 1];P1[6 Done];P0[7 BtoB A 1 A 3];P0[8 Done]XS[=~])
(;P1[4 RtoB 2 1 B 1];P1[5 R- D 1];P1[6 Done]BM[1]
(;P0[7 BtoB B 1 B 3];P0[8 Done]C[Nothing.])
(;P0[7 BtoB A 1 C 1];P0[8 Done]TE[2]))
(;P1[4 RtoB 2 2 G 4];P1[5 R- D 1];P1[6 Done]))"""
    [found] = read_games(text, [*installed.readers.values()], installed.find)
    assert isinstance(found, FoundGame), found
    return found.record


def test_variations_are_read_with_what_stands_beside_them(installed: Installed) -> None:
    record = variations_of_zertz(installed)
    first, second, third = record.turns
    assert (first.signs, first.comment) == ("!?", "A \\ line.\n\nTwo.")
    assert [line[0].text for line in second.variations] == ["Gb1,d1", "Bg4,d1"]
    assert second.variations[0][0].signs == "?"
    assert third.signs == "=~"


@pytest.mark.parametrize(
    ("result", "words"),
    [
        (Result(winners=(1,), reason="resign", by_rules=False), "P0[7 Resign]"),
        (Result(winners=(0,), reason="time", by_rules=False), "P0[7 WinOnTime]"),
        (Result(winners=(), reason="draw", by_rules=False), "P1[8 AcceptDraw]"),
    ],
)
def test_an_end_that_the_rules_do_not_know_comes_back(
    installed: Installed, result: Result, words: str
) -> None:
    record = variations_of_zertz(installed)
    turns = (record.turns[0], record.turns[1].model_copy(update={"variations": ()}))
    ended = record.model_copy(update={"turns": turns, "result": result})
    assert words in to_boardspace(ended, installed.find)
    assert read_again(installed, ended).record.result == result


def test_a_name_that_ends_in_sgf_asks_for_it(tmp_path: Path) -> None:
    match = gm.new_match("zertz", names=["Ada", "Bob"]).play("Wd4").play("d1").play("Bd7")
    match.save(tmp_path / "x.SGF")
    assert (tmp_path / "x.SGF").read_text().startswith("(;GM[22]")
    assert gm.load(tmp_path / "x.SGF").turns == match.turns


def test_letters_that_steer_a_terminal_are_left_out(installed: Installed) -> None:
    record = variations_of_zertz(installed).model_copy(update={"comment": "\x1b[31mred\x9b"})
    assert "C[[31mred]" in to_boardspace(record, installed.find)
