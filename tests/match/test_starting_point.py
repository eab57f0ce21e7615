"""A match that began from a position: kept, read, gone on with, told again, and it says so."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

import gipf_meta as gm
from gipf_meta.hub.hub import Hub
from gipf_meta.match.match import Match
from gipf_meta.match.playback import branch, moment_at, moments
from gipf_meta.narration import story
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.protocol.capabilities import Positions, timed
from gipf_meta.protocol.game import Over, Turn
from gipf_meta.records.models import RecordError
from gipf_meta.records.reader import first_difference, read_match, replay
from gipf_meta.records.record_files import link_of, loads, record_of_link, to_data
from gipf_meta.records.writer import to_record
from gipf_meta.rooms.ledger import MemoryLedger
from gipf_meta.rooms.rebuilding import rebuild
from gipf_meta.table.openings import opening_of_rematch
from tests.commands.test_cli import Command, refused
from tests.commands.test_cli import gipf_meta as gipf_meta  # the fixture
from tests.hub.test_hub import new_hub, opening, play
from tests.specimens import bundled_games
from tests.tables import table

FIND: Final = installed_plugins().find
BEGUN: Final = 9
"""Decisions before the position: the middle of a turn in some games."""
PLAYED: Final = 5
WITH_POSITIONS: Final = sorted(
    game for game, kind in bundled_games().items() if issubclass(kind, Positions)
)
ZERTZ: Final = "a4,c2,c3,c4,Wc5,d3,d4,d5,d6,Bd7,Ge2,e3,We4,e5,Be6,f4,g4 0/3/1 3/2/4 1/2/3 2"
LEVEL_3: Final = {"level": 3}
RUNNING: Final = (
    "T3 B 32/32 R:a1~120000,d7~90000,e4 B:b4~30000,a4,g4 rings:a11,b41,d71,e41"
    " timer:12500@B skip:1/0 open:- t:60000"
)
ANNOUNCED: Final = {"variant": "basic", "zertz_potentials": "1/1", "challenges_enabled": True}


def played_on(match: Match, decisions: int, rng: Random) -> Match:
    """*match* after so many more decisions at random, where time acts a second before each."""
    for _decision in range(decisions):
        if timed(match.top.game):
            match = match.advance(1000)
        now = match.top.status
        if not isinstance(now, Turn):
            break
        seats = [now.seat, *range(len(match.top.players))]
        moves = [(s, m) for s in seats for m in match.top.game.legal_moves(match.top.state, s)]
        if moves:
            match = match.play_move(*rng.choice(moves))
    return match


def begun_from_a_position(game: str, seed: int = 3) -> Match:
    """A match of *game* that began from a position of another one, and was played on."""
    rng, kind = Random(seed), bundled_games()[game]()
    other = played_on(Match.begin(kind, kind.seat_counts[0], FIND, seed), BEGUN, rng)
    position = other.top.position()
    assert position is not None
    match = Match.begin(kind, kind.seat_counts[0], FIND, seed, position=position)
    assert (match.top.begun_from, match.top.position()) == (position, position)
    return played_on(match, PLAYED, rng)


@pytest.mark.parametrize("game", WITH_POSITIONS)
def test_its_record_and_its_link_lead_to_the_same_match(game: str) -> None:
    match = begun_from_a_position(game)
    assert match.top.steps
    record = to_record(match)
    assert record.position == match.top.begun_from
    for read in (record, loads(json.dumps(to_data(record))), record_of_link(link_of(record))):
        assert read_match(read, FIND) == match
    assert first_difference(record, to_record(replay(record, FIND))) == ""
    start = record.model_copy(update={"position": ""})
    assert first_difference(record, start) == "its beginning or its time"


@pytest.mark.parametrize("game", WITH_POSITIONS)
def test_its_moments_begin_with_the_position_and_a_branch_keeps_it(game: str) -> None:
    match = begun_from_a_position(game)
    first, *_rest = moments(match)
    assert (
        first.sessions[0].position()
        == match.top.begun_from
        == moment_at(match, 0).sessions[0].position()
    )
    begun = branch(match, first, 5)
    assert (begun.top.begun_from, begun.top.steps) == (match.top.begun_from, ())


def test_records_of_before_do_not_change() -> None:
    match = Match.begin(bundled_games()["zertz"](), 2, FIND)
    assert "position" not in to_data(to_record(match))


def test_a_record_with_a_foreign_position_or_one_inside_a_duel_is_refused() -> None:
    record = to_record(begun_from_a_position("zertz"))
    foreign = record.model_copy(update={"position": "Wd4"})
    with pytest.raises(RecordError, match="cannot be played: A position has five fields"):
        replay(foreign, FIND)
    match = Match.begin(bundled_games()["gipf"](**ANNOUNCED), 2, FIND)
    for turn in ("Za1-b2", "Zi5-h5", "Zb2^", "challenge", "Wd4,d1"):
        match = match.play(turn)
    data = to_data(to_record(match))
    data["turns"][-1]["decisions"][-1]["duel"]["position"] = ZERTZ
    with pytest.raises(RecordError, match="its duel does not begin where its game begins"):
        replay(loads(json.dumps(data)), FIND)


# ---- rooms --------------------------------------------------------------------------------------


@pytest.fixture
def hub() -> Hub:
    return new_hub(MemoryLedger())


def test_a_room_begins_from_it_is_built_again_and_its_rematch_begins_there(hub: Hub) -> None:
    room = hub.open_room("r", opening("zertz", "human", "human", position=ZERTZ), "ann")
    assert room.table.match.player == 1
    assert story.path(room.table.match.sessions) == "ZÈRTZ (from a position)"
    turn = room.table.match.top.game.turn_moves(room.table.match.top.state, 1)[0]
    play(hub, room.table.match.top.game.format(room.table.match.top.state, turn))
    entries = hub.rooms.read("r", 0)
    again = rebuild("r", [entry.event for entry in entries], FIND)
    assert again.state.table.match == room.table.match
    rematch = opening_of_rematch(room.table, 9)
    assert rematch.position == ZERTZ
    assert [seat.name for seat in rematch.players] == ["p1", "p0"]


@table("""
    game  | position                 | why
    zertz | rubbish                  | A position has five fields
    zertz | Wd4 6/8/10 4/0/0 0/0/0 1 | the game is over: nobody can play on.
    die   | 6                        | Die has no positions on one line.
""")
def test_what_cannot_be_played_from_is_refused_in_a_sentence(
    hub: Hub, game: str, position: str, why: str
) -> None:
    with pytest.raises(gm.GipfMetaError, match=why):
        hub.open_room("r", opening(game, "human", "human", position=position), "ann")


# ---- what positions hold ------------------------------------------------------------------------


def test_sand_that_runs_in_the_position_runs_in_the_match(tmp_path: Path) -> None:
    match = gm.new_match("tamsk", position=RUNNING, **LEVEL_3)
    assert (match.begun_from, match.to_move, match.deadline_ms) == (RUNNING, 1, 12_500)
    later = match.advance(12_500)
    later.save(tmp_path / "sand.json")
    assert gm.load(tmp_path / "sand.json") == later
    assert later.position != match.position


def test_an_announcement_can_be_answered_from_its_position(tmp_path: Path) -> None:
    begun = gm.new_match("gipf", seed=1, **ANNOUNCED)
    for turn in ("Za1-b2", "Zi5-h5", "Zb2^"):
        begun = begun.play(turn)
    position = begun.position
    assert position is not None
    match = gm.new_match("gipf", seed=1, position=position, **ANNOUNCED)
    assert list(match.legal) == ["allow", "challenge"]
    duel = match.play("challenge").play("Wd4,d1")
    duel.save(tmp_path / "duel.json")
    assert gm.load(tmp_path / "duel.json") == duel
    ended = duel.resign()
    ended.save(tmp_path / "ended.json")
    assert gm.load(tmp_path / "ended.json") == ended
    assert ended.depth == 0


def test_three_play_on_where_three_have_played(tmp_path: Path) -> None:
    position = gm.new_match("zatre", seed=1, seats=3).position
    match = gm.new_match("zatre", seed=2, position=position).play_out("random")
    assert isinstance(match.result, Over)
    match.save(tmp_path / "three.json")
    assert gm.load(tmp_path / "three.json") == match


# ---- as users type it ---------------------------------------------------------------------------


def test_it_is_played_kept_listed_shown_verified_exported_and_gone_on_with(
    gipf_meta: Command, tmp_path: Path
) -> None:
    done = gipf_meta("play", "zertz", "--position", ZERTZ, typed="Bd5,a4\nquit\n")
    assert f"It began from the position {ZERTZ}." in done.out
    assert "A position does not say how often a position has stood" in done.out
    assert gipf_meta("library", "list").out.endswith("turn 1, not over, from a position\n")
    (listed,) = map(json.loads, gipf_meta("library", "list", "--json").out.splitlines())
    assert listed["position"] == ZERTZ
    assert f"It began from the position {ZERTZ}." in gipf_meta("library", "show", "1").out
    assert gipf_meta("library", "verify").out == "Match 1: sound\n"
    file = tmp_path / "match.json"
    gipf_meta("library", "export", "1", str(file))
    assert json.loads(file.read_text())["position"] == ZERTZ
    assert gipf_meta("replay", str(file)).out.startswith("It began from the position ")
    assert gipf_meta("review", str(file), "--nodes", "2").status == 0
    assert f"It began from the position {ZERTZ}." in gipf_meta("resume", "1", typed="quit\n").out
    assert gipf_meta("library", "import", str(file)).out.endswith("is match 2.\n")


def test_play_seats_as_many_as_the_position_says_and_refuses_it_in_a_sentence(
    gipf_meta: Command,
) -> None:
    position = str(gm.new_match("zatre", seed=1, seats=3).position)
    said = gipf_meta("play", "zatre", "--position", position, typed="quit\n")
    assert said.status == 0
    assert "Player 1, Player 2, Player 3" in said.out
    two: Any = gipf_meta("play", "zatre", "--position", position, "--seats", "human", "easy")
    assert refused(two) == "--position: The position is one of 3 players, not of 2."
    assert "five fields" in refused(gipf_meta("play", "zertz", "--position", "d4"))
