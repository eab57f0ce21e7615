"""The laws of engines about whole matches: those that were recorded, and those with duels."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Final

from gipf_meta.base.clock import StillClock
from gipf_meta.bots.engine_bot import commands_by_step, lines_of_beginning
from gipf_meta.bots.engine_lines import PLAYS, Think
from gipf_meta.bots.engine_process import EngineRefused
from gipf_meta.match.match import Match
from gipf_meta.match.session import Session
from gipf_meta.protocol.game import AnyGame, Game, Over, Turn
from gipf_meta.protocol.presets import presets_of
from gipf_meta.table.players import Player
from gipf_meta.table.table import Table
from gipf_meta.testing.trial.findings import NotAsked
from gipf_meta.workshop.engine_checks.laws import check_decision, compare_legal
from gipf_meta.workshop.engine_checks.trial import EngineTrial

MATCHES: Final = 8
"""The most matches that are played by the same options to find one with a duel."""
LONGEST_MATCH: Final = 600
"""The most decisions of a match that is played to come to a duel, with those of its duels."""


def sessions_in(match: Match) -> Iterator[Session]:
    """The games of *match*: its own, and every duel in it, over or not."""
    for session in match.sessions:
        yield session
        yield from _duels_in(session)


def _duels_in(session: Session) -> Iterator[Session]:
    for step in session.steps:
        if isinstance(step.duel, Session):
            yield step.duel
            yield from _duels_in(step.duel)


def follows_records(trial: EngineTrial, game: AnyGame) -> None:
    """It follows recorded games, and lists exactly what was legal at each moment of them."""
    recorded = [each for each in trial.recorded if each.game.id == game.id]
    if not recorded:
        raise NotAsked("No game of it was recorded.")
    followed = [_follow(trial, each) for each in recorded]
    if not any(followed):
        raise NotAsked("It plays none of the recorded games by their options, or from there.")


def plays_duels(trial: EngineTrial, game: AnyGame) -> None:
    """It plays the duels of a match, and afterwards knows how the match stood."""
    matches = islice(_matches_with_duels(trial, game), trial.games)
    followed = [_follow(trial, match) for match in matches]
    if not followed:
        raise NotAsked("It plays no game in which its duels are played.")
    if not any(followed):
        raise NotAsked("It does not play it by options that lead to duels.")


def _matches_with_duels(trial: EngineTrial, game: AnyGame) -> Iterator[Session]:
    """Games at random by *game* as it is and by its presets, in which a duel was played that the
    engine plays, too."""
    plays = set(trial.greeting.all(PLAYS))
    for options in (game, *(made for _preset, made in presets_of(type(game)))):
        for number in range(MATCHES):
            seed, seats = 1000 * trial.seed + number, game.seat_counts[0]
            match = Match.begin(options, seats, trial.finder, seed)
            players = [Player.of_kind("random", f"{seat}") for seat in range(seats)]
            table = Table(match, players, StillClock())
            table.play_bots(LONGEST_MATCH)
            session = table.match.sessions[0]
            if any(duel.game.id in plays for duel in _duels_in(session)):
                yield session


def _follow(trial: EngineTrial, session: Session) -> bool:
    """Sends the engine *session*, and checks its legal decisions before each step and at the end.

    After the end it must decide nothing. A duel that it plays is checked in the same way; then the
    engine gets the game again. Returns whether it takes the game by its options, from its position.
    """
    lines = [*lines_of_beginning(session)]
    try:
        trial.try_to_ask(*lines)
    except EngineRefused:
        return False
    game = session.game
    for step, (*before, line) in commands_by_step(session):
        if before:
            trial.ask(*before)
        now = game.status(step.before)
        if isinstance(now, Turn):
            compare_legal(trial, game, step.before, now.seat)
        lines += before
        if isinstance(step.duel, Session):
            trial.is_in_duel = True
            try:
                _follow(trial, step.duel)
                trial.ask(*lines)
                trial.ask(line)
            finally:
                trial.is_in_duel = False
        else:
            trial.ask(line)
        lines.append(line)
    now = session.status
    if isinstance(now, Turn):
        compare_legal(trial, game, session.state, now.seat)
        check_decision(trial, game, session.state, now.seat, Think(positions=20, seed="7"))
    elif isinstance(now, Over) and session.ended is None:  # who resigned had more to decide
        trial.must_refuse(Think(positions=20, seed="7"), "the game is over")
    return True


def match_laws(
    trial: EngineTrial, game: AnyGame
) -> Iterator[Callable[[EngineTrial, AnyGame], None]]:
    """The laws that can be tried: on records if there are any, on duels if the game has any."""
    if trial.recorded:
        yield follows_records
    if type(game).settle is not Game.settle:
        yield plays_duels
