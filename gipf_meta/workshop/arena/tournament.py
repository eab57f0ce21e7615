"""Plays the games of a tournament, until all are played or its test decides."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from contextlib import closing

from gipf_meta.workshop.arena.journal import TournamentJournal
from gipf_meta.workshop.arena.referee import GameOutcome, play
from gipf_meta.workshop.arena.schedule import Task, Tournament
from gipf_meta.workshop.arena.standings import Outcomes, SequentialTest
from gipf_meta.workshop.arena.workers import DEATHS, Workers, run_tasks


def run(
    tournament: Tournament,
    workers: Workers,
    journal: TournamentJournal | None = None,
    finished: Callable[[GameOutcome], None] = lambda outcome: None,
    play: Callable[[Task], GameOutcome] = play,
) -> Outcomes:
    """Plays the games that *journal* does not hold; returns the outcomes of all games.

    Each outcome is written to the journal, then given to *finished*. *play* plays one, as
    ``referee.play`` does. Raises ``ArenaError`` if the workers cannot play, ``OSError`` if the
    journal cannot be written.
    """
    outcomes = dict(journal.outcomes) if journal else {}
    test = SequentialTest(tournament)
    missing = [number for number in range(tournament.total) if number not in outcomes]
    if test.update(outcomes) or not missing:
        return outcomes
    with closing(play_tasks(map(tournament.task, missing), workers, play)) as games:
        for outcome in games:
            if journal:
                journal.append(outcome)
            outcomes[outcome.number] = outcome
            finished(outcome)
            if test.update(outcomes):
                break
    return outcomes


def play_tasks(
    tasks: Iterable[Task], workers: Workers, play: Callable[[Task], GameOutcome] = play
) -> Generator[GameOutcome, None, None]:
    """Plays all *tasks* and yields their outcomes in the order in which the games end.

    Closing the generator stops the running games. Raises ``ArenaError`` if the workers cannot play.
    """

    def give_up(task: Task) -> GameOutcome:
        return GameOutcome.void(task, f"its worker died {DEATHS} times")

    return run_tasks(tasks, play, workers, give_up)
