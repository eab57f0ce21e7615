"""Plays the games of a tournament that are missing, until all are played or its test decides."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing

from gipf_meta.arena.journal import Journal
from gipf_meta.arena.referee import Outcome
from gipf_meta.arena.schedule import Tournament
from gipf_meta.arena.standings import Outcomes, SequentialTest
from gipf_meta.arena.workers import Workers, play_tasks


def run(
    tournament: Tournament,
    workers: Workers,
    journal: Journal | None = None,
    finished: Callable[[Outcome], None] = lambda outcome: None,
) -> Outcomes:
    """Plays the games that *journal* does not hold; returns the outcomes of all games.

    Each outcome is written to the journal, then given to *finished*. Raises ``ArenaError`` if the
    workers cannot play, ``OSError`` if the journal cannot be written.
    """
    outcomes = dict(journal.outcomes) if journal else {}
    test = SequentialTest(tournament)
    missing = [number for number in range(tournament.total) if number not in outcomes]
    if test.update(outcomes) or not missing:
        return outcomes
    with closing(play_tasks(map(tournament.task, missing), workers)) as games:
        for outcome in games:
            if journal:
                journal.append(outcome)
            outcomes[outcome.number] = outcome
            finished(outcome)
            if test.update(outcomes):
                break
    return outcomes
