"""Plays with the weights of a network as an engine:

gipf-meta play zertz --seats human 'engine:python3 examples/learner/engine.py weights.npz'
"""

from __future__ import annotations

import sys
from argparse import ArgumentTypeError
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

from learner import count, last_file
from player import SEATS, VISITS, LearnerError, Player, load

from gipf_meta import GipfMetaError
from gipf_meta.bots.engine_lines import BEST, WAIT, Think
from gipf_meta.bots.engine_talk import EngineTalk
from gipf_meta.bots.host_lines import answer_host
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.search.budget import Flag


class NetworkEngine(EngineTalk):
    """The engine of the network in a file of weights, for one game as it is installed."""

    called = "The learner"

    def __init__(self, weights: Path, visits: int) -> None:
        game, self._network, _figures = load(last_file(weights))
        super().__init__([game], installed_plugins().find)
        self._visits = visits
        self._player: Player | None = None

    def _title(self) -> str:
        return f"Learner, {self._visits} visits"

    def _prepare(self, game: Any, seats: int, below: tuple[Any, ...]) -> None:
        player = Player(game, self._network, self._visits)
        if game.id not in self._games or seats != SEATS:
            raise LearnerError(f"I play {self._games[0]} for two.")
        if player.size != self._network.size or (
            player.numbers.decision_count != self._network.decisions
        ):
            raise LearnerError("I have learned under other options.")
        self._player = player

    def _think(self, limits: Think, cancelled: Flag) -> Iterator[str]:
        game, state, _seat = self._on_turn()
        if limits.beside is not None:
            self._require_seat(limits.beside)
            yield WAIT
            return
        rng = Random(limits.seed) if limits.seed else Random()
        yield f"{BEST} {game.format(state, self._player.choose(state, rng, cancelled))}"


def main(words: Sequence[str]) -> int:
    """Answers a host until it ends; returns the status of the program."""
    try:
        if len(words) not in (1, 2):
            raise LearnerError("Name a file of weights, and how many visits a decision gets.")
        engine = NetworkEngine(Path(words[0]), count(words[1]) if words[1:] else VISITS)
    except (GipfMetaError, ArgumentTypeError) as error:
        print(error, file=sys.stderr)
        return 1
    answer_host(engine, iter(sys.stdin.readline, ""), sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
