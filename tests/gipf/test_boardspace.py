"""GIPF as boardspace.net writes it, read turn by turn (docs/reference/gipf.md §12.1)."""

from __future__ import annotations

import pytest

from gipf_meta import BadNotation, SiteStart, SiteTurn
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.records.boardspace_writer import to_boardspace
from gipf_meta.records.models import RecordError
from gipf_meta_gipf import Gipf
from gipf_meta_gipf.boardspace import BOARDSPACE, options_of
from tests.records.site_walks import SEEDS, comes_back, empty_record
from tests.tables import table


def read(variant: str, *turns: str) -> list[str]:
    """The texts of *turns*, each of which is gestures with semicolons between them."""
    said = [tuple(tuple(each.split()) for each in turn.split(";")) for turn in turns]
    site = [SiteTurn(n % 2, n % 2, gestures) for n, gestures in enumerate(said)]
    return list(BOARDSPACE.read(Gipf(variant=variant), site))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "gestures",
    [
        "slide A 1 B 2",
        "dropb A 1; slidefrom A 1 B 2",
        "pick wr 0; dropb A 1; dropb B 2",
        "dropb I 1; pickb I 1; dropb A 1; dropb B 2",
        "dropb I 1; dropb H 2; pickb H 2; dropb A 1; dropb B 2",
    ],
)
def test_a_piece_is_entered_where_the_last_gesture_says(gestures: str) -> None:
    assert read("basic", gestures) == ["a1-b2"]


def test_a_tournament_begins_with_gipf_pieces_unless_one_chooses_otherwise() -> None:
    turns = ["slide A 1 B 2", "slide I 1 H 2", "standard; slide A 5 B 5", "slide I 5 H 5"]
    assert read("tournament", *turns, "slide E 1 E 2") == [
        "Ga1-b2", "Gi1-h2", "a5-b5", "Gi5-h5", "e1-e2",
    ]  # fmt: skip


BEFORE = ["slide E 1 E 2", "slide I 1 H 2", "slide E 1 E 2", "slide I 1 H 2"]
"""White stands on e2, e3 and e4, and enters a fourth piece."""


@table("""
    variant  | gestures                                              | text
    basic    | slide E 1 E 2                                         | e1-e2;xe2,e3,e4,e5
    basic    | slide E 1 E 2; remove E 1                             | e1-e2;xe2,e3,e4,e5
    standard | slide E 1 E 2                                         | e1-e2;xe2,e3,e4
    standard | slide E 1 E 2; preserve E 5; remove E 9               | e1-e2;xe2,e3,e4,Ge5
    standard | slide E 1 E 2; remove E 5                             | e1-e2;xe2,e3,e4,Ge5
    standard | slide E 1 E 2; preserve E 5; preserve E 5; remove E 2 | e1-e2;xe2,e3,e4
""")
def test_a_row_is_removed_and_own_gipf_pieces_stay_if_nothing_is_said(
    variant: str, gestures: str, text: str
) -> None:
    assert read(variant, *BEFORE, gestures)[-1] == text


def test_the_setup_chooses_the_variant() -> None:
    assert options_of(SiteStart(("Gipf",))) == {"variant": "basic"}
    assert options_of(SiteStart(("gipf-standard", "0", "102"))) == {"variant": "standard"}
    assert options_of(SiteStart(("Gipf-Tournament",))) == {}
    old = options_of(SiteStart(("gipf", "0", "100")))
    assert old == {"variant": "basic", "extra_pieces": "1"}


def test_matrx_is_another_game() -> None:
    with pytest.raises(BadNotation, match="MATRX"):
        options_of(SiteStart(("gipf-matrx",)))


@pytest.mark.parametrize("gesture", ["slide A 1 B 5", "tamsk A 1 B 2", "slide E 5"])
def test_what_cannot_be_is_no_turn(gesture: str) -> None:
    with pytest.raises((BadNotation, ValueError)):
        read("basic", gesture)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("options", [{"variant": "standard"}, {"variant": "basic"}], ids=str)
def test_a_match_comes_back_whole(options: dict[str, object], seed: int) -> None:
    comes_back("gipf", options, seed)


def test_what_the_site_does_not_play_is_refused() -> None:
    record = empty_record("gipf", {"tamsk_potentials": "3"})
    with pytest.raises(RecordError, match="MATRX"):
        to_boardspace(record, load_plugins().find)
