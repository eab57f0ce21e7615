"""TAMSK as boardspace.net writes it, read turn by turn (docs/reference/tamsk.md §8)."""

from __future__ import annotations

import pytest

from gipf_meta import BadNotation, SiteStart, SiteTurn
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.records.boardspace_writer import to_boardspace
from gipf_meta.records.models import RecordError
from gipf_meta_tamsk import Tamsk
from gipf_meta_tamsk.boardspace import BOARDSPACE, options_of
from tests.records.site_walks import SEEDS, comes_back, empty_record


def read(options: dict[str, object], *turns: tuple[int, str]) -> list[object]:
    """The texts of *turns*, each of which is a side and gestures with semicolons between them."""
    site = [
        SiteTurn(side, side, tuple(tuple(each.split()) for each in said.split(";")))
        for side, said in turns
    ]
    return list(BOARDSPACE.read(Tamsk.model_validate(options), site))


@pytest.mark.parametrize(
    ("gestures", "text"),
    [
        ("move A 1 B 2", "a1-b2"),
        ("pickb A 1; dropb B 2", "a1-b2"),
        ("pickb A 1; dropb A 1; pickb G 1; dropb F 2", "g1-f2"),
        ("pickb A 1; dropb B 2; pickb B 2; dropb A 2", "a1-a2"),
        ("delay 0; move A 1 B 2", "a1-b2/"),
        ("timeexpired", ""),
    ],
)
def test_a_turn_is_where_the_glass_stands_at_its_end(gestures: str, text: str) -> None:
    assert read({"level": 2}, (0, gestures)) == [text]


def test_the_small_glass_is_turned_while_the_other_holds_a_glass() -> None:
    turns = [(0, "pickb A 1"), (1, "fifteen"), (0, "dropb B 2")]
    assert read({"two_phase": "off"}, *turns) == ["", "F", "a1-b2"]


def test_in_two_phases_each_gesture_has_a_text_of_its_own() -> None:
    assert read({}, (0, "pickb A 1; delay 0; dropb B 2")) == [["^a1", "", ">b2/"]]


def test_the_setup_chooses_the_level() -> None:
    assert options_of(SiteStart(("tamsk-u", "2", "0", "100")))["level"] == 1
    assert options_of(SiteStart(("Tamsk",)))["level"] == 2
    assert options_of(SiteStart(("tamsk-f",)))["two_phase"] == "off"
    with pytest.raises(BadNotation, match="set up by hand"):
        options_of(SiteStart(("tamsk",), (("dropb", "A", "1"),)))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("options", [{"level": 1}, {"level": 2}, {"two_phase": "off"}], ids=str)
def test_a_match_comes_back_whole(options: dict[str, object], seed: int) -> None:
    comes_back("tamsk", options, seed)


def test_what_the_site_does_not_play_is_refused() -> None:
    record = empty_record("tamsk", {"level": 2, "time_mode": "metronome"})
    with pytest.raises(RecordError, match="metronome"):
        to_boardspace(record, load_plugins().find)
