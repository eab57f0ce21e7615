"""Plays tasks by their seeds, and prints them as hashes: a program of its own, for any Python.

``python play.py TASKS`` reads a JSON list of tasks (``Task``) from a file. For each it prints a
hash of what was played and the milliseconds that it took, or with ``--tell`` the texts that were
hashed. The first line says which Python it is, its largest size in bits, and how many modules are
compiled.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, fields
from hashlib import sha256
from importlib import import_module
from importlib.machinery import ExtensionFileLoader
from pathlib import Path
from random import Random
from typing import Any

from gipf_meta.base.clock import RealClock, StillClock
from gipf_meta.bots.bot import Bot, Request
from gipf_meta.bots.duel_odds import duel_odds
from gipf_meta.bots.levels import SearchingBot, make_bot
from gipf_meta.plugins.loading import Finder, installed_plugins
from gipf_meta.protocol.game import AnyGame, Chance, Duel, Over, Turn
from gipf_meta.protocol.options import configure
from gipf_meta.records.record_files import dumps
from gipf_meta.search.budget import Budget
from gipf_meta.search.dispatch import search_moves
from gipf_meta.table.new_table import begin_table
from gipf_meta.table.players import Player

EXAMPLES = Path(__file__).parents[2] / "examples"
LONGEST = 400
"""The most decisions of a random game in which positions are looked for."""
NODES = 60
"""The nodes of the search that is told with every digit."""
GUESSES = (None, 0.5, 1.0)
"""The shares of a judgement that come from games finished at random: as usual, half of it, all of
it."""


@dataclass(frozen=True)
class Task:
    """A task to play with *seed*: a match of *players* bots called *bot*, to its end or for *most*
    decisions; or, if *positions* says how many, the bot's decisions in positions of a random
    game."""

    game: str
    options: dict[str, Any]
    players: int
    bot: str
    seed: int
    positions: int = 0
    most: int = 10_000


class Unhurried(Request):
    """A request without a time limit: positions alone are counted."""

    def budget(self, nodes: int, ms: int | None = None) -> Budget:
        return Budget(nodes, cancelled=self.cancelled)


class UnhurriedBot:
    """A *bot* without limits of time."""

    def __init__(self, bot: Bot) -> None:
        self.bot, self.reaction_ms = bot, bot.reaction_ms

    def choose(self, request: Request) -> Any:
        return self.bot.choose(_unhurried(request))

    def beside(self, request: Request) -> Any | None:
        return self.bot.beside(_unhurried(request))


def _unhurried(request: Request) -> Unhurried:
    return Unhurried(*(getattr(request, field.name) for field in fields(request)))


def find_games() -> Finder:
    """The games that are installed, and those of ``examples``."""
    installed_plugins()
    own = []
    for module in sorted(EXAMPLES.glob("*/gipf_meta_*.py")):
        sys.path.insert(0, str(module.parent))
        own += import_module(module.stem).games()
        sys.path.remove(str(module.parent))
    return Finder(tuple(own))


def play(task: Task, finder: Finder) -> Iterator[str]:
    """Plays *task*, line by line."""
    game = configure(finder(task.game), task.options)
    if task.positions:
        yield from decide(task, game, finder)
        return
    bots = [UnhurriedBot(make_bot(task.bot)) for _ in range(task.players)]
    players = [Player(f"{seat}", bot, task.bot) for seat, bot in enumerate(bots)]
    table = begin_table(game, players, finder, StillClock(), seed=task.seed)
    table.play_bots(task.most)
    yield dumps(table.record())


def decide(task: Task, game: AnyGame, finder: Finder) -> Iterator[str]:
    """The bot's decisions in some positions of a random game, and all that a short search finds
    there, with every digit of it."""
    rng = Random(f"{task.game}/{task.seed}")
    found = list(positions(game, task.players, rng))
    odds = duel_odds([task.bot] * task.players, finder)
    for number in range(task.positions):
        at = int(rng.random() * len(found))
        position, made = found[at], make_bot(task.bot)
        if isinstance(made, SearchingBot) and made.eager:
            made.level = ""  # as many positions as its games say would take minutes here
        bot = UnhurriedBot(made)
        now = game.status(position)
        assert isinstance(now, Turn)
        seed = Random(f"{task.seed}/{number}")
        move = bot.choose(Request(game, position, now.seat, task.players, seed, odds))
        yield f"{at} {game.format(position, move)}"
        guess = GUESSES[(task.seed + number) % len(GUESSES)]
        for option in search_moves(
            game, position, task.players, Budget(NODES), seed, guess=guess, odds=odds
        ):
            text = game.format(position, option.move)
            yield f"{text} {option.value.hex()} {option.visits} {option.sure}"


def positions(game: AnyGame, players: int, rng: Random) -> Iterator[Any]:
    """The positions of a random game in which somebody has a choice; duels are settled by lot."""
    state = game.start(players)
    for _ in range(LONGEST):
        now = game.status(state)
        if isinstance(now, Over):
            return
        if isinstance(now, Turn):
            moves = game.turn_moves(state, now.seat)
            if len(moves) > 1:
                yield state
            move = rng.choice(moves)
        elif isinstance(now, Chance):
            outcomes, weights = zip(*now.outcomes, strict=True)
            move = rng.choices(outcomes, weights)[0]
        else:
            assert isinstance(now, Duel)
            move = game.settle(state, rng.choice(now.seats), now.game)
        state = game.apply(state, move)


def count_compiled() -> int:
    """The number of our modules that are compiled."""
    ours = [module for name, module in sys.modules.items() if name.startswith("gipf_meta")]
    loaders = [getattr(module.__spec__, "loader", None) for module in ours]
    return sum(isinstance(loader, ExtensionFileLoader) for loader in loaders)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tasks", type=Path)
    parser.add_argument("--tell", action="store_true")
    asked = parser.parse_args()
    finder = find_games()
    print(sys.version.split()[0], sys.platform, sys.maxsize.bit_length(), count_compiled())
    for words in json.loads(asked.tasks.read_text("utf-8")):
        begun = RealClock().now_ms()
        told = "\n".join(play(Task(**words), finder))
        taken = RealClock().now_ms() - begun
        print(told if asked.tell else f"{sha256(told.encode()).hexdigest()} {taken}", flush=True)


if __name__ == "__main__":
    main()
