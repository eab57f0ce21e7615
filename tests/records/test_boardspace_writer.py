"""Matches written as SGF for boardspace.net, and read again: the same record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import pytest

from gipf_meta.match.match import Match
from gipf_meta.match.session import Session
from gipf_meta.plugins.loading import Installed, load_plugins
from gipf_meta.protocol.capabilities import timed
from gipf_meta.protocol.game import Turn
from gipf_meta.protocol.options import configure, start_state
from gipf_meta.records.boardspace_writer import to_boardspace
from gipf_meta.records.models import PlayedTurn, Record, RecordError, Result, Seat
from gipf_meta.records.others import FoundGame, read_games
from gipf_meta.records.writer import to_record
from tests.tiers import soak

PEOPLE = (Seat(name="Ada"), Seat(name="Bob [1] \\o/"))
WAYS: list[tuple[str, Mapping[str, Any]]] = [
    ("zertz", {}),
    ("zertz", {"board": 61, "handicap": "p2=1/0/2", "goals": "blitz"}),
    ("dvonn", {}),
    ("yinsh", {"variant": "blitz", "markers": 30}),
    ("punct", {}),
    ("gipf", {}),
    ("gipf", {"variant": "standard"}),
    ("tamsk", {"level": 1}),
    ("tamsk", {}),
]


@pytest.fixture(scope="module")
def installed() -> Installed:
    return load_plugins()


def walked(installed: Installed, game: str, options: Mapping[str, Any], seed: int) -> Match:
    """A match in which both play at random for some turns, as fast as they like."""
    rng = Random(f"{game} {options} {seed}")
    played = configure(installed.find(game), options)
    session = Session(played, start_state(played, 2), (0, 1))
    match = Match((session,), installed.find)
    for _number in range(rng.choice([20, 100, 400])):
        match = _after_turn(match, rng)
    return match


def _after_turn(match: Match, rng: Random) -> Match:
    """The match after the turn that is due."""
    due = match.top.status
    while isinstance(due, Turn):
        if timed(match.top.game) and rng.random() < 0.7:
            match = match.advance(rng.choice([0, 700, 4000, 20000]))
        now = match.top.status
        if not isinstance(now, Turn) or now.number != due.number:
            break
        match = match.play_move(now.seat, rng.choice(_usual_moves(match, now.seat)))
    return match


def _usual_moves(match: Match, seat: int) -> list[Any]:
    """The moves that the site has words for: in TAMSK nobody passes, or forgets a ring."""
    top = match.top
    moves = list(top.game.turn_moves(top.state, seat))
    if top.game.id != "tamsk":
        return moves
    texts = {move: top.game.format(top.state, move) for move in moves}
    return [move for move in moves if not texts[move].endswith(("/", "--"))] or moves


def read_again(installed: Installed, record: Record) -> FoundGame:
    """The record as it comes back from SGF."""
    text = to_boardspace(record, installed.find)
    [found] = read_games(text, [*installed.readers.values()], installed.find)
    assert isinstance(found, FoundGame), found
    return found


@pytest.mark.parametrize("seed", [0, *soak(*range(1, 500))])
@pytest.mark.parametrize(("game", "options"), WAYS, ids=[f"{g}-{o}" for g, o in WAYS])
def test_a_match_comes_back_whole(
    installed: Installed, game: str, options: Mapping[str, Any], seed: int
) -> None:
    record = to_record(walked(installed, game, options, seed), PEOPLE)
    found = read_again(installed, record)
    assert not found.cut
    assert not found.doubt
    assert found.record == record


def lines(turns: tuple[PlayedTurn, ...]) -> Iterator[object]:
    for turn in turns:
        yield turn.text, turn.comment, turn.signs
        yield [list(lines(line)) for line in turn.variations]


def test_what_is_written_beside_a_match_comes_back(installed: Installed) -> None:
    record = variations_of_zertz(installed)
    found = read_again(installed, record)
    assert list(lines(found.record.turns)) == list(lines(record.turns))
    assert found.record.comment == record.comment
    assert found.record.about == record.about
    assert found.record == record
    assert read_again(installed, found.record).record == record


def variations_of_zertz(installed: Installed) -> Record:
    """A record with comments, signs and variations inside each other, made by reading."""
    text = """(;GM[22]VV[2]SU[Zertz]AP[gipf-meta:x]DT[2026-11-26]EV[a test]PC[Brno]RO[3]TC[10m]GN[x]
SO[here]P0[id "Ada"]P1[id "Bob"]P0[ranking 1500]C[To begin \\[with\\].]
;P0[0 Start P0];P0[1 RtoB 2 0 A 1];P0[2 R- D 7];P0[3 Done]IT[]C[A \\\\ line.

Two.]
(;P1[4 RtoB 2 1 A 2];P1[5 R- D 1];P1[6 Done];P0[7 BtoB A 1 A 3];P0[8 Done]XS[=~])
(;P1[4 RtoB 2 1 B 1];P1[5 R- D 1];P1[6 Done]BM[1]
(;P0[7 BtoB B 1 B 3];P0[8 Done]C[Nothing.])
(;P0[7 BtoB A 1 C 1];P0[8 Done]TE[2]))
(;P1[4 RtoB 2 2 G 4];P1[5 R- D 1];P1[6 Done]))"""
    [found] = read_games(text, [*installed.readers.values()], installed.find)
    assert isinstance(found, FoundGame), found
    return found.record


def test_variations_are_read_with_what_stands_beside_them(installed: Installed) -> None:
    record = variations_of_zertz(installed)
    first, second, third = record.turns
    assert (first.signs, first.comment) == ("!?", "A \\ line.\n\nTwo.")
    assert [line[0].text for line in second.variations] == ["Gb1,d1", "Bg4,d1"]
    assert second.variations[0][0].signs == "?"
    assert third.signs == "=~"


@pytest.mark.parametrize(
    ("result", "words"),
    [
        (Result(winners=(1,), reason="resign", by_rules=False), "P0[7 Resign]"),
        (Result(winners=(0,), reason="time", by_rules=False), "P0[7 WinOnTime]"),
        (Result(winners=(), reason="draw", by_rules=False), "P1[8 AcceptDraw]"),
    ],
)
def test_an_end_that_the_rules_do_not_know_comes_back(
    installed: Installed, result: Result, words: str
) -> None:
    record = variations_of_zertz(installed)
    turns = (record.turns[0], record.turns[1].model_copy(update={"variations": ()}))
    ended = record.model_copy(update={"turns": turns, "result": result})
    assert words in to_boardspace(ended, installed.find)
    assert read_again(installed, ended).record.result == result


@pytest.mark.parametrize(
    ("game", "options", "why"),
    [
        ("zatre", {}, "does not have Zatre"),
        ("zertz", {"board": 40}, "no board with 40 rings"),
        ("dvonn", {"setup": "random"}, "place all pieces"),
        ("gipf", {"tamsk_potentials": "3"}, "MATRX"),
        ("tamsk", {"level": 2, "time_mode": "metronome"}, "metronome"),
    ],
)
def test_what_the_site_does_not_have_is_refused(
    installed: Installed, game: str, options: Mapping[str, Any], why: str
) -> None:
    played = configure(installed.find(game), options)
    match = Match((Session(played, start_state(played, 2), (0, 1)),), installed.find)
    with pytest.raises(RecordError, match=why):
        to_boardspace(to_record(match, PEOPLE), installed.find)
