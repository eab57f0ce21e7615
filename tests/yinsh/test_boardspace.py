"""YINSH as boardspace.net writes it, read turn by turn (docs/reference/yinsh.md §8)."""

from __future__ import annotations

import pytest

from gipf_meta import BadNotation, SiteStart, SiteTurn
from gipf_meta_yinsh.boardspace import BOARDSPACE, options_of
from tests.records.site_walks import SEEDS, comes_back


@pytest.mark.parametrize(
    ("gestures", "text"),
    [
        (["place wr G 2"], "g2"),
        (["place br G 2", "pick board G 2", "drop br", "place br K 7"], "k7"),
        (["place w B 1", "drop board B 5"], "b1-b5"),
        (["move B 1 B 5"], "b1-b5"),
        (["place b B 1", "pick b B 1", "place b C 1", "drop board C 4"], "c1-c4"),
        (["place w B 1", "drop board B 2", "pick board B 2", "drop board B 5"], "b1-b5"),
        (["remove w B 1 B 5"], "xb1-b5"),
        (["remove br F 2"], "xf2"),
        (["move B 1 B 5", "remove w A 2 E 6", "remove wr B 5"], "b1-b5;xa2-e6;xb5"),
        (["pass"], "-"),
        ([], ""),
    ],
)
def test_a_turn_is_what_was_put_and_removed(gestures: list[str], text: str) -> None:
    words = tuple(tuple(gesture.split()) for gesture in gestures)
    assert list(BOARDSPACE.read(None, [SiteTurn(0, 0, words)])) == [text]


def test_the_setup_chooses_the_variant() -> None:
    assert options_of(SiteStart(("Yinsh",))) == {}
    assert options_of(SiteStart(("yinsh-blitz",))) == {"variant": "blitz"}
    with pytest.raises(BadNotation, match="set up by hand"):
        options_of(SiteStart(("yinsh",), (("place", "wr", "E", "5"),)))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("options", [{"variant": "blitz", "markers": 30}], ids=str)
def test_a_match_comes_back_whole(options: dict[str, object], seed: int) -> None:
    comes_back("yinsh", options, seed)
