"""``train``: bots that learn from games against themselves, and from those of people."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gipf_meta.base.sentences import terminal_below
from gipf_meta.base.texts import _
from gipf_meta.commands.arguments import (
    add_game,
    add_usual_seed,
    read_game,
    read_number,
)
from gipf_meta.commands.parser import BUILDING, UsageError, add_command
from gipf_meta.commands.worker_arguments import add_workers, chosen_workers
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.plugins.playable import playable
from gipf_meta.protocol.options import changed_options, configure, read_settings
from gipf_meta.records.game_files import found_files
from gipf_meta.workshop.arena.standings import elo, elo_words

if TYPE_CHECKING:
    from gipf_meta.workshop.training.course import Course
    from gipf_meta.workshop.training.training_folder import Generation

MOST = 1_000_000
"""The most games, positions and generations that the arguments may set."""
USUAL = ("generations", "games")
"""The numbers that the short help has."""


def add_commands(commands: Any) -> None:
    """Adds ``train`` to the program."""
    words = _("let the bots of a game learn from games against themselves")
    example = "gipf-meta train zertz --folder learned --generations 2"
    training = add_command(commands, "train", _train, words, example, title=BUILDING)
    add_game(training)
    words = _("other options to play and learn with, in turn; may be repeated")
    training.rare.add_argument(
        "--also", action="append", nargs="+", default=[], metavar="NAME=VALUE", help=words
    )
    words = _("keeps games, weights and results; the same command goes on with it")
    training.add_argument("--folder", type=Path, required=True, metavar="FOLDER", help=words)
    words = _("files, folders and archives with games of people, to learn from them, too")
    training.add_argument("--records", nargs="+", default=[], metavar="FILE", help=words)
    words = _("begin with weights of 0, not with those that the game has")
    training.rare.add_argument("--anew", action="store_true", help=words)
    for name, usual, least, words in (
        ("generations", 4, 1, _("how often it plays, learns and is put to the proof; default: 4")),
        ("games", 1000, 0, _("games of a generation; default: 1000; 0 with --records alone")),
        ("nodes", 200, 1, _("positions a decision in these games; default: 200")),
        ("pairs", 50, 1, _("pairs of games against the champion; default: 50")),
        ("proof-nodes", 200, 1, _("positions a decision in these; default: 200")),
        (
            "openings",
            12,
            0,
            _("random turns with which a game to learn from begins, at most; default: 12"),
        ),
    ):
        container = training if name in USUAL else training.rare
        container.add_argument(
            f"--{name}", type=read_number(MOST, least), default=usual, metavar="N", help=words
        )
    training.rare.add_argument(
        "--by-search",
        type=read_number(100, 0),
        default=70,
        metavar="N",
        help=_(
            "how much is learned from what searches find, in hundredths, and not from how games"
            " end; default: 70"
        ),
    )
    add_workers(training)
    add_usual_seed(training, 1, _("default: 1"))


def _train(arguments: argparse.Namespace) -> int:
    # slow to import, and every command would wait for it
    from gipf_meta.workshop.training.course import Course, check_game
    from gipf_meta.workshop.training.training_folder import Training, TrainingJournal, draw_training

    installed = load_plugins()
    game = read_game(installed, arguments)
    others = [configure(type(game), read_settings(settings)) for settings in arguments.also]
    games = [playable(each, installed)[0] for each in (game, *others)]
    for each in games:
        check_game(each)
    if not arguments.games and not arguments.records:
        raise UsageError(_("Without --records it learns from its own games: give 1 or more."))
    learning: Any = game
    training = Training(
        game=game.id,
        rules_version=game.rules_version,
        options=tuple(changed_options(each) for each in games),
        games=arguments.games,
        nodes=arguments.nodes,
        pairs=arguments.pairs,
        proof_nodes=arguments.proof_nodes,
        seed=arguments.seed,
        records=tuple(arguments.records),
        anew=arguments.anew,
        openings=arguments.openings,
        by_search=arguments.by_search,
    )
    worths = [0] * len(learning.worths) if training.anew else learning.worths
    journal = TrainingJournal(arguments.folder, training, worths)
    with chosen_workers(arguments) as workers:
        course = Course(training, journal, workers, show_progress)
        if training.records and not journal.has_real_games:
            _read_games(course)
        for done in journal.generations:
            print(_line(done))
        while len(journal.generations) < arguments.generations:
            try:
                done = course.run_generation()
            finally:
                show_progress("")
            print(_line(done), flush=True)
            draw_training(journal)
    print(
        _("The best weights are those of generation {n}: {path}.").format(
            n=journal.best, path=arguments.folder / f"worths-{journal.best}.json"
        )
    )
    return 0


def _read_games(course: Course) -> None:
    """Reads the games of people that the arguments name, and prints the results."""
    try:
        left_out = course.read_games(found_files(course.training.records))
    finally:
        show_progress("")
    learned = len(course.journal.games(0))
    words = _.many("{n} game of people to learn from", "{n} games of people to learn from", learned)
    parts = [words.format(n=learned), *(f"{n} {_(why)}" for why, n in left_out.most_common())]
    print(", ".join(parts) + ".", flush=True)


def _line(done: Generation) -> str:
    strength = elo(done.pairs)
    return _(
        "Generation {n}: {positions} positions, loss {before:.4f} -> {loss:.4f}; against generation"
        " {champion} {share:.0%} (Elo {low} to {high}), {kept}; {seconds} s."
    ).format(
        n=done.number,
        positions=done.positions,
        before=done.loss_before,
        loss=done.loss,
        champion=done.champion,
        share=done.share,
        low=elo_words(strength.low),
        high=elo_words(strength.high),
        kept=_("kept") if done.kept else _("not kept"),
        seconds=done.seconds,
    )


def show_progress(words: str) -> None:
    """Shows the progress *words* on one line of a terminal."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{words}", end="", file=terminal_below(sys.stderr), flush=True)
