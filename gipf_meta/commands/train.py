"""``train``: bots that learn from games against themselves."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gipf_meta.arena.standings import elo
from gipf_meta.base.sentences import terminal_below
from gipf_meta.base.texts import _
from gipf_meta.commands.arena import elo_words
from gipf_meta.commands.arguments import (
    add_command,
    add_game,
    read_game,
    read_number,
    read_seed,
)
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.plugins.playable import playable
from gipf_meta.protocol.options import changed_options, configure, read_settings

if TYPE_CHECKING:
    from gipf_meta.training.journal import Generation

MOST = 1_000_000
"""The most games, positions, generations and processes that can be asked for."""


def add_commands(commands: Any) -> None:
    """Adds ``train`` to the program."""
    training = add_command(
        commands, "train", _train, _("let the bots of a game learn from games against themselves")
    )
    add_game(training)
    training.add_argument(
        "--also",
        action="append",
        nargs="+",
        default=[],
        metavar="NAME=VALUE",
        help=_("other options to play and learn with, in turn; may be repeated"),
    )
    training.add_argument(
        "--folder",
        type=Path,
        required=True,
        metavar="FOLDER",
        help=_("keeps games, weights and results; the same command goes on with it"),
    )
    for name, usual, words in (
        ("generations", 4, _("how often it plays, learns and is put to the proof; default: 4")),
        ("games", 1000, _("games of a generation; default: 1000")),
        ("nodes", 200, _("positions a decision in these games; default: 200")),
        ("pairs", 50, _("pairs of games against the champion; default: 50")),
        ("proof-nodes", 200, _("positions a decision in these; default: 200")),
        ("jobs", 1, _("processes; default: 1")),
    ):
        training.add_argument(
            f"--{name}", type=read_number(MOST), default=usual, metavar="N", help=words
        )
    training.add_argument("--seed", type=read_seed, default=1, help=_("default: 1"))


def _train(arguments: argparse.Namespace) -> int:
    # slow to import, and every command would wait for it
    from gipf_meta.training.course import Course, check_game
    from gipf_meta.training.journal import Training, TrainingJournal, draw_training

    installed = load_plugins()
    game = read_game(installed, arguments)
    others = [configure(type(game), read_settings(settings)) for settings in arguments.also]
    games = [playable(each, installed)[0] for each in (game, *others)]
    for each in games:
        check_game(each)
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
    )
    journal = TrainingJournal(arguments.folder, training, learning.worths)
    course = Course(training, journal, arguments.jobs, show_progress)
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
    """Shows how far it is, on one line of a terminal."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{words}", end="", file=terminal_below(sys.stderr), flush=True)
