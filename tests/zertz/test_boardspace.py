"""ZÈRTZ as boardspace.net writes it, read turn by turn (docs/reference/zertz.md §10)."""

from __future__ import annotations

import pytest

from gipf_meta import BadNotation, SiteStart, SiteTurn
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.records.boardspace_writer import to_boardspace
from gipf_meta.records.models import RecordError
from gipf_meta.records.text_formats import FoundGame, read_games
from gipf_meta.testing import check_reader
from gipf_meta_zertz.boardspace import BOARDSPACE
from gipf_meta_zertz.boardspace_start import options_of
from tests.records.site_walks import SEEDS, comes_back, empty_record, read_again


def turn(*gestures: str) -> str:
    """The text of the turn that *gestures* make."""
    words = tuple(tuple(gesture.split()) for gesture in gestures)
    return "".join(BOARDSPACE.read(None, [SiteTurn(0, 0, words)]))


@pytest.mark.parametrize(
    ("gestures", "text"),
    [
        (["rtob 2 0 D 4", "r- D 1"], "Wd4,d1"),
        (["r- D 1", "rtor 2 1 2", "rtob 0 1 D 4"], "Gd4,d1"),
        (["rtob 2 2 G 3"], "Bg3"),
        (["rtob 2 0 A 1", "btor A 1 2", "rtob 2 2 B 1", "r- A 4", "r+ A 4", "r- G 4"], "Bb1,g4"),
        (["rtob 2 0 A 1", "btob A 1 C 3", "r- A 4"], "Wc3,a4"),
        (["btob B 3 D 5", "btob D 5 D 3"], "x b3d5d3"),
        (["btob B 3 B 3", "btob B 3 D 5", "btob D 5 D 5"], "x b3d5"),
        (["btob E 3 E 5", "btob E 5 E 3", "btob E 4 C 5"], "x e4c5"),
        (["btob A 1 A 3", "btob A 3 C 5", "btob C 5 A 3"], "x a1a3"),
        (["r- A 1"], ""),
        ([], ""),
    ],
)
def test_a_turn_is_where_everything_lies_at_its_end(gestures: list[str], text: str) -> None:
    assert turn(*gestures) == text


@pytest.mark.parametrize(
    ("start", "options"),
    [
        (SiteStart(("Zertz",)), {}),
        (SiteStart(("zertz+11",)), {"board": 48}),
        (SiteStart(("Zertz+24",)), {"board": 61}),
        (
            SiteStart(("Zertz+H",), (("rtor", "2", "2", "0"),)),
            {"board": 48, "handicap": "p1=0/0/1"},
        ),
        (
            SiteStart(("Zertz+H",), (("setboard", "Zertz"), *(("rtor", "2", "0", "1"),) * 2)),
            {"handicap": "p2=2/0/0"},
        ),
        (
            SiteStart(("Zertz+H",), (("rtor", "2", "1", "1"),), first=1),
            {"board": 48, "handicap": "p1=0/1/0"},
        ),
    ],
)
def test_the_setup_chooses_the_board_and_the_handicap(
    start: SiteStart, options: dict[str, object]
) -> None:
    assert options_of(start) == options


@pytest.mark.parametrize(
    ("start", "why"),
    [
        (SiteStart(("Zertz+xx",)), "laid by hand"),
        (SiteStart(("Zertz+H",), (("setboard", "Zertz+xx"),)), "laid by hand"),
        (SiteStart(("Zertz+H",), (("hop", "A", "1"),)), "in a way that is not known"),
    ],
)
def test_boards_made_by_hand_are_refused(start: SiteStart, why: str) -> None:
    with pytest.raises(BadNotation, match=why):
        options_of(start)


SET_UP = """(;GM[22]VV[2]SU[Zertz+H]P0[id "Ada"]P1[id "Bob"];P0[0 Edit];P0[1 SetBoard Zertz]
;P0[2 RtoB 2 0 B 2];P0[3 BtoB B 2 D 4];P0[4 R- A 1];P0[5 R- A 4];P0[6 R+ A 4];P1[7 RtoR 2 1 0]
;P1[8 RtoR 2 2 1];P1[9 Start P1];P1[10 RtoB 2 0 E 4];P1[11 R- D 1];P1[12 Done]
;P0[13 BtoB D 4 F 4];P0[14 Done])"""
"""A position set up before the start: a marble, a ring gone, a marble captured by each."""


def test_a_position_that_was_set_up_is_where_the_match_begins() -> None:
    installed = load_plugins()
    [found] = read_games(SET_UP, [*installed.readers.values()], installed.find)
    assert isinstance(found, FoundGame)
    assert not found.cut
    record = found.record
    assert record.position.endswith("5/7/9 0/1/0 0/0/1 2")
    assert "Wd4" in record.position
    assert "a1," not in record.position
    played = [(turn.decisions[0].by, turn.text) for turn in record.turns]
    assert played == [(1, "We4,d1"), (0, "x d4Wf4")]
    assert [seat.name for seat in record.people] == ["Ada", "Bob"]
    assert read_again(installed, record).record == record


@pytest.mark.slow
def test_the_laws_of_readers_hold_for_what_was_set_up() -> None:
    reader = load_plugins().readers["boardspace-zertz"]
    assert [str(each) for each in check_reader(reader, [SET_UP]) if not each.ok] == []


def test_a_position_that_the_rules_refuse_is_refused() -> None:
    installed = load_plugins()
    text = SET_UP.replace("A 1]", "Z 9]")
    [refused] = read_games(text, [*installed.readers.values()], installed.find)
    assert "How its board was set up is not understood." in str(refused)


@pytest.mark.parametrize(
    ("position", "why"),
    [
        ("a1,Wb1,b2 5/8/10 0/0/0 0/0/0 1 remove", "cannot set up this position"),
        ("a1,Wb1,b2 1/1/1 0/0/0 0/0/0 1", "cannot set up this position"),
    ],
)
def test_a_position_that_the_site_cannot_set_up_is_not_written(position: str, why: str) -> None:
    record = empty_record("zertz", {}).model_copy(update={"position": position})
    with pytest.raises(RecordError, match=why):
        to_boardspace(record, load_plugins().find)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(
    "options", [{"board": 61, "handicap": "p2=1/0/2", "goals": "blitz"}], ids=str
)
def test_a_match_comes_back_whole(options: dict[str, object], seed: int) -> None:
    comes_back("zertz", options, seed)


def test_what_the_site_does_not_play_is_refused() -> None:
    record = empty_record("zertz", {"board": 40})
    with pytest.raises(RecordError, match="no board with 40 rings"):
        to_boardspace(record, load_plugins().find)
