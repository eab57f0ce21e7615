"""``gipf-meta first-duel``: a newcomer's first duel."""

from __future__ import annotations

import argparse
from typing import Any

from gipf_meta.base.texts import _
from gipf_meta.commands.parser import PLAYING, add_command
from gipf_meta.commands.play import add_display, add_seed, beginning, open_library, play_in
from gipf_meta.library.settings import load_settings
from gipf_meta.plain.terminal import Terminal
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.table.new_table import new_seed
from gipf_meta.table.openings import Opening


def add_commands(commands: Any) -> None:
    """Adds ``first-duel`` to the program."""
    words = _("a power is announced: believe it, or fight for it")
    first = add_command(
        commands, "first-duel", _first_duel, words, "gipf-meta first-duel", title=PLAYING
    )
    add_seed(first)
    add_display(first)


def _first_duel(arguments: argparse.Namespace) -> int:
    """Opens the match of the first duel."""
    from gipf_meta.desk.first_duel import first_duel_here  # the desk is slow to import

    seed = new_seed() if arguments.seed is None else arguments.seed
    installed, terminal = load_plugins(), Terminal()
    record = first_duel_here(installed, load_settings().name, seed)
    if arguments.seed is not None:
        record = record.model_copy(update={"thinking": "positions"})
    begin = beginning(Opening.of_record(record))
    return play_in(arguments, installed, terminal, open_library(terminal), begin)
