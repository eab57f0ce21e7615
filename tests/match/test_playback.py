"""Moments of matches: what is looked at again is what was played, and can be played on."""

from __future__ import annotations

import itertools
from dataclasses import replace
from functools import cache

import pytest

from gipf_meta.base.clock import StillClock
from gipf_meta.match.match import Match
from gipf_meta.match.playback import Moment, branch, count_moments, moment_at, moments
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.capabilities import timed
from gipf_meta.protocol.game import Over
from gipf_meta.records.reader import replay
from gipf_meta.records.writer import to_record
from gipf_meta.table.players import players_of
from gipf_meta.table.table import Table
from tests.tiers import slow


@cache
def _match(seed: int) -> Match:
    """A match of the game that `demo` shows, of players who draw lots for what they do."""
    installed = load_plugins()
    show = installed.showcase()
    assert show is not None
    players = players_of(["random" for _seat in show.seats], show.game.seat_names)
    table = Table(Match.begin(show.game, 2, installed.find, seed), players, StillClock())
    table.play_bots()
    return table.match


@pytest.mark.needs
@pytest.mark.parametrize("seed", [6, *slow(2)])
def test_the_moments_of_a_match_are_its_decisions_and_those_of_its_duels(seed: int) -> None:
    match = _match(seed)
    told = moments(match)
    assert count_moments(match) == len(told)
    for at in range(0, len(told), 10):
        assert moment_at(match, at) == told[at]
    for at in (-1, len(told)):
        with pytest.raises(IndexError):
            moment_at(match, at)
    assert told[0] == Moment((replace(match.sessions[0], state=told[0].sessions[0].state,
                                      steps=(), time_ms=0, ended=None),))  # fmt: skip
    assert told[-1].sessions == match.sessions
    bottom = [moment.text for moment in told if moment.depth == 0 and moment.text]
    assert bottom == [step.text for step in match.sessions[0].steps]
    duels = [step.duel for step in match.sessions[0].steps if step.duel is not None]
    assert duels
    inside = [moment.text for moment in told if moment.depth == 1 and moment.text]
    assert inside == [step.text for duel in duels for step in duel.steps]  # type: ignore[union-attr]


def test_each_moment_is_where_the_next_decision_was_taken() -> None:
    told = moments(_match(6))
    for here, after in itertools.pairwise(told):
        step = after.sessions[-1].steps[-1] if after.text else None
        if step is None or here.depth != after.depth or timed(after.sessions[-1].game):
            continue
        assert here.sessions[-1].state == step.before


def test_a_match_goes_on_from_any_moment_as_one_of_its_own() -> None:
    match = _match(6)
    told = moments(match)
    for moment in told[:: len(told) // 25]:
        again = branch(match, moment, seed=99)
        is_decided = moment.depth > 0 and isinstance(moment.sessions[-1].status, Over)
        assert len(again.sessions) >= len(moment.sessions) - is_decided
        if again.result is None and again.player is not None:
            top = again.top
            seat = top.seat_of(again.player)
            again = again.play_move(seat, top.game.turn_moves(top.state, seat)[0])
        record = to_record(again)
        assert to_record(replay(record, load_plugins().find)) == record


@pytest.mark.needs
def test_a_running_duel_is_the_last_that_is_seen() -> None:
    match = _match(6)
    inside = next(moment for moment in moments(match) if moment.depth == 1 and moment.text)
    stopped = branch(match, inside, seed=1)
    told = moments(stopped)
    assert told[-1].sessions == stopped.sessions
    assert [moment.depth for moment in told[-2:]] == [1, 1]


def test_luck_of_the_branch_is_drawn_anew() -> None:
    match = _match(6)
    first = moments(match)[0]
    assert branch(match, first, seed=1).seed == 1
    assert branch(match, first, seed=1).draws == 0
    assert branch(match, moments(match)[-1], seed=1).draws == match.draws
