"""The games in which puzzles are looked for: files of games, and games of two equal bots.

Each is told by the states in which a turn begins with a choice. Where a file says who played,
games against bots are left out: a bot of another strength makes mistakes that nobody else makes.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from random import Random
from typing import Any, Final

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.numbers import read_whole
from gipf_meta.bots.levels import make_bot
from gipf_meta.plugins.loading import Installed
from gipf_meta.protocol.game import AnyGame, Turn
from gipf_meta.protocol.options import changed_options
from gipf_meta.records.decoded_file import FoundFile
from gipf_meta.records.models import Record, RecordError
from gipf_meta.records.record_files import loads
from gipf_meta.records.text_formats import is_own, read_games
from gipf_meta.workshop.puzzles.judged_turns import SEATS, ByPositions
from gipf_meta.workshop.training.real_games import turn_lists_reader
from gipf_meta.workshop.training.selfplay import play_game

MOST_APART: Final = 200
"""The points of a rating by which players may differ who count as even."""
OPENING: Final = 3
"""The decisions by lot with which a game of bots begins, so that games differ."""
LEVELS: Final = ("medium", "hard")
"""The levels whose games are played, in turn: both make mistakes, and can punish them."""
EARLY: Final = 0.3
"""The share of a game's turns, the first ones, in which nothing is looked for."""


class GamesUnread(GipfMetaError):
    """A file that holds no games that can be looked through; one sentence."""


@dataclass(frozen=True, slots=True)
class SourceGame:
    """A game by a *key* that no other has: its *turns* as a file tells them, or the number of a
    game that bots play."""

    key: str
    turns: tuple[str, ...] = ()
    number: int = 0
    seed: int = 0


def games_of_bots(count: int, seed: int) -> Iterator[SourceGame]:
    """So many games of bots, by their numbers."""
    for number in range(1, count + 1):
        yield SourceGame(f"bots-{seed}-{number}", number=number, seed=seed)


def games_in(
    files: Iterable[FoundFile], game: AnyGame, installed: Installed
) -> Iterator[SourceGame]:
    """The games of *game* in *files* that two even players played. Raises ``GamesUnread``."""
    for file in files:
        if file.why:
            raise GamesUnread(file.why)
        lines = _lists_of_turns(file.text)
        if lines is None:
            yield from _read(file, game, installed)
        else:
            for line in lines:
                if _is_of(line, game) and _is_even(line):
                    yield _source(map(str, line["moves"]))


def _lists_of_turns(text: str) -> list[dict[str, Any]] | None:
    """The games of *text*, an object a line with its turns; ``None`` if it holds something else."""
    lines = []
    for line in filter(None, map(str.strip, text.split("\n"))):
        try:
            found = json.loads(line)
        except ValueError:
            return None
        if not isinstance(found, dict) or not isinstance(found.get("moves"), list):
            return None
        lines.append(found)
    return lines or None


def _is_of(line: dict[str, Any], game: AnyGame) -> bool:
    """Whether *line* tells a game from the start, with the options of *game* as far as it names
    them."""
    named = line.get("options")
    options = {**line, **(named if isinstance(named, dict) else {})}
    own = game.model_dump()
    return "setup" not in line and all(
        str(options[name]) == str(value) for name, value in own.items() if name in options
    )


def _is_even(line: dict[str, Any]) -> bool:
    players = line.get("players")
    if isinstance(players, list) and "bot" in players and len(set(map(str, players))) > 1:
        return False
    given = line.get("ratings")
    ratings = [read_whole(str(each)) for each in given] if isinstance(given, list) else []
    known = [each for each in ratings if each is not None]
    return len(known) < SEATS or max(known) - min(known) <= MOST_APART


def _read(file: FoundFile, game: AnyGame, installed: Installed) -> Iterator[SourceGame]:
    """The games of a *file* that a reader knows, or of records, one a line."""
    lines = [line for line in file.text.split("\n") if line.strip()]
    try:
        if len(lines) > 1 and all(map(is_own, lines)):
            for line in lines:
                yield from _told(loads(line, file.name), game)
            return
        readers = (turn_lists_reader(game.id, changed_options(game)), *installed.all_readers(game))
        refused: RecordError | None = None
        is_read = False
        for found in read_games(file.text, readers, installed.find, file.name):
            if isinstance(found, RecordError):
                refused = refused or found
            elif found.cut and not found.record.turns:
                refused = refused or RecordError(f"{file.name}: {found.cut}")
            else:
                is_read = True
                yield from _told(found.record, game)
        if refused is not None and not is_read:
            raise refused
    except RecordError as error:
        raise GamesUnread(str(error)) from None


def _told(record: Record, game: AnyGame) -> Iterator[SourceGame]:
    """The game of *record*, if it is one of *game* for two from its start, without duels."""
    is_whole = not record.position and len(record.players) == SEATS
    played = [each for turn in record.turns for each in turn.decisions]
    if not is_whole or record.game != game.id or any(each.duel is not None for each in played):
        return
    kinds = {each.player.partition(":")[0] for each in record.people}
    if len(kinds) == 1 and record.options == changed_options(game):
        yield _source(turn.text for turn in record.turns)


def _source(turns: Iterable[str]) -> SourceGame:
    whole = tuple(turns)
    return SourceGame(sha256("\n".join(whole).encode()).hexdigest()[:16], whole)


def states_of(game: AnyGame, source: SourceGame) -> list[Any]:
    """The states of *source* in which a turn begins with a choice, without the early ones; of a
    game with a fault those before it."""
    states = _played_states(game, source) if source.number else _told_states(game, source.turns)
    return states[int(EARLY * len(states)) :]


def _told_states(game: AnyGame, turns: Sequence[str]) -> list[Any]:
    state = game.start(SEATS)
    states: list[Any] = []
    for text in turns:
        now = game.status(state)
        if isinstance(now, Turn) and len(game.turn_moves(state, now.seat)) > 1:
            states.append(state)
        try:
            for move in game.parse_turn(state, text):
                state = game.apply(state, move)
        except GipfMetaError:
            break
    return states


def _played_states(game: AnyGame, source: SourceGame) -> list[Any]:
    rng = Random(f"{source.seed}/{source.number}")
    bot = make_bot(LEVELS[source.number % len(LEVELS)])
    states: list[Any] = []
    turns: set[tuple[int, int]] = set()

    def choose(state: Any, now: Turn) -> Any:
        if (now.seat, now.number) not in turns:
            states.append(state)
            turns.add((now.seat, now.number))
        if len(states) <= OPENING:
            return rng.choice(game.turn_moves(state, now.seat))
        return bot.choose(ByPositions(game, state, now.seat, SEATS, rng))

    play_game(game, game.start(SEATS), choose, rng)
    return states
