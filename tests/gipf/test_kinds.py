"""Kinds of potentials as plugins (docs/write-a-potential.md, docs/decisions/0026)."""

from __future__ import annotations

import pickle
import warnings
from collections.abc import Sequence
from dataclasses import replace
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

import pytest

from gipf_meta.cli import run
from gipf_meta.match.match import Match
from gipf_meta.plugins.loading import Finder
from gipf_meta.protocol.options import OptionError, configure
from gipf_meta.records.models import RecordError
from gipf_meta.records.reader import read_match
from gipf_meta.records.writer import to_record
from gipf_meta_gipf import (
    SPOTS,
    BoardView,
    Change,
    Gipf,
    Kind,
    KindError,
    KindOption,
    capture_top,
    cover,
    mark_gipf,
    push_in,
    put_on,
    take_off,
)
from gipf_meta_gipf.installed import GROUP, installed_kinds, load_kinds, refused_kinds
from tests.gipf.leap import LEAP
from tests.gipf.words import board, decisions, played, position

WITH_LEAP = Gipf.with_kinds(LEAP)


def leaping(kind: Kind = LEAP, **options: Any) -> Gipf:
    return configure(Gipf.with_kinds(kind), {"variant": "basic", "leap_potentials": 3, **options})


# --- what follows from a kind ---------------------------------------------------------------


def test_the_bundled_kinds_come_in_by_the_entry_points_that_anybody_uses() -> None:
    points = {point.name for point in entry_points(group=GROUP)}
    assert {"tamsk", "zertz", "dvonn", "yinsh", "punct"} <= points
    first = [kind.letter for kind, _source in installed_kinds()][:2]
    assert first == ["T", "Z"]


def test_a_new_kind_has_options_notation_positions_clicks_and_sentences() -> None:
    g = leaping(challenges_enabled="on")
    state = played(g, g.start(2), "La1-b2", "Li1-h2")
    assert g.to_text(state) == (
        "w 11,11 T0Z0L2,T0Z0L2 W:Lb2,b5,e2,h5 B:c3,e8,g3,Lh2 L:T0Z0L0,T0Z0L0 C:T0Z0L1,T0Z0L1"
    )
    assert "Lb2^" in decisions(g, state)
    clicks = [choice.path for choice in g.view(state, 0).choices if choice.path[0] == "b2"]
    assert clicks == [("b2", "leap")]
    text = "Lb2^d4?(die:W)"
    assert g.format_turn(state, g.parse_turn(state, text)) == text
    assert g.tally([text])["LEAP-potential"]["won"] == 1
    assert dict(g.duels()) == {"die": {}}


def test_kinds_that_are_not_in_the_game_are_nowhere_in_it() -> None:
    plain, wide = Gipf(variant="basic"), WITH_LEAP(variant="basic")
    assert plain.to_text(plain.start(2)) == wide.to_text(wide.start(2))
    assert plain.options_in_record() == wide.options_in_record()
    assert not {"leap", "dvonn"} & {name.split("_")[0] for name in plain.options_in_record()}


def test_two_kinds_of_one_letter_cannot_be_in_one_game() -> None:
    other = replace(LEAP, key="leapfrog", name="FROG")
    both = Gipf.with_kinds(LEAP, other)
    with pytest.raises(OptionError, match="letter L cannot be in one game"):
        configure(both, {"leap_potentials": 1, "leapfrog_potentials": 1})
    assert configure(both, {"leap_potentials": 1}).kinds_in_game == (LEAP,)


def test_a_kind_that_the_game_has_is_no_other_one() -> None:
    assert WITH_LEAP.with_kinds(LEAP).kinds == WITH_LEAP.kinds


def test_a_game_with_kinds_can_be_sent_to_another_process() -> None:
    g = Gipf.model_validate({"dvonn_potentials": (2, 2), "punct_potentials": (1, 1)})
    assert g.rules.table.n == 2
    assert pickle.loads(pickle.dumps(g)) == g
    assert pickle.loads(pickle.dumps(g.rules)) == g.rules


# --- powers that are due --------------------------------------------------------------------


def due_in_corner(view: BoardView) -> list[int]:
    here = SPOTS.bit_of["b2"]
    return [here] if view.own & view.loaded("L") & 1 << here else []


def test_powers_of_two_kinds_can_be_due_at_once() -> None:
    kind = replace(LEAP, timing="due", due=due_in_corner, due_on=("b2",))
    g = leaping(kind, tamsk_potentials=1)
    state = position(g, "Lb2 Te5 h5", "e8", side="w")
    assert decisions(g, state) == ["+T", "+T-", "+L", "+L-"]
    after = played(g, state, "+Ld4;+T-;a5-b5")
    assert board(g, after) == "W:b2,b5,ld4,e5,h5 B:e8"
    assert g.format_turn(state, g.parse_turn(state, "+T-;+L-;a5-b5")) == "+T-;+L-;a5-b5"


# --- what a kind may not do -----------------------------------------------------------------


def nowhere(view: BoardView, spot: int) -> list[int]:
    return [63]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ([], "does not place the potential"),
        ([put_on(SPOTS.bit_of["d4"])], "does not take the potential off its base first"),
        ([take_off(SPOTS.bit_of["e8"])], "takes off another potential"),
        ([None, put_on(SPOTS.bit_of["h5"])], "puts the potential on a piece"),
        ([None, put_on(63)], "which is no spot"),
        (
            [None, put_on(SPOTS.bit_of["d4"]), put_on(SPOTS.bit_of["d5"])],
            "places the potential twice",
        ),
        ([None, cover(SPOTS.bit_of["e8"])], "though its used form stands alone"),
        ([None, capture_top(SPOTS.bit_of["h5"])], "captures what is not the opponent's"),
        ([None, push_in(99)], "names no entry"),
        ([None, put_on(SPOTS.bit_of["d4"]), mark_gipf(SPOTS.bit_of["d4"])], "may not mark"),
    ],
)
def test_an_impossible_effect_is_an_error_of_the_kind(
    changes: Sequence[Change | None], sentence: str
) -> None:
    def effect(view: BoardView, spot: int, target: int) -> list[Change]:
        return [change or take_off(spot) for change in changes]

    g = leaping(replace(LEAP, effect=effect))
    state = position(g, "Lb2 h5", "e8")
    with pytest.raises(KindError, match=f"leap: effect.*{sentence}"):
        played(g, state, "Lb2^d4")


def test_an_impossible_target_is_an_error_of_the_kind() -> None:
    g = leaping(replace(LEAP, targets=nowhere))
    state = position(g, "Lb2 h5", "e8")
    with pytest.raises(KindError, match="63, which is no spot"):
        played(g, state, "Lb2^d4")


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"letter": "G"}, "no capital"),
        ({"letter": "l"}, "no capital"),
        ({"key": "Leap"}, "lower-case"),
        ({"key": "zertz"}, "Another kind, ZÈRTZ, has the key 'zertz': give this one another"),
        ({"name": ""}, "empty or not printable"),
        ({"duel": "no game"}, "no id of a game"),
        ({"timing": "due"}, "has the function due"),
        ({"due_on": ("z9",)}, "not all spots"),
        ({"options": (KindOption("leap_far", ("on",), "How far."),)}, "no values to choose from"),
        ({"options": (KindOption("jump_range", ("a", "b"), "Far."),)}, "that differs"),
        ({"replaces_move": "leap_counts"}, "names no option"),
    ],
)
def test_a_kind_with_unusable_data_is_refused(changed: dict[str, Any], sentence: str) -> None:
    with pytest.raises(KindError, match=sentence):
        Gipf.with_kinds(replace(LEAP, **changed))


def test_a_kind_that_cannot_be_loaded_is_left_out_with_a_warning() -> None:
    own = [*entry_points(group=GROUP)]
    broken = EntryPoint("broken", "no_such_module:KIND", GROUP)
    wrong = EntryPoint("wrong", "gipf_meta_gipf.board:BOARD", GROUP)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        kinds = load_kinds([broken, wrong, *own])
    assert [kind.letter for kind, _source in kinds] == [
        kind.letter for kind, _source in load_kinds(own)
    ]
    assert sorted(str(each.message)[:40] for each in told) == [
        "The kind of potentials 'broken' is not u",
        "The kind of potentials 'wrong' is not us",
    ]


def test_a_kind_that_is_not_used_is_listed_with_the_sentence_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bad_kinds.py").write_text("KIND = 7\ndef end(): pass\n")
    (tmp_path / "leaving.py").write_text("raise SystemExit('on its way')\n")
    packed = tmp_path / "bad_kinds-0.3.dist-info"
    packed.mkdir()
    (packed / "METADATA").write_text("Metadata-Version: 2.1\nName: bad-kinds\nVersion: 0.3\n")
    (packed / "entry_points.txt").write_text(
        f"[{GROUP}]\nbadkind = bad_kinds:KIND\nleaver = leaving:KIND\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    refused_kinds.cache_clear()
    try:
        assert run(["plugins"]) == 0
    finally:
        refused_kinds.cache_clear()
    out = capsys.readouterr().out
    assert "badkind         bad-kinds 0.3        brings nothing; NOT USED: 7 is no Kind.\n" in out
    assert (
        "leaver          bad-kinds 0.3        brings nothing; NOT USED: SystemExit: on its way"
        in out
    )


# --- records --------------------------------------------------------------------------------


def test_a_record_names_its_kinds_and_is_not_replayed_without_one() -> None:
    finder = Finder((WITH_LEAP,))
    match = Match.begin(WITH_LEAP(leap_potentials=(3, 3), dvonn_potentials=(1, 1)), 2, finder, 1)
    record = to_record(match)
    assert sorted(record.parts) == ["DVONN-potential", "LEAP-potential"]
    assert record.parts["DVONN-potential"].startswith("gipf-meta ")
    assert read_match(record, finder).sessions[0].game == match.sessions[0].game
    with pytest.raises(RecordError, match="not installed here: LEAP-potential"):
        read_match(record, Finder())
