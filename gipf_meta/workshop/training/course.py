"""The course of a training: generation after generation of self-play, fitting and proof.

A generation plays games with the best judgement so far, fits worths to the games of the last few
generations, beginning from the worths so far, and plays pairs against the champion. The champion
stays frozen until it is clearly beaten.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from functools import lru_cache
from random import Random
from typing import Any, Final, NamedTuple

from gipf_meta.base.clock import cpu_ms
from gipf_meta.base.texts import _
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.capabilities import Evaluated, Learning, with_worths
from gipf_meta.protocol.game import AnyGame, title_of
from gipf_meta.protocol.options import configure
from gipf_meta.records.decoded_file import FoundFile
from gipf_meta.workshop.arena.standings import mean
from gipf_meta.workshop.arena.workers import DEATHS, TaskT, Workers, run_tasks
from gipf_meta.workshop.training.real_games import (
    TOLD_TWICE,
    UNREAD,
    GamesFile,
    RealGame,
    find_games,
)
from gipf_meta.workshop.training.regression import (
    Fit,
    FittingSample,
    chance_at,
    fit_worths,
    lead_of,
    loss,
)
from gipf_meta.workshop.training.selfplay import Example, PlayedGame, play_pair, play_to_learn
from gipf_meta.workshop.training.training_folder import (
    Generation,
    Training,
    TrainingError,
    TrainingJournal,
)

UNIT: Final = 1000
"""Worths are thousandths of a logit."""
WINDOW: Final = 4
"""A generation learns from the games of so many generations, its own the last."""
EPOCHS: Final = 3
"""The number of passes of a fit through its samples."""
STEPS: Final = (0.1, 0.02, 0.005)
"""First steps of a fit, in logits: the less games teach, the shorter the step that suits them."""
HELD_OUT: Final = 10
"""Every so many games one is not learned from; by these the loss is measured, and a step chosen."""

ReportProgress = Callable[[str], None]


class GameToPlay(NamedTuple):
    """Game *number* of a *generation* that is judged by *worths*."""

    number: int
    training: Training
    generation: int
    worths: tuple[int, ...]


class PairToPlay(NamedTuple):
    """Pair *number* of the proof of a *generation*: its *worths* against those of the champion."""

    number: int
    training: Training
    generation: int
    worths: tuple[int, ...]
    champion: tuple[int, ...]


class TaskResult(NamedTuple):
    """The *result* of a task, and the processor time it took, in milliseconds."""

    result: Any
    ms: int


class Course:
    """Trains a game with the help of *workers*; *report* gets sentences on how it goes on.

    The result depends on its seed alone, however many workers there are, and in whatever order they
    finish.
    """

    def __init__(
        self, training: Training, journal: TrainingJournal, workers: Workers, report: ReportProgress
    ) -> None:
        self.training: Final = training
        self.journal: Final = journal
        self.workers: Final = workers
        self.report: Final = report
        self._ms = 0

    def read_games(self, files: Iterable[FoundFile]) -> Counter[str]:
        """Keeps the games of people in *files* that may be learned from; how many were left out,
        by their reasons. Raises ``TrainingError``, ``ArenaError``, ``OSError``."""
        training = self.training
        options = training.options[0]
        unread: Counter[str] = Counter()
        tasks = self._files(files, options, unread)
        found: dict[str, RealGame] = {}
        left_out: Counter[str] = Counter()
        for done in self._tasks(tasks, _find_games):
            left_out += done.left_out
            for game in done.games:
                left_out[TOLD_TWICE] += game.key in found
                found[game.key] = game
            self.report(_("{n} games of people.").format(n=len(found)))
        games = [found[key].examples for key in sorted(found) if found[key].examples]
        self.journal.keep_real_games([PlayedGame(n, each) for n, each in enumerate(games)])
        return +(left_out + unread)

    def _files(
        self, files: Iterable[FoundFile], options: dict[str, Any], unread: Counter[str]
    ) -> Iterator[GamesFile]:
        """The *files* as tasks; those that cannot be read are counted as *unread*."""
        for number, file in enumerate(files):
            if file.why:
                unread[UNREAD] += 1
            else:
                yield GamesFile(number, file.name, file.text, self.training.game, options)

    def run_generation(self) -> Generation:
        """Plays, fits and proves the next generation, and returns it. Raises ``TrainingError``,
        ``OSError``."""
        journal, began = self.journal, cpu_ms()
        number = len(journal.generations) + 1
        self._ms = 0
        best = journal.worths(journal.best)
        self._play_games(number, best)
        before = Fit([worth / UNIT for worth in best], 1.0)
        learned, held_out = self._samples(number)
        if not learned or not held_out:
            raise TrainingError(_("So few games teach nothing; play more of them."))
        self.report(_("{n} positions.").format(n=len(learned)))
        fits = [
            fit_worths(learned, before, EPOCHS, step, Random(f"{self.training.seed}/{number}"))
            for step in STEPS
        ]
        after = min(fits, key=lambda fit: loss(fit, held_out))
        worths = [round(UNIT * worth / after.scale) for worth in after.worths]
        journal.keep_worths(number, worths)
        pairs = self._prove(number, worths)
        generation = Generation(
            number=number,
            positions=len(learned),
            loss_before=round(loss(before, held_out), 5),
            loss=round(loss(after, held_out), 5),
            champion=journal.champion,
            pairs=pairs,
            kept=mean(pairs) > journal.share_to_beat,
            seconds=round((self._ms + cpu_ms() - began) / 1000),
        )
        journal.add(generation)
        return generation

    def _play_games(self, number: int, worths: Sequence[int]) -> None:
        """Plays the games of generation *number* that are missing, judging by *worths*."""
        journal, training = self.journal, self.training
        journal.drop_half_a_game(number)
        there = {game.number for game in journal.games(number)}
        played = len(there)
        missing = [n for n in range(training.games) if n not in there]
        tasks = [GameToPlay(each, training, number, tuple(worths)) for each in missing]
        for done in self._tasks(tasks, _play_game):
            journal.keep_game(number, done)
            played += 1
            self.report(_("{n} of {all} games.").format(n=played, all=training.games))

    def _prove(self, number: int, worths: Sequence[int]) -> tuple[int, int, int, int, int]:
        """Plays *worths* against the champion; returns how many pairs brought 0, 1/2, 1, 3/2 and 2
        points."""
        training, counts = self.training, [0] * 5
        champion = self.journal.worths(self.journal.champion)
        tasks = [
            PairToPlay(pair, training, number, tuple(worths), tuple(champion))
            for pair in range(training.pairs)
        ]
        for points in self._tasks(tasks, _play_pair):
            counts[round(2 * points)] += 1
            self.report(_("{n} of {all} pairs.").format(n=sum(counts), all=training.pairs))
        none, half, one, more, two = counts
        return none, half, one, more, two

    def _tasks(self, tasks: Iterable[TaskT], work: Callable[[TaskT], TaskResult]) -> Iterator[Any]:
        """The results of *work* on all *tasks*, as they come."""
        with closing(run_tasks(tasks, work, self.workers, _give_up)) as results:
            for done in results:
                self._ms += done.ms
                yield done.result

    def _samples(self, number: int) -> tuple[list[FittingSample], list[FittingSample]]:
        """The samples to learn from, and those that are held out."""
        learned: list[FittingSample] = []
        held_out: list[FittingSample] = []
        by_search = self.training.by_search / 100
        for generation in (0, *range(max(1, number - WINDOW + 1), number + 1)):
            for at, played in enumerate(self.journal.games(generation)):
                found = learned if at % HELD_OUT else held_out
                found += [_sample(each, by_search) for each in played.examples]
        return learned, held_out


def check_game(game: AnyGame) -> None:
    """Raises ``TrainingError`` for a game that cannot be trained."""
    if not isinstance(game, Learning):
        fault = _("{game} does not learn: it has no features (docs/train.md says how).")
    elif not isinstance(game, Evaluated):
        fault = _("{game} does not learn: it has no judgement.")
    elif 2 not in game.seat_counts:
        fault = _("{game} does not learn: only games of two do.")
    else:
        return
    raise TrainingError(fault.format(game=title_of(game)))


def _sample(example: Example, by_search: float) -> FittingSample:
    """Makes a sample for fitting from *example*: its chance is so much *by_search*, the rest from
    the end of the game."""
    found = chance_at(lead_of(example.found))
    chance = by_search * found + (1 - by_search) * (1 + example.ended) / 2
    return FittingSample(example.lead, tuple(example.features), chance)


def _give_up(task: object) -> TaskResult:
    raise TrainingError(
        _("{n} workers have died over one task; the same command goes on from here.").format(
            n=DEATHS
        )
    )


def _find_games(file: GamesFile) -> TaskResult:
    began = cpu_ms()
    return TaskResult(find_games(file), round(cpu_ms() - began))


def _play_game(task: GameToPlay) -> TaskResult:
    training, generation, number = task.training, task.generation, task.number
    game = _judging(training, number, task.worths)
    began = cpu_ms()
    seed = f"{training.seed}/{generation}/{number}"
    examples = play_to_learn(game, training.nodes, seed, training.openings)
    return TaskResult(PlayedGame(number, examples), round(cpu_ms() - began))


def _play_pair(task: PairToPlay) -> TaskResult:
    training, number = task.training, task.number
    games = [_judging(training, number, each) for each in (task.worths, task.champion)]
    began = cpu_ms()
    seed = f"{training.seed}/{task.generation}/proof/{number}"
    return TaskResult(play_pair(games, training.proof_nodes, seed), round(cpu_ms() - began))


def _judging(training: Training, number: int, worths: tuple[int, ...]) -> Any:
    """The game as number *number* is played, judging by *worths*."""
    options = training.options[number % len(training.options)]
    return _judging_by(training.game, json.dumps(options), worths)


@lru_cache(maxsize=32)
def _judging_by(game: str, options: str, worths: tuple[int, ...]) -> Any:
    learning: Any = configure(load_plugins().find(game), json.loads(options))
    check_game(learning)
    return with_worths(learning, worths)
