"""Records of boardspace.net: who, when, what was taken back, and how a game ended."""

from __future__ import annotations

import pytest

from gipf_meta import RefusedGame, SgfReader, WrittenGame, WrittenResult
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.records.boardspace_reader import date_of
from gipf_meta.records.sgf_games import read_sgf_games
from tests.tables import table

HEAD = """ (;
GM[22]VV[2]
TC[Differential 1800000 600000]
SU[Zertz]
DT[Wed Oct 29 08:02:18 ADT 2025]
GN[T!Z-Ada-Bob-2025-10-29-1102]
RE[Game won by Bob]
P0[id "Ada"]
P1[id "Bob"]
P1[ranking 1500]
"""
TURNS = """; P0[0 Start P0]
; P0[1 RtoB 2 2 C 3]TM[14005]
; P0[2 R- D 1]TM[16073]
; P0[3 Done ]TM[19368]
; P1[4 RtoB 2 0 E 4]TM[34159]
; P1[5 R- D 7]TM[35116]
; P1[6 Done ]TM[36194]
"""
END = """;
P0[time 0:02:16 ]
P1[time 0:02:05 ]
)
"""


@pytest.fixture(scope="module")
def reader() -> SgfReader:
    found = load_plugins().readers["boardspace-zertz"]
    assert isinstance(found, SgfReader)
    return found


def games(reader: SgfReader, text: str) -> list[WrittenGame | RefusedGame]:
    return [read for _name, read in read_sgf_games(text, (reader,))]


def read(reader: SgfReader, text: str) -> WrittenGame:
    [written] = games(reader, text)
    assert isinstance(written, WrittenGame), written
    return written


def said(written: WrittenGame) -> list[str]:
    return [turn.text for turn in written.turns]


def test_a_game_has_names_a_date_times_and_a_result(reader: SgfReader) -> None:
    written = read(reader, HEAD + TURNS + END)
    assert said(written) == ["Bc3,d1", "We4,d7"]
    assert [turn.seat for turn in written.turns] == [0, 1]
    assert [turn.ms for turn in written.turns] == [19368, 19368 + 36194]
    assert written.turns[1].place == "line 15"
    assert written.names == ("Ada", "Bob")
    assert written.result == WrittenResult((1,))
    assert written.about == {
        "site": "boardspace.net",
        "date": "2025-10-29",
        "source": "T!Z-Ada-Bob-2025-10-29-1102",
        "clock": "Differential 1800000 600000",
        "ratings": "-, 1500",
    }


def test_who_moves_first_sits_at_the_first_seat(reader: SgfReader) -> None:
    written = read(reader, HEAD + "; P1[0 RtoB 2 0 A 1]; P1[1 R- D 1]; P0[2 RtoB 2 0 D 7])")
    assert written.names == ("Bob", "Ada")
    assert [turn.seat for turn in written.turns] == [0, 1]
    assert written.result == WrittenResult((0,))


def test_the_oldest_files_have_no_numbers_and_no_done(reader: SgfReader) -> None:
    line = "; P0[RtoB 2 0 A 1]; P0[R- D 1]; P1[RtoB 2 0 D 7]; P1[R- G 1]; P0[Resign])"
    written = read(reader, HEAD + line)
    assert said(written) == ["Wa1,d1", "Wd7,g1"]
    assert written.result == WrittenResult((1,), "resign")


@pytest.mark.parametrize(
    "line",
    [
        "; P0[7 RtoB 2 0 A 1]; P0[reset]; P0[7 RtoB 2 1 B 1]",
        "; P1[4 RtoB 2 1 G 1]; P1[5 R- A 1]; P1[6 Done]; P0[7 RtoB 2 1 B 1]",
        "; P0[9 RtoB 2 1 A 1]; P0[8 BtoB A 1 B 1]; P0[9 R- A 4]",
    ],
    ids=["the turn that runs", "turns that are over", "numbers mixed up in a turn"],
)
def test_what_is_taken_back_is_gone(reader: SgfReader, line: str) -> None:
    assert said(read(reader, HEAD + TURNS + line + END))[-1].startswith("Gb1")


def test_who_resigned_may_think_better_of_it_until_done(reader: SgfReader) -> None:
    line = "; P0[7 Resign]; P0[8 RtoB 2 1 B 1]; P0[9 R- A 1]; P0[10 Done]"
    assert read(reader, HEAD + TURNS + line + END).result == WrittenResult((1,))


def test_a_file_that_goes_on_after_the_end_says_so(reader: SgfReader) -> None:
    written = read(reader, HEAD + TURNS + "; P0[7 Resign]; P0[8 Done]; P1[9 R- A 1]" + END)
    assert len(written.turns) == 2
    assert written.result == WrittenResult((1,), "resign")
    assert written.fault == "The file goes on after the end of the game."


def test_a_game_can_be_lost_on_time(reader: SgfReader) -> None:
    written = read(reader, HEAD + TURNS + "; P1[7 WinOnTime]" + END)
    assert written.result == WrittenResult((1,), "time")


def test_comments_belong_to_the_turn_that_came_before(reader: SgfReader) -> None:
    line = ";C[To begin with.]" + TURNS + ";C[A \\] good one.]; P0[7 RtoB 2 1 B 1];C[Hm.]"
    written = read(reader, HEAD + line + END)
    assert written.comment == "To begin with."
    assert [turn.comment for turn in written.turns] == ["", "A ] good one.", "Hm."]


def test_variations_begin_instead_of_a_turn(reader: SgfReader) -> None:
    line = "(; P0[7 RtoB 2 1 B 1]; P0[8 R- A 4])(; P0[7 RtoB 2 2 B 1]; P0[8 R- A 4];C[Or so.]))"
    written = read(reader, HEAD + TURNS + line)
    assert said(written)[2:] == ["Gb1,a4"]
    [[other]] = written.turns[2].variations
    assert (other.text, other.comment) == ("Bb1,a4", "Or so.")


def test_nothing_recurses_by_variations(reader: SgfReader) -> None:
    beside = "(;P0[7 RtoB 2 1 B 1])(;P0[7 RtoB 2 2 B 1]" * 250 + ")" * 250
    written = read(reader, HEAD + TURNS + beside + ")")
    assert (len(written.turns), written.fault) == (3, "")


@pytest.mark.soak
def test_too_many_variations_are_left_out(reader: SgfReader) -> None:
    written = read(reader, HEAD + TURNS + "(;P0[7 RtoB 2 1 B 1])" * 100_000 + ")")
    assert len(written.turns) == 3
    assert written.fault == "It has too many variations."


def test_a_gesture_that_nobody_understands_cuts_the_game(reader: SgfReader) -> None:
    written = read(reader, HEAD + TURNS + "; P0[7 Juggle 3]" + END)
    assert said(written) == ["Bc3,d1", "We4,d7"]
    assert written.fault == "In line 18: 'juggle 3' is no gesture of ZÈRTZ."
    assert (
        "'rtob 2 9 A 1' is not understood"
        in read(reader, HEAD + TURNS + "; P0[7 RtoB 2 9 A 1]").fault
    )


def test_a_damaged_file_is_read_up_to_the_damage(reader: SgfReader) -> None:
    written = read(reader, HEAD + TURNS + "; P0[7 RtoB 2 1")
    assert len(written.turns) == 2
    assert "damaged in line 18" in written.fault


def test_a_file_that_holds_its_game_twice_is_one_game(reader: SgfReader) -> None:
    log = HEAD + TURNS.replace("; P1[4", "; P-1[Pop P1\\[4 R- A 1\\]]; P1[4") + END
    assert len(games(reader, HEAD + TURNS + END + log)) == 1


def test_a_game_without_a_move_is_refused(reader: SgfReader) -> None:
    assert games(reader, HEAD + "; P0[0 Start P0]; P0[1 Resign]" + END) == [
        RefusedGame("Nobody has moved in it.")
    ]


def test_a_reader_knows_its_game_by_its_setup(reader: SgfReader) -> None:
    assert reader.knows({"GM": "22", "SU": "Zertz"})
    assert reader.knows({"SU": "ZERTZ+24 1"})
    assert not reader.knows({"GM": "22", "SU": "Hex"})
    assert not reader.knows({"GM": "22"})


@table("""
    words                         | name                   | date
    Thu May 28 19:06:27 EEST 2009 | xander-Dumbot          | 2009-05-28
    11 June 2024                  |                        | 2024-06-11
    Sun Mar 2 1:02:03 CET 2008    | DV-a-b-2008-03-01-2301 | 2008-03-01
    Raw History                   |                        | Raw History
""")
def test_the_day_is_found(words: str, name: str, date: str) -> None:
    assert date_of(words, name) == date
