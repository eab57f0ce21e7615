"""``rate``: the Elo of a bot or an engine on the scale of the levels, with its bounds."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from typing import Any

from gipf_meta.base.sentences import system_reason
from gipf_meta.base.texts import _
from gipf_meta.bots.levels import make_bot, name_of_bot
from gipf_meta.commands.arguments import (
    add_game_name,
    add_json,
    add_settings,
    add_usual_seed,
    print_json,
    read_apart,
    read_game,
    read_number,
)
from gipf_meta.commands.parser import ANALYSIS, UsageError, add_command
from gipf_meta.commands.progress import progress_bar
from gipf_meta.commands.worker_arguments import add_workers, chosen_workers
from gipf_meta.plugins.loading import load_plugins


def add_commands(commands: Any) -> None:
    """Adds ``rate`` to the program."""
    words = _("tell the Elo of a bot or an engine beside the levels")
    example = "gipf-meta rate zertz greedy --against beginner --games 4"
    rate = add_command(commands, "rate", _rate, words, example, title=ANALYSIS)
    add_game_name(rate)
    add_settings(rate)
    rate.add_argument("bot", metavar="BOT", help=_("a bot, or engine:COMMAND"))
    words = _("the levels that it meets; default: beginner, easy and medium")
    rate.add_argument(
        "--against", nargs="+", default=(), metavar="LEVEL", type=read_apart, help=words
    )
    words = _("against each of them; default: 100")
    rate.add_argument("--games", type=read_number(10**6), default=100, metavar="N", help=words)
    add_usual_seed(rate, 1, _("default: 1"))
    words = _("keep every game there; the same command goes on with it")
    rate.add_argument("--file", type=Path, metavar="FILE", help=words)
    add_workers(rate, jobs=1)
    add_json(rate, _("one object"))


def _rate(arguments: argparse.Namespace) -> int:
    # slow, and every command would wait for it
    from gipf_meta.workshop.arena.rated_games import RatedBot, play_rating

    game = read_game(load_plugins(), arguments)
    make_bot(arguments.bot)
    with ExitStack() as stack:
        workers = stack.enter_context(chosen_workers(arguments, jobs=1))
        advance: Callable[[], None] | None = None

        def note(done: int, total: int) -> None:
            nonlocal advance
            if advance is None:
                advance = stack.enter_context(progress_bar(lambda: total, _("games"), done))
            else:
                advance()

        try:
            found = play_rating(
                RatedBot(name_of_bot(arguments.bot)),
                game,
                arguments.against,
                games=arguments.games,
                seed=arguments.seed,
                opening=2,
                workers=workers,
                path=arguments.file,
                finished=note,
            )
        except OSError as error:
            why = _("{path} cannot be written: {why}.")
            raise UsageError(why.format(path=arguments.file, why=system_reason(error))) from error
    if arguments.json:
        print_json(_finite(asdict(found)))
    else:
        print(found)
    return 0


def _finite(data: Any) -> Any:
    """*data* for JSON: ``null`` where a strength is infinite."""
    if isinstance(data, dict):
        return {name: _finite(value) for name, value in data.items()}
    if isinstance(data, (list, tuple)):
        return [_finite(each) for each in data]
    if isinstance(data, float):
        return round(data, 4) if math.isfinite(data) else None
    return data
