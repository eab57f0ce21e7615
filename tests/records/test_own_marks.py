"""Rings and arrows of people: in comments, sheets, SGF, records; and what is none stays a text."""

from __future__ import annotations

from random import Random

import pytest

from gipf_meta.plugins.loading import installed_plugins, load_plugins
from gipf_meta.records import tree
from gipf_meta.records.boardspace_writer import to_boardspace
from gipf_meta.records.models import Record
from gipf_meta.records.own_marks import (
    OwnMark,
    comment_in_words,
    from_sgf,
    marked,
    read_marks,
    reworded,
    tidy,
    why_no_marks,
    with_marks,
)
from gipf_meta.records.record_files import dumps, loads
from gipf_meta.records.text_formats import FoundGame, read_games
from tests.records.site_walks import read_again
from tests.records.test_boardspace_writer import variations_of_zertz
from tests.records.test_sheet_writer import read_again as read_sheet_again

BOTH = "too early [%csl Gd4][%cal Gd4g7]"


def test_rings_and_arrows_stand_behind_the_words() -> None:
    assert read_marks(BOTH) == ("too early", (OwnMark(("d4",)), OwnMark(("d4", "g7"))))
    assert with_marks(*read_marks(BOTH)) == BOTH
    assert read_marks("[%cal Ga1b2,Re10f11]look").marks == (
        OwnMark(("a1", "b2")), OwnMark(("e10", "f11"), "R"),
    )  # fmt: skip
    assert read_marks("one\n[%csl Gd4]\ntwo") == ("one\n\ntwo", (OwnMark(("d4",)),))


@pytest.mark.parametrize(
    "damaged",
    [
        "[%cal Gzz99]", "[%cal Gd4d4]", "[%csl Gd4g7]", "[%csl gd4]", "[%csl Gd0]", "[%csl Gd4,]",
        "[%cal Gd4g7,Gzz99]", "[%csl Gd4", "[%csl]", "[%clk 0:01]", "[%cal Gd4→g7]", " x [%csl ] ",
        "[%csl Gd4\n]", "[%csl Gd٤]",
    ],
)  # fmt: skip
def test_what_is_damaged_stays_a_text(damaged: str) -> None:
    assert read_marks(damaged) == (damaged, ())
    assert comment_in_words(damaged) == damaged
    both = f"{damaged} [%csl Ge5]"
    assert read_marks(both).words == damaged.strip(), "what stands beside it is read"


def test_the_same_again_takes_it_away() -> None:
    once = marked("words", ("d4",))
    assert once == "words [%csl Gd4]"
    assert marked(once, ("d4",)) == "words"
    assert marked(marked(once, ("d4", "g7")), ("g7", "d4")) == (
        "words [%csl Gd4][%cal Gd4g7,Gg7d4]"
    ), "another direction is another arrow"
    assert marked("[%csl Rd4]", ("d4",)) == "", "whatever its colour"
    assert marked(BOTH, ()) == "too early"


def test_other_words_keep_what_is_drawn() -> None:
    assert reworded(BOTH, "too late") == "too late [%csl Gd4][%cal Gd4g7]"
    assert reworded(BOTH, "") == "[%csl Gd4][%cal Gd4g7]"
    assert reworded(BOTH, BOTH) == BOTH, "who sends all of it"
    assert reworded(BOTH, "x [%csl Rd4,Ge5]") == "x [%csl Gd4,Ge5][%cal Gd4g7]"
    assert reworded("as it was", " as it is ") == " as it is "


def test_law_what_is_written_is_read_and_twice_is_nothing() -> None:
    rng = Random(63)
    names = [f"{column}{row}" for column in "abk" for row in (1, 9, 12)]
    texts = ["", "a word", "two\nlines", "[%cal Gzz99]", "{ } ; (", "[%csl Gd4"]
    for _try in range(300):
        words, marks = rng.choice(texts), dict[tuple[str, ...], OwnMark]()
        for _each in range(rng.randrange(5)):
            places = tuple(rng.sample(names, rng.choice((1, 2))))
            marks[places] = OwnMark(places, rng.choice("GRBY"))
        rings_first = tuple(sorted(marks.values(), key=lambda mark: len(mark.places)))
        comment = with_marks(words, marks.values())
        assert read_marks(comment) == (words, rings_first)
        places = tuple(rng.sample(names, rng.choice((1, 2))))
        if places not in marks:
            assert marked(marked(comment, places), places) == comment


def test_only_places_of_the_board_are_marked() -> None:
    assert why_no_marks(("d4", "g7"), ("d4", "g7")) == ""
    assert why_no_marks(("d9",), ("d4",)) == "There is no place d9 to mark."
    assert why_no_marks(("zz99x",)) == "There is no place zz99x to mark."
    for places in (("d4", "d4"), ("a1", "b2", "c3")):
        assert why_no_marks(places).startswith("Mark one place, or two different ones")


# ---- in every form of a record -------------------------------------------------------------------


@pytest.fixture(scope="module")
def drawn() -> Record:
    """A record with variations, and with rings and arrows beside its turns and before them."""
    record = variations_of_zertz(load_plugins())
    turns = record.turns
    comments = [
        BOTH, "[%csl Gd4,Ge5]", "red [%cal Rd4e5]", "in [%csl Gd4] the middle", "[%cal Gzz99]",
    ]  # fmt: skip
    for n, node in enumerate([*tree.nodes(turns)]):
        turns = tree.write_beside(turns, node, comment=comments[n % len(comments)])
    return record.model_copy(update={"turns": turns, "comment": f"{record.comment} [%csl Ga1]"})


def test_law_every_form_of_a_record_says_it_again(drawn: Record) -> None:
    assert loads(dumps(drawn)) == drawn
    installed = load_plugins()
    assert read_again(installed, drawn).record == drawn
    found = read_sheet_again(drawn)
    assert found.record.comment == drawn.comment
    written = [turn.comment for _node, turn in tree.turns_by_node(drawn.turns)]
    assert [turn.comment for _node, turn in tree.turns_by_node(found.record.turns)] == written


def test_sgf_has_them_as_other_programs_draw_them(drawn: Record) -> None:
    text = to_boardspace(drawn, installed_plugins().find)
    assert "C[too early]CR[d4]AR[d4:g7]" in text.replace("\n", "")
    assert "CR[d4][e5]" in text
    assert "C[red [%cal Rd4e5\\]]" in text, "a colour stands in words alone"


def test_signs_of_other_programs_are_rings_and_arrows() -> None:
    assert [from_sgf(name, "d4") for name in ("CR", "TR", "SQ", "MA")] == ["[%csl Gd4]"] * 4
    assert from_sgf("LN", "d4:g7") == from_sgf("AR", "d4:g7") == "[%cal Gd4g7]"
    assert from_sgf("LB", "d4:A") == "d4: A [%csl Gd4]"
    for name, value in (("CR", "aa"), ("CR", "d4:g7"), ("AR", "d4"), ("LB", "d4:"), ("XX", "d4")):
        assert from_sgf(name, value) is None, "it is told, as what no record holds"
    assert tidy(["a", "d4: A [%csl Gd4]", "[%cal Ga1b2]"]) == "a\nd4: A [%csl Gd4][%cal Ga1b2]"
    assert tidy(["a", "b "]) == "a\nb "


def test_sgf_of_others_is_read_with_its_signs() -> None:
    installed = load_plugins()
    text = """(;GM[22]VV[2]SU[Zertz]P0[id "Ada"]P1[id "Bob"]
;P0[0 Start P0];P0[1 RtoB 2 0 A 1];P0[2 R- D 7];P0[3 Done]C[hm]TR[d4][e5]LB[a1:x]SQ[aa])"""
    [found] = read_games(text, [*installed.readers.values()], installed.find)
    assert isinstance(found, FoundGame), found
    assert found.record.turns[0].comment == "hm\na1: x [%csl Gd4,Ge5,Ga1]"
    assert ["SQ" in told for told in found.told] == [True]
