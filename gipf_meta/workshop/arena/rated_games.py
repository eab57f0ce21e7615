"""Plays the games of a rating: an agent or a bot against levels, in pairs with swapped seats."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _
from gipf_meta.bots.bot import Bot
from gipf_meta.bots.levels import make_bot, name_of_bot
from gipf_meta.protocol.game import AnyGame, title_of
from gipf_meta.protocol.options import changed_options
from gipf_meta.workshop.arena.journal import TournamentJournal
from gipf_meta.workshop.arena.rating import LevelScale, Rating, rating
from gipf_meta.workshop.arena.referee import GameOutcome, play
from gipf_meta.workshop.arena.schedule import ArenaError, Task, Tournament
from gipf_meta.workshop.arena.tournament import play_tasks
from gipf_meta.workshop.arena.workers import Workers, processes, this_process

LIMIT_MS: Final = 3_600_000
"""The milliseconds that a bot may think in a game."""


class AgentFailed(GipfMetaError, RuntimeError):
    """The rated bot lost a game by a fault of its own, so there is no rating; one sentence."""


@dataclass(frozen=True)
class RatedBot:
    """The bot to be rated, called *name*: one that *make* makes; ``None``: the one of that name.

    *make* can be pickled where more than one process plays.
    """

    name: str
    make: Callable[[], Bot] | None = None

    def bot_called(self, words: str) -> Bot:
        """The bot that *words* name in a rating: this one, or another."""
        if self.make is not None and words == self.name:
            return self.make()
        return make_bot(words, may_run=True)


def play_rating(
    bot: RatedBot,
    game: AnyGame,
    against: Sequence[str] = (),
    *,
    games: int,
    seed: int,
    opening: int,
    workers: Workers,
    path: Path | None = None,
    finished: Callable[[int, int], object] = lambda done, total: None,
) -> Rating:
    """Plays *games* games of *bot* against each level, and returns its rating.

    The file at *path* keeps every game; *finished* gets the number of finished games and of all, at
    the start and after each game.
    Raises ``AgentFailed``, ``ArenaError`` for what cannot be played, ``UnknownBot``, ``OSError``.
    """
    if 2 not in game.seat_counts:
        why = _("Only games for two are rated, and {title} is none.")
        raise ArenaError(why.format(title=title_of(game)))
    for level in against:
        make_bot(level)
    scale = LevelScale(game, [name_of_bot(level) for level in against])
    tournament = Tournament(
        game=game.id,
        rules_version=game.rules_version,
        options=changed_options(game),
        players=2,
        bots=(bot.name, *scale.against),
        games=games,
        seed=seed,
        opening=opening,
        limit_ms=LIMIT_MS,
        gauntlet=True,
    )
    tournament.check()
    with ExitStack() as stack:
        journal = (
            stack.enter_context(closing(TournamentJournal(path, tournament))) if path else None
        )
        outcomes = dict(journal.outcomes) if journal else {}
        missing = [number for number in range(tournament.total) if number not in outcomes]
        played = play_tasks(map(tournament.task, missing), workers, partial(_play, bot))
        finished(len(outcomes), tournament.total)
        for outcome in stack.enter_context(closing(played)):
            _require_no_fault(tournament, outcome)
            if journal:
                journal.append(outcome)
            outcomes[outcome.number] = outcome
            finished(len(outcomes), tournament.total)
    return rating(tournament, outcomes, scale, title_of(game))


def _play(bot: RatedBot, task: Task) -> GameOutcome:
    """Plays a game of a rating, in whatever process."""
    return play(task, bot.bot_called if bot.make else None)


def _require_no_fault(tournament: Tournament, outcome: GameOutcome) -> None:
    """Raises ``AgentFailed`` if the rated bot is at fault: that says nothing of its strength."""
    seats = tournament.seats(outcome.number)
    if outcome.at_fault is not None and seats[outcome.at_fault] == 0:
        why = _("{name} failed in game {number}, against {level} ({reason}).")
        level = tournament.bots[max(seats)]
        name = tournament.bots[0]
        reason = outcome.reason.rstrip(".")
        raise AgentFailed(why.format(name=name, number=outcome.number, level=level, reason=reason))


def workers_for(agent: Any, jobs: int) -> Workers:
    """So many processes, or this one alone. Raises ``ArenaError`` if *agent* cannot be pickled,
    which more than one need."""
    if jobs == 1:
        return this_process()
    try:
        pickle.dumps(agent)
    except Exception as error:
        raise ArenaError(
            _("Several jobs need an agent that can be pickled: define it in a module.")
        ) from error
    return processes(jobs)
