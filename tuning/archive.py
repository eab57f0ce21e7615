"""Games that were really played, from files of records, and decisions drawn from them.

A file ``….jsonl`` or ``….jsonl.gz`` holds one game a line, as an object of JSON: ``moves``, the
turns in the notation of the game; ``winner``, the player who won, from 1, where somebody resigned;
``players``, what each of them is (``person``, ``bot``); ``ratings``, a number or a text of one for
each player whose rating is known. Only ``moves`` has to be there: who won a game that was played to
its end, the rules say.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from math import inf
from pathlib import Path
from random import Random
from typing import Any, Final

from gipf_meta.protocol.capabilities import Positions
from gipf_meta.protocol.game import AnyGame, Over, Status, Turn
from gipf_meta.protocol.options import configure
from gipf_meta.workshop.training.real_games import is_held_out

SEATS: Final = 2


class ArchiveError(Exception):
    """There are no games that can be read; one sentence."""


@dataclass(frozen=True)
class RealGame:
    """A game as its record tells it, played with *options* that are not the game's own.

    *key* is the same for games of the same turns. *winner* is a seat, *ratings* are those that are
    known, by seats, and *players* says what sits there.
    """

    key: str
    options: Mapping[str, Any]
    turns: tuple[str, ...]
    winner: int | None
    players: tuple[str, ...]
    ratings: Mapping[int, float]

    @property
    def is_held_out(self) -> bool:
        """Whether nothing may be trained on this game: its turns alone say it."""
        return is_held_out(self.turns)

    def rated_seats(self, least: float | None) -> tuple[int, ...]:
        """The seats of people with a rating of *least* or more; ``None``: of all people."""
        people = [seat for seat, kind in enumerate(self.players) if kind == "person"]
        if least is None:
            return tuple(people)
        return tuple(seat for seat in people if self.ratings.get(seat, -inf) >= least)


@dataclass(frozen=True)
class Decision:
    """A decision of *seat* that was *played*, one of *choices* that were legal.

    It was made after the decisions *since* a *position*, in turn *turn* of its game. *is_rated*
    says whether a rated player made it, *won* what became of the seat: 1 won, 0 lost, 1/2 a draw.
    """

    real: RealGame
    position: str
    since: tuple[Mapping[str, Any], ...]
    turn: int
    seat: int
    played: str
    choices: int
    is_rated: bool
    won: float = 0.5

    @property
    def is_choice(self) -> bool:
        """Whether a rated player has chosen here."""
        return self.is_rated and self.choices > 1


def read_games(folder: Path, fields: Mapping[str, str]) -> Iterator[RealGame]:
    """The games of all files in *folder*, each once, in an order that their keys say.

    *fields* says which entry of a record is the value of an option. Raises ``ArchiveError``.
    """
    files = sorted(path for pattern in ("*.jsonl", "*.jsonl.gz") for path in folder.glob(pattern))
    if not files:
        raise ArchiveError(f"{folder} has no file of games: none ends in .jsonl or .jsonl.gz.")
    found: dict[str, RealGame] = {}
    for path in files:
        opened = gzip.open if path.suffix == ".gz" else open
        try:
            with opened(path, "rt", encoding="utf-8") as lines:
                for line in lines:
                    record = json.loads(line)
                    if "moves" in record:
                        game = _real_game(record, fields)
                        found[game.key] = game
        except (OSError, EOFError, ValueError, TypeError, KeyError, AttributeError) as error:
            raise ArchiveError(f"{path} holds no games that can be read: {error}.") from None
    yield from (found[key] for key in sorted(found))


def _real_game(record: Mapping[str, Any], fields: Mapping[str, str]) -> RealGame:
    if missing := [entry for entry in fields.values() if entry not in record]:
        raise ValueError(f"a record has no entry {missing[0]}")
    options = {option: record[entry] for option, entry in fields.items()}
    turns = tuple(record["moves"])
    winner = record.get("winner")
    players = tuple(record.get("players") or ["person"] * SEATS)
    ratings = enumerate(record.get("ratings") or ())
    return RealGame(
        _digest(json.dumps([options, turns], sort_keys=True)),
        options,
        turns,
        None if winner is None else winner - 1,
        players,
        {seat: float(rating) for seat, rating in ratings if rating is not None},
    )


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:16]


def decisions_of(kind: type[AnyGame], real: RealGame, rated: Sequence[int]) -> list[Decision]:
    """All decisions in *real*, forced ones too; players on *rated* are rated.

    None where nobody resigned and the game was not played to its end. Raises ``MoveError`` if a
    turn is illegal, ``OptionError``, and ``ArchiveError`` where luck or a duel decides.
    """
    game = configure(kind, real.options)
    if not isinstance(game, Positions):
        raise ArchiveError(f"{kind.id} has no positions.")
    found: list[Decision] = []
    state = game.start(SEATS)
    for number, text in enumerate(real.turns, 1):
        position = game.to_text(state)
        since: tuple[Mapping[str, Any], ...] = ()
        for move in game.parse_turn(state, text):
            now = game.status(state)
            if not isinstance(now, Turn):
                raise ArchiveError(f"Luck or a duel decides in {kind.id}, which no record tells.")
            played = game.format(state, move)
            moves = game.turn_moves(state, now.seat)
            if move in moves:
                found.append(
                    Decision(
                        real,
                        position,
                        since,
                        number,
                        now.seat,
                        played,
                        len(moves),
                        is_rated=now.seat in rated,
                    )
                )
            since = (*since, {"seat": now.seat, "decision": played})
            state = game.apply(state, move)
    worth = _worths(game.status(state), real.winner)
    return [replace(each, won=worth[each.seat]) for each in found] if worth else []


def _worths(end: Status[Any], winner: int | None) -> tuple[float, ...]:
    """The worth of a game to each seat, from 0 to 1: the rules decide, else the record does."""
    winners = end.winners if isinstance(end, Over) else () if winner is None else (winner,)
    if not winners:
        return (0.5,) * SEATS if isinstance(end, Over) else ()
    return tuple(float(seat in winners) for seat in range(SEATS))


def draw_decisions(decisions: Sequence[Decision], count: int, seed: int) -> list[Decision]:
    """*count* of the *decisions* of a game, or all, in their order, as lots fall for *seed*."""
    if len(decisions) <= count:
        return list(decisions)
    lots = Random(f"{seed}/{decisions[0].real.key}")
    return [decisions[n] for n in sorted(lots.sample(range(len(decisions)), count))]
