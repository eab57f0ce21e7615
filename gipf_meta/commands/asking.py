"""What the commands have in common: how a game, a seed, a file are asked for, and said back."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NoReturn, TextIO

from gipf_meta.base.texts import _
from gipf_meta.base.timelimit import TookTooLong
from gipf_meta.bots import UnknownBot
from gipf_meta.library.store import LibraryError
from gipf_meta.match.lesson_progress import UnknownLesson
from gipf_meta.match.match import DuelUnavailable
from gipf_meta.match.playthrough import PlaythroughError
from gipf_meta.match.turns import LuckDue
from gipf_meta.plain.terminal import LONGEST
from gipf_meta.plugins.loading import Installed, UnknownGame, load_plugins
from gipf_meta.plugins.scaffold import NewPluginError
from gipf_meta.protocol.capabilities import Positions
from gipf_meta.protocol.game import AnyGame, MoveError, title_of
from gipf_meta.protocol.options import OptionError, configure, read_settings
from gipf_meta.records.models import RecordError
from gipf_meta.table.players import GameFailed

MOST_NODES = 1_000_000
"""So many positions one search may look at: the tree takes memory."""


class UsageError(ValueError):
    """A command line that asks for nothing this program does; one sentence."""


#: errors whose text is a sentence for the user
FAULTS = (
    UsageError,
    OptionError,
    TookTooLong,
    UnknownGame,
    UnknownLesson,
    UnknownBot,
    MoveError,
    RecordError,
    PlaythroughError,
    DuelUnavailable,
    GameFailed,
    LibraryError,
    LuckDue,
    NewPluginError,
)


class Parser(argparse.ArgumentParser):
    """A parser whose complaint is one sentence, raised instead of printed."""

    def error(self, message: str) -> NoReturn:
        words = f"{message[:1].upper()}{message[1:]}".rstrip(".")
        raise UsageError(f"{words}; see {self.prog} --help.")


def command(
    commands: Any, name: str, do: Callable[[argparse.Namespace], int], words: str
) -> argparse.ArgumentParser:
    """Adds a command to the program: *do* answers it, *words* say what it does."""
    added: argparse.ArgumentParser = commands.add_parser(name, help=words, description=words)
    added.set_defaults(do=do)
    return added


def as_json(command: argparse.ArgumentParser, words: str = "one object a line") -> None:
    """Lets a program ask: the answer as JSON."""
    command.add_argument("--json", action="store_true", help=words)


def add_game(command: argparse.ArgumentParser) -> None:
    command.add_argument("game", metavar="GAME", help="its id, as `gipf-meta games` lists it")
    add_settings(command)
    command.add_argument("--players", type=int, metavar="N", help="how many play")


def add_settings(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        dest="settings",
        help="an option of the game; may be repeated",
    )


def read_seed(words: str) -> int:
    """A seed that fits everywhere it is written."""
    try:
        if len(words) <= 18:
            return int(words)
    except ValueError:
        pass
    raise argparse.ArgumentTypeError("a seed is a whole number of at most 18 digits")


def configured(installed: Installed, asked: argparse.Namespace) -> AnyGame:
    game: AnyGame = configure(installed.find(asked.game), read_settings(asked.settings))
    return game


def seats_asked(game: AnyGame, asked: argparse.Namespace) -> int:
    seats = asked.players if asked.players is not None else game.seat_counts[0]
    if seats not in game.seat_counts:
        raise UsageError(
            _("{title} is not for {seats} players.").format(title=title_of(game), seats=seats)
        )
    return int(seats)


def add_search(command: argparse.ArgumentParser, nodes: int, words: str) -> None:
    """Adds how much is searched, and the seed that makes it the same again."""
    words = f"{words}; default: {nodes}"
    command.add_argument("--nodes", type=_read_nodes, default=nodes, metavar="N", help=words)
    command.add_argument("--seed", type=read_seed, default=0, help="another seed searches anew")


def _read_nodes(words: str) -> int:
    if words.isascii() and words.isdecimal() and len(words) < 9 and 0 < int(words) <= MOST_NODES:
        return int(words)
    raise argparse.ArgumentTypeError(f"a search looks at 1 to {MOST_NODES} positions")


@contextmanager
def lines_of(file: str | None) -> Iterator[Iterable[str]]:
    """The lines of a file, or of standard input."""
    if file is None:
        yield _short_lines(sys.stdin)
        return
    try:
        with open(file, encoding="utf-8-sig") as lines:
            yield _short_lines(lines)
    except UnicodeDecodeError:
        raise UsageError(f"{file} is no text.") from None
    except OSError as error:
        raise UsageError(f"{file} cannot be read: {error.strerror or error}.") from None


def _short_lines(stream: TextIO) -> Iterator[str]:
    while line := stream.readline(LONGEST):
        yield line


@contextmanager
def sentences() -> Iterator[None]:
    """Options that only show to be impossible when a game starts are the user's fault, too."""
    try:
        yield
    except FAULTS:
        raise
    except ValueError as error:
        raise UsageError(str(error)) from error


def print_json(data: object) -> None:
    print(json.dumps(data, ensure_ascii=False))


def position_asked(asked: argparse.Namespace) -> tuple[AnyGame, Any]:
    """The game, and the state that ``--position`` tells: the start by default."""
    game = configured(load_plugins(), asked)
    seats = seats_asked(game, asked)
    if asked.position is None:
        with sentences():
            return game, game.start(seats)
    if not isinstance(game, Positions):
        raise UsageError(f"{game.title} has no positions on one line.")
    return game, game.from_text(asked.position)
