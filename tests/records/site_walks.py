"""Matches played at random, written as SGF for boardspace.net, and read again."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final

from gipf_meta.match.match import Match
from gipf_meta.match.session import Session
from gipf_meta.plugins.loading import Installed, load_plugins
from gipf_meta.protocol.boardspace import Boardspace, KeptByBoardspace, SiteStart
from gipf_meta.protocol.capabilities import timed
from gipf_meta.protocol.game import Turn
from gipf_meta.protocol.options import configure, start_state
from gipf_meta.records.boardspace_writer import to_boardspace
from gipf_meta.records.models import Record, Seat
from gipf_meta.records.text_formats import FoundGame, read_games
from gipf_meta.records.writer import to_record
from tests.tiers import soak

PEOPLE: Final = (Seat(name="Ada"), Seat(name="Bob [1] \\o/"))
GAMES: Final = sorted(
    game
    for game, kind in load_plugins().games.items()
    if isinstance(kind, KeptByBoardspace) and kind.boardspace.write is not None
)
"""The games of which the site shows matches of ours."""
SEEDS: Final = (0, *soak(*range(1, 500)))
"""The seeds of walks: one in the fast tests, five hundred in all."""


def comes_back(game: str, options: Mapping[str, Any], seed: int) -> None:
    """Asserts that a match is the same record when it has been written and read."""
    installed = load_plugins()
    record = to_record(walked(installed, game, options, seed), PEOPLE)
    found = read_again(installed, record)
    assert not found.cut
    assert not found.doubt
    assert found.record == record


def site_options(game: str) -> Mapping[str, Any]:
    """The options of the usual game at boardspace.net, whose luck may not be ours."""
    site: Boardspace = load_plugins().find(game).boardspace  # type: ignore[attr-defined]
    return site.options(SiteStart(site.setups[:1]))


def empty_record(game: str, options: Mapping[str, Any]) -> Record:
    """The record of a match that has just begun."""
    return to_record(begun(load_plugins(), game, options), PEOPLE)


def begun(installed: Installed, game: str, options: Mapping[str, Any]) -> Match:
    """A match before its first turn."""
    played = configure(installed.find(game), options)
    return Match((Session(played, start_state(played, 2), (0, 1)),), installed.find)


def walked(
    installed: Installed,
    game: str,
    options: Mapping[str, Any],
    seed: int,
    match: Match | None = None,
) -> Match:
    """A match, begun anew or that *match*, in which both play at random for some turns, as fast as
    they like."""
    rng = Random(f"{game} {options} {seed}")
    match = match or begun(installed, game, options)
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
