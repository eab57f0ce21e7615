"""Tournaments (docs/reference/zertz.md §2, §9): at least 48 rings, captures on demand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import gipf_meta as gm
from gipf_meta.library.store import Library
from gipf_meta.match.match import Match
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.plugins.playable import playable
from gipf_meta.protocol.options import configure
from gipf_meta.records.reader import replay
from gipf_meta.records.record_files import load, save
from gipf_meta.records.writer import to_record
from gipf_meta_zertz.game import Zertz
from tests.program import gipf_meta

INSTALLED = load_plugins()
SMALL = {"variant": "tournament", "board": 37}
REFUSED = "ZÈRTZ cannot be played so: a tournament is played on 48 rings or more, not on 37;"


@pytest.mark.parametrize("rings", [37, 40, 43, 44])
def test_a_tournament_on_fewer_than_48_rings_is_no_new_match(rings: int) -> None:
    why = f"48 rings or more, not on {rings}; with variant=standard the board may have {rings}"
    with pytest.raises(gm.OptionError, match=why):
        gm.new_match("zertz", variant="tournament", board=rings)
    assert gm.new_match("zertz", variant="standard", board=rings).turns == ()


@pytest.mark.parametrize("options", [{}, {"board": 48}, {"board": 61}])
def test_a_tournament_on_48_rings_or_61_begins(options: dict[str, int]) -> None:
    assert gm.new_match("zertz", variant="tournament", **options).turns == ()


def test_a_duel_is_a_new_match_too() -> None:
    options = {"zertz_potentials": 3, "challenges_enabled": True, "zertz_duel_options": SMALL}
    with pytest.raises(gm.OptionError, match=REFUSED):
        playable(configure(INSTALLED.find("gipf"), options), INSTALLED)


@pytest.mark.parametrize("command", ["play zertz --plain", "arena zertz --bots random greedy"])
def test_every_command_that_begins_a_match_refuses_it(command: str, tmp_path: Path) -> None:
    small = ["--set", "variant=tournament", "--set", "board=37"]
    told = gipf_meta([*command.split(), *small], tmp_path)
    assert told.status == 2
    assert told.err.startswith(f"gipf-meta: {REFUSED}")
    assert told.err.count("\n") == 1


def test_records_and_positions_of_before_are_read(tmp_path: Path) -> None:
    """A match of before: begun without the check, saved, kept in the library, and read again."""
    before = Match.begin(Zertz.model_validate(SMALL), 2, INSTALLED.find).play("Wd4,d1")
    record = to_record(before)
    save(record, tmp_path / "before.json")
    assert json.loads((tmp_path / "before.json").read_text())["options"]["variant"] == "tournament"
    assert replay(load(tmp_path / "before.json"), INSTALLED.find) == before
    assert gm.load(tmp_path / "before.json").play("Wd5,e1").turns == ("Wd4,d1", "Wd5,e1")
    with Library(tmp_path / "library.db") as library:
        assert replay(library.record(library.add(record)), INSTALLED.find) == before
    position = gm.load(tmp_path / "before.json").position
    assert position is not None
    assert gm.new_match("zertz", position=position, **SMALL).position == position


@pytest.mark.parametrize("rings", [48, 61])
def test_tournaments_let_the_opponent_demand_a_missed_capture(rings: int) -> None:
    """§9: a placement may miss a capture; ``takeback`` leaves nothing but captures."""
    match = gm.new_match(
        "zertz", variant="tournament", board=rings, capture_enforcement="on_demand"
    )
    for turn in ("Wd4,a1", "Bd5,a2", "Gb2,a3", "takeback"):
        match = match.play(turn)
    assert set(match.legal_turns()) == {"x d4Bd6", "x d5Wd3"}


def test_the_option_says_that_tournaments_offer_it() -> None:
    assert "tournaments" in gm.options("zertz")["capture_enforcement"]
    assert "capture_enforcement=on_demand" in Zertz().rules_text
