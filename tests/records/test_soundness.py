"""Stored matches are what their records tell: nothing else of luck and duels is part of them."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

import gipf_meta as gm
from gipf_meta.base.clock import StillClock
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.desk.imported_games import Brought, read_brought
from gipf_meta.library.store import Library, LibraryKeeper
from gipf_meta.match.match import Match
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.protocol.game import Chance, Turn
from gipf_meta.records.encodings import decode
from gipf_meta.records.models import Record
from gipf_meta.records.record_files import link_of, loads, to_data
from gipf_meta.records.soundness import contradiction
from gipf_meta.records.study import Study
from gipf_meta.records.writer import to_record
from gipf_meta.table.openings import Opening, table_of
from tests.commands.test_cli import Command
from tests.commands.test_cli import gipf_meta as gipf_meta  # the fixture
from tests.fuzz.keeping import count_kept, make_sheet, played, require_kept
from tests.specimens import find_specimens

GAMES = tuple(find_specimens())
FIND = installed_plugins().find
LUCKY = tuple(
    game for game in GAMES if isinstance(Match.begin(FIND(game)(), 2, FIND).top.status, Chance)
)
"""Games in which luck is due where nobody has moved yet."""


@pytest.mark.parametrize("game", GAMES)
def test_a_record_that_ends_anywhere_is_sound(game: str) -> None:
    """Before luck, before a duel, before an answer that was given beforehand."""
    match = played(game, 10)
    bottom = match.sessions[0]
    for count in range(len(bottom.steps)):
        last = bottom.steps[count]
        part = replace(
            bottom, state=last.before, steps=bottom.steps[:count], time_ms=last.at_ms, ended=None
        )
        record = to_record(replace(match, sessions=(part,)))
        assert contradiction(record, FIND) == ""


def test_a_record_that_ends_before_its_duel_is_sound() -> None:
    match = gm.new_match("gipf", seed=1, variant="basic", zertz_potentials="1/1",
                         challenges_enabled=True, zertz_duel="die")  # fmt: skip
    for text in ("Za1-b2", "e9-e8", "Zb2^", "challenge"):
        match = match.play(text)
    stack = match._stack
    assert len(stack.sessions) == 2
    assert contradiction(to_record(replace(stack, sessions=stack.sessions[:1])), FIND) == ""


def test_a_record_that_says_something_else_is_not_sound() -> None:
    record = to_record(played("zertz", 6))
    longer = record.model_copy(update={"time": 7})
    assert contradiction(record, FIND) == contradiction(longer, FIND) == ""
    other = gm.new_match("zertz").resign()._record()
    assert other.result is not None
    lost = other.model_copy(update={"result": other.result.model_copy(update={"by_rules": True})})
    with pytest.raises(GipfMetaError, match="its game is not over"):
        contradiction(lost, FIND)


@pytest.mark.needs(*LUCKY)
@pytest.mark.parametrize("game", LUCKY)
def test_a_sheet_cut_before_its_luck_is_sound_in_every_way_it_comes_in(
    gipf_meta: Command, tmp_path: Path, game: str
) -> None:
    (tmp_path / "a.txt").write_text(f'[Game "{game}"]\n1. foo\n')
    assert gipf_meta("library", "import", "a.txt").out.startswith("a.txt is match 1.\nTurn 1 (foo)")
    assert gipf_meta("library", "verify").out == "Match 1: sound\n"
    assert gipf_meta("library", "export", "1", "b.json").status == 0
    assert gipf_meta("library", "import", "b.json").out == "b.json is match 2.\n"
    with pytest.warns(UserWarning, match="Turn 1"):
        gm.load("a.txt").save("c.json")  # a match that stands there, with the luck it stands on
    assert gipf_meta("library", "import", "c.json").out == "c.json is match 3.\n"
    assert gipf_meta("study", "a.txt", "--plain", typed="comment so\nquit\n").status == 0
    assert gipf_meta("library", "verify").out.splitlines() == [
        f"Match {number}: sound" for number in (1, 2, 3, 4)
    ]


@pytest.mark.needs(*LUCKY)
@pytest.mark.parametrize("game", LUCKY)
def test_a_match_brought_before_its_luck_is_sound_when_it_goes_on_in_a_room(
    game: str, tmp_path: Path
) -> None:
    read = read_brought(Brought(f'[Game "{game}"]\n1. foo\n', is_file=True), None, FIND)
    before, opening = replace(read.before, finder=FIND), Opening.of_record(read.record)
    match = table_of(opening, FIND, StillClock(), before).match
    now = match.top.status
    assert isinstance(now, Turn)
    match = match.play_move(now.seat, match.top.game.turn_moves(match.top.state, now.seat)[0])
    with Library(tmp_path / "library") as library:
        keeper = LibraryKeeper(library, read.record.people)
        keeper.keep(match)
        assert keeper.number is not None
        require_kept(library, keeper.number, to_record(match, read.record.people))
        keeper.close()


@pytest.mark.needs(*LUCKY)
@pytest.mark.parametrize("game", LUCKY)
def test_a_study_in_which_nothing_was_played_is_sound(game: str, tmp_path: Path) -> None:
    study = Study.begin(FIND(game)(), 2, FIND, seed=5).write((), comment="so far")
    with Library(tmp_path / "library") as library:
        record: Record = library.record(library.add(study.record))
    assert contradiction(record, FIND) == ""


def _wrong_records() -> dict[str, str]:
    """Records of our own form that say something else than their matches, but can be read."""
    rolled = {"number": 1, "text": "5", "decisions": [
        {"by": 0, "move": "roll"}, {"by": None, "move": "5", "then": ["x"]},
    ]}  # fmt: skip
    idle = {"format": 1, "game": "die", "players": [0, 1], "turns": [rolled]}
    match = played("zertz", 500)
    assert match.result is not None
    over = to_data(to_record(match))
    over["result"]["by_rules"] = False
    return {"idle words": json.dumps(idle), "another end": json.dumps(over)}


@pytest.mark.parametrize("kind", ["idle words", "another end"])
def test_a_study_of_a_record_that_contradicts_itself_is_of_what_its_match_tells(
    gipf_meta: Command, tmp_path: Path, kind: str
) -> None:
    (tmp_path / "a.json").write_text(_wrong_records()[kind])
    assert gipf_meta("library", "import", "a.json").status == 2
    assert gipf_meta("study", "a.json", "--plain", typed="comment so\nquit\n").status == 0
    gm.study(tmp_path / "a.json").save("b.json")
    link = link_of(loads(_wrong_records()[kind]))
    brought = read_brought(Brought(link), None, FIND)
    assert gipf_meta("library", "import", "b.json").out == "b.json is match 2.\n"
    with Library() as library:
        assert library.add(Study.of(brought.record).record) == 3
    assert gipf_meta("library", "verify").out.splitlines() == [
        f"Match {number}: sound" for number in (1, 2, 3)
    ]


@pytest.mark.soak
@pytest.mark.timeout(1200)
@pytest.mark.needs(*LUCKY)
def test_what_is_kept_of_three_thousand_changed_sheets_is_sound(tmp_path: Path) -> None:
    kept, rng = 0, Random(1)
    for _ in range(3_000):
        content = make_sheet(rng, LUCKY)
        try:
            kept += count_kept(tmp_path, decode(content)[0])
        except GipfMetaError:
            continue  # it is refused, and nothing is kept
    assert kept > 2_000
