"""Older matches keep their rules, new ones have those of today (docs/reference/tamsk.md §7.7)."""

from __future__ import annotations

from pathlib import Path

from gipf_meta.plugins.loading import load_plugins
from gipf_meta.plugins.playable import playable
from gipf_meta.protocol.game import reason_of
from gipf_meta.protocol.options import configure
from gipf_meta.records.models import Record
from gipf_meta.records.reader import replay
from gipf_meta.records.record_files import load
from gipf_meta.records.writer import to_record
from gipf_meta_tamsk import Tamsk
from tests.tamsk.words import BLACK, RED, ended, game, result, rights, started

STALLED = Path(__file__).parents[1] / "records/of_before/format-1/tamsk-stalled.json"
"""Red has fewer rings left when four turns pass without one, by rules 1."""
MOVES = "a1-b2 d1-d2 d7-d6 a4-b4/ b2-a1/ d2-d1/ d6-d7/"


def old_record() -> Record:
    return load(STALLED)


def test_the_stall_limit_has_a_reason_of_its_own() -> None:
    short = game(level="1", rings="5", stall_limit="4")
    state = started(short, MOVES)
    assert ended(short, state) == ((RED,), "stall", "3/4")
    words = short.view(state, None).prompt
    assert words.startswith("No ring was dropped in 4 turns, and the game ends. Red wins: 3 rings")
    assert reason_of(short, short.status(state)) == "no ring was dropped for too long"  # type: ignore[arg-type]


def test_the_stall_limit_may_end_with_nobody_or_by_sand() -> None:
    """The winner is found as at any other end; the reason is that of the stall limit."""
    drawn = game(level="1", stall_limit="2")
    assert result(drawn, started(drawn, "a1-b2/ d1-d2/")) == ((), "stall")
    sand = game(level="2", stall_limit="2")
    assert result(sand, started(sand, "@5 a1-b2/ @9 d1-d2/")) == ((BLACK,), "stall")
    assert "sand runs longest" in sand.view(started(sand, "@5 a1-b2/ @9 d1-d2/"), None).prompt


def test_an_older_record_keeps_its_reason() -> None:
    record = old_record()
    assert record.rules == 1
    match = replay(record, load_plugins().find)
    assert match.result is not None
    assert match.result.reason == "rings"
    assert to_record(match, record.people) == record


def test_a_match_of_today_says_that_its_rules_are_newer() -> None:
    newer = old_record().model_copy(update={"rules": 2})
    changed = newer.model_copy(update={"result": newer.result.model_copy(  # type: ignore[union-attr]
        update={"reason": "stall"})})  # fmt: skip
    match = replay(changed, load_plugins().find)
    assert match.result is not None
    assert match.result.reason == "stall"
    assert to_record(match, changed.people).rules == 2


def test_an_older_match_goes_on_by_its_own_rules() -> None:
    """Its late glass is not put back, so that the program of its time can read it."""
    old = configure(Tamsk.of_rules_version(1), {})
    late = "@0 B:F ^a1 @15000 T"
    assert "R:<" in rights(configure(Tamsk, {}), started(configure(Tamsk, {}), late), RED)
    assert "R:<" not in rights(old, started(old, late), RED)


def test_a_rematch_of_an_older_match_has_the_rules_of_today() -> None:
    installed = load_plugins()
    old = replay(old_record(), installed.find).sessions[0].game
    new, notices = playable(old, installed)
    assert (old.rules_version, new.rules_version, notices) == (1, 2, ())
    assert new.model_dump() == old.model_dump()
