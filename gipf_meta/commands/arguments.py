"""Arguments that several commands share: their declarations, and the functions that read them."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from gipf_meta.base.engine_names import is_engine
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.names import BadName, check_name
from gipf_meta.base.numbers import MOST_DIGITS, read_decimal, read_whole
from gipf_meta.base.sentences import escape_json
from gipf_meta.base.texts import _
from gipf_meta.commands.parser import Parser, UsageError
from gipf_meta.plugins.loading import Installed, load_plugins
from gipf_meta.plugins.playable import configure_here
from gipf_meta.protocol import capabilities
from gipf_meta.protocol.game import AnyGame, title_of
from gipf_meta.protocol.options import configure, read_options, start_state
from gipf_meta.protocol.presets import find_preset
from gipf_meta.records.models import MOST_SEATS, Record
from gipf_meta.records.record_files import dumps
from gipf_meta.search.budget import MOST_NODES

MOST_SEED = 10**MOST_DIGITS - 1
"""The greatest seed that every file can hold."""


# ---- declaring ---------------------------------------------------------------------------------


def add_json(command: argparse.ArgumentParser, words: str = "") -> None:
    """Adds ``--json``: output for programs."""
    command.add_argument("--json", action="store_true", help=words or _("one object a line"))


def add_game_name(command: Parser) -> None:
    """Adds the game that ``read_game`` reads."""
    words = _("its id (see `gipf-meta games`), file or folder")
    command.add_argument("game", metavar="GAME", help=words)


def add_game(command: Parser, seats: str = "") -> None:
    """Adds the arguments that ``read_game`` and ``read_seats`` read: the game, its options, the
    number of players. *seats* is an example of the option that names the players."""
    add_game_name(command)
    add_settings(command)
    add_players(command, seats)


def add_players(command: Parser, seats: str = "") -> None:
    """Adds ``--players``; *seats* as in ``add_game``."""
    command.rare.add_argument(
        "--players", type=_read_players(seats), metavar="N", help=_("how many play")
    )


def add_settings(command: argparse.ArgumentParser) -> None:
    """Adds ``--preset`` and ``--set``: the options of a game."""
    command.add_argument(
        "--preset", metavar="NAME", default="", help=_("a way to play the game that has a name")
    )
    words = _("an option of the game; may be repeated")
    command.add_argument(
        "--set", action="append", default=[], metavar="NAME=VALUE", dest="settings", help=words
    )


def add_search(command: Parser, words: str, usual: str) -> None:
    """Adds the number of positions to search, whose default the words *usual* describe, and the
    seed that makes the search reproducible."""
    words = _("{words}; default: {value}").format(words=words, value=usual)
    command.add_argument("--nodes", type=read_number(MOST_NODES), metavar="N", help=words)
    add_usual_seed(command, 0, _("another seed searches anew"))


def add_usual_seed(command: Parser, usual: int | None, words: str) -> None:
    """Adds ``--seed`` with the *usual* seed of the command. A seed given before the command holds
    as well, so ``cli`` takes the usual one where neither is given."""
    command.rare.add_argument("--seed", type=read_seed, default=argparse.SUPPRESS, help=words)
    command.set_defaults(usual_seed=usual)


def add_analyst(command: argparse.ArgumentParser) -> None:
    """Adds the engine that analyses positions."""
    command.add_argument(
        "--by", metavar="engine:COMMAND", help=_("an engine that looks; default: this program")
    )


# ---- reading -----------------------------------------------------------------------------------


def read_number(most: int, least: int = 1) -> Callable[[str], int]:
    """Returns a function for argparse that reads a number from *least* to *most*."""

    def read(words: str) -> int:
        if (number := read_whole(words, least, most)) is not None:
            return number
        raise argparse.ArgumentTypeError(
            _("{words!r} is no number from {least} to {most}").format(
                words=words, least=least, most=most
            )
        )

    return read


def _read_players(seats: str) -> Callable[[str], int]:
    """Returns a function for argparse that reads the number of players; who writes their kinds is
    told of *seats*, the option for them."""
    number = read_number(MOST_SEATS)

    def read(words: str) -> int:
        try:
            return number(words)
        except argparse.ArgumentTypeError as error:
            if not seats or not words.strip()[:1].isalpha():
                raise
            why = _("{why}; who plays is told by {seats}").format(why=error, seats=seats)
            raise argparse.ArgumentTypeError(why) from None

    return read


def read_apart(words: str) -> str:
    """One of several words that stand apart, as the kind of a player. Raises what argparse
    expects."""
    if "," in words and not is_engine(words):
        apart = " ".join(words.replace(",", " ").split())
        why = _("write a space between, and no comma: {words}")
        raise argparse.ArgumentTypeError(why.format(words=apart))
    return words


def read_seed(words: str) -> int:
    """A seed that every file can hold. Raises what argparse expects."""
    if (seed := read_whole(words, -MOST_SEED, MOST_SEED)) is not None:
        return seed
    raise argparse.ArgumentTypeError(_("a seed is a whole number of at most 18 digits"))


def read_name(words: str) -> str:
    """The name of a player. Raises what argparse expects."""
    try:
        return check_name(words)
    except BadName as error:
        raise argparse.ArgumentTypeError(str(error).rstrip(".")) from None


def read_decimal_number(words: str) -> float:
    """A number that may have a decimal point. Raises what argparse expects."""
    if (number := read_decimal(words)) is not None:
        return number
    raise argparse.ArgumentTypeError(
        _("{words!r} is no number; write it as 2 or 0.5").format(words=words)
    )


def read_game(installed: Installed, arguments: argparse.Namespace) -> AnyGame:
    """The game with the options that were set. Raises ``UnknownGame`` or ``OptionError``."""
    game = installed.find_typed(arguments.game)
    return configure_here(game, read_given_options(game, arguments, installed), installed)


def read_chosen_game(installed: Installed, arguments: argparse.Namespace) -> AnyGame | None:
    """The game of ``--game``, with its default options; ``None`` if none is named.

    Raises ``UnknownGame``.
    """
    if arguments.game is None:
        return None
    return configure(installed.find_typed(arguments.game), {})


def read_given_options(
    game: type[AnyGame], arguments: argparse.Namespace, installed: Installed
) -> dict[str, Any]:
    """The options of *game* that the arguments set, over those of a preset. Raises
    ``OptionError``."""
    options = read_options(game, arguments.settings, installed.find)
    if not arguments.preset:
        return options
    return {**find_preset(game, arguments.preset).options, **options}


def read_seats(game: AnyGame, arguments: argparse.Namespace) -> int:
    """The number of players: by default the fewest possible. Raises ``UsageError``."""
    seats = arguments.players if arguments.players is not None else game.seat_counts[0]
    if seats not in game.seat_counts:
        raise UsageError(
            _("{title} is not for {seats} players.").format(title=title_of(game), seats=seats)
        )
    return int(seats)


def read_position(arguments: argparse.Namespace) -> tuple[AnyGame, Any, int]:
    """The game, the state of ``--position``, by default the start, and the number of players.

    Raises ``UsageError`` where the game has no notation for positions or the text is none, and like
    ``read_game`` and ``start_state``.
    """
    game = read_game(load_plugins(), arguments)
    seats = read_seats(game, arguments)
    if arguments.position is None:
        return game, start_state(game, seats), seats
    return game, *state_of_position(game, arguments.position, arguments.players)


def state_of_position(game: AnyGame, position: str, seats: int | None) -> tuple[Any, int]:
    """The state of *position*, and the number of players in it: *seats*, if they are given.

    Raises ``UsageError`` where the game has no notation for positions or the text is none.
    """
    try:
        return capabilities.read_position(game, position, seats)
    except GipfMetaError as error:
        why = _("{argument}: {why}").format(argument="--position", why=error)
        raise UsageError(why) from error


# ---- answering ---------------------------------------------------------------------------------


def print_json(data: object) -> None:
    """Prints *data* as one line of JSON."""
    print(escape_json(json.dumps(data, ensure_ascii=False)))


def print_record(record: Record) -> None:
    """Prints *record* as a file holds it."""
    print(escape_json(dumps(record)), end="")


STAT: Final = Path("/proc/self/stat")
"""The file in which Linux describes a process to itself."""
MEMORY: Final = Path("/proc/self/mem")
"""The memory of the process, which holds its arguments."""
FIRST, LAST = 47, 48
"""The indices of the fields of ``STAT`` with the addresses at which the arguments begin and end
(man 5 proc, from 0)."""
HIDDEN: Final = b"*"


def hide_argument(secret: str, better: str) -> None:
    """Overwrites *secret* in the arguments that other users see, where the system allows it, and
    prints how to pass it *better*: it was visible for a moment, and the shell may have saved it."""
    words = _("What was typed as an argument was seen by all users of this machine: {better}")
    print(f"gipf-meta: {words.format(better=better)}", file=sys.stderr)
    with suppress(OSError, ValueError, IndexError):  # it is Linux that has such files
        _overwrite(secret.encode(sys.getfilesystemencoding(), "surrogateescape"))


def _overwrite(secret: bytes) -> None:
    """Writes asterisks over *secret* wherever it is in the arguments. Raises ``OSError``."""
    numbers = STAT.read_text().rpartition(")")[2].split()
    first, last = (int(numbers[place - 2]) for place in (FIRST, LAST))
    with MEMORY.open("r+b", buffering=0) as memory:
        memory.seek(first)
        said = memory.read(last - first)
        at = said.find(secret)
        while secret and at >= 0:
            memory.seek(first + at)
            memory.write(HIDDEN * len(secret))
            at = said.find(secret, at + len(secret))
