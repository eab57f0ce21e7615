"""Bots that misbehave, under names of their own, and a game short enough to play often."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from gipf_meta.bots.bot import Bot, Request
from gipf_meta.bots.greedy import RandomBot
from gipf_meta.bots.levels import BOTS
from gipf_meta.workshop.arena.schedule import Task


class Crashing(RandomBot):
    def choose(self, request: Request) -> Any:
        raise LookupError("no idea\nat all")


class Leaving(RandomBot):
    def choose(self, request: Request) -> Any:
        raise SystemExit(3)


class Hanging(RandomBot):
    def choose(self, request: Request) -> Any:
        while True:
            pass


class Babbling(RandomBot):
    def choose(self, request: Request) -> Any:
        return "checkmate"


class Silent(RandomBot):
    def choose(self, request: Request) -> Any:
        return None


class Interrupting(RandomBot):
    def beside(self, request: Request) -> Any:
        return "not your turn"


BAD: dict[str, Callable[[], Bot]] = {
    "crashing": Crashing,
    "leaving": Leaving,
    "hanging": Hanging,
    "babbling": Babbling,
    "silent": Silent,
    "interrupting": Interrupting,
}


@pytest.fixture(autouse=True)
def bad_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, bot in BAD.items():
        monkeypatch.setitem(BOTS, name, bot)


def task(*bots: str, game: str = "zertz", **others: Any) -> Task:
    """A game of *bots* that is over soon."""
    options = {"zertz": {"variant": "blitz"}, "gipf": {"variant": "basic"}}.get(game, {})
    told = {"number": 0, "options": options, "seed": 1, "opening": 2, "limit_ms": 60_000}
    return Task(game=game, bots=bots, **{**told, **others})
