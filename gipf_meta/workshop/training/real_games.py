"""Games of people to learn from, read by the readers of the library; a part of them is held out.

A game teaches how it ended: its players did the searching. A fifth of all games is held out, so
that judgements can be measured on games that nobody has learned from.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any, Final, NamedTuple

from gipf_meta.base.texts import N_
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.capabilities import with_worths
from gipf_meta.protocol.game import AnyGame, MoveError, Turn
from gipf_meta.protocol.options import OptionError, configure
from gipf_meta.protocol.readers import Reader, WrittenGame, WrittenResult, WrittenTurn
from gipf_meta.records.models import Record, RecordError
from gipf_meta.records.text_formats import read_games
from gipf_meta.workshop.training.regression import lead_of
from gipf_meta.workshop.training.selfplay import SEATS, Example

HELD_OUT: Final = 5
"""One game of so many is held out."""

# why a game is left out
OTHER: Final = N_("of another game, or not for two")
ELSEWHERE: Final = N_("begun elsewhere, or decided by luck or a duel")
CUT: Final = N_("cut short by a fault")
UNFINISHED: Final = N_("without a result")
KEPT_APART: Final = N_("held out")
UNREAD: Final = N_("refused")
TOLD_TWICE: Final = N_("told twice")


def is_held_out(turns: Sequence[str]) -> bool:
    """Whether nothing may learn from a game of these *turns*, whatever else is known of it."""
    return int(sha256("\n".join(turns).encode()).hexdigest()[:16], 16) % HELD_OUT == 0


class RealGame(NamedTuple):
    """The *examples* of a game; *key* is the same for games of the same turns and options."""

    key: str
    examples: list[Example]


class GamesFile(NamedTuple):
    """File *number* of those whose games of *game*, by its id, are to be learned from."""

    number: int
    name: str
    text: str
    game: str
    options: dict[str, Any]


class FoundGames(NamedTuple):
    """The contents of a file: *games* to learn from, and how many are *left_out* for which
    reason."""

    games: list[RealGame]
    left_out: Counter[str]


def find_games(file: GamesFile) -> FoundGames:
    """The games of *file*, each a text that a reader of this installation knows."""
    installed = load_plugins()
    kind = installed.find(file.game)
    games: list[RealGame] = []
    left_out: Counter[str] = Counter()
    readers = (
        turn_lists_reader(file.game, file.options),
        *installed.all_readers(configure(kind, file.options)),
    )
    try:
        for found in read_games(file.text, readers, installed.find, file.name):
            if isinstance(found, RecordError):
                left_out[UNREAD] += 1
            elif why := CUT if found.cut else _why_not(found.record, file.game):
                left_out[why] += 1
            else:
                _learn(kind, found.record, games, left_out)
    except RecordError:
        left_out[UNREAD] += 1
    return FoundGames(games, left_out)


def _why_not(record: Record, game: str) -> str:
    """Why not: the reason why nothing is learned from *record*; ``""`` where it is learned from."""
    if record.game != game or len(record.players) != SEATS:
        return OTHER
    decisions = [each for turn in record.turns for each in turn.decisions]
    if record.position or any(each.by is None or each.duel is not None for each in decisions):
        return ELSEWHERE
    if record.result is None:
        return UNFINISHED
    return KEPT_APART if is_held_out([turn.text for turn in record.turns]) else ""


def _learn(
    kind: type[AnyGame], record: Record, games: list[RealGame], left_out: Counter[str]
) -> None:
    """Adds what *record* teaches to *games*, or says in *left_out* why it teaches nothing."""
    assert record.result is not None
    try:
        game: Any = configure(kind, record.options)
        examples = _examples(game, record, _worths(record.result.winners))
    except (MoveError, OptionError):
        left_out[UNREAD] += 1
        return
    key = "\n".join([str(sorted(record.options.items())), *(turn.text for turn in record.turns)])
    games.append(RealGame(sha256(key.encode()).hexdigest()[:16], examples))


def _worths(winners: Sequence[int]) -> tuple[float, ...]:
    """The worth of a game to each seat, from -1 to 1."""
    if not winners:
        return (0.0,) * SEATS
    return tuple(1.0 if seat in winners else -1.0 for seat in range(SEATS))


def _examples(game: Any, record: Record, worths: Sequence[float]) -> list[Example]:
    """The beginning of each turn in which there was a choice, and how the game ended.

    Raises ``MoveError``.
    """
    untaught: Any = with_worths(game, [0] * len(game.worths))
    found: list[Example] = []
    state = game.start(SEATS)
    for turn in record.turns:
        now = game.status(state)
        if isinstance(now, Turn) and len(game.turn_moves(state, now.seat)) > 1:
            lead = round(lead_of(untaught.evaluate(state, now.seat)), 4)
            ended = worths[now.seat]
            found.append(Example(lead, [*game.features(state, now.seat)], ended, ended))
        for move in game.parse_turn(state, turn.text):
            state = game.apply(state, move)
    return found


# ---- games as lists of turns ---------------------------------------------------------------------

_BEGINS: Final = re.compile(r'\s*\{[^\n]*"moves"\s*:\s*\[')


def turn_lists_reader(game: str, options: Mapping[str, Any]) -> Reader:
    """The reader of such lines as those of the game with this id, played with *options*."""

    def read(text: str) -> Iterator[WrittenGame]:
        for number, line in enumerate(text.split("\n"), 1):
            if line.strip():
                yield _written(line, number, game, options)

    return Reader(
        "turns",
        "JSON",
        lambda text: _BEGINS.match(text) is not None,
        read,
        example='{"moves": ["e5", "b2,b1"], "winner": 1}\n',
    )


def _written(line: str, number: int, game: str, options: Mapping[str, Any]) -> WrittenGame:
    """The game that *line* tells, which has this *number*. Raises ``ValueError``."""
    found = json.loads(line)
    moves = found.get("moves") if isinstance(found, dict) else None
    if not isinstance(moves, list) or not all(isinstance(each, str) for each in moves):
        raise ValueError(f"line {number}")
    winner = found.get("winner")
    if winner not in (None, 1, 2):
        raise ValueError(f"line {number}")
    return WrittenGame(
        game,
        tuple(map(WrittenTurn, moves)),
        options,
        result=None if winner is None else WrittenResult((winner - 1,), "resign"),
    )
