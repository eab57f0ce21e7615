"""Trains a small network by self-play, generation after generation; README.md says more.

python learner.py train FOLDER --game zertz --seed 1 --generations 6
python learner.py rate FOLDER --games 400
python learner.py draw curve.svg FOLDER ...
python learner.py export FOLDER weights.npz
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, fields
from functools import partial
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple
from zipfile import BadZipFile

from network import Adam, Array, Network  # first: it sets NumPy to one core

import numpy as np  # isort: skip
from player import (
    VISITS,
    LearnerError,
    Player,
    game_of,
    improved_chances,
    load,
    new_network,
    play,
    save,
    shares_of,
)

from gipf_meta import GipfMetaError
from gipf_meta.base.clock import cpu_ms
from gipf_meta.base.numbers import read_whole
from gipf_meta.bots.bot import Request
from gipf_meta.bots.levels import make_bot
from gipf_meta.records.record_files import write_whole
from gipf_meta.render.brush import variable
from gipf_meta.render.curves import HEIGHT, LEFT, LETTERS, WIDTH, Chart, ChartPoint
from gipf_meta.render.svg_elements import page, text, translate
from gipf_meta.render.theme import LIGHT, write_colours
from gipf_meta.workshop.arena.standings import elo, score_at
from gipf_meta.workshop.environments.arrays import as_array

DRAWN: Final = 12
"""So many decisions of a game to learn from are drawn by their shares of visits; then the best."""
BY_SEARCH: Final = 0.5
"""The part of the worths to learn that a search has found; the rest is how the game ended."""
BATCH: Final = 64
WINDOW: Final = 5
"""A generation learns from the games of so many generations, its own the last."""
FIRST_STEP: Final = 2e-3
"""The length of steps at the beginning of generation 0; later ones begin with half of it."""


@dataclass(frozen=True)
class Plan:
    """The arguments of a training.

    Generation 0 has *first_games*, played without the network, with searches of *first_visits* that
    play to the end at random, and learns *first_passes* times from each sample. Later ones have
    *games* with searches of *visits*, and *passes*. Then *rated_games* are played against *rival*.
    """

    game: str = "zertz"
    seed: int = 1
    first_games: int = 800
    first_visits: int = 800
    first_passes: int = 4
    games: int = 100
    visits: int = 100
    passes: int = 2
    rival: str = "easy"
    rated_games: int = 30


class Samples(NamedTuple):
    """Decisions to learn from, a row each: what was seen and what was legal, as packed bits; the
    shares of visits of all decisions, and the worth to the seat on turn, from -1 to 1."""

    seen: Array
    masks: Array
    shares: Array
    worths: Array


def joined(parts: Iterable[Samples]) -> Samples:
    """All samples of *parts*, one behind the other."""
    return Samples(*(np.concatenate(each) for each in zip(*parts, strict=True)))


# -- games -----------------------------------------------------------------------------------------


def play_to_learn(player: Player, seed: str) -> Samples:
    """The decisions of a game in which *player* has both seats."""
    numbers, rng = player.numbers, Random(seed)
    noise = np.random.default_rng(rng.getrandbits(64))
    met: list[tuple[int, float]] = []
    seen, masks, chances = [], [], []

    def choose(state: Any, seat: int) -> Any:
        root = player.search(state, rng, noise)
        shares = shares_of(root)
        met.append((seat, root.value(seat)))
        seen.append(player.see(state, seat))
        legal = numbers.legal_numbers(state, seat)
        masks.append(as_array(legal, (numbers.decision_count,)))
        row = np.zeros(numbers.decision_count, "f2")
        row[[numbers.number_of(state, move) for move in root.moves]] = improved_chances(
            player, state, root
        )
        chances.append(row)
        if len(met) <= DRAWN:
            return rng.choices(root.moves, shares)[0]
        return root.moves[shares.index(max(shares))]

    end = play(player.game, choose, rng)
    worths = [BY_SEARCH * found + (1 - BY_SEARCH) * end[seat] for seat, found in met]
    return Samples(
        np.packbits(np.array(seen, bool).reshape(-1, player.size), axis=1),
        np.packbits(np.array(masks, bool).reshape(-1, numbers.decision_count), axis=1),
        np.array(chances, "f2").reshape(-1, numbers.decision_count),
        np.array(worths, "f4"),
    )


def play_rated(player: Player, rival: str, seed: str, number: int) -> float:
    """The points of *player* in game *number* against a bot of ours: 0, 0.5 or 1. He begins every
    other game."""
    bot, rng = make_bot(rival), Random(f"{seed}/{number}")
    own = number % 2

    def choose(state: Any, seat: int) -> Any:
        if seat == own:
            return player.choose(state, rng)
        return bot.choose(Request(player.game, state, seat, 2, rng))

    return (1 + play(player.game, choose, rng)[own]) / 2


def summary(points: Sequence[float]) -> str:
    """The result of rated games, the seats of which change from one to the next, as a sentence."""
    pairs = [points[at] + points[at + 1] for at in range(0, len(points) - 1, 2)]
    counts = [sum(each == half / 2 for each in pairs) for half in range(5)]
    found = elo(counts)
    share = sum(points) / len(points)
    return (
        f"{sum(points):g} points of {len(points)} games: {share:.1%}, at least"
        f" {score_at(found.low):.1%} (of 95 %); Elo {found.elo:+.0f},"
        f" {found.low:+.0f} to {found.high:+.0f}"
    )


# -- learning --------------------------------------------------------------------------------------


def symmetries_of(numbers: Any) -> tuple[Array, Array] | None:
    """Where the bits of observations, and decisions, come from when the board is turned or
    mirrored: a row for each symmetry that the game knows."""
    if not hasattr(numbers, "symmetries"):
        return None
    found = numbers.symmetries()
    seen, decisions = ([each.observation for each in found], [each.decisions for each in found])
    return np.array(seen), np.array(decisions)


def fit(
    network: Network,
    adam: Adam,
    samples: Samples,
    passes: int,
    length: float,
    seed: str,
    symmetries: tuple[Array, Array] | None,
) -> tuple[float, float]:
    """Passes so often through all *samples*, each turned or mirrored by lot; returns the mean
    losses of the last quarter. Steps shrink from *length* to a tenth of it."""
    rng = np.random.default_rng(list(seed.encode()))
    order = np.concatenate([rng.permutation(len(samples.worths)) for _pass in range(passes)])
    losses = []
    for start in range(0, len(order), BATCH):
        rows = order[start : start + BATCH]
        seen = np.unpackbits(samples.seen[rows], axis=1, count=network.size)
        masks = np.unpackbits(samples.masks[rows], axis=1, count=network.decisions)
        shares = samples.shares[rows].astype("f4")
        if symmetries is not None:
            of_seen, of_decisions = symmetries
            drawn = rng.integers(len(of_seen), size=len(rows))
            seen = np.take_along_axis(seen, of_seen[drawn], axis=1)
            masks = np.take_along_axis(masks, of_decisions[drawn], axis=1)
            shares = np.take_along_axis(shares, of_decisions[drawn], axis=1)
        gradients, *loss = network.gradients(seen, masks.astype(bool), shares, samples.worths[rows])
        adam.step(gradients, length * (1 - 0.9 * start / len(order)))
        losses.append(loss)
    chances, worths = np.mean(losses[-max(1, len(losses) // 4) :], axis=0)
    return float(chances), float(worths)


class Training:
    """The training of a *plan* in a *folder*, by so many *workers* at a time.

    ``plan.json`` is the plan, ``games-N.npz`` are the games of generation N, ``generation-N.npz``
    is what it learned. Each file appears whole or not at all: the training goes on from the last
    one. Equal plans give equal weights on one machine. Raises ``LearnerError``, ``RecordError``.
    """

    def __init__(self, folder: Path, plan: Plan, workers: int = 1) -> None:
        self.folder, self.plan, self.workers = folder, plan, workers
        self.game = game_of(plan.game)
        self.symmetries = symmetries_of(self.game)
        self.network = new_network(self.game, plan.seed)
        self.adam = Adam(self.network.weights)
        self.figures: list[dict[str, Any]] = []
        arguments = json.dumps(asdict(plan), indent=1) + "\n"
        path = folder / "plan.json"
        if path.exists():
            if path.read_text(encoding="utf-8") != arguments:
                raise LearnerError(f"{folder} holds a training with other arguments: see {path}.")
        elif folder.exists() and any(folder.iterdir()):
            raise LearnerError(f"{folder} holds something else: name a folder that is not there.")
        else:
            write_whole(arguments.encode(), path)
        while self._file("generation").exists():
            _game, _network, figures = load(self._file("generation"), self.network, self.adam)
            self.figures.append(figures)

    def _file(self, kind: str) -> Path:
        """The file of that *kind* of the next generation."""
        return self.folder / f"{kind}-{len(self.figures)}.npz"

    def run_generation(self) -> dict[str, Any]:
        """Plays, learns and rates the next generation, and keeps what comes of it; its figures."""
        plan, number, began = self.plan, len(self.figures), seconds()
        if not self._file("games").exists():
            self._play(number)
        played = seconds()
        window = range(max(0, number - WINDOW + 1), number + 1)
        samples = joined(read_samples(self.folder / f"games-{each}.npz") for each in window)
        passes, length = plan.passes, FIRST_STEP / 2
        if not number:
            passes, length = plan.first_passes, FIRST_STEP
        seed = f"{plan.seed}/{number}"
        network, adam, symmetries = self.network, self.adam, self.symmetries
        losses = fit(network, adam, samples, passes, length, seed, symmetries)
        learned = seconds()
        points = self.rate(plan.rival, plan.rated_games, plan.visits, f"{seed}/rated")
        figures = {
            "generation": number,
            "samples": len(samples.worths),
            "loss_of_chances": round(losses[0], 4),
            "loss_of_worths": round(losses[1], 4),
            "points": sum(points),
            "games": len(points),
            "seconds_of_play": round(played - began),
            "seconds_of_learning": round(learned - played),
        }
        save(self._file("generation"), plan.game, network, figures, adam)
        self.figures.append(figures)
        return figures

    def _play(self, number: int) -> None:
        """Plays the games of generation *number*."""
        plan = self.plan
        if number:
            player, count = Player(self.game, self.network, plan.visits), plan.games
        else:
            player, count = Player(self.game, None, plan.first_visits), plan.first_games
        seeds = [f"{plan.seed}/{number}/{game}" for game in range(count)]
        samples = joined(each_of(partial(play_to_learn, player), seeds, self.workers))
        file = BytesIO()
        np.savez_compressed(file, **samples._asdict())
        write_whole(file.getvalue(), self._file("games"))

    def rate(self, rival: str, games: int, visits: int, seed: str) -> list[float]:
        """The points in so many *games* against a bot of ours."""
        player = Player(self.game, self.network, visits)
        return each_of(partial(play_rated, player, rival, seed), range(games), self.workers)


def each_of(work: Callable[[Any], Any], tasks: Iterable[Any], workers: int) -> list[Any]:
    """The results of *work* on all *tasks*, in their order."""
    if workers == 1:
        return [work(task) for task in tasks]
    with ProcessPoolExecutor(workers) as pool:
        return list(pool.map(work, tasks, chunksize=4))


def seconds() -> float:
    """The seconds of processor time so far, with those of workers that have ended."""
    times = os.times()
    return cpu_ms() / 1000 + times.children_user + times.children_system


def read_samples(path: Path) -> Samples:
    """The samples of a file of games. Raises ``LearnerError``."""
    try:
        with np.load(path) as found:
            return Samples(**found)
    except (BadZipFile, EOFError, KeyError, OSError, TypeError, ValueError):
        raise LearnerError(f"{path} is damaged or not there.") from None


# -- files and commands ----------------------------------------------------------------------------


def last_file(path: Path) -> Path:
    """*path* itself, or in a folder of a training the file of its last generation."""
    if not path.is_dir():
        return path
    found = len([*path.glob("generation-*.npz")])
    if not found:
        raise LearnerError(f"{path} holds no generation of a network.")
    return path / f"generation-{found - 1}.npz"


def curves(trainings: Sequence[Sequence[dict[str, Any]]], title: str) -> str:
    """The share of points of each generation of some *trainings*, as SVG."""
    chart = Chart(max(map(len, trainings)), ("0 %", "50 %", "100 %"))
    made = chart.frame()
    for training in trainings:
        before = None
        for each in (each for each in training if each["games"]):
            share = 100 * each["points"] / each["games"]
            point = ChartPoint(each["generation"], share, "mark-selected")
            made += chart.draw(point, before, "mark-selected")
            before = point
    words = text(title, LEFT, 11, LETTERS, variable("ink"), "start", bold=True)
    markup = page(WIDTH, HEIGHT + 22, words + translate(made, 0, 22))
    return write_colours(markup, LIGHT) + "\n"


def train(arguments: argparse.Namespace) -> None:
    """Trains up to so many generations, and draws the curve after each."""
    plan = Plan(**{each.name: getattr(arguments, each.name) for each in fields(Plan)})
    training = Training(arguments.folder, plan, arguments.workers)
    for figures in training.figures:
        print(json.dumps(figures))
    while len(training.figures) < arguments.generations:
        print(json.dumps(training.run_generation()), flush=True)
        title = f"{plan.game}: points against {plan.rival}, by generation"
        drawn = curves([training.figures], title)
        write_whole(drawn.encode(), arguments.folder / "curve.svg")


def rate(arguments: argparse.Namespace) -> None:
    """Plays rated games, and says how they ended and what they took."""
    began = seconds()
    if arguments.games < 2 or arguments.games % 2:
        raise LearnerError("Rated games come in pairs: choose an even number of them.")
    name, network, _figures = load(last_file(arguments.weights))
    player = Player(game_of(name), network, arguments.visits)
    work = partial(play_rated, player, arguments.rival, f"rate/{arguments.seed}")
    points = each_of(work, range(arguments.games), arguments.workers)
    print(f"{name}, {arguments.visits} visits, against {arguments.rival}: {summary(points)}.")
    print(f"{seconds() - began:.0f} s of processor time.")


def draw(arguments: argparse.Namespace) -> None:
    """Draws the curves of trainings into one picture."""
    trainings = []
    for folder in arguments.folders:
        count = len([*folder.glob("generation-*.npz")])
        last_file(folder)
        files = [folder / f"generation-{number}.npz" for number in range(count)]
        trainings.append([load(file)[2] for file in files])
    write_whole(curves(trainings, arguments.title).encode(), arguments.picture)


def export(arguments: argparse.Namespace) -> None:
    """Writes the weights of the last generation alone, for players."""
    path = last_file(arguments.folder)
    name, network, figures = load(path)
    adam = Adam(network.weights)
    load(path, network, adam)
    # what was never seen has learned nothing, and takes no room
    network.weights["whole"][~adam.squares["whole"].any(axis=1)] = 0
    figures.pop("steps", None)
    save(arguments.file, name, network, figures, None)


def count(words: str) -> int:
    """The whole number from 1 on that *words* are. Raises ``ArgumentTypeError``."""
    number = read_whole(words)
    if not number:
        raise argparse.ArgumentTypeError(f"{words!r} is no whole number from 1 on.")
    return number


def main(words: Sequence[str] | None = None) -> int:
    """Runs a command; returns the status of the program."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    commands = parser.add_subparsers(required=True)
    one = commands.add_parser("train", help=train.__doc__)
    one.add_argument("folder", type=Path)
    for each in fields(Plan):
        kind = str if isinstance(each.default, str) else count
        one.add_argument(f"--{each.name.replace('_', '-')}", type=kind, default=each.default)
    one.add_argument("--generations", type=count, default=4)
    one.set_defaults(run=train)
    two = commands.add_parser("rate", help=rate.__doc__)
    two.add_argument("weights", type=Path, help="a file of weights, or the folder of a training")
    two.add_argument("--rival", default="easy")
    two.add_argument("--games", type=count, default=400)
    two.add_argument("--visits", type=count, default=VISITS)
    two.add_argument("--seed", type=count, default=1)
    two.set_defaults(run=rate)
    for each in (one, two):
        each.add_argument("--workers", type=count, default=1, help="processes")
    three = commands.add_parser("draw", help=draw.__doc__)
    three.add_argument("picture", type=Path)
    three.add_argument("folders", type=Path, nargs="+")
    three.add_argument("--title", default="Points, by generation")
    three.set_defaults(run=draw)
    four = commands.add_parser("export", help=export.__doc__)
    four.add_argument("folder", type=Path)
    four.add_argument("file", type=Path)
    four.set_defaults(run=export)
    arguments = parser.parse_args(words)
    try:
        arguments.run(arguments)
    except GipfMetaError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
