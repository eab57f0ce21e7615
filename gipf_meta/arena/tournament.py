"""Playing a tournament: what is not yet finished, until it is, or enough has been shown."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing

from gipf_meta.arena.journal import Journal
from gipf_meta.arena.referee import Outcome
from gipf_meta.arena.schedule import Tournament
from gipf_meta.arena.standings import Outcomes, SequentialTest
from gipf_meta.arena.workers import Workers, played


def run(
    tournament: Tournament,
    workers: Workers,
    journal: Journal | None = None,
    finished: Callable[[Outcome], None] = lambda outcome: None,
) -> Outcomes:
    """Plays what the *journal* does not hold yet, and writes each game there before it is told.

    *finished* is told each game. Raises ``ArenaError`` if the workers cannot play, ``OSError``
    if the journal cannot be written.
    """
    outcomes = dict(journal.outcomes) if journal else {}
    test = SequentialTest(tournament)
    missing = [number for number in range(tournament.total) if number not in outcomes]
    if test.take(outcomes) or not missing:
        return outcomes
    with closing(played(map(tournament.task, missing), workers)) as games:
        for outcome in games:
            if journal:
                journal.append(outcome)
            outcomes[outcome.number] = outcome
            finished(outcome)
            if test.take(outcomes):
                break
    return outcomes
