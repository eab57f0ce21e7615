"""``make-puzzles``: puzzles of games that were played, for authors of games."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from gipf_meta.base.texts import _
from gipf_meta.commands.arguments import (
    add_game_name,
    add_settings,
    add_usual_seed,
    read_game,
    read_number,
)
from gipf_meta.commands.parser import ANALYSIS, UsageError, add_command
from gipf_meta.commands.train import show_progress
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.capabilities import Positions
from gipf_meta.protocol.game import title_of
from gipf_meta.protocol.options import changed_options
from gipf_meta.records.game_files import found_files
from gipf_meta.search.budget import MOST_NODES

MOST = 1_000_000
"""The most games and puzzles that the arguments may set."""


def add_commands(commands: Any) -> None:
    """Adds ``make-puzzles`` to the program."""
    words = _("make puzzles of games that were played")
    example = "gipf-meta make-puzzles zertz --games 2 --nodes 50 --out puzzles.json"
    making = add_command(commands, "make-puzzles", _make, words, example, title=ANALYSIS)
    add_game_name(making)
    words = _("files, folders and archives with games of two even players")
    making.add_argument("files", nargs="*", metavar="FILE", help=words)
    add_settings(making)
    words = _("the file of the puzzles; those that are there stay, and so do their numbers")
    making.add_argument("--out", type=Path, required=True, metavar="FILE", help=words)
    words = _("games that bots play for it; default: 0")
    making.add_argument("--games", type=read_number(MOST, 0), default=0, metavar="N", help=words)
    words = _("the most puzzles of the file; default: 100")
    making.add_argument("--most", type=read_number(MOST), default=100, metavar="N", help=words)
    words = _("positions of a search that finds a turn; ten times as many prove it")
    making.rare.add_argument("--nodes", type=read_number(MOST_NODES // 10), metavar="N", help=words)
    add_usual_seed(making, 1, _("of the games of bots; default: 1"))


def _make(arguments: argparse.Namespace) -> int:
    # slow to import, and every command would wait for it
    from gipf_meta.workshop.puzzles.making import (
        PuzzleMaking,
        read_shipped,
        ship,
        shipped_words,
        usual_nodes,
    )
    from gipf_meta.workshop.puzzles.puzzle_journal import PuzzleJournal
    from gipf_meta.workshop.puzzles.source_games import games_in, games_of_bots

    installed = load_plugins()
    game = read_game(installed, arguments)
    if not isinstance(game, Positions) or 2 not in game.seat_counts:
        words = _("{game} is not for two, or tells no positions: it can have no puzzles.")
        raise UsageError(words.format(game=title_of(game)))
    if not arguments.files and not arguments.games:
        raise UsageError(_("There is nothing to look through: give files of games, or --games."))
    nodes = arguments.nodes or usual_nodes(game)
    read_shipped(arguments.out, game)  # a wrong file is refused before hours of work
    journal = PuzzleJournal(
        arguments.out.with_name(f"{arguments.out.name}.journal"),
        {"game": game.id, "options": changed_options(game), "nodes": nodes},
    )
    making = PuzzleMaking(game, nodes, journal)
    try:
        making.run(games_in(found_files(arguments.files), game, installed), show_progress)
        making.run(games_of_bots(arguments.games, arguments.seed), show_progress)
    finally:
        show_progress("")
    puzzles = ship(making, arguments.out, arguments.most)
    print(making.yields())
    print(shipped_words(game, puzzles, arguments.out))
    return 0
