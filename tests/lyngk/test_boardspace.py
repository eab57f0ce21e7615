"""LYNGK as boardspace.net writes it, turn by turn, and the boards that its lot draws."""

from __future__ import annotations

import pytest

from gipf_meta import BadNotation, SiteStart, SiteTurn
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.records.boardspace_writer import to_boardspace
from gipf_meta.records.models import RecordError
from gipf_meta.records.text_formats import FoundGame, read_games
from gipf_meta.testing import ReaderConformance
from gipf_meta_lyngk import readers
from gipf_meta_lyngk.board import NAME_OF
from gipf_meta_lyngk.boardspace import BOARDSPACE, luck_of, options_of
from gipf_meta_lyngk.game import Lyngk
from tests.found_records import refused_in
from tests.records.site_walks import empty_record


class TestLaws(ReaderConformance):
    reader = readers()[0]


@pytest.mark.parametrize(
    ("gestures", "text"),
    [
        (["move A 1 B 2"], "a1-b2"),
        (["pickb A 1 0", "dropb B 2"], "a1-b2"),
        (["pickb A 1 0", "dropb A 1", "pickb B 1 0", "dropb B 2"], "b1-b2"),
        (["pickb A 1 0", "dropb B 2", "pickb B 2 0", "dropb B 3"], "a1-b3"),
        (["claim N F", "move A 1 B 2"], "K,a1-b2"),
        (["pick R", "drop S", "pickb A 1 0", "dropb B 2"], "R,a1-b2"),
        (["pick R", "drop R", "pick i", "drop F", "move A 1 B 2"], "I,a1-b2"),
        (["pick R", "drop F", "pick F", "drop R", "pick G", "drop F", "move A 1 B 2"], "G,a1-b2"),
        (["pick R", "drop F", "pick F", "drop R", "move A 1 B 2"], "a1-b2"),
        (["pass"], "-"),
        ([], "-"),
    ],
)
def test_a_turn_is_what_is_claimed_and_where_the_stack_lies_at_its_end(
    gestures: list[str], text: str
) -> None:
    words = tuple(tuple(gesture.split()) for gesture in gestures)
    assert list(BOARDSPACE.read(None, [SiteTurn(0, 0, words)])) == [text]


def test_what_is_no_gesture_of_the_game_is_refused() -> None:
    with pytest.raises(BadNotation, match="'capture A 1 B 2' is no gesture of LYNGK"):
        list(BOARDSPACE.read(None, [SiteTurn(0, 0, (("capture", "A", "1", "B", "2"),))]))


def test_the_starts_of_the_site() -> None:
    assert options_of(SiteStart(("Lyngk", "2", "17", "100"))) == {"obstacles": "taken"}
    assert options_of(SiteStart(("lyngk-6", "2", "17", "100"))) == {"variant": "stack6"}
    with pytest.raises(BadNotation, match="set up by hand"):
        options_of(SiteStart(("lyngk", "2", "17", "100"), (("dropb", "A", "1"),)))


@pytest.mark.parametrize(
    ("key", "drawn"),
    [
        ("0", "GGRBBBBBIINNWGINNGGRGBRIWRRNRRIBNIWIIGBGNNR"),
        ("12345", "RIGIBBRBGBNGGNGBNWGNWBNRWIIIRBRGIIRRIGBNNRN"),
        ("-987654321", "NIWGRBRNNINRRBWBIIIBBRINNRGNGNBGIBIBRGGGGRW"),
    ],
)
def test_the_boards_of_the_sites_lot(key: str, drawn: str) -> None:
    """As Java draws them, in the letters of the site: W is a joker, N a black piece."""
    luck = luck_of(Lyngk(), SiteStart(("lyngk", "2", key, "100")))
    assert "".join(text[0] for text in luck) == drawn.replace("N", "K").replace("W", "J")
    assert [text[1:] for text in luck] == list(NAME_OF)


@pytest.mark.parametrize(
    ("setup", "why"),
    [
        ("lyngk", "drawn by lot, and its file does not say by which"),
        ("lyngk 2", "drawn by lot, and its file does not say by which"),
        ("lyngk 2 x", "How its board was set up is not understood"),
        (f"lyngk 2 {'9' * 30}", "How its board was set up is not understood"),
    ],
)
def test_a_game_without_the_key_of_its_lot_is_refused(setup: str, why: str) -> None:
    text = f"(;GM[lyngk]SU[{setup}];P0[0 Start P0];P0[1 Move A 1 B 2];P0[2 Done])"
    assert why in refused_in(text)


def test_a_game_is_read_from_its_board_to_its_resignation() -> None:
    text = """(;GM[lyngk]VV[1]SU[lyngk 2 12345 100]DT[Sat Jun 17 18:12:33 PDT 2017]
P0[id "Ann"]P1[id "Bob"];P1[0 Start P1];P1[1 Pick R]TM[3];P1[2 Drop S];P1[3 Pickb A 1 0]
;P1[4 Dropb B 2];P1[5 Done];P0[6 Move C 1 C 2];P0[7 Done]C[Hm.];P1[8 Resign];P1[9 Done])"""
    installed = load_plugins()
    [found] = read_games(text, installed.all_readers(), installed.find)
    assert isinstance(found, FoundGame), found
    assert (found.reader, found.cut, found.doubt) == ("boardspace-lyngk", "", "")
    first, second = found.record.turns
    assert first.text.startswith("Ra1,Ib1,Gb2,Ib3,Bb4,Bc1,")
    assert first.text.endswith(",Ki1,R,a1-b2")
    assert (second.text, second.comment) == ("c1-c2", "Hm.")
    assert [seat.name for seat in found.record.people] == ["Bob", "Ann"]
    assert found.record.result is not None
    assert (found.record.result.winners, found.record.result.reason) == ((1,), "resign")


def test_a_board_of_our_luck_is_not_written() -> None:
    with pytest.raises(RecordError, match="draws the board of LYNGK by lot, and shows no other"):
        to_boardspace(empty_record("lyngk", {}), load_plugins().find)
