"""DVONN as boardspace.net writes it, read turn by turn (docs/reference/dvonn.md §7)."""

from __future__ import annotations

import pytest

from gipf_meta import BadNotation, SiteStart, SiteTurn
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.records.boardspace_writer import to_boardspace
from gipf_meta.records.models import RecordError
from gipf_meta_dvonn.boardspace import options_of, read_turns
from tests.records.site_walks import empty_record


@pytest.mark.parametrize(
    ("gestures", "text"),
    [
        (["pick wr 2", "dropb F 3"], "f3"),
        (["pick wr 2", "drop wr 2", "pick wr 2", "dropb A 1", "pickb A 1", "dropb K 5"], "k5"),
        (["move D 1 F 3"], "d1-f3"),
        (["pickb D 1", "dropb F 3"], "d1-f3"),
        (["pickb D 1", "dropb D 1", "pickb E 1", "dropb F 1"], "e1-f1"),
        (["pickb J 2", "dropb J 3", "pickb J 3", "pickb J 3", "dropb I 2"], "j2-i2"),
        (["pass"], "-"),
        ([], "-"),
    ],
)
def test_a_turn_is_where_the_stack_lies_at_its_end(gestures: list[str], text: str) -> None:
    words = tuple(tuple(gesture.split()) for gesture in gestures)
    assert list(read_turns(None, [SiteTurn(0, 0, words)])) == [text]


def test_a_board_made_by_hand_is_refused() -> None:
    assert options_of(SiteStart(("dvonn", "-704570456"))) == {}
    with pytest.raises(BadNotation, match="set up by hand"):
        options_of(SiteStart(("dvonn",), (("dropb", "A", "1"),)))


def test_what_the_site_does_not_play_is_refused() -> None:
    record = empty_record("dvonn", {"setup": "random"})
    with pytest.raises(RecordError, match="place all pieces"):
        to_boardspace(record, load_plugins().find)
