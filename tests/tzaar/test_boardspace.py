"""TZAAR as boardspace.net writes it, read turn by turn (docs/reference/tzaar.md §7)."""

from __future__ import annotations

import pytest

from gipf_meta import BadNotation, SiteStart, SiteTurn
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.records.boardspace_writer import to_boardspace
from gipf_meta.records.models import RecordError
from gipf_meta.records.text_formats import FoundGame, read_games
from gipf_meta_tzaar.board import NAME_OF
from gipf_meta_tzaar.boardspace import luck_of, options_of, read_turns
from gipf_meta_tzaar.game import Tzaar
from tests.found_records import refused_in
from tests.records.site_walks import empty_record

FIRST = ["capture D 5 D 4"]


@pytest.mark.parametrize(
    ("gestures", "text"),
    [
        (["pick wr 0", "dropb C 3"], "Tc3"),
        (["pick wr 2", "dropb A 1", "pickb A 1", "dropb I 5"], "Zi5"),
        (["pick br 2", "drop br 2", "pick br 1", "dropb A 1"], "Aa1"),
        (["onboard br 1 E 9"], "Ae9"),
        (["capture E 9 E 8", "move F 4 F 5"], "e9e8;f4f5"),
        (["pickb E 9 1", "dropcap E 8", "pickb E 8", "dropcap E 7"], "e9e8;e8e7"),
        (["pickb E 9", "dropb E 9", "pickb E 9", "dropcap E 8", "pass"], "e9e8;-"),
        (["capture E 9 E 8", "pass", "pass", "move F 4 F 5"], "e9e8;f4f5"),
        (["capture E 9 E 8", "pickb F 4", "dropb F 5", "pickb F 5", "dropb F 6"], "e9e8;f4f6"),
    ],
)
def test_a_turn_is_where_the_stacks_lie_at_its_end(gestures: list[str], text: str) -> None:
    turns = [
        SiteTurn(seat, seat, tuple(tuple(gesture.split()) for gesture in each))
        for seat, each in enumerate((FIRST, gestures))
    ]
    assert list(read_turns(None, turns)) == ["d5d4", text]


def test_the_capture_of_the_first_turn_may_be_put_elsewhere() -> None:
    words = (("pickb", "D", "5"), ("dropcap", "D", "4"), ("pickb", "D", "4"), ("dropcap", "E", "6"))
    assert list(read_turns(None, [SiteTurn(0, 0, words)])) == ["d5e6"]


def test_the_starts_of_the_site() -> None:
    assert options_of(SiteStart(("tzaar-standard", "0"))) == {"setup": "fixed"}
    assert options_of(SiteStart(("tzaar-custom", "17"))) == {"setup": "place"}
    assert options_of(SiteStart(("Tzaar-random", "17"))) == {"setup": "random"}
    with pytest.raises(BadNotation, match="set up by hand"):
        options_of(SiteStart(("tzaar-custom", "17"), (("dropb", "A", "1"),)))


@pytest.mark.parametrize(
    ("key", "date", "drawn"),
    [
        ("0", "2020-01-01", "ZTttatAzAazATaATZATatzAZTTatTzATTTtTTatTAZattatZtTaTtzttZztA"),
        ("0", "2013-10-24", "aaZTTatTtAtTAtAAtzaZTtTzAaAztTaTtTZAttaTZZTtTtzttAAzzTTaZaTt"),
        ("-1", "2013-10-25", "taataTTtzaTTAZTtAtTttZAtZATtaTtTtTzZTaAAtatTAtaAazzTTZzZtAzT"),
        ("-1", "2008-06-14", "ttzaAATzzTTtttaatAAZaATTAztAAtZZzTzaaTtZttTTATZaZtttTTaTtaTT"),
        ("-987654321", "", "TAAzTzZTaTaTZAtTZZTaTttaTAAttzTatATttTtaztTTtZtaZzaAttAaAtTz"),
        (str(2**63 - 1), "", "taataTTtzaTTAZTtAtTttZAtZATtaTtTtTzZTaAAtatTAtaAazzTTZzZtAzT"),
    ],
)
def test_the_boards_of_the_sites_lot(key: str, date: str, drawn: str) -> None:
    """As Java draws them, White's pieces in capitals; before October 2013 it drew otherwise."""
    game = Tzaar()
    luck = luck_of(game, SiteStart(("tzaar-random", key), date=date))
    kinds = "".join(text[1] if text[0] == "W" else text[1].lower() for text in luck)
    assert kinds == drawn
    assert [text[2:] for text in luck] == list(NAME_OF)


def test_a_drawn_game_is_read_from_its_board() -> None:
    text = """(;GM[Tzaar]VV[1]SU[Tzaar-Random 12345]DT[Sat Jun 14 18:12:33 PDT 2014]
P0[id "Ann"]P1[id "Bob"];P0[0 Start P0];P0[1 capture A 2 A 3];P0[2 Done])"""
    installed = load_plugins()
    [found] = read_games(text, installed.all_readers(), installed.find)
    assert isinstance(found, FoundGame), found
    assert not found.cut
    [turn] = found.record.turns
    assert turn.text.startswith("BTa1,WZa2,BZa3,BAa4,WTa5,")
    assert turn.text.endswith(",a2xa3")


@pytest.mark.parametrize(
    ("key", "why"),
    [
        ("", "drawn by lot, and its file does not say by which"),
        ("1e5", "How its board was set up is not understood"),
        ("9" * 30, "How its board was set up is not understood"),
    ],
)
def test_a_game_without_the_key_of_its_lot_is_refused(key: str, why: str) -> None:
    text = f"(;GM[Tzaar]SU[Tzaar-random {key}];P0[0 Start P0];P0[1 capture A 1 A 2];P0[2 Done])"
    assert why in refused_in(text)


def test_a_board_of_our_luck_is_not_written() -> None:
    record = empty_record("tzaar", {"setup": "random"})
    with pytest.raises(RecordError, match="no other board drawn by lot"):
        to_boardspace(record, load_plugins().find)
