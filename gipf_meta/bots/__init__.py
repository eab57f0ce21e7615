"""Players that know no game by name."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Protocol

from gipf_meta.bots.greedy import GreedyBot
from gipf_meta.bots.random import RandomBot
from gipf_meta.game import AnyGame

__all__ = ["BOTS", "Bot", "UnknownBot", "make_bot"]


class Bot(Protocol):
    """Chooses one decision. Only *rng* may make two calls differ."""

    def choose(self, game: AnyGame, state: Any, seat: int, rng: Random) -> Any: ...


BOTS: dict[str, Callable[[], Bot]] = {"random": RandomBot, "greedy": GreedyBot}


class UnknownBot(ValueError):
    """No bot of that name; one sentence."""


def make_bot(name: str) -> Bot:
    """The bot called *name*. Raises ``UnknownBot``."""
    if name not in BOTS:
        known = ", ".join(BOTS)
        raise UnknownBot(f"There is no player {name!r}; a seat is human or one of: {known}.")
    return BOTS[name]()
